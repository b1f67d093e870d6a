//! Text from outside, without what would steer a terminal or turn the direction of writing.

use std::borrow::Cow;

/// A text without control characters, but for line feeds, and without the marks that change the
/// direction of writing (Unicode, *Bidirectional Algorithm*, UAX #9, section 2): a name or a
/// file must neither move the cursor of a terminal nor make other text read backwards.
pub fn printable(text: &str) -> Cow<'_, str> {
    let steers = |c: char| c.is_control() && c != '\n' || is_bidi_mark(c);
    if text.contains(steers) {
        Cow::Owned(text.chars().filter(|c| !steers(*c)).collect())
    } else {
        Cow::Borrowed(text)
    }
}

fn is_bidi_mark(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_a_terminal_or_turns_text_round() {
        assert_eq!(printable("\u{1b}[2JA\u{7}da\r\u{9b}x"), "[2JAdax");
        assert_eq!(printable("a\u{202e}b\u{2066}c\u{200f}d"), "abcd");
        for as_it_is in ["", "Ada Lovelace\n", "שלום", "李 小龍", "é\u{301}"] {
            assert!(matches!(printable(as_it_is), Cow::Borrowed(text) if text == as_it_is));
        }
    }
}
