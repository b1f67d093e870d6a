//! Tests of a board with movable parts: tiles and pieces are drawn where the position has them, and
//! glide together.

use bevy::prelude::*;
use bevy_rapier3d::prelude::Collider;
use icochess::board::pieces::piece::{GLIDE_SECONDS, PieceOn};
use icochess::board::stage::root::BoardRoot;
use icochess::game::messages::{GameRequest, MoveRequested};
use icochess::game::{Boards, Match, MatchState, OnCell};
use icochess::interaction::{InteractionState, PickRefused, Unmovable};
use icochess::save::settings::Settings;
use icochess_boards::Registration;
use icochess_rules::{AnyBoard, Board, Cell, CellSet, FixedReason, Record};
use icochess_shape::{Fixture, Material, Part, Shape, TriangleMesh, table};

use super::docks_board::{DOCKS, Docks};
use super::{expected, shown};
use crate::asking::{only, the_match};
use crate::headless::{app, pass, trigger};
use crate::table::Table;

/// A start position with a lot of space for parts.
fn start() -> Record {
    let text = "n1k1/4/4/4/4/2K1|b1:N/R,e1:1/1 w - - 3 9";
    let record = AnyBoard::of::<Docks>().read_position(text);
    record.expect("a position")
}

fn plate_mesh() -> TriangleMesh {
    let mut plate = TriangleMesh::default();
    plate.cuboid(Vec3::ZERO, Vec3::new(0.025, 0.001, 0.05));
    plate
}

/// Returns a shape whose docks float above the squares, each higher than the previous one and
/// slightly rotated, on a separate plate.
fn shape() -> Shape {
    let mut shape = table::grid(Docks::ID, 6, 6);
    let plate = shape.fixtures.len();
    shape.fixtures.push(Fixture {
        name: "plate",
        mesh: plate_mesh(),
        material: Material::default(),
    });
    for (dock, squares) in DOCKS.iter().enumerate() {
        let cells = squares.map(|(file, rank)| (rank * 6 + file) as usize);
        let middle = (shape.places[cells[0]].frame.translation
            + shape.places[cells[1]].frame.translation)
            / 2.0;
        let up = Vec3::Y * 0.02 * (dock + 1) as f32;
        let turn = Quat::from_rotation_y(dock as f32 * 0.2);
        for cell in cells {
            let place = &mut shape.places[cell];
            let from_middle = place.frame.translation - middle;
            place.frame =
                Transform::from_translation(middle + up + turn * from_middle).with_rotation(turn);
            place.part = shape.parts.len();
        }
        shape.parts.push(Part {
            name: "dock",
            fixtures: vec![(
                plate,
                Transform::from_translation(middle + up).with_rotation(turn),
            )],
        });
    }
    shape
}

fn add_docks(app: &mut App) {
    let mut boards = app.world_mut().resource_mut::<Boards>();
    boards.add(Registration::of::<Docks>(shape, None));
}

fn playing(record: Record) -> App {
    let settings = Settings {
        tile_names: true,
        auto_turn_flat: false,
        ..Settings::default()
    };
    let mut app = app(settings, |app| {
        add_docks(app);
        app.insert_resource(Match::new(record));
    });
    pass(&mut app, 0.1);
    app
}

/// Returns whether the tile of a cell is visible, and whether rays can hit it.
fn tile(app: &mut App, cell: Cell) -> (bool, bool) {
    let world = app.world_mut();
    let mut tiles = world.query::<(Entity, &OnCell, Has<Collider>)>();
    let (entity, _, is_met) = tiles
        .iter(world)
        .find(|(_, on, _)| on.0 == cell)
        .expect("a tile");
    let mut at = Some(entity);
    let mut is_seen = true;
    while let Some(entity) = at {
        let entity = world.entity(entity);
        is_seen &= entity.get::<Visibility>() != Some(&Visibility::Hidden);
        at = entity.get::<ChildOf>().map(ChildOf::parent);
    }
    (is_seen, is_met)
}

/// Asserts that tiles and pieces at rest match the position.
fn agree(app: &mut App) {
    assert_eq!(shown(app), expected(app));
    let absent = the_match(app).position().absent();
    let shape = shape();
    let root = only::<Transform, BoardRoot>(app);
    let world = app.world_mut();
    let mut tiles = world.query::<(&OnCell, &GlobalTransform)>();
    for (on, place) in tiles.iter(world) {
        let wanted = root * shape.frame(on.0);
        let place = place.compute_transform();
        assert!(place.translation.distance(wanted.translation) < 1e-5);
        assert!(place.rotation.angle_between(wanted.rotation) < 1e-2);
    }
    for cell in shape.cells() {
        let there = !absent.contains(cell);
        assert_eq!(tile(app, cell), (there, there), "{cell:?}");
    }
}

