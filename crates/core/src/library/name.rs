//! Names of people: how they are written, and when two of them mean the same one.

use icochess_message::printable;

/// Most characters of a name.
pub const LENGTH: usize = 40;

/// A name on one line, with single spaces and of at most [`LENGTH`] characters, all of which
/// can be [printed](printable).
pub fn tidy(name: &str) -> String {
    let spaced = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let name = printable(&spaced).into_owned();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let name: String = name.chars().take(LENGTH).collect();
    name.trim_end().to_owned()
}

/// The form that all spellings of a name have in common: case and spaces do not count.
pub fn key(name: &str) -> String {
    tidy(name).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_spaces_make_no_other_person() {
        assert_eq!(key("Ada Lovelace"), key(" ada  LOVELACE"));
        assert_ne!(key("Ada Lovelace"), key("Ada"));
        assert_eq!(
            key("A\u{202e}d\u{1b}a \u{7} L\tovelace"),
            key("Ada L ovelace")
        );
        assert_eq!(tidy(&"ä".repeat(99)).chars().count(), LENGTH);
    }
}
