//! Pages are built where they are shown, and built anew when another one is opened.

use bevy::input_focus::tab_navigation::{NavAction, TabGroup, TabNavigation};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui_widgets::ScrollIntoView;

use super::bind::{BindSystems, Facts};
use super::build::{Current, Fill, Filled, Ui};
use super::commands::CommandSystems;
use super::evaluation::EvaluationSystems;
use super::fonts::Fonts;
use super::screen::{Screens, Surface};
use super::status::StatusSystems;
use super::{captions, screens};
use crate::schedule::{AppSystems, Display};

/// The page of a surface is in its place.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PageSystems;

/// The first control of a page gets the focus that the page before had.
#[derive(Resource, Debug, Default)]
struct FocusFirst(bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FocusFirst>().add_systems(
        Update,
        (
            build.run_if(
                resource_changed::<Screens>
                    .or_else(any_surface_added)
                    .or_else(state_changed::<Display>),
            ),
            fill,
            focus_first.run_if(resource_exists::<InputFocus>),
            show_current,
        )
            .chain()
            .in_set(PageSystems)
            .in_set(AppSystems::Feedback)
            .after(CommandSystems)
            // A page is filled in the frame in which it is built.
            .before(StatusSystems)
            .before(EvaluationSystems)
            .before(BindSystems),
    );
}

fn any_surface_added(surfaces: Query<(), Added<Surface>>) -> bool {
    !surfaces.is_empty()
}

fn build(
    mut commands: Commands,
    screens: Res<Screens>,
    facts: Facts,
    fonts: Res<Fonts>,
    display: Res<State<Display>>,
    surfaces: Query<(Entity, &Surface)>,
    focus: Option<ResMut<InputFocus>>,
    mut focus_first: ResMut<FocusFirst>,
) {
    for (root, surface) in &surfaces {
        let mut root = commands.entity(root);
        root.despawn_related::<Children>();
        root.insert(TabGroup::new(0));
        root.with_children(|spawner| {
            let mut ui = Ui::new(spawner, &fonts, *surface);
            match (surface, display.get()) {
                (Surface::Window, Display::Headset) => screens::build_watched(&mut ui),
                _ => screens::build(screens.shown(), &facts, &mut ui),
            }
            captions::line(&mut ui);
        });
    }
    // What had it is gone.
    if let Some(mut focus) = focus {
        focus_first.0 = focus.get().is_some();
        focus.clear();
    }
}

/// Fills what has another content than it should have.
fn fill(
    mut commands: Commands,
    facts: Facts,
    fonts: Res<Fonts>,
    new: Query<(), Added<Fill>>,
    mut parts: Query<(Entity, &Fill, &mut Filled)>,
) {
    if !facts.is_changed() && new.is_empty() {
        return;
    }
    for (entity, part, mut filled) in &mut parts {
        let key = Filled(Some((part.key)(&facts)));
        if filled.set_if_neq(key) {
            let mut entity = commands.entity(entity);
            entity.despawn_related::<Children>();
            entity.with_children(|spawner| {
                (part.fill)(&facts, &mut Ui::new(spawner, &fonts, part.on));
            });
        }
    }
}

/// What is to be seen of a list is brought into sight, once it is known where it is.
fn show_current(
    mut commands: Commands,
    current: Query<Entity, (With<Current>, Changed<ComputedNode>)>,
) {
    for entity in &current {
        commands.trigger(ScrollIntoView { entity });
    }
}

/// Who goes from page to page by keyboard need not begin at the window each time.
fn focus_first(
    mut first: ResMut<FocusFirst>,
    mut focus: ResMut<InputFocus>,
    visible: Option<Res<InputFocusVisible>>,
    navigation: TabNavigation,
) {
    if !std::mem::take(&mut first.0) || !visible.is_some_and(|visible| visible.0) {
        return;
    }
    if let Ok(entity) = navigation.navigate(&focus, NavAction::First) {
        focus.set(entity, FocusCause::Navigated);
    }
}
