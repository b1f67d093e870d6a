//! Settings per board, stored by name: rooms, start positions, matched levels, and boards whose
//! tutorial is no longer offered.

use std::collections::{BTreeMap, BTreeSet};

use ron::ser::PrettyConfig;

use super::setting::Named;
use crate::choices::RoomChoice;
use icochess_boards::Variant;
use icochess_engine::ComputerPlayer;
use icochess_rules::{AnyBoard, Record, StartPosition};
use icochess_shape::Room;

/// Chosen names by board identifier. Unknown boards and names are kept for other versions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ByBoard(BTreeMap<String, String>);

impl ByBoard {
    /// Returns the name chosen for a board, if any.
    pub fn get(&self, board: AnyBoard) -> Option<&str> {
        self.0.get(board.id()).map(String::as_str)
    }

    /// Sets or clears the name chosen for a board.
    pub fn set(&mut self, board: AnyBoard, name: Option<&str>) {
        match name {
            Some(name) => self.0.insert(board.id().to_owned(), name.to_owned()),
            None => self.0.remove(board.id()),
        };
    }

    /// Formats the names for a file, as a map on one line.
    pub fn text(&self) -> String {
        let form = PrettyConfig::new().compact_maps(true);
        ron::ser::to_string_pretty(&self.0, form).unwrap_or_default()
    }

    /// Adds the names from a file.
    ///
    /// # Errors
    ///
    /// A message with the expected format, if the text isn't a map of names.
    pub fn read(mut self, text: &str) -> Result<Self, String> {
        let chosen: BTreeMap<String, String> =
            ron::from_str(text).map_err(|error| error.code.to_string())?;
        self.0.extend(chosen);
        Ok(self)
    }

    /// Returns a message about the first board of [`Variant`] whose name isn't in `known`. `kind`
    /// is the kind of setting.
    pub fn wrong_name(
        &self,
        kind: &str,
        known: impl Fn(AnyBoard) -> Vec<&'static str>,
    ) -> Option<String> {
        Variant::ALL.into_iter().find_map(|variant| {
            let name = self.0.get(variant.id())?;
            let names = known(variant.board());
            let is_known = names.iter().any(|it| it == name);
            let expected = names.join(" or ");
            (!is_known).then(|| format!("{kind} of {variant} is {name}, expected {expected}"))
        })
    }
}

/// Start position of each board. A board that isn't listed uses its first start position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Starts(ByBoard);

impl Default for Starts {
    /// Sets the first start position of each board of [`Variant`] with several.
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
    /// Returns the start position of new games on a board; `None` if the board has none.
    pub fn of(&self, board: AnyBoard) -> Option<&'static StartPosition> {
        let chosen = self.0.get(board);
        let chosen = chosen.and_then(|name| board.starts().iter().find(|it| it.name == name));
        chosen.or_else(|| board.starts().first())
    }

    /// Sets the start position of new games on a board. Ignores a name that the board doesn't have.
    pub fn choose(&mut self, board: AnyBoard, name: &str) {
        if board.starts().iter().any(|start| start.name == name) {
            self.0.set(board, Some(name));
        }
    }

    /// Creates a new game on a board.
    ///
    /// # Panics
    ///
    /// If the start position is illegal. The boards' tests ensure that it isn't.
    pub fn new_game(&self, board: AnyBoard) -> Record {
        self.of(board)
            .map_or_else(|| board.new_game(), |start| board.new_game_from(start))
    }

    pub(super) fn text(&self) -> String {
        self.0.text()
    }

    /// Parses the start positions from a file.
    ///
    /// # Errors
    ///
    /// A message with the expected format, if the text isn't a map of names.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        Self::default().0.read(text).map(Self)
    }

    /// Returns a message about the first board with an unknown start position, listing the known
    /// ones.
    pub(super) fn wrong_name(&self) -> Option<String> {
        self.0.wrong_name("start", |board| {
            board.starts().iter().map(|start| start.name).collect()
        })
    }
}

/// Rooms of individual boards, which override the room for all boards.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rooms(ByBoard);

impl Rooms {
    /// Returns a board's own room; `None` if it uses the room for all boards.
    pub fn of(&self, board: AnyBoard) -> Option<Room> {
        let chosen = self.0.get(board)?;
        Room::ALL.into_iter().find(|room| name(*room) == chosen)
    }

    /// Returns a board's own room, or else `all`.
    pub fn choice(&self, board: AnyBoard, all: RoomChoice) -> RoomChoice {
        self.of(board).map_or(all, RoomChoice::Always)
    }

    /// Sets a board's own room, or clears it with `None`.
    pub fn choose(&mut self, board: AnyBoard, room: Option<Room>) {
        self.0.set(board, room.map(name));
    }

    pub(super) fn text(&self) -> String {
        self.0.text()
    }

    /// Parses the rooms from a file.
    ///
    /// # Errors
    ///
    /// A message with the expected format, if the text isn't a map of names.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        ByBoard::default().read(text).map(Self)
    }

    /// Returns a message about the first board with an unknown room, listing the known ones.
    pub(super) fn wrong_name(&self) -> Option<String> {
        self.0.wrong_name("room", |_| Room::ALL.map(name).to_vec())
    }
}

