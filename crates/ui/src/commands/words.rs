//! The words of command buttons that depend on the program state.

use super::actions::is_paused;
use crate::state::photo::PhotoWork;
use crate::state::ui_state::UiState;
use crate::text::words::person;
use icochess_message::{Msg, msg};
use icochess_rules::{DrawReason, Side};

pub(super) fn apart(state: &UiState) -> Msg {
    if state.opened.is_apart {
        msg!("put-together")
    } else {
        msg!("take-apart")
    }
}

pub(super) fn pause(state: &UiState) -> Msg {
    if is_paused(*state.paused, &state.clock, &state.series) {
        msg!("go-on")
    } else {
        msg!("pause")
    }
}

pub(super) fn film(state: &UiState) -> Msg {
    if *state.photo == PhotoWork::Filming {
        msg!("stop")
    } else {
        msg!("film-game")
    }
}

/// Returns the effect of requesting a draw.
pub(super) fn draw(state: &UiState) -> Msg {
    match state.game.draw_on_request(state.game.position().turn()) {
        Some(DrawReason::Agreement) => msg!("agree-to-draw"),
        Some(_) => msg!("claim-draw"),
        None => msg!("offer-draw"),
    }
}

/// Returns who resigns, by name if known.
pub(super) fn resigns(state: &UiState, side: Side) -> Msg {
    let name = person(&state.game, side);
    name.map_or(msg!("resigns", side = side), |name| {
        msg!("resigns-named", name = name)
    })
}

pub(super) fn next_pairing(state: &UiState) -> Msg {
    let pairing = state.pairings.next_pairing();
    pairing.map_or(msg!("next-pairing"), |[white, black]| {
        msg!("next-is", white = white, black = black)
    })
}

/// Returns "evaluate", or the progress of the running evaluation.
pub(super) fn evaluate(state: &UiState) -> Msg {
    let analysis = &state.analysis;
    if analysis.is_running {
        msg!("stop-at", done = analysis.done, total = analysis.total)
    } else {
        msg!("evaluate")
    }
}
