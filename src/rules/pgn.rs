//! PGN (being written).
