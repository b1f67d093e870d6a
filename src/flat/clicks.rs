//! Delays a click that arrives in the same frame as the preceding movement, which happens after a
//! slow frame. Bevy's picking would apply the click at the pointer's position of the previous
//! frame.

use std::collections::VecDeque;

use bevy::ecs::message::MessageCursor;
use bevy::picking::PickingSystems;
use bevy::picking::pointer::{PointerAction, PointerId, PointerInput};
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        First,
        split_inputs
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

/// Lets through either the mouse's movements or its button events in each frame, in their order.
fn split_inputs(
    mut inputs: ResMut<Messages<PointerInput>>,
    mut cursor: Local<MessageCursor<PointerInput>>,
    mut waiting: Local<VecDeque<PointerInput>>,
) {
    // Hands move every frame and don't need the delay.
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
    // All readers have seen the earlier messages.
    inputs.clear();
    inputs.write_batch(others.into_iter().chain(waiting.drain(..count)));
    cursor.clear(&inputs);
}
