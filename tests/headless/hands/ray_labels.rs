//! Labels at the ends of rays.

use bevy::prelude::*;
use icochess::save::settings::Settings;
use icochess::xr::config::Hand;
use icochess::xr::controllers::ray_labels::RayLabel;
use icochess::xr::head::Head;

use crate::table::Table;

const HAND: Hand = Hand::Right;

impl Table {
    /// Returns the lines of the right hand's label; none while it's hidden.
    fn label(&mut self) -> Vec<String> {
        let entity = crate::headless::named(&mut self.app, "right ray label");
        let world = self.app.world();
        let lines = world.get::<RayLabel>(entity).unwrap().lines.clone();
        let is_hidden = *world.get::<Visibility>(entity).unwrap() == Visibility::Hidden;
        assert_eq!(is_hidden, lines.is_empty());
        lines
    }
}

#[test]
fn label_names_what_the_ray_rests_on_and_why_it_cannot_move() {
    let mut table = Table::in_headset(Settings::default(), |_| {});
    let eye = Transform::from_xyz(0.0, 1.6, 1.0);
    table.app.world_mut().spawn((Head, eye));
    table.aim_at(HAND, "b3");
    assert!(table.label().is_empty(), "it passes over");
    table.pass(0.5);
    let pinned = [
        "B3: White knight",
        "Pinned: it would expose",
        "your king (bishop\u{a0}O2)",
    ];
    assert_eq!(table.label(), pinned);
    // The label is above the piece and faces the eye.
    let label = table.place("right ray label");
    let tile = table.place("tile b3").translation;
    let sight = tile - eye.translation;
    assert!(label.back().distance(-sight.normalize()) < 1e-3);
    assert!((label.translation - tile).dot(*label.up()) > 0.01);
    table.trigger(HAND, "a4");
    for (cell, lines) in [
        ("g1", vec!["G1: empty"]),
        (
            "n1",
            vec!["N1: Black queen", "The piece doesn't move", "that way"],
        ),
    ] {
        table.aim_at(HAND, cell);
        table.pass(0.5);
        assert_eq!(table.label(), lines);
    }
    let past = table.ray_past();
    table.aim(HAND, past);
    table.frames(1);
    assert!(table.label().is_empty());
}
