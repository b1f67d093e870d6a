//! Tests of searches: their reports, answers and settings.

use std::thread;
use std::time::{Duration, Instant};

use icochess_engine::{ComputerPlayer, levels};

use super::{AT_ONCE, CHESS, Dialogue};

#[test]
fn illegal_searchmoves_return_no_move() {
    let mut dialogue = Dialogue::start();
    dialogue.accepted(CHESS);
    for (moves, expected) in [
        ("e2e5", "move 1 of the list: e2e5 is not legal"),
        ("e2e4 joho", "move 2 of the list"),
    ] {
        dialogue.send(format!("go depth 2 searchmoves {moves}"));
        let why = dialogue.line();
        assert!(why.starts_with(&format!("info string {expected}")), "{why}");
        assert_eq!(dialogue.line(), "bestmove 0000");
    }
    dialogue.send("go depth 2 searchmoves a2a3");
    let output = dialogue.until("bestmove ").pop().expect("a move");
    assert!(output.starts_with("bestmove a2a3"), "{output}");
}

#[test]
fn opponents_clock_is_no_limit() {
    let mut dialogue = Dialogue::start();
    dialogue.accepted(CHESS);
    for (position, go, is_limited) in [
        ("position startpos", "go btime 50 binc 1", false),
        ("position startpos moves e2e4", "go wtime 50 winc 1", false),
        ("position startpos moves e2e4", "go btime 50 binc 1", true),
        // The engine also searches the only legal move.
        (
            "position fen 7k/8/8/8/8/8/1r6/K7 w - - 0 1",
            "go btime 50",
            false,
        ),
    ] {
        dialogue.accepted(position);
        dialogue.send(go);
        if !is_limited {
            thread::sleep(Duration::from_millis(300));
            let output = dialogue.settle();
            assert!(
                output.iter().all(|line| line.starts_with("info ")),
                "{position}, {go}: {output:?}"
            );
            dialogue.send("stop");
        }
        dialogue.until("bestmove ");
    }
}

#[test]
fn overhead_is_reserved_from_the_clock() {
    let mut dialogue = Dialogue::start();
    dialogue.send("uci");
    let output = dialogue.until("uciok");
    let option = "option name Move Overhead type spin default 15 min 0 max 5000";
    assert!(output.iter().any(|line| line == option), "{output:?}");
    let refusal = dialogue.refused("setoption name Move Overhead value 5001");
    assert!(refusal.contains("a number from 0 to 5000"), "{refusal}");
    // Nearly all of the clock is reserved, so hardly any time is left.
    dialogue.accepted("setoption name move overhead value 5000");
    let began = Instant::now();
    dialogue.send("go wtime 6000 btime 6000 movestogo 1");
    dialogue.until("bestmove ");
    // Without the option, the last move before the time control takes up to six seconds.
    assert!(
        began.elapsed() < Duration::from_secs(3),
        "{:?}",
        began.elapsed()
    );
}

#[test]
fn last_line_has_the_time_of_the_whole_search() {
    let mut dialogue = Dialogue::start();
    dialogue.send("setoption name Move Overhead value 10\ngo movetime 300");
    let output = dialogue.until("bestmove ");
    let last = &output[output.len() - 2];
    let time = last.split_once(" time ").expect("a time").1;
    let time = time.split(' ').next().expect("a number").parse::<u64>();
    assert!(time.is_ok_and(|time| time >= 290), "{last}");
}

#[test]
fn debug_reports_search_conditions() {
    let mut dialogue = Dialogue::start();
    let mut reported = |line: &str, go: &str| {
        if !line.is_empty() {
            dialogue.accepted(line);
        }
        dialogue.send(go);
        let output = dialogue.until("bestmove ");
        output
            .into_iter()
            .find(|line| line.starts_with("info string"))
    };
    assert_eq!(reported("", "go depth 2"), None);
    let line = reported("debug on", "go depth 2 wtime 30000").expect("a line");
    for part in [
        "Strong level 18",
        "White",
        "about 999 ms",
        "2 plies",
        "64 MB",
        "threads 1",
    ] {
        assert!(line.contains(part), "{part}: {line}");
    }
    let line = reported("setoption name Move Overhead value 90", "go nodes 900").expect("a line");
    assert!(
        line.contains("900 nodes") && line.contains("overhead 90 ms"),
        "{line}"
    );
    assert_eq!(reported("debug off", "go depth 2"), None);
}

#[test]
fn search_reports_lines_and_its_move() {
    let mut dialogue = Dialogue::start();
    for (variant, mate, best) in [
        (
            "chess",
            "position fen 6k1/5ppp/8/8/8/8/8/K6R w - - 0 1 moves a1b1 g8f8",
            "h1h7",
        ),
        ("icochess", "position startpos moves b1n4 o1b3", "b2o3"),
    ] {
        dialogue.accepted(&format!("setoption name UCI_Variant value {variant}"));
        dialogue.send("go depth 5");
        let output = dialogue.until("bestmove ");
        assert!(output.len() >= 6, "{output:?}");
        for part in [
            " depth 5 ",
            " seldepth ",
            " score cp ",
            " nodes ",
            " nps ",
            " hashfull ",
        ] {
            assert!(
                output[output.len() - 2].contains(part),
                "{part}: {output:?}"
            );
        }
        dialogue.send("setoption name MultiPV value 3\ngo nodes 3000");
        let output = dialogue.until("bestmove ");
        for rank in [" multipv 1 ", " multipv 2 ", " multipv 3 "] {
            assert!(output.iter().any(|line| line.contains(rank)), "{output:?}");
        }
        dialogue.accepted("setoption name MultiPV value 1");
        dialogue.accepted(mate);
        if variant == "icochess" {
            dialogue.send("go mate 1");
            let output = dialogue.until("bestmove ");
            assert!(
                output[output.len() - 2].contains(" score mate 1 "),
                "{output:?}"
            );
            assert_eq!(output[output.len() - 1], format!("bestmove {best}"));
        }
    }
    // No legal move.
    dialogue.accepted("position startpos moves b1n4 o1b3 b2o3");
    dialogue.send("go depth 3");
    assert_eq!(dialogue.line(), "bestmove 0000");
}

