//! Cells of a board, and sets of cells.

use std::fmt;

/// A cell (square, tile) of a board, as an index into the board's tables.
///
/// The board's [`Tables`](super::Tables) define the cells and their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Creates the cell with this index.
    #[inline]
    pub const fn new(index: u8) -> Self {
        Self(index)
    }

    /// Returns the index into per-cell tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of cells as a bit set of fixed size.
///
/// Boards use the smallest implementation with room for all their cells: `u64`, `u128` or
/// [`WideSet`].
///
/// ```
/// use icochess_rules::{Cell, CellSet, set_of};
///
/// let low: u128 = set_of((0..10).map(Cell::new));
/// let odd: u128 = set_of((0..80).filter(|n| n % 2 == 1).map(Cell::new));
/// let both = low.and(odd);
/// assert_eq!(both.len(), 5);
/// assert_eq!(both.first(), Some(Cell::new(1)));
/// assert!(both.cells().all(|cell| cell.index() < 10));
/// ```
pub trait CellSet: Copy + Default + PartialEq + Eq + fmt::Debug + Send + Sync + 'static {
    /// Empty set.
    const EMPTY: Self;
    /// Set of all representable cells, including cells that the board doesn't have.
    const FULL: Self;
    /// Number of cells that fit into the set.
    const CAPACITY: usize;

    /// Returns the set with only this cell.
    fn single(cell: Cell) -> Self;
    /// Returns whether `cell` is a member.
    fn contains(self, cell: Cell) -> bool;
    /// Returns the intersection.
    fn and(self, other: Self) -> Self;
    /// Returns the union.
    fn or(self, other: Self) -> Self;
    /// Returns the symmetric difference.
    fn xor(self, other: Self) -> Self;
    /// Returns the members that are not in `other`.
    fn without(self, other: Self) -> Self;
    /// Returns the number of members.
    fn len(self) -> u32;
    /// Returns whether the set is empty.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// Returns whether the set has at most one member.
    fn at_most_one(self) -> bool {
        self.len() <= 1
    }
    /// Returns the member with the lowest index.
    fn first(self) -> Option<Cell>;
    /// Returns the members in ascending order.
    #[inline(always)]
    fn cells(self) -> Cells<Self> {
        let (word, rest) = self.split_word();
        let base = 0;
        Cells { word, base, rest }
    }
    /// Splits off the lowest 64 cells as a word. The remaining set is shifted down by 64.
    fn split_word(self) -> (u64, Self);
}

/// An iterator over the members of a [`CellSet`], in ascending order.
#[derive(Clone, Debug)]
pub struct Cells<S> {
    /// Remaining bits of the current word.
    word: u64,
    /// Index of the word's lowest bit.
    base: u8,
    /// Words after the current one.
    rest: S,
}

impl<S: CellSet> Iterator for Cells<S> {
    type Item = Cell;

    #[inline(always)]
    fn next(&mut self) -> Option<Cell> {
        while self.word == 0 {
            if self.rest.is_empty() {
                return None;
            }
            (self.word, self.rest) = self.rest.split_word();
            self.base += 64;
        }
        let cell = Cell(self.base + self.word.trailing_zeros() as u8);
        self.word &= self.word - 1;
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = (self.word.count_ones() + self.rest.len()) as usize;
        (n, Some(n))
    }
}

impl<S: CellSet> ExactSizeIterator for Cells<S> {}

/// Collects cells into a set.
pub fn set_of<S: CellSet>(cells: impl IntoIterator<Item = Cell>) -> S {
    cells
        .into_iter()
        .fold(S::EMPTY, |set, cell| set.or(S::single(cell)))
}

