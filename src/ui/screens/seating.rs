//! Who the next game is for, and how they sit.

use bevy::prelude::*;

use super::super::act::Act;
use super::super::bind::{CheckedIf, Facts};
use super::super::build::Ui;
use super::super::controls::Alternative;
use super::super::setup::Setup;
use super::super::terms;
use super::super::theme::{self, Size};
use super::page;
use crate::game::seating::Seating;
use crate::language::Msg;
use crate::library::Order;
use crate::msg;
use crate::rules::Side;
use crate::schedule;

/// Who wears the headset, if only one does.
fn headset(facts: &Facts) -> Option<Side> {
    match facts.setup.seating {
        Seating::HeadsetAndWindow { headset } => Some(headset),
        _ => None,
    }
}

pub(super) fn build(ui: &mut Ui, display: schedule::Display) {
    let people = |label: Msg, seating: Seating| Alternative {
        label,
        chosen: CheckedIf::new(move |facts| {
            let now = facts.setup.seating;
            let is_so = now == seating || now == seating.with_sides_changed();
            is_so && !facts.setup.has_computer()
        }),
        choose: Act::new(move |world| world.resource_mut::<Setup>().seat_people(seating)),
    };
    let mut all = vec![Alternative {
        label: msg!("against-computer"),
        chosen: CheckedIf::new(|facts| facts.setup.has_computer()),
        choose: Act::new(|world| world.resource_mut::<Setup>().seat_alone()),
    }];
    match display {
        schedule::Display::Flat => all.push(people(msg!("seat-screen"), Seating::HotSeat)),
        schedule::Display::Headset => {
            all.push(people(msg!("seat-headset"), Seating::Passing));
            let headset = Side::White;
            let apart = Seating::HeadsetAndWindow { headset };
            all.push(people(msg!("seat-apart"), apart));
        }
    }
    all.push(people(msg!("seat-alone"), Seating::Alone));
    ui.choice(msg!("seating"), all);
    if display == schedule::Display::Headset {
        let sides = Side::ALL.map(|side| Alternative {
            label: terms::side(side),
            chosen: CheckedIf::new(move |facts| headset(facts) == Some(side)),
            choose: Act::new(move |world| {
                let seating = Seating::HeadsetAndWindow { headset: side };
                world.resource_mut::<Setup>().seat_people(seating);
            }),
        });
        ui.shown_if(
            |facts| headset(facts).is_some(),
            |ui| ui.choice(msg!("who-has-headset"), sides.into()),
        );
    }
    let orders = [
        (msg!("order-none"), None),
        (msg!("order-winner-stays"), Some(Order::WinnerStays)),
        (msg!("order-round-robin"), Some(Order::RoundRobin)),
    ];
    let orders = orders.map(|(label, order)| Alternative {
        label,
        chosen: CheckedIf::new(move |facts| facts.setup.order == order),
        choose: Act::new(move |world| world.resource_mut::<Setup>().order = order),
    });
    ui.shown_if(
        |facts| facts.setup.seating.is_for_two(),
        |ui| {
            ui.choice(msg!("more-than-two"), orders.into());
            ui.shown_if(|facts| facts.setup.order.is_some(), this_evening);
        },
    );
}

/// Of those who are known, who plays this evening.
fn this_evening(ui: &mut Ui) {
    let node = Node {
        flex_wrap: FlexWrap::Wrap,
        column_gap: ui.px(8.0),
        row_gap: ui.px(8.0),
        ..default()
    };
    let key = |facts: &Facts| {
        let players = facts.players.all().iter().map(|it| it.name.as_str());
        page::key(players.collect::<Vec<_>>())
    };
    ui.filled(node, key, |facts, ui| {
        for player in facts.players.all() {
            let (shown, name) = (player.name.clone(), player.name.clone());
            let is_in = CheckedIf::new(move |facts| facts.setup.people.contains(&shown));
            let does = Act::new(move |world| world.resource_mut::<Setup>().toggle_person(&name));
            ui.toggle(
                &player.name,
                msg!("person-plays", name = player.name.as_str()),
                (is_in, does),
            );
        }
    });
    ui.says(Size::Small, theme::FAINT, |facts| {
        if facts.setup.people.len() < 3 {
            msg!("evening-too-few")
        } else {
            msg!("evening-order")
        }
    });
}
