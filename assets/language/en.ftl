# Everything that players of Icochess read, in the format of Project Fluent
# (https://projectfluent.org/fluent/guide/).
#
# A translation is a copy of this file with other words: docs/translating.md says how. What is
# missing there is said in English. In braces stands what is filled in; the name of a message
# may be used in others of the same file, which are then given the same arguments.
#
# Where a piece can stand is a place. Lessons and rules have the word of their board: tiles on the
# ball, squares on 8×8 and Star Trek 3D, cells in Raumschach, places on OctHex 146.
#
# $side is white or black; $piece is the English name of a piece; $count is a number.

## The language itself

# What its speakers call it.
language-name = English
language = Language
# The language of the system, of those there are.
language-system = System language
language-broken = The language file { $file } has a mistake on line { $line }. English is used for what cannot be read.
language-unknown = The language file { $file } is not used: { $problem }.
language-missing = There is no language file { $file }. English is used.

## Used in others

# What stands before the decimals of a number, as in 0.5.
decimal-sign = .
# Some one after the other.
list = { $first }, { $next }
moves-count = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
# What is chosen of several, or typed in a field, where it is read out.
choice-of = { $what } { $option }
key-space = space
key-delete = delete

## Notices

# Two things are told at once, one below the other.
notices-two =
    { $first }

    { $next }
resumed-on-board = Your saved game is on the board { board }.
loaded-on-board = { $file } is a game on the board { board }.
game-unreadable = The saved game cannot be read: { $problem }
settings-unreadable = The settings cannot be read, so the defaults are used: { $problem }
player-unreadable = A player's file cannot be read: { $problem }
player-unusable = A player cannot be used: { $problem }
model-unusable = { $file } cannot be used: { $problem }
model-colours-unusable = The colours of { $file } cannot be used: { $problem }
setting-unusable = A setting cannot be used: settings.ron, { $problem }
games-not-saved = Games are not saved: { $problem }
game-not-saved = The game is not saved: { $problem }. The next move tries again.
settings-not-saved = The settings are not saved: { $problem }. The next move tries again.
players-not-saved = The players are not saved: { $problem }. The next move tries again.
moves-lost = The last moves could not be saved.
graphics-lost = The graphics card or its driver stopped
graphics-out-of-memory = The graphics card's memory is used up
graphics-refused = The graphics card can't draw this
graphics-ends = { $why }. Start Icochess again to continue the game.
headset-looked-for = Looking for a headset…
headset-missing = No headset found: { $problem }.
headset-silent = No headset found: the OpenXR runtime didn't answer within { $seconds } s. Try again in a moment.
headset-unsaved = The game stays in the window, as its last moves could not be saved.
game-saved-again = The game is being saved again.
settings-saved-again = The settings are being saved again.
players-saved-again = The players are being saved again.
game-deleted = { $file } was moved to the bin.
game-exported = The game was saved as { $file }.
games-count = { $count ->
    [one] { $count } game
   *[other] { $count } games
}
games-imported = { games-count } imported.
games-imported-stopped = { games-count } imported. The rest was not read.
games-imported-but = { $imported } { games-count } cannot be read: { $problem }.
games-imported-broken = { $imported } The rest cannot be read: { $problem }.
games-imported-most = { $imported } { $count ->
    [one] { $count } more game was
   *[other] { $count } more games were
} left out: at most { $most } are taken from one file.
failed = { $problem }.
controller-left-out = One kind of controller is not used: { $problem }
clipboard-unreadable = The clipboard cannot be read: { $problem }.
copied = Copied to the clipboard.
not-copied = Copying failed: { $problem }.
no-clipboard = There is no clipboard.
auto-turn-on = Auto-turn is on: after each move the board turns to the next player.
auto-turn-off = Auto-turn is off.
# Told once, when the keyboard is first used on the board.
keyboard-ways = Ctrl + arrows: go from place to place; Enter picks. Arrows: turn the board. Tab: names. F6: go to the buttons.
clock-unplayable = This clock cannot be used: { $problem }.

## Names of things

side = { $side ->
   *[white] White
    [black] Black
}
# The side that $side is not.
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
# The same in a sentence, as you choose it.
start-explained = { $start ->
    [original] The start of the original game: every knight is pinned, and White has an edge.
    [balanced] The same places with the pieces in another order: fairer, and with fewer first moves.
    [standard] King, queen and rooks begin on the attack boards.
    [poster] Rooks and knights begin on the attack boards, king and queen on the large ones.
    [standard-4] As standard, without the two attack boards that hang free.
    [poster-4] As on the poster, without the two attack boards that hang free.
    [standard-5] As standard, with one of the two attack boards that hang free.
    [edges] Rooks, knights and unicorns each stand along an edge.
    [mixed] The kinds of pieces are mixed; left and right almost mirror each other.
    [rooks-together] The rooks stand side by side; left and right almost mirror each other.
   *[other] { $title }
}
algorithm-random = Random
algorithm-value = Value
algorithm-attack = Attack
algorithm-strong = Strong
palette-standard = Standard
palette-high-contrast = High contrast
by-board = By board
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
# $pieces are some of none-of: the side has none left, and so has lost.
by-extinction = { side } has { $pieces } left
none-of = no { piece }
# The same, of a kind that other pieces belong to, too: a queen counts as a rook.
none-of-power = no { piece } element
by-bare-king = { side } has only the king left
by-resignation = { side } resigned
by-time = { side } ran out of time
# Where two people play: $name is what the player is called, $other the other one.
by-named-resignation = { $name } resigned
by-named-time = { $name } ran out of time
by-adjudication = By adjudication
by-nothing-known = The game file does not say how
by-stalemate = By stalemate
by-dead-position = By dead position: neither side can mate
by-fivefold-repetition = By fivefold repetition
by-seventy-five-moves = By 75 moves without capture or pawn move
by-agreement = By agreement
by-threefold-repetition = By threefold repetition, claimed by { side }
by-fifty-moves = By 50 moves without capture or pawn move, claimed by { side }
by-time-drawn = Out of time, but the other side cannot mate

