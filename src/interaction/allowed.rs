//! Whose pointers may move pieces, where each of two people has a display.

use bevy::picking::pointer::PointerId;

use super::selecting::acts_on_press;
use crate::computer::beside::AtWindow;
use crate::game::Match;
use crate::schedule::Display;

/// Is the move for who sits at the other display? A game that is over is nobody's.
pub(super) fn is_others_turn(at_window: AtWindow, game: &Match, by: PointerId) -> bool {
    // Hands point in the headset, mouse and touch in the window.
    let display = if acts_on_press(by) {
        Display::Headset
    } else {
        Display::Flat
    };
    game.outcome().is_none() && !at_window.may_play(display, game.position().turn())
}
