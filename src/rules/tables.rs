//! The tables of a board, packed for speed.
//!
//! A position keeps, beside the sets of its pieces, the occupancy *along each
//! line* as a small integer; all of them are packed into a few words
//! ([`Board::Lines`]). How far a slider gets along one line is then two bit
//! scans, and the cells it sees are the difference of two sums over the line
//! ([`Tables::span`]).
//!
//! For what hits *one* cell, such as a king, it is the other way round: from
//! there to a slider there are few **ways**, each the set of the cells between;
//! it is open when that set and the occupancy are disjoint.

use super::board::{Board, Castling, Layout, LineSpec, LineWords, Stride};
use super::cell::{Cell, CellSet, set_of};
use super::hash::Keys;
use super::piece::Side;

/// A line of a board.
#[derive(Clone, Debug)]
pub struct Line<S> {
    /// Kind of line, a single bit that
    /// [`RoleRules::slides`](super::RoleRules::slides) refers to.
    pub kind: u8,
    /// Does the last cell lead on to the first?
    pub closed: bool,
    /// The cells in order.
    pub cells: Vec<Cell>,
    /// All cells as a set.
    pub set: S,
}

impl<S> Line<S> {
    /// The cell `steps` places after (or, negative, before) place `index`;
    /// `None` past an end.
    #[must_use]
    pub fn cell_at(&self, index: usize, steps: isize) -> Option<Cell> {
        let place = index as isize + steps;
        let place = if self.closed {
            place.rem_euclid(self.cells.len() as isize)
        } else {
            place
        };
        self.cells.get(usize::try_from(place).ok()?).copied()
    }
}

/// One passage of a line through a cell.
///
/// The private part says how to read the occupancy as seen from the cell. An
/// open line is read as a closed one with a wall between its ends: one place
/// more, which is always occupied and is no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Index into [`Tables::lines`].
    pub line: u16,
    /// The cell's place on that line.
    pub index: u8,
    /// Which word of the occupancies.
    word: u8,
    /// Where in the word the line begins.
    shift: u8,
    /// Places, the wall included.
    len: u8,
    /// The bits of the line's cells.
    mask: u32,
    /// The bit of the wall, if there is one.
    wall: u32,
    /// As many bits as there are other places.
    others: u32,
    /// Where the cell stands among the prefixes, in the middle of its line's.
    prefix: u32,
}

/// The strides by which one side's pieces could take on one cell.
#[derive(Clone, Debug)]
pub(super) struct StridesTo<S> {
    /// Where they start.
    pub starts: S,
    /// Start, and the cell passed.
    pub list: Vec<(Cell, Cell)>,
}

/// Everything that the rules engine reads about a board.
///
/// ```
/// use icochess::rules::{Board, Icochess, Side};
///
/// let tables = Icochess::tables();
/// let a4 = tables.cell("A4").expect("a tile, in either case");
/// assert_eq!(tables.name(a4), "a4");
/// // An unmoved pawn there reaches each side corner past a tile at an edge.
/// for stride in tables.strides(Side::White, a4) {
///     println!("a4 past {} to {}", tables.name(stride.via), tables.name(stride.end));
/// }
/// assert!(tables.strides(Side::White, a4).any(|stride| tables.name(stride.end) == "g1"));
/// ```
#[derive(Clone, Debug)]
pub struct Tables<B: Board> {
    /// Names in move text, lower case, by cell.
    pub names: Vec<String>,
    /// Cells in the order of position text, in the groups that `/` separates.
    pub groups: Vec<Vec<Cell>>,
    /// All lines.
    pub lines: Vec<Line<B::Set>>,
    /// Where pieces of each side promote, by [`Side::index`].
    pub promotion: [B::Set; 2],
    /// The castlings of each side, by [`Side::index`].
    pub castlings: [Vec<Castling<B::Set>>; 2],
    /// `passes[cell * KIND_COUNT + kind]`.
    passes: Vec<Box<[Pass]>>,
    /// For every line, gone round three times: the exclusive or of the first 0,
    /// 1, 2, … places. That of two of them is the set of the places between, if
    /// those are not more than one round.
    prefixes: Vec<B::Set>,
    /// `ways[(kind * cells + from) * cells + to]`: sets of the cells between,
    /// along each line of the kind that both lie on, both ways.
    ways: Vec<Box<[B::Set]>>,
    /// `sight[kind * cells + cell]`: what shares a line of the kind with it.
    sight: Vec<B::Set>,
    /// `leaps[table * cells + cell]`.
    leaps: Vec<B::Set>,
    /// The same backwards: where the leaps start that end on a cell.
    leaps_to: Vec<B::Set>,
    /// `strides[side][cell]`: the cell passed, as a set, and where the stride
    /// may end.
    pub(super) strides: [Vec<Box<[(B::Set, B::Set)]>>; 2],
    pub(super) strides_to: [Vec<StridesTo<B::Set>>; 2],
    /// `landing[side][cell passed]`: where a stride past that cell ends, on
    /// boards with capture in passing.
    pub(super) landing: [Vec<Option<Cell>>; 2],
    /// The line bits that flip when a cell's occupancy changes.
    toggles: Vec<B::Lines>,
    /// Random keys for position hashes.
    pub(super) keys: Keys,
}

