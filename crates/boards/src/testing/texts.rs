//! Position text and move text: what is read back, and what is refused.

use std::collections::BTreeSet;

use icochess_rules::{Board, Move, Position, PositionTextError, san};

use crate::testing::{SlowRules, damaged, mv, rows};

/// Reads a text, and holds that what is read is written so that it reads the same again.
pub fn read_and_write<B: Board>(text: &str) -> Result<Position<B>, PositionTextError> {
    let position: Position<B> = text.parse()?;
    assert_eq!(position.to_string().parse(), Ok(position), "{text:?}");
    assert_eq!(position.rebuilt(), position, "{text:?}");
    Ok(position)
}

/// Holds that a strict text is written as it was read, by way of a set-up too.
pub fn position_text_round_trips<B: Board>(text: &str) -> Position<B> {
    let position = read_and_write(text).expect("a position");
    assert_eq!(position.to_string(), text);
    assert_eq!(Position::try_from_setup(&position.setup()), Ok(position));
    position
}

/// Holds that a text is refused with its place, or is a position that can be played on.
pub fn position_text_is_refused_or_read<B: Board>(text: &str) {
    match read_and_write::<B>(text) {
        Ok(position) => {
            for mv in position.legal_moves() {
                let next = position.play_unchecked(mv);
                assert_eq!(next.rebuilt(), next);
            }
        }
        Err(error) => {
            assert!(error.offset <= text.len() && text.is_char_boundary(error.offset));
            let told = error.to_string();
            assert!(told.starts_with("position text, character "), "{told}");
        }
    }
}

/// Holds that a text is refused where a `^` stands in it, which is taken out, and that so
/// begins what is told of the problem.
pub fn position_text_is_refused<B: Board>(marked: &str, told: &str) {
    let offset = marked.find('^').expect("a mark");
    let text = marked.replace('^', "");
    let error = text.parse::<Position<B>>().expect_err(&text);
    assert_eq!(error.offset, offset, "{marked}: {error}");
    let told = format!("position text, character {}: {told}", offset + 1);
    assert!(error.to_string().starts_with(&told), "{marked}: {error}");
}

/// Holds that the texts of a table are refused as it says: `TEXT => PROBLEM`.
pub fn position_texts_are_refused<B: Board>(table: &str) {
    for [text, told] in rows(table) {
        position_text_is_refused::<B>(text, told);
    }
}

/// Holds that the text of the start is refused with a part of it replaced, as a table says:
/// `FROM => TO => PROBLEM`.
pub fn changed_starts_are_refused<B: Board>(table: &str) {
    for [from, to, told] in rows(table) {
        position_text_is_refused::<B>(&B::START.replacen(from, to, 1), told);
    }
}

/// Holds that a text is a legal move or refused, and that no other move is read in it.
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

/// Holds that neither garbage nor damaged texts of a move are anything but a legal move.
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

/// A move as text for people, taken apart.
struct Parts<'a> {
    /// The letter of the piece, that of a pawn too.
    role: char,
    from: &'a str,
    to: &'a str,
    takes: bool,
    /// The text after the cell where the move ends.
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

    /// Everything, with this between the cells.
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

/// Holds that every move is written as the slow rules write it, that no two have one text,
/// and that other spellings are read too.
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

/// Holds that moves are read in capitals, where no letter of a cell is that of a piece.
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

/// The properties of position text, move text and game files: `$chance` has its random positions and set-ups,
/// `$of_slow` makes positions of them, `$variant` is the name in game files and `$spare` what
/// comes into texts that are damaged.
macro_rules! text_properties {
    ($board:ty, $variant:literal, $chance:ident, $of_slow:ident, $spare:expr) => {
        proptest! {
            #![proptest_config($crate::testing::cases(40))]

            #[test]
            fn moves_are_written_as_the_grammar_says_and_read_back(slow in $chance::positions()) {
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
            fn games_are_written_and_read_back(seed: u64, plies in 0..300_usize, back in 0..4_usize) {
                $crate::testing::game_file_round_trips::<$board>(seed, plies, back, $variant);
            }

            #[test]
            fn games_from_a_set_up_are_written_and_read_back(
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
