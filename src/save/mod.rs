//! The saved game and the settings: what is on disk after every ply.
//!
//! * [`store`]: the files, and the thread that writes them.
//! * [`settings`]: what players have chosen.
//!
//! This plugin listens to the match and writes; nothing here blocks a frame.

pub mod settings;
pub mod store;

use bevy::prelude::*;

use crate::computer::{self, Computer, Paused};
use crate::game::messages::{EndTakenBack, GameOver, GameRequest, GameReset, MoveMade, MoveUndone};
use crate::game::{Game, Match};
use crate::rules::pgn;
use crate::schedule::AppSystems;
use settings::Settings;
use store::{Slot, Store};

/// An unfinished game found on disk, until the players decide.
#[derive(Resource, Debug)]
pub struct ResumeOffer(pub pgn::Game<Game>);

/// Request: go on with the game of the [`ResumeOffer`].
#[derive(Message, Debug, Clone, Copy)]
pub struct ResumeRequested;

/// A line for the players that no other part of the display tells.
#[derive(Message, Debug, Clone)]
pub struct Notice(pub String);

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
        .add_message::<SaveRequested>()
        .init_resource::<OnDisk>()
        .init_resource::<Settings>()
        .add_systems(Startup, set_computer)
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
                            .or_else(on_message::<SaveRequested>),
                    ),
                    (
                        keep_computer.run_if(resource_changed::<Computer>),
                        save_settings.run_if(
                            resource_changed::<Settings>.and_then(not(resource_added::<Settings>)),
                        ),
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

/// What was changed in the game is a setting from then on.
fn keep_computer(computer: Res<Computer>, mut settings: ResMut<Settings>) {
    if settings.computer != *computer {
        settings.computer = computer.clone();
    }
}

fn resume(
    mut commands: Commands,
    mut asked: MessageReader<ResumeRequested>,
    offer: Option<Res<ResumeOffer>>,
    mut requests: MessageWriter<GameRequest>,
) {
    asked.clear();
    if let Some(offer) = offer {
        requests.write(GameRequest::Load(Box::new(offer.0.clone())));
        commands.insert_resource(Resuming);
    }
}

/// Writes the match; puts the game that was there away first if it is another.
fn save_game(
    mut commands: Commands,
    game: Res<Match>,
    store: Option<Res<Store>>,
    mut on_disk: ResMut<OnDisk>,
    mut resets: MessageReader<GameReset>,
    resuming: Option<Res<Resuming>>,
) {
    commands.remove_resource::<ResumeOffer>();
    commands.remove_resource::<Resuming>();
    if resuming.is_some() {
        resets.clear();
        *on_disk = OnDisk::ThisGame;
    } else if resets.read().count() > 0 {
        *on_disk = OnDisk::AnotherGame;
    }
    if let Some(store) = store {
        let text = pgn::write(&saved(&game));
        store.write_game(text, *on_disk == OnDisk::AnotherGame);
        on_disk.set_if_neq(OnDisk::ThisGame);
        store::set_current(true);
    }
}

/// The match as a PGN game. What a loaded game says of itself is kept.
fn saved(game: &Match) -> pgn::Game<Game> {
    let mut saved = game.record().clone();
    for (tag, value) in [("Event", "Icochess".to_owned()), ("Date", today())] {
        saved.tags.entry(tag.to_owned()).or_insert(value);
    }
    saved
}

/// Today as PGN writes it.
fn today() -> String {
    jiff::Zoned::now().strftime("%Y.%m.%d").to_string()
}

fn save_settings(settings: Res<Settings>, store: Option<Res<Store>>) {
    if let Some(store) = store {
        store.write(Slot::Settings, settings.to_text());
    }
}
