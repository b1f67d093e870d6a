//! The tables of a board, packed for speed.
//!
//! In addition to the sets of its pieces, a position stores the occupancy *along each line* as a
//! small integer. All these integers are packed into a few words
//! ([`Equipment::Lines`](crate::Equipment::Lines)). A slider's range along one line is then two bit
//! scans. Its targets are the difference of two prefix sums over the line
//! ([`Tables::line_attacks`]).
//!
//! Attacks on *one* cell, such as a king's, are found in the opposite direction. There are few
//! **paths** from that cell to a slider, each stored as the set of the cells between. A path is
//! open if that set and the occupancy are disjoint.

use super::by_cell::ByCell;
use super::docks::DockTables;
use super::layout::{Castling, Dock, DoubleStep, Layout, LineSpec, PromotionZone};
use super::line::{Crossing, Line};
use super::storage::LineWords;
use crate::cell::{Cell, CellSet, set_of};
use crate::hash::Keys;
use crate::piece::{Role, RoleRules, Side};

/// One side's double steps that can capture on a cell.
#[derive(Clone, Debug)]
pub(crate) struct DoubleStepsTo<S> {
    /// Cells where the double steps start.
    pub starts: S,
    /// Start cell and passed cell of each double step.
    pub list: Vec<(Cell, Cell)>,
}

impl<S: CellSet> DoubleStepsTo<S> {
    const fn none() -> Self {
        Self {
            starts: S::EMPTY,
            list: Vec::new(),
        }
    }
}

/// All tables of a board for the rules engine.
///
/// ```
/// use icochess_rules::{Equipment, Side};
/// use icochess_boards::Icochess;
///
/// let tables = Icochess::tables();
/// let a4 = tables.cell("A4").expect("a tile, in either case");
/// assert_eq!(tables.name(a4), "a4");
/// // An unmoved pawn there reaches each side corner past a tile at an edge.
/// for step in tables.double_steps(Side::White, a4) {
///     println!("a4 past {} to {}", tables.name(step.via), tables.name(step.end));
/// }
/// assert!(tables.double_steps(Side::White, a4).any(|step| tables.name(step.end) == "g1"));
/// ```
#[derive(Clone, Debug)]
pub struct Tables<S, L> {
    /// Rules of the pieces, by [`Role::index`].
    pub roles: &'static [RoleRules],
    /// Names in move text, lower case, by cell.
    pub names: Vec<String>,
    /// Cells that are never missing, as in [`Layout::sections`].
    pub sections: Vec<Vec<Vec<Cell>>>,
    /// All lines.
    pub lines: Vec<Line<S>>,
    /// Promotion zones, by [`Role::index`] and [`Side::index`].
    promotion: [[S; 2]; MAX_ROLES],
    /// Castlings of each side, by [`Side::index`].
    pub castlings: [Vec<Castling<S>>; 2],
    /// Docks where parts of the board attach.
    pub docks: Vec<Dock>,
    /// Cells of the docks, and moves of parts between them.
    pub(crate) dock_tables: DockTables<S>,
    /// Crossings of all cells, by cell and then by kind.
    crossings: Vec<Crossing>,
    /// By cell: the indices in `crossings` where each kind begins, and the end of the last kind.
    crossing_ends: ByCell<[u16; MAX_KINDS + 1]>,
    /// For every line, repeated three times: the exclusive or of the first 0, 1, 2, … places. The
    /// exclusive or of two prefixes is the set of the places in between, within one round.
    prefixes: Vec<S>,
    /// By kind, first and last cell: the cells in between, for each common line in both directions.
    between: Vec<ByCell<ByCell<Box<[S]>>>>,
    /// By kind and cell: the cells on a common line of the kind.
    aligned: Vec<ByCell<S>>,
    /// By table and cell: the targets of leaps.
    leaps: Vec<ByCell<S>>,
    /// By table and cell: the origins of leaps.
    leaps_to: Vec<ByCell<S>>,
    /// By side and cell: the passed cell, as a set, and the possible last cells.
    pub(crate) double_steps: [ByCell<Box<[(S, S)]>>; 2],
    pub(crate) double_steps_to: [ByCell<DoubleStepsTo<S>>; 2],
    /// By side and passed cell: the last cell of the double step, on boards with en passant.
    pub(crate) en_passant_pawn: [ByCell<Option<Cell>>; 2],
    /// Line bits that flip with a cell's occupancy.
    toggles: ByCell<L>,
    pub(crate) keys: Keys,
}

