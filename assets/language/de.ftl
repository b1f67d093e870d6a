# Die deutschen Texte von Icochess, im Format von Project Fluent.
#
# Die Meldungen stehen in der Reihenfolge von en.ftl; dort ist erklärt, was in den Klammern steht.
# Anleitung für Übersetzungen: docs/contribute/translating.md. Die Anrede ist „du“.

## Die Sprache selbst

language-name = Deutsch
language = Sprache
language-system = Systemsprache
language-broken = { $file } hat einen Fehler in Zeile { $line }. Unlesbare Teile erscheinen auf Englisch.
language-unknown = Die Sprachdatei { $file } wird ignoriert: { $problem }.
language-missing = Die Sprachdatei { $file } fehlt. Das Spiel ist auf Englisch.

## Bausteine

decimal-sign = ,
list = { $first }, { $next }
moves-count = { $count ->
    [one] { $count } Zug
   *[other] { $count } Züge
}
choice-of = { $what } { $option }
key-space = Leertaste
key-delete = löschen

## Hinweise

notices-two =
    { $first }

    { $next }
resumed-on-board = Deine gespeicherte Partie gehört zu diesem Brett: { board }.
loaded-on-board = { $file } gehört zu diesem Brett: { board }.
game-unreadable = Die gespeicherte Partie ist nicht lesbar: { $problem }
settings-unreadable = Die Einstellungen sind nicht lesbar, daher gelten die Standardwerte: { $problem }
seats-unreadable = Deine Partien mit Freunden sind nicht lesbar: { $problem }
player-unreadable = Die Datei eines Spielers ist nicht lesbar: { $problem }
player-unusable = Ein Spieler wird ignoriert: { $problem }
model-unusable = { $file } ist nicht verwendbar: { $problem }
model-colours-unusable = Die Farben von { $file } sind nicht verwendbar: { $problem }
setting-unusable = Eine Einstellung wird ignoriert: settings.ron, { $problem }
games-not-saved = Partien werden nicht gespeichert: { $problem }
game-not-saved = Speichern fehlgeschlagen: { $problem }. Neuer Versuch nach deinem nächsten Zug.
settings-not-saved = Einstellungen nicht gespeichert: { $problem }. Neuer Versuch nach deinem nächsten Zug.
seats-not-saved = Partien mit Freunden nicht gespeichert: { $problem }. Neuer Versuch später.
players-not-saved = Spieler nicht gespeichert: { $problem }. Neuer Versuch nach deinem nächsten Zug.
moves-lost = Die letzten Züge konnten nicht gespeichert werden.
graphics-lost = Die Grafikkarte oder ihr Treiber arbeitet nicht mehr
graphics-out-of-memory = Der Speicher der Grafikkarte ist voll
graphics-refused = Die Grafikkarte kann das nicht zeichnen
graphics-ends = { $why }. Starte Icochess neu, um die Partie fortzusetzen.
headset-looked-for = Ein Headset wird gesucht …
headset-missing = Kein Headset gefunden: { $problem }.
headset-silent = Kein Headset gefunden: Die OpenXR-Laufzeit hat { $seconds } s lang nicht geantwortet. Versuche es gleich noch einmal.
headset-unsaved = Du bleibst im Fenster: Die letzten Züge konnten nicht gespeichert werden.
game-saved-again = Die Partie wird wieder gespeichert.
settings-saved-again = Die Einstellungen werden wieder gespeichert.
seats-saved-again = Deine Partien mit Freunden werden wieder gespeichert.
players-saved-again = Die Spieler werden wieder gespeichert.
files-not-stored = Speichern fehlgeschlagen: { $problem }. Schließt du diese Seite, gehen die letzten Änderungen verloren.
files-stored-again = Alles ist wieder gespeichert.
game-deleted = { $file } liegt jetzt im Papierkorb.
game-exported = Partie gespeichert als { $file }.
picture-saved = Gespeichert als { $file }.
games-count = { $count ->
    [one] { $count } Partie
   *[other] { $count } Partien
}
games-imported = { games-count } importiert.
games-imported-stopped = { games-count } importiert. Der Rest wurde nicht gelesen.
games-imported-but = { $imported } { $count ->
    [one] { $count } Partie ist
   *[other] { $count } Partien sind
} nicht lesbar: { $problem }.
games-imported-broken = { $imported } Der Rest ist nicht lesbar: { $problem }.
games-imported-most = { $imported } { $count ->
    [one] { $count } weitere Partie wurde
   *[other] { $count } weitere Partien wurden
} weggelassen (höchstens { $most } pro Datei).
failed = { $problem }.
controller-left-out = Controller ignoriert: { $problem }
clipboard-unreadable = Die Zwischenablage ist nicht lesbar: { $problem }.
copied = In die Zwischenablage kopiert.
not-copied = Kopieren fehlgeschlagen: { $problem }.
no-clipboard = Keine Zwischenablage gefunden.
auto-turn-on = Mitdrehen ist an: Nach jedem Zug dreht sich das Brett zum nächsten Spieler.
auto-turn-off = Mitdrehen ist aus.
# Erscheint einmal, bei der ersten Benutzung der Tastatur auf dem Brett.
keyboard-ways = Strg + Pfeile bewegen den Cursor, Enter wählt. Pfeile drehen das Brett, N zeigt Namen, F6 führt zu den Knöpfen.
clock-unplayable = Mit dieser Uhr kann man nicht spielen: { $problem }.

## Namen

side = { $side ->
   *[white] Weiß
    [black] Schwarz
}
other-side = { $side ->
   *[white] Schwarz
    [black] Weiß
}
piece = { $piece ->
    [king] König
    [queen] Dame
    [rook] Turm
    [bishop] Läufer
    [knight] Springer
    [pawn] Bauer
    [unicorn] Einhorn
    [duchess] Herzogin
    [marshal] Marschall
    [governor] Gouverneur
    [cardinal] Kardinal
    [cavalcade] Kavalkade
   *[other] { $piece }
}
# Die Figur im Akkusativ.
piece-whom = { $piece ->
    [pawn] Bauern
   *[other] { piece }
}
# „weißer Turm“, „schwarze Dame“, „weißes Einhorn“.
piece-of-side = { $piece ->
    [queen] { colour }e { piece }
    [duchess] { colour }e { piece }
    [cavalcade] { colour }e { piece }
    [unicorn] { colour }es { piece }
   *[other] { colour }er { piece }
}
colour = { $side ->
    [white] weiß
   *[other] schwarz
}
# Die Figur nach einer Umwandlung: „zur Dame“.
into-piece = { $piece ->
    [queen] zur { piece }
    [duchess] zur { piece }
    [cavalcade] zur { piece }
   *[other] zum { piece }
}
board = { $board ->
    [icochess] Icochess-Kugel
    [chess] 8×8-Schach
    [startrek3d-adjacent] Star Trek 3D, Nachbarstifte
   *[other] { $title }
}
start = { $start ->
    [original] Ursprünglich
    [balanced] Ausgewogen
    [standard] Üblich
    [poster] Wie auf dem Poster
    [standard-4] Üblich, vier Angriffsbretter
    [poster-4] Wie auf dem Poster, vier Angriffsbretter
    [standard-5] Üblich, fünf Angriffsbretter
    [edges] An den Kanten
    [mixed] Gemischt
    [rooks-together] Türme beisammen
   *[other] { $title }
}
start-explained = { $start ->
    [original] Der Anfang des ursprünglichen Spiels: Jeder Springer ist gefesselt, und Weiß ist im Vorteil.
    [balanced] Dieselben Felder mit anderer Anordnung: ausgeglichener, und mit weniger ersten Zügen.
    [standard] König, Dame und Türme beginnen auf den Angriffsbrettern.
    [poster] Türme und Springer beginnen auf den Angriffsbrettern, König und Dame auf den großen.
    [standard-4] Wie üblich, ohne die zwei frei hängenden Angriffsbretter.
    [poster-4] Wie auf dem Poster, ohne die zwei frei hängenden Angriffsbretter.
    [standard-5] Wie üblich, mit einem der zwei frei hängenden Angriffsbretter.
    [edges] Türme, Springer und Einhörner stehen je an einer Kante.
    [mixed] Die Arten von Figuren sind gemischt; links und rechts sind fast gespiegelt.
    [rooks-together] Die Türme stehen beisammen; links und rechts sind fast gespiegelt.
   *[other] { $title }
}
algorithm-random = Zufall
algorithm-value = Material
algorithm-attack = Angriff
algorithm-strong = Stark
palette-standard = Normal
palette-high-contrast = Hoher Kontrast
by-board = Je nach Brett
room-table = Tisch
room-terrace = Terrasse
room-stars = Sterne
room-none = Keiner
antialiasing-auto = Automatisch
antialiasing-off = Aus
antialiasing-2x = 2x
antialiasing-4x = 4x

## Wie Partien enden

by-checkmate = Schachmatt
by-extinction = { side } hat { $pieces } mehr
none-of = { $piece ->
    [queen] keine { piece }
    [duchess] keine { piece }
    [cavalcade] keine { piece }
    [unicorn] kein { piece }
   *[other] keinen { piece-whom }
}
none-of-power = kein { piece }element
by-bare-king = { side } hat nur noch den König
by-resignation = { side } hat aufgegeben
by-time = { side } hat die Zeit überschritten
by-named-resignation = { $name } hat aufgegeben
by-named-time = { $name } hat die Zeit überschritten
by-adjudication = Durch Schiedsspruch
by-nothing-known = In der Partiedatei steht nicht, wie
by-stalemate = Patt
by-dead-position = Tote Stellung: Keine Seite kann gewinnen
by-fivefold-repetition = Fünfmalige Stellungswiederholung
by-seventy-five-moves = 75 Züge ohne Schlagen und ohne Bauernzug
by-agreement = Remis vereinbart
by-threefold-repetition = Dreimalige Stellungswiederholung, von { side } reklamiert
by-fifty-moves = 50 Züge ohne Schlagen und ohne Bauernzug, von { side } reklamiert
by-time-drawn = Zeit überschritten, aber die andere Seite kann nicht gewinnen

## Gründe gegen einen Zug

