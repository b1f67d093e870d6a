//! How the game has ended, and what comes next.

use super::plates::points;
use super::{game, page};
use crate::ui::commands::command::Command;
use crate::ui::kit::build::Ui;
use crate::ui::kit::control_style::ControlStyle;
use crate::ui::state::screen::Screen;
use crate::ui::state::ui_state::UiState;
use crate::ui::style::theme;
use crate::ui::style::theme::Size;
use crate::ui::text::status::StatusLine;
use crate::ui::text::terms;
use icochess_message::{Msg, msg};
use icochess_rules::Side;

pub(super) fn build(ui: &mut Ui) {
    page::card(ui, "announcement", |ui| {
        ui.status(StatusLine::Headline, Size::Display, theme::TEXT);
        ui.status(StatusLine::Detail, Size::Heading, theme::WARNING);
        ui.status(StatusLine::LastMove, Size::Small, theme::FAINT);
        ui.shown_if(|state| state.series.course().is_some(), series);
        ui.shown_if(
            |state| state.pairings.next_pairing().is_some(),
            |ui| {
                ui.command_saying(Command::NextPairing, |state| {
                    let pairing = state.pairings.next_pairing();
                    pairing.map_or(Command::NextPairing.info().label, |[white, black]| {
                        msg!("next-is", white = white, black = black)
                    })
                });
            },
        );
        ui.middle_row(10.0, |ui| {
            ui.command_as(Command::Rematch, ControlStyle::Primary);
            ui.command(Command::Open(Screen::Game));
            ui.command(Command::Open(Screen::Moves));
            ui.command(Command::Open(Screen::NewGame));
            ui.command(Command::Open(Screen::Home));
        });
    });
}

/// How a series of games stands, and how it goes on.
fn series(ui: &mut Ui) {
    ui.says(Size::Heading, theme::TEXT, score);
    ui.shown_if(
        |state| state.series.is_waiting(),
        |ui| {
            ui.middle_row(10.0, |ui| {
                ui.command_as(Command::NextGame, ControlStyle::Primary);
                game::pause(ui);
                ui.command(Command::EndSeries);
            });
        },
    );
}

/// "Game 2 of 10: Strong 5 1½ – ½ Value 3", the first player first.
fn score(state: &UiState) -> Msg {
    let Some(course) = state.series.course() else {
        return Msg::nothing();
    };
    let name = |side: Side| {
        let player = state.computer.of(side);
        msg!(
            "algorithm-and-level",
            algorithm = terms::algorithm(player.algorithm),
            level = player.level
        )
    };
    let (first, second) = (course.first(), !course.first());
    let [one, other] = [first, second].map(|side| points(course.half_points(side)));
    msg!(
        "series-score",
        number = course.number(),
        games = course.games(),
        first = name(first),
        second = name(second),
        score = format!("{one} – {other}")
    )
}
