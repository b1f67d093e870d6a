//! What a board is: cells, lines and leaps, as tables.
//!
//! Everything that slides follows a **line**: an ordered run of cells, open
//! (a rank, a diagonal) or closed (a circuit round the ball). Everything that
//! steps or jumps follows a **leap** table: for each cell the set it reaches.
//! An initial two-step of a pawn is a **stride**: an end cell and the cell
//! that must be empty on the way.
//!
//! A position keeps, beside the sets of its pieces, the occupancy *along each
//! line* as a small integer: all lines are packed into a few words
//! ([`Board::Lines`]), so a slider's reach along one line is two bit scans.

use super::cell::{Cell, CellSet};
use super::piece::{Role, RoleRules};

/// Line occupancies of a position: a fixed array of words, each holding the
/// occupancy bits of one or more lines.
pub trait LineWords:
    Copy + Default + PartialEq + Eq + std::fmt::Debug + Send + Sync + 'static
{
    /// The words.
    fn words(&self) -> &[u64];
    /// The words, to change.
    fn words_mut(&mut self) -> &mut [u64];
}

impl<const N: usize> LineWords for [u64; N]
where
    Self: Default,
{
    #[inline]
    fn words(&self) -> &[u64] {
        self
    }
    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        self
    }
}

/// One set of cells for each role of a board.
pub trait RoleSets<S>: Copy + PartialEq + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// All sets empty.
    const EMPTY: Self;
    /// The sets by [`Role::index`].
    fn sets(&self) -> &[S];
    /// The sets by [`Role::index`], to change.
    fn sets_mut(&mut self) -> &mut [S];
}

impl<S: CellSet, const N: usize> RoleSets<S> for [S; N] {
    const EMPTY: Self = [S::EMPTY; N];
    #[inline]
    fn sets(&self) -> &[S] {
        self
    }
    #[inline]
    fn sets_mut(&mut self) -> &mut [S] {
        self
    }
}

/// A board with its pieces: the tables that the one rules engine reads, and
/// the storage that fits them.
pub trait Board: Copy + PartialEq + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// Set type with room for every cell.
    type Set: CellSet;
    /// One set for each role.
    type Roles: RoleSets<Self::Set>;
    /// Words for the occupancies of all lines.
    type Lines: LineWords;

    /// Identifier, as in the UCI option `UCI_Variant`.
    const ID: &'static str;
    /// Name for people, as in the PGN tag `Variant`.
    const NAME: &'static str;
    /// The pieces, by [`Role::index`].
    const ROLES: &'static [RoleRules];
    /// Start position in position text.
    const START: &'static str;

    /// The tables, built on first use.
    fn tables() -> &'static Tables<Self>;
}

/// A line as a board describes it, before it is packed.
#[derive(Clone, Debug)]
pub struct LineSpec {
    /// Kind of line, a single bit that [`RoleRules::slides`] refers to.
    pub kind: u8,
    /// Does the last cell lead on to the first?
    pub closed: bool,
    /// The cells in order.
    pub cells: Vec<Cell>,
}

/// A line, packed: where its occupancy bits lie and what sets its runs make.
#[derive(Clone, Debug)]
pub struct Line<S> {
    /// Kind of line, a single bit that [`RoleRules::slides`] refers to.
    pub kind: u8,
    /// Does the last cell lead on to the first?
    pub closed: bool,
    /// The cells in order.
    pub cells: Vec<Cell>,
    /// All cells as a set.
    pub set: S,
    word: u8,
    shift: u8,
    /// `runs[start * (len + 1) + count]`: the `count` cells from `start` on.
    runs: Vec<S>,
}

/// How far a slider gets along one line from one place on it, both ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Steps forward up to and including the first occupied cell.
    pub forward: usize,
    /// Does the way forward end at an occupied cell?
    pub forward_hit: bool,
    /// Steps backward up to and including the first occupied cell.
    pub backward: usize,
    /// Does the way backward end at an occupied cell?
    pub backward_hit: bool,
}

impl<S: CellSet> Line<S> {
    /// The reach from place `index` of this line under `occupancy`.
    ///
    /// On a closed line neither way gets back to its own start.
    #[inline]
    pub fn reach(&self, occupancy: &impl LineWords, index: usize) -> Reach {
        let len = self.cells.len();
        let mask = (1_u64 << len) - 1;
        let bits = (occupancy.words()[usize::from(self.word)] >> self.shift) & mask;
        if self.closed {
            // Turned so that bit 0 is the start itself, and that bit cleared.
            let turned = ((bits >> index) | (bits << (len - index))) & mask & !1;
            if turned == 0 {
                return Reach {
                    forward: len - 1,
                    forward_hit: false,
                    backward: len - 1,
                    backward_hit: false,
                };
            }
            Reach {
                forward: turned.trailing_zeros() as usize,
                forward_hit: true,
                backward: len - (63 - turned.leading_zeros() as usize),
                backward_hit: true,
            }
        } else {
            let ahead = bits >> index >> 1;
            let behind = bits & ((1 << index) - 1);
            Reach {
                forward: if ahead == 0 {
                    len - 1 - index
                } else {
                    ahead.trailing_zeros() as usize + 1
                },
                forward_hit: ahead != 0,
                backward: if behind == 0 {
                    index
                } else {
                    index - (63 - behind.leading_zeros() as usize)
                },
                backward_hit: behind != 0,
            }
        }
    }

