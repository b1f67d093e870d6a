//! Seat in a game, as remembered between sessions.

use icochess_rules::Side;
use icochess_wire::{Seat, Secret};
use serde::{Deserialize, Serialize};

/// Seat in a running game, with everything needed to return to it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KeptSeat {
    /// Address of the server's page.
    pub page: String,
    /// Secret of the seat.
    pub secret: Secret,
    /// Side.
    pub seat: Seat,
    /// Identifier of the board; empty until known.
    #[serde(default)]
    pub board: String,
    /// Friend's name, possibly empty.
    #[serde(default)]
    pub friend: String,
    /// Secret of the spectators, known to the player who invited.
    #[serde(default)]
    pub watch: Option<Secret>,
}

impl KeptSeat {
    /// Creates the seat of a game that the client has just entered.
    pub const fn new(page: String, secret: Secret, seat: Seat) -> Self {
        Self {
            page,
            secret,
            seat,
            board: String::new(),
            friend: String::new(),
            watch: None,
        }
    }

    /// Returns the side.
    pub fn side(&self) -> Side {
        self.seat.into()
    }
}
