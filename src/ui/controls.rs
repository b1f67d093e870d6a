//! The controls of pages: what is pressed, switched, chosen and slid.

use accesskit::{Action, Node as Accessible, Role};
use bevy::a11y::AccessibilityNode;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui_widgets::{
    Button, Checkbox, RadioButton, RadioGroup, Slider, SliderPrecision, SliderRange, SliderStep,
    SliderThumb, TrackClick,
};

use super::act::{Act, CommandButton, Slide};
use super::bind::{CheckedIf, EnabledIf, Facts, Says, Value};
use super::build::{ReadAs, Ui, Unread};
use super::commands::Command;
use super::look::{Look, SwitchPill};
use super::theme::{self, Size};

/// One of several that can be chosen.
pub struct Alternative {
    /// What stands on it.
    pub label: String,
    /// Is it the chosen one?
    pub chosen: CheckedIf,
    /// Chooses it.
    pub choose: Act,
}

/// A value that a slider sets.
pub struct Scale {
    /// Least and most.
    pub range: (f32, f32),
    /// From one value to the next.
    pub step: f32,
    /// The value now.
    pub value: Value,
    /// The value in words, with its unit.
    pub words: Says,
    /// Sets another.
    pub set: Slide,
}

impl Ui<'_, '_> {
    pub(super) fn control(&self, kind: &str, label: &str, look: Look) -> impl Bundle + use<> {
        (TabIndex(0), self.untabbed(kind, label, look))
    }

    /// A control to which no key leads.
    pub(super) fn untabbed(&self, kind: &str, label: &str, look: Look) -> impl Bundle + use<> {
        let name = format!("{}{kind} {}", self.on.prefix(), label.to_lowercase());
        let role = match kind {
            "switch" | "toggle" => Role::CheckBox,
            "choice" => Role::RadioButton,
            "slider" => Role::Slider,
            _ => Role::Button,
        };
        let mut read = Accessible::new(role);
        // Bevy says nothing of what can be done: nobody would try.
        read.add_action(Action::Focus);
        if role == Role::Slider {
            read.add_action(Action::Increment);
            read.add_action(Action::Decrement);
            read.add_action(Action::SetValue);
        } else {
            read.add_action(Action::Click);
        }
        (
            Name::new(name),
            look,
            // Bevy's widgets would bring their roles, but a label is there first.
            AccessibilityNode(read),
            AccessibleLabel(label.to_owned()),
            BackgroundColor(theme::BUTTON),
        )
    }

    pub(super) fn control_node(&self) -> Node {
        Node {
            min_height: self.px(theme::TARGET),
            padding: UiRect::axes(self.px(14.0), self.px(6.0)),
            column_gap: self.px(10.0),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            flex_shrink: 0.0,
            border_radius: BorderRadius::all(self.px(theme::RADIUS)),
            ..default()
        }
    }

    /// A button with words.
    pub fn button(&mut self, label: &str, look: Look, does: impl Bundle) -> Entity {
        let control = self.control("button", label, look);
        let node = self.control_node();
        self.spawn((control, node, Button, does), |ui| {
            ui.text(Size::Body, theme::TEXT, label);
        })
    }

    /// The button of a command, with words of its own.
    pub fn button_for(&mut self, label: &str, look: Look, command: Command) -> Entity {
        self.button(label, look, gives(command))
    }

    /// The same, with an icon before the words.
    pub fn icon_button(&mut self, icon: &str, label: &str, look: Look, command: Command) {
        let control = self.control("button", label, look);
        let node = self.control_node();
        self.spawn((control, node, Button, gives(command)), |ui| {
            ui.signs(Size::Body, theme::TEXT, icon);
            ui.text(Size::Body, theme::TEXT, label);
        });
    }

    /// The button of a command with its icon alone; its name is read out.
    pub fn icon(&mut self, icon: &str, command: Command) {
        let control = self.control("button", command.label(), Look::Button);
        let node = self.control_node();
        self.spawn((control, node, Button, gives(command)), |ui| {
            ui.signs(Size::Body, theme::TEXT, icon);
        });
    }

    /// The button of a command, which can be used while the command does something.
    pub fn command(&mut self, command: Command) -> Entity {
        self.command_as(command, Look::Button)
    }

    /// The same, of another look.
    pub fn command_as(&mut self, command: Command, look: Look) -> Entity {
        self.button(command.label(), look, gives(command))
    }

    /// The same, with words that follow the state of the program.
    pub fn command_saying(&mut self, command: Command, says: fn(&Facts) -> String) -> Entity {
        self.button_saying(command.label(), says, gives(command))
    }

    /// A button with words that follow the state of the program; it is read out by
    /// `label`.
    pub fn button_saying(
        &mut self,
        label: &str,
        says: fn(&Facts) -> String,
        does: impl Bundle,
    ) -> Entity {
        let control = self.control("button", label, Look::Button);
        let node = self.control_node();
        self.spawn((control, node, Button, does), |ui| {
            ui.says_of(Size::Body, theme::TEXT, Says::new(says), ReadAs::Name);
        })
    }

    /// A sign that is on or off; it is read out by `label`.
    pub fn toggle(&mut self, sign: &str, label: &str, does: impl Bundle) {
        let control = self.control("toggle", label, Look::Choice);
        let node = Node {
            min_width: self.px(46.0),
            padding: UiRect::axes(self.px(8.0), self.px(6.0)),
            ..self.control_node()
        };
        self.spawn((control, node, Checkbox, does), |ui| {
            ui.text(Size::Body, theme::TEXT, sign);
        });
    }

