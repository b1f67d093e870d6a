//! Judgements of moves by the evaluation.

use std::collections::HashMap;

use super::curve;
use crate::state::ui_state::UiState;
use icochess_engine::Score;
use icochess_message::{Msg, msg};
use icochess_play::computer::accuracy::accuracy;
use icochess_play::computer::judgement::{is_only_move, judgement, missed_mate};
use icochess_rules::{NodeId, Record};

/// Returns White's winning chance on the board of the game, from 0 to 1; `None` without the board's
/// engine.
pub(super) fn chance(state: &UiState, score: Score) -> Option<f64> {
    let engine = state.boards.engine(state.game.record().board())?;
    Some(engine.win_chance(score))
}

/// Returns the key of the judgements. There are no judgements while the evaluation runs, because
/// each would shift the content below.
pub(super) fn key(state: &UiState) -> Option<usize> {
    let analysis = &state.analysis;
    (!analysis.is_running).then_some(analysis.done)
}

/// Returns the glyphs (NAGs) of the weak moves in the current line.
pub(super) fn judged(state: &UiState) -> HashMap<NodeId, u8> {
    if key(state).is_none() {
        return HashMap::new();
    }
    let path = state.game.record().path().iter();
    path.filter_map(|node| Some((*node, judgement_of(state, *node)?)))
        .collect()
}

/// Returns the glyph (NAG) of the move to a node, if it is weak.
fn judgement_of(state: &UiState, node: NodeId) -> Option<u8> {
    let record = state.game.record();
    let from = record.parent(node)?;
    let chance = |node: NodeId| chance(state, state.analysis.value(node)?);
    let mover = record.position_of(from).turn();
    judgement(chance(from)?, chance(node)?, mover)
}

/// Returns whether players may try another move: after a weak move, and not while the evaluation
/// runs, which a try would interrupt.
pub(super) fn may_try_again(state: &UiState) -> bool {
    let node = state.game.record().current();
    key(state).is_some() && !state.covered.0 && judgement_of(state, node).is_some()
}

/// Returns the accuracy of both sides in the current line, in words. `None` until all of the line
/// is evaluated and both sides have moved. A line of tries has none.
pub(super) fn accuracy_in_words(state: &UiState) -> Option<Msg> {
    key(state)?;
    if state.game.trying_from().is_some() {
        return None;
    }
    let record = state.game.record();
    let path = record.path().iter();
    let chances = path.map(|node| chance(state, state.analysis.value(*node)?));
    let chances = chances.collect::<Option<Vec<f64>>>()?;
    let first = record.position_at(0)?.turn();
    let [white, black] = accuracy(&chances, first).map(|it| Some(it?.round() as i32));
    Some(msg!("accuracy", white = white?, black = black?))
}

/// Returns the verdict on the move to the position shown: the chance before it, a missed mate, and
/// the best line or whether there was only this move. Empty if the position before isn't evaluated.
///
/// The verdict on a try doesn't reveal the best line.
pub(super) fn verdict(state: &UiState) -> Msg {
    verdict_on(state, state.game.record().current()).unwrap_or(Msg::nothing())
}

fn verdict_on(state: &UiState, node: NodeId) -> Option<Msg> {
    let (record, analysis) = (state.game.record(), &state.analysis);
    if state.game.trying_from() == Some(node) {
        return Some(msg!("guide-trying"));
    }
    let from = record.parent(node)?;
    let before = analysis.value(from)?;
    if state.game.trying_from() == Some(from) {
        analysis.value(node)?;
        return Some(match judgement_of(state, node) {
            Some(_) => msg!("try-not-yet"),
            None => msg!("try-good"),
        });
    }
    let mover = record.position_of(from).turn();
    let missed = analysis.value(node);
    let missed = missed.and_then(|after| missed_mate(before, after, mover));
    let verdict = msg!("verdict-before", value = curve::value(state, from));
    let verdict = match missed {
        Some(count) if wins_without_mate(record) => {
            msg!("verdict-missed-win", verdict = verdict, count = count)
        }
        Some(count) => msg!("verdict-missed-mate", verdict = verdict, count = count),
        None => verdict,
    };
    let Some(best) = analysis.best(from) else {
        return Some(verdict);
    };
    if record.move_to(node) == Some(best.mv) {
        let second = analysis.second(from).and_then(|it| chance(state, it));
        let chances = chance(state, before).zip(second);
        return Some(match chances {
            Some((best, second)) if is_only_move(best, second, mover) => {
                msg!("verdict-only-move", verdict = verdict)
            }
            _ => verdict,
        });
    }
    Some(msg!(
        "verdict-best",
        verdict = verdict,
        line = best.san.as_str()
    ))
}

/// Returns whether a side also wins by captures, which the engine scores like a mate.
fn wins_without_mate(record: &Record) -> bool {
    let position = record.position();
    position.bare_king_loses() || !position.extinctions().is_empty()
}

/// Returns the severity of a glyph, from 0 to 3 for a blunder.
pub(super) const fn weight(nag: u8) -> u8 {
    match nag {
        4 => 3,
        2 => 2,
        6 => 1,
        _ => 0,
    }
}
