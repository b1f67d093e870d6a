//! The scale of the interface, which grows with the window.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::save::effective::EffectiveSettings;
use crate::schedule::{AppSystems, Display};

/// The size of the window for which sizes are given, logical pixels.
const DESIGNED_FOR: Vec2 = Vec2::new(1280.0, 800.0);
/// The least and the greatest scale of the interface.
const SCALES: (f32, f32) = (0.65, 3.0);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, fit.in_set(AppSystems::Feedback));
}

/// The scale of the interface in a window of this size, logical pixels.
fn scale(window: Vec2) -> f32 {
    let fits = (window / DESIGNED_FOR).min_element();
    fits.clamp(SCALES.0, SCALES.1)
}

/// Scales the interface with the window.
fn fit(
    window: Query<Ref<Window>, With<PrimaryWindow>>,
    settings: Res<EffectiveSettings>,
    display: Res<State<Display>>,
    mut now: ResMut<UiScale>,
) {
    let Ok(window) = window.single() else {
        return;
    };
    if !window.is_changed() && !settings.is_changed() && !display.is_changed() {
        return;
    }
    // The panel of a headset has its own size, whatever the window's is.
    let fits = match display.get() {
        Display::Flat => scale(window.size()),
        Display::Headset => 1.0,
    };
    let wanted = fits * settings.text_size;
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
}
