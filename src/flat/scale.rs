//! The scale of the interface, which grows with the window, and what there is in a small one.

use std::mem;

use bevy::prelude::*;
use bevy::text::RemSize;
use bevy::window::PrimaryWindow;

use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_store::effective::EffectiveSettings;
use icochess_ui::state::window::Fingertip;
use icochess_ui::state::window::InputUsed;
use icochess_ui::state::window::MostLetters;
use icochess_ui::state::window::SmallWindow;
use icochess_ui::style::theme::{self, Size};

/// The size of the window for which sizes are given, logical pixels.
const DESIGNED_FOR: Vec2 = Vec2::new(1280.0, 800.0);
/// The least and the greatest scale of the interface.
const SCALES: (f32, f32) = (0.65, 3.0);
/// The least room in which every page fits, logical pixels of the interface: what the greatest
/// letters leave of a window of 800×600, and of the height of one of 1280×720.
const LEAST_ROOM: Vec2 = Vec2::new(703.0, 457.0);

/// Least height of the em of letters, physical pixels: below, strokes have no pixels of their own.
const LEGIBLE: f32 = 11.0;

/// Least width and height of what a finger presses, logical pixels (WCAG 2.2, 2.5.5).
const FINGERTIP: f32 = 44.0;
/// A window is as small as that of a telephone where it is less wide than this, or less high and no
/// wider than one that is held sideways, logical pixels.
const SMALL: f32 = 480.0;
/// Telephones that are held sideways are less wide than this, logical pixels: the largest about 930.
const WIDE: f32 = 960.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RemSize>()
        .add_systems(Update, fit.in_set(AppSystems::Feedback));
}

/// The scale of the interface in a window of this size, logical pixels.
pub(super) fn scale(window: Vec2) -> f32 {
    let fits = (window / DESIGNED_FOR).min_element();
    fits.clamp(SCALES.0, SCALES.1)
}

/// The greatest size of text, in whole per cent, for which a window of this size, logical pixels,
/// has room. What is usual there has it always.
fn most_text(window: Vec2) -> f32 {
    let most = (window / LEAST_ROOM).min_element() / scale(window);
    (most * 100.0).floor().max(100.0) / 100.0
}

fn is_small(window: Vec2) -> bool {
    window.x < SMALL || window.y < SMALL && window.x < WIDE
}

/// The least width and height of what is pressed in a window of this size, logical pixels, with letters
/// of this size, in those of the interface: in a small one and, where it has been touched, in any in which
/// things are smaller than they are meant to be. What grows with larger letters is larger.
fn fingertip(window: Vec2, letters: f32, is_touched: bool) -> Option<f32> {
    let scale = scale(window) * letters.min(1.0);
    let is_for_fingers = is_small(window) || is_touched && scale < 1.0;
    is_for_fingers.then_some(FINGERTIP / scale)
}

/// The size of small letters, as a multiple of the usual one, in a window of this size, logical
/// pixels, each so many physical ones, with letters of this size: where they would be illegible, as
/// large as they must be, up to all others. Who wants letters smaller than usual has them. Telephones
/// have several physical pixels to a logical one.
fn small_letters(window: Vec2, scale_factor: f32, letters: f32) -> f32 {
    if is_small(window) {
        return 1.0;
    }
    let usual = Size::Small.pixels();
    let pixels = usual * scale(window) * letters.max(1.0) * scale_factor;
    (LEGIBLE / pixels).clamp(1.0, Size::Body.pixels() / usual)
}

