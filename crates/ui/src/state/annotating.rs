//! Whether the review page shows its controls for annotations.

use bevy::prelude::*;

use super::screen::{Screen, ScreenSystems, Screens};
use icochess_base::schedule::AppSystems;

/// Whether the controls for annotations are unfolded.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Annotating(pub bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Annotating>().add_systems(
        Update,
        fold_controls
            .run_if(resource_changed::<Screens>)
            .after(ScreenSystems)
            .in_set(AppSystems::Feedback),
    );
}

/// Folds the controls once the page is closed.
fn fold_controls(screens: Res<Screens>, mut annotating: ResMut<Annotating>) {
    if !screens.has(Screen::Moves) {
        annotating.set_if_neq(Annotating(false));
    }
}
