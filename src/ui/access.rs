//! What screen readers and other assistive programs read and ask for.
//!
//! Names and roles of controls come with the controls (see [`build`](super::build));
//! Bevy hands them on.

use accesskit::{Action, ActionData};
use bevy::a11y::ActionRequest;
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::{
    Activate, Button, Checkbox, RadioButton, Slider, SliderStep, SliderValue, ValueChange,
};

use crate::schedule::AppSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ActionRequest>()
        .add_systems(
            Update,
            serve
                .run_if(on_message::<ActionRequest>)
                .in_set(AppSystems::Input),
        )
        .add_systems(Last, read_anew);
}

/// Bevy reads a label when it is marked as changed, not when its text is.
fn read_anew(mut labels: Query<&mut Label, Changed<Text>>) {
    for mut label in &mut labels {
        label.set_changed();
    }
}

/// Does what an assistive program asks of a control, as a press of it would.
fn serve(
    mut commands: Commands,
    mut asked: MessageReader<ActionRequest>,
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
    for ActionRequest(request) in asked.read() {
        // What is no entity any more is no control.
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