illegal-not-reached = So zieht die Figur nicht
illegal-king-into-check = Dort stünde der König im Schach
illegal-promotion = In diese Figur kann sich der Bauer nicht umwandeln
illegal-gating = Diese Figur kann hier nicht ins Spiel kommen
illegal-carriage = Auf diesen Stift kann das Angriffsbrett nicht
fixed-king = Auf diesem Angriffsbrett steht ein König, also kann es nicht ziehen
fixed-theirs = Auf diesem Angriffsbrett steht eine Figur von { other-side }, also kann es nicht ziehen
fixed-empty = Auf diesem Angriffsbrett steht keine Figur von { side }, also kann es nicht ziehen
fixed-rows = Der Bauer auf diesem Angriffsbrett lässt ihm keinen freien Stift
fixed-no-pin = Dieses Angriffsbrett erreicht keinen freien Stift
fixed-exposes = Wohin dieses Angriffsbrett auch geht: Dein König stünde im Schach
illegal-castling = Der König darf nicht aus dem Schach, durch ein Schach, ins Schach oder an einer Figur vorbei rochieren
illegal-game-over = Die Partie ist zu Ende
illegal-handed-over = Moment: Das Brett wird gerade übergeben
illegal-clock-stopped = Die Uhr steht
illegal-not-agreed = Der andere Spieler muss zuerst zustimmen
illegal-record-full = Partie voll: { $count } Züge mit allen Varianten
stuck-no-piece = Dort steht keine Figur
stuck-not-your-turn = { side } ist am Zug
stuck-blocked = Blockiert: kein Zug möglich
stuck-pinned = Gefesselt: Dein König stünde im Schach
stuck-in-check = Dein König steht im Schach
stuck-no-safe-place = Der König wird überall angegriffen
stuck-computers-turn = Der Computer spielt { side } und ist am Zug
stuck-off-cell = Zurückgestellt: Lass näher am Ziel los
stuck-premove = Vorauszug verworfen: Er ist nicht mehr möglich
stuck-friends-turn = { $name } ist am Zug
stuck-others-turn = { $name } ist am Zug, am anderen Gerät
move-while-looking-back = Du siehst eine frühere Stellung
move-too-late = Ein anderer Zug war schneller
for-other-display = Das kann nur { $name }, am anderen Gerät.
threat-told = { $why } ({ $pieces })
move-refused = { $place } kann nicht nach { $to } ziehen. { $why }

## Gründe gegen eine Uhr

clock-no-time = sie braucht mehr als 0 Sekunden
clock-too-long = mehr als 100 Stunden sind nicht möglich

## Felder und Züge in Worten

place-empty = { $cell }: leer
place-taken = { $cell }: { piece-of-side }
piece-on = { piece } { $cell }
piece-captured = { piece } { $cell }
piece-entering = { piece } kommt auf { $cell } ins Spiel
piece-checking = { piece } { $cell }
move-to = { $who } nach { $to }
move-takes = { $who } schlägt { $what }
move-takes-in-passing = { $who } schlägt { $what } en passant
move-castles = { $who } rochiert nach { $to }
move-and-becomes = { $move } und wird { into-piece }
move-and-places = { $move }, { $what }
move-carries = Angriffsbrett { $from } nach { $to }
dock-taken = Angriffsbrett { $pin }
dock-free = Freier Stift { $pin }

## Der Computer

computer-small-table = Nur { $got } von { $asked } MB Speicher waren frei
computer-move-failed = Die Suche für { side } ist gescheitert; gespielt wurde der bis dahin beste Zug
computer-hint-failed = Kein Tipp gefunden: Frag bitte noch einmal
computer-evaluation-failed = Die Bewertung ist gescheitert: Versuch es bitte noch einmal
computer-cannot-think = Der Computer macht Pause: { $problem }
engine-failed = Die Engine { $name } kann nicht weitermachen: { $why }
engine-refused = { $name } ist nicht wählbar: { $why }
engine-unnamed = es ist keine Engine eingestellt (Einstellungen, Computer)
engine-unknown-board = sie kennt dieses Brett nicht
engine-silent = sie hat nicht rechtzeitig geantwortet
engine-ended = sie läuft nicht mehr
engine-asked = ihre Antwort steht noch aus
computer-declines-draw = { side } lehnt das Remis ab

## Stand der Partie

headline-to-move = { side } am Zug
headline-looking-back = Rückschau: { side } am Zug
headline-wins = { side } gewinnt
headline-named-wins = { $name } gewinnt
headline-draw = Remis
detail-checkmate = Schachmatt durch { $pieces }
detail-check = Schach durch { $pieces }
last-move-white = Letzter Zug: { $count }. { $move }
last-move-black = Letzter Zug: { $count }... { $move }
# Erscheint bis zu dem Zug, der das Remis anbietet.
draw-stands = Dein nächster Zug bietet Remis an.
draw-offered = { side } bietet Remis an. { other-side } kann annehmen oder weiterspielen.
takeback-asked = { side } möchte den letzten Zug zurücknehmen. { other-side } entscheidet.
takeback-end-asked = { side } möchte die Partie fortsetzen. { other-side } entscheidet.
play-on-asked = { side } möchte ab einer früheren Stellung weiterspielen. { other-side } entscheidet.
draw-named-offered = { $name } bietet Remis an. { $other } kann annehmen oder weiterspielen.
takeback-named-asked = { $name } möchte den letzten Zug zurücknehmen. { $other } entscheidet.
takeback-named-end-asked = { $name } möchte die Partie fortsetzen. { $other } entscheidet.
play-on-named-asked = { $name } möchte ab einer früheren Stellung weiterspielen. { $other } entscheidet.
guide-looking-back = Das ist eine frühere Stellung. Zieh, um ab hier weiterzuspielen.
guide-trying = Finde einen besseren Zug. Die Partie selbst bleibt, wie sie ist.
guide-over = Gute Partie! Sieh dir ihre Züge an, oder beginne im Menü eine neue.
guide-won = Gut gespielt! Sieh dir die Züge an, oder beginne im Menü eine neue Partie.
pieces-hidden = Die Figuren sind verdeckt, solange die Uhr steht.
guide-clock-stands = Die Uhr steht. Drück auf „Weiter“.
guide-clock-waits = Die Uhr steht, bis wieder jemand ans Fenster oder ins Headset kommt.
guide-computer-pauses = Der Computer macht Pause. Drück auf „Weiter“.
guide-computer-thinks = { side } denkt nach.
guide-friend-moves = { $name } ist am Zug.
guide-premove = Vorauszug: { $move }, sobald du am Zug bist.
guide-turns-back = Das ist der Zug des Computers. Gleich dreht sich das Brett zu deiner Seite zurück.
guide-selected = Wähle einen markierten Zug oder eine andere Figur.
guide-selected-on-part = Wähle einen markierten Zug. Wähle die Figur noch einmal, um ihr Angriffsbrett zu ziehen.
guide-part-selected = Wähle eine Perle auf einem freien Stift. Das Angriffsbrett zieht dorthin, mit allem, was darauf steht.
guide-clock-paused = { side } am Zug: Wähle eine Figur. Mit deinem Zug läuft die Uhr weiter.
guide-to-move = { side } am Zug: Wähle eine Figur.
guide-to-move-hand = { side } am Zug: Zeig auf eine Figur und drück den Abzug.
guide-to-move-pinch = { side } am Zug: Zeig auf eine Figur und drück Daumen und Zeigefinger zusammen.
guide-in-check = { side } steht im Schach: Wähle einen Zug, der es beendet.
guide-in-check-clock-paused = { side } steht im Schach: Wähle einen Zug, der es beendet. Mit deinem Zug läuft die Uhr weiter.
confirm-move = { $move } spielen? Wähle das Ziel noch einmal, oder drück auf „Spielen“.
choose-promotion = Umwandlung in { $others } oder { $last }?
choose-move = Welchen Zug meinst du?
thinks = { side } denkt nach
thinks-hint = Ein Tipp wird gesucht
thinks-threat = Eine Drohung wird gesucht
thinks-depth = { $what }: Tiefe { $depth }, { $seconds } s
thinks-pause = Der Computer macht Pause
looked-ahead = { side } hatte nur Zeit, { $reached } von { $wanted } Zügen vorauszurechnen
hint-piece = Tipp: Sieh dir { $piece } an
hint-part = Tipp: Sieh dir das Angriffsbrett auf Stift { $pin } an
hint-is = Tipp: { $move }
hint-why = { hint-is }. { $why }
hint-expected = Der Computer erwartet: { $moves }
threat-is = { side } droht: { $move }. { $why }
threat-none = { side } könnte ziehen: { $move }
threat-no-move = { side } hätte keinen Zug
# Im Akkusativ: „den Turm auf E5“.
piece-there = { $piece ->
    [queen] die { piece }
    [duchess] die { piece }
    [cavalcade] die { piece }
    [unicorn] das { piece }
   *[other] den { piece-whom }
} auf { $cell }
reason-mates = Matt in { $count }.
reason-wins-game = { $count ->
    [one] Das gewinnt die Partie.
   *[other] Das gewinnt die Partie in { $count } Zügen.
}
reason-wins-piece = Das gewinnt { $piece }.
reason-wins-material = Das schlägt { $piece } und gibt weniger her.
reason-fork = Gabel: Das greift { $first } und { $second } zugleich an.
reason-discovered = Abzug: Das öffnet die Linie für { $piece } gegen { $target }.
reason-saves = Das rettet { $piece }.
reason-stops = Das wehrt eine Drohung ab: { $move }.
reason-stops-mate = Das verhindert ein Matt: { $move }.
reason-pin = Das fesselt { $piece } an { $behind }.
taken-up = Willkommen zurück. { side } am Zug, oder drück auf „Neue Partie“.
taken-up-clock = Willkommen zurück. { side } am Zug, oder drück auf „Neue Partie“. Mit dem Zug läuft die Uhr weiter.
taken-up-press = Willkommen zurück. Drück auf „Weiter“ oder auf „Neue Partie“.
resume-offered = Du hast eine gespeicherte Partie mit { $count ->
    [one] { $count } Zug
   *[other] { $count } Zügen
}. Mit „Fortsetzen“ geht sie weiter.

## Knöpfe

