//! The button for looking through the ball. Holding it looks through the ball for that long; a tap
//! toggles.
//!
//! Anything that can press a button can peek, including a bare hand or a controller with only a
//! trigger. A hold continues when the ray leaves the button, because players then look at the
//! board.

use std::time::Duration;

use bevy::picking::pointer::{PointerId, PointerPress};
use bevy::prelude::*;
use bevy::ui::InteractionDisabled;

use super::hold::LONGEST_FRAME;
use crate::commands::command::CommandSystems;
use icochess_base::schedule::AppSystems;
use icochess_board::stage::switches::Glass;

/// Maximum length of a press that counts as a tap.
pub const TAP: Duration = Duration::from_millis(400);

/// A button that looks through the ball while it is held.
#[derive(Component, Debug, Clone, Copy)]
pub struct PeekButton;

/// A pointer that holds a peek button down.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub(crate) struct Peeking {
    by: PointerId,
    /// Duration of the press.
    lasts: Duration,
}

impl Peeking {
    /// Returns whether the press is too long for a tap, so that its release isn't a click.
    pub(crate) fn is_hold(&self) -> bool {
        self.lasts > TAP
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(start_peek).add_systems(
        Update,
        update_peeks
            .before(CommandSystems)
            .in_set(AppSystems::Input),
    );
}

fn start_peek(
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

fn update_peeks(
    time: Res<Time>,
    pointers: Query<(&PointerId, &PointerPress)>,
    mut buttons: Query<(Entity, &mut Peeking)>,
    mut commands: Commands,
    mut glass: ResMut<Glass>,
) {
    // A slow frame isn't a long hold.
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
