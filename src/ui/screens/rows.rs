//! What the rows of settings and of players' values are made with.

use bevy::prelude::*;

use crate::language::Msg;
use crate::msg;
use crate::save::settings::{LOUDEST, SILENCE, Settings};
use crate::ui::build::Ui;
use crate::ui::theme::{self, Size};

/// Decibels from one place of a slider to the next.
pub(super) const DECIBELS: f32 = 3.0;

/// Changes the settings.
pub(super) fn set(world: &mut World, change: impl FnOnce(&mut Settings)) {
    change(&mut world.resource_mut::<Settings>());
}

/// What a row does, in small letters below it.
pub(super) fn explain(ui: &mut Ui, words: Msg) {
    ui.text(Size::Small, theme::FAINT, words);
}

/// A part of something, in words.
pub(super) fn percent_of(part: f32) -> Msg {
    msg!("percent", value = format!("{:.0}", 100.0 * part))
}

/// A time in words.
pub(super) fn seconds(time: f32) -> Msg {
    msg!("seconds", value = time.to_string())
}

/// A length in words.
pub(super) fn metres(length: String) -> Msg {
    msg!("metres", value = length)
}

/// The nearest twentieth that is allowed.
pub(super) fn rounded(value: f32, (least, most): (f32, f32)) -> f32 {
    ((value * 20.0).round() / 20.0).clamp(least, most)
}

/// The volume at a place of the slider, decibels.
pub(super) fn nearest_volume(value: f32) -> f32 {
    ((value / DECIBELS).round() * DECIBELS).clamp(SILENCE, LOUDEST)
}

/// A volume in words.
pub(super) fn decibels(volume: f32) -> Msg {
    if volume <= SILENCE {
        msg!("off")
    } else {
        msg!("decibels", value = format!("{volume:+.0}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Words;

    #[test]
    fn a_volume_is_told_in_decibels_and_its_least_as_off() {
        let told = |volume| Words::default().english(&decibels(nearest_volume(volume)));
        assert_eq!(told(-60.0), "off");
        assert_eq!(told(-6.4), "-6 dB");
        assert_eq!(told(99.0), "+12 dB");
    }
}
