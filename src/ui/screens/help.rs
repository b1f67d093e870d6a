//! How pieces move, and what controls do.

use bevy::prelude::*;

use super::super::act::Act;
use super::super::bind::{CheckedIf, Facts};
use super::super::build::Ui;
use super::super::commands::Command;
use super::super::legend::{Chosen, Teaches};
use super::super::screen::{Screen, Surface, Topic};
use super::super::theme::{self, Size};
use super::kinds::{Kind, kinds};
use super::page;

/// The controls of the flat screen, as help and README list them.
pub const CONTROLS: &[(&str, &str)] = &[
    ("Left drag", "turn the board"),
    ("Shift + left drag", "roll the ball, or tilt the board"),
    ("Wheel", "closer or farther"),
    ("Left click", "select; on a mark: move there"),
    ("Right click", "move there, or capture"),
    ("Esc", "the menu, and back to the board"),
    ("Tab, Enter", "from button to button, and press it"),
    ("Ctrl+Z, Ctrl+Y", "undo, redo"),
    ("Ctrl+N", "new game"),
    ("1 to 8", "views; with Shift the other side's"),
    ("Arrows", "turn by 1 degree; with Shift by 10"),
    ("Home", "my side to the front"),
    ("N", "names of the cells"),
    ("T", "turn the board after each move"),
    ("Q, R, B, N or 1 to 4", "what a pawn becomes"),
    ("F3", "frames a second"),
    ("F11", "full screen"),
    ("F1 or H", "this help"),
];

/// The controls of the headset. The names of the buttons on each controller are in
/// README.md.
const HEADSET: &[(&str, &str)] = &[
    (
        "Trigger on a piece",
        "select it; on it again, or on nothing: deselect",
    ),
    ("Trigger on a mark", "move there, or capture"),
    ("Trigger on the panel", "press a button"),
    ("Grip, held", "hold the board and turn it with your hand"),
    ("Thumbstick", "turn the board; on the panel: scroll"),
    ("A or X", "my side to the front"),
    ("Menu", "the panel comes, and goes"),
    ("Menu, held", "the board comes before you again"),
];

/// The board stays in sight while it teaches.
pub(super) fn build(ui: &mut Ui, topic: Topic, facts: &Facts) {
    let tabs = |ui: &mut Ui| {
        let tabs = Topic::ALL.map(|topic| (topic, topic.title()));
        page::tabs(ui, tabs, topic, |it| Command::Open(Screen::Help(it)));
    };
    match topic {
        Topic::Pieces => {
            let fill = |ui: &mut Ui| {
                tabs(ui);
                pieces(ui, facts);
            };
            page::page_beside(ui, "Help", fill, |_| {});
        }
        Topic::Controls => page::page(ui, "Help", |ui| {
            tabs(ui);
            controls(ui);
        }),
    }
}

fn pieces(ui: &mut Ui, facts: &Facts) {
    let words = "Choose a piece, and the board shows how it moves: a disc is where it can go, \
                 a ring what it can capture.";
    ui.text(Size::Body, theme::TEXT, words);
    let list = Node {
        flex_direction: FlexDirection::Column,
        row_gap: ui.px(2.0),
        ..default()
    };
    ui.node(list, |ui| {
        for kind in kinds(facts) {
            piece(ui, kind);
        }
    });
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
    let is_taught = CheckedIf::new(move |facts| facts.taught.role() == Some(role));
    ui.item(
        &kind.title,
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
                ui.text(Size::Heading, theme::TEXT, kind.title.as_str());
                if !kind.text.is_empty() {
                    ui.text(Size::Body, theme::TEXT, kind.text);
                }
            });
        },
    );
}

fn controls(ui: &mut Ui) {
    let (first, second) = match ui.on {
        Surface::Window => (("In the window", CONTROLS), ("In the headset", HEADSET)),
        Surface::Panel | Surface::Plate => {
            (("In the headset", HEADSET), ("In the window", CONTROLS))
        }
    };
    for (title, list) in [first, second] {
        ui.text(Size::Heading, theme::TEXT, title);
        let width = ui.px(220.0);
        for (control, meaning) in list {
            let node = Node {
                column_gap: ui.px(14.0),
                ..default()
            };
            ui.node(node, |ui| {
                let node = Node {
                    width,
                    flex_shrink: 0.0,
                    ..default()
                };
                ui.node(node, |ui| ui.text(Size::Body, theme::TEXT, *control));
                ui.text(Size::Body, theme::FAINT, *meaning);
            });
        }
    }
}
