//! Statistics: Elo, its error, the sequential test, and the tally of results.

use icochess_lab::arena::{Pentanomial, Sprt, SprtResult, Tally, elo, score_of};
use icochess_rules::{DrawReason, Outcome, Side};

fn near(found: f64, expected: f64, error: f64) {
    assert!((found - expected).abs() <= error, "{found}, not {expected}");
}

#[test]
fn elo_is_logistic() {
    assert_eq!(elo(0.5).to_string(), "0");
    near(elo(0.75), 190.848_5, 1e-4);
    near(elo(0.64), 99.951, 1e-3);
    near(elo(10.0 / 11.0), 400.0, 1e-9);
    near(elo(0.36), -elo(0.64), 1e-9);
    near(score_of(5.0), 0.507_195, 1e-6);
    assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
}

#[test]
fn estimate_error_is_computed_from_pairs() {
    // The mean is 0.55; the variance is the mean square, 0.375, minus 0.3025.
    let pairs = Pentanomial([5, 20, 40, 20, 15]);
    let estimate = pairs.estimate().unwrap();
    near(estimate.score, 0.55, 1e-12);
    let error = (0.375_f64 - 0.3025).sqrt() / 10.0;
    near(estimate.high - estimate.score, 1.959_964 * error, 1e-9);
    near(estimate.score - estimate.low, 1.959_964 * error, 1e-9);
    // 1.857 standard errors.
    near(0.05 / error, 1.856_953, 1e-5);
    near(pairs.los(), 0.968_341, 1e-4);
    near(
        Pentanomial([15, 20, 40, 20, 5]).los(),
        1.0 - pairs.los(),
        1e-6,
    );
    // With fifty identical pairs, up to 3 in 50 could differ.
    let even = Pentanomial([0, 0, 50, 0, 0]).estimate().unwrap();
    near(even.low, 0.44, 1e-12);
    near(even.high, 0.56, 1e-12);
    assert_eq!(Pentanomial([0, 0, 50, 0, 0]).los(), 0.5);
    let won = Pentanomial([0, 0, 0, 0, 2]);
    let estimate = won.estimate().unwrap();
    assert_eq!(
        (estimate.score, estimate.low, estimate.high),
        (1.0, 0.0, 1.0)
    );
    assert_eq!(won.los(), 0.875);
    assert_eq!(Pentanomial([2, 0, 0, 0, 0]).los(), 0.125);
    assert_eq!(
        (Pentanomial::default().los(), Pentanomial([0; 5]).estimate()),
        (0.5, None)
    );
}

#[test]
fn sprt_equals_walds_test_for_two_results() {
    let test = Sprt {
        elo0: -20.0,
        elo1: 30.0,
    };
    let (low, high) = Sprt::bounds();
    near(low, -2.944_439, 1e-6);
    near(high, 2.944_439, 1e-6);
    for (lost, won) in [(40, 60), (500, 500), (600, 400)] {
        let pairs = Pentanomial([lost, 0, 0, 0, won]);
        let (s0, s1) = (score_of(-20.0), score_of(30.0));
        let wald = won as f64 * (s1 / s0).ln() + lost as f64 * ((1.0 - s1) / (1.0 - s0)).ln();
        near(test.llr(&pairs), wald, 0.001);
    }
}

#[test]
fn sprt_is_close_to_the_normal_approximation() {
    // Van den Bergh: N (s1 - s0) (2 mean - s0 - s1) / (2 variance).
    let test = Sprt {
        elo0: 0.0,
        elo1: 5.0,
    };
    let pairs = Pentanomial([300, 2400, 4500, 2500, 300]);
    let (mean, variance) = (0.5025, 0.045_625 - 0.0025_f64.powi(2));
    let (s0, s1) = (score_of(0.0), score_of(5.0));
    let normal = 10_000.0 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
    near(test.llr(&pairs), normal, 0.03);
    assert_eq!(test.result(&pairs), SprtResult::Continue);
    assert_eq!(
        test.result(&Pentanomial([300, 2000, 4500, 2900, 300])),
        SprtResult::AcceptH1
    );
    assert_eq!(
        test.result(&Pentanomial([300, 2900, 4500, 2000, 300])),
        SprtResult::AcceptH0
    );
    near(test.llr(&Pentanomial::default()), 0.0, 1e-9);
}

#[test]
fn tally_counts_results_of_first_contestant_and_white() {
    let mut tally = Tally::default();
    let won = |winner| Outcome::Checkmate { winner };
    tally.add(0, won(Side::White));
    tally.add(3, won(Side::White));
    tally.add(1, Outcome::Draw(DrawReason::Stalemate));
    let winner = Side::Black;
    tally.add(2, Outcome::TimeForfeit { winner });
    assert_eq!((tally.first, tally.white), ([1, 1, 2], [2, 1, 1]));
    assert_eq!(tally.first_pairs, Pentanomial([1, 0, 0, 1, 0]));
    assert_eq!(tally.white_pairs, Pentanomial([0, 0, 1, 1, 0]));
    assert_eq!((tally.forfeits, tally.games()), ([1, 0], 4));
}
