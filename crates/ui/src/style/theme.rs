//! Colours and text sizes. No other module of the interface names any.
//!
//! Sizes are logical pixels in a window of 1280×800; the panel scales them (see
//! [`Surface::scale`](crate::state::screen::Surface::scale)).

use bevy::prelude::*;
use bevy::text::{FontFeatureTag, FontSize};

/// Background of cards over the board: smoked walnut, with enough contrast for text on any
/// background.
pub const CARD: Color = Color::srgba(0.062, 0.052, 0.046, 0.95);
/// Background of whole pages in the window. The board behind them is only a shade, because the
/// outlines of its pieces and names would cross the text.
pub const SMOKED_PAGE: Color = Color::srgba(0.072, 0.061, 0.054, 0.97);
/// Background of the panel in the world.
pub const PAGE: Color = Color::srgb(0.072, 0.061, 0.054);
/// Brass edge of cards, pages and the panel.
pub const BRASS: Color = Color::srgba(0.80, 0.60, 0.30, 0.6);
/// Background of a group on a page.
pub const GROUP: Color = Color::srgb(0.102, 0.087, 0.077);
/// Scrim between a page and the board behind it.
pub const OVERLAY: Color = Color::srgba(0.016, 0.012, 0.010, 0.55);
/// Background of the mover's card, and of the current move.
pub const ACTIVE: Color = Color::srgb(0.21, 0.165, 0.115);
/// Separator lines.
pub const LINE: Color = Color::srgb(0.30, 0.26, 0.225);

/// Main text.
pub const TEXT: Color = Color::srgb(0.95, 0.93, 0.88);
/// Secondary text.
pub const FAINT: Color = Color::srgb(0.74, 0.705, 0.66);
/// Warnings: check, refusals.
pub const WARNING: Color = Color::srgb(1.0, 0.66, 0.36);
/// Text on disabled controls. WCAG requires no contrast for it (1.4.3, inactive components).
pub const DISABLED: Color = Color::srgb(0.42, 0.395, 0.37);

/// Background of enabled buttons.
pub const BUTTON: Color = Color::srgb(0.185, 0.158, 0.138);
/// Background of hovered buttons.
pub const BUTTON_HOVERED: Color = Color::srgb(0.29, 0.245, 0.205);
/// Background of held buttons.
pub const BUTTON_PRESSED: Color = Color::srgb(0.125, 0.105, 0.09);
/// Background of disabled buttons, hardly lighter than the page.
pub const BUTTON_DISABLED: Color = Color::srgb(0.085, 0.073, 0.065);
/// Background of the main button of a page: brass in lamplight.
pub const PRIMARY: Color = Color::srgb(0.80, 0.60, 0.30);
/// Background of the hovered main button.
pub const PRIMARY_HOVERED: Color = Color::srgb(0.88, 0.69, 0.39);
/// Background of the held main button.
pub const PRIMARY_PRESSED: Color = Color::srgb(0.66, 0.48, 0.23);
/// Text on the main button.
pub const PRIMARY_TEXT: Color = Color::srgb(0.085, 0.06, 0.04);
/// Background of chosen elements: brass in shadow, dark enough for faint text.
pub const CHOSEN: Color = Color::srgb(0.369, 0.255, 0.104);
/// Background of hovered chosen elements.
pub const CHOSEN_HOVERED: Color = Color::srgb(0.42, 0.29, 0.118);
/// Background of destructive buttons.
pub const DESTRUCTIVE: Color = Color::srgb(0.48, 0.13, 0.13);
/// Background of hovered destructive buttons.
pub const DESTRUCTIVE_HOVERED: Color = Color::srgb(0.58, 0.18, 0.17);
/// A switch that is on.
pub const SWITCH_ON: Color = Color::srgb(0.62, 0.45, 0.21);
/// Focus ring; no other element is sky blue.
pub const FOCUS: Color = Color::srgb(0.62, 0.86, 1.0);

/// Ball of the compass, dark enough for the faint dots at its back.
pub const COMPASS: Color = Color::srgb(0.227, 0.212, 0.196);
/// White's dots on the compass, and the rims of Black's.
pub const COMPASS_WHITE: Color = Color::srgb(0.97, 0.95, 0.89);
/// Black's dots on the compass.
pub const COMPASS_BLACK: Color = Color::srgb(0.05, 0.05, 0.07);

/// Start and end of the last move on the compass.
pub const COMPASS_LAST: Color = Color::srgb(1.0, 0.85, 0.50);
/// Target of the selected piece on the compass.
pub const COMPASS_TARGET: Color = Color::srgb(0.70, 0.93, 0.84);
/// Piece on the compass that can be captured.
pub const COMPASS_CAPTURE: Color = Color::srgb(1.0, 0.81, 0.71);

/// White's share of the evaluation bar.
pub const BAR_WHITE: Color = Color::srgb(0.90, 0.88, 0.83);
/// Black's share of the evaluation bar.
pub const BAR_BLACK: Color = Color::srgb(0.25, 0.225, 0.205);

/// Sizes of text, in logical pixels in a window of 1280×800.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Text not needed during play: units, hints.
    Small,
    /// Ordinary text.
    Body,
    /// Ordinary text in semi-bold, for dark text on a light background, which looks thinner.
    Strong,
    /// Section headings.
    Heading,
    /// The side to move, or the result, beside the board.
    Headline,
    /// Piece symbols in a line of text.
    Symbols,
    /// Clocks.
    Clock,
    /// Page titles and questions.
    Title,
    /// The result of a game.
    Display,
}

