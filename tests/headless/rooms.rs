//! Rooms around the board, their lights and materials.

use std::path::Path;

use accesskit::Action;
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::light::EnvironmentMapLight;
use bevy::mesh::VertexAttributeValues;
use bevy::prelude::*;
use bevy::render::render_resource::TextureUsages;
use bevy::ui::Checked;
use icochess::board::room;
use icochess::board::room::environment::{FACE, LEVELS, SOFT_FACE};
use icochess::board::room::scenery::InRoom;
use icochess::board::room::shown::{FADE_SECONDS, ShownRoom};
use icochess::board::stage::root::BoardRoot;
use icochess::board::stage::shape::BoardShape;
use icochess::board::turning::opening::{OpenRequested, SPREAD_SECONDS};
use icochess::display::Display;
use icochess::flat::camera::WindowCamera;
use icochess::game::OnCell;
use icochess::game::messages::GameRequest;
use icochess::save::choices::RoomChoice;
use icochess::save::setting::Named;
use icochess::save::settings::Settings;
use icochess::save::store::Store;
use icochess::ui::panel;
use icochess::ui::panel::plane::PIXELS;
use icochess::ui::state::screen::{Screen, Subject};
use icochess_boards::Variant;
use icochess_shape::Room;

use crate::asking::{LIMIT, frames, open, the};
use crate::headless;

/// Maximum number of triangles of a room.
const MAX_TRIANGLES: usize = 4_000;
/// Maximum GPU memory of all textures together, in bytes.
const MAX_BYTES: usize = 64 << 20;

fn in_a_room() -> App {
    headless::window_with(Display::Flat, Settings::default(), |app| {
        app.add_plugins(room::plugin);
    })
}

fn shown(app: &App) -> Room {
    app.world().resource::<ShownRoom>().0
}

/// Chooses a room and waits until it is shown.
fn choose(app: &mut App, room: RoomChoice) {
    app.world_mut().resource_mut::<Settings>().room = room;
    headless::pass(app, 2.0 * FADE_SECONDS + 0.1);
}

fn start(app: &mut App, variant: Variant) {
    let game = variant.board().new_game();
    app.world_mut().write_message(GameRequest::Load(game));
    headless::pass(app, 2.0 * FADE_SECONDS + 0.1);
}

/// Turns the board about the vertical, without a hand.
fn turn_board(app: &mut App, angle: f32) {
    let world = app.world_mut();
    let mut board = world.query_filtered::<&mut Transform, With<BoardRoot>>();
    board.single_mut(world).unwrap().rotation = Quat::from_rotation_y(angle);
    frames(app, 2);
}

/// Returns the position of a named entity in the world.
fn place(app: &mut App, name: &str) -> Vec3 {
    headless::place(app, name).expect("a place").translation()
}

/// Returns the rooms with visible entities.
fn seen(app: &mut App) -> Vec<Room> {
    let world = app.world_mut();
    let mut rooms = world.query::<(&InRoom, &Visibility)>();
    let seen = rooms.iter(world);
    let seen = seen.filter(|(_, visibility)| **visibility != Visibility::Hidden);
    seen.map(|(room, _)| room.0).collect()
}

#[test]
fn boards_have_default_rooms_that_can_be_overridden() {
    let mut app = in_a_room();
    let mut own = Room::default();
    for variant in Variant::ALL {
        own = variant.shape().room;
        start(&mut app, variant);
        assert_eq!(shown(&app), own, "{variant}");
        assert_eq!(seen(&mut app), [own], "{variant}");
    }
    for &choice in RoomChoice::ALL {
        choose(&mut app, choice);
        let room = choice.room(own);
        assert_eq!((shown(&app), seen(&mut app)), (room, vec![room]));
    }
}

/// Creates the game in a room, with `dir` as data folder.
fn saving(dir: &Path) -> App {
    let store = Store::open(Some(dir)).unwrap();
    let (settings, problems) = store.read_settings().unwrap();
    assert_eq!(problems, [""; 0]);
    headless::window_with(Display::Flat, settings, |app| {
        app.insert_resource(store).add_plugins(room::plugin);
    })
}

