//! Startup without a display, and its error messages.

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

/// Hides the display from a command, and gives it a private settings folder.
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

/// Returns the messages of a game that finds no display and exits with status 2.
fn without_display(mut command: Command, home: &Path) -> String {
    let output = hide_display(&mut command, home).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    message
}

/// Asserts that no path of the build machine appears.
fn assert_no_paths(message: &str) {
    assert!(
        !message.contains("registry") && !message.contains('{'),
        "{message}"
    );
}

/// Returns the message of a game that can't start: one line, and status 2.
fn refusal(command: Command) -> String {
    let home = tempfile::tempdir().unwrap();
    let message = without_display(command, home.path());
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(message.starts_with("icochess: "), "{message}");
    message
}

#[test]
fn missing_display_gives_one_line() {
    let message = refusal(icochess(&["--flat"]));
    let says_so = message.contains("no window can be opened") && message.contains("DISPLAY");
    assert!(says_so, "{message}");
    assert_no_paths(&message);
    // A display that doesn't exist gives the same result.
    let home = tempfile::tempdir().unwrap();
    let mut command = icochess(&["--flat"]);
    hide_display(&mut command, home.path()).env("DISPLAY", ":987");
    let output = command.output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    let ends = (output.status.code(), message.lines().count());
    assert_eq!(ends, (Some(2), 1), "{message}");
    assert_no_paths(&message);
}

/// An impossible stack size makes the first component that starts threads panic.
#[cfg(target_os = "linux")]
#[test]
fn panic_at_startup_gives_one_line_without_paths() {
    let home = tempfile::tempdir().unwrap();
    let mut command = icochess(&["--flat"]);
    command.env("RUST_MIN_STACK", (1_u64 << 60).to_string());
    let message = without_display(command, home.path());
    let last = message.lines().last().unwrap_or_default();
    let has_text = last.starts_with("icochess: the game cannot start (");
    assert!(has_text, "{message}");
    assert_no_paths(&message);
}

#[cfg(unix)]
#[test]
fn special_files_are_refused_without_blocking() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    for path in [&pipe, folder.path(), Path::new("/dev/zero")] {
        let path = path.to_str().unwrap();
        for option in ["--load", "--import"] {
            let message = refusal(icochess(&["--flat", option, path]));
            let has_text = message.contains(path) && message.contains("expected a file");
            assert!(has_text, "{message}");
        }
    }
    let missing = folder.path().join("missing.pgn");
    let missing = missing.to_str().unwrap();
    let message = refusal(icochess(&["--flat", "--import", missing]));
    assert!(message.contains(missing), "{message}");
}

#[test]
fn file_contents_are_printed_without_control_characters() {
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
    for message in [started, loaded] {
        for line in message.lines() {
            let is_ours = line.starts_with("icochess: ") && !line.starts_with("icochess: all");
            assert!(is_ours && !line.contains(steers), "{message:?}");
        }
    }
    assert!(!read.trim_end_matches('\n').contains(steers), "{read:?}");
}

#[test]
fn restarted_program_reports_lost_moves() {
    let home = tempfile::tempdir().unwrap();
    let message = without_display(icochess(&["--flat", "--lost"]), home.path());
    let lost = "icochess: Couldn't save the last moves.";
    assert_eq!(message.lines().next(), Some(lost), "{message}");
    let help = stdout(&["--help"]);
    assert!(!help.contains("--lost"), "it is for us alone");
}

#[cfg(target_os = "linux")]
#[test]
fn full_stderr_does_not_change_the_status() {
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    let home = tempfile::tempdir().unwrap();
    let mut command = icochess(&["--flat", "--inspect=0"]);
    hide_display(&mut command, home.path()).stderr(full());
    assert_eq!(command.status().unwrap().code(), Some(2));
    // The status is the same as with a working standard error.
    let mut command = icochess(&["pgn", "no/such.pgn"]);
    assert_eq!(command.stderr(full()).status().unwrap().code(), Some(1));
}

#[test]
fn port_in_use_prevents_the_start() {
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let message = refusal(icochess(&["--flat", &format!("--inspect={port}")]));
    assert!(message.contains(&format!("port {port} ")), "{message}");
}

#[test]
fn start_position_of_another_board_is_refused() {
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
        let message = refusal(icochess(&[&["--flat"], args].concat()));
        assert!(parts.iter().all(|part| message.contains(part)), "{message}");
    }
    let output = icochess(&["--flat", "--variant", "go"]).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("icochess, chess"), "{message}");
}

#[test]
fn link_restores_the_game_it_was_made_from() {
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
fn bad_runtime_file_is_named() {
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
        let message = refusal(command);
        // Without a loader the file isn't read.
        if !message.contains("the OpenXR loader") {
            let named = format!("XR_RUNTIME_JSON names {}", path.display());
            assert!(
                message.contains(&named) && message.contains(why),
                "{message}"
            );
        }
    }
}
