//! The start of the game, as far as it comes without a display, and what is told of it.

use std::fs;
use std::iter;
use std::path::Path;
use std::process::Command;

use clap::Parser;
use icochess::cli::Cli;
use icochess::link::{WebPage, options};
use icochess::save::store::read_game;
use icochess_boards::Variant;
use icochess_rules::Record;

use super::{MIDDLE, icochess, stdout};

/// A command that finds no display, and its settings in this folder.
fn hide_display<'a>(command: &'a mut Command, home: &Path) -> &'a mut Command {
    for variable in [
        "XDG_DATA_HOME",
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "WAYLAND_SOCKET",
    ] {
        command.env_remove(variable);
    }
    command.env("HOME", home)
}

/// The words of a game that finds no display and cannot start, with status 2.
fn without_display(mut command: Command, home: &Path) -> String {
    let output = hide_display(&mut command, home).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    told
}

/// Asserts that no path of the machine that built the program is told.
fn assert_no_paths(told: &str) {
    assert!(!told.contains("registry") && !told.contains('{'), "{told}");
}

/// The words of a game that cannot start: one line, and status 2.
fn refusal(command: Command) -> String {
    let home = tempfile::tempdir().unwrap();
    let told = without_display(command, home.path());
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.starts_with("icochess: "), "{told}");
    told
}

#[test]
fn without_a_display_one_sentence_says_so() {
    let told = refusal(icochess(&["--flat"]));
    let says_so = told.contains("no window can be opened") && told.contains("DISPLAY");
    assert!(says_so, "{told}");
    assert_no_paths(&told);
    // One that is named and not there is no better.
    let home = tempfile::tempdir().unwrap();
    let mut command = icochess(&["--flat"]);
    hide_display(&mut command, home.path()).env("DISPLAY", ":987");
    let output = command.output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    let ends = (output.status.code(), told.lines().count());
    assert_eq!(ends, (Some(2), 1), "{told}");
    assert_no_paths(&told);
}

/// A stack that no thread can have makes the first part that wants threads panic.
#[cfg(target_os = "linux")]
#[test]
fn a_panic_at_the_start_is_one_sentence_without_paths() {
    let home = tempfile::tempdir().unwrap();
    let mut command = icochess(&["--flat"]);
    command.env("RUST_MIN_STACK", (1_u64 << 60).to_string());
    let told = without_display(command, home.path());
    let last = told.lines().last().unwrap_or_default();
    let is_told = last.starts_with("icochess: the game cannot start (");
    assert!(is_told, "{told}");
    assert_no_paths(&told);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_refused_and_waited_for_by_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    for path in [&pipe, folder.path(), Path::new("/dev/zero")] {
        let path = path.to_str().unwrap();
        for option in ["--load", "--import"] {
            let told = refusal(icochess(&["--flat", option, path]));
            let is_told = told.contains(path) && told.contains("expected a file");
            assert!(is_told, "{told}");
        }
    }
    let missing = folder.path().join("missing.pgn");
    let missing = missing.to_str().unwrap();
    let told = refusal(icochess(&["--flat", "--import", missing]));
    assert!(told.contains(missing), "{told}");
}

#[test]
fn nothing_in_a_file_reaches_the_terminal_but_as_letters() {
    let steering = "\u{1b}[2J\u{7}\u{9b}\u{202e}\u{2028}\r\nicochess: all is well\n";
    let data = tempfile::tempdir().unwrap();
    let write = |file: &str, text: &str| fs::write(data.path().join(file), text).unwrap();
    fs::create_dir(data.path().join("languages")).unwrap();
    write(
        "settings.ron",
        &format!("(language: \"x{steering}y\", volume: \"{steering}\")"),
    );
    write(
        "languages/de.ftl",
        &format!("language-name = {steering}\n{{{steering}"),
    );
    write("languages/no \u{1b}[2J\nicochess: code.ftl", "");
    write(
        "game.pgn",
        &format!("[White \"{steering}\"]\n\n1. {steering} e9 *"),
    );
    let (data, game) = (data.path(), data.path().join("game.pgn"));
    let of = |arguments: &[&str]| {
        let mut command = icochess(arguments);
        command.arg("--data-dir").arg(data);
        without_display(command, data)
    };
    let started = of(&["--flat"]);
    assert!(started.lines().count() > 3, "{started}");
    let loaded = of(&["--flat", "--load", game.to_str().unwrap()]);
    let read = icochess(&["pgn", game.to_str().unwrap()]).output().unwrap();
    let read = String::from_utf8(read.stderr).unwrap();
    assert_eq!(read.lines().count(), 1, "{read}");
    let steers = |c: char| c.is_control() || matches!(c, '\u{202e}' | '\u{2028}');
    for told in [started, loaded] {
        for line in told.lines() {
            let is_ours = line.starts_with("icochess: ") && !line.starts_with("icochess: all");
            assert!(is_ours && !line.contains(steers), "{told:?}");
        }
    }
    assert!(!read.trim_end_matches('\n').contains(steers), "{read:?}");
}

#[test]
fn a_program_that_goes_on_tells_of_lost_moves() {
    let home = tempfile::tempdir().unwrap();
    let told = without_display(icochess(&["--flat", "--lost"]), home.path());
    let lost = "icochess: The last moves could not be saved.";
    assert_eq!(told.lines().next(), Some(lost), "{told}");
    let help = stdout(&["--help"]);
    assert!(!help.contains("--lost"), "it is for us alone");
}

#[cfg(target_os = "linux")]
#[test]
fn a_standard_error_that_is_full_changes_nothing() {
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    let home = tempfile::tempdir().unwrap();
    let mut command = icochess(&["--flat", "--inspect=0"]);
    hide_display(&mut command, home.path()).stderr(full());
    assert_eq!(command.status().unwrap().code(), Some(2));
    // As it would be said, could it be heard.
    let mut command = icochess(&["pgn", "no/such.pgn"]);
    assert_eq!(command.stderr(full()).status().unwrap().code(), Some(1));
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
    fs::write(&ball, "[Variant \"Icochess\"]\n\n1. a4g1 *\n").unwrap();
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
            &["--variant", "chess", "--pgn", "1. a4g1 *"],
            &["'--pgn <TEXT>'", "line 1"],
        ),
        (
            &["--variant", "chess", "--load", ball],
            &["ball.pgn", "\"Icochess\" is not known", "Standard"],
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
fn a_link_asks_for_what_it_was_made_of() {
    let game = Variant::Chess
        .board()
        .read_pgn("1. e4 e5 2. Nf3 *")
        .unwrap();
    let asked = |game: &Record| {
        let link = WebPage("https://play.invalid/".to_owned()).link_to(game);
        let (_, query) = link.split_once('?').unwrap();
        let args = iter::once("icochess".to_owned()).chain(options(query));
        Cli::try_parse_from(args).unwrap().game
    };
    let whole = asked(&game);
    assert_eq!(whole.variant, Some(Variant::Chess));
    let read = read_game(whole.pgn.as_deref().unwrap(), &whole.boards()).unwrap();
    assert_eq!(read.line(), game.line());
    let mut earlier = game;
    earlier.make_mut().undo();
    let start = asked(&earlier).start().unwrap().unwrap();
    assert_eq!(start.position().text(), earlier.position().text());
}

#[test]
fn a_bad_runtime_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.json");
    fs::write(&broken, "{").unwrap();
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
