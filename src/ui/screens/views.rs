//! From where the board can be looked at: a button for each view, as each side sees it.

use bevy::prelude::*;

use super::super::act::Act;
use super::super::bind::Facts;
use super::super::build::Ui;
use super::super::look::Look;
use super::super::screen::Surface;
use super::super::theme::{self, Size};
use super::page;
use crate::board::Seat;
use crate::board::shape::Shape;
use crate::board::spin::{TurnTo, side_in_front};
use crate::board::viewing::{ViewRequested, lie};
use crate::computer::beside::AtWindow;
use crate::game::Match;
use crate::language::Msg;
use crate::msg;
use crate::rules::Side;

pub(super) fn build(ui: &mut Ui) {
    page::page_beside(
        ui,
        msg!("views"),
        |ui| {
            ui.text(Size::Small, theme::FAINT, msg!("views-text"));
            let node = Node {
                flex_direction: FlexDirection::Column,
                row_gap: ui.px(10.0),
                ..default()
            };
            ui.filled(node, key, fill);
        },
        |_| {},
    );
}

fn key(facts: &Facts) -> u64 {
    page::key((facts.game.record().board().id(), front(facts)))
}

fn front(facts: &Facts) -> Side {
    side_in_front(*facts.at_window, &facts.computer, &facts.game)
}

fn fill(facts: &Facts, ui: &mut Ui) {
    let titles = facts.shape.as_ref().map_or(Vec::new(), |shape| {
        shape.views.iter().map(|view| view.title).collect()
    });
    let (first, on) = (front(facts), ui.on);
    for side in [first, !first] {
        ui.text(Size::Heading, theme::TEXT, msg!("views-of", side = side));
        ui.row(8.0, |ui| {
            for (view, title) in titles.iter().enumerate() {
                let act = Act::new(move |world| go(world, ViewRequested { view, side }, on));
                let mut label = named(title);
                if side != first {
                    label = msg!("view-of-other", view = label, side = side);
                }
                ui.button(label, Look::Button, act);
            }
        });
    }
}

/// What stands on the button of a view.
fn named(title: &'static str) -> Msg {
    let view = title.to_lowercase().replace(' ', "-");
    msg!("view-title", view = view, title = title)
}

/// Shows the board so. Who wears the headset turns it, where somebody else looks at it in
/// the window with a view of their own.
fn go(world: &mut World, request: ViewRequested, on: Surface) {
    let is_beside = world.resource::<AtWindow>().0.is_some();
    if on == Surface::Window || !is_beside {
        world.write_message(request);
        return;
    }
    let ViewRequested { view, side } = request;
    let (shape, seat) = (world.resource::<Shape>(), world.resource::<Seat>());
    let position = world.resource::<Match>().position();
    if let Some(view) = shape.views.get(view) {
        let look = view.looks[side.index()];
        let (rotation, _) = lie(look, side, position, (shape, seat), false);
        world.write_message(TurnTo(rotation));
    }
}
