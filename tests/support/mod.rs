//! Helpers that drive the real game from outside, as a player would.
//!
//! * [`xvfb`]: a virtual X server with mouse, keyboard and screenshots.
//! * [`monado`]: a real `OpenXR` runtime without a headset.
//! * [`remote`]: the player's head and hands, as the runtime sees them.
//! * [`xr_proxy`]: a layer between game and runtime that disturbs and records calls.
//! * [`server`]: the server of games over a network; [`friend`]: a friend's bare connection to it.
//! * [`game`]: the game as a process; [`place`]: its screen and folders.
//! * [`plays`]: actions and checks shared by window and headset.
//! * [`ball_game`], [`chess_game`]: games on the ball and of 8×8 chess; [`short_games`]: short
//!   games of the other boards; [`clock_game`]: a game with clocks.
//! * [`inspect`]: inspects the running game through Bevy's remote protocol.
//! * [`scene`]: positions of entities in the world and in the window; [`mouse`]: presses controls
//!   of the window.
//!
//! Environment variables, set by `scripts/test`:
//!
//! | variable | meaning |
//! |---|---|
//! | `ICOCHESS_MONADO_ROOT` | file tree with Monado; unset: Monado is installed here |
//! | `ICOCHESS_TEST_OUT` | folder for logs and pictures; unset: cargo's own temporary folder |
//! | `ICOCHESS_TEST_PROGRAM` | game to play (`scripts/try-packages`); unset: cargo's build |
//! | `ICOCHESS_PACE_SECONDS` | length of each measurement of the headset's frame times; unset: 5 |
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
pub mod friend;
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
pub mod server;
pub mod short_games;
pub mod turns;
pub mod wait;
pub mod xr_protocol;
pub mod xr_proxy;
pub mod xvfb;

pub use runnable::runnable;
pub use wait::wait_for;

/// Returns the folder for the logs and pictures of the tests.
///
/// # Panics
///
/// If the folder can't be created.
pub fn out_dir() -> PathBuf {
    let dir = env::var_os("ICOCHESS_TEST_OUT")
        .map_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")), PathBuf::from);
    fs::create_dir_all(&dir)
        .unwrap_or_else(|error| panic!("cannot make {}: {error}", dir.display()));
    dir
}

/// Returns a free TCP port of this machine.
///
/// # Panics
///
/// If there is none.
pub fn free_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .and_then(|listener| listener.local_addr())
        .expect("no free TCP port")
        .port()
}

/// Returns the path of the program `name`, if it is installed.
pub fn installed(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?)
        .map(|dir| dir.join(name))
        .find(|path| path.is_file())
}

/// Prefixes of installed packages.
const PREFIXES: [&str; 2] = ["/usr", "/usr/local"];

/// Returns the manifests of lavapipe, Mesa's software Vulkan driver, in the format of
/// `VK_DRIVER_FILES`. Uses the first of `prefixes` that has manifests. There may be one manifest
/// per architecture (64 and 32 bits); the Vulkan loader chooses the right one.
fn software_renderer(prefixes: &[&Path]) -> Result<OsString, String> {
    let drivers = prefixes
        .iter()
        .map(|prefix| files_starting_with(&prefix.join("share/vulkan/icd.d"), "lvp_icd"))
        .find(|drivers| !drivers.is_empty())
        .ok_or("Mesa's software renderer (lavapipe) is not installed")?;
    env::join_paths(drivers).map_err(|error| error.to_string())
}

/// Shares the shader cache of the software renderer between games. With a private home folder, each
/// game would otherwise recompile every shader.
fn keep_shaders(command: &mut Command) {
    command.env("MESA_SHADER_CACHE_DIR", out_dir().join("shaders"));
}

/// Returns the files in `dir` whose names start with `prefix`, sorted.
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
