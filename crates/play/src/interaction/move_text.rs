//! Parser for typed moves, with completions.

use icochess_rules::san::SanError;
use icochess_rules::{AnyPosition, CellSet, Effect, IllegalMove, IllegalReason, Move};

/// Optional characters, ignored anywhere in a move.
const MARKS: [char; 17] = [
    'x', 'X', '-', ':', '×', '–', '=', '(', ')', '/', '@', '+', '#', '!', '?', ' ', '\u{a0}',
];

/// Marks of a capture.
const TAKES: [char; 4] = ['x', 'X', ':', '×'];

/// Legal move that matches a typed prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Move.
    pub mv: Move,
    /// Full text of the move, in the notation of the typed prefix.
    pub text: String,
}

/// Meaning of a typed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// No text.
    Nothing,
    /// A legal move.
    Move(Move),
    /// Prefix of one or more legal moves.
    Unfinished,
    /// Ambiguous between these legal moves.
    Ambiguous(Vec<Move>),
    /// An illegal move.
    Illegal(IllegalMove),
    /// Not a move.
    Unknown,
}

/// Legal moves of a position in every accepted notation: SAN, long algebraic, from–to, and UCI.
///
/// ```
/// use icochess_rules::AnyBoard;
/// use icochess_play::interaction::move_text::{Meaning, MoveTexts};
/// use icochess_boards::Chess;
///
/// let game = AnyBoard::of::<Chess>().new_game();
/// let position = game.position();
/// let texts = MoveTexts::of(position);
/// let begun = |typed| -> Vec<String> {
///     texts.completions(typed).into_iter().map(|it| it.text).collect()
/// };
/// assert_eq!(begun("Nf"), ["Nf3"]);
/// assert_eq!(begun("g1"), ["g1f3", "g1h3"]);
/// let knight = position.parse_uci("g1f3")?;
/// for typed in ["Nf3", "nf3", "Ng1-f3", "g1-f3", "g1f3", "G1F3"] {
///     assert_eq!(texts.meaning(position, typed), Meaning::Move(knight));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MoveTexts(Vec<Entry>);

/// Legal move in all notations.
#[derive(Clone, Debug)]
struct Entry {
    mv: Move,
    takes: bool,
    forms: Vec<Form>,
}

/// Move in one notation.
#[derive(Clone, Debug)]
struct Form {
    text: String,
    /// Text to match against, if it differs from the displayed one.
    key: String,
}

/// Quality of a match; smaller is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Fit {
    /// Whether only a prefix of the form was typed.
    is_begun: bool,
    exactness: Exactness,
}

/// How closely the typed text matches a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Exactness {
    /// Identical.
    Exact,
    /// Identical except for marks such as `x` and `+`.
    WithoutMarks,
    /// Piece letters in lower case.
    InLowerCase,
    /// All letters in upper case.
    InCapitals,
}

impl Exactness {
    fn of(form: &Form, typed: &str, bare: &str) -> Option<Self> {
        if form.text.starts_with(typed) {
            return Some(Self::Exact);
        }
        if form.key.starts_with(bare) {
            return Some(Self::WithoutMarks);
        }
        let begins = |same: &dyn Fn(char, char) -> bool| {
            let mut key = form.key.chars();
            let mut typed = bare.chars();
            typed.all(|typed| key.next().is_some_and(|key| same(typed, key)))
        };
        if begins(&|typed, key| typed == key || typed.to_ascii_uppercase() == key) {
            return Some(Self::InLowerCase);
        }
        // A leading capital is a piece letter, unless all letters are capitals.
        let is_capital = !bare.contains(char::is_lowercase);
        let capitals = begins(&|typed, key| typed.eq_ignore_ascii_case(&key));
        (is_capital && capitals).then_some(Self::InCapitals)
    }
}

impl Form {
    fn fit(&self, typed: &str, bare: &str) -> Option<Fit> {
        Some(Fit {
            exactness: Exactness::of(self, typed, bare)?,
            is_begun: self.key.len() > bare.len(),
        })
    }
}

/// Removes all [`MARKS`] from a text.
fn without_marks(text: &str) -> String {
    text.chars().filter(|c| !MARKS.contains(c)).collect()
}

impl Entry {
    fn of(position: &dyn AnyPosition, mv: Move) -> Self {
        let [from, to] = [mv.from, mv.to].map(|cell| position.cell_name(cell));
        let [san, long] = [position.san(mv), position.long_san(mv)];
        let uci = position.uci(mv);
        // Long form without the piece letter. Castling has no cells in its long form.
        let cells = long.find(from).map(|at| &long[at..]);
        let from_to = cells.map_or(format!("{from}-{to}"), str::to_owned);
        // Form without the origin, so that an ambiguous text matches both pieces.
        let short = cells.map(|_| without_marks(&long.replacen(from, "", 1)));
        // Accepts zeros for castling.
        let noughts = cells.is_none().then(|| san.replace('O', "0"));
        let as_it_is = |text: String| Form {
            key: without_marks(&text),
            text,
        };
        let short = short.map(|key| Form {
            text: san.clone(),
            key,
        });
        let forms = [san.clone(), long, uci, from_to].into_iter();
        let forms = forms.chain(noughts).map(as_it_is).chain(short);
        let mut effects = position.effects(mv).into_iter();
        Self {
            mv,
            takes: effects.any(|effect| matches!(effect, Effect::Taken { .. })),
            forms: forms.collect(),
        }
    }

