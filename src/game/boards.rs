//! The boards of the program, as values.

use bevy::prelude::Resource;

use icochess_boards::Variant;
use icochess_rules::{AnyBoard, Record, pgn, read_any_pgn};

/// The boards that games can be begun on, and read from files of.
#[derive(Resource, Debug, Clone, PartialEq, Eq)]
pub struct Boards {
    /// In the order in which players are offered them.
    offered: Vec<AnyBoard>,
    /// The same, in the order in which a file that names none is tried on them.
    by_likelihood: Vec<AnyBoard>,
}

impl Default for Boards {
    /// Those of [`Variant`].
    fn default() -> Self {
        Self {
            offered: Variant::ALL.map(Variant::board).into(),
            by_likelihood: Variant::by_likelihood().map(Variant::board).into(),
        }
    }
}

impl Boards {
    /// These boards, in both orders.
    ///
    /// # Panics
    ///
    /// If there are none.
    #[must_use]
    pub fn of(boards: Vec<AnyBoard>) -> Self {
        assert!(!boards.is_empty(), "a game needs a board");
        Self {
            offered: boards.clone(),
            by_likelihood: boards,
        }
    }

    /// Adds a board as the last, or replaces the one of that identifier in its place.
    pub fn add(&mut self, board: AnyBoard) {
        for boards in [&mut self.offered, &mut self.by_likelihood] {
            match boards.iter_mut().find(|known| **known == board) {
                Some(known) => *known = board,
                None => boards.push(board),
            }
        }
    }

    /// All of them, in the order in which players are offered them: the default
    /// first, and always the same.
    #[must_use]
    pub fn all(&self) -> &[AnyBoard] {
        &self.offered
    }

    /// The same, in the order in which a file that names none is tried on them.
    #[must_use]
    pub fn by_likelihood(&self) -> &[AnyBoard] {
        &self.by_likelihood
    }

    /// Reads a game of any of them: see [`read_any_pgn`].
    ///
    /// # Errors
    ///
    /// [`PgnError`](pgn::PgnError) of the board that understood most of it.
    pub fn read_pgn(&self, text: &str) -> Result<Record, pgn::PgnError> {
        read_any_pgn(&self.by_likelihood, text)
    }

    /// The board of that identifier.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<AnyBoard> {
        self.offered.iter().copied().find(|board| board.id() == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::{Chess, Icochess};

    #[test]
    fn players_are_offered_the_ball_first_and_files_are_tried_on_squares_first() {
        let mut boards = Boards::default();
        let ids = |boards: &Boards| boards.all().iter().map(|b| b.id()).collect::<Vec<_>>();
        let offered = ids(&boards);
        assert_eq!(offered[..2], ["icochess", "chess"]);
        // Known already: nothing changes its place.
        boards.add(AnyBoard::of::<Icochess>());
        assert_eq!(ids(&boards), offered);
        assert_eq!(boards.read_pgn("*").unwrap().board().id(), "chess");
        let ball = Boards::of(vec![AnyBoard::of::<Icochess>()]);
        assert_eq!(ball.read_pgn("*").unwrap().board().id(), "icochess");
        assert_eq!(ball.get("chess"), None);
        assert_eq!(boards.get("chess"), Some(AnyBoard::of::<Chess>()));
    }
}
