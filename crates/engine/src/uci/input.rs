//! Line reading from untrusted input.

use std::io::{self, BufRead};

use super::error::CommandError;
use super::protocol::MAX_LINE_BYTES;

/// Reads a line from untrusted input, even without a final newline. Returns `None` at the end of
/// the input. Lines that are too long or aren't text are refused one by one.
///
/// # Errors
///
/// The I/O error of the input.
pub fn line(input: &mut impl BufRead) -> io::Result<Option<Result<String, CommandError>>> {
    let mut line = Vec::new();
    let mut too_long = false;
    let mut ended = false;
    let mut any = false;
    while !ended {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() {
            break;
        }
        any = true;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        ended = end.is_some();
        let part = &bytes[..end.unwrap_or(bytes.len())];
        let read = part.len() + usize::from(ended);
        too_long |= line.len() + part.len() > MAX_LINE_BYTES;
        if too_long {
            line = Vec::new();
        } else {
            line.extend_from_slice(part);
        }
        input.consume(read);
    }
    Ok(any.then(|| {
        if too_long {
            Err(CommandError::TooLong)
        } else {
            text(line)
        }
    }))
}

/// Checks that a line is text that a terminal can show.
fn text(line: Vec<u8>) -> Result<String, CommandError> {
    let line = String::from_utf8(line)
        .map_err(|error| CommandError::NoText(error.utf8_error().valid_up_to() + 1))?;
    match line.find(|c: char| c.is_control() && !c.is_ascii_whitespace()) {
        Some(at) => Err(CommandError::NoText(at + 1)),
        None => Ok(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut input: impl BufRead) -> Vec<Result<String, CommandError>> {
        std::iter::from_fn(|| line(&mut input).unwrap()).collect()
    }

    #[test]
    fn of_a_line_without_end_nothing_is_kept() {
        let fits = "x".repeat(MAX_LINE_BYTES);
        assert_eq!(lines(fits.as_bytes()), [Ok(fits.clone())]);
        for (more, rest) in [("x\nd", &[Ok("d".into())][..]), ("x", &[])] {
            let input = [fits.as_str(), more].concat();
            let found = lines(input.as_bytes());
            assert_eq!(found[0], Err(CommandError::TooLong));
            assert_eq!(&found[1..], rest);
        }
    }
}
