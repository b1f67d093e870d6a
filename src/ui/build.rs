//! What pages are built with: boxes, texts and controls, each written once.
//!
//! A page is a function that adds to a [`Ui`]. Sizes are those of the window at
//! 1280×800; on a panel all of them grow alike.

use accesskit::{Node as Accessible, Role};
use bevy::a11y::AccessibilityNode;
use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::text::{EditableText, TextEdit};
use bevy::ui_widgets::{
    Button, Checkbox, RadioButton, RadioGroup, ScrollArea, Slider, SliderPrecision, SliderRange,
    SliderStep, SliderThumb, TrackClick,
};

use super::act::{Act, CommandButton, Slide};
use super::bind::{CheckedIf, EnabledIf, Facts, Says, ShownIf, Value};
use super::commands::Command;
use super::field::{self, Typed};
use super::fonts::Fonts;
use super::look::{Look, SwitchPill};
use super::screen::Surface;
use super::status::StatusLine;
use super::theme::{self, Size};

/// A place in a page that more is added to.
pub struct Ui<'a, 's> {
    spawner: &'a mut ChildSpawnerCommands<'s>,
    fonts: &'a Fonts,
    /// Where the page is shown.
    pub on: Surface,
}

/// Most characters of a field.
const FIELD_LENGTH: usize = 80;
/// Most characters of one in which there is a lot to say.
const LONG_FIELD_LENGTH: usize = 1000;

/// The keys on a panel.
const KEYBOARD: [&[&str]; 3] = [
    &["q", "w", "e", "r", "t", "y", "u", "i", "o", "p"],
    &["a", "s", "d", "f", "g", "h", "j", "k", "l"],
    &["z", "x", "c", "v", "b", "n", "m", "-", ".", " "],
];

/// A part of a page whose number of things follows the state of the program: it is
/// filled anew when its key changes.
#[derive(Component)]
pub struct Fill {
    /// Tells one content from another.
    pub key: Box<dyn Fn(&Facts) -> u64 + Send + Sync>,
    /// Fills it.
    pub fill: Box<dyn Fn(&Facts, &mut Ui) + Send + Sync>,
    /// Where it is.
    pub on: Surface,
}

/// The content of a [`Fill`], by its key.
#[derive(Component, Debug, Default, PartialEq, Eq)]
pub struct Filled(pub Option<u64>);

/// What is scrolled into sight when it appears.
#[derive(Component, Debug)]
pub struct Current;

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

impl<'a, 's> Ui<'a, 's> {
    /// A page begins.
    pub fn new(spawner: &'a mut ChildSpawnerCommands<'s>, fonts: &'a Fonts, on: Surface) -> Self {
        Self { spawner, fonts, on }
    }

    // --- Boxes ------------------------------------------------------------------------

    /// A length of the window, as long as it is here.
    #[must_use]
    pub fn px(&self, length: f32) -> Val {
        px(length * self.on.scale())
    }

    /// Spawns anything, with more in it.
    pub fn spawn(&mut self, bundle: impl Bundle, fill: impl FnOnce(&mut Ui)) -> Entity {
        let (fonts, on) = (self.fonts, self.on);
        let mut entity = self.spawner.spawn(bundle);
        entity.with_children(|spawner| fill(&mut Ui { spawner, fonts, on }));
        entity.id()
    }

    /// A box that lets pointers through.
    pub fn node(&mut self, node: Node, fill: impl FnOnce(&mut Ui)) -> Entity {
        self.spawn((node, Pickable::IGNORE), fill)
    }

    /// One below the other.
    pub fn column(&mut self, gap: f32, fill: impl FnOnce(&mut Ui)) -> Entity {
        let node = Node {
            flex_direction: FlexDirection::Column,
            row_gap: self.px(gap),
            ..default()
        };
        self.node(node, fill)
    }

    /// One beside the other, in as many rows as it takes.
    pub fn row(&mut self, gap: f32, fill: impl FnOnce(&mut Ui)) -> Entity {
        let node = Node {
            flex_wrap: FlexWrap::Wrap,
            align_items: AlignItems::Center,
            column_gap: self.px(gap),
            row_gap: self.px(gap),
            ..default()
        };
        self.node(node, fill)
    }

    /// What stands at the left and at the right of a line.
    pub fn ends(&mut self, fill: impl FnOnce(&mut Ui)) -> Entity {
        let node = Node {
            align_items: AlignItems::Center,
            justify_content: JustifyContent::SpaceBetween,
            column_gap: self.px(16.0),
            ..default()
        };
        self.node(node, fill)
    }

    /// A column on a dark ground that stops pointers.
    pub fn card(&mut self, node: Node, ground: Color, fill: impl FnOnce(&mut Ui)) -> Entity {
        let node = Node {
            flex_direction: FlexDirection::Column,
            padding: UiRect::axes(self.px(16.0), self.px(12.0)),
            border_radius: BorderRadius::all(self.px(theme::RADIUS + 4.0)),
            ..node
        };
        self.spawn((node, BackgroundColor(ground)), fill)
    }