/// Opens the page with the room of the current board, and returns the control for `room`.
fn control(app: &mut App, room: &str) -> String {
    open(app, Screen::Settings(Subject::Display));
    format!("choice room of this board {room}")
}

fn is_chosen(app: &mut App, room: &str) -> bool {
    let name = control(app, room);
    let control = headless::named(app, &name);
    app.world().get::<Checked>(control).is_some()
}

/// Chooses a room for the current board and waits until it is shown.
fn choose_for_board(app: &mut App, room: &str) {
    let name = control(app, room);
    headless::ask(app, &name, Action::Click);
    headless::pass(app, 2.0 * FADE_SECONDS + 0.1);
    assert!(is_chosen(app, room), "{room}");
}

#[test]
fn board_keeps_its_own_room_setting() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = saving(dir.path());
    start(&mut app, Variant::Chess);
    assert!(is_chosen(&mut app, "as for all boards"));
    choose_for_board(&mut app, "stars");
    assert_eq!(shown(&app), Room::Stars);
    start(&mut app, Variant::Icochess);
    assert!(is_chosen(&mut app, "as for all boards"));
    assert_eq!(shown(&app), Room::Terrace);
    choose(&mut app, RoomChoice::Always(Room::Table));
    assert_eq!(shown(&app), Room::Table);
    start(&mut app, Variant::Chess);
    assert_eq!(shown(&app), Room::Stars);
    app.world().resource::<Store>().queue().flush(LIMIT);
    drop(app);

    let mut app = saving(dir.path());
    for (variant, room) in [
        (Variant::Icochess, Room::Table),
        (Variant::Chess, Room::Stars),
    ] {
        start(&mut app, variant);
        let choice = *app.world().resource::<RoomChoice>();
        assert_eq!(choice, RoomChoice::Always(room), "{variant}");
        assert_eq!(shown(&app), room, "{variant}");
    }
    choose_for_board(&mut app, "as for all boards");
    assert_eq!(shown(&app), Room::Table);
}

#[test]
fn rooms_crossfade_unless_motion_is_reduced() {
    let mut app = in_a_room();
    app.update();
    app.world_mut().resource_mut::<Settings>().room = RoomChoice::Always(Room::Stars);
    headless::pass(&mut app, FADE_SECONDS / 2.0);
    assert_eq!(shown(&app), Room::Terrace);
    headless::pass(&mut app, FADE_SECONDS);
    assert_eq!(shown(&app), Room::Stars);
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.reduced_motion = true;
    settings.room = RoomChoice::Always(Room::Table);
    headless::pass(&mut app, 0.06);
    assert_eq!(shown(&app), Room::Table);
}

/// Returns the environment maps of a camera.
fn maps(app: &App, camera: Entity) -> [&Image; 2] {
    let light = app.world().get::<EnvironmentMapLight>(camera);
    let light = light.expect("light from all around");
    assert!(light.intensity > 0.0);
    let images = app.world().resource::<Assets<Image>>();
    [&light.diffuse_map, &light.specular_map].map(|map| images.get(map).expect("a map"))
}

#[test]
fn window_and_later_eyes_use_the_rooms_environment_map() {
    let mut app = in_a_room();
    app.update();
    let window = the::<WindowCamera>(&mut app);
    let eye = app.world_mut().spawn(Camera3d::default()).id();
    app.update();
    for camera in [window, eye] {
        let [soft, mirrored] = maps(&app, camera);
        assert_eq!(soft.size(), UVec2::splat(SOFT_FACE));
        assert_eq!(mirrored.size(), UVec2::splat(FACE));
        assert_eq!(mirrored.texture_descriptor.mip_level_count, LEVELS);
        let tone = app.world().get::<Tonemapping>(camera);
        assert_eq!(tone, Some(&Tonemapping::AcesFitted));
    }
    let before = app.world().get::<EnvironmentMapLight>(eye).unwrap();
    let before = before.specular_map.id();
    choose(&mut app, RoomChoice::Always(Room::Stars));
    let after = app.world().get::<EnvironmentMapLight>(eye).unwrap();
    assert_ne!(after.specular_map.id(), before);
    for light in ["key light", "rim light", "light from below"] {
        headless::named(&mut app, light);
    }
}

