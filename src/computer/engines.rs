//! The engines of the boards.

use bevy::prelude::*;

use crate::engine::{AnyEngine, Evaluated, OnEvaluated, on_evaluated};
use crate::rules::{AnyBoard, Variant};

/// What the computer can play on.
#[derive(Resource, Debug, Clone)]
pub struct Engines(Vec<AnyEngine>);

impl Default for Engines {
    /// The boards of [`Variant`].
    fn default() -> Self {
        let engines = Variant::ALL.map(|variant| on_evaluated(variant, AsValue));
        Self(engines.into())
    }
}

/// The engine of a board, as a value.
struct AsValue;

impl OnEvaluated for AsValue {
    type Output = AnyEngine;

    fn run<B: Evaluated>(self) -> AnyEngine {
        AnyEngine::of::<B>()
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
