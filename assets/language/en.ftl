# Everything that players of Icochess read, in the format of Project Fluent
# (https://projectfluent.org/fluent/guide/).
#
# A translation is a copy of this file with other words: docs/translating.md says how. What is
# missing there is said in English. In braces stands what is filled in; the name of a message
# may be used in others of the same file, which are then given the same arguments.
#
# $side is white or black; $piece is the English name of a piece; $count is a number.

## The language itself

# What its speakers call it.
language-name = English
language = Language
language-broken =
    The language file { $file } has a mistake in line { $line }: English stands in for what cannot
    be read.
language-unknown = The file { $file } is not used: { $problem }.
language-missing = There is no language file { $file }: English counts.

## Used in others

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
resumed-on-board = The saved game is on the board { board }.
loaded-on-board = { $file } is a game on the board { board }.
game-unreadable = The saved game cannot be read: { $problem }
settings-unreadable = The settings are the usual ones: { $problem }
player-unreadable = Somebody cannot be read: { $problem }
player-unusable = A player cannot be used: { $problem }
model-unusable = { $file } cannot be used: { $problem }
setting-unusable = A setting cannot be used: settings.ron, { $problem }
games-not-saved = Games are not saved: { $problem }
game-not-saved = The game is not saved: { $problem }. The next move tries again.
settings-not-saved = The settings are not saved: { $problem }. The next move tries again.
players-not-saved = The players are not saved: { $problem }. The next move tries again.
moves-lost = The last moves could not be saved.
game-saved-again = The game is saved again.
settings-saved-again = The settings are saved again.
players-saved-again = The players are saved again.
game-deleted = { $file } is in the bin.
game-exported = The game is written to { $file }.
games-count = { $count ->
    [one] { $count } game
   *[other] { $count } games
}
games-imported = { games-count } imported.
games-imported-stopped = { games-count } imported, and the rest is not read.
games-imported-but = { $imported } { games-count } cannot be read: { $problem }.
failed = { $problem }.
controller-left-out = A kind of controller is left out: { $problem }
clipboard-unreadable = The clipboard cannot be read: { $problem }.
copied = Copied to the clipboard.
not-copied = It cannot be copied: { $problem }.
no-clipboard = There is no clipboard.
auto-turn-on = Auto-turn is on: after a move the next player's side comes to the front.
auto-turn-off = Auto-turn is off.
tab-names = Tab: names on and off. F6: to the buttons.
clock-unplayable = With this clock nothing can be played: { $problem }.

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
    [original] original
    [balanced] balanced
    [standard] standard
    [poster] as on the poster
    [standard-4] standard, four attack boards
    [poster-4] as on the poster, four attack boards
    [standard-5] standard, five attack boards
    [edges] along the edges
    [mixed] mixed
    [rooks-together] rooks together
   *[other] { $title }
}
algorithm-random = Random
algorithm-value = Value
algorithm-attack = Attack
algorithm-strong = Strong
palette-standard = Standard
palette-high-contrast = High contrast
antialiasing-auto = Automatic
antialiasing-off = Off
antialiasing-2x = 2x
antialiasing-4x = 4x

## How games end

by-checkmate = By checkmate
# $pieces are some of none-of: the side has none left, and so has lost.
by-extinction = { side } has { $pieces } left
none-of = no { piece }
# The same, of a kind that other pieces belong to, too: a queen has the power of a rook.
none-of-power = no { piece } power
by-bare-king = { side } has only the king left
by-resignation = { side } resigned
by-time = { side } ran out of time
# Where two people play: $name is what the player is called, $other the other one.
by-named-resignation = { $name } resigned
by-named-time = { $name } ran out of time
by-adjudication = By adjudication
by-nothing-known = The record does not say how
by-stalemate = By stalemate
by-dead-position = By dead position: neither side can mate
by-fivefold-repetition = By fivefold repetition
by-seventy-five-moves = By 75 moves without capture or pawn move
by-agreement = By agreement
by-threefold-repetition = By threefold repetition, claimed by { side }
by-fifty-moves = By 50 moves without capture or pawn move, claimed by { side }
by-time-drawn = By time: the side with time left cannot mate

## Why a move is refused

illegal-not-reached = The piece does not move that way
illegal-king-into-check = The king would be in check there
illegal-promotion = The piece it becomes is missing, or is not one it may become there
illegal-gating = The piece that enters is missing, or is not one that may enter there
illegal-carriage =
    An attack board moves to a free pin, by the rules of adjacent pins to one next to its own,
    with at least one own piece on it, none of the other side's and no king; with a pawn on it
    only within its rows
illegal-castling = Castling is not possible out of, through or into check, nor past a piece
illegal-game-over = The game is over
illegal-handed-over = The board is handed over
illegal-clock-stopped = The clock is stopped
illegal-not-agreed = The other player is asked first
illegal-record-full =
    The record has { $count } moves with all variations, the most that a file may hold
