//! Tells the board that the mouse was moved by hand, and what points that it has left the window.

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
                tell.run_if(on_message::<CursorMoved>),
                leave.run_if(on_message::<CursorLeft>),
            )
                .in_set(AppSystems::Input),
        );
}

/// Far from all windows and from what is seen in them, logical pixels.
const OUTSIDE: Vec2 = Vec2::splat(-1e6);

/// Bevy leaves the mouse over what it was over last, so it is moved on. What is dragged goes on
/// outside of the window.
fn leave(
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

fn tell(mut moves: MessageReader<CursorMoved>, mut told: MessageWriter<MouseMoved>) {
    // All of them are read, or what is left would be met in the next frame.
    let moved = moves.read().filter(|moved| is_by_hand(moved)).count();
    if moved > 0 {
        told.write(MouseMoved);
    }
}

/// Whether a hand has moved the mouse: without a distance it only came into the window.
fn is_by_hand(moved: &CursorMoved) -> bool {
    moved.delta.is_some_and(|delta| delta != Vec2::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mouse_that_only_comes_into_the_window_is_not_moved() {
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
            let told = app.world().resource::<Messages<MouseMoved>>();
            assert_eq!(!told.is_empty(), moved, "{delta:?}");
        }
    }

    #[test]
    fn a_mouse_that_leaves_the_window_points_at_nothing_in_it_unless_it_drags() {
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
            let mut told = app.world_mut().resource_mut::<Messages<PointerInput>>();
            let places: Vec<Vec2> = told.drain().map(|it| it.location.position).collect();
            let wanted = if drags { vec![] } else { vec![OUTSIDE] };
            assert_eq!(places, wanted);
        }
    }
}
