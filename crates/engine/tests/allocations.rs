//! Move generation and perft allocate nothing, positions are small enough to copy, and queued
//! searches hold little memory.
//!
//! This is a separate test program, because its allocator counts all allocations.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use icochess_boards::{Chess, Icochess, Variant};
use icochess_engine::uci::{Answer, Session};
use icochess_rules::{Board, CellSet, Position, perft};

struct Counting;

thread_local! {
    /// Number of allocations.
    static TAKEN: Cell<u64> = const { Cell::new(0) };
    /// Allocated minus freed bytes.
    static HELD: Cell<i64> = const { Cell::new(0) };
}

fn count(taken: usize, given_back: usize) {
    TAKEN.with(|times| times.set(times.get() + u64::from(taken > 0)));
    HELD.with(|held| held.set(held.get() + taken as i64 - given_back as i64));
}

#[expect(unsafe_code, reason = "an allocator cannot be had otherwise")]
// SAFETY: forwards to the system allocator; the counters don't allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller upholds the contract of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: the caller upholds the contract of `System`.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        // SAFETY: the caller upholds the contract of `System`.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Returns the number of allocations in `run`.
fn taken<T>(run: impl FnOnce() -> T) -> u64 {
    let before = TAKEN.get();
    std::hint::black_box(run());
    TAKEN.get() - before
}

fn check<B: Board>(text: &str) {
    let position: Position<B> = text.parse().expect("a legal position");
    assert!(taken(|| position.legal_moves()) > 0, "the counter counts");
    let moves = position.legal_moves();
    assert_eq!(
        taken(|| moves
            .iter()
            .fold(0, |all, mv| all ^ position.play_unchecked(*mv).hash())),
        0
    );
    assert_eq!(taken(|| moves.iter().all(|mv| position.is_legal(*mv))), 0);
    assert_eq!(taken(|| position.has_legal_move()), 0);
    assert_eq!(taken(|| position.outcome()), 0);
    assert_eq!(taken(|| position.checkers().len()), 0);
    let count_all = |position: &Position<B>| {
        let mut count = 0;
        position.each_child(|_, child| {
            child.each_child(|_, grandchild| count += grandchild.count_moves());
        });
        count
    };
    assert_eq!(taken(|| count_all(&position)), 0);
    assert_eq!(taken(|| perft(&position, 4)), 0);
}

#[test]
fn making_and_counting_moves_does_not_allocate() {
    check::<Icochess>(Icochess::START);
    check::<Chess>(Chess::START);
    check::<Chess>("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
}

#[test]
fn position_is_small() {
    assert!(size_of::<Position<Icochess>>() <= 256);
    assert!(size_of::<Position<Chess>>() <= 128);
}

/// A search holds the position and the hashes that can recur, not the whole game. With a tree of
/// 52,000 moves, each game would take 15 MiB.
#[test]
fn queued_searches_hold_little_of_a_long_game() {
    let mut session = Session::new(Variant::for_uci(), "icochess").unwrap();
    session
        .execute("setoption name UCI_Variant value chess")
        .unwrap();
    session.execute("isready").unwrap();
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(13_000).join(" ");
    session
        .execute(&format!("position startpos moves {shuffle}"))
        .unwrap();
    let before = HELD.get();
    let waiting: Vec<Answer> = (0..20)
        .map(|_| session.execute("go infinite").unwrap())
        .collect();
    let held = HELD.get() - before;
    assert!(
        waiting
            .iter()
            .all(|answer| matches!(answer, Answer::Work(_)))
    );
    assert!(held < 1 << 20, "{held} bytes");
}
