//! Tests of the tuner: traces agree with the evaluation, a run is reproducible and learns
//! something, and its output can be read back.

use std::sync::Arc;

use icochess_boards::{Chess, Icochess};
use icochess_engine::score::{self, INFINITE};
use icochess_engine::values_file::parse;
use icochess_engine::{Evaluated, Evaluator, Values};
use icochess_lab::tune::{Fit, Games, Sample, Style, data, text};
use icochess_rules::{CellSet, Equipment, Position, Role, Side, rules_of};

use crate::shared::Rng;

fn built_in<B: Evaluated>() -> Values {
    parse::<B>(B::VALUES).unwrap().0
}

/// Returns values without equal weights.
fn strange<B: Evaluated>(seed: u64) -> Values {
    let mut rng = Rng::new(seed);
    let mut values = built_in::<B>();
    let mut any = || rng.below(200) as i16 - 80;
    for weight in values.weights_mut() {
        *weight = (any(), any());
    }
    values
}

/// Asserts that the phase of the game does not depend on the weights.
fn phase_is_fixed<B: Evaluated>() {
    let mut rng = Rng::new(6);
    let evaluators = [built_in::<B>(), strange::<B>(3)].map(|v| Evaluator::<B>::new(&v).unwrap());
    let mut position = Position::<B>::start();
    assert!((evaluators[0].trace(&position).phase - 1.0).abs() < 1e-9);
    let mut middles = Vec::new();
    for mv in crate::shared::walk(&position, &mut rng, 300) {
        position = position.play_unchecked(mv);
        let [one, other] = [0, 1].map(|of| evaluators[of].trace(&position).phase);
        assert!((one - other).abs() < 1e-9, "{position}");
        middles.push(one);
    }
    assert!(middles.iter().any(|middle| *middle < 0.7), "{middles:?}");
}

#[test]
fn phase_does_not_depend_on_the_weights() {
    on_every_board!(phase_is_fixed);
}

/// Asserts that the sum of the traced terms is the evaluation.
fn traces<B: Evaluated>() {
    let mut rng = Rng::new(5);
    for values in [built_in::<B>(), strange::<B>(1), strange::<B>(2)] {
        let evaluator = Evaluator::<B>::new(&values).unwrap();
        let weights: Vec<[f64; 2]> = values
            .weights()
            .into_iter()
            .map(|w| [f64::from(w.0), f64::from(w.1)])
            .collect();
        for _ in 0..20 {
            let mut position = Position::<B>::start();
            for mv in crate::shared::walk(&position, &mut rng, 150) {
                position = position.play_unchecked(mv);
                let accumulator = evaluator.accumulator(&position);
                // A full window, so that no term is skipped.
                let score = evaluator.evaluate(&position, &accumulator, -INFINITE, INFINITE);
                let white = match position.turn() {
                    Side::White => score,
                    Side::Black => -score,
                };
                let traced = evaluator.trace(&position).score(&weights);
                let off = (traced - f64::from(white)).abs();
                assert!(off < 1.0, "{traced} and {white}: {position}");
            }
        }
    }
}

#[test]
fn trace_equals_the_evaluation() {
    on_every_board!(traces);
}

fn games(threads: usize) -> Games {
    Games {
        style: Style::FOR_WEIGHTS,
        even: 8,
        imbalanced: 7,
        nodes: 1500,
        seed: 3,
        threads,
    }
}

fn play<B: Evaluated>(threads: usize) -> Vec<Sample<B>> {
    let evaluator = Arc::new(B::evaluator().clone());
    games(threads).play(&evaluator, &mut |_| {}).unwrap()
}

fn learns<B: Evaluated>() {
    let samples = play::<B>(1);
    assert!(samples == play::<B>(3), "more threads, other games");
    // Aborted games yield no samples.
    assert!(samples.len() > 15 * 5, "{}", samples.len());
    let mut differ = 0;
    for sample in &samples {
        let position = &sample.position;
        assert!(!position.is_check() && !score::is_mate(sample.score));
        let [white, black] = Side::ALL.map(|side| position.pieces(side, Role::QUEEN).len());
        differ += usize::from(white != black);
    }
    // Even few games yield training positions of a queen against other pieces.
    assert!(differ > 0, "of {} positions", samples.len());
    // Counts each position once, even if repeated.
    let twice = [&samples[..], &samples[..]].concat();
    assert!(data::distinct(twice) == samples);
    assert!(data::read(&data::write(&samples)).as_ref() == Ok(&samples));

    let start = built_in::<B>();
    let fit = Fit {
        epochs: 90,
        material: 100.0,
    };
    let mut fitted = fit.run(&samples, &start).unwrap();
    assert_eq!(fit.run(&samples, &start).unwrap().values, fitted.values);
    assert!(fitted.learnt[1] < fitted.learnt[0], "{:?}", fitted.learnt);
    // A pawn's greater value is 100.
    let (middle, end) = fitted.values.material[0];
    assert_eq!(middle.max(end), 100);
    // The lazy evaluation exceeds these errors in at most 1 of 20 positions.
    let evaluator = Evaluator::<B>::new(&fitted.values).unwrap();
    let margins = fitted.values.margins;
    for (stage, margin) in [margins.0, margins.1].into_iter().enumerate() {
        let beyond = samples
            .iter()
            .filter(|sample| evaluator.lazy_errors(&sample.position)[stage] > margin.into())
            .count();
        assert!(
            margin > 0 && beyond * 20 <= samples.len(),
            "{stage}: {beyond}"
        );
    }
    fitted.values.source = r#"a "quoted" \ source"#.to_owned();
    let written = text::write(&fitted.values);
    assert_eq!(parse::<B>(&written).unwrap().0, fitted.values);
    // Weights that are symmetric stay symmetric.
    for (places, before) in fitted.values.psqt.iter().zip(&start.psqt) {
        for (class, weight) in places.iter().enumerate() {
            if before[class] != before[B::mirror(class)] {
                continue;
            }
            let other = places[B::mirror(class)];
            let off = (weight.0 - other.0).abs().max((weight.1 - other.1).abs());
            assert!(off <= 1, "{class}: {weight:?} {other:?}");
        }
    }
}

