//! The game as a process, and the private home it plays in.

use std::env;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use tempfile::TempDir;

use super::process::Process;
use super::{PREFIXES, keep_shaders, software_renderer};

/// The game's program: built by cargo for this test, or that of a package which is tried.
pub fn binary() -> &'static Path {
    static BINARY: LazyLock<PathBuf> = LazyLock::new(|| {
        let packaged = env::var_os("ICOCHESS_TEST_PROGRAM");
        packaged.map_or_else(|| env!("CARGO_BIN_EXE_icochess").into(), PathBuf::from)
    });
    &BINARY
}

/// The game as on a machine without a headset and with the software renderer, whatever this
/// machine has: a driver of a real graphics card cannot draw on a screen that is none.
pub fn without_headset() -> Command {
    let mut command = Command::new(binary());
    command.env("XR_RUNTIME_JSON", "/no/runtime.json");
    if let Ok(drivers) = software_renderer(&PREFIXES.map(Path::new)) {
        command
            .env("VK_DRIVER_FILES", drivers)
            .env_remove("VK_ICD_FILENAMES");
    }
    keep_shaders(&mut command);
    command
}

/// A player's home folder: settings and saved games of a test never meet those of the person
/// who runs it. Keep it across two runs of the game to test what is remembered.
#[derive(Debug)]
pub struct Home {
    dir: TempDir,
}

impl Home {
    /// An empty home.
    ///
    /// # Panics
    ///
    /// If no temporary folder can be made.
    pub fn new() -> Self {
        let dir = tempfile::tempdir().expect("no temporary folder");
        Self { dir }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Makes `command` use this home, and speak English.
    pub fn attach(&self, command: &mut Command) {
        command.env("HOME", self.path()).env("LC_ALL", "C.UTF-8");
        for variable in [
            "LANGUAGE",
            "XDG_CACHE_HOME",
            "XDG_CONFIG_HOME",
            "XDG_DATA_HOME",
            "XDG_STATE_HOME",
        ] {
            command.env_remove(variable);
        }
    }
}

impl Default for Home {
    fn default() -> Self {
        Self::new()
    }
}

/// Starts the game with the log `<name>.log`.
///
/// `command` is [`without_headset`], or for the headset
/// [`Monado::command`](super::monado::Monado::command) of [`binary`], with arguments,
/// [`Home::attach`] and [`Xvfb::attach`](super::xvfb::Xvfb::attach) added.
pub fn start(mut command: Command, name: &str) -> Process {
    command
        .env("NO_COLOR", "1")
        .env("RUST_BACKTRACE", "1")
        // A group of its own, so that a game which starts itself again is ended too.
        .process_group(0);
    Process::start(command, name)
}
