//! Hints and their reasons in words.

use super::words::in_words;
use icochess_board::{cell_label, role_name};
use icochess_engine::Reason;
use icochess_message::{Msg, msg};
use icochess_play::computer::{HintMove, Why};
use icochess_rules::{AnyPosition, Cell, MoveKind};

/// Returns the shown part of a hint, its reason, or a threat.
pub(crate) fn words(position: &dyn AnyPosition, hint: &HintMove, reason: Option<&Why>) -> Msg {
    let from = hint.mv.from;
    match reason {
        Some(Why::Proved(reason)) => {
            let (mv, why) = (in_words(position, hint.mv), proved(position, *reason, from));
            msg!("hint-why", move = mv, why = why)
        }
        Some(Why::Expected { record, from }) => {
            let moves = (*from..record.ply()).filter_map(|ply| {
                let mv = record.line().get(ply)?;
                Some(in_words(record.position_at(ply)?, *mv))
            });
            msg!("hint-expected", moves = Msg::list(moves))
        }
        Some(Why::Threat(reason)) => {
            let (side, mv) = (!position.turn(), in_words(position, hint.mv));
            match reason {
                Some(reason) => {
                    let why = proved(position, *reason, from);
                    msg!("threat-is", side = side, move = mv, why = why)
                }
                None => msg!("threat-none", side = side, move = mv),
            }
        }
        None if !hint.is_of_piece() => msg!("hint-is", move = in_words(position, hint.mv)),
        None if hint.mv.kind == MoveKind::Carriage => {
            msg!("hint-part", pin = cell_label(position, from))
        }
        None => msg!("hint-piece", piece = there(position, from)),
    }
}

/// Returns a proved reason for the move of the piece on a cell.
fn proved(position: &dyn AnyPosition, reason: Reason, from: Cell) -> Msg {
    let there = |cell| there(position, cell);
    match reason {
        Reason::Mates { moves } => msg!("reason-mates", count = moves),
        Reason::Wins { moves } => msg!("reason-wins-game", count = moves),
        Reason::WinsPiece { cell } => msg!("reason-wins-piece", piece = there(cell)),
        Reason::WinsMaterial { cell } => msg!("reason-wins-material", piece = there(cell)),
        Reason::Fork { first, second } => {
            msg!("reason-fork", first = there(first), second = there(second))
        }
        Reason::DiscoveredAttack { attacker, target } => msg!(
            "reason-discovered",
            piece = there(attacker),
            target = there(target)
        ),
        Reason::SavesPiece => msg!("reason-saves", piece = there(from)),
        Reason::StopsThreat { threat, mates } => {
            let threat = in_words(position, threat);
            if mates {
                msg!("reason-stops-mate", move = threat)
            } else {
                msg!("reason-stops", move = threat)
            }
        }
        Reason::Pin { pinned, behind } => {
            msg!("reason-pin", piece = there(pinned), behind = there(behind))
        }
    }
}

/// Returns a piece with its cell.
fn there(position: &dyn AnyPosition, cell: Cell) -> Msg {
    let label = cell_label(position, cell);
    match position.piece_at(cell) {
        Some(piece) => msg!(
            "piece-there",
            piece = role_name(position, piece.role),
            cell = label
        ),
        None => Msg::verbatim(label),
    }
}
