//! Sound and vibration when a control is hovered or used. On the panel, the sound comes from the
//! control's position.

use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui::{ComputedUiTargetCamera, InteractionDisabled, UiGlobalTransform};
use bevy::ui_widgets::{
    Activate, Button, Checkbox, ListItem, MenuItem, RadioButton, Scrollbar, Slider, ValueChange,
};

use super::hold::Holding;
use super::peek::Peeking;
use crate::panel::plane::point_of;
use crate::panel::screen::{Panel, PanelScreen};
use icochess_board::feedback::table::FeedbackKind;
use icochess_board::feedback::{FeedbackEvent, FeedbackLocation, FeedbackRequested};

/// Query filter for the widgets that count as controls.
type IsControl = Or<(
    With<Button>,
    With<Checkbox>,
    With<RadioButton>,
    With<Slider>,
    With<Scrollbar>,
    With<ListItem>,
    With<MenuItem>,
    With<EditableText>,
)>;

/// The last pressed control and its pointer, until the control is used.
#[derive(Resource, Debug, Default)]
struct LastPress(Option<(Entity, PointerId)>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LastPress>()
        .add_observer(on_enter)
        .add_observer(on_press)
        .add_observer(on_activate)
        .add_observer(on_switch);
}

/// Requests sound and vibration for controls, with their position.
#[derive(SystemParam)]
struct ControlFeedback<'w, 's> {
    nodes: Query<'w, 's, (&'static ComputedUiTargetCamera, &'static UiGlobalTransform)>,
    screen: Option<Res<'w, PanelScreen>>,
    panel: Query<'w, 's, &'static GlobalTransform, With<Panel>>,
    requested: MessageWriter<'w, FeedbackRequested>,
}

impl ControlFeedback<'_, '_> {
    /// Returns the centre of a control in the world; `None` for a control in the window.
    fn place(&self, control: Entity) -> Option<Vec3> {
        let (camera, place) = self.nodes.get(control).ok()?;
        let screen = self.screen.as_ref()?;
        let panel = self.panel.single().ok()?;
        let is_on_panel = camera.get() == Some(screen.camera);
        is_on_panel.then(|| point_of(panel, screen.logical(place.translation)))
    }

    fn request(&mut self, kind: FeedbackKind, control: Entity, by: Option<PointerId>) {
        let at = self
            .place(control)
            .map_or(FeedbackLocation::Nowhere, FeedbackLocation::Point);
        self.requested
            .write(FeedbackRequested(FeedbackEvent { kind, by, at }));
    }

    fn request_pressed(&mut self, control: Entity, last: &mut LastPress) {
        let press = last.0.take_if(|(pressed, _)| *pressed == control);
        self.request(FeedbackKind::Pressed, control, press.map(|(_, by)| by));
    }
}

fn on_enter(
    enter: On<Pointer<Enter>>,
    controls: Query<(), (IsControl, Without<InteractionDisabled>)>,
    mut feedback: ControlFeedback,
) {
    if controls.contains(enter.entity) {
        feedback.request(FeedbackKind::Hovered, enter.entity, Some(enter.pointer_id));
    }
}

fn on_press(
    press: On<Pointer<Press>>,
    controls: Query<(), IsControl>,
    mut last: ResMut<LastPress>,
) {
    if controls.contains(press.entity) {
        last.0 = Some((press.entity, press.pointer_id));
    }
}

fn on_activate(
    activate: On<Activate>,
    (held, peeks): (Query<&Holding>, Query<&Peeking>),
    mut last: ResMut<LastPress>,
    mut feedback: ControlFeedback,
) {
    // A hold released too early does nothing, and a peek isn't a click.
    let is_early = held.get(activate.entity).is_ok_and(|held| !held.is_yes());
    if is_early || peeks.get(activate.entity).is_ok_and(Peeking::is_hold) {
        return;
    }
    feedback.request_pressed(activate.entity, &mut last);
}

fn on_switch(
    change: On<ValueChange<bool>>,
    mut last: ResMut<LastPress>,
    mut feedback: ControlFeedback,
) {
    feedback.request_pressed(change.source, &mut last);
}
