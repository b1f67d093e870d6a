//! Settings of the eyes' cameras other than their views.

use std::f32::consts::TAU;

use bevy::camera::ClearColorConfig;
use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy::render::view::NoIndirectDrawing;
use bevy_mod_xr::camera::{XrCamera, XrProjection};

use super::hands::RayCamera;
use icochess_base::schedule::AppSystems;
use icochess_board::room::surroundings::Surroundings;
use icochess_board::stage::shape::Unseated;
use icochess_ui::panel::plate::CARD_LAYER;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Surroundings>()
        .init_resource::<Unseated>()
        .add_observer(set_up_camera)
        .add_systems(
            Update,
            (
                update_clear_color,
                hide_all_but_card.run_if(
                    resource_changed::<Unseated>.or_else(any_match_filter::<Added<XrCamera>>),
                ),
            )
                .in_set(AppSystems::Scene),
        );
}

/// Brightest colour of the background while players wait, a dark blue.
const BREATH: Color = Color::srgb(0.05, 0.07, 0.12);
/// Period of the background's brightness while players wait, in seconds.
const BREATH_SECONDS: f32 = 4.0;

/// Near plane of the eyes, metres; allows a close look at a piece or a hand. Distant depth loses no
/// precision, as the depth is reversed.
const NEAR: f32 = 0.03;

fn set_up_camera(
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

/// Clears the eyes to transparent in passthrough. Until the player is seated, the background is
/// dark and breathes, as a sign of life that needs no render pipeline.
fn update_clear_color(
    (surroundings, unseated, time): (Res<Surroundings>, Res<Unseated>, Res<Time>),
    mut eyes: Query<&mut Camera, With<XrCamera>>,
) {
    let own = match *surroundings {
        Surroundings::Passthrough => Some(Color::NONE),
        Surroundings::OurRoom => unseated.0.then(|| breath(time.elapsed_secs())),
    };
    for mut eye in &mut eyes {
        let before = match eye.clear_color {
            ClearColorConfig::Custom(color) => Some(color),
            _ => None,
        };
        if before != own {
            eye.clear_color = own.map_or(ClearColorConfig::Default, ClearColorConfig::Custom);
        }
    }
}

/// Returns the background's colour after some seconds of waiting.
fn breath(seconds: f32) -> Color {
    let depth = (1.0 - (seconds * TAU / BREATH_SECONDS).cos()) / 2.0;
    Color::BLACK.mix(&BREATH, depth)
}

/// Hides everything but the card from the eyes until the player is seated.
fn hide_all_but_card(
    unseated: Res<Unseated>,
    eyes: Query<Entity, With<XrCamera>>,
    mut commands: Commands,
) {
    for eye in &eyes {
        commands.entity(eye).insert(if unseated.0 {
            RenderLayers::layer(CARD_LAYER)
        } else {
            RenderLayers::default()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eyes_clear_to_transparent_in_passthrough() {
        let mut app = App::new();
        app.add_plugins(plugin)
            .init_resource::<Time>()
            .insert_resource(Unseated(false));
        let begins_with_nothing = |app: &mut App| {
            let world = app.world_mut();
            let mut eyes = world.query_filtered::<&Camera, With<XrCamera>>();
            let are = eyes.iter(world).map(|eye| {
                matches!(eye.clear_color, ClearColorConfig::Custom(colour) if colour == Color::NONE)
            });
            are.collect::<Vec<_>>()
        };
        let spawn_eye = |app: &mut App, number| {
            app.world_mut().spawn(XrCamera(number));
        };
        spawn_eye(&mut app, 0);
        for is_real in [false, true, false, true] {
            app.insert_resource(Surroundings::of(is_real));
            app.update();
            assert_eq!(begins_with_nothing(&mut app), [is_real]);
        }
        // An eye spawned later.
        spawn_eye(&mut app, 1);
        app.update();
        assert_eq!(begins_with_nothing(&mut app), [true, true]);
    }

    #[test]
    fn eyes_see_only_the_card_until_the_player_is_seated() {
        let mut app = App::new();
        app.add_plugins(plugin).init_resource::<Time>();
        let plate = RenderLayers::from_layers(&[0, CARD_LAYER]);
        for (number, unseated) in (0_u32..).zip([true, false]) {
            app.insert_resource(Unseated(unseated));
            app.world_mut().spawn(XrCamera(number));
            app.update();
            let world = app.world_mut();
            let mut eyes = world.query_filtered::<&RenderLayers, With<XrCamera>>();
            assert_eq!(eyes.iter(world).count(), number as usize + 1);
            for eye in eyes.iter(world) {
                assert!(eye.intersects(&plate));
                assert_eq!(eye.intersects(&RenderLayers::default()), !unseated);
            }
        }
    }

    #[test]
    fn eye_sees_objects_from_three_centimetres() {
        use bevy::camera::CameraProjection;
        use bevy_mod_xr::camera::{Fov, calculate_projection};

        let mut world = World::new();
        world.add_observer(set_up_camera);
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
        // Like `bevy_mod_openxr` in each frame.
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
