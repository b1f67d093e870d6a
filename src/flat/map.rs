//! Places the board's map in front of the camera, in the space the page reserves for it. Hides the
//! map while the page has no space for it.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;
use bevy::transform::TransformSystems;
use bevy::ui::UiGlobalTransform;
use bevy::window::PrimaryWindow;

use super::camera::{NEAR, WindowCamera};
use super::framing::FramingSystems;
use icochess_base::display::Display;
use icochess_board::stage::switches::MapRoot;
use icochess_ui::pages::MapRoom;

/// Distance from the camera, in metres. It is nearer than any part of the board can be.
const DEPTH: f32 = 0.05;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        place_map
            .after(FramingSystems)
            .before(TransformSystems::Propagate)
            .run_if(in_state(Display::Flat)),
    );
}

/// Returns the map's transform relative to the camera for a rectangle of the window, in physical
/// pixels.
fn place(camera: &Camera, window: Vec2, room: Rect, map: &MapRoot) -> Transform {
    let from_clip = camera.clip_from_view().inverse();
    let at = |pixel: Vec2| {
        let part = pixel / window;
        let there = Vec2::new(2.0 * part.x - 1.0, 1.0 - 2.0 * part.y);
        // With an infinite projection, depth is the inverse of distance.
        from_clip.project_point3(there.extend(NEAR / DEPTH))
    };
    let middle = room.center();
    let below = Vec2::new(middle.x, room.max.y);
    let a_pixel = at(middle).distance(at(below)) / below.distance(middle);
    let scale = (room.size() / (2.0 * map.half)).min_element() * a_pixel;
    Transform {
        translation: at(middle),
        // Up on the map is -z, and the map faces +y.
        rotation: Quat::from_rotation_x(FRAC_PI_2),
        scale: Vec3::splat(scale),
    }
}

fn place_map(
    mut commands: Commands,
    window: Query<&Window, With<PrimaryWindow>>,
    camera: Query<(Entity, &Camera), With<WindowCamera>>,
    rooms: Query<(&ComputedNode, &UiGlobalTransform), With<MapRoom>>,
    mut maps: Query<(
        Entity,
        &MapRoot,
        &mut Transform,
        &mut Visibility,
        Has<ChildOf>,
    )>,
) {
    let (Ok(window), Ok((camera, lens))) = (window.single(), camera.single()) else {
        return;
    };
    let room = rooms.single().ok();
    let room = room.map(|(node, at)| Rect::from_center_size(at.translation, node.size()));
    let room = room.filter(|room| !room.is_empty());
    for (entity, map, mut shown, mut visibility, is_hung) in &mut maps {
        // The current page has no space for the map.
        let Some(room) = room else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        let size = window.physical_size().as_vec2();
        shown.set_if_neq(place(lens, size, room, map));
        visibility.set_if_neq(Visibility::Inherited);
        if !is_hung {
            commands.entity(entity).insert(ChildOf(camera));
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::camera::CameraProjection;

    use super::*;

    #[test]
    fn map_fills_its_space_with_any_lens() {
        let window = Vec2::new(1280.0, 800.0);
        let room = Rect::new(980.0, 300.0, 1240.0, 690.0);
        let map = MapRoot {
            half: Vec2::new(0.4, 0.7),
            clear: 0.06,
        };
        let mut lens = PerspectiveProjection {
            fov: 0.8,
            near: NEAR,
            ..default()
        };
        lens.update(window.x, window.y);
        let mut camera = Camera::default();
        for shift in [0.0, 150.0] {
            let view = bevy::camera::SubCameraView {
                full_size: window.as_uvec2(),
                offset: Vec2::new(shift, 0.0),
                size: (window * 1.2).as_uvec2(),
            };
            camera.computed.clip_from_view = lens.get_clip_from_view_for_sub(&view);
            let place = place(&camera, window, room, &map);
            let pixel = |at: Vec3| {
                let seen = camera.computed.clip_from_view.project_point3(place * at);
                Vec2::new(1.0 + seen.x, 1.0 - seen.y) / 2.0 * window
            };
            for x in [-1.0, 1.0] {
                for z in [-1.0, 1.0] {
                    let corner = Vec3::new(x * map.half.x, 0.0, z * map.half.y);
                    let seen = pixel(corner);
                    let larger = Rect::new(
                        room.min.x - 1.0,
                        room.min.y - 1.0,
                        room.max.x + 1.0,
                        room.max.y + 1.0,
                    );
                    assert!(larger.contains(seen), "{seen}");
                    // The top of the map is at the top of the window, and the map fills its space.
                    assert_eq!(seen.y < room.center().y, z < 0.0);
                    assert_eq!(seen.x < room.center().x, x < 0.0);
                }
            }
            let tall = pixel(Vec3::Z * map.half.y).y - pixel(Vec3::NEG_Z * map.half.y).y;
            assert!((tall - room.height()).abs() < 1.0, "{tall}");
            assert!((place.translation.z + DEPTH).abs() < 1e-4);
        }
    }
}
