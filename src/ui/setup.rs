//! What the next game is like, as it is filled in on the page New game.

use bevy::prelude::*;

use super::time_setup::TimeSetup;
use crate::clock::{ControlError, set_clock};
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
    /// The clock.
    pub time: TimeSetup,
    /// Is the clock one of the player's own, and none of the presets?
    pub own_time: bool,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            board: Variant::default().board(),
            start: None,
            white: SidePlayer::default(),
            black: SidePlayer::default(),
            drawn: false,
            time: TimeSetup::default(),
            own_time: false,
        }
    }
}

impl Setup {
    /// Makes it another game like the one that is played, from the start that was chosen
    /// last. Clock and colours stay as they were filled in.
    pub fn follow(&mut self, game: &Match, computer: &Computer, settings: &Settings) {
        self.choose_board(game.record().board(), settings);
        self.white = computer.white;
        self.black = computer.black;
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

    /// The game, with its clock.
    ///
    /// # Errors
    ///
    /// [`ControlError`] if no game can be played with the clock.
    pub fn record(&self) -> Result<Record, ControlError> {
        let control = self.time.control()?;
        let mut record = self.start.map_or_else(
            || self.board.new_game(),
            |start| self.board.new_game_from(start),
        );
        set_clock(record.make_mut(), control.as_ref());
        Ok(record)
    }

    /// Draws who plays White, if that is wanted.
    pub fn draw_colours(&mut self) {
        // Without a source of chance they stay as they are.
        if self.drawn && getrandom::u32().is_ok_and(|number| number % 2 == 1) {
            std::mem::swap(&mut self.white, &mut self.black);
        }
    }
}