    /// A column on a dark ground with nothing to press: pointers go through it to the
    /// board, which may lie behind it in a small window.
    pub fn note(&mut self, node: Node, fill: impl FnOnce(&mut Ui)) -> Entity {
        let node = Node {
            flex_direction: FlexDirection::Column,
            padding: UiRect::axes(self.px(16.0), self.px(12.0)),
            border_radius: BorderRadius::all(self.px(theme::RADIUS + 4.0)),
            ..node
        };
        let ground = BackgroundColor(theme::CARD);
        self.spawn((node, ground, Pickable::IGNORE), fill)
    }

    /// What is longer than its place, and can be scrolled.
    pub fn scroll(&mut self, name: &str, gap: f32, fill: impl FnOnce(&mut Ui)) -> Entity {
        let node = Node {
            flex_direction: FlexDirection::Column,
            row_gap: self.px(gap),
            flex_grow: 1.0,
            flex_shrink: 1.0,
            min_height: px(0),
            // The ring of focus needs room.
            padding: UiRect::all(self.px(5.0)),
            overflow: Overflow::scroll_y(),
            ..default()
        };
        let name = Name::new(format!("{}{name}", self.on.prefix()));
        self.spawn((name, node, ScrollArea), fill)
    }

    /// A part that is filled anew when its key changes.
    pub fn filled(
        &mut self,
        node: Node,
        key: impl Fn(&Facts) -> u64 + Send + Sync + 'static,
        fill: impl Fn(&Facts, &mut Ui) + Send + Sync + 'static,
    ) -> Entity {
        let fill = Fill {
            key: Box::new(key),
            fill: Box::new(fill),
            on: self.on,
        };
        self.spawn((node, fill, Filled::default(), Pickable::IGNORE), |_| {})
    }

    /// A line between parts.
    pub fn line(&mut self) {
        let node = Node {
            height: self.px(1.0),
            flex_shrink: 0.0,
            ..default()
        };
        self.spawn(
            (node, BackgroundColor(theme::LINE), Pickable::IGNORE),
            |_| {},
        );
    }

    // --- Texts ------------------------------------------------------------------------

    fn letters(&self, size: Size, color: Color) -> impl Bundle + use<> {
        let is_strong = matches!(size, Size::Heading | Size::Title | Size::Display);
        let font = TextFont::from_font_size(size.pixels() * self.on.scale());
        (
            if is_strong {
                font.with_font(self.fonts.strong.clone())
            } else {
                font
            },
            TextColor(color),
            Pickable::IGNORE,
        )
    }

    /// A text.
    pub fn text(&mut self, size: Size, color: Color, words: impl Into<String>) {
        let letters = self.letters(size, color);
        self.spawner.spawn((Text::new(words), letters));
    }

    /// A text that follows the state of the program.
    pub fn says(
        &mut self,
        size: Size,
        color: Color,
        says: impl Fn(&Facts) -> String + Send + Sync + 'static,
    ) {
        self.says_bound(size, color, Says::new(says));
    }

    fn says_bound(&mut self, size: Size, color: Color, says: Says) {
        let letters = self.letters(size, color);
        self.spawner.spawn((Text::default(), letters, says));
    }

    /// A line of the status.
    pub fn status(&mut self, line: StatusLine, size: Size, color: Color) {
        let letters = self.letters(size, color);
        self.spawner.spawn((line, Text::default(), letters, Label));
    }

    /// Signs: pieces, icons.
    pub fn signs(&mut self, size: Size, color: Color, signs: impl Into<String>) {
        let font = TextFont::from_font_size(size.pixels() * self.on.scale())
            .with_font(self.fonts.symbols.clone());
        self.spawner
            .spawn((Text::new(signs), font, TextColor(color), Pickable::IGNORE));
    }

    /// Signs that follow the state of the program.
    pub fn signs_saying(
        &mut self,
        size: Size,
        color: Color,
        says: impl Fn(&Facts) -> String + Send + Sync + 'static,
    ) {
        let font = TextFont::from_font_size(size.pixels() * self.on.scale())
            .with_font(self.fonts.symbols.clone());
        let look = (font, TextColor(color), Pickable::IGNORE);
        self.spawner.spawn((Text::default(), look, Says::new(says)));
    }

    // --- Controls ---------------------------------------------------------------------

    fn control(&self, kind: &str, label: &str, look: Look) -> impl Bundle + use<> {
        (TabIndex(0), self.untabbed(kind, label, look))
    }

