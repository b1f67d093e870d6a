//! Values from a file instead of the built-in ones.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::eval::{Evaluated, Evaluator, Values, ValuesError};

/// The reason why a file of values cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {problem}", file.display())]
pub struct ValuesFileError {
    /// The file.
    pub file: PathBuf,
    /// The error: of reading it, of its syntax, or of the length of a list.
    pub problem: String,
}

/// An error in a text of values.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ValuesTextError {
    /// It is not in RON, or not of values.
    #[error("{0}")]
    Text(#[from] ron::error::SpannedError),
    /// They are for another board.
    #[error(transparent)]
    Values(#[from] ValuesError),
}

/// The [`Values`] of a text in RON, and the evaluator with them.
///
/// # Errors
///
/// [`ValuesTextError`] if it is not RON or does not fit the board.
pub fn parse<B: Evaluated>(text: &str) -> Result<(Values, Evaluator<B>), ValuesTextError> {
    let values = ron::from_str(text)?;
    let evaluator = Evaluator::new(&values)?;
    Ok((values, evaluator))
}

/// The [`Values`] of a file in RON, and the evaluator with them.
///
/// # Errors
///
/// [`ValuesFileError`] if the file cannot be read, is not RON, or does not fit
/// the board.
pub fn read<B: Evaluated>(file: &Path) -> Result<(Values, Evaluator<B>), ValuesFileError> {
    let failed = |problem: String| ValuesFileError {
        file: file.to_owned(),
        problem,
    };
    let text = text(file).map_err(|error| failed(error.to_string()))?;
    parse(&text).map_err(|error| failed(error.to_string()))
}

/// Bytes of the longest file that is read; that of a board of 146 cells with a
/// class for each has a tenth of it.
const MAX_BYTES: u64 = 1 << 20;

/// The text of a file. Pipes and devices are not read: they may have no end.
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