    /// Returns the best-matching form with its index.
    fn best(&self, typed: &str, bare: &str) -> Option<((Fit, usize), &Form)> {
        if !self.takes && typed.contains(TAKES) {
            return None;
        }
        let forms = self.forms.iter().enumerate();
        let fits = forms.filter_map(|(at, form)| Some(((form.fit(typed, bare)?, at), form)));
        fits.min_by_key(|(fit, _)| *fit)
    }
}

impl MoveTexts {
    /// Returns an example of SAN in this position; `None` without legal moves.
    pub fn example(&self) -> Option<&str> {
        // The first moves are mostly pawn moves, which make poor examples.
        let last = self.0.last()?;
        Some(&last.forms[0].text)
    }

    /// Collects the legal moves of a position.
    pub fn of(position: &dyn AnyPosition) -> Self {
        let moves = position.legal_moves().into_iter();
        Self(moves.map(|mv| Entry::of(position, mv)).collect())
    }

    /// Returns the moves that match a typed prefix, best matches first; none for an empty text.
    /// Case matters only where it distinguishes a piece from a cell.
    pub fn completions(&self, typed: &str) -> Vec<Completion> {
        let typed = typed.trim();
        let bare = without_marks(typed);
        if bare.is_empty() {
            return Vec::new();
        }
        let fits = |entry: &'_ Entry| {
            let (fit, form) = entry.best(typed, &bare)?;
            let text = form.text.clone();
            Some((fit, Completion { mv: entry.mv, text }))
        };
        let mut found: Vec<_> = self.0.iter().filter_map(fits).collect();
        found.sort_by(|(a, one), (b, other)| a.cmp(b).then_with(|| one.text.cmp(&other.text)));
        found
            .into_iter()
            .map(|(_, completion)| completion)
            .collect()
    }

    /// Returns the meaning of a typed text. `position` must be the position of these texts.
    pub fn meaning(&self, position: &dyn AnyPosition, typed: &str) -> Meaning {
        let typed = typed.trim();
        let bare = without_marks(typed);
        if bare.is_empty() {
            return Meaning::Nothing;
        }
        match position.parse_san(typed) {
            Ok(mv) => return Meaning::Move(mv),
            Err(SanError::Ambiguous { moves, .. }) => {
                let moves = moves.iter().filter_map(|uci| position.parse_uci(uci).ok());
                return Meaning::Ambiguous(moves.collect());
            }
            Err(_) => {}
        }
        let fits = self.0.iter().filter_map(|entry| {
            let ((fit, _), _) = entry.best(typed, &bare)?;
            Some((fit, entry.mv))
        });
        let fits: Vec<(Fit, Move)> = fits.collect();
        let whole = fits.iter().filter(|(fit, _)| !fit.is_begun);
        let whole: Vec<Move> = whole.map(|(_, mv)| *mv).collect();
        match (&whole[..], fits.is_empty()) {
            ([mv], _) => Meaning::Move(*mv),
            ([], false) => Meaning::Unfinished,
            ([], true) => refused(position, typed).map_or(Meaning::Unknown, Meaning::Illegal),
            _ => Meaning::Ambiguous(whole),
        }
    }
}

