//! Preparation of the render pipelines before the headset's player is seated.

use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy_mod_xr::camera::XrCamera;
use icochess::board::room;
use icochess::board::stage::specimens::{SPECIMENS, Specimen};
use icochess::board::stage::switches::{Glass, Learning};
use icochess::interaction::Selection;
use icochess::interaction::selection::{Pick, Selected};
use icochess::save::choices::RoomChoice;
use icochess::save::setting::Named;
use icochess::save::settings::Settings;
use icochess::ui::workarounds::pipelines::PendingPipelines;
use icochess::xr;
use icochess::xr::head::{Head, HeadPosition, HeadTracking};
use icochess::xr::session::{SessionEvent, SessionStatus, SessionVisibility};
use icochess_boards::Variant;

use crate::asking::{get, get_mut, the_match};
use crate::headless;
use crate::stage::load;

/// Returns the seconds until the player is seated, with pipelines missing for this long. The head
/// is still or moves at 0.3 m/s. Asserts that the eyes see a dark background instead of the board
/// until then.
fn seconds_until_seated(missing: f32, is_still: bool) -> f32 {
    let mut app = headless::app(Settings::default(), |app| {
        app.add_plugins(xr::seating_plugin);
    });
    let pipelines = get::<PendingPipelines>(&app).clone();
    let tracking = HeadTracking {
        knows_rotation: true,
        position: HeadPosition::Tracked,
    };
    let head = (Head, tracking, Transform::from_xyz(0.0, 1.2, 0.0));
    let head = app.world_mut().spawn(head).id();
    let eye = app.world_mut().spawn(XrCamera(0)).id();
    app.world_mut()
        .write_message(SessionEvent::Shown(SessionVisibility::Focused));
    for frame in 0..1000 {
        let seconds = frame as f32 * headless::FRAME.as_secs_f32();
        pipelines.set(usize::from(seconds < missing));
        if !is_still {
            let mut place = app.world_mut().get_mut::<Transform>(head).expect("a head");
            place.translation.x = 0.3 * seconds;
        }
        app.update();
        let eye = app.world().entity(eye);
        let layers = eye.get::<RenderLayers>().expect("layers");
        let is_seated = get::<SessionStatus>(&app).seated;
        assert_eq!(layers.intersects(&RenderLayers::default()), is_seated);
        if is_seated {
            return seconds;
        }
        let ClearColorConfig::Custom(dark) = eye.get::<Camera>().expect("a camera").clear_color
        else {
            panic!("the room's background");
        };
        assert!(dark.to_linear().luminance() < 0.01, "{dark:?}");
    }
    panic!("never seated");
}

#[test]
fn player_is_seated_after_the_pipelines_are_ready() {
    // The wait ends 0.2 s after the last pipeline, or after 10 s. Then the head must hold still for
    // 0.5 s, or 3 s pass.
    for (missing, is_still, expected) in [
        (0.0, true, 0.7),
        (0.3, true, 1.0),
        (0.3, false, 3.5),
        (5.0, false, 8.2),
        (60.0, true, 10.5),
        (60.0, false, 13.0),
    ] {
        let seconds = seconds_until_seated(missing, is_still);
        assert!(
            (seconds - expected).abs() < 0.1,
            "{missing} s, {is_still}: {seconds}"
        );
    }
}

#[test]
fn hidden_camera_draws_the_specimens() {
    let mut app = headless::app(Settings::default(), |app| {
        app.add_plugins(xr::seating_plugin);
    });
    get::<PendingPipelines>(&app).set(1);
    app.world_mut().spawn(XrCamera(0));
    app.update();
    let camera = headless::named(&mut app, "warm-up camera");
    let specimens = app.world().get::<Children>(camera).expect("specimens");
    assert_eq!(specimens.len(), SPECIMENS.len());
}

/// Returns the properties of all meshes without a specimen.
fn without_specimen(app: &mut App) -> Vec<Specimen> {
    let world = app.world_mut();
    let mut drawn = world.query::<(&Mesh3d, &MeshMaterial3d<StandardMaterial>)>();
    let meshes = world.resource::<Assets<Mesh>>();
    let materials = world.resource::<Assets<StandardMaterial>>();
    let pairs = drawn
        .iter(world)
        .filter_map(|(mesh, material)| meshes.get(&mesh.0).zip(materials.get(&material.0)));
    let all = pairs.map(|(mesh, material)| Specimen {
        has_places: mesh.attribute(Mesh::ATTRIBUTE_UV_0).is_some(),
        has_colors: mesh.attribute(Mesh::ATTRIBUTE_COLOR).is_some(),
        alpha_mode: material.alpha_mode,
        is_two_sided: material.cull_mode.is_none(),
        depth_bias: material.depth_bias,
    });
    let mut missing: Vec<Specimen> = all.filter(|it| !SPECIMENS.contains(it)).collect();
    missing.dedup();
    missing
}

#[test]
fn every_mesh_has_a_specimen() {
    let rooms = RoomChoice::ALL.iter().cycle();
    for (variant, &choice) in Variant::ALL.into_iter().zip(rooms) {
        let settings = Settings {
            map: true,
            room: choice,
            ..Settings::default()
        };
        let mut app = headless::app(settings, |app| {
            app.add_plugins(room::plugin);
        });
        // With several samples, faded pieces have another material.
        app.world_mut().spawn(Camera3d::default());
        load(&mut app, variant);
        get_mut::<Glass>(&mut app).is_switched = true;
        get_mut::<Learning>(&mut app).is_switched = true;
        let from = the_match(&app).position().legal_moves()[0].from;
        let mut selected = Selected::default();
        selected.pick(Pick::Select(from), the_match(&app));
        get_mut::<Selection>(&mut app).0 = selected;
        headless::pass(&mut app, 1.0);
        assert_eq!(without_specimen(&mut app), [], "{variant}");
    }
}
