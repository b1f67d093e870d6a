//! Passthrough, in a session that shows the real room where the picture is transparent.

use bevy::prelude::*;

use super::session::LatestFrame;
use icochess_base::display::PassthroughAvailable;
use icochess_base::schedule::AppSystems;
use icochess_board::room::surroundings::Surroundings;
use icochess_store::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, apply_setting.in_set(AppSystems::Input));
}

/// Applies the passthrough setting, if the session supports passthrough. That is known once the
/// session begins.
fn apply_setting(
    newest: Res<LatestFrame>,
    settings: Res<Settings>,
    mut available: ResMut<PassthroughAvailable>,
    mut surroundings: ResMut<Surroundings>,
) {
    let offer = newest.frame.passthrough();
    available.set_if_neq(offer);
    let is_seen = offer == PassthroughAvailable::Now;
    surroundings.set_if_neq(Surroundings::of(settings.passthrough && is_seen));
}
