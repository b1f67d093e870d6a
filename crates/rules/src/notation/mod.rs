//! Moves and games as text: SAN, UCI, PGN, and the rows of a list of moves; positions as diagrams.

pub(crate) mod diagram;
pub(crate) mod move_rows;
pub mod pgn;
pub mod san;
pub(crate) mod uci_text;
