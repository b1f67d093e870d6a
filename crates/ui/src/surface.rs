//! Builds pages on their surfaces, and replaces them when another page opens.

use std::time::Duration;

use crate::pages;
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::ui_widgets::ScrollIntoView;

use crate::kit::bind::BindSystems;
use crate::kit::build::{Current, Fill, Filled, Ui};
use crate::kit::control_style::ControlStyleSystems;
use crate::kit::focus::{FirstEntry, SafeAnswer};
use crate::kit::focus_navigation::FocusNavigation;
use crate::kit::presses::Presses;
use crate::state::screen::{Screen, ScreenSystems, Screens, Surface};
use crate::state::ui_state::UiState;
use crate::state::window::InputUsed;
use crate::style::fonts::Fonts;
use icochess_base::display::Display;
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;

/// Keyboard focus across page changes.
#[derive(Resource, Debug, Default)]
struct PageFocus {
    /// The page that was built most recently.
    shown: Option<Screen>,
    /// The pages that others were opened from, each with its focused control.
    openers: Vec<(Screen, Option<Name>)>,
    /// The control to focus on the new page, if any.
    wanted: Option<FocusTarget>,
}

/// The control to focus when a page is built.
#[derive(Debug, Clone, PartialEq)]
enum FocusTarget {
    /// The first control of the page.
    First,
    /// The control with this name, or else the first one.
    Named(Name),
}

impl PageFocus {
    /// Returns the control to focus on the current page; `focused` is the control focused on the
    /// previous page. Returning to a page restores its focus, which is none if the player left the
    /// game from the board.
    fn turn(&mut self, screens: &Screens, focused: Option<Name>) -> Option<FocusTarget> {
        let shown = screens.shown();
        let before = self.shown.replace(shown);
        let Some(before) = before.filter(|it| *it != shown) else {
            return focused.map(FocusTarget::Named);
        };
        if screens.has(before) {
            self.openers.retain(|(screen, _)| *screen != before);
            self.openers.push((before, focused));
            return Some(FocusTarget::First);
        }
        let left = self.openers.iter().position(|(screen, _)| *screen == shown);
        // Tabs of a page replace each other.
        let name = left.map_or(focused, |left| self.openers.swap_remove(left).1);
        self.openers.retain(|(screen, _)| screens.has(*screen));
        match name {
            _ if left.is_none() && shown == Screen::Game => None,
            Some(name) => Some(FocusTarget::Named(name)),
            None => (shown != Screen::Game).then_some(FocusTarget::First),
        }
    }
}

/// The control that had the focus in a rebuilt part. It is stored as the part and the control's
/// name.
#[derive(Resource, Debug, Default)]
struct FocusAgain(Option<(Entity, Name)>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PageFocus>()
        .init_resource::<FocusAgain>()
        .add_systems(
            Update,
            (
                build_pages,
                rebuild_parts,
                restore_focus.run_if(|again: Res<FocusAgain>| again.0.is_some()),
            )
                .chain()
                .in_set(AppSystems::Feedback)
                .after(ScreenSystems)
                // Fills a page in the same frame that builds it.
                .before(BindSystems),
        )
        .add_systems(
            Update,
            // Runs once it is known which controls are enabled.
            focus_first
                .run_if(resource_exists::<InputFocus>)
                .in_set(AppSystems::Feedback)
                .after(BindSystems)
                .before(ControlStyleSystems),
        )
        .add_systems(
            PostUpdate,
            (
                scroll_to_current,
                scroll_to_focus.run_if(
                    resource_exists::<InputFocus>.and_then(resource_exists_and_changed::<UiScale>),
                ),
            )
                .after(UiSystems::Layout),
        );
}

/// Builds the current page, at most once a frame.
fn build_pages(
    mut commands: Commands,
    state: UiState,
    fonts: Res<Fonts>,
    surfaces: Query<(Entity, &Surface)>,
    new: Query<(), Added<Surface>>,
    (focus, visible, names): (
        Option<ResMut<InputFocus>>,
        Option<Res<InputFocusVisible>>,
        Query<&Name>,
    ),
    (presses, mouse): (Option<Res<Presses>>, Option<Res<ButtonInput<MouseButton>>>),
    (mut was_pressed, mut uses_mouse): (Local<bool>, Local<bool>),
    mut page_focus: ResMut<PageFocus>,
) {
    // A page may open one frame after its key is pressed.
    let is_pressed = presses.is_some_and(|presses| presses.fresh().next().is_some());
    let is_by_key = std::mem::replace(&mut *was_pressed, is_pressed) || is_pressed;
    // Mouse players also use shortcuts. They need no focus until they navigate by keyboard.
    let is_clicked = mouse.is_some_and(|mouse| mouse.get_just_pressed().next().is_some());
    *uses_mouse = (*uses_mouse || is_clicked) && *state.input_used != InputUsed::Keys;
    let is_by_key = is_by_key && !*uses_mouse;
    // A new language needs a new page.
    let is_other = state.screens.is_changed() || state.words.is_changed();
    let seats = state.display.is_changed() || state.at_window.is_changed();
    if !is_other && !seats && new.is_empty() {
        return;
    }
    for (root, surface) in &surfaces {
        // The plate doesn't depend on the current page.
        if *surface == Surface::Plate && !new.contains(root) {
            continue;
        }
        let mut root = commands.entity(root);
        root.despawn_related::<Children>();
        root.insert(TabGroup::new(0));
        root.with_children(|spawner| {
            let mut ui = Ui::new(spawner, &fonts, &state.words, *surface);
            match (surface, state.display.get()) {
                (Surface::Plate, _) => return pages::build_plate(&mut ui),
                (Surface::Window, Display::Headset) if state.at_window.0.is_none() => {
                    pages::build_watched(state.screens.shown(), &mut ui);
                }
                _ => pages::build(state.screens.shown(), &state, &mut ui),
            }
            ui.captions();
        });
    }
    // The focused control has been despawned.
    if let Some(mut focus) = focus {
        let focused = focus.get();
        let name = focused.and_then(|control| names.get(control).ok()).cloned();
        let is_ringed = focused.is_some() && visible.is_some_and(|visible| visible.0);
        let target = page_focus.turn(&state.screens, name);
        page_focus.wanted = target.filter(|_| is_ringed || is_by_key);
        focus.clear();
    }
}

