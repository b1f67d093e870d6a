//! Custom models of pieces, supplied by players.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use icochess_rules::{AnyBoard, AnyPosition, Role, Side};
use icochess_shape::{PieceKind, Shape, height};

use super::meshes::wound_round;

/// Custom models, each 1 high, by the name of a role on its board: see
/// [`piece_kind`](super::piece::piece_kind). Models for one board take precedence over models for
/// all boards, and then models for one side over both.
#[derive(Resource, Debug, Default)]
pub struct PieceModels(HashMap<(Option<String>, String, Option<Side>), Mesh>);

impl PieceModels {
    /// Adds a model of a role, for one board (by identifier) or all, and for one side or both.
    pub fn add(&mut self, board: Option<&str>, role: &str, side: Option<Side>, model: Mesh) {
        let key = (board.map(str::to_owned), role.to_owned(), side);
        self.0.insert(key, model);
    }

    /// Returns whether there are no custom models.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn of(&self, board: AnyBoard, role: &str, side: Side) -> Option<&Mesh> {
        let boards = [Some(board.id().to_owned()), None].into_iter();
        let mut keys =
            boards.flat_map(|board| [Some(side), None].map(|side| (board.clone(), side)));
        keys.find_map(|(board, side)| self.0.get(&(board, role.to_owned(), side)))
    }

    /// Returns the model of a side's pieces shown as this kind on a board, scaled to the kind's
    /// height. `None` if there is none.
    pub(super) fn of_kind(
        &self,
        (kind, side): (PieceKind, Side),
        board: AnyBoard,
        (shape, position): (&Shape, &dyn AnyPosition),
    ) -> Option<Mesh> {
        if self.is_empty() {
            return None;
        }
        let roles = (0..).map(Role::new).zip(board.roles());
        let mut shown_so = roles.filter(|(role, _)| shape.model(position, *role) == kind);
        let model = shown_so.find_map(|(_, rules)| self.of(board, rules.name, side))?;
        let model = model.clone().scaled_by(Vec3::splat(height(kind)));
        Some(wound_round(model))
    }
}
