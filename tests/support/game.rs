//! The game as a process, with a private home folder.

use std::env;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use tempfile::TempDir;

use super::process::Process;
use super::{PREFIXES, keep_shaders, software_renderer};

/// Returns the game's program: the one that cargo built for this test, or the package under test.
pub fn binary() -> &'static Path {
    static BINARY: LazyLock<PathBuf> = LazyLock::new(|| {
        let packaged = env::var_os("ICOCHESS_TEST_PROGRAM");
        packaged.map_or_else(|| env!("CARGO_BIN_EXE_icochess").into(), PathBuf::from)
    });
    &BINARY
}

/// Returns a command that runs the game without a headset and with the software renderer. Drivers
/// of real graphics cards can't present on a virtual screen.
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

/// A private home folder, so that a test never touches the user's own settings and saved games.
/// Keep it for two runs of the game to test persistence.
#[derive(Debug)]
pub struct Home {
    dir: TempDir,
}

impl Home {
    /// Creates an empty home.
    ///
    /// # Panics
    ///
    /// If no temporary folder can be made.
    pub fn new() -> Self {
        let dir = tempfile::tempdir().expect("no temporary folder");
        Self { dir }
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Makes `command` use this home folder and the English language.
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
/// [`Monado::command`](super::monado::Monado::command) of [`binary`]. The caller adds arguments,
/// [`Home::attach`] and [`Xvfb::attach`](super::xvfb::Xvfb::attach).
pub fn start(mut command: Command, name: &str) -> Process {
    command
        .env("NO_COLOR", "1")
        .env("RUST_BACKTRACE", "1")
        // In its own process group, so that dropping it also ends a restarted game.
        .process_group(0);
    Process::start(command, name)
}
