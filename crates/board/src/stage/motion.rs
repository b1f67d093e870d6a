//! Reduced motion: jumping instead of gliding.

use bevy::prelude::*;
use icochess_store::effective::FollowSettings;

/// Whether motion is limited to a player's own hand movements. If so, pieces, the board and the
/// window's camera jump to their destination, and only marks and sounds indicate moves.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReducedMotion(pub bool);

impl ReducedMotion {
    /// Returns the completed fraction of a motion `elapsed` seconds after its start; 1 at its end.
    pub const fn part(self, elapsed: f32, seconds: f32) -> f32 {
        if self.0 {
            1.0
        } else {
            (elapsed / seconds).min(1.0)
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.follow_settings(|settings, _| ReducedMotion(settings.reduced_motion));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn motion_takes_its_duration_or_none() {
        assert_eq!(ReducedMotion(false).part(0.1, 0.4), 0.25);
        assert_eq!(ReducedMotion(false).part(9.0, 0.4), 1.0);
        assert_eq!(ReducedMotion(true).part(0.0, 0.4), 1.0);
    }
}
