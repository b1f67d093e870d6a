//! The controls that players see, and the keyboard's focus, which is only on those that they see
//! and can use.

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
use super::focus::WaysOut;
use crate::state::screen::{PanelShown, Surface};
use icochess_base::display;
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;

/// Tells which controls are on a page that is shown, scrolled out or not, and can be used.
#[derive(SystemParam)]
pub(crate) struct Sight<'w, 's> {
    nodes: Query<'w, 's, (&'static Node, &'static Visibility)>,
    surfaces: Query<'w, 's, &'static Surface>,
    parents: Query<'w, 's, &'static ChildOf>,
    disabled: Query<'w, 's, (), With<InteractionDisabled>>,
    display: Res<'w, State<display::Display>>,
    panel: Option<Res<'w, PanelShown>>,
}

impl Sight<'_, '_> {
    /// Whether a control is on a page that is shown, with all that it is in.
    pub(crate) fn has(&self, control: Entity) -> bool {
        let mut around = std::iter::once(control).chain(self.parents.iter_ancestors(control));
        around.all(|it| self.is_shown(it))
    }

    /// Whether a control may have the keyboard's focus.
    fn takes_focus(&self, control: Entity) -> bool {
        !self.disabled.contains(control) && self.has(control)
    }

    /// The surface that a control is on.
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

/// The part of the height of the lower one that controls of one row have in common at least.
const SAME_ROW: f32 = 0.25;

/// Length by which rounding makes controls overlap, physical pixels.
const ROUNDING: f32 = 1.0;

/// The area of a control, physical pixels.
fn area(entity: Entity, node: &ComputedNode, at: &UiGlobalTransform) -> FocusableArea {
    FocusableArea {
        entity,
        position: at.translation,
        size: node.size(),
    }
}

/// Whether an area is beyond that edge of another one which a direction leads to.
fn lies(from: &FocusableArea, to: &FocusableArea, way: CompassOctant) -> bool {
    let between = (from.size + to.size) / 2.0 - ROUNDING;
    let step = to.position - from.position;
    match way {
        CompassOctant::East => step.x >= between.x,
        CompassOctant::West => -step.x >= between.x,
        CompassOctant::South => step.y >= between.y,
        CompassOctant::North => -step.y >= between.y,
        _ => false,
    }
}

/// The keyboard's focus, and its ways from control to control.
#[derive(SystemParam)]
pub(crate) struct Walk<'w, 's> {
    navigation: TabNavigation<'w, 's>,
    sight: Sight<'w, 's>,
    places: Query<
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
    ways_out: Query<'w, 's, (), With<WaysOut>>,
    /// The focus.
    pub(crate) focus: ResMut<'w, InputFocus>,
    visible: ResMut<'w, InputFocusVisible>,
}

impl Walk<'_, '_> {
    /// Moves the focus to a control that takes it, and shows where it is. Where there is none, it
    /// stays.
    pub(crate) fn go(&mut self, action: NavAction) {
        if let Some(next) = self.next(action) {
            self.set(next);
        }
    }

    /// Moves the focus to the nearest control in a direction; where there is none, it stays. From
    /// nowhere it comes to where the page begins.
    pub(crate) fn towards(&mut self, way: CompassOctant) {
        let Some(from) = self.focus.get() else {
            return self.begin();
        };
        if let Some(control) = self.beside(from, way) {
            self.set(control);
        }
    }

    /// Moves the focus to where the page begins: to the first control after the ways out, which
    /// stand first, while whoever has come here wants something else.
    pub(crate) fn begin(&mut self) {
        let Some(first) = self.next(NavAction::First) else {
            return;
        };
        let mut control = first;
        while self.leads_out(control) {
            match self.after(control).filter(|next| *next != first) {
                Some(next) => control = next,
                // There is nothing else.
                None => return self.set(first),
            }
        }
        self.set(control);
    }

    /// Moves the focus to a control, and shows where it is.
    pub(crate) fn set(&mut self, control: Entity) {
        self.focus.set(control, FocusCause::Navigated);
        self.visible.0 = true;
    }