/// Rebuilds the parts whose key has changed.
fn rebuild_parts(
    mut commands: Commands,
    mut state: UiState,
    fonts: Res<Fonts>,
    new: Query<(), Added<Fill>>,
    mut parts: Query<(Entity, &Fill, &mut Filled)>,
    (focus, names, parents): (Option<Res<InputFocus>>, Query<&Name>, Query<&ChildOf>),
    mut again: ResMut<FocusAgain>,
) {
    if !state.is_changed() && new.is_empty() {
        return;
    }
    let focused = focus.and_then(|focus| focus.get());
    let changed = parts.iter_mut().filter_map(|(entity, part, mut filled)| {
        let key = Filled(Some((part.key)(&state)));
        filled.set_if_neq(key).then_some(entity)
    });
    let changed: Vec<Entity> = changed.collect();
    for &entity in &changed {
        // A nested part is replaced together with its rebuilt parent.
        if parents
            .iter_ancestors(entity)
            .any(|it| changed.contains(&it))
        {
            continue;
        }
        let Ok((_, part, _)) = parts.get(entity) else {
            continue;
        };
        if let Some(focused) = focused
            && let Ok(name) = names.get(focused)
            && parents.iter_ancestors(focused).any(|it| it == entity)
        {
            again.0 = Some((entity, name.clone()));
        }
        let mut entity = commands.entity(entity);
        entity.despawn_related::<Children>();
        entity.with_children(|spawner| {
            let mut ui = Ui::new(spawner, &fonts, &state.words, part.on);
            ui.is_narrow = part.is_narrow;
            (part.fill)(&state, &mut ui);
        });
    }
}

/// Focuses the replacement of the control that had the focus.
fn restore_focus(
    mut again: ResMut<FocusAgain>,
    focus: Option<ResMut<InputFocus>>,
    (names, children): (Query<&Name>, Query<&Children>),
) {
    let (Some((part, name)), Some(mut focus)) = (again.0.take(), focus) else {
        return;
    };
    let mut inside = children.iter_descendants(part);
    match inside.find(|it| names.get(*it).is_ok_and(|found| *found == name)) {
        Some(entity) => focus.set(entity, FocusCause::Navigated),
        None => focus.clear(),
    }
}

/// Scrolls to the current entry of a list once it is laid out. Before the layout, the entry's
/// position would be the top, and the list would scroll there and back.
fn scroll_to_current(
    mut commands: Commands,
    current: Query<(Entity, &ComputedNode), (With<Current>, Changed<ComputedNode>)>,
    mut next: ResMut<NextFrame>,
) {
    for (entity, node) in &current {
        if !node.is_empty() {
            commands.trigger(ScrollIntoView { entity });
            next.within(Duration::ZERO);
        }
    }
}

/// Scrolls to the focused control when the text size changes, so that the slider of the text size
/// doesn't move itself out of sight.
fn scroll_to_focus(mut commands: Commands, focus: Res<InputFocus>, mut next: ResMut<NextFrame>) {
    if let Some(entity) = focus.get() {
        commands.trigger(ScrollIntoView { entity });
        next.within(Duration::ZERO);
    }
}

/// Focuses the first control of a page, for players who navigate by keyboard. In the tutorial,
/// the puzzles and the endings nothing is focused, because keys control the board and the first
/// control leaves the page. A question focuses its safe answer, so that Enter changes nothing.
fn focus_first(
    mut page_focus: ResMut<PageFocus>,
    screens: Res<Screens>,
    safe: Query<Entity, Added<SafeAnswer>>,
    (entries, mut given): (Query<Entity, Added<FirstEntry>>, Local<Option<Entity>>),
    controls: Query<(Entity, &Name), With<TabIndex>>,
    mut navigation: FocusNavigation,
) {
    let wanted = page_focus.wanted.take();
    if let Some(answer) = safe.iter().next() {
        return navigation.set(answer);
    }
    let Some(target) = wanted else {
        // The page's list has only just been built.
        if let Some(entry) = entries.iter().next()
            && let Some(given) = given.take()
            && navigation.focus.get() == Some(given)
        {
            navigation.set(entry);
        }
        return;
    };
    *given = None;
    if matches!(
        screens.shown(),
        Screen::Tutorial | Screen::Puzzles | Screen::Endings
    ) {
        return;
    }
    let mut controls = controls.iter();
    let same = match target {
        FocusTarget::First => None,
        FocusTarget::Named(name) => {
            controls.find(|(control, it)| **it == name && navigation.is_reachable(*control))
        }
    };
    match same.map(|(control, _)| control).or(entries.iter().next()) {
        Some(control) => navigation.set(control),
        None => {
            navigation.focus_start();
            *given = navigation.focus.get();
        }
    }
}
