//! The clock of the next game, as entered on its page.

use std::time::Duration;

use icochess_core::clock::{Bonus, ControlError, SideControl, Stage, TimeControl};
use icochess_message::{Msg, msg};
use icochess_rules::Side;

/// A kind of clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockKind {
    /// Time for the game, with an increment per move (Fischer); 0 for none.
    Increment,
    /// Time for the game. The time used for a move is returned, up to a bonus (Bronstein).
    Bronstein,
    /// Time for the game, starting after a delay at each move (US delay).
    Delay,
    /// Time for each move.
    PerMove,
    /// The time used by one side is added to the other's.
    Hourglass,
}

impl ClockKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::Increment,
        Self::Bronstein,
        Self::Delay,
        Self::PerMove,
        Self::Hourglass,
    ];

    /// Returns the name of the kind.
    pub const fn title(self) -> Msg {
        match self {
            Self::Increment => msg!("clock-increment"),
            Self::Bronstein => msg!("clock-bronstein"),
            Self::Delay => msg!("clock-delay"),
            Self::PerMove => msg!("clock-per-move"),
            Self::Hourglass => msg!("clock-hourglass"),
        }
    }

    /// Returns whether the kind has a bonus for each move.
    pub const fn has_bonus(self) -> bool {
        matches!(self, Self::Increment | Self::Bronstein | Self::Delay)
    }
}

/// The time of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SideTime {
    /// Time for the game, or for each move.
    pub time: Duration,
    /// Bonus for each move.
    pub bonus: Duration,
}

/// The clock of the next game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeSetup {
    /// Whether the game has a clock.
    pub is_on: bool,
    /// The kind of clock.
    pub kind: ClockKind,
    /// The time of White, and of Black unless `black` is set.
    pub white: SideTime,
    /// The time of Black, if it differs.
    pub black: Option<SideTime>,
}

/// Common time controls as minutes and bonus seconds: bullet, blitz, rapid and classical (lichess).
pub const PRESETS: [(u64, u64); 8] = [
    (1, 0),
    (2, 1),
    (3, 2),
    (5, 0),
    (5, 3),
    (10, 0),
    (15, 10),
    (30, 20),
];

const fn side_time(minutes: u64, bonus: u64) -> SideTime {
    SideTime {
        time: Duration::from_secs(60 * minutes),
        bonus: Duration::from_secs(bonus),
    }
}

impl Default for TimeSetup {
    /// Returns no clock. Switching it on starts with ten minutes.
    fn default() -> Self {
        Self {
            is_on: false,
            kind: ClockKind::Increment,
            white: side_time(10, 0),
            black: None,
        }
    }
}

impl TimeSetup {
    /// Returns the clock of one of [`PRESETS`], as minutes for the game and seconds for each move.
    pub const fn preset((minutes, bonus): (u64, u64)) -> Self {
        Self {
            is_on: true,
            kind: ClockKind::Increment,
            white: side_time(minutes, bonus),
            black: None,
        }
    }

    /// Returns the time of a side.
    pub fn of(&self, side: Side) -> SideTime {
        match side {
            Side::White => self.white,
            Side::Black => self.black.unwrap_or(self.white),
        }
    }

    /// Returns the time of a side, mutably. This gives Black a separate time.
    pub fn of_mut(&mut self, side: Side) -> &mut SideTime {
        match side {
            Side::White => &mut self.white,
            Side::Black => self.black.get_or_insert(self.white),
        }
    }

    /// Returns the time control; `None` without a clock.
    ///
    /// # Errors
    ///
    /// [`ControlError`] if these times don't form a valid control.
    pub fn control(&self) -> Result<Option<TimeControl>, ControlError> {
        if !self.is_on {
            return Ok(None);
        }
        let [white, black] = Side::ALL.map(|side| self.of(side));
        if self.kind == ClockKind::Hourglass {
            return TimeControl::hourglass(white.time, black.time).map(Some);
        }
        let side = |side: SideTime| {
            let bonus = match self.kind {
                ClockKind::PerMove => Bonus::PerMove,
                _ if side.bonus.is_zero() => Bonus::None,
                ClockKind::Bronstein => Bonus::Bronstein(side.bonus),
                ClockKind::Delay => Bonus::Delay(side.bonus),
                ClockKind::Increment | ClockKind::Hourglass => Bonus::Increment(side.bonus),
            };
            SideControl::new(vec![Stage {
                moves: None,
                time: side.time,
                bonus,
            }])
        };
        let (white, black) = (side(white)?, side(black)?);
        Ok(Some(TimeControl::each(white, black)))
    }

    /// Returns a side's time in a few words, such as "10 min + 5 s".
    pub fn words(&self, side: Side) -> Msg {
        let SideTime { time, bonus } = self.of(side);
        let time = duration(time);
        if self.kind.has_bonus() && !bonus.is_zero() {
            return msg!("time-and-bonus", time = time, bonus = duration(bonus));
        }
        time
    }
}

/// Returns a time in words, such as "90 s" or "10 min".
pub fn duration(time: Duration) -> Msg {
    let seconds = time.as_secs();
    if seconds >= 60 && seconds.is_multiple_of(60) {
        msg!("minutes", value = (seconds / 60).to_string())
    } else {
        msg!("seconds", value = seconds.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_base::language::Words;

    fn english(setup: &TimeSetup) -> String {
        Words::default().english(&setup.words(Side::Black))
    }

    #[test]
    fn entered_times_become_the_time_control() {
        let text = |setup: &TimeSetup| {
            let control = setup.control().unwrap();
            control.map(|control| control.to_string())
        };
        assert_eq!(text(&TimeSetup::default()), None);
        let mut setup = TimeSetup::preset((3, 2));
        assert_eq!(text(&setup).as_deref(), Some("180+2"));
        assert_eq!(english(&setup), "3\u{a0}min + 2\u{a0}s");
        setup.white.bonus = Duration::ZERO;
        assert_eq!(text(&setup).as_deref(), Some("180"));
        for kind in ClockKind::ALL {
            setup.kind = kind;
            setup.of_mut(Side::Black).time = Duration::from_secs(90);
            let control = setup.control().unwrap().unwrap();
            assert_eq!(control.initial(Side::White), Duration::from_secs(180));
            assert_eq!(control.initial(Side::Black), Duration::from_secs(90));
        }
        assert_eq!(english(&setup), "90\u{a0}s");
    }
}
