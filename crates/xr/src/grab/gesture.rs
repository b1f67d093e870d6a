//! Changes of the board by the hands that hold it, from frame to frame. As only the way since the
//! frame before counts, nothing leaps when a hand joins or leaves.

use bevy::prelude::*;
use icochess_shape::Hold;

use crate::arc;

/// From the grip pose to the wrist, about which a hand turns, metres along its +y (OpenXR, "grip
/// pose": from the knuckles to the wrist). A turn of the wrist alone is then no sweep.
const WRIST: f32 = 0.08;
/// Scaling begins when the distance of the hands has changed by this part (Unity XR Interaction
/// Toolkit, `XRGeneralGrabTransformer`): to turn a board is not to scale it.
const SCALE_SLACK: f32 = 0.05;
/// A hand that is nearer than this to the axis of a table turns it by its own turning, metres: a
/// direction from there says nothing.
const AXIS: f32 = 0.06;

/// The board, as hands hold it.
#[derive(Debug, Clone, Copy)]
pub struct HeldBoard {
    /// The way in which it turns.
    pub hold: Hold,
    /// The origin in the world, metres.
    pub centre: Vec3,
    /// The origin where the player wants it. A large board is farther from the eyes.
    pub wanted: Vec3,
    /// The rotation, world axes.
    pub rotation: Quat,
    /// From its origin to what is turned as a globe is, metres.
    pub radius: f32,
    /// The least and the greatest factor by which it can be scaled now.
    pub factors: [f32; 2],
}

/// A pose of a hand in a frame and in the one before it.
#[derive(Debug, Clone, Copy)]
pub struct HandMotion {
    /// The grip pose in the frame before.
    pub before: Transform,
    /// The grip pose now.
    pub now: Transform,
}

impl HandMotion {
    /// The rotation of the hand, world axes.
    fn turned(&self) -> Quat {
        (self.now.rotation * self.before.rotation.inverse()).normalize()
    }
}

/// The way in which a hand holds the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Grip {
    /// At its surface: a point of the board, in the board's frame, stays where the hand is.
    Near(Vec3),
    /// From afar: the board turns by the way of the hand, and as the hand turns.
    Far,
}

impl Grip {
    /// The grip of a hand at its surface.
    pub fn near(hand: Vec3, board: &HeldBoard) -> Self {
        Self::Near(board.rotation.inverse() * (hand - board.centre))
    }

    /// The rotation of the board by the way of the hand.
    pub fn turn(self, way: &HandMotion, board: &HeldBoard) -> Quat {
        match self {
            Self::Near(held) => near(held, way, board),
            Self::Far => swept(way, board) * way.turned(),
        }
    }
}

/// The angle by which a rotation turns about an axis of length 1, radians from -π to π.
fn twist(rotation: Quat, axis: Vec3) -> f32 {
    let part = Vec3::new(rotation.x, rotation.y, rotation.z).dot(axis);
    let angle = 2.0 * f32::atan2(part, rotation.w);
    (angle + std::f32::consts::PI).rem_euclid(std::f32::consts::TAU) - std::f32::consts::PI
}

/// The shortest rotation from one direction to another, and about that one as the hand has
/// turned.
fn near(held: Vec3, way: &HandMotion, board: &HeldBoard) -> Quat {
    let to = way.now.translation - board.centre;
    let is_beside_axis = match board.hold {
        Hold::Ball => to.length() < AXIS,
        Hold::Table { .. } => to.with_y(0.0).length() < AXIS,
    };
    let from = (board.rotation * held).try_normalize();
    let (Some(from), Some(to), false) = (from, to.try_normalize(), is_beside_axis) else {
        return way.turned();
    };
    let arc = arc::between(from, to);
    let before = (way.before.translation - board.centre).normalize_or(to);
    let moved = arc::between(before, to);
    let rolled = twist(way.turned() * moved.inverse(), to);
    Quat::from_axis_angle(to, rolled) * arc
}

/// The rotation of a globe whose near side goes as far as the hand.
fn swept(way: &HandMotion, board: &HeldBoard) -> Quat {
    let wrist = |pose: &Transform| pose.transform_point(Vec3::Y * WRIST);
    let moved = wrist(&way.now) - wrist(&way.before);
    let Some(towards) = (way.now.translation - board.centre).try_normalize() else {
        return Quat::IDENTITY;
    };
    let axis = towards.cross(moved) / board.radius;
    Quat::from_scaled_axis(axis)
}

/// A change of the board by hands in a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    /// The rotation about its origin.
    pub turn: Quat,
    /// The way of its origin, metres.
    pub by: Vec3,
    /// The factor of its size.
    pub scale: f32,
}

impl Change {
    /// The change that leaves the board as it is.
    pub const NONE: Self = Self {
        turn: Quat::IDENTITY,
        by: Vec3::ZERO,
        scale: 1.0,
    };
}

/// Two hands on the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TwoHands {
    /// The distance of the hands when the second one took hold, metres.
    apart: f32,
    /// The origin to which they bring the board, metres. Kept over the frames, so that a board that
    /// can't be there for a while comes back with the hands.
    centre: Vec3,
    /// Whether they have begun to scale.
    scales: bool,
    /// Whether both hold it at its surface: it turns about their middle then, so that it stays in
    /// both. From afar it turns where it is.
    is_near: bool,
}

impl TwoHands {
    /// The hold of two hands that are there now.
    pub fn new(hands: [Vec3; 2], is_near: bool, board: &HeldBoard) -> Self {
        Self {
            apart: hands[0].distance(hands[1]),
            centre: board.wanted,
            scales: false,
            is_near,
        }
    }

    /// Takes the ways of the hands.
    ///
    /// The line from one to the other turns the board, and about that line the mean of both. As each
    /// frame turns on from the one before it, half a turn is nothing special. The board always grows
    /// about its origin, so that it comes back to its place however the hands hold it next.
    pub fn step(&mut self, ways: [HandMotion; 2], board: &HeldBoard) -> Change {
        let line = |at: [Vec3; 2]| at[1] - at[0];
        let [before, now] = [
            ways.map(|way| way.before.translation),
            ways.map(|way| way.now.translation),
        ];
        let apart = line(now).length();
        let part = apart / self.apart.max(1e-3);
        self.scales |= (part - 1.0).abs() > SCALE_SLACK;
        let scale = if self.scales {
            let [least, most] = board.factors;
            (apart.max(1e-3) / line(before).length().max(1e-3)).clamp(least, most)
        } else {
            1.0
        };
        let middle = |at: [Vec3; 2]| at[0].midpoint(at[1]);
        let turn = match (line(before).try_normalize(), line(now).try_normalize()) {
            (Some(from), Some(to)) => {
                let arc = arc::between(from, to);
                let rolled = ways.map(|way| twist(way.turned() * arc.inverse(), to));
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