/// Returns the number of triangles of an entity and its descendants.
fn triangles(world: &World, entity: Entity) -> usize {
    let meshes = world.resource::<Assets<Mesh>>();
    let own = world.get::<Mesh3d>(entity).map_or(0, |mesh| {
        let mesh = meshes.get(&mesh.0).expect("a mesh that is there");
        mesh.indices().expect("triangles by index").len() / 3
    });
    let children = world.get::<Children>(entity).into_iter().flatten();
    own + children
        .map(|child| triangles(world, *child))
        .sum::<usize>()
}

/// Returns the size of a texture on the graphics card, in bytes. Render targets have no data here.
fn bytes(image: &Image) -> usize {
    let copies = (0..image.texture_descriptor.mip_level_count).map(|level| {
        let [width, height] = [image.width(), image.height()].map(|side| (side >> level).max(1));
        (width * height * 4) as usize
    });
    image.data.as_ref().map_or_else(|| copies.sum(), Vec::len)
}

/// Returns the size of the panel's and the plate's textures, in bytes.
fn drawn_bytes() -> usize {
    let mut app = headless::app(Settings::default(), |app| {
        headless::lay_out(app);
        app.add_plugins(panel::plugin);
    });
    app.update();
    let images = app.world().resource::<Assets<Image>>();
    let drawn = images.iter().filter(|(_, image)| {
        let usage = image.texture_descriptor.usage;
        usage.contains(TextureUsages::RENDER_ATTACHMENT)
    });
    drawn.map(|(_, image)| bytes(image)).sum()
}

#[test]
fn rooms_have_few_triangles_and_textures_fit_into_64_mib() {
    let mut app = in_a_room();
    for &choice in RoomChoice::ALL {
        choose(&mut app, choice);
    }
    let world = app.world_mut();
    let mut rooms = world.query::<(Entity, &InRoom)>();
    let rooms: Vec<_> = rooms.iter(world).map(|(it, room)| (it, room.0)).collect();
    assert_eq!(rooms.len(), Room::ALL.len());
    for (entity, room) in rooms {
        let count = triangles(world, entity);
        assert!(count <= MAX_TRIANGLES, "{room:?}: {count}");
        assert_eq!(count > 500, room != Room::Plain, "{room:?}: {count}");
    }
    for variant in Variant::ALL {
        start(&mut app, variant);
    }
    let images = app.world().resource::<Assets<Image>>();
    let around: usize = images.iter().map(|(_, image)| bytes(image)).sum();
    let drawn = drawn_bytes();
    println!("{around} bytes of pictures, {drawn} of what is drawn");
    assert!(around > 1 << 20, "{around}");
    // Render target and displayed picture each have four physical pixels per logical pixel, with
    // four bytes each.
    let least = 2 * 16 * PIXELS.element_product() as usize;
    assert!(drawn > least, "{drawn}");
    assert!(around + drawn < MAX_BYTES, "{around} and {drawn}");
}

#[test]
fn board_and_shadow_are_on_the_table() {
    let mut app = in_a_room();
    start(&mut app, Variant::Chess);
    let [board, table, shadow] =
        ["board", "table", "shadow of the board"].map(|name| place(&mut app, name).y);
    // The board's frame is 27 mm high.
    assert!((board - table - 0.027).abs() < 1e-3, "{board} {table}");
    assert!(shadow > table && shadow < table + 0.01);
}

#[test]
fn table_stays_below_layers_that_are_spread() {
    let mut app = in_a_room();
    start(&mut app, Variant::Raumschach);
    let before = place(&mut app, "tile aa1").y;
    app.world_mut().write_message(OpenRequested::Apart);
    headless::pass(&mut app, SPREAD_SECONDS + 0.1);
    let [lowest, table, shadow] =
        ["tile aa1", "table", "shadow of the board"].map(|name| place(&mut app, name).y);
    assert!(lowest < before - 0.05, "{lowest} {before}");
    assert!(
        lowest > shadow && shadow > table,
        "{lowest} {shadow} {table}"
    );
}

