//! Signs of numeric annotation glyphs (NAGs), as annotators write them.

/// Signs and the glyphs that they stand for; of several for one, the first is
/// shown.
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

/// The glyph that a sign stands for.
pub(crate) fn of_sign(sign: &str) -> Option<u8> {
    let (_, nag) = SIGNS.iter().find(|(known, _)| *known == sign)?;
    Some(*nag)
}

/// The text of a glyph after a move: its sign, or `$` and its number where it has none.
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

/// The subject that a glyph judges. A move has at most one glyph for each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Judged {
    /// The move: good, bad, forced (1 to 9).
    Move,
    /// The position: who stands better (10 to 21).
    Position,
}

/// The subject that a glyph judges; `None` for those that may stand beside any other.
pub(crate) const fn judged(nag: u8) -> Option<Judged> {
    match nag {
        1..=9 => Some(Judged::Move),
        10..=21 => Some(Judged::Position),
        _ => None,
    }
}
