//! Rendering cost: triangles and draws of everything shown at the start of a game, from the default
//! view. Things outside the view count, too.

use std::collections::HashSet;
use std::f32::consts::PI;
use std::sync::Arc;

use bevy::camera::RenderTargetInfo;
use bevy::camera::primitives::MeshAabb;
use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use icochess::board::room;
use icochess::board::room::shown::{FADE_SECONDS, ShownRoom};
use icochess::board::stage::shape::{BoardShape, PlayerSeat};
use icochess::display::Display;
use icochess::flat::camera::WindowCamera;
use icochess::save::choices::{RoomChoice, Shadows};
use icochess::save::setting::Named;
use icochess::save::settings::Settings;
use icochess::xr::config::{ControllerModel, XrConfig};
use icochess::xr::hands::HandInput;
use icochess::xr::interaction_profiles::InteractionProfiles;
use icochess_boards::Variant;

use crate::asking::frames;
use crate::headless;
use crate::stage::load;

/// Maximum number of triangles of a view in any room, so that a headset keeps its frame rate.
const MAX_TRIANGLES: usize = 40_000;
/// Maximum number of draws of a view in any room.
const MAX_DRAWS: usize = 120;
/// Seconds until the board has turned home.
const AT_REST: f32 = 4.0;

fn start(app: &mut App, variant: Variant) {
    load(app, variant);
    headless::pass(app, AT_REST);
}

/// Sets a camera's render size and vertical field of view, in radians.
fn draw(app: &mut App, camera: Entity, size: UVec2, angle: f32) {
    let mut camera = app.world_mut().get_mut::<Camera>(camera).unwrap();
    let aspect = size.x as f32 / size.y as f32;
    camera.computed.clip_from_view = Mat4::perspective_infinite_reverse_rh(angle, aspect, 0.03);
    camera.computed.target_info = Some(RenderTargetInfo {
        physical_size: size,
        scale_factor: 1.0,
    });
    frames(app, 2);
}

fn is_shown(world: &World, entity: Entity) -> bool {
    match (
        world.get::<Visibility>(entity),
        world.get::<ChildOf>(entity),
    ) {
        (Some(Visibility::Hidden), _) => false,
        (Some(Visibility::Visible), _) | (_, None) => true,
        (_, Some(parent)) => is_shown(world, parent.parent()),
    }
}

/// A mesh and its material.
type Pair = (AssetId<Mesh>, Option<AssetId<StandardMaterial>>);

/// Returns the number of draws for pairs with their depth, if they are blended; depth grows towards
/// the camera. Equal opaque pairs are batched. Blended pairs are sorted from back to front as in
/// Bevy (`Transparent3d`), so only equal neighbours are batched.
fn draws_of(things: impl Iterator<Item = (Pair, Option<f32>)>) -> usize {
    let (mut opaque, mut blended) = (HashSet::new(), Vec::new());
    for (pair, depth) in things {
        match depth {
            Some(depth) => blended.push((depth, pair)),
            None => {
                opaque.insert(pair);
            }
        }
    }
    blended.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let runs = blended.chunk_by(|(_, one), (_, other)| one == other);
    opaque.len() + runs.count()
}

/// Returns the triangles and draws of everything visible to a camera.
fn cost(app: &mut App, camera: Entity) -> (usize, usize) {
    let mut drawn = app.world_mut().query::<(
        Entity,
        &Mesh3d,
        Option<&MeshMaterial3d<StandardMaterial>>,
        &GlobalTransform,
    )>();
    let world = app.world();
    let in_view = world.get::<GlobalTransform>(camera).unwrap().affine();
    let in_view = in_view.inverse();
    let meshes = world.resource::<Assets<Mesh>>();
    let materials = world.resource::<Assets<StandardMaterial>>();
    let mut triangles = 0;
    let shown = drawn.iter(world).filter(|it| is_shown(world, it.0));
    let draws = draws_of(shown.map(|(_, mesh, material, place)| {
        let shape = meshes.get(&mesh.0).expect("a mesh that is there");
        triangles += shape.indices().expect("triangles by index").len() / 3;
        let paint = material.and_then(|it| materials.get(&it.0));
        let blended = paint.filter(|it| {
            !matches!(
                it.alpha_mode,
                AlphaMode::Opaque | AlphaMode::Mask(_) | AlphaMode::AlphaToCoverage
            )
        });
        let depth = blended.map(|paint| {
            let middle = shape.compute_aabb();
            let middle = middle.map_or(Vec3::ZERO, |bounds| bounds.center.into());
            let middle = in_view.transform_point3(place.transform_point(middle));
            middle.z + paint.depth_bias
        });
        ((mesh.0.id(), material.map(|it| it.0.id())), depth)
    }));
    (triangles, draws)
}