## Why a move is refused

illegal-not-reached = The piece does not move that way
illegal-king-into-check = The king would be in check there
illegal-promotion = It cannot promote to that
illegal-gating = That piece cannot enter here
illegal-carriage = The attack board cannot go to that pin
# Why an attack board cannot move at all.
fixed-king = A king stands on this attack board: it stays
fixed-theirs = A piece of { other-side } stands on this attack board: it stays
fixed-empty = No piece of { side } stands on this attack board: it stays
fixed-rows = With the pawn on it, this attack board has no free pin to go to
fixed-no-pin = No pin that this attack board can go to is free
fixed-exposes = Wherever this attack board goes, your king would be in check
illegal-castling = The king may not castle out of, through or into check, or past another piece
illegal-game-over = The game is over
illegal-handed-over = The board is being passed on
illegal-clock-stopped = The clock is paused
illegal-not-agreed = The other player must agree first
illegal-record-full = With all its variations the game has { $count } moves, the most that a file can hold
stuck-no-piece = There is no piece there
stuck-not-your-turn = It is { side }'s turn
stuck-blocked = Blocked: it has nowhere to go
stuck-pinned = Pinned: it would expose your king
stuck-in-check = Your king is in check
stuck-no-safe-place = The king is attacked wherever it goes
stuck-computers-turn = The computer plays { side }, and it is { side }'s turn
stuck-off-cell = Put back: let go closer to the place it should stand on
stuck-others-turn = It is { $name }'s turn, at the other display
move-while-looking-back = You are looking at an earlier position
move-too-late = Another move came first
for-other-display = That is for { $name }, at the other display.
# $why is one of those before, $pieces are what attacks the king.
threat-told = { $why } ({ $pieces })
# $place is such as "B3: White knight", $to a cell.
move-refused = { $place } cannot go to { $to }. { $why }

## Why a clock cannot be used

clock-no-time = it has no time, and needs more than 0 seconds
clock-too-long = a time is too long: at most 100 hours

## Places and moves in words

place-empty = { $cell }: empty
place-taken = { $cell }: { side } { piece }
# A piece that moves, with the cell that it comes from.
piece-on = { piece } { $cell }
# A piece that is taken; one that enters where another leaves; one that gives check.
piece-captured = { piece } { $cell }
piece-entering = { piece } enters at { $cell }
# A no-break space: the place stays with its piece.
piece-checking = { piece } { $cell }
move-to = { $who } to { $to }
move-takes = { $who } takes { $what }
move-takes-in-passing = { $who } takes { $what } en passant
# A king that castles.
move-castles = { $who } castles to { $to }
move-and-becomes = { $move } and promotes to a { piece }
move-and-places = { $move }, { $what }
move-carries = attack board { $from } to { $to }
# A part of the board that moves, by the square where it is fixed, and where one could be.
dock-taken = Attack board { $pin }
dock-free = Free pin { $pin }

## What the computer has to say

computer-small-table = The computer uses { $got } MB of memory, not { $asked }: no more is free
computer-move-failed = The search for { side } failed, so the best move found so far was played
computer-hint-failed = No hint was found: please ask again
computer-evaluation-failed = The evaluation failed
computer-cannot-think = The computer is paused because it cannot think: { $problem }
# $name is what an engine of others calls itself, $why one of the reasons that begin with "engine-".
engine-failed = The engine { $name } cannot go on: { $why }
engine-refused = { $name } cannot be chosen: { $why }
engine-unnamed = no engine is set (Settings, Computer)
engine-unknown-board = it does not know this board
engine-silent = it did not answer in time
engine-ended = it has stopped
engine-asked = waiting for its answer
computer-declines-draw = { side } declines the draw

## How the game stands

headline-to-move = { side } to move
headline-looking-back = Looking back: { side } to move
headline-wins = { side } wins
headline-named-wins = { $name } wins
headline-draw = Draw
# $pieces give check.
detail-checkmate = Checkmate by { $pieces }
detail-check = Check by { $pieces }
last-move-white = Last move: { $count }. { $move }
last-move-black = Last move: { $count }... { $move }
# Until the move with which the draw is offered.
draw-stands = Draw offered; it stands when you move.
draw-offered = { side } offers a draw. { other-side } can agree, or play on.
takeback-asked = { side } asks to take back the last move. { other-side } decides.
takeback-end-asked = { side } asks to continue the game. { other-side } decides.
play-on-asked = { side } asks to play on from an earlier position. { other-side } decides.
# Where two people play: $name is what the player is called, $other the other one.
draw-named-offered = { $name } offers a draw. { $other } can agree, or play on.
takeback-named-asked = { $name } asks to take back the last move. { $other } decides.
takeback-named-end-asked = { $name } asks to continue the game. { $other } decides.
play-on-named-asked = { $name } asks to play on from an earlier position. { $other } decides.
guide-looking-back = This is an earlier position. Make a move to play on from here.
guide-over = The game is over. Look back through its moves, or start another from the Menu.
pieces-hidden = The pieces are hidden while the clock is paused.
guide-clock-stands = The clock is paused. Press Go on.
guide-clock-waits = The clock is paused until someone is back at the window or in the headset.
guide-computer-pauses = The computer is paused. Press Go on.
guide-computer-thinks = { side } is thinking.
guide-turns-back = This is the computer's move. The board turns back to your side.
guide-selected = Choose a marked place, or another piece.
guide-selected-on-part = Choose a marked place. To move the attack board, choose the piece again.
guide-part-selected = Choose a bead on a free pin. The attack board goes there with everything on it.
guide-clock-paused = { side } to move: choose a piece. Your move starts the clock again.
guide-to-move = { side } to move: choose a piece.
guide-to-move-hand = { side } to move: point at a piece and pull the trigger, or pinch.
guide-in-check = { side } is in check: choose a move that ends it.
guide-in-check-clock-paused = { side } is in check: choose a move that ends it. Your move starts the clock again.
confirm-move = Play { $move }? Choose the place again, or press Play.
choose-promotion = Promote to { $others } or { $last }?
choose-move = Which move do you mean?
thinks = { side } is thinking
thinks-hint = Looking for a hint
# $what is one of the two before; $seconds is such as 2.5.
thinks-depth = { $what }: depth { $depth }, { $seconds } s
thinks-pause = The computer is paused
# Of Value and Attack, whose level is a number of moves of both sides.
looked-ahead = { side } had time to look only { $reached } of { $wanted } moves ahead
hint-is = Hint: { $move }
# The game that was going on when the program ended is on the board.
taken-up = Your last game continues: { side } to move. New game starts another.
taken-up-clock = Your last game continues: { side } to move. Your move starts the clock again. New game starts another.
taken-up-press = Your last game continues: press Go on. New game starts another.
resume-offered = There is a saved game with { moves-count }. Resume continues it.

