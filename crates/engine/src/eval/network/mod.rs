//! A neural network that evaluates positions.
//!
//! Each side has a view of the position: the [`Inputs`] that are on, as its king sees them. One
//! layer of [`HIDDEN`] sums is computed for both views, and updated move by move. The two lists of
//! sums, the mover's first, go through a squared clipped `ReLU` to the only output: the logarithm
//! of the odds that the mover wins. All numbers are integers, so that every machine gets the same
//! score.
//!
//! Sources: Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
//! Shogi", 2018; the documentation of Stockfish's networks,
//! <https://official-stockfish.github.io/docs/nnue-pytorch-wiki/docs/nnue.html>.

mod inputs;
mod sums;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use icochess_rules::{Board, Position, Side};

use super::evaluated::Evaluated;
use crate::score::{MATE_IN_MAX_PLY, Score};

pub use inputs::Inputs;
pub use sums::SumsByPly;

/// Sums of the hidden layer for each view.
pub const HIDDEN: usize = 128;
/// A sum of this much is 1, where the clipped `ReLU` ends.
pub const ONE: i16 = 255;
/// An output weight of this much is 1.
pub const OUTPUT_ONE: i16 = 64;
/// Maximum size of an output weight. The output of the largest sums then fits in 32 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 126;
/// Weights of inputs are multiples of this, so that a file has one byte for each.
pub const STEP: i16 = 2;
/// Maximum size of the weights of inputs and of the biases. Sums of 126 men then fit in 16 bits.
pub const MAX_WEIGHT: i16 = i8::MAX as i16 * STEP;

/// Maximum number of bytes read from a file. The network of the largest board has fewer.
const MAX_BYTES: u64 = 1 << 24;
/// First bytes of a file.
const MAGIC: &[u8; 8] = b"icochnet";

/// The sums of the hidden layer for one view.
pub(super) type Sums = [i16; HIDDEN];

/// The weights of a network, in parts of [`ONE`] and [`OUTPUT_ONE`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By input: weights to the hidden layer, multiples of [`STEP`].
    pub hidden: Vec<[i16; HIDDEN]>,
    /// Biases of the hidden layer.
    pub bias: [i16; HIDDEN],
    /// Weights from the mover's view to the output, and from the other one.
    pub output: [[i16; HIDDEN]; 2],
    /// Bias of the output, in parts of `ONE * OUTPUT_ONE`.
    pub output_bias: i16,
    /// Hundredths of a pawn for odds of e.
    pub scale: i16,
}

/// A network that doesn't fit the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// The bytes don't begin like a network.
    #[error("it is no network of Icochess")]
    NoNetwork,
    /// A board for which no inputs are known.
    #[error("the board has no networks")]
    NoInputs,
    /// The network has another number of bytes than the board needs.
    #[error("it has {found} bytes, expected {expected}")]
    Length {
        /// The number of bytes.
        found: usize,
        /// The number that the board requires.
        expected: usize,
    },
    /// A weight outside its bounds, which could overflow.
    #[error("it has the weight {0}, more than sums can hold")]
    Weight(i16),
}

impl Weights {
    /// Returns the weights as a file: a mark, a byte for each weight of an input, then the other
    /// weights as little-endian 16-bit integers.
    pub fn to_bytes(&self) -> Vec<u8> {
        let hidden = self.hidden.iter().flatten();
        let hidden = hidden.map(|weight| (weight / STEP) as u8);
        let others = self.bias.iter().chain(self.output.iter().flatten());
        let others = others.chain([&self.output_bias, &self.scale]);
        let others = others.flat_map(|weight| weight.to_le_bytes());
        MAGIC.iter().copied().chain(hidden).chain(others).collect()
    }