stuck-no-piece = There is no piece there
stuck-not-your-turn = It is { side }'s turn
stuck-blocked = Blocked: it has nowhere to go
stuck-pinned = Pinned: it would expose your king
stuck-in-check = Your king is in check
stuck-no-safe-place = The king is attacked wherever it goes
stuck-computers-turn = It is { side }'s turn: the computer moves
stuck-others-turn = It is { $name }'s turn, at the other display
move-while-looking-back = The board shows an earlier position: the game waits
move-too-late = Another move came first
for-other-display = That is for { $name }, at the other display.
# $why is one of those before, $pieces are what attacks the king.
threat-told = { $why } ({ $pieces })
# $place is such as "B3: White knight", $to a cell.
move-refused = { $place } does not go to { $to }. { $why }

## Why a clock cannot be used

clock-no-time = there is no time in it: expected more than 0 seconds
clock-too-long = a time is too long: expected at most 100 hours

## Places and moves in words

place-empty = { $cell }: empty
place-taken = { $cell }: { side } { piece }
# A piece that moves, with the cell that it comes from.
piece-on = { piece } { $cell }
# A piece that is taken; one that enters beside another; one that gives check.
piece-captured = { piece } { $cell }
piece-entering = a { piece } { $cell }
piece-checking = { piece } { $cell }
move-to = { $who } to { $to }
move-takes = { $who } takes { $what }
move-takes-in-passing = { $who } takes { $what } in passing
# $first and $next are movements, as of king and rook in castling.
move-and-moves = { $first }, { $next }
move-and-becomes = { $move } and becomes a { piece }
move-and-places = { $move }, with { $what }
move-carries = attack board { $from } to { $to }
# A part of the board that moves, by the square where it is fixed, and where one could be.
dock-taken = Attack board { $pin }
dock-free = Free pin { $pin }

## What the computer has to say

computer-small-table =
    The computer has { $got } MB for its table, not { $asked }: there is no more memory
computer-move-failed = The search for { side } failed: what it knew by then is played
computer-hint-failed = The search for a hint failed: ask for it again
computer-evaluation-failed = The search for who stands better failed
computer-cannot-think = The computer pauses: it cannot think: { $problem }
# $name is what an engine of others calls itself, $why one of the reasons that begin with "engine-".
engine-failed = The engine { $name } cannot go on: { $why }
engine-refused = { $name } cannot be chosen: { $why }
engine-unnamed = no engine is named in the settings (Settings, Computer)
engine-unknown-board = it does not know this board
engine-silent = it did not answer in time
engine-ended = it has ended
engine-asked = it is being asked
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
draw-offered = { side } offers a draw: { other-side } agrees to it, or plays on.
takeback-asked = { side } asks to take the last move back: { other-side } decides.
takeback-end-asked = { side } asks to go on with the game: { other-side } decides.
play-on-asked = { side } asks to play on from an earlier place: { other-side } decides.
# Where two people play: $name is what the player is called, $other the other one.
draw-named-offered = { $name } offers a draw: { $other } agrees to it, or plays on.
takeback-named-asked = { $name } asks to take the last move back: { $other } decides.
takeback-named-end-asked = { $name } asks to go on with the game: { $other } decides.
play-on-named-asked = { $name } asks to play on from an earlier place: { $other } decides.
guide-looking-back = You look back: the game waits. A move made here goes on from here.
guide-over = The game is over: look back through its moves, or begin another in the Menu.
guide-clock-stands = The clock stands: press Go on.
guide-clock-waits = The clock stands until somebody is at window and headset again.
guide-computer-pauses = The computer pauses: press Go on.
guide-computer-thinks = { side } is the computer: it thinks.
guide-selected = Choose one of the marked places, or another piece.
guide-selected-on-part = Choose one of the marked places; pick the piece again to move its attack board.
guide-part-selected = Choose a bead on a free pin: the attack board goes there with what stands on it.
guide-clock-paused = { side } to move: choose a piece. The clock goes on with the move.
guide-to-move = { side } to move: choose a piece.
confirm-move = Play { $move }? Press the place again, or Play.
choose-promotion = What does it become: { $others } or { $last }?
choose-move = Which move is meant?
thinks = { side } thinks
thinks-hint = Looking for a hint
# $what is one of the two before; $seconds is such as 2.5.
thinks-depth = { $what }: depth { $depth }, { $seconds } s
thinks-pause = The computer pauses
hint-is = Hint: { $move }
resume-offered = A saved game with { moves-count } is there: Resume goes on with it.

## Buttons

