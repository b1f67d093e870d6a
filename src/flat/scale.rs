//! The scale of the interface, which grows with the window.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::save::effective::EffectiveSettings;
use crate::schedule::{AppSystems, Display};
use crate::ui::state::letters::MostLetters;

/// The size of the window for which sizes are given, logical pixels.
const DESIGNED_FOR: Vec2 = Vec2::new(1280.0, 800.0);
/// The least and the greatest scale of the interface.
const SCALES: (f32, f32) = (0.65, 3.0);
/// The least room in which every page fits, logical pixels of the interface: what the greatest
/// letters leave of a window of 800×600, and of the height of one of 1280×720.
const LEAST_ROOM: Vec2 = Vec2::new(703.0, 457.0);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fit.in_set(AppSystems::Feedback));
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

/// Scales the interface with the window.
fn fit(
    window: Query<Ref<Window>, With<PrimaryWindow>>,
    settings: Res<EffectiveSettings>,
    display: Res<State<Display>>,
    mut now: ResMut<UiScale>,
    mut most_letters: ResMut<MostLetters>,
) {
    let Ok(window) = window.single() else {
        return;
    };
    if !window.is_changed() && !settings.is_changed() && !display.is_changed() {
        return;
    }
    // The panel of a headset has its own size, whatever the window's is.
    let (fits, most) = match display.get() {
        Display::Flat => (scale(window.size()), most_text(window.size())),
        Display::Headset => (1.0, f32::INFINITY),
    };
    most_letters.set_if_neq(MostLetters((settings.text_size > most).then_some(most)));
    let wanted = fits * settings.text_size.min(most);
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