    /// The set of the `count` cells after place `index`.
    #[inline]
    pub fn ahead(&self, index: usize, count: usize) -> S {
        let len = self.cells.len();
        let start = if index + 1 >= len { 0 } else { index + 1 };
        self.runs[start * (len + 1) + count]
    }

    /// The set of the `count` cells before place `index`.
    #[inline]
    pub fn behind(&self, index: usize, count: usize) -> S {
        let len = self.cells.len();
        let start = if index >= count {
            index - count
        } else {
            index + len - count
        };
        self.runs[start * (len + 1) + count]
    }

    /// The cell `steps` places after (or, negative, before) place `index`.
    #[inline]
    pub fn cell_at(&self, index: usize, steps: isize) -> Cell {
        let len = self.cells.len() as isize;
        self.cells[(index as isize + steps).rem_euclid(len) as usize]
    }
}

/// One passage of a line through a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Index into [`Tables::lines`].
    pub line: u8,
    /// The cell's place on that line.
    pub index: u8,
}

/// An initial two-step: it ends on `end` and needs `via` empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stride {
    /// The cell passed.
    pub via: Cell,
    /// The cell reached.
    pub end: Cell,
}

/// The tables of a board.
#[derive(Clone, Debug)]
pub struct Tables<B: Board> {
    /// Names in move text, lower case, by cell.
    pub names: Vec<String>,
    /// Cells in the order of position text, in the groups that `/` separates.
    pub groups: Vec<Vec<Cell>>,
    /// All lines.
    pub lines: Vec<Line<B::Set>>,
    /// The passes of lines through each cell.
    pub passes: Vec<Vec<Pass>>,
    /// Leap tables: `leaps[table][cell]` is the set reached.
    pub leaps: Vec<Vec<B::Set>>,
    /// Initial two-steps from each cell.
    pub strides: Vec<Vec<Stride>>,
    /// The strides that end on each cell: `end` is where the stride starts.
    pub strides_to: Vec<Vec<Stride>>,
    /// The line bits that flip when a cell's occupancy changes.
    pub toggles: Vec<B::Lines>,
    /// Random keys for position hashes.
    pub(super) keys: super::hash::Keys,
}

impl<B: Board> Tables<B> {
    /// Packs a board's description.
    ///
    /// # Panics
    ///
    /// When the description is not consistent: more cells than the set type
    /// holds, more line bits than [`Board::Lines`] holds, a line longer than
    /// 63 cells or with a repeated cell, or tables of different lengths.
    /// A board's own tests build its tables, so this never meets a player.
    #[must_use]
    pub fn new(
        names: Vec<String>,
        groups: Vec<Vec<Cell>>,
        lines: Vec<LineSpec>,
        leaps: Vec<Vec<B::Set>>,
        strides: Vec<Vec<Stride>>,
    ) -> Self {
        let cells = names.len();
        assert!(cells <= B::Set::CAPACITY, "too many cells for the set type");
        assert!(leaps.iter().all(|table| table.len() == cells));
        assert_eq!(strides.len(), cells);

        let mut passes = vec![Vec::new(); cells];
        let mut toggles = vec![B::Lines::default(); cells];
        let mut packed: Vec<Line<B::Set>> = Vec::with_capacity(lines.len());
        let mut used = vec![0_usize; B::Lines::default().words().len()];
        for spec in lines {
            let len = spec.cells.len();
            assert!(len < 64, "line too long");
            let word = used
                .iter()
                .position(|bits| bits + len <= 64)
                .expect("the line words have room for every line");
            let shift = used[word];
            used[word] += len;
            for (index, cell) in spec.cells.iter().enumerate() {
                passes[cell.index()].push(Pass {
                    line: packed.len() as u8,
                    index: index as u8,
                });
                let bit = 1_u64 << (shift + index);
                assert_eq!(toggles[cell.index()].words()[word] >> shift, 0);
                toggles[cell.index()].words_mut()[word] |= bit;
            }
            let runs = (0..len)
                .flat_map(|start| {
                    let mut run = B::Set::EMPTY;
                    let mut row = vec![run];
                    for step in 0..len {
                        if spec.closed || start + step < len {
                            run = run.or(B::Set::single(spec.cells[(start + step) % len]));
                        }
                        row.push(run);
                    }
                    row
                })
                .collect();
            packed.push(Line {
                kind: spec.kind,
                closed: spec.closed,
                set: super::cell::set_of(spec.cells.iter().copied()),
                cells: spec.cells,
                word: word as u8,
                shift: shift as u8,
                runs,
            });
        }

        let mut strides_to = vec![Vec::new(); cells];
        for (start, list) in strides.iter().enumerate() {
            for stride in list {
                strides_to[stride.end.index()].push(Stride {
                    via: stride.via,
                    end: Cell::new(start as u8),
                });
            }
        }

        Self {
            keys: super::hash::Keys::new(cells, B::ROLES.len()),
            names,
            groups,
            lines: packed,
            passes,
            leaps,
            strides,
            strides_to,
            toggles,
        }
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
}

/// The rules of a role on board `B`.
#[must_use]
pub fn rules_of<B: Board>(role: Role) -> &'static RoleRules {
    &B::ROLES[role.index()]
}
