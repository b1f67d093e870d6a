//! Radio groups: alternatives with exactly one chosen.

use accesskit::{Node as Accessible, Role};
use bevy::a11y::AccessibilityNode;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::{RadioButton, RadioGroup};

use super::act::Act;
use super::bind::{BindSystems, BoundPicture, CheckedIf, EnabledIf};
use super::build::Ui;
use super::control_style::ControlStyle;
use super::room::ByRoom;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_base::schedule::AppSystems;
use icochess_message::{Msg, msg};

/// Width and height of an alternative's picture, in logical pixels of the window.
const PICTURE: (f32, f32) = (88.0, 66.0);
/// Width of a button with a picture, in logical pixels; a longer word widens it. Six of these
/// buttons fit in a row of a page. Small windows have larger text.
const PICTURE_CHOICE: f32 = 105.0;
/// Factor of a picture's size in a large window. Three rows fill the height of a page.
const ENLARGED: f32 = 2.34;
/// Width of a button with a picture in a large window, in logical pixels.
const LARGE_CHOICE: f32 = 224.0;
/// Width of the group in a large window, in logical pixels: two buttons in a row, and some pixels
/// against rounding.
const LARGE_GROUP: f32 = 2.0 * LARGE_CHOICE + LARGE_GAP + 4.0;
/// Gap between buttons with pictures, in logical pixels.
const PICTURE_GAP: f32 = 4.0;
/// Gap between buttons with pictures in a large window, in logical pixels.
const LARGE_GAP: f32 = 8.0;
/// Width and height of a picture in narrow controls, in logical pixels of the window. The height of
/// six of these buttons fits on the panel.
const SMALL_PICTURE: (f32, f32) = (48.0, 36.0);

/// One of several alternatives.
pub struct Alternative {
    /// Label of the button.
    pub label: Msg,
    /// Whether the alternative is the chosen one.
    pub chosen: CheckedIf,
    /// Chooses the alternative.
    pub choose: Act,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        update_tab_stops
            .in_set(AppSystems::Feedback)
            .after(BindSystems),
    );
}

/// Makes a group a single tab stop: its chosen alternative, if enabled (ARIA Authoring Practices,
/// radio group). The arrow keys move between alternatives and choose them.
fn update_tab_stops(
    changed: Query<&ChildOf, (With<RadioButton>, Or<(Added<Checked>, Added<RadioButton>)>)>,
    groups: Query<&Children, With<RadioGroup>>,
    mut alternatives: Query<
        (&mut TabIndex, Has<Checked>, Has<InteractionDisabled>),
        With<RadioButton>,
    >,
    mut focus: Option<ResMut<InputFocus>>,
) {
    for &ChildOf(group) in &changed {
        let Ok(all) = groups.get(group) else {
            continue;
        };
        let chosen = all
            .iter()
            .find(|it| matches!(alternatives.get(*it), Ok((_, true, false))));
        let is_enabled = |it: &Entity| matches!(alternatives.get(*it), Ok((_, _, false)));
        let Some(stop) = chosen.or_else(|| all.iter().find(is_enabled)) else {
            continue;
        };
        for it in all.iter() {
            if let Ok((mut index, ..)) = alternatives.get_mut(it) {
                index.set_if_neq(TabIndex(if it == stop { 0 } else { -1 }));
            }
        }
        if let Some(focus) = &mut focus
            && let Some(now) = focus.get()
            && now != stop
            && all.contains(&now)
        {
            focus.set(stop, FocusCause::Navigated);
        }
    }
}

impl Ui<'_, '_> {
    /// Adds a labelled group of alternatives.
    pub fn choice(&mut self, label: Msg, options: Vec<Alternative>) {
        let options = options.into_iter().map(|option| (option, true));
        self.choice_of(label, options.collect());
    }

    /// Adds a labelled group with one additional alternative at the end, enabled only if `may` is
    /// true.
    pub fn choice_and(
        &mut self,
        label: Msg,
        options: Vec<Alternative>,
        (last, may): (Alternative, bool),
    ) {
        let options = options.into_iter().map(|option| (option, true));
        self.choice_of(label, options.chain([(last, may)]).collect());
    }

    /// Adds a labelled group of alternatives, stacked where controls are narrow.
    pub fn stacked_choice(&mut self, label: Msg, options: Vec<Alternative>) {
        let options = options.into_iter().map(|option| (option, true));
        let node = self.stacked_node();
        self.choice_in(node, label, options.collect());
    }

    /// Adds a group of alternatives, each with whether it is enabled.
    fn choice_of(&mut self, label: Msg, options: Vec<(Alternative, bool)>) {
        let node = self.group_node();
        self.choice_in(node, label, options);
    }

