//! The engines of the boards.

use bevy::prelude::*;

use icochess_boards::Variant;
use icochess_engine::AnyEngine;
use icochess_rules::AnyBoard;

/// What the computer can play on.
#[derive(Resource, Debug, Clone)]
pub struct Engines(Vec<AnyEngine>);

impl Default for Engines {
    /// Those of the boards of [`Variant`] on which the engine plays.
    fn default() -> Self {
        let all = Variant::ALL.into_iter();
        Self(all.filter_map(Variant::engine).collect())
    }
}

impl Engines {
    /// Lets the computer play on one more board, or in another way on one that it knows.
    pub fn add(&mut self, engine: AnyEngine) {
        self.0.retain(|known| known.board_id() != engine.board_id());
        self.0.push(engine);
    }

    /// How the computer plays on a board; `None` if it does not.
    #[must_use]
    pub fn get(&self, board: AnyBoard) -> Option<AnyEngine> {
        let mut engines = self.0.iter().copied();
        engines.find(|engine| engine.board_id() == board.id())
    }
}
