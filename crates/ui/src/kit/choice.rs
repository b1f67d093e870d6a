//! Alternatives of which one is chosen.

use accesskit::{Node as Accessible, Role};
use bevy::a11y::AccessibilityNode;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::{RadioButton, RadioGroup};

use super::act::Act;
use super::bind::{BindSystems, CheckedIf, EnabledIf, Pictured};
use super::build::Ui;
use super::control_style::ControlStyle;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_base::schedule::AppSystems;
use icochess_message::{Msg, msg};

/// Width and height of a picture that is chosen, logical pixels of the window.
const PICTURE: (f32, f32) = (88.0, 66.0);
/// Width of a button with such a picture, logical pixels, where no word of a label is longer: those of
/// small windows have larger letters. Six have room in a row of a page, with gaps between them.
const PICTURE_CHOICE: f32 = 105.0;
/// Gap between such buttons, logical pixels.
const PICTURE_GAP: f32 = 4.0;
/// The same as [`PICTURE`] where controls are narrow.
const SMALL_PICTURE: (f32, f32) = (30.0, 22.5);

/// One of several alternatives that can be chosen.
pub struct Alternative {
    /// The label.
    pub label: Msg,
    /// Whether the alternative is the chosen one.
    pub chosen: CheckedIf,
    /// Chooses the alternative.
    pub choose: Act,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        be_one_stop.in_set(AppSystems::Feedback).after(BindSystems),
    );
}

/// Makes a group one stop of the keyboard, at what is chosen in it (ARIA Authoring Practices, radio
/// group), if that can be used: the arrows go from one alternative to the other, and choose it.
fn be_one_stop(
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

    /// Alternatives of which one is chosen, one below the other where they are narrow.
    pub fn stacked_choice(&mut self, label: Msg, options: Vec<Alternative>) {
        let options = options.into_iter().map(|option| (option, true));
        let node = self.stacked_node();
        self.choice_in(node, label, options.collect());
    }

    /// Alternatives, each with whether it can be chosen.
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

    /// Alternatives of which one is chosen, each with a picture above its label; where
    /// they are narrow one below the other, with small pictures before their labels.
    pub fn picture_choice(&mut self, label: &Msg, options: Vec<(Alternative, Pictured)>) {
        let is_narrow = self.is_narrow;
        let group = if is_narrow {
            self.label_above(label);
            self.stacked_node()
        } else {
            Node {
                column_gap: self.px(PICTURE_GAP),
                ..self.group_node()
            }
        };
        let group = self.group(label, group);
        self.spawn(group, |ui| {
            for (option, picture) in options {
                let (size, node) = if is_narrow {
                    let node = Node {
                        justify_content: JustifyContent::Start,
                        column_gap: ui.px(5.0),
                        ..ui.control_node()
                    };
                    (SMALL_PICTURE, node)
                } else {
                    let node = Node {
                        flex_direction: FlexDirection::Column,
                        // Pictures and labels begin at one height, in however many lines.
                        justify_content: JustifyContent::Start,
                        flex_basis: ui.px(PICTURE_CHOICE),
                        // Its longest word is never cut.
                        min_width: auto(),
                        padding: UiRect::vertical(ui.px(6.0)),
                        row_gap: ui.px(4.0),
                        ..ui.control_node()
                    };
                    (PICTURE, node)
                };
                let words = option.label.clone();
                ui.alternative(label, node, (option, true), |ui| {
                    ui.picture(size, picture);
                    if is_narrow {
                        ui.text(Size::Small, theme::TEXT, words);
                    } else {
                        ui.centred_text(Size::Small, theme::TEXT, words);
                    }
                });
            }
        });
    }

    /// The node in which alternatives stand one below the other, if they are narrow.
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

    /// The node in which alternatives stand side by side, and wrap.
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

    /// The group of alternatives of which one is chosen.
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
}
