//! Fuzz targets: every parser, fed with damaged texts.
//!
//! There is one target for each external format: position text, move text, PGN and UCI. Each
//! damages a valid text byte by byte. It checks that nothing panics, and that accepted texts are
//! legal and survive a round trip. The default run is short; for a long one, use
//! `PROPTEST_CASES=1000000 cargo test -p icochess-engine --test engine fuzz`. A failure prints the
//! smallest failing text.
//!
//! Uses proptest rather than cargo-fuzz, which requires a nightly compiler.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;
use std::{fmt, fs};

use icochess_boards::{OnBoard, Variant};
use icochess_engine::uci::{Answer, Session};
use icochess_rules::{Board, Position, Side, pgn, san};
use proptest::prelude::*;
use serde::Deserialize;

use crate::shared::{cases, rebuilt};

/// A damaging edit. Positions are taken modulo the text's length.
#[derive(Clone, Debug)]
enum Damage {
    /// Replaces a byte.
    Replace(usize, u8),
    /// Inserts a byte.
    Insert(usize, u8),
    /// Removes bytes.
    Remove(usize, usize),
    /// Repeats bytes.
    Repeat(usize, usize, usize),
    /// Cuts off the end.
    Cut(usize),
    /// Replaces the rest with part of another text.
    Splice(usize, usize, usize),
}

/// Bytes with a meaning in the formats, and some invalid ones.
const MEANINGFUL: &[u8] =
    b"[]{}()\"\\;%$*.!?/-+#=xO08aKqNPwb1h|:,@AFV \n\r\t\0\x1b\x7f\xff\xc3\xa9";

fn damage() -> impl Strategy<Value = Damage> {
    let at = || 0..4096_usize;
    let byte = || prop_oneof![any::<u8>(), proptest::sample::select(MEANINGFUL)];
    prop_oneof![
        (at(), byte()).prop_map(|(at, byte)| Damage::Replace(at, byte)),
        (at(), byte()).prop_map(|(at, byte)| Damage::Insert(at, byte)),
        (at(), 1..9_usize).prop_map(|(at, count)| Damage::Remove(at, count)),
        (at(), 1..40_usize, 1..30_usize).prop_map(|(at, len, n)| Damage::Repeat(at, len, n)),
        at().prop_map(Damage::Cut),
        (at(), at(), any::<usize>()).prop_map(|(at, from, text)| Damage::Splice(at, from, text)),
    ]
}

/// A text that may be invalid UTF-8.
struct Text(Vec<u8>);

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

impl Text {
    fn read(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }
}

/// Returns one of the texts, damaged.
fn damaged(texts: &'static [String]) -> impl Strategy<Value = Text> {
    let damages = proptest::collection::vec(damage(), 0..5);
    (proptest::sample::select(texts), damages).prop_map(move |(text, damages)| {
        let mut bytes = text.as_bytes().to_vec();
        for damage in damages {
            apply(damage, &mut bytes, texts);
        }
        Text(bytes)
    })
}

fn apply(damage: Damage, bytes: &mut Vec<u8>, texts: &[String]) {
    let len = bytes.len();
    let place = |at: usize| at % (len + 1);
    let range = |at: usize, count: usize| place(at)..(place(at) + count).min(len);
    match damage {
        Damage::Replace(at, byte) => {
            if let Some(old) = bytes.get_mut(place(at)) {
                *old = byte;
            }
        }
        Damage::Insert(at, byte) => bytes.insert(place(at), byte),
        Damage::Remove(at, count) => drop(bytes.drain(range(at, count))),
        Damage::Repeat(at, count, times) => {
            let again = bytes[range(at, count)].repeat(times);
            bytes.splice(place(at)..place(at), again);
        }
        Damage::Cut(at) => bytes.truncate(place(at)),
        Damage::Splice(at, from, text) => {
            let other = texts[text % texts.len()].as_bytes();
            bytes.truncate(place(at));
            bytes.extend_from_slice(&other[from % (other.len() + 1)..]);
        }
    }
}

/// Asserts that a position is legal, as every accepted position must be.
fn assert_legal<B: Board>(position: &Position<B>) {
    for side in Side::ALL {
        let king = position.royal(side);
        assert_eq!(king.is_some(), B::ROYAL.is_some(), "{position}");
        if let Some(king) = king.filter(|_| side != position.turn()) {
            assert!(!position.is_attacked(king, position.turn()), "{position}");
        }
    }
    assert_eq!(rebuilt(position), *position, "{position}");
    let again: Position<B> = position.to_string().parse().expect("what was written");
    assert_eq!(again, *position);
}

fn position_text<B: Board>(text: &str) {
    match text.parse::<Position<B>>() {
        Ok(position) => assert_legal(&position),
        Err(error) => {
            assert!(error.offset <= text.len(), "{error}");
            assert!(error.to_string().chars().all(|c| !c.is_control()));
        }
    }
}

fn move_text<B: Board>(position: &Position<B>, text: &str) {
    for mv in [
        san::parse(position, text).ok(),
        B::tables()
            .parse_uci(text)
            .ok()
            .filter(|mv| position.is_legal(*mv)),
    ]
    .into_iter()
    .flatten()
    {
        let next = position.play(mv).expect("a legal move");
        assert_legal(&next);
        let forms = [
            san::write(position, mv),
            san::write_long(position, mv),
            B::tables().uci(mv),
        ];
        for form in forms {
            assert_eq!(san::parse(position, &form), Ok(mv), "{form} of {text:?}");
        }
    }
}

