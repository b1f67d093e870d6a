//! The board's root entity, its place and its shape.

use bevy::prelude::*;

use super::fit::Fit;
use super::shape::{BoardShape, PlayerSeat, Unseated, Viewpoint};
use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_play::game::{Boards, Match, MatchSystems};
use icochess_store::effective::FollowSettings;

/// Root entity of all tiles and pieces.
#[derive(Component, Debug, Clone, Copy, Default, Reflect)]
#[type_path = "icochess::board::stage::root"]
#[reflect(Component, Default)]
#[require(Transform, Visibility)]
pub struct BoardRoot;

/// Systems that spawn the entities of a new board.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BuildSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PlayerSeat>()
        .init_resource::<Viewpoint>()
        .init_resource::<Unseated>()
        .follow_settings(|settings, display| match display {
            Display::Flat => Fit::default(),
            Display::Headset => Fit {
                is_worn: true,
                size: settings.board_size,
                farther: settings.board_distance,
                higher: settings.board_height,
            },
        })
        .add_systems(PreStartup, (spawn_root, apply_shape).chain())
        .add_systems(
            Update,
            (
                // Runs before other systems combine the shape with the match.
                apply_shape
                    .run_if(resource_changed::<Match>)
                    .after(MatchSystems)
                    .before(BuildSystems)
                    .in_set(AppSystems::Rules),
                (
                    refit.run_if(resource_changed::<Fit>),
                    place_root.run_if(
                        resource_changed::<PlayerSeat>
                            .or_else(resource_changed::<Fit>)
                            .or_else(resource_changed::<BoardShape>),
                    ),
                )
                    .chain()
                    .in_set(AppSystems::Scene),
            ),
        )
        .configure_sets(
            Update,
            BuildSystems
                .in_set(AppSystems::Rules)
                .run_if(resource_exists_and_changed::<BoardShape>),
        );
}

fn spawn_root(mut commands: Commands, seat: Res<PlayerSeat>) {
    commands.spawn((
        BoardRoot,
        Name::new("board"),
        // No rigid body, because Rapier would write its own transform back. The tiles' colliders
        // follow the tiles without one.
        Transform::from_translation(seat.centre),
    ));
}

/// Applies the shape of the match's board, and removes all entities of the previous one.
///
/// # Panics
///
/// If the board is not one of [`Boards`].
fn apply_shape(
    mut commands: Commands,
    game: Res<Match>,
    (boards, fit): (Res<Boards>, Res<Fit>),
    shape: Option<Res<BoardShape>>,
    root: Single<Entity, With<BoardRoot>>,
    mut seat: ResMut<PlayerSeat>,
) {
    let board = game.record().board();
    if shape.is_some_and(|shape| shape.board == board.id()) {
        return;
    }
    let shape = boards.shape(board);
    let shape = shape.unwrap_or_else(|| panic!("the board {} has no shape", board.id()));
    let moved = seat.with_stance(fit.stance(&shape));
    seat.set_if_neq(PlayerSeat(moved));
    commands.entity(*root).despawn_related::<Children>();
    commands.insert_resource(BoardShape(shape));
}

/// Updates the player's seat when the board's size or place is adjusted.
fn refit(fit: Res<Fit>, shape: Res<BoardShape>, mut seat: ResMut<PlayerSeat>) {
    let moved = seat.with_stance(fit.stance(&shape));
    // Ignores rounding errors.
    if seat.centre.distance(moved.centre) > 1e-5 {
        **seat = moved;
    }
}

fn place_root(
    (shape, seat, fit): (Res<BoardShape>, Res<PlayerSeat>, Res<Fit>),
    mut root: Single<&mut Transform, With<BoardRoot>>,
) {
    root.translation = seat.centre;
    root.scale = Vec3::splat(fit.scale(&shape));
}