## Buttons

undo = Undo
redo = Redo
hint = Hint
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
views-text = The keys 1 to 8 do the same, with Shift for the other side.
views-of = As { side } sees it
# A view as the side sees it that is not in front, where it is read out.
view-of-other = { $view } ({ side })
# A view of a board as a button; $title is the English name.
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
   *[other] { $title }
}
type-move = Type a move
resign = Resign
resume = Resume
begin = Start
game-for-two = Game for two
next-pairing = Next pairing
next-game = Next game
end-series = End the series
rematch = Rematch
hold-to-resign = Hold to resign
hold-to-start = Hold to start
hold-to-rematch = Hold to rematch
hold-to-resume = Hold to resume
auto-turn = Auto-turn
tile-names = Names of the places
learn = Learn
map = Map
glass = Glass
glass-text = The near half of the ball becomes thin lines: you see and pick what is behind it. Press, or hold.
# Above the kinds of neighbours, each beside a side of its frame.
learn-text = Point at a place: frames show its neighbours.
menu = Menu
board-page = Board
see-board = See the board
# The same where the board is in sight beside the result.
close = Close
new-game = New game
saved-games = Saved games
player-list = Player list
settings = Settings
own-values-first = A player's own settings come before these: see Player list.
help = Help
about = About
result = Result
handover = Handover
question = Question
back = Back
yes = Yes
ready = Ready
pass-on = Pass on
go-to-headset = Go on in the headset
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
# The heading above settings, help and the like.
program = Program
computer-plays-both = The computer plays both sides
players-apart = Each player has their own display
agree-to-draw = Agree to draw
claim-draw = Claim draw
offer-draw = Offer draw
games-and-players = Games and players
put-away = Put away

## The game

go-on = Go on
# Makes the move that is shown.
play-move = Play
play-computer = Play the computer
cancel = Cancel
refuse-takeback = Refuse takeback
plate-who = { side }: { $who }
# A player of a series of games, with their points so far.
plate-points = { side }: { $who } ({ $points })
plate-you = { side }: you
# On a board of which players have no worths of pieces in mind.
plate-ahead = { $count ->
    [one] ahead by a pawn
   *[other] ahead by { $count } pawns
}
# A space of no width keeps what follows apart: {" "}.
plate-time-up = Time!{" "}
engine-of-others = Engine
computer-level = computer, level { $level }
computer-random = computer, random moves
computer-algorithm = computer, { $algorithm } { $level }

## A move that is typed

# The field that it is typed in.
typed-field = Move
# $example is in notation, as Nf3.
typed-nothing = Type a move like { $example }, or its two places.
typed-plays = Enter: { $move }
typed-checks = Enter: { $move }, check
typed-wins = Enter: { $move }, winning
typed-unfinished = { $count ->
    [one] One move starts like this.
   *[other] { $count } moves start like this.
}
# $moves are in notation.
typed-ambiguous = Which one: { $moves }?
typed-unknown = No legal move starts like this.
typed-more = and { $count } more

## What a side has left, where the loss of a kind loses

# $kinds are some of kind-left and kind-few.
kinds-left = { side } still has: { $kinds }
# Before the signs of the kinds of which a side has so many left.
kinds-left-caption = still has
kind-left = { piece } { $count }
kind-few = { piece } only { $count }
captured-kind = { $what } { $count }
# Above the signs of the kinds of piece: whoever points at one sees its moves on the board.
kinds-caption = How they move
captured-explained = { side } has captured: { $kinds }.
# $ahead is such as +3.
captured-and-ahead = { captured-explained } { $ahead } in material.
kinds-explained = { kinds-left }. Losing the last piece of an element loses the game.
reserve-has = in reserve: { $pieces }

## Moves

place-start = Beginning
# $move is in notation, as 12… Nf6.
place-after = After { $move }
no-move-yet = No move yet.
# The headings of the columns of a list of moves. There is no room for longer ones.
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
comment = Comment
comment-too-long = This comment is too long to edit here: { $most } characters at most. The game keeps all of it.
stop-at = Stop: { $done } of { $total }
# $value is in pawns, as +0.3.
place-value = { $place }   { $value }
bar-value = { $place } { $value }
# $sign is what the move is worth, as ??.
bar-judged = { $bar } { $sign }

