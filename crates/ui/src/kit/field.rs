//! Text fields: typed with the keyboard in the window, with on-screen keys on the panel.

use std::sync::Arc;

use accesskit::{Action, Node as Accessible, Role};
use bevy::a11y::AccessibilityNode;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::{EditableText, TextEditChange};
use icochess_message::printable;

use icochess_base::frame::NextFrame;
use icochess_base::platform::{self, SHOWS_KEYBOARD};

type Callback = Arc<dyn Fn(&mut World, String) + Send + Sync>;

/// The action of a text field when its text changes.
#[derive(Component, Clone)]
pub struct OnTextChange {
    callback: Callback,
    /// The text that `callback` was last called with.
    known: String,
}

impl OnTextChange {
    /// Returns an action that calls `callback` with the world and the new text. The field starts
    /// with the [printable] part of `known`.
    pub fn new(known: &str, callback: impl Fn(&mut World, String) + Send + Sync + 'static) -> Self {
        Self {
            callback: Arc::new(callback),
            known: printable(known).into_owned(),
        }
    }

    /// Returns the text that `callback` last received.
    pub fn text(&self) -> &str {
        &self.known
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(on_change).add_systems(
        Update,
        (
            update_accessible_text,
            request_blink_frames.run_if(is_typing),
        ),
    );
    if SHOWS_KEYBOARD {
        let [opens, closes] =
            [true, false].map(|is_typed| condition_changed_to(is_typed, is_typing));
        app.add_systems(
            PostUpdate,
            (
                (|| platform::show_keyboard(true)).run_if(opens),
                (|| platform::show_keyboard(false)).run_if(closes),
            ),
        );
    }
}

/// Run condition: a text field has the keyboard.
pub fn is_typing(focus: Option<Res<InputFocus>>, fields: Query<(), With<EditableText>>) -> bool {
    let focus = focus.and_then(|focus| focus.get());
    focus.is_some_and(|entity| fields.contains(entity))
}

fn on_change(
    change: On<TextEditChange>,
    mut commands: Commands,
    mut fields: Query<(&EditableText, &mut OnTextChange)>,
) {
    let Ok((text, mut typed)) = fields.get_mut(change.event_target()) else {
        return;
    };
    let now = text.value().to_string();
    // The change may be a cursor movement.
    if typed.known != now {
        typed.known.clone_from(&now);
        let callback = typed.callback.clone();
        commands.queue(move |world: &mut World| callback(world, now));
    }
}

/// Requests frames for the blinking cursor of the focused field.
fn request_blink_frames(
    fields: Query<&EditableText>,
    focus: Res<InputFocus>,
    mut next: ResMut<NextFrame>,
) {
    if let Some(Ok(field)) = focus.get().map(|entity| fields.get(entity)) {
        next.within(field.cursor_blink_period / 2);
    }
}

/// Passes the text of fields to assistive programs, because Bevy doesn't.
fn update_accessible_text(
    mut fields: Query<(&OnTextChange, &mut AccessibilityNode), Changed<OnTextChange>>,
) {
    for (typed, mut node) in &mut fields {
        node.set_value(typed.known.as_str());
    }
}

/// Returns the accessibility node of a text field.
pub(crate) fn accessible(label: &str) -> AccessibilityNode {
    let mut node = Accessible::new(Role::TextInput);
    node.set_label(label);
    node.add_action(Action::Focus);
    AccessibilityNode(node)
}
