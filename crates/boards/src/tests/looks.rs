//! The boards in space: orientation of pieces, rooms, sizes and planes.

use std::f32::consts::FRAC_PI_4;

use bevy_math::Vec3;
use icochess_boards::Variant;
use icochess_rules::{CellSet, WideSet};
use icochess_shape::{Hold, PieceKind, Room};

#[test]
fn horses_on_tables_look_half_aside_and_others_ahead() {
    for variant in Variant::ALL {
        let (shape, game) = (variant.shape(), variant.board().new_game());
        let position = game.position();
        let mut horses = 0;
        assert!(shape.aside.is_empty() || shape.hold != Hold::Ball);
        for cell in position.occupied().cells() {
            let Some(piece) = position.piece_at(cell) else {
                continue;
            };
            let stands = shape.on_cell(piece, cell);
            let up = shape.frame(cell).rotation * Vec3::Y;
            assert!((stands.rotation * Vec3::Y).distance(up) < 1e-5, "{variant}");
            let kind = shape.model(position, piece.role);
            let is_horse = matches!(kind, PieceKind::Knight | PieceKind::Unicorn);
            let is_aside = shape.aside.contains(&piece.role);
            let on_table = is_horse && shape.room == Room::Table;
            assert!(is_horse || !is_aside, "{variant}: {kind:?}");
            assert!(is_aside || !on_table, "{variant}: {kind:?}");
            let looks = stands.rotation * Vec3::Z;
            let ahead = shape.ahead(piece.side, up).normalize();
            let expected = if is_aside { FRAC_PI_4.cos() } else { 1.0 };
            let straight = looks.dot(ahead);
            assert!((straight - expected).abs() < 1e-4, "{variant}: {kind:?}");
            if is_aside {
                horses += 1;
                let right = ahead.cross(up);
                let [looks, is] = [looks, stands.translation].map(|it| it.dot(right));
                assert!(looks * is < 0.0, "{variant}: {looks} at {is}");
            }
        }
        assert_eq!(horses >= 4, !shape.aside.is_empty(), "{variant}");
    }
}

#[test]
fn both_camps_of_8x8_are_symmetric() {
    let (shape, game) = (Variant::Chess.shape(), Variant::Chess.board().new_game());
    let position = game.position();
    let looks = |name: &str| {
        let cell = position.cell_named(name).expect("a square");
        let knight = position.piece_at(cell).expect("a knight");
        shape.on_cell(knight, cell).rotation * Vec3::Z
    };
    for (left, right, back) in [("b1", "g1", -1.0), ("b8", "g8", 1.0)] {
        let (left, right) = (looks(left), looks(right));
        let mirrored = Vec3::new(-left.x, left.y, left.z);
        assert!(right.distance(mirrored) < 1e-5, "{left} {right}");
        assert!(left.x > 0.5 && left.z * back > 0.5, "{left}");
    }
}

#[test]
fn every_board_is_in_its_room() {
    for (room, boards) in [
        (Room::Table, &[Variant::Chess, Variant::Raumschach]),
        (Room::Terrace, &[Variant::Icochess, Variant::OctHex146]),
        (
            Room::Stars,
            &[Variant::StarTrek3d, Variant::StarTrek3dAdjacent],
        ),
    ] {
        assert!(boards.iter().all(|variant| variant.shape().room == room));
    }
}

#[test]
fn every_cut_contains_every_cell_once() {
    let shapes = Variant::ALL.map(Variant::shape).into_iter();
    let mut cut_up = 0;
    for (shape, inside) in shapes.filter_map(|mut it| it.inside.take().map(|inside| (it, inside))) {
        cut_up += 1;
        assert_eq!(inside.apart.len(), shape.parts.len());
        for cut in &inside.cuts {
            let all = cut.planes.iter().fold(WideSet::EMPTY, |all, plane| {
                assert!(all.and(*plane).is_empty());
                all.or(*plane)
            });
            assert_eq!(all.len() as usize, shape.places.len());
        }
    }
    assert_eq!(cut_up, 2);
}
