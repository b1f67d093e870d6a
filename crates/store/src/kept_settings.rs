//! The settings as the next start finds them: with the board and the computer player of now.

use bevy::prelude::*;

use super::settings::Settings;
use super::store::Store;
use icochess_base::schedule::AppSystems;
use icochess_play::computer::Computer;
use icochess_play::game::Match;
use icochess_play::game::seating::Seating;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Settings>().add_systems(
        Update,
        (
            keep_variant.run_if(resource_changed::<Match>),
            keep_computer.run_if(resource_changed::<Computer>),
            save_settings.run_if(resource_changed::<Settings>),
        )
            .chain()
            .in_set(AppSystems::Feedback),
    );
}

/// The next start is on the board that was played on last, unless that is one
/// which the program does not know by itself.
fn keep_variant(game: Res<Match>, mut settings: ResMut<Settings>) {
    if let Ok(variant) = game.record().board().id().parse()
        && settings.variant != variant
    {
        settings.variant = variant;
    }
}

/// Keeps changes of the computer player as settings; that it leaves a game of two people to them is
/// none.
fn keep_computer(computer: Res<Computer>, game: Res<Match>, mut settings: ResMut<Settings>) {
    let mut kept = computer.clone();
    if Seating::of(game.record()).is_for_two() {
        kept.play_as(&settings.computer);
    }
    if settings.computer != kept {
        settings.computer = kept;
    }
}

/// Writes the settings, but not as they were read.
fn save_settings(settings: Res<Settings>, store: Option<Res<Store>>, mut is_begun: Local<bool>) {
    let Some(store) = store else {
        return;
    };
    let as_read = || {
        store
            .read_settings()
            .is_ok_and(|(read, _)| read == *settings)
    };
    if *is_begun || !as_read() {
        store.write_settings(settings.clone());
    }
    *is_begun = true;
}
