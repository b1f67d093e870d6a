//! Motion of a piece as functions of time: lift, glide and landing, and the exit of a captured
//! piece.

use bevy::prelude::*;

use super::piece::GLIDE_SECONDS;

/// Duration of rocking after the landing, in seconds. A captured piece stays visible for as long.
pub(super) const AFTER_LANDING: f32 = 0.1;
/// Duration of a captured piece's exit, in seconds. It starts before its captor lands.
pub(super) const LEAVE_SECONDS: f32 = 0.2;
/// Duration of setting up all pieces of a new game, in seconds.
pub(super) const SET_UP_SECONDS: f32 = 1.0;
/// Duration of one piece's rise, in seconds.
pub(super) const RISE_SECONDS: f32 = 0.2;
/// Delay before a restored piece rises, in seconds, so that its captor can leave the cell.
pub(super) const RETURN_DELAY: f32 = 0.15;

/// Durations of the shortest and the longest path, in seconds.
const SHORTEST: f32 = 0.2;
const LONGEST: f32 = GLIDE_SECONDS - AFTER_LANDING;

/// Angle by which a piece leans forward at the start and back at the end, in radians.
const LEAN: f32 = 0.10;
/// Maximum angle by which a landed piece rocks forward, in radians.
const ROCK: f32 = 0.05;
/// Linear fraction of the lift's timing, 0 to 1; the rest eases in and out. Without a linear part,
/// pieces would seem weightless.
const WEIGHT: f32 = 0.4;
/// Angle by which a captured piece topples, in radians.
const TOPPLE: f32 = 0.6;
/// Minimum scale, for invisible pieces. A scale of 0 would leave them without an orientation.
const SPECK: f32 = 1e-3;

/// Returns the duration of a path in seconds. The path's length, and the board's extent from its
/// middle, are in metres. Beyond the minimum, the duration grows with the square root of the
/// length, as with constant acceleration.
pub(super) fn seconds(length: f32, extent: f32) -> f32 {
    let part = (length / (2.0 * extent)).clamp(0.0, 1.0).sqrt();
    SHORTEST + (LONGEST - SHORTEST) * part
}

/// Returns the fraction of the path at a fraction of the duration, with ease-in and ease-out.
pub(crate) fn eased(time: f32) -> f32 {
    time * time * (3.0 - 2.0 * time)
}

/// Returns the height of a piece at a fraction of the duration, as a fraction of its lift.
pub(super) fn raised(time: f32) -> f32 {
    let along = eased(time) + WEIGHT * (time - eased(time));
    (along * std::f32::consts::PI).sin()
}

/// Returns the forward lean at a fraction of the duration, in radians; negative leans back.
pub(super) fn lean(time: f32) -> f32 {
    LEAN * (time * std::f32::consts::TAU).sin()
}

/// Returns the forward tilt of a landed piece, in radians; `time` is a fraction of
/// [`AFTER_LANDING`]. The piece rocks once and never leans back.
pub(super) fn rock(time: f32) -> f32 {
    ROCK * (1.0 - time) * (time * std::f32::consts::PI).sin()
}

/// Returns the axis for tipping in the direction `direction`; `None` for straight up or down.
pub(super) fn across(up: Vec3, direction: Vec3) -> Option<Vec3> {
    up.cross(direction).try_normalize()
}

/// Returns the transform of a piece that is tipped over the rim of its foot, in the direction
/// `towards`. The rim's radius is in metres, the angle in radians.
pub(crate) fn tipped(stands: Transform, towards: Vec3, foot: f32, angle: f32) -> Transform {
    let up = stands.rotation * Vec3::Y;
    let Some(axis) = across(up, towards) else {
        return stands;
    };
    let rotation = Quat::from_axis_angle(axis, angle);
    let rim = axis.cross(up) * foot;
    Transform {
        translation: stands.translation + rim - rotation * rim,
        rotation: rotation * stands.rotation,
        scale: stands.scale,
    }
}

