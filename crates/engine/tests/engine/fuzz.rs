//! Fuzz targets: everything that is read, fed with damaged texts.
//!
//! One target for each thing that comes from outside: position text, move
//! text, PGN and UCI. Each takes a good text, damages it byte by byte, and asks
//! two things: nothing panics, and what is accepted is legal and can be written
//! and read again. The run here is short; `PROPTEST_CASES=1000000 cargo test
//! -p icochess-engine --test engine fuzz` makes a long one of it. A
//! failure prints the smallest text that shows it.
//!
//! Made with proptest and not with cargo-fuzz, which needs a nightly compiler.

use std::borrow::Cow;
use std::fmt;

use icochess_boards::{Chess, Icochess, OctHex146, OnBoard, Raumschach, StarTrek3d, Variant};
use icochess_engine::uci::{Answer, Session};
use icochess_rules::{Board, Position, Side, pgn, san};
use proptest::prelude::*;

/// What is done to a text. Places are taken modulo its length.
#[derive(Clone, Debug)]
enum Damage {
    /// Another byte in that place.
    Replace(usize, u8),
    /// A byte that means something, put in.
    Insert(usize, u8),
    /// Bytes taken out.
    Remove(usize, usize),
    /// Bytes said twice, or many times.
    Repeat(usize, usize, usize),
    /// The end cut off.
    Cut(usize),
    /// Everything from there on taken from another text.
    Splice(usize, usize, usize),
}

/// Bytes that the formats give a meaning, and some that no text has.
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

/// A text, with bytes that may be none.
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

/// One of the texts, damaged.
fn damaged(texts: &'static [&'static str]) -> impl Strategy<Value = Text> {
    let damages = proptest::collection::vec(damage(), 0..5);
    (proptest::sample::select(texts), damages).prop_map(move |(text, damages)| {
        let mut bytes = text.as_bytes().to_vec();
        for damage in damages {
            apply(damage, &mut bytes, texts);
        }
        Text(bytes)
    })
}

