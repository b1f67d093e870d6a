//! Head and hands of a player.

use serde::{Deserialize, Serialize};

/// Largest distance of a coordinate from the board, in metres.
const MAX_DISTANCE: f32 = 20.0;
/// Largest component of a rotation, with room for rounding.
const MAX_ROTATION: f32 = 1.001;
/// Maximum length of a cell's name, in bytes.
const MAX_CELL: usize = 16;

/// Head and hands of a player, as seen from the seat: metres and quaternions relative to the centre
/// of the board, x to the player's right, y up, z towards the player. The board has its
/// default size; with another, the sender scales positions to that. Untracked parts are missing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Presence {
    /// Head, between the eyes. It looks along -z.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<Pose>,
    /// Left and right hand, at the fingertips. It points along -z.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub hands: [Option<Pose>; 2],
    /// Name of the cell that a player at a window looks at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looks_at: Option<String>,
    /// Name of the cell whose piece the player holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds: Option<String>,
    /// Hand that holds the piece: 0 left, 1 right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<u8>,
}

/// Position and rotation: x, y, z in metres, then the quaternion's x, y, z, w.
pub type Pose = [f32; 7];

impl Presence {
    /// Returns whether all values are in range. The server forwards no others.
    pub fn is_valid(&self) -> bool {
        let is_near = |at: &[f32]| at.iter().all(|x| x.abs() <= MAX_DISTANCE);
        let is_pose =
            |pose: &Pose| is_near(&pose[..3]) && pose[3..].iter().all(|x| x.abs() <= MAX_ROTATION);
        let mut poses = self.head.iter().chain(self.hands.iter().flatten());
        let mut cells = self.looks_at.iter().chain(&self.holds);
        poses.all(is_pose)
            && cells.all(|cell| cell.len() <= MAX_CELL)
            && self.hand.is_none_or(|hand| hand < 2)
    }
}

fn is_empty(hands: &[Option<Pose>; 2]) -> bool {
    hands.iter().all(Option::is_none)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_invalid() {
        let valid: Pose = [0.1, 1.2, -3.0, 0.0, 0.0, 0.0, 1.0];
        let with = |head| Presence {
            head: Some(head),
            ..Presence::default()
        };
        assert!(Presence::default().is_valid() && with(valid).is_valid());
        for (index, value) in [(0, f32::NAN), (1, f32::INFINITY), (2, 21.0), (6, -1.1)] {
            let mut pose = valid;
            pose[index] = value;
            assert!(!with(pose).is_valid(), "{pose:?}");
        }
    }
}
