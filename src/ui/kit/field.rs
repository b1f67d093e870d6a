//! Fields that are typed in: with the keyboard in the window, with keys on the panel.

use std::sync::Arc;

use accesskit::{Action, Node as Accessible, Role};
use bevy::a11y::AccessibilityNode;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::{EditableText, TextEditChange};

type Deed = Arc<dyn Fn(&mut World, String) + Send + Sync>;

/// What another text in a field changes.
#[derive(Component, Clone)]
pub struct Typed {
    deed: Deed,
    /// The text that was told last.
    known: String,
}

impl Typed {
    /// Changes that, with the new text. `known` is what stands in the field at first.
    pub fn new(
        known: impl Into<String>,
        deed: impl Fn(&mut World, String) + Send + Sync + 'static,
    ) -> Self {
        Self {
            deed: Arc::new(deed),
            known: known.into(),
        }
    }

    /// The text that was told last.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.known
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(on_change).add_systems(Update, read_out);
}

/// Does a field have the keyboard?
pub fn is_typing(focus: Option<Res<InputFocus>>, fields: Query<(), With<EditableText>>) -> bool {
    let focus = focus.and_then(|focus| focus.get());
    focus.is_some_and(|entity| fields.contains(entity))
}

fn on_change(
    change: On<TextEditChange>,
    mut commands: Commands,
    mut fields: Query<(&EditableText, &mut Typed)>,
) {
    let Ok((text, mut typed)) = fields.get_mut(change.event_target()) else {
        return;
    };
    let now = text.value().to_string();
    // The cursor may have moved only.
    if typed.known != now {
        typed.known.clone_from(&now);
        let deed = typed.deed.clone();
        commands.queue(move |world: &mut World| deed(world, now));
    }
}

/// Bevy tells assistive programs nothing of fields.
fn read_out(mut fields: Query<(&Typed, &mut AccessibilityNode), Changed<Typed>>) {
    for (typed, mut node) in &mut fields {
        node.set_value(typed.known.as_str());
    }
}

/// A field, for assistive programs.
pub(in crate::ui) fn accessible(label: &str) -> AccessibilityNode {
    let mut node = Accessible::new(Role::TextInput);
    node.set_label(label);
    node.add_action(Action::Focus);
    AccessibilityNode(node)
}
