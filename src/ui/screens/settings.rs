//! What players may change, by subject. All of it stands in `settings.ron`.

mod sound;
mod together;

use bevy::prelude::*;

use super::super::act::{Act, Slide};
use super::super::bind::{CheckedIf, Says, Value};
use super::super::build::Ui;
use super::super::commands::Command;
use super::super::controls::{Alternative, Scale};
use super::super::screen::{Screen, Subject};
use super::super::terms;
use super::super::theme::{self, Size};
use super::page;
use super::rows::{explain, metres, percent_of, rounded, seconds, set};
use crate::board::palette::Palette;
use crate::board::quality::Antialiasing;
use crate::computer::{Computer, settings::available_cores};
use crate::engine::Player;
use crate::language::Msg;
use crate::msg;
use crate::save::settings::{
    BOARD_DISTANCES, BOARD_HEIGHTS, BOARD_SIZES, MainHand, RENDER_SCALES, TEXT_SIZES,
};

pub(super) fn build(ui: &mut Ui, subject: Subject) {
    page::page(ui, msg!("settings"), |ui| {
        let tabs = Subject::ALL.map(|subject| (subject, subject.title()));
        page::tabs(ui, tabs, subject, |it| Command::Open(Screen::Settings(it)));
        ui.shown_if(
            |facts| **facts.in_force != *facts.settings,
            |ui| {
                let words = msg!("own-values-first");
                ui.text(Size::Small, theme::WARNING, words);
            },
        );
        match subject {
            Subject::Board => board(ui),
            Subject::Together => together::build(ui),
            Subject::Computer => computer(ui),
            Subject::Sound => sound::build(ui),
            Subject::Display => display(ui),
        }
    });
}

/// Changes how the computer plays.
fn set_computer(world: &mut World, change: impl FnOnce(&mut Computer)) {
    change(&mut world.resource_mut::<Computer>());
}

fn board(ui: &mut Ui) {
    ui.switch(
        msg!("names-of-cells"),
        |facts| facts.settings.tile_names,
        |world| set(world, |it| it.tile_names ^= true),
    );
    ui.switch(
        msg!("show-moves"),
        |facts| facts.settings.show_moves,
        |world| set(world, |it| it.show_moves ^= true),
    );
    explain(ui, msg!("show-moves-text"));
    ui.switch(
        msg!("confirm-moves"),
        |facts| facts.settings.confirm_moves,
        |world| set(world, |it| it.confirm_moves ^= true),
    );
    explain(ui, msg!("confirm-moves-text"));
    ui.switch(
        msg!("clocks-stand"),
        |facts| facts.settings.clock_stops_in_menus,
        |world| set(world, |it| it.clock_stops_in_menus ^= true),
    );
    ui.switch(
        msg!("reduced-motion"),
        |facts| facts.settings.reduced_motion,
        |world| set(world, |it| it.reduced_motion ^= true),
    );
    explain(ui, msg!("reduced-motion-text"));
    ui.switch(
        msg!("compass"),
        |facts| facts.settings.compass,
        |world| set(world, |it| it.compass ^= true),
    );
    explain(ui, msg!("compass-text"));
    ui.switch(
        msg!("evaluation-bar"),
        |facts| facts.computer.evaluation_bar,
        |world| set_computer(world, |it| it.evaluation_bar ^= true),
    );
    ui.switch(
        msg!("hints"),
        |facts| facts.computer.hints,
        |world| set_computer(world, |it| it.hints ^= true),
    );
}

/// Seconds for a move that the slider stands for.
const SECONDS: [f32; 8] = [0.5, 1.0, 3.0, 5.0, 10.0, 30.0, 60.0, 300.0];
/// Seconds between two moves.
const DELAYS: [f32; 7] = [0.0, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0];
/// Sizes of the table, mebibytes.
const TABLES: [f32; 7] = [16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0];

/// The step that is nearest to a value. A file may hold values in between.
fn nearest(steps: &[f32], value: f32) -> f32 {
    let distance = |step: &f32| (step - value).abs();
    let nearest = steps
        .iter()
        .enumerate()
        .min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
    nearest.map_or(0.0, |(place, _)| place as f32)
}

