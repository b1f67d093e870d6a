//! From the start of the process to the first frame shown: the game against
//! Bevy's smallest 3D scene (`benches/start/smallest_scene.rs`), in one run on one
//! machine. Needs a display, such as Xvfb.
//!
//! ```text
//! cargo bench --profile dev --bench start
//! ```

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Runs of each program; the best counts.
const RUNS: usize = 7;

/// Starts a program and waits until it says that a frame has been shown.
fn first_frame(program: &str, arguments: &[&str]) -> Duration {
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(arguments)
        .env("RUST_LOG", "error,icochess=debug")
        .env("NO_COLOR", "1")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let output = BufReader::new(child.stdout.take().expect("the output is piped"));
    let shown = output
        .lines()
        .map_while(Result::ok)
        .find(|line| line.contains("first frame"))
        .map(|_| start.elapsed());
    let _ = child.kill();
    let _ = child.wait();
    shown.unwrap_or_else(|| panic!("{program} ended before its first frame"))
}

fn best(program: &str, arguments: &[&str]) -> Duration {
    (0..RUNS)
        .map(|_| first_frame(program, arguments))
        .min()
        .unwrap_or_default()
}

fn main() {
    // `--test` only asks whether it builds and runs: a display may be missing.
    if std::env::args().any(|argument| argument == "--test")
        || (std::env::var_os("DISPLAY").is_none() && std::env::var_os("WAYLAND_DISPLAY").is_none())
    {
        println!("start: not measured, it needs a display");
        return;
    }
    let data = tempfile::tempdir().expect("a temporary folder");
    let data = data.path().to_string_lossy().into_owned();
    let game = env!("CARGO_BIN_EXE_icochess");
    let scene = std::path::Path::new(game).with_file_name("examples/smallest_scene");
    let scene = scene.to_string_lossy().into_owned();
    let smallest = best(&scene, &[]);
    let ours = best(game, &["--flat", "--data-dir", &data]);
    println!(
        "first frame: smallest scene {:.3} s, icochess {:.3} s, {:.2} times",
        smallest.as_secs_f64(),
        ours.as_secs_f64(),
        ours.as_secs_f64() / smallest.as_secs_f64()
    );
}
