//! The buttons of a hand and the swipes on its trackpad: which of them count.

use bevy::prelude::*;

/// A button as the device tells it, and whether it counts.
///
/// One that is down when the hand comes back (tracking was lost, the system's
/// menu was open, the headset was off) was pressed for something else: it
/// counts only after a release was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Button {
    is_down: bool,
    is_armed: bool,
}

impl Button {
    /// Whether the button is down, even if that does not count.
    pub const fn is_down(self) -> bool {
        self.is_down
    }

    /// Whether the button counts as pressed.
    const fn counts(self) -> bool {
        self.is_armed && self.is_down
    }

    /// Lets the press that is under way not count.
    const fn drop_press(&mut self) {
        self.is_armed = false;
    }

    /// Takes the state of the device; `is_active` if the hand is tracked and the session focused.
    /// Returns whether the button counts as pressed.
    pub const fn update(&mut self, is_down: bool, is_active: bool) -> bool {
        self.is_down = is_down && is_active;
        self.is_armed = is_active && (self.is_armed || !is_down);
        self.counts()
    }
}

/// The states of the buttons from which a hand's [`HandInput`](super::hands::HandInput) is made.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Buttons {
    /// The trigger, which picks pieces and presses what is pointed at.
    pub select: Button,
    /// The grip, which holds the board.
    pub grab: Button,
    /// Menu button.
    pub menu: Button,
    /// "My side" button.
    pub home_view: Button,
    /// Rest of the thumb.
    pub learn: Button,
}

impl Buttons {
    /// Takes a pinch and a fist of a bare hand. They are hard to tell apart, and whoever begins
    /// one means only that: the other counts when it begins anew. A fist is a pinch, too, so of
    /// both at once it is meant.
    ///
    /// Returns whether each of the two counts.
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

/// A way of more than this in a frame is no swipe, as a part of the radius: the finger was lifted
/// and put down elsewhere.
const JUMP: f32 = 0.5;

/// The place of a finger on a trackpad.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub struct Trackpad(Option<Vec2>);

impl Trackpad {
    /// Takes where the finger is, each axis from -1 to 1, or zero if none is there (as runtimes
    /// tell it). Returns how far it has gone: where it is put down says nothing.
    pub fn swipe(&mut self, at: Vec2) -> Vec2 {
        let now = (at != Vec2::ZERO && at.is_finite()).then_some(at);
        let before = std::mem::replace(&mut self.0, now);
        let way = now
            .zip(before)
            .map_or(Vec2::ZERO, |(now, before)| now - before);
        if way.length() > JUMP { Vec2::ZERO } else { way }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_button_counts_once_its_release_was_seen() {
        let mut button = Button::default();
        // Down from the first moment on, and all through a loss.
        for is_active in [true, true, false, true, true] {
            assert!(!button.update(true, is_active));
        }
        assert!(!button.update(false, true));
        assert!(button.update(true, true));
        assert!(button.update(true, true));
        // Lost in the middle of a press.
        assert!(!button.update(true, false) && !button.is_down());
        assert!(!button.update(true, true));
        // A release that nobody was listening to does not count.
        assert!(!button.update(false, false));
        assert!(!button.update(true, true));
    }

    /// The presses that count of pinches and fists, one after the other.
    fn counted(states: &[(bool, bool)]) -> Vec<(bool, bool)> {
        let mut buttons = Buttons::default();
        let states = [(false, false)].iter().chain(states);
        let counted = states.map(|&(pinch, grasp)| buttons.update_bare_hand(pinch, grasp, true));
        counted.skip(1).collect()
    }

    #[test]
    fn of_pinch_and_fist_the_first_wins_until_the_other_begins_anew() {
        let (no, pinch, grasp, both) = ((false, false), (true, false), (false, true), (true, true));
        // A pinch whose other fingers close, and open.
        assert_eq!(
            counted(&[pinch, both, both, pinch, no, grasp]),
            [pinch, pinch, pinch, pinch, no, grasp]
        );
        // The thumb lets go first: the fist that is left was not meant.
        assert_eq!(
            counted(&[pinch, both, grasp, grasp, no, grasp]),
            [pinch, pinch, no, no, no, grasp]
        );
        // A fist whose thumb touches the finger, and opens in any order.
        assert_eq!(
            counted(&[grasp, both, pinch, pinch, no, pinch]),
            [grasp, grasp, no, no, no, pinch]
        );
        // Both in the same frame: a fist.
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
    fn a_finger_that_rests_turns_nothing_wherever_it_lies() {
        assert_eq!(
            swiped(&[(0.0, 0.0), (0.9, 0.1), (0.9, 0.1), (0.9, 0.1)]),
            Vec2::ZERO
        );
        assert_eq!(swiped(&[(0.3, 0.2), (0.0, 0.0), (-0.3, 0.1)]), Vec2::ZERO);
        // Lifted and put down again between two frames.
        assert_eq!(swiped(&[(-0.8, 0.0), (0.8, 0.0), (0.8, 0.0)]), Vec2::ZERO);
    }

    #[test]
    fn a_swipe_is_as_long_as_the_way_of_the_finger() {
        let ten = (0..=10).map(|step| (-0.5 + 0.1 * step as f32, 0.2));
        let way = swiped(&ten.collect::<Vec<_>>());
        assert!(way.distance(Vec2::X) < 1e-5, "{way}");
        // Twice to the right, each time put down on the left: twice as far.
        let twice = [(-0.4, 0.1), (0.0, 0.1), (0.4, 0.1), (0.0, 0.0)].repeat(2);
        assert!(swiped(&twice).distance(Vec2::X * 1.6) < 1e-5);
        assert_eq!(
            swiped(&[(0.1, 0.1), (f32::NAN, 0.1), (0.2, 0.1)]),
            Vec2::ZERO
        );
    }
}