undo = Zurücknehmen
redo = Wiederholen
hint = Tipp
threat = Drohung
my-side = Meine Seite
show-last-move = Letzter Zug
move-now = Sofort ziehen
pause = Pause
draw = Remis
decline = Ablehnen
allow-takeback = Rücknahme erlauben
step-first = Anfang
step-previous = Voriger
step-next = Nächster
step-last = Ende
come-back = Zurück zur Partie
play-on = Ab hier weiterspielen
evaluate = Bewerten
move-list = Züge
views = Ansichten
photo = Foto
photo-keys = Ziehen dreht das Brett, das Mausrad zoomt. P speichert ein Bild, F filmt die Partie, Esc führt zurück.
photo-saving = Wird gespeichert …
photo-filming = Gefilmt wird Zug { $done } von { $total }; Esc beendet.
save-picture = Bild speichern
film-game = Partie filmen
views-text = Die Tasten 1–8 wechseln die Ansicht, mit Umschalt von der anderen Seite.
views-of = Aus Sicht von { side }
view-of-other = { $view } ({ side })
view-title = { $view ->
    [home] Startansicht
    [king] König
    [from-above] Von oben
    [from-below] Von unten
    [from-behind] Von hinten
    [from-the-left] Von links
    [from-the-right] Von rechts
    [left-corner] Linke Ecke
    [right-corner] Rechte Ecke
    [low] Flach
    [near] Nah
    [apart] Aufgefächert
   *[other] { $title }
}
type-move = Zug eintippen
resign = Aufgeben
resume = Fortsetzen
begin = Starten
game-for-two = Partie zu zweit
next-pairing = Nächste Paarung
next-game = Nächste Partie
end-series = Serie beenden
rematch = Revanche
hold-to-resign = Halten: aufgeben
hold-to-start = Halten: starten
hold-to-rematch = Halten: Revanche
hold-to-resume = Halten: fortsetzen
auto-turn = Mitdrehen
tile-names = Feldnamen
learn = Lernen
map = Karte
glass = Durchblick
glass-text = Sieh durch die nahe Hälfte und spiel auf der Rückseite. Drücken schaltet um, Halten zeigt sie kurz.
learn-text = Zeig auf das Brett: Rahmen markieren die Nachbarfelder.
menu = Menü
board-page = Brett
see-board = Brett ansehen
close = Schließen
new-game = Neue Partie
play-friend = Mit Freunden spielen
saved-games = Gespeicherte Partien
player-list = Spielerliste
settings = Einstellungen
own-values-first = Eigene Einstellungen eines Spielers gehen vor. Siehe „Spielerliste“.
help = Hilfe
about = Über das Spiel
result = Ergebnis
handover = Übergabe
question = Frage
back = Zurück
yes = Ja
ready = Bereit
pass-on = Weitergeben
go-to-headset = Ins Headset
quit = Beenden

## Reiter

settings-board = Brett
settings-together = Zu zweit
settings-computer = Computer
settings-sound = Ton
settings-display = Anzeige
help-pieces = Figuren
help-rules = Regeln
help-controls = Bedienung

## Menü

icochess = Icochess
this-game = Diese Partie
program = Programm
computer-plays-both = Der Computer spielt beide Seiten
players-apart = Jeder Spieler hat sein eigenes Gerät
no-headset = Kein Headset
agree-to-draw = Remis annehmen
claim-draw = Remis reklamieren
offer-draw = Remis anbieten
games-and-players = Partien und Spieler
put-away = Ausblenden

## Die Partie

go-on = Weiter
play-move = Spielen
play-computer = Gegen den Computer
cancel = Abbrechen
refuse-takeback = Rücknahme ablehnen
plate-who = { side }: { $who }
plate-points = { side }: { $who } ({ $points })
plate-you = { side }: du
plate-ahead = { $count ->
    [one] einen Bauern voraus
   *[other] { $count } Bauern voraus
}
plate-time-up = Zeit!{" "}
engine-of-others = Engine
computer-level = Computer, Stufe { $level }
computer-random = Computer, zufällige Züge
computer-algorithm = Computer, { $algorithm } { $level }

## Ein eingetippter Zug

typed-field = Zug
typed-nothing = Tippe einen Zug wie { $example }, oder Start und Ziel.
typed-plays = Enter: { $move }
typed-checks = Enter: { $move }, Schach
typed-wins = Enter: { $move }, und gewinnt
typed-unfinished = { $count ->
    [one] Ein Zug fängt so an.
   *[other] { $count } Züge fangen so an.
}
typed-ambiguous = Welcher: { $moves }?
typed-unknown = So fängt kein erlaubter Zug an.
typed-more = und { $count } weitere

## Verbliebene Figuren

kinds-left = { side } hat noch: { $kinds }
kinds-left-caption = hat noch
kind-left = { piece } { $count }
kind-few = { piece } nur { $count }
captured-kind = { $what } { $count }
kinds-caption = So ziehen sie
captured-explained = { side } hat geschlagen: { $kinds }.
captured-and-ahead = { captured-explained } { $ahead } an Material.
kinds-explained = { kinds-left }. Wer die letzte Figur eines Elements verliert, hat verloren.
reserve-has = in Reserve: { $pieces }

## Züge

place-start = Anfang
place-after = Nach { $move }
no-move-yet = Noch keine Züge.
column-number = #
column-side = W/S
column-piece = Fig.
column-from = Von
column-to = Nach
column-capture = Schlägt
column-side-of = { $side ->
   *[white] W
    [black] S
}
nag-good = Guter Zug
nag-mistake = Fehler
nag-brilliant = Glänzender Zug
nag-blunder = Grober Fehler
nag-interesting = Interessanter Zug
nag-dubious = Zweifelhafter Zug
nag-equal = Ausgeglichen
nag-white-slightly = Weiß steht etwas besser
nag-black-slightly = Schwarz steht etwas besser
nag-white-better = Weiß steht besser
nag-black-better = Schwarz steht besser
nag-white-winning = Weiß steht auf Gewinn
nag-black-winning = Schwarz steht auf Gewinn
stop = Stopp
play-through = Abspielen
promote-variation = Variante aufwerten
delete-from-here = Ab hier löschen
annotate = Kommentieren
comment = Kommentar
comment-too-long = Dieser Kommentar ist zu lang, um ihn hier zu bearbeiten (höchstens { $most } Zeichen). In der Partie bleibt er vollständig.
stop-at = Stopp: { $done } von { $total }
accuracy = Genauigkeit: Weiß { $white } %, Schwarz { $black } %
place-value = { $place }   { $value }
bar-value = { $place } { $value }
bar-judged = { $bar } { $sign }
verdict-before = Vorher: { $value }.
verdict-missed-mate = { $verdict } Matt in { $count } verpasst.
verdict-missed-win = { $verdict } Gewinn in { $count } verpasst.
verdict-only-move = { $verdict } Der einzige gute Zug.
verdict-best = { $verdict } Am besten: { $line }
try-again = Noch einmal
try-good = Gut: so stark wie der beste Zug, oder fast.
try-not-yet = Noch nicht: Es gibt einen besseren Zug.

## Fragen

ask-begin = Diese Partie verlassen und eine neue beginnen?
start-new-game = Neue Partie beginnen
ask-rematch = Diese Partie für eine Revanche verlassen?
ask-resume = Diese Partie für die gespeicherte verlassen?
go-on-with-it = Fortsetzen
game-is-at-server = Sie läuft auf dem Server weiter. Du findest sie unter „Mit Freunden spielen“.
game-is-kept = Du findest diese Partie unter „Gespeicherte Partien“.
keep-playing = Weiterspielen
ask-resign = Gibt { side } auf?
ask-named-resign = Gibt { $name } auf?
ask-who-resigns = Wer gibt auf?
resigns = { side } gibt auf
resigns-named = { $name } gibt auf

## Über das Spiel

games-from = Die Spiele
write-to = Fragen und Fehler
write-to-text = Schreib an die Leute, von denen du das Spiel hast. In CONTRIBUTING.md steht auf Englisch, was hilft.
licence = Lizenz
licence-text = Icochess ist freie Software unter der MIT-Lizenz oder der Apache-Lizenz 2.0, wie du möchtest.
fonts = Schriften
fonts-text = Inter, von den Autoren des Inter-Projekts, Marcellus, von Brian J. Bonislawsky, und Figuren aus Noto Sans Symbols 2, von Google: SIL Open Font License 1.1.
built-with = Gebaut mit
built-with-text = Bevy, OpenXR über bevy_mod_openxr, Rapier, Kira und vielen weiteren Bibliotheken der Rust-Gemeinschaft. Jede behält ihre eigene Lizenz: Cargo.lock zählt sie auf.
sounds-and-pieces = Klänge und Figuren
sounds-and-pieces-text = Für dieses Spiel gemacht, von Programmen im Ordner assets.
files = Dateien
files-text = Partien werden als PGN gespeichert, Einstellungen als Text. In welchem Ordner, steht in der Dokumentation unter Files.
about-program = Icochess { $version }: Schach auf einer Kugel aus 80 Dreiecken und auf anderen Brettern.

## Mit Freunden spielen

your-friend = Dein Gegenüber
friend-server = Server
friend-server-text = Adresse eines Icochess-Servers, etwa chess.example oder 192.168.1.5:8484. Wer ihn betreibt, kennt sie.
friend-server-missing = Gib zuerst die Adresse des Servers ein.
friend-server-invalid = Das ist keine Adresse eines Servers. Erwartet wird etwa chess.example oder 192.168.1.5:8484.
friend-invite = Freunde einladen
friend-own-name = Dein Name
friend-time = Zeit
friend-unlimited = Unbegrenzt
friend-days = Tage pro Zug
friend-days-text = So lange habt ihr für jeden Zug. Dazwischen könnt ihr beide weg sein.
friend-invite-button = Einladen
friend-enter-code = Einer Partie beitreten
friend-code-or-link = Code oder Link
friend-code-text = Gib den Code ein, der bei deinem Gegenüber steht.
friend-join = Beitreten
friend-code-incomplete = Gib alle sechs Ziffern des Codes ein, oder den ganzen Link.
friend-link-incomplete = Der Link ist unvollständig. Kopiere ihn noch einmal.
friend-games = Deine Partien
friend-game = { $board }, { $date }: { $name }. Du spielst { side }.
friend-own-turn = Du bist am Zug.
friend-their-turn = Dein Gegenüber ist am Zug.
friend-own-turn-left = Du bist am Zug. Restzeit: { $left }
friend-their-turn-left = Dein Gegenüber ist am Zug. Restzeit: { $left }
left-days = { $days ->
    [one] { $days } Tag
   *[other] { $days } Tage
} { $hours } h
left-hours = { $hours } h { $minutes } min
friend-continue = Diese Partie fortsetzen
friend-give-up = Diese Partie aufgeben
friend-really-give-up = Wirklich aufgeben?
friend-network = In diesem Netzwerk
host-here = Hier hosten
host-here-text = Startet einen Server in diesem Spiel, für Freunde im selben Netzwerk. Das geht ohne Internet. Er endet mit dem Spiel.
host-changes = Einen Moment …
host-runs = Freunde in diesem Netzwerk erreichen deine Partien unter { $page }
host-visible = Im Netzwerk sichtbar
host-stop = Nicht mehr hosten
host-failed = Der Server startet nicht: { $problem }
friend-send-link-to-program = Schick diesen Link. Er wird in Icochess unter „Einer Partie beitreten“ eingegeben.
friend-tell-code-here = Oder nenne diesen Code, für den Server { $page }:
friend-connecting = Verbindung zu { $server } wird aufgebaut …
friend-no-answer = { $server } antwortet nicht: { $problem }. Neuer Versuch …
friend-send-link = Schick diesen Link. Er öffnet die Partie im Browser.
friend-tell-code = Oder nenne diesen Code:
friend-code-expired = Der Code ist abgelaufen.
friend-new-code = Neuer Code
friend-withdraw = Einladung zurückziehen
friend-arrived = { $name } ist da.
friend-playing = { $name } ist da.
remote-no-help = Tipps und Bewertungen sind aus, solange du mit Freunden spielst.
friend-say = Sagen
friend-said = { $name }: { $phrase }
phrase-hello = Hallo!
phrase-good-luck = Viel Glück!
phrase-nice-move = Schöner Zug!
phrase-thinking = Ich überlege …
phrase-back-soon = Bin gleich wieder da.
phrase-oops = Hoppla!
phrase-thanks = Danke!
phrase-good-game = Gute Partie!
your-turn = Du bist am Zug
copy-watch-link = Zuschauerlink kopieren
friend-other-device = Auf einem anderen Gerät weiterspielen
friend-other-device-text = Kopiert einen Link zu deinem Platz. Wer ihn hat, kann für dich ziehen.
friend-watching = { $white } – { $black }
friend-stop-watching = Nicht mehr zusehen
friend-parted = Die Partie mit deinem Gegenüber läuft weiter. Du findest sie unter „Mit Freunden spielen“.
friend-may-claim = Dein Gegenüber ist schon lange weg. Du kannst die Partie beenden.
friend-claim-win = Sieg beanspruchen
friend-claim-draw = Remis beanspruchen
friend-leave = Später weiterspielen
friend-abort = Partie abbrechen
friend-aborted = Die Partie wurde abgebrochen.
friend-over = Die Partie ist zu Ende.
friend-offers-rematch = { $name } bietet Revanche an.
friend-play-here = Hier spielen
friend-not-connected = Keine Verbindung zum Server.
remote-away = { $name } ist seit { $time } weg.
remote-waiting = Warten auf dein Gegenüber.
remote-watching = Du siehst dieser Partie zu.
remote-lost = Verbindung verloren. Rückkehr zur Partie …
remote-elsewhere = Du hast diese Partie anderswo geöffnet.
refused-version = Deine Version und die des Servers passen nicht zusammen. Aktualisiere die ältere.
refused-code = Keine Partie hat diesen Code. Codes gelten zehn Minuten.
refused-link = Diese Partie gibt es nicht mehr.
refused-seat = Der Platz ist schon vergeben.
refused-tries = Zu viele falsche Codes. Versuch es in zehn Minuten noch einmal.
refused-games = Du hast zu viele Partien auf diesem Server.
refused-full = Der Server ist voll. Versuch es später noch einmal.
refused-alone = Dein Gegenüber ist noch nicht da.
refused-clock = Der Server lässt diese Uhr nicht zu.
refused-board = Der Server kennt dieses Brett oder diese Stellung nicht.
refused-other = Der Server hat das abgelehnt.

