//! The views of the board, with a button for each, relative to a side.

use bevy::prelude::*;

use super::{learn, map, page};
use crate::kit::act::Act;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::screen::Surface;
use crate::state::ui_state::UiState;
use crate::state::window::InputUsed;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::terms;
use icochess_board::stage::shape::{BoardShape, PlayerSeat};
use icochess_board::turning::spin::{TurnTo, side_in_front};
use icochess_board::turning::viewing::ViewRequested;
use icochess_message::{Msg, msg};
use icochess_play::game::Match;
use icochess_play::interaction::at_window::AtWindow;
use icochess_rules::Side;

pub(super) fn build(ui: &mut Ui) {
    page::page_beside(
        ui,
        msg!("views"),
        |ui| {
            if ui.on == Surface::Window {
                let has_keys = |state: &UiState| *state.input_used != InputUsed::Fingers;
                ui.shown_if(has_keys, |ui| {
                    ui.text(Size::Small, theme::FAINT, msg!("views-text"));
                });
            }
            let node = Node {
                flex_direction: FlexDirection::Column,
                row_gap: ui.px(10.0),
                ..default()
            };
            ui.filled(node, key, fill);
            match ui.on {
                Surface::Window => map::buttons(ui),
                // The page of the game has no space for this button.
                Surface::Panel | Surface::Plate => learn::button(ui),
            }
        },
        |_| {},
    );
}

fn key(state: &UiState) -> u64 {
    page::key((state.game.record().board().id(), front(state)))
}

fn front(state: &UiState) -> Side {
    side_in_front(*state.at_window, &state.computer, &state.game)
}

fn fill(state: &UiState, ui: &mut Ui) {
    let titles = state.shape.as_ref().map_or(Vec::new(), |shape| {
        shape.views.iter().map(|view| view.title).collect()
    });
    let (first, on) = (front(state), ui.on);
    for side in [first, !first] {
        ui.text(Size::Heading, theme::TEXT, msg!("views-of", side = side));
        ui.row(8.0, |ui| {
            for (view, title) in titles.iter().enumerate() {
                let act = Act::new(move |world| go(world, ViewRequested { view, side }, on));
                let label = named(title);
                let name = if side == first {
                    label.clone()
                } else {
                    msg!("view-of-other", view = label.clone(), side = side)
                };
                ui.button_named(&name, label, ControlStyle::Button, act);
            }
        });
    }
}

/// Returns the label of a view's button.
fn named(title: &'static str) -> Msg {
    msg!("view-title", view = terms::key(title), title = title)
}

/// Shows the board in this view. While the window has its own view, the headset only turns the
/// board.
fn go(world: &mut World, request: ViewRequested, on: Surface) {
    let is_beside = world.resource::<AtWindow>().0.is_some();
    if on == Surface::Window || !is_beside {
        world.write_message(request);
        return;
    }
    let ViewRequested { view, side } = request;
    let (shape, seat) = (
        world.resource::<BoardShape>(),
        world.resource::<PlayerSeat>(),
    );
    let position = world.resource::<Match>().position();
    if let Some(view) = shape.views.get(view) {
        let look = view.looks[side.index()];
        let (rotation, _) = shape.rotation_for(look, side, position, seat, false);
        world.write_message(TurnTo(rotation));
    }
}
