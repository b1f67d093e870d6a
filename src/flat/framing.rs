//! Shifts and zooms the board into the space that the page leaves free.
//!
//! The board fills three quarters of the height, or more if the rows of buttons leave more for its
//! pieces. On a phone, nothing fits at the board's sides. In portrait, the board is between the top
//! and the bottom rows; in landscape, it rises from behind the bottom row.

use std::time::Duration;

use bevy::camera::SubCameraView;
use bevy::camera::primitives::Frustum;
use bevy::camera::visibility::VisibilitySystems;
use bevy::math::primitives::ViewFrustum;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::camera::{FIELD_OF_VIEW, WindowCamera};
use super::extent::{BoardExtent, MAX_FILLED, TOP_HEIGHT};
use super::insets::{Ends, InsetSystems, Insets};
use super::photo::PhotoCamera;
use icochess_base::display::Display;
use icochess_base::frame::NextFrame;
use icochess_base::watched;
use icochess_board::stage::fit::Fit;
use icochess_board::stage::root::BoardRoot;
use icochess_board::stage::shape::{BoardShape, PlayerSeat};
use icochess_board::tiles::rim::RimRoom;
use icochess_shape::Hold;
use icochess_ui::pages::{GAP, LINE};
use icochess_ui::state::screen::{Screen, Screens};
use icochess_ui::state::window::SmallWindow;

/// Maximum distance factor at which the board makes space for the UI in the game. Beyond it, as in
/// a narrow window, the UI overlaps the edge of the picture instead.
const MAX_DISTANCE_FACTOR: f32 = 1.5;
/// Height that the board leaves on a phone for the status line and one row of bottom buttons, in
/// logical pixels. With more, boards with many layers would rise behind the top buttons.
const PHONE_FOOT: f32 = 114.0;

/// Systems that frame the board in the window.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct FramingSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        frame_board
            .run_if(
                FramingSources::changed
                    .or_else(any_match_filter::<(With<PrimaryWindow>, Changed<Window>)>)
                    .or_else(has_board_turned),
            )
            .in_set(FramingSystems)
            .after(InsetSystems)
            .before(VisibilitySystems::UpdateFrusta),
    )
    .add_systems(
        PostUpdate,
        draw_whole_picture
            .after(VisibilitySystems::UpdateFrusta)
            .before(VisibilitySystems::CheckVisibility),
    );
}

/// Insets of the window that the UI covers, in physical pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Covered {
    /// Insets at the left and the right.
    sides: [f32; 2],
    /// Inset at the top, if the board must stay below that inset.
    head: Option<f32>,
    /// Inset at the bottom.
    foot: f32,
}

/// Returns the sub-view that moves the board into the space left by `covered`. If that space is too
/// small, it enlarges the view and thus the distance. The board moves no farther from the window's
/// middle than necessary.
fn sub_view(window: UVec2, covered: Covered, extent: BoardExtent) -> SubCameraView {
    let size = window.as_vec2();
    let (distance_factor, middle) = placed(size, covered, extent);
    SubCameraView {
        full_size: window,
        offset: size / 2.0 - distance_factor * middle,
        size: (size * distance_factor).as_uvec2(),
    }
}

/// Returns the board's distance factor and the position of its middle in the window, in physical
/// pixels.
fn placed(size: Vec2, covered: Covered, extent: BoardExtent) -> (f32, Vec2) {
    let (left, distance_factor) = free_width(size, covered, extent);
    let whole = extent.whole;
    let from = covered.sides[0].min(size.x - left);
    let half = (whole * size.y / distance_factor).min(left) / 2.0;
    // Not `clamp`, which panics if rounding swaps the bounds.
    let nearest = (size.x / 2.0).max(from + half).min(from + left - half);
    let up = vertical_offset(size.y, distance_factor, covered, extent);
    (distance_factor, Vec2::new(nearest, size.y / 2.0 - up))
}

