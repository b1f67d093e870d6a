//! Drives the real game from outside, as a player would.
//!
//! * [`xvfb`]: a window system without a screen, its mouse and keyboard, and pictures of it.
//! * [`monado`]: a real `OpenXR` runtime without a headset.
//! * [`remote`]: the head and the hands of the player that this runtime sees.
//! * [`xr_proxy`]: what stands between the two, to disturb and to record.
//! * [`game`]: the game itself, as a process; [`place`]: where it is played.
//! * [`plays`]: what its player does and sees, the same in the window and in the headset.
//! * [`ball_game`] and [`chess_game`]: games on the ball and of 8×8 chess to be played in it;
//!   [`short_games`]: those of the boards that have one; [`clock_game`]: one with a clock.
//! * [`inspect`]: a look into the running game through Bevy's remote protocol.
//! * [`scene`]: where things are then, in the world and in the window; [`mouse`]: the controls
//!   there, pressed.
//!
//! The tests learn where things are from the environment, which `scripts/test` sets:
//!
//! | variable | meaning |
//! |---|---|
//! | `ICOCHESS_MONADO_ROOT` | a folder with the file tree of a newer distribution that holds Monado; unset: Monado is installed on this machine |
//! | `ICOCHESS_TEST_OUT` | where logs and pictures go; unset: cargo's own temporary folder |
//! | `ICOCHESS_TEST_PROGRAM` | the game to be played, such as that of a package (`scripts/try-packages`); unset: what cargo has built |
//! | `ICOCHESS_PACE_SECONDS` | how long the headset's frames are measured at a time; unset: 5 |
//! | `CI` | set: a test that cannot run fails, see [`runnable`] |

#![allow(
    dead_code,
    reason = "every test program includes this module and uses only a part of it"
)]

use std::ffi::OsString;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

pub mod ball_game;
pub mod chess_game;
pub mod clock_game;
pub mod game;
pub mod inspect;
pub mod monado;
pub mod mouse;
pub mod place;
pub mod plays;
pub mod process;
pub mod remote;
pub mod runnable;
pub mod scene;
pub mod short_games;
pub mod turns;
pub mod wait;
pub mod xr_protocol;
pub mod xr_proxy;
pub mod xvfb;

pub use runnable::runnable;
pub use wait::wait_for;

/// The folder that keeps what the tests leave behind: logs and pictures.
///
/// # Panics
///
/// If it cannot be made.
pub fn out_dir() -> PathBuf {
    let dir = env::var_os("ICOCHESS_TEST_OUT")
        .map_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")), PathBuf::from);
    fs::create_dir_all(&dir)
        .unwrap_or_else(|error| panic!("cannot make {}: {error}", dir.display()));
    dir
}

/// A TCP port of this machine that nothing listens on.
///
/// # Panics
///
/// If the system has none to give.
pub fn free_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .and_then(|listener| listener.local_addr())
        .expect("no free TCP port")
        .port()
}

/// The path of the program `name`, if it is installed.
pub fn installed(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?)
        .map(|dir| dir.join(name))
        .find(|path| path.is_file())
}

/// The folders of this machine's packages.
const PREFIXES: [&str; 2] = ["/usr", "/usr/local"];

/// The manifests of lavapipe, Mesa's Vulkan driver that needs no graphics card, under the first of
/// `prefixes` that has it, as `VK_DRIVER_FILES` wants them. There may be one for each kind of
/// program (64 and 32 bits); the Vulkan loader takes the one that fits.
fn software_renderer(prefixes: &[&Path]) -> Result<OsString, String> {
    let drivers = prefixes
        .iter()
        .map(|prefix| files_starting_with(&prefix.join("share/vulkan/icd.d"), "lvp_icd"))
        .find(|drivers| !drivers.is_empty())
        .ok_or("Mesa's software renderer (lavapipe) is not installed")?;
    env::join_paths(drivers).map_err(|error| error.to_string())
}

/// Lets the software renderer keep what it has compiled for the next game: with a home of its own
/// each game would compile all its shaders anew.
fn keep_shaders(command: &mut Command) {
    command.env("MESA_SHADER_CACHE_DIR", out_dir().join("shaders"));
}

/// The files of `dir` whose name starts with `prefix`, in order.
fn files_starting_with(dir: &Path, prefix: &str) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(dir)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(prefix))
        .map(|entry| entry.path())
        .collect();
    files.sort();
    files
}
