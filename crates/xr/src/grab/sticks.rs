//! Turns the board by thumbsticks and trackpads.

use bevy::prelude::*;

use crate::hands::{HandInput, OnPanel, pointer_of};
use crate::head::Head;
use icochess_board::stage::depth::{DepthRequested, Depths};
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
/// cut board, or steps along the ray.
const FLICK: [f32; 2] = [0.7, 0.4];

/// Detector of flicks of a stick, and of swipes on a trackpad.
#[derive(Debug, Default)]
pub(super) struct Flicks {
    was_pushed: bool,
    /// Sum of the current swipe.
    swiped: f32,
}

impl Flicks {
    /// Returns 1 if the stick is flicked up from rest, and -1 if down.
    fn flick(&mut self, pushed: f32, swipe: f32) -> Option<i8> {
        // The parts of a swipe add up to a deflection while it lasts.
        self.swiped = if swipe == 0.0 {
            0.0
        } else {
            self.swiped + swipe
        };
        let pushed = pushed + self.swiped;
        let [begins, ends] = FLICK;
        let is_pushed = pushed.abs() > if self.was_pushed { ends } else { begins };
        let begun = is_pushed && !self.was_pushed;
        self.was_pushed = is_pushed;
        begun.then_some(if pushed > 0.0 { 1 } else { -1 })
    }
}

/// Use of a hand's stick, up and down, while the board isn't cut.
#[derive(Debug, Default)]
pub(super) struct StickUse {
    /// Whether it steps along the ray, as decided before the push. The board may turn under the
    /// ray during a push.
    steps: bool,
    flicks: Flicks,
}

/// Returns the horizontal direction to the right, even if the head tilts sideways.
fn level(right: Vec3) -> Vec3 {
    right.with_y(0.0).try_normalize().unwrap_or(Vec3::X)
}

/// Turns the board by the sticks, about the vertical axis and about the head's horizontal axis to
/// the right. While the board is cut, up and down change the plane instead. Otherwise, they step
/// along the hand's ray, if it meets several cells.
pub(super) fn turn(
    hands: Query<(&HandInput, &OnPanel)>,
    head: Query<&Transform, With<Head>>,
    (seat, opened, depths): (Res<PlayerSeat>, Res<Opened>, Res<Depths>),
    time: Res<Time>,
    (mut planes, mut uses): (Local<Flicks>, Local<[StickUse; 2]>),
    (mut open, mut step): (MessageWriter<OpenRequested>, MessageWriter<DepthRequested>),
    mut turn: MessageWriter<TurnBoard>,
) {
    let hands = hands
        .iter()
        // On the panel, sticks scroll. On a trackpad that is also the "my side" button, a press
        // must not turn the board.
        .filter(|(input, on_panel)| input.active && !input.home_view && on_panel.0.is_none());
    let is_cut = opened.cut.is_some();
    let (mut pushed, mut swipe, mut raw) = (Vec2::ZERO, Vec2::ZERO, Vec2::ZERO);
    for (input, _) in hands {
        let (mut turns, mut swipes) = (stick(input.turn), input.swipe);
        let by = pointer_of(input.hand);
        let stick_use = &mut uses[input.hand as usize];
        if input.turn.y.abs() <= DEAD_ZONE && input.swipe.y == 0.0 {
            stick_use.steps = depths.can_step(by);
        }
        if stick_use.steps && !is_cut {
            let flick = stick_use.flicks.flick(input.turn.y, input.swipe.y);
            step.write_batch(flick.map(|up| DepthRequested {
                by,
                step: up.into(),
            }));
            (turns.y, swipes.y) = (0.0, 0.0);
        }
        pushed += turns;
        swipe += swipes;
        raw += Vec2::new(input.turn.y, input.swipe.y);
    }
    if is_cut {
        (pushed.y, swipe.y) = (0.0, 0.0);
        open.write_batch(planes.flick(raw.x, raw.y).map(OpenRequested::Plane));
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
    fn stick_flicks_once_per_push() {
        let mut flicks = Flicks::default();
        let pushes = [0.1, 0.65, 0.8, 1.0, 0.6, 0.3, 0.9, 0.0, -0.8, -1.0, 0.0];
        let flicked = pushes.map(|pushed| flicks.flick(pushed, 0.0));
        let flicked: Vec<_> = flicked.into_iter().flatten().collect();
        assert_eq!(flicked, [1, 1, -1]);
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
