//! Pauses the clock while a page, a puzzle or an ending hides the game, if the setting is on.

use bevy::prelude::*;

use super::screen::Screens;
use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_board::endings::EndingPractice;
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
    clock: Res<GameClock>,
    (puzzles, endings): (Res<Puzzles>, Res<EndingPractice>),
    mut requests: MessageWriter<ClockRequest>,
) {
    let Some(clock) = clock.get() else {
        return;
    };
    // In the headset the panel doesn't hide the board.
    let is_hidden = *display.get() == Display::Flat && screens.shown().hides_game();
    let is_practised = puzzles.puzzle().is_some() || endings.class().is_some();
    let is_stopped = settings.clock_stops_in_menus && (is_hidden || is_practised);
    if is_stopped == clock.pauses().contains(Pause::Menu) {
        return;
    }
    requests.write(if is_stopped {
        ClockRequest::Pause(Pause::Menu)
    } else {
        ClockRequest::Release(Pause::Menu)
    });
}
