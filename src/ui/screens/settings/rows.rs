//! What the rows of the settings are made with.

use bevy::prelude::*;

use crate::save::settings::Settings;
use crate::ui::build::Ui;
use crate::ui::theme::{self, Size};

/// Changes the settings.
pub(super) fn set(world: &mut World, change: impl FnOnce(&mut Settings)) {
    change(&mut world.resource_mut::<Settings>());
}

/// What a row does, in small letters below it.
pub(super) fn explain(ui: &mut Ui, words: &str) {
    ui.text(Size::Small, theme::FAINT, words);
}

/// A part of something, in words.
pub(super) fn percent_of(part: f32) -> String {
    format!("{:.0} %", 100.0 * part)
}
