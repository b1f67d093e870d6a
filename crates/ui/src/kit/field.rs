//! Text fields: typed with the keyboard in the window, with on-screen keys on the panel.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

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

/// Text typed while a field is still opening; `None` if no field is opening.
#[derive(Resource, Debug, Default)]
pub struct TypedAhead(pub(super) Option<String>);

impl TypedAhead {
    /// Returns whether a field is opening and receives typed text.
    pub const fn is_awaited(&self) -> bool {
        self.0.is_some()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TypedAhead>()
        .add_observer(on_change)
        .add_systems(
            Update,
            (
                update_accessible_text,
                request_blink_frames.run_if(has_keyboard),
                await_keyboard,
            ),
        );
    if SHOWS_KEYBOARD {
        app.add_systems(PostUpdate, report_typing(platform::show_keyboard));
    }
}

/// Returns a system that reports whether typing is active, on every change.
fn report_typing(
    report: impl Fn(bool) + Send + Sync + 'static,
) -> impl FnMut(Option<Res<InputFocus>>, Res<TypedAhead>, Query<(), With<EditableText>>, Local<bool>)
{
    move |focus: Option<Res<InputFocus>>,
          ahead: Res<TypedAhead>,
          fields: Query<(), With<EditableText>>,
          mut was: Local<bool>| {
        let now = is_typing(focus, ahead, fields);
        if mem::replace(&mut *was, now) != now {
            report(now);
        }
    }
}

/// Requests frames while a field is opening.
fn await_keyboard(ahead: Res<TypedAhead>, mut next: ResMut<NextFrame>) {
    if ahead.is_awaited() {
        next.within(Duration::ZERO);
    }
}

/// Run condition: a text field has the keyboard.
pub(super) fn has_keyboard(
    focus: Option<Res<InputFocus>>,
    fields: Query<(), With<EditableText>>,
) -> bool {
    let focus = focus.and_then(|focus| focus.get());
    focus.is_some_and(|entity| fields.contains(entity))
}

/// Run condition: a text field has the keyboard or is about to get it.
pub fn is_typing(
    focus: Option<Res<InputFocus>>,
    ahead: Res<TypedAhead>,
    fields: Query<(), With<EditableText>>,
) -> bool {
    ahead.is_awaited() || has_keyboard(focus, fields)
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

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use bevy::input_focus::FocusCause;

    use super::*;

    #[test]
    fn typing_is_reported_once_on_start_and_once_on_end() {
        let reports = Arc::<Mutex<Vec<bool>>>::default();
        let mut app = App::new();
        let report = {
            let reports = Arc::clone(&reports);
            move |is_typing| reports.lock().unwrap().push(is_typing)
        };
        app.init_resource::<InputFocus>()
            .init_resource::<TypedAhead>()
            .add_systems(PostUpdate, report_typing(report));
        let mut reported = |change: &dyn Fn(&mut World)| {
            change(app.world_mut());
            app.update();
            app.update();
            mem::take(&mut *reports.lock().unwrap())
        };
        let focus = |world: &mut World, entity| {
            let mut focus = world.resource_mut::<InputFocus>();
            focus.set(entity, FocusCause::Navigated);
        };
        let in_a_field = |world: &mut World| {
            let field = world.spawn(EditableText::default()).id();
            focus(world, field);
        };
        let on_a_button = |world: &mut World| {
            let button = world.spawn_empty().id();
            focus(world, button);
        };
        assert!(reported(&on_a_button).is_empty());
        assert_eq!(reported(&in_a_field), [true]);
        assert!(reported(&in_a_field).is_empty());
        // The keyboard stays active for a field that is opening.
        let awaiting = |world: &mut World| {
            world.resource_mut::<TypedAhead>().0 = Some(String::new());
            on_a_button(world);
        };
        assert!(reported(&awaiting).is_empty());
        let giving_up = |world: &mut World| world.resource_mut::<TypedAhead>().0 = None;
        assert_eq!(reported(&giving_up), [false]);
        let leaving = |world: &mut World| world.resource_mut::<InputFocus>().clear();
        assert!(reported(&leaving).is_empty());
    }
}