#[test]
fn algorithm_is_chosen_by_name() {
    let mut dialogue = Dialogue::start();
    let refusal = dialogue.refused("setoption name Algorithm value Clever");
    assert!(
        refusal.contains("one of Random, Value, Attack, Strong"),
        "{refusal}"
    );
    // A rook is unprotected, and capturing it is best by material.
    for (algorithm, takes) in [("random", false), ("Value", true), ("ATTACK", true)] {
        dialogue.accepted(&format!("setoption name Algorithm value {algorithm}"));
        dialogue.accepted("setoption name Level value 1");
        dialogue.accepted("setoption name Seed value 7");
        let mut moves = Vec::new();
        for _ in 0..2 {
            dialogue.accepted("position startpos moves b1n4");
            dialogue.send("go depth 1");
            moves.push(dialogue.until("bestmove ").pop().expect("a move"));
        }
        assert_eq!(moves[0], moves[1], "the same seed, the same move");
        dialogue.send("go infinite");
        let output = dialogue.settle();
        assert!(
            output.iter().all(|line| line.starts_with("info ")),
            "{output:?}"
        );
        dialogue.send("stop");
        dialogue.until("bestmove ");
        if takes {
            assert!(moves[0].ends_with("n4"), "{algorithm}: {moves:?}");
        }
    }
}

#[test]
fn infinite_search_waits_for_stop_and_pondering_for_hit() {
    let mut dialogue = Dialogue::start();
    for search in ["go infinite", "go", "go ponder wtime 100 btime 100"] {
        dialogue.send(search);
        thread::sleep(Duration::from_millis(300));
        let output = dialogue.settle();
        assert!(
            output.iter().all(|line| line.starts_with("info ")),
            "{output:?}"
        );
        let began = Instant::now();
        let end = if search.starts_with("go ponder") {
            "ponderhit"
        } else {
            "stop"
        };
        dialogue.send(end);
        assert!(dialogue.until("bestmove ").len() <= 4);
        assert!(began.elapsed() < AT_ONCE);
    }
    // A mate in one ends the search, but the answer still waits.
    dialogue.accepted("position startpos moves b1n4 o1b3");
    dialogue.send("go infinite");
    thread::sleep(Duration::from_millis(200));
    assert!(
        dialogue
            .settle()
            .iter()
            .all(|line| line.starts_with("info "))
    );
    dialogue.send("stop");
    assert!(
        dialogue
            .until("bestmove ")
            .pop()
            .unwrap()
            .starts_with("bestmove b2o3")
    );
    // Unknown words are ignored and reported.
    dialogue.send("go nodes 2000 far");
    let output = dialogue.until("bestmove ");
    assert_eq!(output[0], "info string go: \"far\" is passed over");
    // The hit is for the pondering search, not for a queued one.
    dialogue.send("go ponder nodes 2000\ngo nodes 100\nponderhit");
    dialogue.until("bestmove ");
    dialogue.until("bestmove ");
    // The clock limits the search.
    let began = Instant::now();
    dialogue.send("position startpos\ngo wtime 500 btime 500 winc 0 binc 0");
    dialogue.until("bestmove ");
    assert!(began.elapsed() < Duration::from_millis(500));
}

#[test]
fn invalid_values_file_is_reported_and_replaced_by_defaults() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("values.ron");
    let name = file.display();
    let mut dialogue = Dialogue::start();
    let mut play = |text: Option<&str>| {
        if let Some(text) = text {
            std::fs::write(&file, text).expect("a file");
        }
        dialogue.accepted(&format!("setoption name Values value {name}"));
        dialogue.send("go depth 2");
        let output = dialogue.until("bestmove ");
        output
            .into_iter()
            .find(|line| line.starts_with("info string"))
    };
    for text in [
        None,
        Some(""),
        Some("(source: \"x\", material: [])"),
        Some("\0\0"),
    ] {
        let message = play(text).expect("a message");
        assert!(
            message.contains("the built-in values are used"),
            "{message}"
        );
        assert!(message.contains("values.ron"), "{message}");
    }
    let long = include_str!("../../../../boards/src/icochess/values.ron").replacen(
        "material: [",
        "material: [(1, 1), ",
        1,
    );
    let message = play(Some(&long)).expect("a message");
    assert!(message.contains("7 materials, expected 6"), "{message}");
    let good = play(Some(include_str!(
        "../../../../boards/src/icochess/values.ron"
    )));
    assert_eq!(good, None);
}

#[test]
fn rating_sets_the_level() {
    let mut dialogue = Dialogue::start();
    dialogue.accepted("setoption name UCI_LimitStrength value true");
    let least = levels::RATINGS[0];
    dialogue.accepted(&format!("setoption name UCI_Elo value {least}"));
    // The lowest level visits too few nodes for this depth.
    dialogue.send("go depth 9");
    let output = dialogue.until("bestmove ");
    assert!(
        !output.iter().any(|line| line.contains(" depth 9 ")),
        "{output:?}"
    );
    let refusal = dialogue.refused("setoption name UCI_Elo value 9000");
    assert!(refusal.contains("a number from"), "{refusal}");
    assert_eq!(levels::level_of(least), 1);
    assert_eq!(levels::level_of(u16::MAX), ComputerPlayer::MAX_LEVEL);
}
