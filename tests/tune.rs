//! The tuner: the trace of a position says what the evaluation says, a run is
//! the same every time and learns something, and what it writes can be read.

use std::sync::Arc;

use icochess::engine::score::INFINITE;
use icochess::engine::values_file::parse;
use icochess::engine::{Evaluated, Evaluator, Values, score};
use icochess::rules::{CellSet, Chess, Icochess, Position, Role, Side};
use icochess::tune::{Fit, Games, Sample, data, text};

#[path = "support/rules.rs"]
mod shared;

use shared::Rng;

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

/// How much of the middle of the game is left does not follow the weights.
fn phase_is_fixed<B: Evaluated>() {
    let mut rng = Rng::new(6);
    let evaluators = [built_in::<B>(), strange::<B>(3)].map(|v| Evaluator::<B>::new(&v).unwrap());
    let mut position = Position::<B>::start();
    assert!((evaluators[0].trace(&position).phase - 1.0).abs() < 1e-9);
    let mut middles = Vec::new();
    for mv in shared::walk(&position, &mut rng, 300) {
        position = position.play_unchecked(mv);
        let [one, other] = [0, 1].map(|of| evaluators[of].trace(&position).phase);
        assert!((one - other).abs() < 1e-9, "{position}");
        middles.push(one);
    }
    assert!(middles.iter().any(|middle| *middle < 0.7), "{middles:?}");
}

#[test]
fn the_phase_does_not_follow_the_weights() {
    phase_is_fixed::<Chess>();
    phase_is_fixed::<Icochess>();
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
            for mv in shared::walk(&position, &mut rng, 150) {
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
fn the_trace_is_the_evaluation_on_the_ball() {
    traces::<Icochess>();
}

#[test]
fn the_trace_is_the_evaluation_on_squares() {
    traces::<Chess>();
}

fn games(threads: usize) -> Games {
    Games {
        count: 15,
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
    assert!(samples.len() > 15 * 8, "{}", samples.len());
    let mut differ = 0;
    for sample in &samples {
        let position = &sample.position;
        assert!(!position.is_check() && !score::is_mate(sample.score));
        let [white, black] = Side::ALL.map(|side| position.pieces(side, Role::QUEEN).len());
        differ += usize::from(white != black);
    }
    // What a queen is worth against other pieces is among what is learnt from, however few
    // games there are.
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
    // What is alike on both halves of a board stays so.
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
