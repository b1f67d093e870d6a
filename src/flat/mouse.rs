//! Tells the board that the mouse was moved by hand.

use bevy::prelude::*;
use bevy::window::CursorMoved;

use crate::interaction::MouseMoved;
use crate::schedule::AppSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<CursorMoved>().add_systems(
        Update,
        tell.run_if(on_message::<CursorMoved>)
            .in_set(AppSystems::Input),
    );
}

fn tell(mut moves: MessageReader<CursorMoved>, mut told: MessageWriter<MouseMoved>) {
    // All of them are read, or what is left would be met in the next frame.
    let moved = moves.read().filter(|moved| is_by_hand(moved)).count();
    if moved > 0 {
        told.write(MouseMoved);
    }
}

/// Without a distance the mouse only came into the window.
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
}
