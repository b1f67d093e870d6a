//! Readable text of operating system errors.

use std::fmt::Display;

/// Start of the error code that Rust appends to a system error.
const NUMBER: &str = " (os error ";

/// Returns the text of an error without system error codes, which mean nothing to players.
///
/// ```
/// use std::io;
///
/// let error = io::Error::from_raw_os_error(2);
/// let said = icochess_message::reason(&error);
/// assert_eq!(error.to_string(), said + " (os error 2)");
/// ```
pub fn reason(error: &impl Display) -> String {
    let mut said = error.to_string();
    while let Some(start) = said.find(NUMBER) {
        let length = said[start..].find(')');
        said.replace_range(start..length.map_or(said.len(), |at| start + at + 1), "");
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_error_codes_are_removed_anywhere() {
        let said = |text: &str| reason(&text);
        assert_eq!(said("a: Gone (os error 2)"), "a: Gone");
        assert_eq!(
            said("Gone (os error 2), Full (os error 28)!"),
            "Gone, Full!"
        );
        assert_eq!(said("Gone (os error 2"), "Gone");
        assert_eq!(said("it is (or was) there"), "it is (or was) there");
    }
}
