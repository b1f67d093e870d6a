//! Buttons of a hand and swipes on its trackpad, filtered for deliberate input.

use bevy::prelude::*;

/// State of a button, and whether a press counts.
///
/// A button that is down when the hand becomes active (after lost tracking, an open system menu or
/// a removed headset) was pressed for another purpose. It counts only after it has been released.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Button {
    is_down: bool,
    is_armed: bool,
}

impl Button {
    /// Returns whether the button is down, even if the press doesn't count.
    pub const fn is_down(self) -> bool {
        self.is_down
    }

    const fn counts(self) -> bool {
        self.is_armed && self.is_down
    }

    /// Ignores the current press.
    const fn drop_press(&mut self) {
        self.is_armed = false;
    }

    /// Updates the state. `is_active` means that the hand is tracked and the session is focused.
    /// Returns whether the button counts as pressed.
    pub const fn update(&mut self, is_down: bool, is_active: bool) -> bool {
        self.is_down = is_down && is_active;
        self.is_armed = is_active && (self.is_armed || !is_down);
        self.counts()
    }
}

/// Button states behind a hand's [`HandInput`](super::hands::HandInput).
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Buttons {
    /// The trigger, which selects pieces and presses the ray's target.
    pub select: Button,
    /// The grip, which holds the board.
    pub grab: Button,
    /// The menu button.
    pub menu: Button,
    /// The "my side" button.
    pub home_view: Button,
    /// The button for explanations.
    pub learn: Button,
}

impl Buttons {
    /// Updates pinch and fist of a bare hand, which are hard to distinguish. The first one wins,
    /// and the other counts only if it starts again. If both start at once, they count as a fist,
    /// because a fist includes a pinch.
    ///
    /// Returns whether the pinch and the fist count.
    pub const fn update_bare_hand(
        &mut self,
        pinches: bool,
        grasps: bool,
        is_active: bool,
    ) -> (bool, bool) {
        let has_pinched = self.select.counts();
        let select = self.select.update(pinches, is_active);
        let grab = self.grab.update(grasps, is_active);
        if !(select && grab) {
            return (select, grab);
        }
        if has_pinched {
            self.grab.drop_press();
        } else {
            self.select.drop_press();
        }
        (has_pinched, !has_pinched)
    }
}

/// Maximum movement of a swipe per frame, as a fraction of the radius. A larger movement means that
/// the finger was lifted in between.
const JUMP: f32 = 0.5;

/// Position of a finger on a trackpad.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub struct Trackpad(Option<Vec2>);

impl Trackpad {
    /// Updates the position, with each axis from -1 to 1. Zero means no finger, as runtimes report
    /// it. Returns the movement since the last frame; touching down is no movement.
    pub fn swipe(&mut self, at: Vec2) -> Vec2 {
        let now = (at != Vec2::ZERO && at.is_finite()).then_some(at);
        let before = std::mem::replace(&mut self.0, now);
        let delta = now
            .zip(before)
            .map_or(Vec2::ZERO, |(now, before)| now - before);
        if delta.length() > JUMP {
            Vec2::ZERO
        } else {
            delta
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn button_counts_after_a_release() {
        let mut button = Button::default();
        // Down from the start and throughout a tracking loss.
        for is_active in [true, true, false, true, true] {
            assert!(!button.update(true, is_active));
        }
        assert!(!button.update(false, true));
        assert!(button.update(true, true));
        assert!(button.update(true, true));
        // Lost during a press.
        assert!(!button.update(true, false) && !button.is_down());
        assert!(!button.update(true, true));
        // A release while inactive doesn't count.
        assert!(!button.update(false, false));
        assert!(!button.update(true, true));
    }

    /// Returns which pinches and fists count, in order.
    fn counted(states: &[(bool, bool)]) -> Vec<(bool, bool)> {
        let mut buttons = Buttons::default();
        let states = [(false, false)].iter().chain(states);
        let counted = states.map(|&(pinch, grasp)| buttons.update_bare_hand(pinch, grasp, true));
        counted.skip(1).collect()
    }

    #[test]
    fn first_of_pinch_and_fist_wins_until_the_other_restarts() {
        let (no, pinch, grasp, both) = ((false, false), (true, false), (false, true), (true, true));
        // A pinch, while the other fingers close and open.
        assert_eq!(
            counted(&[pinch, both, both, pinch, no, grasp]),
            [pinch, pinch, pinch, pinch, no, grasp]
        );
        // The thumb lets go first, so the remaining fist doesn't count.
        assert_eq!(
            counted(&[pinch, both, grasp, grasp, no, grasp]),
            [pinch, pinch, no, no, no, grasp]
        );
        // A fist in which the thumb touches the finger and opens in any order.
        assert_eq!(
            counted(&[grasp, both, pinch, pinch, no, pinch]),
            [grasp, grasp, no, no, no, pinch]
        );
        // Both in one frame count as a fist.
        assert_eq!(counted(&[both, both, grasp, no]), [grasp, grasp, grasp, no]);
    }

    fn swiped(places: &[(f32, f32)]) -> Vec2 {
        let mut pad = Trackpad::default();
        places
            .iter()
            .map(|&(x, y)| pad.swipe(Vec2::new(x, y)))
            .sum()
    }

    #[test]
    fn resting_finger_turns_nothing_at_any_position() {
        assert_eq!(
            swiped(&[(0.0, 0.0), (0.9, 0.1), (0.9, 0.1), (0.9, 0.1)]),
            Vec2::ZERO
        );
        assert_eq!(swiped(&[(0.3, 0.2), (0.0, 0.0), (-0.3, 0.1)]), Vec2::ZERO);
        // Lifted and put down again between two frames.
        assert_eq!(swiped(&[(-0.8, 0.0), (0.8, 0.0), (0.8, 0.0)]), Vec2::ZERO);
    }

    #[test]
    fn swipe_is_as_long_as_the_fingers_movement() {
        let ten = (0..=10).map(|step| (-0.5 + 0.1 * step as f32, 0.2));
        let delta = swiped(&ten.collect::<Vec<_>>());
        assert!(delta.distance(Vec2::X) < 1e-5, "{delta}");
        // Two swipes to the right, each from the left, add up.
        let twice = [(-0.4, 0.1), (0.0, 0.1), (0.4, 0.1), (0.0, 0.0)].repeat(2);
        assert!(swiped(&twice).distance(Vec2::X * 1.6) < 1e-5);
        assert_eq!(
            swiped(&[(0.1, 0.1), (f32::NAN, 0.1), (0.2, 0.1)]),
            Vec2::ZERO
        );
    }
}
