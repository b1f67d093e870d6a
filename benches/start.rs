//! Startup time, from process start to the first frame shown. Compares the game with Bevy's
//! smallest 3D scene (this program, when called with `smallest`) in one run on one machine. Needs a
//! display, such as Xvfb.
//!
//! ```text
//! cargo bench --profile dev --bench start
//! ```

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::prelude::*;

/// Number of runs of each program. The fastest counts.
const RUNS: usize = 7;

/// Starts a program and returns the time until it reports its first frame.
fn first_frame(program: &str, arguments: &[&str]) -> Duration {
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(arguments)
        .env("RUST_LOG", "error,icochess=debug")
        .env("NO_COLOR", "1")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let output = BufReader::new(child.stderr.take().expect("the log is piped"));
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

/// Runs a scene with a cube, a light and a camera in a window of the game's size.
fn smallest_scene() {
    App::new()
        .add_plugins(DefaultPlugins.set(WindowPlugin {
            primary_window: Some(Window {
                resolution: (1280, 800).into(),
                ..default()
            }),
            ..default()
        }))
        .add_systems(Startup, spawn)
        .add_systems(First, icochess::app::log_first_frame)
        .run();
}

fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    commands.spawn((
        Mesh3d(meshes.add(Cuboid::default())),
        MeshMaterial3d(materials.add(Color::srgb(0.5, 0.6, 0.9))),
    ));
    commands.spawn((PointLight::default(), Transform::from_xyz(4.0, 8.0, 4.0)));
    commands.spawn((
        Camera3d::default(),
        Tonemapping::AcesFitted,
        Transform::from_xyz(-2.5, 4.5, 9.0).looking_at(Vec3::ZERO, Vec3::Y),
    ));
}

fn main() {
    if std::env::args().any(|argument| argument == "smallest") {
        smallest_scene();
        return;
    }
    // `--test` only checks that the benchmark builds and runs, so a display may be missing.
    if std::env::args().any(|argument| argument == "--test")
        || (std::env::var_os("DISPLAY").is_none() && std::env::var_os("WAYLAND_DISPLAY").is_none())
    {
        println!("start: not measured, it needs a display");
        return;
    }
    let data = tempfile::tempdir().expect("a temporary folder");
    let data = data.path().to_string_lossy().into_owned();
    let game = env!("CARGO_BIN_EXE_icochess");
    let this = std::env::current_exe().expect("this program has a file");
    let smallest = best(&this.to_string_lossy(), &["smallest"]);
    let ours = best(game, &["--flat", "--data-dir", &data]);
    println!(
        "first frame: smallest scene {:.3} s, icochess {:.3} s, {:.2} times",
        smallest.as_secs_f64(),
        ours.as_secs_f64(),
        ours.as_secs_f64() / smallest.as_secs_f64()
    );
}
