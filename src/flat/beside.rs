//! Moves the board aside, and away, as far as what stands beside it in the window asks for: a page,
//! or in the game what is told of it and the list of moves.

use bevy::camera::SubCameraView;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::camera::{FIELD_OF_VIEW, Outlook, WindowCamera, camera_place};
use crate::board::stage::fit::Fit;
use crate::board::stage::shape::{BoardShape, PlayerSeat};
use crate::save::settings::Settings;
use crate::schedule::{AppSystems, Display};
use crate::ui::pages::sides_taken;
use crate::ui::state::screen::{Screen, Screens};
use icochess_shape::{Hold, Seat, Shape};

/// Room at each side of the board, as a part of its width.
const MARGIN: f32 = 0.02;

/// How much smaller the board may become for the list of moves; where it would be less than that,
/// as in a small window, the list lies over the edge of the picture instead.
const MOST_FARTHER: f32 = 1.5;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, give_way.in_set(AppSystems::Feedback));
}

/// The part of the picture that is seen, where so much is taken at the left and at the right of a
/// window, physical pixels: larger, thus farther away, where what is left is narrower than `whole`
/// times its height, and aside, but no farther from the middle of the window than it must.
fn beside(window: UVec2, taken: [f32; 2], whole: f32) -> SubCameraView {
    let size = window.as_vec2();
    let (left, farther) = room(size, taken, whole);
    let from = taken[0].min(size.x - left);
    let half = (whole * size.y / farther).min(left) / 2.0;
    // Not clamp, which panics where rounding leaves the ends the wrong way round.
    let nearest = (size.x / 2.0).max(from + half).min(from + left - half);
    let middle = Vec2::new(nearest, size.y / 2.0);
    SubCameraView {
        full_size: window,
        offset: size / 2.0 - farther * middle,
        size: (size * farther).as_uvec2(),
    }
}

/// The least ratio of width to height of a picture in which a board of this size (1 is its usual
/// one) is seen whole with its pieces from the usual place of the camera: a ball however it lies,
/// any other board as it lies for White.
fn whole(shape: &Shape, seat: &Seat, size: f32) -> f32 {
    let camera = camera_place(seat, shape, Outlook::default());
    let half = match shape.hold {
        // A sphere is seen as far as its tangents.
        Hold::Ball => {
            let sine = shape.extent * size / camera.translation.distance(seat.centre);
            sine.min(0.9).asin().tan()
        }
        Hold::Table { .. } => {
            let lies = shape.hold.home_rotation(&shape.homes[0], seat);
            let aside = |point: Vec3| {
                let seen = seat.centre + lies * (point * size) - camera.translation;
                let seen = camera.rotation.inverse() * seen;
                (seen.x / seen.z).abs()
            };
            corners(shape).map(aside).fold(0.0, f32::max)
        }
    };
    half / (FIELD_OF_VIEW / 2.0).tan() * (1.0 + 2.0 * MARGIN)
}

/// What a board reaches to at its sides, in its frame: the corners of its places, and the
/// vertices of what else is on its parts.
fn corners(shape: &Shape) -> impl Iterator<Item = Vec3> {
    let places = shape.places.iter().flat_map(|place| {
        let outline = shape.kinds[place.kind].outline.iter();
        outline.map(|corner| place.frame * *corner)
    });
    let fixtures = shape.parts.iter().flat_map(|part| &part.fixtures);
    let fixtures = fixtures.flat_map(|(fixture, at)| {
        let vertices = shape.fixtures[*fixture].mesh.positions.iter();
        vertices.map(|vertex| *at * *vertex)
    });
    places.chain(fixtures)
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
    display: Res<State<Display>>,
    (shape, seat, fit): (Res<BoardShape>, Res<PlayerSeat>, Res<Fit>),
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
        && !seat.is_changed()
        && !fit.is_changed()
    {
        return;
    }
    let taken = sides_taken(screens.shown(), &settings);
    let size = window.physical_size();
    let taken = taken.map(|taken| taken * scale.0 * window.scale_factor());
    let whole = whole(&shape, &seat, fit.size);
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
    use icochess_boards::Variant;

    /// The place in the window of a point of the whole picture.
    fn seen(view: &SubCameraView, point: Vec2) -> Vec2 {
        (point - view.offset) / view.size.as_vec2() * view.full_size.as_vec2()
    }

    #[test]
    fn the_board_is_whole_in_what_is_left_and_as_near_to_the_middle_as_it_can_be() {
        for (window, taken) in [
            ((1280, 800), [0.0, 434.0]),
            ((1280, 800), [304.0, 268.0]),
            ((1920, 1080), [314.0, 0.0]),
            ((640, 480), [0.0, 282.0]),
            ((640, 480), [157.0, 0.0]),
            ((300, 900), [0.0, 400.0]),
        ] {
            let window = UVec2::from(window);
            let size = window.as_vec2();
            for whole in [0.6, 0.85, 1.08] {
                let view = beside(window, taken, whole);
                let [from, to] = taken;
                let left = (size.x - from - to).max(size.x / 4.0);
                let needed = whole * size.y;
                let edges = [-0.5, 0.5].map(|side| {
                    let edge = seen(&view, size / 2.0 + Vec2::X * side * needed);
                    edge.x
                });
                let end = from + left;
                assert!(edges[0] > from - 1.0 && edges[1] < end + 1.0, "{edges:?}");
                // As large as ever where there is room.
                assert_eq!(view.size == window, needed <= left);
                // What is not in the middle stands at the edge of what is left.
                let aside = seen(&view, size / 2.0).x - size.x / 2.0;
                let stands = match aside {
                    -1.0..=1.0 => true,
                    1.0.. => edges[0] < from + 1.0,
                    _ => edges[1] > end - 1.0,
                };
                assert!(stands, "{aside} {edges:?}");
            }
        }
    }

    #[test]
    fn what_a_board_takes_of_the_picture_follows_its_size() {
        let left = (1280.0 - 314.0 - 350.0) / 800.0;
        for variant in Variant::ALL {
            let shape = variant.shape();
            let seat = Seat::default().with_stance(shape.stance);
            let whole = whole(&shape, &seat, 1.0);
            // Nothing is as narrow as a stick, and none needs to be much smaller.
            assert!((0.3..1.3 * left).contains(&whole), "{variant}: {whole}");
            let larger = super::whole(&shape, &seat, 1.2);
            assert!(larger > 1.15 * whole, "{variant}: {larger}");
        }
    }
}
