//! Pages are built where they are shown, and built anew when another one is opened.

use std::time::Duration;

use crate::ui::pages;
use bevy::input_focus::tab_navigation::{NavAction, TabGroup, TabIndex, TabNavigation};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::ui_widgets::ScrollIntoView;

use crate::schedule::{AppSystems, Display, NextFrame};
use crate::ui::kit::bind::BindSystems;
use crate::ui::kit::build::{Current, Fill, Filled, Ui};
use crate::ui::kit::focus::{FirstEntry, SafeAnswer, WaysOut};
use crate::ui::state::screen::{Screen, ScreenSystems, Screens, Surface};
use crate::ui::state::ui_state::UiState;
use crate::ui::style::fonts::Fonts;
use crate::ui::text::evaluation::EvaluationSystems;
use crate::ui::text::status::StatusSystems;

/// The page of a surface is in its place.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PageSystems;

/// A control of a page gets the focus that one of the page before had: that of the same name, such
/// as a tab, or else the first one.
#[derive(Resource, Debug, Default)]
struct FocusFirst(Option<FocusedBefore>);

/// The name of the control that had the focus, if it has one.
#[derive(Debug)]
struct FocusedBefore(Option<Name>);

/// The control that had the focus in a part that is filled anew: the part, and the
/// control's name.
#[derive(Resource, Debug, Default)]
struct FocusAgain(Option<(Entity, Name)>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FocusFirst>()
        .init_resource::<FocusAgain>()
        .add_systems(
            Update,
            (
                build,
                fill,
                focus_again.run_if(|again: Res<FocusAgain>| again.0.is_some()),
                focus_first.run_if(resource_exists::<InputFocus>),
            )
                .chain()
                .in_set(PageSystems)
                .in_set(AppSystems::Feedback)
                .after(ScreenSystems)
                // A page is filled in the frame in which it is built.
                .before(StatusSystems)
                .before(EvaluationSystems)
                .before(BindSystems),
        )
        .add_systems(PostUpdate, show_current.after(UiSystems::Layout));
}

/// Builds the page that is shown, once for all that has changed in a frame.
fn build(
    mut commands: Commands,
    state: UiState,
    fonts: Res<Fonts>,
    surfaces: Query<(Entity, &Surface)>,
    new: Query<(), Added<Surface>>,
    (focus, names): (Option<ResMut<InputFocus>>, Query<&Name>),
    mut focus_first: ResMut<FocusFirst>,
) {
    // Another language is another page.
    let is_other = state.screens.is_changed() || state.words.is_changed();
    let seats = state.display.is_changed() || state.at_window.is_changed();
    if !is_other && !seats && new.is_empty() {
        return;
    }
    for (root, surface) in &surfaces {
        // The plate has the same whatever page is shown.
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
    // What had it is gone.
    if let Some(mut focus) = focus {
        let name = |control: Entity| FocusedBefore(names.get(control).ok().cloned());
        focus_first.0 = focus.get().map(name);
        focus.clear();
    }
}

/// Fills what has another content than it should have.
fn fill(
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
        // A part of one that is filled anew goes with what that had.
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
            (part.fill)(&state, &mut ui);
        });
    }
}

/// The control that stands for the one that had the focus gets it.
fn focus_again(
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

/// What is to be seen of a list is brought into sight as soon as it is known where it is. Before
/// it is laid out it would be taken to be at the top, and the list would go there and back.
fn show_current(
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

/// Who goes from page to page by keyboard need not begin at the window each time. In the first steps
/// the keys are for the board: the first control would lead out of them. A question is answered by
/// keyboard at once, and Enter alone changes nothing.
fn focus_first(
    mut first: ResMut<FocusFirst>,
    mut focus: ResMut<InputFocus>,
    (visible, screens): (Option<ResMut<InputFocusVisible>>, Res<Screens>),
    safe: Query<Entity, Added<SafeAnswer>>,
    (entries, mut given): (Query<Entity, Added<FirstEntry>>, Local<Option<Entity>>),
    controls: Query<(Entity, &Name), With<TabIndex>>,
    (ways_out, parents): (Query<(), With<WaysOut>>, Query<&ChildOf>),
    navigation: TabNavigation,
) {
    let before = first.0.take();
    if let Some(answer) = safe.iter().next() {
        focus.set(answer, FocusCause::Navigated);
        if let Some(mut visible) = visible {
            visible.0 = true;
        }
        return;
    }
    let Some(FocusedBefore(name)) = before else {
        // Only now the list is known that the page is about.
        if let Some(entry) = entries.iter().next()
            && let Some(given) = given.take()
            && focus.get() == Some(given)
        {
            focus.set(entry, FocusCause::Navigated);
        }
        return;
    };
    *given = None;
    if !visible.is_some_and(|visible| visible.0) || screens.shown() == Screen::Tutorial {
        return;
    }
    // In the game there is nothing of the page that was left.
    let name = name.filter(|_| screens.shown() != Screen::Game);
    let same = name.and_then(|name| controls.iter().find(|(_, it)| **it == name));
    // The ways to the help and back stand first, and whoever has come here wants something else.
    let leads_out = |control: &Entity| {
        let parent = parents.get(*control);
        parent.is_ok_and(|parent| ways_out.contains(parent.parent()))
    };
    let first = || {
        let next = |at: &Entity| {
            let from = InputFocus::from_entity(*at);
            navigation.navigate(&from, NavAction::Next).ok()
        };
        let first = navigation.navigate(&focus, NavAction::First).ok()?;
        let mut all = std::iter::successors(Some(first), next).take(3);
        all.find(|it| !leads_out(it)).or(Some(first))
    };
    let control = same.map(|(control, _)| control);
    let control = control.filter(|it| !leads_out(it));
    if control.is_none() {
        *given = first();
    }
    if let Some(control) = control.or(*given) {
        focus.set(control, FocusCause::Navigated);
    }
}
