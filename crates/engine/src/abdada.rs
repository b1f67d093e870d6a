//! Moves that the threads of a search are currently searching.
//!
//! Threads that share a transposition table and reach the same position would all search the same
//! move at once. Each thread therefore registers its current move, and the others defer it until
//! they have searched the rest. By then the result is usually in the table.
//!
//! After T. Kerrigan, "Simplified ABDADA", and J.-C. Weill, "The ABDADA Distributed Minimax-Search
//! Algorithm", 1996.

use std::sync::atomic::{AtomicU64, Ordering};

use icochess_rules::Move;

/// Moves being searched, by a hash of position and move. If two threads use the same slot, one
/// entry is lost, which only costs time.
pub(super) struct CurrentlySearching(Box<[AtomicU64]>);

/// Number of slots; few are occupied at a time.
const PLACES: usize = 1 << 12;

impl Default for CurrentlySearching {
    fn default() -> Self {
        Self((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }
}

impl CurrentlySearching {
    /// Minimum depth at which registering a move pays off, by time to depth with two threads.
    pub const MIN_DEPTH: i32 = 2;

    /// Returns whether a thread is searching this move.
    pub fn contains(&self, position: u64, mv: Move) -> bool {
        let entry = entry(position, mv);
        self.0[place(entry)].load(Ordering::Relaxed) == entry
    }

    /// Registers a move and returns its slot.
    pub fn start(&self, position: u64, mv: Move) -> usize {
        let entry = entry(position, mv);
        self.0[place(entry)].store(entry, Ordering::Relaxed);
        place(entry)
    }

    /// Clears a slot.
    pub fn finish(&self, place: usize) {
        self.0[place].store(0, Ordering::Relaxed);
    }
}

fn entry(position: u64, mv: Move) -> u64 {
    // Promotions to different pieces count as one move.
    let number = (mv.from.index() << 8 | mv.to.index()) as u64 + 1;
    position ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn place(entry: u64) -> usize {
    (entry >> 52) as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_rules::Cell;

    #[test]
    fn move_is_registered_until_finished() {
        let searching = CurrentlySearching::default();
        let mv = Move::new(Cell::new(3), Cell::new(70));
        let other = Move::new(Cell::new(70), Cell::new(3));
        let place = searching.start(77, mv);
        assert!(searching.contains(77, mv));
        assert!(!searching.contains(77, other) && !searching.contains(78, mv));
        searching.finish(place);
        assert!(!searching.contains(77, mv));
    }
}
