//! The parts of a board beyond its rules.

use icochess_engine::{AnyEngine, Evaluated};
use icochess_rules::{AnyBoard, Board, Cell, Piece};
use icochess_shape::Shape;

use crate::demonstration::Demonstration;

/// A board of the list: its rules, and the data for the app and the engine.
pub trait Registered: Board {
    /// Likelihood that a game file without a board name belongs to this board. Boards with higher
    /// values are tried first; ties follow the order of the list.
    const LIKELIHOOD: u8 = 0;
    /// Built-in [puzzles](crate::puzzles), one a line. Some boards have none.
    const PUZZLES: &'static str = "";

    /// Creates the board's shape in space.
    fn shape() -> Shape;

    /// Runs code that requires the engine on this board. The default is for boards without engine
    /// support, and returns `None`.
    fn on_evaluated<T: OnEvaluated>(task: T) -> Option<T::Output> {
        let _ = task;
        None
    }
}

/// Code for any [`Board`], with its arguments in `self`: see
/// [`Variant::on_board`](crate::Variant::on_board).
pub trait OnBoard {
    /// Type of the result on every board.
    type Output;

    /// Runs the code on board `B`.
    fn run<B: Board>(self) -> Self::Output;
}

/// Code for any board with engine support: see
/// [`Variant::on_evaluated`](crate::Variant::on_evaluated).
pub trait OnEvaluated {
    /// Type of the result on every board.
    type Output;

    /// Runs the code on board `B`.
    fn run<B: Evaluated>(self) -> Self::Output;
}

/// Everything that a program needs to play on a board, as values.
#[derive(Clone, Copy, Debug)]
pub struct Registration {
    /// The rules of the board.
    pub board: AnyBoard,
    /// Creates the board's shape in space.
    pub shape: fn() -> Shape,
    /// Demonstrates a piece's moves: see [`Demonstration::of`].
    pub demonstration: fn(Piece, &[Cell], &dyn Fn(Cell, Cell) -> bool) -> Demonstration,
    /// The board's engine; `None` without engine support.
    pub engine: Option<AnyEngine>,
}

impl Registration {
    /// Creates the registration of board `B`, with an engine where one is supported.
    pub fn of<B: Board>(shape: fn() -> Shape, engine: Option<AnyEngine>) -> Self {
        Self {
            board: AnyBoard::of::<B>(),
            shape,
            demonstration: Demonstration::of::<B>,
            engine,
        }
    }
}
