//! The quality in which cameras draw: the smoothing of edges, and how light becomes colour.

use bevy::camera::Exposure;
use bevy::core_pipeline::tonemapping::{DebandDither, Tonemapping};
use bevy::prelude::*;
use bevy::render::render_resource::{TextureFormat, WgpuFeatures};
use bevy::render::renderer::{RenderAdapter, RenderAdapterInfo, RenderDevice};

/// The smoothing of edges: how many samples each pixel is made of.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Antialiasing {
    /// Four, and none where a processor stands in for the graphics card, which would
    /// spend most of a frame on them.
    #[default]
    Auto,
    /// One sample.
    Off,
    /// Two samples; four where the graphics card has no two.
    Two,
    /// Four samples.
    Four,
}

impl Antialiasing {
    /// All values.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Off, Self::Two, Self::Four];

    /// The name of the value in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Off => "off",
            Self::Two => "2x",
            Self::Four => "4x",
        }
    }

    /// Bevy's setting, on a card or a processor, with or without support for two samples.
    const fn samples(self, is_processor: bool, has_two: bool) -> Msaa {
        match self {
            Self::Off => Msaa::Off,
            Self::Auto if is_processor => Msaa::Off,
            Self::Two if has_two => Msaa::Sample2,
            Self::Auto | Self::Two | Self::Four => Msaa::Sample4,
        }
    }
}

/// The texture formats that cameras draw to.
const FORMATS: [TextureFormat; 4] = [
    TextureFormat::Rgba8UnormSrgb,
    TextureFormat::Bgra8UnormSrgb,
    TextureFormat::Rgba16Float,
    TextureFormat::Depth32Float,
];

/// The graphics card; its resources are missing where nothing is drawn.
#[derive(bevy::ecs::system::SystemParam)]
struct Card<'w> {
    wanted: Res<'w, Antialiasing>,
    info: Option<Res<'w, RenderAdapterInfo>>,
    adapter: Option<Res<'w, RenderAdapter>>,
    device: Option<Res<'w, RenderDevice>>,
}

impl Card<'_> {
    fn samples(&self) -> Msaa {
        // 4 is a processor: `wgpu::DeviceType::Cpu`.
        let is_processor = self.info.as_ref();
        let is_processor = is_processor.is_some_and(|info| info.device_type as u8 == 4);
        self.wanted.samples(is_processor, self.has_two())
    }

    /// Whether the card supports two samples; all support four.
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

/// Tone mapping and exposure, the same for the window and for both eyes: bright light goes over
/// into white softly, and no head movement changes it.
const TONE: (Tonemapping, Exposure) = (Tonemapping::AcesFitted, Exposure::BLENDER);
/// The luminance that is a colour of 1 then, cd/m² (1.2 · 2⁹·⁷).
pub const FULL_LUMINANCE: f32 = 998.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Antialiasing>()
        .add_observer(on_camera)
        .add_systems(Update, change.run_if(resource_changed::<Antialiasing>));
}

/// Sets how new cameras draw: that of the window, and those of a headset. Between two shades of
/// the dusk there are fewer than the eye tells apart: so they are dithered.
fn on_camera(added: On<Add, Camera3d>, card: Card, mut commands: Commands) {
    commands
        .entity(added.entity)
        .insert((card.samples(), TONE, DebandDither::Enabled));
}

fn change(card: Card, mut cameras: Query<&mut Msaa, With<Camera3d>>) {
    let samples = card.samples();
    for mut camera in &mut cameras {
        camera.set_if_neq(samples);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_cameras_see_light_alike() {
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
    fn what_a_card_has_not_is_replaced_by_what_all_have() {
        for is_processor in [false, true] {
            for has_two in [false, true] {
                let samples = |wanted: Antialiasing| wanted.samples(is_processor, has_two);
                assert_eq!(samples(Antialiasing::Off), Msaa::Off);
                assert_eq!(samples(Antialiasing::Four), Msaa::Sample4);
                assert_eq!(samples(Antialiasing::Two) == Msaa::Sample2, has_two);
                assert_eq!(samples(Antialiasing::Auto) == Msaa::Off, is_processor);
            }
        }
    }
}