## Questions

ask-begin = Leave this game and start a new one?
start-new-game = Start new game
ask-rematch = Leave this game for a rematch?
ask-resume = Leave this game for the saved one?
go-on-with-it = Continue it
game-is-kept = This game will be kept under Saved games.
keep-playing = Keep playing
ask-resign = Does { side } resign?
ask-named-resign = Does { $name } resign?
ask-who-resigns = Who resigns?
resigns = { side } resigns
resigns-named = { $name } resigns

## About

games-from = The games
write-to = Questions and bugs
write-to-text = Write to whoever gave you the game. CONTRIBUTING.md, which comes with it, says what to write.
licence = Licence
licence-text = Icochess is free software under the MIT licence or the Apache licence 2.0, whichever you prefer.
fonts = Fonts
fonts-text = Inter, by the Inter Project Authors, and symbols of Noto Sans Symbols 2, by Google: SIL Open Font License 1.1.
built-with = Built with
built-with-text = Bevy, OpenXR through bevy_mod_openxr, Rapier, Kira and many more libraries of the Rust community. Each keeps its own licence: Cargo.lock lists them.
sounds-and-pieces = Sounds and pieces
sounds-and-pieces-text = Made for this game by programs in the folder assets.
files = Saved files
files-text = Games are saved as PGN and settings as text. README.md says in which folder.
about-program = Icochess { $version }: chess on a ball of 80 triangles, and on other boards.

## Result

# The names of the players end with their levels; $one and $other are their points.
series-score = Game { $number } of { $games }. { $first }: { $one } · { $second }: { $other }
algorithm-and-level = { $algorithm } { $level }
next-is = Next: { $white } – { $black }

## Help

key-left-drag = Left drag
does-turn = turn the board
key-shift-drag = Shift + left drag
does-roll = roll the ball, or tilt the board
key-wheel = Wheel
does-zoom = zoom
key-left-click = Left click
does-select = select; on a mark: move there
key-right-click = Right click
does-move = move there, or capture
key-esc = Esc
does-menu = menu, and back to the board
key-focus = F6
does-focus = to the buttons, and back; there Tab, Enter
key-undo = Ctrl+Z, Ctrl+Y
does-undo = undo, redo
key-new-game = Ctrl+N
does-new-game = new game
key-views = 1 to 8
does-views = views; with Shift from the other side
key-arrows = Arrows
does-arrows = turn by 1 degree; with Shift by 10
key-cursor = Ctrl + arrows
does-cursor = frame the next place; Enter picks it
key-view-keys = Insert, Home, Page up; Delete, End, Page down; Scroll lock, Pause
does-view-keys = views of this board; with Shift from the other side
key-home = Home
does-home = turn my side to the front
key-apart = E
does-apart = pull the levels apart, or put them together
key-cut = C
does-cut = slice the board another way; Esc: the whole board
key-planes = Page up, Page down
does-planes = another slice; also Shift + wheel
key-tile-names = Tab, N
does-tile-names = show names of places
key-learn = L, also held
does-learn = learn: show neighbours
key-map = K
does-map = map of all places
key-glass = G, also held
does-glass = look through the ball
key-auto-turn = T
does-auto-turn = turn the board after each move
key-promotion = A piece's letter, or 1 to 9
does-promotion = choose what a pawn promotes to
key-type-move = / or Enter
does-type-move = type a move; Enter only without a frame
key-frame-rate = F3
does-frame-rate = show the frame rate
key-full-screen = F11
does-full-screen = full screen
key-mirror = M
does-mirror = show the board beside a headset
key-help = F1 or H
does-help = this help
# $part is what is pressed on the controller, such as the trigger.
hand-piece = { $part } on a piece
hand-piece-does = select it; on it again, or on nothing: deselect
hand-mark = { $part } on a mark
hand-near = { $part } at a piece, held
hand-near-does = take it up; let go over a mark: put it down there
hand-panel = { $part } on the panel
hand-panel-does = press a button; a hand close by can push it in
hand-held = { $part }, held
hand-air = { $part }, held on nothing
hand-grip-does = hold the board and turn it with your hand; with both hands: move and scale it
hand-stick-does = turn the board; while slicing, up and down: another slice; on the panel: scroll
hand-puck = { $part }, on the puck before the board, held
hand-puck-does = move the board and set its height
hand-rest-does = learn: show neighbours
hand-menu-does = show or hide the panel
hand-menu-held-does = bring the board back in front of you
# What there is to press on a controller.
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
part-thumb-on-trackpad = Thumb on the trackpad
part-thumb-on-rest = Thumb on its rest
part-primary = Primary button
part-secondary = Secondary button
part-menu = Menu
part-or = { $one } or { $other }
# What is written beside the parts of a controller, in capitals.
label-select = Select
label-grab = Hold
label-turn = Turn
label-menu = Menu
label-learn = Learn
in-the-window = In the window
with-the-mouse = With the mouse
with-fingers = On a touch screen a finger is the mouse: drag to turn the board, tap to select. Two fingers zoom and roll.
with-the-keyboard = With the keyboard
in-the-headset = In the headset

## First steps

