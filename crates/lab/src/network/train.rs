//! Stochastic gradient descent with Adam.
//!
//! Sums are in a fixed order, and each batch is two parts: two threads find the same network as
//! one.
//!
//! Source: D. Kingma, J. Ba, "Adam: A Method for Stochastic Optimization", 2015.

use std::thread;

use oorandom::Rand64;

use super::data::Examples;
use icochess_engine::eval::network::{
    HIDDEN, MAX_OUTPUT_WEIGHT, MAX_WEIGHT, ONE, OUTPUT_ONE, STEP, Weights,
};

/// Examples of each step of the descent.
const BATCH: usize = 8192;
/// Parts of a batch, which threads work on.
const PARTS: usize = 2;
/// Step size at the first and the last epoch. In between it falls by the same factor each epoch.
const RATE: [f32; 2] = [0.002, 0.000_05];
/// Share of the mean gradient that each step keeps, and of the mean square.
const KEPT: [f32; 2] = [0.9, 0.999];
/// Largest weight before the descent.
const FIRST_WEIGHT: f32 = 0.1;

/// Settings of a training.
#[derive(Clone, Debug)]
pub struct Training<'a> {
    /// Number of inputs of a view.
    pub inputs: usize,
    /// Hundredths of a pawn for odds of e in the examples.
    pub scale: i16,
    /// Where each symmetry takes each input. Each example is seen through one of them at random.
    pub images: &'a [Vec<u16>],
    /// Times that all examples are seen.
    pub epochs: u32,
    /// Seed of the first weights and of the order of the examples.
    pub seed: u64,
    /// Whether a second thread helps.
    pub has_helper: bool,
}

/// Mean squared errors after an epoch, in points.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Number of epochs.
    pub epoch: u32,
    /// On the examples, while they were learnt.
    pub learnt: f64,
    /// On held-out examples.
    pub held_out: f64,
}

type Row = [f32; HIDDEN];

/// All parameters as rows: by input, then the bias, both halves of the output, and in the first
/// number of the last row the output's bias.
#[derive(Clone)]
struct Parameters(Vec<Row>);

/// Rows after the rows of the inputs.
const MORE_ROWS: usize = 4;

