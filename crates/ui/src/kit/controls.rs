//! The controls of pages: buttons, switches, labels.

use accesskit::{Action, Node as Accessible, Role};
use bevy::a11y::AccessibilityNode;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui_widgets::{Button, Checkbox};

use super::act::{Act, CommandButton};
use super::bind::{BoundText, CheckedIf, EnabledIf};
use super::build::{ReadAs, Ui, Unread};
use super::control_style::{ControlStyle, SwitchPill};
use super::fingertip::Pressable;
use super::hold::{HoldBar, HoldButton};
use crate::commands::command::Command;
use crate::commands::info::CommandInfo;
use crate::state::screen::{Question, Surface};
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_message::{Msg, msg};

/// Width of the labels before controls, in logical pixels of the window.
const LABEL: f32 = 200.0;
/// Minimum width of a control after its label, in logical pixels of the window. With less space,
/// the control wraps below the label.
const BESIDE_LABEL: f32 = 300.0;

/// Minimum height of a narrow control, in logical pixels of the window: the smallest target for a
/// ray.
pub(super) const NARROW: f32 = 32.0;

impl Ui<'_, '_> {
    /// Returns the bundle of a control of a kind, with the kind's role.
    pub(crate) fn control(
        &self,
        kind: &str,
        label: &Msg,
        style: ControlStyle,
    ) -> impl Bundle + use<> {
        let control = self.untabbed(kind, label, style);
        (TabIndex(0), Pressable::default(), control)
    }

