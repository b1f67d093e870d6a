//! Zobrist keys: random numbers whose exclusive or identifies a position.
//!
//! Source: A. L. Zobrist, "A New Hashing Method with Application for Game
//! Playing", University of Wisconsin technical report 88, 1970.

use oorandom::Rand64;

use super::cell::Cell;
use super::piece::Piece;

/// The random numbers of one board.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    cells: usize,
    roles: usize,
    pieces: Vec<u64>,
    unmoved: Vec<u64>,
    en_passant: Vec<u64>,
    /// Key for Black to move.
    pub(super) black: u64,
    /// Keys of the reserve, by piece and count.
    reserve: Vec<u64>,
    absent: Vec<u64>,
}

/// Maximum number of pieces of a kind in reserve.
pub(super) const MAX_IN_RESERVE: u8 = 15;

impl Keys {
    pub(super) fn new(cells: usize, roles: usize) -> Self {
        // The seed is fixed, so that hashes are the same in every run.
        let mut chance = Rand64::new(0x1c0c_4e55);
        let mut next = || chance.rand_u64();
        Self {
            cells,
            roles,
            pieces: (0..2 * roles * cells).map(|_| next()).collect(),
            unmoved: (0..cells).map(|_| next()).collect(),
            black: next(),
            en_passant: (0..cells).map(|_| next()).collect(),
            reserve: (0..2 * roles * usize::from(MAX_IN_RESERVE))
                .map(|_| next())
                .collect(),
            absent: (0..cells).map(|_| next()).collect(),
        }
    }

    #[inline]
    pub(super) fn piece(&self, piece: Piece, cell: Cell) -> u64 {
        self.pieces
            [(piece.side.index() * self.roles + piece.role.index()) * self.cells + cell.index()]
    }

    #[inline]
    pub(super) fn unmoved(&self, cell: Cell) -> u64 {
        self.unmoved[cell.index()]
    }

    /// Returns the key of `count` pieces of a kind in reserve.
    pub(super) fn reserve(&self, piece: Piece, count: u8) -> u64 {
        let kind = piece.side.index() * self.roles + piece.role.index();
        let place = |count: u8| kind * usize::from(MAX_IN_RESERVE) + usize::from(count);
        count
            .checked_sub(1)
            .map_or(0, |count| self.reserve[place(count)])
    }

    pub(super) fn absent(&self, cell: Cell) -> u64 {
        self.absent[cell.index()]
    }

    #[inline]
    pub(super) fn en_passant(&self, cell: Cell) -> u64 {
        self.en_passant[cell.index()]
    }
}
