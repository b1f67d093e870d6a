//! The kinds of piece of the board that is played on, as players are told of them.

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
use icochess_message::Msg;
use icochess_rules::Role;
use icochess_shape::PieceKind;

/// A kind of piece, as it is told of.
pub(super) struct Kind {
    pub role: Role,
    pub piece: PieceKind,
    pub title: Msg,
    /// The text about its moves; nothing where only the board tells it.
    pub text: Option<Msg>,
}

/// The kinds of piece of the board, those first that are told of.
pub(super) fn kinds(state: &UiState) -> Vec<Kind> {
    let record = state.game.record();
    let roles = record.board().roles().iter().enumerate();
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
            };
            (place.unwrap_or(usize::MAX), rules.name, kind)
        })
        .collect();
    kinds.sort_by_key(|(place, ..)| *place);
    // Pawns that promote elsewhere move alike.
    kinds.dedup_by_key(|(_, name, _)| *name);
    kinds.into_iter().map(|(.., kind)| kind).collect()
}

/// Room beside the sign of a kind, logical pixels.
const BESIDE: f32 = 6.0;

/// A row of them: whoever points at one sees on the board how it moves.
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
            // Neither keys nor screen readers come by: the help has the same in words.
            // In a small window the board lies behind, and is meant by what is pressed.
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
                ui.signs(Size::Heading, theme::FAINT, kind.piece.sign());
            });
        }
    });
}
