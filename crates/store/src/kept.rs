//! Saves the current game, its clock and the settings whenever they change.

use bevy::prelude::*;

use super::queue::{GameRelation, SaveQueue, Saved};
use super::resuming::{ResumeOffer, Resuming};
use super::settings::Settings;
use super::store::Store;
use icochess_base::schedule::AppSystems;
use icochess_core::clock;
use icochess_play::computer::Computer;
use icochess_play::game::Match;
use icochess_play::game::clock::GameClock;
use icochess_play::game::facts::MatchFact;
use icochess_play::game::seating::Seating;

/// Request: save the match although it hasn't changed.
#[derive(Message, Debug, Clone, Copy)]
pub struct SaveRequested;

/// Relation of the saved game to the match.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnDisk {
    /// Earlier state of the match, which may be overwritten.
    ThisGame,
    /// Another game, which must move to the library first.
    #[default]
    AnotherGame,
}

/// Saves the match. If the file contains another game, moves that game to the library first.
fn save_game(
    mut commands: Commands,
    game: Res<Match>,
    (store, queue): (Option<Res<Store>>, Res<SaveQueue>),
    mut on_disk: ResMut<OnDisk>,
    (mut facts, mut asked): (MessageReader<MatchFact>, MessageReader<SaveRequested>),
    resuming: Option<Res<Resuming>>,
) {
    let mut is_changed = asked.read().count() > 0;
    let (mut is_begun, mut is_played_on, mut is_clock_kept) = (false, false, false);
    for fact in facts.read() {
        match *fact {
            MatchFact::Begun => is_begun = true,
            MatchFact::PlayedOn { was_over } => is_played_on |= was_over,
            MatchFact::Moved(_)
            | MatchFact::TakenBack(_)
            | MatchFact::Edited
            | MatchFact::Ended(_)
            | MatchFact::EndTakenBack => {}
            MatchFact::ClockKept => {
                is_clock_kept = true;
                continue;
            }
            // Browsing, refusals and offers don't change the saved game.
            MatchFact::Shown(_)
            | MatchFact::Rejected(_)
            | MatchFact::DrawOffered(_)
            | MatchFact::TakebackOffered(_)
            | MatchFact::OfferDeclined { .. } => continue,
        }
        is_changed = true;
    }
    if !is_changed {
        // A change of the clock never replaces another game.
        if let (Some(store), true) = (store, is_clock_kept && *on_disk == OnDisk::ThisGame) {
            store.write_game(game.as_played(), false);
        }
        return;
    }
    commands.remove_resource::<ResumeOffer>();
    if is_begun {
        // Earlier changes of the previous game must not end the wait for this one.
        commands.remove_resource::<Resuming>();
        *on_disk = if resuming.is_some() {
            OnDisk::ThisGame
        } else {
            OnDisk::AnotherGame
        };
    }
    let Some(store) = store else {
        if game.record().size() > 0 {
            queue.set_last_saved(Saved::Failed);
        }
        return;
    };
    let relation = match game.file().filter(|_| is_begun) {
        Some(file) => GameRelation::Another(Some(file.to_owned())),
        None if *on_disk == OnDisk::AnotherGame => GameRelation::Another(None),
        None if is_played_on => GameRelation::PlayedOn,
        None => GameRelation::Same,
    };
    store.write(game.as_played(), relation);
    on_disk.set_if_neq(OnDisk::ThisGame);
}

/// Saves a running clock on exit. The last periodic save may be seconds old, and would give that
/// time back.
fn save_clock(
    time: Res<Time<Real>>,
    (game, of_game): (Res<Match>, Res<GameClock>),
    (store, on_disk): (Res<Store>, Res<OnDisk>),
) {
    let running = of_game.get().filter(|clock| clock.runs());
    // A change of the clock never replaces another game.
    if let Some(running) = running.filter(|_| *on_disk == OnDisk::ThisGame) {
        let mut record = game.as_played();
        clock::keep(running, record.make_mut(), time.elapsed());
        store.write_game(record, false);
    }
}

/// Remembers the current board for the next start, if the board is built in.
fn save_variant(game: Res<Match>, mut settings: ResMut<Settings>) {
    if let Ok(variant) = game.record().board().id().parse()
        && settings.variant != variant
    {
        settings.variant = variant;
    }
}

/// Stores changes of the computer player in the settings, except its removal in games of two
/// people.
fn save_computer(computer: Res<Computer>, game: Res<Match>, mut settings: ResMut<Settings>) {
    let mut kept = computer.clone();
    if Seating::of(game.record()).is_for_two() {
        kept.play_as(&settings.computer);
    }
    if settings.computer != kept {
        settings.computer = kept;
    }
}

/// Saves the settings, unless they are the same as when loaded.
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

pub(super) fn plugin(app: &mut App) {
    app.add_message::<SaveRequested>()
        .init_resource::<OnDisk>()
        .add_systems(
            Update,
            save_game
                .run_if(on_message::<MatchFact>.or_else(on_message::<SaveRequested>))
                .in_set(AppSystems::Feedback),
        );
    app.add_systems(
        Last,
        save_clock.run_if(on_message::<AppExit>.and_then(resource_exists::<Store>)),
    );
    app.init_resource::<Settings>().add_systems(
        Update,
        (
            save_variant.run_if(resource_changed::<Match>),
            save_computer.run_if(resource_changed::<Computer>),
            save_settings.run_if(resource_changed::<Settings>),
        )
            .chain()
            .in_set(AppSystems::Feedback),
    );
}
