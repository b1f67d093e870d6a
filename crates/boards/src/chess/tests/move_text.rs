//! SAN as in the PGN standard, section 8.2.3, and other spellings.

use icochess_boards::Chess;
use icochess_rules::san::{self, SanError};
use icochess_rules::{Equipment, Move, MoveKind, Role};
use proptest::prelude::*;

use crate::chess::tests::chance;
use crate::chess::tests::{Position, fen, mv};
use crate::testing::{self, cases, garbage_is_refused_or_legal, move_text_is_refused_or_legal};

fn letter(role: Role) -> String {
    match role {
        Role::PAWN => String::new(),
        role => Chess::ROLES[role.index()].letter.into(),
    }
}

/// Returns the SAN of a move by brute force, without analysing pins or blockers.
fn expected(position: &Position, mv: Move) -> String {
    let role = |mv: Move| position.piece_at(mv.from).unwrap().role;
    let name = |cell| Chess::tables().name(cell);
    let (from, to) = (name(mv.from), name(mv.to));
    let alike: Vec<&str> = position
        .legal_moves()
        .iter()
        .filter(|other| role(**other) == role(mv) && other.to == mv.to)
        .map(|other| name(other.from))
        .collect();
    let takes = position.captured_cell(mv).is_some();
    let origins = ["", &from[..1], &from[1..], from];
    let needed = usize::from(role(mv) == Role::PAWN && takes);
    let origin = origins[needed..]
        .iter()
        .find(|origin| {
            let fits = alike.iter().filter(|name| name.contains(*origin));
            fits.clone().all(|name| *name == from)
        })
        .unwrap();
    let after = position.play_unchecked(mv);
    let mut text = match (role(mv), mv.from.index().abs_diff(mv.to.index())) {
        (Role::KING, 2) if to.starts_with('g') => "O-O".to_owned(),
        (Role::KING, 2) => "O-O-O".to_owned(),
        (role, _) => format!(
            "{}{origin}{}{to}",
            letter(role),
            if takes { "x" } else { "" }
        ),
    };
    if let Some(role) = mv.promotion() {
        text += &format!("={}", letter(role));
    }
    if after.is_check() {
        text += if after.legal_moves().is_empty() {
            "#"
        } else {
            "+"
        };
    }
    text
}

/// Returns other unambiguous spellings of a move.
fn spellings(position: &Position, mv: Move, text: &str) -> Vec<String> {
    let uci = Chess::tables().uci(mv);
    let bare = text.trim_end_matches(['+', '#']);
    let mut spellings = vec![
        uci.clone(),
        bare.to_owned(),
        format!("{bare}!?"),
        format!("{bare}+"),
        san::write_long(position, mv),
    ];
    // "B1D2" is a bishop move from the first rank if a bishop can make it.
    if !uci.starts_with('b') {
        spellings.push(uci.to_uppercase());
    }
    if bare.starts_with('O') {
        spellings.push(bare.replace('O', "0"));
        spellings.push(bare.to_lowercase());
        return spellings;
    }
    let piece = position.piece_at(mv.from).unwrap();
    let (from, to) = (Chess::tables().name(mv.from), Chess::tables().name(mv.to));
    let becomes = mv.promotion().map(letter).unwrap_or_default();
    let role = Chess::ROLES[piece.role.index()].letter;
    spellings.push(bare.replace('x', ""));
    spellings.push(format!("{role}{from}-{to}{becomes}"));
    spellings.push(format!("{role}{from}x{to}{becomes}"));
    if mv.promotion().is_some() {
        let plain = bare.replace(&format!("={becomes}"), "");
        spellings.push(format!("{plain}{becomes}"));
        spellings.push(format!("{plain}({becomes})"));
        spellings.push(format!("{plain}/{becomes}"));
        spellings.push(format!("{plain}={}", becomes.to_lowercase()));
    }
    if position
        .captured_cell(mv)
        .is_some_and(|taken| taken != mv.to)
    {
        for mark in ["e.p.", " e.p.", "ep", " ep", "+ e.p.", " e.p.+"] {
            spellings.push(format!("{bare}{mark}"));
        }
    }
    spellings
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn moves_are_written_strictly_and_read_in_every_spelling(
        position in chance::positions(),
    ) {
        let mut texts = vec![];
        for mv in position.legal_moves() {
            let text = san::write(&position, mv);
            prop_assert_eq!(&text, &expected(&position, mv), "{:?} in {}", mv, position);
            prop_assert_eq!(san::parse(&position, &text), Ok(mv), "{} in {}", text, position);
            for other in spellings(&position, mv, &text) {
                let found = san::parse(&position, &other);
                prop_assert_eq!(found, Ok(mv), "{} for {} in {}", other, text, position);
            }
            prop_assert_eq!(Chess::tables().parse_uci(&Chess::tables().uci(mv)), Ok(mv));
            texts.push(text);
        }
        let count = texts.len();
        texts.sort();
        texts.dedup();
        prop_assert_eq!(texts.len(), count, "two moves with one text in {}", position);
    }

    #[test]
    fn an_illegal_piece_move_is_never_a_pawn_move(position in chance::positions()) {
        testing::only_the_named_role_moves(&position);
    }

    /// An accepted text is a legal move, and the text written for that move contains all of the
    /// accepted text.
    #[test]
    fn garbage_is_a_legal_move_or_refused(
        position in chance::positions(),
        any in any::<String>(),
        like in "[KQRBNPa-h1-8x=+O0-]{1,9}",
        seed: u64,
    ) {
        garbage_is_refused_or_legal(&position, &any, "KQRBNabh18x=+#O0-é", seed);
        move_text_is_refused_or_legal(&position, &like);
    }
}

