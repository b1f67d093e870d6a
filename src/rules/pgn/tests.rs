//! Tests of game files.

use std::time::Duration;

use super::PgnProblem as Problem;
use super::comment::clean_comment;
use super::tags::{DECLARABLE, ROSTER};
use super::*;
use crate::rules::san::{self, SanError};
use crate::rules::{
    Board, CellSet, Chess, DrawReason, Equipment, Eval, GameTree, Icochess, Outcome, Role, Score,
    Side,
};

type G = Game<Icochess>;

/// Black mates with `Rr1#`.
const MATE_IN_ONE: &str = "QKPP/1Br1/1P2/1P2/3N/4/4/4/4/4/1p2/1p2/rb1p/1k1p/1bRq/4/4/4/4/4 \
                           b a3a4c2d2k2l2n4 - 0 1";

/// A generator of numbers that look random (Knuth's MMIX constants).
struct Lcg(u64);

impl Lcg {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Random moves from `tree` on, at most `plies` of them.
fn play_on(tree: &mut GameTree<Icochess>, random: &mut Lcg, plies: usize) {
    for _ in 0..plies {
        if tree.outcome().is_some() {
            return;
        }
        let moves = tree.position().legal_moves();
        tree.play(moves[random.below(moves.len())]).unwrap();
    }
}

fn random_game(seed: u64, plies: usize) -> G {
    let mut tree = GameTree::default();
    play_on(&mut tree, &mut Lcg(seed), plies);
    Game::new(tree)
}

/// Quiet moves, with a pawn move in time before the game is drawn; some
/// steps back where it gets stuck.
fn long_game(plies: usize) -> G {
    let mut random = Lcg(1);
    let mut tree = GameTree::<Icochess>::default();
    while tree.ply() < plies {
        let position = tree.position();
        let pawns = position.pieces(position.turn(), Role::PAWN);
        let mut moves = position.legal_moves();
        moves.retain(|mv| {
            position.piece_at(mv.to).is_none()
                && (pawns.contains(mv.from) || position.halfmove_clock() < 40)
        });
        if !moves.is_empty() {
            tree.play(moves[random.below(moves.len())]).unwrap();
        }
        if moves.is_empty() || tree.outcome().is_some() {
            for _ in 0..10 {
                tree.undo();
            }
        }
    }
    Game::new(tree)
}

fn with_mate() -> G {
    let mut tree = GameTree::new(MATE_IN_ONE.parse().unwrap());
    let mv = san::parse(tree.position(), "Rr1").unwrap();
    tree.play(mv).unwrap();
    Game::new(tree)
}

fn read(text: &str) -> G {
    parse(text).unwrap_or_else(|error| panic!("{error} in\n{text:.2000}"))
}

/// Line, column and problem of a text that is wrong.
fn wrong(text: &str) -> (usize, usize, Problem) {
    let error = parse::<Icochess>(text).expect_err(text);
    (error.line, error.column, error.problem)
}

fn round_trip(game: &G) -> String {
    let text = write(game);
    let again = read(&text);
    assert!(&again == game, "{text}");
    assert_eq!(write(&again), text);
    text
}

#[test]
fn a_new_game_is_written_with_its_roster() {
    assert_eq!(
        round_trip(&G::default()),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
         [White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n[PlyCount \"0\"]\n\
         [Termination \"unterminated\"]\n[Variant \"Icochess\"]\n\n*\n"
    );
}

#[test]
fn random_games_round_trip_with_undone_moves_and_other_starts() {
    for seed in 0..40 {
        let mut game = random_game(seed, 150);
        let mut random = Lcg(seed);
        if seed % 2 == 1 {
            let ply = random.below(game.tree.ply().min(20) + 1);
            let start = *game.tree.position_at(ply).unwrap();
            game.tree = GameTree::new(start);
            play_on(&mut game.tree, &mut random, 60);
        }
        for _ in 0..random.below(5) {
            game.tree.undo();
        }
        let text = round_trip(&game);
        let (_, moves) = text.split_once("\n\n").unwrap();
        assert!(moves.lines().all(|line| line.len() < 80), "{text}");
        let undone = game.tree.ply() < game.tree.line().len();
        assert_eq!(text.contains("[CurrentPly "), undone);
    }
}

#[test]
fn mate_is_told_by_the_moves() {
    let game = with_mate();
    let text = round_trip(&game);
    assert!(
        text.ends_with(
            "[EndReason \"checkmate\"]\n\
             [FEN \"QKPP/1Br1/1P2/1P2/3N/4/4/4/4/4/1p2/1p2/rb1p/1k1p/1bRq/4/4/4/4/4 \
             b a3a4c2d2k2l2n4 - 0 1\"]\n\
             [PlyCount \"1\"]\n[SetUp \"1\"]\n[Termination \"normal\"]\n\
             [Variant \"Icochess\"]\n\n1... Rr1# 0-1\n"
        ),
        "{text}"
    );
    assert_eq!(read(&text.replace("0-1", "*")), game);

    let mut undone = game;
    undone.tree.undo();
    assert!(round_trip(&undone).ends_with("\n\n1... Rr1# *\n"));
}

#[test]
fn every_declared_outcome_round_trips() {
    // Where White may claim either draw.
    let claimable = "4k3/8/8/8/8/8/8/R3K3 w - - 92 80";
    let shuffle = "Ra2 Kd8 Ra1 Ke8 ".repeat(2);
    let game = chess(&format!("[FEN \"{claimable}\"]\n{shuffle} *"));
    for outcome in DECLARABLE {
        let mut game = game.clone();
        game.declared = Some(outcome);
        let text = write(&game);
        assert!(chess(&text) == game, "{text}");
        assert!(text.ends_with(&format!(" {}\n", outcome.pgn_result())));
        assert_eq!(game.outcome(), Some(outcome));
        let stated = !matches!(outcome, Outcome::Unstated { .. });
        assert_eq!(text.contains("[EndReason "), stated, "{text}");
        assert_eq!(text.contains("[Termination "), stated, "{text}");
    }
    let plain = |text: &str| read(text).declared;
    let white = Side::White;
    assert_eq!(plain("a4g1 *"), None);
    let winner = Some(white);
    assert_eq!(plain("a4g1 1-0"), Some(Outcome::Unstated { winner }));
    let draw = Some(Outcome::Unstated { winner: None });
    for result in ["1/2-1/2", "1/2", "1/2–1/2"] {
        assert_eq!(plain(&format!("a4g1 {result}")), draw, "{result}");
    }
    // A mate cannot be declared.
    let mut game = random_game(1, 0);
    game.declared = Some(Outcome::Checkmate { winner: white });
    assert!(write(&game).ends_with("\n\n*\n"));
}

#[test]
fn tags_are_escaped_and_sorted() {
    let mut game = random_game(3, 4);
    let mut tag = |name: &str, value: &str| game.tags.insert(name.into(), value.into());
    tag("White", r#"A "quoted" \ name"#);
    tag("WhiteType", "human");
    tag("Annotator", "Zoë");
    tag("Termination", "abandoned");
    let text = round_trip(&game);
    assert!(text.contains("[White \"A \\\"quoted\\\" \\\\ name\"]\n"));
    let names: Vec<_> = text
        .lines()
        .filter_map(|line| line.strip_prefix('[')?.split(' ').next())
        .collect();
    let others = [
        "Annotator",
        "PlyCount",
        "Termination",
        "Variant",
        "WhiteType",
    ];
    assert_eq!(names[..7], ROSTER.map(|(name, _)| name));
    assert_eq!(names[7..], others);
}

#[test]
fn what_tags_may_not_hold_is_not_written() {
    let mut game = random_game(3, 4);
    let clean = write(&game);
    for name in ["", "a b", "é", "x\"]", "Result", "plycount", "FEN", "setup"] {
        game.tags.insert(name.into(), "1".into());
    }
    assert_eq!(write(&game), clean);
    game.tags = [("White".into(), "a\n[b\0\u{1b}]".into())].into();
    assert_eq!(read(&write(&game)).tags["White"], "a [b  ]");
    game.tags = [("white", "2"), ("White", "1")]
        .map(|(name, value)| (name.into(), value.into()))
        .into();
    assert_eq!(read(&write(&game)).tags["White"], "1");
}

#[test]
fn no_truncation_is_mistaken_for_a_game() {
    let mut finished = random_game(5, 30);
    finished.declared = Some(Outcome::Draw(DrawReason::Agreement));
    let mut undone = random_game(6, 30);
    undone.tree.undo();
    undone.tags.insert("White".into(), "\"é\\".into());
    let mut lost = random_game(8, 3);
    lost.declared = Some(Outcome::Resignation {
        winner: Side::White,
    });
    for game in [finished, undone, lost, with_mate(), G::default()] {
        let text = write(&game);
        let cuts = (0..text.len()).filter(|cut| text.is_char_boundary(*cut));
        for cut in cuts {
            match parse(&text[..cut]) {
                // "1/2" says as much as the whole result.
                Ok(read) => assert!(
                    read == game && ["\n", "-1/2\n"].contains(&&text[cut..]),
                    "{}",
                    &text[..cut]
                ),
                Err(error) => assert!(error.line <= text.lines().count() + 1),
            }
        }
    }
}

#[test]
fn a_missing_line_is_noticed() {
    let text = write(&random_game(9, 60));
    let lines: Vec<&str> = text.lines().collect();
    let moves = text.lines().position(str::is_empty).unwrap() + 1;
    for gone in moves..lines.len() {
        let mut lines = lines.clone();
        lines.remove(gone);
        assert!(parse::<Icochess>(&lines.join("\n")).is_err());
    }
}

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
fn messages_say_what_was_found_and_what_was_expected() {
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
fn limits_hold() {
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
    let nested = |depth| format!("a4g1 {}b1o3{} *", "(b1o3".repeat(depth), ")".repeat(depth));
    assert_eq!(
        limit(&nested(MAX_DEPTH + 1)),
        "variations within variations"
    );
    let nested = |depth| format!("a4g1 {}{} *", "(b1o3".repeat(depth), ")".repeat(depth));
    round_trip(&read(&nested(MAX_DEPTH)));
}

#[test]
fn hostile_texts_are_read_to_their_end_or_refused() {
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
fn damaged_texts_are_refused_or_make_a_game_that_round_trips() {
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

// Variations, comments and glyphs.

/// Hangs variations and annotations on a game, here and there.
fn annotate<B: Board>(tree: &mut GameTree<B>, random: &mut Lcg) {
    let words = [
        "best",
        "[%csl Ga1,Rb2]",
        "é – (x) $1 1-0",
        "a } b",
        "; % [",
        "{{",
    ];
    for round in 0..30 {
        let way: Vec<_> = tree.path().to_vec();
        let from = way[random.below(way.len())];
        if random.below(2) == 0 {
            let mut at = from;
            for _ in 0..=random.below(4) {
                let moves = tree.node(at).position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                at = tree
                    .add_variation(at, moves[random.below(moves.len())])
                    .unwrap();
            }
            // Also variations of variations.
            tree.go_to(at);
        }
        let begins_variation = tree
            .node(from)
            .parent()
            .is_some_and(|parent| tree.node(parent).children()[0] != from);
        let note = tree.annotation_mut(from);
        match random.below(5) {
            0 => note.add_nag(random.below(256) as u8),
            1 => note.set_clock(Some(Duration::from_millis(random.below(9_999_999) as u64))),
            2 => note.set_eval(Some(Eval {
                score: match random.below(2) {
                    0 => Score::Mate(random.below(20) as i32 - 10),
                    _ => Score::Centipawns(random.below(2_000) as i32 - 1_000),
                },
                depth: [None, Some(round)][random.below(2)],
            })),
            3 => note
                .comments
                .push(clean_comment(words[random.below(words.len())])),
            _ if begins_variation => note.before.push("instead".into()),
            _ => note
                .comments
                .push(vec!["long"; random.below(60) + 1].join(" ")),
        }
    }
    tree.go_to_main_end();
}

#[test]
fn variations_and_annotations_round_trip() {
    fn check<B: Board>(seed: u64) {
        let random = &mut Lcg(seed);
        let mut tree = GameTree::<B>::default();
        for _ in 0..random.below(60) {
            let moves = tree.position().legal_moves();
            if moves.is_empty() || tree.outcome().is_some() {
                break;
            }
            tree.play(moves[random.below(moves.len())]).unwrap();
        }
        annotate(&mut tree, random);
        let game = Game::new(tree);
        let text = write(&game);
        assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
        let again = parse::<B>(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(write(&again), text);
        assert!(again == game, "{text}");
    }
    for seed in 0..100 {
        check::<Icochess>(seed);
        check::<Chess>(seed);
    }
}

fn chess(text: &str) -> Game<Chess> {
    parse(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn uci(game: &Game<Chess>) -> String {
    let moves: Vec<_> = game
        .tree
        .line()
        .iter()
        .map(|mv| Chess::tables().uci(*mv))
        .collect();
    moves.join(" ")
}

fn moves_of(game: &Game<Chess>) -> String {
    let text = write(game);
    text.split_once("\n\n").unwrap().1.trim_end().to_owned()
}

#[test]
fn notes_are_kept_where_they_belong() {
    for (text, kept) in [
        (
            "{About} 1. e4! {Best} e5 *",
            "{About} 1. e4 $1 {Best} 1... e5 *",
        ),
        (
            "1. e4 ({Or} 1. d4 d5 (1... Nf6 $5) 2. c4) (1. c4!?) 1... e5 2. Nf3 *",
            "1. e4 ({Or} 1. d4 d5 (1... Nf6 $5) 2. c4) (1. c4 $5) 1... e5 2. Nf3 *",
        ),
        (
            "1. e4 (1. d4) {Good.} e5 {a}{b} ; c\n*",
            "1. e4 {Good.} (1. d4) 1... e5 {a} {b} {c} *",
        ),
        (
            "1. e4 +/- e5 = 2. Nf3?! $146 $6 *",
            "1. e4 $16 e5 $10 2. Nf3 $6 $146 *",
        ),
        ("1. e4 ({x} $3) e5 *", "1. e4 $3 {x} 1... e5 *"),
        (
            "1. e4 (1. e4 c5) e5 (1... e5 2. d4) *",
            "1. e4 (1. e4 c5) 1... e5 (1... e5 2. d4) *",
        ),
        (
            "1. e4 e5 {After} 1-0 {White won.}",
            "1. e4 e5 {After} {White won.} 1-0",
        ),
        ("1. e4 { a\n  b\t} *", "1. e4 {a b} *"),
        ("1. e4 ; a } b\n*", "1. e4 {a ) b} *"),
        ("1. e4 (1. d4 1-0) *", "1. e4 (1. d4) *"),
        (
            "1. e4 (1. d4 -- 2. c4 (2. a4 {x}) 2... e5) e5 *",
            "1. e4 (1. d4 {-- 2. c4 (2. a4 {x)) 2... e5}) 1... e5 *",
        ),
        ("1. e4 (1. -- e5) *", "1. e4 {-- e5} *"),
        ("1. e4 (1. d4 0000 2. c4) *", "1. e4 (1. d4 {0000 2. c4}) *"),
        (
            "1. e4 (1. d4 d5 2. Ke3?? {no} (2. c4) dxc4) e5 *",
            "1. e4 (1. d4 d5 {Ke3?? {no) (2. c4) dxc4}) 1... e5 *",
        ),
        (
            "1. f3 e5 2. g4 (2. e4) Qh4# (2... Qh4# 3. a3) 0-1",
            "1. f3 e5 2. g4 (2. e4) 2... Qh4# (2... Qh4# {a3}) 0-1",
        ),
        ("1. e4 $256 $3 $99999999999 e5 *", "1. e4 $3 e5 *"),
        ("1. e2–e4 d5 2. e4×d5 +– 1–0", "1. e4 d5 2. exd5 $18 1-0"),
        ("[PlyCount \"9\"]\n1. e4 *", "1. e4 *"),
        ("[PlyCount \"x\"]\n1. e4 1-0", "1. e4 1-0"),
        ("[White \"x\"]\n[white \"x\"]\n1. e4 *", "1. e4 *"),
    ] {
        assert_eq!(moves_of(&chess(text)), kept, "{text}");
        assert_eq!(moves_of(&chess(kept)), kept);
    }
    let game = chess("1. e4 {[%clk 0:04:58.5] [%eval 0.25,18] x} e5 {[%eval #-3]} *");
    let note = |ply: usize| &game.tree.node(game.tree.path()[ply]).annotation;
    assert_eq!(note(1).clock(), Some(Duration::from_millis(298_500)));
    let score = Score::Centipawns(25);
    assert_eq!(
        note(1).eval(),
        Some(Eval {
            score,
            depth: Some(18)
        })
    );
    assert_eq!(note(2).eval().unwrap().score, Score::Mate(-3));
}

#[test]
fn long_comments_are_broken_but_no_command_is() {
    let long = format!("{} [%clk 0:04:58] {}", "word ".repeat(100), "x".repeat(200));
    let mut game = chess("1. e4 e5 *");
    for id in game.tree.path().to_vec() {
        game.tree.annotation_mut(id).comments.push(long.clone());
    }
    let text = write(&game);
    assert!(text.contains("[%clk 0:04:58]"));
    let too_long = |line: &&str| line.len() >= 80;
    assert!(
        text.lines()
            .filter(too_long)
            .all(|line| line.contains(&"x".repeat(200)))
    );
    assert_eq!(
        text.lines().filter(too_long).count(),
        3,
        "one word, three times"
    );
}

#[test]
fn files_of_other_programs_are_read() {
    let mate = "f2f3 e7e5 g2g4 d8h4";
    for (text, moves) in [
        ("1.f3 e5 2.g4 Qh4# 0-1", mate),
        ("1.f3 e5 2.g4 Qh4++ 0-1", mate),
        ("1. f2-f3 e7-e5 2. g2-g4 Qd8-h4# 0-1", mate),
        ("1 f3 e5 2 g4 Qh4", mate),
        ("1. f3, e5 2..g4, Qh4", mate),
        (
            "[Event \"A\"]\n\n[Date \"2017\"]\n\n1. f3  e5\n 2.\ng4  Qh4 0-1",
            mate,
        ),
        ("0. f3 e5 0. g4 17... Qh4 0-1", mate),
        ("[Result \"0-1\"]\n1. f3 e5\n2. g4 Qh4", mate),
        (
            "[Result \"0-1\"]\r\n\r\n1. f3 e5\r\n2. g4 Qh4 0-1\r\n",
            mate,
        ),
        (
            "\u{feff}[Variant \"From Position\"]\n\n1. f3 e5 2. g4 Qh4 0-1",
            mate,
        ),
        ("[Variant \"chess\"]\n\n1. f3 e5 2. g4 Qh4 0-1", mate),
        (
            "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *",
            "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8",
        ),
        (
            "1. e4 d5 2. e5 f5 3. exf6 e.p. *",
            "e2e4 d7d5 e4e5 f7f5 e5f6",
        ),
        (
            "1. e4 d5 2. e5 f5 3. exf6e.p. *",
            "e2e4 d7d5 e4e5 f7f5 e5f6",
        ),
        (
            "[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8Q Kg7 *",
            "a7a8q h7g7",
        ),
        (
            "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8(N) Kg7 *",
            "a7a8n h7g7",
        ),
    ] {
        assert_eq!(uci(&chess(text)), moves, "{text}");
    }
    for variant in ["Chess960", "Icochess", "Atomic"] {
        let text = format!("[Variant \"{variant}\"]\n\n1. e4 *");
        assert!(
            parse::<Chess>(&text)
                .unwrap_err()
                .to_string()
                .contains("expected \"Standard\"")
        );
    }
}

/// The dialect of the program chess3d: the moves on the ninth line, no file and
/// no `x` when a pawn takes en passant, no `=` for promotion, no result.
#[test]
fn files_of_chess3d_are_read() {
    let tags = "[Event \"Casual game\"]\n[Site \"?\"]\n[Date \"2026.07.20\"]\n[Round \"1\"]\n\
                [White \"QWERTYUI\"]\n[Black \"ASDFGHJK\"]\n[Result \"\"]\n\n";
    for target in ["b6ep", "b6", "b6e.p.", "ab6"] {
        let text = format!("{tags}1. a4 h6 2. a5 b5 3. {target} h5 4. bxc7 h4 5. cxb8Q Rxb8");
        let game = chess(&text);
        assert_eq!(
            uci(&game),
            "a2a4 h7h6 a4a5 b7b5 a5b6 h6h5 b6c7 h5h4 c7b8q a8b8"
        );
        assert_eq!(game.tags["White"], "QWERTYUI");
        assert_eq!((game.result(), game.declared), ("*", None));
    }
}

#[test]
fn the_tag_termination_says_how_a_game_ended() {
    let (white, black) = (Side::White, Side::Black);
    let won = Outcome::Unstated {
        winner: Some(white),
    };
    let draw = Outcome::Unstated { winner: None };
    for (termination, result, outcome) in [
        (
            "Time forfeit",
            "1-0",
            Outcome::TimeForfeit { winner: white },
        ),
        (
            "time forfeit",
            "1/2-1/2",
            Outcome::Draw(DrawReason::TimeForfeit),
        ),
        (
            "adjudication",
            "0-1",
            Outcome::Adjudication { winner: black },
        ),
        (
            "Rules infraction",
            "0-1",
            Outcome::Adjudication { winner: black },
        ),
        ("Abandoned", "1-0", Outcome::Adjudication { winner: white }),
        (
            "adjudication",
            "1/2-1/2",
            Outcome::Draw(DrawReason::Adjudication),
        ),
        (
            "Anna won on TIME",
            "1-0",
            Outcome::TimeForfeit { winner: white },
        ),
        (
            "Game drawn by timeout vs insufficient material",
            "1/2-1/2",
            Outcome::Draw(DrawReason::TimeForfeit),
        ),
        (
            "Anna won by resignation",
            "1-0",
            Outcome::Resignation { winner: white },
        ),
        (
            "Bert has resigned",
            "1-0",
            Outcome::Resignation { winner: white },
        ),
        (
            "Game abandoned by Anna",
            "0-1",
            Outcome::Adjudication { winner: black },
        ),
        (
            "drawn by mutual Agreement",
            "1/2-1/2",
            Outcome::Draw(DrawReason::Agreement),
        ),
        ("resigned", "1/2-1/2", draw),
        ("agreed", "1-0", won),
        ("Game drawn by stalemate", "1/2-1/2", draw),
        ("Game drawn by insufficient material", "1/2-1/2", draw),
        ("Game drawn by repetition", "1/2-1/2", draw),
        ("Game drawn by 50-move rule", "1/2-1/2", draw),
        ("second time control", "1-0", won),
        ("Normal", "1-0", won),
        ("normal", "1/2-1/2", draw),
        ("Anna won on style", "1-0", won),
        ("unterminated", "1-0", won),
    ] {
        let game = chess(&format!("[Termination \"{termination}\"]\n1. e4 {result}"));
        assert_eq!(game.outcome(), Some(outcome), "{termination}");
        let text = write(&game);
        assert!(
            text.contains(&format!("[Termination \"{termination}\"]")),
            "{text}"
        );
        assert!(chess(&text) == game);
    }
    let unfinished = chess("[Termination \"Unterminated\"]\n1. e4 *");
    assert_eq!(unfinished.outcome(), None);
}

#[test]
fn a_claim_tells_the_claimant_and_must_be_possible() {
    let read = |tag: &str, moves: &str| {
        let text = format!("[{tag}\"]\n{moves} 1/2-1/2");
        parse::<Chess>(&text).map(|game| {
            assert!(chess(&write(&game)) == game);
            game.outcome()
        })
    };
    let threefold = |claimed_by| {
        let reason = DrawReason::ThreefoldRepetition { claimed_by };
        Ok(Some(Outcome::Draw(reason)))
    };
    let (by_white, by_black) = (threefold(Side::White), threefold(Side::Black));
    let three = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    let before = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";
    let none = "Nf3 Nf6 Ng1 Ng8 Nf3";
    for (tag, moves, claim) in [
        (
            "EndReason \"threefold-repetition by White",
            three,
            &by_white,
        ),
        (
            "EndReason \"threefold-repetition by Black",
            three,
            &by_black,
        ),
        ("EndReason \"threefold-repetition", three, &by_white),
        ("EndReason \"threefold-repetition", before, &by_black),
        ("Termination \"Game drawn by repetition", three, &by_white),
    ] {
        assert_eq!(read(tag, moves), *claim, "{tag} {moves}");
    }
    for (reason, moves) in [
        ("fifty-moves by White", "1. e4"),
        ("fifty-moves", three),
        ("threefold-repetition", none),
        ("unstated", "1. e4"),
    ] {
        let error = read(&format!("EndReason \"{reason}"), moves).unwrap_err();
        let text = error.to_string();
        assert!(
            text.starts_with(&format!(
                "line 1, column 13: tag EndReason is \"{reason}\": expected agreement or "
            )),
            "{text}"
        );
        assert_eq!(
            text.contains("or threefold-repetition by White"),
            moves == three
        );
    }
    // A claim that cannot be made is not written.
    let mut game = chess("1. e4 *");
    let claimed_by = Side::White;
    game.declared = Some(Outcome::Draw(DrawReason::FiftyMoves { claimed_by }));
    let again = chess(&write(&game));
    assert_eq!(again.outcome(), Some(Outcome::Unstated { winner: None }));
}

#[test]
fn play_may_go_on_after_a_draw_that_nobody_noticed() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(5);
    let game = chess(&format!("{shuffle} e4 e5 Ke2 1-0"));
    assert_eq!(game.tree.ply(), 23);
    assert_eq!(
        game.outcome(),
        Some(Outcome::Unstated {
            winner: Some(Side::White)
        })
    );

    let fivefold = Outcome::Draw(DrawReason::FivefoldRepetition);
    for (result, outcome) in [
        ("*", fivefold),
        ("1/2-1/2", fivefold),
        (
            "1-0",
            Outcome::Unstated {
                winner: Some(Side::White),
            },
        ),
    ] {
        let game = chess(&format!("{shuffle} {result}"));
        assert_eq!(game.outcome(), Some(outcome), "{result}");
        assert!(chess(&write(&game)) == game);
    }
    for fen in [
        "8/8/8/8/8/4k3/8/K7 w - - 0 1",
        "8/8/8/8/8/4k3/P7/K7 w - - 149 100",
    ] {
        let game = chess(&format!("[FEN \"{fen}\"]\nKb1 Ke4 Kc1 1/2-1/2"));
        assert_eq!(game.tree.ply(), 3);
        assert!(chess(&write(&game)) == game);
    }
    // But not after the last move there was.
    for moves in [
        "1. f3 e5 2. g4 Qh4# 3. a3 0-1",
        "[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n1. Qf7 Kg8 1/2-1/2",
    ] {
        let error = parse::<Chess>(moves).unwrap_err();
        assert!(matches!(error.problem, Problem::GameOver { .. }), "{error}");
    }
}

#[test]
fn a_place_in_a_variation_is_not_written() {
    let mut game = chess("1. e4 (1. d4 d5) e5 1-0");
    let text = write(&game);
    let d4 = game.tree.node(GameTree::<Chess>::ROOT).children()[1];
    game.tree.go_to(d4);
    assert!(!game.tree.is_in_main_line());
    assert_eq!(game.tree.line().len(), 2);
    assert_eq!(write(&game), text);
    // A move played there is kept in the variation.
    let mv = Chess::tables().parse_uci("g8f6").unwrap();
    game.tree.play(mv).unwrap();
    assert!(write(&game).ends_with("1. e4 (1. d4 Nf6 (1... d5)) 1... e5 1-0\n"));
}

#[test]
fn comments_of_a_megabyte_are_written_in_no_time() {
    let start = std::time::Instant::now();
    for piece in ["[% ", "[%", "x ", "] ", "{", "[%clk 0:00:01] "] {
        let long = piece.repeat((MAX_BYTES - 1_000) / piece.len());
        let game = chess(&format!("1. e4 {{{long}}} *"));
        let text = write(&game);
        assert!(parse::<Chess>(&text).unwrap() == game);
        let note = &game.tree.node(game.tree.current()).annotation;
        assert!(note.eval().is_none());
    }
    let seconds = start.elapsed().as_secs_f64();
    assert!(seconds < 5.0, "{seconds} s");
}

/// Whoever steps back one move at a time and tries something else each time
/// makes a tree as deep as the game is long.
#[test]
fn a_game_with_variations_deeper_than_are_read_can_be_read_again() {
    let mut game = random_game(4, 100);
    let tree = &mut game.tree;
    let plies = tree.line().len();
    assert!(plies > MAX_DEPTH + 15);
    for ply in (plies - MAX_DEPTH - 15..plies).rev() {
        let next = tree.line()[ply];
        tree.go_to_ply(ply);
        let moves = tree.position().legal_moves();
        let other = moves.iter().find(|mv| **mv != next);
        let _ = other.map(|mv| tree.play(*mv));
    }
    let again = read(&write(&game));
    assert_eq!(again.tree.line(), game.tree.line());
    assert!(again.tree.size() < game.tree.size());
    assert!(again.tree.size() >= again.tree.line().len() + MAX_DEPTH);
    round_trip(&again);
}
