//! The state of the game in words, and the texts that show it.

use bevy::prelude::*;

use super::notices::{Notices, NoticesTaken};
use super::theme;
use super::words::{in_words, place};
use crate::board::{cell_label, role_name};
use crate::computer::{self, Computer, Hint, Paused, Purpose, Thinking};
use crate::game::Match;
use crate::game::clock::GameClock;
use crate::interaction::choice::{Choice, Choosing};
use crate::interaction::{Hovered, Selection};
use crate::rules::{CellSet, Outcome, Side};
use crate::save::ResumeOffer;
use crate::schedule::AppSystems;

/// A text that shows one line of the status.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StatusLine {
    /// Whose turn it is, or the result.
    Headline,
    /// Check and who gives it, or the reason of the result.
    Detail,
    /// What the computer thinks about, or the hint.
    Thinking,
    /// The last move.
    LastMove,
    /// The tile and piece under the pointer.
    Hovered,
    /// Refusals, notices and offers.
    Notice,
}

impl StatusLine {
    /// Do screen readers say it whenever it changes? What follows a pointer or a search
    /// would drown the rest.
    #[must_use]
    pub const fn is_announced(self) -> bool {
        !matches!(self, Self::Thinking | Self::Hovered)
    }
}

/// Everything that writes the status.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StatusSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            // Each line by itself: a hover must not work out whether it is mate.
            write_game.run_if(resource_changed::<Match>.or_else(any_line_added)),
            write_thinking.run_if(
                resource_changed::<Match>
                    .or_else(resource_changed::<Thinking>)
                    .or_else(resource_changed::<Hint>)
                    .or_else(resource_changed::<Paused>)
                    .or_else(resource_changed::<Computer>)
                    .or_else(any_line_added),
            ),
            write_hovered.run_if(
                resource_changed::<Match>
                    .or_else(resource_changed::<Hovered>)
                    .or_else(any_line_added),
            ),
            write_notice.run_if(
                // First what has to be asked every time, to know of a change.
                resource_removed::<ResumeOffer>
                    .or_else(resource_exists_and_changed::<ResumeOffer>)
                    .or_else(resource_changed::<Match>)
                    .or_else(resource_changed::<Choice>)
                    .or_else(resource_changed::<Selection>)
                    .or_else(resource_changed::<GameClock>)
                    .or_else(resource_changed::<Computer>)
                    .or_else(resource_changed::<Paused>)
                    .or_else(resource_changed::<Notices>)
                    .or_else(any_line_added),
            ),
        )
            .chain()
            .after(NoticesTaken)
            .in_set(StatusSystems)
            .in_set(AppSystems::Feedback),
    );
}

fn any_line_added(lines: Query<(), Added<StatusLine>>) -> bool {
    !lines.is_empty()
}

/// "White to move", or who won; and that players look back, if they do.
#[must_use]
pub fn headline(game: &Match) -> String {
    match game.outcome() {
        None if game.is_looking_back() => {
            format!("Looking back: {} to move", game.position().turn())
        }
        None => format!("{} to move", game.position().turn()),
        Some(outcome) => match outcome.winner() {
            Some(winner) => format!("{winner} wins"),
            None => "Draw".to_owned(),
        },
    }
}

/// Check with the checking pieces, or why the game is over.
#[must_use]
pub fn detail(game: &Match) -> String {
    let position = game.position();
    let checkers = position.checkers();
    let by = |what: &str| {
        let pieces: Vec<String> = checkers
            .cells()
            .filter_map(|cell| {
                let role = position.piece_at(cell)?.role;
                let name = role_name(position, role);
                Some(format!("{name} {}", cell_label(position, cell)))
            })
            .collect();
        format!("{what} by {}", pieces.join(", "))
    };
    match game.outcome() {
        Some(Outcome::Checkmate { .. }) => by("Checkmate"),
        Some(outcome) => reason(outcome),
        None if checkers.is_empty() => String::new(),
        None => by("Check"),
    }
}

/// How the game has ended, beside who has won: "White resigned".
fn reason(outcome: Outcome) -> String {
    match outcome {
        Outcome::Checkmate { .. } => "By checkmate".to_owned(),
        Outcome::Extinction { winner, of } => format!("{} has {of} left", !winner),
        Outcome::BareKing { winner } => format!("{} has only the king left", !winner),
        Outcome::Resignation { winner } => format!("{} resigned", !winner),
        Outcome::TimeForfeit { winner } => format!("{} ran out of time", !winner),
        Outcome::Adjudication { .. } => "By adjudication".to_owned(),
        Outcome::Draw(reason) => format!("By {reason}"),
        Outcome::Unstated { .. } => "The record does not say how".to_owned(),
    }
}

