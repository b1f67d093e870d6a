//! Lessons, practice games and pictures of the rules, shown on the board in place of the game.

use bevy::prelude::*;

use icochess_boards::{Demonstration, Scene};
use icochess_play::computer::{Hint, HintMove};
use icochess_play::game::Match;
use icochess_rules::{AnyPosition, Cell, CellSet, Effect, Role, WideSet};
use icochess_shape::{Neighbours, Shape};

/// Request to show the moves of a role in place of the game; `None` to show the game again. The
/// game is unaffected.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Teach(pub Option<Role>);

/// Sent when the piece of a lesson or practice game moves or goes back, with the effects.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub(crate) struct TaughtMove(pub(crate) Vec<Effect>);

/// Lesson or practice game on the board in place of the match, if any. Change detection triggers
/// for each new set of pieces, not for each move.
#[derive(Resource, Debug, Default)]
pub struct Taught(pub(crate) Option<Teaching>);

/// Replacement for the match on the board.
#[derive(Debug)]
pub(crate) enum Teaching {
    /// Lesson on how a kind of piece moves.
    Lesson(Lesson),
    Practice(Match),
}

#[derive(Debug)]
pub(crate) struct Lesson {
    pub(crate) role: Role,
    pub(crate) demonstration: Demonstration,
    /// Index of the current scene.
    pub(crate) scene: usize,
    /// Rotation of the board before the lesson.
    pub(crate) lay: Quat,
}

impl Taught {
    /// Returns whether the board shows a lesson or practice game.
    pub const fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Returns whether the board shows a practice game.
    pub const fn is_practice(&self) -> bool {
        matches!(self.0, Some(Teaching::Practice(_)))
    }

    pub(crate) const fn lesson(&self) -> Option<&Lesson> {
        match &self.0 {
            Some(Teaching::Lesson(lesson)) => Some(lesson),
            _ => None,
        }
    }

    /// Returns the role in the lesson.
    pub fn role(&self) -> Option<Role> {
        self.lesson().map(|lesson| lesson.role)
    }

    /// Returns the current scene of a lesson.
    pub fn scene(&self) -> Option<&Scene> {
        let lesson = self.lesson()?;
        lesson.demonstration.scenes.get(lesson.scene)
    }

    /// Returns the game on the board, for practice or the match.
    pub const fn game<'a>(&'a self, game: &'a Match) -> &'a Match {
        match &self.0 {
            Some(Teaching::Practice(practice)) => practice,
            _ => game,
        }
    }

    /// Returns the position on the board, from a scene or a game.
    pub fn position<'a>(&'a self, game: &'a Match) -> &'a dyn AnyPosition {
        self.scene()
            .map_or_else(|| self.game(game).position(), Scene::position)
    }
}

/// Request to show the neighbours of this kind for a clearly visible cell; `None` to hide them.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShowNeighbours(pub Option<Neighbours>);

/// Cell whose neighbours are shown, and their kind.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Pictured(pub(crate) Option<(Cell, Neighbours)>);

impl Pictured {
    /// Returns the cell whose neighbours are shown, if any.
    pub fn middle(&self) -> Option<Cell> {
        self.0.map(|(cell, _)| cell)
    }

    /// Returns the kind of neighbour that a cell is shown as.
    pub(crate) fn shows(&self, cell: Cell, shape: &Shape) -> Option<Neighbours> {
        let (middle, neighbours) = self.0?;
        let cells = shape.neighbours(middle, neighbours)?;
        cells.contains(cell).then_some(neighbours)
    }

    /// Returns the cell and its neighbours, if they are shown.
    pub(crate) fn cells(&self, shape: &Shape) -> Option<WideSet> {
        let (middle, neighbours) = self.0?;
        let around = shape.neighbours(middle, neighbours)?;
        Some(around.or(WideSet::single(middle)))
    }
}

/// Marks of the tutorial's step, in addition to the marks of its practice game.
#[derive(Resource, Debug, Default, PartialEq, Eq)]
pub(crate) struct StepMarks {
    /// Neighbours named by the text about the selected piece.
    pub(crate) named: Pictured,
    /// Move that fulfils the task, for players who missed it.
    pub(crate) hint: Option<HintMove>,
}

impl StepMarks {
    /// Returns the hint on the board, for the step or the match.
    pub(crate) const fn shown_hint<'a>(
        &'a self,
        taught: &Taught,
        hint: &'a Hint,
    ) -> Option<&'a HintMove> {
        if taught.is_on() {
            self.hint.as_ref()
        } else {
            hint.0.as_ref()
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Taught>()
        .init_resource::<StepMarks>()
        .add_message::<Teach>()
        .add_message::<TaughtMove>();
    app.init_resource::<Pictured>()
        .add_message::<ShowNeighbours>();
}
