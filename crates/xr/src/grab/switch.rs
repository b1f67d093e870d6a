//! Grip state of the hands: held while pressed, or toggled by each press.

use bevy::prelude::*;

use super::air::TriggerGrab;
use crate::config::Hand;
use crate::hands::HandInput;
use icochess_store::effective::EffectiveSettings;

/// Whether each hand's grip is closed, left and right.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Grips(pub [bool; 2]);

/// A grip that may be toggled by a press.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Switch {
    was_pressed: bool,
    is_on: bool,
}

impl Switch {
    /// Updates the state. Returns whether the hand holds.
    const fn update(&mut self, is_pressed: bool, is_active: bool, toggles: bool) -> bool {
        let begins = is_pressed && !self.was_pressed;
        self.was_pressed = is_pressed;
        self.is_on = is_active
            && if toggles {
                self.is_on != begins
            } else {
                is_pressed
            };
        self.is_on
    }
}

/// Updates the grips of both hands.
pub(super) fn update_grips(
    hands: Query<(&HandInput, &TriggerGrab)>,
    settings: Res<EffectiveSettings>,
    mut switches: Local<[Switch; 2]>,
    mut grips: ResMut<Grips>,
) {
    let now = Hand::BOTH.map(|hand| {
        let found = hands.iter().find(|(input, _)| input.hand == hand);
        found.is_some_and(|(input, air)| {
            let switch = &mut switches[hand as usize];
            switch.update(input.grab, input.active, settings.toggle_grab) || air.turns()
        })
    });
    grips.set_if_neq(Grips(now));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grip_holds_while_pressed_or_until_the_next_press() {
        let presses = [true, true, false, false, true, false, true];
        let hold = |toggles| {
            let mut switch = Switch::default();
            presses.map(|is_pressed| switch.update(is_pressed, true, toggles))
        };
        assert_eq!(hold(false), presses);
        assert_eq!(hold(true), [true, true, true, true, false, false, true]);
        // A lost hand holds nothing, even after it returns.
        let mut switch = Switch::default();
        assert!(switch.update(true, true, true) && switch.update(false, true, true));
        assert!(!switch.update(false, false, true) && !switch.update(false, true, true));
        assert!(switch.update(true, true, true));
    }
}