    fn choice_in(&mut self, node: Node, label: Msg, options: Vec<(Alternative, bool)>) {
        let group = self.group(&label, node);
        self.labelled(label.clone(), |ui| {
            ui.spawn(group, |ui| {
                for (option, may) in options {
                    let node = ui.control_node();
                    let words = option.label.clone();
                    ui.alternative(&label, node, (option, may), |ui| {
                        ui.text(ui.control_letters(), theme::TEXT, words);
                    });
                }
            });
        });
    }

    /// Adds a group of alternatives with pictures above their labels. In a large window, the
    /// pictures are larger and form two columns. Narrow controls are stacked, with small pictures
    /// before the labels.
    pub fn picture_choice(&mut self, label: &Msg, options: Vec<(Alternative, BoundPicture)>) {
        let is_narrow = self.is_narrow;
        let group = if is_narrow {
            self.label_above(label);
            self.stacked_node()
        } else {
            Node {
                column_gap: self.px(PICTURE_GAP),
                flex_shrink: 0.0,
                ..self.group_node()
            }
        };
        let group = self.group(label, group);
        let group = self.spawn(group, |ui| {
            for (option, picture) in options {
                let (size, node) = if is_narrow {
                    let node = Node {
                        justify_content: JustifyContent::Start,
                        // The picture fills the height of the button.
                        padding: UiRect {
                            left: ui.px(2.0),
                            right: ui.px(5.0),
                            ..default()
                        },
                        column_gap: ui.px(3.0),
                        ..ui.control_node()
                    };
                    (SMALL_PICTURE, node)
                } else {
                    let node = Node {
                        flex_direction: FlexDirection::Column,
                        // Aligns pictures and labels, regardless of the number of lines in a label.
                        justify_content: JustifyContent::Start,
                        flex_basis: ui.px(PICTURE_CHOICE),
                        // Ensures that the longest word is never cut.
                        min_width: auto(),
                        padding: UiRect::vertical(ui.px(6.0)),
                        row_gap: ui.px(4.0),
                        ..ui.control_node()
                    };
                    (PICTURE, node)
                };
                let words = option.label.clone();
                let choice = ui.alternative(label, node, (option, true), |ui| {
                    let picture = ui.picture(size, picture);
                    if is_narrow {
                        ui.text(Size::Small, theme::TEXT, words);
                    } else {
                        ui.also(picture, ByRoom(resize_picture));
                        ui.centred_text(Size::Small, theme::TEXT, words);
                    }
                });
                if !is_narrow {
                    ui.also(choice, ByRoom(resize_choice));
                }
            }
        });
        if !is_narrow {
            self.also(group, ByRoom(resize_group));
        }
    }

    /// Returns the node of a group, stacked where controls are narrow.
    fn stacked_node(&self) -> Node {
        let node = self.group_node();
        if !self.is_narrow {
            return node;
        }
        Node {
            flex_direction: FlexDirection::Column,
            flex_wrap: FlexWrap::NoWrap,
            ..node
        }
    }

    /// Returns the node of a group that wraps.
    fn group_node(&self) -> Node {
        let gap = self.px(if self.is_narrow { 4.0 } else { 8.0 });
        Node {
            flex_wrap: FlexWrap::Wrap,
            column_gap: gap,
            row_gap: gap,
            flex_shrink: if self.is_narrow { 0.0 } else { 1.0 },
            ..default()
        }
    }

    /// Returns the bundle of a radio group.
    fn group(&self, label: &Msg, node: Node) -> impl Bundle + use<> {
        (
            self.name("choice ", label),
            node,
            RadioGroup,
            AccessibilityNode(Accessible::new(Role::RadioGroup)),
            AccessibleLabel(self.words.say(label)),
            Pickable::IGNORE,
        )
    }

    /// Adds one alternative to a group, enabled if `may` is true.
    fn alternative(
        &mut self,
        of: &Msg,
        node: Node,
        (option, may): (Alternative, bool),
        fill: impl FnOnce(&mut Ui),
    ) -> Entity {
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
        self.spawn(bundle, fill)
    }
}

fn resize_group(node: &mut Node, is_large: bool) {
    (node.width, node.column_gap) = if is_large {
        (px(LARGE_GROUP), px(LARGE_GAP))
    } else {
        (auto(), px(PICTURE_GAP))
    };
}

fn resize_choice(node: &mut Node, is_large: bool) {
    node.flex_basis = px(if is_large {
        LARGE_CHOICE
    } else {
        PICTURE_CHOICE
    });
}

fn resize_picture(node: &mut Node, is_large: bool) {
    let factor = if is_large { ENLARGED } else { 1.0 };
    node.width = px(PICTURE.0 * factor);
    node.height = px(PICTURE.1 * factor);
}
