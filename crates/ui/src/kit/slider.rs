//! Sliders.

use bevy::prelude::*;
use bevy::ui_widgets::{Slider, SliderPrecision, SliderRange, SliderStep, SliderThumb, TrackClick};

use super::act::Slide;
use super::bind::{BoundText, Value};
use super::build::{ReadAs, Ui};
use super::control_style::ControlStyle;
use super::controls::NARROW;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_message::Msg;

/// Width of a slider, in logical pixels of the window.
const WIDTH: f32 = 220.0;

/// The value, range and action of a slider.
pub struct Scale {
    /// The minimum and maximum values.
    pub range: (f32, f32),
    /// The increment between values.
    pub step: f32,
    /// The current value.
    pub value: Value,
    /// The value in words, with its unit.
    pub words: BoundText,
    /// Sets a new value.
    pub set: Slide,
}

impl Ui<'_, '_> {
    /// Adds a slider between its label and its value in words, or below both.
    pub fn slider(&mut self, label: Msg, scale: Scale) {
        if self.is_narrow {
            // The words come second in the tree, because they refer to the slider.
            let node = Node {
                flex_direction: FlexDirection::ColumnReverse,
                row_gap: self.px(2.0),
                ..default()
            };
            self.node(node, |ui| {
                let (slider, words) = ui.track(&label, [percent(100), ui.px(NARROW)], scale);
                ui.wrapped_ends(|ui| {
                    ui.label_above(&label);
                    ui.bound_text_of(Size::Small, theme::TEXT, words, ReadAs::ValueOf(slider));
                });
            });
            return;
        }
        self.labelled(label.clone(), |ui| {
            let row = Node {
                align_items: AlignItems::Center,
                column_gap: ui.px(14.0),
                ..default()
            };
            ui.node(row, |ui| {
                let size = [WIDTH, theme::TARGET].map(|length| ui.px(length));
                let (slider, words) = ui.track(&label, size, scale);
                ui.bound_text_of(Size::Body, theme::TEXT, words, ReadAs::ValueOf(slider));
            });
        });
    }

    /// Adds the slider with this width and height. Returns the entity, and the words, which the
    /// caller adds.
    fn track(
        &mut self,
        label: &Msg,
        [width, height]: [Val; 2],
        scale: Scale,
    ) -> (Entity, BoundText) {
        let control = self.control("slider", label, ControlStyle::Setting);
        let thumb = 22.0;
        let node = Node {
            width,
            height,
            align_items: AlignItems::Center,
            border_radius: BorderRadius::all(self.px(theme::RADIUS)),
            flex_shrink: 0.0,
            ..default()
        };
        let precision = if scale.step < 0.1 {
            2
        } else {
            i32::from(scale.step < 1.0)
        };
        let slider = (
            control,
            node,
            Slider {
                track_click: TrackClick::Snap,
                ..default()
            },
            SliderRange::new(scale.range.0, scale.range.1),
            SliderStep(scale.step),
            SliderPrecision(precision),
            scale.value,
            scale.set,
        );
        let slider = self.spawn(slider, |ui| {
            let track = Node {
                position_type: PositionType::Absolute,
                left: ui.px(thumb / 2.0),
                right: ui.px(thumb / 2.0),
                height: ui.px(4.0),
                border_radius: BorderRadius::all(ui.px(2.0)),
                ..default()
            };
            ui.spawn(
                (track, BackgroundColor(theme::FAINT), Pickable::IGNORE),
                |_| {},
            );
            // The range of the thumb's left edge.
            let groove = Node {
                position_type: PositionType::Absolute,
                left: px(0),
                right: ui.px(thumb),
                height: ui.px(thumb),
                ..default()
            };
            ui.node(groove, |ui| {
                let node = Node {
                    position_type: PositionType::Absolute,
                    width: ui.px(thumb),
                    height: ui.px(thumb),
                    border_radius: BorderRadius::MAX,
                    ..default()
                };
                let style = (BackgroundColor(theme::TEXT), Pickable::IGNORE);
                ui.spawn((node, SliderThumb, style), |_| {});
            });
        });
        (slider, scale.words)
    }
}