/// The step at a place of the slider.
fn step(steps: &[f32], place: f32) -> f32 {
    steps[(place.round().max(0.0) as usize).min(steps.len() - 1)]
}

fn steps_of(steps: &[f32]) -> (f32, f32) {
    (0.0, (steps.len() - 1) as f32)
}

fn computer(ui: &mut Ui) {
    explain(ui, msg!("computer-elsewhere"));
    ui.slider(
        msg!("most-time"),
        Scale {
            range: steps_of(&SECONDS),
            step: 1.0,
            value: Value::new(|facts| nearest(&SECONDS, facts.computer.seconds)),
            words: Says::new(|facts| seconds(facts.computer.seconds)),
            set: Slide::new(|world, place| {
                set_computer(world, |it| it.seconds = step(&SECONDS, place));
            }),
        },
    );
    ui.slider(
        msg!("between-computers"),
        Scale {
            range: steps_of(&DELAYS),
            step: 1.0,
            value: Value::new(|facts| nearest(&DELAYS, facts.computer.delay)),
            words: Says::new(|facts| seconds(facts.computer.delay)),
            set: Slide::new(|world, place| {
                set_computer(world, |it| it.delay = step(&DELAYS, place));
            }),
        },
    );
    ui.slider(
        msg!("cores"),
        Scale {
            range: (1.0, available_cores() as f32),
            step: 1.0,
            value: Value::new(|facts| facts.computer.cores as f32),
            words: Says::new(|facts| Msg::verbatim(facts.computer.cores.to_string())),
            set: Slide::new(|world, value| {
                set_computer(world, |it| it.cores = value.round().max(1.0) as usize);
            }),
        },
    );
    ui.slider(
        msg!("memory"),
        Scale {
            range: steps_of(&TABLES),
            step: 1.0,
            value: Value::new(|facts| nearest(&TABLES, facts.computer.table as f32)),
            words: Says::new(|facts| msg!("megabytes", value = facts.computer.table)),
            set: Slide::new(|world, place| {
                set_computer(world, |it| it.table = step(&TABLES, place) as usize);
            }),
        },
    );
    explain(
        ui,
        msg!("cores-and-memory-text", level = Player::UNERRING_LEVEL),
    );
    ui.switch(
        msg!("gives-up"),
        |facts| facts.computer.gives_up,
        |world| set_computer(world, |it| it.gives_up ^= true),
    );
}

/// The languages there are, each by what its speakers call it.
fn languages(ui: &mut Ui) {
    let all = ui.words.languages().map(|(code, name)| {
        let (shown, chosen) = (code.to_owned(), code.to_owned());
        Alternative {
            label: Msg::verbatim(name.to_owned()),
            chosen: CheckedIf::new(move |facts| facts.words.chosen() == shown),
            choose: Act::new(move |world| set(world, |it| it.language.clone_from(&chosen))),
        }
    });
    ui.choice(msg!("language"), all.collect());
}

