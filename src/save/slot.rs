//! The files that are kept.

/// The files that are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// The game being played: `current.pgn`.
    Game,
    /// The settings: `settings.ron`.
    Settings,
}

impl Slot {
    pub(super) const fn file(self) -> &'static str {
        match self {
            Self::Game => "current.pgn",
            Self::Settings => "settings.ron",
        }
    }
}
