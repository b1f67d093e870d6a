//! The motion of a piece, as functions of time: it is taken up, carried along the board and set
//! down, and the piece that it takes goes when it comes.

use bevy::prelude::*;

use super::piece::GLIDE_SECONDS;

/// Time that a piece rocks when it has landed, and that the piece it has taken is still seen,
/// seconds.
pub(super) const AFTER_LANDING: f32 = 0.1;
/// Time that a captured piece takes to go, seconds: it begins before its captor lands.
pub(super) const LEAVE_SECONDS: f32 = 0.2;
/// Time in which the pieces of a new game have all come, seconds.
pub(super) const SET_UP_SECONDS: f32 = 1.0;
/// Time that one of them takes to rise, seconds.
pub(super) const RISE_SECONDS: f32 = 0.2;
/// Time that a piece which comes back on the board waits until its captor has made room, seconds.
pub(super) const COMES_BACK_AFTER: f32 = 0.15;

/// Durations of the shortest and the longest way, seconds.
const SHORTEST: f32 = 0.2;
const LONGEST: f32 = GLIDE_SECONDS - AFTER_LANDING;

/// Angle by which a piece leans forward as it sets out, and back as it comes, radians.
const LEAN: f32 = 0.10;
/// Bound of the angle by which it tips forward when it has landed, radians.
const ROCK: f32 = 0.05;
/// The even part of the rise and the fall, 0 to 1: the rest sets out and lands gently. Some is
/// even, or a piece would have no weight.
const WEIGHT: f32 = 0.4;
/// Angle by which a captured piece is tipped over, radians.
const TOPPLE: f32 = 0.6;
/// The least size of a piece that is not to be seen: with none, it would have no directions.
const SPECK: f32 = 1e-3;

/// Duration of a way on a board that reaches `extent` from its middle, both metres, in seconds: in
/// twice the time a piece comes four times as far, as whatever is sped up and slowed down alike.
pub(super) fn seconds(way: f32, extent: f32) -> f32 {
    let part = (way / (2.0 * extent)).clamp(0.0, 1.0).sqrt();
    SHORTEST + (LONGEST - SHORTEST) * part
}

/// The fraction of its way that a piece has done after the fraction `time` of its time: it
/// sets out and arrives gently.
pub(crate) fn eased(time: f32) -> f32 {
    time * time * (3.0 - 2.0 * time)
}

/// Height of a piece at that time, as a part of the most that it is lifted.
pub(super) fn raised(time: f32) -> f32 {
    let along = eased(time) + WEIGHT * (time - eased(time));
    (along * std::f32::consts::PI).sin()
}

/// Angle by which it leans forward at that time, radians; back, if negative.
pub(super) fn lean(time: f32) -> f32 {
    LEAN * (time * std::f32::consts::TAU).sin()
}

/// Angle by which a piece that has landed is tipped forward, radians; `time` is a part of
/// [`AFTER_LANDING`]. It tips once, and not back beyond upright.
pub(super) fn rock(time: f32) -> f32 {
    ROCK * (1.0 - time) * (time * std::f32::consts::PI).sin()
}

/// The axis about which a piece tips that way; `None` where it goes straight up or down.
pub(super) fn across(up: Vec3, way: Vec3) -> Option<Vec3> {
    up.cross(way).try_normalize()
}

/// The place of a captured piece after a part of the time that it takes to go: it stood at `from`,
/// is pushed `away` and sinks so far, metres.
pub(super) fn leaving(from: Transform, away: Vec3, sinks: f32, time: f32) -> Transform {
    let up = from.rotation * Vec3::Y;
    // Pushed at once, as if hit.
    let pushed = 1.0 - (1.0 - time) * (1.0 - time);
    let tipped = across(up, away).map_or(Quat::IDENTITY, |axis| {
        Quat::from_axis_angle(axis, TOPPLE * pushed)
    });
    Transform {
        translation: from.translation + away * pushed - up * (sinks * time * time),
        rotation: tipped * from.rotation,
        scale: from.scale * (1.0 - time * time).max(SPECK),
    }
}

