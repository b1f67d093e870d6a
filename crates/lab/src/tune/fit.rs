//! Fits weights to positions and results.

use std::array;

use super::data::Sample;
use icochess_engine::eval::{DISTANCES, MAX_WEIGHT, Offsets, Trace, ValuesError};
use icochess_engine::{Evaluated, Evaluator, Score, Values};
use icochess_rules::{Role, rules_of};

/// Weight of the game's result in the fit target; the rest is the search score.
const RESULT_SHARE: f64 = 0.6;
/// One in this many games is held out, to detect overfitting.
const HELD_OUT: usize = 10;
/// Expected distance of a weight from its start value, in hundredths of a pawn. Entries:
/// piece-square tables, own king distances, enemy king distances, all others. [`Fit::material`] is
/// the expected distance of material.
///
/// It acts as the standard deviation of a normal prior; [`RELATED`] positions count as one
/// observation.
const EXPECTED: [f64; 4] = [25.0, 20.0, 20.0, 40.0];
/// Number of positions that count as one observation, because positions of one game are correlated.
const RELATED: f64 = 12.0;
/// First step size of the descent, in hundredths of a pawn.
const STEP: f64 = 2.0;
/// Value of a pawn after the fit, in hundredths of a pawn.
const PAWN: f64 = 100.0;

/// Settings of a fit.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// Number of descent steps.
    pub epochs: u32,
    /// Expected distance of piece values from their start values, in hundredths of a pawn; small if
    /// they are well known. Zero fixes the values in pawns, and only the other weights are fitted.
    pub material: f64,
}

/// Result of a fit.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The values, with the source of the start values.
    pub values: Values,
    /// Increase of White's log odds per hundredth of a pawn of a sample's score.
    pub scale: f64,
    /// Mean excess cross entropy on the training positions, in nats, before and after the fit.
    pub learnt: [f64; 2],
    /// Mean excess cross entropy on the held-out positions, before and after the fit.
    pub held_out: [f64; 2],
    /// Number of training positions.
    pub positions: usize,
    /// Divisor that scales a pawn to 100.
    pub pawn: f64,
}

type Weights = Vec<[f64; 2]>;

