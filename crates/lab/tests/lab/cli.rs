//! The commands of the workbench, run from the command line.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use icochess_boards::puzzles::{Motif, Puzzle};
use icochess_boards::{Chess, Variant};
use icochess_lab::arena::read_positions;

fn lab(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_icochess-lab"));
    command.args(args).stdin(Stdio::null());
    command
}

/// Runs `tune` and returns its exit status and standard error.
fn tune(args: &[&str]) -> (Option<i32>, String) {
    let mut command = lab(&[&["tune", "--variant", "chess", "--epochs", "3"], args].concat());
    let output = command.output().unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn tune_without_positions_leaves_files_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (values, none, new) = (path("values.ron"), path("none.txt"), path("new.ron"));
    std::fs::write(&values, "good values").unwrap();
    std::fs::write(&none, "").unwrap();
    for args in [
        &["--games", "0", "--out", &values][..],
        &["--games", "0", "--out", &new],
        &["--data", &none, "--out", &values],
        &["--data", &none, "--out", &new],
    ] {
        let (status, error) = tune(args);
        assert!(status.is_some_and(|status| status > 0), "{args:?}: {error}");
        assert!(
            error.contains("no position to learn from"),
            "{args:?}: {error}"
        );
        assert_eq!(std::fs::read_to_string(&values).unwrap(), "good values");
        assert!(!std::path::Path::new(&new).exists(), "{args:?}");
    }
}

#[test]
fn chances_do_not_depend_on_the_number_of_threads() {
    let fitted = |threads: &str| {
        let mut command = lab(&["chances", "--variant", "chess", "--games", "10"]);
        command.args(["--nodes", "200", "--threads", threads]);
        let output = command.output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let one = fitted("1");
    assert!(
        one.starts_with("Board: chess, games: 10, unfinished: "),
        "{one}"
    );
    assert!(one.contains("Scale per centipawn: 0.0"), "{one}");
    assert_eq!(fitted("3"), one);
}

#[test]
fn openings_are_distinct_for_any_number_of_threads() {
    let found = |threads: &str| {
        let mut command = lab(&["openings", "--variant", "chess", "--count", "9"]);
        command.args(["--plies", "2", "--nodes", "500", "--max-advantage", "60"]);
        let output = command.args(["--threads", threads]).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let one = found("1");
    let lines: BTreeSet<&str> = one.lines().collect();
    // A comment with the command comes first.
    assert!(lines.len() == 10 && one.starts_with("# "), "{one}");
    assert!(read_positions::<Chess>(&one).is_ok(), "{one}");
    assert_eq!(found("3"), one);
    // Each opening gives one game.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings.txt");
    std::fs::write(&file, &one).unwrap();
    let mut command = lab(&["chances", "--variant", "chess", "--soft-nodes", "50"]);
    let output = command.arg("--openings-file").arg(&file).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("Board: chess, games: 9, "), "{text}");
}

#[test]
fn puzzles_are_found_in_games_and_in_a_file() {
    let found = |args: &[&str]| -> Vec<Puzzle> {
        let mut command = lab(&["puzzles", "--variant", "chess", "--nodes", "20000"]);
        let output = command.args(args).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with("# icochess-lab puzzles "), "{text}");
        let parse = |line| Puzzle::parse(Variant::Chess.board(), line).expect(line);
        text.lines().skip(1).map(parse).collect()
    };
    let two = found(&["--count", "2"]);
    assert_eq!(two.len(), 2);
    assert_eq!(found(&["--count", "2"]), two);
    // A mate in one, no mate, and two mates in one.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.txt");
    let positions = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\n\
                     6k1/5ppp/8/8/8/8/8/R2R2K1 w - - 0 1\n";
    std::fs::write(&file, positions).unwrap();
    let mates = found(&["--positions", file.to_str().unwrap()]);
    assert!(matches!(&mates[..], [mate] if mate.motif == Motif::Mate && mate.rating == 600));
}

