# All texts of Icochess, in Project Fluent format (https://projectfluent.org/fluent/guide/).
#
# To translate them, copy this file: see docs/contribute/translating.md. Messages missing from a
# translation appear in English. Braces hold values. A message may refer to another message of this
# file, which then gets its arguments.
#
# Each board has its own word for its cells: tiles on the ball, squares on 8×8 and Star Trek 3D,
# cells in Raumschach, places on OctHex 146. Texts for all boards avoid the noun.
#
# The attribute .name keeps the name of a control for other programs when its label changes.
# Translations leave it out.
#
# $side is white or black; $piece is the English name of a piece; $count is a number.

## The language itself

# The language's own name, such as Deutsch.
language-name = English
language = Language
# The system's language, if the game has it.
language-system = System language
language-broken = { $file } has an error on line { $line }. Unreadable parts appear in English.
language-unknown = The language file { $file } was ignored: { $problem }.
language-missing = There is no language file { $file }, so the game is in English.

## Building blocks

# The decimal separator, as in 0.5.
decimal-sign = .
# Joins the items of a list.
list = { $first }, { $next }
moves-count = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
# For screen readers: a field or choice ($what), and a key or option in it.
choice-of = { $what } { $option }
key-space = space
key-delete = delete

## Notices

# Two notices, one below the other.
notices-two =
    { $first }

    { $next }
resumed-on-board = Your saved game uses the board { board }.
loaded-on-board = { $file } uses the board { board }.
game-unreadable = Couldn't read the saved game: { $problem }
settings-unreadable = Couldn't read the settings, so the defaults apply: { $problem }
player-unreadable = Couldn't read a player's file: { $problem }
seats-unreadable = Couldn't read your games with friends: { $problem }
player-unusable = Player ignored: { $problem }
model-unusable = Couldn't use { $file }: { $problem }
model-colours-unusable = Couldn't use the colours of { $file }: { $problem }
setting-unusable = Setting ignored: settings.ron, { $problem }
games-not-saved = Games aren't saved: { $problem }
game-not-saved = Couldn't save: { $problem }. Retrying after your next move.
settings-not-saved = Couldn't save the settings: { $problem }. Retrying after your next move.
players-not-saved = Couldn't save the players: { $problem }. Retrying after your next move.
seats-not-saved = Couldn't save your games with friends: { $problem }. Retrying later.
moves-lost = Couldn't save the last moves.
graphics-lost = The graphics card or its driver stopped
graphics-out-of-memory = The graphics card is out of memory
graphics-refused = The graphics card can't draw this
graphics-ends = { $why }. Start Icochess again to continue the game.
headset-looked-for = Looking for a headset…
headset-missing = No headset found: { $problem }.
headset-silent = No headset found: the OpenXR runtime didn't answer within { $seconds } s. Try again in a moment.
headset-unsaved = Staying in the window: the last moves couldn't be saved.
game-saved-again = Your game is saved again.
settings-saved-again = Your settings are saved again.
players-saved-again = The players are saved again.
seats-saved-again = Your games with friends are saved again.
files-not-stored = Couldn't save: { $problem }. Closing this page loses the last changes.
files-stored-again = Everything is saved again.
game-deleted = Moved { $file } to the bin.
game-exported = Saved the game as { $file }.
picture-saved = Saved as { $file }.
games-count = { $count ->
    [one] { $count } game
   *[other] { $count } games
}
games-imported = { games-count } imported.
games-imported-stopped = { games-count } imported. The rest wasn't read.
games-imported-but = { $imported } { games-count } couldn't be read: { $problem }.
games-imported-broken = { $imported } The rest couldn't be read: { $problem }.
games-imported-most = { $imported } { $count ->
    [one] { $count } more game was
   *[other] { $count } more games were
} left out (limit per file: { $most }).
failed = { $problem }.
controller-left-out = Controller ignored: { $problem }
clipboard-unreadable = Couldn't read the clipboard: { $problem }.
copied = Copied to the clipboard.
not-copied = Couldn't copy: { $problem }.
no-clipboard = No clipboard found.
auto-turn-on = Auto-turn is on: after each move the board turns to the next player.
auto-turn-off = Auto-turn is off.
# Shown once, on first use of the keyboard on the board.
keyboard-ways = Ctrl + arrows move the cursor; Enter selects. Arrows turn the board, N shows names, F6 reaches the buttons.
clock-unplayable = This clock can't be used: { $problem }.

## Names

side = { $side ->
   *[white] White
    [black] Black
}
# The opponent of $side.
other-side = { $side ->
   *[white] Black
    [black] White
}
piece = { $piece ->
    [king] king
    [queen] queen
    [rook] rook
    [bishop] bishop
    [knight] knight
    [pawn] pawn
   *[other] { $piece }
}
# $title is the English name.
board = { $board ->
    [icochess] Icochess ball
    [chess] 8×8 chess
   *[other] { $title }
}
start = { $start ->
    [original] Original
    [balanced] Balanced
    [standard] Standard
    [poster] As on the poster
    [standard-4] Standard, four attack boards
    [poster-4] As on the poster, four attack boards
    [standard-5] Standard, five attack boards
    [edges] Along the edges
    [mixed] Mixed
    [rooks-together] Rooks together
   *[other] { $title }
}
# Describes a start position below the choice.
start-explained = { $start ->
    [original] The start of the original game: every knight is pinned, and White has the advantage.
    [balanced] The original tiles with the pieces in another order: fairer, with fewer first moves.
    [standard] King, queen and rooks begin on the attack boards.
    [poster] Rooks and knights begin on the attack boards, king and queen on the large ones.
    [standard-4] As standard, without the two free-hanging attack boards.
    [poster-4] As on the poster, without the two free-hanging attack boards.
    [standard-5] As standard, with one of the two free-hanging attack boards.
    [edges] Rooks, knights and unicorns each stand along an edge.
    [mixed] The kinds of pieces are mixed; left and right almost mirror each other.
    [rooks-together] The rooks stand side by side; left and right almost mirror each other.
   *[other] { $title }
}
algorithm-random = Random
algorithm-value = Material
    .name = Value
algorithm-attack = Attack
algorithm-strong = Strong
palette-standard = Standard
palette-high-contrast = High contrast
by-board = Depends on board
    .name = By board
room-table = Table
room-terrace = Terrace
room-stars = Stars
room-none = None
antialiasing-auto = Automatic
antialiasing-off = Off
antialiasing-2x = 2x
antialiasing-4x = 4x

## How games end

by-checkmate = By checkmate
# $pieces lists none-of messages: the side lost because it has none of these pieces left.
by-extinction = { side } has { $pieces } left
none-of = no { piece }
# An element, which compound pieces count for, too: a queen counts as a rook.
none-of-power = no { piece } element
by-bare-king = { side } has only the king left
by-resignation = { side } resigned
by-time = { side } ran out of time
# For two people: $name is the player, $other the opponent.
by-named-resignation = { $name } resigned
by-named-time = { $name } ran out of time
by-adjudication = By adjudication
by-nothing-known = The game file doesn't say how
by-stalemate = By stalemate
by-dead-position = By dead position: neither side can win
by-fivefold-repetition = By fivefold repetition
by-seventy-five-moves = By 75 moves without capture or pawn move
by-agreement = By agreement
by-threefold-repetition = By threefold repetition, claimed by { side }
by-fifty-moves = By 50 moves without capture or pawn move, claimed by { side }
by-time-drawn = Out of time, but the other side can't win

## Reasons why a move is illegal

