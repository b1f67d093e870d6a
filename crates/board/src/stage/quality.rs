//! Rendering quality of cameras: antialiasing, tone mapping and exposure.

use bevy::camera::Exposure;
use bevy::core_pipeline::tonemapping::{DebandDither, Tonemapping};
use bevy::prelude::*;
use bevy::render::render_resource::{TextureFormat, WgpuFeatures};
use bevy::render::renderer::{RenderAdapter, RenderAdapterInfo, RenderDevice};

use icochess_base::display::Display;
use icochess_base::platform::HAS_WINDOW_BESIDE;
pub use icochess_store::choices::Antialiasing;
use icochess_store::choices::Shadows;
use icochess_store::effective::FollowSettings;

/// Returns the number of samples for [`Antialiasing::Auto`]. A page's headset has less time for a
/// frame, and the page copies each picture once more.
const fn auto(is_processor: bool, is_page_headset: bool) -> u32 {
    match (is_processor, is_page_headset) {
        (true, _) => 1,
        (false, true) => 2,
        (false, false) => 4,
    }
}

/// Returns Bevy's setting, with or without support for two samples. `auto` is the number of samples
/// for [`Antialiasing::Auto`].
const fn samples(wanted: Antialiasing, limit: SampleLimit, auto: u32, has_two: bool) -> Msaa {
    let wanted = match wanted {
        Antialiasing::Off => 1,
        Antialiasing::Auto => auto,
        Antialiasing::Two => 2,
        Antialiasing::Four => 4,
    };
    match (wanted, limit.0) {
        (1, _) | (_, 1) => Msaa::Off,
        (2, _) | (_, 2) if has_two => Msaa::Sample2,
        _ => Msaa::Sample4,
    }
}

/// Maximum number of samples per pixel: 1, 2 or 4. A headset lowers it while frames are late.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub struct SampleLimit(pub u32);

impl Default for SampleLimit {
    fn default() -> Self {
        Self(4)
    }
}

/// Whether board and pieces may cast shadows. A headset forbids it while frames are late.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShadowLimit(pub bool);

impl Default for ShadowLimit {
    fn default() -> Self {
        Self(true)
    }
}

/// Texture formats of the cameras' render targets.
const FORMATS: [TextureFormat; 4] = [
    TextureFormat::Rgba8UnormSrgb,
    TextureFormat::Bgra8UnormSrgb,
    TextureFormat::Rgba16Float,
    TextureFormat::Depth32Float,
];

/// Graphics adapter. Its resources are missing in headless mode.
#[derive(bevy::ecs::system::SystemParam)]
pub struct GraphicsAdapter<'w> {
    wanted: Res<'w, Antialiasing>,
    info: Option<Res<'w, RenderAdapterInfo>>,
    adapter: Option<Res<'w, RenderAdapter>>,
    device: Option<Res<'w, RenderDevice>>,
    display: Option<Res<'w, State<Display>>>,
}

impl GraphicsAdapter<'_> {
    /// Returns the number of samples that the player wants, within `limit`.
    pub fn samples(&self, limit: SampleLimit) -> Msaa {
        let auto = auto(self.is_processor(), self.is_page_headset());
        samples(*self.wanted, limit, auto, self.has_two())
    }

    /// Returns whether board and pieces cast shadows. A page has no time for them.
    pub fn has_shadows(&self, wanted: Shadows, limit: ShadowLimit) -> bool {
        let is_wanted = match wanted {
            Shadows::Off => false,
            Shadows::Auto => self.info.is_some() && !self.is_processor(),
            Shadows::On => true,
        };
        is_wanted && limit.0 && HAS_WINDOW_BESIDE
    }

    /// Returns whether a page draws for its headset.
    fn is_page_headset(&self) -> bool {
        let display = self.display.as_ref().map(|display| *display.get());
        !HAS_WINDOW_BESIDE && display == Some(Display::Headset)
    }

    /// Returns whether the processor draws.
    pub fn is_processor(&self) -> bool {
        // 4 is `wgpu::DeviceType::Cpu`.
        let info = self.info.as_ref();
        info.is_some_and(|info| info.device_type as u8 == 4)
    }

    /// Returns whether the adapter supports two samples; all adapters support four.
    fn has_two(&self) -> bool {
        let (Some(adapter), Some(device)) = (&self.adapter, &self.device) else {
            return false;
        };
        let own = WgpuFeatures::TEXTURE_ADAPTER_SPECIFIC_FORMAT_FEATURES;
        device.features().contains(own)
            && FORMATS.into_iter().all(|format| {
                let features = adapter.get_texture_format_features(format);
                features.flags.sample_count_supported(2)
            })
    }
}

