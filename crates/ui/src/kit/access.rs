//! Accessibility: the AccessKit tree for screen readers, and requests from assistive programs.
//!
//! Controls have their own names and roles (see [`controls`](super::controls)). Every other node is
//! in the tree as a plain container. This preserves the reading order, and a hidden parent hides
//! its children. Bevy passes the tree to AccessKit.

use accesskit::{Action, ActionData, Node as Accessible, Role};
use bevy::a11y::{AccessibilityNode, AccessibilitySystems, ActionRequest};
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled, UiSystems};
use bevy::ui_widgets::{
    Activate, Button, Checkbox, RadioButton, Slider, SliderStep, SliderValue, ValueChange,
};

use super::build::{ReadAs, Unread};
use super::control_style::ControlStyle;
use crate::state::status::StatusLine;
use icochess_base::platform;
use icochess_base::schedule::AppSystems;

pub(crate) fn plugin(app: &mut App) {
    app.register_required_components_with::<Node, AccessibilityNode>(|| {
        AccessibilityNode(Accessible::new(Role::GenericContainer))
    });
    if platform::ANNOUNCES {
        app.add_systems(PostUpdate, announce_status_lines);
    }
    app.add_message::<ActionRequest>()
        .add_systems(
            Update,
            handle_action_requests
                .run_if(on_message::<ActionRequest>)
                .in_set(AppSystems::Input),
        )
        .add_systems(
            PostUpdate,
            (
                (add_text_labels, mark_changed_labels).before(UiSystems::PostLayout),
                (copy_texts_to_controls, hide_undisplayed)
                    .after(UiSystems::PostLayout)
                    .before(AccessibilitySystems::Update),
            ),
        );
}

/// Announces changed status lines on platforms that ignore the accessibility tree.
fn announce_status_lines(lines: Query<(&Text, &StatusLine), Changed<Text>>) {
    let changed = lines.iter().filter(|(_, line)| line.is_announced());
    let changed: Vec<&str> = changed.map(|(text, _)| text.as_str()).collect();
    let changed = changed.join(" ");
    if !changed.trim().is_empty() {
        platform::announce(changed.trim());
    }
}

/// Adds texts to the accessibility tree, except on controls, which have their own names.
fn add_text_labels(
    mut commands: Commands,
    new: Query<
        Entity,
        (
            Added<Text>,
            Without<Label>,
            Without<Unread>,
            Without<ReadAs>,
        ),
    >,
    parents: Query<&ChildOf>,
    controls: Query<(), With<ControlStyle>>,
) {
    for entity in &new {
        let mut around = std::iter::once(entity).chain(parents.iter_ancestors(entity));
        if !around.any(|it| controls.contains(it)) {
            commands.entity(entity).try_insert(Label);
        }
    }
}

/// Marks a label as changed when its text changes, so that Bevy reads the label again.
fn mark_changed_labels(mut labels: Query<&mut Label, Changed<Text>>) {
    for mut label in &mut labels {
        label.set_changed();
    }
}

/// Copies texts with `ReadAs` into the name of their button or the value of their slider.
fn copy_texts_to_controls(
    texts: Query<(&Text, &ReadAs, &ChildOf), Changed<Text>>,
    mut controls: Query<&mut AccessibilityNode>,
) {
    for (text, read, parent) in &texts {
        let control = match *read {
            ReadAs::Name => parent.parent(),
            ReadAs::ValueOf(slider) => slider,
        };
        let Ok(mut node) = controls.get_mut(control) else {
            continue;
        };
        match read {
            ReadAs::Name => node.set_label(text.0.as_str()),
            ReadAs::ValueOf(_) => node.set_value(text.0.as_str()),
        }
    }
}

/// Hides undisplayed nodes, empty texts and pictures from screen readers; a picture's control has a
/// name. Also hides empty boxes: AccessKit's tree walk stops at an empty box that precedes a hidden
/// node (`accesskit_consumer` 0.38, `next_filtered_sibling`).
fn hide_undisplayed(
    mut nodes: Query<
        (
            &Node,
            &Visibility,
            Option<&Text>,
            Option<&Children>,
            Has<ImageNode>,
            &mut AccessibilityNode,
        ),
        Or<(
            Changed<Node>,
            Changed<Visibility>,
            Changed<Text>,
            Changed<Children>,
        )>,
    >,
) {
    for (node, visibility, text, children, is_picture, mut accessible) in &mut nodes {
        let is_empty_box = accessible.role() == Role::GenericContainer
            && text.is_none()
            && children.is_none_or(RelationshipTarget::is_empty);
        let is_hidden = node.display == Display::None
            || *visibility == Visibility::Hidden
            || is_picture
            || is_empty_box
            || text.is_some_and(|text| text.0.is_empty());
        match (is_hidden, accessible.is_hidden()) {
            (true, false) => accessible.set_hidden(),
            (false, true) => accessible.clear_hidden(),
            _ => {}
        }
    }
}

/// Executes requests of assistive programs as if the player had pressed the control.
fn handle_action_requests(
    mut commands: Commands,
    mut requests: MessageReader<ActionRequest>,
    controls: Query<
        (
            Has<Button>,
            Has<Checkbox>,
            Has<RadioButton>,
            Has<Checked>,
            Option<&ChildOf>,
        ),
        Without<InteractionDisabled>,
    >,
    sliders: Query<(&SliderValue, &SliderStep), With<Slider>>,
    focus: Option<ResMut<InputFocus>>,
) {
    let mut focus = focus;
    for ActionRequest(request) in requests.read() {
        // The control may have been despawned since the request.
        let Some(entity) = Entity::try_from_bits(request.target_node.0) else {
            continue;
        };
        let Ok((button, checkbox, radio, checked, parent)) = controls.get(entity) else {
            continue;
        };
        match request.action {
            Action::Focus => {
                if let Some(focus) = &mut focus {
                    focus.set(entity, FocusCause::Navigated);
                }
            }
            Action::Click if button => commands.trigger(Activate { entity }),
            Action::Click if checkbox => commands.trigger(ValueChange {
                source: entity,
                value: !checked,
                is_final: true,
            }),
            Action::Click if radio => {
                if let Some(group) = parent {
                    commands.trigger(ValueChange {
                        source: group.parent(),
                        value: entity,
                        is_final: true,
                    });
                }
            }
            Action::Increment | Action::Decrement | Action::SetValue => {
                let Ok((now, step)) = sliders.get(entity) else {
                    continue;
                };
                let value = match (request.action, &request.data) {
                    (Action::Increment, _) => now.0 + step.0,
                    (Action::Decrement, _) => now.0 - step.0,
                    (_, Some(ActionData::NumericValue(value))) => *value as f32,
                    _ => continue,
                };
                commands.trigger(ValueChange {
                    source: entity,
                    value,
                    is_final: true,
                });
            }
            _ => {}
        }
    }
}
