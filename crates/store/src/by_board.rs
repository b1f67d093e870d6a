//! What is chosen for single boards, by name, as it stands in a file: rooms, start positions, and the boards
//! whose first steps players know.

use std::collections::{BTreeMap, BTreeSet};

use ron::ser::PrettyConfig;

use crate::choices::RoomChoice;
use icochess_boards::Variant;
use icochess_rules::{AnyBoard, Record, StartPosition};
use icochess_shape::Room;

/// The names of what is chosen, by the identifier of the board. Boards and names that the program
/// does not know are kept: another one may.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ByBoard(BTreeMap<String, String>);

impl ByBoard {
    /// The name of what is chosen for a board; `None` if nothing is.
    pub fn get(&self, board: AnyBoard) -> Option<&str> {
        self.0.get(board.id()).map(String::as_str)
    }

    /// Chooses what has that name for a board, or nothing.
    pub fn set(&mut self, board: AnyBoard, name: Option<&str>) {
        match name {
            Some(name) => self.0.insert(board.id().to_owned(), name.to_owned()),
            None => self.0.remove(board.id()),
        };
    }

    /// The text of a file: a map on one line.
    pub fn text(&self) -> String {
        let form = PrettyConfig::new().compact_maps(true);
        ron::ser::to_string_pretty(&self.0, form).unwrap_or_default()
    }

    /// Takes in the text of a file.
    ///
    /// # Errors
    ///
    /// A sentence that says what was expected, if it is no map of names.
    pub fn read(mut self, text: &str) -> Result<Self, String> {
        let chosen: BTreeMap<String, String> =
            ron::from_str(text).map_err(|error| error.code.to_string())?;
        self.0.extend(chosen);
        Ok(self)
    }

    /// The first board of [`Variant`] with a name that is none of those `known` for it, and what was
    /// expected; `what` is what is chosen.
    pub fn wrong_name(
        &self,
        what: &str,
        known: impl Fn(AnyBoard) -> Vec<&'static str>,
    ) -> Option<String> {
        Variant::ALL.into_iter().find_map(|variant| {
            let name = self.0.get(variant.id())?;
            let names = known(variant.board());
            let is_known = names.iter().any(|it| it == name);
            let expected = names.join(" or ");
            (!is_known).then(|| format!("{what} of {variant} is {name}, expected {expected}"))
        })
    }
}

/// The start positions that are chosen. A board that is not here begins at the first of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Starts(ByBoard);

impl Default for Starts {
    /// The first one of each board of [`Variant`] that leaves a choice.
    fn default() -> Self {
        let mut starts = ByBoard::default();
        for board in Variant::ALL.map(Variant::board) {
            if let [first, _, ..] = board.starts() {
                starts.set(board, Some(first.name));
            }
        }
        Self(starts)
    }
}

impl Starts {
    /// The start position of new games on a board; `None` if the board has none.
    pub fn of(&self, board: AnyBoard) -> Option<&'static StartPosition> {
        let chosen = self.0.get(board);
        let chosen = chosen.and_then(|name| board.starts().iter().find(|it| it.name == name));
        chosen.or_else(|| board.starts().first())
    }

    /// A new game on a board begins there from now on. A name that the board does not
    /// know changes nothing.
    pub fn choose(&mut self, board: AnyBoard, name: &str) {
        if board.starts().iter().any(|start| start.name == name) {
            self.0.set(board, Some(name));
        }
    }

    /// A new game on a board.
    ///
    /// # Panics
    ///
    /// If what is chosen is no legal position, which tests of the boards rule out.
    pub fn new_game(&self, board: AnyBoard) -> Record {
        self.of(board)
            .map_or_else(|| board.new_game(), |start| board.new_game_from(start))
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
        Self::default().0.read(text).map(Self)
    }

    /// The first board that has no start of the name that is chosen, and those it has.
    pub(super) fn wrong_name(&self) -> Option<String> {
        self.0.wrong_name("start", |board| {
            board.starts().iter().map(|start| start.name).collect()
        })
    }
}

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

/// The boards whose first steps are offered no more, by identifier. Boards that the program does not
/// know are kept: another one may.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KnownBoards(BTreeSet<String>);

impl KnownBoards {
    /// Whether players know the board.
    pub fn contains(&self, board: AnyBoard) -> bool {
        self.0.contains(board.id())
    }

    /// Notes that players know the board.
    pub fn add(&mut self, board: AnyBoard) {
        self.0.insert(board.id().to_owned());
    }

    /// The text of a file: a list on one line.
    pub(super) fn text(&self) -> String {
        ron::to_string(&self.0).unwrap_or_default()
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// The problem, if the text is no list of names.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let known = ron::from_str(text).map_err(|error| error.code.to_string())?;
        Ok(Self(known))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::{Chess, Icochess, Variant};
    use icochess_rules::{Board, Equipment, Position};

    fn ball() -> AnyBoard {
        Variant::Icochess.board()
    }

    #[test]
    fn every_start_of_every_board_can_be_begun_from_and_the_first_is_the_usual_one() {
        for board in Variant::ALL.map(Variant::board) {
            let first = board.new_game_from(&board.starts()[0]);
            assert_eq!(first, board.new_game(), "{}", board.id());
            let mut names: Vec<&str> = board.starts().iter().map(|start| start.name).collect();
            for start in board.starts() {
                let game = board.new_game_from(start);
                assert_eq!(game.position().text(), start.text);
            }
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), board.starts().len(), "two of one name");
        }
    }

    #[test]
    fn each_board_has_its_own_choice() {
        let mut starts = Starts::default();
        starts.choose(ball(), "balanced");
        assert_eq!(starts.of(ball()).map(|start| start.name), Some("balanced"));
        let balanced: Position<Icochess> = Icochess::STARTS[1].text.parse().unwrap();
        let game = starts.new_game(ball());
        assert_eq!(game.on::<Icochess>().unwrap().tree.position(), &balanced);
        let squares = starts.new_game(Variant::Chess.board());
        assert_eq!(squares.position().legal_moves().len(), 20);
        assert_eq!(Chess::tables().cells().len(), 64);
        starts.choose(ball(), "sideways");
        assert!(
            starts
                .of(ball())
                .is_some_and(|start| start.name == "balanced")
        );
        starts.choose(ball(), Icochess::STARTS[0].name);
        assert_eq!(starts, Starts::default());
    }

    #[test]
    fn starts_are_read_as_they_are_written() {
        let mut starts = Starts::default();
        starts.choose(ball(), "balanced");
        assert_eq!(Starts::read(&starts.text()), Ok(starts));
        // Of a board that this program does not know.
        let foreign = Starts::read("{\"docks\": \"empty\"}").unwrap();
        assert!(foreign.text().contains("\"docks\": \"empty\""));
        assert_eq!(foreign.wrong_name(), None);
        for bad in ["Balanced", "7", "{1: 2}"] {
            assert!(Starts::read(bad).is_err(), "{bad}");
        }
        let wrong = Starts::read("{\"icochess\": \"sideways\"}").unwrap();
        let told = wrong.wrong_name().unwrap();
        assert!(told.contains("expected original or balanced"), "{told}");
        assert_eq!(wrong.of(ball()), Starts::default().of(ball()));
    }

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
