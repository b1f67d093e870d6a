//! The seat of the player.

use bevy_math::Vec3;

/// The place of a board for a player: from the eyes to its origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stance {
    /// Distance ahead, along the level in the direction that the player looks, metres.
    pub ahead: f32,
    /// Distance below the eyes, metres.
    pub below: f32,
}

impl Stance {
    /// The place before the eyes, 15° below the horizon (Meta asks for 10 to 20°).
    pub const IN_THE_AIR: Self = Self {
        ahead: 0.80,
        below: 0.22,
    };
}

/// The usual place of a camera that is free, such as that of a window, as seen from a player's
/// seat. A head cannot be put there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overview {
    /// Angle of the camera above the level, radians; `None` for that of the seat.
    pub elevation: Option<f32>,
    /// Distance of the camera from the board, as a multiple of the seat's.
    pub distance: f32,
    /// Distance from the origin of the board to the point that the camera aims at, which is nearer
    /// to the player, along the level, metres: so much higher is the board in the picture.
    pub nearer: f32,
}

impl Overview {
    /// The overview from the player's seat.
    pub const FROM_SEAT: Self = Self {
        elevation: None,
        distance: 1.0,
        nearer: 0.0,
    };
}

/// The seat of the player: what "towards the player" means for the board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seat {
    /// The player's eyes, metres, in the world.
    pub eye: Vec3,
    /// The origin of the board, metres, in the world.
    pub centre: Vec3,
}

impl Seat {
    /// The board's place for a head at `eye` that looks along `forward`.
    pub fn before(eye: Vec3, forward: Vec3, stance: Stance) -> Self {
        let ahead = Vec3::new(forward.x, 0.0, forward.z)
            .try_normalize()
            .unwrap_or(Vec3::NEG_Z);
        Self {
            eye,
            centre: eye + ahead * stance.ahead - Vec3::Y * stance.below,
        }
    }

    /// The seat with another board in its place, for the same player.
    pub fn with_stance(self, stance: Stance) -> Self {
        Self::before(self.eye, self.centre - self.eye, stance)
    }
}

impl Default for Seat {
    /// A seated player, eyes 1.35 m above the floor, looking along -z.
    fn default() -> Self {
        let eye = Vec3::new(0.0, 1.35, 0.80);
        Self::before(eye, Vec3::NEG_Z, Stance::IN_THE_AIR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ball_hangs_before_the_player_a_little_below_the_eyes() {
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
