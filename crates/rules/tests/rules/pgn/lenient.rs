//! Tests of accepted non-standard text, and of errors with their places.

use super::*;

#[test]
fn reading_is_lenient() {
    let game = read("a4g1 n4s1 *");
    assert_eq!(game.tree.line().len(), 2);
    for text in [
        "a4g1 n4s1",
        "1.a4g1 n4s1*",
        "1. A4-G1 1... Pn4-s1 *",
        "1 . a4g1 1…n4s1 *",
        "{} 1. a4g1 ( { } ) n4s1 ;\n*",
        "% escaped [\r\n1. a4g1\r\n% ( {\r\nn4s1\r\n*\r\n\r\n",
        "\u{feff}[variant \"ICOCHESS\"]\n[Result \"?\"] {}\n[Setup \"0\"]\na4g1 n4s1",
        "[Termination \"unterminated\"][PlyCount \"2\"]\n\n[Variant\"Icochess\" ]a4g1 n4s1 *",
        "[Result \"*\"] a4g1 n4s1 *",
        "[Result \"*\"]\na4g1 n4s1",
        "[Result \"\"]\na4g1 n4s1",
    ] {
        assert!(read(text) == game, "{text}");
    }
    for text in [
        "7 a4g1!? n4s1 ?! $1 $139 *",
        "{a} 1. a4g1 {[%clk 0:04:58] (} (1. b1o3 (1. a3g1?? ) n4s1) n4s1 ; note {\n*",
        "% escaped\r1. a4g1 ; note\rn4s1\r*\r",
    ] {
        assert_eq!(read(text).tree.line(), game.tree.line(), "{text}");
        round_trip(&read(text));
    }
    let fen = format!("[FEN \"{MATE_IN_ONE}\"] Rr1 0-1");
    assert_eq!(read(&fen), with_mate());
    assert_eq!(read("[White \"a\\b\tc\"] *").tags["White"], "a\\b c");
}

