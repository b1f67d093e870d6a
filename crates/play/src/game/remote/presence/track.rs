//! Movement of a tracked part, from a few samples a second.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;

/// Display delay, so that the next sample has usually arrived.
const LATE: Duration = Duration::from_millis(100);
/// Time without a sample after which the part vanishes.
const VANISH: Duration = Duration::from_secs(3);
/// Maximum number of samples. More than these don't come within [`LATE`].
const MAX_SAMPLES: usize = 8;

/// Poses of a part by time since the start of the program, the latest last.
#[derive(Debug, Default)]
pub(super) struct Track(VecDeque<(Duration, Isometry3d)>);

impl Track {
    /// Returns whether there was never a sample.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a sample.
    pub(super) fn push(&mut self, at: Duration, pose: Isometry3d) {
        match self.0.back() {
            // Samples that arrive together would be a jump.
            Some((last, _)) if *last >= at => {
                self.0.pop_back();
            }
            Some((last, _)) if *last + VANISH < at => self.0.clear(),
            // The part was at rest until it moved again.
            Some((last, rest)) if *last + LATE < at => {
                let rest = *rest;
                self.0.push_back((at.saturating_sub(LATE), rest));
            }
            _ => {}
        }
        self.0.push_back((at, pose));
        let extra = self.0.len().saturating_sub(MAX_SAMPLES);
        self.0.drain(..extra);
    }

    /// Returns the pose to show at this time, between the samples about [`LATE`] before.
    pub(super) fn at(&self, at: Duration) -> Option<Isometry3d> {
        let (last, pose) = *self.0.back()?;
        if at > last + VANISH {
            return None;
        }
        let shown = at.saturating_sub(LATE);
        let Some(next) = self.0.iter().position(|(time, _)| *time > shown) else {
            return Some(pose);
        };
        let (end, after) = self.0[next];
        let Some((begin, before)) = next.checked_sub(1).map(|index| self.0[index]) else {
            return Some(after);
        };
        let part = (shown - begin).div_duration_f32(end - begin);
        Some(Isometry3d::new(
            before.translation.lerp(after.translation, part),
            before.rotation.slerp(after.rotation, part),
        ))
    }

    /// Returns the time until the pose changes without another sample.
    pub(super) fn next_change(&self, at: Duration) -> Option<Duration> {
        let (last, _) = *self.0.back()?;
        if at < last + LATE {
            return Some(Duration::ZERO);
        }
        (last + VANISH).checked_sub(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_2;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn at_x(x: f32) -> Isometry3d {
        Isometry3d::from_xyz(x, 0.0, 0.0)
    }

    fn x(track: &Track, at: u64) -> Option<f32> {
        track.at(ms(at)).map(|pose| pose.translation.x)
    }

    #[test]
    fn movement_is_even_and_late() {
        let mut track = Track::default();
        assert_eq!(x(&track, 1000), None);
        track.push(ms(1000), at_x(0.0));
        assert_eq!(x(&track, 1000), Some(0.0));
        let turned = Isometry3d::new(Vec3::X, Quat::from_rotation_y(FRAC_PI_2));
        track.push(ms(1050), turned);
        track.push(ms(1100), at_x(2.0));
        for (at, expected) in [(1100, 0.0), (1125, 0.5), (1150, 1.0), (1175, 1.5)] {
            assert_eq!(x(&track, at), Some(expected), "{at}");
        }
        let half = track.at(ms(1125)).unwrap().rotation;
        let angle = half.angle_between(Quat::from_rotation_y(FRAC_PI_2 / 2.0));
        assert!(angle < 1e-3, "{angle}");
        assert_eq!(track.next_change(ms(1150)), Some(ms(0)));
    }

    #[test]
    fn silent_part_stands_still_then_vanishes() {
        let mut track = Track::default();
        track.push(ms(1000), at_x(0.0));
        track.push(ms(1050), at_x(1.0));
        assert_eq!([x(&track, 1200), x(&track, 4050)], [Some(1.0); 2]);
        assert_eq!(track.next_change(ms(1200)), Some(ms(2850)));
        assert_eq!((x(&track, 4051), track.next_change(ms(4051))), (None, None));
        // It reappears without a glide from its last place.
        track.push(ms(9000), at_x(5.0));
        assert_eq!(x(&track, 9000), Some(5.0));
    }

    #[test]
    fn part_that_rested_moves_without_a_jump() {
        let mut track = Track::default();
        track.push(ms(1000), at_x(0.0));
        track.push(ms(2500), at_x(1.0));
        assert_eq!([x(&track, 2499), x(&track, 2500)], [Some(0.0); 2]);
        assert_eq!(x(&track, 2600), Some(1.0));
    }

    #[test]
    fn samples_that_arrive_together_count_as_one() {
        let mut track = Track::default();
        for place in 0..20 {
            track.push(ms(1000), at_x(place as f32));
        }
        assert_eq!((track.0.len(), x(&track, 1100)), (1, Some(19.0)));
    }
}