tutorial = First steps
# $guide is such as "White to move: choose a piece."
tutorial-offered = { $guide } New here?
tutorial-progress = Step { $number } of { $count }
tutorial-turn = Turn the board until you see it from another side.
tutorial-find = Turn the board until you see a black piece, and pick it.
tutorial-each = Move one piece of each kind. It goes back by itself.
tutorial-capture = Capture a black piece.
tutorial-check = Your king is in check: make a move that ends it.
tutorial-mate = Mate in one move.
tutorial-take-back = Make any move, and take it back.
tutorial-octhex-save = Black attacks your last unicorn: save it, or you lose.
tutorial-octhex-win = Capture Black's last knight: that wins.
# How that is done with the mouse.
tutorial-how-turn = Drag with the left mouse button.
tutorial-how-find = Click it.
tutorial-how-move = Click a piece, then one of its marks: a disc is a move, a ring a capture.
tutorial-how-take-back = To take it back, press Undo.
# How that is done with fingers on a touch screen.
tutorial-fingers-turn = Drag with one finger.
tutorial-fingers-find = Tap it.
tutorial-fingers-move = Tap a piece, then one of its marks: a disc is a move, a ring a capture.
# How that is done with the keyboard.
tutorial-keys-turn = Hold an arrow key, and Shift to go faster.
tutorial-keys-find = Arrows turn the board. Ctrl + arrows lead a frame to the piece, and Enter picks it.
tutorial-keys-move = Ctrl + arrows lead a frame to a piece, and Enter picks it. Do the same with one of its marks: a disc is a move, a ring a capture.
tutorial-keys-take-back = To take it back, press Ctrl+Z.
# How that is done with the hands; $part is what is pressed, such as the trigger, $other the stick.
tutorial-hand-turn = { $part }: hold it, and turn your hand.
tutorial-hand-turn-or = { tutorial-hand-turn } { $other }: turns the board, too.
tutorial-hand-turn-air = { $part }: hold it while you point at nothing, and turn your hand.
tutorial-hand-find = Point at it, then: { $part }.
tutorial-hand-move = { $part } on a piece, then on one of its marks: a disc is a move, a ring a capture.
tutorial-hand-take-back = To take it back, press Undo.
tutorial-left = Still to move: { $kinds }
tutorial-missed = Not that one: try another move.
tutorial-others = In this step you move { side }'s pieces.
tutorial-take-it-back = Now take it back.
tutorial-done = Well done.
tutorial-over = Now you know all you need to begin. Help has the rules.
tutorial-back = One step back
tutorial-skip = Skip this step
tutorial-leave = Stop here
tutorial-play = To the game

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

lesson-ball-king = One tile across an edge. It may never stay in check.
lesson-ball-queen = Like a rook or a bishop.
lesson-ball-rook = Any number of free tiles from edge to edge, along a strip of 20 tiles that runs right round the ball.
lesson-ball-bishop = Any number of free tiles straight ahead, by turns across an edge and across the corner opposite it. At a corner of only five tiles the line ends.
lesson-ball-knight = To a side corner: a tile that touches its own at one corner and lies next to one of its edge neighbours. It leaps over anything in between.
lesson-ball-pawn = One tile across an edge, in any direction, to move or to capture. On its first move it may go two, if the tile between is empty.
lesson-ball-rim = A disc at the rim of the ball leads to places out of sight; its number says how many they are.

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
lesson-trek-rook = Any number of free squares in a straight line: along a column or a row, straight up or down, or along a column or a row while going up or down one level with each step. A missing square stops it.
lesson-trek-bishop = Any number of free squares along a diagonal, on its level, or going up or down one level with each step. A missing square stops it.
lesson-trek-knight = Two squares along a row, a column or upright, and one along another of these. It leaps over anything in between, and over missing squares.
lesson-trek-pawn = One square ahead, on its level or one level towards the other side (down for White, up for Black). On its first move it may take two such steps. On the last row of any board it may also go one square to the side. It captures one row ahead in a neighbouring column, on its level or on any level towards the other side. It promotes to a queen six rows ahead: on row 8 (Black: 1) if it began on a large board, on row 7 (Black: 2) if it began on an attack board. A pawn carried by an attack board has moved, and loses its two steps.
lesson-trek-boards = Instead of a piece you may move an attack board, with everything on it, to any free pin. Select it by its rim, by an empty square on it, or by picking a piece on it twice, then pick a bead. It must hold a piece of yours, and neither an enemy piece nor a king. With a pawn on it, it stays within its rows. A side with only its king left loses.
lesson-trek-boards-adjacent = Instead of a piece you may move an attack board, with everything on it, to a free pin next to its own: at the same corner, at the next corner along an edge of the large board, or at a corner of the large board above or below, in the same column and at most two rows away. Select it by its rim, by an empty square on it, or by picking a piece on it twice, then pick a bead. It must hold a piece of yours, and neither an enemy piece nor a king. With a pawn on it, it stays within its rows. A side with only its king left loses.

## How pieces move: OctHex 146

lesson-octhex-rook = From place to neighbouring place in a straight line, as far as it is free. There are 12 directions: 4 on its level, 4 up and 4 down.
lesson-octhex-bishop = In a straight line across corners, as far as it is free: diagonally on its level, or straight up or down, past the next level. It always stays on places of one outline.
lesson-octhex-unicorn = In a straight line of narrow double steps, as far as it is free. There are 24 directions, each to the next level or to the one after.
lesson-octhex-knight = Two steps as a rook and one to the side: 24 places, 8 on its level, 8 on the levels next to it, 8 three levels away. It leaps over anything in between.
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
lesson-raumschach-bishop = Any number of free cells through their edges: diagonally on its level, or along a rank or a file while going up or down one level with each step. It stays on cells of its colour.
lesson-raumschach-unicorn = Any number of free cells through their corners: diagonally, while going up or down one level with each step. It can reach only a quarter of the board.
lesson-raumschach-knight = Two cells along a rank, a file or upright, and one to the side. It leaps over anything in between.
lesson-raumschach-pawn = One cell forward, or one level towards the other side (up for White, down for Black). It captures one cell forward and to the side, one level on and to the side, or one level on and forward. On the last rank of the last level it promotes to a queen, rook, bishop, unicorn or knight.
lesson-raumschach-ways = White starts on the two lowest levels, Black on the two highest. Cells that share a face always differ in colour, also when one lies above the other.

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
rules-title-author = Whose game it is
# A button that leads to the page Pieces.
rules-to-pieces = How each piece moves

