//! The storage that positions of a board need, of a size fixed when the program
//! is built.

use crate::cell::CellSet;
use crate::piece::Piece;

/// Line occupancies of a position: a fixed array of words, each holding the
/// occupancy bits of one or more lines.
pub trait LineWords: Copy + PartialEq + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// Nothing occupied.
    const EMPTY: Self;
    /// The bits of all lines, in the order in which [`Tables`](crate::Tables) packed them.
    fn words(&self) -> &[u64];
    /// The words of the occupancies, to flip bits in.
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
    /// The sets by [`Role::index`](crate::Role::index).
    fn sets(&self) -> &[S];
    /// The sets by [`Role::index`](crate::Role::index), to change.
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

/// The pieces in reserve that may still enter: `()` on boards without, else a count for
/// each side and role.
pub trait Reserve: Copy + PartialEq + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// Whether there is ever a piece in reserve.
    const IS_USED: bool;
    /// Nothing in reserve.
    const EMPTY: Self;
    /// The number of pieces of that kind in reserve.
    fn count(&self, piece: Piece) -> u8;
    /// Sets the number of pieces of that kind in reserve.
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

/// The cells of the board that are missing now: `()` where all are always there, else
/// a set.
pub trait AbsentCells<S>: Copy + PartialEq + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// Whether a cell is ever missing.
    const IS_USED: bool;
    /// No cell missing.
    const NONE: Self;
    /// The cells that are missing.
    fn cells(&self) -> S;
    /// Takes cells away that are there, or puts them back.
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
