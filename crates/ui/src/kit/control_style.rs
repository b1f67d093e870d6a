//! The appearance of controls that are hovered, held, chosen, disabled or focused.

use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled, Pressed};
use bevy::ui_widgets::{SliderRange, SliderThumb, SliderValue};

use super::bind::BindSystems;
use crate::state::pointed::Pointed;
use crate::style::theme;
use icochess_base::schedule::AppSystems;

/// The appearance of a control.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ControlStyle {
    /// An ordinary button.
    Button,
    /// The main button of the page.
    Primary,
    /// A button that removes something. Its appearance warns players.
    Destructive,
    /// One of several alternatives, or a tab; filled while it is chosen.
    Choice,
    /// A list entry without its own background.
    Item,
    /// A control that shows its own value: a switch, a slider, a field.
    Setting,
    /// The name plate of a side, lit on the side's turn; not a button.
    Plate,
}

/// Parts of the focus ring, in logical pixels: the gap round the control, then the line.
const RING_PARTS: (f32, f32) = (2.0, 3.0);
/// Width of the focus ring round a control, in logical pixels.
pub(super) const RING: f32 = RING_PARTS.0 + RING_PARTS.1;

/// Width of the edge inside a chosen alternative, in logical pixels.
const CHOSEN_EDGE: f32 = 2.0;

/// The pill of a switch, a child of the switch; its knob is at the right while it is on.
#[derive(Component, Debug, Clone, Copy)]
pub struct SwitchPill;

/// The systems that paint controls.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ControlStyleSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            paint_controls,
            place_thumbs,
            draw_outlines.run_if(resource_exists::<InputFocus>),
        )
            .in_set(ControlStyleSystems)
            .in_set(AppSystems::Feedback)
            .after(BindSystems),
    );
}

/// Returns the background and text colours of a control.
fn colors(
    style: ControlStyle,
    pressed: bool,
    pointed: bool,
    checked: bool,
    disabled: bool,
) -> [Color; 2] {
    let filled = checked && matches!(style, ControlStyle::Choice | ControlStyle::Item);
    if style == ControlStyle::Plate {
        let ground = if checked { theme::ACTIVE } else { Color::NONE };
        return [ground, theme::TEXT];
    }
    if disabled {
        let ground = match style {
            ControlStyle::Item => Color::NONE,
            _ => theme::BUTTON_DISABLED,
        };
        return [ground, theme::DISABLED];
    }
    if style == ControlStyle::Primary {
        let ground = match (pressed, pointed) {
            (true, true) => theme::PRIMARY_PRESSED,
            (_, true) => theme::PRIMARY_HOVERED,
            _ => theme::PRIMARY,
        };
        return [ground, theme::PRIMARY_TEXT];
    }
    let ground = match (filled, pressed, pointed) {
        _ if style == ControlStyle::Destructive => match (pressed, pointed) {
            (true, true) => theme::BUTTON_PRESSED,
            (_, true) => theme::DESTRUCTIVE_HOVERED,
            _ => theme::DESTRUCTIVE,
        },
        (_, true, true) => theme::BUTTON_PRESSED,
        (true, _, true) => theme::CHOSEN_HOVERED,
        (true, ..) => theme::CHOSEN,
        (false, _, true) => theme::BUTTON_HOVERED,
        (false, ..) if style == ControlStyle::Item => Color::NONE,
        (false, ..) => theme::BUTTON,
    };
    [ground, theme::TEXT]
}

fn paint_controls(
    mut controls: Query<(
        &ControlStyle,
        Has<Pointed>,
        Has<Pressed>,
        Has<Checked>,
        Has<InteractionDisabled>,
        &mut BackgroundColor,
        Option<&Children>,
    )>,
    mut pills: Query<
        (&ChildOf, &mut BackgroundColor, &mut Node),
        (With<SwitchPill>, Without<ControlStyle>),
    >,
    switches: Query<Has<Checked>>,
    mut inks: Query<&mut TextColor>,
) {
    for (style, pointed, pressed, checked, disabled, mut ground, children) in &mut controls {
        let [color, ink] = colors(*style, pressed, pointed, checked, disabled);
        ground.set_if_neq(BackgroundColor(color));
        // Items colour their own text.
        if *style != ControlStyle::Item {
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

/// Moves the thumb of each slider to its value.
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

/// Draws the focus ring round the focused control, and the edges of chosen alternatives.
fn draw_outlines(
    mut commands: Commands,
    focus: Res<InputFocus>,
    visible: Res<InputFocusVisible>,
    mut controls: Query<(Entity, &ControlStyle, Has<Checked>, Option<&mut Outline>)>,
) {
    let focused = focus.get().filter(|_| visible.0);
    let (beside, line) = RING_PARTS;
    let ring = Outline::new(px(line), px(beside), theme::FOCUS);
    let edge = Outline::new(px(CHOSEN_EDGE), px(-CHOSEN_EDGE), theme::PRIMARY);
    for (entity, style, is_checked, outline) in &mut controls {
        let wanted = if focused == Some(entity) {
            Some(ring)
        } else {
            (*style == ControlStyle::Choice && is_checked).then_some(edge)
        };
        match (wanted, outline) {
            (Some(wanted), Some(mut outline)) => {
                outline.set_if_neq(wanted);
            }
            (Some(wanted), None) => {
                commands.entity(entity).insert(wanted);
            }
            (None, Some(_)) => {
                commands.entity(entity).remove::<Outline>();
            }
            (None, None) => {}
        }
    }
}
