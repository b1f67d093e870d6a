//! The kinds of piece on the current board, with their descriptions.

use bevy::prelude::*;

use super::{page, plates};
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::pages::legend::Teaches;
use crate::state::pointed::Pointable;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::words::piece_title;
use icochess_board::role_name;
use icochess_message::Msg;
use icochess_rules::Role;
use icochess_shape::PieceKind;

/// A kind of piece with its description.
pub(super) struct Kind {
    pub role: Role,
    pub piece: PieceKind,
    pub title: Msg,
    /// The text about the kind's moves; `None` if only the board shows them.
    pub text: Option<Msg>,
    /// Symbols of the elements that a compound combines; empty for other pieces.
    pub combines: Vec<&'static str>,
}

/// Returns the kinds of piece on the board, in the order of its lessons.
pub(super) fn kinds(state: &UiState) -> Vec<Kind> {
    let record = state.game.record();
    let roles = record.board().roles().iter().enumerate();
    let elements = |role: Role| {
        let elements = record.position().extinctions().iter();
        let own = elements.filter(move |element| element.roles.contains(&role));
        own.map(|element| PieceKind::named(element.of).symbol())
    };
    let lessons = state.shape.as_ref().map_or(&[][..], |shape| shape.lessons);
    let place = |name: &str| {
        let mut lessons = lessons.iter();
        lessons.position(|lesson| lesson.role == name)
    };
    let mut kinds: Vec<(usize, &str, Kind)> = roles
        .map(|(index, rules)| {
            let role = Role::new(index as u8);
            let place = place(rules.name);
            let lesson = place.map(|place| &lessons[place]);
            let kind = Kind {
                role,
                piece: state.shape.as_ref().map_or_else(
                    || PieceKind::named(rules.name),
                    |shape| shape.model(record.position(), role),
                ),
                title: piece_title(rules.name),
                text: lesson.map(|lesson| lesson.text.clone()),
                combines: if elements(role).count() > 1 {
                    elements(role).collect()
                } else {
                    Vec::new()
                },
            };
            (place.unwrap_or(usize::MAX), rules.name, kind)
        })
        .collect();
    kinds.sort_by_key(|(place, ..)| *place);
    // Pawns with different promotion cells move alike.
    kinds.dedup_by_key(|(_, name, _)| *name);
    kinds.into_iter().map(|(.., kind)| kind).collect()
}

/// Returns how the kind of piece in the lesson moves; empty without a lesson.
pub(super) fn how_taught_moves(state: &UiState) -> Msg {
    let name = state
        .taught
        .role()
        .map(|role| role_name(state.game.position(), role));
    let lessons = state.shape.as_ref().map_or(&[][..], |shape| shape.lessons);
    let lesson = lessons.iter().find(|lesson| Some(lesson.role) == name);
    lesson.map_or(Msg::nothing(), |lesson| lesson.text.clone())
}

/// Padding on either side of a symbol, in logical pixels.
const BESIDE: f32 = 6.0;

/// Adds a row of symbols. Hovering a symbol shows on the board how the piece moves.
pub(super) fn legend(ui: &mut Ui) {
    let node = Node {
        flex_wrap: FlexWrap::Wrap,
        padding: UiRect::left(ui.px(plates::SIDES - BESIDE)),
        width: percent(100),
        ..default()
    };
    let key = |state: &UiState| page::key(state.game.record().board().id());
    ui.filled(node, key, |state, ui| {
        for kind in kinds(state) {
            let node = Node {
                padding: UiRect::axes(ui.px(BESIDE), ui.px(1.0)),
                border_radius: BorderRadius::all(ui.px(theme::RADIUS / 2.0)),
                ..default()
            };
            let name = ui.name("legend ", &kind.title);
            // Keys and screen readers skip the legend, because the help has it in words. Presses
            // pass through to the board behind it in a small window.
            let through = Pickable {
                should_block_lower: false,
                is_hoverable: true,
            };
            let look = (
                ControlStyle::Item,
                BackgroundColor(Color::NONE),
                Pointable,
                through,
            );
            ui.spawn((name, look, node, Teaches(kind.role)), |ui| {
                ui.symbols(Size::Heading, theme::FAINT, kind.piece.symbol());
            });
        }
    });
}
