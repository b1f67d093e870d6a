//! Looking back in a game, changing its record, and the saved games, without window,
//! device and sound.
#![cfg(feature = "app")]

#[path = "../support/headless.rs"]
mod headless;

mod analysis;
mod library;
mod looking;

use std::path::Path;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use icochess::game::messages::{GameRequest, MoveMade, MoveRequested};
use icochess::game::{Match, MatchState};
use icochess::rules::{NodeId, Record, Variant};
use icochess::save::settings::Settings;
use icochess::save::store::{self, Store};

/// A game of three plies on the ball: White takes a pawn, Black a knight, White mates.
const MATE: [&str; 3] = ["b1n4", "o1b3", "b2o3"];
/// How long a thread may take.
const LIMIT: Duration = Duration::from_secs(60);

/// The game, and what asks it.
struct Table {
    app: App,
}

impl Table {
    fn new() -> Self {
        Self::with(Settings::default(), |_| {})
    }

    /// A game that saves below `dir`.
    fn saving(dir: &Path) -> Self {
        let store = Store::open(Some(dir)).unwrap();
        Self::with(Settings::default(), |app| {
            app.insert_resource(store);
        })
    }

    fn with(settings: Settings, prepare: impl FnOnce(&mut App)) -> Self {
        let mut app = headless::app(settings, prepare);
        app.update();
        Self { app }
    }

    fn get<R: Resource>(&self) -> &R {
        self.app.world().resource::<R>()
    }

    fn game(&self) -> &Match {
        self.get::<Match>()
    }

    fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.app.update();
        }
    }

    fn send<M: Message>(&mut self, message: M) {
        self.app.world_mut().write_message(message);
        self.app.update();
    }

    /// The facts of a kind that nobody has asked for before.
    fn facts<M: Message>(&mut self) -> Vec<M> {
        let mut messages = self.app.world_mut().resource_mut::<Messages<M>>();
        messages.drain().collect()
    }

    fn ask(&mut self, request: GameRequest) {
        self.send(request);
    }

    fn play(&mut self, moves: &[&str]) {
        for text in moves {
            let mv = self.game().position().parse_uci(text).unwrap();
            self.send(MoveRequested(mv));
            assert_eq!(self.facts::<MoveMade>().len(), 1, "{text}");
        }
    }

    fn played(&self) -> Vec<String> {
        self.get::<MatchState>().moves.clone()
    }

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

/// All that was asked for is on disk.
fn flush() {
    store::flush(LIMIT);
}

fn read(path: &Path) -> Record {
    let boards = icochess::game::Boards::default();
    store::read_game_file(path, &boards).unwrap()
}

/// The moves of a game on 8×8 squares.
fn chess(pgn: &str) -> Record {
    Variant::Chess.board().read_pgn(pgn).unwrap()
}

/// The moves of a PGN text, without its tags and line breaks.
fn moves(record: &Record) -> String {
    let text = record.to_pgn();
    let (_, moves) = text.split_once("\n\n").unwrap();
    moves.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The moves of the game as they would be saved.
fn as_played(table: &Table) -> String {
    moves(&table.game().as_played())
}