#[test]
fn blended_meshes_batch_only_with_depth_neighbours() {
    let mut meshes = Assets::<Mesh>::default();
    let [one, other] = [(); 2].map(|()| (meshes.add(Cuboid::default()).id(), None));
    let opaque = [(one, None), (other, None), (one, None)];
    assert_eq!(draws_of(opaque.into_iter()), 2);
    let depths = |depths: [f32; 3]| {
        let pairs = [one, other, one].into_iter();
        draws_of(pairs.zip(depths.map(Some)))
    };
    assert_eq!(depths([-3.0, -2.0, -1.0]), 3);
    assert_eq!(depths([-3.0, -1.0, -2.0]), 2);
}

/// Returns the window's camera, rendering 1,280×800 pixels.
fn open_window(app: &mut App) -> Entity {
    let world = app.world_mut();
    let mut cameras = world.query_filtered::<(Entity, &Projection), With<WindowCamera>>();
    let (camera, lens) = cameras.single(world).unwrap();
    let &Projection::Perspective(PerspectiveProjection { fov, .. }) = lens else {
        panic!("the camera has another lens");
    };
    draw(app, camera, UVec2::new(1280, 800), fov);
    camera
}

/// Asserts the limits for a board in each room, as drawn by `camera`.
fn assert_few_in_every_room(app: &mut App, variant: Variant, camera: Entity) {
    for &choice in RoomChoice::ALL {
        app.world_mut().resource_mut::<Settings>().room = choice;
        headless::pass(app, 2.0 * FADE_SECONDS + 0.1);
        let room = app.world().resource::<ShownRoom>().0;
        let own = app.world().resource::<BoardShape>().room;
        assert_eq!(room, choice.room(own), "{variant}");
        let (triangles, draws) = cost(app, camera);
        println!("{variant}, {room:?}: {triangles} triangles, {draws} draws");
        // With fewer, the pieces would be missing.
        assert!(
            (5_000..=MAX_TRIANGLES).contains(&triangles),
            "{variant}, {room:?}: {triangles} triangles"
        );
        // With fewer, kinds of pieces would be missing.
        assert!(
            (12..=MAX_DRAWS).contains(&draws),
            "{variant}, {room:?}: {draws} draws"
        );
    }
}

#[test]
fn window_has_at_most_40_000_triangles_and_few_draws() {
    for variant in Variant::ALL {
        let mut app = headless::window_with(Display::Flat, Settings::default(), |app| {
            app.add_plugins(room::plugin);
        });
        start(&mut app, variant);
        let camera = open_window(&mut app);
        assert_few_in_every_room(&mut app, variant, camera);
    }
}

/// Spawns a headset's eye at the player's eye, with 25 pixels per degree like a Quest 3.
fn open_eye(app: &mut App) -> Entity {
    const SIZE: UVec2 = UVec2::new(2016, 2240);
    let angle = 2.0 * (SIZE.y as f32 / 2.0 / 25.0_f32.to_degrees()).atan();
    let seat = *app.world().resource::<PlayerSeat>();
    let place = Transform::from_translation(seat.eye).looking_at(seat.centre, Vec3::Y);
    let eye = app.world_mut().spawn((Camera3d::default(), place)).id();
    draw(app, eye, SIZE, angle);
    eye
}

