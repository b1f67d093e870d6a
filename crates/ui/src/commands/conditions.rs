//! The conditions under which commands can be given, or are asked back about.

use super::actions::{Resigner, who_may_resign};
use crate::state::screen::{Question, Screen};
use crate::state::sides;
use crate::state::ui_state::UiState;
use icochess_base::display::Display;
use icochess_base::platform::HAS_WINDOW_BESIDE;
use icochess_play::computer;
use icochess_rules::Side;
use icochess_shape::{Hold, Map};

pub(super) fn is_computers(state: &UiState) -> bool {
    computer::is_to_move(&state.computer, &state.game)
}

pub(super) fn goes_on(state: &UiState) -> bool {
    state.game.outcome().is_none()
}

/// Whether the computer can play on the board.
pub(super) fn has_engine(state: &UiState) -> bool {
    state.boards.engine(state.game.record().board()).is_some()
}

/// Whether moves that were taken back can still be played again.
pub(super) fn has_moves(state: &UiState) -> bool {
    !state.game.record().line().is_empty()
}

pub(super) fn is_begun(state: &UiState) -> bool {
    state.game.record().ply() > 0
}

pub(super) fn is_followed(state: &UiState) -> bool {
    let record = state.game.record();
    record.ply() < record.line().len()
}

/// The question that is asked before somebody resigns; `None` if nobody may.
pub(super) fn resigns(state: &UiState) -> Option<Question> {
    match who_may_resign(&state.game, &state.computer)? {
        Resigner::Side(side) => Some(Question::Resign(side)),
        Resigner::Either => Some(Question::WhoResigns),
    }
}

pub(super) fn may_resign(state: &UiState, side: Side) -> bool {
    match who_may_resign(&state.game, &state.computer) {
        None => false,
        Some(Resigner::Side(one)) => one == side,
        Some(Resigner::Either) => true,
    }
}

/// Asks once more, unless the side was just chosen as the one that resigns.
pub(super) fn asks_resign(state: &UiState, side: Side) -> Option<Question> {
    let is_chosen = state.screens.shown() == Screen::Confirm(Question::WhoResigns);
    (!is_chosen).then_some(Question::Resign(side))
}

/// Whether another player may take a side of the game now.
pub(super) fn may_change_sides(state: &UiState) -> bool {
    sides::may_change(&state.game, &state.handover, *state.at_window)
}

/// Whether the computer may take a side of the game now.
pub(super) fn may_take_over(state: &UiState) -> bool {
    may_change_sides(state) && sides::may_take_over(&state.game, &state.clock)
}

/// Whether the board has first steps to show. Where each of two people has a display, the other
/// one would see them, too.
pub(super) fn has_tutorial(state: &UiState) -> bool {
    let shape = state.shape.as_ref();
    shape.is_some_and(|shape| !shape.tutorial.is_empty()) && state.at_window.0.is_none()
}

/// Whether the board hides a part of itself, and so has a map.
pub(super) fn has_map(state: &UiState) -> bool {
    state.shape.as_ref().is_some_and(|shape| Map::is_of(shape))
}

/// Whether there is a window beside a headset, which may show the board, too.
pub(super) fn has_window_beside(state: &UiState) -> bool {
    HAS_WINDOW_BESIDE && *state.display.get() == Display::Headset
}

/// Whether the board is a ball, which hides its far half.
pub(super) fn is_ball(state: &UiState) -> bool {
    let shape = state.shape.as_ref();
    shape.is_some_and(|shape| shape.hold == Hold::Ball)
}

/// Whether beginning another game would end one that is going on.
pub(super) fn ends_game(state: &UiState) -> bool {
    state.game.end().is_none() && has_moves(state)
}
