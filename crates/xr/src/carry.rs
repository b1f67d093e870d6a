//! Picking up, carrying and putting down a piece with a near hand.

use bevy::prelude::*;
use icochess_rules::{Cell, CellSet};

use super::hands::{Grabbed, HandInput, hand_of, pointer_of};
use super::near::{Carried, CarriedPiece, Near};
use super::tips::{Tip, Tips};
use icochess_base::schedule::AppSystems;
use icochess_board::pieces::in_hand::{HeldPiece, InHand};
use icochess_board::stage::reach::NearQuery;
use icochess_play::game::{Match, OnCell};
use icochess_play::interaction::{PickMode, PutDown, Selection};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CarriedPiece>()
        .init_resource::<InHand>()
        .add_systems(
            Update,
            (pick_up, put_down, move_carried_piece)
                .chain()
                .in_set(AppSystems::Input),
        );
}

/// Picks up the piece that a touching hand has just selected.
fn pick_up(
    mut presses: MessageReader<Pointer<Press>>,
    hands: Query<(&HandInput, &Near)>,
    (tips, reach): (Tips, NearQuery),
    cells: Query<&OnCell>,
    (game, pick_mode): (Res<Match>, Res<PickMode>),
    selection: Res<Selection>,
    mut was_selected: Local<Option<Cell>>,
    mut carried: ResMut<CarriedPiece>,
    mut grabbed: MessageWriter<Grabbed>,
) {
    let selected = selection.0.cell().filter(|_| selection.0.part().is_none());
    for press in presses.read() {
        let hand = hand_of(press.pointer_id).filter(|_| carried.0.is_none());
        let Some(hand) = hand else {
            continue;
        };
        let is_touched = hands
            .iter()
            .any(|(input, near)| input.hand == hand && near.thing() == Some(press.entity));
        let cell = cells.get(press.entity).ok().map(|on| on.0);
        let cell = cell.filter(|cell| is_touched && selected == Some(*cell));
        let is_own = |cell: &Cell| {
            pick_mode.game(&game).is_some_and(|game| {
                let position = game.position();
                let is_to_move = position.by_side(position.turn()).contains(*cell);
                is_to_move || selection.0.is_ahead()
            })
        };
        if let (Some(from), Some(taken_at)) = (cell.filter(is_own), tips.at(hand, Tip::Pinch)) {
            // The selection has its own haptic feedback.
            if *was_selected == Some(from) {
                grabbed.write(Grabbed(hand));
            }
            carried.0 = Some(Carried {
                hand,
                from,
                taken_at,
                tap: reach.half_cell(press.entity).unwrap_or_default(),
                was_selected: *was_selected == Some(from),
            });
        }
    }
    *was_selected = selected;
}

/// Puts a released piece on the cell below it, or back on its own cell.
fn put_down(
    mut commands: Commands,
    hands: Query<(&HandInput, &Near)>,
    tips: Tips,
    cells: Query<&OnCell>,
    selection: Res<Selection>,
    mut carried: ResMut<CarriedPiece>,
) {
    let Some(piece) = carried.0 else {
        return;
    };
    let hand = hands.iter().find(|(input, _)| input.hand == piece.hand);
    // The selection changed or the hand was lost, so the hand didn't put the piece down.
    let is_over = selection.0.cell() != Some(piece.from);
    let Some((input, near)) = hand.filter(|(input, _)| input.active && !is_over) else {
        carried.0 = None;
        return;
    };
    if input.select {
        return;
    }
    carried.0 = None;
    let by = pointer_of(piece.hand);
    let tip = tips.at(piece.hand, Tip::Pinch);
    let moved = tip.map(|tip| tip.distance(piece.taken_at));
    let on = near.thing().and_then(|thing| cells.get(thing).ok());
    let from = piece.from;
    match on.map(|on| on.0) {
        _ if moved.is_some_and(|moved| moved < piece.tap) => {
            if piece.was_selected {
                commands.trigger(PutDown::Again { by, cell: from });
            }
        }
        Some(cell) if cell == from => {}
        Some(cell) => commands.trigger(PutDown::On { by, cell }),
        None => commands.trigger(PutDown::Beside { by, cell: from }),
    }
}

/// Moves the carried piece with its hand.
fn move_carried_piece(
    carried: Res<CarriedPiece>,
    hands: Query<(&HandInput, &Near)>,
    cells: Query<&OnCell>,
    (game, pick_mode): (Res<Match>, Res<PickMode>),
    selection: Res<Selection>,
    tips: Tips,
    mut was_held: Local<bool>,
    mut in_hand: ResMut<InHand>,
) {
    let held = carried.0.and_then(|piece| {
        let at = tips.at(piece.hand, Tip::Pinch)?;
        let near = hands.iter().find(|(input, _)| input.hand == piece.hand);
        let thing = near.and_then(|(_, near)| near.thing());
        let cell = thing.and_then(|thing| cells.get(thing).ok());
        let game = pick_mode.game(&game)?;
        let is_target = |cell: &Cell| selection.0.is_target(*cell, game);
        Some(HeldPiece {
            cell: piece.from,
            at,
            target: cell.map(|on| on.0).filter(is_target),
        })
    });
    // The mouse may hold a piece, too.
    if std::mem::replace(&mut *was_held, held.is_some()) || held.is_some() {
        in_hand.set_if_neq(InHand(held));
    }
}
