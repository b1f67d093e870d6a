//! Views into a board whose places hide one another, as data.

use bevy_math::Vec3;
use icochess_message::Msg;
use icochess_rules::WideSet;

/// Options for looking into a board. On such a board, everything unrelated to the selected or
/// hovered piece fades. A slider's paths run through the board.
#[derive(Debug, Clone, Default)]
pub struct Inside {
    /// Offset of each part when the board is taken apart, in metres; empty if the board can't be
    /// taken apart.
    pub apart: Vec<Vec3>,
    /// Cuts into planes, shown one plane at a time.
    pub cuts: Vec<Cut>,
}

impl Inside {
    /// Returns the kinds of planes, in the order of the cuts.
    pub fn kinds(&self) -> Vec<Msg> {
        let mut kinds: Vec<Msg> = self.cuts.iter().map(|cut| cut.kind.clone()).collect();
        kinds.dedup();
        kinds
    }

    /// Returns the index of a cut's kind among the kinds.
    pub fn kind_of(&self, cut: usize) -> Option<usize> {
        let kind = &self.cuts.get(cut)?.kind;
        self.kinds().iter().position(|other| other == kind)
    }
}

/// A family of parallel planes that together contain all cells.
#[derive(Debug, Clone)]
pub struct Cut {
    /// Kind of the cut's planes. Cuts in several directions may have the same kind.
    pub kind: Msg,
    /// Name of the cut in menus.
    pub title: Msg,
    /// Cells of each plane, in order.
    pub planes: Vec<WideSet>,
}