undo = Undo
redo = Redo
hint = Hint
flip = Flip
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
views-text = In the window also by the keys 1 to 8; with Shift for the other side.
views-of = As { side } sees it
# A view as the side sees it that is not in front.
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
two-players = Two players
next-pairing = Next pairing
next-game = Next game
end-series = End the series
rematch = Rematch
hold-to-resign = Hold to resign
hold-to-start = Hold to start
hold-to-rematch = Hold to rematch
hold-to-resume = Hold to resume
auto-turn = Auto-turn
tile-names = Tile names
menu = Menu
board-page = Board
new-game = New game
saved-games = Saved games
players = Players
settings = Settings
own-values-first = Values of who is at the game come before these: see Players.
help = Help
about = About
result = Result
handover = Hand-over
question = Question
back = Back
yes = Yes
ready = Start
pass-on = Pass on
quit = Quit

## Tabs

settings-board = Board
settings-together = Together
settings-computer = Computer
settings-sound = Sound
settings-display = Display
help-pieces = Pieces
help-rules = Rules
help-controls = Controls

## Home

icochess = Icochess
this-game = This game
agree-to-draw = Agree to draw
claim-draw = Claim draw
offer-draw = Offer draw
play = Play
put-away = Put away

## The game

go-on = Go on
# Makes the move that is shown.
play-move = Play
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
computer-random = computer, any move
computer-algorithm = computer, { $algorithm } { $level }

## A move that is typed

# The field that it is typed in.
typed-field = Move
# $example is in notation, as Nf3.
typed-nothing = Type notation, such as { $example }, or both cells.
typed-plays = Enter: { $move }
typed-checks = Enter: { $move }, check
typed-wins = Enter: { $move }, and wins
typed-unfinished = { $count ->
    [one] One move begins so.
   *[other] { $count } moves begin so.
}
# $moves are in notation.
typed-ambiguous = Which one: { $moves }?
typed-unknown = No legal move begins so.
typed-more = and { $count } more

## What a side has left, where the loss of a kind loses

# $kinds are some of kind-left and kind-few.
kinds-left = { side } has left: { $kinds }
kind-left = { piece } { $count }
kind-few = { piece } only { $count }
reserve-has = in reserve: { $pieces }

## Moves

place-start = Start
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
stop-at = Stop: { $done } of { $total }
# $value is in pawns, as +0.3.
place-value = { $place }   { $value }
bar-value = { $place } { $value }
# $sign is what the move is worth, as ??.
bar-judged = { $bar } { $sign }

## Questions

ask-begin = Leave this game for a new one?
start-new-game = Start new game
ask-rematch = Leave this game for another?
ask-resume = Leave this game for the saved one?
go-on-with-it = Go on with it
game-is-kept = The game so far is kept among the saved games.
keep-playing = Keep playing
ask-take-over = Shall the computer play { side } from now on?
ask-named-take-over = Shall the computer play for { $name } from now on?
let-it-play = Let it play
ask-resign = { side } gives up?
ask-named-resign = { $name } gives up?
ask-who-resigns = Who gives up?
resigns = { side } resigns
resigns-named = { $name } resigns

## About

games-from = The games
games-from-text =
    { made-by-icochess }

    { made-by-octhex }

    { made-by-trek }

    { made-by-raumschach }

    { made-by-chess }
write-to = Questions and mistakes
write-to-text =
    Write to whoever the game came from. CONTRIBUTING.md, which comes with it, says what helps.
licence = Licence
licence-text =
    Icochess is free software under the MIT licence or the Apache licence 2.0, as you like.
fonts = Fonts
fonts-text =
    Inter, by the Inter Project Authors, and signs of Noto Sans Symbols 2, by Google: SIL Open
    Font License 1.1.
built-with = Built with
built-with-text =
    Bevy, OpenXR through bevy_mod_openxr, Rapier, Kira and many more libraries of the Rust
    community. Each keeps its own licence: see Cargo.lock for the list.
sounds-and-pieces = Sounds and pieces
sounds-and-pieces-text = Made for this game by the programs beside them in the folder assets.
files = Files
files-text = Games are saved as PGN and settings as text: see README.md for the folder.
about-program = Icochess { $version }: chess on a ball of 80 triangles, and on other boards.

## Result

series-score = Game { $number } of { $games }: { $first } { $score } { $second }
algorithm-and-level = { $algorithm } { $level }
next-is = Next: { $white } – { $black }

## Help

