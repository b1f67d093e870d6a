//! The result of the game, and the next steps.

use super::game::AtEdge;
use super::page;
use super::plates::points;
use crate::commands::command::Command;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::screen::{Screen, Surface};
use crate::state::status::StatusLine;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::terms;
use icochess_message::{Msg, msg};
use icochess_rules::Side;

pub(super) fn build(ui: &mut Ui) {
    match ui.on {
        // The board with the final position stays visible.
        Surface::Window => {
            let card = page::card_beside(ui, "announcement", |ui| {
                summary(ui);
                ui.middle_row(10.0, next);
            });
            ui.also(card, AtEdge::Result);
        }
        // The next steps are next to the result.
        Surface::Panel | Surface::Plate => page::card(ui, "announcement", |ui| {
            ui.side_by_side(|ui| {
                ui.share(1.6, |ui| ui.group_card(summary));
                ui.share(1.0, next);
            });
        }),
    }
}

/// Adds the result of the game.
fn summary(ui: &mut Ui) {
    let size = match ui.on {
        Surface::Window => Size::Display,
        Surface::Panel | Surface::Plate => Size::Title,
    };
    ui.status(StatusLine::Headline, size);
    ui.status(StatusLine::Detail, Size::Heading);
    ui.status(StatusLine::LastMove, Size::Small);
    ui.shown_if(|state| state.series.course().is_some(), series);
    ui.shown_if(
        |state| state.pairings.next_pairing().is_some(),
        |ui| {
            ui.command(Command::NextPairing);
        },
    );
}

/// Adds the buttons for continuing after a game. While a series waits, the main button starts its
/// next game instead of a rematch.
fn next(ui: &mut Ui) {
    ui.shown_if(
        |state| !state.series.is_waiting(),
        |ui| {
            ui.command_as(Command::Rematch, ControlStyle::Primary);
        },
    );
    // In the window the board is already visible.
    let leave = match ui.on {
        Surface::Window => msg!("close"),
        Surface::Panel | Surface::Plate => msg!("see-board"),
    };
    let board = Command::Open(Screen::Game);
    ui.button_for(leave, ControlStyle::Button, board);
    for screen in [Screen::Moves, Screen::NewGame, Screen::Home] {
        ui.command(Command::Open(screen));
    }
}

/// Adds the score of a series of games, and its next steps.
fn series(ui: &mut Ui) {
    ui.bound_text(Size::Heading, theme::TEXT, score);
    ui.shown_if(
        |state| state.series.is_waiting(),
        |ui| {
            ui.middle_row(10.0, |ui| {
                ui.command_as(Command::NextGame, ControlStyle::Primary);
                ui.tool(Command::Pause, ControlStyle::Button);
                ui.command(Command::EndSeries);
            });
        },
    );
}

/// Formats the score: "Game 2 of 10. Strong 5: 1½ · Material 3: ½", with the first player first.
fn score(state: &UiState) -> Msg {
    let Some(course) = state.series.course() else {
        return Msg::nothing();
    };
    let name = |side: Side| terms::algorithm_and_level(state.computer.of(side));
    let (first, second) = (course.first(), !course.first());
    let [one, other] = [first, second].map(|side| points(course.half_points(side)));
    msg!(
        "series-score",
        number = course.number(),
        games = course.games(),
        first = name(first),
        one = one,
        second = name(second),
        other = other
    )
}