impl<B: Board> Tables<B> {
    /// Packs a board's description.
    ///
    /// # Panics
    ///
    /// When the description is not consistent: more cells than the set type
    /// holds, more line bits than [`Board::Lines`] holds, a line longer than
    /// 30 cells or with a repeated cell, or tables of different lengths.
    /// A board's own tests build its tables, so this never meets a player.
    #[must_use]
    pub fn new(layout: Layout<B::Set>) -> Self {
        let cells = layout.names.len();
        assert!(cells <= B::Set::CAPACITY, "too many cells for the set type");
        assert!(layout.leaps.iter().all(|table| table.len() == cells));
        assert!(layout.strides.iter().all(|side| side.len() == cells));

        let mut tables = Self {
            keys: Keys::new(cells, B::ROLES.len()),
            names: layout.names,
            groups: layout.groups,
            lines: Vec::with_capacity(layout.lines.len()),
            promotion: layout.promotion,
            castlings: layout.castlings,
            passes: Vec::new(),
            prefixes: Vec::new(),
            ways: Vec::new(),
            sight: vec![B::Set::EMPTY; B::KIND_COUNT * cells],
            leaps_to: layout
                .leaps
                .iter()
                .flat_map(|table| transposed(table))
                .collect(),
            leaps: layout.leaps.into_iter().flatten().collect(),
            strides: [Vec::new(), Vec::new()],
            strides_to: [Vec::new(), Vec::new()],
            landing: [Vec::new(), Vec::new()],
            toggles: vec![B::Lines::EMPTY; cells],
        };
        let passes = tables.pack_lines(layout.lines);
        tables.sort_passes(passes);
        tables.find_ways();
        for side in Side::ALL {
            tables.pack_strides(side, &layout.strides[side.index()]);
        }
        tables
    }

