//! What the cameras of the eyes have beside their views.

use bevy::prelude::*;
use bevy::render::view::NoIndirectDrawing;
use bevy_mod_xr::camera::{XrCamera, XrProjection};

use super::hands::RayCamera;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(dress_camera);
}

/// Near plane of the eyes, metres: a piece may be looked at from close by, and one's hand. What is
/// farther away loses nothing, as the depth counts backwards.
const NEAR: f32 = 0.03;

fn dress_camera(
    added: On<Add, XrCamera>,
    mut cameras: Query<(&XrCamera, &mut Projection)>,
    mut commands: Commands,
) {
    let Ok((camera, mut projection)) = cameras.get_mut(added.entity) else {
        return;
    };
    if let Projection::Custom(custom) = &mut *projection
        && let Some(eye) = custom.get_mut::<XrProjection>()
    {
        eye.near = NEAR;
    }
    let mut entity = commands.entity(added.entity);
    entity.insert((Name::new(format!("eye {}", camera.0)), NoIndirectDrawing));
    if camera.0 == 0 {
        entity.insert(RayCamera);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_eye_sees_what_is_three_centimetres_away() {
        use bevy::camera::CameraProjection;
        use bevy_mod_xr::camera::{Fov, calculate_projection};

        let mut world = World::new();
        world.add_observer(dress_camera);
        let eye = (XrCamera(0), Projection::custom(XrProjection::default()));
        let eye = world.spawn(eye).id();
        world.flush();
        assert!(world.entity(eye).contains::<NoIndirectDrawing>());
        let Some(Projection::Custom(custom)) = world.get::<Projection>(eye) else {
            panic!("no projection");
        };
        let near = custom.get::<XrProjection>().map(|eye| eye.near);
        let fov = Fov {
            angle_left: -0.8,
            angle_right: 0.7,
            angle_down: -0.9,
            angle_up: 0.8,
        };
        // As `bevy_mod_openxr` does it in each frame.
        let projection_matrix = calculate_projection(near.expect("an eye"), fov);
        let seen = XrProjection {
            projection_matrix,
            near: 0.0,
        };
        let depth = |metres: f32| {
            let at = seen.get_clip_from_view() * Vec4::new(0.0, 0.0, -metres, 1.0);
            at.z / at.w
        };
        assert!(depth(0.0299) > 1.0 && depth(0.0301) < 1.0);
        assert!(depth(20.0) > 0.0);
    }
}
