//! A round terrace high above hills at dusk: plank deck, rail with lamps, and misty valleys with
//! soft edges.

use std::f32::consts::TAU;

use bevy::image::ImageAddressMode;
use bevy::prelude::*;

use super::painted::{AROUND, Painted, around};
use super::scene::{Sky, at_height};
use crate::stage::grain::{chance, noise};
use crate::stage::texture::{picture, texels};

/// Radius of the deck, in metres.
pub(super) const RADIUS: f32 = 3.0;
/// Radius of the circle of posts, in metres.
const RAIL: f32 = 2.86;
/// Heights of the upper and the lower rail, in metres.
const RAILS: [f32; 2] = [0.92, 0.16];
/// Number of posts. Every fourth has a lamp.
const POSTS: usize = 24;
/// Height of a lamp, in metres.
const LAMP: f32 = 1.16;
/// Width of a plank, in metres.
const PLANK: f32 = 0.14;
/// Planks and texels along a side of the deck's texture.
const PICTURED: (usize, usize) = (8, 512);
/// Length that the texture covers along the planks, in metres.
const LENGTH: f32 = 2.24;

/// Colours of the dusk, of the light right below a lamp, and of a flame.
const DUSK: Vec3 = Vec3::new(0.20, 0.20, 0.30);
const LAMP_LIGHT: Vec3 = Vec3::new(1.4, 0.88, 0.42);
const FLAME: Vec3 = Vec3::new(2.6, 1.55, 0.62);
/// Albedo of the deck's wood, scaled by its grey texture, and of the rail's dark wood.
const WOOD: Vec3 = Vec3::new(0.215, 0.130, 0.082);
const RAIL_WOOD: Vec3 = Vec3::new(0.060, 0.040, 0.030);
/// Ranges of hills: distance and height in metres, haze before them, and number of waves. Three
/// depths of haze tell them apart. Even the nearest range is pale enough to contrast with black
/// pieces. It is drawn first and occludes the others.
const RANGES: [(f32, f32, f32, f32); 3] = [
    (58.0, -3.0, 0.525, 8.0),
    (71.0, 1.8, 0.72, 5.0),
    (84.0, 6.5, 0.92, 3.0),
];
/// Eye position that the lamps' glow faces, in room coordinates. The glow is fixed, and looks
/// nearly round from the seat and from a window's camera. Turning the glow would require an update
/// every frame in a headset.
const EYE: Vec3 = Vec3::new(0.0, 1.35, 0.4);

/// Yields the feet of the posts, and whether each has a lamp. No lamp is straight ahead.
fn posts() -> impl Iterator<Item = (Vec3, bool)> {
    (0..POSTS).map(|post| (around(post, POSTS) * RAIL, post % 4 == 0))
}

/// Yields the positions of the lamps, in room coordinates.
pub(super) fn lamps() -> impl Iterator<Item = Vec3> {
    let lit = posts().filter(|(_, is_lit)| *is_lit);
    lit.map(|(foot, _)| foot + Vec3::Y * LAMP)
}

/// Returns the light of all lamps on a point facing them.
fn lamp_light(at: Vec3) -> Vec3 {
    let light = lamps().map(|lamp| {
        let squared = lamp.distance_squared(at);
        // Full brightness up to the distance between a lamp and the floor.
        LAMP_LIGHT * (LAMP / squared.sqrt().max(LAMP)).powi(3)
    });
    light.sum()
}

/// Returns the colour of the deck's lightest planks at a place.
fn deck_color(at: Vec3) -> Vec3 {
    WOOD * (DUSK * 1.7 + lamp_light(at))
}

/// Returns the deck, to be textured with [`planks`].
pub(super) fn deck() -> Mesh {
    // Finer near the lamps.
    const RINGS: [(f32, usize); 8] = [
        (0.0, 1),
        (0.7, 6),
        (1.2, 12),
        (1.6, 24),
        (2.0, 24),
        (2.4, 24),
        (2.7, AROUND),
        (RADIUS, AROUND),
    ];
    let mut deck = Painted::default();
    deck.disc(0.0, &RINGS, deck_color);
    deck.mesh()
}

/// Returns the scale from metres on the deck to texture coordinates of the planks.
pub(super) fn on_planks() -> Vec2 {
    Vec2::new(1.0 / (PICTURED.0 as f32 * PLANK), 1.0 / LENGTH)
}

