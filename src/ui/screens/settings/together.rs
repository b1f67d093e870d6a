//! Two people with one display.

use super::super::rows::{explain, set};
use crate::game::handover::Hides;
use crate::language::Msg;
use crate::msg;
use crate::save::settings::MOST_LANDED;
use crate::ui::act::{Act, Slide};
use crate::ui::bind::{CheckedIf, Says, Value};
use crate::ui::build::Ui;
use crate::ui::controls::{Alternative, Scale};

/// Seconds from one place of the slider to the next.
const STEP: f32 = 0.2;

pub(super) fn build(ui: &mut Ui) {
    ui.switch(
        msg!("auto-turn-window"),
        |facts| facts.settings.auto_turn_flat,
        |world| set(world, |it| it.auto_turn_flat ^= true),
    );
    ui.switch(
        msg!("auto-turn-headset"),
        |facts| facts.settings.auto_turn_headset,
        |world| set(world, |it| it.auto_turn_headset ^= true),
    );
    ui.switch(
        msg!("free-takebacks"),
        |facts| facts.settings.free_takebacks,
        |world| set(world, |it| it.free_takebacks ^= true),
    );
    explain(ui, msg!("free-takebacks-text"));
    ui.slider(
        msg!("landed-time"),
        Scale {
            range: (0.0, MOST_LANDED),
            step: STEP,
            value: Value::new(|facts| facts.settings.landed_seconds),
            words: Says::new(|facts| {
                msg!(
                    "seconds",
                    value = format!("{:.1}", facts.settings.landed_seconds)
                )
            }),
            set: Slide::new(|world, value| {
                let seconds = (value / STEP).round() * STEP;
                set(world, |it| {
                    it.landed_seconds = seconds.clamp(0.0, MOST_LANDED);
                });
            }),
        },
    );
    explain(ui, msg!("landed-time-text"));
    let choices = Hides::ALL.map(|hides| Alternative {
        label: words(hides),
        chosen: CheckedIf::new(move |facts| facts.settings.hide_while_passing == hides),
        choose: Act::new(move |world| set(world, |it| it.hide_while_passing = hides)),
    });
    ui.choice(msg!("hide-while-passing"), choices.into());
    explain(ui, msg!("hide-while-passing-text"));
}

const fn words(hides: Hides) -> Msg {
    match hides {
        Hides::Always => msg!("hide-always"),
        Hides::WithClock => msg!("hide-with-clock"),
        Hides::Never => msg!("hide-never"),
    }
}
