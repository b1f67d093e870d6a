//! The sky: colours by height, where the sun has set, and stars.
//!
//! A mesh with many heights, between which the graphics card mixes: with the dithering of the
//! cameras no bands are seen.

use std::f32::consts::TAU;

use bevy::prelude::*;

use super::painted::Painted;
use super::scene::{Sky, at_height};
use crate::board::stage::grain::chance;

/// Distance of the sky, metres.
pub(super) const SKY: f32 = 90.0;
/// Distance of the stars, metres: before the sky.
const STARS: f32 = 88.0;
/// Half the side of the square of a star, of which the eye sees about a third, metres: 0.06° to 0.2°.
const STAR: (f32, f32) = (0.12, 0.30);
const AROUND: usize = 48;
const RINGS: usize = 28;

/// The direction of a corner; the rings lie closer at the horizon, where the colours change.
fn corner(ring: usize, step: usize) -> Vec3 {
    let part = ring as f32 / RINGS as f32 * 2.0 - 1.0;
    let height = 0.35 * part + 0.65 * part.powi(3);
    let flat = (1.0 - height * height).max(0.0).sqrt();
    let (sin, cos) = (step as f32 / AROUND as f32 * TAU).sin_cos();
    Vec3::new(flat * cos, height, flat * sin)
}

/// The light of the sky from a direction.
pub(super) fn light(sky: &Sky, way: Vec3) -> Vec3 {
    let glows = sky.glows.iter().map(|glow| glow.seen(way));
    let band = sky.band.map_or(Vec3::ZERO, |(across, color)| {
        let aside = way.dot(across.normalize_or(Vec3::Y));
        color * (-aside * aside / 0.035).exp()
    });
    at_height(sky.stops, way.y) + glows.sum::<Vec3>() + band
}

/// The sky as it is seen from within.
pub(super) fn dome(sky: &Sky) -> Mesh {
    let mut dome = Painted::default();
    for ring in 0..RINGS {
        for step in 0..AROUND {
            let ways = [
                (ring, step),
                (ring, step + 1),
                (ring + 1, step + 1),
                (ring + 1, step),
            ]
            .map(|(ring, step)| corner(ring, step));
            dome.quad(ways.map(|way| way * SKY), ways.map(|way| light(sky, way)));
        }
    }
    dome.mesh()
}

/// The stars that are told apart; always the same.
pub(super) fn stars(sky: &Sky) -> Mesh {
    let mut stars = Painted::default();
    for index in 0..sky.stars as i32 {
        let dice = |seed| chance(index, 7, seed);
        let angle = dice(2) * TAU;
        let way = match sky.band {
            // Half of them belong to the band.
            Some((across, _)) if index % 2 == 0 => {
                let across = across.normalize_or(Vec3::Y);
                let (one, other) = across.any_orthonormal_pair();
                let aside = (dice(3) + dice(4) - 1.0) * 0.25;
                one * angle.cos() + other * angle.sin() + across * aside
            }
            _ => {
                let height = sky.stars_from + (1.0 - sky.stars_from) * dice(1);
                let flat = (1.0 - height * height).max(0.0).sqrt();
                Vec3::new(flat * angle.cos(), height, flat * angle.sin())
            }
        };
        add_star(&mut stars, way.normalize_or(Vec3::Y), index);
    }
    stars.mesh()
}

/// Few stars are bright, and each is a little blue or orange.
fn add_star(stars: &mut Painted, way: Vec3, index: i32) {
    let dice = |seed| chance(index, 8, seed);
    let bright = dice(1).powi(4);
    let warm = dice(2);
    let tint = Vec3::new(0.75 + 0.25 * warm, 0.85, 1.0 - 0.30 * warm);
    let color = tint * (0.10 + 0.90 * bright);
    let half = STAR.0 + (STAR.1 - STAR.0) * bright;
    stars.facing(way * STARS, half, Vec3::ZERO, color);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::room::scene::scene;
    use icochess_shape::Room;

    #[test]
    fn what_is_mixed_between_the_corners_of_a_sky_is_hardly_off() {
        for room in Room::ALL {
            let Some(sky) = &scene(room).sky else {
                continue;
            };
            for (ring, step) in (0..RINGS).flat_map(|ring| (0..AROUND).map(move |it| (ring, it))) {
                let here = corner(ring, step);
                for next in [corner(ring + 1, step), corner(ring, step + 1)] {
                    let mixed = light(sky, here).midpoint(light(sky, next));
                    let exact = light(sky, here.midpoint(next).normalize_or(Vec3::Y));
                    let off = (mixed - exact).abs().max_element();
                    assert!(off < 0.04, "{room:?} {ring} {step}: {off}");
                }
            }
        }
    }
}