    /// Returns the bundle of a control that the Tab key skips.
    pub(crate) fn untabbed(
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
        // Bevy reports no supported actions, so assistive programs would offer none.
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
            // Bevy's widgets only insert a role where the entity has no accessibility node yet.
            AccessibilityNode(read),
            AccessibleLabel(self.words.say(label)),
            BackgroundColor(theme::BUTTON),
        )
    }

    /// Returns the node of a control. It is high enough for a mouse or a ray, and grows for
    /// fingers.
    pub(crate) fn control_node(&self) -> Node {
        let [height, sides, ends, gap] = if self.is_narrow {
            [NARROW, 6.0, 3.0, 6.0]
        } else {
            [theme::TARGET, 14.0, 6.0, 10.0]
        };
        Node {
            min_height: self.px(height),
            padding: UiRect::axes(self.px(sides), self.px(ends)),
            column_gap: self.px(gap),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            flex_shrink: 0.0,
            border_radius: BorderRadius::all(self.px(theme::RADIUS)),
            ..default()
        }
    }

    /// Returns the text size of controls.
    pub(crate) fn control_letters(&self) -> Size {
        if self.is_narrow {
            Size::Small
        } else {
            Size::Body
        }
    }

    /// Returns the text size of a button of this style.
    fn button_letters(&self, style: ControlStyle) -> Size {
        match style {
            ControlStyle::Primary => Size::Strong,
            _ => self.control_letters(),
        }
    }

    /// Adds a button with a label.
    pub fn button(&mut self, label: Msg, style: ControlStyle, does: impl Bundle) -> Entity {
        self.button_named(&label.clone(), label, style, does)
    }

    /// Adds a button with the accessible name `name`, because its label only makes sense in its
    /// context.
    pub fn button_named(
        &mut self,
        name: &Msg,
        label: Msg,
        style: ControlStyle,
        does: impl Bundle,
    ) -> Entity {
        self.button_of(name, style, does, |ui| {
            ui.text(ui.button_letters(style), theme::TEXT, label);
        })
    }

    /// Adds a button with the accessible name `name` and custom content.
    fn button_of(
        &mut self,
        name: &Msg,
        style: ControlStyle,
        does: impl Bundle,
        fill: impl FnOnce(&mut Ui),
    ) -> Entity {
        let control = self.control("button", name, style);
        let node = self.control_node();
        self.spawn((control, node, Button, does), fill)
    }

    /// Adds the button of a command with a custom label.
    pub fn button_for(&mut self, label: Msg, style: ControlStyle, command: Command) -> Entity {
        self.button(label, style, command_bundle(command))
    }

    /// Adds the button of a command, with icon and label.
    pub fn icon_button(&mut self, command: Command) {
        let info = command.info();
        self.plain_button(command, &info, |ui| {
            ui.icon_of(Size::Body, &info);
            ui.words_of(Size::Body, &info);
        });
    }

    /// Adds a square button with only the icon of a command, and the command's label as its
    /// accessible name.
    pub fn icon(&mut self, command: Command) {
        let info = command.info();
        let control = self.control("button", &info.label, ControlStyle::Button);
        let node = Node {
            min_width: self.px(theme::TARGET),
            padding: UiRect::all(self.px(6.0)),
            ..self.control_node()
        };
        self.spawn((control, node, Button, command_bundle(command)), |ui| {
            ui.icon_of(Size::Body, &info);
        });
    }

    /// Adds the button of a command with only a custom symbol, and the command's label as its
    /// accessible name.
    pub fn symbol_button(&mut self, symbol: &str, command: Command) {
        self.plain_button(command, &command.info(), |ui| {
            ui.icon_symbol(Size::Body, symbol);
        });
    }

    fn plain_button(&mut self, command: Command, info: &CommandInfo, fill: impl FnOnce(&mut Ui)) {
        self.button_of(
            &info.label,
            ControlStyle::Button,
            command_bundle(command),
            fill,
        );
    }

    /// Adds the icon of a command. The command must have one.
    pub(super) fn icon_of(&mut self, size: Size, info: &CommandInfo) {
        debug_assert!(info.icon.is_some(), "no icon: {:?}", info.label);
        if let Some(icon) = info.icon {
            self.icon_symbol(size, icon);
        }
    }

    /// Adds the words of a command, which may depend on the program state.
    pub(super) fn words_of(&mut self, size: Size, info: &CommandInfo) {
        match info.says.clone() {
            Some(says) => {
                let says = BoundText::new(move |state| says.value(state));
                self.bound_text_of(size, theme::TEXT, says, ReadAs::Name);
            }
            None => self.text(size, theme::TEXT, info.label.clone()),
        }
    }

    /// Adds the button of a command, enabled while the command is.
    pub fn command(&mut self, command: Command) -> Entity {
        self.command_as(command, ControlStyle::Button)
    }

    /// Adds the button of a command in this style.
    pub fn command_as(&mut self, command: Command, style: ControlStyle) -> Entity {
        let info = command.info();
        self.button_of(&info.label, style, command_bundle(command), |ui| {
            ui.words_of(ui.button_letters(style), &info);
        })
    }

    /// Adds the button of a command that asks for confirmation. On the panel, the player holds it
    /// down instead.
    pub fn command_held(&mut self, command: Command, style: ControlStyle) -> Entity {
        if self.on == Surface::Window {
            return self.command_as(command, style);
        }
        let label = command.info().label;
        let does = (command_bundle(command), HoldButton(command));
        self.button_of(&label.clone(), style, does, |ui| {
            ui.held(command, label, style);
        })
    }

    /// Adds the progress bar and words of a hold button.
    fn held(&mut self, command: Command, label: Msg, style: ControlStyle) {
        self.hold_bar(style);
        self.held_words(command, label);
    }

    /// Adds the bar that shows how long a button has been held.
    pub(super) fn hold_bar(&mut self, style: ControlStyle) {
        let bar = Node {
            position_type: PositionType::Absolute,
            left: px(0),
            top: px(0),
            bottom: px(0),
            width: percent(0),
            border_radius: BorderRadius::all(self.px(theme::RADIUS)),
            ..default()
        };
        let ground = match style {
            ControlStyle::Primary => theme::PRIMARY_HOVERED,
            _ => theme::CHOSEN_HOVERED,
        };
        let bundle = (bar, HoldBar, BackgroundColor(ground), Pickable::IGNORE);
        self.spawn(bundle, |_| {});
    }

    /// Adds the words of a hold button: the question that the hold confirms, or the label.
    pub(super) fn held_words(&mut self, command: Command, label: Msg) {
        self.bound_text(Size::Body, theme::TEXT, move |state| {
            match command.question(state) {
                Some(Question::Resign(_) | Question::WhoResigns) => msg!("hold-to-resign"),
                Some(Question::Begin) => msg!("hold-to-start"),
                Some(Question::Rematch) => msg!("hold-to-rematch"),
                Some(Question::Resume) => msg!("hold-to-resume"),
                None => label.clone(),
            }
        });
    }

    /// Adds a button whose words depend on the program state, with the accessible name `label`.
    pub fn bound_button(
        &mut self,
        label: Msg,
        says: fn(&UiState) -> Msg,
        does: impl Bundle,
    ) -> Entity {
        self.button_of(&label, ControlStyle::Button, does, |ui| {
            ui.bound_text_of(Size::Body, theme::TEXT, BoundText::new(says), ReadAs::Name);
        })
    }

    /// Adds a toggle button with a symbol, and the accessible name `label`.
    pub fn toggle(&mut self, symbol: &str, label: Msg, does: impl Bundle) {
        let control = self.control("toggle", &label, ControlStyle::Choice);
        let node = Node {
            min_width: self.px(46.0),
            padding: UiRect::axes(self.px(8.0), self.px(6.0)),
            ..self.control_node()
        };
        self.spawn((control, node, Checkbox, does), |ui| {
            ui.text(Size::Body, theme::TEXT, Msg::verbatim(symbol.to_owned()));
        });
    }

    /// Adds a list entry that can be pressed.
    pub fn item(
        &mut self,
        name: Msg,
        node: Node,
        does: impl Bundle,
        fill: impl FnOnce(&mut Ui),
    ) -> Entity {
        let control = self.control("item", &name, ControlStyle::Item);
        let node = Node {
            padding: UiRect::axes(self.px(8.0), self.px(3.0)),
            align_items: AlignItems::Center,
            border_radius: BorderRadius::all(self.px(theme::RADIUS / 2.0)),
            ..node
        };
        self.spawn((control, node, Button, does), fill)
    }

    /// Adds one of many thin, pressable parts of a picture. Tab skips these parts, because other
    /// controls offer the same actions.
    pub fn slice(&mut self, name: Msg, node: Node, does: impl Bundle, fill: impl FnOnce(&mut Ui)) {
        let control = self.untabbed("slice", &name, ControlStyle::Item);
        self.spawn((control, node, Button, does), fill);
    }

    /// Adds a switch after its label.
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
            ui.text(ui.control_letters(), theme::TEXT, label);
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

    /// Adds the label above a control in a narrow column.
    pub(super) fn label_above(&mut self, label: &Msg) {
        self.unread(Size::Small, label);
    }

    /// Adds a label that screen readers read only as part of its control.
    fn unread(&mut self, size: Size, label: &Msg) {
        let letters = self.letters(size, theme::FAINT);
        let words = self.words.say(label);
        self.spawn((Text::new(words), letters, Unread), |_| {});
    }

    /// Adds a control after its label, or below it where space is short. All labels have the same
    /// width, which aligns the controls of a page.
    pub(crate) fn labelled(&mut self, label: Msg, control: impl FnOnce(&mut Ui)) {
        if self.is_narrow {
            self.label_above(&label);
            return control(self);
        }
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
            ui.node(node, |ui| ui.unread(Size::Body, &label));
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

/// Returns the components of a button that gives a command, enabled while the command is.
pub(super) fn command_bundle(command: Command) -> impl Bundle {
    (
        CommandButton(command),
        EnabledIf::new(move |state| command.is_enabled(state)),
    )
}
