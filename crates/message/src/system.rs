//! Readable text of operating system errors.

use std::fmt::Display;

/// Start of the error code that Rust appends to a system error.
const NUMBER: &str = " (os error ";

/// Returns the text of an error without system error codes, which are useless to players.
///
/// ```
/// use std::io;
///
/// let error = io::Error::from_raw_os_error(2);
/// let said = icochess_message::reason(&error);
/// assert_eq!(error.to_string(), said + " (os error 2)");
/// ```
pub fn reason(error: &impl Display) -> String {
    let mut readable = error.to_string();
    while let Some(start) = readable.find(NUMBER) {
        let length = readable[start..].find(')');
        readable.replace_range(
            start..length.map_or(readable.len(), |at| start + at + 1),
            "",
        );
    }
    readable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_error_codes_are_removed_anywhere() {
        let readable = |text: &str| reason(&text);
        assert_eq!(readable("a: Gone (os error 2)"), "a: Gone");
        assert_eq!(
            readable("Gone (os error 2), Full (os error 28)!"),
            "Gone, Full!"
        );
        assert_eq!(readable("Gone (os error 2"), "Gone");
        assert_eq!(readable("it is (or was) there"), "it is (or was) there");
    }
}