/// The last move with its number, in the words of a hint: whoever plays may not
/// read notation, and a tile is called the same wherever it is named.
#[must_use]
pub fn last_move(game: &Match) -> String {
    let (Some(mv), Some(before)) = (game.record().last(), game.before_last()) else {
        return String::new();
    };
    let dots = match before.turn() {
        Side::White => ".",
        Side::Black => "...",
    };
    format!(
        "Last move: {}{dots} {}",
        before.fullmove_number(),
        in_words(before, mv)
    )
}

/// The offer of a draw, and how to answer it.
#[must_use]
pub fn draw_offer(game: &Match) -> String {
    game.draw_offer().map_or_else(String::new, |side| {
        format!("{side} offers a draw: {} agrees to it, or plays on.", !side,)
    })
}

/// Is there an offer of a draw that a human has to answer?
#[must_use]
pub fn is_draw_to_answer(game: &Match, computer: &Computer) -> bool {
    let turn = game.position().turn();
    game.draw_offer() == Some(!turn) && !computer.plays(turn)
}

/// What the one who is to move can do now.
#[must_use]
pub fn guide(
    game: &Match,
    computer: &Computer,
    paused: Paused,
    clock: &GameClock,
    is_selected: bool,
) -> String {
    let turn = game.position().turn();
    let words = if game.is_looking_back() {
        "You look back: the game waits. A move made here goes on from here."
    } else if game.end().is_some() {
        "The game is over: look back through its moves, or begin another in the Menu."
    } else if clock.refuses_moves() {
        "The clock stands: press Go on."
    } else if computer::is_to_move(computer, game) && paused.0 {
        "The computer pauses: press Go on."
    } else if computer::is_to_move(computer, game) {
        return format!("{turn} is the computer: it thinks.");
    } else if is_selected {
        "Choose one of the marked places, or another piece."
    } else if clock.is_paused() {
        return format!("{turn} to move: choose a piece. The clock goes on with the move.");
    } else {
        return format!("{turn} to move: choose a piece.");
    };
    words.to_owned()
}

/// The offer of a takeback, and how to answer it.
#[must_use]
pub fn takeback_offer(game: &Match) -> String {
    game.takeback_offer().map_or_else(String::new, |side| {
        format!("{side} asks to take the last move back: {} decides.", !side)
    })
}

/// What there is to choose.
#[must_use]
pub fn choice_to_make(game: &Match, choice: &Choice) -> String {
    let position = game.position();
    if let Some(mv) = choice.0.as_ref().and_then(Choosing::to_confirm) {
        let told = in_words(position, mv);
        return format!("Play {told}? Press the place again, or Play.");
    }
    let moves = choice.0.iter().flat_map(|choosing| &choosing.moves);
    let pieces: Vec<&str> = moves
        .filter_map(|mv| Some(role_name(position, mv.promotion()?)))
        .collect();
    match pieces.split_last() {
        Some((last, others)) if !others.is_empty() => {
            let others = others.join(", ");
            format!("What does it become: {others} or {last}?")
        }
        _ => "Which move is meant?".to_owned(),
    }
}

/// What the computer thinks about, that it pauses, or the hint.
#[must_use]
pub fn thinking(
    game: &Match,
    computer: &Computer,
    paused: Paused,
    thinking: &Thinking,
    hint: &Hint,
) -> String {
    if let Some(thought) = thinking.0 {
        let what = match thought.purpose {
            Purpose::Move => format!("{} thinks", thought.side),
            Purpose::Hint | Purpose::Evaluation => "Looking for a hint".to_owned(),
        };
        if thought.depth == 0 {
            what
        } else {
            let seconds = thought.time.as_secs_f32();
            format!("{what}: depth {}, {seconds:.1} s", thought.depth)
        }
    } else if let Some(shown) = &hint.0 {
        format!("Hint: {}", in_words(game.position(), shown.mv))
    } else if paused.0 && computer::is_to_move(computer, game) {
        "The computer pauses".to_owned()
    } else {
        String::new()
    }
}

/// The lines, wherever they are shown.
type Lines<'w, 's> = Query<
    'w,
    's,
    (
        &'static StatusLine,
        &'static mut Text,
        &'static mut TextColor,
        Option<&'static mut Node>,
    ),
>;

