//! A page beside the board leaves it in the middle of what is left of the window.

use bevy::camera::SubCameraView;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::camera::WindowCamera;
use crate::schedule::{AppSystems, Display};
use crate::ui::screen::Screens;
use crate::ui::screens::BESIDE;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, give_way.in_set(AppSystems::Feedback));
}

/// The picture moves aside by half of what the page takes: as a lens that is shifted,
/// the eye stays where it is.
fn give_way(
    window: Query<Ref<Window>, With<PrimaryWindow>>,
    (screens, scale): (Res<Screens>, Res<UiScale>),
    display: Res<State<Display>>,
    camera: Single<&mut Camera, With<WindowCamera>>,
) {
    let Ok(window) = window.single() else {
        return;
    };
    if !window.is_changed() && !screens.is_changed() && !scale.is_changed() && !display.is_changed()
    {
        return;
    }
    let is_beside = screens.shown().is_beside() && *display.get() == Display::Flat;
    // The camera's own size is physical.
    let size = window.physical_size();
    let aside = BESIDE * scale.0 * window.scale_factor() / 2.0;
    let view = (is_beside && size.min_element() > 0).then(|| SubCameraView {
        full_size: size,
        offset: Vec2::new(aside.min(size.x as f32 / 4.0), 0.0),
        size,
    });
    let mut camera = camera.into_inner();
    if camera.sub_camera_view != view {
        camera.sub_camera_view = view;
    }
}
