//! The ball in space: tiles, pieces, marks, and how it turns.
//!
//! Knows the match, the selection and nothing of devices. All lengths are
//! metres; the board's own frame has its origin in the centre of the ball.

pub mod cells;
pub mod follow;
pub mod highlight;
pub mod labels;
pub mod piece_mesh;
pub mod pieces;
mod quality;
pub mod rays;
pub mod room;
pub mod shapes;
pub mod sight;
pub mod spin;

use std::sync::LazyLock;

use bevy::prelude::*;

use crate::game::tables;
use crate::rules::{Cell, Role, solid::SOLID};

/// Radius of the ball, metres: nearest tiles 0.6 m from the eye at the usual
/// distance, in-circle of a tile 65 mm across (Meta asks for 48 mm at 1 m).
pub const RADIUS: f32 = 0.20;

/// The entity that all tiles and pieces are children of.
#[derive(Component, Debug, Clone, Copy, Default, Reflect)]
#[reflect(Component, Default)]
#[require(Transform, Visibility)]
pub struct BoardRoot;

/// Where the player sits: what "towards the player" means for the board.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub struct Seat {
    /// The player's eyes, metres, in the world.
    pub eye: Vec3,
    /// The centre of the ball, metres, in the world.
    pub centre: Vec3,
}

impl Seat {
    /// The board's place for a head at `eye` that looks along `forward`:
    /// 0.80 m ahead and 0.22 m below the eyes, 15° below the horizon (Meta
    /// asks for 10 to 20°).
    #[must_use]
    pub fn before(eye: Vec3, forward: Vec3) -> Self {
        let ahead = Vec3::new(forward.x, 0.0, forward.z)
            .try_normalize()
            .unwrap_or(Vec3::NEG_Z);
        Self {
            eye,
            centre: eye + ahead * 0.80 - Vec3::Y * 0.22,
        }
    }
}

impl Default for Seat {
    /// A seated player, eyes 1.35 m above the floor, looking along -z.
    fn default() -> Self {
        Self::before(Vec3::new(0.0, 1.35, 0.80), Vec3::NEG_Z)
    }
}

/// A tile in space.
struct Tile {
    frame: Transform,
    corners: [Vec3; 3],
}

/// All tiles. Worked out once: some are asked for in every frame, all of them
/// in each in which the ball turns.
static TILES: LazyLock<Vec<Tile>> = LazyLock::new(|| {
    let tiles = 0..tables().cells().count();
    tiles
        .map(|tile| {
            let frame = frame_of(tile);
            let inverse = frame.to_matrix().inverse();
            let corners = SOLID
                .corners(tile)
                .map(|p| inverse.transform_point3(Vec3::from_array(p.map(|x| x as f32)) * RADIUS));
            Tile { frame, corners }
        })
        .collect()
});

/// Where a cell lies in the board's frame: origin in the centre of the tile's
/// in-circle, +y outwards, +z towards the tile's first corner.
#[must_use]
pub fn cell_frame(cell: Cell) -> Transform {
    TILES[cell.index()].frame
}

fn frame_of(tile: usize) -> Transform {
    let point = |p: [f64; 3]| Vec3::from_array(p.map(|x| x as f32));
    let centre = point(SOLID.centre(tile));
    let up = point(SOLID.normal(tile));
    let tip = (point(SOLID.corners(tile)[0]) - centre).reject_from(up);
    Transform {
        translation: centre * RADIUS,
        rotation: frame(up, tip),
        scale: Vec3::ONE,
    }
}

/// The rotation that takes +y to `up` and +z as near to `ahead` as that allows.
#[must_use]
pub fn frame(up: Vec3, ahead: Vec3) -> Quat {
    let y = up.normalize();
    let z = ahead
        .reject_from(y)
        .try_normalize()
        .unwrap_or_else(|| y.any_orthonormal_vector());
    Quat::from_mat3(&Mat3::from_cols(y.cross(z), y, z))
}

/// The corners of a tile in its own frame, metres.
#[must_use]
pub fn cell_corners(cell: Cell) -> [Vec3; 3] {
    TILES[cell.index()].corners
}

/// English name of a role of the match's board.
#[must_use]
pub fn role_name(role: Role) -> &'static str {
    crate::rules::rules_of::<crate::game::Game>(role).name
}

/// The name of a cell as the board shows it: upper case.
#[must_use]
pub fn cell_label(cell: Cell) -> String {
    tables().name(cell).to_uppercase()
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Seat>()
        .add_systems(PreStartup, spawn_root)
        .add_systems(Update, place_root.run_if(resource_changed::<Seat>))
        .add_plugins((
            cells::plugin,
            pieces::plugin,
            highlight::plugin,
            follow::plugin,
            labels::plugin,
            quality::plugin,
            rays::plugin,
            spin::plugin,
        ));
}

fn spawn_root(mut commands: Commands, seat: Res<Seat>) {
    commands.spawn((
        BoardRoot,
        Name::new("board"),
        // No rigid body: rapier would write its own idea of the place back. The
        // colliders of the tiles follow the tiles by themselves.
        Transform::from_translation(seat.centre),
    ));
}

fn place_root(seat: Res<Seat>, mut root: Single<&mut Transform, With<BoardRoot>>) {
    root.translation = seat.centre;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{CellSet, Equipment, Icochess, Position, Side};

    #[test]
    fn frames_stand_on_their_tiles_and_tiles_of_a_kind_are_congruent() {
        for cell in Icochess::tables().cells() {
            let frame = cell_frame(cell);
            let up = frame.rotation * Vec3::Y;
            assert!(up.dot(frame.translation.normalize()) > 0.98);
            let like = Cell::new(u8::from(cell.index() % 4 != 0));
            for (a, b) in cell_corners(cell).iter().zip(cell_corners(like)) {
                assert!(a.distance(b) < 1e-5 && a.y.abs() < 1e-5, "{cell:?} {a} {b}");
            }
        }
    }

    #[test]
    fn the_seat_is_where_the_issue_wants_it() {
        let seat = Seat::before(Vec3::new(1.0, 1.6, 2.0), Vec3::new(3.0, -4.0, 0.0));
        assert!((seat.centre - Vec3::new(1.8, 1.38, 2.0)).length() < 1e-6);
    }

    #[test]
    fn the_camps_are_antipodes() {
        let start = Position::<Icochess>::start();
        let centre = |side| {
            start
                .by_side(side)
                .cells()
                .map(|cell| cell_frame(cell).translation)
                .sum::<Vec3>()
                .normalize()
        };
        assert!(centre(Side::White).dot(centre(Side::Black)) < -0.999);
    }
}
