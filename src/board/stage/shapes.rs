//! The shapes of all boards.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use icochess_boards::Variant;
use icochess_shape::Shape;

/// The shapes of the boards, by the identifier of the board.
#[derive(Resource, Debug)]
pub struct Shapes(HashMap<&'static str, fn() -> Shape>);

impl Default for Shapes {
    /// Those of [`Variant`].
    fn default() -> Self {
        Self(
            Variant::ALL
                .map(|variant| (variant.id(), variant.shape_maker()))
                .into(),
        )
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