rules-turns = White moves first, then the sides take turns. You may not pass. A piece captures by moving to the place of an enemy piece.
rules-shown = Choose this to see it on the board.
rules-names-shown = While this is chosen, the board shows them. In the window the keys Tab and N show them at any time.
rules-names-level = { rules-names-shown } Only the level that you point at shows its names: those of all levels would run over one another.
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
rules-castling-chess = The king goes two squares towards a rook of its rank, and the rook to the square that the king has crossed. Neither may have moved before, and nothing may stand between them. The king may not be in check, and no enemy piece may attack a square that it crosses or lands on.
rules-promotion-chess = A pawn that reaches the last rank becomes a queen, rook, bishop or knight of its colour at once. Its player chooses which, even if none was captured.
rules-en-passant-chess = A pawn that goes two squares and lands beside an enemy pawn may be captured as if it had gone only one. This is possible only on the very next move. If White's pawn goes from A2 to A4, Black's pawn on B4 goes to A3 and captures it.
rules-draws-chess = { rules-stalemate } It is also drawn when neither side can mate any more: with bare kings, or kings and one knight, or bishops on squares of one colour, and when locked pawns leave nothing to both sides but moves of kings that can take nothing. { rules-other-draws }
rules-names-chess = The files A to H run from left to right as White sees them, the ranks 1 to 8 from White to Black. { rules-names-shown }
made-by-chess = 8×8 chess: the laws of FIDE. Other features follow chess3d, by James Wickenden (github.com/James-Wickenden/chess3d), and an outline of a chess game for two players, whose authors are not known to us.

## The rules: Star Trek 3D

rules-setup-trek = The top large board is White's, the middle one is neutral and the lowest is Black's. Attack boards hang on pins above and below their corners. The source does not say where the pieces stand. Here king, queen and rooks start on attack boards or, as on the poster, king, queen and bishops on the large ones. There are six attack boards. With four there are 64 squares, as many as on 8×8. Five cannot be the same for both sides: the fifth is on pin B63, nearer to Black, who moves second.
rules-moves-trek = { rules-turns } Only knights, and pawns that capture on another level, leap over other pieces. There is no castling and no en passant.
rules-win-trek = { rules-mate } A side with only its king left loses at once. { rules-other-ends }
rules-draws-trek = { rules-stalemate } It is also drawn when both sides have only their kings left. { rules-other-draws } Moving an attack board does not count as a pawn move, even with pawns on it.
rules-names-trek = First the column, A to F from left to right as White sees it; then the row, 0 to 9 from White to Black; then the level, 1 at the bottom to 7 at the top. { rules-names-shown }
made-by-trek = Star Trek 3D chess: after the page on mjollnir.com (mjollnir.com/Chess.html).

## The rules: OctHex 146

rules-setup-octhex = White's pieces start on one face of the octahedron, with the pawns on the plane in front; Black's are opposite. Three bishops stand at the corners of the face, and the fourth waits beside the board. The author's diagram of the other pieces is lost. His text still says where duchess, marshal and cavalcade stand: on the three places that no bishop on the board can reach. The start along the edges is a reconstruction, with each simple piece on an edge and each compound next to the two pieces that it combines. The starts “mixed” and “rooks together” are ours, and alike on the left and the right.
rules-moves-octhex = { rules-turns } Only knights leap over other pieces. When a duchess, marshal or cavalcade leaves its starting place for the first time, the fourth bishop enters there. The author's text leaves two cases open. In our reading promoted pieces don't bring the bishop in. Once all three are captured it is lost, and that may lose the game.
rules-beside-octhex = A place has up to 12 neighbours: 4 on its level, 4 above and 4 below. Going to one is a rook's step. { rules-shown }
rules-across-octhex = Across its corners a place has up to 6 others: 4 diagonally on its level, one straight above and one straight below, each past the next level. Going to one is a bishop's step. { rules-shown }
rules-win-octhex = { lesson-octhex-elements } There is no king, no check and no mate. { rules-other-ends }
rules-draws-octhex = If a side has no legal move, the game is drawn by stalemate. { rules-other-draws }
rules-ranks-octhex = The author calls the six hexagonal planes between the camps the true ranks. Slice shows them: White's pieces start on the first, White's pawns on the second, Black's pawns on the fifth and Black's pieces on the sixth. A pawn goes one rank ahead with each move.
rules-names-octhex = First the level, A at the bottom to K at the top; then the column, 1 nearest to White; then the row, 1 on the left as White sees it. { rules-names-level }
made-by-octhex = OctHex 146: Charles Gilman, 2006 and 2016 (chessvariants.com).

## The rules: Raumschach

rules-setup-raumschach = White has the two lowest levels, Black the two highest, each with the pawns in front. On the outer level stand rook, knight, king, knight, rook; on the inner one, from A to E, White's bishop, unicorn, queen, bishop, unicorn and Black's unicorn, bishop, queen, unicorn, bishop.
rules-moves-raumschach = { rules-turns } Only the knight leaps over other pieces. Pawns never go two cells. There is no castling and no en passant.
rules-draws-raumschach = { rules-stalemate } It is also drawn when neither side has the pieces to mate any more, as with bare kings. { rules-other-draws }
rules-names-raumschach = First the level, A at the bottom to E at the top; then the file, A to E from left to right as White sees it; then the rank, 1 to 5 from White to Black. { rules-names-level }
made-by-raumschach = Raumschach: Ferdinand Maack, 1907, with the set-up of Anthony Dickins.

## Boards that are looked into

