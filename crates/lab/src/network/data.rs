//! Positions as examples for a network.

use std::io::{self, BufRead};

use crate::tune::data::{Sample, read};
use icochess_engine::Evaluated;
use icochess_engine::eval::network::Inputs;
use icochess_engine::score::win_chance;
use icochess_rules::Side;

/// One in this many games is held out, to measure the error on unseen games.
const HELD_OUT: usize = 20;

/// Positions with the result that the network should predict.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    /// Inputs that are on: of each example in the mover's view, then in the other one.
    inputs: Vec<u16>,
    /// End of each view in `inputs`.
    ends: Vec<usize>,
    /// The mover's expected points.
    targets: Vec<f32>,
}

impl Examples {
    /// Reads positions as `selfplay` writes them, and splits them into examples to learn from and
    /// held-out ones. The target is a mean of the game's result, which has this share, and the
    /// winning chance of the score.
    ///
    /// # Errors
    ///
    /// An error of the reader, or for a line that isn't a position.
    pub fn read<B: Evaluated>(
        inputs: &Inputs<B>,
        share: f64,
        text: impl BufRead,
        [learnt, held_out]: [&mut Self; 2],
    ) -> io::Result<()> {
        for (number, line) in (1..).zip(text.lines()) {
            let samples = read::<B>(&line?);
            let samples = samples.map_err(|error| {
                let error = error.trim_start_matches("line 1: ");
                io::Error::other(format!("line {number}: {error}"))
            })?;
            for sample in samples {
                let is_held_out = sample.game % HELD_OUT == HELD_OUT - 1;
                let examples = if is_held_out {
                    &mut *held_out
                } else {
                    &mut *learnt
                };
                examples.push(inputs, share, &sample);
            }
        }
        Ok(())
    }

    fn push<B: Evaluated>(&mut self, inputs: &Inputs<B>, share: f64, sample: &Sample<B>) {
        let turn = sample.position.turn();
        for view in [turn, !turn] {
            let on = inputs.of(&sample.position, view);
            self.inputs.extend(on.map(|input| input as u16));
            self.ends.push(self.inputs.len());
        }
        let chance = win_chance(sample.score, B::WIN_CHANCE_SCALE);
        let white = share * sample.result + (1.0 - share) * chance;
        let target = if turn == Side::White {
            white
        } else {
            1.0 - white
        };
        self.targets.push(target as f32);
    }

    /// Returns the number of examples.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Returns whether there are no examples.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Returns the inputs of an example in both views, the mover's first.
    pub(super) fn views(&self, index: usize) -> [&[u16]; 2] {
        let start = (2 * index).checked_sub(1).map_or(0, |view| self.ends[view]);
        let (middle, last) = (self.ends[2 * index], self.ends[2 * index + 1]);
        [&self.inputs[start..middle], &self.inputs[middle..last]]
    }

    /// Returns the mover's expected points in an example.
    pub(super) fn target(&self, index: usize) -> f32 {
        self.targets[index]
    }
}
