//! Evaluation values from a file.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::eval::{Evaluated, Evaluator, Values, ValuesError};

/// The error of reading a values file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {problem}", file.display())]
pub struct ValuesFileError {
    /// File with the error.
    pub file: PathBuf,
    /// The problem: an I/O error, a syntax error or a wrong list length.
    pub problem: String,
}

/// An error in the text of a values file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ValuesTextError {
    /// Not RON, or not evaluation values.
    #[error("{0}")]
    Text(#[from] ron::error::SpannedError),
    /// Values for another board.
    #[error(transparent)]
    Values(#[from] ValuesError),
}

/// Parses [`Values`] from RON, and builds their evaluator.
///
/// # Errors
///
/// [`ValuesTextError`] if the text isn't RON or doesn't fit the board.
pub fn parse<B: Evaluated>(text: &str) -> Result<(Values, Evaluator<B>), ValuesTextError> {
    let values = ron::from_str(text)?;
    let evaluator = Evaluator::new(&values)?;
    Ok((values, evaluator))
}

/// Reads [`Values`] from a RON file, and builds their evaluator.
///
/// # Errors
///
/// [`ValuesFileError`] if the file can't be read, isn't RON, or doesn't fit the board.
pub fn read<B: Evaluated>(file: &Path) -> Result<(Values, Evaluator<B>), ValuesFileError> {
    let failed = |problem: String| ValuesFileError {
        file: file.to_owned(),
        problem,
    };
    let text = text(file).map_err(|error| failed(error.to_string()))?;
    parse(&text).map_err(|error| failed(error.to_string()))
}

/// Maximum file size in bytes. A file for a board of 146 cells with one class each has a tenth of
/// this size.
const MAX_BYTES: u64 = 1 << 20;

/// Reads a regular file. Pipes and devices are refused, because they may never end.
fn text(file: &Path) -> io::Result<String> {
    if !fs::metadata(file)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut text = String::new();
    File::open(file)?
        .take(MAX_BYTES + 1)
        .read_to_string(&mut text)?;
    if text.len() as u64 > MAX_BYTES {
        return Err(io::Error::other("it is longer than a mebibyte"));
    }
    Ok(text)
}
