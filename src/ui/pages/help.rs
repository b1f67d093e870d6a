//! How pieces move, the rules, and what controls do.

use bevy::prelude::*;

use super::kinds::{Kind, kinds};
use super::{page, rules};
use crate::ui::commands::command::Command;
use crate::ui::kit::act::Act;
use crate::ui::kit::bind::CheckedIf;
use crate::ui::kit::build::Ui;
use crate::ui::pages::legend::{Chosen, Teaches};
use crate::ui::state::screen::{Screen, Surface, Topic};
use crate::ui::state::ui_state::UiState;
use crate::ui::style::theme;
use crate::ui::style::theme::Size;
use icochess_message::{Msg, msg};

/// The controls of the flat screen, as help and README list them.
pub static CONTROLS: [(Msg, Msg); 23] = [
    (msg!("key-left-drag"), msg!("does-turn")),
    (msg!("key-shift-drag"), msg!("does-roll")),
    (msg!("key-wheel"), msg!("does-zoom")),
    (msg!("key-left-click"), msg!("does-select")),
    (msg!("key-right-click"), msg!("does-move")),
    (msg!("key-esc"), msg!("does-menu")),
    (msg!("key-focus"), msg!("does-focus")),
    (msg!("key-undo"), msg!("does-undo")),
    (msg!("key-new-game"), msg!("does-new-game")),
    (msg!("key-views"), msg!("does-views")),
    (msg!("key-arrows"), msg!("does-arrows")),
    (msg!("key-home"), msg!("does-home")),
    (msg!("key-apart"), msg!("does-apart")),
    (msg!("key-cut"), msg!("does-cut")),
    (msg!("key-planes"), msg!("does-planes")),
    (msg!("key-tile-names"), msg!("does-tile-names")),
    (msg!("key-learn"), msg!("does-learn")),
    (msg!("key-auto-turn"), msg!("does-auto-turn")),
    (msg!("key-promotion"), msg!("does-promotion")),
    (msg!("key-type-move"), msg!("does-type-move")),
    (msg!("key-frame-rate"), msg!("does-frame-rate")),
    (msg!("key-full-screen"), msg!("does-full-screen")),
    (msg!("key-help"), msg!("does-help")),
];

/// The keys that some boards have beside those: see `view_keys` of their shapes.
static VIEW_KEYS: (Msg, Msg) = (msg!("key-view-keys"), msg!("does-view-keys"));

/// The controls of the headset. The names of the buttons on each controller are in
/// README.md.
static HEADSET: [(Msg, Msg); 9] = [
    (msg!("hand-piece"), msg!("hand-piece-does")),
    (msg!("hand-mark"), msg!("does-move")),
    (msg!("hand-panel"), msg!("hand-panel-does")),
    (msg!("hand-grip"), msg!("hand-grip-does")),
    (msg!("hand-stick"), msg!("hand-stick-does")),
    (msg!("hand-home"), msg!("does-home")),
    (msg!("hand-rest"), msg!("hand-rest-does")),
    (msg!("hand-menu"), msg!("hand-menu-does")),
    (msg!("hand-menu-held"), msg!("hand-menu-held-does")),
];

/// The board stays in sight while it teaches.
pub(super) fn build(ui: &mut Ui, topic: Topic, state: &UiState) {
    let tabs = |ui: &mut Ui| {
        let tabs = Topic::ALL.map(|topic| (topic, topic.title()));
        page::tabs(ui, tabs, topic, |it| Command::Open(Screen::Help(it)));
        ui.command(Command::Open(Screen::Tutorial));
    };
    match topic {
        Topic::Pieces => {
            let fill = |ui: &mut Ui| {
                tabs(ui);
                pieces(ui, state);
            };
            page::page_beside(ui, msg!("help"), fill, |_| {});
        }
        Topic::Rules => {
            let fill = |ui: &mut Ui| {
                tabs(ui);
                rules::build(ui);
            };
            page::page_beside(ui, msg!("help"), fill, |_| {});
        }
        Topic::Controls => page::page_with_tabs(ui, msg!("help"), tabs, controls),
    }
}

fn pieces(ui: &mut Ui, state: &UiState) {
    let words = msg!("help-select");
    ui.text(Size::Body, theme::TEXT, words);
    let list = Node {
        flex_direction: FlexDirection::Column,
        row_gap: ui.px(2.0),
        ..default()
    };
    ui.node(list, |ui| {
        for kind in kinds(state) {
            piece(ui, kind);
        }
    });
    let shape = state.shape.as_ref();
    if let Some(about) = shape.and_then(|shape| shape.about.clone()) {
        ui.text(Size::Body, theme::TEXT, about);
    }
}

/// A kind of piece: whoever points at it, or chooses it, is shown how it moves.
fn piece(ui: &mut Ui, kind: Kind) {
    let role = kind.role;
    let node = Node {
        column_gap: ui.px(12.0),
        flex_shrink: 0.0,
        ..default()
    };
    let choose = Act::new(move |world| world.resource_mut::<Chosen>().toggle(role));
    let is_taught = CheckedIf::new(move |state| state.taught.role() == Some(role));
    ui.item(
        kind.title.clone(),
        node,
        (Teaches(role), choose, is_taught),
        |ui| {
            ui.signs(Size::Display, theme::TEXT, kind.piece.sign());
            let words = Node {
                flex_direction: FlexDirection::Column,
                flex_shrink: 1.0,
                ..default()
            };
            ui.node(words, |ui| {
                ui.text(Size::Heading, theme::TEXT, kind.title.clone());
                if let Some(text) = kind.text {
                    ui.text(Size::Body, theme::TEXT, text);
                }
            });
        },
    );
}

fn controls(ui: &mut Ui) {
    let mut parts: [fn(&mut Ui); 2] = [in_window, in_headset];
    if ui.on != Surface::Window {
        parts.reverse();
    }
    for part in parts {
        part(ui);
    }
}

fn in_headset(ui: &mut Ui) {
    ui.text(Size::Heading, theme::TEXT, msg!("in-the-headset"));
    for control in &HEADSET {
        row(ui, control);
    }
}

fn in_window(ui: &mut Ui) {
    ui.text(Size::Heading, theme::TEXT, msg!("in-the-window"));
    for control in &CONTROLS {
        row(ui, control);
    }
    let has_view_keys = |state: &UiState| {
        let shape = state.shape.as_ref();
        shape.is_some_and(|shape| shape.view_keys.is_some())
    };
    ui.shown_if(has_view_keys, |ui| row(ui, &VIEW_KEYS));
}

/// A control and what it does.
fn row(ui: &mut Ui, (control, meaning): &(Msg, Msg)) {
    let node = Node {
        column_gap: ui.px(14.0),
        ..default()
    };
    let width = ui.px(220.0);
    ui.node(node, |ui| {
        let node = Node {
            width,
            flex_shrink: 0.0,
            ..default()
        };
        ui.node(node, |ui| ui.text(Size::Body, theme::TEXT, control.clone()));
        ui.text(Size::Body, theme::FAINT, meaning.clone());
    });
}