/// Gives both hands the controllers of a Quest 3.
fn take_up_controllers(app: &mut App) {
    let mut profiles = XrConfig::built_in().unwrap().profiles.into_iter();
    let touch = profiles.find(|profile| profile.model == ControllerModel::Touch);
    let touch = Some(Arc::new(touch.expect("its controllers")));
    app.insert_resource(InteractionProfiles([touch.clone(), touch]));
    let world = app.world_mut();
    for mut input in world.query::<&mut HandInput>().iter_mut(world) {
        input.active = true;
    }
    frames(app, 2);
    for part in ["left part Trigger", "right part Trigger"] {
        let part = headless::named(app, part);
        assert!(is_shown(app.world(), part));
    }
}

#[test]
fn eye_has_at_most_40_000_triangles_and_few_draws() {
    for variant in Variant::ALL {
        let mut app = headless::app(Settings::default(), |app| {
            app.add_plugins(room::plugin);
        });
        start(&mut app, variant);
        take_up_controllers(&mut app);
        let camera = open_eye(&mut app);
        assert_few_in_every_room(&mut app, variant, camera);
    }
}

/// Returns the triangles that the shadow lamp draws, after checking that all of them are opaque and
/// lit.
fn cast(app: &mut App) -> usize {
    let mut casters = app.world_mut().query_filtered::<(
        Entity,
        &Mesh3d,
        &MeshMaterial3d<StandardMaterial>,
    ), Without<NotShadowCaster>>();
    let world = app.world();
    let meshes = world.resource::<Assets<Mesh>>();
    let materials = world.resource::<Assets<StandardMaterial>>();
    let shown = casters.iter(world).filter(|it| is_shown(world, it.0));
    let triangles = shown.map(|(entity, mesh, material)| {
        let paint = materials.get(&material.0).expect("a material");
        let is_solid = !paint.unlit && paint.alpha_mode == AlphaMode::Opaque;
        assert!(is_solid, "{:?}", world.get::<Name>(entity));
        let shape = meshes.get(&mesh.0).expect("a mesh");
        shape.indices().expect("triangles by index").len() / 3
    });
    triangles.sum()
}

fn set_shadows(app: &mut App, shadows: Shadows) {
    app.world_mut().resource_mut::<Settings>().shadows = shadows;
    frames(app, 3);
}

#[test]
fn shadow_lamp_shares_key_light_on_solid_boards() {
    let mut app = headless::app(Settings::default(), |app| {
        app.add_plugins(room::plugin);
    });
    set_shadows(&mut app, Shadows::On);
    let lux = |app: &App, key| {
        let sun = app.world().get::<DirectionalLight>(key);
        sun.expect("the key").illuminance
    };
    for variant in Variant::ALL {
        start(&mut app, variant);
        let [key, lamp] = ["key light", "key light with shadows"];
        let [key, lamp] = [key, lamp].map(|name| headless::named(&mut app, name));
        let is_on = !app.world().resource::<BoardShape>().is_glass();
        assert_eq!(is_shown(app.world(), lamp), is_on, "{variant}");
        if !is_on {
            continue;
        }
        // The whole board is in the cone and in the shadow map.
        let [from, to] = [key, lamp].map(|it| *app.world().get::<Transform>(it).expect("a place"));
        assert!(from.forward().dot(*to.forward()) > 0.9999, "{variant}");
        let board = headless::place(&mut app, "board").expect("a board");
        let lamp_at = app.world().get::<GlobalTransform>(lamp).expect("a place");
        let away = lamp_at.translation().distance(board.translation());
        let radius = app.world().resource::<BoardShape>().radius();
        let light = *app.world().get::<SpotLight>(lamp).expect("a lamp");
        assert!((radius / away).atan() < light.inner_angle, "{variant}");
        assert!(light.shadow_map_near_z < away - radius, "{variant}");
        let triangles = cast(&mut app);
        println!("{variant}: {triangles} triangles cast shadows");
        assert!((5_000..MAX_TRIANGLES).contains(&triangles), "{variant}");
        // Without shadows, the board is as bright.
        let both = light.intensity / (4.0 * PI * away * away) + lux(&app, key);
        set_shadows(&mut app, Shadows::Off);
        assert!(!is_shown(app.world(), lamp), "{variant}");
        let part = both / lux(&app, key);
        assert!((part - 1.0).abs() < 0.01, "{variant}: {part}");
        set_shadows(&mut app, Shadows::On);
    }
}
