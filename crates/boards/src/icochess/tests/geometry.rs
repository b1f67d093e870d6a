//! The solid: counts of the rules page, and the crate's tables compared with the walks of the slow
//! rules.

use std::collections::BTreeMap;

use icochess_boards::Icochess;
use icochess_boards::icochess::{
    CORNER_LINE, EDGE_LINE, EDGES, NEIGHBOURS, SIDE_CORNERS, SOLID as CRATE_SOLID,
};
use icochess_rules::{Cell, Equipment, Side};

use crate::icochess::tests::slow::{SOLID, TILES, Tile, name, tile};
use crate::icochess::tests::{cell, tiles};

fn indices(cells: &[Cell]) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = cells.iter().map(|c| c.index()).collect();
    tiles.sort();
    tiles
}

fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort();
    items
}

/// Counts how often each number occurs.
fn histogram(numbers: impl IntoIterator<Item = usize>) -> Vec<(usize, usize)> {
    let mut count = BTreeMap::new();
    for n in numbers {
        *count.entry(n).or_insert(0) += 1;
    }
    count.into_iter().collect()
}

fn ray(names: &str) -> Vec<Tile> {
    names.split(' ').map(|n| tile(&n.to_lowercase())).collect()
}

#[test]
fn slow_rules_have_the_counts_of_the_rules_page() {
    assert_eq!(SOLID.vertices.len(), 42);
    let degrees = SOLID.vertices.iter().map(|&v| SOLID.ring(v).len());
    assert_eq!(histogram(degrees), [(5, 12), (6, 30)]);
    for t in 0..TILES {
        assert_eq!(SOLID.edges[t].len(), 3);
        assert_eq!(SOLID.side_corners[t].len(), 6);
        let direct = if t % 4 == 0 { 3 } else { 2 };
        assert_eq!(SOLID.direct_corners[t].len(), direct, "{}", name(t));
    }
    let rook = SOLID.rook_rays.iter().flatten().map(Vec::len);
    assert_eq!(histogram(rook), [(19, 480)]);
    let bishop = SOLID.bishop_rays.iter().flatten().map(Vec::len);
    assert_eq!(histogram(bishop), [(1, 60), (2, 60), (3, 60), (11, 240)]);
}

#[test]
fn slow_rules_walk_the_rays_of_the_rules_page() {
    let a2 = tile("a2");
    let rook = ray("A1 A3 G3 Q4 Q1 Q2 L4 M3 M1 M4 N3 S3 S1 S4 J2 C4 C1 C2 B2");
    assert!(SOLID.rook_rays[a2].contains(&rook));
    let around = ray("B2 C3 J3 T3 O3 N2 M2 L4 Q2 H2 E4");
    let other = ray("E2 D4 I2 R2 M4 N2 O2 K3 P3 F3 B3");
    let back = |ray: &[Tile]| ray.iter().rev().copied().collect::<Vec<_>>();
    let expected = [ray("A1 G1 G4"), back(&around), back(&other), around, other];
    assert_eq!(
        sorted(SOLID.bishop_rays[a2].clone()),
        sorted(expected),
        "bishop on A2"
    );
    let expected = ["A2", "A3", "A4", "B1 B4", "E1 E3", "G1 G4"].map(ray);
    assert_eq!(
        sorted(SOLID.bishop_rays[tile("a1")].clone()),
        sorted(expected),
        "bishop on A1"
    );
}

#[test]
fn crate_and_slow_solid_have_the_same_tiles() {
    // The two number vertices differently, so vertices are matched by the tiles around them.
    let rings = (0..CRATE_SOLID.vertices.len())
        .map(|v| {
            (0..TILES)
                .filter(|&t| CRATE_SOLID.tiles[t].contains(&v))
                .collect::<Vec<_>>()
        })
        .collect::<Vec<_>>();
    let expected = SOLID.vertices.iter().map(|&v| sorted(SOLID.ring(v)));
    assert_eq!(sorted(rings), sorted(expected));
}

#[test]
fn neighbours_agree_with_the_slow_rules() {
    let tables = Icochess::tables();
    for t in 0..TILES {
        let around = &NEIGHBOURS[t];
        assert_eq!(indices(&around.edges), SOLID.edges[t]);
        assert_eq!(indices(&around.side_corners), SOLID.side_corners[t]);
        assert_eq!(indices(&around.direct_corners), SOLID.direct_corners[t]);
        assert_eq!(tiles(tables.leaps(EDGES, cell(t))), SOLID.edges[t]);
        assert_eq!(
            tiles(tables.leaps(SIDE_CORNERS, cell(t))),
            SOLID.side_corners[t]
        );
        let double_steps = |side| tables.double_steps(side, cell(t)).map(|s| [s.via, s.end]);
        let expected = SOLID.edges[t].iter().flat_map(|&via| {
            let ends = SOLID.edges[via].iter().filter(move |&&end| end != t);
            ends.map(move |&end| [cell(via), cell(end)])
        });
        for side in Side::ALL {
            assert_eq!(sorted(double_steps(side)), sorted(expected.clone()));
        }
    }
}

#[test]
fn lines_agree_with_the_slow_rules_from_every_tile() {
    let tables = Icochess::tables();
    for t in 0..TILES {
        for (kind, rays) in [
            (EDGE_LINE, &SOLID.rook_rays[t]),
            (CORNER_LINE, &SOLID.bishop_rays[t]),
        ] {
            let mut found = vec![];
            for crossing in tables.crossings(cell(t), kind) {
                let line = &tables.lines[usize::from(crossing.line)];
                for direction in [1, -1] {
                    let ray = (1..line.cells.len() as isize)
                        .map_while(|step| line.cell_at(crossing.index.into(), step * direction));
                    found.push(ray.map(Cell::index).collect::<Vec<_>>());
                }
            }
            found.retain(|ray| !ray.is_empty());
            assert_eq!(sorted(found), sorted(rays.clone()), "{}", name(t));
        }
    }
}
