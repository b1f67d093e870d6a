//! The colours of the board and its pieces in each palette.

use bevy::prelude::*;

use super::looks::{FrameKind, Mark, Tint, palette};
use icochess_rules::Side;
pub use icochess_store::choices::Palette;
use icochess_store::effective::FollowSettings;

/// Minimum opacity of a glass tile in high contrast.
const MARKED_GLASS: f32 = 0.85;
/// Maximum fraction of its transparency that washed glass loses.
const MAX_WASHED: f32 = 0.4;
/// Opacity factor of a faded tile.
const FADED: f32 = 0.3;
/// Opacity of faded pieces: three of four samples of a pixel. Faded pieces keep their shading, and
/// pieces in focus show through.
pub(crate) const FADED_PIECE: f32 = 0.75;
/// Opacity of tiles and pieces next to a slice.
pub(crate) const GHOST: f32 = 0.08;

/// Colours of a palette.
pub trait Colors {
    /// Returns the colour of a side's pieces.
    fn piece(self, side: Side) -> Color;

    /// Returns the emission of a side's pieces, as a fraction of their colour. Ivory is
    /// translucent, so its shaded sides stay lighter than any tile.
    fn glow(self, side: Side) -> f32;

    /// Returns the colour of a side's inlays: the ring around the foot, the symbol on the head, and
    /// optional bands.
    fn inlay(self, side: Side) -> Color;

    /// Returns the face colour of a tile of this kind, which normally has the colour `shade`. Even
    /// kinds are dark.
    fn face(self, tint: Tint, kind: usize, shade: Color) -> Color;

    /// Returns the colour of a tile's frame.
    fn frame(self, frame: FrameKind) -> Color;

    /// Returns the colour of the inner paths along a slider's lines.
    fn inner_path(self) -> Color;

    /// Returns the colour of a side's pieces without a lighter background, such as in the air.
    fn piece_in_air(self, side: Side) -> Color;

    /// Returns the colour of a mark on a tile.
    fn mark(self, mark: Mark) -> Color;
}

impl Colors for Palette {
    fn piece(self, side: Side) -> Color {
        match (self, side) {
            // Ivory and ebony.
            (Self::Standard, Side::White) => Color::srgb(0.93, 0.87, 0.74),
            (Self::Standard, Side::Black) => Color::srgb(0.085, 0.065, 0.06),
            (Self::HighContrast, Side::White) => Color::WHITE,
            (Self::HighContrast, Side::Black) => Color::srgb(0.01, 0.01, 0.01),
        }
    }

    fn glow(self, side: Side) -> f32 {
        match side {
            Side::White => 0.15,
            Side::Black => 0.0,
        }
    }

    fn inlay(self, side: Side) -> Color {
        match (self, side) {
            // Walnut in ivory, and boxwood in ebony.
            (Self::Standard, Side::White) => Color::srgb(0.50, 0.36, 0.22),
            (Self::Standard, Side::Black) => Color::srgb(0.78, 0.62, 0.38),
            (Self::HighContrast, Side::White) => Color::srgb(0.30, 0.30, 0.30),
            (Self::HighContrast, Side::Black) => Color::srgb(0.80, 0.80, 0.80),
        }
    }

    fn face(self, tint: Tint, kind: usize, shade: Color) -> Color {
        // Kinds stay distinguishable, with dark kinds darker.
        let tinted = |color: Color| color.mix(&Color::BLACK, (1 - kind % 2) as f32 * 0.08);
        if tint == Tint::Faded {
            let plain = self.face(Tint::Plain, kind, shade);
            return plain.with_alpha(plain.alpha() * FADED);
        }
        if self == Self::Standard
            && let Some((wash, part)) = tint.wash()
        {
            // Washed glass is a little less transparent.
            let opacity = shade.alpha() + (1.0 - shade.alpha()) * part.min(MAX_WASHED);
            return wash.mix(&shade, 1.0 - part).with_alpha(opacity);
        }
        let color = match (tint, self) {
            (Tint::Plain | Tint::Faded, Self::Standard) => shade,
            // Both colours are far from white and black, one is bluish, and neither resembles the
            // last move.
            (Tint::Plain | Tint::Faded, Self::HighContrast) if kind.is_multiple_of(2) => {
                Color::srgb(0.29, 0.37, 0.49)
            }
            (Tint::Plain | Tint::Faded, Self::HighContrast) => Color::srgb(0.47, 0.47, 0.45),
            (Tint::LastMove, _) => tinted(palette::LAST),
            (Tint::Checked, _) => tinted(palette::CHECKED),
            (Tint::Checker, _) => tinted(palette::CHECKER),
        };
        let opacity = shade.alpha();
        if opacity >= 1.0 {
            return color;
        }
        color.with_alpha(match self {
            Self::Standard => opacity,
            Self::HighContrast => opacity.max(MARKED_GLASS),
        })
    }

