//! The moves that the threads of a search are searching now.
//!
//! Threads that share a table and look at the same position would all search the
//! same move of it at the same time. So each notes the moves it is at, and the
//! others put these off until they have done the rest; by then they mostly find
//! the result in the table. After T. Kerrigan, "Simplified ABDADA", and J.-C.
//! Weill, "The ABDADA Distributed Minimax-Search Algorithm", 1996.

use std::sync::atomic::{AtomicU64, Ordering};

use icochess_rules::Move;

/// Moves under way, by a hash of position and move. Two threads that note at
/// the same place lose one of the notes, which only costs time.
pub(super) struct CurrentlySearching(Box<[AtomicU64]>);

/// Places for notes; few are taken at a time.
const PLACES: usize = 1 << 12;

impl Default for CurrentlySearching {
    fn default() -> Self {
        Self((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }
}

impl CurrentlySearching {
    /// Plies from which on it pays to note a move: by time to depth with two
    /// threads.
    pub const MIN_DEPTH: i32 = 2;

    /// Whether a thread is searching this move.
    pub fn contains(&self, position: u64, mv: Move) -> bool {
        let note = note(position, mv);
        self.0[place(note)].load(Ordering::Relaxed) == note
    }

    /// Notes a move, and returns the place of the note.
    pub fn start(&self, position: u64, mv: Move) -> usize {
        let note = note(position, mv);
        self.0[place(note)].store(note, Ordering::Relaxed);
        place(note)
    }

    /// Removes the note at this place.
    pub fn finish(&self, place: usize) {
        self.0[place].store(0, Ordering::Relaxed);
    }
}

fn note(position: u64, mv: Move) -> u64 {
    // Promotions to different pieces count as one move.
    let number = (mv.from.index() << 8 | mv.to.index()) as u64 + 1;
    position ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn place(note: u64) -> usize {
    (note >> 52) as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_rules::Cell;

    #[test]
    fn what_is_noted_is_seen_until_it_ends() {
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
