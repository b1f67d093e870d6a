//! Quoting words from outside in messages.

/// At most this much of a bad word is quoted in a message, and nothing in it
/// that a terminal would obey.
pub fn quoted(word: &str) -> String {
    let mut chars = word.chars();
    let mut text: String = chars
        .by_ref()
        .take(20)
        .flat_map(char::escape_debug)
        .collect();
    if chars.next().is_some() {
        text.push('…');
    }
    text
}
