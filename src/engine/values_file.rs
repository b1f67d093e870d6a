//! Values from a file instead of the built-in ones.

use std::fs;
use std::path::{Path, PathBuf};

use super::eval::{Evaluated, Evaluator, Values};

/// Why a file of values cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {problem}", file.display())]
pub struct ValuesFileError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong: with reading it, its syntax, or the length of a list.
    pub problem: String,
}

/// The evaluator with the [`Values`] of a file in RON.
///
/// # Errors
///
/// [`ValuesFileError`] if the file cannot be read, is not RON, or does not fit
/// the board.
pub fn read<B: Evaluated>(file: &Path) -> Result<Evaluator<B>, ValuesFileError> {
    let failed = |problem: String| ValuesFileError {
        file: file.to_owned(),
        problem,
    };
    let text = fs::read_to_string(file).map_err(|error| failed(error.to_string()))?;
    let values: Values = ron::from_str(&text).map_err(|error| failed(error.to_string()))?;
    Evaluator::new(&values).map_err(|error| failed(error.to_string()))
}
