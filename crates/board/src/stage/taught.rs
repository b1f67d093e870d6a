//! Lessons, games for practice and pictures of the rules, which the board shows in place of the game.

use bevy::prelude::*;

use icochess_boards::{Demonstration, Scene};
use icochess_play::game::Match;
use icochess_rules::{AnyPosition, Cell, CellSet, Effect, Role, WideSet};
use icochess_shape::{Neighbours, Shape};

/// Request: show how the pieces of a role move, in place of the game, which stays as it
/// is; `None`: show the game again.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Teach(pub Option<Role>);

/// Fact: the piece that is shown has moved, or has gone back. Nobody has played this.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub(crate) struct TaughtMove(pub(crate) Vec<Effect>);

/// The lesson or the practice that the board shows in place of the game, if any. It changes only
/// when other pieces are to be put down: with each scene, not with each move.
#[derive(Resource, Debug, Default)]
pub struct Taught(pub(crate) Option<Teaching>);

/// A lesson or a practice, in place of the game.
#[derive(Debug)]
pub(crate) enum Teaching {
    /// A lesson on how a kind of piece moves.
    Lesson(Lesson),
    /// A game for practice.
    Practice(Match),
}

/// A lesson about one kind of piece.
#[derive(Debug)]
pub(crate) struct Lesson {
    pub(crate) role: Role,
    pub(crate) demonstration: Demonstration,
    /// The index of the scene that is shown.
    pub(crate) scene: usize,
    /// The rotation of the board before the lesson.
    pub(crate) lay: Quat,
}

impl Taught {
    /// Whether the board shows something else than the game.
    pub const fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Whether the board shows a game for practice.
    pub const fn is_practice(&self) -> bool {
        matches!(self.0, Some(Teaching::Practice(_)))
    }

    pub(crate) const fn lesson(&self) -> Option<&Lesson> {
        match &self.0 {
            Some(Teaching::Lesson(lesson)) => Some(lesson),
            _ => None,
        }
    }

    /// The role of the piece that the lesson is about.
    pub fn role(&self) -> Option<Role> {
        self.lesson().map(|lesson| lesson.role)
    }

    /// The scene of a lesson that is shown in place of the game.
    pub fn scene(&self) -> Option<&Scene> {
        let lesson = self.lesson()?;
        lesson.demonstration.scenes.get(lesson.scene)
    }

    /// The game that the board shows: that for practice, or else the match.
    pub const fn game<'a>(&'a self, game: &'a Match) -> &'a Match {
        match &self.0 {
            Some(Teaching::Practice(practice)) => practice,
            _ => game,
        }
    }

    /// The position that the board shows: of a scene, or of a game.
    pub fn position<'a>(&'a self, game: &'a Match) -> &'a dyn AnyPosition {
        self.scene()
            .map_or_else(|| self.game(game).position(), Scene::position)
    }
}

/// Request: show the neighbours of this kind of a cell that is seen well; `None`: show them no
/// more.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShowNeighbours(pub Option<Neighbours>);

/// The cell whose neighbours are shown, and the kind of these.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Pictured(pub(crate) Option<(Cell, Neighbours)>);

impl Pictured {
    /// The cell whose neighbours are shown, if any are.
    pub fn middle(&self) -> Option<Cell> {
        self.0.map(|(cell, _)| cell)
    }

    /// The kind of neighbours as which a cell is shown.
    pub(crate) fn shows(&self, cell: Cell, shape: &Shape) -> Option<Neighbours> {
        let (middle, neighbours) = self.0?;
        let cells = shape.neighbours(middle, neighbours)?;
        cells.contains(cell).then_some(neighbours)
    }

    /// The cell with its neighbours, if any are shown.
    pub(crate) fn cells(&self, shape: &Shape) -> Option<WideSet> {
        let (middle, neighbours) = self.0?;
        let around = shape.neighbours(middle, neighbours)?;
        Some(around.or(WideSet::single(middle)))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Taught>()
        .add_message::<Teach>()
        .add_message::<TaughtMove>();
    app.init_resource::<Pictured>()
        .add_message::<ShowNeighbours>();
}
