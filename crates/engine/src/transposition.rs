//! The transposition table: search results by position.
//!
//! Shared by all threads without locks. An entry is two words: the data, and the XOR of key and data. A
//! torn entry therefore matches no key. Source: R. Hyatt and T. Mann, "A lock-less
//! transposition-table implementation for parallel search", ICGA Journal 25(1), 2002.

use std::fs;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::score::{MATE_IN_MAX_PLY, Score};
use icochess_rules::{Cell, Move, MoveKind, Role};

/// Maximum size of a transposition table, in mebibytes.
pub const MAX_HASH: usize = 65_536;

/// The kind of score of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most the entry's.
    Upper,
    /// The true score is at least the entry's.
    Lower,
    /// The score is exact.
    Exact,
}

/// The result of searching a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move; none if all moves failed low.
    pub mv: Option<Move>,
    /// The score, with mates counted from this position.
    pub score: Score,
    /// Search depth, in plies.
    pub depth: u8,
    /// Kind of the score.
    pub bound: Bound,
}

#[derive(Default)]
struct Slot {
    key: AtomicU64,
    data: AtomicU64,
}

/// The candidate slots of a position: one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The transposition table.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// Search number, modulo 64; entries of earlier searches are replaced first.
    generation: AtomicU8,
}

impl TranspositionTable {
    /// Creates a table of at most the given size. The table is smaller if memory is short;
    /// [`mebibytes`](Self::mebibytes) returns the actual size.
    pub fn new(mebibytes: usize) -> Self {
        // Some systems overcommit memory and kill the program later.
        let size = free_mebibytes().map_or(mebibytes, |free| mebibytes.min(free / 4 * 3));
        let mut count = (size << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        while count > 1 && buckets.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        buckets.resize_with(count.max(1), Bucket::default);
        Self {
            buckets,
            generation: AtomicU8::new(0),
        }
    }

    /// Returns the size in mebibytes.
    pub fn mebibytes(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Clears all entries and resets the search number.
    pub fn clear(&self) {
        self.generation.store(0, Ordering::Relaxed);
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.key.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
    }

    /// Starts a new search; existing entries will be replaced first.
    pub fn new_search(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed) & 63
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let place = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize]
    }

    /// Prefetches a position's bucket into the CPU cache.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = std::ptr::from_ref(self.bucket(key));
            #[expect(unsafe_code, reason = "there is no safe form of this hint")]
            // SAFETY: a prefetch reads nothing, and every x86-64 CPU supports it.
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(bucket.cast());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Returns the entry of a position, if any.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let matches = slot.key.load(Ordering::Relaxed) ^ data == key && data != 0;
            matches.then(|| unpack(data))
        })
    }

    /// Stores the result of searching a position.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        let generation = self.generation();
        let mut chosen = None;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.key.load(Ordering::Relaxed) ^ data == key {
                // For the same position, keeps a clearly deeper entry of this search.
                let old = unpack(data);
                if data != 0
                    && entry.bound != Bound::Exact
                    && generation_of(data) == generation
                    && old.depth > entry.depth + 2
                {
                    return;
                }
                let mv = entry.mv.or(old.mv);
                write(slot, key, pack(Entry { mv, ..entry }, generation));
                return;
            }
            let stale = i32::from(generation.wrapping_sub(generation_of(data)) & 63);
            let value = depth_of(data) - 8 * stale;
            if chosen.is_none_or(|(_, least)| value < least) {
                chosen = Some((slot, value));
            }
        }
        if let Some((slot, _)) = chosen {
            write(slot, key, pack(entry, generation));
        }
    }

    /// Returns how full the table is with entries of this search, in per mille.
    pub fn hashfull(&self) -> usize {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let generation = self.generation();
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && generation_of(data) == generation)
            .count();
        used * 1000 / (sample.len() * 4)
    }
}

/// Returns the available memory from `/proc/meminfo`; `None` on systems other than Linux.
fn free_mebibytes() -> Option<usize> {
    let meminfo = fs::read_to_string("/proc/meminfo").ok()?;
    let line = meminfo
        .lines()
        .find_map(|l| l.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes >> 10)
}

fn write(slot: &Slot, key: u64, data: u64) {
    slot.key.store(key ^ data, Ordering::Relaxed);
    slot.data.store(data, Ordering::Relaxed);
}

// Bits of the data, lowest first: from 8, to 8, kind 8 (see `FIRST_PROMOTION`), score 16, depth 8,
// bound 2 (never 0), generation 6.

