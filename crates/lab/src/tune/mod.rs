//! Fits the weights of the evaluation to self-play games.
//!
//! The engine plays games against itself. Then weights are fitted so that the evaluation of quiet
//! positions best predicts the results. The evaluation is linear in its weights, so the gradient is
//! cheap and exact.
//!
//! Sources: Peter Österlund, *Texel's tuning method*
//! <https://www.chessprogramming.org/Texel%27s_Tuning_Method>, 2014, for the method and the scale;
//! Andrew Grant, *Evaluation & Tuning in Chess Engines*, 2020, for the gradient by traces; D.
//! Kingma, J. Ba, *Adam*, 2014 (arXiv:1412.6980), for the descent.

pub mod data;
pub mod fit;
pub mod text;

pub use data::{Games, Sample, Style};
pub use fit::{Fit, Fitted};
