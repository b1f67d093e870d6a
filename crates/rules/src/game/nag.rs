//! Symbols of numeric annotation glyphs (NAGs).

/// Symbols and their glyphs. The first symbol of a glyph is the displayed one.
const SYMBOLS: [(&str, u8); 15] = [
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
pub(crate) fn nag_of_symbol(symbol: &str) -> Option<u8> {
    let (_, nag) = SYMBOLS.iter().find(|(known, _)| *known == symbol)?;
    Some(*nag)
}

/// Returns the symbol of a glyph, or `$` and its number if it has none.
///
/// ```
/// use icochess_rules::nag_symbol;
///
/// assert_eq!((nag_symbol(3), nag_symbol(14)), ("!!".into(), "+=".into()));
/// assert_eq!(nag_symbol(146), "$146");
/// ```
pub fn nag_symbol(nag: u8) -> String {
    let symbol = SYMBOLS.iter().find(|(_, known)| *known == nag);
    symbol.map_or_else(|| format!("${nag}"), |(symbol, _)| (*symbol).to_owned())
}

/// The subject of a glyph. A move has at most one glyph for each subject.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum NagSubject {
    /// The move, such as good, bad or forced (1 to 9).
    Move,
    /// The position, such as an advantage for White (10 to 21).
    Position,
}

/// Returns the subject of a glyph; `None` if the glyph combines with any other.
pub(crate) const fn subject(nag: u8) -> Option<NagSubject> {
    match nag {
        1..=9 => Some(NagSubject::Move),
        10..=21 => Some(NagSubject::Position),
        _ => None,
    }
}
