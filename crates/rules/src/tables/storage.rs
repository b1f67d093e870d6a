//! Storage for positions of a board, of a size fixed at compile time.

use crate::cell::CellSet;
use crate::piece::Piece;

/// The line occupancies of a position: a fixed array of words, each with the bits of one or more
/// lines.
pub trait LineWords: Copy + PartialEq + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// The value of a board without occupied cells.
    const EMPTY: Self;
    /// Returns the bits of all lines, in the packing order of [`Tables`](crate::Tables).
    fn words(&self) -> &[u64];
    /// Returns the words, mutably.
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
    /// Returns the sets by [`Role::index`](crate::Role::index).
    fn sets(&self) -> &[S];
    /// Returns the sets by [`Role::index`](crate::Role::index), mutably.
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

/// The pieces in reserve that may still enter: counts by side and role, or `()` on boards without a
/// reserve.
pub trait Reserve: Copy + PartialEq + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// Whether the board has a reserve.
    const IS_USED: bool;
    /// Empty reserve.
    const EMPTY: Self;
    /// Returns the number of pieces of a kind.
    fn count(&self, piece: Piece) -> u8;
    /// Sets the number of pieces of a kind.
    fn set(&mut self, piece: Piece, count: u8);
}

impl Reserve for () {
    const IS_USED: bool = false;
    const EMPTY: Self = ();
    #[inline(always)]
    fn count(&self, _: Piece) -> u8 {
        0
    }
    #[inline(always)]
    fn set(&mut self, _: Piece, _: u8) {}
}

impl<const N: usize> Reserve for [[u8; N]; 2] {
    const IS_USED: bool = true;
    const EMPTY: Self = [[0; N]; 2];
    #[inline]
    fn count(&self, piece: Piece) -> u8 {
        self[piece.side.index()][piece.role.index()]
    }
    #[inline]
    fn set(&mut self, piece: Piece, count: u8) {
        self[piece.side.index()][piece.role.index()] = count;
    }
}

/// The missing cells of a board: a set, or `()` on boards where no cell can be missing.
pub trait AbsentCells<S>: Copy + PartialEq + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// Whether cells can be missing.
    const IS_USED: bool;
    /// No cell missing.
    const NONE: Self;
    /// Returns the missing cells.
    fn cells(&self) -> S;
    /// Removes cells from the board, or puts them back.
    fn toggle(&mut self, cells: S);
}

impl<S: CellSet> AbsentCells<S> for () {
    const IS_USED: bool = false;
    const NONE: Self = ();
    #[inline(always)]
    fn cells(&self) -> S {
        S::EMPTY
    }
    #[inline(always)]
    fn toggle(&mut self, _: S) {}
}

impl<S: CellSet> AbsentCells<S> for S {
    const IS_USED: bool = true;
    const NONE: Self = S::EMPTY;
    #[inline]
    fn cells(&self) -> S {
        *self
    }
    #[inline]
    fn toggle(&mut self, cells: S) {
        *self = self.xor(cells);
    }
}
