//! Offer of a board's tutorial, until the players finish or dismiss it, or know how to move.

use bevy::prelude::*;

use super::settings::Settings;
use super::store::Store;
use icochess_base::schedule::AppSystems;
use icochess_boards::Variant;
use icochess_play::game::Match;
use icochess_play::game::facts::{FactReader, MatchFact};

/// Present while the tutorial is offered.
#[derive(Resource, Debug, Clone, Copy)]
pub struct FirstStart;

/// Number of plies after which players evidently know how to move.
pub const FIRST_PLIES: usize = 4;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        offer_first_steps
            .run_if(on_message::<MatchFact>.or_else(resource_changed::<Settings>))
            .in_set(AppSystems::Feedback),
    );
}

/// Offers the tutorial in a new game on an unknown board. Ends the offer once the board is known.
/// Without a data folder, the game can't remember known boards, and offers no tutorial.
fn offer_first_steps(
    mut commands: Commands,
    (game, store): (Res<Match>, Option<Res<Store>>),
    first: Option<Res<FirstStart>>,
    mut settings: ResMut<Settings>,
    mut facts: FactReader,
) {
    let (board, is_begun) = (game.record().board(), facts.any(MatchFact::is_begun));
    let is_played = game.record().ply() >= FIRST_PLIES;
    if first.is_some() && is_played && !is_begun {
        settings.known_boards.add(board);
    }
    let is_new = !is_played
        && !settings.known_boards.contains(board)
        && board.id().parse::<Variant>().is_ok();
    match first {
        None if is_begun && is_new && store.is_some() => commands.insert_resource(FirstStart),
        Some(_) if !is_new => commands.remove_resource::<FirstStart>(),
        _ => {}
    }
}
