//! What there is to see inside of a board whose places lie one behind the other, as data.

use bevy_math::Vec3;
use icochess_message::Msg;
use icochess_rules::WideSet;

/// How a board is looked into. On such a board what does not belong to the piece that is
/// pointed at or selected fades, and the ways of a slider are seen as beams.
#[derive(Debug, Clone, Default)]
pub struct Inside {
    /// By how much each part is moved when the board is taken apart, metres; empty where
    /// it cannot be.
    pub apart: Vec<Vec3>,
    /// In what ways it is cut into planes, of which one is shown at a time.
    pub cuts: Vec<Cut>,
}

/// A family of parallel planes, which have all cells between them.
#[derive(Debug, Clone)]
pub struct Cut {
    /// What players know it by.
    pub title: Msg,
    /// The cells of each plane, in their order.
    pub planes: Vec<WideSet>,
}
