//! Text fields, and the on-screen keyboard of the panel.

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::text::{EditableText, TextEdit};
use bevy::ui_widgets::Button;

use super::act::Act;
use super::bind::set_displayed;
use super::build::Ui;
use super::control_style::ControlStyle;
use super::field::{self, OnTextChange};
use super::fingertip::Pressable;
use super::hairline::Hairline;
use crate::state::screen::Surface;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_message::{Msg, msg};

/// Maximum length of an ordinary field, in characters.
const FIELD_LENGTH: usize = 80;
/// Maximum length of a short field, in characters.
const SHORT_FIELD_LENGTH: usize = 24;
/// Maximum length of a long field, in characters.
const LONG_FIELD_LENGTH: usize = 1000;

/// The rows of the panel's keyboard. Delete is in an additional row below.
const KEYBOARD: [&[&str]; 4] = [
    &["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"],
    &["q", "w", "e", "r", "t", "y", "u", "i", "o", "p"],
    &["a", "s", "d", "f", "g", "h", "j", "k", "l", ":"],
    &["z", "x", "c", "v", "b", "n", "m", "-", ".", " "],
];

/// The on-screen keyboard of a field.
#[derive(Component, Debug, Clone, Copy)]
struct KeysOf(Entity);

pub(super) fn plugin(app: &mut App) {
    app.add_observer(show_keys);
}

/// Shows the keyboard of the pressed field, and hides all others.
fn show_keys(
    press: On<Pointer<Press>>,
    fields: Query<(), With<OnTextChange>>,
    mut keys: Query<(&KeysOf, &mut Node)>,
) {
    if !fields.contains(press.entity) {
        return;
    }
    for (of, node) in &mut keys {
        set_displayed(node, of.0 == press.entity);
    }
}

impl Ui<'_, '_> {
    /// Adds a text field of one line. On the panel, pressing it shows a keyboard below.
    pub fn field(&mut self, label: Msg, typed: OnTextChange) {
        self.field_of(&label, 300.0, FIELD_LENGTH, typed, ());
    }

    /// Adds a wider text field for longer texts.
    pub fn long_field(&mut self, label: Msg, typed: OnTextChange) {
        self.field_of(&label, 410.0, LONG_FIELD_LENGTH, typed, ());
    }

    /// Adds a text field for a few characters, and inserts `mark` into its entity.
    pub fn short_field(&mut self, label: Msg, typed: OnTextChange, mark: impl Bundle) {
        self.field_of(&label, 170.0, SHORT_FIELD_LENGTH, typed, mark);
    }

    fn field_of(
        &mut self,
        label: &Msg,
        width: f32,
        length: usize,
        typed: OnTextChange,
        mark: impl Bundle,
    ) {
        let node = Node {
            width: self.px(width),
            max_width: percent(100),
            height: self.px(theme::TARGET),
            padding: UiRect::axes(self.px(10.0), self.px(8.0)),
            border_radius: BorderRadius::all(self.px(theme::RADIUS)),
            ..default()
        };
        let text = EditableText {
            max_characters: Some(length),
            ..EditableText::new(typed.text())
        };
        let field = (
            self.name("field ", label),
            node,
            TabIndex(0),
            Pressable::default(),
            ControlStyle::Setting,
            field::accessible(&self.words.say(label)),
            BackgroundColor(theme::BUTTON),
            BorderColor::all(theme::LINE),
            Hairline::Border(self.on.scale()),
            theme::font(Size::Body.pixels() * self.on.scale()),
            TextColor(theme::TEXT),
            text,
            typed,
            mark,
        );
        let mut entity = Entity::PLACEHOLDER;
        self.labelled(label.clone(), |ui| entity = ui.spawn(field, |_| {}));
        if self.on == Surface::Panel {
            self.keyboard(label, entity);
        }
    }

    /// Adds the panel's keyboard that types into `field`.
    fn keyboard(&mut self, label: &Msg, field: Entity) {
        let key = |edit: fn(&str) -> TextEdit, text: &'static str| {
            Act::new(move |world| {
                if let Some(mut editable) = world.get_mut::<EditableText>(field) {
                    editable.queue_edit(edit(text));
                }
            })
        };
        let of = |key: &Msg| msg!("choice-of", what = label.clone(), option = key.clone());
        let hidden = Node {
            display: Display::None,
            flex_direction: FlexDirection::Column,
            row_gap: self.px(4.0),
            ..default()
        };
        self.spawn((hidden, KeysOf(field), Pickable::IGNORE), |ui| {
            for row in KEYBOARD {
                ui.row(4.0, |ui| {
                    for text in row.iter().copied() {
                        let words = match text {
                            " " => msg!("key-space"),
                            text => Msg::verbatim(text),
                        };
                        let control = ui.control("key", &of(&words), ControlStyle::Button);
                        // Ten keys fit in a row.
                        let node = Node {
                            min_width: ui.px(30.0),
                            padding: UiRect::axes(ui.px(4.0), ui.px(6.0)),
                            ..ui.control_node()
                        };
                        let does = key(|text| TextEdit::Insert(text.into()), text);
                        ui.spawn((control, node, Button, does), |ui| {
                            ui.text(Size::Body, theme::TEXT, words);
                        });
                    }
                });
            }
            let delete = msg!("key-delete");
            let control = ui.control("key", &of(&delete), ControlStyle::Button);
            let node = ui.control_node();
            let does = key(|_| TextEdit::Backspace, "");
            ui.spawn((control, node, Button, does), |ui| {
                ui.text(Size::Body, theme::TEXT, delete);
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panel_types_addresses_of_servers() {
        let keys: Vec<&str> = KEYBOARD.concat();
        for key in "chess.example 192.168.1.5:8484"
            .split("")
            .filter(|it| !it.is_empty())
        {
            assert!(keys.contains(&key), "{key}");
        }
    }
}
