//! Fields that are typed in: with the keyboard in the window, with keys on the panel.

use std::sync::Arc;

use accesskit::{Action, Node as Accessible, Role};
use bevy::a11y::AccessibilityNode;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::{EditableText, TextEditChange};

use crate::schedule::NextFrame;

type Callback = Arc<dyn Fn(&mut World, String) + Send + Sync>;

/// The action of a field whose text changes.
#[derive(Component, Clone)]
pub struct OnTextChange {
    callback: Callback,
    /// The text that `callback` was last called with.
    known: String,
}

impl OnTextChange {
    /// An action that calls `callback` with the world and the new text. `known` is the text at
    /// first.
    pub fn new(
        known: impl Into<String>,
        callback: impl Fn(&mut World, String) + Send + Sync + 'static,
    ) -> Self {
        Self {
            callback: Arc::new(callback),
            known: known.into(),
        }
    }

    /// The text of the field, as `callback` last got it.
    pub fn text(&self) -> &str {
        &self.known
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(on_change)
        .add_systems(Update, (read_out, blink.run_if(is_typing)));
}

/// Run condition: whether a text field has the keyboard.
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
    // The cursor may have moved only.
    if typed.known != now {
        typed.known.clone_from(&now);
        let callback = typed.callback.clone();
        commands.queue(move |world: &mut World| callback(world, now));
    }
}

/// The cursor of the field that has the keyboard comes and goes, which needs frames.
fn blink(fields: Query<&EditableText>, focus: Res<InputFocus>, mut next: ResMut<NextFrame>) {
    if let Some(Ok(field)) = focus.get().map(|entity| fields.get(entity)) {
        next.within(field.cursor_blink_period / 2);
    }
}

/// Tells assistive programs the text of fields, which Bevy does not.
fn read_out(mut fields: Query<(&OnTextChange, &mut AccessibilityNode), Changed<OnTextChange>>) {
    for (typed, mut node) in &mut fields {
        node.set_value(typed.known.as_str());
    }
}

/// The accessibility node of a text field.
pub(in crate::ui) fn accessible(label: &str) -> AccessibilityNode {
    let mut node = Accessible::new(Role::TextInput);
    node.set_label(label);
    node.add_action(Action::Focus);
    AccessibilityNode(node)
}
