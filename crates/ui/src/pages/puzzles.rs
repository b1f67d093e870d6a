//! The puzzles of the board: the task, the answer to the player's move, and the player's score.

use bevy::prelude::*;

use super::{page, tutorial};
use crate::commands::command::Command;
use crate::kit::act::Act;
use crate::kit::bind::EnabledIf;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::screen::Screen;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::words::in_words;
use icochess_board::puzzles::{Goal, Phase, PuzzleRequest};
use icochess_message::{Msg, msg};
use icochess_rules::Side;
use icochess_shape::Task;

/// Adds the page. The board stays visible, because the puzzles are solved there.
pub(super) fn build(ui: &mut Ui) {
    let on = ui.on;
    let fill = move |ui: &mut Ui| {
        ui.bound_text(Size::Small, theme::FAINT, score);
        ui.announced_text(Size::Heading, theme::TEXT, task);
        ui.shown_if(
            |state| is_in(state, &[Phase::Solving]),
            |ui| {
                ui.bound_text(Size::Body, theme::FAINT, move |state| {
                    tutorial::how(Task::Win, on, state)
                });
            },
        );
        ui.announced_text(Size::Body, theme::TEXT, answer);
        ui.row(8.0, |ui| {
            ui.shown_if(
                |state| is_in(state, &[Phase::Refuting, Phase::Refuted]),
                |ui| button(ui, msg!("try-again"), PuzzleRequest::TryAgain),
            );
            ui.shown_if(
                |state| {
                    let unsolved = [Phase::Solving, Phase::Refuting, Phase::Refuted];
                    is_in(state, &unsolved)
                },
                |ui| button(ui, msg!("puzzle-solution"), PuzzleRequest::ShowSolution),
            );
        });
        choices(ui, |state, ui| {
            if !has_begun(state) {
                ui.row(8.0, |ui| puzzle_buttons(ui, ControlStyle::Primary));
            }
        });
    };
    page::page_beside(ui, msg!("puzzles"), fill, foot);
}

fn foot(ui: &mut Ui) {
    choices(ui, |state, ui| {
        ui.row(8.0, |ui| {
            if has_begun(state) {
                puzzle_buttons(ui, ControlStyle::Button);
            }
            let game = Command::Open(Screen::Game);
            ui.button_for(msg!("come-back"), ControlStyle::Button, game);
        });
    });
}

/// Adds a part that is rebuilt when the first puzzle begins. Until then, the puzzle buttons are
/// below the text; later they are at the foot, where the text doesn't move them.
fn choices(ui: &mut Ui, fill: impl Fn(&UiState, &mut Ui) + Send + Sync + 'static) {
    let node = Node {
        flex_direction: FlexDirection::Column,
        ..default()
    };
    ui.filled(node, |state| u64::from(has_begun(state)), fill);
}

fn has_begun(state: &UiState) -> bool {
    state.puzzles.task().is_some()
}

fn puzzle_buttons(ui: &mut Ui, style_of_daily: ControlStyle) {
    let may = EnabledIf::new(|state| !state.puzzles.is_empty());
    let daily = (asks(PuzzleRequest::Daily), may);
    ui.button(msg!("puzzle-daily"), style_of_daily, daily);
    let may = EnabledIf::new(|state| state.puzzles.may_go_on());
    let next = (asks(PuzzleRequest::Next), may);
    ui.button(msg!("puzzle-next"), ControlStyle::Button, next);
}

fn asks(request: PuzzleRequest) -> Act {
    Act::new(move |world| {
        world.write_message(request);
    })
}

fn button(ui: &mut Ui, label: Msg, request: PuzzleRequest) {
    ui.button(label, ControlStyle::Button, asks(request));
}

/// Returns whether the puzzle on the board is in one of these phases.
fn is_in(state: &UiState, phases: &[Phase]) -> bool {
    let phase = state.puzzles.phase();
    phase.is_some_and(|phase| phases.contains(&phase))
}

fn score(state: &UiState) -> Msg {
    let score = state.effective.puzzles.of(state.game.record().board());
    // A rating has no separator of thousands.
    let rating = score.rating.to_string();
    let rating = match state.puzzles.change() {
        Some(change) => format!("{rating} ({change:+})"),
        None => rating,
    };
    msg!(
        "puzzles-score",
        rating = rating,
        solved = score.solved,
        attempts = score.attempts
    )
}

/// Returns the task, or how to begin.
fn task(state: &UiState) -> Msg {
    let puzzles = &state.puzzles;
    match puzzles.task() {
        Some((side, Goal::Mate(count))) => msg!("puzzle-mate", side = side, count = count),
        Some((side, Goal::Win(count))) => msg!("puzzle-win", side = side, count = count),
        Some((side, Goal::Best)) => msg!("puzzle-best", side = side),
        None if puzzles.has_none() => msg!("puzzles-none"),
        None => msg!("puzzles-choose"),
    }
}

/// Returns the answer to the player's last move.
fn answer(state: &UiState) -> Msg {
    let puzzles = &state.puzzles;
    let motif = puzzles.puzzle().map_or("", |puzzle| puzzle.motif.word());
    match puzzles.phase() {
        Some(Phase::Solving) => reply(state).map_or_else(
            Msg::nothing,
            |(side, words)| msg!("puzzle-next-move", side = side, move = words),
        ),
        Some(Phase::Replying) => msg!("puzzle-right"),
        Some(Phase::Refuting) => msg!("puzzle-wrong"),
        Some(Phase::Refuted) => reply(state).map_or_else(
            || msg!("puzzle-wrong"),
            |(side, words)| msg!("puzzle-refuted", side = side, move = words),
        ),
        Some(Phase::Solved) => msg!("puzzle-solved", motif = motif),
        Some(Phase::Shown) => msg!("puzzle-shown", motif = motif),
        Some(Phase::Showing) | None => Msg::nothing(),
    }
}

/// Returns the other side and its move, if that was the last one.
fn reply(state: &UiState) -> Option<(Side, Msg)> {
    let record = state.taught.game(&state.game).record();
    let ply = record.ply().checked_sub(1)?;
    let (mv, before) = (*record.line().get(ply)?, record.position_at(ply)?);
    let (solver, _) = state.puzzles.task()?;
    let (side, words) = (before.turn(), in_words(before, mv));
    (side != solver).then_some((side, words))
}
