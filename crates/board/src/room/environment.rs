//! Image-based light as cube maps: reflections for lacquer and ivory, and diffuse light where no
//! lamp shines.
//!
//! Implements the first half of the split-sum method (Karis, "Real Shading in Unreal Engine 4",
//! 2013). Bevy has the other half. Each mip level is the light blurred by a roughness lobe.
//!
//! A room consists of colours by height and a few spherical Gaussians. A Gaussian blurred by a
//! Gaussian lobe is again a Gaussian (Wang et al., "All-Frequency Rendering of Dynamic,
//! Spatially-Varying Reflectance", 2009). A texel is therefore a short sum.

use std::f32::consts::TAU;

use bevy::image::ImageSampler;
use bevy::light::EnvironmentMapLight;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::render::render_resource::{TextureFormat, TextureViewDescriptor, TextureViewDimension};
use half::f16;
use icochess_shape::Room;

use super::place::RoomPlace;
use super::scene::{Around, Glow, at_height, scene};
use super::shown::ShownRoom;
use crate::stage::drawing::RoomLight;
use crate::stage::quality::FULL_LUMINANCE;
use crate::stage::texture::with_levels;
use icochess_base::schedule::AppSystems;

/// Side of a face of the specular map, in texels.
pub const FACE: u32 = 64;
/// Number of mip levels of the specular map, from mirror to roughest. The smallest face is 2 × 2
/// texels.
pub const LEVELS: u32 = 6;
/// Side of a face of the diffuse map, in texels. It is small because diffuse light has no detail.
pub const SOFT_FACE: u32 = 8;
/// Sharpness of the Gaussian closest to a cosine lobe (Wang et al.).
const COSINE: f32 = 2.133;
/// Number of heights at which the colours by height are blurred. Other heights are interpolated.
const HEIGHTS: usize = 65;

/// The diffuse and the specular map of each room that was shown.
#[derive(Resource, Debug, Default)]
struct Environments(HashMap<Room, [Handle<Image>; 2]>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Environments>().add_systems(
        Update,
        light_cameras
            .run_if(
                resource_changed::<ShownRoom>
                    .or_else(resource_changed::<RoomPlace>)
                    .or_else(resource_changed::<RoomLight>)
                    .or_else(any_match_filter::<Added<Camera3d>>),
            )
            .in_set(AppSystems::Feedback),
    );
}

/// Gives every camera the environment light of the room, in the window and in the headset. Making
/// the maps takes a few milliseconds, in a frame in which the fade between rooms is dark.
fn light_cameras(
    mut commands: Commands,
    (shown, place, room_light): (Res<ShownRoom>, Res<RoomPlace>, Res<RoomLight>),
    mut environments: ResMut<Environments>,
    mut images: ResMut<Assets<Image>>,
    cameras: Query<Entity, With<Camera3d>>,
) {
    let known = environments.0.entry(shown.0);
    let [soft, mirrored] =
        known.or_insert_with(|| maps(&scene(shown.0).around).map(|map| images.add(map)));
    for camera in &cameras {
        commands.entity(camera).insert(EnvironmentMapLight {
            diffuse_map: soft.clone(),
            specular_map: mirrored.clone(),
            intensity: FULL_LUMINANCE * room_light.0,
            rotation: place.0.rotation,
            ..default()
        });
    }
}

/// Returns the diffuse and the specular map.
fn maps(around: &Around) -> [Image; 2] {
    let soft = Blurred::new(around, Some(COSINE));
    let levels: Vec<_> = (0..LEVELS)
        .map(|level| Blurred::new(around, lobe(level)))
        .collect();
    [cube(SOFT_FACE, &[soft]), cube(FACE, &levels)]
}

/// Returns the sharpness of a mip level's lobe seen head-on, the GGX distribution as a Gaussian.
/// `None` for a mirror.
fn lobe(level: u32) -> Option<f32> {
    let perceptual = level as f32 / (LEVELS - 1) as f32;
    let roughness = perceptual * perceptual;
    (level > 0).then(|| (0.5 / (roughness * roughness)).max(COSINE))
}

/// Returns the integral of a unit Gaussian over all directions, divided by 2π.
fn sum(sharpness: f32) -> f32 {
    (1.0 - (-2.0 * sharpness).exp()) / sharpness
}