/// Returns the vertical offset of a board at this distance factor, in physical pixels. The board
/// moves up until it clears the bottom inset or touches the upper edge, or down to clear the top
/// inset. If there isn't enough space between both insets, the board is centred.
fn vertical_offset(
    height: f32,
    distance_factor: f32,
    covered: Covered,
    extent: BoardExtent,
) -> f32 {
    let half = height / 2.0;
    let (above, below) = (
        half * extent.above / distance_factor,
        half * extent.below / distance_factor,
    );
    let hidden = below - (half - covered.foot);
    let free = half - covered.head.unwrap_or(0.0);
    let room = free.min(half * MAX_FILLED) - above;
    if covered.head.is_some() && hidden > room {
        f32::midpoint(hidden, room)
    } else {
        hidden.max(0.0).min(room)
    }
}

/// Returns the free width of the window, in physical pixels, and the distance factor at which the
/// whole board fits.
fn free_width(size: Vec2, covered: Covered, extent: BoardExtent) -> (f32, f32) {
    let [from, to] = covered.sides;
    let left = (size.x - from - to).max(size.x / 4.0);
    let distance_factor = (extent.whole * size.y / left).max(extent.nearest());
    let high = covered.head.map_or(0.0, |head| {
        let left = (size.y - head - covered.foot).max(size.y / 4.0);
        extent.high * size.y / left
    });
    (left, distance_factor.max(high))
}

/// Returns the insets to respect during a game, a subset of the UI's insets. `ends` has the top and
/// bottom insets of a portrait phone. UI that would make the board too small overlaps the board,
/// first the buttons at the top, then the side cards. If the top of the board fits to the left of
/// the row of buttons (`row`), the board uses the height next to the buttons.
fn covered_in_game(
    size: Vec2,
    beside: Covered,
    ends: Option<Ends>,
    row: Option<f32>,
    extent: BoardExtent,
) -> Covered {
    let distance_factor = |covered: Covered| free_width(size, covered, extent).1;
    let over = Covered {
        sides: [0.0; 2],
        ..beside
    };
    let Some(Ends { top, foot }) = ends else {
        let up = |covered: Covered| Covered {
            head: None,
            ..covered
        };
        let risen = row.and_then(|begins| risen(size, beside, begins, extent));
        // Behind the top buttons, but above the bottom ones.
        let behind = Covered {
            head: Some(0.0),
            ..beside
        };
        let all = [beside, behind, up(beside), over];
        let mut all = risen.into_iter().chain(all);
        let fits = all.find(|covered| distance_factor(*covered) <= MAX_DISTANCE_FACTOR);
        return fits.unwrap_or(up(over));
    };
    let between = Covered {
        head: Some(top),
        foot,
        ..over
    };
    let has_room = distance_factor(between) <= MAX_DISTANCE_FACTOR * distance_factor(over);
    if has_room { between } else { over }
}

/// Returns the insets without the top one, for a board that rises next to the buttons there.
/// `begins` is the distance of the buttons' row from the left edge, in physical pixels. `None` if
/// the buttons would cover a part of the board.
fn risen(size: Vec2, beside: Covered, begins: f32, extent: BoardExtent) -> Option<Covered> {
    let head = beside.head?;
    let risen = Covered {
        head: Some(0.0),
        ..beside
    };
    let (distance_factor, middle) = placed(size, risen, extent);
    let half = size.y / 2.0 / distance_factor;
    let top_end = middle.x + half * extent.top_right;
    let others_begin = middle.y - half * (extent.above - TOP_HEIGHT);
    (top_end < begins && others_begin > head).then_some(risen)
}

/// Returns the tangent of the angle from the board's middle down to the bottom inset, as seen
/// through `view`. `height` and `foot` are in physical pixels.
fn seen_below(height: f32, view: Option<&SubCameraView>, foot: f32) -> f32 {
    let (from, distance_factor) = view.map_or((0.0, 1.0), |view| {
        (view.offset.y, view.size.y as f32 / height)
    });
    let at = from + (height - foot) * distance_factor;
    (at / height - 0.5) * 2.0 * (FIELD_OF_VIEW / 2.0).tan()
}