impl<S: CellSet, L: LineWords> Tables<S, L> {
    /// Packs a board's description.
    ///
    /// # Panics
    ///
    /// If the description is inconsistent: too many cells for the set type, too many line bits for
    /// `L`, tables of different lengths, or a line with more than 30 cells or a repeated cell.
    /// Players never see this panic, because each board's tests build its tables.
    pub fn new(layout: Layout<S>, roles: &'static [RoleRules]) -> Self {
        let cells = layout.names.len();
        let of_lines = layout.lines.iter().map(|line| line.kind);
        let kinds = of_lines
            .chain(roles.iter().map(|role| role.slides))
            .fold(0, |all, kind| all | kind);
        let kinds = (u8::BITS - u8::leading_zeros(kinds)) as usize;
        assert!(cells <= S::CAPACITY, "too many cells for the set type");
        assert!(layout.leaps.iter().all(|table| table.len() == cells));
        let are_for_all = |side: &Vec<_>| side.is_empty() || side.len() == cells;
        assert!(layout.double_steps.iter().all(are_for_all));
        assert!(roles.len() <= MAX_ROLES, "too many roles");
        assert!(
            layout.docks.is_empty() || roles.iter().all(|role| role.letter != CARRIAGE_LETTER),
            "the letter of carriages is a role's"
        );
        assert!(
            layout.castlings.iter().all(Vec::is_empty)
                || roles
                    .iter()
                    .all(|role| !role.has_unmoved_right() && role.gating.is_none()),
            "position text has room for the rights to castle or for those of unmoved pieces"
        );

        let none = std::array::from_fn(|_| ByCell::filled(Box::default()));
        let leaps = |tables: &mut dyn Iterator<Item = Vec<S>>| {
            tables
                .map(|table| ByCell::from_list(table, S::EMPTY))
                .collect()
        };
        let mut tables = Self {
            keys: Keys::new(cells, roles.len()),
            roles,
            names: layout.names,
            sections: layout.sections,
            lines: Vec::with_capacity(layout.lines.len()),
            promotion: zones(&layout.promotion, roles),
            castlings: layout.castlings,
            dock_tables: DockTables::new(&layout.docks, &layout.carriages),
            docks: layout.docks,
            crossings: Vec::new(),
            crossing_ends: ByCell::filled([0; MAX_KINDS + 1]),
            prefixes: Vec::new(),
            between: Vec::new(),
            aligned: vec![ByCell::filled(S::EMPTY); kinds],
            leaps_to: leaps(&mut layout.leaps.iter().map(|table| transposed(table))),
            leaps: leaps(&mut layout.leaps.iter().cloned()),
            double_steps: none,
            double_steps_to: std::array::from_fn(|_| ByCell::filled(DoubleStepsTo::none())),
            en_passant_pawn: std::array::from_fn(|_| ByCell::filled(None)),
            toggles: ByCell::filled(L::EMPTY),
        };
        let crossings = tables.pack_lines(layout.lines);
        tables.sort_crossings(crossings);
        tables.find_between();
        for side in Side::ALL {
            tables.pack_double_steps(side, &layout.double_steps[side.index()]);
        }
        tables
    }

    /// Allocates bits for the lines and builds their prefixes. Returns the crossings by cell.
    fn pack_lines(&mut self, lines: Vec<LineSpec>) -> Vec<Vec<Crossing>> {
        let mut crossings = vec![Vec::new(); self.names.len()];
        let mut used = vec![0_usize; L::EMPTY.words().len()];
        for spec in lines {
            let cells = spec.cells.len();
            assert!(cells <= 30, "line too long");
            assert!(spec.kind.is_power_of_two());
            let word = used
                .iter()
                .position(|bits| bits + cells <= 64)
                .expect("the line words have room for every line");
            let shift = used[word];
            used[word] += cells;
            let len = cells + usize::from(!spec.closed);
            for (index, &cell) in spec.cells.iter().enumerate() {
                let others = (1_u32 << (len - 1)) - 1;
                // In the middle of the three rounds.
                let prefix = (self.prefixes.len() + len + index) as u32;
                crossings[cell.index()].push(Crossing {
                    line: self.lines.len() as u16,
                    index: index as u8,
                    word: word as u8,
                    shift: shift as u8,
                    len: len as u8,
                    turn: index as u8 + 1,
                    mask: (1 << cells) - 1,
                    wall: u32::from(!spec.closed) << cells,
                    others,
                    last: others ^ others >> 1,
                    start: prefix + others.leading_zeros() - 1,
                    end: prefix + 2,
                });
                let bit = 1_u64 << (shift + index);
                let toggle = &mut self.toggles[cell].words_mut()[word];
                assert_eq!(*toggle & bit, 0);
                *toggle |= bit;
            }
            let mut prefix = S::EMPTY;
            self.prefixes.push(prefix);
            for place in 0..3 * len {
                if let Some(&cell) = spec.cells.get(place % len) {
                    prefix = prefix.xor(S::single(cell));
                }
                self.prefixes.push(prefix);
            }
            let set: S = set_of(spec.cells.iter().copied());
            assert_eq!(set.len() as usize, cells, "a cell twice on a line");
            self.lines.push(Line {
                kind: spec.kind,
                closed: spec.closed,
                set,
                cells: spec.cells,
            });
        }
        crossings
    }

