//! The state of the game in words, and the texts that show it.

use bevy::prelude::*;

use super::commands::Command;
use super::notices::{Notices, NoticesTaken};
use super::theme;
use crate::board::{cell_label, role_name};
use crate::computer::messages::ComputerFact;
use crate::computer::{self, Computer, Hint, Paused, Purpose, Thinking};
use crate::game::Match;
use crate::game::messages::MoveRejected;
use crate::interaction::choice::Choice;
use crate::interaction::{Hovered, PickRefused, Unmovable};
use crate::rules::{
    AnyPosition, Cell, CellSet, Effect, IllegalReason, Move, Outcome, Piece, Side, Stuck,
};
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
        Outcome::Extinction { winner, of } => format!("{} has no {of} left", !winner),
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

/// A tile and what stands on it.
#[must_use]
pub fn place(game: &Match, cell: Option<Cell>) -> String {
    cell.map_or_else(String::new, |cell| {
        let position = game.position();
        let piece = position.piece_at(cell).map_or_else(
            || "empty".to_owned(),
            |piece| format!("{} {}", piece.side, role_name(position, piece.role)),
        );
        format!("{}: {piece}", cell_label(position, cell))
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

/// What there is to choose.
#[must_use]
pub fn choice_to_make(game: &Match, choice: &Choice) -> String {
    let position = game.position();
    let moves = choice.0.iter().flat_map(|choosing| &choosing.moves);
    let pieces: Vec<&str> = moves
        .filter_map(|mv| Some(role_name(position, mv.promotion()?)))
        .collect();
    match pieces.split_last() {
        Some((last, others)) => {
            let others = others.join(", ");
            format!("What does it become: {others} or {last}?")
        }
        None => "Which move is meant?".to_owned(),
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

/// A move in words: "rook B1 takes pawn N4".
fn in_words(position: &dyn AnyPosition, mv: Move) -> String {
    let name = |piece: Piece, cell| {
        let role = role_name(position, piece.role);
        format!("{role} {}", cell_label(position, cell))
    };
    let (mut told, mut taken, mut moved) = (String::new(), None, false);
    for effect in position.effects(mv) {
        match effect {
            Effect::Taken { piece, cell } => taken = Some((name(piece, cell), cell)),
            Effect::Moved { piece, way } if !moved => {
                moved = true;
                let to = way[way.len() - 1];
                told = name(piece, way[0]);
                told += &match taken.take() {
                    Some((what, cell)) if cell == to => format!(" takes {what}"),
                    Some((what, _)) => format!(" takes {what} in passing"),
                    None => format!(" to {}", cell_label(position, to)),
                };
            }
            Effect::Moved { piece, way } => {
                let to = cell_label(position, way[way.len() - 1]);
                told += &format!(", {} to {to}", name(piece, way[0]));
            }
            Effect::Became { to, .. } => {
                told += &format!(" and becomes a {}", role_name(position, to.role));
            }
            Effect::Placed { piece, cell } => told += &format!(", with a {}", name(piece, cell)),
        }
    }
    told
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
    let position = game.position();
    let is_king = |piece: Piece| position.rules_of(piece.role).royal;
    let why = match rejected.reason {
        IllegalReason::IntoCheck if position.piece_at(rejected.mv.from).is_some_and(is_king) => {
            "The king would be in check there".to_owned()
        }
        IllegalReason::IntoCheck => stuck(game, Stuck::Pinned),
        IllegalReason::StaysInCheck => stuck(game, Stuck::InCheck),
        IllegalReason::NotYourTurn => stuck(game, Stuck::NotYourTurn),
        other => sentence(&other.to_string()),
    };
    format!(
        "{from} does not go to {}. {why}",
        cell_label(position, rejected.mv.to)
    )
}

/// Why what was picked cannot be moved, for players.
pub(super) fn pick_refusal(game: &Match, refused: &PickRefused) -> String {
    match refused.why {
        Unmovable::ComputersTurn => {
            format!(
                "It is {}'s turn: the computer moves",
                game.position().turn()
            )
        }
        Unmovable::GameOver => sentence(&IllegalReason::GameOver.to_string()),
        Unmovable::Stuck(why) => stuck(game, why),
    }
}

/// Why a piece cannot be moved, for players.
fn stuck(game: &Match, why: Stuck) -> String {
    match why {
        Stuck::NotYourTurn => format!("It is {}'s turn", game.position().turn()),
        other => sentence(&other.to_string()),
    }
}

/// With a capital in front.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

/// The lines, wherever they are shown.
type Lines<'w, 's> = Query<
    'w,
    's,
    (
        &'static StatusLine,
        &'static mut Text,
        &'static mut TextColor,
    ),
>;

/// Writes one line, wherever it is shown, if it is not there already.
fn put(lines: &mut Lines, line: StatusLine, now: &str, ink: Color) {
    for (_, mut text, mut color) in lines.iter_mut().filter(|(kind, ..)| **kind == line) {
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
    notices: Res<Notices>,
    offer: Option<Res<ResumeOffer>>,
    choice: Res<Choice>,
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
        (None, None) => (draw_offer(&game), theme::TEXT),
    };
    put(&mut lines, StatusLine::Notice, &now, ink);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chess, DrawReason, Equipment, GameTree, Icochess, Position, pgn};

    fn mv(uci: &str) -> Move {
        Icochess::tables().parse_uci(uci).unwrap()
    }

    #[test]
    fn moves_are_told_in_words_with_tiles_as_on_the_board() {
        let words = |uci| in_words(Match::default().position(), mv(uci));
        assert_eq!(words("a4g1"), "pawn A4 to G1");
        assert_eq!(words("b1n4"), "rook B1 takes pawn N4");
        let mut tree = GameTree::<Icochess>::default();
        for (uci, told) in [
            ("b1n4", "Last move: 1. rook B1 takes pawn N4"),
            ("o1b3", "Last move: 1... rook O1 takes knight B3"),
        ] {
            tree.play(mv(uci)).unwrap();
            assert_eq!(last_move(&Match::new(tree.clone())), told);
        }
    }

    #[test]
    fn moves_that_do_more_than_one_thing_are_told_whole() {
        for (text, uci, told) in [
            (
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                "e1g1",
                "king E1 to G1, rook H1 to F1",
            ),
            (
                "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
                "e5d6",
                "pawn E5 takes pawn D5 in passing",
            ),
            (
                "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1",
                "e7d8n",
                "pawn E7 takes rook D8 and becomes a knight",
            ),
        ] {
            let position: Position<Chess> = text.parse().unwrap();
            let mv = Chess::tables().parse_uci(uci).unwrap();
            assert_eq!(in_words(&position, mv), told);
        }
    }

    #[test]
    fn refusals_say_why() {
        let game = Match::default();
        let told = |mv: Move| {
            let reason = game.position().why_illegal(mv).unwrap();
            refusal(&game, &MoveRejected { mv, reason })
        };
        let cell = |name: &str| game.position().cell_named(name).unwrap();
        let start = Position::<Icochess>::start();
        let pinned = start.piece_at(cell("b3")).unwrap();
        let reached = start.attacks_from(cell("b3"), pinned);
        let to = reached.without(start.occupied()).first().unwrap();
        let expected = format!(
            "B3: White knight does not go to {}. Pinned: it would expose your king",
            cell_label(game.position(), to)
        );
        assert_eq!(told(Move::new(cell("b3"), to)), expected);
        assert!(told(mv("n4s1")).ends_with("It is White's turn"));
        assert!(told(mv("a4n1")).ends_with("The piece does not move that way"));
        let picked = |name: &str| {
            let cell = cell(name);
            let why = Unmovable::Stuck(game.position().why_stuck(cell).unwrap());
            let by = bevy::picking::pointer::PointerId::Mouse;
            pick_refusal(&game, &PickRefused { by, cell, why })
        };
        assert_eq!(picked("b3"), "Pinned: it would expose your king");
        assert_eq!(picked("n4"), "It is White's turn");
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
