//! Two people with one display.

use super::super::rows::{explain, set};
use crate::game::handover::Hides;
use crate::save::settings::MOST_LANDED;
use crate::ui::act::{Act, Slide};
use crate::ui::bind::{CheckedIf, Says, Value};
use crate::ui::build::Ui;
use crate::ui::controls::{Alternative, Scale};

/// Seconds from one place of the slider to the next.
const STEP: f32 = 0.2;

pub(super) fn build(ui: &mut Ui) {
    ui.switch(
        "Turn the board after each move, in the window",
        |facts| facts.settings.auto_turn_flat,
        |world| set(world, |it| it.auto_turn_flat ^= true),
    );
    ui.switch(
        "Turn the board after each move, in the headset",
        |facts| facts.settings.auto_turn_headset,
        |world| set(world, |it| it.auto_turn_headset ^= true),
    );
    ui.switch(
        "Take moves back without asking",
        |facts| facts.settings.free_takebacks,
        |world| set(world, |it| it.free_takebacks ^= true),
    );
    explain(ui, "Else the other one is asked where a clock runs.");
    ui.slider(
        "Time to take a move back",
        Scale {
            range: (0.0, MOST_LANDED),
            step: STEP,
            value: Value::new(|facts| facts.settings.landed_seconds),
            words: Says::new(|facts| format!("{:.1} s", facts.settings.landed_seconds)),
            set: Slide::new(|world, value| {
                let seconds = (value / STEP).round() * STEP;
                set(world, |it| {
                    it.landed_seconds = seconds.clamp(0.0, MOST_LANDED);
                });
            }),
        },
    );
    explain(
        ui,
        "Where a headset or a window is shared: after it, the other one is next.",
    );
    let choices = Hides::ALL.map(|hides| Alternative {
        label: words(hides).to_owned(),
        chosen: CheckedIf::new(move |facts| facts.settings.hide_while_passing == hides),
        choose: Act::new(move |world| set(world, |it| it.hide_while_passing = hides)),
    });
    ui.choice(
        "Hide the pieces while the headset is passed on",
        choices.into(),
    );
    explain(ui, "So that nobody studies the board on the other's time.");
}

const fn words(hides: Hides) -> &'static str {
    match hides {
        Hides::Always => "Always",
        Hides::WithClock => "With a clock",
        Hides::Never => "Never",
    }
}