/// Light from all around, blurred by a lobe.
struct Blurred {
    /// Colours by height, from straight down to the zenith.
    heights: [Vec3; HEIGHTS],
    glows: Vec<Glow>,
}

impl Blurred {
    fn new(around: &Around, lobe: Option<f32>) -> Self {
        let heights = std::array::from_fn(|index| {
            let height = index as f32 / (HEIGHTS - 1) as f32 * 2.0 - 1.0;
            lobe.map_or_else(
                || at_height(around.stops, height),
                |lobe| mean(around, height, lobe),
            )
        });
        let glows = around.glows.iter();
        let glows = glows.map(|glow| {
            let own = glow.sharpness();
            let wide = lobe.map_or(own, |lobe| own * lobe / (own + lobe));
            Glow {
                from: glow.from.normalize_or(Vec3::Y),
                width: wide.sqrt().recip(),
                // Keeps the total light.
                color: glow.color * (sum(own) / sum(wide)),
            }
        });
        Self {
            heights,
            glows: glows.collect(),
        }
    }

    /// Returns the light from a direction of length 1.
    fn towards(&self, direction: Vec3) -> Vec3 {
        let at = (direction.y.clamp(-1.0, 1.0) + 1.0) / 2.0 * (HEIGHTS - 1) as f32;
        let low = (at as usize).min(HEIGHTS - 2);
        let plain = self.heights[low].lerp(self.heights[low + 1], at - low as f32);
        let glows = self.glows.iter().map(|glow| glow.seen(direction));
        plain + glows.sum::<Vec3>()
    }
}

/// Returns the mean light of the colours by height, in a lobe about a direction at `height`.
fn mean(around: &Around, height: f32, lobe: f32) -> Vec3 {
    const RINGS: usize = 12;
    const STEPS: usize = 12;
    let flat = (1.0 - height * height).max(0.0).sqrt();
    let rings = (0..RINGS).map(|ring| {
        let part = (ring as f32 + 0.5) / RINGS as f32;
        let cos = 1.0 + (1.0 - part * (1.0 - (-2.0 * lobe).exp())).ln() / lobe;
        (cos, (1.0 - cos * cos).max(0.0).sqrt())
    });
    let seen = rings.flat_map(|(cos, sin)| {
        (0..STEPS).map(move |step| {
            let angle = (step as f32 + 0.5) / STEPS as f32 * TAU;
            height * cos + flat * sin * angle.cos()
        })
    });
    let light: Vec3 = seen.map(|height| at_height(around.stops, height)).sum();
    light / (RINGS * STEPS) as f32
}

/// Returns the world direction of a point on a cube face, from -1 to 1 rightwards and downwards.
/// Cube maps are left-handed: their +z is the world's -z.
fn direction(face: usize, right: f32, down: f32) -> Vec3 {
    let [x, y, z] = match face {
        0 => [1.0, -down, -right],
        1 => [-1.0, -down, right],
        2 => [right, 1.0, down],
        3 => [right, -1.0, -down],
        4 => [right, -down, 1.0],
        _ => [-right, -down, -1.0],
    };
    Vec3::new(x, y, -z).normalize()
}

