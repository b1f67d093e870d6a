//! Whether things move on the board, or are where they go at once.

use bevy::prelude::*;

/// Is nothing to be seen moving that no hand moves? Pieces, the board and the eye of the
/// window are at the end of their ways at once then. Moves are told by marks and sounds.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReducedMotion(pub bool);

impl ReducedMotion {
    /// How much of a way is done, 1 at its end, so long after it was begun.
    #[must_use]
    pub const fn part(self, elapsed: f32, seconds: f32) -> f32 {
        if self.0 {
            1.0
        } else {
            (elapsed / seconds).min(1.0)
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ReducedMotion>();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_takes_its_time_or_none() {
        assert_eq!(ReducedMotion(false).part(0.1, 0.4), 0.25);
        assert_eq!(ReducedMotion(false).part(9.0, 0.4), 1.0);
        assert_eq!(ReducedMotion(true).part(0.0, 0.4), 1.0);
    }
}