/// Writes one line, wherever it is shown, if it is not there already.
fn put(lines: &mut Lines, line: StatusLine, now: &str, ink: Color) {
    // A line that says nothing takes no room.
    let display = if now.is_empty() {
        Display::None
    } else {
        Display::Flex
    };
    for (_, mut text, mut color, node) in lines.iter_mut().filter(|(kind, ..)| **kind == line) {
        if let Some(mut node) = node
            && node.display != display
        {
            node.display = display;
        }
        if text.0 != now {
            now.clone_into(&mut text.0);
        }
        color.set_if_neq(TextColor(ink));
    }
}

fn write_game(game: Res<Match>, mut lines: Lines) {
    put(
        &mut lines,
        StatusLine::Headline,
        &headline(&game),
        theme::TEXT,
    );
    put(
        &mut lines,
        StatusLine::Detail,
        &detail(&game),
        theme::WARNING,
    );
    put(
        &mut lines,
        StatusLine::LastMove,
        &last_move(&game),
        theme::FAINT,
    );
}

fn write_thinking(
    game: Res<Match>,
    (computer, paused): (Res<Computer>, Res<Paused>),
    (thought, hint): (Res<Thinking>, Res<Hint>),
    mut lines: Lines,
) {
    let now = thinking(&game, &computer, *paused, &thought, &hint);
    put(&mut lines, StatusLine::Thinking, &now, theme::TEXT);
}

fn write_hovered(game: Res<Match>, hovered: Res<Hovered>, mut lines: Lines) {
    let now = place(&game, hovered.first());
    put(&mut lines, StatusLine::Hovered, &now, theme::FAINT);
}

fn write_notice(
    game: Res<Match>,
    (computer, paused, clock): (Res<Computer>, Res<Paused>, Res<GameClock>),
    notices: Res<Notices>,
    offer: Option<Res<ResumeOffer>>,
    (choice, selection): (Res<Choice>, Res<Selection>),
    mut lines: Lines,
) {
    let (now, ink) = match (notices.text(), &offer) {
        _ if choice.0.is_some() => (choice_to_make(&game, &choice), theme::TEXT),
        (Some(notice), _) => (notice.to_owned(), theme::WARNING),
        (None, Some(offer)) => (
            format!(
                "A saved game with {} moves is there: Resume goes on with it.",
                offer.0.ply().div_ceil(2)
            ),
            theme::TEXT,
        ),
        (None, None) if game.takeback_offer().is_some() => (takeback_offer(&game), theme::TEXT),
        (None, None) if game.draw_offer().is_some() => (draw_offer(&game), theme::TEXT),
        (None, None) => {
            let is_selected = selection.0.cell().is_some();
            (
                guide(&game, &computer, *paused, &clock, is_selected),
                theme::FAINT,
            )
        }
    };
    put(&mut lines, StatusLine::Notice, &now, ink);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{DrawReason, Equipment, GameTree, Icochess, Position, pgn};

    #[test]
    fn the_last_move_is_told_with_its_number() {
        let mut tree = GameTree::<Icochess>::default();
        for (uci, told) in [
            ("b1n4", "Last move: 1. rook B1 takes pawn N4"),
            ("o1b3", "Last move: 1... rook O1 takes knight B3"),
        ] {
            tree.play(Icochess::tables().parse_uci(uci).unwrap())
                .unwrap();
            assert_eq!(last_move(&Match::new(tree.clone())), told);
        }
    }

    #[test]
    fn check_and_mate_are_told_with_the_pieces_that_give_them() {
        let mate = "QKPP/1B2/1P2/1P2/3N/4/4/4/4/4/1p2/1p2/rb1p/1k1p/1bRq/4/4/r3/4/4 \
                    w a3a4c2d2k2l2n4 - 0 1";
        let game = Match::new(mate.parse::<Position<Icochess>>().unwrap());
        assert_eq!(headline(&game), "Black wins");
        assert_eq!(detail(&game), "Checkmate by bishop O2, rook R1");
        assert_eq!(headline(&Match::default()), "White to move");
        let reason = |outcome: Outcome| {
            let game = Match::new(pgn::Game {
                declared: Some(outcome),
                ..pgn::Game::<Icochess>::default()
            });
            (headline(&game), detail(&game))
        };
        let resigned = Outcome::Resignation {
            winner: Side::Black,
        };
        let told = ["Black wins", "White resigned"].map(String::from);
        assert_eq!(reason(resigned), told.into());
        let told = ["Draw", "By agreement"].map(String::from);
        assert_eq!(reason(Outcome::Draw(DrawReason::Agreement)), told.into());
        assert_eq!(detail(&Match::default()), "");
    }
}
