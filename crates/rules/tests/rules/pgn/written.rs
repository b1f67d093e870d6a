//! Tests of the round trip from the writer to the reader.

use icochess_boards::Variant;

use super::*;

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
fn mate_follows_from_the_moves() {
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
    // A position in which White may claim either draw.
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
    // Mate can't be declared.
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
fn invalid_tags_are_not_written() {
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
fn truncated_files_are_never_read_as_games() {
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
                // "1/2" is equivalent to the full result.
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
fn missing_lines_are_detected() {
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
fn termination_tag_is_dropped_with_its_outcome() {
    let text = "[Termination \"abandoned\"]\n\n1. e4 e5 1-0\n";
    let winner = Side::Black;
    let resigned = Outcome::Resignation { winner };
    let changes: [&dyn Fn(&mut dyn AnyGame); 3] = [
        &|game| game.declare(None),
        &|game| game.declare(Some(resigned)),
        &|game| assert!(game.undo().is_some()),
    ];
    for (change, comment) in changes.into_iter().zip([None, Some("resignation"), None]) {
        let mut record = Variant::Chess.board().read_pgn(text).expect("a game");
        assert_eq!(record.tags()["Termination"], "abandoned");
        change(record.make_mut());
        let written = record.to_pgn();
        assert!(!written.contains("abandoned"), "{written}");
        if let Some(comment) = comment {
            assert!(written.contains(comment), "{written}");
        }
    }
}