impl Training<'_> {
    /// Trains a network. Calls `report` after each epoch.
    pub fn run(
        &self,
        learnt: &Examples,
        held_out: &Examples,
        report: &mut dyn FnMut(Progress),
    ) -> Weights {
        let mut rng = Rand64::new(self.seed.into());
        let rows = self.inputs + MORE_ROWS;
        let mut parameters = Parameters(vec![[0.0; HIDDEN]; rows]);
        for row in &mut parameters.0[..self.inputs + MORE_ROWS - 1] {
            *row = [(); HIDDEN].map(|()| (2.0 * rng.rand_float() as f32 - 1.0) * FIRST_WEIGHT);
        }
        let mut gradients = [(); PARTS].map(|()| Parameters(vec![[0.0; HIDDEN]; rows]));
        let mut means = [(); 2].map(|()| vec![[0.0_f32; HIDDEN]; rows]);
        let mut order: Vec<u32> = (0..learnt.len() as u32).collect();
        let mut decayed = [1.0_f32; 2];
        for epoch in 1..=self.epochs {
            // Fisher–Yates shuffle.
            for last in (1..order.len()).rev() {
                order.swap(last, rng.rand_range(0..last as u64 + 1) as usize);
            }
            let past = (epoch - 1) as f32 / (self.epochs - 1).max(1) as f32;
            let rate = RATE[0] * libm::powf(RATE[1] / RATE[0], past);
            let mut error = 0.0;
            for batch in order.chunks(BATCH) {
                let seeds = [(); PARTS].map(|()| rng.rand_u64());
                error += self.gradients(&parameters, learnt, batch, seeds, &mut gradients);
                decayed = [0, 1].map(|which| decayed[which] * KEPT[which]);
                let [first, second] = &gradients;
                let scale = 1.0 / batch.len() as f32;
                for (row, parameters) in parameters.0.iter_mut().enumerate() {
                    let most = self.bound(row);
                    let gradient: Row =
                        std::array::from_fn(|i| (first.0[row][i] + second.0[row][i]) * scale);
                    let [mean, square] = &mut means;
                    let (mean, square) = (&mut mean[row], &mut square[row]);
                    for i in 0..HIDDEN {
                        let now = gradient[i];
                        mean[i] = KEPT[0] * mean[i] + (1.0 - KEPT[0]) * now;
                        square[i] = KEPT[1] * square[i] + (1.0 - KEPT[1]) * now * now;
                        let size = (square[i] / (1.0 - decayed[1])).sqrt() + 1e-8;
                        let step = rate * mean[i] / (1.0 - decayed[0]) / size;
                        parameters[i] = (parameters[i] - step).clamp(-most, most);
                    }
                }
            }
            report(Progress {
                epoch,
                learnt: error / learnt.len().max(1) as f64,
                held_out: self.error(&parameters, held_out),
            });
        }
        self.rounded(&parameters)
    }

    /// Returns the bound of a row's weights, so that the network's integers hold them.
    fn bound(&self, row: usize) -> f32 {
        if row <= self.inputs {
            f32::from(MAX_WEIGHT) / f32::from(ONE)
        } else {
            f32::from(MAX_OUTPUT_WEIGHT) / f32::from(OUTPUT_ONE)
        }
    }

    /// Computes the gradients of both parts of a batch, and returns the sum of squared errors.
    fn gradients(
        &self,
        parameters: &Parameters,
        examples: &Examples,
        batch: &[u32],
        seeds: [u64; PARTS],
        gradients: &mut [Parameters; PARTS],
    ) -> f64 {
        let (first, second) = batch.split_at(batch.len() / 2);
        let [one, two] = gradients;
        let mut one = || self.part(parameters, examples, first, seeds[0], one);
        let mut two = || self.part(parameters, examples, second, seeds[1], two);
        if !self.has_helper {
            return [one(), two()].iter().sum();
        }
        thread::scope(|scope| {
            let helper = scope.spawn(two);
            let first = one();
            match helper.join() {
                Ok(second) => [first, second].iter().sum(),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    }

    /// Computes the gradient of some examples, and returns the sum of squared errors.
    fn part(
        &self,
        parameters: &Parameters,
        examples: &Examples,
        part: &[u32],
        seed: u64,
        gradient: &mut Parameters,
    ) -> f64 {
        gradient.0.fill([0.0; HIDDEN]);
        let mut rng = Rand64::new(seed.into());
        let mut error = 0.0;
        let [bias, output] = [self.inputs, self.inputs + 1];
        for &index in part {
            let views = examples.views(index as usize);
            let images = [(); 2]
                .map(|()| &self.images[rng.rand_range(0..self.images.len() as u64) as usize]);
            let sums = [0, 1].map(|view| {
                let mut sums = parameters.0[bias];
                for &input in views[view] {
                    add(
                        &mut sums,
                        &parameters.0[usize::from(images[view][usize::from(input)])],
                    );
                }
                sums
            });
            let chance = parameters.chance(self.inputs, &sums);
            let difference = chance - examples.target(index as usize);
            error += f64::from(difference) * f64::from(difference);
            let slope = 2.0 * difference * chance * (1.0 - chance);
            gradient.0[output + 2][0] += slope;
            for view in 0..2 {
                let weights = &parameters.0[output + view];
                let by_output = &mut gradient.0[output + view];
                let mut by_sum = [0.0; HIDDEN];
                for i in 0..HIDDEN {
                    let clipped = sums[view][i].clamp(0.0, 1.0);
                    by_output[i] += slope * clipped * clipped;
                    let inside = f32::from(u8::from(sums[view][i] < 1.0));
                    by_sum[i] = slope * weights[i] * 2.0 * clipped * inside;
                }
                add(&mut gradient.0[bias], &by_sum);
                for &input in views[view] {
                    add(
                        &mut gradient.0[usize::from(images[view][usize::from(input)])],
                        &by_sum,
                    );
                }
            }
        }
        error
    }

    /// Returns the mean squared error.
    fn error(&self, parameters: &Parameters, examples: &Examples) -> f64 {
        let errors = (0..examples.len()).map(|index| {
            let sums = examples.views(index).map(|view| {
                let mut sums = parameters.0[self.inputs];
                for &input in view {
                    add(&mut sums, &parameters.0[usize::from(input)]);
                }
                sums
            });
            let difference = parameters.chance(self.inputs, &sums) - examples.target(index);
            f64::from(difference) * f64::from(difference)
        });
        errors.sum::<f64>() / examples.len().max(1) as f64
    }

    /// Returns the parameters as integers.
    fn rounded(&self, parameters: &Parameters) -> Weights {
        let round = |row: &Row, one: i16| row.map(|it| libm::roundf(it * f32::from(one)) as i16);
        let step = f32::from(ONE) / f32::from(STEP);
        let stepped = |row: &Row| row.map(|it| libm::roundf(it * step) as i16 * STEP);
        let after = &parameters.0[self.inputs..];
        let one = f32::from(ONE) * f32::from(OUTPUT_ONE);
        Weights {
            hidden: parameters.0[..self.inputs].iter().map(stepped).collect(),
            bias: round(&after[0], ONE),
            output: [round(&after[1], OUTPUT_ONE), round(&after[2], OUTPUT_ONE)],
            output_bias: libm::roundf(after[3][0] * one) as i16,
            scale: self.scale,
        }
    }
}

impl Parameters {
    /// Returns the mover's winning chance from both views' sums.
    fn chance(&self, inputs: usize, sums: &[Row; 2]) -> f32 {
        let mut odds = self.0[inputs + 3][0];
        for (view, sums) in sums.iter().enumerate() {
            let weights = &self.0[inputs + 1 + view];
            // Eight sums side by side, which processors add at once.
            let mut lanes = [0.0_f32; 8];
            for (sums, weights) in sums.chunks_exact(8).zip(weights.chunks_exact(8)) {
                for lane in 0..8 {
                    let clipped = sums[lane].clamp(0.0, 1.0);
                    lanes[lane] += clipped * clipped * weights[lane];
                }
            }
            odds += lanes.iter().sum::<f32>();
        }
        1.0 / (1.0 + libm::expf(-odds))
    }
}

fn add(sums: &mut Row, row: &Row) {
    for (sum, number) in sums.iter_mut().zip(row) {
        *sum += number;
    }
}
