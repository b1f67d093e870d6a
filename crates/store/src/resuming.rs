//! The unfinished game that is found on disk, and going on with it.

use bevy::prelude::*;

use super::notices::Notice;
use icochess_base::schedule::AppSystems;
use icochess_message::msg;
use icochess_play::game::Match;
use icochess_play::game::messages::GameRequest;
use icochess_rules::Record;

/// An unfinished game found on disk, until the players decide.
#[derive(Resource, Debug)]
pub struct ResumeOffer(pub Record);

/// Request: go on with the game of the [`ResumeOffer`].
#[derive(Message, Debug, Clone, Copy)]
pub struct ResumeRequested;

/// The next reset of the match is the resumed game itself.
#[derive(Resource, Debug)]
pub(super) struct Resuming;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ResumeRequested>().add_systems(
        Update,
        resume
            .run_if(on_message::<ResumeRequested>)
            .in_set(AppSystems::Input),
    );
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
