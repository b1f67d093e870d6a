//! The crate's lines, rays and neighbours by number, against the rules page.

use icochess_boards::Icochess;
use icochess_boards::icochess::{CORNER_LINE, EDGE_LINE, NEIGHBOURS, SIDE_CORNERS};
use icochess_rules::{Cell, CellSet, Equipment, Side, set_of};

fn names(cells: &[Cell]) -> String {
    let tables = Icochess::tables();
    cells
        .iter()
        .map(|&c| tables.name(c).to_uppercase())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Both rays from `start` along every line of `kind` through it.
fn rays(start: &str, kind: u8) -> Vec<String> {
    let tables = Icochess::tables();
    let start = tables.cell(start).unwrap();
    let mut rays = Vec::new();
    for crossing in tables.crossings(start, kind) {
        let line = &tables.lines[usize::from(crossing.line)];
        let index = usize::from(crossing.index);
        for direction in [1, -1] {
            let ray: Vec<Cell> = (1..line.cells.len() as isize)
                .map_while(|step| line.cell_at(index, step * direction))
                .collect();
            rays.push(names(&ray));
        }
    }
    rays.retain(|ray| !ray.is_empty());
    rays.sort();
    rays
}

#[test]
fn neighbours_are_three_edges_six_side_corners_and_two_or_three_direct() {
    for (tile, n) in NEIGHBOURS.iter().enumerate() {
        assert_eq!(n.edges.len(), 3);
        assert_eq!(n.side_corners.len(), 6);
        assert_eq!(n.direct_corners.len(), if tile % 4 == 0 { 3 } else { 2 });
    }
}

#[test]
fn lines_are_12_circuits_of_20_10_of_12_and_30_runs_of_4() {
    let mut count = std::collections::BTreeMap::new();
    for line in &Icochess::tables().lines {
        *count
            .entry((line.kind, line.closed, line.cells.len()))
            .or_insert(0) += 1;
        assert_eq!(line.set.len() as usize, line.cells.len(), "a tile twice");
    }
    let expected = [
        ((EDGE_LINE, true, 20), 12),
        ((CORNER_LINE, false, 4), 30),
        ((CORNER_LINE, true, 12), 10),
    ];
    assert_eq!(count.into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn every_tile_lies_on_three_lines_of_each_kind() {
    let tables = Icochess::tables();
    for cell in tables.cells() {
        for kind in [EDGE_LINE, CORNER_LINE] {
            assert_eq!(tables.crossings(cell, kind).count(), 3);
        }
    }
}

#[test]
fn rays_are_those_of_the_rules_page() {
    let rook = rays("a2", EDGE_LINE);
    let ray = "A1 A3 G3 Q4 Q1 Q2 L4 M3 M1 M4 N3 S3 S1 S4 J2 C4 C1 C2 B2";
    assert!(rook.contains(&ray.to_string()), "{rook:?}");
    assert_eq!(rook.len(), 6);
    assert_eq!(
        rays("a2", CORNER_LINE),
        [
            "A1 G1 G4",
            "B2 C3 J3 T3 O3 N2 M2 L4 Q2 H2 E4",
            "B3 F3 P3 K3 O2 N2 M4 R2 I2 D4 E2",
            "E2 D4 I2 R2 M4 N2 O2 K3 P3 F3 B3",
            "E4 H2 Q2 L4 M2 N2 O3 T3 J3 C3 B2",
        ]
    );
    assert_eq!(
        rays("a1", CORNER_LINE),
        ["A2", "A3", "A4", "B1 B4", "E1 E3", "G1 G4"]
    );
}

#[test]
fn ray_lengths_are_those_of_the_rules_page() {
    let tables = Icochess::tables();
    let mut count = [0; 12];
    for cell in tables.cells() {
        for ray in rays(tables.name(cell), CORNER_LINE) {
            count[ray.split(' ').count()] += 1;
        }
    }
    assert_eq!((count[11], count[3], count[2], count[1]), (240, 60, 60, 60));
}

#[test]
fn each_double_step_ends_on_a_side_corner_by_one_way_only() {
    let tables = Icochess::tables();
    for cell in tables.cells() {
        let ends: Vec<Cell> = tables
            .double_steps(Side::White, cell)
            .map(|s| s.end)
            .collect();
        assert_eq!(ends.len(), 6);
        let ends: u128 = set_of(ends);
        assert_eq!(ends, tables.leaps(SIDE_CORNERS, cell));
    }
}
