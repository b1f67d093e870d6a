//! The players of the next game, and their seating.

use bevy::prelude::*;

use super::page;
use crate::kit::act::Act;
use crate::kit::bind::CheckedIf;
use crate::kit::build::Ui;
use crate::kit::choice::Alternative;
use crate::state::setup::Setup;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::terms;
use icochess_base::display::Display;
use icochess_base::platform::HAS_WINDOW_BESIDE;
use icochess_core::pairing::Order;
use icochess_message::{Msg, msg};
use icochess_play::game::seating::Seating;
use icochess_rules::Side;

/// Gap between a label and its choices below it, in a column of the panel, in logical pixels of the
/// window.
pub(super) const BELOW_LABEL: f32 = 4.0;

/// Returns the side in the headset, if only one side wears it.
fn headset(state: &UiState) -> Option<Side> {
    match state.setup.seating {
        Seating::HeadsetAndWindow { headset } => Some(headset),
        _ => None,
    }
}

/// Returns the possible players at this display, including the computer if there is an engine.
fn seatings(display: Display, with_computer: bool) -> Vec<Alternative> {
    let people = |label: Msg, seating: Seating| Alternative {
        label,
        chosen: CheckedIf::new(move |state| {
            let now = state.setup.seating;
            let is_so = now == seating || now == seating.with_sides_changed();
            is_so && !state.setup.has_computer()
        }),
        choose: Act::new(move |world| world.resource_mut::<Setup>().seat_people(seating)),
    };
    let mut all = vec![];
    if with_computer {
        all.push(Alternative {
            label: msg!("against-computer"),
            chosen: CheckedIf::new(|state| state.setup.alone().is_some()),
            choose: Act::new(|world| world.resource_mut::<Setup>().seat_alone()),
        });
    }
    match display {
        Display::Flat => all.push(people(msg!("seat-screen"), Seating::HotSeat)),
        Display::Headset => {
            all.push(people(msg!("seat-headset"), Seating::Passing));
            if HAS_WINDOW_BESIDE {
                let headset = Side::White;
                let apart = Seating::HeadsetAndWindow { headset };
                all.push(people(msg!("seat-apart"), apart));
            }
        }
    }
    all.push(people(msg!("seat-alone"), Seating::Alone));
    if with_computer {
        all.push(Alternative {
            label: msg!("seat-computers"),
            chosen: CheckedIf::new(|state| state.setup.is_computers()),
            choose: Act::new(|world| world.resource_mut::<Setup>().seat_computers()),
        });
    }
    all
}

/// Describes the chosen seating in a sentence.
fn explained(state: &UiState) -> Msg {
    let setup = &state.setup;
    match setup.seating {
        _ if setup.is_computers() => msg!("explain-computers"),
        _ if setup.has_computer() => msg!("explain-against-computer"),
        Seating::HotSeat => msg!("explain-screen"),
        Seating::Passing => msg!("explain-headset"),
        Seating::HeadsetAndWindow { .. } => msg!("explain-apart"),
        Seating::Alone | Seating::Remote { .. } | Seating::Watched => msg!("explain-alone"),
    }
}

/// Adds the choice of side for a single person against the computer.
fn own_side(ui: &mut Ui) {
    let side = |side: Side| Alternative {
        label: terms::side(side),
        chosen: CheckedIf::new(move |state| {
            !state.setup.drawn && state.setup.alone() == Some(side)
        }),
        choose: Act::new(move |world| {
            let mut setup = world.resource_mut::<Setup>();
            setup.drawn = false;
            setup.play(side);
        }),
    };
    let chance = Alternative {
        label: msg!("side-by-chance"),
        chosen: CheckedIf::new(|state| state.setup.drawn),
        choose: Act::new(|world| world.resource_mut::<Setup>().drawn = true),
    };
    let all = Side::ALL.map(side).into_iter().chain([chance]);
    ui.choice(msg!("you-play"), all.collect());
}

/// Returns whether two people play each other.
pub(super) fn is_for_two(state: &UiState) -> bool {
    state.setup.seating.is_for_two() && !state.setup.has_computer()
}

