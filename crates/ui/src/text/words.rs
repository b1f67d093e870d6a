//! Moves, tiles and refusals in words.

use super::terms::{self, fixed, illegal, stuck};
use icochess_board::{cell_label, role_name};
use icochess_core::library::Names;
use icochess_message::{Msg, msg};
use icochess_play::computer::Purpose;
use icochess_play::computer::messages::ComputerFact;
use icochess_play::game::Match;
use icochess_play::game::seating::Seating;
use icochess_play::interaction::selection::Selected;
use icochess_play::interaction::{PickRefused, Spot, Unmovable};
use icochess_rules::{
    AnyPosition, Cell, CellSet, Effect, IllegalMove, IllegalReason, Move, Piece, Role, Side,
    Threat, WideSet, set_of,
};

/// Returns a tile and its piece; empty for `None`.
pub fn place(game: &Match, cell: Option<Cell>) -> Msg {
    let Some(cell) = cell else {
        return Msg::nothing();
    };
    let position = game.position();
    let label = cell_label(position, cell);
    match position.piece_at(cell) {
        None => msg!("place-empty", cell = label),
        Some(piece) => msg!(
            "place-taken",
            cell = label,
            side = piece.side,
            piece = role_name(position, piece.role)
        ),
    }
}

/// Returns the spot under a pointer; empty for `None`.
pub fn spot(game: &Match, spot: Option<Spot>) -> Msg {
    let position = game.position();
    match spot {
        Some(Spot::Dock(pin)) if position.absent().contains(pin) => {
            msg!("dock-free", pin = cell_label(position, pin))
        }
        Some(Spot::Dock(pin)) => msg!("dock-taken", pin = cell_label(position, pin)),
        Some(Spot::Cell(cell)) => place(game, Some(cell)),
        None => Msg::nothing(),
    }
}

/// Returns the text about the hovered element: the kind of piece being taught, or else a spot on
/// the board.
pub fn pointed(game: &Match, taught: Option<Role>, over: Option<Spot>) -> Msg {
    match taught {
        Some(role) => piece_title(role_name(game.position(), role)),
        None => spot(game, over),
    }
}

/// Returns the name of a kind of piece as a title, from its English name.
pub fn piece_title(name: &'static str) -> Msg {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    let title: String = first.into_iter().chain(letters).collect();
    msg!("piece-title", piece = name, title = title)
}

/// Returns the name of a side's player, or the colour if unknown.
pub fn player_name(game: &Match, side: Side) -> Msg {
    named(game, side).map_or_else(|| terms::side(side), Msg::verbatim)
}

/// Returns the name of a side's player in a game of two people. With `None`, texts use the colour.
pub fn person(game: &Match, side: Side) -> Option<String> {
    let is_for_two = Seating::of(game.record()).is_for_two();
    named(game, side).filter(|_| is_for_two)
}

/// Returns the name of a side's player, if known (PGN: tags `White` and `Black`).
pub fn named(game: &Match, side: Side) -> Option<String> {
    let names = Names::of(game.record());
    let name = names.player(side);
    (!name.is_empty()).then(|| name.to_owned())
}

/// Returns a move in words: "rook B1 takes pawn N4".
pub(crate) fn in_words(position: &dyn AnyPosition, mv: Move) -> Msg {
    let name = |piece: Piece| role_name(position, piece.role);
    let label = |cell: Cell| cell_label(position, cell);
    let (mut sentence, mut captured, mut went) = (None::<Msg>, None, None);
    for effect in position.effects(mv) {
        sentence = Some(match (effect, sentence.take()) {
            (Effect::Taken { piece, cell }, before) => {
                let what = msg!("piece-captured", piece = name(piece), cell = label(cell));
                captured = Some((what, cell));
                match before {
                    Some(before) => before,
                    None => continue,
                }
            }
            (Effect::Moved { piece, path }, before) => {
                let to = path[path.len() - 1];
                let who = msg!("piece-on", piece = name(piece), cell = label(path[0]));
                let (king, end) = went.get_or_insert_with(|| (who.clone(), to));
                match (before, captured.take()) {
                    // The rook is the second piece to move; the king's move describes both.
                    (Some(_), _) => msg!("move-castles", who = king.clone(), to = label(*end)),
                    (None, Some((what, cell))) if cell == to => {
                        msg!("move-takes", who = who, what = what)
                    }
                    (None, Some((what, _))) => {
                        msg!("move-takes-in-passing", who = who, what = what)
                    }
                    (None, None) => msg!("move-to", who = who, to = label(to)),
                }
            }
            (Effect::Became { to, .. }, before) => msg!(
                "move-and-becomes",
                move = before.unwrap_or(Msg::nothing()),
                piece = name(to)
            ),
            (Effect::Carried { .. }, _) => {
                msg!("move-carries", from = label(mv.from), to = label(mv.to))
            }
            (Effect::Placed { piece, cell }, before) => {
                let what = msg!("piece-entering", piece = name(piece), cell = label(cell));
                let before = before.unwrap_or(Msg::nothing());
                msg!("move-and-places", move = before, what = what)
            }
        });
    }
    sentence.unwrap_or(Msg::nothing())
}