key-left-drag = Left drag
does-turn = turn the board
key-shift-drag = Shift + left drag
does-roll = roll the ball, or tilt the board
key-wheel = Wheel
does-zoom = closer or farther
key-left-click = Left click
does-select = select; on a mark: move there
key-right-click = Right click
does-move = move there, or capture
key-esc = Esc
does-menu = the menu, and back to the board
key-focus = F6
does-focus = to the buttons, and back; there Tab, Enter
key-undo = Ctrl+Z, Ctrl+Y
does-undo = undo, redo
key-new-game = Ctrl+N
does-new-game = new game
key-views = 1 to 8
does-views = views; with Shift the other side's
key-arrows = Arrows
does-arrows = turn by 1 degree; with Shift by 10
key-view-keys = Insert, Home, Page up; Delete, End, Page down; Scroll lock, Pause
does-view-keys = views of this board; with Shift the other side's
key-home = Home
does-home = my side to the front
key-apart = E
does-apart = take the levels apart, and put them together
key-cut = C
does-cut = slice the board another way, and put it together
key-planes = Page up, Page down
does-planes = another slice; also Shift + wheel
key-tile-names = Tab, N
does-tile-names = names of the cells
key-auto-turn = T
does-auto-turn = turn the board after each move
key-promotion = A piece's letter, or 1 to 9
does-promotion = what a pawn becomes
key-type-move = / or Enter
does-type-move = type a move
key-frame-rate = F3
does-frame-rate = frames a second
key-full-screen = F11
does-full-screen = full screen
key-help = F1 or H
does-help = this help
hand-piece = Trigger on a piece
hand-piece-does = select it; on it again, or on nothing: deselect
hand-mark = Trigger on a mark
hand-panel = Trigger on the panel
hand-panel-does = press a button
hand-grip = Grip, held
hand-grip-does = hold the board and turn it with your hand
hand-stick = Thumbstick
hand-stick-does = turn the board; where it is sliced, up and down: another slice; on the panel: scroll
hand-home = A or X
hand-menu = Menu
hand-menu-does = the panel comes, and goes
hand-menu-held = Menu, held
hand-menu-held-does = the board comes before you again
in-the-window = In the window
in-the-headset = In the headset

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

lesson-ball-king =
    One tile across an edge. It may never stay in check.
lesson-ball-queen =
    As a rook or as a bishop.
lesson-ball-rook =
    From edge to edge, in a strip of 20 tiles that runs round the ball.
lesson-ball-bishop =
    Across an edge, straight across a corner, across an edge and so on, in one direction.
lesson-ball-knight =
    To a tile with a dashed red frame: one that touches its own in a corner, beside an edge
    neighbour. It leaps over anything in between.
lesson-ball-pawn =
    One tile across an edge, in any direction, and it captures as it moves. On its first move also
    two, if the tile between is empty.

## How pieces move: 8×8 chess

lesson-chess-king =
    One square in any direction, never into check. To castle, once, while neither has moved: two
    squares towards a rook, or onto it; the rook goes to its other side.
lesson-chess-queen =
    As a rook or as a bishop.
lesson-chess-rook =
    Straight on along a rank or a file, as far as it is free.
lesson-chess-bishop =
    Straight on along a diagonal, as far as it is free.
lesson-chess-knight =
    Two squares along a rank or a file and one across, over anything in between.
lesson-chess-pawn =
    One square forward, on its first move also two; it captures diagonally forward. A pawn that
    has just gone two past it may be taken in passing. On the last rank it becomes a queen, rook,
    bishop or knight.

## How pieces move: Star Trek 3D

lesson-trek-king =
    One square in any direction, also straight or aslant up or down, never into check.
lesson-trek-queen =
    As a rook or as a bishop.
lesson-trek-rook =
    Straight on, as far as it is free: along a column or a row, straight up or down, or along a
    column or row one level higher or lower at each step. Where a square is missing it stops.
lesson-trek-bishop =
    Straight on along a diagonal, as far as it is free: on its level, or one level higher or lower
    at each step. Where a square is missing it stops.
lesson-trek-knight =
    Two squares along one of row, column and height, and one along another, over anything in
    between, and over missing squares.
lesson-trek-pawn =
    One square ahead, on its level or one level towards the other side: down for White, up for
    Black. On its first move also two such steps. Where no square is ahead of it, one square to
    the side. It captures one row on in the columns beside its own, on its level and on every level
    towards the other side. Six rows on it becomes a queen: if it began on a large board, on row 8
    (Black: 1); if on an attack board, on row 7 (Black: 2).
lesson-trek-boards =
    Instead of a piece you may move an attack board, with what stands on it, to any free pin.
    Select it by its rim, by an empty square of it, or by picking a piece on it twice; then pick
    a bead. It must hold a piece of yours, none of the other side's and no king; with a pawn on
    it, it stays within its rows. Who has only the king left loses.
lesson-trek-boards-adjacent =
    Instead of a piece you may move an attack board, with what stands on it, to an adjacent free
    pin: of its own corner, of a corner next to it along an edge of the large board, or of one in
    the same column, up to two rows on, of the large board above or below. Select it by its rim, by
    an empty square of it, or by picking a piece on it twice; then pick a bead. It must hold a piece
    of yours, none of the other side's and no king; with a pawn on it, it stays within its rows.
    Who has only the king left loses.

