//! Notations: SAN, UCI, PGN, move lists and diagrams.

pub(crate) mod diagram;
pub(crate) mod move_rows;
pub mod pgn;
pub mod san;
pub(crate) mod uci_text;
