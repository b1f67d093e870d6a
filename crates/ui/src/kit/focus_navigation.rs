//! Visibility of controls, and the keyboard focus, which is always on a visible, enabled control.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::input_focus::directional_navigation::{AutoNavigationConfig, FocusableArea};
use bevy::input_focus::navigator::find_best_candidate;
use bevy::input_focus::tab_navigation::{NavAction, TabIndex, TabNavigation, TabNavigationError};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::math::CompassOctant;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui::{InteractionDisabled, UiGlobalTransform, UiSystems};
use bevy::ui_widgets::ScrollArea;

use super::bind::BindSystems;
use super::control_style::RING;
use super::focus::NavigationButtons;
use crate::state::screen::{PanelShown, Surface};
use icochess_base::display;
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;

/// Access to whether controls are visible (even if scrolled out of view) and enabled.
#[derive(SystemParam)]
pub(crate) struct ControlVisibility<'w, 's> {
    nodes: Query<'w, 's, (&'static Node, &'static Visibility)>,
    surfaces: Query<'w, 's, &'static Surface>,
    parents: Query<'w, 's, &'static ChildOf>,
    disabled: Query<'w, 's, (), With<InteractionDisabled>>,
    display: Res<'w, State<display::Display>>,
    panel: Option<Res<'w, PanelShown>>,
}

impl ControlVisibility<'_, '_> {
    /// Returns whether a control and all its ancestors are shown.
    pub(crate) fn is_visible(&self, control: Entity) -> bool {
        let mut around = std::iter::once(control).chain(self.parents.iter_ancestors(control));
        around.all(|it| self.is_shown(it))
    }

    fn is_focusable(&self, control: Entity) -> bool {
        !self.disabled.contains(control) && self.is_visible(control)
    }

    fn surface_of(&self, control: Entity) -> Option<Surface> {
        let mut above = self.parents.iter_ancestors(control);
        above.find_map(|it| self.surfaces.get(it).ok().copied())
    }

    fn is_shown(&self, entity: Entity) -> bool {
        let is_shown = self.nodes.get(entity).is_ok_and(|(node, visibility)| {
            node.display != Display::None && *visibility != Visibility::Hidden
        });
        is_shown
            && match self.surfaces.get(entity) {
                Ok(Surface::Panel) => {
                    let is_there = self.panel.as_ref().is_none_or(|panel| panel.0);
                    *self.display.get() == display::Display::Headset && is_there
                }
                Ok(Surface::Window | Surface::Plate) | Err(_) => true,
            }
    }
}

/// Minimum overlap of controls in one row, as a fraction of the shorter control's height.
const SAME_ROW: f32 = 0.25;

/// Overlap of adjacent controls due to rounding, in physical pixels.
const ROUNDING: f32 = 1.0;

/// Returns the area of a control, in physical pixels.
fn area(entity: Entity, node: &ComputedNode, at: &UiGlobalTransform) -> FocusableArea {
    FocusableArea {
        entity,
        position: at.translation,
        size: node.size(),
    }
}

/// Returns whether the area `to` is entirely past the edge of `from` in a direction.
fn is_past(from: &FocusableArea, to: &FocusableArea, direction: CompassOctant) -> bool {
    let between = (from.size + to.size) / 2.0 - ROUNDING;
    let step = to.position - from.position;
    match direction {
        CompassOctant::East => step.x >= between.x,
        CompassOctant::West => -step.x >= between.x,
        CompassOctant::South => step.y >= between.y,
        CompassOctant::North => -step.y >= between.y,
        _ => false,
    }
}

/// The keyboard focus, and navigation between controls.
#[derive(SystemParam)]
pub(crate) struct FocusNavigation<'w, 's> {
    navigation: TabNavigation<'w, 's>,
    visibility: ControlVisibility<'w, 's>,
    controls: Query<
        'w,
        's,
        (
            Entity,
            &'static TabIndex,
            &'static ComputedNode,
            &'static UiGlobalTransform,
        ),
    >,
    fields: Query<'w, 's, (), With<EditableText>>,
    navigation_buttons: Query<'w, 's, (), With<NavigationButtons>>,
    pub(crate) focus: ResMut<'w, InputFocus>,
    visible: ResMut<'w, InputFocusVisible>,
}