## How pieces move: OctHex 146

lesson-octhex-rook =
    Straight on to the next place beside it, in 12 directions: 4 on its level, 4 upwards and 4
    downwards, as far as it is free.
lesson-octhex-bishop =
    Straight on over a corner: diagonally on its level, or straight up or down past the next level.
    It keeps to places of one outline.
lesson-octhex-unicorn =
    Two steps that part by a narrow angle, in 24 directions: to the next level or the one after,
    and on as far as it is free.
lesson-octhex-knight =
    Two steps as a rook and one across, 24 places: 8 on its level, 8 on those next to it, 8 three
    levels away. It leaps over anything in between.
lesson-octhex-queen =
    As a rook or as a bishop. It counts for both elements.
lesson-octhex-duchess =
    As a rook or as a unicorn. Where a duchess of the first rows leaves her place for the first
    time, the bishop in reserve enters.
lesson-octhex-marshal =
    As a rook or as a knight. Where a marshal of the first rows leaves its place for the first
    time, the bishop in reserve enters.
lesson-octhex-governor =
    As a bishop or as a unicorn.
lesson-octhex-cardinal =
    As a bishop or as a knight.
lesson-octhex-cavalcade =
    As a unicorn or as a knight. Where a cavalcade of the first rows leaves its place for the
    first time, the bishop in reserve enters.
lesson-octhex-pawn =
    One step ahead to the next hexagonal plane, to one of 3 places; it captures one bishop's step
    ahead. On the last plane it becomes any other piece.
lesson-octhex-elements =
    Rook, bishop, unicorn and knight are the four elements; each of the other pieces but the pawn
    has two of them. Who takes the last piece of an element from the other side wins at once. The
    bishop beside the board counts as long as it can still enter.

## How pieces move: Raumschach

lesson-raumschach-king =
    One cell in any of the 26 directions, never into check.
lesson-raumschach-queen =
    As a rook, as a bishop or as a unicorn.
lesson-raumschach-rook =
    Straight on through the faces of the cells, as far as it is free: along a rank or a file, or
    straight up or down.
lesson-raumschach-bishop =
    Straight on through the edges of the cells, as far as it is free: diagonally on its level, or
    along a rank or a file and one level up or down at each step. It keeps to cells of its colour.
lesson-raumschach-unicorn =
    Straight on through the corners of the cells, as far as it is free: diagonally, and one level
    up or down at each step. From anywhere it reaches a quarter of the board.
lesson-raumschach-knight =
    Two cells along a rank, a file or upwards or downwards, and one across, over anything in
    between.
lesson-raumschach-pawn =
    One cell forward, or one level towards the other side: up for White, down for Black. It
    captures one cell forward and aside, one level on and aside, or one level on and forward. On
    the last rank of the last level it becomes a queen, rook, bishop, unicorn or knight.
lesson-raumschach-ways =
    White begins on the two lowest levels and Black on the two highest. Of two cells that touch
    with a face one is light and one is dark, also where they lie one over the other.

## The rules

rules-title-start = The start
rules-title-moves = Moves
rules-title-castling = Castling
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

rules-turns =
    White begins, and the sides move in turn; nobody may pass. A piece captures by going to the
    place of a piece of the other side.
rules-shown = Choose this, and the board shows it.
rules-names-shown =
    The board shows them while this is chosen. In the window the key N shows them at any time.
rules-mate =
    A king that could be captured next is in check. The next move must end that: the king goes
    where nothing attacks it, a piece goes between, or the piece that gives check is captured. No
    move may leave or put your own king in check. Who is in check and has no such move is mated
    and has lost.
rules-other-ends =
    Who resigns has lost, and so has a side whose time runs out; but if the other side could not
    win any more, that is a draw.
rules-other-draws =
    It is a draw, too, when both sides agree, when a position comes up for the fifth time, and
    after 150 single moves without a capture or a pawn move. From the third time on, or after 100
    such moves, the side to move may claim the draw.
rules-stalemate =
    A side that is not in check and has no legal move is stalemated: the game is drawn.

rules-check = { rules-mate } { rules-other-ends }

## The rules: the ball of Icochess

rules-setup-ball =
    Each side has a king, a queen, two rooks, two bishops, two knights and four pawns. Black's
    stand on the far side of the ball, opposite White's. The balanced start has them on the same
    tiles as the original one, in another order.
rules-moves-ball =
    { rules-turns } Only the knight goes over other pieces. There is no promotion, no castling and
    no capture in passing.
rules-edge =
    They share two corners with a tile. Each tile has 3; their frames are solid. { rules-shown }