## Ergebnis

review = Durchsehen
series-score = Partie { $number } von { $games }. { $first }: { $one } · { $second }: { $other }
algorithm-and-level = { $algorithm } { $level }
next-is = Als Nächstes: { $white } – { $black }

## Hilfe

key-left-drag = Ziehen mit links
does-carry = eine Figur bewegen, die ziehen kann; sonst das Brett drehen
key-middle-drag = Ziehen mit der Mitteltaste
does-turn = Brett drehen
key-shift-drag = Umschalt + Ziehen mit links
does-roll = Kugel rollen oder Brett neigen
key-wheel = Mausrad
does-zoom = zoomen; mit Strg: ein Feld hinter einem anderen wählen
key-left-click = Linksklick
does-select = auswählen; auf einem Ziel: dorthin ziehen
key-right-click = Rechtsklick
does-move = dorthin ziehen oder schlagen
does-move-or-circle = dorthin ziehen oder schlagen; ohne Auswahl: einen Kreis zeichnen
key-right-drag = Ziehen mit rechts
does-arrow = einen Pfeil zeichnen; derselbe Pfeil noch einmal löscht ihn
key-esc = Esc
does-menu = Menü, und zurück zum Brett
key-focus = F6
does-focus = zu den Knöpfen springen und zurück (dann Tab, Enter)
key-undo = Strg+Z, Strg+Y
does-undo = zurücknehmen, wiederholen
key-new-game = Strg+N
does-new-game = neue Partie
key-views = 1 bis 8
does-views = Ansichten; mit Umschalt von der anderen Seite
key-arrows = Pfeiltasten
does-arrows = um 1 Grad drehen; mit Umschalt um 10
key-cursor = Strg + Pfeile
does-cursor = Cursor bewegen; Enter wählt
key-view-keys = Einfg, Pos1, Bild auf; Entf, Ende, Bild ab; Rollen, Pause
does-view-keys = Ansichten dieses Bretts; mit Umschalt von der anderen Seite
key-home = Pos1
does-home = meine Seite nach vorn drehen
key-apart = E
does-apart = Ebenen auffächern oder stapeln
key-cut = C
does-cut = das Brett anders schneiden; Esc: das ganze Brett
key-planes = Bild auf, Bild ab
does-planes = ein anderer Schnitt; auch Umschalt + Mausrad
key-tile-names = Tab, N
does-tile-names = Namen zeigen
key-learn = L, auch gehalten
does-learn = Nachbarfelder zeigen
key-map = K
does-map = Karte des ganzen Bretts
key-glass = G, auch gehalten
does-glass = durch die Kugel sehen
key-auto-turn = T
does-auto-turn = Brett nach jedem Zug drehen
key-promotion = Englischer Figurenbuchstabe, oder 1 bis 9
does-promotion = wählen, was aus einem Bauern wird
# Auf deutschen Tastaturen liegt / auf der 7, die eine Ansicht zeigt.
key-type-move = Enter
does-type-move = Zug eintippen (nur ohne Cursor)
key-frame-rate = F3
does-frame-rate = Bildrate zeigen
key-full-screen = F11
does-full-screen = Vollbild
key-photo = Strg+P, P, F
does-photo = Fotomodus; dort speichert P ein Bild, und F filmt die Partie
key-mirror = M
does-mirror = Headset im Fenster zeigen
key-help = F1 oder H
does-help = diese Hilfe
# $part ist ein Bedienteil, etwa der Abzug.
hand-piece = { $part } auf einer Figur
hand-piece-does = auswählen; noch einmal, oder daneben: Auswahl aufheben
hand-mark = { $part } auf einem Ziel
hand-near = { $part } dicht an einer Figur, gehalten
hand-near-does = aufnehmen; über einem Ziel loslassen, um zu ziehen
hand-panel = { $part } auf der Tafel
hand-panel-does = einen Knopf drücken; aus der Nähe einfach mit der Hand
hand-wrist = Handfläche nach oben, den Augen zugewandt
hand-wrist-does = ein kleines Menü neben dieser Hand zeigen; drück mit der anderen darauf
hand-held = { $part }, gehalten
hand-air = { $part }, ins Leere gehalten
hand-grip-does = Brett festhalten und mit der Hand drehen; mit beiden Händen: verschieben und vergrößern
hand-stick-does = Brett drehen; auf und ab: ein anderer Schnitt oder ein Feld dahinter; auf der Tafel: scrollen
hand-puck = { $part } auf dem Puck vor dem Brett, gehalten
hand-puck-does = Brett verschieben, auch nach oben und unten
hand-bar = { $part } auf dem Balken unter der Tafel, gehalten
hand-bar-does = Tafel verschieben
hand-rest-does = Nachbarfelder zeigen
hand-menu-does = Tafel ein- oder ausblenden
hand-menu-held-does = Brett wieder vor dich holen
in-the-window = Im Fenster
with-the-mouse = Mit der Maus
with-fingers = Auf einem Touchscreen drehst du das Brett durch Ziehen und wählst durch Tippen. Die ausgewählte Figur ziehst du mit dem Finger. Zwei Finger zoomen und rollen.
with-the-keyboard = Mit der Tastatur
# Die Teile eines Controllers.
part-trigger = Abzug
part-button = Knopf
part-pinch = Daumen und Zeigefinger
part-grip = Griff
part-fist = Faust
part-shoulder = Schultertaste
part-thumbstick = Stick
part-thumbstick-pressed = Stick gedrückt
part-trackpad = Trackpad
part-trackpad-pressed = Trackpad gedrückt
part-thumb-on-rest = Daumen auf der Ablage
part-primary = Erste Taste
part-secondary = Zweite Taste
part-menu = Menü
part-or = { $one } oder { $other }
# Beschriftung der Teile eines Controllers, in Großbuchstaben.
label-select = Wählen
label-grab = Brett halten
label-turn = Drehen
label-menu = Tafel
label-learn = Nachbarn
in-the-headset = Im Headset

## Erste Schritte

tutorial = Erste Schritte
tutorial-offered = { $guide } Neu hier?
tutorial-progress = Schritt { $number } von { $count }
tutorial-turn = Dreh das Brett, bis du es von einer anderen Seite siehst.
tutorial-find = Dreh das Brett, bis du eine schwarze Figur siehst, und wähle sie.
tutorial-each = Zieh eine Figur jeder Art. Sie geht von selbst zurück.
tutorial-capture = Schlag eine schwarze Figur.
tutorial-check = Dein König steht im Schach: Mach einen Zug, der es beendet.
tutorial-mate = Setz in einem Zug matt.
tutorial-take-back = Mach irgendeinen Zug und nimm ihn zurück.
tutorial-octhex-save = Schwarz greift dein letztes Einhorn an: Rette es, sonst verlierst du.
tutorial-octhex-win = Schlag den letzten Springer von Schwarz: Damit gewinnst du.
tutorial-how-turn = Ziehe neben den Figuren mit der linken Maustaste oder überall mit der mittleren.
tutorial-how-find = Klick sie an.
tutorial-how-move = Klick auf eine Figur, dann auf eines ihrer Ziele: Scheibe heißt ziehen, Ring heißt schlagen.
tutorial-how-take-back = Mit „Zurücknehmen“ nimmst du ihn zurück.
tutorial-fingers-turn = Wisch mit einem Finger.
tutorial-fingers-find = Tipp sie an.
tutorial-fingers-move = Tipp auf eine Figur, dann auf eines ihrer Ziele: Scheibe heißt ziehen, Ring heißt schlagen.
tutorial-keys-turn = Halte eine Pfeiltaste gedrückt; mit Umschalt geht es schneller.
tutorial-keys-find = Pfeile drehen das Brett. Strg + Pfeile bewegen den Cursor zur Figur, und Enter wählt sie.
tutorial-keys-move = Strg + Pfeile bewegen den Cursor. Enter wählt eine Figur, dann eines ihrer Ziele: Scheibe heißt ziehen, Ring heißt schlagen.
tutorial-keys-take-back = Mit Strg+Z nimmst du ihn zurück.
tutorial-hand-turn = { $part }: halten und die Hand drehen.
tutorial-hand-turn-or = { tutorial-hand-turn } { $other }: dreht das Brett auch.
tutorial-hand-turn-air = { $part }: halten, während du ins Leere zeigst, und die Hand drehen.
tutorial-hand-find = Zeig darauf, dann: { $part }.
tutorial-hand-move = { $part } auf einer Figur, dann auf einem ihrer Ziele: Scheibe heißt ziehen, Ring heißt schlagen.
tutorial-hand-take-back = Mit „Zurücknehmen“ nimmst du ihn zurück.
tutorial-left = Noch zu ziehen, { $left } von { $count }: { $kinds }
tutorial-missed = Der war es nicht: Versuch einen anderen Zug.
tutorial-hint = Versuch diesen Zug: { $move }.
tutorial-others = In diesem Schritt ziehst du die Figuren von { side }.
tutorial-take-it-back = Nimm ihn jetzt zurück.
tutorial-done = Gut gemacht.
tutorial-mated = { tutorial-done } { $mate }: Der König hat kein sicheres Feld mehr, und keine Figur kann ihm helfen.
tutorial-over = Das reicht für den Anfang. Die Regeln stehen in der Hilfe. Viel Spaß bei deiner ersten Partie!
tutorial-back = Schritt zurück
tutorial-skip = Schritt überspringen
tutorial-leave = Hier aufhören
tutorial-play = Zur Partie

