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
use super::super::theme::{self, Size};
use super::page;
use super::rows::{explain, percent_of, rounded, set};
use crate::board::palette::Palette;
use crate::board::quality::Antialiasing;
use crate::computer::{Computer, settings::available_cores};
use crate::engine::Player;
use crate::save::settings::{
    BOARD_DISTANCES, BOARD_HEIGHTS, BOARD_SIZES, MainHand, RENDER_SCALES, TEXT_SIZES,
};

pub(super) fn build(ui: &mut Ui, subject: Subject) {
    page::page(ui, "Settings", |ui| {
        let tabs = Subject::ALL.map(|subject| (subject, subject.title()));
        page::tabs(ui, tabs, subject, |it| Command::Open(Screen::Settings(it)));
        ui.shown_if(
            |facts| **facts.in_force != *facts.settings,
            |ui| {
                let words = "Values of who is at the game come before these: see Players.";
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
        "Names of the cells",
        |facts| facts.settings.tile_names,
        |world| set(world, |it| it.tile_names ^= true),
    );
    ui.switch(
        "Show moves that are out of sight",
        |facts| facts.settings.show_moves,
        |world| set(world, |it| it.show_moves ^= true),
    );
    explain(
        ui,
        "Turns a ball to the computer's moves, to hints and to a mated king.",
    );
    ui.switch(
        "Confirm each move",
        |facts| facts.settings.confirm_moves,
        |world| set(world, |it| it.confirm_moves ^= true),
    );
    explain(
        ui,
        "A move is shown, and made when its end is picked again, or by Play.",
    );
    ui.switch(
        "Clocks stand in menus",
        |facts| facts.settings.clock_stops_in_menus,
        |world| set(world, |it| it.clock_stops_in_menus ^= true),
    );
    ui.switch(
        "Reduced motion",
        |facts| facts.settings.reduced_motion,
        |world| set(world, |it| it.reduced_motion ^= true),
    );
    explain(
        ui,
        "Pieces and the board are where they go at once, without gliding.",
    );
    ui.switch(
        "Compass beside a ball, in the window",
        |facts| facts.settings.compass,
        |world| set(world, |it| it.compass ^= true),
    );
    explain(
        ui,
        "A small ball with both sides: a press on a place, or on a king, turns the board there.",
    );
    ui.switch(
        "Evaluation bar",
        |facts| facts.computer.evaluation_bar,
        |world| set_computer(world, |it| it.evaluation_bar ^= true),
    );
    ui.switch(
        "Hints",
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
    explain(
        ui,
        "Who plays each side, and how well, is chosen for each game: see New game.",
    );
    ui.slider(
        "Most time for a move",
        Scale {
            range: steps_of(&SECONDS),
            step: 1.0,
            value: Value::new(|facts| nearest(&SECONDS, facts.computer.seconds)),
            words: Says::new(|facts| format!("{} s", facts.computer.seconds)),
            set: Slide::new(|world, place| {
                set_computer(world, |it| it.seconds = step(&SECONDS, place));
            }),
        },
    );
    ui.slider(
        "Between two computers",
        Scale {
            range: steps_of(&DELAYS),
            step: 1.0,
            value: Value::new(|facts| nearest(&DELAYS, facts.computer.delay)),
            words: Says::new(|facts| format!("{} s", facts.computer.delay)),
            set: Slide::new(|world, place| {
                set_computer(world, |it| it.delay = step(&DELAYS, place));
            }),
        },
    );
    ui.slider(
        "Cores",
        Scale {
            range: (1.0, available_cores() as f32),
            step: 1.0,
            value: Value::new(|facts| facts.computer.cores as f32),
            words: Says::new(|facts| facts.computer.cores.to_string()),
            set: Slide::new(|world, value| {
                set_computer(world, |it| it.cores = value.round().max(1.0) as usize);
            }),
        },
    );
    ui.slider(
        "Memory",
        Scale {
            range: steps_of(&TABLES),
            step: 1.0,
            value: Value::new(|facts| nearest(&TABLES, facts.computer.table as f32)),
            words: Says::new(|facts| format!("{} MB", facts.computer.table)),
            set: Slide::new(|world, place| {
                set_computer(world, |it| it.table = step(&TABLES, place) as usize);
            }),
        },
    );
    explain(
        ui,
        &format!(
            "Cores and memory count from level {} on, and for hints and the evaluation.",
            Player::UNERRING_LEVEL
        ),
    );
    ui.switch(
        "Gives up lost games, agrees to draws",
        |facts| facts.computer.gives_up,
        |world| set_computer(world, |it| it.gives_up ^= true),
    );
}

fn display(ui: &mut Ui) {
    let palettes = Palette::ALL.map(|it| Alternative {
        label: it.title().to_owned(),
        chosen: CheckedIf::new(move |facts| facts.settings.palette == it),
        choose: Act::new(move |world| set(world, |settings| settings.palette = it)),
    });
    ui.choice("Colours", palettes.into());
    ui.switch(
        "Bands on Black's pieces",
        |facts| facts.settings.bands,
        |world| set(world, |it| it.bands ^= true),
    );
    ui.slider(
        "Size of text",
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
        label: it.title().to_owned(),
        chosen: CheckedIf::new(move |facts| facts.settings.antialiasing == it),
        choose: Act::new(move |world| set(world, |settings| settings.antialiasing = it)),
    });
    ui.choice("Smooth edges", smoothings.into());
    ui.slider(
        "Render scale",
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
    explain(
        ui,
        "Less of both draws more frames a second. The scale counts in the headset from the next \
         start on, in the window at once and up to 100 %.",
    );
    ui.switch(
        "Frames a second",
        |facts| facts.settings.frame_rate,
        |world| set(world, |it| it.frame_rate ^= true),
    );
    ui.switch(
        "Board in the window beside a headset",
        |facts| facts.settings.mirror,
        |world| set(world, |it| it.mirror ^= true),
    );
    ui.slider(
        "Size of the board",
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
        "Farther away",
        Scale {
            range: BOARD_DISTANCES,
            step: 0.05,
            value: Value::new(|facts| facts.settings.board_distance),
            words: Says::new(|facts| format!("{:+.2} m", facts.settings.board_distance)),
            set: Slide::new(|world, value| {
                let value = rounded(value, BOARD_DISTANCES);
                set(world, |it| it.board_distance = value);
            }),
        },
    );
    ui.slider(
        "Higher",
        Scale {
            range: BOARD_HEIGHTS,
            step: 0.05,
            value: Value::new(|facts| facts.settings.board_height),
            words: Says::new(|facts| format!("{:+.2} m", facts.settings.board_height)),
            set: Slide::new(|world, value| {
                let value = rounded(value, BOARD_HEIGHTS);
                set(world, |it| it.board_height = value);
            }),
        },
    );
    explain(ui, "How large the board is in the headset, and where.");
    let hands =
        [("Right", MainHand::Right), ("Left", MainHand::Left)].map(|(label, hand)| Alternative {
            label: label.to_owned(),
            chosen: CheckedIf::new(move |facts| facts.settings.hand == hand),
            choose: Act::new(move |world| set(world, |it| it.hand = hand)),
        });
    ui.choice("Hand that does most", hands.into());
    explain(ui, "In the headset the panel is on its side.");
    ui.slider(
        "Steady rays",
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
        "Height of your eyes, seated",
        Scale {
            range: (0.5, 2.5),
            step: 0.05,
            value: Value::new(|facts| facts.settings.seated_eye_height),
            words: Says::new(|facts| format!("{:.2} m", facts.settings.seated_eye_height)),
            set: Slide::new(|world, value| {
                let value = rounded(value, (0.5, 2.5));
                set(world, |it| it.seated_eye_height = value);
            }),
        },
    );
    explain(
        ui,
        "For headsets that do not know where the floor is or where they are.",
    );
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
