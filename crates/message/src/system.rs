//! Errors of the operating system, in words.

use std::fmt::Display;

/// The beginning of the number that Rust adds to what the operating system says.
const NUMBER: &str = " (os error ";

/// The text of an error, without the numbers of the operating system that it has in it: they help
/// nobody who plays.
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
    fn numbers_of_the_system_are_left_out_wherever_they_stand() {
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