    /// Flattens the crossings, sorted by cell and kind.
    fn sort_crossings(&mut self, crossings: Vec<Vec<Crossing>>) {
        for (cell, list) in self.cells().zip(crossings) {
            let mut ends = [self.crossings.len() as u16; MAX_KINDS + 1];
            for kind in 0..self.aligned.len() {
                for crossing in &list {
                    let line = &self.lines[usize::from(crossing.line)];
                    if line.kind == 1 << kind {
                        self.crossings.push(*crossing);
                        let aligned = &mut self.aligned[kind][cell];
                        *aligned = aligned.or(line.set).without(S::single(cell));
                    }
                }
                ends[kind + 1..].fill(self.crossings.len() as u16);
            }
            self.crossing_ends[cell] = ends;
        }
    }

    /// Walks every line from every cell in both directions.
    fn find_between(&mut self) {
        let cells = self.names.len();
        let mut between_sets = vec![vec![vec![Vec::new(); cells]; cells]; self.aligned.len()];
        for line in &self.lines {
            for (index, from) in line.cells.iter().enumerate() {
                for direction in [1, -1] {
                    let mut between = S::EMPTY;
                    for step in 1..line.cells.len() as isize {
                        let Some(to) = line.cell_at(index, step * direction) else {
                            break;
                        };
                        let kind = line.kind.trailing_zeros() as usize;
                        between_sets[kind][from.index()][to.index()].push(between);
                        between = between.or(S::single(to));
                    }
                }
            }
        }
        let boxed = |to: Vec<Vec<S>>| {
            let to = to.into_iter().map(Vec::into_boxed_slice).collect();
            ByCell::from_list(to, Box::default())
        };
        let nowhere = boxed(Vec::new());
        self.between = between_sets
            .into_iter()
            .map(|from| {
                let from = from.into_iter().map(boxed).collect();
                ByCell::from_list(from, nowhere.clone())
            })
            .collect();
    }

    fn pack_double_steps(&mut self, side: Side, double_steps: &[Vec<DoubleStep>]) {
        let side = side.index();
        let has_en_passant = self.roles.iter().any(RoleRules::has_en_passant);
        for (start, list) in self.cells().zip(double_steps) {
            let mut by_via: Vec<(S, S)> = Vec::new();
            for double_step in list {
                let (passed, end) = (S::single(double_step.via), S::single(double_step.end));
                match by_via.iter_mut().find(|(via, _)| *via == passed) {
                    Some((_, ends)) => *ends = ends.or(end),
                    None => by_via.push((passed, end)),
                }
                let to = &mut self.double_steps_to[side][double_step.end];
                to.starts = to.starts.or(S::single(start));
                to.list.push((start, double_step.via));
                let pawn = &mut self.en_passant_pawn[side][double_step.via];
                assert!(
                    !has_en_passant || pawn.is_none_or(|pawn| pawn == double_step.end),
                    "two double steps past one cell, where pawns are taken en passant"
                );
                *pawn = has_en_passant.then_some(double_step.end);
            }
            self.double_steps[side][start] = by_via.into();
        }
    }

