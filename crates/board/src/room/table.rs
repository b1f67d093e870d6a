//! A round lamp-lit table below the board, in the middle of a dark room.

use bevy::prelude::*;

use super::painted::{AROUND, Painted};

/// Margin of the table around the board, in metres.
const MARGIN: f32 = 0.17;
/// Minimum radius, in metres.
const MIN_RADIUS: f32 = 0.46;
/// Colours of the wood, of the lamp's light and of the dark.
const WOOD: Vec3 = Vec3::new(0.200, 0.115, 0.066);
const LAMP: Vec3 = Vec3::new(2.30, 1.84, 1.36);
const DARK: Vec3 = Vec3::new(0.035, 0.033, 0.040);

/// Returns the radius of the table for a board of this extent, in metres.
pub(super) fn radius(extent: f32) -> f32 {
    (extent + MARGIN).max(MIN_RADIUS)
}

/// Returns the light at a point of the unit table. The light is brightest left of the middle, under
/// the lamp, and almost zero at the edge.
fn light(at: Vec3) -> Vec3 {
    let away = (at - Vec3::new(-0.16, 0.0, 0.05))
        .with_y(0.0)
        .length_squared();
    DARK + LAMP * (-away / 0.50).exp()
}

/// Returns a table of radius 1 with its top at height 0. Its texture is a grain, scaled in metres.
pub(super) fn table() -> Mesh {
    const RINGS: [(f32, usize); 8] = [
        (0.0, 1),
        (0.15, 12),
        (0.30, 24),
        (0.45, 24),
        (0.60, 24),
        (0.75, AROUND),
        (0.88, AROUND),
        (0.985, AROUND),
    ];
    let mut table = Painted::default();
    table.disc(0.0, &RINGS, |at| WOOD * light(at));
    // A rounded edge that catches the light, and the side below it.
    let edge = |brighter: f32| move |at: Vec3| WOOD * light(at) * brighter;
    table.band(AROUND, [(0.985, 0.0), (0.996, -0.004)], edge(1.5));
    table.band(AROUND, [(0.996, -0.004), (1.0, -0.012)], edge(0.9));
    table.band(AROUND, [(1.0, -0.012), (0.99, -0.040)], edge(0.35));
    table.mesh()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_bright_below_the_board_and_dark_at_its_edge() {
        let middle = light(Vec3::ZERO);
        let edges = (0..8).map(|step| light(Quat::from_rotation_y(step as f32) * Vec3::X));
        let brightest = edges.map(|edge| edge.x).fold(0.0, f32::max);
        assert!(middle.x > 3.0 * brightest, "{middle} {brightest}");
        assert!(radius(0.38) > 0.5 && radius(0.1) == MIN_RADIUS);
    }
}
