//! Rendering quality of cameras: antialiasing, tone mapping and exposure.

use bevy::camera::Exposure;
use bevy::core_pipeline::tonemapping::{DebandDither, Tonemapping};
use bevy::prelude::*;
use bevy::render::render_resource::{TextureFormat, WgpuFeatures};
use bevy::render::renderer::{RenderAdapter, RenderAdapterInfo, RenderDevice};

pub use icochess_store::choices::Antialiasing;
use icochess_store::effective::FollowSettings;

/// Returns Bevy's setting for a GPU or a CPU renderer, with or without support for two samples.
const fn samples(wanted: Antialiasing, is_processor: bool, has_two: bool) -> Msaa {
    match wanted {
        Antialiasing::Off => Msaa::Off,
        Antialiasing::Auto if is_processor => Msaa::Off,
        Antialiasing::Two if has_two => Msaa::Sample2,
        Antialiasing::Auto | Antialiasing::Two | Antialiasing::Four => Msaa::Sample4,
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
struct GraphicsAdapter<'w> {
    wanted: Res<'w, Antialiasing>,
    info: Option<Res<'w, RenderAdapterInfo>>,
    adapter: Option<Res<'w, RenderAdapter>>,
    device: Option<Res<'w, RenderDevice>>,
}

impl GraphicsAdapter<'_> {
    fn samples(&self) -> Msaa {
        // 4 is `wgpu::DeviceType::Cpu`.
        let is_processor = self.info.as_ref();
        let is_processor = is_processor.is_some_and(|info| info.device_type as u8 == 4);
        samples(*self.wanted, is_processor, self.has_two())
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
        .add_observer(configure_camera)
        .add_systems(
            Update,
            update_cameras.run_if(resource_changed::<Antialiasing>),
        );
}

/// Configures new cameras, in the window and in a headset. Dithering prevents visible bands in the
/// dusk.
fn configure_camera(added: On<Add, Camera3d>, card: GraphicsAdapter, mut commands: Commands) {
    commands
        .entity(added.entity)
        .insert((card.samples(), TONE, DebandDither::Enabled));
}

fn update_cameras(card: GraphicsAdapter, mut cameras: Query<&mut Msaa, With<Camera3d>>) {
    let samples = card.samples();
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
        for is_processor in [false, true] {
            for has_two in [false, true] {
                let samples = |wanted| samples(wanted, is_processor, has_two);
                assert_eq!(samples(Antialiasing::Off), Msaa::Off);
                assert_eq!(samples(Antialiasing::Four), Msaa::Sample4);
                assert_eq!(samples(Antialiasing::Two) == Msaa::Sample2, has_two);
                assert_eq!(samples(Antialiasing::Auto) == Msaa::Off, is_processor);
            }
        }
    }
}
