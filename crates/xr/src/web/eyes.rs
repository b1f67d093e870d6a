//! The eyes: two cameras that draw next to each other on the page's canvas.

use bevy::camera::{CameraOutputMode, Viewport};
use bevy::prelude::*;
use bevy::render::render_resource::BlendState;
use bevy::window::PrimaryWindow;
use bevy_mod_xr::camera::{XrCamera, XrProjection};
use bevy_mod_xr::spaces::XrSpaceSyncSet;

use super::session::{LatestFrame, PageFrameSystems};
use crate::head::{Head, HeadTracking};
use crate::page_frame::EyeFrame;
use icochess_board::Listener;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_head).add_systems(
        PreUpdate,
        (resize_canvas, update_eyes, follow_head)
            .chain()
            .after(PageFrameSystems)
            .in_set(XrSpaceSyncSet),
    );
}

fn spawn_head(mut commands: Commands) {
    commands.spawn((Name::new("head"), Head, Listener, Transform::default()));
}

fn follow_head(
    newest: Res<LatestFrame>,
    head: Single<(&mut Transform, &mut HeadTracking), With<Head>>,
) {
    let (mut place, mut tracking) = head.into_inner();
    let known = newest.frame.tracking();
    tracking.set_if_neq(known);
    if known.knows_rotation {
        place.set_if_neq(newest.frame.head());
    }
}

/// Resizes the canvas to the headset's size. With fractional device pixel ratios, the result may be
/// off by one pixel.
fn resize_canvas(newest: Res<LatestFrame>, mut window: Single<&mut Window, With<PrimaryWindow>>) {
    let size = newest.frame.size();
    let off = window.physical_size().as_ivec2() - size.as_ivec2();
    if size != UVec2::ZERO && off.abs().max_element() > 1 {
        window.resolution.set_physical_resolution(size.x, size.y);
    }
}

/// Updates the eyes' cameras, and spawns them when the page reports eyes.
fn update_eyes(
    mut commands: Commands,
    newest: Res<LatestFrame>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut eyes: Query<(&XrCamera, &mut Camera, &mut Transform, &mut Projection)>,
) {
    let room = window.physical_size();
    let there = eyes.iter().len();
    for (eye, mut camera, mut place, mut projection) in &mut eyes {
        let Some(frame) = newest.frame.eyes().nth(eye.0 as usize) else {
            continue;
        };
        let part = part(&frame, room);
        if camera.viewport.as_ref().is_none_or(|it| differ(it, &part)) {
            camera.viewport = Some(part);
        }
        place.set_if_neq(frame.place);
        look(&mut projection, &frame);
    }
    for (number, frame) in (0..).zip(newest.frame.eyes()).skip(there) {
        let near = XrProjection::default().near;
        let projection = XrProjection {
            projection_matrix: frame.projection(near),
            near,
        };
        commands.spawn((
            XrCamera(number),
            Camera {
                order: number as isize,
                viewport: Some(part(&frame, room)),
                // A writeback would draw the other eye's picture again.
                msaa_writeback: MsaaWriteback::Off,
                output_mode: CameraOutputMode::Write {
                    // Replaces only this eye's viewport, not the other eye's.
                    blend_state: (number > 0).then_some(BlendState::REPLACE),
                    clear_color: ClearColorConfig::Default,
                },
                ..default()
            },
            Projection::custom(projection),
            frame.place,
        ));
    }
}

/// Returns the viewport of an eye, in pixels, clamped to the canvas.
fn part(frame: &EyeFrame, canvas: UVec2) -> Viewport {
    let mut part = Viewport {
        physical_position: frame.corner,
        physical_size: frame.size,
        ..default()
    };
    part.clamp_to_size(canvas);
    part
}

fn differ(one: &Viewport, other: &Viewport) -> bool {
    one.physical_position != other.physical_position || one.physical_size != other.physical_size
}

/// Sets a camera's field of view to the eye's.
fn look(projection: &mut Mut<Projection>, frame: &EyeFrame) {
    let Projection::Custom(custom) = &**projection else {
        return;
    };
    let Some(before) = custom.get::<XrProjection>() else {
        return;
    };
    let matrix = frame.projection(before.near);
    if before.projection_matrix != matrix
        && let Projection::Custom(custom) = &mut **projection
        && let Some(now) = custom.get_mut::<XrProjection>()
    {
        now.projection_matrix = matrix;
    }
}
