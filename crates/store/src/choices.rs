//! Display settings with named values, and limits for moving the board by hand.

use bevy::prelude::*;
use icochess_shape::Room;

/// Limits of the board's scale, 1 by default. A ball's radius ranges from 0.15 to 0.60 m.
pub const SIZES: [f32; 2] = [0.75, 3.0];
/// Limits of the board's offset away from the player, in metres.
pub const DISTANCE_LIMITS: [f32; 2] = [-0.4, 0.6];
/// Limits of the board's upward offset, in metres.
pub const HEIGHT_LIMITS: [f32; 2] = [-0.6, 0.6];

/// Colour scheme. In each scheme, the sides differ in lightness, and no marker relies on colour
/// alone.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Palette {
    /// Muted colours that are distinguishable without colour vision.
    #[default]
    Standard,
    /// White and black pieces on tiles of medium lightness, with saturated markers.
    HighContrast,
}

impl Palette {
    /// All palettes.
    pub const ALL: [Self; 2] = [Self::Standard, Self::HighContrast];

    /// Returns the name used in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::HighContrast => "high-contrast",
        }
    }
}

/// Multisample antialiasing, by samples per pixel.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Antialiasing {
    /// Four samples. With software rendering, a single one, because more would take most of a
    /// frame.
    #[default]
    Auto,
    /// One sample.
    Off,
    /// Two samples, or four if the graphics card doesn't support two.
    Two,
    /// Four samples.
    Four,
}

impl Antialiasing {
    /// All values.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Off, Self::Two, Self::Four];

    /// Returns the name used in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Off => "off",
            Self::Two => "2x",
            Self::Four => "4x",
        }
    }
}

/// Room around the current board.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RoomChoice {
    /// Room that belongs to the board.
    #[default]
    Board,
    /// Same room for every board.
    Always(Room),
}

impl RoomChoice {
    /// All values.
    pub const ALL: [Self; 5] = [
        Self::Board,
        Self::Always(Room::Table),
        Self::Always(Room::Terrace),
        Self::Always(Room::Stars),
        Self::Always(Room::Plain),
    ];

    /// Returns the name used in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Always(Room::Table) => "table",
            Self::Always(Room::Terrace) => "terrace",
            Self::Always(Room::Stars) => "stars",
            Self::Always(Room::Plain) => "none",
        }
    }

    /// Returns the room for a board whose default room is `own`.
    pub const fn room(self, own: Room) -> Room {
        match self {
            Self::Board => own,
            Self::Always(room) => room,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_room_can_be_chosen_and_the_default_is_per_board() {
        for room in Room::ALL {
            assert_eq!(RoomChoice::default().room(room), room);
            let chosen = RoomChoice::ALL.into_iter();
            assert!(chosen.map(|it| it.room(Room::Table)).any(|it| it == room));
        }
    }
}
