//! The rooms of single boards.

use icochess_rules::AnyBoard;
use icochess_shape::Room;

use super::by_board::ByBoard;
use crate::choices::RoomChoice;

/// The rooms that players choose for single boards. A board that is not here has what is chosen
/// for all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rooms(ByBoard);

impl Rooms {
    /// The room that is chosen for a board alone; `None` if it has what is chosen for all.
    pub fn of(&self, board: AnyBoard) -> Option<Room> {
        let chosen = self.0.get(board)?;
        Room::ALL.into_iter().find(|room| name(*room) == chosen)
    }

    /// The room that counts on a board: the one that is chosen for it alone, else what is for
    /// `all`.
    pub fn choice(&self, board: AnyBoard, all: RoomChoice) -> RoomChoice {
        self.of(board).map_or(all, RoomChoice::Always)
    }

    /// Chooses the room of a board; with `None` it has what is chosen for all.
    pub fn choose(&mut self, board: AnyBoard, room: Option<Room>) {
        self.0.set(board, room.map(name));
    }

    /// The text of a file.
    pub(super) fn text(&self) -> String {
        self.0.text()
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// A sentence that says what was expected, if it is no map of names.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        ByBoard::default().read(text).map(Self)
    }

    /// The first board that has a room which the program does not know, and those it knows.
    pub(super) fn wrong_name(&self) -> Option<String> {
        self.0.wrong_name("room", |_| Room::ALL.map(name).to_vec())
    }
}

/// The name of a room in files.
const fn name(room: Room) -> &'static str {
    RoomChoice::Always(room).id()
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn what_is_chosen_for_a_board_comes_before_what_is_for_all() {
        let [ball, squares] = [Variant::Icochess, Variant::Chess].map(Variant::board);
        let mut rooms = Rooms::default();
        for all in RoomChoice::ALL {
            assert_eq!(rooms.choice(ball, all), all);
            for room in Room::ALL {
                rooms.choose(ball, Some(room));
                assert_eq!(rooms.choice(ball, all), RoomChoice::Always(room));
                assert_eq!(rooms.choice(squares, all), all);
            }
            rooms.choose(ball, None);
        }
        assert_eq!(rooms, Rooms::default());
    }

    #[test]
    fn rooms_are_read_as_they_are_written() {
        let mut rooms = Rooms::default();
        assert_eq!(rooms.text(), "{}");
        assert_eq!(Rooms::read("{}"), Ok(Rooms::default()));
        for (variant, room) in Variant::ALL.into_iter().zip(Room::ALL) {
            rooms.choose(variant.board(), Some(room));
        }
        assert_eq!(Rooms::read(&rooms.text()), Ok(rooms));
        // Of a board that this program does not know.
        let mut foreign = Rooms::read("{\"docks\": \"cellar\"}").unwrap();
        foreign.choose(Variant::Chess.board(), Some(Room::Stars));
        assert_eq!(
            foreign.text(),
            "{\"chess\": \"stars\", \"docks\": \"cellar\"}"
        );
        for bad in ["Stars", "\"stars\"", "7", "{1: 2}"] {
            assert!(Rooms::read(bad).is_err(), "{bad}");
        }
        // One that it does not know costs neither itself nor the others.
        let text = "{\"chess\": \"cellar\", \"icochess\": \"stars\"}";
        let wrong = Rooms::read(text).unwrap();
        let told = "room of chess is cellar, expected table or terrace or stars or none";
        assert_eq!(wrong.wrong_name().as_deref(), Some(told));
        assert_eq!(wrong.of(Variant::Chess.board()), None);
        assert_eq!(wrong.of(Variant::Icochess.board()), Some(Room::Stars));
        assert_eq!(wrong.text(), text);
    }
}
