//! What the evaluation makes of the moves. It is shown only: who wants it in the record
//! notes it there.

use std::collections::HashMap;

use super::super::bind::Facts;
use crate::computer::judgement::judgement;
use crate::rules::NodeId;

/// Tells one state of the evaluation from another. While values come in nothing is
/// judged: each would move what lies below.
pub(super) fn state(facts: &Facts) -> Option<usize> {
    let analysis = &facts.analysis;
    (!analysis.is_running).then_some(analysis.done)
}

/// The glyphs (NAGs) of the moves of the line that is shown which have cost something.
pub(super) fn judged(facts: &Facts) -> HashMap<NodeId, u8> {
    let record = facts.game.record();
    let path = record.path();
    if state(facts).is_none() {
        return HashMap::new();
    }
    let plies = path.windows(2).enumerate();
    plies
        .filter_map(|(ply, nodes)| {
            let [before, after] = [nodes[0], nodes[1]].map(|node| facts.analysis.value(node));
            let mover = record.position_at(ply)?.turn();
            Some((nodes[1], judgement(before?, after?, mover)?))
        })
        .collect()
}

/// How bad a glyph is: a blunder most.
pub(super) const fn weight(nag: u8) -> u8 {
    match nag {
        4 => 3,
        2 => 2,
        6 => 1,
        _ => 0,
    }
}
