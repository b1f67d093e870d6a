//! Feedback on pointers: hovering, selecting and refused picks.

use std::time::Duration;

use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use super::agenda::Agenda;
use super::messages::{FeedbackEvent, FeedbackLocation, FeedbackRequested};
use super::table::FeedbackKind;
use crate::turning::spin::Turning;
use icochess_play::game::facts::{FactReader, MatchFact};
use icochess_play::interaction::choice::MoveOption;
use icochess_play::interaction::{HoverChanged, PickRefused, SelectionChanged};

/// Minimum time between two hover events of a pointer, for at most 12 a second.
const HOVER_GAP: Duration = Duration::from_nanos(1_000_000_000 / 12);

pub(super) fn plugin(app: &mut App) {
    app.add_observer(record_offer);
}

fn record_offer(
    over: On<Pointer<Over>>,
    offers: Query<&GlobalTransform, With<MoveOption>>,
    mut requested: MessageWriter<FeedbackRequested>,
) {
    if let Ok(place) = offers.get(over.entity) {
        requested.write(FeedbackRequested(FeedbackEvent {
            kind: FeedbackKind::Hovered,
            by: Some(over.pointer_id),
            at: FeedbackLocation::Point(place.translation()),
        }));
    }
}

pub(super) fn schedule_pointer_feedback(
    time: Res<Time<Real>>,
    turning: Option<Res<Turning>>,
    mut settling: Local<u8>,
    mut agenda: ResMut<Agenda>,
    mut hovered: MessageReader<HoverChanged>,
    mut selected: MessageReader<SelectionChanged>,
    mut refused: MessageReader<PickRefused>,
    mut requested: MessageReader<FeedbackRequested>,
    mut facts: FactReader,
) {
    let now = time.elapsed();
    let agenda = &mut *agenda;
    if facts.any(MatchFact::is_begun) {
        // Messages may refer to tiles of the previous game.
        hovered.clear();
        selected.clear();
        refused.clear();
        agenda.selected = None;
    }
    let refused: Vec<PickRefused> = refused.read().copied().collect();
    for &PickRefused { by, cell, .. } in &refused {
        let refusal = FeedbackEvent {
            kind: FeedbackKind::Refused,
            by: Some(by),
            at: FeedbackLocation::Cell(cell),
        };
        agenda.add(now, refusal);
    }
    for change in selected.read() {
        let (kind, cell) = match change.cell {
            Some(cell) => (FeedbackKind::Selected, Some(cell)),
            None => (FeedbackKind::Deselected, agenda.selected),
        };
        agenda.selected = change.cell;
        // Without a pointer, the game itself cleared the selection.
        if let (Some(by), Some(cell)) = (change.by, cell) {
            // A piece that can't move gives only the refusal feedback.
            let is_in_vain = |refused: &PickRefused| refused.by == by && refused.cell == cell;
            if refused.iter().any(is_in_vain) {
                continue;
            }
            let at = FeedbackLocation::Cell(cell);
            let by = Some(by);
            agenda.add(now, FeedbackEvent { kind, by, at });
        }
    }
    // Ignores hovers while the animated board turns under a resting ray. The last such hover
    // arrives in the frame after the turn.
    let passes = turning.is_some() || *settling > 0;
    *settling = if turning.is_some() {
        2
    } else {
        settling.saturating_sub(1)
    };
    let tiles = hovered
        .read()
        .filter(|_| !passes)
        .map(|hover| FeedbackEvent {
            kind: FeedbackKind::Hovered,
            by: Some(hover.by),
            at: FeedbackLocation::Cell(hover.cell),
        });
    for happening in requested.read().map(|request| request.0).chain(tiles) {
        if happening.kind != FeedbackKind::Hovered {
            agenda.add(now, happening);
        } else if let Some(by) = happening.by.filter(PointerId::is_custom) {
            // Only hands get hover feedback, because a mouse sweeps over dozens of tiles.
            let last = agenda.hovers.get(&by);
            if last.is_none_or(|last| now - *last >= HOVER_GAP) {
                agenda.hovers.insert(by, now);
                agenda.add(now, happening);
            }
        }
    }
}
