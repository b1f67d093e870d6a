//! The button that looks through the ball: held, for as long as that; a short press switches it on
//! or off.
//!
//! So whatever presses buttons can do it, also a controller that has no more than a trigger, and a
//! bare hand. What is held is held wherever its ray goes on: one looks at the board meanwhile, and
//! not at the button.

use std::time::Duration;

use bevy::picking::pointer::{PointerId, PointerPress};
use bevy::prelude::*;
use bevy::ui::InteractionDisabled;

use super::hold::LONGEST_FRAME;
use crate::commands::command::CommandSystems;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::switches::Glass;

/// Longest time for which a tap is down: longer is held.
pub const TAP: Duration = Duration::from_millis(400);

/// A button that looks through the ball while it is held.
#[derive(Component, Debug, Clone, Copy)]
pub struct PeekButton;

/// A pointer holds such a button down.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub(crate) struct Peeking {
    by: PointerId,
    /// Time for which it has done so.
    lasts: Duration,
}

impl Peeking {
    /// Whether it is too long for a tap: its end presses nothing.
    pub(crate) fn is_hold(&self) -> bool {
        self.lasts > TAP
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(press).add_systems(
        Update,
        peek.before(CommandSystems).in_set(AppSystems::Input),
    );
}

fn press(
    press: On<Pointer<Press>>,
    buttons: Query<(), (With<PeekButton>, Without<InteractionDisabled>)>,
    mut commands: Commands,
) {
    if press.button == PointerButton::Primary && buttons.contains(press.entity) {
        commands.entity(press.entity).insert(Peeking {
            by: press.pointer_id,
            lasts: Duration::ZERO,
        });
    }
}

fn peek(
    time: Res<Time>,
    pointers: Query<(&PointerId, &PointerPress)>,
    mut buttons: Query<(Entity, &mut Peeking)>,
    mut commands: Commands,
    mut glass: ResMut<Glass>,
) {
    // A slow frame is no long hold.
    let passed = time.delta().min(Duration::from_secs_f32(LONGEST_FRAME));
    let mut is_held = false;
    for (entity, mut peeking) in &mut buttons {
        let by = peeking.by;
        let presses =
            |(id, press): (&PointerId, &PointerPress)| *id == by && press.is_primary_pressed();
        if pointers.iter().any(presses) {
            peeking.lasts += passed;
            is_held = true;
        } else {
            commands.entity(entity).remove::<Peeking>();
        }
    }
    if glass.is_held != is_held {
        glass.is_held = is_held;
    }
}