rules-side-corner =
    They share one corner with a tile and two with one of its edge neighbours. Each tile has 6;
    their frames are dashed. { rules-shown }
rules-direct-corner =
    They share one corner with a tile and lie straight across it. Tiles with the number 1 have 3,
    the others 2; of their frames there are only the corners. { rules-shown }
rules-draws-ball =
    { rules-stalemate } So is one in which neither side can mate any more: with bare kings, or
    beside them one knight, one pawn, a pawn of each side, or two pawns of one side that have
    moved. { rules-other-draws }
rules-names-ball =
    The letters A to T are the large triangles that the ball is made of, the numbers their four
    tiles: 1 is the one in the middle. { rules-names-shown }
made-by-icochess = Icochess, the game on the ball: ReasonMakes, 2020 (github.com/ReasonMakes/icochess).

## The rules: 8x8 chess

rules-setup-chess =
    From A to H: rook, knight, bishop, queen, king, bishop, knight, rook, and the pawns before
    them. Each queen stands on a square of her own colour, and at the right hand of each player
    is a light corner.
rules-moves-chess =
    { rules-turns } Only the knight goes over other pieces, and the rook in castling. A pawn may
    also capture in passing.
rules-castling-chess =
    King and rook may castle if neither has moved, nothing stands between them, the king is not in
    check, and no piece of the other side attacks a square that it passes or goes to.
rules-draws-chess =
    { rules-stalemate } So is one in which neither side can mate any more: with bare kings, or
    beside them one knight, or bishops on squares of one colour. { rules-other-draws }
rules-names-chess =
    The files A to H go from left to right as White sits, the ranks 1 to 8 from White to Black.
    { rules-names-shown }
made-by-chess =
    8x8 chess: the laws of FIDE. What the game offers beside them follows chess3d, by James Wickenden (github.com/James-Wickenden/chess3d), and a chess README, by the authors named in its team.md.

## The rules: Star Trek 3D

rules-setup-trek =
    The large boards are White's at the top, a neutral one, and Black's. Attack boards hang on
    pins over and under their corners. The source does not say what stands where: king, queen and
    rooks begin on attack boards, or as on the poster king, queen and bishops on the large ones.
    There are six attack boards. With four there are 64 squares, as many as on 8x8. Five cannot
    hang alike for both sides: the fifth is on pin B63, nearer to Black, who moves second.
rules-moves-trek =
    { rules-turns } Only knights, and pawns that capture on another level, go over other pieces.
    There is no castling and no capture in passing.
rules-win-trek =
    { rules-mate } Who has only the king left has lost at once. { rules-other-ends }
rules-draws-trek =
    { rules-stalemate } So is one in which both sides have only the king left. { rules-other-draws }
    To move an attack board is no pawn move, even with pawns on it.
rules-names-trek =
    First the column, A to F from left to right as White sits; then the row, 0 to 9 from White to
    Black; then the level, 1 at the bottom to 7 at the top. { rules-names-shown }
made-by-trek =
    Star Trek 3D chess: after the page of mjollnir.com (mjollnir.com/Chess.html).

## The rules: OctHex 146

rules-setup-octhex =
    White's pieces stand on one face of the octahedron, its pawns on the plane before it, and
    Black's opposite. Three bishops stand at the points of the face; the fourth waits beside the
    board. The author's diagram of the rest is lost. His text still says on which three places
    duchess, marshal and cavalcade stand: those that no bishop on the board can reach. The start
    along the edges is a reconstruction, with each simple piece along an edge and each compound
    beside the two pieces that it is made of. The starts mixed and rooks together are ours, the
    same on the left as on the right.
rules-moves-octhex =
    { rules-turns } Only knights go over other pieces. When a duchess, marshal or cavalcade first
    leaves the place where it began, the fourth bishop enters there. If all three are captured
    before, it is lost.
rules-beside-octhex =
    A place has up to 12 places beside it: 4 on its level, 4 above and 4 below. That is a rook's
    step. { rules-shown }
rules-across-octhex =
    Across a corner there are up to 6 places: 4 diagonally on its level, one straight above and
    one straight below, each past the next level. That is a bishop's step. { rules-shown }
rules-win-octhex =
    { lesson-octhex-elements } There is no king, no check and no mate. { rules-other-ends }
rules-draws-octhex =
    A side that has no legal move is stalemated: the game is drawn. { rules-other-draws }
rules-ranks-octhex =
    The author calls the six hexagonal planes between the camps the true ranks. Slice shows them:
    White's pieces stand on the first, White's pawns on the second, Black's pawns on the fifth and
    Black's pieces on the sixth. A pawn goes one on with each move.
rules-names-octhex =
    First the level, A at the bottom to K at the top; then the column, 1 nearest to White; then
    the row, 1 at the left as White sits. { rules-names-shown }