    fn frame(self, frame: FrameKind) -> Color {
        match (self, frame) {
            (Self::Standard, _) => frame.color(),
            (Self::HighContrast, FrameKind::Hovered) => Color::WHITE,
            (Self::HighContrast, FrameKind::Selected) => Color::srgb(1.0, 0.93, 0.0),
            (Self::HighContrast, FrameKind::Edge) => Color::srgb(0.68, 0.88, 1.0),
            (Self::HighContrast, FrameKind::SideCorner) => Color::srgb(0.94, 0.96, 1.0),
            (Self::HighContrast, FrameKind::DirectCorner) => Color::srgb(0.6, 1.0, 0.6),
            (Self::HighContrast, FrameKind::Hint) => Color::srgb(0.93, 0.85, 1.0),
            (Self::HighContrast, FrameKind::Premove) => Color::srgb(1.0, 0.82, 0.90),
        }
    }

    fn inner_path(self) -> Color {
        match self {
            Self::Standard => palette::MOVE.with_alpha(0.6),
            Self::HighContrast => Color::srgba(0.75, 1.0, 1.0, 0.8),
        }
    }

    fn piece_in_air(self, side: Side) -> Color {
        match side {
            Side::White => self.piece(side),
            Side::Black => self.piece(side).mix(&Color::srgb(0.42, 0.38, 0.44), 0.15),
        }
    }

    fn mark(self, mark: Mark) -> Color {
        match (self, mark) {
            (Self::Standard, Mark::Move | Mark::Partner) => palette::MOVE,
            (Self::Standard, Mark::Capture) => palette::CAPTURE,
            (Self::Standard, Mark::Hint) => palette::HINT,
            (Self::Standard, Mark::Threat) => palette::THREAT,
            (Self::HighContrast, Mark::Move | Mark::Partner) => Color::srgb(0.75, 1.0, 1.0),
            (Self::HighContrast, Mark::Capture) => Color::srgb(1.0, 0.85, 1.0),
            (Self::HighContrast, Mark::Hint) => Color::srgb(0.93, 0.85, 1.0),
            (Self::HighContrast, Mark::Threat) => Color::srgb(1.0, 0.88, 0.7),
        }
    }
}

