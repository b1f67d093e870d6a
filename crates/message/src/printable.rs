//! Text from outside, without what would steer a terminal or turn the direction of writing.

use std::borrow::Cow;

/// A text without control characters and separators, but for line feeds, and without the marks
/// that change the direction of writing (Unicode, *Bidirectional Algorithm*, UAX #9, section 2):
/// a name or a file must neither move the cursor of a terminal nor make other text read backwards.
pub fn printable(text: &str) -> Cow<'_, str> {
    let steers = |c: char| c.is_control() && c != '\n' || is_separator(c) || is_bidi_mark(c);
    if text.contains(steers) {
        Cow::Owned(text.chars().filter(|c| !steers(*c)).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// A [printable] text in one line: spaces stand in the place of line feeds.
pub fn one_line(text: &str) -> Cow<'_, str> {
    match printable(text) {
        text if text.contains('\n') => Cow::Owned(text.replace('\n', " ")),
        text => text,
    }
}

/// The separators of lines and of paragraphs, at which some terminals and texts begin a line.
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
    fn nothing_steers_a_terminal_or_turns_text_round() {
        assert_eq!(printable("\u{1b}[2JA\u{7}da\r\u{9b}x"), "[2JAdax");
        assert_eq!(printable("a\u{202e}b\u{2066}c\u{200f}d"), "abcd");
        assert_eq!(printable("a\u{2028}b\u{2029}c"), "abc");
        for as_it_is in ["", "Ada Lovelace\n", "שלום", "李 小龍", "é\u{301}"] {
            assert!(matches!(printable(as_it_is), Cow::Borrowed(text) if text == as_it_is));
        }
    }

    #[test]
    fn a_line_is_one_line() {
        assert_eq!(one_line("x\r\nicochess: y\n\u{2028}z"), "x icochess: y z");
        assert!(matches!(one_line("Ada 李"), Cow::Borrowed("Ada 李")));
    }
}
