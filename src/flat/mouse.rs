//! Reports mouse movement by hand to the board, and tells picking when the pointer leaves the
//! window.

use std::time::Duration;

use bevy::camera::NormalizedRenderTarget;
use bevy::picking::pointer::{Location, PointerAction, PointerId, PointerInput};
use bevy::prelude::*;
use bevy::window::{CursorLeft, CursorMoved, WindowRef};

use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_play::interaction::MouseMoved;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<CursorMoved>()
        .add_message::<CursorLeft>()
        .add_systems(
            Update,
            (
                report_mouse_moves.run_if(on_message::<CursorMoved>),
                move_mouse_off.run_if(on_message::<CursorLeft>),
            )
                .in_set(AppSystems::Input),
        );
}

/// Position far outside any window, in logical pixels.
const OUTSIDE: Vec2 = Vec2::splat(-1e6);

/// Moves the mouse off everything when it leaves the window, because Bevy would keep it over the
/// last entity. A drag continues outside the window.
fn move_mouse_off(
    mut all: MessageReader<CursorLeft>,
    buttons: Res<ButtonInput<MouseButton>>,
    mut inputs: MessageWriter<PointerInput>,
    mut next: ResMut<NextFrame>,
) {
    let is_free = buttons.get_pressed().next().is_none();
    for left in all.read().filter(|_| is_free) {
        let Some(window) = WindowRef::Entity(left.window).normalize(None) else {
            continue;
        };
        let location = Location {
            target: NormalizedRenderTarget::Window(window),
            position: OUTSIDE,
        };
        let action = PointerAction::Move { delta: Vec2::ZERO };
        inputs.write(PointerInput::new(PointerId::Mouse, location, action));
        next.within(Duration::ZERO);
    }
}

fn report_mouse_moves(
    mut moves: MessageReader<CursorMoved>,
    mut events: MessageWriter<MouseMoved>,
) {
    // `count` reads all messages, so that none is left for the next frame.
    let moved = moves.read().filter(|moved| is_by_hand(moved)).count();
    if moved > 0 {
        events.write(MouseMoved);
    }
}

/// Returns whether a hand moved the mouse. Entering the window has no delta.
fn is_by_hand(moved: &CursorMoved) -> bool {
    moved.delta.is_some_and(|delta| delta != Vec2::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mouse_entering_the_window_does_not_count_as_moved() {
        let window = Entity::PLACEHOLDER;
        for (delta, moved) in [
            (None, false),
            (Some(Vec2::ZERO), false),
            (Some(Vec2::X), true),
        ] {
            let position = Vec2::ONE;
            let event = CursorMoved {
                window,
                position,
                delta,
            };
            let mut app = App::new();
            app.add_plugins(plugin).add_message::<MouseMoved>();
            app.world_mut().write_message(event);
            app.update();
            let events = app.world().resource::<Messages<MouseMoved>>();
            assert_eq!(!events.is_empty(), moved, "{delta:?}");
        }
    }

    #[test]
    fn mouse_leaving_the_window_hovers_nothing_unless_dragging() {
        for drags in [false, true] {
            let mut app = App::new();
            app.add_plugins(plugin)
                .add_message::<MouseMoved>()
                .add_message::<PointerInput>()
                .init_resource::<NextFrame>()
                .init_resource::<ButtonInput<MouseButton>>();
            if drags {
                let mut buttons = app.world_mut().resource_mut::<ButtonInput<MouseButton>>();
                buttons.press(MouseButton::Left);
            }
            let window = Entity::PLACEHOLDER;
            app.world_mut().write_message(CursorLeft { window });
            app.update();
            let mut events = app.world_mut().resource_mut::<Messages<PointerInput>>();
            let places: Vec<Vec2> = events.drain().map(|it| it.location.position).collect();
            let wanted = if drags { vec![] } else { vec![OUTSIDE] };
            assert_eq!(places, wanted);
        }
    }
}