watched! {
    /// The resources that determine the framing.
    struct FramingSources {
        screens: Res<'w, Screens>,
        insets: Res<'w, Insets>,
        small: Res<'w, SmallWindow>,
        display: Res<'w, State<Display>>,
        shape: Res<'w, BoardShape>,
        seat: Res<'w, PlayerSeat>,
        fit: Res<'w, Fit>,
    }
}

/// Run condition: the board turned, and its outline depends on its rotation (on all boards but
/// balls).
fn has_board_turned(
    shape: Res<BoardShape>,
    turned: Query<(), (With<BoardRoot>, Changed<Transform>)>,
) -> bool {
    shape.hold != Hold::Ball && !turned.is_empty()
}

/// Returns the insets of a page in which nothing overlaps the board. `pixels` is the number of
/// physical pixels per logical pixel of the UI.
fn covered_by_page(insets: Insets, is_small: bool, pixels: f32) -> Covered {
    let (sides, buttons) = (insets.sides, insets.buttons);
    let has_buttons = buttons != Ends::default();
    if !has_buttons || is_small {
        // A phone is too low to leave space for every possible row of buttons.
        let foot = if has_buttons {
            PHONE_FOOT * pixels
        } else {
            0.0
        };
        return Covered {
            sides,
            head: None,
            foot,
        };
    }
    let foot = insets.answers.max(buttons.foot + LINE * pixels);
    Covered {
        sides,
        head: Some(buttons.top + GAP * pixels),
        foot: foot + GAP * pixels,
    }
}

/// Returns the distance of the top row of buttons from the left edge, in physical pixels. The row's
/// left margin equals the margin below it.
fn row_start(insets: Insets, width: f32, all: Covered) -> Option<f32> {
    let air = all.head? - insets.buttons.top;
    Some(width - insets.row - air)
}

/// Shifts the picture like a shift lens, so that the camera stays in place. Publishes the space
/// left around the board.
fn frame_board(
    window: Single<&Window, With<PrimaryWindow>>,
    (scale, from): (Res<UiScale>, FramingSources),
    board: Single<&Transform, With<BoardRoot>>,
    camera: Single<(&mut Camera, &Projection), With<WindowCamera>>,
    mut rim: ResMut<RimRoom>,
    mut next: ResMut<NextFrame>,
) {
    let shown = from.screens.shown();
    let physical = window.physical_size();
    let size = physical.as_vec2();
    let is_shown = *from.display.get() == Display::Flat && physical.min_element() > 0;
    let (insets, is_small) = (*from.insets, from.small.is_small);
    let pixels = scale.0 * window.scale_factor();
    let all = covered_by_page(insets, is_small, pixels);
    let extent = BoardExtent::of(
        &from.shape,
        &from.seat,
        from.fit.scale(&from.shape),
        board.rotation,
    );
    let is_upright = is_small && size.x < size.y;
    let is_game = shown == Screen::Game && is_shown;
    // The result page leaves space at the board's sides, except in a portrait window.
    let covered = if is_game || shown == Screen::Result && is_upright && is_shown {
        let ends = is_upright.then_some(insets.all);
        covered_in_game(size, all, ends, row_start(insets, size.x, all), extent)
    } else {
        all
    };
    // In a window narrower than the board, such as a portrait one, the whole board is shown.
    let is_narrow = extent.whole * size.y > size.x;
    let makes_room = covered.sides == all.sides || covered.head.is_some() || is_narrow;
    let view = (is_shown && makes_room).then(|| sub_view(physical, covered, extent));
    // A view equal to the whole picture needs no sub-view.
    let view = view.filter(|view| view.size != physical || view.offset != Vec2::ZERO);
    // On a landscape phone, the status line is higher than the space that the board leaves.
    let foot = if is_small {
        covered.foot.max(insets.all.foot)
    } else {
        covered.foot
    };
    let room = if is_shown {
        RimRoom {
            is_open: shown == Screen::Game || shown.is_beside(),
            below: seen_below(size.y, view.as_ref(), foot),
        }
    } else {
        RimRoom::default()
    };
    let (mut camera, lens) = camera.into_inner();
    if rim.set_if_neq(room) || camera.sub_camera_view != view {
        camera.sub_camera_view = view;
        // Does the same as Bevy before the layout, which needs the size of the window.
        camera.computed.clip_from_view = match &view {
            Some(view) => lens.get_clip_from_view_for_sub(view),
            None => lens.get_clip_from_view(),
        };
        // The readers in `Update` have already run in this frame.
        next.within(Duration::ZERO);
    }
}

