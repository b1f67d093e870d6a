//! Translatable words for the terms of other modules: sides, pieces, boards, reasons.
//!
//! The modules themselves only have English words, for the command line.

use icochess_board::role_name;
use icochess_core::clock::ControlError;
use icochess_engine::Algorithm;
use icochess_message::{Msg, msg};
use icochess_play::computer::SidePlayer;
use icochess_play::computer::external::EngineError;
use icochess_rules::{
    AnyBoard, AnyPosition, DrawReason, Extinct, FixedReason, IllegalReason, Outcome, Role, Side,
    StartPosition, StuckReason,
};

/// Returns the name of a side.
pub(crate) fn side(side: Side) -> Msg {
    msg!("side", side = side)
}

/// Returns the name of a piece.
pub(crate) fn piece(position: &dyn AnyPosition, role: Role) -> Msg {
    msg!("piece", piece = role_name(position, role))
}

/// Returns the name of a board.
pub(crate) fn board(board: AnyBoard) -> Msg {
    msg!("board", board = board.id(), title = board.title())
}

/// Returns algorithm and level of the computer as one name: "Strong 5".
pub(crate) fn algorithm_and_level(player: &SidePlayer) -> Msg {
    msg!(
        "algorithm-and-level",
        algorithm = algorithm(player.algorithm),
        level = player.level
    )
}

/// Returns the name of a board by its identifier, as in files.
pub(crate) fn board_of(id: &str, known: Option<AnyBoard>) -> Msg {
    known.map_or_else(|| Msg::verbatim(id.to_owned()), board)
}

/// Returns the name of a start position. In files, two boards may use the same name.
pub(crate) fn start(start: &StartPosition) -> Msg {
    msg!("start", start = key(start.title), title = start.title)
}

/// Returns a sentence that explains a start position.
pub(crate) fn start_explained(start: &StartPosition) -> Msg {
    msg!(
        "start-explained",
        start = key(start.title),
        title = start.title
    )
}

/// Returns the key by which messages select a title.
pub(crate) fn key(title: &str) -> String {
    title.to_lowercase().replace(' ', "-")
}

/// Returns the name of an algorithm of the computer.
pub(crate) const fn algorithm(algorithm: Algorithm) -> Msg {
    match algorithm {
        Algorithm::Random => msg!("algorithm-random"),
        Algorithm::Value => msg!("algorithm-value"),
        Algorithm::Attack => msg!("algorithm-attack"),
        Algorithm::Strong => msg!("algorithm-strong"),
    }
}

/// Returns why an external engine can't be used.
pub(crate) fn engine_error(error: &EngineError) -> Msg {
    match error {
        EngineError::Unnamed => msg!("engine-unnamed"),
        EngineError::UnknownBoard => msg!("engine-unknown-board"),
        EngineError::Silent => msg!("engine-silent"),
        EngineError::Ended => msg!("engine-ended"),
        EngineError::Quotes | EngineError::Start(_) | EngineError::Illegal(_) => {
            Msg::verbatim(error.to_string())
        }
    }
}

/// Returns the reason for a result: "White resigned".
pub(crate) fn outcome(outcome: Outcome) -> Msg {
    match outcome {
        Outcome::Checkmate { .. } => msg!("by-checkmate"),
        Outcome::Extinction { winner, of } => {
            msg!("by-extinction", side = !winner, pieces = extinct(of))
        }
        Outcome::BareKing { winner } => msg!("by-bare-king", side = !winner),
        Outcome::Resignation { winner } => msg!("by-resignation", side = !winner),
        Outcome::TimeForfeit { winner } => msg!("by-time", side = !winner),
        Outcome::Adjudication { .. } | Outcome::Draw(DrawReason::Adjudication) => {
            msg!("by-adjudication")
        }
        Outcome::Draw(reason) => draw(reason),
        Outcome::Unstated { .. } => msg!("by-nothing-known"),
    }
}

