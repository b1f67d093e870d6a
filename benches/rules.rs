//! Speed of the rules: perft of Icochess, and beside it perft of orthodox
//! chess by cozy-chess, so that a number from an unknown machine can be judged.
//!
//! Throughput is in leaves of the move tree ("elements"); both count the last
//! ply without playing it. Every run asserts the count that it times.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use icochess::rules::{Icochess, Position};

/// Perft of the Icochess start position: depth, samples, leaves. The first is on
/// the rules page; both were made by programs that share nothing with the crate.
const START: [(u32, usize, u64); 2] = [(4, 30, 7_384_013), (5, 10, 505_076_817)];

/// "Kiwipete", a much used test position, and its perft.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const KIWIPETE_LEAVES: u64 = 4_085_603;

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                leaves += cozy_perft(&next, depth - 1);
            }
        }
        false
    });
    leaves
}

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    let start = Position::<Icochess>::start();
    for (depth, samples, leaves) in START {
        group.sample_size(samples);
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(format!("icochess start {depth}"), |b| {
            b.iter(|| {
                let found = icochess::rules::perft(black_box(&start), depth);
                assert_eq!(found, leaves);
            });
        });
    }

    group.sample_size(30);
    let kiwipete = cozy_chess::Board::from_fen(KIWIPETE, false).expect("a legal position");
    group.throughput(Throughput::Elements(KIWIPETE_LEAVES));
    group.bench_function("cozy-chess kiwipete 4", |b| {
        b.iter(|| {
            let found = cozy_perft(black_box(&kiwipete), 4);
            assert_eq!(found, KIWIPETE_LEAVES);
        });
    });
    group.finish();
}

criterion_group! {
    name = rules;
    config = Criterion::default()
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(5));
    targets = perft
}
criterion_main!(rules);
