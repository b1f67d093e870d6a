//! The game on the ball: from pointers to requests to facts, and their effects on board and files.

mod computer;
mod ends;
mod glass;
mod moves;
mod new_games;
mod notices;
mod opponent;
mod opponent_change;
mod paths;
mod pointers;
mod pointing;
mod rim;
mod saving;
mod senses;
mod series;
mod turning;
mod why_not;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use accesskit::Action;
use bevy::picking::pointer::PointerAction;
use bevy::prelude::*;
use bevy_rapier3d::prelude::Collider;
use icochess::board::pieces::piece::GLIDE_SECONDS;
use icochess::board::role_name;
use icochess::board::stage::looks::{FrameKind, Mark, Sign, TileLook, Tint};
use icochess::board::stage::shape::{BoardShape, PlayerSeat};
use icochess::board::tiles::paths::SliderPaths;
use icochess::board::tiles::rim::RimArrow;
use icochess::board::turning::spin::{FaceSide, TurnBoard};
use icochess::computer::messages::{ComputerFact, ComputerRequest};
use icochess::computer::{Computer, Hint, Paused, SidePlayer, Thinking};
use icochess::display::Display;
use icochess::game::facts::MatchFact;
use icochess::game::messages::{GameRequest, MoveRequested};
use icochess::game::{Boards, Match, OnCell};
use icochess::interaction::Selection;
use icochess::save::settings::Settings;
use icochess::save::store;
use icochess::save::store::Store;
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess::ui::state::screen::{Question, Screen};
use icochess::ui::state::setup::Setup;
use icochess::xr::config::Hand;
use icochess::xr::hands::pointer_of;
use icochess_boards::{Icochess, Variant};
use icochess_engine::Algorithm;
use icochess_rules::{
    Cell, CellSet, Equipment, GameTree, IllegalReason, Move, Outcome, Position, Record, Role, Side,
    Tables, pgn,
};
use icochess_shape::is_turned_away;

use crate::asking::{
    all, ask, command, frames, get, has_text, is_shown, plies, press, shown_page, the_match, until,
};
use crate::headless::FRAME;
use crate::stage::on_cells;
use crate::table::{FILE, MATE, NOTICE, Table};
use crate::{asking, headless};

/// White is in double check, and has a knight on T1 that can't help.
const DOUBLE_CHECK: &str = "K3/3b/4/4/4/4/1p2/4/4/4/4/4/4/k3/4/4/4/4/4/N3 w g2 - 0 1";

impl Table {
    /// Creates a game on the ball from a position.
    fn on_ball(text: &str) -> Self {
        Self::of(text.parse::<Position<Game>>().unwrap())
    }

    /// Returns the component `C` of each entity on a cell, sorted by cell.
    fn on_cells<C: Component + Clone>(&mut self) -> Vec<(Cell, C)> {
        on_cells(&mut self.app)
    }

    fn look(&mut self, name: &str) -> TileLook {
        self.on_cells::<TileLook>()[cell(name).index()].1
    }

    fn tile_place(&mut self, name: &str) -> Vec3 {
        self.on_cells::<GlobalTransform>()[cell(name).index()]
            .1
            .translation()
    }

    /// Returns whether a cell is on the far side of the ball.
    fn is_hidden(&mut self, cell: Cell) -> bool {
        let lies = self.rotation();
        is_turned_away(
            lies,
            &self.get::<BoardShape>().frame(cell),
            self.get::<PlayerSeat>(),
        )
    }

    /// Returns the ray from the player's eye to a point, ignoring obstacles.
    fn ray_from_eye(&self, to: Vec3) -> Ray3d {
        let origin = self.get::<PlayerSeat>().eye;
        let direction = Dir3::new(to - origin).unwrap();
        Ray3d { origin, direction }
    }

    fn rotation(&mut self) -> Quat {
        asking::rotation(&mut self.app)
    }

    /// Returns the names of the displayed pieces.
    fn pieces(&mut self) -> BTreeSet<String> {
        let names = all::<Name>(&mut self.app).into_iter();
        let names = names.map(|(_, name)| name.to_string());
        let is_piece = |it: &String| it.starts_with("white ") || it.starts_with("black ");
        let pieces: Vec<String> = names.filter(is_piece).collect();
        let distinct: BTreeSet<String> = pieces.iter().cloned().collect();
        assert_eq!(pieces.len(), distinct.len(), "a name twice: {pieces:?}");
        distinct
    }

    /// Returns the names of the pieces in the match's position.
    fn expected_pieces(&self) -> BTreeSet<String> {
        let position = self.game().position();
        let name = |cell| {
            let piece = position.piece_at(cell).unwrap();
            let side = piece.side.to_string().to_lowercase();
            let (role, tile) = (role_name(position, piece.role), tables().name(cell));
            format!("{side} {role} {tile}")
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

/// Returns a new game on the ball.
fn new_game() -> Record {
    Variant::Icochess.board().new_game()
}

/// Default board of these tests.
type Game = Icochess;

fn tables() -> &'static Tables<<Game as Equipment>::Set, <Game as Equipment>::Lines> {
    Game::tables()
}

/// Returns the current position.
fn position(table: &Table) -> Position<Game> {
    *on_ball(table.game()).position()
}

/// Returns the match as a game on the ball.
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

/// Returns the saved current game.
fn saved(table: &Table) -> pgn::Game<Game> {
    table.flush();
    let game = read_file(&table.get::<Store>().dir().join("current.pgn"));
    game.on::<Game>().unwrap().clone()
}

fn saved_moves(table: &Table) -> Vec<String> {
    let uci = |mv: &Move| tables().uci(*mv);
    saved(table).tree.played().iter().map(uci).collect()
}