/// Returns the greyscale texture of the planks, with the gaps between them.
pub(super) fn planks() -> Image {
    let (count, side) = PICTURED;
    let texels = texels(side, |place| {
        let across = place.x * count as f32;
        let (plank, within) = (across as i32, across.fract());
        // Planks end at random positions.
        let along = (place.y + chance(plank, 0, 41)).fract();
        let shade = 0.62 + 0.30 * chance(plank, i32::from(along < 0.5), 42);
        let fibres = noise(place, [count as i32 * 12, 6], 43);
        let broad = noise(place, [count as i32 * 2, 2], 44);
        let edge = (within.min(1.0 - within) * PLANK).min(along.min((along - 0.5).abs()) * LENGTH);
        // A gap of 4 mm with rounded edges.
        let gap = ((edge - 0.002) / 0.004).clamp(0.0, 1.0);
        let light = shade * (0.80 + 0.16 * fibres + 0.12 * broad) * (0.10 + 0.90 * gap);
        Vec3::splat(light).extend(1.0)
    });
    picture(side, texels, ImageAddressMode::Repeat)
}

/// Returns the rail and posts as seen from inside and above, without the deck's outer edge.
pub(super) fn rail() -> Mesh {
    let mut rail = Painted::default();
    // Lamps light the rail from the side, so it gets less light than the floor below them.
    let lit = |at: Vec3| RAIL_WOOD * (DUSK + 0.7 * lamp_light(at));
    let top = |at: Vec3| RAIL_WOOD * (DUSK * 3.0 + lamp_light(at));
    for (foot, is_lit) in posts() {
        let (half, height) = if is_lit {
            (0.036, LAMP - 0.09)
        } else {
            (0.022, RAILS[0])
        };
        rail.post(foot, half, height, lit);
    }
    // Straight from post to post.
    for (height, half, thick) in [(RAILS[0], 0.045, 0.035), (RAILS[1], 0.018, 0.03)] {
        let (inner, outer) = (RAIL - half, RAIL + half);
        let upper = height + thick;
        rail.band(POSTS, [(inner, height), (inner, upper)], lit);
        rail.band(POSTS, [(inner, upper), (outer, upper)], top);
    }
    rail.mesh()
}

/// Returns the lanterns, glowing glass under a small roof.
pub(super) fn lanterns() -> Mesh {
    let mut lanterns = Painted::default();
    for lamp in lamps() {
        lanterns.block(lamp - Vec3::Y * 0.085, 0.058, 0.015, |_| RAIL_WOOD * 0.4);
        lanterns.post(lamp - Vec3::Y * 0.07, 0.045, 0.13, |at| {
            // Brightest at the flame.
            FLAME * (0.45 + 0.55 * (1.0 - (at.y - lamp.y).abs() / 0.08).clamp(0.0, 1.0))
        });
        lanterns.block(lamp + Vec3::Y * 0.06, 0.066, 0.02, |_| RAIL_WOOD * 0.4);
        lanterns.block(lamp + Vec3::Y * 0.08, 0.035, 0.025, |_| RAIL_WOOD * 0.4);
    }
    lanterns.mesh()
}

/// Returns the glow around the lamps in the damp air.
pub(super) fn glow() -> Mesh {
    let mut glow = Painted::default();
    for lamp in lamps() {
        // In front of the lamp, so that its body doesn't cut the glow.
        let before = lamp + (EYE - lamp).normalize_or(Vec3::Z) * 0.09;
        glow.facing(before, 0.42, EYE, LAMP_LIGHT * 0.24);
    }
    glow.mesh()
}

/// Returns the colour of a range of hills along its crest.
fn crest_color(sky: &Sky, haze: f32) -> Vec3 {
    // The haze in front of a range has the sky's colour just above the horizon.
    let air = at_height(sky.stops, 0.05);
    let dark = Vec3::new(0.016, 0.015, 0.030);
    dark.lerp(air * Vec3::new(0.62, 0.60, 0.80), haze)
}