impl FocusNavigation<'_, '_> {
    /// Moves the focus in tab order and shows it. Without another control to focus, nothing
    /// changes.
    pub(crate) fn navigate_to(&mut self, action: NavAction) {
        if let Some(next) = self.next(action) {
            self.set(next);
        }
    }

    /// Moves the focus to the nearest control in a direction, if any. If nothing has the focus,
    /// focuses the start of the page.
    pub(crate) fn navigate_towards(&mut self, direction: CompassOctant) {
        let Some(from) = self.focus.get() else {
            return self.focus_start();
        };
        if let Some(control) = self.nearest(from, direction) {
            self.set(control);
        }
    }

    /// Focuses the first control after the navigation buttons, which come first but are rarely
    /// wanted.
    pub(crate) fn focus_start(&mut self) {
        let Some(first) = self.next(NavAction::First) else {
            return;
        };
        let mut control = first;
        while self.is_navigation_button(control) {
            match self.after(control).filter(|next| *next != first) {
                Some(next) => control = next,
                // All controls are navigation buttons.
                None => return self.set(first),
            }
        }
        self.set(control);
    }

    /// Focuses a control and shows the focus ring.
    pub(crate) fn set(&mut self, control: Entity) {
        self.focus.set(control, FocusCause::Navigated);
        self.visible.0 = true;
    }

    /// Focuses the next control that isn't a text field, so that keys don't type text. Without a
    /// visible focus ring, clears the focus.
    pub(crate) fn leave_control(&mut self) {
        let first = self.next(NavAction::Next);
        let mut next = first;
        while let Some(field) = next.filter(|it| self.fields.contains(*it)) {
            let after = self.after(field);
            next = after.filter(|_| after != first && after != self.focus.get());
        }
        match next.filter(|_| self.visible.0) {
            Some(next) => self.focus.set(next, FocusCause::Navigated),
            None => self.focus.clear(),
        }
    }

    /// Returns whether Tab reaches a control and the control can be focused now.
    pub(crate) fn is_reachable(&self, control: Entity) -> bool {
        let index = self.controls.get(control).map(|(_, index, ..)| index.0);
        index.is_ok_and(|index| index >= 0) && self.visibility.is_focusable(control)
    }

    /// Returns whether a control is one of the page's navigation buttons.
    fn is_navigation_button(&self, control: Entity) -> bool {
        let parent = self.visibility.parents.get(control);
        parent.is_ok_and(|parent| self.navigation_buttons.contains(parent.parent()))
    }

    /// Returns the nearest focusable control in a direction, on the same surface.
    fn nearest(&self, from: Entity, direction: CompassOctant) -> Option<Entity> {
        let (_, _, node, at) = self.controls.get(from).ok()?;
        let origin = area(from, node, at);
        let surface = self.visibility.surface_of(from);
        let others = self.controls.iter().filter(|(_, index, ..)| index.0 >= 0);
        let is_in_direction = |it: &FocusableArea| is_past(&origin, it, direction);
        let others = others.map(|(entity, _, node, at)| area(entity, node, at));
        let is_candidate = |it: &FocusableArea| {
            self.visibility.surface_of(it.entity) == surface
                && self.visibility.is_focusable(it.entity)
        };
        let others = others.filter(is_in_direction).filter(is_candidate);
        // Left and right stay in the same row.
        let is_across = matches!(direction, CompassOctant::East | CompassOctant::West);
        let config = AutoNavigationConfig {
            min_alignment_factor: if is_across { SAME_ROW } else { 0.0 },
            ..default()
        };
        find_best_candidate(&origin, direction, &others.collect::<Vec<_>>(), &config)
    }

    /// Returns the control that a navigation action leads to; `None` if none can be focused.
    fn next(&self, action: NavAction) -> Option<Entity> {
        self.next_from(&self.focus, action)
    }

