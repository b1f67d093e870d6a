//! The fonts of the interface: Inter for text, and signs of Noto Sans Symbols 2.

use bevy::prelude::*;

/// Inter, regular: stands in the place of Bevy's font, so that a text without a font
/// of its own has it.
pub(super) const REGULAR: &[u8] = include_bytes!("../../../../assets/fonts/Inter-Regular.ttf");
/// Inter, semi-bold.
const SEMI_BOLD: &[u8] = include_bytes!("../../../../assets/fonts/Inter-SemiBold.ttf");
/// Pieces and icons.
pub(super) const SYMBOLS: &[u8] =
    include_bytes!("../../../../assets/fonts/NotoSansSymbols2-subset.ttf");

/// Height of the signs of pieces above the middle of their line, as a part of their size: the font
/// has more room below than above.
pub(crate) const RAISED: f32 = 0.145;

/// The fonts beside the usual one. Without a window there are none, and texts keep
/// the usual.
#[derive(Resource, Debug, Default, Clone)]
pub struct Fonts {
    /// The font of headings.
    pub strong: Handle<Font>,
    /// The font of pieces and icons.
    pub symbols: Handle<Font>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Fonts>().add_systems(PreStartup, load);
}

fn load(fonts: Option<ResMut<Assets<Font>>>, mut loaded: ResMut<Fonts>) {
    let Some(mut fonts) = fonts else {
        return;
    };
    // It is where every text looks that names no font.
    if fonts
        .insert(AssetId::default(), Font::from_bytes(REGULAR.to_vec()))
        .is_err()
    {
        warn!("The text keeps Bevy's font: there is no room for another");
    }
    *loaded = Fonts {
        strong: fonts.add(Font::from_bytes(SEMI_BOLD.to_vec())),
        symbols: fonts.add(Font::from_bytes(SYMBOLS.to_vec())),
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use swash::FontRef;
    use swash::scale::ScaleContext;

    #[test]
    fn signs_of_pieces_stand_as_far_above_the_middle_of_their_line_as_is_said() {
        const SIZE: f32 = 1000.0;
        let font = FontRef::from_index(SYMBOLS, 0).expect("a font");
        let metrics = font.metrics(&[]);
        let middle = (metrics.ascent - metrics.descent.abs()) / 2.0;
        let middle = middle / f32::from(metrics.units_per_em);
        let mut context = ScaleContext::new();
        let mut scaler = context.builder(font).size(SIZE).build();
        for sign in "♔♕♖♗♘♙♚♛♜♝♞♟".chars() {
            let outline = scaler.scale_outline(font.charmap().map(sign));
            let bounds = outline.expect("an outline").bounds();
            let raised = (bounds.min.y + bounds.max.y) / 2.0 / SIZE - middle;
            assert!((raised - RAISED).abs() < 0.03, "{sign}: {raised}");
        }
    }
}