fn apply(damage: Damage, bytes: &mut Vec<u8>, texts: &[&str]) {
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

fn cases(usual: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok();
    ProptestConfig {
        cases: asked.and_then(|n| n.parse().ok()).unwrap_or(usual),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// What every position must be that any reader lets in.
fn assert_legal<B: Board>(position: &Position<B>) {
    for side in Side::ALL {
        let king = position.royal(side);
        assert_eq!(king.is_some(), B::ROYAL.is_some(), "{position}");
        if let Some(king) = king.filter(|_| side != position.turn()) {
            assert!(!position.is_attacked(king, position.turn()), "{position}");
        }
    }
    assert_eq!(position.rebuilt(), *position, "{position}");
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

/// Is the line short enough? A tag is as long as it is, and so is a word.
fn in_columns(line: &str) -> bool {
    line.starts_with('[') || line.chars().count() < 80 || !line.contains(' ')
}

fn pgn_text<B: Board>(text: &Text) {
    // As a file, whatever its bytes are.
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

/// Reads a text on a board, whatever board it is of.
#[derive(Clone, Copy)]
enum Reading<'a> {
    /// The text of a legal position.
    Legal(&'a str),
    /// A position text.
    Position(&'a str),
    /// Move text, in one of the [`POSITIONS`] that the board has.
    Move(&'a str, prop::sample::Index),
    /// A game file.
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
                let all = POSITIONS.iter().filter_map(|it| it.parse().ok());
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

/// Positions of all boards, each damaged and tried on every board.
const POSITIONS: &[&str] = &[
    // 8×8.
    Chess::START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/P6k/8/8/8/8/p6K/8 b - - 99 150",
    "4k3/8/8/8/8/8/8/R3K2R w KQ -",
    // The ball.
    Icochess::START,
    "1K1P/2R1/1P2/2P1/1B2/4/4/4/4/4/1p2/4/1p1p/qkR1/1bp1/4/4/4/2r1/4 b a4c2k2 - 0 1",
    "QKPP/1B2/1P2/1P2/3N/4/4/4/4/4/1p2/1p2/rb1p/1k1p/1bRq/4/4/r3/4/4 w a3a4c2d2k2l2n4 - 0 1",
    // OctHex 146.
    OctHex146::START,
    "b|pu/pn|1pu/1p1/1pn|2pu/2pg/2pc/2pn|P2pu/P2pd/P2pq/P2pm/P2pn|\
     BP2pb/RP2pr/RP2pr/RP2pr/RP2pr/BP2pb|UP2p/DP1Mp/QP2p/BP2p/NP2p|UP2/GP2/CP2/NP2|\
     UP1/VP1/NP1|UP/NP|B[b] b g52g54 - 1 1",
    "c|2/2|3/3/3|4/4/4/4|5/5/P4/5/2P2|6/6/6/6/6/6|5/5/5/5/5|4/4/4/4|3/3/3|2/D1|C[] b - - 0 9",
    "b|1u/2|3/1P1/3|4/4/1P2/4|5/5/2P1v/5/5|6/6/6/1q4/6/6|5/5/5/5/5|4/4/4/4|3/1V1/3|2/2|Q[] w - - 99 150",
    // Star Trek.
    StarTrek3d::START,
    "4/4/PPP1/NBBN|4/3P/4/4|nbbn/pppp/4/4|\
     b15:FF/RQ,e17:FF/KR,b35:2/2,b63:2/2,b81:rq/ff,e81:kr/ff b a81b81e81f81b72c72d72e72 - 0 2",
    "4/4/4/K3|4/4/4/4|3k/P3/4/4|b17:F1/2,e17:2/2,b35:2/2,b63:2/2,b81:2/1f,e81:2/2 w - - 99 150",
    // Raumschach.
    Raumschach::START,
    "k4/4P/5/5/5|4P/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w - - 99 150",
];

/// Moves of all boards.
const MOVES: &[&str] = &[
    // 8×8.
    "e4",
    "Nf3",
    "exd6",
    "O-O",
    "0-0-0",
    "e2e4",
    "e7e8q",
    "exf6 e.p.",
    "axb8=Q+",
    "Qd1xh5#",
    "Nbd2",
    "R1a3",
    "Qh4e1",
    "g1-f3",
    "Bb5!?",
    "e5xf6ep",
    "h3xg2",
    "Pe4",
    "O-O-O+",
    // The ball.
    "a4g1",
    "Rb1xo3",
    "b1o3",
    "Nxb2",
    "fg1",
    "A4-G1",
    "Qa1xb2+",
    "g1",
    "BB1",
    "bb1",
    "R1g4#",
    // OctHex 146.
    "Mf34/B",
    "e12f34b",
    "Mf34",
    "f34",
    "Nb22",
    "Uc11xd33#",
    "cxd12",
    "f21xg32=Q",
    "h43i33q",
    "Me12-f34/B",
    "g54f32b",
    "BB11",
    "bb11",
    // Star Trek.
    "Ab17-b15",
    "A@b17b15",
    "A@e17e15+",
    "c36",
    "b26b36",
    "Nb16xc35#",
    "bxc54",
    "a72a82=Q",
    "Kd16",
    "QE91",
    "F17",
    "a17a36",
    // Raumschach.
    "ba2ba3",
    "Nbb3",
    "Qcc2",
    "bxcb3",
    "dee5=U",
    "ee4ee5q",
];

const PGNS: &[&str] = &[
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"2026.11.21\"]\n[Round \"1\"]\n[White \"A\"]\n\
     [Black \"B\\\"\\\\\"]\n[Result \"1-0\"]\n[PlyCount \"7\"]\n[Variant \"Standard\"]\n\n\
     1. e4 {best [%clk 0:04:58]} e5 (1... c5 $1 2. Nf3 (2. c3 {x}) d6) 2. Bc4 $14 Nc6 \
     3. Qh5 Nf6?? ; oh\n4. Qxf7# 1-0\n",
    "[FEN \"8/P6k/8/8/8/8/p6K/8 b - - 0 1\"]\n[SetUp \"1\"]\n\n1... a1=N {[%eval -1.25,12]} \
     2. a8=Q+ *\n",
    "[Result \"*\"]\n[Variant \"Icochess\"]\n\n1. a4g1 n4s1 2. Rxo3 {a} (2. b1b4) *\n",
    "1.e4 d5 2.e5 f5 3.exf6 e.p. 1/2-1/2",
    "[Variant \"OctHex 146\"]\n\n1. Mf34/B Mf33/B 2. Df22 (2. Nb22) *\n",
    "[Variant \"Star Trek 3D\"]\n\n1. Ab17-b15 Ab81-b83 2. c36 {up} *\n",
    "[Variant \"Raumschach\"]\n\n1. ba3 {[%clk 0:01:00]} da3 2. Nbb3 (2. Qcc2) *\n",
];

const DIALOGUES: &[&str] = &[
    "uci\nisready\nucinewgame\nposition startpos moves a4g1 n4s1\nd\nstop\nquit\n",
    "setoption name UCI_Variant value chess\nposition startpos moves e2e4 e7e5 g1f3\nd\n\
     position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8\nisready\n",
    "setoption name UCI_Variant value octhex146\nposition startpos moves e12f34b\nd\n\
     setoption name UCI_Variant value startrek3d\nposition startpos moves A@b17b15\nd\n",
    "setoption name UCI_Variant value icochess\ngo perft 1\nposition fen x\njoho isready\nfoo\n",
];

/// Has the list a position of this board?
struct IsListed;

impl OnBoard for IsListed {
    type Output = bool;

    fn run<B: Board>(self) -> bool {
        POSITIONS.contains(&B::START)
    }
}

#[test]
fn positions_of_every_board_are_damaged() {
    for variant in Variant::ALL {
        assert!(variant.on_board(IsListed), "{variant}");
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn position_texts(text in damaged(POSITIONS)) {
        on_every_board(Reading::Position(&text.read()));
    }

    #[test]
    fn move_texts(text in damaged(MOVES), position in any::<prop::sample::Index>()) {
        on_every_board(Reading::Move(&text.read(), position));
    }

    #[test]
    fn pgns(text in damaged(PGNS)) {
        on_every_board(Reading::Pgn(&text));
    }

    #[test]
    fn dialogues(text in damaged(DIALOGUES)) {
        let mut session = Session::new(Variant::for_uci(), "icochess").unwrap();
        for line in text.read().lines() {
            let before = (session.board(), session.position_text());
            match session.obey(line) {
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
