//! Settings that a player overrides.

use super::super::rows::{self, SettingsOwner, change_chosen, explain};
use crate::kit::act::Act;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use icochess_message::msg;
use icochess_store::player::PlayerProfile;
use icochess_store::table;

pub(super) fn build(ui: &mut Ui) {
    ui.narrow(|ui| {
        for setting in table::per_player() {
            rows::row(ui, setting, SettingsOwner::Chosen);
        }
    });
    explain(ui, msg!("own-values-text"));
    let all = Act::new(|world| {
        change_chosen(world, PlayerProfile::clear_own);
    });
    ui.row(8.0, |ui| {
        ui.button(msg!("all-as-in-settings"), ControlStyle::Button, all);
    });
}