/// Scales the interface with the window.
fn fit(
    window: Query<Ref<Window>, With<PrimaryWindow>>,
    settings: Res<EffectiveSettings>,
    display: Res<State<Display>>,
    (used, touches, mut touched): (Res<InputUsed>, Res<Touches>, Local<bool>),
    (mut now, mut rem): (ResMut<UiScale>, ResMut<RemSize>),
    mut most_letters: ResMut<MostLetters>,
    (mut tip, mut small): (ResMut<Fingertip>, ResMut<SmallWindow>),
) {
    let Ok(window) = window.single() else {
        return;
    };
    // While a finger presses something, that stays where it is.
    let is_lifted = *used == InputUsed::Fingers && touches.iter().next().is_none();
    let is_touched = *touched || is_lifted;
    let was_touched = mem::replace(&mut *touched, is_touched);
    if !window.is_changed()
        && !settings.is_changed()
        && !display.is_changed()
        && was_touched == is_touched
    {
        return;
    }
    let size = window.size();
    // The panel of a headset has its own size, whatever the window's is.
    let is_flat = *display.get() == Display::Flat;
    let (fits, most) = if is_flat {
        (scale(size), most_text(size))
    } else {
        (1.0, f32::INFINITY)
    };
    let letters = settings.text_size.min(most);
    let wanted_tip = fingertip(size, letters, is_touched).filter(|_| is_flat);
    tip.set_if_neq(Fingertip(wanted_tip));
    let is_telephone = is_flat && is_small(size);
    if small.is_small != is_telephone {
        small.is_small = is_telephone;
    }
    most_letters.set_if_neq(MostLetters((settings.text_size > most).then_some(most)));
    let small_letters = if is_flat {
        small_letters(size, window.scale_factor(), letters)
    } else {
        1.0
    };
    rem.set_if_neq(RemSize(theme::REM * small_letters));
    let wanted = fits * letters;
    if now.0 != wanted {
        now.0 = wanted;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interface_grows_with_the_window_and_stays_legible_in_a_small_one() {
        assert_eq!(scale(DESIGNED_FOR), 1.0);
        assert_eq!(scale(Vec2::new(1920.0, 1080.0)), 1.35);
        assert_eq!(scale(Vec2::new(640.0, 480.0)), 0.65);
        assert_eq!(scale(Vec2::new(9000.0, 9000.0)), 3.0);
    }

    #[test]
    fn fingers_meet_44_pixels_on_a_telephone_and_where_they_have_been_and_a_mouse_what_it_did() {
        for telephone in [Vec2::new(360.0, 740.0), Vec2::new(740.0, 360.0)] {
            for is_touched in [false, true] {
                let tip = fingertip(telephone, 1.0, is_touched).expect("a size");
                assert!((tip * scale(telephone) - 44.0).abs() < 0.01, "{tip}");
                // Small letters are for the eyes.
                let with_small = fingertip(telephone, 0.75, is_touched).expect("a size");
                assert!((0.75 * with_small - tip).abs() < 0.01, "{with_small}");
                assert_eq!(fingertip(telephone, 1.75, is_touched), Some(tip));
            }
            assert!(is_small(telephone));
        }
        for tablet in [Vec2::new(768.0, 1024.0), Vec2::new(1024.0, 768.0)] {
            let tip = fingertip(tablet, 1.0, true).expect("a size");
            assert!((tip * scale(tablet) - 44.0).abs() < 0.01, "{tip}");
            assert_eq!(fingertip(tablet, 1.0, false), None);
        }
        for window in [Vec2::new(640.0, 480.0), DESIGNED_FOR] {
            assert_eq!(fingertip(window, 1.0, false), None);
            assert!(!is_small(window));
        }
        assert_eq!(fingertip(DESIGNED_FOR, 1.0, true), None);
        assert_eq!(fingertip(DESIGNED_FOR, 0.75, true), Some(44.0 / 0.75));
        // Tools of a browser at its lower edge, and the keyboard of a tablet, make no telephone.
        for low in [Vec2::new(1280.0, 470.0), Vec2::new(1024.0, 350.0)] {
            assert!(!is_small(low), "{low}");
            assert_eq!(fingertip(low, 1.0, false), None);
        }
        // A window that is as narrow as one has no room beside the board, however high it is.
        assert!(is_small(Vec2::new(400.0, 1000.0)));
    }

    #[test]
    fn small_letters_are_11_pixels_high_and_no_larger_than_others() {
        let small = Size::Small.pixels();
        for window in [(640.0, 480.0), (800.0, 600.0), (1280.0, 800.0)].map(Vec2::from) {
            for letters in [1.0, 1.1, 1.25] {
                let larger = small_letters(window, 1.0, letters);
                let pixels = small * larger * scale(window) * letters;
                assert!(pixels > 10.99, "{window}: {pixels}");
                assert!(small * larger <= Size::Body.pixels(), "{window}: {larger}");
            }
            // Who wants smaller ones has all of them smaller.
            let [less, usual] = [0.75, 1.0].map(|it| small_letters(window, 1.0, it));
            assert_eq!(less, usual);
            assert_eq!(small_letters(window, 2.0, 1.0), 1.0);
        }
        assert_eq!(small_letters(DESIGNED_FOR, 1.0, 1.0), 1.0);
        assert_eq!(small_letters(Vec2::new(360.0, 740.0), 1.0, 1.0), 1.0);
    }

    #[test]
    fn letters_are_as_large_as_wanted_but_where_pages_would_have_no_room() {
        let greatest = 1.75;
        for (width, height) in [
            (800.0, 600.0),
            (1280.0, 720.0),
            (1280.0, 800.0),
            (3840.0, 2160.0),
        ] {
            let most = most_text(Vec2::new(width, height));
            assert!(most >= greatest, "{width}×{height}: {most}");
        }
        let small = Vec2::new(640.0, 480.0);
        let most = most_text(small);
        assert_eq!(most, 1.4);
        assert!(small.x / (scale(small) * most) > LEAST_ROOM.x);
        // Nothing is smaller than it usually is.
        assert_eq!(most_text(Vec2::new(320.0, 240.0)), 1.0);
    }
}
