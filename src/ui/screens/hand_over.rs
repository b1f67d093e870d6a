//! Who gets the headset, in large letters, and how to say that one has it.

use bevy::prelude::*;

use super::super::bind::{Along, Facts};
use super::super::build::Ui;
use super::super::commands::Command;
use super::super::look::Look;
use super::super::screen::{Screen, Surface};
use super::super::theme::{self, Size};
use super::super::words::player_name;
use super::page;
use crate::handover::Phase;
use crate::msg;
use crate::rules::Side;
use crate::schedule::Display;

pub(super) fn build(ui: &mut Ui) {
    page::card(ui, "hand-over", |ui| {
        let node = Node {
            flex_direction: FlexDirection::Column,
            align_items: AlignItems::Center,
            row_gap: ui.px(14.0),
            ..default()
        };
        let key = |facts: &Facts| page::key((facts.handover.player(), is_settling(facts)));
        ui.filled(node, key, fill);
    });
}

fn is_settling(facts: &Facts) -> bool {
    facts.handover.phase() == Some(Phase::Settle)
}

fn fill(facts: &Facts, ui: &mut Ui) {
    let Some(side) = facts.handover.player() else {
        return;
    };
    let name = player_name(&facts.game, side);
    // Before a window there is nothing to pass on, however the game was begun.
    let passes = facts.handover.passes() && *facts.display.get() == Display::Headset;
    let king = match side {
        Side::White => "♔",
        Side::Black => "♚",
    };
    ui.signs(Size::Display, theme::TEXT, king);
    if is_settling(facts) {
        ui.text(Size::Display, theme::TEXT, name);
        let words = if passes {
            msg!("hand-over-sit")
        } else {
            msg!("hand-over-turns")
        };
        ui.text(Size::Body, theme::FAINT, words);
        ui.row(10.0, |ui| {
            ui.button_for(msg!("start-now"), Look::Primary, Command::Ready);
            ui.button_for(msg!("not-me"), Look::Button, Command::PassOn);
        });
        return;
    }
    let (to, how) = match (passes, ui.on) {
        (true, Surface::Panel | Surface::Plate) => (
            msg!("pass-headset", name = name.clone()),
            msg!("hand-over-panel"),
        ),
        (true, Surface::Window) => (
            msg!("pass-headset", name = name.clone()),
            msg!("hand-over-window"),
        ),
        (false, _) => (
            msg!("is-next", name = name.clone()),
            msg!("hand-over-button"),
        ),
    };
    ui.text(Size::Display, theme::TEXT, to);
    ui.text(Size::Body, theme::FAINT, how);
    held(ui);
    ui.row(10.0, |ui| {
        let start = msg!("i-am", name = name);
        ui.button_for(start, Look::Primary, Command::Ready);
        ui.command(Command::Open(Screen::Home));
    });
}

/// How long a hand has held its trigger, as a part of how long it must.
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
    let bar = Node {
        height: percent(100),
        ..default()
    };
    let ground = (ground, BackgroundColor(theme::LINE), Pickable::IGNORE);
    ui.spawn(ground, |ui| {
        let part = Along::new(|facts| facts.ready.0);
        ui.spawn(
            (bar, part, BackgroundColor(theme::TEXT), Pickable::IGNORE),
            |_| {},
        );
    });
}
