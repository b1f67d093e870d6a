//! Small pictures of the boards, used to choose a board and to tell saved games apart.
//!
//! They are decoded when a page first shows them, so that they don't delay the start.

use std::collections::HashMap;

use bevy::asset::RenderAssetUsages;
use bevy::image::{CompressedImageFormats, ImageSampler, ImageType};
use bevy::prelude::*;

use super::screen::{Screen, Screens};
use icochess_base::schedule::AppSystems;
use icochess_board::stage::texture::halved;
use icochess_boards::Variant;

/// Number of mip levels of a picture, down to 20×15 pixels. Lists in a small window show the
/// picture 21 pixels wide.
const LEVELS: u32 = 5;

/// The pictures, by board identifier.
#[derive(Resource, Debug, Default)]
pub struct Portraits(HashMap<&'static str, Handle<Image>>);

impl Portraits {
    /// Returns the picture of a board; `None` before it is decoded, and for a board outside
    /// [`Variant`].
    pub fn of(&self, board: &str) -> Option<Handle<Image>> {
        self.0.get(board).cloned()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Portraits>().add_systems(
        Update,
        load_pictures
            .run_if(resource_changed::<Screens>)
            .in_set(AppSystems::Scene),
    );
}

/// Decodes all pictures when a page first lists boards or saved games.
fn load_pictures(
    screens: Res<Screens>,
    images: Option<ResMut<Assets<Image>>>,
    mut portraits: ResMut<Portraits>,
) {
    let is_needed = matches!(screens.shown(), Screen::NewGame | Screen::Saved);
    let Some(mut images) = images.filter(|_| is_needed && portraits.0.is_empty()) else {
        return;
    };
    portraits.0 = Variant::ALL
        .into_iter()
        .filter_map(|variant| {
            let picture = picture(variant.portrait())?;
            Some((variant.board().id(), images.add(picture)))
        })
        .collect();
}

/// Decodes a PNG file and adds mip levels, because lists show it as small as a line of text.
fn picture(file: &[u8]) -> Option<Image> {
    let decoded = Image::from_buffer(
        file,
        ImageType::Extension("png"),
        CompressedImageFormats::NONE,
        true,
        ImageSampler::linear(),
        RenderAssetUsages::RENDER_WORLD,
    );
    let mut image = decoded.ok()?;
    let mut data = image.data.take()?;
    let mut now = data.as_chunks::<4>().0.to_vec();
    for level in 1..LEVELS {
        now = halved(&now, (image.width() >> (level - 1)) as usize, mean);
        data.extend(now.as_flattened());
    }
    image.data = Some(data);
    image.texture_descriptor.mip_level_count = LEVELS;
    Some(image)
}

/// Returns the mean of four pixels, each red, green, blue and opacity. A value's square is nearly
/// proportional to its light.
fn mean(four: [[u8; 4]; 4]) -> [u8; 4] {
    let opacity: f32 = four.iter().map(|pixel| f32::from(pixel[3])).sum();
    let color = |part: usize| {
        let light = |pixel: &[u8; 4]| f32::from(pixel[part]).powi(2) * f32::from(pixel[3]);
        let sum: f32 = four.iter().map(light).sum();
        (sum / opacity.max(1.0)).sqrt().round() as u8
    };
    [color(0), color(1), color(2), (opacity / 4.0).round() as u8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_a_picture_with_all_mip_levels() {
        for variant in Variant::ALL {
            let image = picture(variant.portrait()).unwrap();
            assert_eq!(image.size(), UVec2::new(320, 240), "{variant}");
            let pixels: u32 = (0..LEVELS)
                .map(|level| (320_u32 >> level) * (240_u32 >> level))
                .sum();
            let data = image.data.unwrap();
            assert_eq!(data.len(), 4 * pixels as usize, "{variant}");
            // The edge is transparent, and the board covers at least a tenth.
            let opacities = || data[..4 * 320 * 240].iter().skip(3).step_by(4);
            assert!(opacities().take(320).all(|it| *it == 0), "{variant}");
            let covered = opacities().filter(|it| **it > 0).count();
            assert!(covered > 320 * 240 / 10, "{variant}: {covered}");
        }
    }

    #[test]
    fn transparent_pixels_do_not_darken_a_mean() {
        let (clear, white) = ([0; 4], [255; 4]);
        assert_eq!(mean([clear, clear, white, white]), [255, 255, 255, 128]);
        assert_eq!(mean([clear; 4]), clear);
    }
}
