//! Moves the board to the middle of what a page beside it, or the list of moves, leaves of the
//! window.

use bevy::camera::SubCameraView;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::camera::WindowCamera;
use crate::board::stage::shape::BoardShape;
use crate::save::settings::Settings;
use crate::schedule::{AppSystems, Display};
use crate::ui::pages::sides_taken;
use crate::ui::state::screen::{Screen, Screens};
use icochess_shape::Hold;

/// The least ratio of width to height of a region in which a ball with its pieces, and a board
/// on a table, are seen whole from the usual seat.
const WHOLE: [f32; 2] = [0.85, 1.08];

/// How much smaller the board may become for the list of moves; where it would be less than that,
/// as in a small window, the list lies over the edge of the picture instead.
const MOST_FARTHER: f32 = 1.5;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, give_way.in_set(AppSystems::Feedback));
}

/// The part of the picture that is seen, where so much is taken at the left and at the right of a
/// window, physical pixels: aside by half of what one side takes more, and larger, thus farther
/// away, where what is left is narrower than `whole` times its height.
fn beside(window: UVec2, taken: [f32; 2], whole: f32) -> SubCameraView {
    let size = window.as_vec2();
    let [from, _] = taken;
    let (left, farther) = room(size, taken, whole);
    let middle = Vec2::new(from.min(size.x - left) + left / 2.0, size.y / 2.0);
    SubCameraView {
        full_size: window,
        offset: size / 2.0 - farther * middle,
        size: (size * farther).as_uvec2(),
    }
}

/// The width that is left of a window, physical pixels, and how many times as far away a board is
/// that is seen whole there.
fn room(size: Vec2, [from, to]: [f32; 2], whole: f32) -> (f32, f32) {
    let left = (size.x - from - to).max(size.x / 4.0);
    (left, (whole * size.y / left).max(1.0))
}

/// Shifts the picture as a lens is shifted, so that the camera stays where it is.
fn give_way(
    window: Query<Ref<Window>, With<PrimaryWindow>>,
    (screens, settings, scale): (Res<Screens>, Res<Settings>, Res<UiScale>),
    (display, shape): (Res<State<Display>>, Res<BoardShape>),
    camera: Single<&mut Camera, With<WindowCamera>>,
) {
    let Ok(window) = window.single() else {
        return;
    };
    if !window.is_changed()
        && !screens.is_changed()
        && !settings.is_changed()
        && !scale.is_changed()
        && !display.is_changed()
        && !shape.is_changed()
    {
        return;
    }
    let taken = sides_taken(screens.shown(), &settings);
    let size = window.physical_size();
    let taken = taken.map(|taken| taken * scale.0 * window.scale_factor());
    let whole = match shape.hold {
        Hold::Ball => WHOLE[0],
        Hold::Table { .. } => WHOLE[1],
    };
    let farther = || room(size.as_vec2(), taken, whole).1;
    let is_beside = taken != [0.0; 2]
        && *display.get() == Display::Flat
        && size.min_element() > 0
        && (screens.shown() != Screen::Game || farther() <= MOST_FARTHER);
    let view = is_beside.then(|| beside(size, taken, whole));
    let mut camera = camera.into_inner();
    if camera.sub_camera_view != view {
        camera.sub_camera_view = view;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place in the window of a point of the whole picture.
    fn seen(view: &SubCameraView, point: Vec2) -> Vec2 {
        (point - view.offset) / view.size.as_vec2() * view.full_size.as_vec2()
    }

    #[test]
    fn the_middle_of_the_picture_is_in_the_middle_of_what_is_left() {
        for (window, taken) in [
            ((1280, 800), [0.0, 434.0]),
            ((1280, 800), [304.0, 268.0]),
            ((640, 480), [0.0, 282.0]),
            ((300, 900), [0.0, 400.0]),
        ] {
            let window = UVec2::from(window);
            let size = window.as_vec2();
            for whole in WHOLE {
                let view = beside(window, taken, whole);
                let [from, to] = taken;
                let left = (size.x - from - to).max(size.x / 4.0);
                let middle = seen(&view, size / 2.0);
                let expected = Vec2::new(from + left / 2.0, size.y / 2.0);
                assert!(middle.distance(expected) < 1.0);
                // And as much of it as is needed is there.
                let needed = whole * size.y;
                let edge = seen(&view, size / 2.0 - Vec2::X * needed / 2.0);
                assert!(edge.x > from - 1.0, "{edge}");
                // As large as ever where there is room.
                assert_eq!(view.size == window, needed <= left);
            }
        }
    }
}
