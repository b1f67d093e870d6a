//! Who the next game is for, and how they sit.

use bevy::prelude::*;

use super::super::act::Act;
use super::super::bind::{CheckedIf, Facts};
use super::super::build::Ui;
use super::super::controls::Alternative;
use super::super::setup::Setup;
use super::super::theme::{self, Size};
use super::page;
use crate::game::seating::Seating;
use crate::library::Order;
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
    let people = |label: &str, seating: Seating| Alternative {
        label: label.to_owned(),
        chosen: CheckedIf::new(move |facts| {
            let now = facts.setup.seating;
            let is_so = now == seating || now == seating.with_sides_changed();
            is_so && !facts.setup.has_computer()
        }),
        choose: Act::new(move |world| world.resource_mut::<Setup>().seat_people(seating)),
    };
    let mut all = vec![Alternative {
        label: "Against the computer".to_owned(),
        chosen: CheckedIf::new(|facts| facts.setup.has_computer()),
        choose: Act::new(|world| world.resource_mut::<Setup>().seat_alone()),
    }];
    match display {
        schedule::Display::Flat => all.push(people("Two players, this screen", Seating::HotSeat)),
        schedule::Display::Headset => {
            all.push(people("Two players, this headset", Seating::Passing));
            let headset = Side::White;
            let apart = Seating::HeadsetAndWindow { headset };
            all.push(people("Headset and window", apart));
        }
    }
    all.push(people("One for both sides", Seating::Alone));
    ui.choice("Game", all);
    if display == schedule::Display::Headset {
        let sides = Side::ALL.map(|side| Alternative {
            label: side.to_string(),
            chosen: CheckedIf::new(move |facts| headset(facts) == Some(side)),
            choose: Act::new(move |world| {
                let seating = Seating::HeadsetAndWindow { headset: side };
                world.resource_mut::<Setup>().seat_people(seating);
            }),
        });
        ui.shown_if(
            |facts| headset(facts).is_some(),
            |ui| ui.choice("In the headset", sides.into()),
        );
    }
    let orders = [
        ("No", None),
        ("Winner stays", Some(Order::WinnerStays)),
        ("Round robin", Some(Order::RoundRobin)),
    ];
    let orders = orders.map(|(label, order)| Alternative {
        label: label.to_owned(),
        chosen: CheckedIf::new(move |facts| facts.setup.order == order),
        choose: Act::new(move |world| world.resource_mut::<Setup>().order = order),
    });
    ui.shown_if(
        |facts| facts.setup.seating.is_for_two(),
        |ui| {
            ui.choice("More than two", orders.into());
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
                &format!("{} plays", player.name),
                (is_in, does),
            );
        }
    });
    ui.says(Size::Small, theme::FAINT, |facts| {
        let words = if facts.setup.people.len() < 3 {
            "Choose at least three. Who is not here is added on the page Players."
        } else {
            "Who plays next is told with each result."
        };
        words.to_owned()
    });
}