    /// Words in a list that do something.
    pub fn item(&mut self, name: &str, node: Node, does: impl Bundle, fill: impl FnOnce(&mut Ui)) {
        let control = self.control("item", name, Look::Item);
        let node = Node {
            padding: UiRect::axes(self.px(8.0), self.px(3.0)),
            align_items: AlignItems::Center,
            border_radius: BorderRadius::all(self.px(theme::RADIUS / 2.0)),
            ..node
        };
        self.spawn((control, node, Button, does), fill);
    }

    /// One of many thin things in a picture that do something. Keys go past it: what
    /// it does can be done elsewhere too.
    pub fn slice(&mut self, name: &str, node: Node, does: impl Bundle, fill: impl FnOnce(&mut Ui)) {
        let control = self.untabbed("slice", name, Look::Item);
        self.spawn((control, node, Button, does), fill);
    }

    /// A switch with words before it.
    pub fn switch(
        &mut self,
        label: &str,
        is_on: impl Fn(&Facts) -> bool + Send + Sync + 'static,
        toggle: fn(&mut World),
    ) {
        let control = self.control("switch", label, Look::Setting);
        let node = Node {
            justify_content: JustifyContent::SpaceBetween,
            ..self.control_node()
        };
        let bundle = (
            control,
            node,
            Checkbox,
            CheckedIf::new(is_on),
            Act::new(toggle),
        );
        self.spawn(bundle, |ui| {
            ui.text(Size::Body, theme::TEXT, label);
            let pill = Node {
                width: ui.px(40.0),
                height: ui.px(22.0),
                padding: UiRect::all(ui.px(3.0)),
                border_radius: BorderRadius::MAX,
                flex_shrink: 0.0,
                ..default()
            };
            let bundle = (SwitchPill, pill, BackgroundColor::DEFAULT, Pickable::IGNORE);
            ui.spawn(bundle, |ui| {
                let knob = Node {
                    width: ui.px(16.0),
                    height: ui.px(16.0),
                    border_radius: BorderRadius::MAX,
                    ..default()
                };
                let bundle = (knob, BackgroundColor(theme::TEXT), Pickable::IGNORE);
                ui.spawn(bundle, |_| {});
            });
        });
    }

    /// Some of which one is chosen, with words before them.
    pub fn choice(&mut self, label: &str, options: Vec<Alternative>) {
        let name = Name::new(format!(
            "{}choice {}",
            self.on.prefix(),
            label.to_lowercase()
        ));
        let gap = self.px(8.0);
        let node = Node {
            flex_wrap: FlexWrap::Wrap,
            column_gap: gap,
            row_gap: gap,
            ..default()
        };
        let group = (
            name,
            node,
            RadioGroup,
            AccessibilityNode(Accessible::new(Role::RadioGroup)),
            AccessibleLabel(label.to_owned()),
            Pickable::IGNORE,
        );
        self.labelled(label, |ui| {
            ui.spawn(group, |ui| {
                for option in options {
                    let name = format!("{label} {}", option.label);
                    let control = ui.control("choice", &name, Look::Choice);
                    let node = ui.control_node();
                    ui.spawn(
                        (control, node, RadioButton, option.chosen, option.choose),
                        |ui| ui.text(Size::Body, theme::TEXT, option.label),
                    );
                }
            });
        });
    }

    /// A slider with its value in words.
    pub fn slider(&mut self, label: &str, scale: Scale) {
        let control = self.control("slider", label, Look::Setting);
        let thumb = 22.0;
        let node = Node {
            width: self.px(220.0),
            height: self.px(theme::TARGET),
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
        let words = scale.words;
        self.labelled(label, |ui| {
            ui.row(14.0, |ui| {
                let slider = ui.spawn(slider, |ui| {
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
                    // As wide as the way of the thumb.
                    let way = Node {
                        position_type: PositionType::Absolute,
                        left: px(0),
                        right: ui.px(thumb),
                        height: ui.px(thumb),
                        ..default()
                    };
                    ui.node(way, |ui| {
                        let node = Node {
                            position_type: PositionType::Absolute,
                            width: ui.px(thumb),
                            height: ui.px(thumb),
                            border_radius: BorderRadius::MAX,
                            ..default()
                        };
                        let look = (BackgroundColor(theme::TEXT), Pickable::IGNORE);
                        ui.spawn((node, SliderThumb, look), |_| {});
                    });
                });
                let read = ReadAs::ValueOf(slider);
                ui.says_of(Size::Body, theme::TEXT, words, read);
            });
        });
    }

    /// Words before a control; above it where there is no room beside it.
    pub(super) fn labelled(&mut self, label: &str, control: impl FnOnce(&mut Ui)) {
        let width = self.px(170.0);
        self.row(8.0, |ui| {
            let node = Node {
                min_width: width,
                ..default()
            };
            ui.node(node, |ui| {
                let letters = ui.letters(Size::Body, theme::FAINT);
                ui.spawn((Text::new(label), letters, Unread), |_| {});
            });
            control(ui);
        });
    }
}

/// What makes a button that of a command.
fn gives(command: Command) -> impl Bundle {
    (
        CommandButton(command),
        EnabledIf::new(move |facts| facts.enabled.has(command)),
    )
}
