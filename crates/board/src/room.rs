//! The rooms around the board: a table in the light of a lamp, a terrace high above hills at dusk,
//! space with stars, or nothing. Each has its own light. Players choose one; else the board does.
//!
//! Everything is made by calculation and stands still; no light casts shadows, so that a headset keeps
//! its frame rate: they are soft spots below the board.
//!
//! A headset may show the real room instead: then all of this but the lights is hidden, and there
//! is a [`shadow`] below the board. For who wears one, a [`puck`] stands before it.
//!
//! ```text
//! surroundings <- place        scene        shown        painted
//! environment, lights, sky, terrace, table        ground <- scenery <- dimming, puck, shadow <- thrown
//! ```

mod dimming;
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
mod thrown;

use bevy::light::GlobalAmbientLight;
use bevy::prelude::*;

pub use place::RoomPlace;

/// Adds the room around the board.
pub fn plugin(app: &mut App) {
    app.init_resource::<GlobalAmbientLight>().add_plugins((
        place::plugin,
        shown::plugin,
        ground::plugin,
        lights::plugin,
        environment::plugin,
        scenery::plugin,
        dimming::plugin,
        shadow::plugin,
        thrown::plugin,
        puck::plugin,
    ));
}

#[cfg(test)]
mod tests {
    use bevy::mesh::VertexAttributeValues;
    use icochess_rules::Side;
    use icochess_shape::Room;

    use super::dimming::EMPTY;
    use super::scene::scene;
    use super::*;
    use crate::stage::palette::{Colors, FADED_PIECE, Palette};

    /// The mean luminance of the colours of a mesh.
    fn mean(mesh: &Mesh) -> f32 {
        let Some(VertexAttributeValues::Float32x4(colors)) = mesh.attribute(Mesh::ATTRIBUTE_COLOR)
        else {
            panic!("no colours");
        };
        let lights = colors
            .iter()
            .map(|[red, green, blue, _]| LinearRgba::rgb(*red, *green, *blue).luminance());
        lights.sum::<f32>() / colors.len() as f32
    }

    /// The light in which cameras show a grey (the fit of the tone mapping ACES by S. Hill).
    fn toned(light: f32) -> f32 {
        let shown = light * (light + 0.024_578_6) - 0.000_090_537;
        (shown / (light * (0.983_729 * light + 0.432_951) + 0.238_081)).max(0.0)
    }

    #[test]
    fn faded_pieces_are_told_by_their_side_and_whites_from_what_is_behind_them() {
        let told = |one: f32, other: f32| (one.max(other) + 0.05) / (one.min(other) + 0.05);
        for room in Room::ALL {
            let sky = scene(room).sky.as_ref();
            let sky = sky.map(|sky| (sky, mean(&sky::dome(sky))));
            // Before a board that is looked at from a little above, the far ground and the near.
            let behind = match (room, sky) {
                (Room::Terrace, Some((sky, _))) => {
                    mean(&terrace::hills(sky)).midpoint(mean(&terrace::deck()))
                }
                (Room::Table, Some((_, dark))) => dark.midpoint(mean(&table::table())),
                (_, Some((_, sky))) => sky,
                (_, None) => EMPTY.to_linear().luminance(),
            };
            for palette in Palette::ALL {
                let [white, black] = Side::ALL.map(|side| {
                    // White's are in the light, in which they are about as light as their colour.
                    let own = toned(palette.piece_in_air(side).to_linear().luminance());
                    toned(behind) + (own - toned(behind)) * FADED_PIECE
                });
                // Before the dark, Black's are told by what is inlaid in them, as all of Black's are.
                let from_behind = told(white, toned(behind));
                assert!(
                    from_behind >= 1.7,
                    "{palette:?}, {room:?}: White is told by {from_behind}"
                );
                let told = told(white, black);
                assert!(
                    told >= 3.0,
                    "{palette:?}, {room:?}: sides are told by {told}"
                );
            }
        }
    }
}
