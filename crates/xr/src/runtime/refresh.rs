//! Refresh rate of the headset's display (`XR_FB_display_refresh_rate`).

use bevy::prelude::*;
use bevy_mod_openxr::exts::OxrEnabledExtensions;
use bevy_mod_openxr::session::OxrSession;

use icochess_base::schedule::AppSystems;
use icochess_store::settings::{RefreshRate, Settings};

/// Difference below which two rates count as equal, in hertz. A headset may report 89.53.
const ALIKE: f32 = 1.0;
/// The rate with which the runtime chooses.
const NONE: f32 = 0.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        request_rate
            .run_if(
                resource_exists::<OxrSession>
                    .and_then(resource_changed::<OxrSession>.or_else(resource_changed::<Settings>)),
            )
            .in_set(AppSystems::Input),
    );
}

/// Requests the rate in the settings from each session, if the headset offers it.
fn request_rate(
    session: Res<OxrSession>,
    extensions: Res<OxrEnabledExtensions>,
    settings: Res<Settings>,
    mut requested: Local<Option<f32>>,
) {
    if session.is_changed() {
        *requested = None;
    }
    if !extensions.raw().fb_display_refresh_rate {
        return;
    }
    let offered = session
        .enumerate_display_refresh_rates()
        .unwrap_or_default();
    let rate = wanted(settings.refresh_rate, &offered);
    if rate == requested.unwrap_or(NONE) {
        return;
    }
    *requested = Some(rate);
    if let Err(error) = session.request_display_refresh_rate(rate) {
        warn!("The headset does not show {rate} pictures a second: {error}");
    }
}

/// Returns the offered rate to request, in hertz.
fn wanted(wanted: RefreshRate, offered: &[f32]) -> f32 {
    let hertz = wanted.hertz();
    let found = hertz.and_then(|hertz| offered.iter().find(|rate| (*rate - hertz).abs() < ALIKE));
    found.copied().unwrap_or(NONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_that_is_not_offered_is_not_requested() {
        let index = [80.0, 89.53, 120.0, 144.0];
        assert_eq!(wanted(RefreshRate::Hz90, &index), 89.53);
        assert_eq!(wanted(RefreshRate::Hz72, &index), NONE);
        assert_eq!(wanted(RefreshRate::Runtime, &index), NONE);
        assert_eq!(wanted(RefreshRate::Hz90, &[]), NONE);
    }
}
