//! The boards of the program: their rules, their shapes, their engines; and the shape of the one
//! that is played on.

use bevy::prelude::*;

use icochess_boards::{Demonstration, Registration, Variant};
use icochess_engine::AnyEngine;
use icochess_rules::{AnyBoard, Cell, Piece, Record, pgn, read_any_pgn};
use icochess_shape::Shape;

/// The boards that games can be begun on, and read from files of.
#[derive(Resource, Debug, Clone)]
pub struct Boards {
    /// The boards, in the order in which players are offered them.
    registered: Vec<Registration>,
    /// The boards, in the order in which a file that names none is tried on them.
    by_likelihood: Vec<AnyBoard>,
}

impl Default for Boards {
    /// The boards of [`Variant`].
    fn default() -> Self {
        Self {
            registered: Variant::ALL.map(Variant::registration).into(),
            by_likelihood: Variant::by_likelihood().map(Variant::board).into(),
        }
    }
}

impl Boards {
    /// Adds a board at the end, or replaces the one with the same identifier in its place.
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

    /// All boards in the order in which players are offered them, which never changes: the default
    /// comes first.
    pub fn all(&self) -> impl Iterator<Item = AnyBoard> {
        self.registered.iter().map(|it| it.board)
    }

    /// All boards, in the order in which a file that names none is tried on them.
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

    fn registration(&self, id: &str) -> Option<&Registration> {
        self.registered.iter().find(|it| it.board.id() == id)
    }

    /// The board with this identifier.
    pub fn get(&self, id: &str) -> Option<AnyBoard> {
        self.registration(id).map(|it| it.board)
    }

    /// Makes the shape of a board; `None` if the board is not registered.
    pub fn shape(&self, board: AnyBoard) -> Option<Shape> {
        self.registration(board.id()).map(|it| (it.shape)())
    }

    /// The function that makes the shape of a board, for another thread to call; `None` if the
    /// board is not registered.
    pub fn shape_maker(&self, board: AnyBoard) -> Option<fn() -> Shape> {
        self.registration(board.id()).map(|it| it.shape)
    }

    /// The moves of a piece of a board, shown where possible on a cell in `prefer`; `None` if the
    /// board is not registered. `is_seen` is as in [`Demonstration::of`].
    ///
    /// # Panics
    ///
    /// If the piece, or a cell, is none of the board.
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

    /// The engine of a board; `None` if the computer does not play on it.
    pub fn engine(&self, board: AnyBoard) -> Option<AnyEngine> {
        self.registration(board.id()).and_then(|it| it.engine)
    }
}

/// The shape of the board that is played on.
#[derive(Resource, Debug, Deref)]
pub struct BoardShape(pub Shape);

impl BoardShape {
    /// Distance from the origin to the farthest middle of a place, metres: the radius of a ball.
    pub fn radius(&self) -> f32 {
        let places = self.places.iter();
        places.fold(0.0, |far, place| place.frame.translation.length().max(far))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_offered_the_ball_first_and_files_are_tried_on_squares_first() {
        let mut boards = Boards::default();
        let ids = |boards: &Boards| boards.all().map(AnyBoard::id).collect::<Vec<_>>();
        let offered = ids(&boards);
        assert_eq!(offered[..2], ["icochess", "chess"]);
        // Known already: nothing changes its place.
        boards.add(Variant::Icochess.registration());
        assert_eq!(ids(&boards), offered);
        assert_eq!(boards.read_pgn("*").unwrap().board().id(), "chess");
        assert_eq!(boards.get("chess"), Some(Variant::Chess.board()));
        assert!(boards.get("go").is_none());
    }

    #[test]
    fn a_game_of_an_unknown_board_is_refused_with_the_names_of_all_that_are_known() {
        let boards = Boards::default();
        let refused = boards.read_pgn("[Variant \"Go\"]\n\n*").unwrap_err();
        let told = refused.to_string();
        let begins = "line 1, column 11: the board \"Go\" is not known: expected \"Standard\" or ";
        assert!(told.starts_with(begins), "{told}");
        for board in boards.all() {
            assert!(told.contains(&format!("\"{}\"", board.name())), "{told}");
        }
        // The refusal of one of them for another reason is told as before.
        let refused = boards.read_pgn("[Variant \"Icochess\"]\n\n1. e4 *");
        let told = refused.unwrap_err().to_string();
        assert!(told.starts_with("line 3, column 4: "), "{told}");
    }

    #[test]
    fn every_board_has_its_shape_and_its_engine_and_a_board_of_people_alone_has_none() {
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