## Aufgaben

puzzles = Aufgaben
puzzles-score = Deine Wertung: { $rating }. Fehlerfrei gelöst: { $solved } von { $attempts }.
puzzles-none = Für dieses Brett gibt es noch keine Aufgaben.
puzzles-choose = Löse die Aufgabe des Tages oder die nächste, die zu deiner Wertung passt.
puzzle-daily = Aufgabe des Tages
puzzle-next = Nächste Aufgabe
puzzle-solution = Lösung zeigen
puzzle-mate = { side } zieht: Matt in { $count }.
puzzle-win = { $count ->
    [one] { side } zieht: Gewinne die Partie in einem Zug.
   *[other] { side } zieht: Gewinne die Partie in { $count } Zügen.
}
puzzle-best = { side } zieht: Finde den besten Zug.
puzzle-right = Richtig!
puzzle-next-move = { side } antwortet: { $move }. Wie geht es weiter?
puzzle-wrong = Der war es nicht: Es gibt einen besseren Zug.
puzzle-refuted = Der war es nicht. { side } antwortet: { $move }.
puzzle-solved = Gelöst: { puzzle-motif }.
puzzle-shown = Das war die Lösung: { puzzle-motif }.
puzzle-motif = { $motif ->
    [mate] Matt
    [win] ein entscheidender Schlagzug
    [fork] eine Gabel
    [discovery] ein Abzug
    [pin] eine Fesselung
    [capture] ein lohnender Schlagzug
    [defence] eine Verteidigung
   *[gain] ein Materialgewinn
}

## Endspiele

endings = Endspiele üben
endings-choose = Womit willst du matt setzen? Du beginnst in einer Gewinnstellung, und die andere Seite verteidigt sich, so gut es geht.
ending-name = { $class ->
    [KQK] Dame
    [KRK] Turm
    [KBBK] Zwei Läufer
    [KBNK] Läufer und Springer
   *[KNNK] Zwei Springer
}
ending-solving = Das Endspiel wird berechnet. Das dauert ein paar Sekunden.
ending-won = Immer noch gewonnen: Matt in { $count }.
ending-slipped = Damit ist der Gewinn vergeben: Jetzt ist es remis.
ending-mated = Matt. Gut gemacht!
ending-another = Andere Stellung

## Wie die Figuren ziehen

piece-title = { $piece ->
    [king] König
    [queen] Dame
    [rook] Turm
    [bishop] Läufer
    [knight] Springer
    [pawn] Bauer
    [unicorn] Einhorn
    [duchess] Herzogin
    [marshal] Marschall
    [governor] Gouverneur
    [cardinal] Kardinal
    [cavalcade] Kavalkade
   *[other] { $title }
}

## Wie die Figuren ziehen: die Icochess-Kugel

lesson-ball-king = Ein Feld über eine Kante, nie ins Schach.
lesson-ball-queen = Wie ein Turm oder ein Läufer.
lesson-ball-rook = Beliebig viele freie Felder von Kante zu Kante, in einem Streifen von 20 Feldern rund um die Kugel.
lesson-ball-bishop = Beliebig viele freie Felder geradeaus, abwechselnd über eine Kante und über die Ecke, die ihr gegenüberliegt. An einer Ecke von nur fünf Feldern endet die Linie.
lesson-ball-knight = Auf eine seitliche Ecke: ein Feld, das sein eigenes nur an einer Ecke berührt und neben einem seiner Kantennachbarn liegt. Er springt über alles dazwischen.
lesson-ball-pawn = Ein Feld über eine Kante, in jede Richtung, zum Ziehen wie zum Schlagen. In seinem ersten Zug auch zwei, wenn das Feld dazwischen frei ist.
lesson-ball-rim = Eine Scheibe am Rand zählt verdeckte Züge: Dreh die Kugel, um sie zu sehen.

## Wie die Figuren ziehen: 8×8-Schach

lesson-chess-king = Ein Feld in jede Richtung, nie ins Schach. Einmal, wenn weder er noch der Turm gezogen hat, darf er rochieren: Wähle das Feld zwei Schritte zum Turm hin oder den Turm selbst. Der Turm kommt auf seine andere Seite.
lesson-chess-queen = Wie ein Turm oder ein Läufer.
lesson-chess-rook = Beliebig viele freie Felder auf einer Reihe oder Linie.
lesson-chess-bishop = Beliebig viele freie Felder auf einer Diagonale.
lesson-chess-knight = Zwei Felder auf einer Reihe oder Linie und eines zur Seite. Er springt über alles dazwischen.
lesson-chess-pawn = Ein Feld vorwärts, in seinem ersten Zug auch zwei. Er schlägt schräg vorwärts. Ein Bauer, der gerade zwei Felder an ihm vorbeigezogen ist, darf en passant geschlagen werden. Auf der letzten Reihe wird er zu Dame, Turm, Läufer oder Springer.

## Wie die Figuren ziehen: Star Trek 3D

lesson-trek-king = Ein Feld in jede Richtung, auch gerade oder schräg nach oben oder unten, nie ins Schach.
lesson-trek-queen = Wie ein Turm oder ein Läufer.
lesson-trek-rook = Beliebig viele freie Felder geradeaus: auf einer Spalte oder Reihe, gerade nach oben oder unten, oder auf einer Spalte oder Reihe und mit jedem Schritt eine Ebene höher oder tiefer. Ein fehlendes Feld hält ihn auf.
lesson-trek-bishop = Beliebig viele freie Felder auf einer Diagonale, auf seiner Ebene oder mit jedem Schritt eine Ebene höher oder tiefer. Ein fehlendes Feld hält ihn auf.
lesson-trek-knight = Zwei Felder auf einer Reihe, einer Spalte oder senkrecht, und eines auf einer anderen davon. Er springt über alles dazwischen und über fehlende Felder.
lesson-trek-pawn = Ein Feld voran, auf seiner Ebene oder eine Ebene zur anderen Seite hin (für Weiß nach unten, für Schwarz nach oben). In seinem ersten Zug auch zwei solche Schritte. Auf der letzten Reihe jedes Bretts darf er auch ein Feld zur Seite. Er schlägt eine Reihe voran in einer Nachbarspalte, auf seiner Ebene oder jeder Ebene zur anderen Seite hin. Sechs Reihen weiter wird er zur Dame: auf Reihe 8 (Schwarz: 1), wenn er auf einem großen Brett begann, auf Reihe 7 (Schwarz: 2), wenn er auf einem Angriffsbrett begann. Ein Bauer, den ein Angriffsbrett mitgenommen hat, hat gezogen und verliert seine zwei Schritte.
lesson-trek-boards = Statt einer Figur darfst du ein Angriffsbrett ziehen, mit allem, was darauf steht, auf jeden freien Stift. Wähle es am Rand, an einem leeren Feld oder indem du eine Figur darauf zweimal wählst; wähle dann eine Perle. Es muss eine deiner Figuren tragen, keine gegnerische und keinen König. Mit einem Bauern darauf bleibt es in seinen Reihen. Wer nur noch den König hat, verliert.
lesson-trek-boards-adjacent = Statt einer Figur darfst du ein Angriffsbrett ziehen, mit allem, was darauf steht, auf einen freien Stift neben seinem: an derselben Ecke, an der nächsten Ecke entlang einer Kante des großen Bretts, oder an einer Ecke des großen Bretts darüber oder darunter, in derselben Spalte und höchstens zwei Reihen entfernt. Wähle es am Rand, an einem leeren Feld oder indem du eine Figur darauf zweimal wählst; wähle dann eine Perle. Es muss eine deiner Figuren tragen, keine gegnerische und keinen König. Mit einem Bauern darauf bleibt es in seinen Reihen. Wer nur noch den König hat, verliert.

## Wie die Figuren ziehen: OctHex 146

lesson-octhex-rook = Geradeaus von Nachbarfeld zu Nachbarfeld, so weit der Weg frei ist. Es gibt 12 Richtungen: 4 auf seiner Ebene, 4 nach oben und 4 nach unten.
lesson-octhex-bishop = Geradeaus über Ecken, so weit der Weg frei ist: schräg auf seiner Ebene, oder gerade nach oben oder unten, an der nächsten Ebene vorbei. Er bleibt immer auf Feldern mit demselben Umriss.
lesson-octhex-unicorn = Geradeaus in schmalen Doppelschritten, so weit der Weg frei ist. Es gibt 24 Richtungen, jede zur nächsten oder übernächsten Ebene.
lesson-octhex-knight = Zwei Schritte wie ein Turm und einer zur Seite: 24 Felder, 8 auf seiner Ebene, 8 auf den Ebenen daneben, 8 drei Ebenen weiter. Er springt über alles dazwischen.
lesson-octhex-queen = Wie ein Turm oder ein Läufer. Sie zählt für beide Elemente.
lesson-octhex-duchess = Wie ein Turm oder ein Einhorn. Verlässt eine Herzogin zum ersten Mal ihr Anfangsfeld, kommt dort der Läufer in Reserve ins Spiel.
lesson-octhex-marshal = Wie ein Turm oder ein Springer. Verlässt ein Marschall zum ersten Mal sein Anfangsfeld, kommt dort der Läufer in Reserve ins Spiel.
lesson-octhex-governor = Wie ein Läufer oder ein Einhorn.
lesson-octhex-cardinal = Wie ein Läufer oder ein Springer.
lesson-octhex-cavalcade = Wie ein Einhorn oder ein Springer. Verlässt eine Kavalkade zum ersten Mal ihr Anfangsfeld, kommt dort der Läufer in Reserve ins Spiel.
lesson-octhex-pawn = Ein Schritt voran in die nächste sechseckige Ebene, auf eines von 3 Feldern. Er schlägt einen Läuferschritt voraus. In der letzten Ebene wird er zu einer beliebigen anderen Figur.
lesson-octhex-elements = Turm, Läufer, Einhorn und Springer sind die vier Elemente. Jede andere Figur außer dem Bauern verbindet zwei davon. Du gewinnst sofort, wenn du der anderen Seite die letzte Figur eines Elements nimmst. Der Läufer neben dem Brett zählt, solange er noch ins Spiel kommen kann.

