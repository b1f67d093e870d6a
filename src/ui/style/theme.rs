//! Colours and sizes of everything written. Nothing else in the interface names a
//! colour or a size of text.
//!
//! Sizes are logical pixels in the window at 1280×800; a panel in the world has the
//! same, enlarged (see [`Surface::scale`](crate::ui::state::screen::Surface::scale)).

use bevy::prelude::*;
use bevy::text::FontFeatureTag;

/// Ground of cards over the board: near black, so that text keeps its contrast
/// whatever is behind.
pub const CARD: Color = Color::srgba(0.047, 0.051, 0.075, 0.90);
/// Ground of whole pages, and of the panel in the world.
pub const PAGE: Color = Color::srgb(0.055, 0.06, 0.09);
/// The veil between a page and the board behind it.
pub const VEIL: Color = Color::srgba(0.01, 0.01, 0.02, 0.55);
/// Ground of the card of who is to move, and of the move that is shown.
pub const ACTIVE: Color = Color::srgb(0.12, 0.16, 0.27);
/// Lines that part things.
pub const LINE: Color = Color::srgb(0.20, 0.22, 0.30);

/// Text.
pub const TEXT: Color = Color::srgb(0.95, 0.93, 0.88);
/// Text of less weight.
pub const FAINT: Color = Color::srgb(0.68, 0.69, 0.74);
/// Warnings: check, refusals.
pub const WARNING: Color = Color::srgb(1.0, 0.66, 0.36);
/// Text on a control that does nothing now. Not for reading: WCAG asks no contrast
/// of it (1.4.3, inactive components).
pub const DISABLED: Color = Color::srgb(0.42, 0.43, 0.49);

/// Buttons.
pub const BUTTON: Color = Color::srgb(0.15, 0.17, 0.25);
/// Buttons under a pointer.
pub const BUTTON_HOVERED: Color = Color::srgb(0.22, 0.27, 0.42);
/// Buttons that are held.
pub const BUTTON_PRESSED: Color = Color::srgb(0.10, 0.12, 0.19);
/// Buttons that do nothing now.
pub const BUTTON_DISABLED: Color = Color::srgb(0.09, 0.10, 0.14);
/// The ground of a chosen thing, and of the button that most will want.
pub const CHOSEN: Color = Color::srgb(0.16, 0.33, 0.60);
/// The same under a pointer.
pub const CHOSEN_HOVERED: Color = Color::srgb(0.21, 0.39, 0.68);
/// A switch that is on.
pub const SWITCH_ON: Color = Color::srgb(0.30, 0.58, 0.95);
/// The ring round what the keyboard is at.
pub const FOCUS: Color = Color::srgb(1.0, 0.80, 0.35);

/// The ball of the compass: halfway in lightness between the dots of both sides.
pub const COMPASS: Color = Color::srgb(0.42, 0.45, 0.51);
/// White's dots on it.
pub const COMPASS_WHITE: Color = Color::srgb(0.97, 0.95, 0.89);
/// Black's dots on it.
pub const COMPASS_BLACK: Color = Color::srgb(0.05, 0.05, 0.07);

/// Start and end of the last move on it.
pub const COMPASS_LAST: Color = Color::srgb(0.93, 0.82, 0.30);
/// A target of what is selected on it.
pub const COMPASS_TARGET: Color = Color::srgb(0.25, 0.95, 0.85);
/// A piece on it that can be captured.
pub const COMPASS_CAPTURE: Color = Color::srgb(1.0, 0.45, 0.85);

/// White's part of the evaluation bar.
pub const BAR_WHITE: Color = Color::srgb(0.90, 0.88, 0.83);
/// Black's part of the evaluation bar.
pub const BAR_BLACK: Color = Color::srgb(0.24, 0.25, 0.30);

/// Sizes of text, logical pixels in a window of 1280×800.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Texts that need not be read in play: units, hints.
    Small,
    /// Everything else.
    Body,
    /// Headings of parts of a page.
    Heading,
    /// Titles of pages, and whose turn it is.
    Title,
    /// The result of a game.
    Display,
}

impl Size {
    /// All sizes.
    pub const ALL: [Self; 5] = [
        Self::Small,
        Self::Body,
        Self::Heading,
        Self::Title,
        Self::Display,
    ];

    /// Height of a line's em, logical pixels.
    pub const fn pixels(self) -> f32 {
        match self {
            Self::Small => 14.0,
            Self::Body => 17.0,
            Self::Heading => 20.0,
            Self::Title => 26.0,
            Self::Display => 38.0,
        }
    }
}

/// Least height of what is pressed, logical pixels.
pub const TARGET: f32 = 40.0;
/// Roundness of cards and buttons, logical pixels.
pub const RADIUS: f32 = 8.0;

/// The small l with a tail, which nobody takes for an I or a 1: names of cells are made of them.
const TAILED_L: FontFeatureTag = FontFeatureTag::new(b"cv05");

/// The letters of a size, logical pixels.
pub fn font(size: f32) -> TextFont {
    TextFont {
        font_features: [TAILED_L].into(),
        ..TextFont::from_font_size(size)
    }
}

/// A text of a size, logical pixels.
pub fn text(content: impl Into<String>, size: f32, color: Color) -> impl Bundle {
    (Text::new(content), font(size), TextColor(color))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance (WCAG 2.2).
    fn luminance(color: Color) -> f32 {
        let color = color.to_linear();
        0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue
    }

    /// What is seen of `top` over `ground`.
    fn over(top: Color, ground: Color) -> Color {
        ground
            .to_srgba()
            .mix(&top.to_srgba().with_alpha(1.0), top.alpha())
            .into()
    }

    fn contrast(ink: Color, ground: Color) -> f32 {
        let (a, b) = (luminance(ink), luminance(ground));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn everything_that_is_read_has_a_contrast_of_4_5_to_1() {
        // Cards and veils lie over anything, a white piece in full light at the worst.
        let card = over(CARD, Color::WHITE);
        for ink in [TEXT, FAINT, WARNING] {
            for ground in [card, PAGE, ACTIVE, BUTTON, BUTTON_PRESSED] {
                let contrast = contrast(ink, ground);
                assert!(contrast >= 4.5, "{ink:?} on {ground:?}: {contrast}");
            }
        }
        for ground in [BUTTON_HOVERED, CHOSEN, CHOSEN_HOVERED] {
            let contrast = contrast(TEXT, ground);
            assert!(contrast >= 4.5, "{ground:?}: {contrast}");
        }
        for ground in [card, PAGE, BUTTON, CHOSEN] {
            // A ring is no text (WCAG 1.4.11).
            assert!(contrast(FOCUS, ground) >= 3.0);
        }
        for ink in [COMPASS_WHITE, COMPASS_BLACK] {
            assert!(contrast(ink, COMPASS) >= 3.0);
        }
    }
}
