//! The board in space: tiles, pieces, marks, and how it turns.
//!
//! Knows the match, the selection and nothing of devices. What boards look like
//! is data: [`shape`] says of what kind, [`ball`] and [`table`] are the shapes.
//! All lengths are metres; the board's own frame has its origin where the board
//! turns about, in the centre of the ball.

pub mod ball;
pub mod cells;
pub mod choices;
pub mod decals;
pub mod follow;
pub mod highlight;
pub mod hold;
pub mod labels;
pub mod lettering;
pub mod looks;
pub mod piece_mesh;
pub mod pieces;
mod quality;
pub mod rays;
pub mod room;
pub mod shape;
pub mod shapes;
pub mod sight;
pub mod spin;
pub mod table;

use bevy::prelude::*;

use crate::game::{Match, MatchSystems};
use crate::rules::{AnyPosition, Cell, Role};
use crate::schedule::AppSystems;
use shape::{Shape, Stance};
use shapes::Shapes;

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
    /// The origin of the board, metres, in the world.
    pub centre: Vec3,
}

impl Seat {
    /// The board's place for a head at `eye` that looks along `forward`.
    #[must_use]
    pub fn before(eye: Vec3, forward: Vec3, stance: Stance) -> Self {
        let ahead = Vec3::new(forward.x, 0.0, forward.z)
            .try_normalize()
            .unwrap_or(Vec3::NEG_Z);
        Self {
            eye,
            centre: eye + ahead * stance.ahead - Vec3::Y * stance.below,
        }
    }

    /// Another board's place for the same player.
    #[must_use]
    pub fn with_stance(self, stance: Stance) -> Self {
        Self::before(self.eye, self.centre - self.eye, stance)
    }
}

impl Default for Seat {
    /// A seated player, eyes 1.35 m above the floor, looking along -z.
    fn default() -> Self {
        let eye = Vec3::new(0.0, 1.35, 0.80);
        Self::before(eye, Vec3::NEG_Z, ball::STANCE)
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

/// English name of a role of a position's board.
#[must_use]
pub fn role_name(position: &dyn AnyPosition, role: Role) -> &'static str {
    position.rules_of(role).name
}

/// The name of a cell as the board shows it: upper case.
#[must_use]
pub fn cell_label(position: &dyn AnyPosition, cell: Cell) -> String {
    position.cell_name(cell).to_uppercase()
}

/// What makes the entities of another board.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BuildSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Seat>()
        .init_resource::<Shapes>()
        .add_systems(PreStartup, (spawn_root, take_shape).chain())
        .add_systems(
            Update,
            (
                // Before whatever reads of the shape what the match is about.
                take_shape
                    .run_if(resource_changed::<Match>)
                    .after(MatchSystems)
                    .before(BuildSystems)
                    .in_set(AppSystems::Rules),
                place_root.run_if(resource_changed::<Seat>),
            ),
        )
        .configure_sets(
            Update,
            BuildSystems
                .in_set(AppSystems::Rules)
                .run_if(resource_exists_and_changed::<Shape>),
        )
        .add_plugins((
            cells::plugin,
            choices::plugin,
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

/// Gives the board the shape of that which the match is played on, and takes
/// everything of the former one away.
fn take_shape(
    mut commands: Commands,
    game: Res<Match>,
    shapes: Res<Shapes>,
    shape: Option<Res<Shape>>,
    root: Single<Entity, With<BoardRoot>>,
    mut seat: ResMut<Seat>,
) {
    let board = game.record().board();
    if shape.is_some_and(|shape| shape.board == board.id()) {
        return;
    }
    let Some(shape) = shapes.get(board.id()) else {
        error!("There is no shape of the board {}", board.id());
        return;
    };
    let moved = seat.with_stance(shape.stance);
    seat.set_if_neq(moved);
    commands.entity(*root).despawn_related::<Children>();
    commands.insert_resource(shape);
}

fn place_root(seat: Res<Seat>, mut root: Single<&mut Transform, With<BoardRoot>>) {
    root.translation = seat.centre;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ball_hangs_before_the_player_a_little_below_the_eyes() {
        let seat = Seat::before(
            Vec3::new(1.0, 1.6, 2.0),
            Vec3::new(3.0, -4.0, 0.0),
            ball::STANCE,
        );
        assert!((seat.centre - Vec3::new(1.8, 1.38, 2.0)).length() < 1e-6);
        let again = seat.with_stance(ball::STANCE);
        assert!((seat.centre - again.centre).length() < 1e-6);
    }
}
