//! Colours and sizes of everything written. Nothing else in the interface names a
//! colour or a size of text.
//!
//! Sizes are logical pixels in the window at 1280×800; a panel in the world has the
//! same, enlarged (see [`Surface::scale`](crate::state::screen::Surface::scale)).

use bevy::prelude::*;
use bevy::text::{FontFeatureTag, FontSize};

/// Ground of cards over the board: walnut in the dark, so that text keeps its contrast
/// whatever is behind.
pub const CARD: Color = Color::srgba(0.062, 0.052, 0.046, 0.95);
/// Ground of whole pages, and of the panel in the world.
pub const PAGE: Color = Color::srgb(0.072, 0.061, 0.054);
/// Ground of a group of things on a page.
pub const GROUP: Color = Color::srgb(0.102, 0.087, 0.077);
/// The veil between a page and the board behind it.
pub const VEIL: Color = Color::srgba(0.016, 0.012, 0.010, 0.55);
/// Ground of the card of who is to move, and of the move that is shown.
pub const ACTIVE: Color = Color::srgb(0.21, 0.165, 0.115);
/// Lines that part things.
pub const LINE: Color = Color::srgb(0.30, 0.26, 0.225);

/// Text that is read first.
pub const TEXT: Color = Color::srgb(0.95, 0.93, 0.88);
/// Text of less weight.
pub const FAINT: Color = Color::srgb(0.74, 0.705, 0.66);
/// Warnings: check, refusals.
pub const WARNING: Color = Color::srgb(1.0, 0.66, 0.36);
/// Text on a control that does nothing now. Not for reading: WCAG asks no contrast
/// of it (1.4.3, inactive components).
pub const DISABLED: Color = Color::srgb(0.42, 0.395, 0.37);

/// Ground of buttons that can be pressed.
pub const BUTTON: Color = Color::srgb(0.185, 0.158, 0.138);
/// Buttons under a pointer.
pub const BUTTON_HOVERED: Color = Color::srgb(0.29, 0.245, 0.205);
/// Buttons that are held.
pub const BUTTON_PRESSED: Color = Color::srgb(0.125, 0.105, 0.09);
/// Buttons that do nothing now: hardly more than what they stand on.
pub const BUTTON_DISABLED: Color = Color::srgb(0.085, 0.073, 0.065);
/// The button that most will want, one on a page: brass in the light of the lamp.
pub const PRIMARY: Color = Color::srgb(0.80, 0.60, 0.30);
/// The same under a pointer.
pub const PRIMARY_HOVERED: Color = Color::srgb(0.88, 0.69, 0.39);
/// The same while it is held.
pub const PRIMARY_PRESSED: Color = Color::srgb(0.66, 0.48, 0.23);
/// Text on it.
pub const PRIMARY_TEXT: Color = Color::srgb(0.085, 0.06, 0.04);
/// The ground of a chosen thing: the sea at dusk.
pub const CHOSEN: Color = Color::srgb(0.125, 0.29, 0.28);
/// The same under a pointer.
pub const CHOSEN_HOVERED: Color = Color::srgb(0.16, 0.35, 0.335);
/// The ground of the button that takes something away.
pub const DESTRUCTIVE: Color = Color::srgb(0.48, 0.13, 0.13);
/// The same under a pointer.
pub const DESTRUCTIVE_HOVERED: Color = Color::srgb(0.58, 0.18, 0.17);
/// A switch that is on.
pub const SWITCH_ON: Color = Color::srgb(0.30, 0.58, 0.55);
/// The ring round what the keyboard is at: no other thing has the colour of the sky.
pub const FOCUS: Color = Color::srgb(0.62, 0.86, 1.0);

/// The ball of the compass: halfway in lightness between the dots of both sides.
pub const COMPASS: Color = Color::srgb(0.47, 0.445, 0.42);
/// White's dots on it.
pub const COMPASS_WHITE: Color = Color::srgb(0.97, 0.95, 0.89);
/// Black's dots on it.
pub const COMPASS_BLACK: Color = Color::srgb(0.05, 0.05, 0.07);

/// Start and end of the last move on it.
pub const COMPASS_LAST: Color = Color::srgb(1.0, 0.85, 0.50);
/// A target of what is selected on it.
pub const COMPASS_TARGET: Color = Color::srgb(0.70, 0.93, 0.84);
/// A piece on it that can be captured.
pub const COMPASS_CAPTURE: Color = Color::srgb(1.0, 0.81, 0.71);

/// White's part of the evaluation bar.
pub const BAR_WHITE: Color = Color::srgb(0.90, 0.88, 0.83);
/// Black's part of the evaluation bar.
pub const BAR_BLACK: Color = Color::srgb(0.25, 0.225, 0.205);

