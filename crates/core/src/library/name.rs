//! Names of people: normal form and comparison.

use icochess_message::printable;

/// Maximum length of a name, in characters.
pub const LENGTH: usize = 40;

/// Normalises a name: one line, single spaces, at most [`LENGTH`] characters, all of them
/// [printable].
pub fn tidy(name: &str) -> String {
    let spaced = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let name = printable(&spaced).into_owned();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let name: String = name.chars().take(LENGTH).collect();
    name.trim_end().to_owned()
}

/// Returns a key for comparing names that ignores case and extra spaces.
pub fn key(name: &str) -> String {
    tidy(name).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_ignore_case_and_spaces() {
        assert_eq!(key("Ada Lovelace"), key(" ada  LOVELACE"));
        assert_ne!(key("Ada Lovelace"), key("Ada"));
        assert_eq!(
            key("A\u{202e}d\u{1b}a \u{7} L\tovelace"),
            key("Ada L ovelace")
        );
        assert_eq!(tidy(&"ä".repeat(99)).chars().count(), LENGTH);
    }
}