/// Returns points of the board's shadow, on and between its vertices, in board space, with the
/// darkness there. The darkness combines vertex colours and texture.
fn shadow(app: &mut App) -> Vec<(Vec3, f32)> {
    const NAME: &str = "shadow of the board";
    let [board, lies] = ["board", NAME].map(|name| headless::place(app, name).expect("a place"));
    let entity = headless::named(app, NAME);
    let world = app.world();
    let mesh = &world.get::<Mesh3d>(entity).expect("a mesh").0;
    let mesh = world.resource::<Assets<Mesh>>().get(mesh);
    let mesh = mesh.expect("a mesh that is there");
    let places = mesh.attribute(Mesh::ATTRIBUTE_POSITION);
    let places = places.and_then(|it| it.as_float3()).expect("corners");
    let Some(VertexAttributeValues::Float32x4(colors)) = mesh.attribute(Mesh::ATTRIBUTE_COLOR)
    else {
        panic!("no colours");
    };
    let Some(VertexAttributeValues::Float32x2(points)) = mesh.attribute(Mesh::ATTRIBUTE_UV_0)
    else {
        panic!("no points of the picture");
    };
    let material = world.get::<MeshMaterial3d<StandardMaterial>>(entity);
    let material = &material.expect("a material").0;
    let material = world.resource::<Assets<StandardMaterial>>().get(material);
    let picture = material.and_then(|it| it.base_color_texture.as_ref());
    let images = world.resource::<Assets<Image>>();
    let picture = images.get(picture.expect("a picture")).expect("an image");
    let side = picture.width() as usize;
    let opacity = |at: Vec2| {
        let [column, row] = (at * side as f32).to_array();
        let texel = [column, row].map(|along| (along as usize).min(side - 1));
        let data = picture.data.as_ref().expect("texels");
        f32::from(data[(texel[1] * side + texel[0]) * 4 + 3]) / 255.0
    };
    let to_board = board.affine().inverse() * lies.affine();
    let corner = |index: usize| {
        let place = to_board.transform_point3(Vec3::from(places[index]));
        (place, Vec2::from(points[index]), colors[index][3])
    };
    let indices: Vec<usize> = mesh.indices().expect("triangles").iter().collect();
    let triangles = indices.chunks(3);
    let edges = triangles.flat_map(|at| [[at[0], at[1]], [at[1], at[2]], [at[2], at[0]]]);
    let along = edges.flat_map(|edge| {
        let [from, to] = edge.map(corner);
        (0..=8_u8).map(move |step| (from, to, f32::from(step) / 8.0))
    });
    let seen = along.map(|(from, to, part)| {
        let dark = opacity(from.1.lerp(to.1, part)) * from.2.lerp(to.2, part);
        (from.0.lerp(to.0, part), dark)
    });
    seen.collect()
}

#[test]
fn shadow_is_dark_at_the_boards_edge_and_fades_quickly() {
    let mut app = in_a_room();
    start(&mut app, Variant::Chess);
    let shape = app.world().resource::<BoardShape>();
    let frame = shape.fixtures.iter().find(|it| it.name == "frame");
    let frame = frame.expect("a frame").mesh.positions.iter();
    let half = frame.fold(0.0, |far: f32, at| far.max(at.x));
    assert!(half > 0.25, "{half}");
    for turned in [0.0, 0.7] {
        turn_board(&mut app, turned);
        let (mut at_edge, mut beside, mut gone) = (0, 0, 0);
        for (at, dark) in shadow(&mut app) {
            let [x, z] = [at.x, at.z].map(|along| (along.abs() - half).max(0.0));
            let beyond = x.hypot(z);
            // The limit also holds at the rounded corners.
            assert!(beyond < 0.08, "{at}");
            if beyond < 1e-3 {
                at_edge += 1;
                assert!((0.5..0.7).contains(&dark), "{at}: {dark}");
            } else if (0.02..0.04).contains(&beyond) {
                beside += 1;
                assert!((0.15..0.6).contains(&dark), "{at}: {dark}");
            } else if beyond > 0.06 {
                gone += 1;
                assert!(dark < 0.05, "{at}: {dark}");
            }
        }
        assert!(at_edge > 3 && beside > 3 && gone > 3);
    }
}

