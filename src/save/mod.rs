//! The saved game and the settings: what is on disk after every ply.
//!
//! * [`store`]: the folder, and what is read from it.
//! * `task`: the thread that writes; `files`, `lock`: how; `shelf`: the right to.
//! * [`library`]: the list of the saved games, and what can be done with them.
//! * [`settings`]: what players have chosen; [`starts`]: where new games begin;
//!   [`entries`]: their file.
//! * [`players`]: the people who play; [`player`]: one of them; `player_files`: theirs;
//!   [`in_force`]: the settings as they are for who is at the game.
//!
//! This plugin listens to the match and writes; nothing here blocks a frame.

pub mod entries;
mod files;
pub mod in_force;
pub mod library;
mod lock;
mod notices;
pub mod player;
mod player_files;
pub mod players;
mod problem;
pub mod settings;
mod shelf;
mod slot;
pub mod starts;
pub mod store;
mod task;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::computer::{self, Computer, Paused};
use crate::game::Match;
use crate::game::messages::{
    ClockKept, EndTakenBack, GameOver, GameRequest, GameReset, MoveMade, MoveUndone, PlayedOn,
    RecordEdited,
};
use crate::language::Msg;
use crate::msg;
use crate::rules::Record;
use crate::schedule::AppSystems;
pub use notices::{Notice, Report};
use players::Players;
use settings::Settings;
use store::{Damaged, Slot, Store};
use task::Told;

/// An unfinished game found on disk, until the players decide.
#[derive(Resource, Debug)]
pub struct ResumeOffer(pub Record);

/// Request: go on with the game of the [`ResumeOffer`].
#[derive(Message, Debug, Clone, Copy)]
pub struct ResumeRequested;

/// Why what is played is not on disk, for as long as it is so.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Unsaved {
    game: Option<Msg>,
    settings: Option<Msg>,
    players: Option<Msg>,
}

impl Unsaved {
    /// A sentence that says why, and what to do.
    #[must_use]
    pub fn why(&self) -> Option<&Msg> {
        let others = self.settings.as_ref().or(self.players.as_ref());
        self.game.as_ref().or(others)
    }
}

/// Files that cannot be used. They are moved out of the way when the game has
/// begun: a start that ends early leaves them for the next one to tell of.
#[derive(Resource, Debug, Default)]
pub struct Unusable(pub Vec<(Slot, Damaged)>);

/// Request: write the match though nothing has happened in it.
#[derive(Message, Debug, Clone, Copy)]
pub struct SaveRequested;

/// Does the game on disk belong to the match?
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnDisk {
    /// It is an earlier state of the match and may be replaced.
    ThisGame,
    /// It is another game, to be put away before the match is written.
    #[default]
    AnotherGame,
}

/// The next reset of the match is the resumed game itself.
#[derive(Resource, Debug)]
struct Resuming;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ResumeRequested>()
        .add_message::<Notice>()
        .add_message::<Report>()
        .add_message::<SaveRequested>()
        .init_resource::<OnDisk>()
        .init_resource::<Settings>()
        .init_resource::<Unsaved>()
        .init_resource::<Unusable>()
        .add_plugins((library::plugin, players::plugin, in_force::plugin))
        .add_systems(Startup, (set_computer, tell_of_store))
        .add_systems(
            Update,
            (
                resume
                    .run_if(on_message::<ResumeRequested>)
                    .in_set(AppSystems::Input),
                (
                    save_game.run_if(
                        on_message::<MoveMade>
                            .or_else(on_message::<MoveUndone>)
                            .or_else(on_message::<GameReset>)
                            .or_else(on_message::<GameOver>)
                            .or_else(on_message::<EndTakenBack>)
                            .or_else(on_message::<PlayedOn>)
                            .or_else(on_message::<RecordEdited>)
                            .or_else(on_message::<ClockKept>)
                            .or_else(on_message::<SaveRequested>),
                    ),
                    hear.run_if(resource_exists::<Store>),
                    (
                        keep_variant.run_if(resource_changed::<Match>),
                        keep_computer.run_if(resource_changed::<Computer>),
                        save_settings.run_if(resource_changed::<Settings>),
                    )
                        .chain(),
                )
                    .in_set(AppSystems::Feedback),
            ),
        );
}

