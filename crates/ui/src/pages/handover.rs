//! The handover page. Large text says who gets the headset, and how to confirm it.

use bevy::prelude::*;

use super::{page, plates};
use crate::commands::command::Command;
use crate::kit::bind::Fractions;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::screen::{Screen, Surface};
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::terms;
use crate::text::words::player_name;
use icochess_base::display::Display;
use icochess_core::handover::Phase;
use icochess_message::{Msg, msg};
use icochess_rules::Side;

pub(super) fn build(ui: &mut Ui) {
    page::card(ui, "handover", |ui| {
        let node = Node {
            width: percent(100),
            flex_direction: FlexDirection::Column,
            align_items: AlignItems::Center,
            row_gap: ui.px(10.0),
            ..default()
        };
        let key = |state: &UiState| {
            let player = state.handover.player();
            let name = player.map(|side| player_name(&state.game, side));
            let ready = (state.ready.is_long, state.ready.is_given);
            page::key((player, name, is_settling(state), ready))
        };
        ui.filled(node, key, fill);
    });
}

fn is_settling(state: &UiState) -> bool {
    matches!(state.handover.phase(), Some(Phase::Settle { .. }))
}

fn fill(state: &UiState, ui: &mut Ui) {
    let Some(side) = state.handover.player() else {
        return;
    };
    let name = player_name(&state.game, side);
    // A window can't be passed on, however the game was started.
    let passes = state.handover.passes() && *state.display.get() == Display::Headset;
    // The panel only has space for one line of this sentence.
    let large = match ui.on {
        Surface::Window => Size::Display,
        Surface::Panel | Surface::Plate => Size::Title,
    };
    if is_settling(state) {
        ui.text(large, theme::TEXT, name.clone());
        colour(ui, &name, side);
        let words = if passes {
            msg!("handover-sit")
        } else {
            msg!("handover-turns")
        };
        ui.text(Size::Body, theme::FAINT, words);
        ui.middle_row(10.0, |ui| {
            ui.button_for(msg!("start-now"), ControlStyle::Primary, Command::Ready);
            ui.button_for(msg!("not-me"), ControlStyle::Button, Command::PassOn);
        });
        return;
    }
    let is_given = ui.on != Surface::Window && state.ready.is_given;
    let to = match (passes, is_given) {
        (true, true) => msg!("hello-player", name = name.clone()),
        (true, false) => msg!("pass-headset", name = name.clone()),
        (false, _) => msg!("is-next", name = name.clone()),
    };
    ui.text(large, theme::TEXT, to);
    colour(ui, &name, side);
    match (passes, ui.on) {
        (true, Surface::Panel | Surface::Plate) => {
            let words = if state.ready.is_long {
                msg!("handover-panel-long")
            } else {
                msg!("handover-panel")
            };
            ui.text(Size::Body, theme::FAINT, words);
        }
        (true, Surface::Window) => {
            ui.text(Size::Body, theme::FAINT, msg!("handover-window"));
        }
        (false, _) => {}
    }
    if state.clock.get().is_some() {
        ui.text(Size::Body, theme::FAINT, msg!("handover-clocks"));
    }
    held(ui);
    ui.middle_row(10.0, |ui| {
        let start = msg!("i-am", name = name);
        ui.button_for(start, ControlStyle::Primary, Command::Ready);
        // The window of a headset game has no menu, but its player can still resign.
        ui.command(if passes && ui.on == Surface::Window {
            Command::Resign
        } else {
            Command::Open(Screen::Home)
        });
    });
}

/// Adds the colour of a side, as its king, and in words if the side goes by a player's name.
fn colour(ui: &mut Ui, name: &Msg, side: Side) {
    ui.middle_row(10.0, |ui| {
        ui.symbols(Size::Title, theme::TEXT, plates::king(side));
        let side = terms::side(side);
        if *name != side {
            ui.text(Size::Heading, theme::FAINT, side);
        }
    });
}

/// Adds a bar for how long the trigger has been held, relative to the required time.
fn held(ui: &mut Ui) {
    if ui.on == Surface::Window {
        return;
    }
    let ground = Node {
        width: ui.px(260.0),
        height: ui.px(10.0),
        border_radius: BorderRadius::all(ui.px(5.0)),
        overflow: Overflow::clip(),
        ..default()
    };
    let ground = (ground, BackgroundColor(theme::LINE), Pickable::IGNORE);
    ui.spawn(ground, |ui| {
        let part = Fractions::new(|state| [state.ready.part, 1.0]);
        let ink = BackgroundColor(theme::TEXT);
        ui.spawn((Node::default(), part, ink, Pickable::IGNORE), |_| {});
    });
}
