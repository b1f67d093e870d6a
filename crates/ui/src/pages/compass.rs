//! The compass in a corner of the window: see [`compass`](crate::kit::compass).

use accesskit::{Node as Accessible, Role};
use bevy::a11y::AccessibilityNode;
use bevy::prelude::*;
use bevy::ui_widgets::Button;

use super::page;
use crate::kit::act::Act;
use crate::kit::build::Ui;
use crate::kit::compass::{Compass, Dot, DotCell, DotKind, Ink, Rim, SIZE, turn_to_king};
use crate::kit::control_style::ControlStyle;
use crate::state::pointed::Pointable;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_message::msg;
use icochess_rules::{Cell, CellSet, Side};
use icochess_shape::{Hold, Shape};

/// Widths of the dots of pieces and kings, in logical pixels of the window.
const DOTS: [f32; 2] = [9.0, 24.0];
/// Widths of the markers, in logical pixels of the window: free target, capture, start and end of
/// the last move.
const MARKS: [f32; 4] = [7.0, 15.0, 11.0, 17.0];

/// Returns whether the compass is shown. It is only useful on a board that hides a part of itself.
fn is_shown(state: &UiState) -> bool {
    let shape = state.shape.as_ref();
    state.settings.compass && shape.is_some_and(|shape| shape.hold == Hold::Ball)
}

/// Adds the ball, which is shown while switched on.
pub(super) fn build(ui: &mut Ui) {
    let size = ui.px(SIZE);
    let node = Node {
        width: size,
        height: size,
        flex_shrink: 0.0,
        ..default()
    };
    ui.hidden_unless(node, is_shown, |ui| {
        let whole = Node {
            width: percent(100),
            height: percent(100),
            border: UiRect::all(ui.px(1.5)),
            border_radius: BorderRadius::MAX,
            ..default()
        };
        let ball = (
            Name::new("compass"),
            Compass,
            whole,
            BackgroundColor(theme::COMPASS),
            BorderColor::all(theme::BRASS),
            AccessibilityNode(Accessible::new(Role::Group)),
            AccessibleLabel(ui.words.say(&msg!("compass-label"))),
        );
        ui.spawn(ball, |ui| {
            let node = Node {
                width: percent(100),
                height: percent(100),
                ..default()
            };
            ui.filled(node, key, dots);
        });
    });
}

fn key(state: &UiState) -> u64 {
    let selected = state.selection.0.cell();
    page::key((
        state.game.last_changed().get(),
        shows_pieces(state),
        selected,
    ))
}

/// Returns whether the compass shows the pieces.
fn shows_pieces(state: &UiState) -> bool {
    is_shown(state) && !state.covered.0
}

fn dots(state: &UiState, ui: &mut Ui) {
    let Some(shape) = state.shape.as_ref().filter(|_| shows_pieces(state)) else {
        return;
    };
    let position = state.game.position();
    let royal = Side::ALL.map(|side| position.royal(side));
    for cell in position.occupied().cells() {
        let Some(piece) = position.piece_at(cell) else {
            continue;
        };
        let towards = shape.centre(cell).normalize_or(Vec3::Y);
        if !royal.contains(&Some(cell)) {
            let dot = Dot {
                towards,
                kind: DotKind::Piece,
            };
            let (ink, rim) = (ink(piece.side), ink(Side::White));
            let node = Node {
                border: UiRect::all(ui.px(1.5)),
                ..node(ui, DOTS[0])
            };
            let look = (
                BackgroundColor(ink),
                Ink(ink),
                BorderColor::all(rim),
                Rim(rim),
            );
            ui.spawn((dot, node, look, Pickable::IGNORE), |_| {});
        }
    }
    // These dots are on top of the others.
    for side in Side::ALL {
        if let Some(cell) = royal[side.index()] {
            let towards = shape.centre(cell).normalize_or(Vec3::Y);
            let kind = DotKind::King;
            king(ui, side, Dot { towards, kind });
        }
    }
    let last = state.game.record().last();
    for (cell, width) in last
        .iter()
        .flat_map(|mv| [(mv.from, MARKS[2]), (mv.to, MARKS[3])])
    {
        let kind = DotKind::LastMove;
        ring(ui, width, theme::COMPASS_LAST, dot(shape, cell, kind), ());
    }
    for target in state.selection.0.targets(&state.game) {
        let dot = dot(shape, target.cell, DotKind::Target);
        // Targets let presses through to the ball.
        let cell_dot = (
            DotCell(target.cell),
            Pointable,
            Pickable {
                should_block_lower: false,
                is_hoverable: true,
            },
        );
        if position.piece_at(target.cell).is_some() {
            ring(ui, MARKS[1], theme::COMPASS_CAPTURE, dot, cell_dot);
        } else {
            let ink = theme::COMPASS_TARGET;
            let look = (node(ui, MARKS[0]), BackgroundColor(ink), Ink(ink));
            ui.spawn((dot, look, cell_dot), |_| {});
        }
    }
}

fn dot(shape: &Shape, cell: Cell, kind: DotKind) -> Dot {
    let towards = shape.centre(cell).normalize_or(Vec3::Y);
    Dot { towards, kind }
}

/// Adds a ring, with a visible piece inside.
fn ring(ui: &mut Ui, width: f32, ink: Color, dot: Dot, more: impl Bundle) {
    let node = Node {
        border: UiRect::all(ui.px(2.0)),
        ..node(ui, width)
    };
    ui.spawn((dot, node, BorderColor::all(ink), Rim(ink), more), |_| {});
}

/// Returns the paint colour of a side.
const fn ink(side: Side) -> Color {
    match side {
        Side::White => theme::COMPASS_WHITE,
        Side::Black => theme::COMPASS_BLACK,
    }
}

/// Returns a round node, which is centred until it is positioned.
fn node(ui: &Ui, width: f32) -> Node {
    let from_middle = ui.px(SIZE / 2.0 - 1.5 - width / 2.0);
    Node {
        position_type: PositionType::Absolute,
        left: from_middle,
        top: from_middle,
        width: ui.px(width),
        height: ui.px(width),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        border_radius: BorderRadius::MAX,
        ..default()
    }
}

fn king(ui: &mut Ui, side: Side, dot: Dot) {
    let control = ui.control(
        "button",
        &msg!("turn-to-king", side = side),
        ControlStyle::Item,
    );
    let turn = Act::new(move |world| turn_to_king(world, side));
    let bundle = (control, node(ui, DOTS[1]), Button, turn, dot);
    ui.spawn(bundle, |ui| {
        let disc = Node {
            position_type: PositionType::Absolute,
            width: percent(84),
            height: percent(84),
            border: UiRect::all(ui.px(1.5)),
            border_radius: BorderRadius::MAX,
            ..default()
        };
        let (ground, glyph) = (ink(side), ink(!side));
        let look = (
            BackgroundColor(ground),
            BorderColor::all(glyph),
            Ink(ground),
            Pickable::IGNORE,
        );
        ui.spawn((disc, look), |_| {});
        let letters = ui.symbol_letters(Size::Body, glyph, "♚");
        let text = (Text::new("♚"), ui.lowered(Size::Body), letters, Ink(glyph));
        ui.spawn(text, |_| {});
    });
}
