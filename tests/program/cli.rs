//! The commands of the program, run as a user runs them.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

const MATE: &str =
    "QKPP/1B2/1P2/1P2/3N/4/4/4/4/4/1p2/1p2/rb1p/1k1p/1bRq/4/4/r3/4/4 w a3a4c2d2k2l2n4 - 0 1";
const MIDDLE: &str =
    "1K1P/2R1/1P2/2P1/1B2/4/4/4/4/4/1p2/4/1p1p/qkR1/1bp1/4/4/4/2r1/4 b a4c2k2 - 0 1";

fn icochess(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_icochess"));
    command.args(args).stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    icochess(args).output().unwrap()
}

/// What a command that must succeed without complaint prints.
fn stdout(args: &[&str]) -> String {
    let output = run(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {stderr}");
    assert_eq!(stderr, "", "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// What a command that must end with status 2 complains about.
fn complaint(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert_eq!(output.stdout, b"", "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Runs `perft` and gives the counts of the first moves, after checking the
/// form of what is printed: sorted `move: count`, then the sum.
fn perft(args: &[&str], total: u64) -> Vec<(String, u64)> {
    let text = stdout(&[&["perft"], args].concat());
    let (lines, last) = text.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(last, format!("Nodes searched: {total}"));
    assert!(text.ends_with('\n'));
    let counts: Vec<(String, u64)> = lines
        .lines()
        .map(|line| {
            let (mv, count) = line.split_once(": ").unwrap();
            assert!((4..=8).contains(&mv.len()), "{line}");
            (mv.into(), count.parse().unwrap())
        })
        .collect();
    assert!(counts.is_sorted());
    assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), total);
    counts
}

/// Runs `moves` and gives its three lines.
fn moves(args: &[&str]) -> [String; 3] {
    let text = stdout(&[&["moves"], args].concat());
    assert!(text.ends_with('\n'));
    let lines: Vec<String> = text.lines().map(Into::into).collect();
    lines.try_into().expect("three lines")
}

#[test]
fn perft_divides_the_start_position() {
    let counts = perft(&["1"], 46);
    assert_eq!(counts.len(), 46);
    assert!(counts.iter().all(|(_, count)| *count == 1));
    assert_eq!(counts[0].0, "a1g1");
    for (depth, total) in [("2", 2_050), ("3", 123_894)] {
        assert_eq!(perft(&[depth], total).len(), 46);
    }
}

#[test]
fn perft_divides_a_given_position() {
    assert_eq!(perft(&["2", "--position", MIDDLE], 2_060).len(), 50);
    assert_eq!(perft(&["--position", MIDDLE, "3"], 92_526).len(), 50);
}

#[test]
fn perft_without_moves_or_plies_prints_the_sum_alone() {
    assert_eq!(stdout(&["perft", "0"]), "Nodes searched: 1\n");
    let mate = stdout(&["perft", "3", "--position", MATE]);
    assert_eq!(mate, "Nodes searched: 0\n");
}

#[test]
fn moves_of_the_start_are_the_46_sorted() {
    let [list, check, outcome] = moves(&[]);
    let list: Vec<&str> = list.split(' ').collect();
    assert_eq!(list.len(), 46);
    assert!(list.is_sorted());
    assert!(list.contains(&"b1o3"));
    assert_eq!([check, outcome], ["check: -", "outcome: ongoing"]);
}

#[test]
fn moves_of_a_given_position_are_the_first_plies_of_perft() {
    let [list, _, _] = moves(&["--position", MIDDLE]);
    let counted = perft(&["1", "--position", MIDDLE], 50);
    let counted: Vec<String> = counted.into_iter().map(|(mv, _)| mv).collect();
    assert_eq!(list, counted.join(" "));
}

#[test]
fn moves_name_the_checking_pieces() {
    let [list, check, outcome] = moves(&["--position", MATE]);
    assert_eq!(list, "");
    assert_eq!([check, outcome], ["check: o2 r1", "outcome: checkmate"]);
    // The bishop on B4, and the pawn on G2 that has not moved.
    let two = "K3/3b/4/4/4/4/1p2/4/4/4/4/4/4/k3/4/4/4/4/4/4 w g2 - 0 1";
    let [list, check, outcome] = moves(&["--position", two]);
    assert_eq!(list, "a1a2");
    assert_eq!([check, outcome], ["check: b4 g2", "outcome: ongoing"]);
}

#[test]
fn moves_say_how_the_game_has_ended() {
    for (position, keyword, any) in [
        (
            "4/4/4/4/k3/4/4/4/4/1QK1/4/4/R3/4/4/4/4/4/4/4 b - - 0 60",
            "stalemate",
            false,
        ),
        (
            "K3/4/4/4/4/4/4/4/4/4/4/4/4/k3/4/4/4/4/4/4 w - - 0 1",
            "dead-position",
            true,
        ),
        (
            "K2N/4/4/4/4/4/4/4/4/4/4/4/4/k2p/4/4/4/4/4/4 b - - 150 99",
            "seventy-five-moves",
            true,
        ),
    ] {
        let [list, check, outcome] = moves(&["--position", position]);
        assert_eq!(!list.is_empty(), any, "{position}");
        assert_eq!(
            [check, outcome],
            ["check: -", &format!("outcome: {keyword}")]
        );
    }
}

#[test]
fn show_draws_a_position() {
    let shown = stdout(&["show", "--variant", "chess"]);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines.len(), 9);
    assert_eq!(lines[0], "  8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜");
    assert_eq!(lines[6], "  2  ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙");
    let shown = stdout(&["show", "--letters", "--position", MATE]);
    assert_eq!(shown.lines().next(), Some("  a  Q K P P"));
}

#[test]
fn a_bad_position_ends_with_status_2_and_what_was_expected() {
    for (position, expected) in [
        ("", "0 fields, expected 6"),
        ("QKPP", "1 fields, expected 6"),
        (
            "K3/4 w - - 0 1",
            "character 1: 2 groups in the placement, expected 20",
        ),
        (
            "X3/4/4/4/4/4/4/4/4/4/4/4/4/k3/4/4/4/4/4/4 w - - 0 1",
            "\"X\" is no piece, expected one of PNBRQK",
        ),
        (
            "K3/4/4/4/4/4/4/4/4/4/4/4/4/k3/4/4/4/4/4/4 white - - 0 1",
            "\"white\" is no side to move, expected \"w\" or \"b\"",
        ),
        (
            "K3/4/4/4/4/4/4/4/4/4/4/4/4/k3/4/4/4/4/4/4 w a9 - 0 1",
            "expected names such as a3a4",
        ),
        (
            "KK2/4/4/4/4/4/4/4/4/4/4/4/4/k3/4/4/4/4/4/4 w - - 0 1",
            "White has 2 pieces of the kind king, expected exactly one",
        ),
        (
            "Kk2/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4 w - - 0 1",
            "Black is in check, but it is the other side's turn",
        ),
    ] {
        for command in [&["moves"][..], &["perft", "1"]] {
            let text = complaint(&[command, &["--position", position]].concat());
            assert!(text.contains(expected), "{position}: {text}");
            assert!(text.contains("position text, character "), "{text}");
        }
    }
}

/// Runs `pgn` on a text: status, standard output and standard error.
fn pgn(args: &[&str], text: &str) -> (Option<i32>, String, String) {
    let mut child = icochess(&[&["pgn"], args, &["-"]].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let [out, error] = [output.stdout, output.stderr].map(|b| String::from_utf8(b).unwrap());
    (output.status.code(), out, error)
}

#[test]
fn pgn_counts_games_on_both_boards_and_tells_each_error() {
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
    assert_eq!(
        error,
        "game 4, line 14, column 4: no legal move is written \"Ke3\" (expected move 2 of White)\n\
         game 5, line 16, column 11: tag Variant is \"Atomic\": expected \"Standard\"\n"
    );
    let (status, _, error) = pgn(&["--variant", "icochess"], "1. e4 *");
    assert_eq!(status, Some(1));
    assert!(error.starts_with("game 1, line 1, column 4: "), "{error}");
}

#[test]
fn pgn_tells_the_error_of_the_board_that_a_game_is_on() {
    for (text, expected) in [
        // What is wrong on every board.
        (
            "[CurrentPly \"x\"]\n\n1. e4 e5 *",
            "line 1, column 14: tag CurrentPly is \"x\": expected a number of plies",
        ),
        (
            "[EndReason \"fifty-moves\"]\n\n1. a4g1 1/2-1/2",
            "line 1, column 13: tag EndReason is \"fifty-moves\": expected agreement",
        ),
        // Who understood more.
        (
            "1. e4 e5 2. Ke3 *",
            "line 1, column 13: no legal move is written \"Ke3\"",
        ),
        (
            "1. a4g1 n4s1 2. Ke3 *",
            "line 1, column 17: no legal move is written \"Ke3\"",
        ),
        // The board that is named.
        (
            "[FEN \"x\"]\n[Variant \"Icochess\"]\n\n*",
            "line 1, column 8: tag FEN: ",
        ),
        ("[Variant \"Icochess\"]\n\n1. e4 *", "line 3, column 4: "),
    ] {
        let (status, out, error) = pgn(&[], text);
        let expected = format!("game 1, {expected}");
        assert!(error.starts_with(&expected), "{error} is not {expected}");
        assert_eq!(
            (status, out.as_str()),
            (Some(1), "0 games, 0 plies, 1 error\n")
        );
    }
}

#[test]
fn pgn_prints_a_hundred_errors_and_counts_them_all() {
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
fn pgn_writes_what_it_reads_in_export_form() {
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
fn pgn_of_a_file_that_is_not_there_says_which() {
    let output = run(&["pgn", "no/such.pgn"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("icochess: no/such.pgn: "), "{text}");
}

#[test]
fn pgn_of_a_folder_says_which() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().to_str().unwrap();
    let output = run(&["pgn", name]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with(&format!("icochess: {name}: ")), "{text}");
}

#[test]
fn another_board_is_asked_for_by_name() {
    let chess = &["--variant", "chess"][..];
    assert_eq!(perft(&[chess, &["3"]].concat(), 8_902).len(), 20);
    assert_eq!(perft(&["3", "--variant", "Standard"], 8_902).len(), 20);
    assert_eq!(perft(&["2", "--variant", "ICOCHESS"], 2_050).len(), 46);
    let promotes = "1r2k3/P7/8/8/8/8/8/4K3 w - - 3 9";
    let [list, check, outcome] = moves(&[chess, &["--position", promotes]].concat());
    assert!(list.starts_with("a7a8b a7a8n a7a8q a7a8r a7b8b "), "{list}");
    assert_eq!([check, outcome], ["check: -", "outcome: ongoing"]);
    // Boards in space.
    let octhex = &["--variant", "octhex146"][..];
    let startrek = &["--variant", "startrek3d"][..];
    assert_eq!(perft(&[octhex, &["2"]].concat(), 19_348).len(), 139);
    assert_eq!(perft(&[startrek, &["3"]].concat(), 5_223).len(), 16);
    let over =
        "c|2/2|3/3/3|4/4/4/4|5/5/5/5/5|6/6/6/6/6/6|5/5/5/5/5|4/4/4/4|3/3/3|2/D1|C[] b - - 0 9";
    let over = [octhex, &["--position", over]].concat();
    assert_eq!(moves(&over), ["", "check: -", "outcome: extinction"]);
    let [list, ..] = moves(startrek);
    assert!(list.starts_with("A@b17b15 A@b17e15 "), "{list}");
    // Each board reads its own positions alone.
    for (args, expected) in [
        (
            [chess, &["--position", MIDDLE]].concat(),
            "20 groups in the placement, expected 8",
        ),
        (
            vec!["--position", promotes],
            "8 groups in the placement, expected 20",
        ),
        (
            [octhex, &["--position", promotes]].concat(),
            "1 sections in the placement, separated by \"|\", expected 11",
        ),
        (
            [startrek, &["--position", promotes]].concat(),
            "1 sections in the placement, separated by \"|\", expected 4",
        ),
        (
            vec!["--variant", "checkers"],
            "[possible values: icochess, chess, octhex146, ",
        ),
    ] {
        let text = complaint(&[&["moves"], &args[..]].concat());
        assert!(text.starts_with("error: invalid value '"), "{text}");
        assert!(text.contains(expected), "{text}");
        assert!(
            text.ends_with("\n\nFor more information, try '--help'.\n"),
            "{text}"
        );
    }
}

#[test]
fn bad_arguments_end_with_status_2() {
    for args in [
        &["perft"][..],
        &["perft", "-1"],
        &["perft", "31"],
        &["perft", "two"],
        &["moves", "3"],
        &["moves", "--variant", ""],
        &["uci", "chess"],
        &["dance"],
    ] {
        assert!(complaint(args).contains("error: "), "{args:?}");
    }
}

#[test]
fn help_names_the_commands() {
    let help = stdout(&["--help"]);
    for command in ["perft", "moves", "uci"] {
        assert!(help.contains(command), "{help}");
    }
    let version = format!("icochess {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(stdout(&["--version"]), version);
}

/// What the game says when it cannot start: one line, and status 2.
fn refusal(mut command: Command) -> String {
    let home = tempfile::tempdir().unwrap();
    command
        .env("HOME", home.path())
        .env_remove("XDG_DATA_HOME")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET");
    let output = command.output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.starts_with("icochess: "), "{told}");
    told
}

#[test]
fn without_a_display_one_sentence_says_so() {
    let told = refusal(icochess(&["--flat"]));
    assert!(
        told.contains("no window can be opened") && told.contains("DISPLAY"),
        "{told}"
    );
    assert!(!told.contains("registry") && !told.contains('{'), "{told}");
    // One that is named and not there is no better.
    let home = tempfile::tempdir().unwrap();
    let mut command = icochess(&["--flat"]);
    command.env("HOME", home.path()).env("DISPLAY", ":987");
    command
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET");
    let output = command.output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), told.lines().count()),
        (Some(2), 1),
        "{told}"
    );
    assert!(!told.contains("registry") && !told.contains('{'), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_standard_error_that_is_full_changes_nothing() {
    use std::fs::File;
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let home = tempfile::tempdir().unwrap();
    let mut command = icochess(&["--flat", "--inspect=0"]);
    command.env("HOME", home.path()).stderr(full());
    for variable in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(variable);
    }
    assert_eq!(command.status().unwrap().code(), Some(2));
    // As it would be said, could it be heard.
    let mut command = icochess(&["pgn", "no/such.pgn"]);
    assert_eq!(command.stderr(full()).status().unwrap().code(), Some(1));
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_told_of_the_work_need_not_be_heard() {
    use std::fs::{self, File};
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let folder = tempfile::tempdir().unwrap();
    // One error more than are shown, and one game.
    let games = folder.path().join("games.pgn");
    fs::write(&games, "1. x *\n".repeat(101) + "1. e4 *\n").unwrap();
    let mut command = icochess(&["pgn", "--write"]);
    let output = command.arg(&games).stderr(full()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let written = String::from_utf8(output.stdout).unwrap();
    assert!(written.contains("1. e4 *"), "{written}");
}

#[test]
fn a_taken_port_ends_the_start() {
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let told = refusal(icochess(&["--flat", &format!("--inspect={port}")]));
    assert!(told.contains(&format!("port {port} ")), "{told}");
}

#[test]
fn a_start_on_a_board_that_it_is_not_on_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let ball = folder.path().join("ball.pgn");
    std::fs::write(&ball, "[Variant \"Icochess\"]\n\n1. a4g1 *\n").unwrap();
    let ball = ball.to_str().unwrap();
    for (args, parts) in [
        (
            &["--position", "8/8 w"][..],
            &["'--position <TEXT>'", "8/8 w"][..],
        ),
        (
            &["--variant", "chess", "--position", MIDDLE],
            &["'--position <TEXT>'"],
        ),
        (
            &["--variant", "chess", "--load", ball],
            &["ball.pgn", "Variant", "Standard"],
        ),
    ] {
        let told = refusal(icochess(&[&["--flat"], args].concat()));
        assert!(parts.iter().all(|part| told.contains(part)), "{told}");
    }
    let output = icochess(&["--flat", "--variant", "go"]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("icochess, chess"), "{told}");
}

#[test]
fn a_bad_runtime_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.json");
    std::fs::write(&broken, "{").unwrap();
    let missing = folder.path().join("missing.json");
    for (path, why) in [
        (&missing, "No such file"),
        (&broken, "no runtime can be loaded"),
    ] {
        let mut command = icochess(&["--vr"]);
        command.env("XR_RUNTIME_JSON", path);
        let told = refusal(command);
        // Without a loader nobody reads the file.
        if !told.contains("the OpenXR loader") {
            let named = format!("XR_RUNTIME_JSON names {}", path.display());
            assert!(told.contains(&named) && told.contains(why), "{told}");
        }
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    for args in [&["perft", "3"][..], &["moves"]] {
        // Closed before anything is written.
        let mut child = icochess(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert!(output.status.success(), "{args:?}");
    }
    // Closed after the first line, as by `head -n 1`.
    let mut child = icochess(&["perft", "3"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    assert!(line.starts_with("a1g1: "), "{line}");
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
}
