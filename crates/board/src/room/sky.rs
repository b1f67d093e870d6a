//! The sky: colours by height, the sunset, and stars.
//!
//! The sky is a mesh with many rings, interpolated by the GPU. The cameras' dithering prevents
//! banding.

use std::f32::consts::TAU;

use bevy::prelude::*;

use super::painted::{Painted, around};
use super::scene::{Sky, at_height};
use crate::stage::grain::chance;

/// Radius of the sky dome, in metres.
pub(super) const SKY: f32 = 90.0;
/// Distance of the stars, just inside the dome, in metres.
const STARS: f32 = 88.0;
/// Minimum and maximum half side of a star's quad, in metres. About a third of the quad is visible,
/// 0.06° to 0.2°.
const STAR: (f32, f32) = (0.12, 0.30);
/// Number of corners along the horizon. Smaller rings have proportionally fewer.
const AROUND: usize = 40;
/// Largest angle between two rings, in radians, for a plain sky and for one with a narrow band: 13°
/// and 7°.
const GAPS: [f32; 2] = [0.227, 0.122];

/// Yields the heights of the rings: each colour stop, and further heights so that no gap is too
/// large.
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

/// Yields the directions of the corners at a height; only one at the zenith and at the nadir.
fn ring(height: f32) -> impl Iterator<Item = Vec3> {
    let flat = (1.0 - height * height).max(0.0).sqrt();
    let steps = (AROUND as f32 * flat).ceil().max(1.0) as usize;
    (0..steps).map(move |step| around(step, steps) * flat + Vec3::Y * height)
}

/// Returns the light of the sky from a direction.
pub(super) fn light(sky: &Sky, direction: Vec3) -> Vec3 {
    let glows = sky.glows.iter().map(|glow| glow.seen(direction));
    let band = sky.band.map_or(Vec3::ZERO, |(across, color)| {
        let aside = direction.dot(across.normalize_or(Vec3::Y));
        color * (-aside * aside / 0.035).exp()
    });
    at_height(sky.stops, direction.y) + glows.sum::<Vec3>() + band
}

/// Returns the dome, seen from inside.
pub(super) fn dome(sky: &Sky) -> Mesh {
    let mut dome = Painted::default();
    dome.rings(
        heights(sky).map(|height| {
            ring(height).map(move |direction| (direction * SKY, light(sky, direction)))
        }),
    );
    dome.mesh()
}

/// Returns the individual stars. The result is deterministic.
pub(super) fn stars(sky: &Sky) -> Mesh {
    let mut stars = Painted::default();
    for index in 0..sky.stars as i32 {
        let dice = |seed| chance(index, 7, seed);
        let angle = dice(2) * TAU;
        let direction = match sky.band {
            // Half of the stars belong to the band.
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
        add_star(&mut stars, direction.normalize_or(Vec3::Y), index);
    }
    stars.mesh()
}

/// Adds a star, slightly blue or orange. Few are bright.
fn add_star(stars: &mut Painted, direction: Vec3, index: i32) {
    let dice = |seed| chance(index, 8, seed);
    let bright = dice(1).powi(4);
    let warm = dice(2);
    let tint = Vec3::new(0.75 + 0.25 * warm, 0.85, 1.0 - 0.30 * warm);
    let color = tint * (0.10 + 0.90 * bright);
    let half = STAR.0 + (STAR.1 - STAR.0) * bright;
    stars.facing(direction * STARS, half, Vec3::ZERO, color);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::scene::scene;
    use icochess_shape::Room;

    #[test]
    fn interpolation_between_sky_corners_is_accurate() {
        for room in Room::ALL {
            let Some(sky) = &scene(room).sky else {
                continue;
            };
            let dome = dome(sky);
            let places = dome.attribute(Mesh::ATTRIBUTE_POSITION);
            let places = places.and_then(|it| it.as_float3()).expect("corners");
            let directions: Vec<Vec3> = places.iter().map(|at| Vec3::from(*at) / SKY).collect();
            let off = |directions: &[Vec3]| {
                let lights = directions.iter().map(|direction| light(sky, *direction));
                let mixed = lights.sum::<Vec3>() / directions.len() as f32;
                let middle = directions.iter().sum::<Vec3>().normalize_or(Vec3::Y);
                (mixed - light(sky, middle)).abs().max_element()
            };
            let corners: Vec<usize> = dome.indices().expect("faces").iter().collect();
            for face in corners.chunks_exact(3) {
                let [a, b, c] = [face[0], face[1], face[2]].map(|corner| directions[corner]);
                for between in [&[a, b][..], &[b, c], &[c, a], &[a, b, c]] {
                    let off = off(between);
                    assert!(off < 0.04, "{room:?} {between:?}: {off}");
                }
            }
        }
    }

    #[test]
    fn sky_has_a_ring_at_every_colour_stop() {
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
