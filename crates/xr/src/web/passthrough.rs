//! The real room in place of ours, in a session that shows it where nothing is drawn.

use bevy::prelude::*;

use super::session::LatestFrame;
use icochess_base::display::PassthroughAvailable;
use icochess_base::schedule::AppSystems;
use icochess_board::room::surroundings::Surroundings;
use icochess_store::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.in_set(AppSystems::Input));
}

/// Shows what the players want, if the session has it: whether it does is known when it begins.
fn show(
    told: Res<LatestFrame>,
    settings: Res<Settings>,
    mut there: ResMut<PassthroughAvailable>,
    mut around: ResMut<Surroundings>,
) {
    let offer = told.frame.passthrough();
    there.set_if_neq(offer);
    let is_seen = offer == PassthroughAvailable::Now;
    around.set_if_neq(Surroundings::of(settings.passthrough && is_seen));
}