#[test]
fn san_is_as_short_as_the_legal_moves_allow() {
    for (text, uci, san) in [
        // A pinned rival does not count (PGN standard, 8.2.3.4).
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
        ("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "g1e2", "Nge2"),
        ("4k3/8/8/8/8/2N5/8/2N1K3 w - - 0 1", "c1e2", "N1e2"),
        // The file takes precedence over the rank; both appear only if neither suffices.
        ("8/5k2/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
        ("8/5k2/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1"),
        ("8/5k2/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1"),
        ("8/1k6/8/8/R7/8/8/R6K w - - 0 1", "a1a3", "R1a3"),
        // Pawns show the file with every capture, and never otherwise.
        ("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "c4d5", "cxd5"),
        ("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "axb8=N"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"),
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", "Rh8#"),
        // Castling that gives check or mate.
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"),
        ("5k2/8/8/8/8/8/4R1R1/4K2R w K - 0 1", "e1g1", "O-O#"),
    ] {
        let position = fen(text);
        let mv = mv(uci);
        assert_eq!(position.why_illegal(mv), None, "{uci} in {text}");
        assert_eq!(san::write(&position, mv), san, "{uci} in {text}");
    }
}

#[test]
fn long_form_names_both_squares() {
    for (text, uci, long) in [
        ("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5xd6"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "a7xb8=Q+"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h7", "Rh1-h7"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
    ] {
        assert_eq!(san::write_long(&fen(text), mv(uci)), long);
    }
}

#[test]
fn lower_case_b_is_a_pawn_and_upper_case_b_a_bishop() {
    let position = fen("4k3/8/8/8/8/2p5/1P6/B2K4 w - - 0 1");
    assert_eq!(san::parse(&position, "bxc3"), Ok(mv("b2c3")));
    assert_eq!(san::parse(&position, "bc3"), Ok(mv("b2c3")));
    // The bishop is blocked by the pawn.
    let illegal = |text: &str| Err(SanError::Illegal(text.into()));
    for text in ["Bxc3", "Bc3", "B×c3"] {
        assert_eq!(san::parse(&position, text), illegal(text));
    }
    // A pawn move has the full origin square, or is all upper case.
    for text in [
        "B2xc3", "B2C3", "B2-c3", "BC3", "BXC3", "BxC3", "Pxc3", "b×c3",
    ] {
        assert_eq!(san::parse(&position, text), Ok(mv("b2c3")), "{text}");
    }
    let start = Position::start();
    assert_eq!(san::parse(&start, "Bb4"), illegal("Bb4"));
    assert_eq!(san::parse(&start, "BB4"), Ok(mv("b2b4")));
    assert_eq!(san::parse(&start, "B4"), Ok(mv("b2b4")));
    let position = fen("4k3/8/8/8/8/2p5/1P6/3KB3 w - - 0 1");
    assert_eq!(san::parse(&position, "Bxc3"), Ok(mv("e1c3")));
    assert_eq!(san::parse(&position, "bxc3"), Ok(mv("b2c3")));
}

#[test]
fn ambiguous_text_error_lists_the_moves() {
    let ambiguous = |position: &Position, text: &str| match san::parse(position, text) {
        Err(SanError::Ambiguous { moves, .. }) => moves.join(" "),
        other => panic!("{text}: {other:?}"),
    };
    let queens = fen("8/5k2/8/8/4Q2Q/8/8/K6Q w - - 0 1");
    assert_eq!(ambiguous(&queens, "Qe1"), "h1e1 e4e1 h4e1");
    assert_eq!(ambiguous(&queens, "Qhe1"), "h1e1 h4e1");
    assert_eq!(ambiguous(&queens, "Q4e1"), "e4e1 h4e1");
    let error = san::parse(&queens, "Qe1").unwrap_err().to_string();
    assert!(error.contains("h1e1 or e4e1"), "{error}");
    let pawns = fen("1n2k3/P1P5/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(ambiguous(&pawns, "Pxb8=Q"), "a7b8q c7b8q");
}

#[test]
fn promotion_without_a_role_is_refused() {
    let pawn = fen("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    for text in ["a8", "a7a8", "Pa8", "axb8", "ab"] {
        let error = san::parse(&pawn, text).unwrap_err();
        let named = matches!(error, SanError::NoPromotion { .. });
        assert!(named, "{text}: {error}");
        let expected = format!(
            "\"{text}\" does not say what the piece becomes: write one of =Q, =R, =B, =N after it"
        );
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn pawn_capture_is_read_from_its_two_files() {
    let position = fen("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1");
    for text in ["ed", "exd", "e×d", "e:d", "ed e.p.", "e×d6"] {
        assert_eq!(san::parse(&position, text), Ok(mv("e5d6")), "{text}");
    }
    let syntax = |text: &str| matches!(san::parse(&position, text), Err(SanError::Syntax(_)));
    for text in ["Ed", "ED", "de", "ef", "cb", "ee", "ed=Q"] {
        assert!(syntax(text), "{text}");
    }
    let pawn = fen("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    for (text, uci) in [("ab=Q", "a7b8q"), ("axbN", "a7b8n")] {
        assert_eq!(san::parse(&pawn, text), Ok(mv(uci)), "{text}");
    }
    let two = fen("4k3/8/8/3p4/4P3/3p4/4P3/4K3 w - - 0 1");
    let refused = san::parse(&two, "ed");
    assert!(matches!(refused, Err(SanError::Ambiguous { .. })));
}

#[test]
fn error_examples_are_moves_of_the_board() {
    let error = san::parse(&Position::start(), "hello").unwrap_err();
    let expected = "\"hello\" is not a move: expected text such as ";
    let message = error.to_string();
    let examples = message.strip_prefix(expected).unwrap();
    for text in examples.split(" or ") {
        assert!(san::parse(&Position::start(), text).is_ok(), "{text}");
    }
    // A mated position has no legal move as an example.
    let mate = fen("R6k/8/6K1/8/8/8/8/8 b - - 1 1");
    assert_eq!(
        san::parse(&mate, "hello").unwrap_err().to_string(),
        error.to_string()
    );
    let error = Chess::tables().parse_uci("hello").unwrap_err().to_string();
    assert!(error.contains("such as a1h8,"), "{error}");
}

#[test]
fn invalid_move_text_is_refused_with_the_reason() {
    let start = Position::start();
    for text in [
        "e5", "Nd2", "O-O", "0-0-0", "Ke2", "e7e5", "e2e4q", "exd3", "Nbf3",
    ] {
        let quoted = text.to_owned();
        let refused = san::parse(&start, text);
        assert_eq!(refused, Err(SanError::Illegal(quoted)), "{text}");
    }
    for text in [
        "", "N", "i4", "e9", "=Q", "--", "O-O-O-O", "e.p.", "+", "Ze4",
    ] {
        match san::parse(&start, text) {
            Err(SanError::Syntax(no_move)) => assert_eq!(no_move.text, text),
            other => panic!("{text}: {other:?}"),
        }
    }
    let long = "a".repeat(99);
    let refused = san::parse(&start, &long).unwrap_err().to_string();
    assert!(refused.len() < 99, "quoted in part: {refused}");
}

#[test]
fn uci_promotion_is_a_trailing_letter() {
    let mv = Chess::tables().parse_uci("E7E8Q").unwrap();
    assert_eq!(mv.kind, MoveKind::Promotion(Role::QUEEN));
    assert_eq!(Chess::tables().uci(mv), "e7e8q");
}
