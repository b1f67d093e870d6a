//! The place of the board on a table in the real room, seen in passthrough. Players put the board
//! there by hand, and it is there again the next time they sit down.

use std::f32::consts::FRAC_PI_2;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::placing::{BoardMoved, placed};
use crate::room::scenery::level_table_below;
use crate::room::surroundings::Surroundings;
use crate::stage::fit::Fit;
use crate::stage::root::BoardRoot;
use crate::stage::shape::{BoardShape, PlayerSeat, Viewpoint};
use icochess_base::schedule::AppSystems;
use icochess_shape::{Hold, Seat};
use icochess_store::choices::TABLE_HEIGHTS;
use icochess_store::effective::EffectiveSettings;
use icochess_store::settings::Settings;

/// Distance from the table's place beyond which the table is out of reach, in metres.
const SLACK: f32 = 0.01;

/// Pose of the real room in the world, with the origin on the floor; `None` if unknown. Recentring
/// moves it, because the room stays where it is.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct RealRoom(pub Option<Isometry3d>);

/// A board on the real table, as a player finds it.
#[derive(Debug, Clone, Copy)]
pub struct OnTable {
    /// Seat of the player.
    pub seat: Seat,
    /// Viewpoint from which the board lies as it was put down, with any side in front.
    pub viewpoint: Viewpoint,
    /// Fit of the board at this place.
    pub fit: Fit,
}

/// Finds the board's place on the real table.
#[derive(SystemParam)]
pub struct RealTable<'w, 's> {
    around: Res<'w, Surroundings>,
    room: Res<'w, RealRoom>,
    settings: Res<'w, EffectiveSettings>,
    shape: Res<'w, BoardShape>,
    fit: Res<'w, Fit>,
    root: Single<'w, 's, &'static Transform, With<BoardRoot>>,
}

impl RealTable<'_, '_> {
    /// Returns the board for a player whose eyes are at `eye`, in metres; `None` if no board was
    /// put down within reach.
    pub fn find(&self, eye: Vec3) -> Option<OnTable> {
        let settings = &self.settings;
        let is_kept = *self.around == Surroundings::Passthrough && settings.table_height > 0.0;
        let room = self.room.0.filter(|_| is_kept)?;
        let table = Vec3::new(settings.table_x, settings.table_height, settings.table_z);
        let centre = room * table + above_table(&self.shape, &self.root);
        let ahead = Seat::before(eye, centre - eye, self.fit.stance(&self.shape));
        let (seat, fit) = placed(&ahead, *self.fit, &self.shape, centre - ahead.centre);
        if seat.centre.distance(centre) > SLACK {
            return None;
        }
        let turn = Quat::from_rotation_y(settings.table_turn.to_radians());
        let viewpoint = square(&self.shape, &seat, room.rotation * turn * Vec3::NEG_Z);
        Some(OnTable {
            seat,
            viewpoint,
            fit,
        })
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Surroundings>()
        .init_resource::<RealRoom>()
        .add_systems(
            Update,
            keep_place
                .run_if(on_message::<BoardMoved>)
                .in_set(AppSystems::Feedback),
        );
}

/// Returns the vector from the table up to the origin of a board.
fn above_table(shape: &BoardShape, root: &Transform) -> Vec3 {
    Vec3::Y * level_table_below(shape) * root.scale.x
}

/// Returns the viewpoint from which the board lies along `ahead` or across. A ball has no edges.
fn square(shape: &BoardShape, seat: &Seat, ahead: Vec3) -> Viewpoint {
    Viewpoint(match shape.hold {
        Hold::Ball => None,
        Hold::Table { .. } => {
            let away = (seat.centre - seat.eye).with_y(0.0);
            let angle = f32::atan2(away.cross(ahead).y, away.dot(ahead));
            let askew = angle - (angle / FRAC_PI_2).round() * FRAC_PI_2;
            Some(seat.centre + Quat::from_rotation_y(askew) * (seat.eye - seat.centre))
        }
    })
}

/// Saves the place of a board that was put down in the real room, for all players and boards.
fn keep_place(
    (around, room): (Res<Surroundings>, Res<RealRoom>),
    (shape, seat): (Res<BoardShape>, Res<PlayerSeat>),
    root: Single<&Transform, With<BoardRoot>>,
    mut viewpoint: ResMut<Viewpoint>,
    mut settings: ResMut<Settings>,
) {
    let (Surroundings::Passthrough, Some(room)) = (*around, room.0) else {
        return;
    };
    let at = room.inverse() * (seat.centre - above_table(&shape, &root));
    let ahead = root.rotation * shape.homes[0].ahead;
    let turned = room.rotation.inverse() * ahead;
    let [lowest, highest] = TABLE_HEIGHTS;
    settings.table_x = at.x;
    settings.table_z = at.z;
    settings.table_height = at.y.clamp(lowest, highest);
    settings.table_turn = f32::atan2(-turned.x, -turned.z).to_degrees();
    viewpoint.set_if_neq(square(&shape, &seat, ahead));
}