/// Returns the name of a room in files.
fn name(room: Room) -> &'static str {
    RoomChoice::Always(room).id()
}

/// Identifiers of boards whose tutorial is no longer offered. Unknown boards are kept for other
/// versions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KnownBoards(BTreeSet<String>);

impl KnownBoards {
    /// Returns whether players know the board.
    pub fn contains(&self, board: AnyBoard) -> bool {
        self.0.contains(board.id())
    }

    /// Marks the board as known.
    pub fn add(&mut self, board: AnyBoard) {
        self.0.insert(board.id().to_owned());
    }

    /// Formats the boards for a file, as a list on one line.
    pub(super) fn text(&self) -> String {
        ron::to_string(&self.0).unwrap_or_default()
    }

    /// Parses the boards from a file.
    ///
    /// # Errors
    ///
    /// A message with the problem, if the text isn't a list of names.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let known = ron::from_str(text).map_err(|error| error.code.to_string())?;
        Ok(Self(known))
    }
}

/// Levels that match a person's strength, by board identifier. Unknown boards are kept for other
/// versions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Levels(BTreeMap<String, u8>);

impl Levels {
    /// Returns the level on a board; `None` if no game has counted there.
    pub fn of(&self, board: AnyBoard) -> Option<u8> {
        let level = *self.0.get(board.id())?;
        Some(level.clamp(1, ComputerPlayer::MAX_LEVEL))
    }

    /// Sets the level on a board.
    pub fn set(&mut self, board: AnyBoard, level: u8) {
        self.0.insert(board.id().to_owned(), level);
    }

    /// Formats the levels for a file, as a map on one line.
    pub(super) fn text(&self) -> String {
        let form = PrettyConfig::new().compact_maps(true);
        ron::ser::to_string_pretty(&self.0, form).unwrap_or_default()
    }

    /// Parses the levels from a file.
    ///
    /// # Errors
    ///
    /// A message with the problem, if the text isn't a map of levels.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let levels = ron::from_str(text).map_err(|error| error.code.to_string())?;
        Ok(Self(levels))
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
    fn every_start_is_playable_and_the_first_is_the_default() {
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
    fn starts_are_chosen_per_board() {
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
    fn starts_survive_a_round_trip() {
        let mut starts = Starts::default();
        starts.choose(ball(), "balanced");
        assert_eq!(Starts::read(&starts.text()), Ok(starts));
        // An unknown board is kept.
        let foreign = Starts::read("{\"docks\": \"empty\"}").unwrap();
        assert!(foreign.text().contains("\"docks\": \"empty\""));
        assert_eq!(foreign.wrong_name(), None);
        for bad in ["Balanced", "7", "{1: 2}"] {
            assert!(Starts::read(bad).is_err(), "{bad}");
        }
        let wrong = Starts::read("{\"icochess\": \"sideways\"}").unwrap();
        let message = wrong.wrong_name().unwrap();
        assert!(
            message.contains("expected original or balanced"),
            "{message}"
        );
        assert_eq!(wrong.of(ball()), Starts::default().of(ball()));
    }

    #[test]
    fn levels_are_limited_and_survive_a_round_trip() {
        let mut levels = Levels::read("{\"docks\": 3, \"icochess\": 99}").unwrap();
        assert_eq!(levels.of(ball()), Some(ComputerPlayer::MAX_LEVEL));
        assert_eq!(levels.of(Variant::Chess.board()), None);
        levels.set(ball(), 4);
        assert_eq!(levels.text(), "{\"docks\": 3, \"icochess\": 4}");
        assert_eq!(Levels::read(&levels.text()), Ok(levels));
        for bad in ["7", "{\"chess\": -1}", "{\"chess\": \"4\"}"] {
            assert!(Levels::read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn rooms_survive_a_round_trip() {
        let mut rooms = Rooms::default();
        assert_eq!(rooms.text(), "{}");
        assert_eq!(Rooms::read("{}"), Ok(Rooms::default()));
        for (variant, room) in Variant::ALL.into_iter().zip(Room::ALL) {
            rooms.choose(variant.board(), Some(room));
        }
        assert_eq!(Rooms::read(&rooms.text()), Ok(rooms));
        // An unknown board is kept.
        let mut foreign = Rooms::read("{\"docks\": \"cellar\"}").unwrap();
        foreign.choose(Variant::Chess.board(), Some(Room::Stars));
        assert_eq!(
            foreign.text(),
            "{\"chess\": \"stars\", \"docks\": \"cellar\"}"
        );
        for bad in ["Stars", "\"stars\"", "7", "{1: 2}"] {
            assert!(Rooms::read(bad).is_err(), "{bad}");
        }
        // An unknown room is kept, and doesn't affect other boards.
        let text = "{\"chess\": \"cellar\", \"icochess\": \"stars\"}";
        let wrong = Rooms::read(text).unwrap();
        let message = "room of chess is cellar, expected table or terrace or stars or none";
        assert_eq!(wrong.wrong_name().as_deref(), Some(message));
        assert_eq!(wrong.of(Variant::Chess.board()), None);
        assert_eq!(wrong.of(Variant::Icochess.board()), Some(Room::Stars));
        assert_eq!(wrong.text(), text);
    }
}
