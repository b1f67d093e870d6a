//! Quotes text from outside in messages.

use std::borrow::Cow;

/// Returns the first 20 characters of a word, with control characters escaped.
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

/// Returns the first `limit` characters of a text, followed by `…` if there are more.
///
/// ```
/// use icochess_rules::beginning;
///
/// assert_eq!(beginning("Ångström", 3), "Ång…");
/// assert_eq!(beginning("Ada", 3), "Ada");
/// ```
pub fn beginning(text: &str, limit: usize) -> Cow<'_, str> {
    if text.len() <= limit {
        return text.into();
    }
    match text.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}
