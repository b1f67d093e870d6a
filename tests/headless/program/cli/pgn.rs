//! `pgn` reads files of games, counts the games, and reports errors.

use std::io::Write;
use std::process::Stdio;

use icochess_boards::Variant;

use super::{icochess, run};
use crate::program::support::rows;

/// Runs `pgn` on a text, and returns status, standard output and standard error.
fn pgn(args: &[&str], text: &str) -> (Option<i32>, String, String) {
    let mut command = icochess(&[&["pgn"], args, &["-"]].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(text.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let [out, error] = [output.stdout, output.stderr].map(|b| String::from_utf8(b).unwrap());
    (output.status.code(), out, error)
}

#[test]
fn pgn_counts_games_of_both_boards_and_reports_errors() {
    let text = "[Variant \"Icochess\"]\n\n1. a4g1 (1. b1o3) n4s1 *\n\n\
                [Event \"x\"]\n\n1. e4 e5 1-0\n\n1. a4g1 *\n\n";
    let read = |count: &str| (Some(0), format!("{count}, 0 errors\n"), String::new());
    assert_eq!(pgn(&[], "1. e4 *"), read("1 game, 1 ply"));
    assert_eq!(pgn(&[], text), read("3 games, 6 plies"));
    assert_eq!(pgn(&[], ""), read("0 games, 0 plies"));

    let space = "[Variant \"OctHex 146\"]\n\n1. Mf34/B *\n\n\
                 [Variant \"Star Trek 3D\"]\n\n1. Ab17-b15 *\n";
    assert_eq!(pgn(&[], space), read("2 games, 2 plies"));
    let without = "1. Mf34/B *\n\n1. Ab17-b15 *\n";
    assert_eq!(pgn(&[], without), read("2 games, 2 plies"));

    let wrong = "[Event \"x\"]\n\n1. e4 e5\n2. Ke3 *\n\n[Variant \"Atomic\"]\n\n*\n";
    let (status, out, error) = pgn(&[], &(text.to_owned() + wrong));
    assert_eq!(
        (status, out.as_str()),
        (Some(1), "3 games, 6 plies, 2 errors\n")
    );
    let names = Variant::by_likelihood().map(|variant| format!("\"{}\"", variant.name()));
    let unknown = format!(
        "game 5, line 16, column 11: the board \"Atomic\" is not known: expected {}\n",
        names.join(" or ")
    );
    let illegal =
        "game 4, line 14, column 4: no legal move is written \"Ke3\" (expected move 2 of White)\n";
    assert_eq!(error, illegal.to_owned() + &unknown);
    let (status, _, error) = pgn(&["--variant", "icochess"], "1. e4 *");
    assert_eq!(status, Some(1));
    assert!(error.starts_with("game 1, line 1, column 4: "), "{error}");
}

#[test]
fn pgn_reports_the_error_of_the_matching_board() {
    for [text, expected] in rows(
        r#"# Errors on every board.
        [CurrentPly "x"]\n\n1. e4 e5 * =>
            line 1, column 14: tag CurrentPly is "x": expected a number of plies
        [EndReason "fifty-moves"]\n\n1. a4g1 1/2-1/2 =>
            line 1, column 13: tag EndReason is "fifty-moves": expected agreement
        # The error comes from the board that parsed further.
        1. e4 e5 2. Ke3 * => line 1, column 13: no legal move is written "Ke3"
        1. a4g1 n4s1 2. Ke3 * => line 1, column 17: no legal move is written "Ke3"
        # The board named by a tag.
        [FEN "x"]\n[Variant "Icochess"]\n\n* => line 1, column 8: tag FEN:
        [Variant "Icochess"]\n\n1. e4 * => line 3, column 4:"#,
    ) {
        let text = text.replace(r"\n", "\n");
        let (status, out, error) = pgn(&[], &text);
        let expected = format!("game 1, {expected}");
        assert!(error.starts_with(&expected), "{error} is not {expected}");
        assert_eq!(
            (status, out.as_str()),
            (Some(1), "0 games, 0 plies, 1 error\n")
        );
    }
}

#[test]
fn pgn_prints_100_errors_and_counts_all() {
    for (games, last) in [
        (100, None),
        (101, Some("… and 1 more error is not shown")),
        (250, Some("… and 150 more errors are not shown")),
    ] {
        let (status, out, error) = pgn(&[], &"1. x *\n".repeat(games));
        assert_eq!(
            (status, out),
            (Some(1), format!("0 games, 0 plies, {games} errors\n"))
        );
        assert_eq!(error.lines().nth(100), last);
        assert_eq!(error.lines().count(), 100 + usize::from(last.is_some()));
    }
}

#[test]
fn pgn_writes_games_in_export_form() {
    let (status, out, error) = pgn(&["--write"], "1.e4 {x}\n\n1-0 1. a4-g1 *");
    assert_eq!(status, Some(0));
    assert_eq!(error, "2 games, 2 plies, 0 errors\n");
    let games: Vec<&str> = out.split("\n\n").collect();
    assert_eq!(
        (games.len(), games[1], games[3]),
        (4, "1. e4 {x} 1-0", "1. a4g1 *\n")
    );
    assert!(games[2].starts_with("[Event \"?\"]\n"));
    assert_eq!(pgn(&["--write"], &out).1, out);
}

#[test]
fn pgn_names_missing_or_endless_files() {
    let folder = tempfile::tempdir().unwrap();
    for (name, why) in [
        ("no/such.pgn", ""),
        (folder.path().to_str().unwrap(), ""),
        #[cfg(unix)]
        ("/dev/zero", "line 1: no game ends within 256 MiB"),
    ] {
        let output = run(&["pgn", name]);
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8(output.stderr).unwrap();
        let expected = format!("icochess: {name}: {why}");
        assert!(text.starts_with(&expected), "{text}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn pgn_writes_games_even_if_stderr_fails() {
    use std::fs::{self, File};
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let folder = tempfile::tempdir().unwrap();
    // The file has one error more than the limit, and one game.
    let games = folder.path().join("games.pgn");
    fs::write(&games, "1. x *\n".repeat(101) + "1. e4 *\n").unwrap();
    let mut command = icochess(&["pgn", "--write"]);
    let output = command.arg(&games).stderr(full()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let written = String::from_utf8(output.stdout).unwrap();
    assert!(written.contains("1. e4 *"), "{written}");
}
