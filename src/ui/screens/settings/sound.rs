//! What is heard and felt.

use super::super::rows::{DECIBELS, decibels, explain, nearest_volume, percent_of, set};
use crate::language::Msg;
use crate::msg;
use crate::save::settings::{LOUDEST, SILENCE, Settings};
use crate::ui::act::Slide;
use crate::ui::bind::{Says, Value};
use crate::ui::build::Ui;
use crate::ui::controls::Scale;

pub(super) fn build(ui: &mut Ui) {
    volume(ui, msg!("volume"), |it| it.volume, |it, to| it.volume = to);
    volume(
        ui,
        msg!("volume-pieces"),
        |it| it.volume_pieces,
        |it, to| it.volume_pieces = to,
    );
    volume(
        ui,
        msg!("volume-signals"),
        |it| it.volume_signals,
        |it, to| it.volume_signals = to,
    );
    volume(
        ui,
        msg!("volume-pointing"),
        |it| it.volume_pointing,
        |it, to| it.volume_pointing = to,
    );
    volume(
        ui,
        msg!("volume-room"),
        |it| it.volume_room,
        |it, to| it.volume_room = to,
    );
    explain(ui, msg!("volume-text"));
    ui.switch(
        msg!("mono"),
        |facts| facts.settings.mono,
        |world| set(world, |it| it.mono ^= true),
    );
    ui.switch(
        msg!("captions"),
        |facts| facts.settings.captions,
        |world| set(world, |it| it.captions ^= true),
    );
    ui.slider(
        msg!("vibration"),
        Scale {
            range: (0.0, 1.0),
            step: 0.1,
            value: Value::new(|facts| facts.settings.haptics),
            words: Says::new(|facts| percent_of(facts.settings.haptics)),
            set: Slide::new(|world, value| set(world, |it| it.haptics = value.clamp(0.0, 1.0))),
        },
    );
}

/// A slider for one of the volumes.
fn volume(ui: &mut Ui, label: Msg, read: fn(&Settings) -> f32, write: fn(&mut Settings, f32)) {
    ui.slider(
        label,
        Scale {
            range: (SILENCE, LOUDEST),
            step: DECIBELS,
            value: Value::new(move |facts| read(&facts.settings)),
            words: Says::new(move |facts| decibels(read(&facts.settings))),
            set: Slide::new(move |world, value| set(world, |it| write(it, nearest_volume(value)))),
        },
    );
}