macro_rules! word_set {
    ($word:ty) => {
        impl CellSet for $word {
            const EMPTY: Self = 0;
            const FULL: Self = <$word>::MAX;
            const CAPACITY: usize = <$word>::BITS as usize;

            #[inline(always)]
            fn single(cell: Cell) -> Self {
                1 << cell.0
            }
            #[inline(always)]
            fn contains(self, cell: Cell) -> bool {
                self & Self::single(cell) != 0
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[inline(always)]
            fn without(self, other: Self) -> Self {
                self & !other
            }
            #[inline(always)]
            fn len(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn at_most_one(self) -> bool {
                self & self.wrapping_sub(1) == 0
            }
            #[inline(always)]
            fn first(self) -> Option<Cell> {
                (self != 0).then(|| Cell(self.trailing_zeros() as u8))
            }
            #[inline(always)]
            fn split_word(self) -> (u64, Self) {
                (self as u64, self.unbounded_shr(64))
            }
        }
    };
}

word_set!(u64);
word_set!(u128);

/// A set of up to 192 cells, for boards with more than 128.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WideSet([u64; 3]);

impl WideSet {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl CellSet for WideSet {
    const EMPTY: Self = Self([0; 3]);
    const FULL: Self = Self([u64::MAX; 3]);
    const CAPACITY: usize = 192;

    #[inline(always)]
    fn single(cell: Cell) -> Self {
        let mut words = [0; 3];
        words[cell.index() / 64] = 1 << (cell.index() % 64);
        Self(words)
    }
    #[inline(always)]
    fn contains(self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 != 0
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
    #[inline(always)]
    fn len(self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }
    #[inline(always)]
    fn at_most_one(self) -> bool {
        let [first, second, third] = self.0;
        let all = first | second | third;
        let empty = self.0.iter().filter(|word| **word == 0).count();
        all & all.wrapping_sub(1) == 0 && empty >= 2
    }
    #[inline(always)]
    fn split_word(self) -> (u64, Self) {
        let [first, second, third] = self.0;
        (first, Self([second, third, 0]))
    }
    #[inline(always)]
    fn first(self) -> Option<Cell> {
        self.0
            .iter()
            .enumerate()
            .find(|(_, w)| **w != 0)
            .map(|(i, w)| Cell((i * 64) as u8 + w.trailing_zeros() as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn algebra<S: CellSet>() {
        let all: Vec<Cell> = (0..S::CAPACITY as u8).map(Cell::new).collect();
        let even: S = set_of(all.iter().copied().filter(|c| c.index() % 2 == 0));
        let third: S = set_of(all.iter().copied().filter(|c| c.index() % 3 == 0));
        let members = |s: S| s.cells().map(Cell::index).collect::<Vec<_>>();
        let expected =
            |f: &dyn Fn(usize) -> bool| (0..S::CAPACITY).filter(|i| f(*i)).collect::<Vec<_>>();
        assert_eq!(members(even.and(third)), expected(&|i| i % 6 == 0));
        assert_eq!(
            members(even.or(third)),
            expected(&|i| i % 2 == 0 || i % 3 == 0)
        );
        assert_eq!(
            members(even.xor(third)),
            expected(&|i| (i % 2 == 0) != (i % 3 == 0))
        );
        assert_eq!(
            members(even.without(third)),
            expected(&|i| i % 2 == 0 && i % 3 != 0)
        );
        assert_eq!(members(S::FULL), expected(&|_| true));
        assert_eq!(S::EMPTY.first(), None);
        assert!(S::EMPTY.at_most_one() && !even.at_most_one());
        // Pairs in different words, also at the same bit.
        for other in [1, 64, 65, 129] {
            let pair = S::single(all[1]).or(S::single(all[other % S::CAPACITY]));
            assert_eq!(pair.at_most_one(), pair.len() <= 1);
        }
        assert!(all.iter().all(|&cell| S::single(cell).at_most_one()));
        assert_eq!(even.len() as usize, S::CAPACITY / 2);
        assert!(even.contains(all[2]) && !even.contains(all[3]));
    }

    #[test]
    fn every_width_is_a_set() {
        algebra::<u64>();
        algebra::<u128>();
        algebra::<WideSet>();
    }
}
