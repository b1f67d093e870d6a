//! Display settings with named values, and the limits for moving the board by hand.

use bevy::prelude::*;
use icochess_shape::Room;

/// The limits of the board's scale; 1 is the default. A ball has a radius of 0.15 to 0.60 m.
pub const SIZES: [f32; 2] = [0.75, 3.0];
/// The limits of the board's offset away from the player, metres.
pub const FARTHER: [f32; 2] = [-0.4, 0.6];
/// The limits of the board's offset upwards, metres.
pub const HIGHER: [f32; 2] = [-0.6, 0.6];

/// Colours that belong together. In each the sides differ in lightness, and no mark is
/// told by its colour alone.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Palette {
    /// Calm colours that are told apart without colour vision, too.
    #[default]
    Standard,
    /// White and black pieces on tiles of a lightness between, and pure marks.
    HighContrast,
}

impl Palette {
    /// All palettes.
    pub const ALL: [Self; 2] = [Self::Standard, Self::HighContrast];

    /// The name of the palette in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::HighContrast => "high-contrast",
        }
    }
}

/// The smoothing of edges: how many samples each pixel is made of.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Antialiasing {
    /// Four, and none where a processor stands in for the graphics card, which would
    /// spend most of a frame on them.
    #[default]
    Auto,
    /// One sample.
    Off,
    /// Two samples; four where the graphics card has no two.
    Two,
    /// Four samples.
    Four,
}

impl Antialiasing {
    /// All values.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Off, Self::Two, Self::Four];

    /// The name of the value in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Off => "off",
            Self::Two => "2x",
            Self::Four => "4x",
        }
    }
}

/// The room that players choose, for the board that is played on.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RoomChoice {
    /// The room that belongs to the board.
    #[default]
    Board,
    /// Always this one.
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

    /// The name of the value in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Always(Room::Table) => "table",
            Self::Always(Room::Terrace) => "terrace",
            Self::Always(Room::Stars) => "stars",
            Self::Always(Room::Plain) => "none",
        }
    }

    /// The room for a board with a room of its own.
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
    fn every_room_can_be_chosen_and_the_boards_own_one_is_the_default() {
        for room in Room::ALL {
            assert_eq!(RoomChoice::default().room(room), room);
            let chosen = RoomChoice::ALL.into_iter();
            assert!(chosen.map(|it| it.room(Room::Table)).any(|it| it == room));
        }
    }
}
