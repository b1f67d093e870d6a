//! The place to which a player has moved the board, kept for the next time.

use bevy::prelude::*;

use super::effective::EffectiveSettings;
use super::players::Players;
use super::settings::Settings;
use crate::board::stage::fit::Fit;
use crate::board::turning::placing::BoardMoved;
use icochess_base::schedule::AppSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        keep.run_if(on_message::<BoardMoved>)
            .in_set(AppSystems::Feedback),
    );
}

/// Keeps the place as a setting of who is at the game, or where nobody is known, of all.
fn keep(
    fit: Res<Fit>,
    effective: Res<EffectiveSettings>,
    (mut settings, mut players): (ResMut<Settings>, ResMut<Players>),
) {
    match effective.player() {
        Some(name) => players.change(name, |player| {
            for (setting, value) in [
                ("board_size", fit.size),
                ("board_distance", fit.farther),
                ("board_height", fit.higher),
            ] {
                player.set_own(setting, Some(value.into()));
            }
        }),
        None => {
            settings.board_size = fit.size;
            settings.board_distance = fit.farther;
            settings.board_height = fit.higher;
        }
    }
}
