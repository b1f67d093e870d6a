//! Turn in a game over a network that comes while the player looks elsewhere.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::screen::{Screen, Screens};
use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_board::feedback::table::FeedbackKind;
use icochess_board::feedback::{FeedbackEvent, FeedbackLocation, FeedbackRequested};
use icochess_message::msg;
use icochess_play::game::Match;
use icochess_play::game::remote::{Phase, RemoteView};
use icochess_store::Notice;

/// Whether the player's turn came while they looked elsewhere, and they haven't looked since.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct UnseenTurn(pub bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<UnseenTurn>().add_systems(
        Update,
        announce_turn
            .run_if(
                resource_changed::<Match>
                    .or_else(resource_changed::<RemoteView>)
                    .or_else(resource_changed::<Screens>)
                    .or_else(is_window_changed),
            )
            .after(super::friend::FriendSystems)
            .in_set(AppSystems::Scene),
    );
}

fn is_window_changed(windows: Query<(), (Changed<Window>, With<PrimaryWindow>)>) -> bool {
    !windows.is_empty()
}

/// Announces the player's turn with a sound while they look elsewhere.
fn announce_turn(
    (game, view): (Res<Match>, Res<RemoteView>),
    (screens, display): (Res<Screens>, Res<State<Display>>),
    windows: Query<&Window, With<PrimaryWindow>>,
    mut was_own: Local<bool>,
    mut unseen: ResMut<UnseenTurn>,
    mut notices: MessageWriter<Notice>,
    mut feedback: MessageWriter<FeedbackRequested>,
) {
    let is_playing = view.phase == Some(Phase::Playing);
    let is_own = is_playing
        && game
            .remote_side()
            .is_some_and(|side| game.as_played().position().turn() == side);
    let is_new = !std::mem::replace(&mut *was_own, is_own) && is_own;
    let is_focused = windows.iter().all(|window| window.focused);
    let is_here = is_focused || *display.get() == Display::Headset;
    let looks = is_here && screens.shown() == Screen::Game;
    if is_new && !looks {
        notices.write(Notice(msg!("your-turn")));
        feedback.write(FeedbackRequested(FeedbackEvent {
            kind: FeedbackKind::YourTurn,
            by: None,
            at: FeedbackLocation::Nowhere,
        }));
    }
    let is_unseen = is_own && !looks && (is_new || unseen.0);
    unseen.set_if_neq(UnseenTurn(is_unseen));
}
