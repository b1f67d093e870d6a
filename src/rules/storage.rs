//! The storage that positions of a board need, of a size fixed when the program
//! is built.

use super::cell::CellSet;

/// Line occupancies of a position: a fixed array of words, each holding the
/// occupancy bits of one or more lines.
pub trait LineWords: Copy + PartialEq + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// Nothing occupied.
    const EMPTY: Self;
    /// The words.
    fn words(&self) -> &[u64];
    /// The words, to change.
    fn words_mut(&mut self) -> &mut [u64];
}

impl<const N: usize> LineWords for [u64; N] {
    const EMPTY: Self = [0; N];
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
    /// The sets by [`Role::index`](super::Role::index).
    fn sets(&self) -> &[S];
    /// The sets by [`Role::index`](super::Role::index), to change.
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