/// Returns whether a line is short enough. Tags and single words may have any length.
fn in_columns(line: &str) -> bool {
    line.starts_with('[') || line.chars().count() < 80 || !line.contains(' ')
}

fn pgn_text<B: Board>(text: &Text) {
    // Reads it as a file, with arbitrary bytes.
    for game in pgn::Reader::<_, B>::new(&text.0[..]).flatten() {
        let written = pgn::write(&game);
        assert_eq!(pgn::parse::<B>(&written).as_ref(), Ok(&game), "{written}");
    }
    let text = text.read();
    match pgn::parse::<B>(&text) {
        Ok(game) => {
            assert_legal(game.tree.position());
            let written = pgn::write(&game);
            assert!(written.lines().all(in_columns), "{written}");
            assert_eq!(pgn::parse::<B>(&written).as_ref(), Ok(&game), "{written}");
        }
        Err(error) => assert!(error.to_string().chars().all(|c| !c.is_control())),
    }
}

/// A text to read on every board.
#[derive(Clone, Copy)]
enum Reading<'a> {
    /// Text of a legal position.
    Legal(&'a str),
    /// Position text.
    Position(&'a str),
    /// Move text, in one of the board's positions.
    Move(&'a str, prop::sample::Index),
    /// Game file.
    Pgn(&'a Text),
}

impl OnBoard for Reading<'_> {
    type Output = ();

    fn run<B: Board>(self) {
        match self {
            Self::Legal(text) => {
                assert_legal(&text.parse::<Position<B>>().expect("what was written"));
            }
            Self::Position(text) => position_text::<B>(text),
            Self::Move(text, index) => {
                let all = TEXTS.positions.iter().filter_map(|it| it.parse().ok());
                let all: Vec<Position<B>> = all.collect();
                move_text::<B>(index.get(&all), text);
            }
            Self::Pgn(text) => pgn_text::<B>(text),
        }
    }
}

fn on_every_board(reading: Reading) {
    for variant in Variant::ALL {
        variant.on_board(reading);
    }
}

/// A board's texts to damage, from `tests/fuzz.ron` in its folder. Each text is tried on every
/// board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardTexts {
    positions: Vec<String>,
    moves: Vec<String>,
    games: Vec<String>,
    dialogues: Vec<String>,
}

/// UCI sessions for every board.
const DIALOGUES: [&str; 2] = [
    "uci\nisready\nucinewgame\nposition startpos moves a4g1 n4s1\nd\nstop\nquit\n",
    "setoption name UCI_Variant value icochess\ngo perft 1\nposition fen x\njoho isready\nfoo\n",
];

/// The texts of all boards.
static TEXTS: LazyLock<BoardTexts> = LazyLock::new(|| {
    let boards = Path::new(env!("CARGO_MANIFEST_DIR")).join("../boards/src");
    let mut all = BoardTexts {
        positions: start_texts(),
        moves: vec![],
        games: vec![],
        dialogues: DIALOGUES.map(str::to_owned).into(),
    };
    for folder in BTreeSet::from(Variant::ALL.map(Variant::module)) {
        let file = boards.join(folder).join("tests/fuzz.ron");
        let text = fs::read_to_string(&file);
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let texts: BoardTexts =
            ron::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        all.positions.extend(texts.positions);
        all.moves.extend(texts.moves);
        all.games.extend(texts.games);
        all.dialogues.extend(texts.dialogues);
    }
    all
});

fn start_texts() -> Vec<String> {
    let starts = Variant::ALL.map(|variant| variant.board().new_game());
    starts.map(|game| game.position().text()).into()
}

#[test]
fn every_board_has_fuzz_texts() {
    let starts = start_texts();
    for board in Variant::ALL.map(Variant::board) {
        let id = board.id();
        let mut positions = TEXTS.positions.iter().filter(|text| !starts.contains(text));
        assert!(
            positions.any(|text| board.read_position(text).is_ok()),
            "{id}"
        );
        let start = board.new_game();
        let mut moves = TEXTS.moves.iter();
        assert!(
            moves.any(|text| start.position().parse_san(text).is_ok()),
            "{id}"
        );
        let mut games = TEXTS.games.iter();
        assert!(games.any(|text| board.read_pgn(text).is_ok()), "{id}");
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn position_texts(text in damaged(&TEXTS.positions)) {
        on_every_board(Reading::Position(&text.read()));
    }

    #[test]
    fn move_texts(text in damaged(&TEXTS.moves), position in any::<prop::sample::Index>()) {
        on_every_board(Reading::Move(&text.read(), position));
    }

    #[test]
    fn pgns(text in damaged(&TEXTS.games)) {
        on_every_board(Reading::Pgn(&text));
    }

    #[test]
    fn dialogues(text in damaged(&TEXTS.dialogues)) {
        let mut session = Session::new(Variant::for_uci(), "icochess").unwrap();
        for line in text.read().lines() {
            let before = (session.board(), session.position_text());
            match session.execute(line) {
                Err(refusal) => {
                    prop_assert_eq!(&before, &(session.board(), session.position_text()));
                    prop_assert!(refusal.to_string().chars().all(|c| !c.is_control()));
                }
                Ok(Answer::Lines(lines)) => prop_assert!(!lines.is_empty()),
                Ok(_) => {}
            }
            let variant: Variant = session.board().id().parse().expect("a board of the list");
            variant.on_board(Reading::Legal(&session.position_text()));
        }
    }
}
