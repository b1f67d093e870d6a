//! The rules of the board that is played on, with pictures on the board itself.

use bevy::prelude::*;

use super::page;
use crate::ui::commands::command::Command;
use crate::ui::kit::act::Act;
use crate::ui::kit::bind::CheckedIf;
use crate::ui::kit::build::Ui;
use crate::ui::kit::control_style::ControlStyle;
use crate::ui::state::rule_shown::RuleShown;
use crate::ui::state::screen::{Screen, Topic};
use crate::ui::state::ui_state::UiState;
use crate::ui::style::theme;
use crate::ui::style::theme::Size;
use icochess_message::msg;
use icochess_shape::{Rule, Shows};

/// Another board has other rules.
pub(super) fn build(ui: &mut Ui) {
    let node = Node {
        flex_direction: FlexDirection::Column,
        row_gap: ui.px(8.0),
        ..default()
    };
    let key = |state: &UiState| page::key(state.shape.as_ref().map(|shape| shape.board));
    ui.filled(node, key, |state, ui| {
        let shape = state.shape.as_ref();
        for told in shape.map_or(&[][..], |shape| shape.rules) {
            rule(ui, told);
        }
        ui.button_for(
            Screen::About.title(),
            ControlStyle::Button,
            Command::Open(Screen::About),
        );
    });
}

fn rule(ui: &mut Ui, rule: &'static Rule) {
    match rule.shows {
        Shows::Nothing => words(ui, rule),
        Shows::Pieces => {
            words(ui, rule);
            ui.button_for(
                msg!("rules-to-pieces"),
                ControlStyle::Button,
                Command::Open(Screen::Help(Topic::Pieces)),
            );
        }
        Shows::Neighbours(_) | Shows::Names => with_picture(ui, rule),
    }
}

fn words(ui: &mut Ui, rule: &Rule) {
    ui.column(2.0, |ui| {
        ui.text(Size::Heading, theme::TEXT, rule.title.clone());
        ui.text(Size::Body, theme::TEXT, rule.text.clone());
    });
}

/// Who chooses it sees it on the board.
fn with_picture(ui: &mut Ui, rule: &'static Rule) {
    let shows = rule.shows;
    let choose = Act::new(move |world| world.resource_mut::<RuleShown>().toggle(shows));
    let is_shown = CheckedIf::new(move |state| state.rule.0 == shows);
    let node = Node {
        flex_shrink: 0.0,
        ..default()
    };
    ui.item(rule.title.clone(), node, (choose, is_shown), |ui| {
        words(ui, rule);
    });
}