illegal-not-reached = The piece doesn't move that way
illegal-king-into-check = The king would be in check there
illegal-promotion = It can't promote to that
illegal-gating = That piece can't enter here
illegal-carriage = The attack board can't go to that pin
# Reasons why an attack board can't move at all.
fixed-king = A king is on this attack board, so it can't move
fixed-theirs = A { other-side } piece is on this attack board, so it can't move
fixed-empty = No { side } piece is on this attack board, so it can't move
fixed-rows = The pawn on this attack board leaves it no free pin
fixed-no-pin = This attack board can reach no free pin
fixed-exposes = Wherever this attack board goes, your king would be in check
illegal-castling = The king may not castle out of, through or into check, or past another piece
illegal-game-over = The game is over
illegal-handed-over = Wait: the board is changing players
illegal-clock-stopped = The clock is paused
illegal-not-agreed = The other player must agree first
illegal-record-full = Game full: { $count } moves, variations included
stuck-no-piece = There is no piece there
stuck-not-your-turn = It is { side }'s turn
stuck-blocked = Blocked: it has nowhere to go
stuck-pinned = Pinned: it would expose your king
stuck-in-check = Your king is in check
stuck-no-safe-place = The king is attacked wherever it goes
stuck-computers-turn = The computer plays { side }, and it is { side }'s turn
stuck-off-cell = Put back: let go closer to the target
stuck-premove = Premove dropped: it isn't possible any more
stuck-friends-turn = It is { $name }'s turn
stuck-others-turn = It is { $name }'s turn, at the other display
move-while-looking-back = You are looking at an earlier position
move-too-late = Another move came first
for-other-display = Only { $name } can do that, at the other display.
# $why is one of the reasons above; $pieces are the attackers of the king.
threat-told = { $why } ({ $pieces })
# $place is a cell with its piece, such as "B3: White knight"; $to is a cell.
move-refused = { $place } can't go to { $to }. { $why }

## Reasons why a clock can't be used

clock-no-time = it needs more than 0 seconds
clock-too-long = the limit is 100 hours

## Cells and moves in words

place-empty = { $cell }: empty
place-taken = { $cell }: { side } { piece }
# A moving piece, with its start.
piece-on = { piece } { $cell }
# A captured piece; a piece that enters where another leaves; a piece that gives check.
piece-captured = { piece } { $cell }
piece-entering = { piece } enters at { $cell }
# The no-break space keeps the cell on the line of its piece.
piece-checking = { piece } { $cell }
move-to = { $who } to { $to }
move-takes = { $who } takes { $what }
move-takes-in-passing = { $who } takes { $what } en passant
# Castling.
move-castles = { $who } castles to { $to }
move-and-becomes = { $move } and promotes to a { piece }
move-and-places = { $move }, { $what }
move-carries = attack board { $from } to { $to }
# An attack board, named by its pin, and a pin without one.
dock-taken = Attack board { $pin }
dock-free = Free pin { $pin }

## The computer

computer-small-table = Only { $got } of { $asked } MB of memory was free
computer-move-failed = The search for { side } failed, so the computer played the best move found so far
computer-hint-failed = No hint found: please ask again
computer-evaluation-failed = The evaluation failed: please try again
computer-cannot-think = Computer paused: { $problem }
# $name is the engine's own name; $why is one of the messages below.
engine-failed = The engine { $name } can't continue: { $why }
engine-refused = You can't choose { $name }: { $why }
engine-unnamed = no engine is set (Settings, Computer)
engine-unknown-board = it doesn't know this board
engine-silent = it didn't answer in time
engine-ended = it has stopped
engine-asked = waiting for its answer
computer-declines-draw = { side } declines the draw

## Status

headline-to-move = { side } to move
headline-looking-back = Looking back: { side } to move
headline-wins = { side } wins
headline-named-wins = { $name } wins
headline-draw = Draw
# $pieces are the checking pieces.
detail-checkmate = Checkmate by { $pieces }
detail-check = Check by { $pieces }
last-move-white = Last move: { $count }. { $move }
last-move-black = Last move: { $count }... { $move }
# Shown until the move that carries the offer.
draw-stands = Your next move offers a draw.
draw-offered = { side } offers a draw. { other-side } can agree, or play on.
takeback-asked = { side } asks to take back the last move. { other-side } decides.
takeback-end-asked = { side } asks to continue the game. { other-side } decides.
play-on-asked = { side } asks to play on from an earlier position. { other-side } decides.
# For two people: $name is the player, $other the opponent.
draw-named-offered = { $name } offers a draw. { $other } can agree, or play on.
takeback-named-asked = { $name } asks to take back the last move. { $other } decides.
takeback-named-end-asked = { $name } asks to continue the game. { $other } decides.
play-on-named-asked = { $name } asks to play on from an earlier position. { $other } decides.
guide-looking-back = This is an earlier position. Make a move to play on from here.
guide-trying = Find a better move. The game itself stays as it is.
guide-over = Good game. Review its moves, or start another from the Menu.
# A person has beaten the computer.
guide-won = Well played! Review the moves, or start another game from the Menu.
pieces-hidden = The pieces are hidden while the clock is paused.
guide-clock-stands = The clock is paused. Press Continue.
guide-clock-waits = The clock is paused until somebody returns to the window or the headset.
guide-computer-pauses = The computer is paused. Press Continue.
guide-computer-thinks = { side } is thinking.
guide-friend-moves = { $name } is to move.
guide-premove = Premove: { $move }, as soon as it is your turn.
guide-turns-back = Here is the computer's move. The board turns back to your side.
guide-selected = Choose a highlighted move, or another piece.
guide-selected-on-part = Choose a highlighted move. To move the attack board, select the piece again.
guide-part-selected = Choose a bead on a free pin. The attack board goes there with everything on it.
guide-clock-paused = { side } to move: select a piece. Your move starts the clock again.
guide-to-move = { side } to move: select a piece.
guide-to-move-hand = { side } to move: point at a piece and pull the trigger.
guide-to-move-pinch = { side } to move: point at a piece and pinch.
guide-in-check = { side } is in check: choose a move that ends it.
guide-in-check-clock-paused = { side } is in check: choose a move that ends it. Your move starts the clock again.
confirm-move = Play { $move }? Choose it again, or press Play.
choose-promotion = Promote to { $others } or { $last }?
choose-move = Which move do you mean?
thinks = { side } is thinking
thinks-hint = Looking for a hint
thinks-threat = Looking for a threat
# $what is one of the three messages above; $seconds is a whole number.
thinks-depth = { $what }: depth { $depth }, { $seconds } s
thinks-pause = The computer is paused
# For Material and Attack, whose level is a number of moves of both sides.
looked-ahead = { side } had time to look only { $reached } of { $wanted } moves ahead
# The three presses of the hint: the piece or attack board to look at, the move, and its reason.
hint-piece = Hint: look at { $piece }
hint-part = Hint: look at the attack board on pin { $pin }
hint-is = Hint: { $move }
hint-why = { hint-is }. { $why }
# No reason is proved; $moves is a list such as "pawn A4 to G1, knight B3 to C4".
hint-expected = The computer expects: { $moves }
threat-is = { side } threatens: { $move }. { $why }
# The other side's best move, without a proved gain.
threat-none = { side } might play: { $move }
threat-no-move = { side } would have no move
piece-there = the { piece } on { $cell }
reason-mates = Mate in { $count }.
# On boards where not only mate wins.
reason-wins-game = { $count ->
    [one] It wins the game.
   *[other] It wins the game in { $count } moves.
}
reason-wins-piece = It wins { $piece }.
reason-wins-material = It takes { $piece } and gives up less.
reason-fork = It forks { $first } and { $second }.
reason-discovered = It opens the line of { $piece } to { $target }.
reason-saves = It saves { $piece }.
reason-stops = It stops a threat: { $move }.
reason-stops-mate = It stops mate: { $move }.
reason-pin = It pins { $piece } to { $behind }.
# Shown at the start, with the interrupted game on the board.
taken-up = Welcome back. { side } to move, or press New game.
taken-up-clock = Welcome back. { side } to move, or press New game. Your move starts the clock again.
taken-up-press = Welcome back. Press Continue or New game.
resume-offered = You have a saved game with { moves-count }. Press Resume to continue it.

## Buttons

undo = Undo
redo = Redo
hint = Hint
threat = Threat
my-side = My side
show-last-move = Last move
move-now = Move now
pause = Pause
draw = Draw
decline = Decline
allow-takeback = Allow takeback
step-first = First
step-previous = Previous
step-next = Next
step-last = Last
come-back = Back to the game
play-on = Play on from here
evaluate = Evaluate
move-list = Moves
review = Review
views = Views
photo = Photo
photo-keys = Drag to turn the board, use the wheel to zoom. P saves a picture, F films the game, Esc goes back.
photo-saving = Saving…
photo-filming = Filming move { $done } of { $total }. Esc stops.
save-picture = Save picture
film-game = Film the game
views-text = Keys 1–8 switch views; Shift shows the other side.
views-of = As { side } sees it
# For screen readers: a view from the side at the back.
view-of-other = { $view } ({ side })
# The button of a view; $title is its English name.
view-title = { $view ->
    [home] Home
    [king] King
    [from-above] From above
    [from-below] From below
    [from-behind] From behind
    [from-the-left] From the left
    [from-the-right] From the right
    [left-corner] Left corner
    [right-corner] Right corner
    [low] Low
    [near] Near
    [apart] Spread
   *[other] { $title }
}
    .name = { $view ->
        [home] Home
        [king] King
        [from-above] From above
        [from-below] From below
        [from-behind] From behind
        [from-the-left] From the left
        [from-the-right] From the right
        [left-corner] Left corner
        [right-corner] Right corner
        [low] Low
        [near] Near
       *[other] { $title }
    }
