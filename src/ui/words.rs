//! Moves, places and refusals in words.

use crate::board::{cell_label, role_name};
use crate::computer::Purpose;
use crate::computer::messages::ComputerFact;
use crate::game::Match;
use crate::game::messages::MoveRejected;
use crate::interaction::{PickRefused, Unmovable};
use crate::rules::{AnyPosition, Cell, Effect, IllegalReason, Move, Piece, Side, Stuck};

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

/// What a side's player is called: by name, or by colour.
#[must_use]
pub fn player_name(game: &Match, side: Side) -> String {
    named(game, side).unwrap_or_else(|| side.to_string())
}

/// The name of a side's player, if it is known (PGN: tags `White` and `Black`).
#[must_use]
pub fn named(game: &Match, side: Side) -> Option<String> {
    let name = game.record().tags().get(&side.to_string());
    name.filter(|name| !name.is_empty() && *name != "?")
        .cloned()
}

/// A move in words: "rook B1 takes pawn N4".
pub(super) fn in_words(position: &dyn AnyPosition, mv: Move) -> String {
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
            Effect::Carried { from, to } => {
                let cell = |cells: &[Cell]| cell_label(position, cells[0]);
                told = format!("part of the board at {} to {}", cell(&from), cell(&to));
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
        Unmovable::HandedOver => sentence(&IllegalReason::HandedOver.to_string()),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{CellSet, Chess, Equipment, Icochess, Position};

    fn mv(uci: &str) -> Move {
        Icochess::tables().parse_uci(uci).unwrap()
    }

    #[test]
    fn moves_are_told_in_words_with_tiles_as_on_the_board() {
        let words = |uci| in_words(Match::default().position(), mv(uci));
        assert_eq!(words("a4g1"), "pawn A4 to G1");
        assert_eq!(words("b1n4"), "rook B1 takes pawn N4");
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
}
