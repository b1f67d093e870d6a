//! Sanitises text from outside: no terminal control, no change of writing direction.

use std::borrow::Cow;

/// Removes control characters except line feeds, Unicode separators and bidirectional marks
/// (Unicode, *Bidirectional Algorithm*, UAX #9, section 2). Names and files must neither move the
/// terminal's cursor nor reverse later text.
pub fn printable(text: &str) -> Cow<'_, str> {
    let steers = |c: char| c.is_control() && c != '\n' || is_separator(c) || is_bidi_mark(c);
    if text.contains(steers) {
        Cow::Owned(text.chars().filter(|c| !steers(*c)).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns a [printable] text on one line, with spaces for line feeds.
pub fn one_line(text: &str) -> Cow<'_, str> {
    match printable(text) {
        text if text.contains('\n') => Cow::Owned(text.replace('\n', " ")),
        text => text,
    }
}

/// Returns whether a character separates lines or paragraphs. In some terminals, such a character
/// starts a new line.
const fn is_separator(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
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
    fn control_and_bidi_characters_are_removed() {
        assert_eq!(printable("\u{1b}[2JA\u{7}da\r\u{9b}x"), "[2JAdax");
        assert_eq!(printable("a\u{202e}b\u{2066}c\u{200f}d"), "abcd");
        assert_eq!(printable("a\u{2028}b\u{2029}c"), "abc");
        for as_it_is in ["", "Ada Lovelace\n", "שלום", "李 小龍", "é\u{301}"] {
            assert!(matches!(printable(as_it_is), Cow::Borrowed(text) if text == as_it_is));
        }
    }

    #[test]
    fn line_feeds_become_spaces() {
        assert_eq!(one_line("x\r\nicochess: y\n\u{2028}z"), "x icochess: y z");
        assert!(matches!(one_line("Ada 李"), Cow::Borrowed("Ada 李")));
    }
}