type-move = Type a move
resign = Resign
resume = Resume
begin = Start
game-for-two = Two-player game
    .name = Game for two
next-pairing = Next pairing
next-game = Next game
end-series = End the series
rematch = Rematch
hold-to-resign = Hold to resign
hold-to-start = Hold to start
hold-to-rematch = Hold to rematch
hold-to-resume = Hold to resume
auto-turn = Auto-turn
tile-names = Names on the board
    .name = Names of the places
learn = Learn
map = Map
glass = See through
    .name = Glass
glass-text = See through the near half and play on the far side. Press to switch, or hold for a look.
# Heading of the legend of neighbours.
learn-text = Point at the board: frames show the neighbours.
menu = Menu
board-page = Board
see-board = See the board
# Closes the result in the window, which shows the board beside it.
close = Close
new-game = New game
play-friend = Play a friend
saved-games = Saved games
player-list = Player list
settings = Settings
own-values-first = A player's own settings override these. See Player list.
help = Help
about = About
result = Result
handover = Handover
question = Question
back = Back
yes = Yes
ready = Ready
pass-on = Pass on
go-to-headset = Go to headset
    .name = Go on in the headset
quit = Quit

## Tabs

settings-board = Board
settings-together = Two players
settings-computer = Computer
settings-sound = Sound
settings-display = Display
help-pieces = Pieces
help-rules = Rules
help-controls = Controls

## Home

icochess = Icochess
this-game = This game
# Heading of settings, help and other pages about the program.
program = Program
computer-plays-both = The computer plays both sides
players-apart = Each player has their own display
# Why an entry of the menu is dimmed; a longer text wraps.
no-headset = No headset
agree-to-draw = Agree to draw
claim-draw = Claim draw
offer-draw = Offer draw
games-and-players = Games and players
put-away = Hide panel
    .name = Put away

## The game

go-on = Continue
    .name = Go on
# Plays the move that waits for confirmation.
play-move = Play
play-computer = Play the computer
cancel = Cancel
refuse-takeback = Decline takeback
    .name = Refuse takeback
plate-who = { side }: { $who }
# A player of a series, with the points so far.
plate-points = { side }: { $who } ({ $points })
plate-you = { side }: you
# On boards without customary values of pieces.
plate-ahead = { $count ->
    [one] ahead by a pawn
   *[other] ahead by { $count } pawns
}
# {" "} keeps the space at the end.
plate-time-up = Time!{" "}
engine-of-others = Engine
computer-level = computer, level { $level }
computer-random = computer, random moves
computer-algorithm = computer, { $algorithm } { $level }

## Typed moves

# The label of the field.
typed-field = Move
# $example is a move in notation, such as Nf3.
typed-nothing = Type a move like { $example }, or its start and end.
typed-plays = Enter: { $move }
typed-checks = Enter: { $move }, check
typed-wins = Enter: { $move }, winning
typed-unfinished = { $count ->
    [one] One move starts like this.
   *[other] { $count } moves start like this.
}
# $moves is a list in notation.
typed-ambiguous = Which one: { $moves }?
typed-unknown = No legal move starts like this.
typed-more = and { $count } more

## Pieces left, on boards where losing an element loses the game

# $kinds lists kind-left and kind-few messages.
kinds-left = { side } still has: { $kinds }
# Stands before icons of pieces with counts.
kinds-left-caption = still has
kind-left = { piece } { $count }
kind-few = { piece } only { $count }
captured-kind = { $what } { $count }
# Stands above icons of pieces. Pointing at an icon shows its moves on the board.
kinds-caption = How pieces move
captured-explained = { side } has captured: { $kinds }.
# $ahead is a number with its sign, such as +3.
captured-and-ahead = { captured-explained } { $ahead } in material.
kinds-explained = { kinds-left }. Losing the last piece of an element loses the game.
reserve-has = in reserve: { $pieces }

## Moves

place-start = Beginning
# $move is in notation, such as 12… Nf6.
place-after = After { $move }
no-move-yet = No moves yet.
# Headings of the columns of the move list, which are narrow.
column-number = #
column-side = W/B
column-piece = Type
column-from = From
column-to = To
column-capture = Capture
# A single letter.
column-side-of = { $side ->
   *[white] W
    [black] B
}
nag-good = Good move
nag-mistake = Mistake
nag-brilliant = Brilliant move
nag-blunder = Blunder
nag-interesting = Interesting move
nag-dubious = Dubious move
nag-equal = Equal
nag-white-slightly = White slightly better
nag-black-slightly = Black slightly better
nag-white-better = White better
nag-black-better = Black better
nag-white-winning = White winning
nag-black-winning = Black winning
stop = Stop
play-through = Play through
promote-variation = Promote variation
delete-from-here = Delete from here
annotate = Annotate
comment = Comment
comment-too-long = This comment is too long to edit here (limit: { $most } characters). The game keeps all of it.
stop-at = Stop: { $done } of { $total }
# In percent.
accuracy = Accuracy: White { $white }%, Black { $black }%
# $value is an evaluation, such as White 63%.
place-value = { $place }   { $value }
bar-value = { $place } { $value }
# $sign is an annotation, such as ??.
bar-judged = { $bar } { $sign }
# The move to the position shown; $value is the evaluation before it.
verdict-before = Before: { $value }.
verdict-missed-mate = { $verdict } Missed mate in { $count }.
# On boards where a mate isn't the only way to win.
verdict-missed-win = { $verdict } Missed win in { $count }.
verdict-only-move = { $verdict } The only good move.
# $line is in notation, such as Nf3 d5 exd5.
verdict-best = { $verdict } Best: { $line }
try-again = Try again
try-good = Good: as strong as the best move, or nearly.
try-not-yet = Not yet: there is a better move.

## Questions

ask-begin = Leave this game and start a new one?
start-new-game = Start new game
ask-rematch = Leave this game for a rematch?
ask-resume = Leave this game for the saved one?
go-on-with-it = Resume it
    .name = Continue it
game-is-at-server = It goes on at the server. Return to it under Play a friend.
game-is-kept = You'll find this game under Saved games.
keep-playing = Keep playing
ask-resign = Does { side } resign?
ask-named-resign = Does { $name } resign?
ask-who-resigns = Who resigns?
resigns = { side } resigns
resigns-named = { $name } resigns

## About

games-from = The games
write-to = Questions and bugs
write-to-text = Write to the people you got the game from. CONTRIBUTING.md says what helps.
licence = Licence
licence-text = Icochess is free software under the MIT licence or the Apache licence 2.0, whichever you prefer.
fonts = Fonts
fonts-text = Inter, by the Inter Project Authors, Marcellus, by Brian J. Bonislawsky, and pieces of Noto Sans Symbols 2, by Google: SIL Open Font License 1.1.
built-with = Built with
built-with-text = Bevy, OpenXR through bevy_mod_openxr, Rapier, Kira and many more libraries of the Rust community. Each keeps its own licence: Cargo.lock lists them.
sounds-and-pieces = Sounds and pieces
sounds-and-pieces-text = Made for this game by programs in the assets folder.
files = Saved files
files-text = Games are saved as PGN, settings as text. The page Files in the docs names the folder.
about-program = Icochess { $version }: chess on a ball of 80 triangles, and on other boards.

## Play a friend

