//! The grain of wood and stone, as procedural textures.
//!
//! A grain scales the brightness of a surface. All grains have the same mean, and materials
//! compensate for it. The surface therefore keeps its measured mean colour, and its contrast with
//! the pieces.

use std::f32::consts::TAU;

use bevy::image::ImageAddressMode;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use icochess_shape::Grain;

use super::texture::{picture, texels};

/// Side of a grain's texture, in texels.
const SIDE: usize = 256;
/// Side of the surface that the texture covers, in metres. There are two texels per millimetre.
pub const SPAN: f32 = 0.128;
/// Mean of every grain.
const MEAN: f32 = 0.80;

/// Cache of grain textures.
#[derive(Resource, Debug, Default)]
pub struct Grains(HashMap<Grain, Handle<Image>>);

impl Grains {
    /// Returns the texture of a grain, with vertical fibres.
    pub fn of(&mut self, grain: Grain, images: &mut Assets<Image>) -> Handle<Image> {
        let made = self
            .0
            .entry(grain)
            .or_insert_with(|| images.add(image(grain)));
        made.clone()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Grains>();
}

/// Returns the material colour that gives a surface this mean colour under a grain.
pub fn under(color: Color) -> Color {
    let linear = color.to_linear();
    let lighter = |part: f32| part / MEAN;
    Color::linear_rgba(
        lighter(linear.red),
        lighter(linear.green),
        lighter(linear.blue),
        linear.alpha,
    )
}

/// Returns the texture coordinates of a point on a surface whose fibres run along `y`, in metres.
/// Each cut has its own offset, and every other cut is rotated by 180°.
pub fn place(point: Vec2, cut: usize) -> Vec2 {
    let end = if cut.is_multiple_of(2) { 1.0 } else { -1.0 };
    let from = Vec2::new(0.37, 0.61) * cut as f32;
    point * end / SPAN + from
}

/// Returns a hash of the arguments as a pseudorandom number from 0 to 1.
pub fn chance(x: i32, y: i32, seed: u32) -> f32 {
    let mut bits = (x as u32).wrapping_mul(0x9E37_79B1)
        ^ (y as u32).wrapping_mul(0x85EB_CA77)
        ^ seed.wrapping_mul(0xC2B2_AE3D);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x2C1B_3C6D);
    bits = (bits ^ (bits >> 12)).wrapping_mul(0x297A_2D39);
    (bits ^ (bits >> 15)) as f32 / u32::MAX as f32
}

/// Returns smooth tileable noise from 0 to 1, with this number of bumps across and along the
/// texture. `at` is in texture coordinates.
pub fn noise(at: Vec2, bumps: [i32; 2], seed: u32) -> f32 {
    let [across, along] = bumps;
    let scaled = at * Vec2::new(across as f32, along as f32);
    let (low, part) = (scaled.floor(), scaled - scaled.floor());
    let (x, y) = (low.x as i32, low.y as i32);
    let value = |dx: i32, dy: i32| {
        chance(
            (x + dx).rem_euclid(across),
            (y + dy).rem_euclid(along),
            seed,
        )
    };
    let eased = part * part * (Vec2::splat(3.0) - 2.0 * part);
    let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
    mix(
        mix(value(0, 0), value(1, 0), eased.x),
        mix(value(0, 1), value(1, 1), eased.x),
        eased.y,
    )
}

/// Returns the brightness of a grain at texture coordinates.
fn lightness(grain: Grain, at: Vec2) -> f32 {
    match grain {
        Grain::Fine => {
            let broad = noise(at, [6, 1], 11);
            let fibres = noise(at, [70, 4], 12);
            0.88 + 0.12 * broad + 0.12 * fibres
        }
        Grain::Open => {
            // Slightly bent growth rings, with pores along them.
            let bent = at.x * 9.0 + 1.6 * noise(at, [3, 2], 21);
            let years = 0.5 + 0.5 * (bent * TAU).sin();
            let fibres = noise(at, [64, 5], 22);
            let pores = (noise(at, [110, 14], 23) - 0.70).max(0.0);
            0.78 + 0.20 * years + 0.14 * fibres - 0.75 * pores
        }
        Grain::Stone => {
            let clouds = noise(at, [4, 4], 31) + 0.5 * noise(at, [11, 11], 32);
            let grit = noise(at, [96, 96], 33);
            // Intermittent veins along a bent line.
            let bent = noise(at, [3, 4], 34) + 0.35 * noise(at, [13, 12], 35) - 0.68;
            let vein = (1.0 - bent.abs() / 0.035).max(0.0) * (clouds - 0.55).clamp(0.0, 1.0);
            0.84 + 0.175 * clouds + 0.0875 * grit - 0.25 * vein
        }
    }
}

/// Returns the texture of a grain.
pub fn image(grain: Grain) -> Image {
    let mut texels = texels(SIDE, |at| Vec3::splat(lightness(grain, at)).extend(1.0));
    let mean = texels.iter().map(|texel| texel.x).sum::<f32>() / texels.len() as f32;
    for texel in &mut texels {
        *texel = (texel.truncate() * (MEAN / mean)).extend(1.0);
    }
    picture(SIDE, texels, ImageAddressMode::Repeat)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the linear red of a texel.
    fn light(byte: u8) -> f32 {
        Color::srgb_u8(byte, 0, 0).to_linear().red
    }

    #[test]
    fn grains_keep_the_mean_colour_of_a_surface() {
        for grain in Grain::ALL {
            let image = image(grain);
            let last = image.data.as_ref().unwrap().last_chunk::<4>().unwrap();
            assert!((light(last[0]) - MEAN).abs() < 0.01, "{grain:?}: {last:?}");
            let walnut = Color::srgb(0.46, 0.31, 0.21);
            let seen = under(walnut).to_linear().red * light(last[0]);
            assert!((seen - walnut.to_linear().red).abs() < 0.005, "{grain:?}");
        }
    }

    #[test]
    fn grains_are_visible_but_subtle() {
        for grain in Grain::ALL {
            let data = image(grain).data.unwrap();
            let whole = data[..SIDE * SIDE * 4].chunks(4);
            let lights: Vec<f32> = whole.map(|texel| light(texel[0])).collect();
            let spread = lights
                .iter()
                .map(|it| (it / MEAN - 1.0).powi(2))
                .sum::<f32>();
            let spread = (spread / lights.len() as f32).sqrt();
            assert!((0.02..0.2).contains(&spread), "{grain:?}: {spread}");
            // No texel is clipped at white.
            assert!(lights.iter().filter(|it| **it > 0.995).count() < lights.len() / 50);
        }
    }

    #[test]
    fn grains_tile_seamlessly() {
        for grain in Grain::ALL {
            for step in 0..50 {
                let part = step as f32 / 50.0;
                for (one, other) in [
                    (Vec2::new(0.0, part), Vec2::new(0.9999, part)),
                    (Vec2::new(part, 0.0), Vec2::new(part, 0.9999)),
                ] {
                    let apart = lightness(grain, one) - lightness(grain, other);
                    assert!(apart.abs() < 0.03, "{grain:?} at {one}: {apart}");
                }
            }
        }
    }

    #[test]
    fn neighbouring_cuts_are_from_different_places() {
        let cuts = [0, 1, 2, 3].map(|cut| place(Vec2::ZERO, cut));
        for (index, one) in cuts.iter().enumerate() {
            for other in &cuts[..index] {
                assert!((*one - *other).fract().length() > 0.05);
            }
        }
    }
}