    /// Gives the focus to the next control that is no field: in one, keys would be letters all of a
    /// sudden. Where no ring is shown, nothing has it then.
    pub(crate) fn leave(&mut self) {
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

    /// Whether a control can have the focus now, and Tab leads to it.
    pub(crate) fn leads_to(&self, control: Entity) -> bool {
        let index = self.places.get(control).map(|(_, index, ..)| index.0);
        index.is_ok_and(|index| index >= 0) && self.sight.takes_focus(control)
    }

    /// Whether a control leads out of its page.
    fn leads_out(&self, control: Entity) -> bool {
        let parent = self.sight.parents.get(control);
        parent.is_ok_and(|parent| self.ways_out.contains(parent.parent()))
    }

    /// The nearest control of the same surface that takes the focus and lies in a direction as a
    /// whole.
    fn beside(&self, from: Entity, way: CompassOctant) -> Option<Entity> {
        let (_, _, node, at) = self.places.get(from).ok()?;
        let origin = area(from, node, at);
        let surface = self.sight.surface_of(from);
        let others = self.places.iter().filter(|(_, index, ..)| index.0 >= 0);
        let lies_there = |it: &FocusableArea| lies(&origin, it, way);
        let others = others.map(|(entity, _, node, at)| area(entity, node, at));
        let takes_it = |it: &FocusableArea| {
            self.sight.surface_of(it.entity) == surface && self.sight.takes_focus(it.entity)
        };
        let others = others.filter(lies_there).filter(takes_it);
        // To the side only in the same row.
        let is_across = matches!(way, CompassOctant::East | CompassOctant::West);
        let config = AutoNavigationConfig {
            min_alignment_factor: if is_across { SAME_ROW } else { 0.0 },
            ..default()
        };
        find_best_candidate(&origin, way, &others.collect::<Vec<_>>(), &config)
    }

    /// The control to which an action leads; `None` if none takes the focus.
    fn next(&self, action: NavAction) -> Option<Entity> {
        self.next_from(&self.focus, action)
    }

    /// The next control that takes the focus after this one.
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
        while !self.sight.takes_focus(next) {
            next = self.from(&InputFocus::from_entity(next), step)?;
            // Once round.
            if next == first {
                return None;
            }
        }
        Some(next)
    }

    fn from(&self, focus: &InputFocus, action: NavAction) -> Option<Entity> {
        match self.navigation.navigate(focus, action) {
            Ok(next) => Some(next),
            // The control that had it is none of those that are gone through.
            Err(TabNavigationError::NoTabGroupForCurrentFocus { new_focus, .. }) => Some(new_focus),
            Err(_) => None,
        }
    }
}

/// The control that was in sight when it last had the focus, to tell one that was scrolled away
/// from one that has not come into sight yet.
#[derive(Debug, Default)]
struct LastSeen(Option<Entity>);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        leave
            .run_if(resource_exists::<InputFocus>)
            .in_set(AppSystems::Feedback)
            .after(BindSystems),
    )
    .add_systems(
        PostUpdate,
        keep_in_sight
            .run_if(resource_exists::<InputFocus>)
            .after(UiSystems::Layout),
    );
}

/// A control that is hidden while it has the focus, or can be used no more, gives it to another one.
fn leave(mut walk: Walk) {
    let Some(focused) = walk.focus.get() else {
        return;
    };
    let is_control = walk.sight.nodes.contains(focused);
    if is_control && !walk.sight.takes_focus(focused) {
        walk.leave();
    }
}

/// Scrolls the control at the ring into sight, with its ring. Who scrolls it away has left it.
fn keep_in_sight(
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
        // A control that is higher than its place begins at its top.
        let beyond = if top - ring < from || bottom - top > to - from {
            top - ring - from
        } else {
            (bottom + ring - to).max(0.0)
        };
        let most = (of.content_size().y - of.size().y).max(0.0);
        let scale = of.inverse_scale_factor;
        let wanted = (of.scroll_position.y + beyond).clamp(0.0, most) * scale;
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

/// The upper and the lower edge of a node, physical pixels.
fn edges(node: &ComputedNode, at: &UiGlobalTransform) -> (f32, f32) {
    let (middle, half) = (at.translation.y, node.size().y / 2.0);
    (middle - half, middle + half)
}