# A friend without a name, at the start of a sentence.
your-friend = Your friend
friend-server = Server
friend-server-text = The address of an Icochess server, such as chess.example or 192.168.1.5:8484. The person who runs it knows it.
friend-server-missing = Enter the server's address first.
friend-server-invalid = That isn't the address of a server. Expected one such as chess.example or 192.168.1.5:8484.
friend-invite = Invite a friend
friend-own-name = Your name
friend-time = Time
friend-unlimited = Unlimited
friend-days = Days per move
friend-days-text = For each move you have this long. Both of you may leave in between.
friend-invite-button = Invite
friend-enter-code = Join a game
friend-code-or-link = Code or link
friend-code-text = Enter the code that your friend sees.
friend-join = Join
friend-code-incomplete = Enter all six digits of the code, or the whole link.
friend-link-incomplete = The link is incomplete. Copy it again.
friend-games = Your games
# $side is the player's side; $date is the day of the last visit.
friend-game = { $board }, { $date }: { $name }. You are { side }.
friend-own-turn = It's your turn.
friend-their-turn = It's your friend's turn.
# $left is a time, such as "2 days 5 h".
friend-own-turn-left = It's your turn. Time left: { $left }
friend-their-turn-left = It's your friend's turn. Time left: { $left }
left-days = { $days ->
    [one] { $days } day
   *[other] { $days } days
} { $hours } h
left-hours = { $hours } h { $minutes } min
friend-continue = Continue this game
friend-give-up = Give this game up
friend-really-give-up = Really give up?
friend-network = On this network
host-here = Host here
host-here-text = Starts a server in this game, for friends on the same network. No internet is needed. It stops when you quit.
host-changes = One moment…
# $page is an address.
host-runs = Friends on this network reach your games at { $page }
host-visible = Visible on this network
host-stop = Stop hosting
host-failed = Couldn't start the server: { $problem }
friend-send-link-to-program = Send your friend this link. They enter it in Icochess under Join a game.
friend-tell-code-here = Or tell them this code, for the server { $page }:
friend-connecting = Connecting to { $server }…
friend-no-answer = No answer from { $server }: { $problem }. Trying again…
friend-send-link = Send your friend this link. It opens the game in a browser.
friend-tell-code = Or tell them this code:
friend-code-expired = The code has expired.
friend-new-code = New code
friend-withdraw = Withdraw invitation
friend-arrived = { $name } is here.
friend-playing = { $name } is here.
remote-no-help = Hints and evaluations are off while you play a friend.
friend-say = Say
# $phrase is one of the phrases below.
friend-said = { $name }: { $phrase }
phrase-hello = Hello!
phrase-good-luck = Good luck!
phrase-nice-move = Nice move!
phrase-thinking = Thinking…
phrase-back-soon = Back in a moment.
phrase-oops = Oops!
phrase-thanks = Thank you!
phrase-good-game = Good game!
your-turn = Your turn
copy-watch-link = Copy watch link
friend-other-device = Continue on another device
friend-other-device-text = Copies a link to your seat. Anyone who has it can move for you.
friend-watching = { $white } – { $black }
friend-stop-watching = Stop watching
friend-parted = Your friend's game goes on. Return to it under Play a friend.
friend-may-claim = Your friend has been away for a long time. You may end the game.
friend-claim-win = Claim a win
friend-claim-draw = Claim a draw
friend-leave = Leave, and continue later
friend-abort = Abort game
friend-aborted = The game was aborted.
friend-over = The game is over.
friend-offers-rematch = { $name } offers a rematch.
friend-play-here = Play here
friend-not-connected = No connection to the server.
# $time is in minutes and seconds, such as 0:20.
remote-away = { $name } has been away for { $time }.
remote-waiting = Waiting for your friend.
remote-watching = You are watching this game.
remote-lost = Connection lost. Returning to the game…
remote-elsewhere = You opened this game elsewhere.
refused-version = Your version and the server's differ. Update the older one.
refused-code = No game has this code. Codes are valid for ten minutes.
refused-link = This game no longer exists.
refused-seat = Somebody else has taken the seat.
refused-tries = Too many wrong codes. Try again in ten minutes.
refused-games = You have too many games on this server.
refused-full = The server is full. Try again later.
refused-alone = Your friend isn't here yet.
refused-clock = The server doesn't allow this clock.
refused-board = The server doesn't know this board or position.
refused-other = The server refused that.

## Result

# Names of players include their levels; $one and $other are their points.
series-score = Game { $number } of { $games }. { $first }: { $one } · { $second }: { $other }
algorithm-and-level = { $algorithm } { $level }
next-is = Next: { $white } – { $black }

## Help

key-left-drag = Left drag
does-carry = carry a piece that can move; elsewhere: turn the board
key-middle-drag = Middle drag
does-turn = turn the board
key-shift-drag = Shift + left drag
does-roll = roll the ball, or tilt the board
key-wheel = Wheel
does-zoom = zoom; with Ctrl: choose a cell behind another
key-left-click = Left click
does-select = select; on a target: move there
key-right-click = Right click
does-move = move there, or capture
does-move-or-circle = move there, or capture; with nothing selected: draw a circle
key-right-drag = Right drag
does-arrow = draw an arrow; the same arrow again erases it
key-esc = Esc
does-menu = menu, and back to the board
key-focus = F6
does-focus = jump to the buttons and back (then Tab, Enter)
key-undo = Ctrl+Z, Ctrl+Y
does-undo = undo, redo
key-new-game = Ctrl+N
does-new-game = new game
key-views = 1 to 8
does-views = views; with Shift from the other side
key-arrows = Arrows
does-arrows = turn by 1 degree; with Shift by 10
key-cursor = Ctrl + arrows
does-cursor = move the cursor; Enter selects
key-view-keys = Insert, Home, Page up; Delete, End, Page down; Scroll lock, Pause
does-view-keys = views of this board; with Shift from the other side
key-home = Home
does-home = turn my side to the front
key-apart = E
does-apart = spread the layers, or stack them
key-cut = C
does-cut = slice the board another way; Esc: the whole board
key-planes = Page up, Page down
does-planes = another slice; also Shift + wheel
key-tile-names = Tab, N
does-tile-names = show names
key-learn = L, also held
does-learn = show neighbours
key-map = K
does-map = map of the whole board
key-glass = G, also held
does-glass = see through the ball
key-auto-turn = T
does-auto-turn = turn the board after each move
key-promotion = A piece's letter, or 1 to 9
does-promotion = choose what a pawn promotes to
key-type-move = / or Enter
does-type-move = type a move (Enter: only without the cursor)
key-frame-rate = F3
does-frame-rate = show the frame rate
key-full-screen = F11
does-full-screen = full screen
key-photo = Ctrl+P, P, F
does-photo = photo mode; there, P saves a picture and F films the game
key-mirror = M
does-mirror = mirror the headset in the window
key-help = F1 or H
does-help = this help
# $part is a control, such as the trigger.
hand-piece = { $part } on a piece
hand-piece-does = select it; again, or on nothing: deselect
hand-mark = { $part } on a target
hand-near = { $part } close to a piece, held
hand-near-does = pick it up; release over a target to move it
hand-panel = { $part } on the panel
hand-panel-does = press a button; up close, push it with your hand
hand-wrist = Palm up, facing your eyes
hand-wrist-does = show a small menu beside that hand; press it with the other
hand-held = { $part }, held
hand-air = { $part } held, pointing at nothing
hand-grip-does = hold the board and turn it with your hand; with both hands: move and scale it
hand-stick-does = turn the board; up and down: another slice, or a cell behind another; on the panel: scroll
hand-puck = { $part } on the puck in front of the board, held
hand-puck-does = move the board and set its height
hand-bar = { $part } on the bar below the panel, held
hand-bar-does = move the panel
hand-rest-does = show neighbours
hand-menu-does = show or hide the panel
hand-menu-held-does = bring the board back in front of you
# The parts of a controller.
part-trigger = Trigger
part-button = Button
part-pinch = Pinch
part-grip = Grip
part-fist = Fist
part-shoulder = Shoulder button
part-thumbstick = Thumbstick
part-thumbstick-pressed = Thumbstick pressed
part-trackpad = Trackpad
part-trackpad-pressed = Trackpad pressed
part-thumb-on-rest = Thumb on its rest
part-primary = Primary button
part-secondary = Secondary button
part-menu = Menu
part-or = { $one } or { $other }
# Labels beside the parts of a controller, shown in capitals.
label-select = Select
label-grab = Hold board
label-turn = Turn board
label-menu = Panel
label-learn = Neighbours
in-the-window = In the window
with-the-mouse = With the mouse
with-fingers = On a touch screen, drag to turn the board and tap to select. Drag the selected piece to carry it. Two fingers zoom and roll.
with-the-keyboard = With the keyboard
in-the-headset = In the headset

## First steps

