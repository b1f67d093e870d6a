//! The game without window, device and sound, with helpers to query it.

use std::path::Path;
use std::time::Duration;

use bevy::ecs::component::Mutable;
use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use icochess::computer::SidePlayer;
use icochess::game::facts::MatchFact;
use icochess::game::messages::MoveRequested;
use icochess::game::{Match, MatchState};
use icochess::save::settings::Settings;
use icochess::save::store::Store;
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess::ui::state::screen::{Screen, Screens};
use icochess::ui::state::status::StatusLine;
use icochess::ui::state::ui_state::UiState;
use icochess_engine::Algorithm;
use icochess_rules::Record;

use crate::asking::{Recorded, record, recorded};
use crate::headless;

/// Timeout for file operations.
pub const FILE: Duration = Duration::from_secs(20);

/// Duration of a notice, in seconds.
pub const NOTICE: f32 = 8.0;

/// A game on the ball of three plies: White captures a pawn, Black a knight, White mates.
pub const MATE: [&str; 3] = ["b1n4", "o1b3", "b2o3"];

/// A computer that plays random legal moves.
pub const RANDOM: SidePlayer = SidePlayer {
    computer: true,
    algorithm: Algorithm::Random,
    level: 1,
    external: false,
};

/// The game, with helpers to query it.
pub struct Table {
    pub app: App,
}

impl Table {
    pub fn new() -> Self {
        Self::with(Settings::default(), |_| {})
    }

    /// Creates a game with `dir` as data folder.
    pub fn saving(dir: &Path) -> Self {
        let store = Store::open(Some(dir)).unwrap();
        Self::with(Settings::default(), |app| {
            app.insert_resource(store);
        })
    }

    /// Creates a table with a game or a position.
    pub fn of(game: impl Into<Record>) -> Self {
        Self::with(Settings::default(), |app| {
            app.insert_resource(Match::new(game));
        })
    }

    /// Creates a game with changed settings.
    pub fn set(change: impl FnOnce(&mut Settings)) -> Self {
        Self::with(headless::set(change), |_| {})
    }

    pub fn with(settings: Settings, prepare: impl FnOnce(&mut App)) -> Self {
        let app = headless::app(settings, |app| {
            record::<MatchFact>(app);
            prepare(app);
        });
        let mut table = Self { app };
        // Colliders are hit from the second frame.
        table.frames(3);
        table
    }

    pub fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.app.update();
        }
    }

    /// See [`headless::pass`].
    pub fn pass(&mut self, seconds: f32) {
        headless::pass(&mut self.app, seconds);
    }

    pub fn get<R: Resource>(&self) -> &R {
        self.app.world().resource::<R>()
    }

    pub fn get_mut<R: Resource<Mutability = Mutable>>(&mut self) -> Mut<'_, R> {
        self.app.world_mut().resource_mut()
    }

    pub fn game(&self) -> &Match {
        self.get()
    }

    pub fn state(&self) -> &MatchState {
        self.get()
    }

    pub fn page(&self) -> Screen {
        self.get::<Screens>().shown()
    }

    pub fn send<M: Message>(&mut self, message: M) {
        self.app.world_mut().write_message(message);
    }

    /// Returns the facts of the match since the previous call.
    pub fn match_facts(&mut self) -> Vec<MatchFact> {
        recorded(&mut self.app)
    }

    /// Returns the messages of a kind since the previous call.
    pub fn facts<M: Message>(&mut self) -> Vec<M> {
        self.get_mut::<Messages<M>>().drain().collect()
    }

    /// Sends a command, as its button or shortcut would.
    pub fn press(&mut self, command: Command) {
        self.send(CommandRequested(command));
        self.frames(2);
    }

    /// Returns whether a command is enabled.
    pub fn is_enabled(&mut self, command: Command) -> bool {
        let is_enabled = move |state: UiState| command.is_enabled(&state);
        self.app.world_mut().run_system_once(is_enabled).unwrap()
    }

    /// Sends a message and runs a frame.
    pub fn ask<M: Message>(&mut self, message: M) {
        self.send(message);
        self.frames(1);
    }

    /// Requests a move, as every input method does, and runs a frame.
    pub fn request(&mut self, uci: &str) {
        let mv = self.game().position().parse_uci(uci).unwrap();
        self.send(MoveRequested(mv));
        self.frames(1);
    }

    pub fn play(&mut self, moves: &[&str]) {
        for uci in moves {
            let mv = self.game().position().parse_uci(uci).unwrap();
            let before = self.get::<Recorded<MatchFact>>().0.len();
            self.request(uci);
            let facts = self.get::<Recorded<MatchFact>>().0[before..].iter();
            let made: Vec<_> = facts.filter_map(MatchFact::moved).collect();
            assert_eq!(made.len(), 1, "{uci}");
            assert_eq!(made[0].mv, mv);
        }
    }

    pub fn played(&self) -> Vec<String> {
        self.state().moves.clone()
    }

    /// Spawns the notice line, as in the window or on the panel.
    pub fn notice_line(&mut self) -> Entity {
        let line = (StatusLine::Notice, Text::default(), TextColor::default());
        let line = self.app.world_mut().spawn(line).id();
        self.frames(1);
        line
    }

    pub fn words(&self, line: Entity) -> String {
        self.app.world().get::<Text>(line).unwrap().0.clone()
    }

    /// Waits until all changes are on disk, if there is a data folder.
    pub fn flush(&self) {
        if let Some(store) = self.app.world().get_resource::<Store>() {
            store.queue().flush(FILE);
        }
    }

    /// Waits until all changes are on disk, and runs a frame to process the results.
    pub fn saved(&mut self) {
        self.flush();
        self.frames(1);
    }
}