## Wie die Figuren ziehen: Raumschach

lesson-raumschach-king = Ein Feld in jede der 26 Richtungen, nie ins Schach.
lesson-raumschach-queen = Wie ein Turm, ein Läufer oder ein Einhorn.
lesson-raumschach-rook = Beliebig viele freie Felder durch ihre Flächen: auf einer Reihe oder Linie, oder gerade nach oben oder unten.
lesson-raumschach-bishop = Beliebig viele freie Felder durch ihre Kanten: schräg auf seiner Ebene, oder auf einer Reihe oder Linie und mit jedem Schritt eine Ebene höher oder tiefer. Er bleibt auf Feldern seiner Farbe.
lesson-raumschach-unicorn = Beliebig viele freie Felder durch ihre Ecken: schräg und mit jedem Schritt eine Ebene höher oder tiefer. Es erreicht nur ein Viertel des Bretts.
lesson-raumschach-knight = Zwei Felder auf einer Reihe, einer Linie oder senkrecht, und eins zur Seite. Er springt über alles dazwischen.
lesson-raumschach-pawn = Ein Feld vorwärts, oder eine Ebene zur anderen Seite hin (für Weiß nach oben, für Schwarz nach unten). Er schlägt ein Feld vorwärts und zur Seite, eine Ebene weiter und zur Seite, oder eine Ebene weiter und vorwärts. Auf der letzten Reihe der letzten Ebene wird er zu Dame, Turm, Läufer, Einhorn oder Springer.
lesson-raumschach-ways = Weiß beginnt auf den beiden untersten Ebenen, Schwarz auf den beiden obersten. Felder mit einer gemeinsamen Fläche haben immer verschiedene Farben, auch wenn eines über dem anderen liegt.

## Die Regeln

rules-title-start = Die Startstellung
rules-title-moves = Ziehen und Schlagen
rules-title-pieces = Die Figuren
rules-title-castling = Rochade
rules-title-promotion = Umwandlung
rules-title-en-passant = En passant
rules-title-attack-boards = Angriffsbretter
rules-title-edge = Kantennachbarn
rules-title-side-corner = Seitliche Ecken
rules-title-direct-corner = Direkte Ecken
rules-title-beside = Seite an Seite
rules-title-across = Über eine Ecke
rules-title-check = Schach und Matt
rules-title-win = Wie man gewinnt
rules-title-draws = Remis
rules-title-ranks = Wahre Reihen
rules-title-tile-names = Namen der Felder
rules-title-square-names = Namen der Felder
rules-title-cell-names = Namen der Felder
rules-title-author = Herkunft
rules-to-pieces = Wie die Figuren ziehen
rules-turns = Weiß beginnt, dann wird abwechselnd gezogen. Aussetzen darf man nicht. Eine Figur schlägt, indem sie auf das Feld einer gegnerischen zieht.
rules-shown = Wähle dies, um es auf dem Brett zu sehen.
rules-names-shown = Solange dies gewählt ist, zeigt das Brett die Namen. Im Fenster blenden die Tasten Tab und N sie jederzeit ein.
rules-names-level = { rules-names-shown } Nur die Ebene, auf die du zeigst, hat ihre Namen. Alle zugleich würden sich überlappen.
rules-mate = Ein König, der als Nächstes geschlagen werden könnte, steht im Schach. Der nächste Zug muss das beenden: Der König zieht auf ein sicheres Feld, eine Figur geht dazwischen, oder die schachbietende Figur wird geschlagen. Kein Zug darf den eigenen König im Schach lassen oder ins Schach bringen. Wer im Schach steht und keinen solchen Zug hat, ist matt und verliert.
rules-other-ends = Wer aufgibt oder die Zeit überschreitet, verliert; könnte aber die andere Seite gar nicht mehr gewinnen, ist die Partie remis.
rules-other-draws = Remis ist die Partie auch, wenn beide Seiten es vereinbaren, wenn eine Stellung zum fünften Mal entsteht, und nach 75 Zügen jeder Seite ohne Schlagen und ohne Bauernzug. Vom dritten Mal an, oder nach 50 solchen Zügen jeder Seite, darf die Seite am Zug Remis reklamieren.
rules-stalemate = Eine Seite, die nicht im Schach steht und keinen erlaubten Zug hat, ist patt, und die Partie ist remis.
rules-check = { rules-mate } { rules-other-ends }

## Die Regeln: die Icochess-Kugel

rules-setup-ball = Jede Seite hat einen König, eine Dame, zwei Türme, zwei Läufer, zwei Springer und vier Bauern. Schwarz beginnt auf der Rückseite der Kugel, gegenüber von Weiß. Die ausgewogene Startstellung hat dieselben Felder wie die ursprüngliche, mit den Figuren in anderer Ordnung.
rules-moves-ball = { rules-turns } Nur der Springer springt über andere Figuren. Es gibt keine Umwandlung, keine Rochade und kein en passant.
rules-edge = Sie haben mit einem Feld zwei Ecken gemeinsam. Jedes Feld hat 3, mit durchgezogenem Rahmen. { rules-shown }
rules-side-corner = Sie haben mit einem Feld eine Ecke gemeinsam und mit einem seiner Kantennachbarn zwei. Jedes Feld hat 6, mit gestricheltem Rahmen. { rules-shown }
rules-direct-corner = Sie haben mit einem Feld eine Ecke gemeinsam und liegen ihm dort gerade gegenüber. Felder mit der Zahl 1 haben 3, die anderen 2. Von ihren Rahmen sind nur die Ecken gezeichnet. { rules-shown }
rules-draws-ball = { rules-stalemate } Remis ist die Partie auch, wenn keine Seite mehr mattsetzen kann: mit bloßen Königen, oder mit Königen und einem Springer, einem Bauern, je einem Bauern oder zwei Bauern einer Seite, die schon gezogen haben. { rules-other-draws }
rules-names-ball = Die Buchstaben A bis T stehen für die großen Dreiecke, aus denen die Kugel besteht, die Zahlen für ihre vier Felder: 1 ist das in der Mitte. { rules-names-shown }
made-by-icochess = Icochess, das Spiel auf der Kugel: ReasonMakes, 2020 (github.com/ReasonMakes/icochess).

## Die Regeln: 8×8-Schach

rules-setup-chess = Von A bis H: Turm, Springer, Läufer, Dame, König, Läufer, Springer, Turm, und davor die Bauern. Jede Dame beginnt auf einem Feld ihrer Farbe, und rechts vor jedem Spieler ist ein helles Eckfeld.
rules-moves-chess = { rules-turns } Nur der Springer springt über andere Figuren, und bei der Rochade der Turm über den König. Aufgeben darf man jederzeit.
rules-pieces-chess = Der Turm zieht beliebig weit auf einer Reihe oder Linie, der Läufer auf einer Diagonale, die Dame auf jeder davon. Der König zieht ein Feld in jede Richtung. Der Springer zieht zwei Felder auf einer Reihe oder Linie und eines zur Seite. Der Bauer zieht ein Feld vorwärts, in seinem ersten Zug auch zwei, und schlägt dort nie. Er schlägt ein Feld schräg vorwärts.
rules-castling-chess = Der König zieht zwei Felder auf einen Turm seiner Reihe zu, und der Turm auf das Feld, über das der König gezogen ist. Beide dürfen noch nicht gezogen haben, und zwischen ihnen darf nichts stehen. Der König darf nicht im Schach stehen, und keine gegnerische Figur darf ein Feld angreifen, über das oder auf das er zieht.
rules-promotion-chess = Ein Bauer, der die letzte Reihe erreicht, wird sofort zu Dame, Turm, Läufer oder Springer seiner Farbe. Sein Spieler wählt, auch wenn keine solche Figur geschlagen wurde.
rules-en-passant-chess = Ein Bauer, der zwei Felder zieht und neben einem gegnerischen Bauern landet, darf geschlagen werden, als wäre er nur eines gezogen. Das geht nur im allernächsten Zug. Zieht der weiße Bauer von A2 nach A4, so zieht der schwarze von B4 nach A3 und schlägt ihn.
rules-draws-chess = { rules-stalemate } Remis ist die Partie auch, wenn keine Seite mehr mattsetzen kann: mit bloßen Königen, oder mit Königen und einem Springer oder Läufern auf Feldern einer Farbe, und wenn die Bauern festgefahren sind und nur noch die Könige ziehen können, ohne etwas zu schlagen. { rules-other-draws }
rules-names-chess = Die Linien A bis H liegen von links nach rechts, wie Weiß sie sieht, die Reihen 1 bis 8 von Weiß nach Schwarz. { rules-names-shown }
made-by-chess = 8×8-Schach: die Regeln der FIDE. Was das Spiel sonst dazu bietet, folgt chess3d, von James Wickenden (github.com/James-Wickenden/chess3d), und dem Entwurf eines Schachspiels für zwei, dessen Verfasser wir nicht kennen.

## Die Regeln: Star Trek 3D

rules-setup-trek = Das oberste große Brett gehört Weiß, das mittlere ist neutral, das unterste gehört Schwarz. Angriffsbretter hängen an Stiften über und unter ihren Ecken. Die Quelle sagt nicht, wo die Figuren stehen. Hier beginnen König, Dame und Türme auf Angriffsbrettern oder, wie auf dem Poster, König, Dame und Läufer auf den großen. Es gibt sechs Angriffsbretter. Mit vieren sind es 64 Felder, so viele wie auf 8×8. Fünf können nicht für beide Seiten gleich hängen: Das fünfte ist am Stift B63, näher bei Schwarz, das als Zweites zieht.
rules-moves-trek = { rules-turns } Nur Springer, und Bauern, die auf einer anderen Ebene schlagen, springen über andere Figuren. Es gibt keine Rochade und kein en passant.
rules-win-trek = { rules-mate } Wer nur noch den König hat, verliert sofort. { rules-other-ends }
rules-draws-trek = { rules-stalemate } Remis ist die Partie auch, wenn beide Seiten nur noch den König haben. { rules-other-draws } Ein Angriffsbrett zu ziehen ist kein Bauernzug, auch wenn Bauern darauf stehen.
rules-names-trek = Zuerst die Spalte, A bis F von links nach rechts, wie Weiß sie sieht; dann die Reihe, 0 bis 9 von Weiß nach Schwarz; dann die Ebene, 1 unten bis 7 oben. { rules-names-shown }
made-by-trek = Star Trek 3D: nach der Seite von mjollnir.com (mjollnir.com/Chess.html).