tutorial = First steps
# $guide is a status line, such as "White to move: select a piece."
tutorial-offered = { $guide } New here?
tutorial-progress = Step { $number } of { $count }
tutorial-turn = Turn the board until you see it from another side.
tutorial-find = Turn the board until you see a black piece, and select it.
tutorial-each = Move one piece of each kind. Each returns by itself.
tutorial-capture = Capture a black piece.
tutorial-check = Your king is in check: make a move that ends it.
tutorial-mate = Mate in one move.
tutorial-take-back = Make any move, and take it back.
tutorial-octhex-save = Black attacks your last unicorn: save it, or you lose.
tutorial-octhex-win = Capture Black's last knight: that wins.
# Instructions for the mouse.
tutorial-how-turn = Drag outside the pieces with the left mouse button, or anywhere with the middle one.
tutorial-how-find = Click it.
tutorial-how-move = Click a piece, then one of its targets: a disc is a move, a ring a capture.
tutorial-how-take-back = To take it back, press Undo.
# Instructions for touch screens.
tutorial-fingers-turn = Drag with one finger.
tutorial-fingers-find = Tap it.
tutorial-fingers-move = Tap a piece, then one of its targets: a disc is a move, a ring a capture.
# Instructions for the keyboard.
tutorial-keys-turn = Hold an arrow key, and Shift to go faster.
tutorial-keys-find = Arrows turn the board. Ctrl + arrows move the cursor to the piece, and Enter selects it.
tutorial-keys-move = Ctrl + arrows move the cursor. Enter selects a piece, then one of its targets: a disc is a move, a ring a capture.
tutorial-keys-take-back = To take it back, press Ctrl+Z.
# Instructions for controllers and hands; $part is a control such as the trigger, $other the stick.
tutorial-hand-turn = { $part }: hold it, and turn your hand.
tutorial-hand-turn-or = { tutorial-hand-turn } { $other }: turns the board, too.
tutorial-hand-turn-air = { $part }: hold it while you point at nothing, and turn your hand.
tutorial-hand-find = Point at it, then: { $part }.
tutorial-hand-move = { $part } on a piece, then on one of its targets: a disc is a move, a ring a capture.
tutorial-hand-take-back = To take it back, press Undo.
tutorial-left = { $left } of { $count } still to move: { $kinds }
tutorial-missed = Not that one: try another move.
tutorial-hint = Try this: { $move }.
tutorial-others = In this step you move { side }'s pieces.
tutorial-take-it-back = Now take it back.
tutorial-done = Well done.
# $mate is “Checkmate by rook K2”.
tutorial-mated = { tutorial-done } { $mate }: the king has nowhere safe to go, and no piece can help it.
tutorial-over = That's all you need to begin. Help has the rules. Enjoy your first game!
tutorial-back = One step back
tutorial-skip = Skip this step
tutorial-leave = Stop here
tutorial-play = Play the game
    .name = To the game

## Puzzles

puzzles = Puzzles
# $rating may include the last change, as in 1516 (+16).
puzzles-score = Your rating: { $rating }. Solved without a mistake: { $solved } of { $attempts }.
puzzles-none = This board has no puzzles yet.
puzzles-choose = Solve today's puzzle, or the next one near your rating.
puzzle-daily = Daily puzzle
puzzle-next = Next puzzle
puzzle-solution = Show solution
puzzle-mate = { side } to move: mate in { $count }.
puzzle-win = { $count ->
    [one] { side } to move: win the game with one move.
   *[other] { side } to move: win the game in { $count } moves.
}
puzzle-best = { side } to move: find the best move.
puzzle-right = Right!
# After the other side's move.
puzzle-next-move = { side } answers: { $move }. What next?
puzzle-wrong = Not that one: there is a better move.
# $side is the other side, $move its best move.
puzzle-refuted = Not that one. { side } answers: { $move }.
puzzle-solved = Solved: { puzzle-motif }.
puzzle-shown = That was the solution: { puzzle-motif }.
puzzle-motif = { $motif ->
    [mate] mate
    [win] a winning capture
    [fork] a fork
    [discovery] a discovered attack
    [pin] a pin
    [capture] a profitable capture
    [defence] a defence
   *[gain] a win of material
}

## Endings

endings = Practise endings
endings-choose = Choose what to mate with. You begin in a won position, and the other side defends as well as it can.
# The pieces beside the king, by the letters of both sides.
ending-name = { $class ->
    [KQK] Queen
    [KRK] Rook
    [KBBK] Two bishops
    [KBNK] Bishop and knight
   *[KNNK] Two knights
}
ending-solving = Working out the ending. This takes a few seconds.
ending-won = Still won: mate in { $count }.
ending-slipped = That lets the win slip: now it's a draw.
ending-mated = Mate. Well done!
ending-another = Another position

## How pieces move

# The name of a piece as a heading; $title is the English name.
piece-title = { $piece ->
    [king] King
    [queen] Queen
    [rook] Rook
    [bishop] Bishop
    [knight] Knight
    [pawn] Pawn
   *[other] { $title }
}

## How pieces move: the ball of Icochess

lesson-ball-king = One tile across an edge, never into check.
lesson-ball-queen = Like a rook or a bishop.
lesson-ball-rook = Any number of free tiles from edge to edge, along a strip of 20 tiles that runs right round the ball.
lesson-ball-bishop = Any number of free tiles straight ahead, by turns across an edge and across the corner opposite it. At a corner of only five tiles the line ends.
lesson-ball-knight = To a side corner: a tile that touches the knight's at one corner and lies next to one of its edge neighbours. It leaps over anything in between.
lesson-ball-pawn = One tile across an edge, in any direction, to move or to capture. On its first move it may go two, if the tile between is empty.
lesson-ball-rim = A disc at the rim counts hidden moves: turn the ball to see them.

## How pieces move: 8×8 chess

lesson-chess-king = One square in any direction, never into check. Once, if neither the king nor the rook has moved, it may castle: choose the square two steps towards the rook, or the rook itself. The rook then goes to the king's other side.
lesson-chess-queen = Like a rook or a bishop.
lesson-chess-rook = Any number of free squares along a rank or a file.
lesson-chess-bishop = Any number of free squares along a diagonal.
lesson-chess-knight = Two squares along a rank or a file and one to the side. It leaps over anything in between.
lesson-chess-pawn = One square forward, or two on its first move. It captures diagonally forward. A pawn that has just gone two squares past it may be captured en passant. On the last rank it promotes to a queen, rook, bishop or knight.

## How pieces move: Star Trek 3D

lesson-trek-king = One square in any direction, also straight or diagonally up or down, never into check.
lesson-trek-queen = Like a rook or a bishop.
lesson-trek-rook = Any number of free squares in a straight line: along a column or a row, straight up or down, or along a column or a row while going up or down one layer with each step. A missing square stops it.
lesson-trek-bishop = Any number of free squares along a diagonal, on its layer, or going up or down one layer with each step. A missing square stops it.
lesson-trek-knight = Two squares along a row, along a column or straight up or down, and one along another of these. It leaps over anything in between, and over missing squares.
lesson-trek-pawn = One square ahead, on its layer or one layer towards the other side (down for White, up for Black). On its first move it may take two such steps. On the last row of any board it may also go one square to the side. It captures one row ahead in a neighbouring column, on its layer or on any layer towards the other side. It promotes to a queen six rows ahead: on row 8 (Black: 1) if it began on a large board, on row 7 (Black: 2) if it began on an attack board. A pawn carried by an attack board has moved, and loses its two steps.
lesson-trek-boards = Instead of a piece you may move an attack board, with everything on it, to any free pin. Select it by its rim, by an empty square on it, or by selecting a piece on it twice; then choose a bead. It must hold a piece of yours, and neither an enemy piece nor a king. With a pawn on it, it stays within its rows. A side with only its king left loses.
lesson-trek-boards-adjacent = Instead of a piece you may move an attack board, with everything on it, to a free pin next to its own: at the same corner, at the next corner along an edge of the large board, or at a corner of the large board above or below, in the same column and at most two rows away. Select it by its rim, by an empty square on it, or by selecting a piece on it twice; then choose a bead. It must hold a piece of yours, and neither an enemy piece nor a king. With a pawn on it, it stays within its rows. A side with only its king left loses.

## How pieces move: OctHex 146

