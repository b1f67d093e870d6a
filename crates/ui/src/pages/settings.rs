//! The settings page, by subject. The settings are stored in `settings.ron`.

use bevy::prelude::*;

use super::page;
use super::rows::{self, SettingsOwner, explain};
use crate::commands::command::Command;
use crate::kit::act::Act;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::screen::{Screen, Subject, Surface};
use crate::style::theme;
use crate::style::theme::Size;
use icochess_base::platform;
use icochess_message::{Msg, msg};
use icochess_store::effective::OwnSettings;
use icochess_store::player::PlayerProfile;
use icochess_store::setting::{Capability, Kind, Setting};
use icochess_store::table;

pub(super) fn build(ui: &mut Ui, subject: Subject) {
    let tabs = |ui: &mut Ui| {
        let tabs = Subject::ALL.map(|subject| (subject, subject.title()));
        let open = |it| Command::Open(Screen::Settings(it));
        page::tabs(ui, tabs, subject, open, |_| {});
    };
    page::page_with_tabs(ui, msg!("settings"), tabs, |ui| {
        ui.shown_if(
            |state| {
                let player = state.effective.player();
                let player = player.and_then(|name| state.players.get(name));
                player.is_some_and(PlayerProfile::overrides_settings)
            },
            |ui| {
                let words = msg!("own-values-first");
                ui.text(Size::Small, theme::WARNING, words);
            },
        );
        if subject == Subject::Display {
            full_screen(ui);
            letters(ui);
            place_reset(ui);
        }
        if subject == Subject::Computer {
            explain(ui, msg!("computer-elsewhere"));
        }
        let is_window = ui.on == Surface::Window;
        let counts = |it: &&Setting| is_window || it.requires != Some(Capability::Window);
        let all = table::on_page(subject).filter(counts);
        let (wide, narrow): (Vec<_>, Vec<_>) = all.partition(is_wide);
        ui.in_columns(narrow, row);
        for setting in wide {
            row(ui, setting);
        }
    });
}

/// Adds the full screen button of the window, for touch screens without F11.
fn full_screen(ui: &mut Ui) {
    if ui.on != Surface::Window || !platform::fills_screen() {
        return;
    }
    ui.row(8.0, |ui| {
        ui.command(Command::FullScreen);
    });
}

/// Adds the reason why text is smaller than its setting.
fn letters(ui: &mut Ui) {
    ui.shown_if(
        |state| state.text_size_limit.0.is_some(),
        |ui| {
            ui.bound_text(Size::Small, theme::WARNING, |state| {
                state.text_size_limit.0.map_or(Msg::nothing(), |most| {
                    msg!("most-letters", value = format!("{:.0}", 100.0 * most))
                })
            });
        },
    );
}

/// Adds the button that resets the size and place of the board and the panel in the headset.
fn place_reset(ui: &mut Ui) {
    if ui.on == Surface::Window {
        return;
    }
    let reset = Act::new(|world| {
        let saved = world.run_system_cached(|mut own: OwnSettings| own.reset_place());
        if let Err(error) = saved {
            warn!("{error}");
        }
    });
    ui.row(8.0, |ui| {
        ui.button(msg!("reset-place"), ControlStyle::Button, reset);
    });
}

/// Returns whether a setting has the full width of the panel, to leave room for the keyboard below
/// its field.
fn is_wide(setting: &&'static Setting) -> bool {
    matches!(setting.kind, Kind::Text)
}

fn row(ui: &mut Ui, setting: &'static Setting) {
    let row = |ui: &mut Ui| ui.group_card(|ui| rows::row(ui, setting, SettingsOwner::Everybody));
    match setting.requires {
        Some(Capability::Passthrough) => ui.shown_if(
            |state| state.passthrough.is_offered(),
            |ui| {
                row(ui);
                rows::next_time(ui);
            },
        ),
        _ => row(ui),
    }
}