/// Returns a cube map with these mip levels.
fn cube(face: u32, levels: &[Blurred]) -> Image {
    let mut data = Vec::new();
    for side in 0..6 {
        for (level, light) in levels.iter().enumerate() {
            let texels = face >> level;
            let at = |index: u32| (index as f32 + 0.5) / texels as f32 * 2.0 - 1.0;
            for (row, column) in
                (0..texels).flat_map(|row| (0..texels).map(move |column| (row, column)))
            {
                let color = light.towards(direction(side, at(column), at(row)));
                for part in color.extend(1.0).to_array() {
                    data.extend(f16::from_f32(part).to_le_bytes());
                }
            }
        }
    }
    let count = levels.len() as u32;
    let mut image = with_levels(
        UVec2::splat(face),
        6,
        TextureFormat::Rgba16Float,
        count,
        data,
    );
    image.texture_view_descriptor = Some(TextureViewDescriptor {
        dimension: Some(TextureViewDimension::Cube),
        ..default()
    });
    image.sampler = ImageSampler::linear();
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    static EVEN: Around = Around {
        stops: &[(0.0, Vec3::splat(0.7))],
        glows: &[],
    };
    static LAMP: Around = Around {
        stops: &[(0.0, Vec3::ZERO)],
        glows: &[Glow {
            from: Vec3::new(0.3, 0.8, -0.2),
            width: 0.2,
            color: Vec3::new(3.0, 2.0, 1.0),
        }],
    };

    /// Yields directions evenly spread over the sphere.
    fn all_around() -> impl Iterator<Item = Vec3> {
        const COUNT: usize = 20_000;
        (0..COUNT).map(|index| {
            let y = 1.0 - (index as f32 + 0.5) / COUNT as f32 * 2.0;
            let (sin, cos) = (index as f32 * 2.399_963).sin_cos();
            let flat = (1.0 - y * y).sqrt();
            Vec3::new(flat * cos, y, flat * sin)
        })
    }

    #[test]
    fn even_light_stays_even_at_every_roughness() {
        for level in 0..LEVELS {
            let blurred = Blurred::new(&EVEN, lobe(level));
            for direction in all_around().step_by(997) {
                assert!(blurred.towards(direction).distance(Vec3::splat(0.7)) < 1e-4);
            }
        }
    }

    #[test]
    fn roughness_spreads_a_lamps_light_and_keeps_its_sum() {
        let sum = |blurred: &Blurred| {
            all_around()
                .map(|direction| blurred.towards(direction).x)
                .sum::<f32>()
        };
        let towards = Vec3::new(0.3, 0.8, -0.2).normalize();
        let levels = (0..LEVELS).map(|level| Blurred::new(&LAMP, lobe(level)));
        let levels: Vec<_> = levels.collect();
        let first = sum(&levels[0]);
        for (level, pair) in (0..).zip(levels.windows(2)) {
            let [sharper, duller] = [&pair[0], &pair[1]].map(|it| it.towards(towards).x);
            // No lobe is broader than the cosine's, so the roughest two can be equal.
            let is_same = lobe(level) == lobe(level + 1);
            assert!(duller < sharper || is_same && level + 2 == LEVELS);
            assert!((sum(&pair[1]) / first - 1.0).abs() < 0.02);
        }
    }

    #[test]
    fn cube_faces_point_along_their_axes_and_meet() {
        // Middles of the faces, in the order of the format.
        let middles = (0..6).map(|face| direction(face, 0.0, 0.0));
        let expected = [
            Vec3::X,
            Vec3::NEG_X,
            Vec3::Y,
            Vec3::NEG_Y,
            Vec3::NEG_Z,
            Vec3::Z,
        ];
        assert!(middles.eq(expected));
        // Neighbouring faces meet.
        assert!(direction(0, -1.0, 0.0).distance(direction(4, 1.0, 0.0)) < 1e-6);
        assert!(direction(2, 0.0, 1.0).distance(direction(4, 0.0, -1.0)) < 1e-6);
        assert!(direction(3, 0.0, -1.0).distance(direction(4, 0.0, 1.0)) < 1e-6);
    }

    #[test]
    fn maps_of_every_room_have_all_levels_and_no_dark_side() {
        for room in Room::ALL {
            let [soft, mirrored] = maps(&scene(room).around);
            for (image, face, levels) in [(soft, SOFT_FACE, 1), (mirrored, FACE, LEVELS)] {
                let texels: u32 = (0..levels).map(|level| (face >> level).pow(2)).sum();
                assert_eq!(image.texture_descriptor.mip_level_count, levels);
                let data = image.data.unwrap();
                assert_eq!(data.len(), texels as usize * 6 * 8, "{room:?}");
                let numbers = data
                    .chunks(2)
                    .map(|two| f16::from_le_bytes([two[0], two[1]]));
                for texel in numbers.collect::<Vec<_>>().chunks(4) {
                    let light = texel[..3].iter().map(|part| part.to_f32());
                    let least = light.fold(f32::INFINITY, f32::min);
                    assert!(least > 0.03 && least.is_finite(), "{room:?}: {least}");
                }
            }
        }
    }
}