#[test]
fn small_run_is_reproducible_on_the_ball() {
    learns::<Icochess>();
}

#[test]
fn small_run_is_reproducible_on_squares() {
    learns::<Chess>();
}

/// Asserts that piece values, including the mean of their piece-square weights, stay fixed while
/// the other weights are fitted.
fn worths_are_held<B: Evaluated>() {
    let samples = play::<B>(2);
    // Start values that disagree with the games and weren't fitted to them.
    let mut start = strange::<B>(4);
    for (role, worth) in start.material.iter_mut().enumerate() {
        let worth_now = 100 + 10 * role as i16;
        *worth = (worth_now - 20, worth_now);
    }
    let fit = Fit {
        epochs: 60,
        material: 0.0,
    };
    let fitted = fit.run(&samples, &start).unwrap();
    assert_eq!(fitted.values.material, start.material);
    assert!((fitted.pawn - 1.0).abs() < 1e-9, "{}", fitted.pawn);
    assert_ne!(fitted.values.psqt, start.psqt);
    assert_ne!(fitted.values.mobility, start.mobility);
    assert!(fitted.learnt[1] < fitted.learnt[0], "{:?}", fitted.learnt);
    // Weight counts from the traces.
    let evaluator = Evaluator::<B>::new(&start).unwrap();
    let mut counts = vec![0.0; start.weights().len()];
    for sample in &samples {
        for (index, times) in evaluator.trace(&sample.position).terms {
            counts[index] += f64::from(times.abs());
        }
    }
    let weights = fitted.values.weights();
    let roles = B::ROLES.len();
    for role in 0..roles {
        if rules_of::<B>(Role::new(role as u8)).royal {
            continue;
        }
        let places = roles + role * B::CLASSES..roles + (role + 1) * B::CLASSES;
        let all: f64 = counts[places.clone()].iter().sum();
        let sum: f64 = places.map(|at| counts[at] * f64::from(weights[at].0)).sum();
        // Only rounding errors remain.
        assert!((sum / all).abs() < 0.5, "{role}: {}", sum / all);
    }
}

#[test]
fn piece_values_can_be_fixed() {
    worths_are_held::<Icochess>();
    worths_are_held::<Chess>();
}

#[test]
fn imbalanced_games_match_the_requested_number() {
    let evaluator = Arc::new(Chess::evaluator().clone());
    let differs = |sample: &Sample<Chess>| {
        let mut roles = (0..Chess::ROLES.len() as u8).map(Role::new);
        roles.any(|role| {
            let [white, black] = Side::ALL.map(|side| sample.position.pieces(side, role).len());
            white != black
        })
    };
    for (even, imbalanced) in [(3, 0), (0, 3), (2, 3)] {
        let games = Games {
            style: Style::FOR_WEIGHTS,
            even,
            imbalanced,
            nodes: 200,
            ..games(2)
        };
        let mut reported = 0;
        let samples = games.play(&evaluator, &mut |over| reported = over).unwrap();
        assert_eq!(reported, even + imbalanced);
        // The first sample comes soon after the opening.
        let first = |game| samples.iter().find(|sample| sample.game == game).unwrap();
        // A random opening may already have lost a piece.
        assert!(even == 0 || (0..even).any(|game| !differs(first(game))));
        for game in even..even + imbalanced {
            assert!(differs(first(game)), "{game}: {}", first(game).position);
        }
        assert!(samples.iter().all(|sample| sample.game < even + imbalanced));
    }
}

#[test]
fn fit_without_positions_changes_nothing() {
    let start = built_in::<Icochess>();
    let fitted = Fit {
        epochs: 30,
        material: 100.0,
    }
    .run::<Icochess>(&[], &start)
    .unwrap();
    assert_eq!(fitted.values, start);
}

#[test]
fn invalid_values_and_data_are_reported() {
    let reported = |text: &str| parse::<Icochess>(text).err().unwrap().to_string();
    assert!(
        reported("(source: 3)").starts_with("1:"),
        "{}",
        reported("(source: 3)")
    );
    assert_eq!(
        reported(Chess::VALUES),
        "the values have 64 places, expected 2"
    );
    let wrong = data::read::<Icochess>("1 0.5 3 nowhere").unwrap_err();
    assert!(wrong.to_string().starts_with("line 1: "), "{wrong}");
}
