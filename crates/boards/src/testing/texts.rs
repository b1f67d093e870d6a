//! Position text and move text: round trips and errors.

use std::collections::BTreeSet;

use icochess_rules::{Board, Move, Position, PositionTextError, san};

use crate::testing::{SlowRules, damaged, mv, rebuilt, rows};

/// Parses a text, and asserts that the result round-trips.
pub fn read_and_write<B: Board>(text: &str) -> Result<Position<B>, PositionTextError> {
    let position: Position<B> = text.parse()?;
    assert_eq!(position.to_string().parse(), Ok(position), "{text:?}");
    Ok(position)
}

/// Asserts that a strict text round-trips, also through a setup.
pub fn position_text_round_trips<B: Board>(text: &str) -> Position<B> {
    let position = read_and_write(text).expect("a position");
    assert_eq!(position.to_string(), text);
    assert_eq!(Position::try_from_setup(&position.setup()), Ok(position));
    position
}

/// Asserts that a text is refused with an offset, or is a playable position.
pub fn position_text_is_refused_or_read<B: Board>(text: &str) {
    match read_and_write::<B>(text) {
        Ok(position) => {
            for mv in position.legal_moves() {
                let next = position.play_unchecked(mv);
                assert_eq!(rebuilt(&next), next);
            }
        }
        Err(error) => {
            assert!(error.offset <= text.len() && text.is_char_boundary(error.offset));
            let message = error.to_string();
            assert!(
                message.starts_with("position text, character "),
                "{message}"
            );
        }
    }
}

/// Asserts that a text is refused at the position of its `^`, which is removed first, and that the
/// error starts with `message`.
pub fn position_text_is_refused<B: Board>(marked: &str, message: &str) {
    let offset = marked.find('^').expect("a mark");
    let text = marked.replace('^', "");
    let error = text.parse::<Position<B>>().expect_err(&text);
    assert_eq!(error.offset, offset, "{marked}: {error}");
    let message = format!("position text, character {}: {message}", offset + 1);
    assert!(error.to_string().starts_with(&message), "{marked}: {error}");
}

/// Asserts the errors of a table with lines `TEXT => PROBLEM`.
pub fn position_texts_are_refused<B: Board>(table: &str) {
    for [text, message] in rows(table) {
        position_text_is_refused::<B>(text, message);
    }
}

/// Asserts the errors of the start text with a replacement, by a table with lines
/// `FROM => TO => PROBLEM`.
pub fn changed_starts_are_refused<B: Board>(table: &str) {
    for [from, to, message] in rows(table) {
        position_text_is_refused::<B>(&B::START.replacen(from, to, 1), message);
    }
}

