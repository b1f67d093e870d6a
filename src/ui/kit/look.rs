//! How controls look while they are pointed at, held, chosen, off, or at the keyboard's
//! focus.

use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled, Pressed};
use bevy::ui_widgets::{SliderRange, SliderThumb, SliderValue};

use super::bind::BindSystems;
use super::pointed::Pointed;
use crate::schedule::AppSystems;
use crate::ui::style::theme;

/// What a control is, to the eye.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// Does something when it is pressed.
    Button,
    /// The one of the page that most will want.
    Primary,
    /// One of several, of which one is chosen; a tab.
    Choice,
    /// Lies in a list: without a ground of its own.
    Item,
    /// Something is set with it that it shows in itself.
    Setting,
    /// Says who plays a side: lit while it is the side's turn. It is not pressed.
    Plate,
}

/// The pill of a switch, a child of it: its knob is at the right while it is on.
#[derive(Component, Debug, Clone, Copy)]
pub struct SwitchPill;

/// Everything that paints controls.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LookSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            paint,
            place_thumbs,
            ring.run_if(resource_exists::<InputFocus>),
        )
            .in_set(LookSystems)
            .in_set(AppSystems::Feedback)
            .after(BindSystems),
    );
}

/// Ground and ink of a control.
fn colors(look: Look, pressed: bool, pointed: bool, checked: bool, disabled: bool) -> [Color; 2] {
    let filled = match look {
        Look::Primary => true,
        Look::Choice | Look::Item => checked,
        Look::Button | Look::Setting | Look::Plate => false,
    };
    if look == Look::Plate {
        let ground = if checked { theme::ACTIVE } else { Color::NONE };
        return [ground, theme::TEXT];
    }
    if disabled {
        let ground = match look {
            Look::Item => Color::NONE,
            _ => theme::BUTTON_DISABLED,
        };
        return [ground, theme::DISABLED];
    }
    let ground = match (filled, pressed, pointed) {
        (_, true, true) => theme::BUTTON_PRESSED,
        (true, _, true) => theme::CHOSEN_HOVERED,
        (true, ..) => theme::CHOSEN,
        (false, _, true) => theme::BUTTON_HOVERED,
        (false, ..) if look == Look::Item => Color::NONE,
        (false, ..) => theme::BUTTON,
    };
    [ground, theme::TEXT]
}

fn paint(
    mut controls: Query<(
        &Look,
        Has<Pointed>,
        Has<Pressed>,
        Has<Checked>,
        Has<InteractionDisabled>,
        &mut BackgroundColor,
        Option<&Children>,
    )>,
    mut pills: Query<
        (&ChildOf, &mut BackgroundColor, &mut Node),
        (With<SwitchPill>, Without<Look>),
    >,
    switches: Query<Has<Checked>>,
    mut inks: Query<&mut TextColor>,
) {
    for (look, pointed, pressed, checked, disabled, mut ground, children) in &mut controls {
        let [color, ink] = colors(*look, pressed, pointed, checked, disabled);
        ground.set_if_neq(BackgroundColor(color));
        // Items have inks of their own.
        if *look != Look::Item {
            for child in children.into_iter().flatten() {
                if let Ok(mut text) = inks.get_mut(*child) {
                    text.set_if_neq(TextColor(ink));
                }
            }
        }
    }
    for (of, mut ground, mut node) in &mut pills {
        let is_on = switches.get(of.parent()).unwrap_or(false);
        let (color, place) = if is_on {
            (theme::SWITCH_ON, JustifyContent::FlexEnd)
        } else {
            (theme::LINE, JustifyContent::FlexStart)
        };
        ground.set_if_neq(BackgroundColor(color));
        if node.justify_content != place {
            node.justify_content = place;
        }
    }
}

/// The thumb of a slider stands where its value is.
fn place_thumbs(
    sliders: Query<
        (&SliderValue, &SliderRange, &Children),
        Or<(Changed<SliderValue>, Added<Children>)>,
    >,
    tracks: Query<&Children>,
    mut thumbs: Query<&mut Node, With<SliderThumb>>,
) {
    for (value, range, children) in &sliders {
        let left = percent(100.0 * range.thumb_position(range.clamp(value.0)));
        let below = children.iter().flat_map(|child| {
            let more = tracks.get(child).ok().into_iter().flatten().copied();
            std::iter::once(child).chain(more)
        });
        for entity in below {
            if let Ok(mut node) = thumbs.get_mut(entity)
                && node.left != left
            {
                node.left = left;
            }
        }
    }
}

/// The ring round what the keyboard is at.
fn ring(
    mut commands: Commands,
    focus: Res<InputFocus>,
    visible: Res<InputFocusVisible>,
    ringed: Query<Entity, (With<Look>, With<Outline>)>,
    controls: Query<(), With<Look>>,
) {
    if !focus.is_changed() && !visible.is_changed() {
        return;
    }
    let now = focus.get().filter(|it| visible.0 && controls.contains(*it));
    for entity in ringed.iter().filter(|it| Some(*it) != now) {
        commands.entity(entity).remove::<Outline>();
    }
    if let Some(entity) = now {
        commands
            .entity(entity)
            .insert(Outline::new(px(3), px(2), theme::FOCUS));
    }
}
