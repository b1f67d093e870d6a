//! Turns hand movements into changes of the board. Only the movement since the last frame counts,
//! so that the board doesn't jump when a hand joins or leaves.

use bevy::prelude::*;
use icochess_shape::Hold;

use crate::arc;

/// Distance from the grip pose to the wrist along +y, in metres (OpenXR, "grip pose": from the
/// knuckles to the wrist). Movement is measured at the wrist, so that rotating the wrist alone
/// isn't a sweep.
const WRIST: f32 = 0.08;
/// Relative change of the hands' distance at which scaling begins (Unity XR Interaction Toolkit,
/// `XRGeneralGrabTransformer`), so that turning doesn't scale the board.
const SCALE_SLACK: f32 = 0.05;
/// Distance from a table's axis below which a hand turns it by its own rotation, in metres. The
/// direction from the axis is unreliable there.
const AXIS: f32 = 0.06;

/// The board as held by hands.
#[derive(Debug, Clone, Copy)]
pub struct HeldBoard {
    /// How the board may turn.
    pub hold: Hold,
    /// Origin in the world, in metres.
    pub centre: Vec3,
    /// Origin requested by the player. The game places a large board farther away.
    pub wanted: Vec3,
    /// Rotation in the world.
    pub rotation: Quat,
    /// Radius of the globe turned from a distance, in metres.
    pub radius: f32,
    /// Minimum and maximum factors by which the board can be scaled now.
    pub factors: [f32; 2],
}

/// A hand's pose in two successive frames.
#[derive(Debug, Clone, Copy)]
pub struct HandMotion {
    /// Grip pose in the last frame.
    pub before: Transform,
    /// Grip pose now.
    pub now: Transform,
}

impl HandMotion {
    /// Returns the rotation of the hand in the world.
    fn turned(&self) -> Quat {
        (self.now.rotation * self.before.rotation.inverse()).normalize()
    }
}

/// How a hand holds the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Grip {
    /// At the board's surface: a point of the board stays at the hand. The point is relative to the
    /// board.
    Near(Vec3),
    /// From a distance: the board turns with the hand's movement and rotation.
    Far,
}

impl Grip {
    /// Returns the grip of a hand at the surface.
    pub fn near(hand: Vec3, board: &HeldBoard) -> Self {
        Self::Near(board.rotation.inverse() * (hand - board.centre))
    }

    /// Returns the rotation of the board for a hand's motion.
    pub fn turn(self, motion: &HandMotion, board: &HeldBoard) -> Quat {
        match self {
            Self::Near(held) => near(held, motion, board),
            Self::Far => swept(motion, board) * motion.turned(),
        }
    }
}

/// Returns the angle of a rotation about a unit axis, in radians from -π to π.
fn twist(rotation: Quat, axis: Vec3) -> f32 {
    let part = Vec3::new(rotation.x, rotation.y, rotation.z).dot(axis);
    let angle = 2.0 * f32::atan2(part, rotation.w);
    (angle + std::f32::consts::PI).rem_euclid(std::f32::consts::TAU) - std::f32::consts::PI
}

/// Returns the shortest rotation that brings the held point to the hand, combined with the hand's
/// roll about that direction.
fn near(held: Vec3, motion: &HandMotion, board: &HeldBoard) -> Quat {
    let to = motion.now.translation - board.centre;
    let is_beside_axis = match board.hold {
        Hold::Ball => to.length() < AXIS,
        Hold::Table { .. } => to.with_y(0.0).length() < AXIS,
    };
    let from = (board.rotation * held).try_normalize();
    let (Some(from), Some(to), false) = (from, to.try_normalize(), is_beside_axis) else {
        return motion.turned();
    };
    let arc = arc::between(from, to);
    let before = (motion.before.translation - board.centre).normalize_or(to);
    let moved = arc::between(before, to);
    let rolled = twist(motion.turned() * moved.inverse(), to);
    Quat::from_axis_angle(to, rolled) * arc
}

/// Returns the rotation of a globe whose near side follows the hand.
fn swept(motion: &HandMotion, board: &HeldBoard) -> Quat {
    let wrist = |pose: &Transform| pose.transform_point(Vec3::Y * WRIST);
    let moved = wrist(&motion.now) - wrist(&motion.before);
    let Some(towards) = (motion.now.translation - board.centre).try_normalize() else {
        return Quat::IDENTITY;
    };
    let axis = towards.cross(moved) / board.radius;
    Quat::from_scaled_axis(axis)
}

/// Change of the board in one frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    /// Rotation about the board's origin.
    pub turn: Quat,
    /// Movement of the board's origin, in metres.
    pub by: Vec3,
    /// Scale factor.
    pub scale: f32,
}

impl Change {
    /// The identity change.
    pub const NONE: Self = Self {
        turn: Quat::IDENTITY,
        by: Vec3::ZERO,
        scale: 1.0,
    };
}

/// Two hands that hold the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TwoHands {
    /// Distance of the hands when the second one took hold, in metres.
    apart: f32,
    /// Requested origin of the board, in metres. It persists between frames, so that a board that
    /// couldn't follow comes back with the hands.
    centre: Vec3,
    /// Whether scaling has begun.
    scales: bool,
    /// Whether both hands are at the surface. If so, the board turns about their midpoint to stay
    /// in both hands; otherwise it turns about its origin.
    is_near: bool,
}

impl TwoHands {
    /// Starts a hold with two hands.
    pub fn new(hands: [Vec3; 2], is_near: bool, board: &HeldBoard) -> Self {
        Self {
            apart: hands[0].distance(hands[1]),
            centre: board.wanted,
            scales: false,
            is_near,
        }
    }

    /// Advances by one frame.
    ///
    /// The line between the hands turns the board, and their mean roll turns it about that line.
    /// Each frame adds to the previous one, so half a turn isn't a special case. The board always
    /// scales about its origin, so that scaling back returns it to its place with any hold.
    pub fn step(&mut self, motions: [HandMotion; 2], board: &HeldBoard) -> Change {
        let line = |at: [Vec3; 2]| at[1] - at[0];
        let [before, now] = [
            motions.map(|motion| motion.before.translation),
            motions.map(|motion| motion.now.translation),
        ];
        let apart = line(now).length();
        let part = apart / self.apart.max(1e-3);
        self.scales |= (part - 1.0).abs() > SCALE_SLACK;
        let scale = if self.scales {
            let [min, max] = board.factors;
            (apart.max(1e-3) / line(before).length().max(1e-3)).clamp(min, max)
        } else {
            1.0
        };
        let middle = |at: [Vec3; 2]| at[0].midpoint(at[1]);
        let turn = match (line(before).try_normalize(), line(now).try_normalize()) {
            (Some(from), Some(to)) => {
                let arc = arc::between(from, to);
                let rolled = motions.map(|motion| twist(motion.turned() * arc.inverse(), to));
                Quat::from_axis_angle(to, rolled[0].midpoint(rolled[1])) * arc
            }
            _ => Quat::IDENTITY,
        };
        let mut to = self.centre + middle(now) - middle(before);
        if self.is_near {
            let out = self.centre - middle(before);
            to += turn * out - out;
        }
        self.centre = to;
        Change {
            turn,
            by: to - board.centre,
            scale,
        }
    }
}

#[cfg(test)]
mod tests;