    /// Returns all cells in ascending order.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<S, L> {
        (0..self.names.len() as u8).map(Cell::new)
    }

    /// Returns the name of a cell in move text, lower case.
    pub fn name(&self, cell: Cell) -> &str {
        &self.names[cell.index()]
    }

    /// Returns the cell with this name, ignoring case.
    pub fn cell(&self, name: &str) -> Option<Cell> {
        let index = self
            .names
            .iter()
            .position(|n| n.eq_ignore_ascii_case(name))?;
        Some(Cell::new(index as u8))
    }

    pub(crate) fn letter(&self, role: Role) -> char {
        self.roles[role.index()].letter
    }

    pub(crate) fn dock_at(&self, cell: Cell) -> Option<usize> {
        self.dock_tables.at_pin(cell)
    }

    /// Returns the cells where a side's pieces of a role promote.
    #[inline(always)]
    pub fn promotion_zone(&self, side: Side, role: Role) -> S {
        self.promotion[role.index()][side.index()]
    }

    /// Returns the targets of leaps from `cell`.
    #[inline]
    pub fn leaps(&self, table: usize, cell: Cell) -> S {
        self.leaps[table][cell]
    }

    /// Returns the origins of leaps to `cell`.
    #[inline]
    pub fn leaps_to(&self, table: usize, cell: Cell) -> S {
        self.leaps_to[table][cell]
    }

    /// Returns a side's double steps from a cell.
    pub fn double_steps(&self, side: Side, cell: Cell) -> impl Iterator<Item = DoubleStep> {
        self.double_steps[side.index()][cell]
            .iter()
            .filter_map(|&(via, ends)| Some((via.first()?, ends)))
            .flat_map(|(via, ends)| ends.cells().map(move |end| DoubleStep { via, end }))
    }

    /// Returns the crossings of lines of these kinds (a bit mask) through a cell.
    #[inline]
    pub fn crossings(&self, cell: Cell, kinds: u8) -> impl Iterator<Item = &Crossing> {
        let all = runs_of(kinds);
        all.flat_map(move |(first, end)| self.crossings_of(cell, first, end))
    }

    /// Returns the crossings through a cell of lines with kinds from bit `first` up to but
    /// excluding bit `end`.
    #[inline(always)]
    pub(crate) fn crossings_of(&self, cell: Cell, first: usize, end: usize) -> &[Crossing] {
        let ends = &self.crossing_ends[cell];
        &self.crossings[usize::from(ends[first])..usize::from(ends[end])]
    }

    /// Returns the targets of a slider along one line through its cell, including the first
    /// occupied cell in both directions. On a circuit, the targets can include its own cell.
    #[inline(always)]
    pub fn line_attacks(&self, crossing: &Crossing, occupancy: &L) -> S {
        let bits = (occupancy.words()[usize::from(crossing.word)] >> crossing.shift) as u32
            & crossing.mask;
        let bits = u64::from(bits | crossing.wall);
        // Rotated, so that bit 0 is the next place and the highest bit is the previous one.
        // Sentinels at both ends stop the scans after one round.
        let turned = ((bits | bits << crossing.len) >> crossing.turn) as u32 & crossing.others;
        let (ahead, behind) = (turned | crossing.last, turned | 1);
        let start = crossing.start - behind.leading_zeros();
        let end = (crossing.end + ahead.trailing_zeros()).min(start + u32::from(crossing.len));
        self.prefixes[end as usize].xor(self.prefixes[start as usize])
    }

    /// Returns the paths between two cells along lines of one kind (by its bit), as sets of the
    /// cells in between.
    #[inline(always)]
    pub(crate) fn between(&self, kind: usize, from: Cell, to: Cell) -> &[S] {
        &self.between[kind][from][to]
    }

    /// Returns the cells on a common line with `cell` of one kind (by its bit).
    #[inline(always)]
    pub(crate) fn aligned(&self, kind: usize, cell: Cell) -> S {
        self.aligned[kind][cell]
    }

    /// Flips the occupancy of a cell in every line through it.
    #[inline]
    pub(crate) fn flip(&self, lines: &mut L, cell: Cell) {
        let toggles = self.toggles[cell].words();
        for (word, toggle) in lines.words_mut().iter_mut().zip(toggles) {
            *word ^= toggle;
        }
    }
}

pub(crate) const MAX_ROLES: usize = 16;

fn zones<S: CellSet>(zones: &[PromotionZone<S>], roles: &[RoleRules]) -> [[S; 2]; MAX_ROLES] {
    let mut by_role = [[S::EMPTY; 2]; MAX_ROLES];
    for zone in zones {
        by_role[zone.role.index()] = zone.cells;
    }
    let with = |role: &RoleRules, cells: &[S; 2]| {
        role.promotes.is_empty() == cells.iter().all(|cells| cells.is_empty())
    };
    assert!(
        roles
            .iter()
            .zip(&by_role)
            .all(|(role, cells)| with(role, cells)),
        "a promotion zone for each role that promotes, and for no other"
    );
    by_role
}

/// First letter of a carriage in move text, like the letter of a piece.
pub(crate) const CARRIAGE_LETTER: char = 'A';

/// Maximum number of kinds of line: the bits of a mask.
pub(crate) const MAX_KINDS: usize = u8::BITS as usize;

/// Returns the runs of ones in a mask of line kinds, as first bit and end.
#[inline(always)]
pub(crate) fn runs_of(mut kinds: u8) -> impl Iterator<Item = (usize, usize)> {
    std::iter::from_fn(move || {
        let first = kinds.trailing_zeros();
        let end = first + (kinds.checked_shr(first)?).trailing_ones();
        kinds &= u8::MAX.checked_shl(end).unwrap_or(0);
        Some((first as usize, end as usize))
    })
}

/// Inverts a leap table: returns the origins for each target.
fn transposed<S: CellSet>(table: &[S]) -> Vec<S> {
    let mut to = vec![S::EMPTY; table.len()];
    for (from, targets) in table.iter().enumerate() {
        for target in targets.cells() {
            to[target.index()] = to[target.index()].or(S::single(Cell::new(from as u8)));
        }
    }
    to
}
