//! The environment of a real game: a screen and folders.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::game::Home;
use super::runnable;
use super::turns::Turn;
use super::xvfb::{self, Xvfb};

/// A screen, private folders, and a turn among the running games.
#[derive(Debug)]
pub struct Place {
    pub screen: Xvfb,
    /// Width and height, in pixels.
    pub size: (u32, u32),
    pub home: Home,
    data: TempDir,
    // Dropped last, so that the turn ends after everything else.
    _turn: Turn,
}

impl Place {
    /// Creates the environment of the test `what`, with a screen of `size` pixels whose log is
    /// `<name>-screen.log`. Returns `None` if this machine can't run the test.
    pub fn new(what: &str, name: &str, size: (u32, u32), turn: Turn) -> Option<Self> {
        let () = runnable(what, xvfb::available())?;
        Some(Self {
            screen: Xvfb::start(&format!("{name}-screen"), size.0, size.1),
            size,
            home: Home::new(),
            data: tempfile::tempdir().expect("no temporary folder"),
            _turn: turn,
        })
    }

    /// Writes the settings that the game starts with.
    pub fn set(&self, settings: &str) {
        let file = self.data().join("settings.ron");
        fs::write(file, settings).expect("a folder that can be written to");
    }

    /// Returns the game's data folder.
    pub fn data(&self) -> &Path {
        self.data.path()
    }
}
