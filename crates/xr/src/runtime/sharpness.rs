//! Render resolution of the eyes, which is fixed for a session.

use bevy::prelude::*;
use bevy_mod_openxr::init::create_xr_session;
use bevy_mod_openxr::resources::{OxrInstance, OxrSessionConfig, OxrSystemId};
use bevy_mod_xr::session::{XrCreateSessionMessage, XrFirst};
use openxr::ViewConfigurationType;

use icochess_store::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        XrFirst,
        set_resolution
            .run_if(on_message::<XrCreateSessionMessage>)
            .before(create_xr_session),
    );
}

/// Scales the runtime's recommended resolution by the render scale.
fn set_resolution(
    instance: Res<OxrInstance>,
    system: Res<OxrSystemId>,
    settings: Res<Settings>,
    mut config: ResMut<OxrSessionConfig>,
) {
    let stereo = ViewConfigurationType::PRIMARY_STEREO;
    let views = instance.enumerate_view_configuration_views(**system, stereo);
    let view = views.ok().and_then(|views| views.first().copied());
    // Without a request, `bevy_mod_openxr` uses the recommended resolution.
    config.resolutions = view.filter(|_| settings.render_scale != 1.0).map(|view| {
        let recommended = UVec2::new(
            view.recommended_image_rect_width,
            view.recommended_image_rect_height,
        );
        let max = UVec2::new(view.max_image_rect_width, view.max_image_rect_height);
        vec![scaled(recommended, max, settings.render_scale)]
    });
}

/// Returns the size of an eye's picture, in pixels, within the maximum and with the recommended
/// aspect ratio.
fn scaled(recommended: UVec2, max: UVec2, scale: f32) -> UVec2 {
    let allowed = (max.as_vec2() / recommended.as_vec2()).min_element();
    let size = recommended.as_vec2() * scale.min(allowed);
    size.round().as_uvec2().clamp(UVec2::ONE, max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolution_keeps_its_aspect_ratio_within_the_maximum() {
        let recommended = UVec2::new(1832, 1920);
        let max = UVec2::new(4096, 2400);
        assert_eq!(scaled(recommended, max, 0.5), UVec2::new(916, 960));
        assert_eq!(scaled(recommended, max, 1.25), UVec2::new(2290, 2400));
        assert_eq!(scaled(recommended, max, 1.5), UVec2::new(2290, 2400));
        assert_eq!(scaled(UVec2::ONE, UVec2::ONE, 0.5), UVec2::ONE);
    }
}