made-by-octhex = OctHex 146: Charles Gilman, 2006 and 2016 (chessvariants.com).

## The rules: Raumschach

rules-setup-raumschach =
    White has the two lowest levels, Black the two highest, each with pawns before the pieces. On
    the outer level stand rook, knight, king, knight, rook; on the other one, from A to E,
    White's bishop, unicorn, queen, bishop, unicorn and Black's unicorn, bishop, queen, unicorn,
    bishop.
rules-moves-raumschach =
    { rules-turns } Only the knight goes over other pieces. Pawns never go two cells, there is no
    castling and no capture in passing.
rules-draws-raumschach =
    { rules-stalemate } So is one in which neither side has the pieces to mate any more, as with
    bare kings. { rules-other-draws }
rules-names-raumschach =
    First the level, A at the bottom to E at the top; then the file, A to E from left to right as
    White sits; then the rank, 1 to 5 from White to Black. { rules-names-shown }
made-by-raumschach = Raumschach: Ferdinand Maack, 1907, with the set-up of Anthony Dickins.

## Boards that are looked into

take-apart = Apart
put-together = Together
cut = Slice
plane-next = Next slice
plane-previous = Previous slice
# What is cut, and which plane of how many is shown.
cut-shown = { $cut }: { $number } of { $count }
cut-levels = Levels
# What the game's author calls the hexagonal planes from camp to camp.
cut-ranks = True ranks
cut-hexagons = Hexagons aside ({ $number })
cut-squares = Upright squares ({ $number })
cut-raumschach-files = Files
cut-raumschach-ranks = Ranks

## New game

setup-board = Board
setup-start = Start position
draw-who-has-white = Chance decides who has White
person = Person
computer = Computer
people-only = The computer does not play on this board.
games-to-play = Games
random-plies = Random plies at the start
series-text = The games follow one another, with the sides changed; two begin with the same random plies.
explain-random = It plays any legal move, whatever its strength.
explain-value = It takes what is worth most, and looks a few moves ahead.
explain-attack = It looks for moves that attack, and a few moves ahead.
explain-strong = It plays as well as it can at its strength.
explain-engine = A program of others plays, which the settings name.
player-name = { side }'s name
player-is = { side } is
who-plays = Who plays
who-plays-text = Counts from the next move on.
takes-over = The computer plays { side }
player-plays = { side } plays
player-level = { side }'s strength
strength = Strength
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
explain-bronstein = After a move the time that it took is given back, at most the bonus.
explain-delay = Each move may take the bonus before the time runs.
explain-per-move = Each move begins with all of the time.
explain-hourglass = What one player uses, the other one gets.
clock-increment = Increment
clock-bronstein = Bronstein
clock-delay = Delay
clock-per-move = Per move
clock-hourglass = Hourglass
player-time = { side }'s time
player-bonus = { side }'s bonus
time-and-bonus = { $time } + { $bonus }
minutes = { $value } min
seconds = { $value } s

## Players

players-none = No finished game of two named players yet.
looking = Looking …
draws-count = { $count ->
    [one] { $count } draw
   *[other] { $count } draws
}
# $board is the name of the board.
tally = { $score }, { $board }
tally-with-draws = { $score }, { draws-count }, { $board }

## Saved games

saved-none = No game yet. Games that have ended or were left are kept here.
newer = Newer
older = Older
import-clipboard = Import from clipboard
choose-saved = Choose a game of the list.
ask-delete = Move this game to the bin?
delete-it = Delete it
keep-it = Keep it
open = Open
export-pgn = Export PGN
export-position = Export position
copy-pgn = Copy PGN
copy-position = Copy position
copy-diagram = Copy diagram
delete = Delete
event = Event
white-player = White player
black-player = Black player
rename = Rename
unfinished = unfinished
games-done-of = { $done } of { games-count }
games-read = { games-count }, { $read } of { $size } MB read
saved-pages = { games-count }, page { $page } of { $pages }
# A game of the list, as it is read out.
saved-game = { $names } { $result } { $date }

## Settings

names-of-cells = Names of the cells
show-moves = Show moves that are out of sight
show-moves-text = Turns a ball to the computer's moves, to hints and to a mated king.
confirm-moves = Confirm each move
confirm-moves-text = A move is shown, and made when its end is picked again, or by Play.
clocks-stand = Clocks stand in menus
reduced-motion = Reduced motion
reduced-motion-text = Pieces and the board are where they go at once, without gliding.
move-list-style = Lists of moves
move-list-notation = Notation
move-list-columns = Columns
compass = Compass beside a ball, in the window
compass-text =
    A small ball with both sides: a press on a place, or on a king, turns the board there.