    /// Finds room for the lines and makes their prefixes. The passes by cell.
    fn pack_lines(&mut self, lines: Vec<LineSpec>) -> Vec<Vec<Pass>> {
        let mut passes = vec![Vec::new(); self.names.len()];
        let mut used = vec![0_usize; B::Lines::EMPTY.words().len()];
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
                passes[cell.index()].push(Pass {
                    line: self.lines.len() as u16,
                    index: index as u8,
                    word: word as u8,
                    shift: shift as u8,
                    len: len as u8,
                    mask: (1 << cells) - 1,
                    wall: u32::from(!spec.closed) << cells,
                    others: (1 << (len - 1)) - 1,
                    prefix: (self.prefixes.len() + len + index) as u32,
                });
                let bit = 1_u64 << (shift + index);
                let toggle = &mut self.toggles[cell.index()].words_mut()[word];
                assert_eq!(*toggle & bit, 0);
                *toggle |= bit;
            }
            let mut prefix = B::Set::EMPTY;
            self.prefixes.push(prefix);
            for place in 0..3 * len {
                if let Some(&cell) = spec.cells.get(place % len) {
                    prefix = prefix.xor(B::Set::single(cell));
                }
                self.prefixes.push(prefix);
            }
            let set: B::Set = set_of(spec.cells.iter().copied());
            assert_eq!(set.len() as usize, cells, "a cell twice on a line");
            self.lines.push(Line {
                kind: spec.kind,
                closed: spec.closed,
                set,
                cells: spec.cells,
            });
        }
        passes
    }

    /// Lays the passes out flat, by cell and kind.
    fn sort_passes(&mut self, passes: Vec<Vec<Pass>>) {
        for (cell, list) in passes.into_iter().enumerate() {
            for kind in 0..B::KIND_COUNT {
                let mut of_kind = Vec::new();
                for pass in &list {
                    let line = &self.lines[usize::from(pass.line)];
                    if line.kind == 1 << kind {
                        of_kind.push(*pass);
                        let sight = &mut self.sight[kind * self.names.len() + cell];
                        *sight = sight
                            .or(line.set)
                            .without(B::Set::single(Cell::new(cell as u8)));
                    }
                }
                self.passes.push(of_kind.into());
            }
        }
    }

    /// Walks every line from every cell, both ways.
    fn find_ways(&mut self) {
        let cells = self.names.len();
        let mut ways = vec![Vec::new(); B::KIND_COUNT * cells * cells];
        for line in &self.lines {
            for (index, from) in line.cells.iter().enumerate() {
                for direction in [1, -1] {
                    let mut between = B::Set::EMPTY;
                    for step in 1..line.cells.len() as isize {
                        let Some(to) = line.cell_at(index, step * direction) else {
                            break;
                        };
                        let kind = line.kind.trailing_zeros() as usize;
                        ways[(kind * cells + from.index()) * cells + to.index()].push(between);
                        between = between.or(B::Set::single(to));
                    }
                }
            }
        }
        self.ways = ways.into_iter().map(Vec::into_boxed_slice).collect();
    }

    fn pack_strides(&mut self, side: Side, strides: &[Vec<Stride>]) {
        let cells = self.names.len();
        let mut to = vec![
            StridesTo {
                starts: B::Set::EMPTY,
                list: Vec::new(),
            };
            cells
        ];
        let mut landing = vec![None; cells];
        for (start, list) in strides.iter().enumerate() {
            let start = Cell::new(start as u8);
            let mut by_via: Vec<(B::Set, B::Set)> = Vec::new();
            for stride in list {
                let (passed, end) = (B::Set::single(stride.via), B::Set::single(stride.end));
                match by_via.iter_mut().find(|(via, _)| *via == passed) {
                    Some((_, ends)) => *ends = ends.or(end),
                    None => by_via.push((passed, end)),
                }
                let to = &mut to[stride.end.index()];
                to.starts = to.starts.or(B::Set::single(start));
                to.list.push((start, stride.via));
                landing[stride.via.index()] = Some(stride.end);
            }
            self.strides[side.index()].push(by_via.into());
        }
        self.strides_to[side.index()] = to;
        self.landing[side.index()] = landing;
    }

    /// All cells, ascending.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<B> {
        (0..self.names.len() as u8).map(Cell::new)
    }

    /// The name of a cell in move text, lower case.
    #[must_use]
    pub fn name(&self, cell: Cell) -> &str {
        &self.names[cell.index()]
    }

    /// The cell of that name, in either case.
    #[must_use]
    pub fn cell(&self, name: &str) -> Option<Cell> {
        let index = self
            .names
            .iter()
            .position(|n| n.eq_ignore_ascii_case(name))?;
        Some(Cell::new(index as u8))
    }

    /// The cells reached from `cell` by the leap table.
    #[inline]
    #[must_use]
    pub fn leaps(&self, table: usize, cell: Cell) -> B::Set {
        self.leaps[table * self.names.len() + cell.index()]
    }

    /// The cells from which `cell` is reached by the leap table.
    #[inline]
    #[must_use]
    pub fn leaps_to(&self, table: usize, cell: Cell) -> B::Set {
        self.leaps_to[table * self.names.len() + cell.index()]
    }

    /// The initial two-steps of a side from a cell.
    pub fn strides(&self, side: Side, cell: Cell) -> impl Iterator<Item = Stride> {
        self.strides[side.index()][cell.index()]
            .iter()
            .filter_map(|&(via, ends)| Some((via.first()?, ends)))
            .flat_map(|(via, ends)| ends.cells().map(move |end| Stride { via, end }))
    }

    /// The passes of lines of the given kinds (a bit mask) through a cell.
    #[inline]
    pub fn passes(&self, cell: Cell, kinds: u8) -> impl Iterator<Item = &Pass> {
        kinds_of(kinds).flat_map(move |kind| self.passes_of(cell, kind))
    }

    /// The passes of lines of one kind (by its place) through a cell.
    #[inline(always)]
    pub(super) fn passes_of(&self, cell: Cell, kind: usize) -> &[Pass] {
        &self.passes[cell.index() * B::KIND_COUNT + kind]
    }

    /// What a slider sees along one line through its cell: everything up to
    /// and including the first occupied cell, both ways. Its own cell may be
    /// among them.
    #[inline(always)]
    #[must_use]
    pub fn span(&self, pass: &Pass, occupancy: &B::Lines) -> B::Set {
        let (ahead, behind) = self.reach(pass, occupancy);
        let start = pass.prefix - behind - 1;
        let end = (pass.prefix + ahead + 2).min(start + u32::from(pass.len));
        self.prefixes[end as usize].xor(self.prefixes[start as usize])
    }

    /// How many cells lie before the last that a slider sees ahead and behind.
    #[inline(always)]
    fn reach(&self, pass: &Pass, occupancy: &B::Lines) -> (u32, u32) {
        let bits = (occupancy.words()[usize::from(pass.word)] >> pass.shift) as u32 & pass.mask;
        let bits = u64::from(bits | pass.wall);
        // Turned so that bit 0 is the next place and the highest the one before
        // our own. At both ends, where the way round would end, a sentinel.
        let turned = ((bits | bits << pass.len) >> pass.index >> 1) as u32 & pass.others;
        let ahead = (turned | (pass.others + 1) >> 1).trailing_zeros();
        let behind = (turned | 1).leading_zeros() - pass.others.leading_zeros();
        (ahead, behind)
    }

    /// The ways from one cell to another along lines of one kind (by its
    /// place): for each the cells between.
    #[inline(always)]
    pub(super) fn ways(&self, kind: usize, from: Cell, to: Cell) -> &[B::Set] {
        let cells = self.names.len();
        &self.ways[(kind * cells + from.index()) * cells + to.index()]
    }

    /// The cells that share a line of the kind (a single bit, by its place)
    /// with `cell`.
    #[inline(always)]
    pub(super) fn sight(&self, kind: usize, cell: Cell) -> B::Set {
        self.sight[kind * self.names.len() + cell.index()]
    }

    /// Flips the occupancy of a cell in every line through it.
    #[inline]
    pub(super) fn flip(&self, lines: &mut B::Lines, cell: Cell) {
        let toggles = self.toggles[cell.index()].words();
        for (word, toggle) in lines.words_mut().iter_mut().zip(toggles) {
            *word ^= toggle;
        }
    }
}

/// The places of the bits of a mask of line kinds.
#[inline(always)]
pub(super) fn kinds_of(kinds: u8) -> impl Iterator<Item = usize> {
    (0..8).filter(move |kind| kinds >> kind & 1 != 0)
}

/// Which cells reach each cell.
fn transposed<S: CellSet>(table: &[S]) -> Vec<S> {
    let mut to = vec![S::EMPTY; table.len()];
    for (from, targets) in table.iter().enumerate() {
        for target in targets.cells() {
            to[target.index()] = to[target.index()].or(S::single(Cell::new(from as u8)));
        }
    }
    to
}