/// Sizes of text, logical pixels in a window of 1280×800.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Texts that need not be read in play: units, hints.
    Small,
    /// Everything else.
    Body,
    /// The same in stronger letters: dark ones on a light ground look thinner.
    Strong,
    /// Headings of parts of a page.
    Heading,
    /// Signs of pieces in a line of text.
    Signs,
    /// Titles of pages, and whose turn it is.
    Title,
    /// The result of a game.
    Display,
}

impl Size {
    /// All sizes.
    pub const ALL: [Self; 7] = [
        Self::Small,
        Self::Body,
        Self::Strong,
        Self::Heading,
        Self::Signs,
        Self::Title,
        Self::Display,
    ];

    /// Height of a line's em, logical pixels.
    pub const fn pixels(self) -> f32 {
        match self {
            Self::Small => 14.0,
            Self::Body | Self::Strong => 17.0,
            Self::Heading => 20.0,
            Self::Signs => 22.0,
            Self::Title => 26.0,
            Self::Display => 38.0,
        }
    }

    /// The same in the window, where small letters and signs follow [`RemSize`](bevy::text::RemSize):
    /// they are legible in a small one, too.
    pub const fn in_window(self) -> FontSize {
        match self {
            Self::Small | Self::Signs => FontSize::Rem(self.pixels() / REM),
            _ => FontSize::Px(self.pixels()),
        }
    }
}

/// [`RemSize`](bevy::text::RemSize) in a window of 1280×800, logical pixels: what Bevy begins with.
pub const REM: f32 = 20.0;

/// Least height of what is pressed, logical pixels.
pub const TARGET: f32 = 40.0;
/// Gap between the edges of a card and what is on it, at the left and at the right, logical pixels.
pub const CARD_SIDES: f32 = 16.0;
/// The same above and below, logical pixels.
pub const CARD_ENDS: f32 = 12.0;
/// Roundness of cards and buttons, logical pixels.
pub const RADIUS: f32 = 8.0;

/// The small l with a tail, which nobody takes for an I or a 1: names of cells are made of them.
const TAILED_L: FontFeatureTag = FontFeatureTag::new(b"cv05");

/// The letters of a size; numbers are logical pixels.
pub fn font(size: impl Into<FontSize>) -> TextFont {
    TextFont {
        font_features: [TAILED_L].into(),
        ..TextFont::from_font_size(size)
    }
}

/// A text of a size; numbers are logical pixels.
pub fn text(content: impl Into<String>, size: impl Into<FontSize>, color: Color) -> impl Bundle {
    (Text::new(content), font(size), TextColor(color))
}

/// Relative luminance (WCAG 2.2).
#[cfg(test)]
fn luminance(color: Color) -> f32 {
    let color = color.to_linear();
    0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue
}

/// The colour that is seen of `top` over `ground`.
#[cfg(test)]
pub(crate) fn over(top: Color, ground: Color) -> Color {
    ground
        .to_srgba()
        .mix(&top.to_srgba().with_alpha(1.0), top.alpha())
        .into()
}

/// The contrast of two colours, 1 to 21 (WCAG 2.2).
#[cfg(test)]
pub(crate) fn contrast(ink: Color, ground: Color) -> f32 {
    let (a, b) = (luminance(ink), luminance(ground));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_read_has_a_contrast_of_4_5_to_1() {
        // Cards and veils lie over anything, a white piece in full light at the worst.
        let card = over(CARD, Color::WHITE);
        for ink in [TEXT, FAINT, WARNING] {
            for ground in [card, PAGE, GROUP, ACTIVE, BUTTON, BUTTON_PRESSED, CHOSEN] {
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
        for ground in [card, PAGE, GROUP, BUTTON, CHOSEN, DESTRUCTIVE] {
            // A ring is no text (WCAG 1.4.11).
            assert!(contrast(FOCUS, ground) >= 3.0);
        }
        for ink in [COMPASS_WHITE, COMPASS_BLACK] {
            assert!(contrast(ink, COMPASS) >= 3.0);
        }
    }
    #[test]
    fn what_can_be_pressed_what_is_chosen_and_what_most_will_want_are_told_apart() {
        for page in [over(CARD, Color::BLACK), PAGE, GROUP] {
            // By their grounds.
            assert!(contrast(BUTTON, page) >= 1.2, "{page:?}");
            assert!(contrast(PRIMARY, page) >= 3.0, "{page:?}");
            assert!(contrast(BUTTON_DISABLED, page) < 1.12, "{page:?}");
        }
        assert!(contrast(PRIMARY, BUTTON) >= 3.0);
        assert!(contrast(PRIMARY, CHOSEN) >= 3.0);
        assert!(contrast(CHOSEN, BUTTON) >= 1.3);
        // A button that does nothing now has words of another lightness, and hardly a ground.
        assert!(contrast(TEXT, DISABLED) >= 4.5);
        assert!(contrast(BUTTON, BUTTON_DISABLED) >= 1.25);
    }
}
