//! Procedural textures with mipmaps, which prevent shimmer and blur at a distance and at flat
//! angles.

use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageAddressMode, ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::tasks::{ComputeTaskPool, TaskPool};

/// Anisotropic filtering level for surfaces at a flat angle.
const ANISOTROPY: u16 = 8;
/// Resolution of the lookup table from linear light to the 256 values of a texture.
const SHADES: usize = 4096;

/// Returns the texels of a texture, computed by `color` from texture coordinates as linear colours
/// with opacity. The computation uses all cores, because startup waits for it.
pub fn texels(side: usize, color: impl Fn(Vec2) -> Vec4 + Sync) -> Vec<Vec4> {
    const ROWS: usize = 32;
    let at = |index: usize| (index as f32 + 0.5) / side as f32;
    let strip = |first: usize| -> Vec<Vec4> {
        let rows = first..(first + ROWS).min(side);
        let places = rows.flat_map(|row| (0..side).map(move |column| (row, column)));
        places
            .map(|(row, column)| color(Vec2::new(at(column), at(row))))
            .collect()
    };
    let strip = &strip;
    let pool = ComputeTaskPool::get_or_init(TaskPool::default);
    let strips = pool.scope(|scope| {
        for first in (0..side).step_by(ROWS) {
            scope.spawn(async move { strip(first) });
        }
    });
    strips.concat()
}

/// Returns a texture of `side` × `side` texels, given row by row as linear colours with opacity.
///
/// # Panics
///
/// If the number of texels is wrong, or the side is not a power of two.
pub fn picture(side: usize, texels: Vec<Vec4>, mode: ImageAddressMode) -> Image {
    assert!(side.is_power_of_two() && texels.len() == side * side);
    let shades: Vec<u8> = (0..=SHADES)
        .map(|shade| byte(Color::linear_rgb(shade as f32 / SHADES as f32, 0.0, 0.0)))
        .collect();
    let shade = |light: f32| shades[(light.clamp(0.0, 1.0) * SHADES as f32).round() as usize];
    let mut data = Vec::new();
    let levels = side.ilog2() + 1;
    let mut now = texels;
    for level in 0..levels {
        if level > 0 {
            now = halved(&now, side >> (level - 1), |[a, b, c, d]| {
                (a + b + (c + d)) / 4.0
            });
        }
        data.extend(now.iter().flat_map(|texel| {
            let opacity = (texel.w.clamp(0.0, 1.0) * 255.0).round() as u8;
            [shade(texel.x), shade(texel.y), shade(texel.z), opacity]
        }));
    }
    let format = TextureFormat::Rgba8UnormSrgb;
    let mut image = with_levels(UVec2::splat(side as u32), 1, format, levels, data);
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: mode,
        address_mode_v: mode,
        anisotropy_clamp: ANISOTROPY,
        ..ImageSamplerDescriptor::linear()
    });
    image
}

/// Returns a texture's byte for the red of a colour.
fn byte(color: Color) -> u8 {
    color.to_srgba().to_u8_array()[0]
}

/// Returns the texels at half the size, row by row, starting with the upper row. Each is the mean
/// of a 2 × 2 block.
pub fn halved<T: Copy>(texels: &[T], width: usize, mean: impl Fn([T; 4]) -> T) -> Vec<T> {
    let mut half = Vec::with_capacity(texels.len() / 4);
    for rows in texels.chunks_exact(2 * width) {
        let (upper, lower) = rows.split_at(width);
        let pairs = upper.chunks_exact(2).zip(lower.chunks_exact(2));
        half.extend(pairs.map(|(upper, lower)| mean([upper[0], upper[1], lower[0], lower[1]])));
    }
    half
}

/// Returns an image with this number of layers, each with its mip levels from largest to smallest.
/// The size is in texels.
pub fn with_levels(
    size: UVec2,
    layers: u32,
    format: TextureFormat,
    levels: u32,
    data: Vec<u8>,
) -> Image {
    let size = Extent3d {
        width: size.x,
        height: size.y,
        depth_or_array_layers: layers,
    };
    let usage = RenderAssetUsages::RENDER_WORLD;
    let mut image = Image::new_uninit(size, TextureDimension::D2, format, usage);
    image.texture_descriptor.mip_level_count = levels;
    image.data = Some(data);
    image
}

/// Returns a round spot. `opacity` gives the opacity at a fraction of the radius, and must be 0 at
/// 1.
pub fn spot(opacity: impl Fn(f32) -> f32 + Sync) -> Image {
    const SIDE: usize = 64;
    let texels = texels(SIDE, |at| {
        let part = (at * 2.0 - Vec2::ONE).length();
        Vec3::ONE.extend(opacity(part.min(1.0)))
    });
    picture(SIDE, texels, ImageAddressMode::ClampToEdge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mip_levels_are_complete_and_keep_the_brightness() {
        let texels = (0..16 * 16).map(|index| Vec3::splat((index % 2) as f32).extend(1.0));
        let image = picture(16, texels.collect(), ImageAddressMode::Repeat);
        assert_eq!(image.texture_descriptor.mip_level_count, 5);
        let data = image.data.unwrap();
        assert_eq!(data.len(), (256 + 64 + 16 + 4 + 1) * 4);
        // Half the light is 188 of 255.
        assert_eq!(data[data.len() - 4..], [188, 188, 188, 255]);
    }

    #[test]
    fn texels_are_ordered_by_row() {
        let texels = texels(64, |at| at.extend(0.0).extend(1.0));
        assert_eq!(texels.len(), 64 * 64);
        assert_eq!(texels[0].x, texels[64].x);
        assert!(texels.is_sorted_by(|a, b| a.y <= b.y));
    }

    #[test]
    fn spots_end_inside_their_texture() {
        let image = spot(|part| 1.0 - part);
        let data = image.data.unwrap();
        let opacity = |row: usize, column: usize| data[(row * 64 + column) * 4 + 3];
        assert!(opacity(31, 31) > 240);
        assert!((0..64).all(|at| opacity(0, at).max(opacity(at, 63)) < 6));
    }
}
