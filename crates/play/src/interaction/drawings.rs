//! Arrows and circles that a player draws on the board with the mouse.

use bevy::prelude::*;

use crate::game::MatchSystems;
use crate::game::facts::{MatchFact, on_fact};
use icochess_base::schedule::AppSystems;
use icochess_rules::Cell;

/// Drawn arrows and circles. They last until the next move.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Drawings {
    arrows: Vec<(Cell, Cell)>,
    circles: Vec<Cell>,
}

impl Drawings {
    /// Returns the first and last cell of each arrow.
    pub fn arrows(&self) -> &[(Cell, Cell)] {
        &self.arrows
    }

    /// Returns the cells with a circle.
    pub fn circles(&self) -> &[Cell] {
        &self.circles
    }

    /// Returns whether there are neither arrows nor circles.
    pub fn is_empty(&self) -> bool {
        self.arrows.is_empty() && self.circles.is_empty()
    }

    /// Draws an arrow, or erases it.
    pub(super) fn toggle_arrow(&mut self, from: Cell, to: Cell) {
        toggle(&mut self.arrows, (from, to));
    }

    /// Draws a circle, or erases it.
    pub(super) fn toggle_circle(&mut self, cell: Cell) {
        toggle(&mut self.circles, cell);
    }
}

fn toggle<T: PartialEq>(all: &mut Vec<T>, one: T) {
    match all.iter().position(|it| *it == one) {
        Some(at) => {
            all.remove(at);
        }
        None => all.push(one),
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Drawings>().add_systems(
        Update,
        // Runs before other systems look up the drawings' cells on another board.
        erase
            .run_if(on_fact(MatchFact::changes_board_or_ends))
            .after(MatchSystems)
            .in_set(AppSystems::Rules),
    );
}

fn erase(mut drawings: ResMut<Drawings>) {
    drawings.set_if_neq(Drawings::default());
}