#[test]
fn each_problem_is_named_with_its_place() {
    let fen = format!("[FEN \"{MATE_IN_ONE}\"]\n");
    assert!(matches!(
        wrong("\n1. a4g1 n4s1\n2. a4g1 *"),
        (
            3,
            4,
            Problem::Move {
                number: 2,
                side: Side::White,
                reason: SanError::Illegal(_)
            }
        )
    ));
    assert!(matches!(
        wrong("1. a4g1\r\nhello *"),
        (
            2,
            1,
            Problem::Move {
                reason: SanError::Syntax(_),
                ..
            }
        )
    ));
    assert!(matches!(
        wrong("g1 *"),
        (
            1,
            1,
            Problem::Move {
                reason: SanError::Ambiguous { .. },
                ..
            }
        )
    ));
    for (text, line, column) in [
        ("a4g1 é", 1, 6),
        ("é", 1, 1),
        ("{é} \0", 1, 5),
        ("a4g1 )", 1, 6),
        ("a4g1 ]", 1, 6),
        ("\ra4g1 }", 2, 6),
        ("a4g1 $ *", 1, 7),
        ("a4g1 % *", 1, 6),
        ("\na4g1\n[White \"x\"] *", 3, 1),
        ("a4g1 *\n\n[White \"x\"] *", 3, 1),
        ("a4g1 * n4s1", 1, 8),
        ("[\"x\"] *", 1, 2),
        ("[White x] *", 1, 8),
        ("[White \"x\n\"] *", 1, 10),
        ("[White \"x\0\"] *", 1, 10),
        ("[White \"x\" \"y\"] *", 1, 12),
    ] {
        let found = wrong(text);
        assert!(
            matches!(found, (l, c, Problem::Unexpected { .. }) if (l, c) == (line, column)),
            "{text:?}: {found:?}"
        );
    }
    for (text, line, column) in [
        ("", 1, 1),
        ("\n\n", 3, 1),
        ("[White \"x\"]\n", 2, 1),
        ("[PlyCount \"1\"]\na4g1", 2, 5),
        ("[PlyCount \"2\"]\na4g1", 2, 5),
        ("\n{ a4g1 *\n", 2, 1),
        ("a4g1\n(b1o3\n(b1o3 *\n)", 2, 1),
        ("[White \"x", 1, 10),
        ("[White \"x\\", 1, 11),
        ("[White", 1, 7),
    ] {
        let found = wrong(text);
        assert!(
            matches!(found, (l, c, Problem::CutShort { .. }) if (l, c) == (line, column)),
            "{text:?}: {found:?}"
        );
    }
    for (text, line, column, name) in [
        ("\n[Variant \"Standard\"] *", 2, 11, "Variant"),
        ("\n[CurrentPly \"2\"] a4g1 *", 2, 14, "CurrentPly"),
        (
            "[CurrentPly \"99999999999999999999\"] *",
            1,
            14,
            "CurrentPly",
        ),
        ("[Result \"won\"] *", 1, 10, "Result"),
        ("[SetUp \"1\"] *", 1, 9, "SetUp"),
        ("[EndReason \"agreement\"] *", 1, 13, "EndReason"),
        ("[EndReason \"checkmate\"] a4g1 1-0", 1, 13, "EndReason"),
    ] {
        let found = wrong(text);
        assert!(
            matches!(found, (l, c, Problem::TagValue { tag, .. })
                if (l, c, tag) == (line, column, name)),
            "{text:?}: {found:?}"
        );
    }
    assert!(matches!(
        wrong("[White \"x\"]\n[white \"y\"] *"),
        (2, 1, Problem::DuplicateTag(_))
    ));
    assert!(matches!(
        wrong("[FEN \"K w - - 0 1\"] *"),
        (1, 7, Problem::StartPosition(_))
    ));
    assert!(matches!(
        wrong("[FEN \"\\\\é\"] *"),
        (1, _, Problem::StartPosition(_))
    ));
    assert!(matches!(
        wrong(&format!("{fen}1... Rr1# 2. a4g1 0-1")),
        (2, 14, Problem::GameOver { .. })
    ));
    for (text, line, column) in [
        (format!("{fen}1... Rr1# 1-0"), 2, 11),
        (format!("{fen}[Result \"1/2-1/2\"]1... Rr1# 0-1"), 2, 10),
        ("[Result \"1-0\"]\na4g1 0-1".into(), 2, 6),
    ] {
        let found = wrong(&text);
        assert!(
            matches!(found, (l, c, Problem::Result { .. }) if (l, c) == (line, column)),
            "{text:?}: {found:?}"
        );
    }
}

#[test]
fn errors_show_the_found_and_the_expected_text() {
    let message = |text: &str| parse::<Icochess>(text).unwrap_err().to_string();
    assert_eq!(
        message("a4g1\n\u{1b}[31m"),
        "line 2, column 1: found '\\u{1b}': expected a tag, a move or a result"
    );
    assert_eq!(
        message("[Variant \"Standard\"]"),
        "line 1, column 11: tag Variant is \"Standard\": expected \"Icochess\""
    );
    assert_eq!(
        message("[Result \"123456789012345678\u{202e}\\\"34\"] *"),
        "line 1, column 10: tag Result is \"123456789012345678\\u{202e}\\\"…\": \
         expected 1-0 or 0-1 or 1/2-1/2 or *"
    );
    assert_eq!(
        message("1. Ng1 *"),
        "line 1, column 4: no legal move is written \"Ng1\" (expected move 1 of White)"
    );
    assert_eq!(
        message("[PlyCount \"2\"]\na4g1 n4s1"),
        "line 2, column 10: the text ends too early: expected moves and a result"
    );
    assert_eq!(
        message(&format!("[FEN \"{MATE_IN_ONE}\"] Rr1 1-0")),
        format!(
            "line 1, column {}: the result is 1-0: expected 0-1 (Black wins by checkmate)",
            MATE_IN_ONE.len() + 14
        )
    );
    assert_eq!(
        message(&format!("[FEN \"{MATE_IN_ONE}\"]\nRr1 a4g1 *")),
        "line 2, column 5: \"a4g1\" follows the end of the game \
         (Black wins by checkmate): expected the result"
    );
}