/// Recomputes the frustum from the shifted and scaled picture, because Bevy culls by the unshifted
/// lens.
fn draw_whole_picture(
    mut cameras: Query<
        (&Camera, &GlobalTransform, &Projection, &mut Frustum),
        (
            Or<(With<WindowCamera>, With<PhotoCamera>)>,
            Or<(Changed<Camera>, Changed<GlobalTransform>, Changed<Frustum>)>,
        ),
    >,
) {
    for (camera, eye, lens, mut frustum) in &mut cameras {
        let from_world = camera.clip_from_view() * eye.to_matrix().inverse();
        *frustum = Frustum(ViewFrustum::from_clip_from_world_custom_far(
            &from_world,
            &eye.translation(),
            &eye.back(),
            lens.far(),
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flat::extent::FILLED;
    use crate::flat::scale::scale;
    use icochess_boards::Variant;
    use icochess_rules::Side;
    use icochess_shape::{Seat, Shape};

    const WINDOWS: [(u32, u32); 6] = [
        (640, 480),
        (1024, 768),
        (1280, 800),
        (1920, 1080),
        (2560, 1080),
        (3840, 2160),
    ];

    impl Covered {
        const fn beside(sides: [f32; 2], foot: f32) -> Self {
            Self {
                sides,
                head: None,
                foot,
            }
        }
    }

    /// Insets with the cards of text at the left only, in logical pixels.
    const WORDS: [f32; 2] = [314.0, 0.0];
    /// Insets with the evaluation bar and the map at the right as well.
    const WITH_MAP: [f32; 2] = [314.0, 294.0];
    /// Insets of one row of buttons at the top, and of one at the bottom with a status line above
    /// it.
    const ONE_ROW: [f32; 2] = [62.0, 117.0];

    /// Returns every board at the homes of both sides.
    fn at_homes() -> impl Iterator<Item = (Variant, Shape, BoardExtent)> {
        let homes = Variant::ALL.into_iter();
        let homes = homes.flat_map(|variant| Side::ALL.map(|side| (variant, side)));
        homes.map(|(variant, side)| {
            let shape = variant.shape();
            let seat = Seat::default().with_stance(shape.stance);
            let board_rotation = shape.hold.home_rotation(&shape.homes[side.index()], &seat);
            let extent = BoardExtent::of(&shape, &seat, 1.0, board_rotation);
            (variant, shape, extent)
        })
    }

    /// Returns the position in the window of a point of the whole picture.
    fn seen(view: &SubCameraView, point: Vec2) -> Vec2 {
        (point - view.offset) / view.size.as_vec2() * view.full_size.as_vec2()
    }

    #[test]
    fn board_fits_the_free_space_as_near_to_the_middle_as_possible() {
        for (window, sides) in [
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
                // The tallest allowed.
                let extent = BoardExtent {
                    whole,
                    tall: FILLED,
                    above: FILLED,
                    below: FILLED,
                    top_right: 0.5,
                    high: FILLED,
                };
                let foot = 0.0;
                let view = sub_view(window, Covered::beside(sides, foot), extent);
                let [from, to] = sides;
                let left = (size.x - from - to).max(size.x / 4.0);
                let needed = whole * size.y;
                let edges = [-0.5, 0.5].map(|side| {
                    let edge = seen(&view, size / 2.0 + Vec2::X * side * needed);
                    edge.x
                });
                let end = from + left;
                assert!(edges[0] > from - 1.0 && edges[1] < end + 1.0, "{edges:?}");
                // The board has full size if there is space.
                assert_eq!(view.size == window, needed <= left);
                // An off-centre board touches the edge of the free space.
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
    fn board_fills_three_quarters_of_the_height_unless_limited() {
        for (variant, _, extent) in at_homes() {
            assert!(extent.half_height() < 1.0, "{variant}: {extent:?}");
            for window in WINDOWS {
                let window = UVec2::from(window);
                let size = window.as_vec2();
                let pixels = scale(size);
                let [head, foot] = ONE_ROW.map(|covered| covered * pixels);
                let free = size.y - head - foot;
                for sides in [WORDS, WITH_MAP] {
                    let has_map = sides == WITH_MAP;
                    let sides = sides.map(|side| side * pixels);
                    let covered = Covered {
                        head: Some(head),
                        ..Covered::beside(sides, foot)
                    };
                    let (left, distance_factor) = free_width(size, covered, extent);
                    let view = sub_view(window, covered, extent);
                    let larger = size.y / view.size.y as f32;
                    let why = if distance_factor > MAX_DISTANCE_FACTOR {
                        "what stands beside it lies over it"
                    } else if extent.tall * larger > FILLED - 0.01 {
                        "it fills three quarters of the height"
                    } else if extent.whole * size.y * larger > left - 2.0 {
                        "it fills the width that is left"
                    } else if extent.high * size.y * larger > free - 2.0 {
                        "it fills the height that is left"
                    } else if extent.half_height() * larger > MAX_FILLED - 0.01 {
                        "its pieces reach the edge"
                    } else {
                        panic!("{variant} at {window}: {extent:?}, {larger}");
                    };
                    println!("{variant} at {window}: {why}");
                    // Only the narrowest window with the map exceeds the limit.
                    let is_narrow = size.x < 1000.0 && has_map;
                    assert!(
                        distance_factor <= MAX_DISTANCE_FACTOR || is_narrow,
                        "{variant} at {window}"
                    );
                    assert!(extent.half_height() * larger < 1.0, "{variant}: {larger}");
                }
            }
        }
    }

    #[test]
    fn table_boards_fit_between_button_rows_and_balls_are_centred() {
        let two_rows = [ONE_ROW[0], 165.0];
        for (variant, shape, extent) in at_homes() {
            for window in WINDOWS {
                let window = UVec2::from(window);
                let size = window.as_vec2();
                let pixels = scale(size);
                for rows in [ONE_ROW, two_rows] {
                    let [head, foot] = rows.map(|covered| covered * pixels);
                    let all = Covered {
                        head: Some(head),
                        ..Covered::beside(WORDS.map(|side| side * pixels), foot)
                    };
                    let covered = covered_in_game(size, all, None, None, extent);
                    assert_eq!(covered, all, "{variant} at {window}");
                    let view = sub_view(window, covered, extent);
                    let half = size.y / 2.0 * size.y / view.size.y as f32;
                    let middle = seen(&view, size / 2.0).y;
                    let (lowest, highest) = (size.y - foot + 1.5, head - 1.5);
                    if shape.hold == Hold::Ball {
                        let free = size.y - head - foot;
                        let is_centred = (middle - (head + free / 2.0)).abs() < 1.5;
                        let tall = 2.0 * half * extent.tall;
                        assert!(is_centred, "{variant} at {window}: {middle}");
                        assert!(tall < FILLED * free + 2.0, "{variant}: {tall} of {free}");
                    } else {
                        let top = middle - half * extent.above;
                        let bottom = middle + half * extent.below;
                        let is_between = top > highest && bottom < lowest;
                        assert!(is_between, "{variant} at {window}: {top} to {bottom}");
                    }
                }
            }
        }
    }

    #[test]
    fn board_with_a_thin_top_rises_beside_the_top_buttons() {
        let [head, foot] = ONE_ROW;
        let size = Vec2::new(1280.0, 800.0);
        let window = size.as_uvec2();
        // The row's width in English.
        let row = size.x - 461.0;
        for (variant, _, extent) in at_homes() {
            let all = Covered {
                head: Some(head),
                ..Covered::beside([314.0, 0.0], foot)
            };
            let risen = covered_in_game(size, all, None, Some(row), extent);
            let [before, after] =
                [all, risen].map(|covered| sub_view(window, covered, extent).size);
            let has_thin_top = [Variant::OctHex146, Variant::Raumschach].contains(&variant);
            if has_thin_top {
                assert_eq!(risen.head, Some(0.0), "{variant}");
                assert!(after.y < before.y, "{variant}: {before}, {after}");
            }
            // Farther to the left, the buttons would cover the board's top.
            let left = covered_in_game(size, all, None, Some(600.0), extent);
            assert_eq!(left, all, "{variant}");
        }
    }

    #[test]
    fn in_low_windows_only_the_top_buttons_overlap_the_board() {
        let size = Vec2::new(640.0, 480.0);
        let shape = Variant::Raumschach.shape();
        let seat = Seat::default().with_stance(shape.stance);
        let extent = BoardExtent::at_home(&shape, &seat, 1.0, Side::White);
        let all = Covered {
            head: Some(58.0),
            ..Covered::beside([204.0, 0.0], 190.0)
        };
        let covered = covered_in_game(size, all, None, None, extent);
        assert_eq!(covered.head, Some(0.0));
        let (distance_factor, middle) = placed(size, covered, extent);
        let below = size.y / 2.0 * extent.below / distance_factor;
        assert!(middle.y + below < size.y - all.foot + 1.0, "{middle}");
    }

    #[test]
    fn ui_overlaps_the_board_if_it_would_make_it_too_small() {
        let size = Vec2::new(1280.0, 300.0);
        let high = BoardExtent {
            whole: 0.8,
            tall: FILLED,
            above: 0.9,
            below: 0.9,
            top_right: 0.5,
            high: 0.94,
        };
        let all = Covered {
            head: Some(62.0),
            ..Covered::beside([314.0, 0.0], 115.0)
        };
        let lower = Covered { head: None, ..all };
        // A low window, then a narrow one.
        assert_eq!(covered_in_game(size, all, None, None, high), lower);
        let narrow = Vec2::new(500.0, 700.0);
        let over = Covered {
            sides: [0.0; 2],
            ..all
        };
        assert_eq!(covered_in_game(narrow, all, None, None, high), over);
        // A portrait window, with insets at both ends.
        let portrait = Vec2::new(720.0, 1480.0);
        let all = Covered::beside([408.0, 0.0], 150.0);
        let ends = Some(Ends {
            top: 700.0,
            foot: 700.0,
        });
        let tall = BoardExtent {
            whole: 0.5,
            high: 0.9,
            ..high
        };
        let over = Covered::beside([0.0; 2], 150.0);
        assert_eq!(covered_in_game(portrait, all, ends, None, tall), over);
    }

    #[test]
    fn angle_below_the_board_ends_at_the_bottom_inset() {
        let half = (FIELD_OF_VIEW / 2.0).tan();
        let shape = Variant::Icochess.shape();
        let extent = BoardExtent::at_home(&shape, &Seat::default(), 1.0, Side::White);
        for window in [(1280, 800), (640, 480), (1920, 1080)] {
            let window = UVec2::from(window);
            let size = window.as_vec2();
            for foot in [0.0, 113.0] {
                let sides = [314.0, 0.0];
                let view = sub_view(window, Covered::beside(sides, foot), extent);
                let below = seen_below(size.y, Some(&view), foot);
                let point = size / 2.0 * (1.0 + below / half);
                let at = seen(&view, point).y;
                assert!((at - (size.y - foot)).abs() < 1.0, "{window}: {at}");
            }
            let whole = seen_below(size.y, None, 0.0);
            assert!((whole - half).abs() < 1e-4, "{whole}");
        }
    }

    #[test]
    fn move_list_costs_no_board_size_in_a_wide_window() {
        for (variant, _, extent) in at_homes() {
            for size in [(1280.0, 800.0), (1920.0, 1080.0), (2560.0, 1080.0)] {
                let size = Vec2::from(size);
                let scale = (size / Vec2::new(1280.0, 800.0)).min_element();
                let covered = Covered::beside(WORDS.map(|side| side * scale), 0.0);
                let (_, distance_factor) = free_width(size, covered, extent);
                assert_eq!(distance_factor, extent.nearest(), "{variant}: {size}");
            }
        }
    }
}
