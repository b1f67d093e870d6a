//! What the shape of a board adds to the weights: distances, the zones of the kings
//! and the paths of pawns, by cell.

use crate::rules::{Board, Cell, CellSet, Role, Side, rules_of};

/// For each cell: it and where a king on it steps.
pub(super) fn king_zones<B: Board>() -> Vec<B::Set> {
    let tables = B::tables();
    let leaps = B::ROYAL.and_then(|role| rules_of::<B>(role).leaps);
    let steps = |cell| leaps.map_or(B::Set::EMPTY, |leaps| tables.leaps(leaps[0], cell));
    tables
        .cells()
        .map(|cell| B::Set::single(cell).or(steps(cell)))
        .collect()
}

/// Steps from each cell to each other by the leaps of the royal piece. Zero
/// where there is no royal piece.
pub(super) fn distances<B: Board>() -> Vec<u8> {
    let tables = B::tables();
    let cells = tables.names.len();
    let mut distances = vec![0; cells * cells];
    let Some(table) = B::ROYAL.and_then(|role| rules_of::<B>(role).leaps) else {
        return distances;
    };
    for start in tables.cells() {
        let (mut seen, mut ring) = (B::Set::single(start), B::Set::single(start));
        for distance in 1_u8.. {
            ring = ring
                .cells()
                .fold(B::Set::EMPTY, |all, cell| {
                    all.or(tables.leaps(table[0], cell))
                })
                .without(seen);
            if ring.is_empty() {
                break;
            }
            seen = seen.or(ring);
            for cell in ring.cells() {
                distances[start.index() * cells + cell.index()] = distance;
            }
        }
    }
    distances
}

/// For a pawn of a side on each cell: where hostile pawns could stop it, and
/// its steps to promotion.
pub(super) fn promotion_paths<B: Board>(side: Side) -> (Vec<B::Set>, Vec<u8>) {
    let tables = B::tables();
    let rules = rules_of::<B>(Role::PAWN);
    let (true, Some(steps), Some(takes)) = (rules.is_pawn, rules.steps, rules.leaps) else {
        let cells = tables.names.len();
        return (vec![B::Set::EMPTY; cells], vec![0; cells]);
    };
    let zone = tables.promotion_zone(side, Role::PAWN);
    let way = |cell: Cell| {
        let (mut stoppers, mut ring, mut count) = (B::Set::EMPTY, B::Set::single(cell), 0);
        while !ring.is_empty() && ring.and(zone).is_empty() {
            ring = ring.cells().fold(B::Set::EMPTY, |all, cell| {
                all.or(tables.leaps(steps[side.index()], cell))
            });
            let takers = ring.cells().fold(ring, |all, cell| {
                all.or(tables.leaps_to(takes[(!side).index()], cell))
            });
            stoppers = stoppers.or(takers);
            count += 1;
        }
        (stoppers, count)
    };
    tables.cells().map(way).unzip()
}
