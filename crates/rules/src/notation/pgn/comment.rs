//! Normalises comments.

/// Returns a comment on one line, without the character that would end it.
pub fn clean_comment(text: &str) -> String {
    let words: Vec<&str> = text
        .split(is_blank)
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ").replace('}', ")")
}

/// Returns whether a character is white space, or a control character, which could affect a
/// terminal.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}