#[test]
fn network_learns_from_selfplay_in_two_runs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (positions, network, again) = (path("positions.txt"), path("a.bin"), path("b.bin"));
    let run = |args: &[&str]| {
        let output = lab(args).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let play = |count: usize| {
        let count = count.to_string();
        let args = [
            "selfplay",
            "--nodes",
            "20",
            "--out",
            &positions,
            "--positions",
            &count,
        ];
        run(&args);
        std::fs::read_to_string(&positions).unwrap()
    };
    let first = play(1);
    // A killed run leaves half a line.
    std::fs::write(&positions, &first[..first.len() - 9]).unwrap();
    let kept = first.lines().count() - 1;
    let both = play(kept + 1);
    let game = |line: &str| line.split(' ').next().unwrap().parse::<u32>().unwrap();
    let games: Vec<u32> = both.lines().map(game).collect();
    assert!(
        first.starts_with(
            both.lines()
                .take(kept)
                .collect::<Vec<_>>()
                .join("\n")
                .as_str()
        )
    );
    assert!(games[kept - 1] < 500 && games[kept..].iter().all(|game| (500..1000).contains(game)));
    assert_eq!(play(kept), both, "it has enough");

    for out in [&network, &again] {
        run(&["train", "--data", &positions, "--out", out, "--epochs", "2"]);
    }
    let bytes = std::fs::read(&network).unwrap();
    assert!(
        bytes == std::fs::read(&again).unwrap(),
        "equal arguments, another network"
    );
    let player = format!("strong:nodes=50:network={network}");
    run(&[
        "match",
        &player,
        "strong:nodes=50",
        "--games",
        "2",
        "--openings",
        "0",
    ]);
    let other = ["match", &player, "strong:nodes=50", "--variant", "chess"];
    let refused = lab(&other).output().unwrap();
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(
        !refused.status.success() && error.contains("a.bin: it has 267020 bytes"),
        "{error}"
    );
}

#[cfg(unix)]
#[test]
fn interrupted_match_prints_its_finished_games() {
    use std::fs;
    use std::io::Read;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("games.pgn");
    let player = "strong:nodes=500";
    let mut child = lab(&[
        "match",
        player,
        player,
        "--games",
        "10000",
        "--concurrency",
        "1",
    ])
    .arg("--pgn")
    .arg(&pgn)
    .stdout(Stdio::piped())
    .spawn()
    .unwrap();
    // The first game is over, and thousands remain.
    let begun = Instant::now();
    while fs::metadata(&pgn).map_or(0, |file| file.len()) == 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "no game");
        sleep(Duration::from_millis(10));
    }
    let id = child.id().to_string();
    // Sends the signal twice, as `timeout` does.
    for _ in 0..2 {
        let killed = Command::new("kill").args(["-TERM", &id]).status();
        assert!(killed.unwrap().success());
    }
    let mut errors = String::new();
    let mut out = child.stdout.take().unwrap();
    out.read_to_string(&mut errors).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2), "{errors}");
    let number = |before: &str, after: &str| -> u32 {
        let rest = errors
            .split_once(before)
            .unwrap_or_else(|| panic!("{errors}"))
            .1;
        rest.split_once(after).unwrap().0.parse().unwrap()
    };
    let played = number("Board: icochess, games: ", "\n");
    assert!(played > 0);
    assert_eq!(
        number("\n", " of 10000 games were not played"),
        10_000 - played
    );
    assert!(
        errors.contains("\nEnds: ") && errors.contains("\nPlies a game: "),
        "{errors}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn tune_ignores_write_errors_of_progress() {
    use std::fs::{self, File};
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let folder = tempfile::tempdir().unwrap();
    // Progress is reported after a hundred games.
    let found = folder.path().join("found.ron");
    let args = "tune --variant chess --games 100 --nodes 100 --epochs 3 --out";
    let mut command = lab(&args.split(' ').collect::<Vec<_>>());
    let status = command.arg(&found).stderr(full()).stdout(Stdio::null());
    assert_eq!(status.status().unwrap().code(), Some(0));
    assert!(fs::metadata(&found).unwrap().len() > 0);
}