    /// Reads the weights of a network with this number of inputs.
    fn from_bytes(bytes: &[u8], inputs: usize) -> Result<Self, NetworkError> {
        let numbers = bytes.strip_prefix(MAGIC).ok_or(NetworkError::NoNetwork)?;
        let count = inputs * HIDDEN + 2 * (3 * HIDDEN + 2);
        if numbers.len() != count {
            return Err(NetworkError::Length {
                found: bytes.len(),
                expected: MAGIC.len() + count,
            });
        }
        let (hidden, others) = numbers.split_at(inputs * HIDDEN);
        let hidden = hidden.chunks_exact(HIDDEN).map(|row| {
            let mut weights = [0; HIDDEN];
            for (weight, byte) in weights.iter_mut().zip(row) {
                *weight = i16::from(*byte as i8) * STEP;
            }
            weights
        });
        let mut numbers = others
            .chunks_exact(2)
            .map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut next = |maximum: i16| {
            let weight = numbers.next().unwrap_or(0);
            let is_within = (-maximum..=maximum).contains(&weight);
            is_within
                .then_some(weight)
                .ok_or(NetworkError::Weight(weight))
        };
        let mut row = |maximum| -> Result<[i16; HIDDEN], NetworkError> {
            let mut row = [0; HIDDEN];
            for weight in &mut row {
                *weight = next(maximum)?;
            }
            Ok(row)
        };
        Ok(Self {
            hidden: hidden.collect(),
            bias: row(MAX_WEIGHT)?,
            output: [row(MAX_OUTPUT_WEIGHT)?, row(MAX_OUTPUT_WEIGHT)?],
            output_bias: next(i16::MAX)?,
            scale: next(i16::MAX)?,
        })
    }
}

/// Returns a number that tells networks apart: FNV-1a of the bytes, in 64 bits. Source:
/// <http://www.isthe.com/chongo/tech/comp/fnv/>.
pub fn key(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |key, byte| {
        (key ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A board's network.
#[derive(Clone, Debug)]
pub struct Network<B: Board> {
    inputs: Inputs<B>,
    weights: Weights,
}

impl<B: Evaluated> Network<B> {
    /// Reads the bytes of a network, as [`Weights::to_bytes`] returns them.
    ///
    /// # Errors
    ///
    /// [`NetworkError`] if they aren't a network of the board.
    pub fn new(bytes: &[u8]) -> Result<Self, NetworkError> {
        let inputs = Inputs::new().ok_or(NetworkError::NoInputs)?;
        Ok(Self {
            weights: Weights::from_bytes(bytes, inputs.count())?,
            inputs,
        })
    }

    /// Reads a network from a file.
    ///
    /// # Errors
    ///
    /// An error with the file's name if it can't be read or isn't a network of the board.
    pub fn read(file: &Path) -> io::Result<Self> {
        let read = || {
            let mut bytes = Vec::new();
            File::open(file)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
            Self::new(&bytes).map_err(io::Error::other)
        };
        read().map_err(|error| io::Error::other(format!("{}: {error}", file.display())))
    }
}

impl<B: Board> Network<B> {
    /// Returns the sums of a view, computed from scratch.
    fn sums(&self, position: &Position<B>, view: Side) -> Sums {
        let mut sums = self.weights.bias;
        for input in self.inputs.of(position, view) {
            add(&mut sums, &self.weights.hidden[input]);
        }
        sums
    }

    /// Returns the score for the side to move, from its sums and the other side's.
    #[inline]
    fn output(&self, [own, other]: [&Sums; 2]) -> Score {
        let [first, second] = &self.weights.output;
        let sum = activated(own, first).wrapping_add(activated(other, second));
        let odds = i64::from(sum) / i64::from(ONE) + i64::from(self.weights.output_bias);
        let score = odds * i64::from(self.weights.scale) / (i64::from(ONE) * i64::from(OUTPUT_ONE));
        let most = i64::from(MATE_IN_MAX_PLY) - 1;
        score.clamp(-most, most) as Score
    }

    /// Returns the score of a position for the side to move, computed from scratch.
    pub fn score(&self, position: &Position<B>) -> Score {
        let turn = position.turn();
        let [own, other] = [turn, !turn].map(|view| self.sums(position, view));
        self.output([&own, &other])
    }
}

/// Adds weights. Sums of more men than a game has may overflow, alike in any order.
#[inline]
fn add(sums: &mut Sums, weights: &Sums) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum = sum.wrapping_add(*weight);
    }
}

#[inline]
fn subtract(sums: &mut Sums, weights: &Sums) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum = sum.wrapping_sub(*weight);
    }
}

/// Returns the weighted sum of the squares of the clipped sums.
#[inline]
fn activated(sums: &Sums, weights: &Sums) -> i32 {
    let mut total = 0_i32;
    for (sum, weight) in sums.iter().zip(weights) {
        let clipped = (*sum).clamp(0, ONE);
        // At most 255 · 126, which 16 bits hold: two such products are one instruction.
        let weighted = clipped.wrapping_mul(*weight);
        total = total.wrapping_add(i32::from(weighted) * i32::from(clipped));
    }
    total
}
