//! Looking back in a game, changing its record, and the saved games, without window,
//! device and sound.

mod analysis;
mod library;
mod looking;

use std::path::Path;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use icochess::save::store;
use icochess_boards::Variant;
use icochess_rules::{NodeId, Record};

use crate::asking::{LIMIT, moves_of};
use crate::table::{MATE, Table};

impl Table {
    /// The node after so many plies of the line.
    fn node(&self, ply: usize) -> NodeId {
        self.game().record().path()[ply]
    }

    /// Frames until there is an answer.
    fn wait<T>(&mut self, mut answer: impl FnMut(&mut Self) -> Option<T>) -> T {
        let end = Instant::now() + LIMIT;
        loop {
            self.app.update();
            if let Some(answer) = answer(self) {
                return answer;
            }
            assert!(Instant::now() < end, "there is no answer");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn read(path: &Path) -> Record {
    let boards = icochess::game::Boards::default();
    store::read_game_file(path, boards.by_likelihood()).unwrap()
}

/// The moves of a game on 8×8 squares.
fn chess(pgn: &str) -> Record {
    Variant::Chess.board().read_pgn(pgn).unwrap()
}

/// The moves of the game as they would be saved.
fn as_played(table: &Table) -> String {
    moves_of(&table.game().as_played())
}