/// Returns the notice for a fact from the computer.
pub(crate) fn computer_notice(fact: &ComputerFact) -> Msg {
    match fact {
        ComputerFact::SmallTable { asked, got } => {
            msg!("computer-small-table", asked = *asked, got = *got)
        }
        ComputerFact::SearchFailed(side, Purpose::Move) => {
            msg!("computer-move-failed", side = *side)
        }
        ComputerFact::SearchFailed(_, Purpose::Hint | Purpose::Threat) => {
            msg!("computer-hint-failed")
        }
        ComputerFact::SearchFailed(_, Purpose::Evaluation) => msg!("computer-evaluation-failed"),
        ComputerFact::NoThreat(side) => msg!("threat-no-move", side = *side),
        ComputerFact::CannotThink(why) => {
            msg!("computer-cannot-think", problem = why.to_string())
        }
        ComputerFact::EngineFailed { name, problem } => {
            let why = terms::engine_error(problem);
            msg!("engine-failed", name = name.clone(), why = why)
        }
        ComputerFact::DrawDeclined(side) => msg!("computer-declines-draw", side = *side),
    }
}

/// Returns why a move was refused.
pub fn refusal(game: &Match, rejected: &IllegalMove) -> Msg {
    let position = game.position();
    msg!(
        "move-refused",
        place = place(game, Some(rejected.mv.from)),
        to = cell_label(position, rejected.mv.to),
        why = why_illegal(position, rejected)
    )
}

/// Returns the reason for which a move is illegal, with each piece that would take the king.
fn why_illegal(position: &dyn AnyPosition, rejected: &IllegalMove) -> Msg {
    let is_king = |piece: Piece| position.rules_of(piece.role).royal;
    let why = match rejected.reason {
        IllegalReason::IntoCheck if position.piece_at(rejected.mv.from).is_some_and(is_king) => {
            msg!("illegal-king-into-check")
        }
        // Explain why an attack board can't move at all.
        IllegalReason::Carriage => position.why_fixed(rejected.mv.from).map_or_else(
            || msg!("illegal-carriage"),
            |why| fixed(why, position.turn()),
        ),
        other => illegal(other, position.turn()),
    };
    with_threats(position, why, &position.threats_after(rejected.mv))
}

/// Returns why the mover's piece on a cell can't move; elsewhere, why the selected piece can't move
/// there.
pub fn why_not(game: &Match, selected: Selected, cell: Cell) -> Option<Msg> {
    let position = game.position();
    if game.outcome().is_some() || selected.is_target(cell, game) {
        return None;
    }
    if !position.by_side(position.turn()).contains(cell) {
        let illegal = selected.why_not_to(cell, game)?;
        return Some(why_illegal(position, &illegal));
    }
    let why = stuck(position.why_stuck(cell)?, position.turn());
    Some(with_threats(
        position,
        why,
        &position.threats_if_moved(cell),
    ))
}

/// Returns why the picked piece or board can't move.
pub(crate) fn pick_refusal(game: &Match, refused: &PickRefused) -> Msg {
    let (position, why) = (game.position(), unmovable(game, refused.why));
    match refused.why {
        Unmovable::Stuck(_) => {
            with_threats(position, why, &position.threats_if_moved(refused.cell))
        }
        _ => why,
    }
}

/// Returns the reason for a refusal, with each piece that would take the king.
fn with_threats(position: &dyn AnyPosition, why: Msg, threats: &[Threat]) -> Msg {
    let attackers: WideSet = set_of(threats.iter().map(|threat| threat.attacker));
    if attackers.is_empty() {
        return why;
    }
    msg!(
        "threat-told",
        why = why,
        pieces = attacking(position, attackers)
    )
}

/// Returns the pieces that attack a king, with their tiles.
pub(crate) fn attacking(position: &dyn AnyPosition, pieces: WideSet) -> Msg {
    Msg::list(pieces.cells().filter_map(|cell| {
        let piece = role_name(position, position.piece_at(cell)?.role);
        let cell = cell_label(position, cell);
        Some(msg!("piece-checking", piece = piece, cell = cell))
    }))
}