impl Size {
    /// All sizes.
    pub const ALL: [Self; 9] = [
        Self::Small,
        Self::Body,
        Self::Strong,
        Self::Heading,
        Self::Headline,
        Self::Symbols,
        Self::Clock,
        Self::Title,
        Self::Display,
    ];

    /// Returns the font size, in logical pixels.
    pub const fn pixels(self) -> f32 {
        match self {
            Self::Small => 14.0,
            Self::Body | Self::Strong => 17.0,
            Self::Heading | Self::Headline => 20.0,
            Self::Symbols => 22.0,
            Self::Clock | Self::Title => 26.0,
            Self::Display => 38.0,
        }
    }

    /// Returns the font size in the window. Small text and symbols follow
    /// [`RemSize`](bevy::text::RemSize), to stay legible in a small window.
    pub const fn in_window(self) -> FontSize {
        match self {
            Self::Small | Self::Symbols => FontSize::Rem(self.pixels() / REM),
            _ => FontSize::Px(self.pixels()),
        }
    }
}

/// [`RemSize`](bevy::text::RemSize) in a window of 1280×800, in logical pixels. This is Bevy's
/// default.
pub const REM: f32 = 20.0;

/// Minimum height of a control, in logical pixels.
pub const TARGET: f32 = 40.0;
/// Left and right padding of a card, in logical pixels.
pub const CARD_SIDES: f32 = 16.0;
/// Top and bottom padding of a card, in logical pixels.
pub const CARD_ENDS: f32 = 12.0;
/// Corner radius of cards and buttons, in logical pixels.
pub const RADIUS: f32 = 8.0;

/// Alternate glyph of l with a tail, distinct from I and 1 in the names of tiles.
const TAILED_L: FontFeatureTag = FontFeatureTag::new(b"cv05");

/// Returns the text font in this size. Plain numbers are logical pixels.
pub fn font(size: impl Into<FontSize>) -> TextFont {
    TextFont {
        font_features: [TAILED_L].into(),
        ..TextFont::from_font_size(size)
    }
}

/// Returns a text in this size. Plain numbers are logical pixels.
pub fn text(content: impl Into<String>, size: impl Into<FontSize>, color: Color) -> impl Bundle {
    (Text::new(content), font(size), TextColor(color))
}

/// Returns the hairline inside the edge of a card or page. It takes no space from the content.
pub fn hairline(width: Val) -> Outline {
    Outline::new(width, -width, BRASS)
}

/// Returns the relative luminance (WCAG 2.2).
#[cfg(test)]
fn luminance(color: Color) -> f32 {
    let color = color.to_linear();
    0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue
}

/// Returns the visible colour of `top` over `ground`. The graphics card blends in linear light.
#[cfg(test)]
pub(crate) fn over(top: Color, ground: Color) -> Color {
    let light = top.to_linear().with_alpha(1.0);
    ground.to_linear().mix(&light, top.alpha()).into()
}

/// Returns the contrast ratio of two colours, 1 to 21 (WCAG 2.2).
#[cfg(test)]
pub(crate) fn contrast(ink: Color, ground: Color) -> f32 {
    let (a, b) = (luminance(ink), luminance(ground));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_a_contrast_of_4_5_to_1() {
        // Cards and scrims may cover anything, at worst a white piece in full light.
        let card = over(CARD, Color::WHITE);
        let page = over(SMOKED_PAGE, over(OVERLAY, Color::WHITE));
        let opaque = [PAGE, GROUP, ACTIVE, BUTTON, BUTTON_PRESSED, CHOSEN];
        for ink in [TEXT, FAINT, WARNING] {
            for ground in opaque.into_iter().chain([card, page]) {
                let contrast = contrast(ink, ground);
                assert!(contrast >= 4.5, "{ink:?} on {ground:?}: {contrast}");
            }
        }
        let destructive = [DESTRUCTIVE, DESTRUCTIVE_HOVERED];
        for ground in [BUTTON_HOVERED, CHOSEN, CHOSEN_HOVERED]
            .into_iter()
            .chain(destructive)
        {
            let contrast = contrast(TEXT, ground);
            assert!(contrast >= 4.5, "{ground:?}: {contrast}");
        }
        for ground in [PRIMARY, PRIMARY_HOVERED, PRIMARY_PRESSED] {
            let contrast = contrast(PRIMARY_TEXT, ground);
            assert!(contrast >= 4.5, "{ground:?}: {contrast}");
        }
        for ground in [card, page, PAGE, GROUP, BUTTON, CHOSEN, DESTRUCTIVE] {
            // Non-text contrast (WCAG 1.4.11).
            assert!(contrast(FOCUS, ground) >= 3.0);
        }
        // White's dots and Black's rims. Black's dots are as dark as the ball.
        for ground in [COMPASS, COMPASS_BLACK] {
            assert!(contrast(COMPASS_WHITE, ground) >= 3.0);
        }
    }
    #[test]
    fn buttons_differ_when_chosen_primary_or_disabled() {
        for page in [over(CARD, Color::BLACK), PAGE, GROUP] {
            // These differ by their backgrounds.
            assert!(contrast(BUTTON, page) >= 1.2, "{page:?}");
            assert!(contrast(PRIMARY, page) >= 3.0, "{page:?}");
            assert!(contrast(BUTTON_DISABLED, page) < 1.12, "{page:?}");
        }
        assert!(contrast(PRIMARY, BUTTON) >= 3.0);
        assert!(contrast(PRIMARY, CHOSEN) >= 3.0);
        assert!(contrast(CHOSEN, BUTTON) >= 1.5);
        // A disabled button differs in its text, and its background is faint.
        assert!(contrast(TEXT, DISABLED) >= 4.5);
        assert!(contrast(BUTTON, BUTTON_DISABLED) >= 1.25);
    }
}