fn draw(reason: DrawReason) -> Msg {
    match reason {
        DrawReason::Stalemate => msg!("by-stalemate"),
        DrawReason::DeadPosition => msg!("by-dead-position"),
        DrawReason::FivefoldRepetition => msg!("by-fivefold-repetition"),
        DrawReason::SeventyFiveMoves => msg!("by-seventy-five-moves"),
        DrawReason::Agreement => msg!("by-agreement"),
        DrawReason::ThreefoldRepetition { claimed_by } => {
            msg!("by-threefold-repetition", side = claimed_by)
        }
        DrawReason::FiftyMoves { claimed_by } => msg!("by-fifty-moves", side = claimed_by),
        DrawReason::TimeForfeit => msg!("by-time-drawn"),
        DrawReason::Adjudication => msg!("by-adjudication"),
    }
}

/// Returns the pieces that a side has lost: "no rook, no bishop". If several kinds of piece count,
/// the message names their shared power instead.
fn extinct(kinds: Extinct) -> Msg {
    Msg::list(kinds.kinds().map(|kind| match kind.roles {
        [_, _, ..] => msg!("none-of-power", piece = kind.of),
        _ => msg!("none-of", piece = kind.of),
    }))
}

/// Returns why a move is refused; `turn` is the side to move.
pub(crate) fn illegal(reason: IllegalReason, turn: Side) -> Msg {
    match reason {
        IllegalReason::NoPiece => stuck(StuckReason::NoPiece, turn),
        IllegalReason::NotYourTurn => stuck(StuckReason::NotYourTurn, turn),
        IllegalReason::NotReached => msg!("illegal-not-reached"),
        IllegalReason::StaysInCheck => stuck(StuckReason::InCheck, turn),
        IllegalReason::IntoCheck => stuck(StuckReason::Pinned, turn),
        IllegalReason::Promotion => msg!("illegal-promotion"),
        IllegalReason::Gating => msg!("illegal-gating"),
        IllegalReason::Carriage => msg!("illegal-carriage"),
        IllegalReason::Castling => msg!("illegal-castling"),
        IllegalReason::GameOver => msg!("illegal-game-over"),
        IllegalReason::NotAgreed => msg!("illegal-not-agreed"),
        IllegalReason::HandedOver => msg!("illegal-handed-over"),
        IllegalReason::ClockStopped => msg!("illegal-clock-stopped"),
        IllegalReason::RecordFull { most } => msg!("illegal-record-full", count = most),
    }
}

/// Returns why a piece can't move; `turn` is the side to move.
pub(crate) fn stuck(why: StuckReason, turn: Side) -> Msg {
    match why {
        StuckReason::NoPiece => msg!("stuck-no-piece"),
        StuckReason::NotYourTurn => msg!("stuck-not-your-turn", side = turn),
        StuckReason::Blocked => msg!("stuck-blocked"),
        StuckReason::Pinned => msg!("stuck-pinned"),
        StuckReason::InCheck => msg!("stuck-in-check"),
        StuckReason::NoSafePlace => msg!("stuck-no-safe-place"),
    }
}

/// Returns why a part of the board can't move; `turn` is the side to move.
pub(crate) fn fixed(why: FixedReason, turn: Side) -> Msg {
    match why {
        FixedReason::King => msg!("fixed-king"),
        FixedReason::Theirs => msg!("fixed-theirs", side = turn),
        FixedReason::Empty => msg!("fixed-empty", side = turn),
        FixedReason::Rows => msg!("fixed-rows"),
        FixedReason::NoDock => msg!("fixed-no-pin"),
        FixedReason::InCheck => stuck(StuckReason::InCheck, turn),
        FixedReason::Exposes => msg!("fixed-exposes"),
    }
}

/// Returns why a clock is invalid. Reasons that the form makes impossible stay untranslated.
pub(crate) fn control_error(problem: &ControlError) -> Msg {
    match problem {
        ControlError::NoTime => msg!("clock-no-time"),
        ControlError::TooLong => msg!("clock-too-long"),
        ControlError::Endless
        | ControlError::Stages
        | ControlError::Moves
        | ControlError::Periods
        | ControlError::OneHourglass
        | ControlError::Text => Msg::verbatim(problem.to_string()),
    }
}
