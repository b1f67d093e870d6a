//! The coordinates round levels that lie above one another, in a window: those that the side opposite
//! reads are left out, as they are seen upside down through the glass. In a headset somebody may stand
//! there.

use bevy::prelude::*;

use crate::stage::drawing::seen_if;
use crate::stage::parts::ReadBy;
use crate::stage::root::BoardRoot;
use crate::stage::shape::{BoardShape, PlayerSeat};
use crate::turning::spin::TurnSystems;
use crate::turning::viewing::FreeEye;
use icochess_base::schedule::AppSystems;

/// Cosine of the angle from the seat, about the vertical, beyond which a side sits opposite: 120°.
/// Where the board lies across, all are read from aside.
const OPPOSITE: f32 = -0.5;

/// Coordinates that have come, and a board that has turned.
type Changes = Or<(Added<ReadBy>, (With<BoardRoot>, Changed<Transform>))>;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show.run_if(
            resource_exists::<FreeEye>
                .and_then(resource_changed::<PlayerSeat>.or_else(any_match_filter::<Changes>)),
        )
        .after(TurnSystems)
        .in_set(AppSystems::Scene),
    );
}

fn show(
    (shape, seat): (Res<BoardShape>, Res<PlayerSeat>),
    root: Single<&Transform, With<BoardRoot>>,
    mut read: Query<(&ReadBy, &mut Visibility)>,
) {
    let near = (seat.eye - seat.centre).with_y(0.0).normalize_or_zero();
    for (&ReadBy(side), mut visibility) in &mut read {
        let towards = root.rotation * shape.homes[side.index()].outwards;
        visibility.set_if_neq(seen_if(towards.dot(near) > OPPOSITE));
    }
}