/// Returns the transform of a captured piece at a fraction of its exit. The piece started at
/// `from`, is pushed `away`, and sinks by `sinks` metres.
pub(super) fn leaving(from: Transform, away: Vec3, sinks: f32, time: f32) -> Transform {
    let up = from.rotation * Vec3::Y;
    // Fast at first, like a hit.
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

/// Returns the scale of a rising piece, `elapsed` seconds after its spawn. It is invisible for the
/// first `delay` seconds.
pub(super) fn risen(elapsed: f32, delay: f32) -> f32 {
    let time = ((elapsed - delay) / RISE_SECONDS).clamp(0.0, 1.0);
    eased(time).max(SPECK)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps() -> impl Iterator<Item = f32> {
        (0..=100).map(|step| step as f32 / 100.0)
    }

    #[test]
    fn longer_paths_take_longer_within_the_duration_of_a_move() {
        let times: Vec<f32> = steps().map(|length| seconds(length, 0.4)).collect();
        assert!(times.is_sorted());
        assert!((times[0] - SHORTEST).abs() < 1e-6 && (times[100] - LONGEST).abs() < 1e-6);
        for time in times {
            assert!(time + AFTER_LANDING <= GLIDE_SECONDS + 1e-6);
            // By then a captured piece has left too, though not before its captor arrived.
            assert!(time > LEAVE_SECONDS - AFTER_LANDING);
        }
    }

    #[test]
    fn pieces_are_highest_half_way_and_land_with_weight() {
        assert!(raised(0.0).abs() < 1e-6 && raised(1.0).abs() < 1e-6);
        assert!((raised(0.5) - 1.0).abs() < 1e-6);
        let heights: Vec<f32> = steps().map(raised).collect();
        assert!(heights[..=50].is_sorted());
        // The piece descends once, without a bounce.
        assert!(heights[50..].is_sorted_by(|a, b| a >= b));
        let last = heights[99] - heights[100];
        let even = std::f32::consts::PI / 100.0;
        assert!((0.2..0.6).contains(&(last / even)), "{last}");
    }

    #[test]
    fn pieces_lean_into_their_path_and_rock_once() {
        assert!(lean(0.25) > 0.0 && lean(0.75) < 0.0 && lean(1.0).abs() < 1e-6);
        let rocks: Vec<f32> = steps().map(rock).collect();
        assert!(rocks.iter().all(|it| *it >= -1e-6));
        let top = rocks.iter().copied().fold(0.0, f32::max);
        assert!((0.01..ROCK).contains(&top), "{top}");
        assert!(rocks[0].abs() < 1e-6 && rocks[100].abs() < 1e-6);
    }

    #[test]
    fn captured_pieces_move_with_their_captor_and_shrink() {
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
        // Without a push, the piece only sinks.
        let sunk = leaving(from, Vec3::ZERO, 0.02, 0.9);
        assert_eq!(sunk.rotation, from.rotation);
        assert!(sunk.translation.y < 0.09);
    }

    #[test]
    fn tipped_pieces_keep_the_rim_of_their_foot() {
        let stands = Transform::from_xyz(0.1, 0.2, 0.3);
        let rim = Vec3::X * 0.02;
        for angle in [0.3, 1.7] {
            let tipped = tipped(stands, Vec3::new(1.0, 0.4, 0.0), 0.02, angle);
            let moved = tipped.transform_point(rim) - stands.transform_point(rim);
            assert!(moved.length() < 1e-6, "{moved}");
            assert!((tipped.rotation * Vec3::Y).x > 0.2);
        }
    }

    #[test]
    fn pieces_rise_after_their_delay() {
        assert_eq!(risen(0.3, 0.4), SPECK);
        assert!((0.3..0.7).contains(&risen(0.4 + RISE_SECONDS / 2.0, 0.4)));
        assert!(risen(SET_UP_SECONDS, SET_UP_SECONDS - RISE_SECONDS) > 0.999);
        const { assert!(RETURN_DELAY + RISE_SECONDS <= GLIDE_SECONDS) };
    }
}
