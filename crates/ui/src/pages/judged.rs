//! Judgements of moves by the evaluation. They are shown only: players who want them in the record
//! note them there.

use std::collections::HashMap;

use crate::state::ui_state::UiState;
use icochess_play::computer::judgement::judgement;
use icochess_rules::NodeId;

/// Tells one state of the evaluation from another. While values come in nothing is
/// judged: each would move what lies below.
pub(super) fn key(state: &UiState) -> Option<usize> {
    let analysis = &state.analysis;
    (!analysis.is_running).then_some(analysis.done)
}

/// The glyphs (NAGs) of the moves of the line that is shown which have cost something.
pub(super) fn judged(state: &UiState) -> HashMap<NodeId, u8> {
    let record = state.game.record();
    let path = record.path();
    if key(state).is_none() {
        return HashMap::new();
    }
    let plies = path.windows(2).enumerate();
    plies
        .filter_map(|(ply, nodes)| {
            let [before, after] = [nodes[0], nodes[1]].map(|node| state.analysis.value(node));
            let mover = record.position_at(ply)?.turn();
            Some((nodes[1], judgement(before?, after?, mover)?))
        })
        .collect()
}

/// The badness of a glyph: that of a blunder is the highest.
pub(super) const fn weight(nag: u8) -> u8 {
    match nag {
        4 => 3,
        2 => 2,
        6 => 1,
        _ => 0,
    }
}
