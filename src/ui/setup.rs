//! What the next game is like, as it is filled in on the page New game.

use bevy::prelude::*;

use crate::computer::{Computer, SidePlayer};
use crate::game::Match;
use crate::rules::{AnyBoard, Record, Side, StartPosition, Variant};
use crate::save::settings::Settings;

/// The next game.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct Setup {
    /// The board.
    pub board: AnyBoard,
    /// Where it begins; `None` on a board that has no start of its own.
    pub start: Option<&'static StartPosition>,
    /// Who plays White, or the first of the two if colours are drawn.
    pub white: SidePlayer,
    /// Who plays Black, or the second.
    pub black: SidePlayer,
    /// Is it drawn who of the two plays White?
    pub drawn: bool,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            board: Variant::default().board(),
            start: None,
            white: SidePlayer::default(),
            black: SidePlayer::default(),
            drawn: false,
        }
    }
}

impl Setup {
    /// Another game like the one that is played, from the start that was chosen last.
    #[must_use]
    pub fn like(game: &Match, computer: &Computer, settings: &Settings, drawn: bool) -> Self {
        let board = game.record().board();
        Self {
            board,
            start: settings.start.of(board),
            white: computer.white,
            black: computer.black,
            drawn,
        }
    }

    /// Who plays a side, to change.
    pub const fn player_mut(&mut self, side: Side) -> &mut SidePlayer {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }

    /// Who plays a side.
    #[must_use]
    pub const fn player(&self, side: Side) -> &SidePlayer {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Takes another board, and the start that was chosen on it last.
    pub fn choose_board(&mut self, board: AnyBoard, settings: &Settings) {
        self.board = board;
        self.start = settings.start.of(board);
    }

    /// The game.
    #[must_use]
    pub fn record(&self) -> Record {
        self.start.map_or_else(
            || self.board.new_game(),
            |start| self.board.new_game_from(start),
        )
    }

    /// Draws who plays White, if that is wanted.
    pub fn draw_colours(&mut self) {
        // Without a source of chance they stay as they are.
        if self.drawn && getrandom::u32().is_ok_and(|number| number % 2 == 1) {
            std::mem::swap(&mut self.white, &mut self.black);
        }
    }
}
