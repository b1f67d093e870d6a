//! Tests of variations, comments and glyphs.

use super::*;
use crate::shared::rows;

/// Adds random variations and annotations to a game.
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
        let path: Vec<_> = tree.path().to_vec();
        let from = path[random.below(path.len())];
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
            // Also creates variations of variations.
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

#[test]
fn notes_stay_with_their_moves() {
    for [text, kept] in rows(
        r#"{About} 1. e4! {Best} e5 * => {About} 1. e4 $1 {Best} 1... e5 *
        1. e4 ({Or} 1. d4 d5 (1... Nf6 $5) 2. c4) (1. c4!?) 1... e5 2. Nf3 * =>
            1. e4 ({Or} 1. d4 d5 (1... Nf6 $5) 2. c4) (1. c4 $5) 1... e5 2. Nf3 *
        1. e4 (1. d4) {Good.} e5 {a}{b} ; c\n* => 1. e4 {Good.} (1. d4) 1... e5 {a} {b} {c} *
        1. e4 +/- e5 = 2. Nf3?! $146 $6 * => 1. e4 $16 e5 $10 2. Nf3 $6 $146 *
        1. e4 ({x} $3) e5 * => 1. e4 $3 {x} 1... e5 *
        1. e4 (1. e4 c5) e5 (1... e5 2. d4) * => 1. e4 (1. e4 c5) 1... e5 (1... e5 2. d4) *
        1. e4 e5 {After} 1-0 {White won.} => 1. e4 e5 {After} {White won.} 1-0
        1. e4 { a\n  b\t} * => 1. e4 {a b} *
        1. e4 ; a } b\n* => 1. e4 {a ) b} *
        1. e4 (1. d4 1-0) * => 1. e4 (1. d4) *
        1. e4 (1. d4 -- 2. c4 (2. a4 {x}) 2... e5) e5 * =>
            1. e4 (1. d4 {-- 2. c4 (2. a4 {x)) 2... e5}) 1... e5 *
        1. e4 (1. -- e5) * => 1. e4 {-- e5} *
        1. e4 (1. d4 0000 2. c4) * => 1. e4 (1. d4 {0000 2. c4}) *
        1. e4 (1. d4 d5 2. Ke3?? {no} (2. c4) dxc4) e5 * =>
            1. e4 (1. d4 d5 {Ke3?? {no) (2. c4) dxc4}) 1... e5 *
        1. f3 e5 2. g4 (2. e4) Qh4# (2... Qh4# 3. a3) 0-1 =>
            1. f3 e5 2. g4 (2. e4) 2... Qh4# (2... Qh4# {a3}) 0-1
        1. e4 $256 $3 $99999999999 e5 * => 1. e4 $3 e5 *
        1. e2–e4 d5 2. e4×d5 +– 1–0 => 1. e4 d5 2. exd5 $18 1-0
        [PlyCount "9"]\n1. e4 * => 1. e4 *
        [PlyCount "x"]\n1. e4 1-0 => 1. e4 1-0
        [White "x"]\n[white "x"]\n1. e4 * => 1. e4 *"#,
    ) {
        let text = text.replace(r"\n", "\n").replace(r"\t", "\t");
        assert_eq!(moves_of(&chess(&text)), kept, "{text}");
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
fn long_comments_are_wrapped_but_commands_are_not() {
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
fn current_position_in_a_variation_is_not_written() {
    let mut game = chess("1. e4 (1. d4 d5) e5 1-0");
    let text = write(&game);
    let d4 = game.tree.node(GameTree::<Chess>::ROOT).children()[1];
    game.tree.go_to(d4);
    assert!(!game.tree.is_in_main_line());
    assert_eq!(game.tree.line().len(), 2);
    assert_eq!(write(&game), text);
    // A move played in the variation stays in the variation.
    let mv = Chess::tables().parse_uci("g8f6").unwrap();
    game.tree.play(mv).unwrap();
    assert!(write(&game).ends_with("1. e4 (1. d4 Nf6 (1... d5)) 1... e5 1-0\n"));
}

#[test]
fn long_comments_are_processed_in_linear_time() {
    let start = std::time::Instant::now();
    for piece in [
        "[% ",
        "[%",
        "x ",
        "] ",
        "{",
        "[%clk ",
        "[%a ]",
        "[%clk 0:00:01] ",
    ] {
        let long = piece.repeat(1_000_000 / piece.len());
        let game = chess(&format!("1. e4 {{{long}}} *"));
        let text = write(&game);
        assert!(parse::<Chess>(&text).unwrap() == game);
        let note = &game.tree.node(game.tree.current()).annotation;
        assert!(note.eval().is_none());
        assert!(note.text().len() <= long.len());
        assert!(note.beginning(9).chars().count() <= 10);
        assert!(
            move_rows(&game.tree)
                .iter()
                .all(|row| row.to_string().len() < 10_000)
        );
        let mut note = note.clone();
        note.set_clock(Some(Duration::from_secs(1)));
        note.set_text("Late");
        assert_eq!(note.clock(), Some(Duration::from_secs(1)));
    }
    // This takes about two seconds. A quadratic algorithm would take minutes.
    let seconds = start.elapsed().as_secs_f64();
    assert!(seconds < 30.0, "{seconds} s");
}

/// If another move is tried after each step back, the tree becomes as deep as the game is long.
#[test]
fn game_with_too_deep_variations_can_be_read_again() {
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
