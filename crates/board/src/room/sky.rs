//! The sky: colours by height, where the sun has set, and stars.
//!
//! A mesh with many heights, between which the graphics card mixes: with the dithering of the
//! cameras no bands are seen.

use std::f32::consts::TAU;

use bevy::prelude::*;

use super::painted::{Painted, around};
use super::scene::{Sky, at_height};
use crate::stage::grain::chance;

/// Distance of the sky, metres.
pub(super) const SKY: f32 = 90.0;
/// Distance of the stars, metres: before the sky.
const STARS: f32 = 88.0;
/// Half the side of the square of a star, of which the eye sees about a third, metres: 0.06° to 0.2°.
const STAR: (f32, f32) = (0.12, 0.30);
/// Number of corners along the horizon; a smaller circle has as many fewer.
const AROUND: usize = 40;
/// The widest angle between two rings of corners, radians, and that of a sky with a band, which is
/// narrow: 13° and 7°.
const GAPS: [f32; 2] = [0.227, 0.122];

/// The heights of the rings of corners: those from which on the colours change otherwise, and as many
/// between as leave no wider gap.
fn heights(sky: &Sky) -> impl Iterator<Item = f32> {
    let [plain, banded] = GAPS;
    let gap = if sky.band.is_some() { banded } else { plain };
    let between = sky.stops.windows(2).flat_map(move |pair| {
        let [from, to] = [pair[0].0, pair[1].0].map(f32::asin);
        let parts = ((to - from) / gap).ceil();
        let part = move |part: usize| (from + (to - from) * part as f32 / parts).sin();
        (0..parts as usize).map(part)
    });
    between.chain(sky.stops.last().map(|(height, _)| *height))
}

/// The directions of the corners at a height: at the zenith, and straight down, one.
fn ring(height: f32) -> impl Iterator<Item = Vec3> {
    let flat = (1.0 - height * height).max(0.0).sqrt();
    let steps = (AROUND as f32 * flat).ceil().max(1.0) as usize;
    (0..steps).map(move |step| around(step, steps) * flat + Vec3::Y * height)
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
    dome.rings(
        heights(sky).map(|height| ring(height).map(move |way| (way * SKY, light(sky, way)))),
    );
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
    use crate::room::scene::scene;
    use icochess_shape::Room;

    #[test]
    fn what_is_mixed_between_the_corners_of_a_sky_is_hardly_off() {
        for room in Room::ALL {
            let Some(sky) = &scene(room).sky else {
                continue;
            };
            let dome = dome(sky);
            let places = dome.attribute(Mesh::ATTRIBUTE_POSITION);
            let places = places.and_then(|it| it.as_float3()).expect("corners");
            let ways: Vec<Vec3> = places.iter().map(|at| Vec3::from(*at) / SKY).collect();
            let off = |ways: &[Vec3]| {
                let lights = ways.iter().map(|way| light(sky, *way));
                let mixed = lights.sum::<Vec3>() / ways.len() as f32;
                let middle = ways.iter().sum::<Vec3>().normalize_or(Vec3::Y);
                (mixed - light(sky, middle)).abs().max_element()
            };
            let corners: Vec<usize> = dome.indices().expect("faces").iter().collect();
            for face in corners.chunks_exact(3) {
                let [a, b, c] = [face[0], face[1], face[2]].map(|corner| ways[corner]);
                for between in [&[a, b][..], &[b, c], &[c, a], &[a, b, c]] {
                    let off = off(between);
                    assert!(off < 0.04, "{room:?} {between:?}: {off}");
                }
            }
        }
    }

    #[test]
    fn the_colours_of_a_sky_change_where_it_has_corners() {
        for sky in Room::ALL.map(|room| &scene(room).sky) {
            let Some(sky) = sky else {
                continue;
            };
            let heights: Vec<f32> = heights(sky).collect();
            assert!(heights.is_sorted(), "{heights:?}");
            for (stop, _) in sky.stops {
                assert!(heights.iter().any(|height| (height - stop).abs() < 1e-6));
            }
            for end in [heights[0], heights[heights.len() - 1]] {
                assert_eq!(ring(end).count(), 1, "{end}");
            }
        }
    }
}