/// Returns the ranges of hills, paler with distance. Below their crests they fade into mist in the
/// colours of the sky below the horizon.
pub(super) fn hills(sky: &Sky) -> Mesh {
    /// Corners along a crest for each of its waves, enough to look smooth.
    const CORNERS: usize = 24;
    /// Rows of corners below the crest: depth in metres, and number of corners.
    const BELOW: [(f32, usize); 3] = [(3.0, 48), (9.0, 48), (45.0, 12)];
    let mut hills = Painted::default();
    for (distance, height, haze, waves) in RANGES {
        let crest = |step: usize, steps: usize| {
            let angle = step as f32 / steps as f32 * TAU;
            let wave = (angle * waves).sin() * 2.0
                + (angle * (waves * 2.0 + 1.0) + distance).sin() * 1.1
                + (angle * (waves * 5.0 + 2.0)).sin() * 0.12;
            around(step, steps) * distance + Vec3::Y * (height + wave)
        };
        let lit = crest_color(sky, haze);
        let mist = |at: Vec3| at_height(sky.stops, at.normalize_or(Vec3::Y).y.min(-0.02));
        let corner = |at: Vec3, below: f32| {
            let at = at - Vec3::Y * below;
            (at, lit.lerp(mist(at), (below / 9.0).min(1.0)))
        };
        let along = (0.0, waves as usize * CORNERS);
        hills.rings(std::iter::once(along).chain(BELOW).map(|(below, steps)| {
            let crest = (0..steps).map(move |step| crest(step, steps));
            crest.map(move |at| corner(at, below))
        }));
    }
    hills.mesh()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::scene::scene;
    use crate::stage::palette::{Colors, Palette, contrast};
    use icochess_boards::Variant;
    use icochess_rules::Side;
    use icochess_shape::{Room, Seat};
    use icochess_store::setting::Named;

    #[test]
    fn black_pieces_contrast_with_mist_hills_and_sky() {
        let sky = scene(Room::Terrace).sky.as_ref().expect("a sky");
        // From just above the rail and deck to above the highest level of any board.
        let behind = (0..=44).map(|step| at_height(sky.stops, -0.30 + step as f32 * 0.01));
        let crests = RANGES.map(|(_, _, haze, _)| crest_color(sky, haze));
        for color in behind.chain(crests) {
            for &palette in Palette::ALL {
                let own = palette.piece_in_air(Side::Black);
                let ratio = contrast(own, Color::linear_rgb(color.x, color.y, color.z));
                assert!(ratio >= 2.0, "{palette:?} before {color}: {ratio}");
            }
        }
    }

    #[test]
    fn letters_next_to_a_board_contrast_with_the_terrace() {
        let sky = scene(Room::Terrace).sky.as_ref().expect("a sky");
        let deck = (0..POSTS).flat_map(|post| {
            (0..=30)
                .map(move |part| deck_color(around(post, POSTS) * (RADIUS * part as f32 / 30.0)))
        });
        let mist = (0..=22).map(|step| at_height(sky.stops, -0.30 + step as f32 * 0.01));
        let crests = RANGES.map(|(_, _, haze, _)| crest_color(sky, haze));
        let grounds: Vec<Vec3> = deck.chain(mist).chain(crests).collect();
        let mut letters = 0;
        for variant in Variant::ALL {
            let fixtures = variant.shape().fixtures.into_iter();
            for letter in fixtures.filter(|it| it.name == "letter") {
                letters += 1;
                for ground in &grounds {
                    let ground = Color::linear_rgb(ground.x, ground.y, ground.z);
                    let ratio = contrast(letter.material.base_color, ground);
                    assert!(ratio >= 3.0, "{variant} before {ground:?}: {ratio}");
                }
            }
        }
        assert!(letters > 0);
    }

    #[test]
    fn no_lamp_is_behind_the_board() {
        for lamp in lamps() {
            let beside = (lamp - EYE).with_y(0.0).angle_between(Vec3::NEG_Z);
            assert!(beside > 0.3, "{lamp}");
        }
        assert_eq!(lamps().count(), POSTS / 4);
    }

    #[test]
    fn lamp_glow_is_nearly_round_from_every_viewpoint() {
        let centre = Seat::default().centre;
        // A window's camera, up to twice the usual distance and from level to straight above; and
        // heads in a headset.
        let of_window = (1..=17).flat_map(|far| (0..=8).map(move |up| (far, up)));
        let of_window = of_window.map(|(far, up)| {
            let angle = up as f32 * 11.0_f32.to_radians();
            centre + Vec3::new(0.0, angle.sin(), angle.cos()) * (0.1 * far as f32)
        });
        let heads = [-0.5, 0.0, 0.5].into_iter().flat_map(|aside| {
            [1.0, 1.35, 1.8].map(|height| Vec3::new(aside, height, Seat::default().eye.z))
        });
        for eye in of_window.chain(heads) {
            for lamp in lamps() {
                let round = (EYE - lamp).angle_between(eye - lamp).cos();
                assert!(round > 0.85, "{round} of its width from {eye}");
            }
        }
    }

    #[test]
    fn deck_is_brightest_below_its_lamps() {
        let below = lamp_light(lamps().next().unwrap().with_y(0.0));
        assert!(below.x > 2.0 * lamp_light(Vec3::ZERO).x);
    }

    #[test]
    fn planks_tile_seamlessly() {
        let image = planks();
        let data = image.data.unwrap();
        let side = PICTURED.1;
        let grey = |row: usize, column: usize| i32::from(data[(row * side + column) * 4]);
        for at in 0..side {
            // Half a gap is at the left and right edges, and planks continue lengthwise.
            assert!(grey(at, 0) < 100 && grey(at, side - 1) < 100);
            assert!((grey(0, at) - grey(side - 1, at)).abs() < 60, "{at}");
        }
    }
}
