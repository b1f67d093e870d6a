//! Who the next game is for, and how they sit.

use super::super::act::Act;
use super::super::bind::{CheckedIf, Facts};
use super::super::build::Ui;
use super::super::controls::Alternative;
use super::super::setup::Setup;
use crate::game::seating::Seating;
use crate::rules::Side;
use crate::schedule::Display;

/// Who wears the headset, if only one does.
fn headset(facts: &Facts) -> Option<Side> {
    match facts.setup.seating {
        Seating::HeadsetAndWindow { headset } => Some(headset),
        _ => None,
    }
}

pub(super) fn build(ui: &mut Ui, display: Display) {
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
        Display::Flat => all.push(people("Two players, this screen", Seating::HotSeat)),
        Display::Headset => {
            all.push(people("Two players, this headset", Seating::Passing));
            let headset = Side::White;
            let apart = Seating::HeadsetAndWindow { headset };
            all.push(people("Headset and window", apart));
        }
    }
    all.push(people("One for both sides", Seating::Alone));
    ui.choice("Game", all);
    if display == Display::Headset {
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
}
