//! The seat of the player.

use bevy_math::Vec3;

/// The position of a board relative to the player's eyes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stance {
    /// Horizontal distance ahead of the eyes, in metres.
    pub ahead: f32,
    /// Distance below the eyes, in metres.
    pub below: f32,
}

impl Stance {
    /// In front of the eyes, 15° below the horizon (Meta recommends 10 to 20°).
    pub const IN_THE_AIR: Self = Self {
        ahead: 0.80,
        below: 0.22,
    };
}

/// Depth of a seated player's shoulders below the eyes, in metres.
pub const SHOULDERS: f32 = 0.2;
/// Distance from between the shoulders to the nearest cell of a board in a headset, in metres: two
/// thirds of an arm of 0.7 m. The cell is about as far from the eyes (Meta: 0.5 m or more).
pub const IN_REACH: f32 = 0.47;

/// The default position of a free camera, such as a window's, relative to the player's seat. It
/// doesn't apply to a headset.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overview {
    /// Elevation of the camera, in radians; `None` for the seat's.
    pub elevation: Option<f32>,
    /// Distance factor of the camera; 1 is the seat's distance.
    pub distance: f32,
    /// Horizontal distance of the camera's target from the board's origin towards the player, in
    /// metres. This offset raises the board in the picture.
    pub nearer: f32,
}

impl Overview {
    /// View from the player's seat.
    pub const FROM_SEAT: Self = Self {
        elevation: None,
        distance: 1.0,
        nearer: 0.0,
    };
}

/// The seat of the player. It defines "towards the player" for the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seat {
    /// The player's eyes in the world, in metres.
    pub eye: Vec3,
    /// Origin of the board in the world, in metres.
    pub centre: Vec3,
}

impl Seat {
    /// Creates the seat of a player whose head at `eye` looks along `forward`.
    pub fn before(eye: Vec3, forward: Vec3, stance: Stance) -> Self {
        let ahead = Vec3::new(forward.x, 0.0, forward.z)
            .try_normalize()
            .unwrap_or(Vec3::NEG_Z);
        Self {
            eye,
            centre: eye + ahead * stance.ahead - Vec3::Y * stance.below,
        }
    }

    /// Returns the same player's seat for another board.
    pub fn with_stance(self, stance: Stance) -> Self {
        Self::before(self.eye, self.centre - self.eye, stance)
    }
}

impl Default for Seat {
    /// Returns the seat of a player whose eyes are 1.35 m above the floor and who looks along -z.
    fn default() -> Self {
        let eye = Vec3::new(0.0, 1.35, 0.80);
        Self::before(eye, Vec3::NEG_Z, Stance::IN_THE_AIR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ball_floats_ahead_and_slightly_below_the_eyes() {
        let seat = Seat::before(
            Vec3::new(1.0, 1.6, 2.0),
            Vec3::new(3.0, -4.0, 0.0),
            Stance::IN_THE_AIR,
        );
        assert!((seat.centre - Vec3::new(1.8, 1.38, 2.0)).length() < 1e-6);
        let again = seat.with_stance(Stance::IN_THE_AIR);
        assert!((seat.centre - again.centre).length() < 1e-6);
    }
}