/// Returns the contrast of two colours, 1 to 21 (WCAG 2.2, which requires 4.5 for text and 3 for
/// non-text).
pub(crate) fn contrast(one: Color, other: Color) -> f32 {
    let lightness = |color: Color| color.to_linear().luminance();
    let (a, b) = (lightness(one), lightness(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Side whose pieces have bands, if any, to distinguish the sides in the dark and in glare.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Banded(pub Option<Side>);

pub(super) fn plugin(app: &mut App) {
    app.follow_settings(|settings, _| settings.palette)
        .follow_settings(|settings, _| Banded(settings.bands.then_some(Side::Black)));
}

#[cfg(test)]
mod tests {
    use bevy::color::color_difference::EuclideanDistance;

    use super::*;
    use icochess_boards::Variant;
    use icochess_store::setting::Named;

    #[test]
    fn high_contrast_separates_everything_from_every_tile() {
        let own = Palette::HighContrast;
        for shape in Variant::ALL.map(Variant::shape) {
            for (number, kind) in shape.kinds.iter().enumerate() {
                let face = own.face(Tint::Plain, number, kind.shade);
                let pieces = Side::ALL.map(|side| own.piece(side));
                let marks = Mark::ALL.map(|mark| own.mark(mark));
                let frames = FrameKind::ALL.map(|frame| own.frame(frame));
                for color in pieces.iter().chain(&marks).chain(&frames) {
                    let ratio = contrast(*color, face);
                    assert!(ratio >= 3.0, "{color:?} on {face:?}: {ratio}");
                }
            }
        }
    }

    /// Returns the relative luminance of a tile (WCAG 2.2), with glass over a dark room.
    fn luminance(face: Color) -> f32 {
        face.to_linear().luminance() * face.alpha()
    }

    #[test]
    fn pieces_contrast_with_every_tile_in_every_tint() {
        let ratio = |one: f32, other: f32| (one.max(other) + 0.05) / (one.min(other) + 0.05);
        for &palette in Palette::ALL {
            for (variant, side) in Variant::ALL
                .into_iter()
                .flat_map(|it| Side::ALL.map(|s| (it, s)))
            {
                let shape = variant.shape();
                let piece = match shape.inside {
                    Some(_) => palette.piece_in_air(side),
                    None => palette.piece(side),
                };
                for (number, kind) in shape.kinds.iter().enumerate() {
                    for tint in Tint::ALL.into_iter().filter(|tint| *tint != Tint::Faded) {
                        let face = palette.face(tint, number, kind.shade);
                        let ratio = ratio(luminance(piece), luminance(face));
                        assert!(
                            ratio >= 2.5,
                            "{variant}, {palette:?}: {side} on {tint:?} {number}: {ratio}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_last_move_tint_is_distinct_on_every_opaque_board() {
        // In standard, the wash only supports the brass rim.
        for (palette, least) in [(Palette::Standard, 0.03), (Palette::HighContrast, 0.085)] {
            for shape in Variant::ALL.map(Variant::shape) {
                if shape.is_glass() {
                    continue;
                }
                for (number, kind) in shape.kinds.iter().enumerate() {
                    let seen = |tint| Oklaba::from(palette.face(tint, number, kind.shade));
                    let apart = seen(Tint::LastMove).distance(&seen(Tint::Plain));
                    assert!(apart >= least, "{}, {number}: {apart}", shape.board);
                }
            }
        }
    }

    #[test]
    fn marks_and_frames_contrast_with_every_tile() {
        let own = Palette::Standard;
        for variant in Variant::ALL {
            for (number, kind) in variant.shape().kinds.iter().enumerate() {
                let face = luminance(own.face(Tint::Plain, number, kind.shade));
                let marks = Mark::ALL.map(|mark| own.mark(mark));
                let frames = FrameKind::ALL.map(|frame| own.frame(frame));
                for color in marks.iter().chain(&frames) {
                    let ratio = (luminance(*color) + 0.05) / (face + 0.05);
                    assert!(ratio >= 2.4, "{variant}: {color:?} on {number}: {ratio}");
                }
            }
        }
    }

    #[test]
    fn light_and_dark_tiles_are_distinguishable() {
        // Kinds with gaps between tiles aren't light and dark; they differ in outline and hue.
        let checkered = Variant::ALL.map(Variant::shape).into_iter();
        for shape in checkered.filter(|it| it.kinds.iter().all(|kind| kind.face >= 1.0)) {
            for pair in shape.kinds.chunks_exact(2) {
                let [dark, light] = [&pair[0], &pair[1]].map(|kind| luminance(kind.shade));
                let ratio = (light + 0.05) / (dark + 0.05);
                assert!(ratio >= 1.5, "{}: {ratio}", shape.board);
            }
        }
    }

    #[test]
    fn sides_differ_in_lightness_and_bands_show_on_both() {
        for &palette in Palette::ALL {
            let [white, black] = Side::ALL.map(|side| palette.piece(side));
            assert!(contrast(white, black) > 10.0);
            for side in Side::ALL {
                for piece in [palette.piece(side), palette.piece_in_air(side)] {
                    assert!(contrast(palette.inlay(side), piece) > 3.0);
                }
            }
        }
    }
}
