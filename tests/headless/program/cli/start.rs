//! A game that cannot start says so in one line.

use std::process::Command;

use super::{MIDDLE, icochess};

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
