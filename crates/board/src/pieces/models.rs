//! The models of pieces that players have put in the place of the game's own.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use icochess_rules::{AnyBoard, AnyPosition, Role, Side};
use icochess_shape::{PieceKind, Shape, height};

use super::meshes::wound_round;

/// The models that replace those of the game, each 1 high. By the name of a role, as it is called
/// on the board: see [`piece_kind`](super::piece::piece_kind). A model for one board is used before one
/// for all, and then one for a single side before one for both.
#[derive(Resource, Debug, Default)]
pub struct PieceModels(HashMap<(Option<String>, String, Option<Side>), Mesh>);

impl PieceModels {
    /// Adds a model of a role, for a board with this identifier or for all, and for a side or both.
    pub fn add(&mut self, board: Option<&str>, role: &str, side: Option<Side>, model: Mesh) {
        let key = (board.map(str::to_owned), role.to_owned(), side);
        self.0.insert(key, model);
    }

    /// Whether players have brought no model.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn of(&self, board: AnyBoard, role: &str, side: Side) -> Option<&Mesh> {
        let boards = [Some(board.id().to_owned()), None].into_iter();
        let mut keys =
            boards.flat_map(|board| [Some(side), None].map(|side| (board.clone(), side)));
        keys.find_map(|(board, side)| self.0.get(&(board, role.to_owned(), side)))
    }

    /// The model, as high as the kind is, of a side's pieces that are shown as this kind on a board;
    /// `None` where there is none.
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
