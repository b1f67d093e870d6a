//! Where new games begin.

use std::collections::BTreeMap;

use ron::value::RawValue;
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::rules::{AnyBoard, Board, Icochess, Record, StartPosition, Variant};

/// The start positions that are chosen, by the identifier of the board. One that is
/// not here begins at the first of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Starts(BTreeMap<String, String>);

impl Default for Starts {
    /// The first one of each board of [`Variant`] that leaves a choice.
    fn default() -> Self {
        let boards = Variant::ALL.map(Variant::board).into_iter();
        let open = boards.filter(|board| board.starts().len() > 1);
        Self(
            open.map(|board| (board.id().to_owned(), board.starts()[0].name.to_owned()))
                .collect(),
        )
    }
}

impl Starts {
    /// Where new games on a board begin; `None` if the board has no start at all.
    #[must_use]
    pub fn of(&self, board: AnyBoard) -> Option<&'static StartPosition> {
        let chosen = self.0.get(board.id());
        let chosen = chosen.and_then(|name| board.starts().iter().find(|it| it.name == name));
        chosen.or_else(|| board.starts().first())
    }

    /// A new game on a board begins there from now on. A name that the board does not
    /// know changes nothing.
    pub fn choose(&mut self, board: AnyBoard, name: &str) {
        if board.starts().iter().any(|start| start.name == name) {
            self.0.insert(board.id().to_owned(), name.to_owned());
        }
    }

    /// The one after that which is chosen, with the first after the last.
    pub fn choose_next(&mut self, board: AnyBoard) {
        let (starts, now) = (board.starts(), self.of(board));
        let place = starts.iter().position(|start| Some(start) == now);
        let next = place.map_or(0, |place| (place + 1) % starts.len());
        if let Some(start) = starts.get(next) {
            self.choose(board, start.name);
        }
    }

    /// A new game on a board.
    ///
    /// # Panics
    ///
    /// If what is chosen is no legal position, which tests of the boards rule out.
    #[must_use]
    pub fn new_game(&self, board: AnyBoard) -> Record {
        self.of(board)
            .map_or_else(|| board.new_game(), |start| board.new_game_from(start))
    }

    /// Have the boards of the program what is chosen? Others may be those of another
    /// program, which knows them.
    ///
    /// # Errors
    ///
    /// A sentence that names the board, the start and what was expected.
    pub(super) fn check(&self) -> Result<(), String> {
        for variant in Variant::ALL {
            let starts = variant.board().starts();
            let Some(name) = self.0.get(variant.id()) else {
                continue;
            };
            if starts.iter().all(|start| start.name != name) {
                let known: Vec<&str> = starts.iter().map(|start| start.name).collect();
                let known = known.join(" or ");
                return Err(format!("start of {variant} is {name}, expected {known}"));
            }
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Starts {
    /// A map, or one word: files of versions in which only the ball had a choice.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <&RawValue>::deserialize(deserializer)?.trim().get_ron();
        let is_word = text.starts_with(|c: char| c.is_ascii_alphabetic());
        let chosen: BTreeMap<String, String> = if is_word {
            BTreeMap::from([(Icochess::ID.to_owned(), text.to_ascii_lowercase())])
        } else {
            ron::from_str(text).map_err(|error| de::Error::custom(error.code))?
        };
        let mut starts = Self::default();
        starts.0.extend(chosen);
        starts.check().map_err(de::Error::custom)?;
        Ok(starts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chess, Equipment, Position};

    fn ball() -> AnyBoard {
        AnyBoard::of::<Icochess>()
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
        starts.choose_next(ball());
        assert_eq!(starts.of(ball()).map(|start| start.name), Some("balanced"));
        let balanced: Position<Icochess> = Icochess::STARTS[1].text.parse().unwrap();
        let game = starts.new_game(ball());
        assert_eq!(game.on::<Icochess>().unwrap().tree.position(), &balanced);
        let squares = starts.new_game(AnyBoard::of::<Chess>());
        assert_eq!(squares.position().legal_moves().len(), 20);
        assert_eq!(Chess::tables().cells().len(), 64);
        starts.choose(ball(), "sideways");
        assert!(
            starts
                .of(ball())
                .is_some_and(|start| start.name == "balanced")
        );
        starts.choose_next(ball());
        assert_eq!(starts, Starts::default());
    }

    #[test]
    fn starts_are_read_as_they_are_written_and_as_older_versions_wrote_them() {
        let mut starts = Starts::default();
        starts.choose(ball(), "balanced");
        let text = ron::to_string(&starts).unwrap();
        assert_eq!(ron::from_str::<Starts>(&text), Ok(starts.clone()));
        assert_eq!(ron::from_str::<Starts>("Balanced"), Ok(starts));
        assert_eq!(
            ron::from_str::<Starts>("Original").unwrap().of(ball()),
            ball().starts().first()
        );
        // Of a board that this program does not know.
        let foreign: Starts = ron::from_str("{\"docks\": \"empty\"}").unwrap();
        assert!(ron::to_string(&foreign).unwrap().contains("docks"));
        for bad in ["Sideways", "{\"icochess\": \"sideways\"}", "7", "{1: 2}"] {
            assert!(ron::from_str::<Starts>(bad).is_err(), "{bad}");
        }
        let told = ron::from_str::<Starts>("Sideways").unwrap_err().to_string();
        assert!(told.contains("expected original or balanced"), "{told}");
    }
}