## Die Regeln: OctHex 146

rules-setup-octhex = Die Figuren von Weiß beginnen auf einer Fläche des Oktaeders, seine Bauern in der Ebene davor; Schwarz steht gegenüber. Drei Läufer stehen an den Ecken der Fläche, der vierte wartet neben dem Brett. Das Diagramm, in dem der Autor die anderen Figuren aufstellt, ist verloren. Sein Text sagt noch, wo Herzogin, Marschall und Kavalkade stehen: auf den drei Feldern, die kein Läufer auf dem Brett erreichen kann. Die Startstellung an den Kanten ist eine Rekonstruktion: jede einfache Figur an einer Kante, jede zusammengesetzte neben den beiden, die sie verbindet. Die Startstellungen „gemischt“ und „Türme beisammen“ sind von uns; links und rechts sind fast gespiegelt.
rules-moves-octhex = { rules-turns } Nur Springer springen über andere Figuren. Verlässt eine Herzogin, ein Marschall oder eine Kavalkade zum ersten Mal das Anfangsfeld, kommt dort der vierte Läufer ins Spiel. Zwei Fälle lässt der Text des Autors offen. Wir lesen ihn so: Umgewandelte Figuren bringen den Läufer nicht ins Spiel. Sind alle drei geschlagen, ist er verloren, und das kann die Partie kosten.
rules-beside-octhex = Ein Feld hat bis zu 12 Nachbarn: 4 auf seiner Ebene, 4 darüber und 4 darunter. Dorthin führt ein Turmschritt. { rules-shown }
rules-across-octhex = Über seine Ecken hat ein Feld bis zu 6 andere: 4 schräg auf seiner Ebene, eines gerade darüber und eines gerade darunter, jeweils an der nächsten Ebene vorbei. Dorthin führt ein Läuferschritt. { rules-shown }
rules-win-octhex = { lesson-octhex-elements } Es gibt keinen König, kein Schach und kein Matt. { rules-other-ends }
rules-draws-octhex = Hat eine Seite keinen erlaubten Zug, ist sie patt, und die Partie ist remis. { rules-other-draws }
rules-ranks-octhex = Der Autor nennt die sechs sechseckigen Ebenen zwischen den Lagern die wahren Reihen. „Schnitt“ zeigt sie: Die Figuren von Weiß beginnen auf der ersten, seine Bauern auf der zweiten, die Bauern von Schwarz auf der fünften und seine Figuren auf der sechsten. Ein Bauer geht mit jedem Zug eine weiter.
rules-names-octhex = Zuerst die Ebene, A unten bis K oben; dann die Spalte, 1 am nächsten bei Weiß; dann die Reihe, 1 links, wie Weiß sie sieht. { rules-names-level }
made-by-octhex = OctHex 146: Charles Gilman, 2006 und 2016 (chessvariants.com).

## Die Regeln: Raumschach

rules-setup-raumschach = Weiß hat die beiden untersten Ebenen, Schwarz die beiden obersten, jeweils mit den Bauern davor. Auf der äußeren Ebene stehen Turm, Springer, König, Springer, Turm; auf der inneren von A bis E bei Weiß Läufer, Einhorn, Dame, Läufer, Einhorn und bei Schwarz Einhorn, Läufer, Dame, Einhorn, Läufer.
rules-moves-raumschach = { rules-turns } Nur der Springer springt über andere Figuren. Bauern ziehen nie zwei Felder. Es gibt keine Rochade und kein en passant.
rules-draws-raumschach = { rules-stalemate } Remis ist die Partie auch, wenn keine Seite mehr die Figuren zum Mattsetzen hat, wie mit bloßen Königen. { rules-other-draws }
rules-names-raumschach = Zuerst die Ebene, A unten bis E oben; dann die Linie, A bis E von links nach rechts, wie Weiß sie sieht; dann die Reihe, 1 bis 5 von Weiß nach Schwarz. { rules-names-level }
made-by-raumschach = Raumschach: Ferdinand Maack, 1907, mit der Aufstellung von Anthony Dickins.

## Bretter im Raum

take-apart = Auffächern
put-together = Stapeln
cut = Schnitt
whole-board = Ganzes Brett
plane-next = Nächster Schnitt
plane-previous = Voriger Schnitt
cut-shown = { $cut }: { $number } von { $count }
cut-levels = Ebenen
cut-ranks = Wahre Reihen
cut-hexagons = Sechsecke
cut-squares = Quadrate
cut-hexagons-of = Sechsecke ({ $number })
cut-squares-of = Quadrate ({ $number })
cut-raumschach-files = Linien
cut-raumschach-ranks = Reihen

## Neue Partie

setup-board = Brett
setup-start = Startstellung
draw-who-has-white = Farben auslosen
person = Mensch
computer = Computer
people-only = Der Computer kann auf diesem Brett nicht spielen.
games-to-play = Partien
random-plies = Zufällige Anfangszüge
series-text = Die Partien laufen nacheinander, jedes Mal mit vertauschten Farben. Jeder zufällige Anfang wird zweimal gespielt, einmal mit jeder Farbe.
explain-random = Er spielt irgendeinen erlaubten Zug.
explain-value = Er gewinnt Material, wo es geht, und rechnet ein paar Züge voraus.
explain-attack = Er greift an, wo es geht, und rechnet ein paar Züge voraus.
explain-strong = Er spielt so gut, wie er es auf seiner Stufe kann.
explain-engine = Die in den Einstellungen genannte Engine spielt.
player-name = Name von { side }
player-is = { side } ist
who-plays = Spieler
person-or-computer = Spieler wechseln
who-plays-text = Gilt ab dem nächsten Zug.
no-take-over = Der Computer kann keine Partie mit Uhr zwischen zwei Spielern übernehmen.
takes-over = Computer übernimmt { side }
player-plays = { side } spielt
player-level = Stufe von { side }
strength = Stufe
match-strength = An meine Stärke anpassen
moves-ahead = Züge voraus
player-moves-ahead = { side }: Züge voraus
level-in-words = { $level }: { $level ->
    [1] für die erste Partie
    [2] Anfänger
    [3] Lernender
    [4] Lernender
    [5] Gelegenheitsspieler
    [6] Gelegenheitsspieler
    [7] Gelegenheitsspieler
    [8] Gelegenheitsspieler
    [9] geübter Spieler
    [10] geübter Spieler
    [11] Vereinsspieler
    [12] Vereinsspieler
    [13] Vereinsspieler
    [14] starker Vereinsspieler
    [15] starker Vereinsspieler
    [16] starker Vereinsspieler
    [17] Experte
   *[other] stärker als Meister
}
level-and-rating = { $level }, etwa { $rating }
more = Mehr
less = Weniger

## Uhren

clock = Uhr
clock-kind = Art der Uhr
another-time-for-black = Andere Zeit für Schwarz
clock-none = Keine
clock-other = Andere
explain-no-clock = Ohne Uhr: Denk nach, solange du möchtest.
explain-time = Jede Seite hat { $time } für alle ihre Züge.
explain-time-and-bonus = Jede Seite hat { $time } und bekommt nach jedem ihrer Züge { $bonus } dazu.
explain-increment = Der Bonus kommt nach jedem Zug dazu.
explain-bronstein = Nach jedem Zug bekommst du die verbrauchte Zeit zurück, höchstens den Bonus.
explain-delay = Bei jedem Zug wartet die Uhr den Bonus ab, bevor sie läuft.
explain-per-move = Für jeden Zug hast du die ganze Zeit.
explain-hourglass = Die Zeit, die du verbrauchst, bekommt die andere Seite.
clock-increment = Fischer
clock-bronstein = Bronstein
clock-delay = Verzögerung
clock-per-move = Pro Zug
clock-hourglass = Sanduhr
player-time = Bedenkzeit von { side }
player-bonus = Bonus von { side }
time-and-bonus = { $time } + { $bonus }
minutes = { $value } min
seconds = { $value } s

## Spieler

players-none = Noch keine beendete Partie zwischen Spielern mit Namen.
looking = Suche läuft …
draws-count = { $count } Remis
tally = { $score }, { $board }
tally-with-draws = { $score }, { draws-count }, { $board }

## Gespeicherte Partien

saved-none = Noch keine Partien. Beendete und abgebrochene Partien findest du hier.
newer = Neuere
older = Ältere
import-clipboard = Aus der Zwischenablage
import-file = Aus einer Datei
export-all = Alle exportieren
choose-saved = Wähle eine Partie aus der Liste.
ask-delete = Diese Partie in den Papierkorb legen?
delete-it = In den Papierkorb
keep-it = Behalten
open = Öffnen
export-pgn = PGN exportieren
export-position = Stellung exportieren
copy-pgn = PGN kopieren
copy-position = Stellung kopieren
copy-diagram = Diagramm kopieren
copy-link = Link kopieren
delete = Löschen
event = Turnier
white-player = Spieler mit Weiß
black-player = Spieler mit Schwarz
rename = Umbenennen
unfinished = offen
games-done-of = { $done } von { games-count }
games-read = { games-count }, { $read } von { $size } MB gelesen
saved-size = { games-count }, { $size }
saved-pages = { saved-size }, Seite { $page } von { $pages }
saved-players = { $white } – { $black }
saved-event = { $event }: { $players }
saved-game = { $names } { $result } { $date }

## Einstellungen

