//! Symbols of numeric annotation glyphs (NAGs).

/// Symbols and their glyphs. The first symbol of a glyph is the one displayed.
const SIGNS: [(&str, u8); 15] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("=", 10),
    ("+=", 14),
    ("+/=", 14),
    ("=+", 15),
    ("=/+", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
];

/// Returns the glyph of a symbol.
pub(crate) fn of_sign(sign: &str) -> Option<u8> {
    let (_, nag) = SIGNS.iter().find(|(known, _)| *known == sign)?;
    Some(*nag)
}

/// Returns the symbol of a glyph, or `$` and its number if it has none.
///
/// ```
/// use icochess_rules::nag_sign;
///
/// assert_eq!((nag_sign(3), nag_sign(14)), ("!!".into(), "+=".into()));
/// assert_eq!(nag_sign(146), "$146");
/// ```
pub fn nag_sign(nag: u8) -> String {
    let sign = SIGNS.iter().find(|(_, known)| *known == nag);
    sign.map_or_else(|| format!("${nag}"), |(sign, _)| (*sign).to_owned())
}

/// The subject of a glyph. A move has at most one glyph for each subject.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Judged {
    /// The move, such as good, bad or forced (1 to 9).
    Move,
    /// The position, such as an advantage for White (10 to 21).
    Position,
}

/// Returns the subject of a glyph; `None` if it combines with any other.
pub(crate) const fn judged(nag: u8) -> Option<Judged> {
    match nag {
        1..=9 => Some(Judged::Move),
        10..=21 => Some(Judged::Position),
        _ => None,
    }
}
