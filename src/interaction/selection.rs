//! Selecting a piece and a target: a state machine without a device.

use crate::game::{Game, Match};
use crate::rules::{Board, Cell, CellSet, Move};

/// What is selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selected {
    cell: Option<Cell>,
}

/// What a pointer asks of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// Move the selected piece there if that is a marked target; else select
    /// what is there (left mouse button).
    Select(Cell),
    /// Move the selected piece there (right mouse button).
    Move(Cell),
    /// Whichever of the two makes sense (trigger of a controller).
    Either(Cell),
    /// Nothing is there.
    Nowhere,
}

impl Pick {
    /// The place, if it is one.
    #[must_use]
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Self::Select(cell) | Self::Move(cell) | Self::Either(cell) => Some(cell),
            Self::Nowhere => None,
        }
    }
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

    /// Where the selected piece can go: the cells that are marked.
    #[must_use]
    pub fn targets(self, game: &Match) -> <Game as Board>::Set {
        match self.cell {
            Some(cell) if game.outcome().is_none() => game.position().legal_targets(cell),
            _ => CellSet::EMPTY,
        }
    }

    /// Takes a step.
    ///
    /// A requested move leaves the selection alone: it ends when the move is
    /// made, and stays for another try when it is not legal.
    pub fn pick(&mut self, pick: Pick, game: &Match) -> Picked {
        let position = game.position();
        let own = position.by_side(position.turn());
        match pick {
            Pick::Select(cell) => match self.cell {
                Some(from) if self.targets(game).contains(cell) => {
                    Picked::Request(Move::new(from, cell))
                }
                _ => self.set(Some(cell)),
            },
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
            last = selected.pick(pick, &Match::default());
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
    fn a_mouse_moves_to_marks_with_either_button_and_tries_elsewhere_with_the_other() {
        let (a4, g1, n1) = (cell("a4"), cell("g1"), cell("n1"));
        use Pick::{Move as Go, Select};
        assert_eq!(after(&[Select(g1)]).0, Some(g1));
        // A mark is a target; what is not marked is selected.
        let request = Picked::Request(Move::new(a4, g1));
        assert_eq!(after(&[Select(a4), Select(g1)]), (Some(a4), request));
        assert_eq!(after(&[Select(a4), Go(g1)]), (Some(a4), request));
        assert_eq!(after(&[Select(a4), Select(n1)]).0, Some(n1));
        assert_eq!(after(&[Select(a4), Select(a4)]), (Some(a4), Picked::Same));
        assert_eq!(after(&[Go(g1)]), (None, Picked::Same));
        let request = Picked::Request(Move::new(a4, n1));
        assert_eq!(after(&[Select(a4), Go(n1)]), (Some(a4), request));
    }

    #[test]
    fn a_game_that_is_over_has_no_targets() {
        let over = Match::new(crate::rules::pgn::Game {
            declared: Some(crate::rules::Outcome::Draw(
                crate::rules::DrawReason::Agreement,
            )),
            ..Default::default()
        });
        let (a4, g1) = (cell("a4"), cell("g1"));
        let mut selected = Selected { cell: Some(a4) };
        assert!(selected.targets(&Match::default()).contains(g1));
        assert!(selected.targets(&over).is_empty());
        assert_eq!(selected.pick(Pick::Select(g1), &over), Picked::Changed);
    }
}
