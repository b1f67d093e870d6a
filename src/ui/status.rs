//! The state of the game in words, and the texts that show it.

use bevy::prelude::*;

use super::commands::Command;
use super::notices::{Notices, NoticesTaken};
use super::theme;
use crate::board::{cell_label, role_name};
use crate::computer::messages::ComputerFact;
use crate::computer::{self, Computer, Hint, Paused, Purpose, Thinking};
use crate::game::messages::MoveRejected;
use crate::game::{Game, Match};
use crate::interaction::Hovered;
use crate::rules::{Cell, CellSet, Move, Outcome, Position, Side, san};
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

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        write
            .run_if(
                // First what has to be asked every time, to know of a change.
                resource_removed::<ResumeOffer>
                    .or_else(resource_exists_and_changed::<ResumeOffer>)
                    .or_else(resource_changed::<Match>)
                    .or_else(resource_changed::<Hovered>)
                    .or_else(resource_changed::<Notices>)
                    .or_else(resource_changed::<Thinking>)
                    .or_else(resource_changed::<Hint>)
                    .or_else(resource_changed::<Paused>)
                    .or_else(resource_changed::<Computer>)
                    .or_else(any_line_added),
            )
            .after(NoticesTaken)
            .in_set(AppSystems::Feedback),
    );
}

fn any_line_added(lines: Query<(), Added<StatusLine>>) -> bool {
    !lines.is_empty()
}

/// "White to move", or who won.
#[must_use]
pub fn headline(game: &Match) -> String {
    match game.outcome() {
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
                Some(format!("{} {}", role_name(role), cell_label(cell)))
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
        Outcome::Extinction { winner, of } => format!("{} has no {of} left", !winner),
        Outcome::Resignation { winner } => format!("{} resigned", !winner),
        Outcome::TimeForfeit { winner } => format!("{} ran out of time", !winner),
        Outcome::Adjudication { .. } => "By adjudication".to_owned(),
        Outcome::Draw(reason) => format!("By {reason}"),
        Outcome::Unstated { .. } => "The record does not say how".to_owned(),
    }
}

/// The last move with its number.
#[must_use]
pub fn last_move(game: &Match) -> String {
    let history = game.history();
    let (Some(mv), Some(before)) = (
        history.last(),
        history
            .ply()
            .checked_sub(1)
            .and_then(|ply| history.position_at(ply)),
    ) else {
        return String::new();
    };
    let dots = match before.turn() {
        Side::White => ".",
        Side::Black => "...",
    };
    format!(
        "Last move: {}{dots} {}",
        before.number(),
        san::write(before, mv)
    )
}

/// A tile and what stands on it.
#[must_use]
pub fn place(game: &Match, cell: Option<Cell>) -> String {
    cell.map_or_else(String::new, |cell| {
        let piece = game.position().piece_at(cell).map_or_else(
            || "empty".to_owned(),
            |piece| format!("{} {}", piece.side, role_name(piece.role)),
        );
        format!("{}: {piece}", cell_label(cell))
    })
}

/// The offer of a draw, and how to answer it.
#[must_use]
pub fn draw_offer(game: &Match) -> String {
    game.draw_offer().map_or_else(String::new, |side| {
        format!(
            "{side} offers a draw: {} agrees with \"{}\", or plays on.",
            !side,
            Command::Draw.label()
        )
    })
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
        hinted(game.position(), shown.mv)
    } else if paused.0 && computer::is_to_move(computer, game) {
        "The computer pauses".to_owned()
    } else {
        String::new()
    }
}

/// A move that is hinted at, in words: whoever asks may not read notation.
fn hinted(position: &Position<Game>, mv: Move) -> String {
    let name = |cell| {
        let role = position.piece_at(cell).map(|piece| role_name(piece.role));
        format!("{} {}", role.unwrap_or_default(), cell_label(cell))
    };
    let mover = name(mv.from);
    if position.occupied().contains(mv.to) {
        format!("Hint: {mover} takes {}", name(mv.to))
    } else {
        format!("Hint: {mover} to {}", cell_label(mv.to))
    }
}