take-apart = Apart
put-together = Together
cut = Slice
whole-board = Whole board
plane-next = Next slice
plane-previous = Previous slice
# What is cut, and which plane of how many is shown.
cut-shown = { $cut }: { $number } of { $count }
cut-levels = Levels
# What the game's author calls the hexagonal planes from camp to camp.
cut-ranks = True ranks
cut-hexagons = Hexagons
cut-squares = Squares
# The same in other directions.
cut-hexagons-of = Hexagons ({ $number })
cut-squares-of = Squares ({ $number })
cut-raumschach-files = Files
cut-raumschach-ranks = Ranks

## New game

setup-board = Board
setup-start = Start position
draw-who-has-white = Chance decides who has White
person = Person
computer = Computer
people-only = The computer cannot play on this board.
games-to-play = Games
random-plies = Random opening moves
series-text = Games follow one another, with colours swapped. Each random opening is played twice, once with each colour.
explain-random = It plays any legal move.
explain-value = It wins what material it can, a few moves ahead.
explain-attack = It attacks where it can, a few moves ahead.
explain-strong = It plays as well as it can at its strength.
explain-engine = The program named in the settings plays.
player-name = { side }'s name
player-is = { side } is
who-plays = Who plays
# The page on which a side of the game that is played gets another player.
person-or-computer = Person or computer
who-plays-text = From the next move on.
no-take-over = Two people play this game by the clock: the computer takes over neither side.
takes-over = The computer plays { side }
player-plays = { side } plays
player-level = { side }'s strength
strength = Strength
# The level of Value and Attack: a number of moves of both sides.
moves-ahead = Moves ahead
player-moves-ahead = { side }: moves ahead
# A level of the computer, and what a person who plays so well is called.
level-in-words = { $level }: { $level ->
    [1] beginner
    [2] novice
    [3] learner
    [4] casual player
    [5] regular player
    [6] club player
    [7] strong club player
    [8] expert
    [9] master
   *[other] beyond masters
}
more = More
less = Less

## Clocks

clock = Clock
clock-kind = Kind
another-time-for-black = Another time for Black
clock-none = None
clock-other = Other
explain-no-clock = Without a clock everybody thinks as long as they like.
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
# A no-break space keeps number and unit on one line, here and in the other units.
minutes = { $value } min
seconds = { $value } s

## Players

players-none = No finished games between named players yet.
looking = Searching …
draws-count = { $count ->
    [one] { $count } draw
   *[other] { $count } draws
}
# $board is the name of the board.
tally = { $score }, { $board }
tally-with-draws = { $score }, { draws-count }, { $board }

## Saved games

saved-none = No games yet. Games that are finished or left are kept here.
newer = Newer
older = Older
import-clipboard = Import from clipboard
import-file = Import a file
choose-saved = Choose a game from the list.
ask-delete = Move this game to the bin?
delete-it = Delete it
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
saved-pages = { games-count }, page { $page } of { $pages }
# Who plays; the event before them.
saved-players = { $white } – { $black }
saved-event = { $event }: { $players }
# A game of the list, as it is read out.
saved-game = { $names } { $result } { $date }

## Settings

names-of-cells = Names of the places
show-moves = Turn to moves out of sight
show-moves-text = Turns a ball to the computer's moves, to hints and to a mated king.
turn-back = Turn back after the computer's move
turn-back-text = Your side comes to the front again when you have seen the move.
confirm-moves = Confirm each move
confirm-moves-text = A move is shown first. Choose its target again, or press Play, to make it. By board: only on Star Trek 3D, as on its page.
clocks-stand = Pause clocks in menus
reduced-motion = Reduced motion
reduced-motion-text = Pieces and the board do not glide: they are where they go at once.
move-list-style = Move list
move-list-notation = Notation
move-list-columns = Columns
move-list-style-text = By board: columns on Star Trek 3D, as on its page; else notation.
map-shown = Map of all places
map-text = A map beside a board that hides a part of itself: to point at a place on it is to point at that place of the board.
compass = Compass for the ball, in the window
compass-text = A small ball that shows both sides. Press a place or a king on it, and the board turns there.
arrows = Arrow keys
arrows-text = In the window they turn the board, or take you around it: then it turns the other way. By board: around Star Trek 3D, as on its page.
arrows-board = Turn the board
arrows-around = Walk around it
compass-label = Compass: where both sides stand
turn-to-king = Turn to { side }'s king
auto-turn-window = Turn the board after each move (window)
auto-turn-headset = Turn the board after each move (headset)
evaluation-bar = Evaluation bar
hints = Hints
computer-elsewhere = Who plays each side, and how strongly, is set for each game: under New game, and during a game under Person or computer.
engine = Playing engine
engine-text = Another program that speaks UCI, such as /usr/games/stockfish, with its arguments.
analysis-engine = Analysis engine
analysis-engine-text = It evaluates the moves of a game on the boards that it knows. On the others our own engine does.
most-time = Maximum time per move
between-computers = Pause between computer moves
cores = Cores
memory = Memory
gives-up = Resigns and agrees to draws
colours = Colours
bands = Bands on Black's pieces
room-around = Room
room-around-text = What is around the board, and its light. By board: each in its own room.
room-of-this-board = Room of this board
room-of-this-board-text = For the board that you are playing on. It comes before the room of all boards.
as-for-all-boards = As for all boards
size-of-text = Text size
full-screen = Full screen
# $value is the size of text in percent that has room.
most-letters = This window has no room for text larger than { $value } %.
smooth-edges = Smooth edges
render-scale = Render scale
render-scale-text = Less of this, and edges that are less smooth, raise the frame rate. In the window the scale applies at once, up to 100 %; in the headset from the next start.
refresh-rate = Headset refresh rate
refresh-rate-text = Used if the headset offers it. A slower rate leaves more time for each picture.
refresh-rate-runtime = Its own
refresh-rate-hertz = { $rate } Hz
passthrough = See your own room
passthrough-text = In the headset: the board floats in the room that you are in.
passthrough-next-time = You see your own room the next time you play in the headset.
frame-rate = Show frame rate
mirror = Show the board in the window beside a headset
size-of-board = Board size
farther-away = Board distance
board-place-text = Where the board is in the headset, and how large.
main-hand-text = In the headset the panel is on this side.
toggle-grab = Toggle grip
toggle-grab-text = In the headset a press of the grip holds the board, and another one lets it go.
inertia = The board keeps turning
inertia-text = In the headset, for a moment, if you let it go while it turns. Not with reduced motion.
steady-rays = Steady pointer
return-to-headset = Return to the headset automatically
return-to-headset-text = After the headset was lost: as soon as it is back.
eye-height = Seated eye height
eye-height-text = For headsets that do not know where the floor is, or where they are.
volume = Volume
volume-pieces = Pieces
volume-signals = Signals
volume-pointing = Pointing
volume-room = Room
volume-text = Signals are for check, clock, refused moves and the end of the game; room is the faint sound of a quiet room. Each adds to the main volume.
mono = Mono
stereo-width = Stereo width
stereo-width-text = How far apart the left and right of the board sound; 100 % is as you see them.
captions = Captions
vibration = Controller vibration
off = off
# $value is in decibels, $part the place on the scale from off to the loudest.
volume-in-words = { $part } % ({ $value } dB)
percent = { $value } %
metres = { $value } m
megabytes = { $value } MB
cores-and-memory-text = Memory is used by Strong from level { $level } on, by hints and by the evaluation; cores also by Value and Attack.

