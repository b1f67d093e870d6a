//! Comments, as text of one line.

/// A comment on one line, without what would end it.
pub fn clean_comment(text: &str) -> String {
    let words: Vec<&str> = text
        .split(is_blank)
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ").replace('}', ")")
}

/// White space, and whatever else a terminal would not show but obey.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}