/// The scale of a piece that rises, `elapsed` seconds after it was put there, for the first `delay`
/// of which it is not seen.
pub(super) fn risen(elapsed: f32, delay: f32) -> f32 {
    let time = ((elapsed - delay) / RISE_SECONDS).clamp(0.0, 1.0);
    eased(time).max(SPECK)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps from 0 to 1.
    fn steps() -> impl Iterator<Item = f32> {
        (0..=100).map(|step| step as f32 / 100.0)
    }

    #[test]
    fn a_longer_way_takes_longer_within_bounds_and_a_move_is_told_in_time() {
        let times: Vec<f32> = steps().map(|way| seconds(way, 0.4)).collect();
        assert!(times.is_sorted());
        assert!((times[0] - SHORTEST).abs() < 1e-6 && (times[100] - LONGEST).abs() < 1e-6);
        for time in times {
            assert!(time + AFTER_LANDING <= GLIDE_SECONDS + 1e-6);
            // A captured piece is gone by then, too, and not before its captor is there.
            assert!(time > LEAVE_SECONDS - AFTER_LANDING);
        }
    }

    #[test]
    fn a_piece_is_highest_half_way_and_is_set_down_with_some_weight() {
        assert!(raised(0.0).abs() < 1e-6 && raised(1.0).abs() < 1e-6);
        assert!((raised(0.5) - 1.0).abs() < 1e-6);
        let heights: Vec<f32> = steps().map(raised).collect();
        assert!(heights[..=50].is_sorted());
        // It comes down once, without a bounce.
        assert!(heights[50..].is_sorted_by(|a, b| a >= b));
        let last = heights[99] - heights[100];
        let even = std::f32::consts::PI / 100.0;
        assert!((0.2..0.6).contains(&(last / even)), "{last}");
    }

    #[test]
    fn it_leans_into_its_way_and_rocks_once() {
        assert!(lean(0.25) > 0.0 && lean(0.75) < 0.0 && lean(1.0).abs() < 1e-6);
        let rocks: Vec<f32> = steps().map(rock).collect();
        assert!(rocks.iter().all(|it| *it >= -1e-6));
        let top = rocks.iter().copied().fold(0.0, f32::max);
        assert!((0.01..ROCK).contains(&top), "{top}");
        assert!(rocks[0].abs() < 1e-6 && rocks[100].abs() < 1e-6);
    }

    #[test]
    fn what_is_taken_goes_the_way_of_its_captor_and_gets_smaller() {
        let from = Transform::from_xyz(0.0, 0.1, 0.0);
        let away = Vec3::X * 0.05;
        let mut before = leaving(from, away, 0.02, 0.0);
        assert!(before.translation.distance(from.translation) < 1e-6);
        for time in steps().skip(1) {
            let now = leaving(from, away, 0.02, time);
            assert!(now.translation.x > before.translation.x);
            assert!(now.translation.y < before.translation.y);
            assert!(now.scale.x < before.scale.x);
            assert!(now.rotation.is_normalized());
            before = now;
        }
        // Without a push, it sinks.
        let sunk = leaving(from, Vec3::ZERO, 0.02, 0.9);
        assert_eq!(sunk.rotation, from.rotation);
        assert!(sunk.translation.y < 0.09);
    }

    #[test]
    fn a_piece_rises_when_it_is_its_turn() {
        assert_eq!(risen(0.3, 0.4), SPECK);
        assert!((0.3..0.7).contains(&risen(0.4 + RISE_SECONDS / 2.0, 0.4)));
        assert!(risen(SET_UP_SECONDS, SET_UP_SECONDS - RISE_SECONDS) > 0.999);
        const { assert!(COMES_BACK_AFTER + RISE_SECONDS <= GLIDE_SECONDS) };
    }
}
