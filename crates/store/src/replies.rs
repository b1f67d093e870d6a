//! Results of reading and writing, told to the players.

use std::time::Duration;

use bevy::prelude::*;

use super::data_dir::Slot;
use super::notices::Report;
use super::players::Players;
use super::queue::SaveQueue;
use super::store::{Damaged, Store};
use super::task::SaveReply;
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_message::{Msg, msg};

/// The reasons why something could not be saved, until it can.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Unsaved {
    game: Option<Msg>,
    settings: Option<Msg>,
    players: Option<Msg>,
}

impl Unsaved {
    /// A sentence that says why, and what to do.
    pub fn why(&self) -> Option<&Msg> {
        let others = self.settings.as_ref().or(self.players.as_ref());
        self.game.as_ref().or(others)
    }
}

/// Files that cannot be used. They are moved out of the way when the game has
/// begun: a start that ends early leaves them for the next one to tell of.
#[derive(Resource, Debug, Default)]
pub struct Unusable(pub Vec<(Slot, Damaged)>);

/// The longest time after which the result of a job is told.
const HEAR_EVERY: Duration = Duration::from_millis(50);

/// The system that hears what became of what was to be written, in [`AppSystems::Feedback`]: who
/// tells of it comes after.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SaveReplySystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SaveQueue>()
        .init_resource::<Unsaved>()
        .init_resource::<Unusable>()
        .add_systems(Startup, tell_of_store)
        .add_systems(
            Update,
            hear.run_if(resource_exists::<Store>)
                .in_set(SaveReplySystems)
                .in_set(AppSystems::Feedback),
        );
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

/// The message to players when something could not be saved.
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
    (queue, mut next): (Res<SaveQueue>, ResMut<NextFrame>),
    mut unsaved: ResMut<Unsaved>,
    mut players: ResMut<Players>,
    mut reports: MessageWriter<Report>,
) {
    // Looked at before the answers: none comes in between unheard.
    if queue.is_busy() {
        next.within(HEAR_EVERY);
    }
    while let Some(told) = store.hear() {
        let (slot, now) = match told {
            SaveReply::Saved(slot) => (slot, None),
            SaveReply::Failed(slot, problem) => (slot, Some(not_saved(slot, &problem))),
            SaveReply::Players(found) => {
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
