//! Swipes on a trackpad.

use bevy::prelude::*;

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