lesson-octhex-rook = From place to neighbouring place in a straight line, as far as the line is free. There are 12 directions: 4 on its layer, 4 up and 4 down.
lesson-octhex-bishop = In a straight line across corners, as far as the line is free: diagonally on its layer, or straight up or down, past the next layer. It always stays on places of one outline.
lesson-octhex-unicorn = In a straight line of narrow double steps, as far as the line is free. There are 24 directions, each to the next layer or to the one after.
lesson-octhex-knight = Two steps as a rook and one to the side: 24 places, 8 on its layer, 8 on the layers next to it, 8 three layers away. It leaps over anything in between.
lesson-octhex-queen = Like a rook or a bishop. It counts as both elements.
lesson-octhex-duchess = Like a rook or a unicorn. When a duchess leaves her starting place for the first time, the bishop in reserve enters there.
lesson-octhex-marshal = Like a rook or a knight. When a marshal leaves its starting place for the first time, the bishop in reserve enters there.
lesson-octhex-governor = Like a bishop or a unicorn.
lesson-octhex-cardinal = Like a bishop or a knight.
lesson-octhex-cavalcade = Like a unicorn or a knight. When a cavalcade leaves its starting place for the first time, the bishop in reserve enters there.
lesson-octhex-pawn = One step ahead to the next hexagonal plane, to one of 3 places. It captures one bishop's step ahead. On the last plane it promotes to any other piece.
lesson-octhex-elements = Rook, bishop, unicorn and knight are the four elements. Each other piece, except the pawn, combines two of them. You win at once when you capture the other side's last piece of an element. The bishop beside the board counts as long as it can still enter.

## How pieces move: Raumschach

lesson-raumschach-king = One cell in any of the 26 directions, never into check.
lesson-raumschach-queen = Like a rook, a bishop or a unicorn.
lesson-raumschach-rook = Any number of free cells through their faces: along a rank or a file, or straight up or down.
lesson-raumschach-bishop = Any number of free cells through their edges: diagonally on its layer, or along a rank or a file while going up or down one layer with each step. It stays on cells of its colour.
lesson-raumschach-unicorn = Any number of free cells through their corners: diagonally, while going up or down one layer with each step. It can reach only a quarter of the board.
lesson-raumschach-knight = Two cells along a rank, along a file or straight up or down, and one to the side. It leaps over anything in between.
lesson-raumschach-pawn = One cell forward, or one layer towards the other side (up for White, down for Black). It captures one cell forward and to the side, one layer on and to the side, or one layer on and forward. On the last rank of the last layer it promotes to a queen, rook, bishop, unicorn or knight.
lesson-raumschach-ways = White starts on the two lowest layers, Black on the two highest. Cells that share a face always differ in colour, even when one lies above the other.

## The rules

rules-title-start = The start
rules-title-moves = Turns and captures
rules-title-pieces = The pieces
rules-title-castling = Castling
rules-title-promotion = Promotion
rules-title-en-passant = En passant
rules-title-attack-boards = Attack boards
rules-title-edge = Edge neighbours
rules-title-side-corner = Side corners
rules-title-direct-corner = Direct corners
rules-title-beside = Side by side
rules-title-across = Across a corner
rules-title-check = Check and mate
rules-title-win = How the game is won
rules-title-draws = Draws
rules-title-ranks = True ranks
rules-title-tile-names = Names of the tiles
rules-title-square-names = Names of the squares
rules-title-cell-names = Names of the cells
rules-title-author = Origin
    .name = Whose game it is
# Opens the page Pieces.
rules-to-pieces = How each piece moves

rules-turns = White moves first, then the sides take turns. You may not pass. A piece captures by moving onto an enemy piece.
rules-shown = Choose this to see it on the board.
rules-names-shown = While this is chosen, the board shows the names. In the window the keys Tab and N show them at any time.
rules-names-level = { rules-names-shown } Only the layer you point at shows its names. All at once would overlap.
rules-mate = A king that could be captured next is in check. The next move must end the check: move the king to safety, put a piece in between, or capture the piece that gives check. You may never leave or put your own king in check. A side that is in check and has no such move is checkmated and loses.
rules-other-ends = A side that resigns or runs out of time loses; but if the other side could not win any more, the game is drawn.
rules-other-draws = The game is also drawn when both sides agree, when a position occurs for the fifth time, and after 75 moves by each side without a capture or a pawn move. From the third time on, or after 50 such moves by each side, the side to move may claim the draw.
rules-stalemate = A side that is not in check but has no legal move is stalemated, and the game is drawn.

rules-check = { rules-mate } { rules-other-ends }

## The rules: the ball of Icochess

rules-setup-ball = Each side has a king, a queen, two rooks, two bishops, two knights and four pawns. Black starts on the far side of the ball from White. The balanced start uses the same tiles as the original one, with the pieces in another order.
rules-moves-ball = { rules-turns } Only the knight leaps over other pieces. There is no promotion, no castling and no en passant.
rules-edge = They share two corners with a tile. Each tile has 3, shown by solid frames. { rules-shown }
rules-side-corner = They share one corner with a tile and two with one of its edge neighbours. Each tile has 6, shown by dashed frames. { rules-shown }
rules-direct-corner = They share one corner with a tile and lie straight across it. Tiles with the number 1 have 3, the others 2. Only the corners of their frames are drawn. { rules-shown }
rules-draws-ball = { rules-stalemate } It is also drawn when neither side can mate any more: with bare kings, or kings and one knight, one pawn, a pawn each, or two pawns of one side that have moved. { rules-other-draws }
rules-names-ball = The letters A to T name the large triangles that make up the ball, the numbers their four tiles: 1 is the one in the middle. { rules-names-shown }
made-by-icochess = Icochess, the game on the ball: ReasonMakes, 2020 (github.com/ReasonMakes/icochess).

## The rules: 8x8 chess

rules-setup-chess = From A to H: rook, knight, bishop, queen, king, bishop, knight, rook, with the pawns in front. Each queen starts on a square of her own colour, and each player has a light corner on the right.
rules-moves-chess = { rules-turns } Only the knight leaps over other pieces; in castling the rook passes the king. A player may resign at any time.
rules-pieces-chess = The rook goes any number of squares along a rank or a file, the bishop along a diagonal, the queen along any of these. The king goes one square in any direction. The knight goes two squares along a rank or a file and one to the side. The pawn goes one square forward, or two on its first move, and never captures there. It captures one square diagonally forward.
rules-castling-chess = The king goes two squares towards a rook on its rank, and the rook to the square that the king has crossed. Neither may have moved before, and nothing may stand between them. The king may not be in check, and no enemy piece may attack a square that it crosses or lands on.
rules-promotion-chess = A pawn that reaches the last rank becomes a queen, rook, bishop or knight of its colour at once. Its player chooses which, even if none was captured.
rules-en-passant-chess = A pawn that goes two squares and lands beside an enemy pawn may be captured as if it had gone only one. This is possible only on the very next move. If White's pawn goes from A2 to A4, Black's pawn on B4 goes to A3 and captures it.
rules-draws-chess = { rules-stalemate } It is also drawn when neither side can mate any more: with bare kings, or kings and one knight, or bishops on squares of one colour, and when the pawns are locked and only the kings can move, with nothing to capture. { rules-other-draws }
rules-names-chess = The files A to H run from left to right as White sees them, the ranks 1 to 8 from White to Black. { rules-names-shown }
made-by-chess = 8×8 chess: the laws of FIDE. Other features follow chess3d, by James Wickenden (github.com/James-Wickenden/chess3d), and an outline of a chess game for two players, whose authors we don't know.

## The rules: Star Trek 3D

rules-setup-trek = The top large board is White's, the middle one is neutral and the lowest is Black's. Attack boards hang on pins above and below their corners. The source does not say where the pieces stand. Here king, queen and rooks start on attack boards or, as on the poster, king, queen and bishops on the large ones. There are six attack boards. With four there are 64 squares, as many as on 8×8. Five cannot be the same for both sides: the fifth is on pin B63, nearer to Black, who moves second.
rules-moves-trek = { rules-turns } Only knights, and pawns that capture on another layer, leap over other pieces. There is no castling and no en passant.
rules-win-trek = { rules-mate } A side with only its king left loses at once. { rules-other-ends }
rules-draws-trek = { rules-stalemate } It is also drawn when both sides have only their kings left. { rules-other-draws } Moving an attack board does not count as a pawn move, even with pawns on it.
rules-names-trek = First the column, A to F from left to right as White sees it; then the row, 0 to 9 from White to Black; then the layer, 1 at the bottom to 7 at the top. { rules-names-shown }
made-by-trek = Star Trek 3D chess: after the page on mjollnir.com (mjollnir.com/Chess.html).

## The rules: OctHex 146

