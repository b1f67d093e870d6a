//! The tuner: the trace of a position says what the evaluation says, a run is
//! the same every time and learns something, and what it writes can be read.

use std::sync::Arc;

use icochess_boards::{Chess, Icochess};
use icochess_engine::score::{self, INFINITE};
use icochess_engine::values_file::parse;
use icochess_engine::{Evaluated, Evaluator, Values};
use icochess_lab::tune::{Fit, Games, Sample, data, text};
use icochess_rules::{CellSet, Equipment, Position, Role, Side, rules_of};

use crate::shared::Rng;

fn built_in<B: Evaluated>() -> Values {
    parse::<B>(B::VALUES).unwrap().0
}

/// Values of which no two are alike.
fn strange<B: Evaluated>(seed: u64) -> Values {
    let mut rng = Rng::new(seed);
    let mut values = built_in::<B>();
    let mut any = || rng.below(200) as i16 - 80;
    for weight in values.weights_mut() {
        *weight = (any(), any());
    }
    values
}

/// Asserts that the phase of the game does not follow the weights.
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
fn the_phase_does_not_follow_the_weights() {
    on_every_board!(phase_is_fixed);
}

/// Is the sum of the traced terms the evaluation?
fn traces<B: Evaluated>() {
    let mut rng = Rng::new(5);
    for values in [built_in::<B>(), strange::<B>(1), strange::<B>(2)] {
        let evaluator = Evaluator::<B>::new(&values).unwrap();
        let weights: Vec<[f64; 2]> = values
            .weights()
            .map(|w| [f64::from(w.0), f64::from(w.1)])
            .collect();
        for _ in 0..20 {
            let mut position = Position::<B>::start();
            for mv in crate::shared::walk(&position, &mut rng, 150) {
                position = position.play_unchecked(mv);
                let accumulator = evaluator.accumulator(&position);
                // So wide a window that nothing is left out.
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
fn the_trace_is_the_evaluation() {
    on_every_board!(traces);
}

fn games(threads: usize) -> Games {
    Games {
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
    // Of a game that is broken off there are none.
    assert!(samples.len() > 15 * 5, "{}", samples.len());
    let mut differ = 0;
    for sample in &samples {
        let position = &sample.position;
        assert!(!position.is_check() && !score::is_mate(sample.score));
        let [white, black] = Side::ALL.map(|side| position.pieces(side, Role::QUEEN).len());
        differ += usize::from(white != black);
    }
    // Positions of a queen against other pieces are among those learnt from, however few games
    // there are.
    assert!(differ > 0, "of {} positions", samples.len());
    // Each position once, however often it comes.
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
    // A pawn is worth 100 where it is worth most.
    let (middle, end) = fitted.values.material[0];
    assert_eq!(middle.max(end), 100);
    // Haste leaves more out in at most 1 of 20 positions.
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
    // Weights that are alike on both halves of a board stay so.
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
fn a_small_run_learns_the_same_every_time_on_the_ball() {
    learns::<Icochess>();
}

#[test]
fn a_small_run_learns_the_same_every_time_on_squares() {
    learns::<Chess>();
}

/// Do the worths stay, also as what the places of a piece have in common, while the
/// other weights are fitted?
fn worths_are_held<B: Evaluated>() {
    let samples = play::<B>(2);
    // Worths as far from what the games say as can be, in a row that was fitted to
    // none of them.
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
    // The counts of the weights, by the traces.
    let evaluator = Evaluator::<B>::new(&start).unwrap();
    let mut counts = vec![0.0; start.weights().count()];
    for sample in &samples {
        for (index, times) in evaluator.trace(&sample.position).terms {
            counts[index] += f64::from(times.abs());
        }
    }
    let weights: Vec<_> = fitted.values.weights().collect();
    let roles = B::ROLES.len();
    for role in 0..roles {
        if rules_of::<B>(Role::new(role as u8)).royal {
            continue;
        }
        let places = roles + role * B::CLASSES..roles + (role + 1) * B::CLASSES;
        let all: f64 = counts[places.clone()].iter().sum();
        let sum: f64 = places.map(|at| counts[at] * f64::from(weights[at].0)).sum();
        // Rounding alone is left.
        assert!((sum / all).abs() < 0.5, "{role}: {}", sum / all);
    }
}

#[test]
fn what_pieces_are_worth_can_be_held() {
    worths_are_held::<Icochess>();
    worths_are_held::<Chess>();
}

#[test]
fn so_many_games_begin_with_different_material_as_asked() {
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
            even,
            imbalanced,
            nodes: 200,
            ..games(2)
        };
        let mut told = 0;
        let samples = games.play(&evaluator, &mut |over| told = over).unwrap();
        assert_eq!(told, even + imbalanced);
        // The first sample comes soon after the opening.
        let first = |game| samples.iter().find(|sample| sample.game == game).unwrap();
        // In a random opening something may have been lost.
        assert!(even == 0 || (0..even).any(|game| !differs(first(game))));
        for game in even..even + imbalanced {
            assert!(differs(first(game)), "{game}: {}", first(game).position);
        }
        assert!(samples.iter().all(|sample| sample.game < even + imbalanced));
    }
}

#[test]
fn nothing_is_learnt_from_nothing() {
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
fn what_is_wrong_with_a_file_is_told() {
    let told = |text: &str| parse::<Icochess>(text).err().unwrap().to_string();
    assert!(
        told("(source: 3)").starts_with("1:"),
        "{}",
        told("(source: 3)")
    );
    assert_eq!(told(Chess::VALUES), "the values have 64 places, expected 2");
    let wrong = data::read::<Icochess>("1 0.5 3 nowhere").unwrap_err();
    assert!(wrong.to_string().starts_with("line 1: "), "{wrong}");
}
