//! The models of pieces that players have put in the place of the game's own.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use icochess_rules::{AnyBoard, AnyPosition, Role};
use icochess_shape::{PieceKind, Shape, height};

use super::meshes::wound_round;

/// The models that replace those of the game, each 1 high. By the name of a role, as it is called
/// on the board: see [`piece_kind`](super::piece::piece_kind).
#[derive(Resource, Debug, Default)]
pub struct PieceModels {
    /// Models for one board, by its identifier and the role.
    of_board: HashMap<(String, String), Mesh>,
    /// Models for every board that has none of its own for the role.
    of_all: HashMap<String, Mesh>,
}

impl PieceModels {
    /// Adds a model of a role, for a board with this identifier or for all.
    pub fn add(&mut self, board: Option<&str>, role: &str, model: Mesh) {
        match board {
            Some(board) => {
                let key = (board.to_owned(), role.to_owned());
                self.of_board.insert(key, model);
            }
            None => {
                self.of_all.insert(role.to_owned(), model);
            }
        }
    }

    /// Whether players have brought no model.
    pub fn is_empty(&self) -> bool {
        self.of_board.is_empty() && self.of_all.is_empty()
    }

    fn of(&self, board: AnyBoard, role: &str) -> Option<&Mesh> {
        let key = (board.id().to_owned(), role.to_owned());
        self.of_board.get(&key).or_else(|| self.of_all.get(role))
    }

    /// The model, as high as the kind is, of the pieces that are shown as this kind on a board;
    /// `None` where there is none.
    pub(super) fn of_kind(
        &self,
        kind: PieceKind,
        board: AnyBoard,
        (shape, position): (&Shape, &dyn AnyPosition),
    ) -> Option<Mesh> {
        if self.is_empty() {
            return None;
        }
        let roles = (0..).map(Role::new).zip(board.roles());
        let mut shown_so = roles.filter(|(role, _)| shape.model(position, *role) == kind);
        let model = shown_so.find_map(|(_, rules)| self.of(board, rules.name))?;
        let model = model.clone().scaled_by(Vec3::splat(height(kind)));
        Some(wound_round(model))
    }
}
