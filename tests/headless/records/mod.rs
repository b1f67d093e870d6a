//! Tests of looking back in a game, of editing its record, and of saved games; without window,
//! device and sound.

mod analysis;
mod library;
mod looking;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use icochess::game::messages::{Edit, GameRequest, Step};
use icochess::save::settings::Settings;
use icochess::save::store;
use icochess_boards::Variant;
use icochess_rules::{NodeId, Record, Side};

use crate::asking::{LIMIT, moves_of};
use crate::table::{MATE, Table};

impl Table {
    /// Returns the node after `ply` plies of the line.
    fn node(&self, ply: usize) -> NodeId {
        self.game().record().path()[ply]
    }

    /// Loads another game of 8×8 chess, and waits for pending writes.
    fn load(&mut self, pgn: &str) {
        self.ask(GameRequest::Load(chess(pgn)));
        self.flush();
    }

    fn resign(&mut self, side: Side) {
        self.ask(GameRequest::Resign(side));
        self.flush();
    }

    fn step(&mut self, step: Step) {
        self.ask(GameRequest::Step(step));
    }

    /// Runs frames until there is an answer.
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

/// Parses a game of 8×8 chess.
fn chess(pgn: &str) -> Record {
    Variant::Chess.board().read_pgn(pgn).unwrap()
}

/// Returns the moves of the game as they would be saved.
fn as_played(table: &Table) -> String {
    moves_of(&table.game().as_played())
}