/// Asserts that a text is a legal move or refused, and that UCI text round-trips.
pub fn move_text_is_refused_or_legal<B: Board>(position: &Position<B>, text: &str) {
    match san::parse(position, text) {
        Ok(mv) => assert!(position.is_legal(mv), "{text}"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match position.parse_uci(text) {
        Ok(mv) => assert_eq!(position.uci(mv), text.to_ascii_lowercase()),
        Err(error) => assert!(error.to_string().contains("expected")),
    }
}

/// Asserts that garbage and damaged move texts are legal moves or refused.
pub fn garbage_is_refused_or_legal<B: Board>(
    position: &Position<B>,
    garbage: &str,
    spare: &str,
    seed: u64,
) {
    let moves = position.legal_moves();
    if let Some(mv) = moves.get(seed as usize % moves.len().max(1)) {
        for text in [san::write(position, *mv), position.uci(*mv)] {
            move_text_is_refused_or_legal(position, &damaged(&text, spare, seed));
        }
    }
    move_text_is_refused_or_legal(position, garbage);
}

/// The parts of a move text.
struct Parts<'a> {
    /// The letter of the piece, including `P` for a pawn.
    role: char,
    from: &'a str,
    to: &'a str,
    takes: bool,
    /// The text after the target cell.
    rest: &'a str,
}

impl<'a> Parts<'a> {
    fn of<B: Board>(mv: Move, short: &'a str) -> Self {
        let [from, to] = [mv.from, mv.to].map(|cell| B::tables().name(cell));
        let first = short.chars().next().filter(char::is_ascii_uppercase);
        Self {
            role: first.unwrap_or('P'),
            from,
            to,
            takes: short.contains('x'),
            rest: short.rsplit_once(to).map_or("", |(_, rest)| rest),
        }
    }

    /// Joins all parts, with `between` between the cells.
    fn joined(&self, between: &str) -> String {
        let Self {
            role,
            from,
            to,
            rest,
            ..
        } = self;
        format!("{role}{from}{between}{to}{rest}")
    }

    fn long(&self) -> String {
        self.joined(if self.takes { "x" } else { "-" })
    }
}

/// Asserts that every move text agrees with the slow rules, that texts are unique, and that other
/// spellings are accepted.
pub fn san_agrees<B: Board, S: SlowRules>(slow: &S, position: &Position<B>) {
    let mut texts = BTreeSet::new();
    for play in slow.legal() {
        let uci = S::uci(&play);
        let mv = mv(position, &uci);
        let text = san::write(position, mv);
        assert_eq!(text, slow.san(&play), "{uci} in {position}");
        let parts = Parts::of::<B>(mv, &text);
        let long = san::write_long(position, mv);
        assert_eq!(long, parts.long().trim_start_matches('P'));
        let spellings = [
            text.clone(),
            format!("{text}!?"),
            text.replace('x', ""),
            text.replace(['+', '#'], ""),
            text.replace(['x', '+', '#'], ""),
            parts.joined(""),
            parts.joined("-"),
            parts.joined("x"),
            parts.joined("-").replace(['+', '#'], ""),
            parts.joined("x").replace(['+', '#'], ""),
            long,
            uci,
        ];
        for other in spellings {
            assert_eq!(
                san::parse(position, &other),
                Ok(mv),
                "{other} in {position}"
            );
        }
        assert!(texts.insert(text), "two moves with one text in {position}");
    }
}

/// Asserts that upper-case moves are accepted on boards whose cell letters aren't piece letters.
pub fn capitals_are_read<B: Board>(position: &Position<B>) {
    for mv in position.legal_moves() {
        let short = san::write(position, mv);
        let long = Parts::of::<B>(mv, &short).long();
        let long = long.to_uppercase().replace('X', "x");
        for text in [long, position.uci(mv).to_uppercase()] {
            assert_eq!(san::parse(position, &text), Ok(mv), "{text} in {position}");
        }
    }
}

/// Generates the property tests of position text, move text and game files. `$chance` provides
/// random positions and setups, and `$of_slow` converts them. `$variant` is the name in game files,
/// and `$spare` holds the characters with which texts are damaged.
macro_rules! text_properties {
    ($board:ty, $variant:literal, $chance:ident, $of_slow:ident, $spare:expr) => {
        proptest! {
            #![proptest_config($crate::testing::cases(40))]

            #[test]
            fn move_texts_follow_the_grammar_and_round_trip(slow in $chance::positions()) {
                let position = $of_slow(&slow);
                $crate::testing::san_agrees(&slow, &position);
                $crate::testing::capitals_are_read(&position);
            }
        }

        proptest! {
            #![proptest_config($crate::testing::cases(12))]

            #[test]
            fn an_illegal_piece_move_is_never_a_pawn_move(slow in $chance::positions()) {
                $crate::testing::only_the_named_role_moves(&$of_slow(&slow));
            }

            #[test]
            fn games_round_trip(seed: u64, plies in 0..300_usize, back in 0..4_usize) {
                $crate::testing::game_file_round_trips::<$board>(seed, plies, back, $variant);
            }

            #[test]
            fn games_from_a_set_up_round_trip(
                slow in $chance::set_ups(),
                seed: u64,
            ) {
                $crate::testing::game_file_from_a_set_up_round_trips(&$of_slow(&slow), seed, 20);
            }
        }

        proptest! {
            #![proptest_config($crate::testing::cases(400))]

            #[test]
            fn position_text_round_trips(slow in $chance::positions()) {
                $crate::testing::position_text_round_trips::<$board>(&slow.text());
            }

            #[test]
            fn damaged_position_text_is_refused_or_read(slow in $chance::positions(), seed: u64) {
                let text = $crate::testing::damaged(&slow.text(), $spare, seed);
                $crate::testing::position_text_is_refused_or_read::<$board>(&text);
            }

            #[test]
            fn garbage_is_a_legal_move_or_refused(text in any::<String>(), seed: u64) {
                let position = $crate::testing::after_game::<$board>(seed, 8);
                $crate::testing::garbage_is_refused_or_legal(&position, &text, $spare, seed);
            }
        }
    };
}
pub(crate) use text_properties;
