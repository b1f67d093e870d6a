//! The program's commands, run as a user runs them.

use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

mod pgn;
mod start;

use super::support::rows;

const MATE: &str =
    "QKPP/1B2/1P2/1P2/3N/4/4/4/4/4/1p2/1p2/rb1p/1k1p/1bRq/4/4/r3/4/4 w a3a4c2d2k2l2n4 - 0 1";
pub const MIDDLE: &str =
    "1K1P/2R1/1P2/2P1/1B2/4/4/4/4/4/1p2/4/1p1p/qkR1/1bp1/4/4/4/2r1/4 b a4c2k2 - 0 1";

/// Returns a command that runs the program with these arguments.
pub fn icochess(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_icochess"));
    command.args(args).stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    icochess(args).output().unwrap()
}

/// Returns the output of a command that must succeed without messages.
pub fn stdout(args: &[&str]) -> String {
    let output = run(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {stderr}");
    assert_eq!(stderr, "", "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the error message of a command that must exit with status 2.
fn complaint(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert_eq!(output.stdout, b"", "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Runs `perft` and returns the count of each first move, after checking the output format: sorted
/// `move: count`, then the sum.
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

/// Runs `moves` and returns its three lines.
fn moves(args: &[&str]) -> [String; 3] {
    let text = stdout(&[&["moves"], args].concat());
    assert!(text.ends_with('\n'));
    let lines: Vec<String> = text.lines().map(Into::into).collect();
    lines.try_into().expect("three lines")
}

#[test]
fn perft_divides_the_start_and_a_given_position_on_any_board() {
    for (args, total, moves) in [
        ("1", 46, 46),
        ("2", 2_050, 46),
        ("3", 123_894, 46),
        ("2 --variant ICOCHESS", 2_050, 46),
        ("--variant chess 3", 8_902, 20),
        ("3 --variant Standard", 8_902, 20),
        ("--variant octhex146 2", 19_348, 139),
        ("--variant startrek3d 3", 5_223, 16),
    ] {
        let args: Vec<&str> = args.split(' ').collect();
        assert_eq!(perft(&args, total).len(), moves, "{args:?}");
    }
    assert_eq!(perft(&["2", "--position", MIDDLE], 2_060).len(), 50);
    assert_eq!(perft(&["--position", MIDDLE, "3"], 92_526).len(), 50);
    // Without moves or plies, there is only the sum.
    assert_eq!(stdout(&["perft", "0"]), "Nodes searched: 1\n");
    let mate = stdout(&["perft", "3", "--position", MATE]);
    assert_eq!(mate, "Nodes searched: 0\n");
}

#[test]
fn moves_are_the_first_plies_of_perft() {
    for (position, count) in [(&[][..], 46), (&["--position", MIDDLE], 50)] {
        let [list, ..] = moves(position);
        let counted = perft(&[&["1"], position].concat(), count);
        assert!(counted.iter().all(|(_, count)| *count == 1));
        let counted: Vec<String> = counted.into_iter().map(|(mv, _)| mv).collect();
        assert_eq!(list, counted.join(" "));
    }
    assert_eq!(moves(&[])[1..], ["check: -", "outcome: ongoing"]);
}

#[test]
fn moves_name_checking_pieces_and_the_outcome() {
    for [position, list, check, outcome] in rows(
        "MATE => none => o2 r1 => checkmate
        # The bishop on B4, and the pawn on G2, which hasn't moved.
        K3/3b/4/4/4/4/1p2/4/4/4/4/4/4/k3/4/4/4/4/4/4 w g2 - 0 1 => a1a2 => b4 g2 => ongoing
        4/4/4/4/k3/4/4/4/4/1QK1/4/4/R3/4/4/4/4/4/4/4 b - - 0 60 => none => - => stalemate
        K3/4/4/4/4/4/4/4/4/4/4/4/4/k3/4/4/4/4/4/4 w - - 0 1 => any => - => dead-position
        K2N/4/4/4/4/4/4/4/4/4/4/4/4/k2p/4/4/4/4/4/4 b - - 150 99 => any => - => seventy-five-moves",
    ) {
        let position = position.replace("MATE", MATE);
        let printed = moves(&["--position", &position]);
        match list {
            "any" => assert_ne!(printed[0], "", "{position}"),
            "none" => assert_eq!(printed[0], "", "{position}"),
            list => assert_eq!(printed[0], list, "{position}"),
        }
        let expected = [format!("check: {check}"), format!("outcome: {outcome}")];
        assert_eq!(printed[1..], expected, "{position}");
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
fn bad_position_exits_with_status_2_and_explanation() {
    for [position, expected] in rows(
        r#"EMPTY => 0 fields, expected 6
        QKPP => 1 fields, expected 6
        K3/4 w - - 0 1 => character 1: 2 groups in the placement, expected 20
        X3/4/4/4/4/4/4/4/4/4/4/4/4/k3/4/4/4/4/4/4 w - - 0 1 =>
            "X" is no piece, expected one of PNBRQK
        K3/4/4/4/4/4/4/4/4/4/4/4/4/k3/4/4/4/4/4/4 white - - 0 1 =>
            "white" is no side to move, expected "w" or "b"
        K3/4/4/4/4/4/4/4/4/4/4/4/4/k3/4/4/4/4/4/4 w a9 - 0 1 => expected names such as a3a4
        KK2/4/4/4/4/4/4/4/4/4/4/4/4/k3/4/4/4/4/4/4 w - - 0 1 =>
            White has 2 pieces of the kind king, expected exactly one
        Kk2/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4/4 w - - 0 1 =>
            Black is in check, but it is the other side's turn"#,
    ) {
        let position = position.replace("EMPTY", "");
        for command in [&["moves"][..], &["perft", "1"]] {
            let text = complaint(&[command, &["--position", &position]].concat());
            assert!(text.contains(expected), "{position}: {text}");
            assert!(text.contains("position text, character "), "{text}");
        }
    }
}

#[test]
fn boards_are_selected_by_name() {
    let chess = &["--variant", "chess"][..];
    let promotes = "1r2k3/P7/8/8/8/8/8/4K3 w - - 3 9";
    let [list, check, outcome] = moves(&[chess, &["--position", promotes]].concat());
    assert!(list.starts_with("a7a8b a7a8n a7a8q a7a8r a7b8b "), "{list}");
    assert_eq!([check, outcome], ["check: -", "outcome: ongoing"]);
    // Boards in space.
    let octhex = &["--variant", "octhex146"][..];
    let startrek = &["--variant", "startrek3d"][..];
    let over =
        "c|2/2|3/3/3|4/4/4/4|5/5/5/5/5|6/6/6/6/6/6|5/5/5/5/5|4/4/4/4|3/3/3|2/D1|C[] b - - 0 9";
    let over = [octhex, &["--position", over]].concat();
    assert_eq!(moves(&over), ["", "check: -", "outcome: extinction"]);
    let [list, ..] = moves(startrek);
    assert!(list.starts_with("A@b17b15 A@b17e15 "), "{list}");
    // Each board reads only its own positions.
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
fn bad_arguments_exit_with_status_2() {
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
fn echoed_arguments_contain_no_control_characters() {
    let steering = "\u{202e}\u{1b}[2Jx\u{2028}";
    for args in [
        &[&format!("--{steering}")[..]][..],
        &[steering],
        &["perft", steering],
        &["moves", "--variant", steering],
        &["moves", &format!("--{steering}")],
        &[&format!("--inspect={steering}")],
    ] {
        let message = complaint(args);
        let steers = |c: char| c.is_control() && c != '\n' || "\u{202e}\u{2028}".contains(c);
        assert!(!message.contains(steers), "{args:?}: {message:?}");
        // Reported once, with clap's whole message.
        assert_eq!(message.matches("error: ").count(), 1, "{message}");
        assert!(message.contains("--help"), "{message}");
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

#[test]
fn closed_output_pipe_is_no_error() {
    // The output is closed before the first line, and after it, as by `head -n 1`.
    for (args, reads) in [
        (&["perft", "3"][..], false),
        (&["moves"], false),
        (&["perft", "3"], true),
    ] {
        let mut command = icochess(args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        if reads {
            let mut line = String::new();
            out.read_line(&mut line).unwrap();
            assert!(line.starts_with("a1g1: "), "{line}");
        }
        drop(out);
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert!(output.status.success(), "{args:?}");
    }
}
