//! Turns the board by thumbsticks and trackpads.

use bevy::prelude::*;

use crate::hands::{HandInput, OnPanel};
use crate::head::Head;
use icochess_board::stage::shape::PlayerSeat;
use icochess_board::turning::opening::{OpenRequested, Opened};
use icochess_board::turning::spin::TurnBoard;

/// Dead zone of the thumbstick, as a fraction of its range (as in Jocly).
pub const DEAD_ZONE: f32 = 0.2;
/// Fastest turn by thumbstick, in radians per second: 90° (Meta recommends 60° to 90°).
pub const TURN_RATE: f32 = std::f32::consts::FRAC_PI_2;
/// Turn by a swipe over the trackpad's radius, in radians. A swipe from edge to edge gives half a
/// turn.
const SWIPE: f32 = std::f32::consts::FRAC_PI_2;

/// Returns the deflection beyond the dead zone, of length 0 to 1, squared for fine control.
pub fn stick(raw: Vec2) -> Vec2 {
    let length = raw.length();
    let beyond = ((length - DEAD_ZONE) / (1.0 - DEAD_ZONE)).clamp(0.0, 1.0);
    raw.normalize_or_zero() * beyond * beyond
}

/// Deflections at which a flick of the stick begins and is re-armed. A flick changes the plane of a
/// cut board.
const FLICK: [f32; 2] = [0.7, 0.4];

/// Returns the request to show another plane when a stick is flicked up or down from rest.
fn flick(pushed: f32, was_pushed: &mut bool) -> Option<OpenRequested> {
    let [begins, ends] = FLICK;
    let is_pushed = pushed.abs() > if *was_pushed { ends } else { begins };
    let begun = is_pushed && !*was_pushed;
    *was_pushed = is_pushed;
    begun.then_some(OpenRequested::Plane(if pushed > 0.0 { 1 } else { -1 }))
}

/// Returns the horizontal direction to the right, even if the head tilts sideways.
fn level(right: Vec3) -> Vec3 {
    right.with_y(0.0).try_normalize().unwrap_or(Vec3::X)
}

/// Turns the board by the sticks, about the vertical axis and about the head's horizontal axis to
/// the right. While the board is cut, up and down change the plane instead.
pub(super) fn turn(
    hands: Query<(&HandInput, &OnPanel)>,
    head: Query<&Transform, With<Head>>,
    (seat, opened): (Res<PlayerSeat>, Res<Opened>),
    time: Res<Time>,
    (mut was_pushed, mut swiped): (Local<bool>, Local<f32>),
    mut open: MessageWriter<OpenRequested>,
    mut turn: MessageWriter<TurnBoard>,
) {
    let hands = hands
        .iter()
        // On the panel, sticks scroll. On a trackpad that is also the "my side" button, a press
        // must not turn the board.
        .filter(|(input, on_panel)| input.active && !input.home_view && on_panel.0.is_none());
    let (mut pushed, mut swipe, mut raw) = (Vec2::ZERO, Vec2::ZERO, 0.0);
    for (input, _) in hands {
        pushed += stick(input.turn);
        swipe += input.swipe;
        raw += input.turn.y;
    }
    if opened.cut.is_some() {
        // The parts of a swipe add up to a deflection while it lasts.
        *swiped = if swipe.y == 0.0 {
            0.0
        } else {
            *swiped + swipe.y
        };
        pushed.y = 0.0;
        swipe.y = 0.0;
        if let Some(request) = flick(raw + *swiped, &mut was_pushed) {
            open.write(request);
        }
    }
    if pushed != Vec2::ZERO || swipe != Vec2::ZERO {
        let by_stick = pushed.clamp_length_max(1.0) * TURN_RATE * time.delta_secs();
        let angle = by_stick + swipe * SWIPE;
        let right = head.iter().next().map(|head| *head.right());
        let right = level(right.unwrap_or((seat.centre - seat.eye).cross(Vec3::Y)));
        turn.write(TurnBoard(
            Quat::from_axis_angle(Vec3::Y, angle.x) * Quat::from_axis_angle(right, -angle.y),
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stick_changes_one_plane_per_push() {
        let mut was_pushed = false;
        let pushes = [0.1, 0.65, 0.8, 1.0, 0.6, 0.3, 0.9, 0.0, -0.8, -1.0, 0.0];
        let asked = pushes.map(|pushed| flick(pushed, &mut was_pushed));
        let planes: Vec<_> = asked.into_iter().flatten().collect();
        let [up, down] = [1, -1].map(OpenRequested::Plane);
        assert_eq!(planes, [up, up, down]);
    }

    #[test]
    fn stick_has_a_dead_zone_and_full_range() {
        assert_eq!(stick(Vec2::new(0.19, 0.0)), Vec2::ZERO);
        assert_eq!(stick(Vec2::ZERO), Vec2::ZERO);
        assert!((stick(Vec2::NEG_Y) - Vec2::NEG_Y).length() < 1e-6);
        assert!(stick(Vec2::new(0.6, 0.0)).x < 0.5);
    }

    #[test]
    fn right_is_horizontal_even_if_the_head_tilts() {
        assert!(level(Vec3::new(0.0, -0.4, 0.8)).distance(Vec3::Z) < 1e-6);
        assert_eq!(level(Vec3::Y), Vec3::X);
    }
}
