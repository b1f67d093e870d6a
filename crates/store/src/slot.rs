//! The files that are kept.

/// The files that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// The game being played: `current.pgn`.
    Game,
    /// The settings: `settings.ron`.
    Settings,
    /// The people who play: a file for each in the folder `players`.
    Players,
}

impl Slot {
    /// The name of the file, or of the folder.
    pub(super) const fn file(self) -> &'static str {
        match self {
            Self::Game => "current.pgn",
            Self::Settings => "settings.ron",
            Self::Players => "players",
        }
    }
}
