//! Steps to cells behind one another on a ray.

use bevy::input::ButtonState;
use bevy::input::keyboard::Key;
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::prelude::*;
use icochess::app::FlatPlugin;
use icochess::board::turning::opening::{OpenRequested, Opened};
use icochess::game::Match;
use icochess::save::settings::{Confirmation, Settings};
use icochess::xr::config::Hand;
use icochess_boards::Variant;

use super::ray;
use crate::headless::{send_key, the_window};
use crate::table::Table;

const HAND: Hand = Hand::Right;

fn settings() -> Settings {
    Settings {
        auto_turn_headset: false,
        auto_turn_flat: false,
        confirm_moves: Confirmation::Never,
        ..Settings::default()
    }
}

/// Puts a new game of Raumschach on the table.
fn raumschach(app: &mut App) {
    app.insert_resource(Match::new(Variant::Raumschach.board().new_game()));
}

impl Table {
    /// Returns the ray straight down to a cell of the lowest level, through all levels.
    fn down_to(&mut self, name: &str) -> Ray3d {
        let [from, to] = [1.0, 0.0].map(|by| self.above(name, by));
        ray(from, to)
    }

    /// Pushes the thumbstick up or down, and releases it.
    fn flick(&mut self, y: f32) {
        for y in [y, 0.0] {
            self.hand(HAND, |input| input.turn.y = y);
            self.frames(2);
        }
    }
}

#[test]
fn thumbstick_steps_to_a_cell_behind_others_which_plays() {
    let mut table = Table::in_headset(settings(), raumschach);
    let rotation = table.root().rotation;
    let down = table.down_to("aa2");
    table.aim(HAND, down);
    table.frames(2);
    assert_eq!(table.hovered().as_deref(), Some("ea2"));
    for (y, name) in [
        (-1.0, "ea2"),
        (1.0, "da2"),
        (1.0, "ca2"),
        (-1.0, "da2"),
        (1.0, "ca2"),
        (1.0, "ba2"),
    ] {
        table.flick(y);
        assert_eq!(table.hovered().as_deref(), Some(name));
    }
    // The ray is drawn to the chosen cell.
    let (_, beam) = table.ray_and_beam(HAND);
    let end = beam.translation() + beam.forward() * beam.scale().z;
    let cell = table.place("tile ba2").translation;
    let [above, level] = [
        end.y - cell.y,
        cell.y - table.place("tile aa2").translation.y,
    ];
    assert!((0.0..level).contains(&above), "{above} m");
    table.pass(0.3);
    table.trigger_at(HAND, down);
    assert_eq!(table.selected().as_deref(), Some("ba2"));
    // The pawn attacks the cell above its target.
    let down = table.down_to("aa3");
    table.aim(HAND, down);
    table.frames(2);
    assert_eq!(table.hovered().as_deref(), Some("ca3"));
    table.flick(1.0);
    table.pass(0.3);
    table.trigger_at(HAND, down);
    assert_eq!(table.played(), ["ba2ba3"]);
    assert_eq!(table.root().rotation, rotation);
    // Off the board, the stick turns the board. In a slice, it changes the slice.
    let past = table.ray_past();
    table.aim(HAND, past);
    table.flick(1.0);
    assert_ne!(table.root().rotation, rotation);
    table.ask(OpenRequested::Cut);
    let down = table.down_to("aa2");
    table.aim(HAND, down);
    let plane = |table: &Table| table.get::<Opened>().cut.expect("a slice").1;
    let before = plane(&table);
    table.flick(1.0);
    assert_eq!(plane(&table), before + 1);
}

#[test]
fn wheel_with_control_steps_to_cells_behind_others() {
    let mut table = Table::with(settings(), |app| {
        app.add_plugins(FlatPlugin);
        raumschach(app);
    });
    table.pass(0.2);
    let ray = table.down_to("aa2");
    table.mouse_to(ray);
    assert_eq!(table.hovered().as_deref(), Some("ea2"));
    let control = (KeyCode::ControlLeft, Key::Control, None);
    send_key(&mut table.app, control, ButtonState::Pressed);
    table.frames(1);
    let window = the_window(&mut table.app);
    for (y, name) in [
        (1.0, "da2"),
        (0.5, "da2"),
        (0.5, "ca2"),
        (2.0, "aa2"),
        (-4.0, "ea2"),
        (1.0, "da2"),
    ] {
        table.send(MouseWheel {
            unit: MouseScrollUnit::Line,
            x: 0.0,
            y,
            window,
            phase: TouchPhase::Moved,
        });
        table.frames(2);
        assert_eq!(table.hovered().as_deref(), Some(name), "{y}");
    }
    // Elsewhere the ray hits the nearest cell again.
    for name in ["aa3", "aa2"] {
        let ray = table.down_to(name);
        table.mouse_to(ray);
        table.pass(0.3);
        let nearest = name.replacen('a', "e", 1);
        assert_eq!(table.hovered(), Some(nearest));
    }
}
