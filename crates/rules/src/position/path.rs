//! The path of a move over the board, for animations.

use super::moves::{Move, MoveKind};
use crate::cell::{Cell, CellSet};
use crate::position::state::Position;
use crate::tables::equipment::{Equipment, rules_of};

impl<B: Equipment> Position<B> {
    /// Returns the cells that a legal move passes and ends on, in order, along the shortest open
    /// path. A jump has only its target.
    pub fn path(&self, mv: Move) -> Vec<Cell> {
        let tables = B::tables();
        let occupied = self.occupied().or(self.absent());
        let Some(piece) = self
            .piece_at(mv.from)
            .filter(|_| mv.kind != MoveKind::Carriage)
        else {
            return vec![mv.to];
        };
        let (side, rules) = (piece.side.index(), rules_of::<B>(piece.role));
        let leaps = [rules.leaps, rules.steps];
        if leaps
            .iter()
            .flatten()
            .any(|table| tables.leaps(table[side], mv.from).contains(mv.to))
        {
            return vec![mv.to];
        }
        if rules.double_step.is_some()
            && let Some((via, _)) = tables.double_steps[side][mv.from]
                .iter()
                .find(|(via, ends)| ends.contains(mv.to) && via.and(occupied).is_empty())
        {
            return via.cells().chain([mv.to]).collect();
        }
        let mut shortest: Option<Vec<Cell>> = None;
        for crossing in tables.crossings(mv.from, rules.slides) {
            let line = &tables.lines[usize::from(crossing.line)];
            for direction in [1, -1] {
                let mut path = Vec::new();
                for step in 1..line.cells.len() as isize {
                    let Some(cell) = line.cell_at(usize::from(crossing.index), step * direction)
                    else {
                        break;
                    };
                    path.push(cell);
                    if cell == mv.to || occupied.contains(cell) {
                        break;
                    }
                }
                if path.last() == Some(&mv.to)
                    && shortest.as_ref().is_none_or(|best| path.len() < best.len())
                {
                    shortest = Some(path);
                }
            }
        }
        shortest.unwrap_or_else(|| vec![mv.to])
    }
}
