//! Evaluation values from a file.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use super::eval::{Evaluated, Evaluator, Values};

/// Parses [`Values`] from RON, and builds their evaluator.
///
/// # Errors
///
/// The reason if the text isn't RON or doesn't fit the board.
pub fn parse<B: Evaluated>(text: &str) -> Result<(Values, Evaluator<B>), String> {
    let values = ron::from_str(text).map_err(|error| error.to_string())?;
    let evaluator = Evaluator::new(&values).map_err(|error| error.to_string())?;
    Ok((values, evaluator))
}

/// Reads [`Values`] from a RON file, and builds their evaluator.
///
/// # Errors
///
/// An error with the file's name if it can't be read, isn't RON, or doesn't fit the board.
pub fn read<B: Evaluated>(file: &Path) -> io::Result<(Values, Evaluator<B>)> {
    let found = text(file).and_then(|text| parse(&text).map_err(io::Error::other));
    found.map_err(|error| io::Error::other(format!("{}: {error}", file.display())))
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
