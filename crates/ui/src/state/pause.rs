//! Pauses the clock while a page or a puzzle hides the game, if the setting is on.

use bevy::prelude::*;

use super::screen::Screens;
use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_board::puzzles::Puzzles;
use icochess_core::clock::Pause;
use icochess_play::game::clock::GameClock;
use icochess_play::game::messages::ClockRequest;
use icochess_store::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, request_pause.in_set(AppSystems::Input));
}

/// Requests or releases the pause when needed. Comparing states covers the clock of a newly loaded
/// game as well.
fn request_pause(
    (screens, settings): (Res<Screens>, Res<Settings>),
    display: Res<State<Display>>,
    (clock, puzzles): (Res<GameClock>, Res<Puzzles>),
    mut requests: MessageWriter<ClockRequest>,
) {
    let Some(clock) = clock.get() else {
        return;
    };
    // In the headset the panel doesn't hide the board.
    let is_hidden = *display.get() == Display::Flat && screens.shown().hides_game();
    let is_stopped = settings.clock_stops_in_menus && (is_hidden || puzzles.puzzle().is_some());
    if is_stopped == clock.pauses().contains(Pause::Menu) {
        return;
    }
    requests.write(if is_stopped {
        ClockRequest::Pause(Pause::Menu)
    } else {
        ClockRequest::Release(Pause::Menu)
    });
}
