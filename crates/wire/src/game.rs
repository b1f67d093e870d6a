//! The whole game, as the server sends it.

use std::time::Duration;

use icochess_boards::Variant;
use icochess_core::clock::{SavedClock, SavedTime, set_clock};
use icochess_core::library::name::tidy;
use icochess_rules::{ParseUciError, PositionTextError, Record, Side, UnknownBoard};
use serde::{Deserialize, Serialize};

use crate::values::{End, Seat, Time, TimeError};

/// State of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameState {
    /// Identifier of the board.
    pub board: String,
    /// Start position; the board's own if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Time for the moves.
    #[serde(default)]
    pub time: Time,
    /// Seat of the receiver; `None` for spectators.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<Seat>,
    /// Player of White.
    pub white: PlayerState,
    /// Player of Black.
    pub black: PlayerState,
    /// Moves played.
    pub moves: Vec<PlayedMove>,
    /// Clocks; `None` without a clock, and before the first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// When the next move is due in a correspondence game, in Unix milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_ms: Option<u64>,
    /// Side with an open draw offer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_offer: Option<Seat>,
    /// Side with an open takeback request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeback_offer: Option<Seat>,
    /// Side with an open rematch offer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_offer: Option<Seat>,
    /// End of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
}

/// Player in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerState {
    /// Name, possibly empty.
    #[serde(default)]
    pub name: String,
    /// Whether the seat is taken.
    pub taken: bool,
    /// Whether the player is connected.
    pub here: bool,
    /// Time since the connection was lost, in milliseconds; 0 while it stands.
    #[serde(default)]
    pub away_ms: u64,
    /// Time until the opponent may claim the game, in milliseconds; `None` if never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim_in_ms: Option<u64>,
}

/// Move with its times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// Move in UCI text.
    pub uci: String,
    /// Time left after the move, with its bonus, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u64>,
    /// Time the move took, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used_ms: Option<u64>,
}

/// Clocks at the moment of the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// White's time at the start of the turn.
    pub white: SideClock,
    /// Black's time at the start of the turn.
    pub black: SideClock,
    /// Time that the side to move has used since, in milliseconds.
    pub used_ms: u64,
    /// Whether that time is running.
    pub runs: bool,
}

/// Time of a side in [`Clocks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideClock {
    /// Time left, in milliseconds.
    pub left_ms: u64,
    /// Stage of the time control, from 1.
    #[serde(default = "first_stage", skip_serializing_if = "is_first")]
    pub stage: u32,
    /// Byo-yomi periods left.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub periods: u32,
}

const fn first_stage() -> u32 {
    1
}

const fn is_first(stage: &u32) -> bool {
    *stage == 1
}

