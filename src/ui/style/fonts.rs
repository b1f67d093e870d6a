//! The fonts of the interface: Inter for text, and signs of Noto Sans Symbols 2.

use bevy::prelude::*;

/// Inter, regular: stands in the place of Bevy's font, so that a text without a font
/// of its own has it.
pub(super) const REGULAR: &[u8] = include_bytes!("../../../assets/fonts/Inter-Regular.ttf");
/// Inter, semi-bold.
const SEMI_BOLD: &[u8] = include_bytes!("../../../assets/fonts/Inter-SemiBold.ttf");
/// Pieces and icons.
pub(super) const SYMBOLS: &[u8] =
    include_bytes!("../../../assets/fonts/NotoSansSymbols2-subset.ttf");

/// The fonts beside the usual one. Without a window there are none, and texts keep
/// the usual.
#[derive(Resource, Debug, Default, Clone)]
pub struct Fonts {
    /// For headings.
    pub strong: Handle<Font>,
    /// For pieces and icons.
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
