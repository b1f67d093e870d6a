//! Registered boards with their rules, shapes and engines, and the shape of the current board.

use bevy::prelude::*;

use icochess_boards::{Demonstration, Registration, Variant};
use icochess_engine::AnyEngine;
use icochess_rules::{AnyBoard, Cell, Piece, Record, pgn, read_any_pgn};
use icochess_shape::Shape;

/// Boards available for new games and for reading files.
#[derive(Resource, Debug, Clone)]
pub struct Boards {
    /// In menu order.
    registered: Vec<Registration>,
    /// Boards in the order of attempts for a file that names no board.
    by_likelihood: Vec<AnyBoard>,
}

impl Default for Boards {
    /// Registers all boards of [`Variant`].
    fn default() -> Self {
        Self {
            registered: Variant::ALL.map(Variant::registration).into(),
            by_likelihood: Variant::by_likelihood().map(Variant::board).into(),
        }
    }
}

impl Boards {
    /// Adds a board at the end, or replaces the existing one with the same identifier.
    pub fn add(&mut self, added: Registration) {
        let board = added.board;
        match self.registered.iter_mut().find(|it| it.board == board) {
            Some(known) => *known = added,
            None => self.registered.push(added),
        }
        match self.by_likelihood.iter_mut().find(|it| **it == board) {
            Some(known) => *known = board,
            None => self.by_likelihood.push(board),
        }
    }

    /// Returns all boards in menu order, which is fixed. The first is the default board.
    pub fn all(&self) -> impl Iterator<Item = AnyBoard> {
        self.registered.iter().map(|it| it.board)
    }

    /// Returns all boards, in the order of attempts for a file that names none.
    pub fn by_likelihood(&self) -> &[AnyBoard] {
        &self.by_likelihood
    }

    /// Reads a game on any of the boards: see [`read_any_pgn`].
    ///
    /// # Errors
    ///
    /// [`PgnError`](pgn::PgnError) of the board that parsed most of the text.
    pub fn read_pgn(&self, text: &str) -> Result<Record, pgn::PgnError> {
        read_any_pgn(&self.by_likelihood, text)
    }

    fn registration(&self, id: &str) -> Option<&Registration> {
        self.registered.iter().find(|it| it.board.id() == id)
    }

    /// Returns the board with this identifier.
    pub fn get(&self, id: &str) -> Option<AnyBoard> {
        self.registration(id).map(|it| it.board)
    }

    /// Builds the shape of a board; `None` if the board isn't registered.
    pub fn shape(&self, board: AnyBoard) -> Option<Shape> {
        self.registration(board.id()).map(|it| (it.shape)())
    }

    /// Demonstrates the moves of a piece, if possible from a cell in `prefer`. `is_seen` is as in
    /// [`Demonstration::of`]. Returns `None` if the board isn't registered.
    ///
    /// # Panics
    ///
    /// If the piece or a cell doesn't belong to the board.
    pub fn demonstration(
        &self,
        board: AnyBoard,
        piece: Piece,
        prefer: &[Cell],
        is_seen: &dyn Fn(Cell, Cell) -> bool,
    ) -> Option<Demonstration> {
        let it = self.registration(board.id())?;
        Some((it.demonstration)(piece, prefer, is_seen))
    }

    /// Returns a board's engine; `None` if the computer can't play on it.
    pub fn engine(&self, board: AnyBoard) -> Option<AnyEngine> {
        self.registration(board.id()).and_then(|it| it.engine)
    }
}

/// Shape of the current board.
#[derive(Resource, Debug, Deref)]
pub struct BoardShape(pub Shape);

impl BoardShape {
    /// Returns the distance from the origin to the farthest cell centre, in metres. This is the
    /// radius of a ball.
    pub fn radius(&self) -> f32 {
        let places = self.places.iter();
        places.fold(0.0, |far, place| place.frame.translation.length().max(far))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn menu_starts_with_the_ball_and_files_with_chess() {
        let mut boards = Boards::default();
        let ids = |boards: &Boards| boards.all().map(AnyBoard::id).collect::<Vec<_>>();
        let offered = ids(&boards);
        assert_eq!(offered[..2], ["icochess", "chess"]);
        // Re-adding a known board keeps the order.
        boards.add(Variant::Icochess.registration());
        assert_eq!(ids(&boards), offered);
        assert_eq!(boards.read_pgn("*").unwrap().board().id(), "chess");
        assert_eq!(boards.get("chess"), Some(Variant::Chess.board()));
        assert!(boards.get("go").is_none());
    }

    #[test]
    fn unknown_board_error_lists_known_boards() {
        let boards = Boards::default();
        let refused = boards.read_pgn("[Variant \"Go\"]\n\n*").unwrap_err();
        let message = refused.to_string();
        let begins = "line 1, column 11: the board \"Go\" is not known: expected \"Standard\" or ";
        assert!(message.starts_with(begins), "{message}");
        for board in boards.all() {
            assert!(
                message.contains(&format!("\"{}\"", board.name())),
                "{message}"
            );
        }
        // A known board reports its own error.
        let refused = boards.read_pgn("[Variant \"Icochess\"]\n\n1. e4 *");
        let message = refused.unwrap_err().to_string();
        assert!(message.starts_with("line 3, column 4: "), "{message}");
    }

    #[test]
    fn boards_have_a_shape_and_an_optional_engine() {
        let mut boards = Boards::default();
        for variant in Variant::ALL {
            let board = variant.board();
            assert_eq!(boards.shape(board).unwrap().board, board.id());
            let engine = boards.engine(board).map(AnyEngine::board_id);
            assert_eq!(engine, variant.engine().map(|_| board.id()));
        }
        let engine = None;
        let people = Registration {
            engine,
            ..Variant::Chess.registration()
        };
        boards.add(people);
        assert!(boards.engine(people.board).is_none());
    }
}
