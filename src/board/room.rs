//! The rooms around the board: a table in the light of a lamp, a terrace high above hills at dusk,
//! space with stars, or nothing. Each has its own light. Players choose one; else the board does.
//!
//! Everything is made by calculation and stands still; nothing casts shadows, so that a headset keeps
//! its frame rate.
//!
//! Where a headset shows the real room instead, all of this but the lights is hidden, and there is
//! a [`shadow`] below the board. For who wears one, a [`puck`] stands before it.
//!
//! ```text
//! surroundings <- place        scene        shown        painted
//! environment, lights, sky, terrace, table        ground <- scenery <- shadow, puck
//! ```

pub mod environment;
mod ground;
mod lights;
mod painted;
mod place;
pub mod puck;
mod scene;
pub mod scenery;
pub mod shadow;
pub mod shown;
mod sky;
pub mod surroundings;
mod table;
mod terrace;

use bevy::light::GlobalAmbientLight;
use bevy::prelude::*;

pub use place::RoomPlace;

/// Adds the room around the board.
pub fn plugin(app: &mut App) {
    app.insert_resource(ClearColor(Color::srgb(0.06, 0.07, 0.12)))
        .init_resource::<GlobalAmbientLight>()
        .add_plugins((
            place::plugin,
            shown::plugin,
            ground::plugin,
            lights::plugin,
            environment::plugin,
            scenery::plugin,
            shadow::plugin,
            puck::plugin,
        ));
}
