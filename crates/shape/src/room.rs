//! The rooms that a board can stand in.

/// The surroundings of a board, unless a headset shows the real room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Room {
    /// A round table in the light of a lamp, with the world dark round it.
    Table,
    /// A terrace above hills, at dusk.
    #[default]
    Terrace,
    /// Space with stars.
    Stars,
    /// Nothing but light.
    Plain,
}

impl Room {
    /// All rooms.
    pub const ALL: [Self; 4] = [Self::Table, Self::Terrace, Self::Stars, Self::Plain];
}
