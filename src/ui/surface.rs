//! Pages are built where they are shown, and built anew when another one is opened.

use bevy::input_focus::tab_navigation::{NavAction, TabGroup, TabNavigation};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;

use super::bind::{BindSystems, Facts};
use super::build::Ui;
use super::commands::CommandSystems;
use super::evaluation::EvaluationSystems;
use super::fonts::Fonts;
use super::screen::{Screens, Surface};
use super::screens;
use super::status::StatusSystems;
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
            focus_first.run_if(resource_exists::<InputFocus>),
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
        });
    }
    // What had it is gone.
    if let Some(mut focus) = focus {
        focus_first.0 = focus.get().is_some();
        focus.clear();
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
