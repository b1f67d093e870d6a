//! The first steps are on the board as long as their page is open.

use bevy::prelude::*;

use super::screen::{PanelShown, Screen, ScreenSystems, Screens};
use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_board::tutorial::{Tutorial, TutorialRequest};
use icochess_play::game::Match;
use icochess_store::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        follow.after(ScreenSystems).in_set(AppSystems::Feedback),
    );
}

/// Begins the first steps with their page, and ends them when the player leaves it or puts the
/// panel away, and so wants to play. Where another game has come, the page has nothing more to
/// show.
fn follow(
    (game, mut settings): (Res<Match>, ResMut<Settings>),
    mut screens: ResMut<Screens>,
    (display, panel): (Res<State<Display>>, Option<Res<PanelShown>>),
    tutorial: Res<Tutorial>,
    mut was_wanted: Local<bool>,
    mut requests: MessageWriter<TutorialRequest>,
) {
    let is_put_away = *display.get() == Display::Headset && panel.is_some_and(|panel| !panel.0);
    let is_wanted = screens.shown() == Screen::Tutorial && !is_put_away;
    if std::mem::replace(&mut *was_wanted, is_wanted) != is_wanted {
        // They are done or dismissed, unless a game on another board has ended them.
        if !is_wanted && (tutorial.is_on() || tutorial.is_over()) {
            settings.known_boards.add(game.record().board());
        }
        requests.write(if is_wanted {
            TutorialRequest::Begin
        } else {
            TutorialRequest::Leave
        });
    } else if is_wanted && tutorial.is_changed() && !tutorial.is_on() && !tutorial.is_over() {
        screens.open(Screen::Game);
    }
}