#[test]
fn limits_are_enforced() {
    let limit = |text: &str| match wrong(text) {
        (_, _, Problem::Limit { what, .. }) => what,
        other => panic!("{other:?}"),
    };
    assert_eq!(limit(&" ".repeat(MAX_BYTES + 1)), "bytes");
    let tags = |count| -> String { (0..count).map(|n| format!("[T{n} \"\"]")).collect() };
    assert_eq!(limit(&(tags(MAX_TAGS + 1) + "*")), "tags");
    round_trip(&read(&(tags(MAX_TAGS) + "[White \"x\"]*")));
    let plies = "Nf3 Nf6 Ng1 Ng8 ".repeat(MAX_PLIES / 4);
    let game = parse::<Chess>(&plies).unwrap();
    assert_eq!(game.tree.ply(), MAX_PLIES);
    let error = parse::<Chess>(&(plies + "(Ng8)")).unwrap_err();
    let what = "plies, variations included";
    let limit_of_plies = Problem::Limit {
        what,
        limit: MAX_PLIES,
    };
    assert_eq!(error.problem, limit_of_plies);
    let unread = "(--)".repeat(MAX_PLIES);
    assert_eq!(limit(&format!("a4g1 {unread} *")), what);
    let nested = |depth| format!("a4g1 {}b1o3{} *", "(b1o3".repeat(depth), ")".repeat(depth));
    assert_eq!(
        limit(&nested(MAX_DEPTH + 1)),
        "variations within variations"
    );
    let nested = |depth| format!("a4g1 {}{} *", "(b1o3".repeat(depth), ")".repeat(depth));
    round_trip(&read(&nested(MAX_DEPTH)));
}

#[test]
fn hostile_texts_are_read_or_refused() {
    let many = 100_000;
    read(&format!("{}a4g1 *", "{}".repeat(many)));
    read(&format!("{}a4g1 *", ";\n".repeat(many)));
    read(&format!("{}a4g1 *", "$1".repeat(many)));
    read(&format!("{}. a4g1 *", "1".repeat(many)));
    read(&format!("[White \"{}\"] *", "\\\\".repeat(many)));
    for one in [
        "\0", "(", ")", "{", "}", "[", "]", "\"", "\\", "$", "<", "a", "/", "-", "é",
    ] {
        assert!(parse::<Icochess>(&one.repeat(many)).is_err(), "{one}");
    }
    for start in ["[", "[White \"", "[White \"x\"", "(", "{", "a4g1 "] {
        assert!(parse::<Icochess>(&format!("{start}{}", "\0".repeat(many))).is_err());
    }
}

#[test]
fn damaged_texts_are_refused_or_round_trip() {
    let other = random_game(2, 20);
    let variation = other.tree.position_at(1).unwrap();
    let variation = variation.uci(variation.legal_moves()[0]);
    let mut texts = [with_mate(), other].map(|game| write(&game));
    texts[1] = texts[1].replace("\n2.", " 2.");
    let note = format!(" {{note}} $1 (1... {variation}) ; x\n% y\n2.");
    texts[1] = texts[1].replacen(" 2.", &note, 1);
    assert!(texts[1].contains("note"));
    read(&texts[1]);
    let spare: Vec<char> = "[]{}()\"\\;%$*.!-019aK \n\r\t\0é🏁".chars().collect();
    let mut random = Lcg(3);
    for round in 0..4_000 {
        let mut chars: Vec<char> = texts[round % 2].chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(chars.len());
            chars[at] = spare[random.below(spare.len())];
        }
        if random.below(4) == 0 {
            chars.truncate(random.below(chars.len()));
        }
        match parse(&chars.into_iter().collect::<String>()) {
            Ok(game) => drop(round_trip(&game)),
            Err(error) => assert!(error.to_string().chars().all(|c| !c.is_control())),
        }
    }
}

#[test]
fn long_games_are_read_quickly() {
    let text = write(&long_game(5_000));
    let start = std::time::Instant::now();
    assert_eq!(read(&text).tree.ply(), 5_000);
    let seconds = start.elapsed().as_secs_f64();
    assert!(seconds < 1.0, "{seconds} s");
}
