//! The game on disk: it is that of the match after everything that happens there.

use bevy::prelude::*;

use super::queue::{SaveQueue, Saved};
use super::resuming::{ResumeOffer, Resuming};
use super::store::Store;
use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;
use icochess_play::game::facts::MatchFact;

/// Request: write the match though nothing has happened in it.
#[derive(Message, Debug, Clone, Copy)]
pub struct SaveRequested;

/// Whether the game on disk belongs to the match.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnDisk {
    /// It is an earlier state of the match and may be replaced.
    ThisGame,
    /// It is another game, to be put away before the match is written.
    #[default]
    AnotherGame,
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
}

/// The changes in a frame that make a difference to the saved game.
#[derive(Default)]
struct GameChanges {
    /// Whether anything but the time on the clock has changed.
    record: bool,
    /// Whether it is another game.
    begun: bool,
    /// Whether it goes on from a position in a game that had ended.
    played_on: bool,
    /// Whether time has passed on its clock.
    clock: bool,
}

impl GameChanges {
    /// Adds what a fact tells of the game.
    fn add(&mut self, fact: &MatchFact) {
        match *fact {
            MatchFact::Begun => (self.record, self.begun) = (true, true),
            MatchFact::PlayedOn { was_over } => {
                (self.record, self.played_on) = (true, self.played_on || was_over);
            }
            MatchFact::Moved(_)
            | MatchFact::TakenBack(_)
            | MatchFact::Edited
            | MatchFact::Ended(_)
            | MatchFact::EndTakenBack => self.record = true,
            MatchFact::ClockKept => self.clock = true,
            // Nothing has changed while the players only look.
            MatchFact::Shown(_)
            | MatchFact::Rejected(_)
            | MatchFact::DrawOffered(_)
            | MatchFact::TakebackOffered(_)
            | MatchFact::OfferDeclined { .. } => {}
        }
    }
}

/// Writes the match; puts the game that was there away first if it is another.
fn save_game(
    mut commands: Commands,
    game: Res<Match>,
    (store, queue): (Option<Res<Store>>, Res<SaveQueue>),
    mut on_disk: ResMut<OnDisk>,
    (mut facts, mut asked): (MessageReader<MatchFact>, MessageReader<SaveRequested>),
    resuming: Option<Res<Resuming>>,
) {
    let mut changes = GameChanges {
        record: asked.read().count() > 0,
        ..GameChanges::default()
    };
    for fact in facts.read() {
        changes.add(fact);
    }
    if !changes.record {
        // A clock alone replaces no other game.
        if let (Some(store), true) = (store, changes.clock && *on_disk == OnDisk::ThisGame) {
            store.write_game(game.as_played(), false);
        }
        return;
    }
    commands.remove_resource::<ResumeOffer>();
    if changes.begun {
        // The changes of the game before it do not end the wait for this one.
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
    let record = game.as_played();
    let opened = game.file().filter(|_| changes.begun);
    if let Some(file) = opened {
        store.write_opened(record, file.to_owned());
    } else if *on_disk == OnDisk::ThisGame && changes.played_on {
        store.write_played_on(record);
    } else {
        store.write_game(record, *on_disk == OnDisk::AnotherGame);
    }
    on_disk.set_if_neq(OnDisk::ThisGame);
}