rules-setup-octhex = White's pieces start on one face of the octahedron, with the pawns on the plane in front; Black's are opposite. Three bishops stand at the corners of the face, and the fourth waits beside the board. The author's diagram of the other pieces is lost. His text still says where duchess, marshal and cavalcade stand: on the three places that no bishop on the board can reach. The start along the edges is a reconstruction, with each simple piece on an edge and each compound next to the two pieces that it combines. The starts “mixed” and “rooks together” are ours. Their left and right almost mirror each other.
rules-moves-octhex = { rules-turns } Only knights leap over other pieces. When a duchess, marshal or cavalcade leaves its starting place for the first time, the fourth bishop enters there. The author's text leaves two cases open. In our reading promoted pieces don't bring the bishop in. Once all three are captured it is lost, and that may lose the game.
rules-beside-octhex = A place has up to 12 neighbours: 4 on its layer, 4 above and 4 below. Going to one is a rook's step. { rules-shown }
rules-across-octhex = Across its corners a place has up to 6 others: 4 diagonally on its layer, one straight above and one straight below, each past the next layer. Going to one is a bishop's step. { rules-shown }
rules-win-octhex = { lesson-octhex-elements } There is no king, no check and no mate. { rules-other-ends }
rules-draws-octhex = If a side has no legal move, the game is drawn by stalemate. { rules-other-draws }
rules-ranks-octhex = The author calls the six hexagonal planes between the camps the true ranks. Slice shows them: White's pieces start on the first, White's pawns on the second, Black's pawns on the fifth and Black's pieces on the sixth. A pawn goes one rank ahead with each move.
rules-names-octhex = First the layer, A at the bottom to K at the top; then the column, 1 nearest to White; then the row, 1 on the left as White sees it. { rules-names-level }
made-by-octhex = OctHex 146: Charles Gilman, 2006 and 2016 (chessvariants.com).

## The rules: Raumschach

rules-setup-raumschach = White has the two lowest layers, Black the two highest, each with the pawns in front. On the outer layer stand rook, knight, king, knight, rook; on the inner one, from A to E, White's bishop, unicorn, queen, bishop, unicorn and Black's unicorn, bishop, queen, unicorn, bishop.
rules-moves-raumschach = { rules-turns } Only the knight leaps over other pieces. Pawns never go two cells. There is no castling and no en passant.
rules-draws-raumschach = { rules-stalemate } It is also drawn when neither side has the pieces to mate any more, as with bare kings. { rules-other-draws }
rules-names-raumschach = First the layer, A at the bottom to E at the top; then the file, A to E from left to right as White sees it; then the rank, 1 to 5 from White to Black. { rules-names-level }
made-by-raumschach = Raumschach: Ferdinand Maack, 1907, with the set-up of Anthony Dickins.

## Boards in space

take-apart = Spread
    .name = Apart
put-together = Stack
    .name = Together
cut = Slice
whole-board = Whole board
plane-next = Next slice
plane-previous = Previous slice
# The direction of the slice, and its number.
cut-shown = { $cut }: { $number } of { $count }
cut-levels = Layers
    .name = Levels
# The game's author gave the hexagonal planes from camp to camp this name.
cut-ranks = True ranks
cut-hexagons = Hexagons
cut-squares = Squares
# Hexagonal and square planes in other directions.
cut-hexagons-of = Hexagons ({ $number })
cut-squares-of = Squares ({ $number })
cut-raumschach-files = Files
cut-raumschach-ranks = Ranks

## New game

setup-board = Board
setup-start = Start position
draw-who-has-white = Random colours
    .name = Chance decides who has White
person = Person
computer = Computer
people-only = The computer can't play on this board.
games-to-play = Games
random-plies = Random opening moves
series-text = Games follow one another, with colours swapped. Each random opening is played twice, once with each colour.
explain-random = It plays any legal move.
explain-value = It wins material where it can, looking a few moves ahead.
explain-attack = It attacks where it can, looking a few moves ahead.
explain-strong = It plays as well as it can at its level.
explain-engine = The engine named in Settings plays.
player-name = { side }'s name
player-is = { side } is
who-plays = Players
    .name = Who plays
# The page that changes players during a game.
person-or-computer = Change players
    .name = Person or computer
who-plays-text = Takes effect next move.
no-take-over = The computer can't take over a timed game between two people.
takes-over = The computer plays { side }
player-plays = { side } plays
player-level = { side }'s level
    .name = { side }'s strength
strength = Level
    .name = Strength
match-strength = Match my strength
# The level of Material and Attack: a number of moves of both sides.
moves-ahead = Moves ahead
player-moves-ahead = { side }: moves ahead
# A level of the computer, and a person of that strength.
level-in-words = { $level }: { $level ->
    [1] for a first game
    [2] novice
    [3] learner
    [4] learner
    [5] casual player
    [6] casual player
    [7] casual player
    [8] casual player
    [9] regular player
    [10] regular player
    [11] club player
    [12] club player
    [13] club player
    [14] strong club player
    [15] strong club player
    [16] strong club player
    [17] expert
   *[other] beyond masters
}
# $level is the above; the rating is as in 8×8 chess.
level-and-rating = { $level }, about { $rating }
more = More
less = Less

## Clocks

clock = Clock
clock-kind = Clock type
    .name = Kind
another-time-for-black = Different time for Black
    .name = Another time for Black
clock-none = None
clock-other = Other
explain-no-clock = No clock: think as long as you like.
explain-time = Each side has { $time } for all of its moves.
explain-time-and-bonus = Each side has { $time }, and { $bonus } more after each of its moves.
explain-increment = The bonus is added after each move.
explain-bronstein = After each move you get back the time it took, up to the bonus.
explain-delay = On each move the clock waits for the bonus before it runs.
explain-per-move = You have the full time for each move.
explain-hourglass = The time you use goes to the other side.
clock-increment = Increment
clock-bronstein = Bronstein
clock-delay = Delay
clock-per-move = Per move
clock-hourglass = Hourglass
player-time = { side }'s time
player-bonus = { side }'s bonus
time-and-bonus = { $time } + { $bonus }
# No-break spaces keep numbers and units on one line, here and in the other units.
minutes = { $value } min
seconds = { $value } s

## Players

players-none = No finished games between named players yet.
looking = Searching…
draws-count = { $count ->
    [one] { $count } draw
   *[other] { $count } draws
}
# $board is the name of the board.
tally = { $score }, { $board }
tally-with-draws = { $score }, { draws-count }, { $board }

## Saved games

saved-none = No games yet. Finished and abandoned games are kept here.
newer = Newer
older = Older
import-clipboard = Import from clipboard
import-file = Import a file
export-all = Export all
choose-saved = Choose a game from the list.
ask-delete = Move this game to the bin?
delete-it = Move to bin
    .name = Delete it
keep-it = Keep it
open = Open
export-pgn = Export PGN
export-position = Export position
copy-pgn = Copy PGN
copy-position = Copy position
copy-diagram = Copy diagram
copy-link = Copy link
delete = Delete
event = Event
white-player = White player
black-player = Black player
rename = Rename
unfinished = unfinished
games-done-of = { $done } of { games-count }
games-read = { games-count }, { $read } of { $size } MB read
# $size has its unit.
saved-size = { games-count }, { $size }
saved-pages = { saved-size }, page { $page } of { $pages }
# The players of a game, and its event before them.
saved-players = { $white } – { $black }
saved-event = { $event }: { $players }
# For screen readers: a game of the list.
saved-game = { $names } { $result } { $date }

## Settings

names-of-cells = Names on the board
    .name = Names of the places
show-moves = Turn to hidden moves
    .name = Turn to moves out of sight
show-moves-text = Turns the ball to the computer's moves, to hints and to a mated king.
turn-back = Turn back after the computer's move
turn-back-text = Your side returns to the front once you have seen the move.
confirm-moves = Confirm each move
confirm-moves-text = Shows a move first. Choose its target again, or press Play, to make it. Depends on board: only on Star Trek 3D.
clocks-stand = Pause clocks in menus
reduced-motion = Reduced motion
reduced-motion-text = Pieces and board jump into place.
move-list-style = Move list
move-list-notation = Notation
move-list-columns = Columns
move-list-style-text = Depends on board: columns on Star Trek 3D, otherwise notation.
map-shown = Map of the board
    .name = Map of all places
map-text = A flat map of the whole board; play right on it.
compass = Compass for the ball (window)
    .name = Compass for the ball, in the window
