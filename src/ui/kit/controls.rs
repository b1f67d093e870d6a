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
use super::bind::{CheckedIf, EnabledIf, Says, Value};
use super::build::{ReadAs, Ui, Unread};
use super::control_style::{ControlStyle, SwitchPill};
use super::hold::{HoldBar, HoldButton};
use crate::ui::commands::command::Command;
use crate::ui::state::screen::{Question, Surface};
use crate::ui::state::ui_state::UiState;
use crate::ui::style::theme;
use crate::ui::style::theme::Size;
use icochess_message::{Msg, msg};

/// Width and height of a picture that is chosen, logical pixels of the window.
const PICTURE: (f32, f32) = (104.0, 78.0);
/// Width and least height of an entry of a menu, logical pixels of the window.
const ENTRY: (f32, f32) = (190.0, 52.0);
/// Width of the labels before controls, logical pixels of the window.
const LABEL: f32 = 200.0;
/// Least width of what stands beside a label, logical pixels of the window; where there is less, it
/// stands below.
const BESIDE_LABEL: f32 = 300.0;

/// One of several alternatives that can be chosen.
pub struct Alternative {
    /// The label.
    pub label: Msg,
    /// Whether the alternative is the chosen one.
    pub chosen: CheckedIf,
    /// Chooses the alternative.
    pub choose: Act,
}

/// A value that a slider sets.
pub struct Scale {
    /// The least and the greatest value.
    pub range: (f32, f32),
    /// The step from one value to the next.
    pub step: f32,
    /// The value at the moment.
    pub value: Value,
    /// The value in words, with its unit.
    pub words: Says,
    /// Sets another value.
    pub set: Slide,
}

impl Ui<'_, '_> {
    pub(in crate::ui) fn control(
        &self,
        kind: &str,
        label: &Msg,
        style: ControlStyle,
    ) -> impl Bundle + use<> {
        (TabIndex(0), self.untabbed(kind, label, style))
    }