/// What the computer has to say, for players.
pub(super) fn computer_notice(fact: &ComputerFact) -> String {
    match fact {
        ComputerFact::SmallTable { asked, got } => {
            format!("The computer has {got} MB for its table, not {asked}: there is no more memory")
        }
        ComputerFact::SearchFailed(side, Purpose::Move) => {
            format!("The search for {side} failed: what it knew by then is played")
        }
        ComputerFact::SearchFailed(_, Purpose::Hint) => {
            "The search for a hint failed: ask for it again".to_owned()
        }
        ComputerFact::SearchFailed(_, Purpose::Evaluation) => {
            "The search for who stands better failed".to_owned()
        }
        ComputerFact::CannotThink(why) => {
            format!("The computer pauses: it cannot think: {why}")
        }
        ComputerFact::DrawDeclined(side) => format!("{side} declines the draw"),
    }
}

/// Why a move is refused, for players.
pub(super) fn refusal(game: &Match, rejected: &MoveRejected) -> String {
    let from = place(game, Some(rejected.mv.from));
    format!(
        "{from} does not go to {}: {}",
        cell_label(rejected.mv.to),
        rejected.reason
    )
}

fn write(
    game: Res<Match>,
    hovered: Res<Hovered>,
    notices: Res<Notices>,
    offer: Option<Res<ResumeOffer>>,
    (computer, paused): (Res<Computer>, Res<Paused>),
    (thought, hint): (Res<Thinking>, Res<Hint>),
    mut lines: Query<(&StatusLine, &mut Text, &mut TextColor)>,
) {
    for (line, mut text, mut color) in &mut lines {
        let (now, ink) = match line {
            StatusLine::Headline => (headline(&game), theme::TEXT),
            StatusLine::Detail => (detail(&game), theme::WARNING),
            StatusLine::Thinking => (
                thinking(&game, &computer, *paused, &thought, &hint),
                theme::TEXT,
            ),
            StatusLine::LastMove => (last_move(&game), theme::FAINT),
            StatusLine::Hovered => (place(&game, hovered.first()), theme::FAINT),
            StatusLine::Notice => match (notices.text(), &offer) {
                (Some(notice), _) => (notice.to_owned(), theme::WARNING),
                (None, Some(offer)) => (
                    format!(
                        "A saved game with {} moves is there: Resume goes on with it.",
                        offer.0.history.ply().div_ceil(2)
                    ),
                    theme::TEXT,
                ),
                (None, None) => (draw_offer(&game), theme::TEXT),
            },
        };
        if text.0 != now {
            text.0 = now;
        }
        color.set_if_neq(TextColor(ink));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{DrawReason, History, pgn};

    #[test]
    fn a_hint_is_told_in_words() {
        let words = |uci| {
            let mv = Move::from_uci::<Game>(uci).unwrap();
            hinted(Match::default().position(), mv)
        };
        assert_eq!(words("a4g1"), "Hint: pawn A4 to G1");
        assert_eq!(words("b1n4"), "Hint: rook B1 takes pawn N4");
    }

    #[test]
    fn check_and_mate_are_told_with_the_pieces_that_give_them() {
        let mate = "QKPP/1B2/1P2/1P2/3N/4/4/4/4/4/1p2/1p2/rb1p/1k1p/1bRq/4/4/r3/4/4 \
                    w a3a4c2d2k2l2n4 - 0 1";
        let position: Position<Game> = mate.parse().unwrap();
        let game = Match::new(pgn::Game::new(History::new(position)));
        assert_eq!(headline(&game), "Black wins");
        assert_eq!(detail(&game), "Checkmate by bishop O2, rook R1");
        assert_eq!(headline(&Match::default()), "White to move");
        let reason = |outcome: Outcome| {
            let game = Match::new(pgn::Game {
                declared: Some(outcome),
                ..pgn::Game::default()
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
