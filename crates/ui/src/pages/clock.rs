//! The clock of the next game: a preset, or custom times.

use std::time::Duration;

use bevy::prelude::*;

use crate::kit::act::{Act, Slide};
use crate::kit::bind::{BoundText, CheckedIf, Value};
use crate::kit::build::Ui;
use crate::kit::choice::Alternative;
use crate::kit::slider::Scale;
use crate::state::setup::Setup;
use crate::state::time_setup::{ClockKind, PRESETS, SideTime, TimeSetup, duration};
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_message::{Msg, msg};
use icochess_rules::Side;

/// Times on the slider, in seconds.
const TIMES: [u64; 22] = [
    10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 420, 600, 900, 1200, 1500, 1800, 2700, 3600,
    5400, 7200, 10800,
];
/// Bonuses on the slider, in seconds.
const BONUSES: [u64; 13] = [0, 1, 2, 3, 5, 8, 10, 12, 15, 20, 30, 45, 60];

/// Adds the choice of a preset or a custom clock.
pub(super) fn presets(ui: &mut Ui) {
    ui.choice(msg!("clock"), alternatives());
}

/// Adds the choice of a clock, without the choice of none.
pub(super) fn clocks(ui: &mut Ui) {
    ui.choice(msg!("clock"), alternatives().split_off(1));
}

/// Adds a sentence about the chosen preset, or the controls of a custom clock.
pub(super) fn details(ui: &mut Ui) {
    ui.shown_if(
        |state| !is_own(state),
        |ui| ui.bound_text(Size::Small, theme::FAINT, explained),
    );
    ui.shown_if(is_own, |ui| {
        let kinds = ClockKind::ALL.into_iter().map(|kind| Alternative {
            label: kind.title(),
            chosen: CheckedIf::new(move |state| state.setup.time.kind == kind),
            choose: change(move |time| time.kind = kind),
        });
        ui.choice(msg!("clock-kind"), kinds.collect());
        side(ui, Side::White);
        ui.switch(
            msg!("another-time-for-black"),
            |state| state.setup.time.black.is_some(),
            |world| {
                let time = &mut world.resource_mut::<Setup>().time;
                time.black = match time.black {
                    Some(_) => None,
                    None => Some(time.white),
                };
            },
        );
        ui.shown_if(
            |state| state.setup.time.black.is_some(),
            |ui| side(ui, Side::Black),
        );
    });
}

/// Describes a preset in a sentence.
fn explained(state: &UiState) -> Msg {
    let SideTime { time, bonus } = state.setup.time.white;
    match (state.setup.time.is_on, bonus.is_zero()) {
        (false, _) => msg!("explain-no-clock"),
        (true, true) => msg!("explain-time", time = duration(time)),
        (true, false) => {
            msg!(
                "explain-time-and-bonus",
                time = duration(time),
                bonus = duration(bonus)
            )
        }
    }
}

fn change(change: impl Fn(&mut TimeSetup) + Send + Sync + 'static) -> Act {
    Act::new(move |world| change(&mut world.resource_mut::<Setup>().time))
}

/// Returns whether the clock is custom.
fn is_own(state: &UiState) -> bool {
    let time = &state.setup.time;
    time.is_on && state.setup.own_time
}

fn alternatives() -> Vec<Alternative> {
    let choose = |label: Msg, own: bool, time: Option<TimeSetup>| {
        let shown = time.clone();
        Alternative {
            label,
            chosen: CheckedIf::new(move |state| {
                let now = &state.setup.time;
                state.setup.own_time == own
                    && match &shown {
                        Some(time) => now == time || !time.is_on && !now.is_on,
                        None => now.is_on,
                    }
            }),
            choose: Act::new(move |world| {
                let mut setup = world.resource_mut::<Setup>();
                setup.own_time = own;
                match &time {
                    Some(time) => setup.time = time.clone(),
                    None => setup.time.is_on = true,
                }
            }),
        }
    };
    let mut all = vec![choose(
        msg!("clock-none"),
        false,
        Some(TimeSetup::default()),
    )];
    for preset @ (minutes, bonus) in PRESETS {
        let time = TimeSetup::preset(preset);
        all.push(choose(
            Msg::verbatim(format!("{minutes}+{bonus}")),
            false,
            Some(time),
        ));
    }
    all.push(choose(msg!("clock-other"), true, None));
    all
}

/// Returns the slider position closest to a time.
fn place(steps: &[u64], time: Duration) -> f32 {
    let distance = |step: &u64| step.abs_diff(time.as_secs());
    let nearest = steps
        .iter()
        .enumerate()
        .min_by_key(|(_, step)| distance(step));
    nearest.map_or(0.0, |(place, _)| place as f32)
}

fn step(steps: &[u64], place: f32) -> Duration {
    let place = (place.round().max(0.0) as usize).min(steps.len() - 1);
    Duration::from_secs(steps[place])
}

fn side(ui: &mut Ui, side: Side) {
    ui.slider(msg!("player-time", side = side), time(side));
    ui.shown_if(
        |state| state.setup.time.kind.has_bonus(),
        |ui| ui.slider(msg!("player-bonus", side = side), bonus(side)),
    );
    if side == Side::White {
        ui.bound_text(Size::Small, theme::FAINT, |state| {
            match state.setup.time.kind {
                ClockKind::Increment => msg!("explain-increment"),
                ClockKind::Bronstein => {
                    msg!("explain-bronstein")
                }
                ClockKind::Delay => msg!("explain-delay"),
                ClockKind::PerMove => msg!("explain-per-move"),
                ClockKind::Hourglass => msg!("explain-hourglass"),
            }
        });
    }
}

fn set(world: &mut World, side: Side, change: impl FnOnce(&mut SideTime)) {
    change(world.resource_mut::<Setup>().time.of_mut(side));
}

fn time(side: Side) -> Scale {
    Scale {
        range: (0.0, (TIMES.len() - 1) as f32),
        step: 1.0,
        value: Value::new(move |state| place(&TIMES, state.setup.time.of(side).time)),
        words: BoundText::new(move |state| duration(state.setup.time.of(side).time)),
        set: Slide::new(move |world, at| set(world, side, |it| it.time = step(&TIMES, at))),
    }
}

fn bonus(side: Side) -> Scale {
    Scale {
        range: (0.0, (BONUSES.len() - 1) as f32),
        step: 1.0,
        value: Value::new(move |state| place(&BONUSES, state.setup.time.of(side).bonus)),
        words: BoundText::new(move |state| duration(state.setup.time.of(side).bonus)),
        set: Slide::new(move |world, at| set(world, side, |it| it.bonus = step(&BONUSES, at))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sliders_reach_every_preset() {
        for (minutes, bonus) in PRESETS {
            let TimeSetup { white, .. } = TimeSetup::preset((minutes, bonus));
            assert_eq!(step(&TIMES, place(&TIMES, white.time)), white.time);
            assert_eq!(step(&BONUSES, place(&BONUSES, white.bonus)), white.bonus);
        }
        assert_eq!(place(&TIMES, Duration::from_secs(9999)), 21.0);
        assert_eq!(step(&TIMES, -1.0), Duration::from_secs(10));
    }
}
