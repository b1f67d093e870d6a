//! The kinds of piece of the board that is played on, as players are told of them.

use bevy::prelude::*;

use super::super::bind::Facts;
use super::super::build::Ui;
use super::super::legend::Teaches;
use super::super::look::Look;
use super::super::pointed::Pointable;
use super::super::theme::{self, Size};
use super::page;
use crate::board::piece_mesh::PieceKind;
use crate::board::pieces::piece_kind;
use crate::language::Msg;
use crate::msg;
use crate::rules::Role;

/// A kind of piece, as it is told of.
pub(super) struct Kind {
    pub role: Role,
    pub piece: PieceKind,
    pub title: Msg,
    /// How it moves; nothing where only the board tells it.
    pub text: Option<Msg>,
}

/// The kinds of piece of the board, those first that are told of.
pub(super) fn kinds(facts: &Facts) -> Vec<Kind> {
    let record = facts.game.record();
    let roles = record.board().roles().iter().enumerate();
    let lessons = facts.shape.as_ref().map_or(&[][..], |shape| shape.lessons);
    let place = |name: &str| {
        let mut lessons = lessons.iter();
        lessons.position(|lesson| lesson.role == name)
    };
    let mut kinds: Vec<(usize, &str, Kind)> = roles
        .map(|(index, rules)| {
            let role = Role::new(index as u8);
            let place = place(rules.name);
            let lesson = place.map(|place| &lessons[place]);
            let piece = piece_kind(record.position(), role);
            let kind = Kind {
                role,
                piece: lesson.map_or(piece, |lesson| lesson.piece),
                title: msg!(
                    "piece-title",
                    piece = rules.name,
                    title = capital(rules.name)
                ),
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

/// A name as a title begins.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// A row of them: whoever points at one sees on the board how it moves.
pub(super) fn legend(ui: &mut Ui) {
    let node = Node {
        flex_wrap: FlexWrap::Wrap,
        padding: UiRect::left(ui.px(6.0)),
        ..default()
    };
    let key = |facts: &Facts| page::key(facts.game.record().board().id());
    ui.filled(node, key, |facts, ui| {
        for kind in kinds(facts) {
            let node = Node {
                padding: UiRect::axes(ui.px(6.0), ui.px(1.0)),
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
            let look = (Look::Item, BackgroundColor(Color::NONE), Pointable, through);
            ui.spawn((name, look, node, Teaches(kind.role)), |ui| {
                ui.signs(Size::Heading, theme::FAINT, kind.piece.sign());
            });
        }
    });
}