/// The computer begins as the settings have it. It lets the players decide
/// first what becomes of the saved game.
fn set_computer(
    settings: Res<Settings>,
    game: Res<Match>,
    offer: Option<Res<ResumeOffer>>,
    mut computer: ResMut<Computer>,
    mut paused: ResMut<Paused>,
) {
    computer.set_if_neq(settings.computer.clone());
    if offer.is_some() && computer::is_to_move(&computer, &game) {
        paused.set_if_neq(Paused(true));
    }
}

/// The next start is on the board that was played on last, unless that is one
/// which the program does not know by itself.
fn keep_variant(game: Res<Match>, mut settings: ResMut<Settings>) {
    if let Ok(variant) = game.record().board().id().parse()
        && settings.variant != variant
    {
        settings.variant = variant;
    }
}

/// What was changed in the game is a setting from then on.
fn keep_computer(computer: Res<Computer>, mut settings: ResMut<Settings>) {
    if settings.computer != *computer {
        settings.computer = computer.clone();
    }
}

fn resume(
    mut commands: Commands,
    mut asked: MessageReader<ResumeRequested>,
    (offer, game): (Option<Res<ResumeOffer>>, Res<Match>),
    mut requests: MessageWriter<GameRequest>,
    mut notices: MessageWriter<Notice>,
) {
    asked.clear();
    if let Some(offer) = offer {
        let board = offer.0.board();
        if board != game.record().board() {
            notices.write(Notice(msg!(
                "resumed-on-board",
                board = board.id(),
                title = board.title()
            )));
        }
        requests.write(GameRequest::Load(offer.0.clone()));
        commands.insert_resource(Resuming);
    }
}

/// What has happened that is to be written.
#[derive(SystemParam)]
struct Happened<'w, 's> {
    made: MessageReader<'w, 's, MoveMade>,
    undone: MessageReader<'w, 's, MoveUndone>,
    over: MessageReader<'w, 's, GameOver>,
    taken_back: MessageReader<'w, 's, EndTakenBack>,
    edited: MessageReader<'w, 's, RecordEdited>,
    asked: MessageReader<'w, 's, SaveRequested>,
    clock: MessageReader<'w, 's, ClockKept>,
    resets: MessageReader<'w, 's, GameReset>,
    played_on: MessageReader<'w, 's, PlayedOn>,
    clock_kept: MessageReader<'w, 's, ClockKept>,
}

/// What has happened in a frame, as far as it makes a difference to the file.
#[derive(Default)]
struct News {
    /// Is there anything that is not on disk?
    any: bool,
    /// Is it another game?
    reset: bool,
    /// Does it go on from a place in one that had ended?
    apart: bool,
    /// Has time passed on its clock?
    clock: bool,
}

impl Happened<'_, '_> {
    fn news(&mut self) -> News {
        let reset = self.resets.read().count() > 0;
        let (mut any, mut apart) = (reset, false);
        // Where the players only look, nothing has changed.
        any |= self.made.read().filter(|made| !made.looking).count() > 0;
        any |= self.undone.read().filter(|undone| !undone.looking).count() > 0;
        any |= self.over.read().count() > 0;
        any |= self.taken_back.read().count() > 0;
        any |= self.edited.read().count() > 0;
        any |= self.asked.read().count() + self.clock.read().count() > 0;
        for played_on in self.played_on.read() {
            (any, apart) = (true, apart || played_on.was_over);
        }
        let clock = self.clock_kept.read().count() > 0;
        News {
            any,
            reset,
            apart,
            clock,
        }
    }
}

