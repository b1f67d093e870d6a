//! Searches as shown to players: their purpose and progress.

use std::time::Duration;

use bevy::prelude::*;

use icochess_engine::{Reason, Score};
use icochess_rules::{AnyPosition, Cell, Effect, Move, Record, Side};

/// Maximum length of a best line, in plies.
pub(super) const LINE: usize = 5;

/// Whether the computer is paused until the players resume it.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Paused(pub bool);

/// Purpose of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Move to play.
    Move,
    /// Move to show.
    Hint,
    /// Move that the other side would play.
    Threat,
    /// Evaluation of the position.
    Evaluation,
}

/// Progress of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thought {
    /// Side to move in the searched position.
    pub side: Side,
    /// Purpose of the search.
    pub purpose: Purpose,
    /// Depth in plies; 0 before the first line.
    pub depth: u8,
    /// Score of the side to move, in hundredths of a pawn.
    pub score: Option<Score>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

/// Search in progress, if any. Updated at most a few times a second.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Thinking(pub Option<Thought>);

/// Last search by Value or Attack, if time ran out before its full depth.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct ShortenedSearch(pub Option<LookAhead>);

/// Look-ahead of a search, in moves of both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LookAhead {
    /// Side to move in the searched position.
    pub side: Side,
    /// Moves looked ahead.
    pub reached: u8,
    /// Number of moves that the search should have looked ahead.
    pub wanted: u8,
}

/// Hint shown on the board, if any: first only the piece, then the whole move. Or the other side's
/// threat, which also has a [`HintReason`].
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Hint(pub Option<HintMove>);

/// Hint move with its path over the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HintMove {
    /// Move.
    pub mv: Move,
    /// Cells along the path, including the last one.
    pub path: Vec<Cell>,
}

impl HintMove {
    /// Creates the hint of a legal move.
    pub fn new(position: &dyn AnyPosition, mv: Move) -> Self {
        let effects = position.effects(mv).into_iter();
        let paths = effects.filter_map(|effect| match effect {
            Effect::Moved { path, .. } if path[0] == mv.from => Some(path),
            _ => None,
        });
        let path = paths.flatten().skip(1).collect();
        Self { mv, path }
    }

    /// Creates the first part of a hint, which shows only the piece or part to move.
    pub const fn of_piece(mv: Move) -> Self {
        let mv = Move { to: mv.from, ..mv };
        let path = Vec::new();
        Self { mv, path }
    }

    /// Returns whether the hint shows only the piece.
    pub fn is_of_piece(&self) -> bool {
        self.mv.from == self.mv.to
    }
}

/// Reason for the hint, once players have asked for it.
#[derive(Resource, Debug, Default, Clone, PartialEq)]
pub struct HintReason(pub Option<Why>);

/// Reason for a move.
#[derive(Debug, Clone, PartialEq)]
pub enum Why {
    /// A proved reason.
    Proved(Reason),
    /// Nothing is proved. The line that the computer expects follows the first plies of the record.
    Expected {
        /// Game with the line.
        record: Record,
        /// Number of plies before the line.
        from: usize,
    },
    /// The hint is the move that the other side would play now, with the gain that it threatens.
    Threat(Option<Reason>),
}

impl Why {
    /// Maximum length of an expected line, in plies.
    const LINE: usize = 3;

    /// Returns a threat. The other side's defence isn't one.
    pub(super) fn threat(reasons: &[Reason]) -> Self {
        let is_defence = |reason: &Reason| {
            matches!(
                reason,
                Reason::SavesPiece | Reason::StopsThreat { .. } | Reason::Pin { .. }
            )
        };
        Self::Threat(reasons.first().copied().filter(|it| !is_defence(it)))
    }

    /// Returns the first reason, or else the expected line.
    pub(super) fn new(game: &Record, reasons: &[Reason], line: &[Move]) -> Self {
        if let Some(reason) = reasons.first() {
            return Self::Proved(*reason);
        }
        let (from, mut record) = (game.ply(), game.clone());
        for mv in line.iter().take(Self::LINE) {
            if record.make_mut().play(*mv).is_err() {
                break;
            }
        }
        Self::Expected { record, from }
    }
}

/// White's advantage in hundredths of a pawn, from the latest search. An earlier position's score
/// remains until the current position has one.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Evaluation(pub Option<Score>);

/// Best lines from the position on the board, the best first. Empty unless the players want them.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct BestLines(pub Vec<RankedLine>);

/// Line with its evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RankedLine {
    /// White's advantage in hundredths of a pawn.
    pub score: Score,
    /// First moves.
    pub moves: Vec<Move>,
    /// First moves in SAN, such as "Nf3 d5 exd5".
    pub san: String,
}

/// Returns the first plies of a line from a game's position, as moves and in SAN.
pub(super) fn in_san(game: &Record, line: &[Move]) -> Option<(Vec<Move>, String)> {
    // A copy of the position is smaller than one of the game.
    let mut after = game.board().read_position(&game.position().text()).ok()?;
    let (mut moves, mut san) = (Vec::new(), Vec::new());
    for mv in line.iter().take(LINE) {
        let position = after.position();
        if position.why_illegal(*mv).is_some() {
            break;
        }
        moves.push(*mv);
        san.push(position.san(*mv));
        if after.make_mut().play(*mv).is_err() {
            break;
        }
    }
    (!moves.is_empty()).then(|| (moves, san.join(" ")))
}