    /// A control to which no key leads.
    fn untabbed(&self, kind: &str, label: &str, look: Look) -> impl Bundle + use<> {
        let name = format!("{}{kind} {}", self.on.prefix(), label.to_lowercase());
        let role = match kind {
            "switch" | "toggle" => Role::CheckBox,
            "choice" => Role::RadioButton,
            "slider" => Role::Slider,
            _ => Role::Button,
        };
        (
            Name::new(name),
            look,
            // Bevy's widgets would bring their roles, but a label is there first.
            AccessibilityNode(Accessible::new(role)),
            AccessibleLabel(label.to_owned()),
            BackgroundColor(theme::BUTTON),
        )
    }

    fn control_node(&self) -> Node {
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
            ui.says(Size::Body, theme::TEXT, says);
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
                ui.spawn(slider, |ui| {
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
                ui.says_bound(Size::Body, theme::TEXT, words);
            });
        });
    }

    /// A field of one line that is typed in. On a panel it has keys of its own.
    pub fn field(&mut self, label: &str, typed: Typed) {
        self.field_of(label, 300.0, FIELD_LENGTH, typed);
    }

    /// The same, for more words.
    pub fn long_field(&mut self, label: &str, typed: Typed) {
        self.field_of(label, 410.0, LONG_FIELD_LENGTH, typed);
    }

    fn field_of(&mut self, label: &str, width: f32, length: usize, typed: Typed) {
        let name = format!("{}field {}", self.on.prefix(), label.to_lowercase());
        let node = Node {
            width: self.px(width),
            max_width: percent(100),
            height: self.px(theme::TARGET),
            padding: UiRect::axes(self.px(10.0), self.px(8.0)),
            border: UiRect::all(self.px(1.0)),
            border_radius: BorderRadius::all(self.px(theme::RADIUS)),
            ..default()
        };
        let text = EditableText {
            max_characters: Some(length),
            ..EditableText::new(typed.text())
        };
        let field = (
            Name::new(name),
            node,
            TabIndex(0),
            Look::Setting,
            field::accessible(label),
            BackgroundColor(theme::BUTTON),
            BorderColor::all(theme::LINE),
            TextFont::from_font_size(Size::Body.pixels() * self.on.scale()),
            TextColor(theme::TEXT),
            text,
            typed,
        );
        let mut entity = Entity::PLACEHOLDER;
        self.labelled(label, |ui| entity = ui.spawn(field, |_| {}));
        if self.on == Surface::Panel {
            self.keyboard(label, entity);
        }
    }

    /// Keys that type into a field.
    fn keyboard(&mut self, label: &str, field: Entity) {
        let key = |edit: fn(&str) -> TextEdit, text: &'static str| {
            Act::new(move |world| {
                if let Some(mut editable) = world.get_mut::<EditableText>(field) {
                    editable.queue_edit(edit(text));
                }
            })
        };
        self.column(4.0, |ui| {
            for row in KEYBOARD {
                ui.row(4.0, |ui| {
                    for text in row.iter().copied() {
                        let words = if text == " " { "space" } else { text };
                        let name = format!("{label} {words}");
                        let control = ui.control("key", &name, Look::Button);
                        let node = ui.control_node();
                        let does = key(|text| TextEdit::Insert(text.into()), text);
                        ui.spawn((control, node, Button, does), |ui| {
                            ui.text(Size::Body, theme::TEXT, words);
                        });
                    }
                });
            }
            let control = ui.control("key", &format!("{label} delete"), Look::Button);
            let node = ui.control_node();
            let does = key(|_| TextEdit::Backspace, "");
            ui.spawn((control, node, Button, does), |ui| {
                ui.text(Size::Body, theme::TEXT, "delete");
            });
        });
    }

    /// Words before a control; above it where there is no room beside it.
    fn labelled(&mut self, label: &str, control: impl FnOnce(&mut Ui)) {
        let width = self.px(170.0);
        self.row(8.0, |ui| {
            let node = Node {
                min_width: width,
                ..default()
            };
            ui.node(node, |ui| ui.text(Size::Body, theme::FAINT, label));
            control(ui);
        });
    }

    /// A node of that kind that is there only while that is so.
    pub fn hidden_unless(
        &mut self,
        node: Node,
        is: impl Fn(&Facts) -> bool + Send + Sync + 'static,
        fill: impl FnOnce(&mut Ui),
    ) {
        self.spawn((node, Pickable::IGNORE, ShownIf::new(is)), fill);
    }

    /// What is there only while that is so.
    pub fn shown_if(
        &mut self,
        is: impl Fn(&Facts) -> bool + Send + Sync + 'static,
        fill: impl FnOnce(&mut Ui),
    ) {
        let node = Node {
            flex_direction: FlexDirection::Column,
            row_gap: self.px(8.0),
            ..default()
        };
        self.spawn((node, Pickable::IGNORE, ShownIf::new(is)), fill);
    }
}

/// What makes a button that of a command.
fn gives(command: Command) -> impl Bundle {
    (
        CommandButton(command),
        EnabledIf::new(move |facts| facts.enabled.has(command)),
    )
}
