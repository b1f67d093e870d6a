//! Reports results of reading and writing to the players.

use std::time::Duration;

use bevy::prelude::*;

use super::data_dir::Slot;
use super::notices::Report;
use super::players::Players;
use super::queue::SaveQueue;
use super::store::{DamagedFile, Store};
use super::task::SaveReply;
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_message::{Msg, msg};

/// Current reasons for unsaved data.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Unsaved {
    /// Reasons by [`Slot`].
    slots: [Option<Msg>; 4],
    /// Files that were written, but not stored.
    files: Option<Msg>,
}

impl Unsaved {
    /// Returns a message with the reason and advice.
    pub fn why(&self) -> Option<&Msg> {
        self.slots.iter().flatten().chain(&self.files).next()
    }
}

/// Damaged files. They are moved aside only after a complete start, so that the next start after an
/// aborted one reports them again.
#[derive(Resource, Debug, Default)]
pub struct DamagedFiles(pub Vec<(Slot, DamagedFile)>);

/// Poll interval for results of jobs.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// System that processes results of saving, in [`AppSystems::Feedback`]. Systems that display them
/// run later.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SaveReplySystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SaveQueue>()
        .init_resource::<Unsaved>()
        .init_resource::<DamagedFiles>()
        .add_systems(Startup, report_store_problems)
        .add_systems(
            Update,
            take_replies
                .run_if(resource_exists::<Store>)
                .in_set(SaveReplySystems)
                .in_set(AppSystems::Feedback),
        );
}

/// Reports problems of the data folder, and moves damaged files aside.
fn report_store_problems(
    store: Option<Res<Store>>,
    mut unusable: ResMut<DamagedFiles>,
    mut unsaved: ResMut<Unsaved>,
    mut reports: MessageWriter<Report>,
) {
    let Some(store) = store else {
        return;
    };
    if let Some(problem) = store.problem() {
        let message = not_saved(Slot::Game, &problem);
        unsaved.slots[Slot::Game as usize] = Some(message.clone());
        reports.write(Report(message));
    }
    for (slot, damaged) in unusable.0.drain(..) {
        let problem = store.set_aside(damaged).to_string();
        reports.write(Report(match slot {
            Slot::Game => msg!("game-unreadable", problem = problem),
            Slot::Settings => msg!("settings-unreadable", problem = problem),
            Slot::Players => msg!("player-unreadable", problem = problem),
            Slot::Seats => msg!("seats-unreadable", problem = problem),
        }));
    }
}

/// Returns the message about data that couldn't be saved.
fn not_saved(slot: Slot, problem: &str) -> Msg {
    match slot {
        Slot::Game => msg!("game-not-saved", problem = problem),
        Slot::Settings => msg!("settings-not-saved", problem = problem),
        Slot::Players => msg!("players-not-saved", problem = problem),
        Slot::Seats => msg!("seats-not-saved", problem = problem),
    }
}

/// Processes results of saving. Reports a problem once, and shows it until it is solved.
fn take_replies(
    store: Res<Store>,
    (queue, mut next): (Res<SaveQueue>, ResMut<NextFrame>),
    mut unsaved: ResMut<Unsaved>,
    mut players: ResMut<Players>,
    mut reports: MessageWriter<Report>,
) {
    // Checks this before polling, so that no result is missed in between.
    if queue.is_busy() {
        next.within(POLL_INTERVAL);
    }
    while let Some(reply) = store.next_reply() {
        let (slot, now) = match reply {
            SaveReply::Saved(slot) => (slot, None),
            SaveReply::Failed(slot, problem) => (slot, Some(not_saved(slot, &problem))),
            SaveReply::Players(found) => {
                for problem in found.problems {
                    reports.write(Report(msg!("player-unusable", problem = problem)));
                }
                players.merge(found.players);
                continue;
            }
        };
        if unsaved.slots[slot as usize] == now {
            continue;
        }
        reports.write(Report(match (&now, slot) {
            (Some(problem), _) => problem.clone(),
            (None, Slot::Game) => msg!("game-saved-again"),
            (None, Slot::Settings) => msg!("settings-saved-again"),
            (None, Slot::Players) => msg!("players-saved-again"),
            (None, Slot::Seats) => msg!("seats-saved-again"),
        }));
        unsaved.slots[slot as usize] = now;
    }
    let problem = store.storage_problem();
    let now = problem.map(|problem| msg!("files-not-stored", problem = problem));
    if unsaved.files != now {
        let report = now.clone().unwrap_or_else(|| msg!("files-stored-again"));
        reports.write(Report(report));
        unsaved.files = now;
    }
}