## Sounds in words

caption-move = Move
caption-carried = Attack board { $from } to { $to }
caption-taken-back = Move taken back
caption-capture = Capture
caption-refused = Refused
caption-check = Check
caption-clock = Clock
caption-passed = Next player
caption-step-done = Step done
caption-steps-done = All steps done
caption-end = End of the game
# $reason is one of those how games end.
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
# Where it happens out of sight: $whence is one of the five before.
caption-from = { $what } ({ $whence }, { $cell })
caption-two = { $first }. { $next }

## Beside the pages

frames-a-second = { $value } frames a second
# In the window beside a headset.
mirror-label = What the headset shows
mirror-off = M: show the board here

## The evaluation

mate-for-white = +mate
mate-for-black = -mate

## The headset goes to the other player

handover-sit = Sit comfortably and look ahead: the board will come to you.
handover-turns = The board is turning to you.
start-now = Start now
not-me = Not me
handover-panel = The next player holds a trigger, or a pinch, until the bar is full.
handover-panel-long = The next player holds a trigger, or a pinch, until the bar is full. This takes longer until the headset has moved.
handover-window = The next player puts the headset on and holds a trigger or a pinch, or clicks here.
handover-clocks = The clocks are paused until then.
# $name is a player's name or colour.
pass-headset = Pass the headset to { $name }
is-next = { $name } is next
i-am = I am { $name }: start

## Two players

free-takebacks = Take back moves without asking
free-takebacks-text = If off, the other player is asked when there is a clock.
# Of a setting, while two people play with a clock.
counts-next-game = This counts from the next game on.
landed-time = Time to take back a move
landed-time-text = When you share a headset or a window: after this time it is the next player's turn.
hide-while-passing = Hide the pieces while the headset is passed
hide-while-passing-text = So that nobody can study the board while the clocks are paused.
always = Always
hide-with-clock = With a clock
never = Never
against-each-other = Against each other
against-each-other-text = From the finished games under Saved games.
players-nobody = Nobody yet. Anyone named under New game is added here.
new-player = New player
add = Add
delete-them = Delete player
keep-them = Keep player
name = Name
pairing-tally = This evening
end-pairing = End the evening
ask-delete-player = Move the file of { $name } to the bin? The games are kept.
score = { $won } won, { $lost } lost, { $drawn } drawn
name-missing = Please type a name.
name-taken = There is already a player called { $name }.

## What somebody likes

higher = Board height
as-in-settings = As in the settings
right = Right
left = Left
main-hand = Main hand
on = On
switched-off = Off
own-values-text = These count when it is this player's turn; everything else is as in the settings. The main hand and the board's size, distance and height matter only in the headset.
all-as-in-settings = All as in the settings
# $value is what a slider says.
value-of-settings = { $value }, as in the settings

## How people sit

against-computer = Against the computer
seat-screen = Two players, this screen
seat-headset = Two players, this headset
seat-apart = Headset and window
seat-alone = One for both sides
seat-computers = The computer against itself
explain-against-computer = You play one side, and the computer the other.
explain-screen = Two people move in turn, at this screen.
explain-headset = Two people move in turn, and pass this headset to one another.
explain-apart = One person wears the headset, the other one sits at the window.
explain-alone = One person moves both sides.
explain-computers = The computer plays both sides, and you watch.
you-play = You play
side-by-chance = Chance decides
who-has-headset = In the headset
order-none = No
order-winner-stays = Winner stays
order-round-robin = Round robin
more-than-two = More than two
explain-order-none = The same two people may play again.
explain-winner-stays = The loser makes room for the next player.
explain-round-robin = Everybody plays everybody.
pairing-too-few = Choose at least three players. Add missing ones under Player list.
pairing-lacks-people = For more than two, choose at least three players, or choose No.
pairing-order = Each result decides who plays next.
person-plays = { $name } plays
help-select = Choose a piece to see how it moves: a disc marks where it can go, a ring what it can capture.
