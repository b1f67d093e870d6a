//! The marks of each tile: hover, selection and targets, premove, last move, check, and the threats
//! behind a refused move. Learners also see the neighbours of the hovered cell, and the pieces that
//! give check. The tutorial adds its own marks.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::focus::Focus;
use super::threats::Threats;
use crate::stage::looks::{FrameKind, Mark, Sign, TileLook, Tint};
use crate::stage::switches::Learning;
use crate::stage::taught::Pictured;
use icochess_boards::Scene;
use icochess_play::computer::HintMove;
use icochess_play::game::Match;
use icochess_play::interaction::choice::{Choice, Choosing};
use icochess_play::interaction::{Hovered, Premove, Selection};
use icochess_rules::{AnyPosition, Cell, CellSet, Effect, Move, MoveKind, Target, WideSet};
use icochess_shape::{Shape, frame};

/// Marks that don't depend on pointers.
#[derive(Default)]
pub(super) struct MarkState {
    last: Option<Move>,
    /// King in check.
    checked: Option<Cell>,
    /// Checking pieces to highlight.
    checkers: WideSet,
    selected: Option<Cell>,
    /// Cell of a move that awaits a choice or confirmation.
    picked: Option<Cell>,
    premove: Option<Move>,
    /// Marks of the selected piece's moves, by target cell. The paths of attacks on the king after
    /// a refused move take precedence.
    marks: HashMap<Cell, Mark>,
    /// Whether neighbours of the hovered cell get frames.
    is_learning: bool,
}

/// Returns the marks of the targets' cells.
fn marks(position: &dyn AnyPosition, targets: Vec<Target>) -> HashMap<Cell, Mark> {
    let mark = |target: Target| {
        let effects = position.effects(target.mv);
        let takes = effects
            .iter()
            .any(|effect| matches!(effect, Effect::Taken { .. }));
        let mark = if takes {
            Mark::Capture
        } else if position.piece_at(target.cell).is_some() {
            Mark::Partner
        } else {
            Mark::Move
        };
        (target.cell, mark)
    };
    targets.into_iter().map(mark).collect()
}

impl MarkState {
    /// Returns the marks of a game, played or for practice.
    pub(super) fn of(
        game: &Match,
        (selection, choice, premove): (&Selection, &Choice, Premove),
        shape: &Shape,
        threats: &Threats,
        (learning, is_game): (Learning, bool),
    ) -> Self {
        let position = game.position();
        // After a refused move, only the threats are highlighted. Otherwise the king's icon is
        // enough, except for learners.
        let is_told = !threats.all().is_empty();
        let checkers = match (is_told, learning.is_on() || !is_game) {
            (true, _) => threats.attackers(),
            (false, true) => position.checkers(),
            (false, false) => WideSet::EMPTY,
        };
        let royal = position.royal(position.turn());
        let picked = choice.0.as_ref();
        let is_of_part = |choosing: &&Choosing| choosing.moves.iter().any(is_carriage);
        let selected = selection.0;
        // A part with a handle has its marks there.
        let has_handles = shape.has_handles();
        let is_part = has_handles && selected.part().is_some();
        let mut marks = if is_part {
            HashMap::default()
        } else {
            marks(position, selected.targets(game))
        };
        let paths = threats.paths().cells().filter(|cell| Some(*cell) != royal);
        marks.extend(paths.map(|cell| (cell, Mark::Threat)));
        Self {
            last: game
                .record()
                .last()
                .filter(|mv| !has_handles || !is_carriage(mv)),
            checked: royal.filter(|_| is_told || position.is_check()),
            checkers,
            selected: selected.cell().filter(|_| !is_part),
            picked: picked
                .filter(|it| !has_handles || !is_of_part(it))
                .map(|choosing| choosing.cell),
            premove: premove.0.filter(|_| is_game),
            marks,
            is_learning: learning.is_on(),
        }
    }

    /// Returns the marks of a lesson shown instead of the game.
    pub(super) fn taught(scene: &Scene) -> Self {
        let position = scene.position();
        Self {
            selected: Some(scene.cell),
            marks: marks(position, position.targets(scene.cell)),
            ..Self::default()
        }
    }

    /// Returns the current appearance of the tile of `cell`.
    pub(super) fn look(
        &self,
        cell: Cell,
        (shape, focus): (&Shape, &Focus),
        (hovered, pictured, named): (&Hovered, &Pictured, &Pictured),
        hint: Option<&HintMove>,
    ) -> TileLook {
        let hint = hint.filter(|hint| !(shape.has_handles() && is_carriage(&hint.mv)));
        let sign = Sign::of(
            self.last.is_some_and(|mv| mv.from == cell),
            self.last.is_some_and(|mv| mv.to == cell),
            self.checked == Some(cell),
            self.checkers.contains(cell),
        );
        let is_end = |mv: Option<Move>| mv.is_some_and(|mv| mv.from == cell || mv.to == cell);
        let frame = if pictured.middle().is_some() {
            frame_of_picture(pictured, cell, shape)
        } else if self.selected == Some(cell) || self.picked == Some(cell) {
            Some(FrameKind::Selected)
        } else if is_end(self.premove) {
            Some(FrameKind::Premove)
        } else if hovered.contains(cell) {
            Some(FrameKind::Hovered)
        } else if is_end(hint.map(|shown| shown.mv)) {
            Some(FrameKind::Hint)
        } else {
            let pointed = hovered.first().filter(|_| self.is_learning);
            let related = || pointed.and_then(|pointed| shape.relation(pointed, cell));
            let relation = named.shows(cell, shape).or_else(related);
            // Faded cells get no relation frames.
            relation.filter(|_| !focus.fades(cell)).map(FrameKind::from)
        };
        let plain = if focus.fades(cell) {
            Tint::Faded
        } else {
            Tint::Plain
        };
        let is_on_path = hint.is_some_and(|shown| shown.path.contains(&cell));
        let mark = self.marks.get(&cell).copied();
        TileLook {
            tint: sign.map_or(plain, Sign::tint),
            sign,
            frame,
            mark: mark.or(is_on_path.then_some(Mark::Hint)),
        }
    }
}

/// Returns the frame of a cell in a picture of neighbours.
pub(super) fn frame_of_picture(
    pictured: &Pictured,
    cell: Cell,
    shape: &Shape,
) -> Option<FrameKind> {
    if pictured.middle() == Some(cell) {
        return Some(FrameKind::Hovered);
    }
    pictured.shows(cell, shape).map(FrameKind::from)
}

/// Returns whether a move carries a part of the board.
fn is_carriage(mv: &Move) -> bool {
    mv.kind == MoveKind::Carriage
}

/// Returns the cells that the piece of the last move passed, from start to end. The move of a part
/// with a handle has none.
pub(super) fn last_path(game: &Match, shape: &Shape) -> Option<Vec<Cell>> {
    let last = game.record().last();
    let mv = last.filter(|mv| !(shape.has_handles() && is_carriage(mv)))?;
    let effects = game.before_last()?.effects(mv);
    effects.into_iter().find_map(|effect| match effect {
        Effect::Moved { path, .. } if path.first() == Some(&mv.from) => Some(path),
        _ => None,
    })
}

/// Returns the rotation of the arrow on the last move's start, in the tile's frame.
pub(super) fn along(game: &Match, shape: &Shape) -> Option<Quat> {
    let path = last_path(game, shape)?;
    let [start, next] = *path.first_chunk::<2>()?;
    let tile = shape.frame(start);
    let offset = shape.centre(next) - tile.translation;
    Some(frame(Vec3::Y, tile.rotation.inverse() * offset))
}
