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
    /// What the people are called, White first; empty if they do not say.
    pub names: [String; 2],
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
            names: default(),
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
        let tags = game.record().tags();
        for side in Side::ALL.into_iter().filter(|side| !computer.plays(*side)) {
            if let Some(name) = tags.get(&side.to_string()).filter(|name| *name != "?") {
                self.names[side.index()].clone_from(name);
            }
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

    /// Changes who plays which side.
    pub fn change_sides(&mut self) {
        std::mem::swap(&mut self.white, &mut self.black);
        self.names.swap(0, 1);
    }

    /// What stands in the record as the name of a side; empty if nobody knows.
    fn name(&self, side: Side) -> String {
        let player = self.player(side);
        if player.computer {
            format!("Icochess, {} {}", player.algorithm, player.level)
        } else {
            self.names[side.index()].trim().to_owned()
        }
    }

    /// The game, with its clock and the names of its players (tags `White` and `Black`).
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
        let game = record.make_mut();
        set_clock(game, control.as_ref());
        for side in Side::ALL {
            let name = self.name(side);
            if !name.is_empty() {
                game.tags_mut().insert(side.to_string(), name);
            }
        }
        Ok(record)
    }

    /// Draws who plays White, if that is wanted.
    pub fn draw_colours(&mut self) {
        // Without a source of chance they stay as they are.
        if self.drawn && getrandom::u32().is_ok_and(|number| number % 2 == 1) {
            self.change_sides();
        }
    }
}
