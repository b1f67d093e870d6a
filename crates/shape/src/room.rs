//! The rooms round a board.

/// The surroundings of a board, unless a headset shows the real room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Room {
    /// A round table under a lamp in the dark.
    Table,
    /// A terrace above hills at dusk.
    #[default]
    Terrace,
    /// Space with stars.
    Stars,
    /// Plain light.
    Plain,
}

impl Room {
    /// All rooms.
    pub const ALL: [Self; 4] = [Self::Table, Self::Terrace, Self::Stars, Self::Plain];
}
