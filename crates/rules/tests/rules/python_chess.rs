//! Tests 8×8 chess PGN against python-chess, an independent reader and writer: each side reads the
//! files that the other writes.
//!
//! Needs Python with the package in `tests/support/requirements.txt`. `scripts/test` provides it
//! and sets `ICOCHESS_PYTHON` to its path.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{env, fs};

use icochess_boards::Chess;
use icochess_rules::{
    Equipment, Eval, GameTree, Move, MoveKind, NodeId, Position, Score, pgn, san,
};
use serde_json::{Value, json};

const GAMES: u64 = 100;

/// Positions close to castling, en passant and promotion.
const STARTS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 w - - 5 40",
    "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 3 17",
];

/// A `SplitMix64` generator (Steele, Lea, Flood 2014).
struct Rng(u64);

impl Rng {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }
}

/// Returns the kind of a special move; `None` for ordinary moves.
fn kind(position: &Position<Chess>, mv: Move) -> Option<&'static str> {
    if let MoveKind::Promotion(_) = mv.kind {
        Some("promotion")
    } else if position.castling(mv).is_some() {
        Some("castling")
    } else if position.captured_cell(mv).is_some_and(|cell| cell != mv.to) {
        Some("en passant")
    } else {
        None
    }
}

/// Returns a random legal move, with a preference for special ones.
fn choose(position: &Position<Chess>, rng: &mut Rng) -> Option<Move> {
    let moves = position.legal_moves();
    let special = moves
        .iter()
        .copied()
        .filter(|mv| kind(position, *mv).is_some());
    let special: Vec<_> = special.collect();
    match (moves.len(), special.len()) {
        (0, _) => None,
        (_, some) if some > 0 && rng.below(2) == 0 => Some(special[rng.below(some)]),
        (all, _) => Some(moves[rng.below(all)]),
    }
}

fn annotate(tree: &mut GameTree<Chess>, id: NodeId, begins: bool, rng: &mut Rng) {
    let texts = [
        "Best",
        "[%csl Ga1,Rb2] (1-0)",
        "Zoë – $1 ; % [x",
        "a very long comment",
    ];
    let note = tree.annotation_mut(id);
    if begins && rng.below(3) == 0 {
        note.before.push("Instead".into());
    }
    for _ in 0..rng.below(3) {
        note.add_nag(1 + rng.below(255) as u8);
    }
    if rng.below(3) == 0 {
        let times = 1 + rng.below(9);
        note.comments
            .push(vec![texts[rng.below(4)]; times].join(" "));
    }
    if rng.below(2) == 0 {
        note.set_clock(Some(Duration::from_millis(rng.below(20_000_000) as u64)));
    }
    if rng.below(2) == 0 {
        let score = match rng.below(3) {
            0 => Score::Mate([1, -1][rng.below(2)] * (1 + rng.below(20) as i32)),
            _ => Score::Centipawns(rng.below(3_000) as i32 - 1_500),
        };
        let depth = [None, Some(rng.below(60) as u32)][rng.below(2)];
        note.set_eval(Some(Eval { score, depth }));
    }
}

fn random_game(seed: u64) -> pgn::Game<Chess> {
    let rng = &mut Rng(seed);
    let start = STARTS[seed as usize % STARTS.len()].parse().unwrap();
    let mut tree = GameTree::new(start);
    for _ in 0..rng.below(120) {
        let Some(mv) = choose(tree.position(), rng).filter(|_| tree.outcome().is_none()) else {
            break;
        };
        tree.play(mv).unwrap();
    }
    for _ in 0..10 {
        // On the line with the last variation.
        let parent = tree.path()[rng.below(tree.path().len())];
        let mut at = parent;
        for _ in 0..=rng.below(5) {
            let Some(mv) = choose(tree.node(at).position(), rng) else {
                break;
            };
            at = tree.add_variation(at, mv).unwrap();
        }
        tree.go_to(at);
    }
    for (id, _) in preorder(&tree) {
        let parent = tree.node(id).parent().unwrap();
        let begins = tree.node(parent).children()[0] != id;
        annotate(&mut tree, id, begins, rng);
    }
    tree.go_to_main_end();
    let about = tree.annotation_mut(GameTree::<Chess>::ROOT);
    about.comments.push(format!("Game {seed}"));
    let mut game = pgn::Game::new(tree);
    game.tags.insert("White".into(), "Zoë".into());
    game.tags.insert("TimeControl".into(), "300+5".into());
    game
}

/// Returns all nodes but the root with their depths, in the order of the text.
fn preorder(tree: &GameTree<Chess>) -> Vec<(NodeId, usize)> {
    let mut nodes = vec![];
    let mut stack = vec![(GameTree::<Chess>::ROOT, 0)];
    while let Some((id, depth)) = stack.pop() {
        nodes.push((id, depth));
        let children = tree.node(id).children().iter().rev();
        stack.extend(children.map(|child| (*child, depth + 1)));
    }
    nodes.split_off(1)
}

