//! Colours and sizes of everything written.

use bevy::prelude::*;

/// Ground of cards: near black, so that text keeps 10:1 and more.
pub const CARD: Color = Color::srgba(0.05, 0.055, 0.085, 0.86);
/// Ground of the panel in the world.
pub const PANEL: Color = Color::srgb(0.055, 0.06, 0.09);
/// Text.
pub const TEXT: Color = Color::srgb(0.95, 0.93, 0.88);
/// Text of less weight.
pub const FAINT: Color = Color::srgb(0.66, 0.66, 0.70);
/// Warnings: check, refusals.
pub const WARNING: Color = Color::srgb(1.0, 0.62, 0.30);
/// Buttons.
pub const BUTTON: Color = Color::srgb(0.17, 0.19, 0.27);
/// Buttons under a pointer.
pub const BUTTON_HOVERED: Color = Color::srgb(0.28, 0.36, 0.55);
/// Buttons that do nothing now.
pub const BUTTON_IDLE: Color = Color::srgb(0.10, 0.11, 0.15);

/// White's part of the evaluation bar.
pub const BAR_WHITE: Color = Color::srgb(0.90, 0.88, 0.83);
/// Black's part of the evaluation bar.
pub const BAR_BLACK: Color = Color::srgb(0.24, 0.25, 0.30);

/// A text of a size, logical pixels.
pub fn text(content: impl Into<String>, size: f32, color: Color) -> impl Bundle {
    (
        Text::new(content),
        TextFont::from_font_size(size),
        TextColor(color),
    )
}

/// A card: a column on a dark ground.
#[must_use]
pub fn card() -> Node {
    Node {
        flex_direction: FlexDirection::Column,
        padding: UiRect::axes(px(16), px(12)),
        row_gap: px(4),
        border_radius: BorderRadius::all(px(10)),
        ..default()
    }
}
