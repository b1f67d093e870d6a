//! Bindings from program state to controls. A control declares once how it reads its value; a
//! system writes the value whenever the state changes.

use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::SliderValue;

use crate::state::status::StatusLine;
use crate::state::ui_state::UiState;
use crate::text::TextSystems;
use icochess_base::schedule::AppSystems;
use icochess_message::Msg;
use icochess_play::interaction::Hovered;

type Read<T> = Box<dyn Fn(&UiState) -> T + Send + Sync>;

/// Marks an entity with at least one binding.
#[derive(Component, Debug, Default)]
pub struct Bound;

macro_rules! binding {
    ($(#[$doc:meta])* $name:ident, $value:ty) => {
        $(#[$doc])*
        #[derive(Component)]
        #[require(Bound)]
        pub struct $name(Read<$value>);

        impl $name {
            /// Returns a binding to the value that `read` takes from the state.
            pub fn new(read: impl Fn(&UiState) -> $value + Send + Sync + 'static) -> Self {
                Self(Box::new(read))
            }
        }
    };
}

binding! {
    /// The text of the entity.
    BoundText, Msg
}
binding! {
    /// Whether the node is displayed. Hidden nodes take up no space.
    DisplayedIf, bool
}
binding! {
    /// Whether the control is enabled.
    EnabledIf, bool
}
binding! {
    /// Whether the control is switched on or chosen.
    CheckedIf, bool
}
binding! {
    /// The value of a slider.
    Value, f32
}
binding! {
    /// The picture in the node, once loaded.
    BoundPicture, Option<Handle<Image>>
}
binding! {
    /// The width and the height of the node, as fractions of its parent's, 0 to 1.
    Fractions, [f32; 2]
}

/// Systems that write program state into controls.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BindSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (write_bound_values, write_status_lines)
            .after(TextSystems)
            .in_set(BindSystems)
            .in_set(AppSystems::Feedback),
    );
}

fn write_bound_values(
    mut commands: Commands,
    mut state: UiState,
    new: Query<(), Added<Bound>>,
    mut texts: Query<(&BoundText, &mut Text)>,
    mut shown: Query<(&DisplayedIf, &mut Node), Without<Fractions>>,
    mut sizes: Query<(&Fractions, &mut Node)>,
    enabled: Query<(Entity, &EnabledIf, Has<InteractionDisabled>)>,
    checked: Query<(Entity, &CheckedIf, Has<Checked>)>,
    values: Query<(Entity, &Value, &SliderValue)>,
    pictures: Query<(Entity, &BoundPicture), Without<ImageNode>>,
) {
    if !state.is_changed() && new.is_empty() {
        return;
    }
    for (says, mut text) in &mut texts {
        let now = state.words.say(&says.0(&state));
        if text.0 != now {
            text.0 = now;
        }
    }
    for (shown, node) in &mut shown {
        set_displayed(node, shown.0(&state));
    }
    for (fractions, mut node) in &mut sizes {
        // Uses whole percents, because finer steps would be invisible.
        let whole = |part: f32| percent((100.0 * part).round());
        let size = fractions.0(&state).map(whole);
        if [node.width, node.height] != size {
            [node.width, node.height] = size;
        }
    }
    for (entity, enabled, is_disabled) in &enabled {
        match (enabled.0(&state), is_disabled) {
            (true, true) => {
                commands.entity(entity).remove::<InteractionDisabled>();
            }
            (false, false) => {
                commands.entity(entity).insert(InteractionDisabled);
            }
            _ => {}
        }
    }
    for (entity, checked, is_checked) in &checked {
        match (checked.0(&state), is_checked) {
            (true, false) => {
                commands.entity(entity).insert(Checked);
            }
            (false, true) => {
                commands.entity(entity).remove::<Checked>();
            }
            _ => {}
        }
    }
    for (entity, value, now) in &values {
        let value = SliderValue(value.0(&state));
        if value != *now {
            commands.entity(entity).insert(value);
        }
    }
    for (entity, pictured) in &pictures {
        if let Some(picture) = pictured.0(&state) {
            commands.entity(entity).insert(ImageNode::new(picture));
        }
    }
}

/// Writes the status lines. Hovering writes only the lines that follow the pointer, and no other
/// binding reads the hovered spot.
fn write_status_lines(
    mut state: UiState,
    hovered: Res<Hovered>,
    new: Query<(), Added<StatusLine>>,
    mut lines: Query<(&StatusLine, &mut Text, &mut TextColor, &mut Node)>,
) {
    let is_changed = state.is_changed() || !new.is_empty();
    if !is_changed && !hovered.is_changed() {
        return;
    }
    for (line, mut text, mut color, node) in &mut lines {
        if !is_changed && !line.follows_pointer() {
            continue;
        }
        let (says, ink) = line.read(&state, hovered.spot());
        let now = state.words.say(&says);
        // An empty line takes up no space.
        set_displayed(node, !now.is_empty());
        if text.0 != now {
            text.0 = now;
        }
        color.set_if_neq(TextColor(ink));
    }
}

/// Displays or hides a node. Hidden nodes take up no space.
pub(super) fn set_displayed(mut node: Mut<Node>, is_displayed: bool) {
    let display = if is_displayed {
        Display::Flex
    } else {
        Display::None
    };
    if node.display != display {
        node.display = display;
    }
}
