//! The room that players choose for the board.

use bevy::prelude::*;
use icochess_shape::Room;

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

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RoomChoice>();
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