#[test]
fn part_without_a_free_dock_explains_why_it_stays() {
    let all = "n1k1/4/4/4/4/2K1|b1:N/1,b3:1/1,b5:1/1,e1:1/1,e3:1/1,e5:1/1 w - - 0 1";
    let record = AnyBoard::of::<Docks>().read_position(all).unwrap();
    let mut table = Table::with(Settings::default(), |app| {
        add_docks(app);
        app.insert_resource(Match::new(record));
    });
    let line = table.notice_line();
    // Picking an empty square of a part picks the part.
    trigger(&mut table.app, "tile b1");
    let refused = table.facts::<PickRefused>();
    let why: Vec<Unmovable> = refused.iter().map(|it| it.why).collect();
    assert_eq!(why, [Unmovable::Fixed(FixedReason::NoDock)]);
    table.frames(1);
    let message = "This attack board can reach no free pin";
    assert_eq!(table.words(line), message);
}

/// Returns the transforms of a cell's piece, tile and name in the world.
fn together(app: &mut App, cell: Cell) -> [Transform; 3] {
    let world = app.world_mut();
    let mut pieces = world.query::<(&PieceOn, &GlobalTransform)>();
    let piece = pieces.iter(world).find(|(on, _)| on.0 == cell).unwrap().1;
    let piece = piece.compute_transform();
    let mut tiles = world.query::<(&OnCell, &GlobalTransform, &Children)>();
    let (_, tile, children) = tiles.iter(world).find(|(on, ..)| on.0 == cell).unwrap();
    let tile = tile.compute_transform();
    let last = *children.last().unwrap();
    let on_it = world.get::<GlobalTransform>(last).unwrap();
    [piece, tile, on_it.compute_transform()]
}

#[test]
fn part_is_picked_by_any_cell_and_glides_with_its_pieces() {
    let mut app = playing(start());
    let at = |app: &App, name: &str| the_match(app).position().cell_named(name).unwrap();
    let (b2, b3, b4) = (at(&app, "b2"), at(&app, "b3"), at(&app, "b4"));
    let [first, tile_first, _] = together(&mut app, b2);

    // Picks by the knight's square, which isn't the dock's first. Rays hit missing squares only
    // while they are targets.
    assert_eq!(tile(&mut app, b4), (false, false));
    trigger(&mut app, "tile b2");
    let selected = |app: &App| app.world().resource::<InteractionState>().selected.clone();
    assert_eq!(selected(&app).as_deref(), Some("b2"));
    assert_eq!(tile(&mut app, b4), (false, false));
    // A second pick selects the part below the piece.
    trigger(&mut app, "tile b2");
    assert_eq!(selected(&app).as_deref(), Some("dock b1"));
    assert_eq!(tile(&mut app, b4), (false, true));
    assert_eq!(tile(&mut app, b3), (false, false));
    trigger(&mut app, "tile b4");
    assert_eq!(app.world().resource::<MatchState>().moves, ["A@b1b3"]);

    // The part glides from its old place, together with its pieces.
    app.world_mut().write_message(GameRequest::Undo);
    pass(&mut app, GLIDE_SECONDS);
    let mv = the_match(&app).position().parse_uci("A@b1b3").unwrap();
    app.world_mut().write_message(MoveRequested(mv));
    let mut before = first.translation;
    let mut frames = 0;
    loop {
        app.update();
        frames += 1;
        let [piece, tile, name] = together(&mut app, b4);
        let wanted = tile.rotation.inverse() * (piece.translation - tile.translation);
        assert!(wanted.length() < 1e-5, "{wanted}");
        assert!(name.translation.distance(tile.translation) < 0.05);
        let step = piece.translation.distance(before);
        assert!(step < 0.04, "a jump of {step} m");
        before = piece.translation;
        if step < 1e-6 {
            break;
        }
    }
    assert!((10..20).contains(&frames), "{frames}");
    let [there, ..] = together(&mut app, b4);
    assert!(there.translation.distance(first.translation) > 0.1);
    agree(&mut app);

    // A part that is taken back while gliding turns round in place.
    app.world_mut().write_message(GameRequest::Undo);
    for _ in 0..6 {
        app.update();
    }
    let [on_the_way, ..] = together(&mut app, b2);
    app.world_mut().write_message(GameRequest::Redo);
    app.update();
    let [turned, ..] = together(&mut app, b4);
    assert!(turned.translation.distance(on_the_way.translation) < 0.02);
    agree(&mut app);

    // Another game is shown at once.
    app.world_mut().write_message(GameRequest::Undo);
    app.update();
    app.world_mut().write_message(GameRequest::Load(start()));
    app.update();
    app.update();
    let [_, back, _] = together(&mut app, b2);
    assert!(back.translation.distance(tile_first.translation) < 1e-5);
    agree(&mut app);
}
