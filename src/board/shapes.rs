//! The shapes of all boards.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::shape::Shape;
use super::{ball, octahedron, table, trek};
use crate::rules::Variant;

/// The shapes of the boards, by the identifier of the board.
#[derive(Resource, Debug)]
pub struct Shapes(HashMap<&'static str, fn() -> Shape>);

impl Default for Shapes {
    /// Those of [`Variant`].
    fn default() -> Self {
        let mut shapes = Self(HashMap::default());
        for variant in Variant::ALL {
            shapes.add(match variant {
                Variant::Icochess => ball::shape,
                Variant::Chess => table::chess,
                Variant::OctHex146 => octahedron::shape,
                Variant::StarTrek3d => trek::shape,
                Variant::StarTrek3dAdjacent => trek::adjacent,
            });
        }
        shapes
    }
}

impl Shapes {
    /// Adds the shape of a board, or another one for it.
    pub fn add(&mut self, shape: fn() -> Shape) {
        self.0.insert(shape().board, shape);
    }

    /// The shape of a board, made anew.
    #[must_use]
    pub fn get(&self, board: &str) -> Option<Shape> {
        self.0.get(board).map(|shape| shape())
    }
}