#[inline]
fn pack(entry: Entry, generation: u8) -> u64 {
    let (from, to, kind) = entry.mv.map_or((0, 0, 0), |mv| {
        let kind = match mv.kind {
            MoveKind::Plain => 1,
            MoveKind::Carriage => 2,
            MoveKind::Promotion(role) => FIRST_PROMOTION + role.index() as u64,
            MoveKind::Gating(role) => FIRST_GATING + role.index() as u64,
        };
        (mv.from.index() as u64, mv.to.index() as u64, kind)
    });
    let bound = 1 + entry.bound as u64;
    from | to << 8
        | kind << 16
        | u64::from(entry.score as i16 as u16) << 24
        | u64::from(entry.depth) << 40
        | bound << 48
        | u64::from(generation) << 50
}

/// Move kinds as numbers: none, plain, board part, then promotions by role and gating by role.
const FIRST_PROMOTION: u64 = 3;
const FIRST_GATING: u64 = 64;

#[inline]
fn unpack(data: u64) -> Entry {
    let byte = |shift: u32| (data >> shift) as u8;
    let kind = match byte(16) {
        0 => None,
        1 => Some(MoveKind::Plain),
        2 => Some(MoveKind::Carriage),
        role if u64::from(role) < FIRST_GATING => {
            Some(MoveKind::Promotion(Role::new(role - FIRST_PROMOTION as u8)))
        }
        role => Some(MoveKind::Gating(Role::new(role - FIRST_GATING as u8))),
    };
    Entry {
        mv: kind.map(|kind| Move {
            from: Cell::new(byte(0)),
            to: Cell::new(byte(8)),
            kind,
        }),
        score: Score::from((data >> 24) as u16 as i16),
        depth: byte(40),
        bound: match data >> 48 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 40) as u8)
}

fn generation_of(data: u64) -> u8 {
    (data >> 50) as u8 & 63
}

/// Converts a score from root-relative to position-relative, `ply` plies below the root.
#[inline]
pub fn score_to_table(score: Score, ply: usize) -> Score {
    if score >= MATE_IN_MAX_PLY {
        score + ply as Score
    } else if score <= -MATE_IN_MAX_PLY {
        score - ply as Score
    } else {
        score
    }
}

/// Inverse of [`score_to_table`].
#[inline]
pub fn score_from_table(score: Score, ply: usize) -> Score {
    if score >= MATE_IN_MAX_PLY {
        score - ply as Score
    } else if score <= -MATE_IN_MAX_PLY {
        score + ply as Score
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::MATE;
    use super::*;

    fn entry(depth: u8) -> Entry {
        Entry {
            mv: Some(Move {
                from: Cell::new(145),
                to: Cell::new(3),
                kind: MoveKind::Promotion(Role::QUEEN),
            }),
            score: -29_990,
            depth,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn stored_entries_are_returned_unchanged() {
        let table = TranspositionTable::new(1);
        for (i, bound) in [Bound::Upper, Bound::Lower, Bound::Exact]
            .into_iter()
            .enumerate()
        {
            let mv = [
                None,
                Some(Move::new(Cell::new(0), Cell::new(0))),
                entry(1).mv,
            ][i];
            let put = Entry {
                mv,
                bound,
                ..entry(i as u8)
            };
            let key = (i as u64 + 1) << 60 | 7;
            assert_eq!(table.probe(key), None);
            table.store(key, put);
            assert_eq!(table.probe(key), Some(put));
            assert_eq!(table.probe(key ^ 1), None);
        }
        table.clear();
        assert_eq!(table.probe(1 << 60 | 7), None);
    }

    #[test]
    fn shallow_and_old_entries_are_replaced_first() {
        let table = TranspositionTable::new(0);
        assert_eq!(table.buckets.len(), 1);
        for depth in 1..=4 {
            table.store(u64::from(depth), entry(depth));
        }
        table.store(9, entry(3));
        assert_eq!(table.probe(1), None, "the shallowest makes room");
        assert!(table.probe(4).is_some());
        table.new_search();
        for key in 10..14 {
            table.store(key, entry(1));
        }
        assert!((10..14).all(|key| table.probe(key).is_some()));
    }

    #[test]
    fn stored_mates_are_relative_to_the_position() {
        for score in [0, 150, MATE - 5, 7 - MATE] {
            assert_eq!(score_from_table(score_to_table(score, 3), 3), score);
        }
        assert_eq!(score_to_table(MATE - 5, 3), MATE - 2);
    }
}
