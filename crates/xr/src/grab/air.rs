//! Controllers without a grip: their trigger, pulled where nothing is and held, takes hold of the
//! board as a grip does.
//!
//! A short pull there means what it always does. It is told at its end, as it may become a hold.

use bevy::prelude::*;

use crate::hands::{GripPose, HandInput, pointer_of};
use icochess_play::interaction::PressedNothing;

/// A hand that has gone or turned this far means to turn the board, metres (MRTK: what moves less
/// is a tap) …
const GONE: f32 = 0.02;
/// … or radians: so much a hand turns that pulls a trigger, and no more.
const TURNED: f32 = 0.07;

/// A trigger that was pulled where nothing is, by a hand that has no grip.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub enum TriggerGrab {
    /// No trigger is pulled there.
    #[default]
    No,
    /// It has just been pulled.
    Begun,
    /// It is held.
    Held {
        /// The grip pose at its beginning.
        from: Transform,
        /// Whether it holds the board: the hand has moved.
        turns: bool,
    },
}

impl TriggerGrab {
    /// Whether the hand holds the board with it.
    pub const fn turns(self) -> bool {
        matches!(self, Self::Held { turns: true, .. })
    }

    /// Takes what the hand does. Returns the grip then, and whether a short pull has ended.
    fn step(self, is_pulled: bool, pose: Option<Transform>) -> (Self, bool) {
        // A hand that is lost in the middle has pulled nothing.
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

pub(super) fn hold(
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
    fn a_pull_that_stays_where_it_is_is_a_tap_and_one_that_moves_holds() {
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
            // Also one that comes back to where it was.
            let (held, is_tap) = seen(&[at(0.0, 0.0), moved, at(0.0, 0.0)]);
            assert_eq!((held, is_tap), (vec![false, true, true], false));
        }
        assert_eq!(seen(&[at(0.0, 0.0), None]), (vec![false; 2], false));
        assert_eq!(seen(&[]), (vec![], true));
    }
}
