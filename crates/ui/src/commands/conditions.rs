//! Conditions of commands, and of their confirmation.

use super::actions::{Resigner, resigner};
use crate::state::photo::PhotoWork;
use crate::state::screen::{Question, Screen};
use crate::state::sides;
use crate::state::ui_state::UiState;
use icochess_base::display::Display;
use icochess_base::platform::HAS_WINDOW_BESIDE;
use icochess_boards::Variant;
use icochess_play::computer;
use icochess_rules::Side;
use icochess_shape::{Hold, Map};

pub(super) fn is_computers(state: &UiState) -> bool {
    computer::is_to_move(&state.computer, &state.game)
}

/// Returns whether the game is in progress and its referee is a server.
pub(super) fn is_remote(state: &UiState) -> bool {
    state.game.is_remote()
}

pub(super) fn is_unfinished(state: &UiState) -> bool {
    state.game.outcome().is_none()
}

/// Returns whether the computer can play on the board.
pub(super) fn has_engine(state: &UiState) -> bool {
    state.boards.engine(state.game.record().board()).is_some()
}

/// Returns whether the human to move may ask the computer for help, which is off against a friend
/// in another place.
pub(super) fn may_ask_computer(state: &UiState) -> bool {
    state.computer.hints
        && !state.clock.refuses_moves()
        && is_unfinished(state)
        && !is_computers(state)
        && !is_remote(state)
        && has_engine(state)
}

/// Returns whether the game has moves, including those taken back.
pub(super) fn has_moves(state: &UiState) -> bool {
    !state.game.record().line().is_empty()
}

pub(super) fn is_begun(state: &UiState) -> bool {
    state.game.record().ply() > 0
}

/// Returns whether a move can be taken back. A friend in another place must first have seen one.
pub(super) fn may_undo(state: &UiState) -> bool {
    let game = &state.game;
    match game.remote_side() {
        Some(side) if !game.is_looking_back() => game.plies_to_take_back(side).is_some(),
        None if game.is_remote() && !game.is_looking_back() => false,
        _ => game.can_undo(),
    }
}

pub(super) fn is_followed(state: &UiState) -> bool {
    let record = state.game.record();
    record.ply() < record.line().len()
}

/// Returns the question before resigning; `None` if no one can.
pub(super) fn resigns(state: &UiState) -> Option<Question> {
    match resigner(&state.game, &state.computer)? {
        Resigner::Side(side) => Some(Question::Resign(side)),
        Resigner::Either => Some(Question::WhoResigns),
    }
}

pub(super) fn may_resign(state: &UiState, side: Side) -> bool {
    match resigner(&state.game, &state.computer) {
        None => false,
        Some(Resigner::Side(one)) => one == side,
        Some(Resigner::Either) => true,
    }
}

/// Returns the question before a side resigns; `None` if the player has just chosen the resigning
/// side.
pub(super) fn resign_question(state: &UiState, side: Side) -> Option<Question> {
    let is_chosen = state.screens.shown() == Screen::Confirm(Question::WhoResigns);
    (!is_chosen).then_some(Question::Resign(side))
}

/// Returns whether the players of the game can change now.
pub(super) fn may_change_sides(state: &UiState) -> bool {
    sides::may_change(&state.game, &state.handover, *state.at_window)
}

/// Returns whether the computer can take over a side now.
pub(super) fn may_take_over(state: &UiState) -> bool {
    may_change_sides(state) && sides::may_take_over(&state.game, &state.clock)
}

/// Returns whether the board has a tutorial. Two people with a display each don't get one, because
/// both would see it; nor does a game with a friend, which would go on behind it.
pub(super) fn has_tutorial(state: &UiState) -> bool {
    let shape = state.shape.as_ref();
    let has_some = shape.is_some_and(|shape| !shape.tutorial.is_empty());
    has_some && state.at_window.0.is_none() && !is_remote(state)
}

/// Returns whether the board has puzzles. Two people with a display each would both see them.
pub(super) fn has_puzzles(state: &UiState) -> bool {
    let board = state.game.record().board();
    let mut variants = Variant::ALL.into_iter();
    let variant = variants.find(|variant| variant.id() == board.id());
    variant.is_some_and(Variant::has_puzzles) && state.at_window.0.is_none() && !is_remote(state)
}

/// Returns whether the board has endings to practise. Two people with a display each would both
/// see them.
pub(super) fn has_endings(state: &UiState) -> bool {
    let shape = state.shape.as_ref();
    let has_some = shape.is_some_and(|shape| !shape.endings.is_empty());
    computer::endings::SolvedEndings::CAN_SOLVE
        && has_some
        && state.at_window.0.is_none()
        && !is_remote(state)
}

/// Returns whether the board hides a part of itself, which the map shows.
pub(super) fn has_map(state: &UiState) -> bool {
    state.shape.as_ref().is_some_and(|shape| Map::is_of(shape))
}

/// Returns whether the headset game also has a window, which can show the board.
pub(super) fn has_window_beside(state: &UiState) -> bool {
    HAS_WINDOW_BESIDE && *state.display.get() == Display::Headset
}

/// Returns whether the players use the window.
pub(super) fn is_in_window(state: &UiState) -> bool {
    *state.display.get() == Display::Flat
}

/// Returns whether the photo mode is open, and has time for a picture.
pub(super) fn may_take_picture(state: &UiState) -> bool {
    state.screens.shown() == Screen::Photo && *state.photo == PhotoWork::Idle
}

/// Returns whether filming can begin or stop. A film could cost a player with a clock the game.
pub(super) fn may_film(state: &UiState) -> bool {
    let has_time = state.clock.get().is_none() || state.game.end().is_some();
    *state.photo == PhotoWork::Filming || may_take_picture(state) && has_moves(state) && has_time
}

/// Returns whether the board is a ball, which hides its far half.
pub(super) fn is_ball(state: &UiState) -> bool {
    let shape = state.shape.as_ref();
    shape.is_some_and(|shape| shape.hold == Hold::Ball)
}

/// Returns whether starting another game would end the current one. A game whose moves are all taken
/// back is as good as none.
pub(super) fn ends_game(state: &UiState) -> bool {
    let game = &state.game;
    game.end().is_none() && (is_begun(state) || game.is_looking_back())
}