names-of-cells = Feldnamen
show-moves = Zu verdeckten Zügen drehen
show-moves-text = Dreht die Kugel zu den Zügen des Computers, zu Tipps und zu einem mattgesetzten König.
turn-back = Nach dem Computerzug zurückdrehen
turn-back-text = Deine Seite kommt wieder nach vorn, sobald du den Zug gesehen hast.
confirm-moves = Jeden Zug bestätigen
confirm-moves-text = Zeigt jeden Zug erst an. Um ihn zu spielen, wähle sein Ziel noch einmal, oder drück auf „Spielen“. „Je nach Brett“: nur auf Star Trek 3D.
clocks-stand = Uhren in Menüs anhalten
reduced-motion = Weniger Bewegung
reduced-motion-text = Figuren und Brett springen sofort ans Ziel.
move-list-style = Zugliste
move-list-notation = Notation
move-list-columns = Spalten
move-list-style-text = „Je nach Brett“: Spalten auf Star Trek 3D, sonst Notation.
map-shown = Karte des Bretts
map-text = Eine flache Karte des ganzen Bretts. Du kannst direkt auf ihr spielen.
compass = Kompass für die Kugel (Fenster)
compass-text = Eine kleine Kugel zeigt beide Seiten. Drück auf ein Feld oder einen König, um das Brett dorthin zu drehen.
arrows = Pfeiltasten
arrows-text = Im Fenster drehen die Pfeiltasten das Brett oder führen dich herum. „Je nach Brett“: Herumgehen auf Star Trek 3D.
arrows-board = Brett drehen
arrows-around = Herumgehen
compass-label = Kompass: wo beide Seiten stehen
turn-to-king = Zum König von { side } drehen
auto-turn-window = Fenster: Brett nach jedem Zug drehen
auto-turn-headset = Headset: Brett nach jedem Zug drehen
evaluation-bar = Bewertungsbalken
best-lines = Beste Varianten
best-lines-text = Pfeile auf dem Brett, der beste am breitesten, wenn du am Zug bist oder zurückblätterst. 0 zeigt keine.
hints = Tipps
computer-elsewhere = Spieler und Stufen stellst du für jede Partie ein: unter „Neue Partie“, und in einer Partie unter „Spieler wechseln“.
engine = Engine zum Spielen
engine-text = Der Pfad einer UCI-Engine mit ihren Argumenten, wie /usr/games/stockfish.
analysis-engine = Engine zum Bewerten
analysis-engine-text = Bewertet Partien auf den Brettern, die sie kennt. Die anderen bewertet unsere eigene Engine.
most-time = Maximale Zeit pro Zug
between-computers = Pause zwischen Computerzügen
cores = Kerne
memory = Speicher
gives-up = Gibt auf und nimmt Remis an
colours = Farben
bands = Bänder an schwarzen Figuren
room-around = Raum
room-around-text = Umgebung und Licht des Bretts. „Je nach Brett“: jedes in seinem eigenen Raum.
room-of-this-board = Raum dieses Bretts
room-of-this-board-text = Ersetzt auf diesem Brett die Einstellung „Raum“.
as-for-all-boards = Wie für alle Bretter
size-of-text = Textgröße
full-screen = Vollbild
# $value ist die größte Textgröße, die passt, in Prozent.
most-letters = Text über { $value } % passt nicht in dieses Fenster.
smooth-edges = Kantenglättung
shadows = Schatten
render-scale = Bildauflösung
render-scale-text = Eine niedrigere Auflösung oder weniger Kantenglättung bringt eine höhere Bildrate. Im Fenster wirkt die Auflösung sofort, bis 100 %; im Headset ab dem nächsten Start.
refresh-rate = Bildwiederholrate
refresh-rate-text = Gilt, wenn das Headset sie anbietet. Eine niedrigere lässt mehr Zeit für jedes Bild.
refresh-rate-runtime = Standard
refresh-rate-hertz = { $rate } Hz
passthrough = Das eigene Zimmer sehen
passthrough-text = Im Headset schwebt das Brett in deinem eigenen Zimmer.
passthrough-next-time = Du siehst dein eigenes Zimmer, wenn du das nächste Mal im Headset spielst.
frame-rate = Bildrate zeigen
mirror = Headset im Fenster zeigen
size-of-board = Größe des Bretts
farther-away = Abstand des Bretts
board-place-text = Größe und Lage des Bretts im Headset.
main-hand-text = Im Headset ist die Tafel auf dieser Seite.
reset-place = Größe und Lage zurücksetzen
toggle-grab = Griff als Schalter
toggle-grab-text = Im Headset hält ein Druck auf den Griff das Brett, ein zweiter lässt es los.
inertia = Schwung
inertia-text = Im Headset dreht sich das Brett nach dem Loslassen kurz weiter. Aus bei „Weniger Bewegung“.
steady-rays = Ruhiger Zeiger
return-to-headset = Automatisch ins Headset zurückkehren
return-to-headset-text = Wechselt zurück, sobald ein verlorenes Headset wieder bereit ist.
eye-height = Augenhöhe im Sitzen
eye-height-text = Für Headsets ohne Erkennung des Bodens oder der Position.
volume = Lautstärke
volume-pieces = Figuren
volume-signals = Signale
volume-pointing = Zeiger
volume-room = Raumgeräusche
volume-text = Signale: Schach, Uhr, abgelehnte Züge, Ende der Partie. Raumgeräusche: das leise Rauschen eines stillen Raums. Alle gelten relativ zur Lautstärke.
mono = Mono
stereo-width = Stereobreite
stereo-width-text = Wie weit links und rechts auf dem Brett auseinander klingen. 100 % entspricht dem Bild; mit mehr hörst du besser, wo eine Figur zieht.
captions = Untertitel
vibration = Vibration der Controller
off = aus
percent = { $value } %
metres = { $value } m
kilobytes = { $value } kB
megabytes = { $value } MB
cores-and-memory-text = Stark auf Stufe { $level }, Tipps und Bewertung nutzen Speicher und Kerne. Material und Angriff nutzen nur Kerne.

## Untertitel

caption-move = Zug
caption-carried = Angriffsbrett { $from } nach { $to }
caption-taken-back = Zug zurückgenommen
caption-capture = Geschlagen
caption-refused = Abgelehnt
caption-check = Schach
caption-clock = Uhr
caption-passed = Nächster Spieler
caption-your-turn = Du bist am Zug
caption-step-done = Schritt geschafft
caption-steps-done = Alle Schritte geschafft
caption-end = Ende der Partie
caption-end-by = { caption-end }: { $reason }
whence-behind = hinten
whence-right = rechts
whence-left = links
whence-above = oben
whence-below = unten
caption-clock-seconds = { $count ->
    [one] Uhr: eine Sekunde
   *[other] Uhr: { $count } Sekunden
}
caption-from = { $what } ({ $whence }, { $cell })
caption-two = { $first }. { $next }

## Neben den Seiten

frames-a-second = { $value } Bilder pro Sekunde
mirror-label = Blick aus dem Headset
mirror-off = M: Brett hier zeigen

## Die Bewertung

chance-of-white = Weiß { $value } %
curve-of-white = Gewinnchancen von Weiß
mate-for-white = +Matt
mate-for-black = -Matt
mate-in = { $mate } in { $count }
best-line = { $value }: { $moves }

## Übergabe des Headsets

handover-sit = Setz dich bequem hin und schau nach vorn: Das Brett kommt zu dir.
handover-turns = Das Brett dreht sich zu dir.
start-now = Sofort starten
not-me = Nicht ich
handover-panel = Halte den Abzug gedrückt oder Daumen und Zeigefinger zusammen, bis der Balken voll ist.
handover-panel-long = Wer das Headset bekommt, hält den Abzug gedrückt oder Daumen und Zeigefinger zusammen, bis der Balken voll ist. Das dauert länger, solange sich das Headset nicht bewegt hat.
handover-window = Wer das Headset bekommt, setzt es auf und hält den Abzug gedrückt oder Daumen und Zeigefinger zusammen. Auch ein Klick hier genügt.
handover-clocks = So lange stehen die Uhren.
hello-player = Hallo, { $name }
pass-headset = Gib das Headset an { $name }
is-next = { $name } ist dran
i-am = Ich bin { $name }: Start

## Zwei Spieler

free-takebacks = Züge ohne Nachfrage zurücknehmen
free-takebacks-text = Sonst muss in Partien mit Uhr der andere Spieler zustimmen.
hide-names = Namen der Freunde ausblenden
hide-phrases = Nachrichten der Freunde ausblenden
counts-next-game = Gilt ab der nächsten Partie.
landed-time = Zeit zum Zurücknehmen
landed-time-text = Wenn ihr euch ein Headset oder ein Fenster teilt. Danach ist der andere Spieler dran.
hide-while-passing = Figuren bei der Übergabe verbergen
hide-while-passing-text = So kann niemand das Brett studieren, während die Uhren stehen.
show-friend = Kopf und Hände deines Gegenübers zeigen
show-friend-text = Wenn ihr an verschiedenen Orten spielt. Wer ein Fenster benutzt, ist ein sanftes Licht auf dem Brett.
share-presence = Meinen Kopf und meine Hände zeigen
share-presence-text = Von einem Fenster aus sieht dein Gegenüber, wohin du zeigst.
always = Immer
hide-with-clock = Mit Uhr
never = Nie
against-each-other = Gegeneinander
against-each-other-text = Aus den beendeten Partien unter „Gespeicherte Partien“.
players-nobody = Noch niemand. Wer unter „Neue Partie“ einen Namen bekommt, erscheint hier.
new-player = Neuer Spieler
add = Hinzufügen
delete-them = Löschen
keep-them = Behalten
name = Name
pairing-tally = Diese Sitzung
end-pairing = Sitzung beenden
ask-delete-player = Die Datei von { $name } in den Papierkorb legen? Die Partien bleiben.
score = { $won } gewonnen, { $lost } verloren, { $drawn } remis
name-missing = Bitte gib einen Namen ein.
name-taken = Der Name { $name } ist vergeben. Wähle einen anderen.

## Eigene Einstellungen eines Spielers

higher = Höhe des Bretts
as-in-settings = Wie eingestellt
right = Rechts
left = Links
main-hand = Haupthand
on = An
switched-off = Aus
own-values-text = Gilt, wenn dieser Spieler am Zug ist; sonst gelten die Einstellungen. Haupthand, Größe, Abstand und Höhe zählen nur im Headset.
all-as-in-settings = Alles zurücksetzen
value-of-settings = { $value }, wie eingestellt

## Sitzordnung

against-computer = Gegen den Computer
seat-screen = Zwei Spieler, dieser Bildschirm
seat-headset = Zwei Spieler, dieses Headset
seat-apart = Headset und Fenster
seat-alone = Ein Spieler, beide Seiten
seat-computers = Computer gegen Computer
explain-against-computer = Du spielst eine Seite, der Computer die andere.
explain-screen = Zwei Spieler ziehen abwechselnd, an diesem Bildschirm.
explain-headset = Zwei Spieler ziehen abwechselnd und geben dieses Headset weiter.
explain-apart = Ein Spieler trägt das Headset, der andere sitzt am Fenster.
explain-alone = Ein Spieler zieht für beide Seiten.
explain-computers = Der Computer spielt beide Seiten, und du schaust zu.
you-play = Du spielst
side-by-chance = Auslosen
who-has-headset = Im Headset
order-none = Nein
order-winner-stays = Sieger bleibt
order-round-robin = Jeder gegen jeden
more-than-two = Mehr als zwei
explain-order-none = Die beiden können noch einmal spielen.
explain-winner-stays = Wer verliert, macht dem Nächsten Platz.
explain-round-robin = Jeder spielt gegen jeden.
pairing-too-few = Wähle mindestens drei Spieler. Wer fehlt, wird unter „Spielerliste“ hinzugefügt.
pairing-lacks-people = Für mehr als zwei wähle mindestens drei Spieler oder „Nein“.
pairing-order = Aus jedem Ergebnis folgt, wer als Nächstes spielt.
person-plays = { $name } spielt
help-select = Wähle eine Figur und sieh, wie sie zieht: Eine Scheibe markiert einen Zug, ein Ring das Schlagen.
