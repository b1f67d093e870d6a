//! The rooms around the board: a lamp-lit table, a terrace at dusk, a starry sky, or an empty
//! background. Each room has its own light. The player chooses one, or the board's default applies.
//!
//! All geometry is procedural and static. Board and pieces cast shadows on each other where the
//! graphics card has the time (`key_shadow`). The ground has soft spots below the board instead.
//!
//! A headset may show the real room instead. That hides everything here except the lights, and adds
//! a [`shadow`] below the board. Headset users also get a [`puck`] in front of it.
//!
//! ```text
//! surroundings <- place        scene        shown        painted
//! environment, sky, terrace, table        ground <- scenery <- dimming, puck, shadow <- thrown
//!                                         ground <- key_shadow <- lights
//! ```

mod dimming;
pub mod environment;
mod ground;
mod key_shadow;
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
        key_shadow::plugin,
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
    use icochess_store::setting::Named;

    /// Returns the mean luminance of a mesh's vertex colours.
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

    /// Returns the displayed luminance after tone mapping (S. Hill's fit of ACES).
    fn toned(light: f32) -> f32 {
        let shown = light * (light + 0.024_578_6) - 0.000_090_537;
        (shown / (light * (0.983_729 * light + 0.432_951) + 0.238_081)).max(0.0)
    }

    #[test]
    fn faded_pieces_show_their_side_and_white_stands_out() {
        let ratio = |one: f32, other: f32| (one.max(other) + 0.05) / (one.min(other) + 0.05);
        for room in Room::ALL {
            let sky = scene(room).sky.as_ref();
            let sky = sky.map(|sky| (sky, mean(&sky::dome(sky))));
            // Background behind the board, seen from slightly above: the far and the near ground.
            let behind = match (room, sky) {
                (Room::Terrace, Some((sky, _))) => {
                    mean(&terrace::hills(sky)).midpoint(mean(&terrace::deck()))
                }
                (Room::Table, Some((_, dark))) => dark.midpoint(mean(&table::table())),
                (_, Some((_, sky))) => sky,
                (_, None) => EMPTY.to_linear().luminance(),
            };
            for &palette in Palette::ALL {
                let [white, black] = Side::ALL.map(|side| {
                    // Lighting shows white pieces in about their own colour.
                    let own = toned(palette.piece_in_air(side).to_linear().luminance());
                    toned(behind) + (own - toned(behind)) * FADED_PIECE
                });
                // Against dark backgrounds, Black's pieces are recognised by their inlays, as
                // always.
                let from_behind = ratio(white, toned(behind));
                assert!(
                    from_behind >= 1.7,
                    "{palette:?}, {room:?}: White is told by {from_behind}"
                );
                let ratio = ratio(white, black);
                assert!(
                    ratio >= 3.0,
                    "{palette:?}, {room:?}: sides are told by {ratio}"
                );
            }
        }
    }
}