/// Returns why nothing can be moved, or why the picked piece can't.
pub fn unmovable(game: &Match, why: Unmovable) -> Msg {
    let turn = game.position().turn();
    match why {
        Unmovable::ComputersTurn => msg!("stuck-computers-turn", side = turn),
        Unmovable::HandedOver => illegal(IllegalReason::HandedOver, turn),
        Unmovable::ClockStopped => illegal(IllegalReason::ClockStopped, turn),
        Unmovable::FriendsTurn => msg!("stuck-friends-turn", name = player_name(game, turn)),
        Unmovable::NoFriend => msg!("refused-alone"),
        Unmovable::Watching => msg!("remote-watching"),
        Unmovable::NotConnected => msg!("friend-not-connected"),
        Unmovable::OthersTurn => msg!("stuck-others-turn", name = player_name(game, turn)),
        Unmovable::GameOver => illegal(IllegalReason::GameOver, turn),
        Unmovable::Stuck(why) => stuck(why, turn),
        Unmovable::Fixed(why) => fixed(why, turn),
        Unmovable::OffCell => msg!("stuck-off-cell"),
        Unmovable::Premove => msg!("stuck-premove"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_base::language::Words;
    use icochess_boards::{Icochess, Variant};
    use icochess_play::interaction::selection::Pick;
    use icochess_rules::{Equipment, Position};

    fn mv(uci: &str) -> Move {
        Icochess::tables().parse_uci(uci).unwrap()
    }

    fn english(message: &Msg) -> String {
        Words::default().english(message)
    }

    #[test]
    fn moves_use_the_tile_names_of_the_board() {
        let words = |uci| english(&in_words(Match::default().position(), mv(uci)));
        assert_eq!(words("a4g1"), "pawn A4 to G1");
        assert_eq!(words("b1n4"), "rook B1 takes pawn N4");
    }

    #[test]
    fn compound_moves_are_described_completely() {
        for (text, uci, expected) in [
            (
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                "e1g1",
                "king E1 castles to G1",
            ),
            (
                "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
                "e5d6",
                "pawn E5 takes pawn D5 en passant",
            ),
            (
                "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1",
                "e7d8n",
                "pawn E7 takes rook D8 and promotes to a knight",
            ),
        ] {
            let game = Variant::Chess.board().read_position(text).unwrap();
            let mv = game.position().parse_uci(uci).unwrap();
            assert_eq!(english(&in_words(game.position(), mv)), expected);
        }
    }

    #[test]
    fn board_parts_are_named_by_their_pins() {
        let game = Match::new(Variant::StarTrek3d.board().new_game());
        let position = game.position();
        let mv = position.parse_uci("A@b17e15").unwrap();
        let text = english(&in_words(position, mv));
        assert_eq!(text, "attack board B17 to E15");
        let over = |name: &str| {
            let pin = position.cell_named(name).unwrap();
            english(&spot(&game, Some(Spot::Dock(pin))))
        };
        assert_eq!(
            (over("b17"), over("e15")),
            ("Attack board B17".into(), "Free pin E15".into())
        );
    }

    #[test]
    fn refusals_say_why() {
        let game = Match::default();
        let text = |mv: Move| {
            let reason = game.position().why_illegal(mv).unwrap();
            english(&refusal(&game, &IllegalMove { mv, reason }))
        };
        let cell = |name: &str| game.position().cell_named(name).unwrap();
        let start = Position::<Icochess>::start();
        let pinned = start.piece_at(cell("b3")).unwrap();
        let reached = start.attacks_from(cell("b3"), pinned);
        let to = reached.without(start.occupied()).first().unwrap();
        let expected = format!(
            "B3: White knight can't go to {}. Pinned: it would expose your king (bishop\u{a0}O2)",
            cell_label(game.position(), to)
        );
        assert_eq!(text(Move::new(cell("b3"), to)), expected);
        assert!(text(mv("n4s1")).ends_with("It is White's turn"));
        assert!(text(mv("a4n1")).ends_with("The piece doesn't move that way"));
        let picked = |name: &str| {
            let cell = cell(name);
            let why = Unmovable::Stuck(game.position().why_stuck(cell).unwrap());
            let by = bevy::picking::pointer::PointerId::Mouse;
            english(&pick_refusal(&game, &PickRefused { by, cell, why }))
        };
        assert_eq!(
            picked("b3"),
            "Pinned: it would expose your king (bishop\u{a0}O2)"
        );
        assert_eq!(picked("n4"), "It is White's turn");
        let why_not = |selected: Option<&str>, over: &str| {
            let mut selection = Selected::default();
            if let Some(name) = selected {
                selection.pick(Pick::Either(cell(name)), &game);
            }
            why_not(&game, selection, cell(over)).map(|why| english(&why))
        };
        assert_eq!(why_not(None, "b3"), Some(picked("b3")));
        assert_eq!(why_not(Some("a4"), "b3"), Some(picked("b3")));
        let not_reached = "The piece doesn't move that way".to_owned();
        assert_eq!(why_not(Some("a4"), "n1"), Some(not_reached));
        // A target, and a piece of the side that waits.
        for (selected, over) in [(Some("a4"), "g1"), (None, "n4"), (None, "a4")] {
            assert_eq!(why_not(selected, over), None, "{over}");
        }
    }
}
