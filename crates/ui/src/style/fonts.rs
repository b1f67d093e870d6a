//! The fonts of the interface: Inter for text, Marcellus for titles and results, and Noto Sans
//! Symbols 2 for symbols.

use bevy::prelude::*;

/// Inter Regular, which replaces Bevy's default font.
pub(super) const REGULAR: &[u8] = include_bytes!("../../../../assets/fonts/Inter-Regular.ttf");
/// Inter SemiBold.
const SEMI_BOLD: &[u8] = include_bytes!("../../../../assets/fonts/Inter-SemiBold.ttf");
/// Marcellus, with letters as carved in stone.
const ENGRAVED: &[u8] = include_bytes!("../../../../assets/fonts/Marcellus-Regular.ttf");
/// Pieces and icons.
pub(super) const SYMBOLS: &[u8] =
    include_bytes!("../../../../assets/fonts/NotoSansSymbols2-subset.ttf");

/// Offset of piece symbols above the middle of their line, as a fraction of their size. The symbol
/// font has more space below than above.
pub(crate) const RAISED: f32 = 0.145;

/// Fonts in addition to the default one. Without a window, they stay empty, and texts use the
/// default.
#[derive(Resource, Debug, Default, Clone)]
pub struct Fonts {
    /// The font of headings.
    pub strong: Handle<Font>,
    /// The font of titles and results.
    pub engraved: Handle<Font>,
    /// The font of pieces and icons.
    pub symbols: Handle<Font>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Fonts>()
        .add_systems(PreStartup, load_fonts);
}

fn load_fonts(fonts: Option<ResMut<Assets<Font>>>, mut loaded: ResMut<Fonts>) {
    let Some(mut fonts) = fonts else {
        return;
    };
    // The default asset is the font of every text without one of its own.
    if fonts
        .insert(AssetId::default(), Font::from_bytes(REGULAR.to_vec()))
        .is_err()
    {
        warn!("The text keeps Bevy's font: there is no room for another");
    }
    *loaded = Fonts {
        strong: fonts.add(Font::from_bytes(SEMI_BOLD.to_vec())),
        engraved: fonts.add(Font::from_bytes(ENGRAVED.to_vec())),
        symbols: fonts.add(Font::from_bytes(SYMBOLS.to_vec())),
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use swash::FontRef;
    use swash::scale::ScaleContext;

    #[test]
    fn piece_symbols_are_raised_by_the_stated_offset() {
        const SIZE: f32 = 1000.0;
        let font = FontRef::from_index(SYMBOLS, 0).expect("a font");
        let metrics = font.metrics(&[]);
        let middle = (metrics.ascent - metrics.descent.abs()) / 2.0;
        let middle = middle / f32::from(metrics.units_per_em);
        let mut context = ScaleContext::new();
        let mut scaler = context.builder(font).size(SIZE).build();
        for symbol in "♔♕♖♗♘♙♚♛♜♝♞♟".chars() {
            let outline = scaler.scale_outline(font.charmap().map(symbol));
            let bounds = outline.expect("an outline").bounds();
            let raised = (bounds.min.y + bounds.max.y) / 2.0 / SIZE - middle;
            assert!((raised - RAISED).abs() < 0.03, "{symbol}: {raised}");
        }
    }
}
