//! Sets the computer player from the settings, at the start and after a game of two people.

use bevy::prelude::*;

use super::resuming::RestoredGame;
use super::resuming::ResumeOffer;
use super::settings::Settings;
use icochess_base::schedule::AppSystems;
use icochess_play::computer::{self, Computer, Paused};
use icochess_play::game::facts::{MatchFact, on_fact};
use icochess_play::game::seating::Seating;
use icochess_play::game::{Match, MatchSystems};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, set_computer).add_systems(
        Update,
        // Runs before the players of a new game are set.
        take_seat
            .run_if(on_fact(MatchFact::is_begun))
            .after(MatchSystems)
            .in_set(AppSystems::Rules),
    );
}

/// Sets the computer from the settings, unless two people play. Pauses it while an unfinished game
/// is offered or has just been restored, so that the players decide first.
fn set_computer(
    settings: Res<Settings>,
    game: Res<Match>,
    (offer, taken_up): (Option<Res<ResumeOffer>>, Option<Res<RestoredGame>>),
    mut computer: ResMut<Computer>,
    mut paused: ResMut<Paused>,
) {
    let mut begins = settings.computer.clone();
    if Seating::of(game.record()).is_for_two() {
        begins.leave();
    }
    computer.set_if_neq(begins);
    let waits = offer.is_some() || taken_up.is_some();
    if waits && computer::is_to_move(&computer, &game) {
        paused.set_if_neq(Paused(true));
    }
}

/// Restores the computer's sides after a game of two people.
fn take_seat(game: Res<Match>, settings: Res<Settings>, mut computer: ResMut<Computer>) {
    if !Seating::of(game.record()).is_for_two() {
        let mut seated = computer.clone();
        seated.play_as(&settings.computer);
        computer.set_if_neq(seated);
    }
}
