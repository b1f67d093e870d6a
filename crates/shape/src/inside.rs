//! The views into a board whose places lie one behind the other, as data.

use bevy_math::Vec3;
use icochess_message::Msg;
use icochess_rules::WideSet;

/// The ways to look into a board. On such a board all that does not belong to the piece that is
/// pointed at or selected fades, and the lines of a slider are drawn as beams.
#[derive(Debug, Clone, Default)]
pub struct Inside {
    /// The displacement of each part when the board is taken apart, metres; empty where it cannot
    /// be.
    pub apart: Vec<Vec3>,
    /// The ways to cut it into planes, of which one is shown at a time.
    pub cuts: Vec<Cut>,
    /// The fixtures that bear what one side alone reads, as indexes of
    /// [`Shape::fixtures`](super::Shape::fixtures), White's first, if there are such: who sits
    /// opposite sees it upside down through the glass above it.
    pub read_by: Option<[usize; 2]>,
}

impl Inside {
    /// The kinds of planes, in the order of the cuts.
    pub fn kinds(&self) -> Vec<Msg> {
        let mut kinds: Vec<Msg> = self.cuts.iter().map(|cut| cut.kind.clone()).collect();
        kinds.dedup();
        kinds
    }

    /// The number among the kinds of that of a cut.
    pub fn kind_of(&self, cut: usize) -> Option<usize> {
        let kind = &self.cuts.get(cut)?.kind;
        self.kinds().iter().position(|other| other == kind)
    }
}

/// A family of parallel planes, which have all cells between them.
#[derive(Debug, Clone)]
pub struct Cut {
    /// The kind of its planes, which cuts in several directions may share.
    pub kind: Msg,
    /// The name by which players know the cut.
    pub title: Msg,
    /// The cells of each plane, in their order.
    pub planes: Vec<WideSet>,
}
