//! Offers an unfinished game from disk, and marks a restored game until something happens in it.

use bevy::prelude::*;

use super::notices::Notice;
use icochess_base::schedule::AppSystems;
use icochess_message::msg;
use icochess_play::computer::messages::ComputerRequest;
use icochess_play::game::Match;
use icochess_play::game::facts::{FactReader, MatchFact};
use icochess_play::game::messages::{ClockRequest, GameRequest};
use icochess_rules::Record;

/// Unfinished game from disk, until the players decide.
#[derive(Resource, Debug)]
pub struct ResumeOffer(pub Record);

/// Request: continue the game of the [`ResumeOffer`].
#[derive(Message, Debug, Clone, Copy)]
pub struct ResumeRequested;

/// Present while the next game to begin is the resumed one.
#[derive(Resource, Debug)]
pub(super) struct Resuming;

fn resume_game(
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

/// Present while the match is a game that was restored at startup, until the players continue.
/// Clock and computer wait.
#[derive(Resource, Debug, Clone, Copy)]
pub struct RestoredGame;

/// Removes `RestoredGame` once something happens in the game, or the clock or computer resumes.
fn clear_restored(
    mut commands: Commands,
    mut facts: FactReader,
    mut clock: MessageReader<ClockRequest>,
    mut computer: MessageReader<ComputerRequest>,
) {
    let happens = facts.any(|fact| !matches!(fact, MatchFact::ClockKept));
    let runs = clock
        .read()
        .filter(|it| matches!(it, ClockRequest::Resume))
        .count()
        > 0;
    let thinks = computer
        .read()
        .filter(|it| matches!(it, ComputerRequest::Resume))
        .count()
        > 0;
    if happens || runs || thinks {
        commands.remove_resource::<RestoredGame>();
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ResumeRequested>().add_systems(
        Update,
        resume_game
            .run_if(on_message::<ResumeRequested>)
            .in_set(AppSystems::Input),
    );
    app.add_systems(
        Update,
        clear_restored
            .run_if(resource_exists::<RestoredGame>)
            .in_set(AppSystems::Feedback),
    );
}