/// A position prepared for the fit.
struct Row {
    trace: Trace,
    target: f64,
    held_out: bool,
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Returns the cross entropy of prediction and target, minus its minimum.
fn loss(foretold: f64, target: f64) -> f64 {
    let part = |p: f64, q: f64| {
        if p > 0.0 {
            p * (p / q.max(1e-12)).ln()
        } else {
            0.0
        }
    };
    part(target, foretold) + part(1.0 - target, 1.0 - foretold)
}

/// Returns the scale with which search scores predict results best.
fn scale<B: Evaluated>(samples: &[Sample<B>]) -> f64 {
    let error = |scale: f64| -> f64 {
        let errors = samples
            .iter()
            .map(|s| loss(sigmoid(scale * f64::from(s.score)), s.result));
        errors.sum()
    };
    // The error has a single minimum, so this shrinks the interval by thirds.
    let (mut low, mut high) = (0.0002, 0.05);
    while high - low > 1e-6 {
        let third = (high - low) / 3.0;
        if error(low + third) < error(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    f64::midpoint(low, high)
}

impl Fit {
    /// Fits weights, starting from `start`.
    ///
    /// # Errors
    ///
    /// [`ValuesError`] if the values don't fit the board.
    pub fn run<B: Evaluated>(
        &self,
        samples: &[Sample<B>],
        start: &Values,
    ) -> Result<Fitted, ValuesError> {
        let scale = scale(samples);
        let first = weights(start);
        let expected = expected::<B>(first.len(), self.material);
        let mut now = first.clone();
        let mut values = start.clone();
        let rows = rows_of(samples, &Evaluator::<B>::new(start)?, scale);
        let before = errors(&rows, &now, scale);
        let counts = counts(&rows, now.len());
        descend::<B>(
            &rows,
            &counts,
            &mut now,
            &first,
            &expected,
            scale,
            self.epochs,
        );
        gather::<B>(&counts, &mut now);
        let after = errors(&rows, &now, scale);
        let pawn = pawn(now[Role::PAWN.index()]) / PAWN;
        set(&mut values, &now, pawn);
        let evaluator = Evaluator::<B>::new(&values)?;
        if let Some(margins) = margins(samples, &evaluator) {
            values.margins = margins;
        }
        Ok(Fitted {
            values,
            scale,
            learnt: [before[0], after[0]],
            held_out: [before[1], after[1]],
            positions: rows.iter().filter(|row| !row.held_out).count(),
            pawn,
        })
    }
}

/// Returns the greater of a pawn's two values: the endgame value, or the middle-game value where
/// pawns can't promote.
fn pawn([middle, end]: [f64; 2]) -> f64 {
    middle.max(end).max(1.0)
}

fn weights(values: &Values) -> Weights {
    let each = values.weights().into_iter();
    each.map(|w| [f64::from(w.0), f64::from(w.1)]).collect()
}

fn set(values: &mut Values, weights: &Weights, pawn: f64) {
    // After few games in which pawns decide little, weights could otherwise grow without bounds.
    let limit = f64::from(MAX_WEIGHT);
    let whole = |weight: f64| (weight / pawn).round().clamp(-limit, limit) as i16;
    for (value, weight) in values.weights_mut().zip(weights) {
        *value = (whole(weight[0]), whole(weight[1]));
    }
}

/// Returns the expected distance of each weight from its start.
fn expected<B: Evaluated>(count: usize, material: f64) -> Vec<f64> {
    let offsets = Offsets::of::<B>();
    let begins = [
        offsets.psqt,
        offsets.own_king_distance,
        offsets.enemy_king_distance,
        offsets.mobility,
    ];
    let kind = |index: usize| begins.iter().filter(|begin| index >= **begin).count();
    (0..count)
        .map(|index| match kind(index) {
            0 => material,
            kind => EXPECTED[kind - 1],
        })
        .collect()
}

fn rows_of<B: Evaluated>(samples: &[Sample<B>], evaluator: &Evaluator<B>, scale: f64) -> Vec<Row> {
    samples
        .iter()
        .map(|sample| {
            let predicted = sigmoid(scale * f64::from(sample.score));
            Row {
                trace: evaluator.trace(&sample.position),
                target: RESULT_SHARE * sample.result + (1.0 - RESULT_SHARE) * predicted,
                held_out: sample.game % HELD_OUT == HELD_OUT - 1,
            }
        })
        .collect()
}

/// Returns [`Values::margins`], or `None` if there are no positions.
fn margins<B: Evaluated>(samples: &[Sample<B>], evaluator: &Evaluator<B>) -> Option<(i16, i16)> {
    let errors: Vec<[Score; 2]> = samples
        .iter()
        .map(|sample| evaluator.lazy_errors(&sample.position))
        .collect();
    let margin = |stage: usize| {
        let mut errors: Vec<Score> = errors.iter().map(|rest| rest[stage]).collect();
        errors.sort_unstable();
        let limit = *errors.get(errors.len() * 19 / 20)?;
        Some(i16::try_from(limit).unwrap_or(i16::MAX))
    };
    Some((margin(0)?, margin(1)?))
}

/// Returns the mean errors on the training and the held-out positions.
fn errors(rows: &[Row], weights: &Weights, scale: f64) -> [f64; 2] {
    [false, true].map(|held_out| {
        let (mut sum, mut count) = (0.0, 0);
        for row in rows.iter().filter(|row| row.held_out == held_out) {
            sum += loss(sigmoid(scale * row.trace.score(weights)), row.target);
            count += 1;
        }
        sum / f64::from(count.max(1))
    })
}

/// Counts how often each weight applies.
fn counts(rows: &[Row], weights: usize) -> Vec<f64> {
    let mut counts = vec![0.0; weights];
    for &(index, times) in rows.iter().flat_map(|row| &row.trace.terms) {
        counts[index] += f64::from(times.abs());
    }
    counts
}

/// Runs Adam on all positions at once, with a prior around the start values. Weights with an
/// expected distance of zero stay fixed.
fn descend<B: Evaluated>(
    rows: &[Row],
    counts: &[f64],
    weights: &mut Weights,
    first: &Weights,
    expected: &[f64],
    scale: f64,
    epochs: u32,
) {
    let learnt: Vec<&Row> = rows.iter().filter(|row| !row.held_out).collect();
    let mut means = vec![[[0.0; 2]; 2]; weights.len()];
    for epoch in 1..=epochs {
        let mut slopes = vec![[0.0; 2]; weights.len()];
        for row in &learnt {
            let trace = &row.trace;
            let wrong = sigmoid(scale * trace.score(weights)) - row.target;
            let parts = [trace.phase, 1.0 - trace.phase].map(|part| part * wrong * scale);
            for &(index, times) in &trace.terms {
                let slope = &mut slopes[index];
                slope[0] += f64::from(times) * parts[0];
                slope[1] += f64::from(times) * parts[1];
            }
        }
        share_mirrored::<B>(&mut slopes);
        let step = STEP * (1.0 - 0.9 * f64::from(epoch) / f64::from(epochs));
        for (index, weight) in weights.iter_mut().enumerate() {
            if expected[index] == 0.0 {
                continue;
            }
            for part in 0..2 {
                let away = (weight[part] - first[index][part]) / expected[index].powi(2);
                let slope = slopes[index][part] / RELATED + away;
                let [mean, square] = &mut means[index][part];
                *mean = 0.9 * *mean + 0.1 * slope;
                *square = 0.999 * *square + 0.001 * slope * slope;
                let mean = *mean / (1.0 - 0.9_f64.powi(epoch as i32));
                let square = *square / (1.0 - 0.999_f64.powi(epoch as i32));
                weight[part] -= step * mean / (square.sqrt() + 1e-12);
            }
        }
        hold::<B>(counts, weights, first, expected);
    }
}

/// Resets fixed piece values, after moving the common part of piece-square tables and distances
/// into the material. Otherwise those tables and distances could change a fixed value together.
fn hold<B: Evaluated>(counts: &[f64], weights: &mut Weights, first: &[[f64; 2]], expected: &[f64]) {
    let roles = B::ROLES.len();
    if expected[..roles].iter().all(|expected| *expected == 0.0) {
        gather::<B>(counts, weights);
        weights[..roles].copy_from_slice(&first[..roles]);
    }
}

/// Averages the slopes of mirrored classes.
fn share_mirrored<B: Evaluated>(slopes: &mut [[f64; 2]]) {
    let places = Offsets::of::<B>().psqt;
    for role in 0..B::ROLES.len() {
        for class in 0..B::CLASSES {
            let mirror = B::mirror(class);
            if mirror > class {
                let [one, other] = [class, mirror].map(|class| places + role * B::CLASSES + class);
                let mean: [f64; 2] =
                    array::from_fn(|part| f64::midpoint(slopes[one][part], slopes[other][part]));
                slopes[one] = mean;
                slopes[other] = mean;
            }
        }
    }
}

/// Moves the mean of a role's piece-square and distance weights into its material, weighted by
/// occurrence. Scores don't change.
fn gather<B: Evaluated>(counts: &[f64], weights: &mut Weights) {
    let Offsets {
        psqt: places,
        own_king_distance: own_king,
        enemy_king_distance: other_king,
        ..
    } = Offsets::of::<B>();
    for role in 0..B::ROLES.len() {
        if rules_of::<B>(Role::new(role as u8)).royal {
            continue;
        }
        for (begin, length) in [
            (places, B::CLASSES),
            (own_king, DISTANCES),
            (other_king, DISTANCES),
        ] {
            let list = begin + role * length..begin + (role + 1) * length;
            let all: f64 = counts[list.clone()].iter().sum();
            if all == 0.0 {
                continue;
            }
            let mean: [f64; 2] = array::from_fn(|part| {
                let sum: f64 = list.clone().map(|i| counts[i] * weights[i][part]).sum();
                sum / all
            });
            let shift = |weight: &mut [f64; 2], sign: f64| {
                for (weight, mean) in weight.iter_mut().zip(mean) {
                    *weight += sign * mean;
                }
            };
            shift(&mut weights[role], 1.0);
            for index in list {
                shift(&mut weights[index], -1.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Chess;
    use icochess_engine::values_file::parse;

    #[test]
    fn weight_kinds_are_distinguished() {
        let (values, _) = parse::<Chess>(Chess::VALUES).unwrap();
        let expected = expected::<Chess>(values.weights().len(), 300.0);
        let of = |kind: f64| expected.iter().filter(|e| **e == kind).count();
        assert_eq!([300.0, 25.0, 20.0, 40.0].map(of), [6, 384, 96, 30]);
    }

    #[test]
    fn loss_is_smallest_when_prediction_equals_result() {
        assert!(loss(0.3, 0.3).abs() < 1e-12);
        assert!(loss(0.3, 0.31) > 0.0 && loss(0.3, 0.0) > loss(0.2, 0.0));
    }
}