    /// Returns the next focusable control after this one.
    fn after(&self, control: Entity) -> Option<Entity> {
        self.next_from(&InputFocus::from_entity(control), NavAction::Next)
    }

    fn next_from(&self, focus: &InputFocus, action: NavAction) -> Option<Entity> {
        let step = match action {
            NavAction::Next | NavAction::First => NavAction::Next,
            NavAction::Previous | NavAction::Last => NavAction::Previous,
        };
        let mut next = self.from(focus, action)?;
        let first = next;
        while !self.visibility.is_focusable(next) {
            next = self.from(&InputFocus::from_entity(next), step)?;
            // Back at the start.
            if next == first {
                return None;
            }
        }
        Some(next)
    }

    fn from(&self, focus: &InputFocus, action: NavAction) -> Option<Entity> {
        match self.navigation.navigate(focus, action) {
            Ok(next) => Some(next),
            // The focused control is outside the tab groups.
            Err(TabNavigationError::NoTabGroupForCurrentFocus { new_focus, .. }) => Some(new_focus),
            Err(_) => None,
        }
    }
}

/// The control that was in view when last focused. This distinguishes a control that was scrolled
/// away from one that hasn't been scrolled into view yet.
#[derive(Debug, Default)]
struct LastSeen(Option<Entity>);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        leave_hidden_control
            .run_if(resource_exists::<InputFocus>)
            .in_set(AppSystems::Feedback)
            .after(BindSystems),
    )
    .add_systems(
        PostUpdate,
        scroll_focus_into_view
            .run_if(resource_exists::<InputFocus>)
            .after(UiSystems::Layout),
    );
}

/// Moves the focus on when its control is hidden or disabled.
fn leave_hidden_control(mut navigation: FocusNavigation) {
    let Some(focused) = navigation.focus.get() else {
        return;
    };
    let is_control = navigation.visibility.nodes.contains(focused);
    if is_control && !navigation.visibility.is_focusable(focused) {
        navigation.leave_control();
    }
}

/// Scrolls a newly focused control and its ring into view. If the player scrolls the control out of
/// view, clears the focus.
fn scroll_focus_into_view(
    mut focus: ResMut<InputFocus>,
    visible: Option<Res<InputFocusVisible>>,
    nodes: Query<(&ComputedNode, &UiGlobalTransform)>,
    parents: Query<&ChildOf>,
    mut areas: Query<&mut ScrollPosition, With<ScrollArea>>,
    mut last: Local<LastSeen>,
    mut next: ResMut<NextFrame>,
) {
    let Some(control) = focus.get().filter(|_| visible.is_some_and(|it| it.0)) else {
        last.0 = None;
        return;
    };
    let Ok((node, at)) = nodes.get(control) else {
        return;
    };
    let ring = RING / node.inverse_scale_factor;
    let (top, bottom) = edges(node, at);
    for area in parents.iter_ancestors(control) {
        let (Ok(mut scrolled), Ok((of, at))) = (areas.get_mut(area), nodes.get(area)) else {
            continue;
        };
        let (from, to) = edges(of, at);
        // A control that is higher than the area is aligned at its top.
        let beyond = if top - ring < from || bottom - top > to - from {
            top - ring - from
        } else {
            (bottom + ring - to).max(0.0)
        };
        let max = (of.content_size().y - of.size().y).max(0.0);
        let scale = of.inverse_scale_factor;
        let wanted = (of.scroll_position.y + beyond).clamp(0.0, max) * scale;
        if (wanted - of.scroll_position.y * scale).abs() < 1.0 {
            continue;
        }
        let is_left = last.0 == Some(control) && scrolled.is_changed();
        if is_left {
            last.0 = None;
            focus.clear();
        } else {
            scrolled.y = wanted;
            next.within(Duration::ZERO);
        }
        return;
    }
    last.0 = Some(control);
}

/// Returns the top and bottom edges of a node, in physical pixels.
fn edges(node: &ComputedNode, at: &UiGlobalTransform) -> (f32, f32) {
    let (middle, half) = (at.translation.y, node.size().y / 2.0);
    (middle - half, middle + half)
}