fn display(ui: &mut Ui) {
    languages(ui);
    let palettes = Palette::ALL.map(|it| Alternative {
        label: terms::palette(it),
        chosen: CheckedIf::new(move |facts| facts.settings.palette == it),
        choose: Act::new(move |world| set(world, |settings| settings.palette = it)),
    });
    ui.choice(msg!("colours"), palettes.into());
    ui.switch(
        msg!("bands"),
        |facts| facts.settings.bands,
        |world| set(world, |it| it.bands ^= true),
    );
    ui.slider(
        msg!("size-of-text"),
        Scale {
            range: TEXT_SIZES,
            step: 0.05,
            value: Value::new(|facts| facts.settings.text_size),
            words: Says::new(|facts| percent_of(facts.settings.text_size)),
            set: Slide::new(|world, value| {
                let value = rounded(value, TEXT_SIZES);
                set(world, |it| it.text_size = value);
            }),
        },
    );
    let smoothings = Antialiasing::ALL.map(|it| Alternative {
        label: terms::antialiasing(it),
        chosen: CheckedIf::new(move |facts| facts.settings.antialiasing == it),
        choose: Act::new(move |world| set(world, |settings| settings.antialiasing = it)),
    });
    ui.choice(msg!("smooth-edges"), smoothings.into());
    ui.slider(
        msg!("render-scale"),
        Scale {
            range: RENDER_SCALES,
            step: 0.05,
            value: Value::new(|facts| facts.settings.render_scale),
            words: Says::new(|facts| percent_of(facts.settings.render_scale)),
            set: Slide::new(|world, value| {
                let value = rounded(value, RENDER_SCALES);
                set(world, |it| it.render_scale = value);
            }),
        },
    );
    explain(ui, msg!("render-scale-text"));
    ui.switch(
        msg!("frame-rate"),
        |facts| facts.settings.frame_rate,
        |world| set(world, |it| it.frame_rate ^= true),
    );
    ui.switch(
        msg!("mirror"),
        |facts| facts.settings.mirror,
        |world| set(world, |it| it.mirror ^= true),
    );
    ui.slider(
        msg!("size-of-board"),
        Scale {
            range: BOARD_SIZES,
            step: 0.05,
            value: Value::new(|facts| facts.settings.board_size),
            words: Says::new(|facts| percent_of(facts.settings.board_size)),
            set: Slide::new(|world, value| {
                let value = rounded(value, BOARD_SIZES);
                set(world, |it| it.board_size = value);
            }),
        },
    );
    ui.slider(
        msg!("farther-away"),
        Scale {
            range: BOARD_DISTANCES,
            step: 0.05,
            value: Value::new(|facts| facts.settings.board_distance),
            words: Says::new(|facts| metres(format!("{:+.2}", facts.settings.board_distance))),
            set: Slide::new(|world, value| {
                let value = rounded(value, BOARD_DISTANCES);
                set(world, |it| it.board_distance = value);
            }),
        },
    );
    ui.slider(
        msg!("higher"),
        Scale {
            range: BOARD_HEIGHTS,
            step: 0.05,
            value: Value::new(|facts| facts.settings.board_height),
            words: Says::new(|facts| metres(format!("{:+.2}", facts.settings.board_height))),
            set: Slide::new(|world, value| {
                let value = rounded(value, BOARD_HEIGHTS);
                set(world, |it| it.board_height = value);
            }),
        },
    );
    explain(ui, msg!("board-place-text"));
    let hands = [
        (msg!("right"), MainHand::Right),
        (msg!("left"), MainHand::Left),
    ]
    .map(|(label, hand)| Alternative {
        label,
        chosen: CheckedIf::new(move |facts| facts.settings.hand == hand),
        choose: Act::new(move |world| set(world, |it| it.hand = hand)),
    });
    ui.choice(msg!("main-hand"), hands.into());
    explain(ui, msg!("main-hand-text"));
    ui.slider(
        msg!("steady-rays"),
        Scale {
            range: (0.0, 1.0),
            step: 0.1,
            value: Value::new(|facts| facts.settings.steadiness),
            words: Says::new(|facts| percent_of(facts.settings.steadiness)),
            set: Slide::new(|world, value| {
                let value = rounded(value, (0.0, 1.0));
                set(world, |it| it.steadiness = value);
            }),
        },
    );
    ui.slider(
        msg!("eye-height"),
        Scale {
            range: (0.5, 2.5),
            step: 0.05,
            value: Value::new(|facts| facts.settings.seated_eye_height),
            words: Says::new(|facts| metres(format!("{:.2}", facts.settings.seated_eye_height))),
            set: Slide::new(|world, value| {
                let value = rounded(value, (0.5, 2.5));
                set(world, |it| it.seated_eye_height = value);
            }),
        },
    );
    explain(ui, msg!("eye-height-text"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slider_of_steps_stands_at_the_nearest_and_leads_to_each() {
        for (place, value) in SECONDS.iter().enumerate() {
            assert_eq!(nearest(&SECONDS, *value), place as f32);
            assert_eq!(step(&SECONDS, place as f32), *value);
        }
        assert_eq!(nearest(&SECONDS, 7.0), 3.0);
        assert_eq!(step(&SECONDS, -3.0), 0.5);
        assert_eq!(step(&SECONDS, 99.0), 300.0);
    }
}