/// Writes the match; puts the game that was there away first if it is another.
fn save_game(
    mut commands: Commands,
    game: Res<Match>,
    store: Option<Res<Store>>,
    mut on_disk: ResMut<OnDisk>,
    mut happened: Happened,
    (resuming, opening): (Option<Res<Resuming>>, Option<Res<library::Opening>>),
) {
    let news = happened.news();
    if !news.any {
        // A clock alone replaces no other game.
        if let (Some(store), true) = (store, news.clock && *on_disk == OnDisk::ThisGame) {
            store.write_game(game.as_played(), false);
        }
        return;
    }
    commands.remove_resource::<ResumeOffer>();
    commands.remove_resource::<Resuming>();
    commands.remove_resource::<library::Opening>();
    if resuming.is_some() {
        *on_disk = OnDisk::ThisGame;
    } else if news.reset {
        *on_disk = OnDisk::AnotherGame;
    }
    let Some(store) = store else {
        if game.record().size() > 0 {
            task::has_no_folder();
        }
        return;
    };
    let record = game.as_played();
    // Not if the players have begun yet another game in that very frame.
    let opened = opening.filter(|opening| news.reset && opening.is_of(&record));
    if let Some(opened) = opened {
        store.write_opened(record, opened.file.clone());
    } else if *on_disk == OnDisk::ThisGame && news.apart {
        store.write_played_on(record);
    } else {
        store.write_game(record, *on_disk == OnDisk::AnotherGame);
    }
    on_disk.set_if_neq(OnDisk::ThisGame);
}

/// Tells what was wrong with the folder, and moves what cannot be used out of
/// the way of the next save.
fn tell_of_store(
    store: Option<Res<Store>>,
    mut unusable: ResMut<Unusable>,
    mut unsaved: ResMut<Unsaved>,
    mut reports: MessageWriter<Report>,
) {
    let Some(store) = store else {
        return;
    };
    if let Some(problem) = store.problem() {
        let told = not_saved(Slot::Game, &problem);
        unsaved.game = Some(told.clone());
        reports.write(Report(told));
    }
    for (slot, damaged) in unusable.0.drain(..) {
        let problem = store.set_aside(damaged).to_string();
        reports.write(Report(match slot {
            Slot::Game => msg!("game-unreadable", problem = problem),
            Slot::Settings => msg!("settings-unreadable", problem = problem),
            Slot::Players => msg!("player-unreadable", problem = problem),
        }));
    }
}

/// What players are told when something is not saved.
fn not_saved(slot: Slot, problem: &str) -> Msg {
    match slot {
        Slot::Game => msg!("game-not-saved", problem = problem),
        Slot::Settings => msg!("settings-not-saved", problem = problem),
        Slot::Players => msg!("players-not-saved", problem = problem),
    }
}

/// Hears what became of what was to be written. A problem is told once and then
/// stays in sight until it is over.
fn hear(
    store: Res<Store>,
    mut unsaved: ResMut<Unsaved>,
    mut players: ResMut<Players>,
    mut reports: MessageWriter<Report>,
) {
    while let Some(told) = store.hear() {
        let (slot, now) = match told {
            Told::Saved(slot) => (slot, None),
            Told::Failed(slot, problem) => (slot, Some(not_saved(slot, &problem))),
            Told::Players(found) => {
                for problem in found.problems {
                    reports.write(Report(msg!("player-unusable", problem = problem)));
                }
                players.take_in(found.players);
                continue;
            }
        };
        let before = match slot {
            Slot::Game => &unsaved.game,
            Slot::Settings => &unsaved.settings,
            Slot::Players => &unsaved.players,
        };
        if *before == now {
            continue;
        }
        reports.write(Report(match (&now, slot) {
            (Some(problem), _) => problem.clone(),
            (None, Slot::Game) => msg!("game-saved-again"),
            (None, Slot::Settings) => msg!("settings-saved-again"),
            (None, Slot::Players) => msg!("players-saved-again"),
        }));
        match slot {
            Slot::Game => unsaved.game = now,
            Slot::Settings => unsaved.settings = now,
            Slot::Players => unsaved.players = now,
        }
    }
}

/// Writes the settings, but not as they were read.
fn save_settings(settings: Res<Settings>, store: Option<Res<Store>>, mut is_begun: Local<bool>) {
    let Some(store) = store else {
        return;
    };
    let as_read = || {
        store
            .read_settings()
            .is_ok_and(|(read, _)| read == *settings)
    };
    if *is_begun || !as_read() {
        store.write_settings(settings.clone());
    }
    *is_begun = true;
}
