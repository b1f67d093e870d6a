//! Tests of the board in space, and of its cuts.

use bevy_math::Vec3;
use icochess_boards::octhex146::{LEVEL, SQUARE};
use icochess_boards::{OctHex146, Registered};
use icochess_message::msg;
use icochess_rules::{CellSet, Equipment, Role, Side};
use icochess_shape::Shape;

use crate::octhex146::tests::{Position, named as cell};

/// Returns half the side of the square inside a level's outline.
fn half(shape: &Shape, level: usize) -> f32 {
    let (line, _) = shape.parts[level].fixtures[0];
    let corners = shape.fixtures[line].mesh.positions.iter();
    // The inner corners of a bar have the smallest distance across it.
    let out = corners.map(|at| at.x.abs().min(at.z.abs()));
    out.fold(f32::INFINITY, f32::min)
}

#[test]
fn columns_go_ahead_rows_right_and_levels_up() {
    let shape = OctHex146::shape();
    let offset = |from: &str, to: &str| shape.centre(cell(to)) - shape.centre(cell(from));
    assert!(offset("f11", "f21").distance(Vec3::NEG_Z * SQUARE) < 1e-6);
    assert!(offset("f11", "f12").distance(Vec3::X * SQUARE) < 1e-6);
    assert!(offset("a11", "k11").distance(Vec3::Y * LEVEL * 10.0) < 1e-6);
    // The nearest cell one level up is offset by half a place in both directions.
    let aside = offset("e11", "f11");
    assert!(aside.y > 0.0 && (aside.x.abs() - SQUARE / 2.0).abs() < 1e-6);
    // A level's outline encloses all of its places.
    for (cell, place) in shape.cells().zip(&shape.places) {
        let at = shape.centre(cell);
        assert!(at.x.abs().max(at.z.abs()) < half(&shape, place.part));
        assert!((at.y - (place.part as f32 - 5.0) * LEVEL).abs() < 1e-6);
    }
}

#[test]
fn bishop_keeps_to_places_of_one_outline() {
    let shape = OctHex146::shape();
    let of_kind = |kind| shape.places.iter().filter(|it| it.kind == kind).count();
    assert_eq!([0, 1, 2, 3].map(of_kind), [38, 38, 38, 32]);
    for line in &OctHex146::tables().lines {
        let kinds = line.cells.iter().map(|at| shape.places[at.index()].kind);
        let is_bishops = line.kind == 2;
        let first = kinds.clone().next();
        assert!(!is_bishops || kinds.clone().all(|kind| Some(kind) == first));
    }
}

#[test]
fn ranks_are_numbered_from_whites_pieces_to_blacks() {
    let inside = OctHex146::shape().inside.unwrap();
    let ranks = inside
        .cuts
        .iter()
        .find(|cut| cut.title == msg!("cut-ranks"));
    let ranks = &ranks.unwrap().planes;
    let start = Position::start();
    let pawns = start.by_role(Role::PAWN);
    let [white, black] = Side::ALL.map(|side| start.by_side(side));
    assert_eq!(ranks[0], white.without(pawns));
    assert_eq!(ranks[1], white.and(pawns));
    assert_eq!(ranks[4], black.and(pawns));
    assert_eq!((ranks[5], ranks.len()), (black.without(pawns), 6));
}

#[test]
fn planes_have_the_cell_counts_of_the_source() {
    let inside = OctHex146::shape().inside.unwrap();
    let sizes = |cut: usize| -> Vec<u32> {
        let planes = inside.cuts[cut].planes.iter();
        planes.map(|plane| plane.len()).collect()
    };
    assert_eq!(sizes(0), [1, 4, 9, 16, 25, 36, 25, 16, 9, 4, 1]);
    for hexagons in 1..5 {
        assert_eq!(sizes(hexagons), [21, 25, 27, 27, 25, 21]);
    }
    assert_eq!((sizes(5)[5], sizes(6)[5]), (36, 36));
    // Three kinds: cuts that differ only in direction share a kind.
    let kinds: Vec<_> = (0..7).map(|cut| inside.kind_of(cut).unwrap()).collect();
    assert_eq!(kinds, [0, 1, 1, 1, 1, 2, 2]);
    assert_eq!(inside.kinds().len(), 3);
}
