//! The ways of a rider over the ball, and how many targets are where they vanish.

use bevy::prelude::*;
use icochess::board::stage::shape::{BoardShape, PlayerSeat};
use icochess::board::tiles::ways::{Behind, WayPart, Ways};
use icochess::board::turning::spin::TurnBoard;
use icochess::game::Match;
use icochess::save::settings::Settings;
use icochess_rules::{Cell, CellSet, Position};
use icochess_shape::is_turned_away;

use super::{Game, cell};
use crate::table::Table;

/// A rook with room on all sides.
const ROOK: &str = "4/2P1/4/4/4/4/R3/4/P3/1KP1/3n/4/4/p3/4/4/4/1p2/k3/4 w - - 0 1";

impl Table {
    /// The numbers that are seen.
    fn behind(&mut self) -> Vec<usize> {
        let world = self.app.world_mut();
        let mut numbers = world.query::<(&Behind, &Visibility)>();
        let seen = numbers.iter(world);
        let seen = seen.filter(|(_, visibility)| **visibility != Visibility::Hidden);
        seen.map(|(behind, _)| behind.0).collect()
    }

    /// How many parts of ways are seen.
    fn way_parts(&mut self) -> usize {
        let world = self.app.world_mut();
        let mut parts = world.query_filtered::<&Visibility, With<WayPart>>();
        let seen = parts.iter(world);
        seen.filter(|it| **it != Visibility::Hidden).count()
    }

    /// The targets that the ball hides.
    fn hidden_targets(&mut self) -> Vec<Cell> {
        let rotation = self.rotation();
        let (shape, seat) = (self.get::<BoardShape>(), *self.get::<PlayerSeat>());
        let targets = self.get::<Ways>().targets.cells();
        let is_hidden = |cell: &Cell| is_turned_away(rotation, &shape.frame(*cell), &seat);
        targets.filter(is_hidden).collect()
    }
}

#[test]
fn the_ways_of_a_rider_are_drawn_with_the_number_of_targets_behind() {
    let position: Position<Game> = ROOK.parse().unwrap();
    let mut table = Table::with(Settings::default(), |app| {
        app.insert_resource(Match::new(position));
    });
    assert_eq!((table.way_parts(), table.behind().len()), (0, 0));
    table.click(PointerButton::Primary, "g1");
    let ways = table.get::<Ways>().clone();
    assert!(ways.all.len() >= 4, "{ways:?}");
    for way in &ways.all {
        assert_eq!(way[0], cell("g1"));
        assert!(way[1..].iter().all(|cell| ways.targets.contains(*cell)));
    }
    assert!(table.way_parts() >= 2 * ways.all.len());
    for turned in 0..6 {
        let hidden = table.hidden_targets();
        let told = table.behind();
        assert!(told.len() <= ways.all.len());
        // Where ways cross behind, a target is told of on each.
        assert!(
            told.iter().sum::<usize>() >= hidden.len(),
            "{turned}: {told:?}"
        );
        assert_eq!(told.is_empty(), hidden.is_empty());
        table.send(TurnBoard(Quat::from_rotation_y(1.0)));
        table.frames(2);
    }
    // A king steps, and has none.
    table.click(PointerButton::Primary, "j2");
    assert_eq!((table.way_parts(), table.behind().len()), (0, 0));
}
