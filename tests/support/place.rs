//! The place of a real game: a screen, and folders.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::game::Home;
use super::runnable;
use super::turns::Turn;
use super::xvfb::{self, Xvfb};

/// A screen, folders that nobody else uses, and a turn among the games that run.
#[derive(Debug)]
pub struct Place {
    pub screen: Xvfb,
    /// Its width and height, pixels.
    pub size: (u32, u32),
    pub home: Home,
    data: TempDir,
    // Dropped last: the turn ends when all else is gone.
    _turn: Turn,
}

impl Place {
    /// A place for the test that `what` names, with a screen of that size whose log is
    /// `<name>-screen.log`; `None` where there can be none.
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

    /// Has the game begin with these settings.
    pub fn set(&self, settings: &str) {
        let file = self.data().join("settings.ron");
        fs::write(file, settings).expect("a folder that can be written to");
    }

    /// The game's data folder.
    pub fn data(&self) -> &Path {
        self.data.path()
    }
}
