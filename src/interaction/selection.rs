//! Selecting a piece and a target: a state machine without a device.

use crate::game::Match;
use crate::rules::{Cell, CellSet, Move, Target};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked {
    /// Another cell, or none, is selected now.
    Changed,
    /// A move should be tried.
    Request(Move),
    /// One of these moves is meant: two or more, and the player has to say which.
    Choose(Vec<Move>),
    /// Nothing changed.
    Same,
}

impl Selected {
    /// The selected cell.
    #[must_use]
    pub const fn cell(self) -> Option<Cell> {
        self.cell
    }

    /// The moves of the selected piece, by what is picked for them.
    #[must_use]
    pub fn targets(self, game: &Match) -> Vec<Target> {
        match self.cell {
            Some(cell) if game.outcome().is_none() => game.position().targets(cell),
            _ => Vec::new(),
        }
    }

    /// Takes a step.
    ///
    /// A requested move leaves the selection alone: it ends when the move is
    /// made, and stays for another try when it is not legal.
    pub fn pick(&mut self, pick: Pick, game: &Match) -> Picked {
        let position = game.position();
        let is_own = |cell| position.by_side(position.turn()).contains(cell);
        let Some(to) = pick.cell() else {
            return self.set(None);
        };
        let mut moves: Vec<Move> = self
            .targets(game)
            .into_iter()
            .filter(|target| target.cell == to)
            .map(|target| target.mv)
            .collect();
        match (moves.len(), pick, self.cell) {
            (1, ..) => Picked::Request(moves.remove(0)),
            (2.., ..) => Picked::Choose(moves),
            (_, Pick::Select(_), _) => self.set(Some(to)),
            (_, Pick::Either(_), Some(selected)) if selected == to => self.set(None),
            (_, Pick::Either(_), _) if is_own(to) => self.set(Some(to)),
            // What is not legal is refused with a reason.
            (_, _, Some(from)) if from != to => Picked::Request(Move::new(from, to)),
            _ => Picked::Same,
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
    use crate::rules::{Chess, Position, pgn};

    fn cell(name: &str) -> Cell {
        Match::default().position().cell_named(name).unwrap()
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
        assert_eq!(
            after(&[Select(a4), Select(g1)]),
            (Some(a4), request.clone())
        );
        assert_eq!(after(&[Select(a4), Go(g1)]), (Some(a4), request));
        assert_eq!(after(&[Select(a4), Select(n1)]).0, Some(n1));
        assert_eq!(after(&[Select(a4), Select(a4)]), (Some(a4), Picked::Same));
        assert_eq!(after(&[Go(g1)]), (None, Picked::Same));
        let request = Picked::Request(Move::new(a4, n1));
        assert_eq!(after(&[Select(a4), Go(n1)]), (Some(a4), request));
    }

    #[test]
    fn a_game_that_is_over_has_no_targets() {
        let over = Match::new(pgn::Game::<crate::rules::Icochess> {
            declared: Some(crate::rules::Outcome::Draw(
                crate::rules::DrawReason::Agreement,
            )),
            ..Default::default()
        });
        let (a4, g1) = (cell("a4"), cell("g1"));
        let mut selected = Selected { cell: Some(a4) };
        let targets = selected.targets(&Match::default());
        assert!(targets.iter().any(|target| target.cell == g1));
        assert!(selected.targets(&over).is_empty());
        assert_eq!(selected.pick(Pick::Select(g1), &over), Picked::Changed);
    }

    #[test]
    fn castling_is_picked_by_either_of_its_cells_and_promotion_asks() {
        let text = "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1";
        let game = Match::new(text.parse::<Position<Chess>>().unwrap());
        let at = |name| game.position().cell_named(name).unwrap();
        let mv = |text| game.position().parse_uci(text).unwrap();
        let pick = |from, pick: fn(Cell) -> Pick, to| {
            let mut selected = Selected {
                cell: Some(at(from)),
            };
            selected.pick(pick(at(to)), &game)
        };
        for how in [Pick::Select, Pick::Either, Pick::Move] {
            for (to, castling) in [("g1", "e1g1"), ("h1", "e1g1"), ("a1", "e1c1")] {
                assert_eq!(pick("e1", how, to), Picked::Request(mv(castling)));
            }
            let Picked::Choose(moves) = pick("a7", how, "a8") else {
                panic!("nothing to choose");
            };
            assert_eq!(moves.len(), 4);
        }
        // The rook itself is selected by whoever has something else in hand.
        assert_eq!(pick("a7", Pick::Either, "h1"), Picked::Changed);
    }
}
