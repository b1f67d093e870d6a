//! The game that picks on the board act on: the match, or one for practice.

use bevy::prelude::*;

use crate::game::Match;
use icochess_rules::{Cell, Move};

/// The game that picks on the board act on.
#[derive(Resource, Debug, Clone, Default)]
pub enum PickMode {
    /// The match.
    #[default]
    Match,
    /// Nothing: the board shows something else than a game.
    Nothing,
    /// This game, which is shown in place of the match, and in which nothing happens by itself:
    /// what is picked in it is told as [`PracticePick`].
    Practice(Match),
}

/// Fact: a place was picked in a game for practice.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct PracticePick {
    /// The place; of a dock its pin.
    pub cell: Cell,
    /// The move that the pick asks for, legal or not, if it asks for one.
    pub mv: Option<Move>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PickMode>()
        .add_message::<PracticePick>();
}
