//! The parts of a board that the program knows beside its rules.

use icochess_engine::{AnyEngine, Evaluated};
use icochess_rules::{AnyBoard, Board, Cell, Piece};
use icochess_shape::Shape;

use crate::demonstration::Demonstration;

/// A board of the list: its rules, and what the app and the engine know of it.
pub trait Registered: Board {
    /// The likelihood that a game file which names no board is of this one. The file is tried on
    /// likelier boards first, and in the order of the list where this is the same.
    const LIKELIHOOD: u8 = 0;

    /// The board in space, made anew.
    fn shape() -> Shape;

    /// Runs code that needs the engine on this board. The provided method is that of a
    /// board on which only people play.
    fn on_evaluated<T: OnEvaluated>(task: T) -> Option<T::Output> {
        let _ = task;
        None
    }
}

/// Code for any [`Board`], with what it needs in `self`: see
/// [`Variant::on_board`](crate::Variant::on_board).
pub trait OnBoard {
    /// Type of the result, the same for every board.
    type Output;

    /// Runs it on board `B`.
    fn run<B: Board>(self) -> Self::Output;
}

/// Code for any board that the engine plays on: see
/// [`Variant::on_evaluated`](crate::Variant::on_evaluated).
pub trait OnEvaluated {
    /// Type of the result, the same for every board.
    type Output;

    /// Runs it on board `B`.
    fn run<B: Evaluated>(self) -> Self::Output;
}

/// A board as values: what a program needs to play on it.
#[derive(Clone, Copy, Debug)]
pub struct Registration {
    /// The rules of the board.
    pub board: AnyBoard,
    /// Makes the board in space.
    pub shape: fn() -> Shape,
    /// Shows how a piece moves: see [`Demonstration::of`].
    pub demonstration: fn(Piece, &[Cell], &dyn Fn(Cell, Cell) -> bool) -> Demonstration,
    /// The engine that plays on it; `None` if only people do.
    pub engine: Option<AnyEngine>,
}

impl Registration {
    /// A board with a shape and, unless only people play there, an engine.
    pub fn of<B: Board>(shape: fn() -> Shape, engine: Option<AnyEngine>) -> Self {
        Self {
            board: AnyBoard::of::<B>(),
            shape,
            demonstration: Demonstration::of::<B>,
            engine,
        }
    }
}
