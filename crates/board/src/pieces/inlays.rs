//! Inlays of the pieces, as a texture for each side. At its left is a strip with the ring and the
//! bands, wrapped around every piece from foot to top. Right of it are the symbols of all kinds as
//! seen from above.

use bevy::image::{ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use icochess_shape::PieceKind;
use icochess_shape::inlay::{RING, head, symbol};

use crate::stage::texture::{halved, with_levels};

/// Height of the texture, in radii of the ball, slightly more than the tallest piece.
pub(super) const TALL: f32 = 0.42;
/// Spacing and width of the bands, in radii of the ball. A pawn has four.
const BANDS: (f32, f32) = (0.055, 0.0206);

/// Side of a symbol's cell in the texture, and width of the strip, in texels.
const CELL: usize = 64;
/// Number of symbols in a row and in a column.
const CELLS: usize = 4;
/// Size of the texture, in texels.
const SIZE: [usize; 2] = [CELL * (1 + CELLS), CELL * CELLS];
/// Number of mip levels. In the last, a symbol is 4 texels wide.
const LEVELS: u32 = 5;
/// Fraction of a cell that a symbol may fill, so that neighbouring symbols don't touch.
const SYMBOL_SIZE: f32 = 0.94;

/// Texture coordinates for faces with their own colour: the last cell, which is white and doesn't
/// glow.
pub(super) const PAINTED: [f32; 2] = [0.9, 0.875 * TALL];

/// Returns the column and row of a kind's symbol.
fn cell(kind: PieceKind) -> [usize; 2] {
    [kind as usize % CELLS, kind as usize / CELLS]
}

/// Returns the texture coordinates of a point below a piece's head.
pub(super) const fn on_strip(height: f32) -> [f32; 2] {
    [0.0, height]
}

/// Returns the texture coordinates of a point on a head, seen from above. `x` is to the right of
/// the axis, `ahead` in front.
pub(super) fn on_head(kind: PieceKind, [x, ahead]: [f32; 2]) -> [f32; 2] {
    let part = |along: f32| (along / head(kind).half).clamp(-1.0, 1.0).midpoint(1.0);
    let [column, row] = cell(kind).map(|at| at as f32);
    let across = (1.0 + column + part(x)) / (1 + CELLS) as f32;
    [across, (row + part(ahead)) / CELLS as f32 * TALL]
}

/// Returns the inlay's coverage of a texel, 0 to 255, from the texel's signed distance and width.
fn covered(outside: f32, texel: f32) -> u8 {
    ((0.5 - outside / texel).clamp(0.0, 1.0) * 255.0).round() as u8
}

/// Returns the coverage of the strip at a height.
fn strip(height: f32, has_bands: bool) -> u8 {
    let ring = height - RING;
    let (every, wide) = BANDS;
    let band = (height.rem_euclid(every) - wide / 2.0).abs() - wide / 2.0;
    let outside = if has_bands { ring.min(band) } else { ring };
    covered(outside, TALL / SIZE[1] as f32)
}

/// Returns the coverage of all texels, 0 to 255, row by row.
fn inlaid(has_bands: bool) -> Vec<u8> {
    let [width, height] = SIZE;
    let mut covers = vec![0; width * height];
    for (row, texels) in covers.chunks_exact_mut(width).enumerate() {
        let along = (row as f32 + 0.5) / height as f32 * TALL;
        texels[..CELL].fill(strip(along, has_bands));
    }
    for kind in PieceKind::ALL {
        let half = head(kind).half;
        let [column, row] = cell(kind);
        let along = |texel: usize| ((texel as f32 + 0.5) / CELL as f32 * 2.0 - 1.0) * half;
        for (y, x) in (0..CELL).flat_map(|y| (0..CELL).map(move |x| (y, x))) {
            let at = Vec2::new(along(x), along(y));
            let outside = symbol(kind, at).max(at.abs().max_element() - half * SYMBOL_SIZE);
            let texel = (row * CELL + y) * width + (1 + column) * CELL + x;
            covers[texel] = covered(outside, 2.0 * half / CELL as f32);
        }
    }
    covers
}

/// Returns the texture for pieces of a colour with inlays, and with the colour `painted` at
/// [`PAINTED`].
pub(super) fn picture(own: Color, inlay: Color, has_bands: bool, painted: Color) -> Image {
    let (own, inlay) = (own.to_linear(), inlay.to_linear());
    let colors: Vec<[u8; 4]> = (0..=u8::MAX)
        .map(|cover| {
            let mixed = own.mix(&inlay, f32::from(cover) / 255.0);
            Srgba::from(mixed).to_u8_array()
        })
        .collect();
    let mut data = Vec::new();
    let mut covers = inlaid(has_bands);
    for level in 0..LEVELS {
        if level > 0 {
            covers = halved(&covers, SIZE[0] >> (level - 1), |four| {
                (four.map(u16::from).iter().sum::<u16>() / 4) as u8
            });
        }
        let (width, square) = (SIZE[0] >> level, CELL >> level);
        data.extend(covers.iter().enumerate().flat_map(|(at, cover)| {
            let is_last = at % width / square == CELLS && at / width / square == CELLS - 1;
            if is_last {
                painted.to_srgba().to_u8_array()
            } else {
                colors[usize::from(*cover)]
            }
        }));
    }
    let size = UVec2::from(SIZE.map(|texels| texels as u32));
    let mut image = with_levels(size, 1, TextureFormat::Rgba8UnormSrgb, LEVELS, data);
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor::linear());
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Color = Color::srgb(0.2, 0.4, 0.6);
    const INLAID: Color = Color::srgb(1.0, 0.8, 0.4);

    /// Returns whether a point of the texture is inlaid.
    fn is_inlaid(picture: &Image, [u, v]: [f32; 2]) -> bool {
        let at = |part: f32, size: usize| ((part * size as f32) as u32).min(size as u32 - 1);
        let [x, y] = [at(u, SIZE[0]), at(v / TALL, SIZE[1])];
        let color = picture.get_color_at(x, y).unwrap().to_srgba();
        let near = |to: Color| (color.red - to.to_srgba().red).abs() < 0.1;
        assert!(near(PLAIN) || near(INLAID), "{color:?}");
        near(INLAID)
    }

    #[test]
    fn every_foot_has_a_ring_and_bands_only_where_wanted() {
        for has_bands in [false, true] {
            let picture = picture(PLAIN, INLAID, has_bands, PLAIN);
            let at = |height| is_inlaid(&picture, on_strip(height));
            // Feet extend below the tile.
            assert!(at(-0.01) && at(0.0) && at(0.02));
            assert!(!at(0.045) && !at(0.1) && !at(0.32));
            assert_eq!([0.065, 0.12, 0.175].map(at), [has_bands; 3]);
        }
    }

    #[test]
    fn each_head_shows_the_symbol_of_its_kind() {
        let picture = picture(PLAIN, INLAID, false, INLAID);
        for (kind, plain, inlaid) in [
            (PieceKind::Pawn, [0.03, 0.0], [0.0, 0.0]),
            (PieceKind::Bishop, [0.03, 0.03], [0.02, -0.02]),
            (PieceKind::Rook, [0.06, 0.0], [0.03, 0.0]),
            (PieceKind::Queen, [0.0, 0.0], [0.0, 0.05]),
            (PieceKind::King, [0.03, 0.03], [0.04, 0.0]),
            (PieceKind::Knight, [0.03, 0.05], [0.0, 0.09]),
            (PieceKind::Cavalcade, [0.0, 0.0], [0.0, -0.055]),
        ] {
            assert!(!is_inlaid(&picture, on_head(kind, plain)), "{kind:?}");
            assert!(is_inlaid(&picture, on_head(kind, inlaid)), "{kind:?}");
        }
    }

    #[test]
    fn painted_faces_have_their_own_texture_cell() {
        const { assert!(PieceKind::ALL.len() < CELLS * CELLS) };
        for (painted, is_seen) in [(PLAIN, false), (INLAID, true)] {
            let picture = picture(PLAIN, INLAID, false, painted);
            assert_eq!(is_inlaid(&picture, PAINTED), is_seen);
        }
    }

    #[test]
    fn textures_contain_all_mip_levels() {
        let picture = picture(PLAIN, INLAID, false, INLAID);
        let texels: usize = (0..LEVELS)
            .map(|level| (SIZE[0] >> level) * (SIZE[1] >> level))
            .sum();
        assert_eq!(picture.data.as_ref().map(Vec::len), Some(4 * texels));
    }
}
