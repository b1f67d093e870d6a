//! Custom piece models on the boards.

use std::collections::BTreeSet;

use bevy::prelude::*;
use icochess::board::pieces::models::PieceModels;
use icochess::board::pieces::obj;
use icochess::board::stage::shape::BoardShape;
use icochess::game::messages::GameRequest;
use icochess::save::settings::Settings;
use icochess_boards::Variant;
use icochess_rules::Side;
use icochess_shape::inlay::RING;
use icochess_shape::{PieceKind, height};

use crate::asking::{all, ask, frames};
use crate::headless::{self, named};

/// A cube with sides of 3, far from the origin.
const CUBE: &str = "v 7 7 7\nv 10 7 7\nv 7 10 7\nv 10 10 7\nv 7 7 10\nv 10 7 10\nv 7 10 10\n\
                    v 10 10 10\nf 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
/// Number of vertices of a cube without normals.
const CORNERS: usize = 8;

fn cube() -> Mesh {
    obj::read(CUBE, &[]).expect("a cube")
}

/// Creates a game with a cube as king and knight on every board, and as queen on `OctHex`.
fn game(variant: Variant) -> App {
    let mut models = PieceModels::default();
    models.add(None, "king", None, cube());
    models.add(None, "knight", None, cube());
    models.add(Some(Variant::OctHex146.id()), "queen", None, cube());
    game_with(variant, models)
}

fn game_with(variant: Variant, models: PieceModels) -> App {
    let mut app = headless::app(Settings::default(), |app| {
        app.insert_resource(models);
    });
    ask(&mut app, GameRequest::Load(variant.board().new_game()));
    frames(&mut app, 3);
    app
}

/// Returns the vertices of a piece, scaled so that [`height`] is its kind's height, with their band
/// attributes.
fn vertices(app: &mut App, name: &str) -> Vec<(Vec3, Vec2)> {
    let entity = named(app, name);
    let world = app.world();
    let mesh = &world.get::<Mesh3d>(entity).expect("a mesh").0;
    let mesh = world.resource::<Assets<Mesh>>().get(mesh).expect("a mesh");
    let places = mesh.attribute(Mesh::ATTRIBUTE_POSITION);
    let places = places.and_then(|it| it.as_float3()).expect("places");
    let Some(bevy::mesh::VertexAttributeValues::Float32x2(bands)) =
        mesh.attribute(Mesh::ATTRIBUTE_UV_0)
    else {
        panic!("no bands");
    };
    let scale = world.resource::<BoardShape>().piece_scale;
    let places = places.iter().map(|place| Vec3::from(*place) / scale);
    places.zip(bands.iter().map(|it| Vec2::from(*it))).collect()
}

/// Returns whether a piece has a ring round its foot: its strip of bands runs from the tile up to
/// at least the ring.
fn has_ring(vertices: &[(Vec3, Vec2)]) -> bool {
    let on_strip = |(place, band): &&(Vec3, Vec2)| band.x == 0.0 && (band.y - place.y).abs() < 1e-4;
    let along = vertices.iter().filter(on_strip).map(|(_, band)| band.y);
    let [low, high] = along.fold([f32::MAX, f32::MIN], |[low, high], at| {
        [low.min(at), high.max(at)]
    });
    low <= 0.0 && RING <= high
}

/// Returns whether the vertices are a cube as high as `kind`, centred on its tile.
fn is_cube(vertices: &[(Vec3, Vec2)], kind: PieceKind) -> bool {
    let high = height(kind);
    vertices.len() == CORNERS
        && vertices.iter().all(|(place, band)| {
            let is_corner = (place.x.abs() - high / 2.0).abs() < 1e-4
                && (place.z.abs() - high / 2.0).abs() < 1e-4
                && (place.y.abs() < 1e-4 || (place.y - high).abs() < 1e-4);
            is_corner && band.x == 0.0 && (band.y - place.y).abs() < 1e-4
        })
}

#[test]
fn custom_king_has_king_height_and_others_stay() {
    let mut app = game(Variant::Chess);
    for king in ["white king e1", "black king e8"] {
        assert!(is_cube(&vertices(&mut app, king), PieceKind::King));
    }
    // Custom pieces have the same ring as all pieces.
    for piece in ["white king e1", "black king e8", "white rook a1"] {
        assert!(has_ring(&vertices(&mut app, piece)), "{piece}");
    }
    // The custom queen is for another board.
    for other in ["white queen d1", "white pawn a2"] {
        assert!(vertices(&mut app, other).len() > CORNERS);
    }
}

#[test]
fn coloured_model_applies_to_its_side_only() {
    let gold = obj::materials("newmtl gold\nKd 1 0.5 0\n").expect("a colour");
    let painted = format!("mtllib gold.mtl\nusemtl gold\n{CUBE}");
    let painted = obj::read(&painted, &gold).expect("a cube");
    let mut models = PieceModels::default();
    models.add(None, "king", None, cube());
    models.add(None, "king", Some(Side::White), painted);
    let mut app = game_with(Variant::Chess, models);
    for (king, is_painted) in [("white king e1", true), ("black king e8", false)] {
        let vertices = vertices(&mut app, king);
        assert_eq!(vertices.len(), CORNERS);
        // A painted vertex uses another part of the texture than the ring.
        assert_eq!(has_ring(&vertices), !is_painted, "{king}");
    }
}

#[test]
fn custom_knight_is_turned_like_built_in_ones() {
    let mut app = game(Variant::Chess);
    for (knight, right, ahead) in [
        ("white knight b1", 1.0, -1.0),
        ("white knight g1", -1.0, -1.0),
        ("black knight b8", 1.0, 1.0),
        ("black knight g8", -1.0, 1.0),
    ] {
        assert!(is_cube(&vertices(&mut app, knight), PieceKind::Knight));
        let entity = named(&mut app, knight);
        let transform = app.world().get::<Transform>(entity).expect("a place");
        let looks = transform.rotation * Vec3::Z;
        let expected = Vec3::new(right, 0.0, ahead).normalize();
        assert!(looks.distance(expected) < 1e-3, "{knight}: {looks}");
    }
}

#[test]
fn piece_names_follow_roles_not_models() {
    let mut app = game(Variant::OctHex146);
    let names = all::<Name>(&mut app);
    let of = |role: &str| {
        let begin = format!("white {role} ");
        let found = names.iter().find(|(_, name)| name.starts_with(&begin));
        found.expect("a piece").1.to_string()
    };
    let queen = vertices(&mut app, &of("queen"));
    assert!(is_cube(&queen, PieceKind::MitredTower));
    assert!(vertices(&mut app, &of("duchess")).len() > CORNERS);
}

#[test]
fn docs_list_the_pieces_of_every_board() {
    let page = include_str!("../../docs/programs/files.md");
    let quoted = |cell: &str| -> BTreeSet<String> {
        cell.split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect()
    };
    for variant in Variant::ALL {
        let board = variant.board();
        let mut rows = page
            .lines()
            .filter_map(|line| line.strip_prefix("| ")?.split_once(" | "));
        let row = rows.find(|(boards, _)| quoted(boards).contains(board.id()));
        let (_, pieces) = row.unwrap_or_else(|| panic!("no {}", board.id()));
        let roles = board.roles().iter().map(|role| role.name.to_owned());
        assert_eq!(quoted(pieces), roles.collect(), "{}", board.id());
    }
}