fn words(comments: &[String]) -> String {
    let text = comments.join(" ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a game in the format of the script.
fn tree(game: &pgn::Game<Chess>) -> Value {
    let tree = &game.tree;
    let moves = preorder(tree).into_iter().map(|(id, depth)| {
        let node = tree.node(id);
        let before = tree.node(node.parent().unwrap()).position();
        let mv = node.mv().unwrap();
        let note = &node.annotation;
        let mut nags = note.nags.clone();
        nags.sort_unstable();
        let eval = note.eval().map(|eval| {
            let score = match eval.score {
                Score::Mate(moves) => json!(format!("#{moves}")),
                Score::Centipawns(score) => json!(score),
            };
            json!([score, eval.depth])
        });
        json!({
            "depth": depth,
            "uci": Chess::tables().uci(mv),
            "san": san::write(before, mv),
            "fen": node.position().to_string(),
            "before": words(&note.before),
            "comment": words(&note.comments),
            "nags": nags,
            "clock": note.clock().map(|left| left.as_millis() as u64),
            "eval": eval,
        })
    });
    let root = tree.node(GameTree::<Chess>::ROOT);
    json!({
        "comment": words(&root.annotation.comments),
        "moves": moves.collect::<Vec<_>>(),
    })
}

/// Compares move by move, to show the first difference.
fn compare(found: &Value, game: &pgn::Game<Chess>) {
    let expected = tree(game);
    let moves = |tree: &Value| tree["moves"].as_array().unwrap().clone();
    for (found, expected) in moves(found).iter().zip(moves(&expected)) {
        assert_eq!(*found, expected, "in\n{}", pgn::write(game));
    }
    assert_eq!(*found, expected);
}

/// Returns the Python with the package, or instructions.
fn python() -> Result<PathBuf, String> {
    let required = include_str!("../support/requirements.txt");
    let version = required.trim().rsplit_once("==").unwrap().1;
    let named = env::var_os("ICOCHESS_PYTHON").map(PathBuf::from);
    // The path that `scripts/test` uses.
    let provided = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../python-chess/bin/python");
    let python = named.unwrap_or(if provided.exists() {
        provided
    } else {
        "python3".into()
    });
    let found = Command::new(&python)
        .args([script(), "--version".into()])
        .output();
    let found = found.map_err(|error| format!("{}: {error}", python.display()));
    let wrong = match found {
        Ok(output) if output.stdout.trim_ascii() == version.as_bytes() => return Ok(python),
        Ok(output) if output.status.success() => {
            format!("{} has another version of it", python.display())
        }
        Ok(_) => format!("{} has none", python.display()),
        Err(error) => error,
    };
    Err(format!(
        "it needs the Python package chess {version}: {wrong}. Please run scripts/test, which \
         installs it, or: python3 -m venv DIR && DIR/bin/pip install -r \
         crates/rules/tests/support/requirements.txt, and set ICOCHESS_PYTHON=DIR/bin/python"
    ))
}

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/python_chess.py")
}

#[test]
fn python_chess_reads_what_we_write_and_we_read_what_it_writes() {
    let python = match python() {
        Ok(python) => python,
        Err(why) if env::var("CI").is_ok_and(|ci| !matches!(&*ci, "" | "0" | "false")) => {
            panic!("this test could not run: {why}")
        }
        Err(why) => {
            // Bypasses the test harness, which captures the output of passing tests.
            let _ = writeln!(std::io::stderr(), "\nNOT RUN: python_chess: {why}");
            return;
        }
    };
    let games: Vec<_> = (0..GAMES).map(random_game).collect();
    let mut kinds = BTreeMap::<&str, usize>::new();
    for game in &games {
        for (id, _) in preorder(&game.tree) {
            let node = game.tree.node(id);
            let before = game.tree.node(node.parent().unwrap()).position();
            if let Some(kind) = kind(before, node.mv().unwrap()) {
                *kinds.entry(kind).or_default() += 1;
            }
        }
    }
    assert_eq!(kinds.len(), 3);
    assert!(kinds.values().all(|count| *count > 50), "{kinds:?}");

    let dir = tempfile::tempdir().unwrap();
    let (ours, theirs) = (dir.path().join("ours.pgn"), dir.path().join("theirs.pgn"));
    let texts: Vec<_> = games.iter().map(pgn::write).collect();
    fs::write(&ours, texts.join("\n")).unwrap();
    let mut command = Command::new(python);
    let output = command
        .arg(script())
        .args([&ours, &theirs])
        .output()
        .unwrap();
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaints}");
    assert_eq!(complaints, "");
    let read: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(read.len(), games.len());
    for ((game, text), mut read) in games.iter().zip(&texts).zip(read) {
        let read = read.as_object_mut().unwrap();
        assert_eq!(read.remove("errors"), Some(json!([])), "{text}");
        let tags = read.remove("tags").unwrap();
        assert_eq!(tags["White"], "Zoë");
        assert_eq!(tags["Result"], game.result());
        compare(&Value::Object(read.clone()), game);
    }

    let file = std::io::BufReader::new(fs::File::open(&theirs).unwrap());
    let read: Vec<_> = pgn::Reader::<_, Chess>::new(file)
        .map(|game| game.unwrap_or_else(|error| panic!("{error}")))
        .collect();
    assert_eq!(read.len(), games.len());
    for (game, again) in games.iter().zip(&read) {
        compare(&tree(again), game);
        assert_eq!(again.tags, game.tags);
        assert_eq!(again.outcome(), game.outcome());
    }
}
