//! The game on the ball: from pointers to requests to facts, and what board and files make
//! of them.

mod computer;
mod ends;
mod glass;
mod moves;
mod new_games;
mod notices;
mod opponent;
mod opponent_change;
mod pointers;
mod pointing;
mod rim;
mod saving;
mod senses;
mod series;
mod turning;
mod ways;
mod why_not;

use std::collections::BTreeSet;
use std::path::Path;

use bevy::prelude::*;
use icochess::board::role_name;
use icochess::board::stage::looks::TileLook;
use icochess::game::{Boards, Match, OnCell};
use icochess::save::store;
use icochess::save::store::Store;
use icochess_boards::{Icochess, Variant};
use icochess_rules::{Cell, CellSet, Equipment, GameTree, Move, Record, Side, Tables, pgn};

use crate::asking;
use crate::table::Table;

impl Table {
    /// Each entity with a component `C`, by its cell.
    fn on_cells<C: Component + Clone>(&mut self) -> Vec<(Cell, C)> {
        let world = self.app.world_mut();
        let mut found: Vec<(Cell, C)> = world
            .query::<(&OnCell, &C)>()
            .iter(world)
            .map(|(on, component)| (on.0, component.clone()))
            .collect();
        found.sort_by_key(|(cell, _)| cell.index());
        found
    }

    fn look(&mut self, name: &str) -> TileLook {
        self.on_cells::<TileLook>()[cell(name).index()].1
    }

    fn rotation(&mut self) -> Quat {
        asking::rotation(&mut self.app)
    }

    /// The names of the pieces that are there.
    fn pieces(&mut self) -> BTreeSet<String> {
        let world = self.app.world_mut();
        let mut names = world.query::<&Name>();
        let pieces: Vec<String> = names
            .iter(world)
            .map(Name::to_string)
            .filter(|name| name.starts_with("white ") || name.starts_with("black "))
            .collect();
        let distinct: BTreeSet<String> = pieces.iter().cloned().collect();
        assert_eq!(pieces.len(), distinct.len(), "a name twice: {pieces:?}");
        distinct
    }

    /// The names that the pieces of the match's position should have.
    fn expected_pieces(&self) -> BTreeSet<String> {
        let position = self.get::<Match>().position();
        let name = |cell| {
            let piece = position.piece_at(cell).unwrap();
            let side = match piece.side {
                Side::White => "white",
                Side::Black => "black",
            };
            format!(
                "{side} {} {}",
                role_name(position, piece.role),
                tables().name(cell)
            )
        };
        position.occupied().cells().map(name).collect()
    }

    fn place_of_piece_on(&mut self, tile: &str) -> Vec3 {
        let world = self.app.world_mut();
        let end = format!(" {tile}");
        world
            .query::<(&Name, &GlobalTransform)>()
            .iter(world)
            .find(|(name, _)| name.ends_with(&end) && !name.starts_with("tile"))
            .map(|(_, place)| place.translation())
            .unwrap()
    }
}

fn cell(name: &str) -> Cell {
    tables().cell(name).unwrap()
}

fn mv(uci: &str) -> Move {
    tables().parse_uci(uci).unwrap()
}

/// A new game on the ball.
fn new_game() -> Record {
    Variant::Icochess.board().new_game()
}

/// The board that these tests play on, but for those that say so.
type Game = Icochess;

fn tables() -> &'static Tables<<Game as Equipment>::Set, <Game as Equipment>::Lines> {
    Game::tables()
}

/// The match as a game on the ball.
fn on_ball(game: &Match) -> &GameTree<Game> {
    &game.record().on::<Game>().expect("a game on the ball").tree
}

fn tree(moves: &[&str]) -> GameTree<Game> {
    let mut tree = GameTree::default();
    for uci in moves {
        tree.play(mv(uci)).unwrap();
    }
    tree
}

fn read_file(path: &Path) -> Record {
    store::read_game_file(path, Boards::default().by_likelihood()).unwrap()
}

/// The game in the file of the match.
fn saved(table: &Table) -> pgn::Game<Game> {
    table.flush();
    let game = read_file(&table.get::<Store>().dir().join("current.pgn"));
    game.on::<Game>().unwrap().clone()
}

fn saved_moves(table: &Table) -> Vec<String> {
    let uci = |mv: &Move| tables().uci(*mv);
    saved(table).tree.played().iter().map(uci).collect()
}
