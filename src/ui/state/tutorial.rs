//! The first steps are on the board as long as their page is open.

use bevy::prelude::*;

use super::screen::{PanelShown, Screen, ScreenSystems, Screens};
use crate::board::tutorial::{Tutorial, TutorialRequest};
use crate::display::Display;
use crate::save::FirstStart;
use crate::schedule::AppSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        follow.after(ScreenSystems).in_set(AppSystems::Feedback),
    );
}

/// Who leaves the page, or puts the panel away, wants to play. Where another game has come, the
/// page has nothing more to show.
fn follow(
    mut commands: Commands,
    mut screens: ResMut<Screens>,
    (display, panel): (Res<State<Display>>, Option<Res<PanelShown>>),
    tutorial: Res<Tutorial>,
    first: Option<Res<FirstStart>>,
    mut was_wanted: Local<bool>,
    mut requests: MessageWriter<TutorialRequest>,
) {
    let is_put_away = *display.get() == Display::Headset && panel.is_some_and(|panel| !panel.0);
    let is_wanted = screens.shown() == Screen::Tutorial && !is_put_away;
    if std::mem::replace(&mut *was_wanted, is_wanted) != is_wanted {
        if is_wanted && first.is_some() {
            commands.remove_resource::<FirstStart>();
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
