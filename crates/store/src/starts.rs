//! The start positions of new games, by board.

use icochess_boards::Variant;
use icochess_rules::{AnyBoard, Record, StartPosition};

use super::by_board::ByBoard;

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

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::{Chess, Icochess};
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
}