compass-text = A small ball that shows both sides. Press a tile or a king on it to turn the board there.
arrows = Arrow keys
arrows-text = In the window, the arrows turn the board or walk you around it. Depends on board: walk around Star Trek 3D.
arrows-board = Turn the board
arrows-around = Walk around it
compass-label = Compass: where both sides stand
turn-to-king = Turn to { side }'s king
auto-turn-window = Window: turn the board after each move
    .name = Turn the board after each move (window)
auto-turn-headset = Headset: turn the board after each move
    .name = Turn the board after each move (headset)
evaluation-bar = Evaluation bar
best-lines = Best lines
best-lines-text = Arrows on the board, the best one widest, when it's your turn or you look back. 0 shows none.
hints = Hints
computer-elsewhere = Set players and levels for each game under New game, or during a game under Change players.
engine = Playing engine
engine-text = The path of a UCI engine with its arguments, such as /usr/games/stockfish.
analysis-engine = Analysis engine
analysis-engine-text = Evaluates games on the boards it knows. Our own engine evaluates the others.
most-time = Maximum time per move
between-computers = Pause between computer moves
cores = Cores
memory = Memory
gives-up = Resigns and agrees to draws
colours = Colours
bands = Bands on Black's pieces
room-around = Room
room-around-text = The board's surroundings and light. Depends on board: each in its own room.
room-of-this-board = Room of this board
room-of-this-board-text = Overrides Room on this board.
as-for-all-boards = As for all boards
size-of-text = Text size
full-screen = Full screen
# $value is the largest text size that fits, in percent.
most-letters = Text larger than { $value }% doesn't fit this window.
smooth-edges = Smooth edges
shadows = Shadows
render-scale = Render scale
render-scale-text = Lower this or Smooth edges for a higher frame rate. In the window it applies at once, up to 100%; in the headset, at the next start.
refresh-rate = Headset refresh rate
refresh-rate-text = Used if the headset offers it. A lower rate leaves more time for each frame.
refresh-rate-runtime = Default
    .name = Its own
refresh-rate-hertz = { $rate } Hz
passthrough = See your own room
passthrough-text = In the headset, the board floats in your own room.
passthrough-next-time = You'll see your own room next time you play in the headset.
frame-rate = Show frame rate
mirror = Mirror the headset in the window
    .name = Show the board in the window beside a headset
size-of-board = Board size
farther-away = Board distance
board-place-text = Size and position of the board in the headset.
main-hand-text = In the headset, the panel is on this side.
reset-place = Reset size and place
toggle-grab = Toggle grip
toggle-grab-text = In the headset, press the grip to hold the board, and again to let go.
inertia = Inertia
    .name = The board keeps turning
inertia-text = In the headset, the board keeps turning for a moment after you let go. Off with Reduced motion.
steady-rays = Steady pointer
return-to-headset = Return to the headset automatically
return-to-headset-text = Switches back when a lost headset is ready again.
eye-height = Seated eye height
eye-height-text = For headsets without floor or position tracking.
volume = Volume
volume-pieces = Pieces
volume-signals = Signals
volume-pointing = Pointing
volume-room = Ambience
    .name = Room
volume-text = Signals: check, clock, refused moves and the end of the game. Ambience: the faint sound of a quiet room. All are relative to Volume.
mono = Mono
stereo-width = Stereo width
stereo-width-text = How far apart the left and right of the board sound. 100% matches what you see; with more, you hear better where a piece moves.
captions = Captions
vibration = Controller vibration
off = off
percent = { $value }%
    .name = { $value } %
metres = { $value } m
kilobytes = { $value } kB
megabytes = { $value } MB
cores-and-memory-text = Used by Strong at level { $level }, hints and evaluation. Material and Attack use only cores.

## Captions

caption-move = Move
caption-carried = Attack board { $from } to { $to }
caption-taken-back = Move taken back
caption-capture = Capture
caption-refused = Refused
caption-check = Check
caption-clock = Clock
caption-passed = Next player
caption-your-turn = Your turn
caption-step-done = Step done
caption-steps-done = All steps done
caption-end = End of the game
# $reason is one of the messages under How games end.
caption-end-by = { caption-end }: { $reason }
whence-behind = behind
whence-right = right
whence-left = left
whence-above = above
whence-below = below
caption-clock-seconds = { $count ->
    [one] Clock: one second
   *[other] Clock: { $count } seconds
}
# The source of a sound out of sight; $whence is one of the five directions above.
caption-from = { $what } ({ $whence }, { $cell })
caption-two = { $first }. { $next }

## Outside the pages

frames-a-second = { $value } frames a second
# In the window while the headset plays.
mirror-label = Headset view
mirror-off = M: show the board here

## The evaluation

# White's winning chance in percent: above the bar, on a bar of the curve, after a position.
chance-of-white = White { $value }%
# Above the curve of the whole game.
curve-of-white = White's winning chances
mate-for-white = +mate
mate-for-black = -mate
mate-in = { $mate } in { $count }
best-line = { $value }: { $moves }

## Handover of the headset

handover-sit = Sit comfortably and look ahead: the board will come to you.
handover-turns = The board is turning to you.
start-now = Start now
not-me = Not me
handover-panel = Hold a trigger, or a pinch, until the bar is full.
handover-panel-long = The next player holds a trigger, or a pinch, until the bar is full. This takes longer until the headset has moved.
handover-window = The next player puts the headset on and holds a trigger or a pinch, or clicks here.
handover-clocks = The clocks are paused until then.
# $name is a player's name or colour.
hello-player = Hello, { $name }
pass-headset = Pass the headset to { $name }
is-next = { $name } is next
i-am = I am { $name }: start

## Two players

free-takebacks = Take back moves without asking
free-takebacks-text = If off, the other player must agree in games with a clock.
hide-names = Hide friends' names
hide-phrases = Hide what friends say
# Shown when a setting changes in a game of two people with a clock.
counts-next-game = Takes effect next game.
landed-time = Time to take back a move
landed-time-text = With a shared headset or window, the turn passes after this time.
hide-while-passing = Hide pieces while passing the headset
    .name = Hide the pieces while the headset is passed
hide-while-passing-text = Nobody can study the board while the clocks are paused.
show-friend = Show friend's head and hands
show-friend-text = In a game with a friend elsewhere. At a window, a friend is a soft light on the board.
share-presence = Share my head and hands
share-presence-text = From a window, your friend sees where you point.
always = Always
hide-with-clock = With a clock
never = Never
against-each-other = Against each other
against-each-other-text = From the finished games under Saved games.
players-nobody = Nobody yet. Players named under New game appear here.
new-player = New player
add = Add
delete-them = Delete player
keep-them = Keep player
name = Name
pairing-tally = This session
    .name = This evening
end-pairing = End session
    .name = End the evening
ask-delete-player = Move { $name }'s file to the bin? The games are kept.
score = { $won } won, { $lost } lost, { $drawn } drawn
name-missing = Please type a name.
name-taken = The name { $name } is taken. Please choose another.

## A player's own settings

higher = Board height
as-in-settings = As in the settings
right = Right
left = Left
main-hand = Main hand
on = On
switched-off = Off
own-values-text = Used on this player's turn; otherwise Settings apply. Main hand, size, distance and height matter only in the headset.
all-as-in-settings = Reset to settings
    .name = All as in the settings
# $value is the value of a slider.
value-of-settings = { $value }, as in the settings

## Seating

against-computer = Against the computer
seat-screen = Two players, this screen
seat-headset = Two players, this headset
seat-apart = Headset and window
seat-alone = Play both sides
    .name = One for both sides
seat-computers = The computer against itself
explain-against-computer = You play one side, and the computer the other.
explain-screen = Two people move in turn, at this screen.
explain-headset = Two people move in turn and pass this headset to each other.
explain-apart = One person wears the headset, the other sits at the window.
explain-alone = One person moves both sides.
explain-computers = The computer plays both sides, and you watch.
you-play = You play
side-by-chance = Random side
    .name = Chance decides
who-has-headset = In the headset
order-none = No
order-winner-stays = Winner stays
order-round-robin = Round robin
more-than-two = More than two
explain-order-none = The two players can play again.
explain-winner-stays = The loser makes room for the next player.
explain-round-robin = Everybody plays everybody.
pairing-too-few = Choose at least three players. Add missing ones under Player list.
pairing-lacks-people = For more than two, choose at least three players, or choose No.
pairing-order = Each result decides who plays next.
person-plays = { $name } plays
help-select = Select a piece to see how it moves: a disc marks a move, a ring a capture.
