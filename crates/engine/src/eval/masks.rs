//! Per-cell tables derived from a board's shape: distances, king zones and pawn paths.

use icochess_rules::{Board, Cell, CellSet, Role, Side, rules_of};

/// Returns, for each cell, the cell itself and a king's steps from it.
pub(super) fn king_zones<B: Board>() -> Vec<B::Set> {
    let tables = B::tables();
    let leaps = B::ROYAL.and_then(|role| rules_of::<B>(role).leaps);
    let steps = |cell| leaps.map_or(B::Set::EMPTY, |leaps| tables.leaps(leaps[0], cell));
    tables
        .cells()
        .map(|cell| B::Set::single(cell).or(steps(cell)))
        .collect()
}

/// Returns the cells one step from each cell: a royal step or, on boards without kings, a step to a
/// neighbour on any line.
fn steps<B: Board>() -> Vec<B::Set> {
    let tables = B::tables();
    if let Some(leaps) = B::ROYAL.and_then(|role| rules_of::<B>(role).leaps) {
        let all = tables.cells();
        return all.map(|cell| tables.leaps(leaps[0], cell)).collect();
    }
    let mut steps = vec![B::Set::EMPTY; tables.names.len()];
    for line in &tables.lines {
        for (index, cell) in line.cells.iter().enumerate() {
            for neighbour in [-1, 1].into_iter().filter_map(|by| line.cell_at(index, by)) {
                let step = &mut steps[cell.index()];
                *step = step.or(B::Set::single(neighbour));
            }
        }
    }
    steps
}

/// Returns the number of steps between every pair of cells.
pub(super) fn distances<B: Board>() -> Vec<u8> {
    let tables = B::tables();
    let cells = tables.names.len();
    let mut distances = vec![0; cells * cells];
    let steps = steps::<B>();
    for start in tables.cells() {
        let (mut seen, mut ring) = (B::Set::single(start), B::Set::single(start));
        for distance in 1_u8.. {
            ring = ring
                .cells()
                .fold(B::Set::EMPTY, |all, cell| all.or(steps[cell.index()]))
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

/// Returns the pawn roles, which are the first in `ROLES`.
pub(super) fn pawns<B: Board>() -> impl Iterator<Item = Role> + Clone {
    let roles = B::ROLES.iter().take_while(|rules| rules.is_pawn);
    (0..).zip(roles).map(|(role, _)| Role::new(role))
}

/// Returns, for a pawn on each cell, the cells where enemy pawns could stop it, and its steps to
/// promotion. The step count is `u8::MAX` where the pawn can't promote without capturing.
pub(super) fn promotion_paths<B: Board>(side: Side, role: Role) -> (Vec<B::Set>, Vec<u8>) {
    let tables = B::tables();
    let rules = rules_of::<B>(role);
    let (Some(steps), Some(takes)) = (rules.steps, rules.leaps) else {
        let cells = tables.names.len();
        return (vec![B::Set::EMPTY; cells], vec![0; cells]);
    };
    let zone = tables.promotion_zone(side, role);
    let path = |cell: Cell| {
        let (mut stoppers, mut ring, mut count) = (B::Set::EMPTY, B::Set::single(cell), 0);
        let mut seen = ring;
        while ring.and(zone).is_empty() {
            // Exclude visited cells, because sideways steps could loop.
            ring = ring
                .cells()
                .fold(B::Set::EMPTY, |all, cell| {
                    all.or(tables.leaps(steps[side.index()], cell))
                })
                .without(seen);
            if ring.is_empty() {
                return (stoppers, u8::MAX);
            }
            seen = seen.or(ring);
            let takers = ring.cells().fold(ring, |all, cell| {
                all.or(tables.leaps_to(takes[(!side).index()], cell))
            });
            stoppers = stoppers.or(takers);
            count += 1;
        }
        (stoppers, count)
    };
    tables.cells().map(path).unzip()
}
