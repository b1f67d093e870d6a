//! The rules of the current board, with pictures on the board itself.

use bevy::prelude::*;

use super::page;
use crate::commands::command::Command;
use crate::kit::act::Act;
use crate::kit::bind::CheckedIf;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::lessons::RuleShown;
use crate::state::screen::{Screen, Surface, Topic};
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_message::msg;
use icochess_shape::{Rule, RulePicture};

/// Adds the rules of the board in words, rebuilt for another board.
pub(super) fn build(ui: &mut Ui) {
    let node = Node {
        flex_direction: FlexDirection::Column,
        row_gap: ui.px(8.0),
        ..default()
    };
    let key = |state: &UiState| page::key(state.shape.as_ref().map(|shape| shape.board));
    ui.filled(node, key, |state, ui| {
        let shape = state.shape.as_ref();
        let rules = shape.map_or(&[][..], |shape| shape.rules);
        ui.in_columns(rules, |ui, content| ui.group_card(|ui| rule(ui, content)));
        ui.button_for(
            Screen::About.title(),
            ControlStyle::Button,
            Command::Open(Screen::About),
        );
    });
}

fn rule(ui: &mut Ui, rule: &'static Rule) {
    match rule.picture {
        RulePicture::Nothing => words(ui, rule),
        RulePicture::Pieces => {
            words(ui, rule);
            ui.button_for(
                msg!("rules-to-pieces"),
                ControlStyle::Button,
                Command::Open(Screen::Help(Topic::Pieces)),
            );
        }
        RulePicture::Neighbours(_) | RulePicture::Names => with_picture(ui, rule),
    }
}

fn words(ui: &mut Ui, rule: &Rule) {
    // The columns of the panel are narrow.
    let [title, text] = match ui.on {
        Surface::Window => [Size::Heading, Size::Body],
        Surface::Panel | Surface::Plate => [Size::Body, Size::Small],
    };
    ui.column(2.0, |ui| {
        ui.text(title, theme::TEXT, rule.title.clone());
        ui.text(text, theme::TEXT, rule.text.clone());
    });
}

/// Adds a rule with a picture. The picture appears on the board when the rule is chosen.
fn with_picture(ui: &mut Ui, rule: &'static Rule) {
    let picture = rule.picture;
    let choose = Act::new(move |world| world.resource_mut::<RuleShown>().toggle(picture));
    let is_shown = CheckedIf::new(move |state| state.rule.0 == picture);
    let node = Node {
        flex_shrink: 0.0,
        ..default()
    };
    ui.item(rule.title.clone(), node, (choose, is_shown), |ui| {
        words(ui, rule);
    });
}
