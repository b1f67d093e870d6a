//! Clicks that come in the frame of the movement that led to them, as they do after a frame that
//! took long: Bevy's picking lets a button go where the pointer was a frame before. So what comes
//! after a movement waits for the next frame.

use std::collections::VecDeque;

use bevy::ecs::message::MessageCursor;
use bevy::picking::PickingSystems;
use bevy::picking::pointer::{PointerAction, PointerId, PointerInput};
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        First,
        one_kind_a_frame
            .after(PickingSystems::Input)
            .before(PickingSystems::PostInput),
    );
}

const fn is_move(input: &PointerInput) -> bool {
    matches!(input.action, PointerAction::Move { .. })
}

fn is_of_mouse(input: &PointerInput) -> bool {
    input.pointer_id == PointerId::Mouse
}

/// Lets through either movements of the mouse or what its buttons do, in their order.
fn one_kind_a_frame(
    mut inputs: ResMut<Messages<PointerInput>>,
    mut cursor: Local<MessageCursor<PointerInput>>,
    mut waiting: Local<VecDeque<PointerInput>>,
) {
    // Hands move in every frame, and are left alone.
    let mut ahead = cursor.clone();
    if waiting.is_empty() && !ahead.read(&inputs).any(is_of_mouse) {
        *cursor = ahead;
        return;
    }
    let new = cursor.read(&inputs).cloned();
    let (of_mouse, others): (Vec<_>, Vec<_>) = new.partition(is_of_mouse);
    waiting.extend(of_mouse);
    let Some(first) = waiting.front() else {
        return;
    };
    let kind = is_move(first);
    let same = waiting.iter().take_while(|input| is_move(input) == kind);
    let count = same.count();
    // Everybody has read what there was before.
    inputs.clear();
    inputs.write_batch(others.into_iter().chain(waiting.drain(..count)));
    cursor.clear(&inputs);
}