arrows = Arrow keys
arrows-text = In the window. Around: the board turns against the arrow, as it does when you walk.
arrows-board = Move the board
arrows-around = Move around it
compass-label = Compass: where both sides stand
turn-to-king = Turn to { side }'s king
auto-turn-window = Turn the board after each move, in the window
auto-turn-headset = Turn the board after each move, in the headset
evaluation-bar = Evaluation bar
hints = Hints
computer-elsewhere = Who plays each side, and how well, is chosen for each game: see New game, and in a game Who plays.
engine = Engine that can play
engine-text = An engine of others that speaks UCI, such as /usr/games/stockfish: its program, and arguments.
analysis-engine = Engine that evaluates
analysis-engine-text = It evaluates the moves of a game on the boards that it knows, and ours on the others.
most-time = Most time for a move
between-computers = Between two computers
cores = Cores
memory = Memory
gives-up = Gives up lost games, agrees to draws
colours = Colours
bands = Bands on Black's pieces
size-of-text = Size of text
smooth-edges = Smooth edges
render-scale = Render scale
render-scale-text =
    Less of both draws more frames a second. The scale counts in the headset from the next start
    on, in the window at once and up to 100 %.
frame-rate = Frames a second
mirror = Board in the window beside a headset
size-of-board = Size of the board
farther-away = Farther away
board-place-text = How large the board is in the headset, and where.
main-hand-text = In the headset the panel is on its side.
steady-rays = Steady rays
eye-height = Height of your eyes, seated
eye-height-text = For headsets that do not know where the floor is or where they are.
volume = Volume
volume-pieces = Pieces
volume-signals = Signals
volume-pointing = Pointing
volume-room = Room
volume-text =
    Signals are check, clock, refusals and the end; room is its quiet air. Each adds to the volume
    of all.
mono = The same for both ears
captions = Sounds in words
vibration = Vibration of the controllers
off = off
# $value is in decibels, $part what that is of the usual loudness.
volume-in-words = { $part } % ({ $value } dB)
percent = { $value } %
metres = { $value } m
megabytes = { $value } MB
cores-and-memory-text =
    Memory counts for Strong from level { $level } on, and for hints and the evaluation; cores count for Value and Attack, too.

## Sounds in words

caption-move = Move
caption-carried = Attack board { $from } to { $to }
caption-taken-back = Move taken back
caption-capture = Capture
caption-refused = Refused
caption-check = Check
caption-clock = Clock
caption-passed = The other one is next
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
mirror-label = What is seen in the headset
mirror-off = M: show the board here

## The evaluation

mate-for-white = +mate
mate-for-black = -mate

## The headset goes to the other player

handover-sit = Sit as you like and look ahead: the board comes to you.
handover-turns = The board turns to you.
start-now = Start now
not-me = Not me
handover-panel = Who gets it holds a trigger, or a pinch, until the bar is full.
handover-panel-long =
    Who gets it holds a trigger, or a pinch, until the bar is full, which takes long before the headset has moved.
handover-window = Who gets it puts it on, holds a trigger or a pinch, or clicks here.
handover-clocks = The clocks stand until then.
# $name is a player's name or colour.
pass-headset = Pass the headset to { $name }
is-next = { $name } is next
i-am = I am { $name }: start

## Two players

free-takebacks = Take moves back without asking
free-takebacks-text = Else the other one is asked where a clock runs.
# Of a setting, while two people play with a clock.
counts-next-game = That counts from the next game on.
landed-time = Time to take a move back
landed-time-text = Where a headset or a window is shared: after it, the other one is next.
hide-while-passing = Hide the pieces while the headset is passed on
hide-while-passing-text = So that nobody studies the board on the other's time.
hide-always = Always
hide-with-clock = With a clock
hide-never = Never
against-each-other = Against each other
against-each-other-text = Finished games among the saved ones count.
players-nobody = Nobody yet. Who is named on the page New game is added here.
new-player = New player
add = Add
delete-them = Delete them
keep-them = Keep them
name = Name
this-evening = This evening
end-evening = End the evening
ask-delete-player = Move the file of { $name } to the bin? The games stay.
score = { $won } won, { $lost } lost, { $drawn } drawn
name-missing = That is no name: a name is missing.
name-taken = That is no name: { $name } is there already.

## What somebody likes

higher = Higher
as-in-settings = As in the settings
right = Right
left = Left
main-hand = Hand that does most
on = On
switched-off = Off
own-values-text =
    This counts when it is their turn, and whatever else is as in the settings. Place and size of
    the board and the hand count in the headset.
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
explain-winner-stays = Who loses makes room for the next one.
explain-round-robin = Everybody plays everybody.
evening-too-few = Choose at least three. Who is not here is added on the page Players.
evening-order = Who plays next is told with each result.
person-plays = { $name } plays
help-select =
    Choose a piece, and the board shows how it moves: a disc is where it can go, a ring what it
    can capture.
