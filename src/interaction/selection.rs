//! Selecting a piece and a target: a state machine without a device.

use crate::game::Game;
use crate::rules::{Cell, CellSet, Move, Position};

/// What is selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selected {
    cell: Option<Cell>,
}

/// What a pointer asks of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// Select what is there (left mouse button).
    Select(Cell),
    /// Move the selected piece there (right mouse button).
    Move(Cell),
    /// Whichever of the two makes sense (trigger of a controller).
    Either(Cell),
    /// Nothing is there.
    Nowhere,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picked {
    /// Another cell, or none, is selected now.
    Changed,
    /// A move should be tried.
    Request(Move),
    /// Nothing changed.
    Same,
}

impl Selected {
    /// The selected cell.
    #[must_use]
    pub const fn cell(self) -> Option<Cell> {
        self.cell
    }

    /// Takes a step.
    ///
    /// A requested move leaves the selection alone: it ends when the move is
    /// made, and stays for another try when it is not legal.
    pub fn pick(&mut self, pick: Pick, position: &Position<Game>) -> Picked {
        let own = position.of(position.turn());
        match pick {
            Pick::Select(cell) => self.set(Some(cell)),
            Pick::Move(to) => match self.cell {
                Some(from) if from != to => Picked::Request(Move::new(from, to)),
                _ => Picked::Same,
            },
            Pick::Either(cell) => match self.cell {
                Some(selected) if selected == cell => self.set(None),
                _ if own.contains(cell) => self.set(Some(cell)),
                Some(from) => Picked::Request(Move::new(from, cell)),
                None => Picked::Same,
            },
            Pick::Nowhere => self.set(None),
        }
    }

    /// Selects nothing.
    pub fn clear(&mut self) -> Picked {
        self.set(None)
    }

    fn set(&mut self, cell: Option<Cell>) -> Picked {
        if self.cell == cell {
            Picked::Same
        } else {
            self.cell = cell;
            Picked::Changed
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tables;

    fn cell(name: &str) -> Cell {
        tables().cell(name).unwrap()
    }

    fn after(picks: &[Pick]) -> (Option<Cell>, Picked) {
        let mut selected = Selected::default();
        let mut last = Picked::Same;
        for &pick in picks {
            last = selected.pick(pick, &Position::start());
        }
        (selected.cell(), last)
    }

    #[test]
    fn a_controller_selects_reselects_and_deselects() {
        let (a4, b1, g1) = (cell("a4"), cell("b1"), cell("g1"));
        use Pick::{Either, Nowhere};
        assert_eq!(after(&[Either(a4)]), (Some(a4), Picked::Changed));
        assert_eq!(after(&[Either(a4), Either(b1)]).0, Some(b1));
        assert_eq!(after(&[Either(a4), Either(a4)]).0, None);
        assert_eq!(after(&[Either(a4), Nowhere]).0, None);
        assert_eq!(after(&[Either(g1)]), (None, Picked::Same));
        let request = Picked::Request(Move::new(a4, g1));
        assert_eq!(after(&[Either(a4), Either(g1)]), (Some(a4), request));
    }

    #[test]
    fn a_mouse_selects_with_one_button_and_moves_with_the_other() {
        let (a4, g1, n1) = (cell("a4"), cell("g1"), cell("n1"));
        use Pick::{Move as Go, Select};
        assert_eq!(after(&[Select(g1)]).0, Some(g1));
        assert_eq!(after(&[Select(a4), Select(g1)]).0, Some(g1));
        assert_eq!(after(&[Go(g1)]), (None, Picked::Same));
        let request = Picked::Request(Move::new(a4, n1));
        assert_eq!(after(&[Select(a4), Go(n1)]), (Some(a4), request));
    }
}