/// Tone mapping and exposure, the same for the window and both eyes. Bright light fades gradually
/// into white, and head movements don't change the exposure.
const TONE: (Tonemapping, Exposure) = (Tonemapping::AcesFitted, Exposure::BLENDER);
/// Luminance displayed as a colour value of 1, in cd/m² (1.2 · 2⁹·⁷).
pub const FULL_LUMINANCE: f32 = 998.0;

pub(super) fn plugin(app: &mut App) {
    app.follow_settings(|settings, _| settings.antialiasing)
        .init_resource::<SampleLimit>()
        .init_resource::<ShadowLimit>()
        .add_observer(configure_camera)
        .add_systems(
            Update,
            update_cameras
                .run_if(resource_changed::<Antialiasing>.or_else(resource_changed::<SampleLimit>)),
        );
}

/// Configures new cameras, in the window and in a headset. Dithering prevents visible bands in the
/// dusk.
fn configure_camera(
    added: On<Add, Camera3d>,
    card: GraphicsAdapter,
    limit: Res<SampleLimit>,
    mut commands: Commands,
) {
    commands
        .entity(added.entity)
        .insert((card.samples(*limit), TONE, DebandDither::Enabled));
}

fn update_cameras(
    card: GraphicsAdapter,
    limit: Res<SampleLimit>,
    mut cameras: Query<&mut Msaa, With<Camera3d>>,
) {
    let samples = card.samples(*limit);
    for mut camera in &mut cameras {
        camera.set_if_neq(samples);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_cameras_use_the_same_tone_mapping() {
        let mut app = App::new();
        app.add_plugins(plugin);
        let eyes = [(); 3].map(|()| app.world_mut().spawn(Camera3d::default()).id());
        app.world_mut().flush();
        for eye in eyes {
            let eye = app.world().entity(eye);
            assert_eq!(eye.get::<Tonemapping>(), Some(&Tonemapping::AcesFitted));
            assert_eq!(eye.get::<DebandDither>(), Some(&DebandDither::Enabled));
            let white = eye.get::<Exposure>().unwrap().exposure() * FULL_LUMINANCE;
            assert!((white - 1.0).abs() < 0.01, "{white}");
        }
    }

    #[test]
    fn unsupported_sample_counts_fall_back_to_supported_ones() {
        for auto in [auto(true, true), auto(false, true), auto(false, false)] {
            for has_two in [false, true] {
                let within = |wanted, limit| samples(wanted, limit, auto, has_two);
                let samples = |wanted| within(wanted, SampleLimit::default());
                assert_eq!(within(Antialiasing::Four, SampleLimit(1)), Msaa::Off);
                assert_eq!(
                    within(Antialiasing::Four, SampleLimit(2)),
                    samples(Antialiasing::Two)
                );
                assert_eq!(samples(Antialiasing::Off), Msaa::Off);
                assert_eq!(samples(Antialiasing::Four), Msaa::Sample4);
                assert_eq!(samples(Antialiasing::Two) == Msaa::Sample2, has_two);
                let same = [Antialiasing::Off, Antialiasing::Two, Antialiasing::Four];
                let same = same[auto.ilog2() as usize];
                assert_eq!(samples(Antialiasing::Auto), samples(same));
            }
        }
    }
}
