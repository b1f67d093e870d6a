//! The game: what one needs at a glance, and little else.

use bevy::prelude::*;

use super::super::bind::{CheckedIf, Facts};
use super::super::build::Ui;
use super::super::commands::Command;
use super::super::evaluation;
use super::super::look::Look;
use super::super::screen::Surface;
use super::super::status::{self, StatusLine};
use super::super::theme::{self, Size};
use crate::rules::Side;

/// The row of buttons, always of these: none jumps when another would come or go.
const ROW: [Command; 5] = [
    Command::Undo,
    Command::Redo,
    Command::Hint,
    Command::Flip,
    Command::LastMove,
];

pub(super) fn build(ui: &mut Ui) {
    match ui.on {
        Surface::Window => window(ui),
        Surface::Panel => panel(ui),
    }
}

/// Without anything to press.
pub(super) fn watched(ui: &mut Ui) {
    let corner = Node {
        position_type: PositionType::Absolute,
        top: ui.px(14.0),
        left: ui.px(14.0),
        ..default()
    };
    ui.card(corner, theme::CARD, |ui| {
        plates(ui);
        told(ui);
    });
}

fn window(ui: &mut Ui) {
    let edge = ui.px(14.0);
    let corner = Node {
        position_type: PositionType::Absolute,
        top: edge,
        left: edge,
        width: ui.px(290.0),
        row_gap: ui.px(6.0),
        ..default()
    };
    ui.card(corner, theme::CARD, |ui| {
        plates(ui);
        told(ui);
    });
    let corner = Node {
        position_type: PositionType::Absolute,
        top: edge,
        right: edge,
        ..default()
    };
    ui.node(corner, |ui| {
        ui.icon_button("☰", "Menu", Look::Button, Command::Menu);
    });
    let bar = Node {
        top: percent(25),
        right: ui.px(20.0),
        width: ui.px(14.0),
        height: percent(45),
        ..default()
    };
    let size = Size::Small.pixels();
    ui.spawn(evaluation::bar(bar, size), |_| {});
    // The line stands on the buttons, in however many rows a narrow window makes.
    let foot = Node {
        position_type: PositionType::Absolute,
        bottom: edge,
        left: edge,
        right: edge,
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Start,
        row_gap: ui.px(8.0),
        ..default()
    };
    ui.node(foot, |ui| {
        line(ui);
        buttons(ui);
    });
}

fn panel(ui: &mut Ui) {
    let whole = Node {
        flex_direction: FlexDirection::Column,
        width: percent(100),
        height: percent(100),
        padding: UiRect::all(ui.px(16.0)),
        row_gap: ui.px(8.0),
        ..default()
    };
    ui.node(whole, |ui| {
        ui.ends(|ui| {
            ui.status(StatusLine::Headline, Size::Title, theme::TEXT);
            ui.icon_button("☰", "Menu", Look::Button, Command::Menu);
        });
        plates(ui);
        ui.status(StatusLine::Detail, Size::Body, theme::WARNING);
        ui.status(StatusLine::Thinking, Size::Small, theme::TEXT);
        ui.status(StatusLine::LastMove, Size::Small, theme::FAINT);
        ui.status(StatusLine::Hovered, Size::Small, theme::FAINT);
        let room = Node {
            flex_grow: 1.0,
            ..default()
        };
        ui.node(room, |_| {});
        line(ui);
        buttons(ui);
        let bar = Node {
            top: percent(22),
            right: ui.px(10.0),
            width: ui.px(12.0),
            height: percent(38),
            ..default()
        };
        let size = Size::Small.pixels() * ui.on.scale();
        ui.spawn(evaluation::bar(bar, size), |_| {});
    });
}

/// Who plays, and whose turn it is.
fn plates(ui: &mut Ui) {
    for side in [Side::Black, Side::White] {
        let node = Node {
            align_items: AlignItems::Center,
            column_gap: ui.px(10.0),
            padding: UiRect::axes(ui.px(10.0), ui.px(6.0)),
            border_radius: BorderRadius::all(ui.px(theme::RADIUS)),
            ..default()
        };
        let name = Name::new(format!("{}plate {side}", ui.on.prefix()).to_lowercase());
        let is_to_move = CheckedIf::new(move |facts| {
            facts.game.outcome().is_none() && facts.game.position().turn() == side
        });
        let plate = (
            name,
            node,
            Look::Plate,
            is_to_move,
            BackgroundColor(Color::NONE),
            Pickable::IGNORE,
        );
        ui.spawn(plate, |ui| {
            let king = match side {
                Side::White => "♔",
                Side::Black => "♚",
            };
            ui.signs(Size::Heading, theme::TEXT, king);
            ui.says(Size::Body, theme::TEXT, move |facts| player(facts, side));
        });
    }
}

/// Who plays a side: "White: you", "Black: computer, level 5".
fn player(facts: &Facts, side: Side) -> String {
    let player = facts.computer.of(side);
    let other = facts.computer.plays(!side);
    if player.computer {
        format!("{side}: {}", computer_words(player))
    } else if other {
        format!("{side}: you")
    } else {
        side.to_string()
    }
}

fn computer_words(player: &crate::computer::SidePlayer) -> String {
    use crate::engine::Algorithm;
    match player.algorithm {
        Algorithm::Strong => format!("computer, level {}", player.level),
        Algorithm::Random => "computer, any move".to_owned(),
        other => format!("computer, {other}, level {}", player.level),
    }
}

/// What there is to know beside whose turn it is.
fn told(ui: &mut Ui) {
    ui.status(StatusLine::Headline, Size::Heading, theme::TEXT);
    ui.status(StatusLine::Detail, Size::Body, theme::WARNING);
    ui.status(StatusLine::Thinking, Size::Small, theme::TEXT);
    ui.status(StatusLine::LastMove, Size::Small, theme::FAINT);
    ui.status(StatusLine::Hovered, Size::Small, theme::FAINT);
}

/// What one can do now, what was said to the last thing done, and what is asked.
fn line(ui: &mut Ui) {
    let node = Node {
        max_width: percent(100),
        ..default()
    };
    ui.card(node, theme::CARD, |ui| {
        ui.status(StatusLine::Notice, Size::Body, theme::TEXT);
    });
}

fn buttons(ui: &mut Ui) {
    ui.row(8.0, |ui| {
        for command in ROW {
            ui.command(command);
        }
        ui.shown_if(plays_computer, |ui| {
            ui.row(8.0, |ui| {
                ui.command(Command::MoveNow);
                ui.command_saying(Command::Pause, |facts| {
                    if facts.paused.0 { "Go on" } else { "Pause" }.to_owned()
                });
            });
        });
        ui.shown_if(
            |facts| facts.offer.is_some(),
            |ui| {
                ui.command_as(Command::Resume, Look::Primary);
            },
        );
        ui.shown_if(
            |facts| status::is_draw_to_answer(&facts.game, &facts.computer),
            |ui| {
                ui.button_for("Agree to draw", Look::Primary, Command::Draw);
            },
        );
    });
}

fn plays_computer(facts: &Facts) -> bool {
    Side::ALL.into_iter().any(|side| facts.computer.plays(side))
}