    /// The bundle of a control that the keyboard cannot reach.
    pub(in crate::ui) fn untabbed(
        &self,
        kind: &str,
        label: &Msg,
        style: ControlStyle,
    ) -> impl Bundle + use<> {
        let name = self.name(&format!("{kind} "), label);
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
            name,
            style,
            // Bevy's widgets would bring their roles, but a label is there first.
            AccessibilityNode(read),
            AccessibleLabel(self.words.say(label)),
            BackgroundColor(theme::BUTTON),
        )
    }

    pub(in crate::ui) fn control_node(&self) -> Node {
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

    /// A button with a label.
    pub fn button(&mut self, label: Msg, style: ControlStyle, does: impl Bundle) -> Entity {
        let control = self.control("button", &label, style);
        let node = self.control_node();
        self.spawn((control, node, Button, does), |ui| {
            ui.text(Size::Body, theme::TEXT, label);
        })
    }

    /// The button of a command, with words of its own.
    pub fn button_for(&mut self, label: Msg, style: ControlStyle, command: Command) -> Entity {
        self.button(label, style, gives(command))
    }

    /// The button of a command, with an icon before its label.
    pub fn icon_button(&mut self, icon: &str, label: Msg, style: ControlStyle, command: Command) {
        let control = self.control("button", &label, style);
        let node = self.control_node();
        self.spawn((control, node, Button, gives(command)), |ui| {
            ui.signs(Size::Body, theme::TEXT, icon);
            ui.text(Size::Body, theme::TEXT, label);
        });
    }

    /// The button of a command with its icon alone; its name is read out.
    pub fn icon(&mut self, icon: &str, command: Command) {
        let control = self.control("button", &command.info().label, ControlStyle::Button);
        let node = self.control_node();
        self.spawn((control, node, Button, gives(command)), |ui| {
            ui.signs(Size::Body, theme::TEXT, icon);
        });
    }

    /// The button of a command, which can be used while the command does something.
    pub fn command(&mut self, command: Command) -> Entity {
        self.command_as(command, ControlStyle::Button)
    }

    /// The button of a command, with a look of its own.
    pub fn command_as(&mut self, command: Command, style: ControlStyle) -> Entity {
        self.button(command.info().label, style, gives(command))
    }

    /// The button of a command that asks back first: on the panel it is held down instead.
    pub fn command_held(&mut self, command: Command, style: ControlStyle) -> Entity {
        if self.on == Surface::Window {
            return self.command_as(command, style);
        }
        let label = command.info().label;
        let control = self.control("button", &label, style);
        let node = self.control_node();
        let does = (gives(command), HoldButton(command));
        self.spawn((control, node, Button, does), |ui| ui.held(command, label))
    }

    /// The bar of a button that is held, and its words.
    fn held(&mut self, command: Command, label: Msg) {
        let bar = Node {
            position_type: PositionType::Absolute,
            left: px(0),
            top: px(0),
            bottom: px(0),
            width: percent(0),
            border_radius: BorderRadius::all(self.px(theme::RADIUS)),
            ..default()
        };
        let style = (BackgroundColor(theme::CHOSEN_HOVERED), Pickable::IGNORE);
        self.spawn((bar, HoldBar, style), |_| {});
        self.says(Size::Body, theme::TEXT, move |state| {
            match command.question(state) {
                Some(Question::Resign(_) | Question::WhoResigns) => msg!("hold-to-resign"),
                Some(Question::Begin) => msg!("hold-to-start"),
                Some(Question::Rematch) => msg!("hold-to-rematch"),
                Some(Question::Resume) => msg!("hold-to-resume"),
                Some(Question::TakeOver(_)) | None => label.clone(),
            }
        });
    }

    /// The button of a command, with words that follow the state of the program.
    pub fn command_saying(&mut self, command: Command, says: fn(&UiState) -> Msg) -> Entity {
        self.button_saying(command.info().label, says, gives(command))
    }

    /// A button with words that follow the state of the program; it is read out by
    /// `label`.
    pub fn button_saying(
        &mut self,
        label: Msg,
        says: fn(&UiState) -> Msg,
        does: impl Bundle,
    ) -> Entity {
        let control = self.control("button", &label, ControlStyle::Button);
        let node = self.control_node();
        self.spawn((control, node, Button, does), |ui| {
            ui.says_of(Size::Body, theme::TEXT, Says::new(says), ReadAs::Name);
        })
    }

    /// An entry of a menu: a large sign beside words.
    pub fn entry(&mut self, sign: &str, label: Msg, does: impl Bundle) {
        let words = label.clone();
        self.entry_of(sign, &label, does, |ui| {
            ui.text(Size::Body, theme::TEXT, words);
        });
    }

    /// The entry of a command.
    pub fn entry_for(&mut self, sign: &str, command: Command) {
        let label = command.info().label;
        self.entry(sign, label, gives(command));
    }

    /// The entry of a command, with words that follow the state of the program.
    pub fn entry_saying(&mut self, sign: &str, command: Command, says: fn(&UiState) -> Msg) {
        let label = command.info().label;
        self.entry_of(sign, &label, gives(command), |ui| {
            ui.says_of(Size::Body, theme::TEXT, Says::new(says), ReadAs::Name);
        });
    }

    /// The entry of a command that asks back first: on the panel it is held down instead.
    pub fn entry_held(&mut self, sign: &str, command: Command) {
        if self.on == Surface::Window {
            return self.entry_for(sign, command);
        }
        let label = command.info().label;
        let does = (gives(command), HoldButton(command));
        let words = label.clone();
        self.entry_of(sign, &label, does, |ui| ui.held(command, words));
    }

    fn entry_of(
        &mut self,
        sign: &str,
        label: &Msg,
        does: impl Bundle,
        words: impl FnOnce(&mut Ui),
    ) {
        let control = self.control("button", label, ControlStyle::Button);
        let node = Node {
            width: self.px(ENTRY.0),
            min_height: self.px(ENTRY.1),
            justify_content: JustifyContent::Start,
            ..self.control_node()
        };
        self.spawn((control, node, Button, does), |ui| {
            let letters = ui.sign_letters(Size::Title, theme::TEXT, sign);
            ui.spawn((Text::new(sign), letters), |_| {});
            words(ui);
        });
    }

    /// A sign that is on or off; it is read out by `label`.
    pub fn toggle(&mut self, sign: &str, label: Msg, does: impl Bundle) {
        let control = self.control("toggle", &label, ControlStyle::Choice);
        let node = Node {
            min_width: self.px(46.0),
            padding: UiRect::axes(self.px(8.0), self.px(6.0)),
            ..self.control_node()
        };
        self.spawn((control, node, Checkbox, does), |ui| {
            ui.text(Size::Body, theme::TEXT, Msg::verbatim(sign.to_owned()));
        });
    }

    /// An entry of a list that can be pressed.
    pub fn item(&mut self, name: Msg, node: Node, does: impl Bundle, fill: impl FnOnce(&mut Ui)) {
        let control = self.control("item", &name, ControlStyle::Item);
        let node = Node {
            padding: UiRect::axes(self.px(8.0), self.px(3.0)),
            align_items: AlignItems::Center,
            border_radius: BorderRadius::all(self.px(theme::RADIUS / 2.0)),
            ..node
        };
        self.spawn((control, node, Button, does), fill);
    }

    /// One of many thin parts of a picture that can be pressed. The keyboard skips it: what it
    /// does can be done elsewhere too.
    pub fn slice(&mut self, name: Msg, node: Node, does: impl Bundle, fill: impl FnOnce(&mut Ui)) {
        let control = self.untabbed("slice", &name, ControlStyle::Item);
        self.spawn((control, node, Button, does), fill);
    }

    /// A switch with its label before it.
    pub fn switch(
        &mut self,
        label: Msg,
        is_on: impl Fn(&UiState) -> bool + Send + Sync + 'static,
        toggle: impl Fn(&mut World) + Send + Sync + 'static,
    ) {
        let control = self.control("switch", &label, ControlStyle::Setting);
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

    /// Alternatives of which one is chosen, with a label before them.
    pub fn choice(&mut self, label: Msg, options: Vec<Alternative>) {
        let options = options.into_iter().map(|option| (option, true));
        self.choice_of(label, options.collect());
    }

    /// The same, and one more, which can be chosen only if it may be.
    pub fn choice_and(
        &mut self,
        label: Msg,
        options: Vec<Alternative>,
        (last, may): (Alternative, bool),
    ) {
        let options = options.into_iter().map(|option| (option, true));
        self.choice_of(label, options.chain([(last, may)]).collect());
    }

    /// Alternatives, each with whether it can be chosen.
    fn choice_of(&mut self, label: Msg, options: Vec<(Alternative, bool)>) {
        let group = self.group(&label);
        self.labelled(label.clone(), |ui| {
            ui.spawn(group, |ui| {
                for (option, may) in options {
                    let node = ui.control_node();
                    let words = option.label.clone();
                    ui.alternative(&label, node, (option, may), |ui| {
                        ui.text(Size::Body, theme::TEXT, words);
                    });
                }
            });
        });
    }

    /// Alternatives of which one is chosen, each with a picture above its label.
    pub fn picture_choice(
        &mut self,
        label: &Msg,
        options: Vec<(Alternative, Option<Handle<Image>>)>,
    ) {
        let group = self.group(label);
        self.spawn(group, |ui| {
            for (option, picture) in options {
                let (width, height) = PICTURE;
                let node = Node {
                    flex_direction: FlexDirection::Column,
                    width: ui.px(width + 16.0),
                    padding: UiRect::axes(ui.px(6.0), ui.px(8.0)),
                    row_gap: ui.px(4.0),
                    ..ui.control_node()
                };
                let words = option.label.clone();
                ui.alternative(label, node, (option, true), |ui| {
                    let place = Node {
                        width: ui.px(width),
                        height: ui.px(height),
                        ..default()
                    };
                    match picture {
                        Some(picture) => {
                            let image = ImageNode::new(picture);
                            ui.spawn((place, image, Pickable::IGNORE), |_| {});
                        }
                        None => {
                            ui.node(place, |_| {});
                        }
                    }
                    ui.text(Size::Body, theme::TEXT, words);
                });
            }
        });
    }

    /// The group of alternatives of which one is chosen.
    fn group(&self, label: &Msg) -> impl Bundle + use<> {
        let gap = self.px(8.0);
        let node = Node {
            flex_wrap: FlexWrap::Wrap,
            column_gap: gap,
            row_gap: gap,
            ..default()
        };
        (
            self.name("choice ", label),
            node,
            RadioGroup,
            AccessibilityNode(Accessible::new(Role::RadioGroup)),
            AccessibleLabel(self.words.say(label)),
            Pickable::IGNORE,
        )
    }

    /// One of a group, which can be chosen if it may be.
    fn alternative(
        &mut self,
        of: &Msg,
        node: Node,
        (option, may): (Alternative, bool),
        fill: impl FnOnce(&mut Ui),
    ) {
        let name = msg!("choice-of", what = of.clone(), option = option.label);
        let control = self.control("choice", &name, ControlStyle::Choice);
        let may = EnabledIf::new(move |_| may);
        let bundle = (
            control,
            node,
            RadioButton,
            option.chosen,
            option.choose,
            may,
        );
        self.spawn(bundle, fill);
    }

    /// A slider with its label before it and its value in words beside it.
    pub fn slider(&mut self, label: Msg, scale: Scale) {
        let control = self.control("slider", &label, ControlStyle::Setting);
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
            let row = Node {
                align_items: AlignItems::Center,
                column_gap: ui.px(14.0),
                ..default()
            };
            ui.node(row, |ui| {
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
                        let style = (BackgroundColor(theme::TEXT), Pickable::IGNORE);
                        ui.spawn((node, SliderThumb, style), |_| {});
                    });
                });
                let read = ReadAs::ValueOf(slider);
                ui.says_of(Size::Body, theme::TEXT, words, read);
            });
        });
    }

    /// A control with its label before it, or above it where there is no room. All labels are of
    /// one width, so that the controls of a page stand in one column.
    pub(in crate::ui) fn labelled(&mut self, label: Msg, control: impl FnOnce(&mut Ui)) {
        let (width, beside) = (self.px(LABEL), self.px(BESIDE_LABEL));
        let row = Node {
            flex_wrap: FlexWrap::Wrap,
            align_items: AlignItems::Center,
            column_gap: self.px(8.0),
            row_gap: self.px(4.0),
            flex_shrink: 0.0,
            ..default()
        };
        self.node(row, |ui| {
            let node = Node {
                width,
                max_width: percent(100),
                ..default()
            };
            ui.node(node, |ui| {
                let letters = ui.letters(Size::Body, theme::FAINT);
                let words = ui.words.say(&label);
                ui.spawn((Text::new(words), letters, Unread), |_| {});
            });
            let place = Node {
                flex_direction: FlexDirection::Column,
                align_items: AlignItems::Stretch,
                flex_grow: 1.0,
                flex_basis: beside,
                min_width: px(0),
                ..default()
            };
            ui.node(place, control);
        });
    }
}

/// The components that make a button give a command, enabled while the command is.
fn gives(command: Command) -> impl Bundle {
    (
        CommandButton(command),
        EnabledIf::new(move |state| command.is_enabled(state)),
    )
}