/// Returns the illegal move that a text names, if unambiguous.
fn refused(position: &dyn AnyPosition, typed: &str) -> Option<IllegalMove> {
    let why = |mv: Move| {
        let reason = position.why_illegal(mv)?;
        Some(IllegalMove { mv, reason })
    };
    let bare = without_marks(typed);
    let by_cells = [typed, &bare].into_iter();
    if let Some(mv) = by_cells.flat_map(|text| position.parse_uci(text)).next() {
        return why(mv);
    }
    // The target is the longest cell name at the end of the text.
    let mut ends = bare.char_indices();
    let (split, to) =
        ends.find_map(|(split, _)| Some((split, position.cell_named(&bare[split..])?)))?;
    let before = &bare[..split];
    let letter = before.chars().next().filter(char::is_ascii_uppercase);
    let origin = &before[letter.map_or(0, char::len_utf8)..];
    let refused: Vec<IllegalMove> = position
        .by_side(position.turn())
        .cells()
        .filter(|cell| {
            let name = position.cell_name(*cell);
            let piece = position.piece_at(*cell);
            let rules = piece.map(|piece| position.rules_of(piece.role));
            let is_meant = rules.is_some_and(|rules| match letter {
                Some(letter) => rules.letter == letter,
                None => rules.is_pawn,
            });
            is_meant && (name.starts_with(origin) || name.ends_with(origin))
        })
        .filter_map(|from| why(Move::new(from, to)))
        .collect();
    // Prefers a piece that reaches the target but may not move there, over the only candidate.
    let reaches = |it: &&IllegalMove| it.reason != IllegalReason::NotReached;
    let near: Vec<&IllegalMove> = refused.iter().filter(reaches).collect();
    match (&near[..], &refused[..]) {
        ([one], _) => Some(**one),
        (_, [one]) => Some(*one),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;
    use icochess_rules::Record;

    fn chess(text: &str) -> Record {
        Variant::Chess.board().read_position(text).unwrap()
    }

    fn texts(game: &Record, typed: &str) -> Vec<String> {
        let found = MoveTexts::of(game.position()).completions(typed);
        found.into_iter().map(|it| it.text).collect()
    }

    /// Returns the parsed move in UCI notation, or a description of the problem.
    fn meaning(game: &Record, typed: &str) -> String {
        let position = game.position();
        match MoveTexts::of(position).meaning(position, typed) {
            Meaning::Move(mv) => position.uci(mv),
            Meaning::Ambiguous(moves) => {
                let moves: Vec<String> = moves.iter().map(|mv| position.uci(*mv)).collect();
                moves.join(" or ")
            }
            Meaning::Illegal(IllegalMove { mv, reason }) => {
                format!("{}: {reason}", position.uci(mv))
            }
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn completions_keep_the_typed_notation() {
        let game = chess("4k3/8/8/3p4/8/8/3R1N2/3NK2R w K - 0 1");
        assert_eq!(texts(&game, "Rd2x"), ["Rd2xd5"]);
        assert_eq!(texts(&game, "Rxd"), ["Rxd5"]);
        assert_eq!(texts(&game, "d2d5"), ["d2d5"]);
        assert_eq!(texts(&game, "d2xd5"), ["d2xd5"]);
        assert_eq!(texts(&game, "o"), ["O-O"]);
        assert_eq!(texts(&game, "0-"), ["0-0"]);
        assert_eq!(texts(&game, "e1g"), ["e1g1"]);
        // Both knights reach e3 and g4, but only one reaches c3.
        assert_eq!(texts(&game, "nc"), ["Nc3"]);
        assert_eq!(texts(&game, ""), [""; 0]);
        assert_eq!(texts(&game, "-"), [""; 0]);
        assert_eq!(texts(&game, "Nz"), [""; 0]);
    }

    #[test]
    fn exact_matches_come_first() {
        let game = chess("4k3/8/8/8/4P3/8/4P3/4K3 w - - 0 1");
        // Only the pawn on e4 reaches e5.
        assert_eq!(texts(&game, "e")[0], "e3");
        assert_eq!(texts(&game, "e5")[0], "e5");
    }

    #[test]
    fn typed_text_yields_a_move_or_the_problem() {
        let game = chess("4k3/P7/8/3p4/8/5N2/8/1N2K2R w K - 0 1");
        for (typed, means) in [
            ("Nc3", "b1c3"),
            ("nc3", "b1c3"),
            ("Nb1-c3", "b1c3"),
            ("b1c3", "b1c3"),
            ("b1 c3", "b1c3"),
            ("B1C3", "b1c3"),
            ("0-0", "e1g1"),
            ("o-o", "e1g1"),
            ("e1g1", "e1g1"),
            ("a8=q", "a7a8q"),
            ("a7a8", "Unfinished"),
            ("a8", "Unfinished"),
            ("N", "Unfinished"),
            ("Nd2", "b1d2 or f3d2"),
            ("nd2", "b1d2 or f3d2"),
            ("  ", "Nothing"),
            ("hello", "Unknown"),
            ("Rb5", "h1b5: the piece does not move that way"),
            ("h1b5", "h1b5: the piece does not move that way"),
            ("d5d4", "d5d4: it is the other side's turn"),
            ("b5", "a7b5: the piece does not move that way"),
            // Ambiguous between both knights.
            ("Nh8", "Unknown"),
        ] {
            assert_eq!(meaning(&game, typed), means, "{typed}");
        }
        let pinned = chess("4k3/8/8/8/4r3/8/4N3/4K1N1 w - - 0 1");
        let exposed = "e2c3: it puts the own king in check";
        for typed in ["Nc3", "Ne2c3", "e2-c3"] {
            assert_eq!(meaning(&pinned, typed), exposed);
        }
    }

    #[test]
    fn leading_capital_is_a_piece_unless_all_are_capitals() {
        let game = Variant::Icochess.board().new_game();
        let first = |typed| meaning(&game, typed);
        assert_eq!(first("b1o3"), "b1o3");
        assert_eq!(first("B1O3"), "b1o3");
        assert_eq!(first("rb1xo3"), "b1o3");
        assert_eq!(first("a4g1"), "a4g1");
        assert_eq!(first("g1"), "a3g1 or a4g1");
    }
}
