//! Tests of clocks in the game, stepped frame by frame: flags, pauses, takebacks, files, and the
//! computer's time management.

mod covered;
mod files;
mod flags;
mod offers;
mod pauses;

use std::time::Duration;

use bevy::prelude::*;
use icochess::board::Covered;
use icochess::clock::Pause;
use icochess::game::Match;
use icochess::game::clock::GameClock;
use icochess::game::facts::MatchFact;
use icochess::game::messages::{ClockRequest, GameRequest, Step};
use icochess::game::seating::Seating;
use icochess::save::settings::Settings;
use icochess::save::store::Store;
use icochess::ui::commands::command::Command;
use icochess::ui::state::screen::Screen;
use icochess::ui::state::status::StatusLine;
use icochess_boards::Variant;
use icochess_rules::{IllegalReason, Outcome, Record, Side};

use crate::asking::{Recorded, ask, frames, get, play, timed};
use crate::table::{RANDOM, Table};
use crate::{asking, headless};

const WHITE: Side = Side::White;

const BLACK: Side = Side::Black;

/// Returns a new chess game with a time control.
fn new_game(control: &str) -> Record {
    game_from(None, control)
}

/// Returns a new game with a seating and one minute per player.
fn seated(seating: Seating) -> Record {
    let mut record = new_game("60");
    seating.write_to(&mut record);
    record
}

fn game_from(position: Option<&str>, control: &str) -> Record {
    let board = Variant::Chess.board();
    let game = position.map_or_else(
        || board.new_game(),
        |text| board.read_position(text).expect("a position"),
    );
    timed(game, control)
}

impl Table {
    /// Creates a timed game from a record.
    fn clocked(record: Record) -> Self {
        Self::clocked_with(record, |_| {})
    }

    fn clocked_with(record: Record, prepare: impl FnOnce(&mut App)) -> Self {
        Self::with(Settings::default(), |app| {
            app.insert_resource(Match::new(record));
            prepare(app);
        })
    }

    fn clock(&self) -> &icochess::clock::Clock {
        self.get::<GameClock>().get().expect("the game has a clock")
    }

    fn left(&self, side: Side) -> Duration {
        let at = self.get::<Time<Real>>().elapsed();
        self.clock().remaining(side, at)
    }

    /// Returns what `of` finds in the facts since the start.
    fn find_facts<T>(&self, of: impl Fn(&MatchFact) -> Option<T>) -> Vec<T> {
        let facts = self.get::<Recorded<MatchFact>>().0.iter();
        facts.filter_map(of).collect()
    }

    /// Returns the reasons of all refusals since the start.
    fn rejected(&self) -> Vec<IllegalReason> {
        self.find_facts(|fact| fact.rejected().map(|illegal| illegal.reason))
    }

    /// Returns the time left to White and Black.
    fn both_left(&self) -> [Duration; 2] {
        [WHITE, BLACK].map(|side| self.left(side))
    }

    fn ply(&self) -> usize {
        self.game().record().ply()
    }

    fn request_all(&mut self, moves: &[&str]) {
        for uci in moves {
            self.request(uci);
        }
    }

    fn is_covered(&self) -> bool {
        self.get::<Covered>().0
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game().outcome()
    }

    fn open(&mut self, screen: Screen) {
        asking::open(&mut self.app, screen);
    }

    /// Returns whether the mover's clock is running.
    fn runs(&mut self) -> bool {
        let before = self.left(self.clock().turn());
        self.pass(1.0);
        self.left(self.clock().turn()) < before
    }
}

fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}
