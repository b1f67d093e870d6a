//! Lets controllers without a grip hold the board with the trigger, pulled in empty space and held.
//!
//! A short pull keeps its usual meaning. It is reported on release, because it could have become a
//! hold.

use bevy::prelude::*;

use crate::hands::{GripPose, HandInput, pointer_of};
use icochess_play::interaction::PressedNothing;

/// Movement that turns a pull into a hold, in metres (MRTK: less is a tap).
const GONE: f32 = 0.02;
/// Rotation that turns a pull into a hold, in radians. Pulling the trigger alone turns the hand by
/// less.
const TURNED: f32 = 0.07;

/// Trigger of a hand without a grip, pulled in empty space.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub enum TriggerGrab {
    /// Not pulled in empty space.
    #[default]
    No,
    /// Pulled in empty space in this frame.
    Begun,
    /// Held since a pull in empty space.
    Held {
        /// Grip pose at the start.
        from: Transform,
        /// Whether the pull holds the board, because the hand has moved.
        turns: bool,
    },
}

impl TriggerGrab {
    /// Returns whether the hand holds the board with its trigger.
    pub const fn turns(self) -> bool {
        matches!(self, Self::Held { turns: true, .. })
    }

    /// Advances the state. Returns it, and whether a short pull has ended.
    fn step(self, is_pulled: bool, pose: Option<Transform>) -> (Self, bool) {
        // A lost hand cancels the pull.
        let Some(pose) = pose else {
            return (Self::No, false);
        };
        match self {
            Self::No => (Self::No, false),
            _ if !is_pulled => (Self::No, !self.turns()),
            Self::Begun => {
                let (from, turns) = (pose, false);
                (Self::Held { from, turns }, false)
            }
            Self::Held { from, turns } => {
                let turns = turns
                    || from.translation.distance(pose.translation) > GONE
                    || from.rotation.angle_between(pose.rotation) > TURNED;
                (Self::Held { from, turns }, false)
            }
        }
    }
}

pub(super) fn update_trigger_grab(
    mut hands: Query<(&HandInput, &mut TriggerGrab)>,
    grips: Query<(&GripPose, &Transform)>,
    mut commands: Commands,
) {
    for (input, mut air) in &mut hands {
        let mut grips = grips.iter();
        let grip = grips.find(|(grip, _)| grip.0 == input.hand && input.active);
        let (now, is_tap) = air.step(input.select, grip.map(|(_, pose)| *pose));
        air.set_if_neq(now);
        if is_tap {
            commands.trigger(PressedNothing(pointer_of(input.hand)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(metres: f32, turned: f32) -> Option<Transform> {
        let place = Transform::from_xyz(metres, 1.0, 0.3);
        Some(place.with_rotation(Quat::from_rotation_y(turned)))
    }

    #[test]
    fn still_pull_is_a_tap_and_moving_pull_holds() {
        let seen = |poses: &[Option<Transform>]| {
            let mut air = TriggerGrab::Begun;
            let mut held = Vec::new();
            for pose in poses {
                (air, _) = air.step(true, *pose);
                held.push(air.turns());
            }
            let (after, is_tap) = air.step(false, at(0.0, 0.0));
            assert_eq!(after, TriggerGrab::No);
            (held, is_tap)
        };
        let (held, is_tap) = seen(&[at(0.0, 0.0), at(0.01, 0.03), at(0.0, 0.0)]);
        assert_eq!((held, is_tap), (vec![false; 3], true));
        for moved in [at(0.03, 0.0), at(0.0, 0.1)] {
            // The hold continues even if the hand comes back.
            let (held, is_tap) = seen(&[at(0.0, 0.0), moved, at(0.0, 0.0)]);
            assert_eq!((held, is_tap), (vec![false, true, true], false));
        }
        assert_eq!(seen(&[at(0.0, 0.0), None]), (vec![false; 2], false));
        assert_eq!(seen(&[]), (vec![], true));
    }
}