/// Adds a row with a reserved height, in logical pixels of the window. Content below stays in place
/// when the row is empty.
pub(super) fn kept_row(ui: &mut Ui, height: f32, fill: impl FnOnce(&mut Ui)) {
    let node = Node {
        flex_direction: FlexDirection::Column,
        min_height: ui.px(height),
        flex_shrink: 0.0,
        ..default()
    };
    ui.node(node, fill);
}

fn white_choice(ui: &mut Ui) {
    ui.switch(
        msg!("draw-who-has-white"),
        |state| state.setup.drawn,
        |world| world.resource_mut::<Setup>().drawn ^= true,
    );
}

/// Adds the choice of players.
pub(super) fn player_choice(ui: &mut Ui, display: Display) {
    let node = Node {
        flex_direction: FlexDirection::Column,
        row_gap: ui.px(BELOW_LABEL),
        ..default()
    };
    let key = |state: &UiState| page::key(state.setup.has_engine);
    ui.filled(node, key, move |state, ui| {
        let all = seatings(display, state.setup.has_engine);
        ui.stacked_choice(msg!("who-plays"), all);
    });
}

/// Adds a sentence about the chosen seating, and the choice of sides.
pub(super) fn sides(ui: &mut Ui, display: Display) {
    ui.bound_text(Size::Small, theme::FAINT, explained);
    ui.shown_if(
        |state| !state.setup.has_engine,
        |ui| ui.text(Size::Small, theme::FAINT, msg!("people-only")),
    );
    ui.shown_if(|state| state.setup.alone().is_some(), own_side);
    ui.shown_if(is_for_two, white_choice);
    if display == Display::Headset {
        let sides = Side::ALL.map(|side| Alternative {
            label: terms::side(side),
            chosen: CheckedIf::new(move |state| headset(state) == Some(side)),
            choose: Act::new(move |world| {
                let seating = Seating::HeadsetAndWindow { headset: side };
                world.resource_mut::<Setup>().seat_people(seating);
            }),
        });
        ui.shown_if(
            |state| headset(state).is_some(),
            |ui| ui.choice(msg!("who-has-headset"), sides.into()),
        );
    }
}

/// Adds the pairing order of more than two people.
pub(super) fn pairing_order(ui: &mut Ui) {
    let orders = [
        (msg!("order-none"), None),
        (msg!("order-winner-stays"), Some(Order::WinnerStays)),
        (msg!("order-round-robin"), Some(Order::RoundRobin)),
    ];
    let orders = orders.map(|(label, order)| Alternative {
        label,
        chosen: CheckedIf::new(move |state| state.setup.order == order),
        choose: Act::new(move |world| world.resource_mut::<Setup>().order = order),
    });
    ui.choice(msg!("more-than-two"), orders.into());
    ui.bound_text(Size::Small, theme::FAINT, |state| match state.setup.order {
        None => msg!("explain-order-none"),
        Some(Order::WinnerStays) => msg!("explain-winner-stays"),
        Some(Order::RoundRobin) => msg!("explain-round-robin"),
    });
    ui.shown_if(|state| state.setup.order.is_some(), paired_people);
}

/// Adds the choice of known players for the pairing.
fn paired_people(ui: &mut Ui) {
    let node = Node {
        flex_wrap: FlexWrap::Wrap,
        column_gap: ui.px(8.0),
        row_gap: ui.px(8.0),
        ..default()
    };
    let key = |state: &UiState| {
        let players = state.players.all().iter().map(|it| it.name.as_str());
        page::key(players.collect::<Vec<_>>())
    };
    ui.filled(node, key, |state, ui| {
        for player in state.players.all() {
            let (shown, name) = (player.name.clone(), player.name.clone());
            let is_in = CheckedIf::new(move |state| state.setup.people.contains(&shown));
            let does = Act::new(move |world| world.resource_mut::<Setup>().toggle_person(&name));
            ui.toggle(
                &player.name,
                msg!("person-plays", name = player.name.as_str()),
                (is_in, does),
            );
        }
    });
    ui.bound_text(Size::Small, theme::FAINT, |state| {
        if state.setup.lacks_people() {
            msg!("pairing-too-few")
        } else {
            msg!("pairing-order")
        }
    });
}
