//! UI scale by window size, and the limits in small windows.

use std::mem;

use bevy::prelude::*;
use bevy::text::RemSize;
use bevy::window::PrimaryWindow;

use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_store::effective::EffectiveSettings;
use icochess_ui::state::window::Fingertip;
use icochess_ui::state::window::InputUsed;
use icochess_ui::state::window::SmallWindow;
use icochess_ui::state::window::TextSizeLimit;
use icochess_ui::style::theme::{self, Size};

/// Window size at scale 1, in logical pixels.
const DESIGNED_FOR: Vec2 = Vec2::new(1280.0, 800.0);
/// Smallest and largest UI scale.
const SCALES: (f32, f32) = (0.65, 3.0);
/// Minimum size in which every page fits, in logical pixels of the UI. At the largest text size, a
/// window of 800×600 has this width, and a window of 1280×720 this height.
const MIN_ROOM: Vec2 = Vec2::new(703.0, 457.0);

/// Minimum legible em height, in physical pixels. Below it, strokes are thinner than a pixel.
const LEGIBLE: f32 = 11.0;

/// Smallest width and height of a touch target, in logical pixels (WCAG 2.2, 2.5.5).
const FINGERTIP: f32 = 44.0;
/// Width or height below which a window counts as a phone, in logical pixels. A low window counts
/// only if it is also narrower than `WIDE`.
const SMALL: f32 = 480.0;
/// Width that exceeds every landscape phone, in logical pixels; the largest is about 930.
const WIDE: f32 = 960.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RemSize>()
        .add_systems(Update, scale_ui.in_set(AppSystems::Feedback));
}

/// Returns the UI scale for a window size in logical pixels.
pub(super) fn scale(window: Vec2) -> f32 {
    let fits = (window / DESIGNED_FOR).min_element();
    fits.clamp(SCALES.0, SCALES.1)
}

/// Returns the maximum text size that fits a window (in logical pixels), in steps of 1%. It is at
/// least 1, because the default size is always allowed.
fn max_text(window: Vec2) -> f32 {
    let max = (window / MIN_ROOM).min_element() / scale(window);
    (max * 100.0).floor().max(100.0) / 100.0
}

fn is_small(window: Vec2) -> bool {
    window.x < SMALL || window.y < SMALL && window.x < WIDE
}

/// Returns the minimum touch target for a window (in logical pixels) and text size, in logical
/// pixels of the UI. It applies on phones, and after the first touch in any window with a UI scale
/// below 1. Larger text enlarges the targets anyway, so only smaller text counts here.
fn fingertip(window: Vec2, letters: f32, is_touched: bool) -> Option<f32> {
    let scale = scale(window) * letters.min(1.0);
    let is_for_fingers = is_small(window) || is_touched && scale < 1.0;
    is_for_fingers.then_some(FINGERTIP / scale)
}

/// Returns the size of small text, as a multiple of its default, for a window (in logical pixels).
/// Text that would be illegible grows up to the size of body text. Text smaller than the default is
/// allowed. Phones have several physical pixels per logical pixel and need no enlargement.
fn small_letters(window: Vec2, scale_factor: f32, letters: f32) -> f32 {
    if is_small(window) {
        return 1.0;
    }
    let default_size = Size::Small.pixels();
    let pixels = default_size * scale(window) * letters.max(1.0) * scale_factor;
    (LEGIBLE / pixels).clamp(1.0, Size::Body.pixels() / default_size)
}

/// Scales the UI with the window.
fn scale_ui(
    window: Query<Ref<Window>, With<PrimaryWindow>>,
    settings: Res<EffectiveSettings>,
    display: Res<State<Display>>,
    (used, touches, mut touched): (Res<InputUsed>, Res<Touches>, Local<bool>),
    (mut now, mut rem): (ResMut<UiScale>, ResMut<RemSize>),
    mut text_size_limit: ResMut<TextSizeLimit>,
    (mut tip, mut small): (ResMut<Fingertip>, ResMut<SmallWindow>),
) {
    let Ok(window) = window.single() else {
        return;
    };
    // Targets don't resize while a finger presses one.
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
    // In a headset, the panel has its own size, independent of the window.
    let is_flat = *display.get() == Display::Flat;
    let (fits, max) = if is_flat {
        (scale(size), max_text(size))
    } else {
        (1.0, f32::INFINITY)
    };
    let letters = settings.text_size.min(max);
    let wanted_tip = fingertip(size, letters, is_touched).filter(|_| is_flat);
    tip.set_if_neq(Fingertip(wanted_tip));
    let is_telephone = is_flat && is_small(size);
    if small.is_small != is_telephone {
        small.is_small = is_telephone;
    }
    text_size_limit.set_if_neq(TextSizeLimit((settings.text_size > max).then_some(max)));
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
    fn ui_scale_follows_the_window_within_limits() {
        assert_eq!(scale(DESIGNED_FOR), 1.0);
        assert_eq!(scale(Vec2::new(1920.0, 1080.0)), 1.35);
        assert_eq!(scale(Vec2::new(640.0, 480.0)), 0.65);
        assert_eq!(scale(Vec2::new(9000.0, 9000.0)), 3.0);
        // The default text size is always allowed.
        assert_eq!(max_text(Vec2::new(320.0, 240.0)), 1.0);
    }

    #[test]
    fn touch_targets_are_44_pixels_on_phones_and_touched_windows() {
        for telephone in [Vec2::new(360.0, 740.0), Vec2::new(740.0, 360.0)] {
            for is_touched in [false, true] {
                let tip = fingertip(telephone, 1.0, is_touched).expect("a size");
                assert!((tip * scale(telephone) - 44.0).abs() < 0.01, "{tip}");
                // Smaller text doesn't shrink touch targets.
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
        // Browser toolbars or a tablet's keyboard make a window low, but not a phone.
        for low in [Vec2::new(1280.0, 470.0), Vec2::new(1024.0, 350.0)] {
            assert!(!is_small(low), "{low}");
            assert_eq!(fingertip(low, 1.0, false), None);
        }
        // A window as narrow as a phone has no space at the board's sides at any height.
        assert!(is_small(Vec2::new(400.0, 1000.0)));
    }

    #[test]
    fn small_text_is_legible_and_no_larger_than_body_text() {
        let small = Size::Small.pixels();
        for window in [(640.0, 480.0), (800.0, 600.0), (1280.0, 800.0)].map(Vec2::from) {
            for letters in [1.0, 1.1, 1.25] {
                let larger = small_letters(window, 1.0, letters);
                let pixels = small * larger * scale(window) * letters;
                assert!(pixels > 10.99, "{window}: {pixels}");
                assert!(small * larger <= Size::Body.pixels(), "{window}: {larger}");
            }
            // A smaller text size also applies to small text.
            let [less, default_size] = [0.75, 1.0].map(|it| small_letters(window, 1.0, it));
            assert_eq!(less, default_size);
            assert_eq!(small_letters(window, 2.0, 1.0), 1.0);
        }
        assert_eq!(small_letters(DESIGNED_FOR, 1.0, 1.0), 1.0);
        assert_eq!(small_letters(Vec2::new(360.0, 740.0), 1.0, 1.0), 1.0);
    }
}