const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Error of a game that this program can't show.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// The board is unknown.
    #[error(transparent)]
    Board(#[from] UnknownBoard),
    /// The start position is invalid.
    #[error("start position: {0}")]
    Start(#[from] PositionTextError),
    /// The time control is invalid.
    #[error("time control: {0}")]
    Time(#[from] TimeError),
    /// A move isn't a move of the board.
    #[error("move {0}: {1}")]
    Move(usize, ParseUciError),
    /// A move is illegal here: the rules' versions differ.
    #[error("move {0} is illegal: update the program")]
    Illegal(usize),
}

impl Clocks {
    /// Returns the message's form of a clock's state.
    pub fn of(saved: &SavedClock, runs: bool) -> Self {
        let [white, black] = saved.sides.map(|side| SideClock {
            left_ms: millis(side.left),
            stage: side.stage.try_into().unwrap_or(u32::MAX),
            periods: side.periods,
        });
        Self {
            white,
            black,
            used_ms: millis(saved.used),
            runs,
        }
    }

    /// Returns the clock's state, for
    /// [`GameClock::sync`](icochess_core::game::clock::GameClock::sync).
    pub fn saved(&self) -> SavedClock {
        SavedClock {
            sides: [self.white, self.black].map(|side| SavedTime {
                left: Duration::from_millis(side.left_ms),
                stage: side.stage.max(1) as usize,
                periods: side.periods,
            }),
            used: Duration::from_millis(self.used_ms),
        }
    }
}

impl GameState {
    /// Creates the record of a game: names, clock, moves with their times, and the end. The clock
    /// that [`clock_of`](icochess_core::clock::clock_of) makes of the record is paused.
    ///
    /// # Errors
    ///
    /// [`StateError`] if this program doesn't know the board, or has other rules.
    pub fn to_record(&self) -> Result<Record, StateError> {
        let board = self.board.parse::<Variant>()?.board();
        let mut record = match &self.start {
            Some(start) => board.read_position(start)?,
            None => board.new_game(),
        };
        let control = self.time.control()?;
        let game = record.make_mut();
        set_clock(game, control.as_ref());
        for (tag, player) in [("White", &self.white), ("Black", &self.black)] {
            let name = tidy(&player.name);
            if !name.is_empty() {
                game.tags_mut().insert(tag.to_owned(), name);
            }
        }
        for (ply, played) in self.moves.iter().enumerate() {
            let mv = game.position().parse_uci(&played.uci);
            let mv = mv.map_err(|error| StateError::Move(ply + 1, error))?;
            game.play(mv).map_err(|_| StateError::Illegal(ply + 1))?;
            played.annotate(game);
        }
        if let Some(outcome) = self.end.and_then(End::declared) {
            game.declare(Some(outcome));
        }
        if let Some(clocks) = &self.clocks {
            clocks.saved().write_to(game);
        }
        Ok(record)
    }

    /// Returns the player of a side, mutably.
    pub const fn player_mut(&mut self, side: Side) -> &mut PlayerState {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }

    /// Returns the player of a side.
    pub const fn player(&self, side: Side) -> &PlayerState {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

impl PlayedMove {
    /// Annotates the last move of a game with its times, as
    /// [`annotate_move`](icochess_core::clock::annotate_move) does.
    pub fn annotate(&self, game: &mut dyn icochess_rules::AnyGame) {
        let time = |ms: Option<u64>| ms.map(|ms| Duration::from_millis(ms / 10 * 10));
        let note = game.annotation_mut(game.current());
        note.set_clock(time(self.left_ms));
        note.set_elapsed(time(self.used_ms));
    }
}

/// Truncates to milliseconds.
fn millis(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::EndReason;
    use icochess_core::clock::clock_of;

    fn state() -> GameState {
        let played = |uci: &str, left_ms, used_ms| PlayedMove {
            uci: uci.to_owned(),
            left_ms: Some(left_ms),
            used_ms: Some(used_ms),
        };
        let time = |left_ms| SideClock {
            left_ms,
            stage: 1,
            periods: 0,
        };
        GameState {
            board: "chess".into(),
            start: None,
            time: Time::Clock("60+1".into()),
            you: Some(Seat::White),
            white: PlayerState {
                name: " Ada\u{202e} ".into(),
                taken: true,
                here: true,
                ..PlayerState::default()
            },
            black: PlayerState::default(),
            moves: vec![played("e2e4", 60_000, 0), played("e7e5", 55_123, 5_877)],
            clocks: Some(Clocks {
                white: time(60_000),
                black: time(55_123),
                used_ms: 1_500,
                runs: true,
            }),
            due_ms: None,
            draw_offer: None,
            takeback_offer: None,
            rematch_offer: None,
            end: None,
        }
    }

    #[test]
    fn record_has_names_moves_and_exact_clocks() {
        let state = state();
        let record = state.to_record().unwrap();
        assert_eq!((record.ply(), &*record.tags()["White"]), (2, "Ada"));
        let clock = clock_of(&*record).unwrap();
        let saved = SavedClock::of(&clock, Duration::ZERO).unwrap();
        assert_eq!(Clocks::of(&saved, true), state.clocks.unwrap());
    }

    #[test]
    fn unknown_boards_and_other_rules_are_reported() {
        let mut other = state();
        other.board = "draughts".into();
        assert!(matches!(other.to_record(), Err(StateError::Board(_))));
        let mut other = state();
        other.moves[1].uci = "e7e4".into();
        assert_eq!(other.to_record(), Err(StateError::Illegal(2)));
    }

    #[test]
    fn ended_game_is_over_in_the_record() {
        let mut ended = state();
        ended.end = Some(End {
            winner: Some(Seat::Black),
            reason: EndReason::Resignation,
            claimed_by: None,
        });
        let outcome = ended.to_record().unwrap().outcome().unwrap();
        assert_eq!(outcome.winner(), Some(Side::Black));
    }
}