/// Returns the position of the visible cast shadow, and the darkness at its centre.
fn thrown(app: &mut App) -> Option<(Vec3, f32)> {
    const NAME: &str = "thrown shadow";
    let entity = headless::named(app, NAME);
    let place = place(app, NAME);
    let world = app.world();
    let material = world.get::<MeshMaterial3d<StandardMaterial>>(entity);
    let materials = world.resource::<Assets<StandardMaterial>>();
    let material = materials.get(&material.expect("a material").0);
    let dark = material.expect("a material").base_color.alpha();
    let is_seen = world.get::<Visibility>(entity) != Some(&Visibility::Hidden);
    is_seen.then_some((place, dark))
}

#[test]
fn ball_casts_a_shadow_that_does_not_turn_with_it() {
    let mut app = in_a_room();
    start(&mut app, Variant::Icochess);
    let (_, on_deck) = thrown(&mut app).expect("a shadow on the deck");
    choose(&mut app, RoomChoice::Always(Room::Table));
    let mut seen = Vec::new();
    for turned in [0.0, 2.0] {
        turn_board(&mut app, turned);
        seen.extend(thrown(&mut app));
    }
    let [(at, dark), (later, as_dark)] = seen[..] else {
        panic!("{seen:?}");
    };
    assert!(at.distance(later) < 1e-4 && dark == as_dark, "{seen:?}");
    let [board, table, key] = ["board", "table", "key light"].map(|name| place(&mut app, name));
    let away = (at - board).with_y(0.0);
    assert!(away.length() > 0.08 && away.dot(key) < 0.0, "{away} {key}");
    assert!(at.y > table.y && at.y < table.y + 0.01, "{at} {table}");
    // Together with the ball's ambient shadow, at most nine tenths of the light are lost, twice as
    // much as on the deck.
    let below = shadow(&mut app).into_iter().map(|(_, dark)| dark);
    let below = below.fold(0.0, f32::max);
    let both = 1.0 - (1.0 - dark) * (1.0 - below);
    assert!((0.8..0.92).contains(&both), "{dark} and {below}");
    assert!(dark > 2.0 * on_deck && on_deck > 0.2, "{on_deck}");
    // A board on the table casts no shadow.
    start(&mut app, Variant::Chess);
    assert_eq!(thrown(&mut app), None);
}

#[test]
fn tiles_use_varied_grain_and_glass_has_none() {
    for variant in Variant::ALL {
        let shape = variant.shape();
        let has_grain = !shape.is_glass();
        let mut app = headless::app(Settings::default(), |_| {});
        let game = variant.board().new_game();
        app.world_mut().write_message(GameRequest::Load(game));
        headless::pass(&mut app, 0.2);
        let world = app.world_mut();
        let mut tiles =
            world.query_filtered::<(&Mesh3d, &MeshMaterial3d<StandardMaterial>), With<OnCell>>();
        let mut meshes: Vec<_> = tiles.iter(world).map(|(mesh, _)| mesh.0.id()).collect();
        meshes.sort_unstable();
        meshes.dedup();
        // Panes are drawn in layers with vertex colours.
        assert_eq!(meshes.is_empty(), !has_grain, "{variant}");
        let materials = world.resource::<Assets<StandardMaterial>>();
        let mut textured = tiles.iter(world).map(|(_, material)| {
            let material = materials.get(&material.0).expect("a material");
            material.base_color_texture.is_some()
        });
        assert!(textured.all(|it| it == has_grain), "{variant}");
        // Four texture offsets per kind.
        let cuts = if has_grain { 4 } else { 0 };
        assert_eq!(meshes.len(), cuts * shape.kinds.len(), "{variant}");
    }
}
