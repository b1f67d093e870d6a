//! The photo mode's requests and progress. Meanwhile pointers turn the board, but pick and mark
//! nothing on it.

use bevy::prelude::*;

use super::screen::{Screen, ScreenSystems, Screens};
use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::taught::Taught;
use icochess_play::interaction::{Hovered, PickMode};

/// Request to the photo mode.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhotoRequest {
    /// Save a picture of the board.
    Picture,
    /// Film the game, or stop filming.
    Film,
}

/// Current work of the photo mode.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum PhotoWork {
    /// Nothing.
    #[default]
    Idle,
    /// A film is being shot.
    Filming,
    /// A picture is being taken, or a file encoded and written.
    Saving,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PhotoWork>()
        .add_message::<PhotoRequest>()
        .add_systems(
            Update,
            (
                clear_hover
                    .run_if(is_open.and_then(resource_changed::<Hovered>))
                    .in_set(AppSystems::Input),
                close
                    .run_if(state_changed::<Display>.and_then(is_open))
                    .in_set(AppSystems::Input),
                lock_board
                    .run_if(resource_changed::<Screens>.or_else(resource_changed::<PickMode>))
                    .after(ScreenSystems)
                    .in_set(AppSystems::Feedback),
            ),
        );
}

fn is_open(screens: Res<Screens>) -> bool {
    screens.shown() == Screen::Photo
}

/// Closes the mode when a headset takes over, or gives the window back.
fn close(mut screens: ResMut<Screens>) {
    screens.forget(Screen::Photo);
}

fn clear_hover(mut hovered: ResMut<Hovered>) {
    hovered.set_if_neq(Hovered::default());
}

/// Ignores picks in the match while the mode is open.
fn lock_board(
    (screens, taught): (Res<Screens>, Res<Taught>),
    mut pick_mode: ResMut<PickMode>,
    mut is_locked: Local<bool>,
) {
    if is_open(screens) {
        if matches!(*pick_mode, PickMode::Match) {
            *pick_mode = PickMode::Nothing;
            *is_locked = true;
        }
    } else if std::mem::take(&mut *is_locked)
        && matches!(*pick_mode, PickMode::Nothing)
        && !taught.is_on()
    {
        *pick_mode = PickMode::Match;
    }
}
