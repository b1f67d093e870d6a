//! Time controls: what a player has for which moves.

use std::time::Duration;

use icochess_rules::Side;

/// Most time that a stage, a bonus or a period may have: 100 hours.
const MOST_TIME: Duration = Duration::from_secs(360_000);
/// Most stages.
const MOST_STAGES: usize = 8;
/// Most moves of a stage.
const MOST_MOVES: u32 = 1000;
/// Most periods of byo-yomi.
const MOST_PERIODS: u32 = 100;

/// Time that a stage gives beside its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bonus {
    /// The stage gives its own time alone.
    None,
    /// After each move this is added (Fischer).
    Increment(Duration),
    /// After each move what it took is given back, this at most (Bronstein).
    Bronstein(Duration),
    /// In each turn the time waits this long before it runs (US or simple delay).
    Delay(Duration),
    /// Periods that follow when the time is used up; one is lost only when a turn takes the whole
    /// of it.
    ByoYomi {
        /// The number of periods.
        periods: u32,
        /// The length of a period.
        period: Duration,
    },
    /// The time is for each move: every turn begins with all of it.
    PerMove,
}

/// Some moves and the time for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The number of moves that it is for; `None`: the rest of the game.
    pub moves: Option<u32>,
    /// The time that is added when the stage begins.
    pub time: Duration,
    /// The time that the stage gives in each of its turns.
    pub bonus: Bonus,
}

impl Stage {
    /// The time on the clock when the first stage begins. A base of nothing would be lost at once: it
    /// is the first bonus then.
    pub(super) const fn initial(&self) -> Duration {
        match self.bonus {
            Bonus::Increment(bonus) | Bonus::Bronstein(bonus) if self.time.is_zero() => bonus,
            _ => self.time,
        }
    }

    /// Whether there is any time at all.
    fn has_time(&self) -> bool {
        let beside = match self.bonus {
            Bonus::None | Bonus::PerMove => Duration::ZERO,
            Bonus::Increment(bonus) | Bonus::Bronstein(bonus) | Bonus::Delay(bonus) => bonus,
            Bonus::ByoYomi { periods, period } => period * periods.min(1),
        };
        !self.time.is_zero() || !beside.is_zero()
    }

    fn check(&self) -> Result<(), ControlError> {
        let bonus = match self.bonus {
            Bonus::None | Bonus::PerMove => Duration::ZERO,
            Bonus::Increment(bonus) | Bonus::Bronstein(bonus) | Bonus::Delay(bonus) => bonus,
            Bonus::ByoYomi { periods, period } => {
                if !(1..=MOST_PERIODS).contains(&periods) || period.is_zero() {
                    return Err(ControlError::Periods);
                }
                period
            }
        };
        if self.moves.is_some_and(|n| !(1..=MOST_MOVES).contains(&n)) {
            return Err(ControlError::Moves);
        }
        if self.time.max(bonus) > MOST_TIME {
            return Err(ControlError::TooLong);
        }
        Ok(())
    }
}

/// The time control of one side: its stages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideControl {
    /// At least one; the last repeats if it is for some moves only.
    stages: Vec<Stage>,
}

impl SideControl {
    /// One stage after the other. The last is for the rest of the game, or repeats if
    /// it is for some moves only.
    ///
    /// # Errors
    ///
    /// [`ControlError`] if no game can be played so.
    pub fn new(stages: Vec<Stage>) -> Result<Self, ControlError> {
        let Some((last, others)) = stages.split_last() else {
            return Err(ControlError::NoTime);
        };
        if others.len() >= MOST_STAGES {
            return Err(ControlError::Stages);
        }
        if others.iter().any(|stage| stage.moves.is_none()) {
            return Err(ControlError::Endless);
        }
        for stage in others.iter().chain([last]) {
            stage.check()?;
        }
        if !stages[0].has_time() {
            return Err(ControlError::NoTime);
        }
        Ok(Self { stages })
    }

    /// A time for the whole game.
    ///
    /// # Errors
    ///
    /// As [`SideControl::new`].
    pub fn game(time: Duration, bonus: Bonus) -> Result<Self, ControlError> {
        let moves = None;
        Self::new(vec![Stage { moves, time, bonus }])
    }

    /// The stages in their order.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// The stage of that number from 0; the last one repeats.
    pub(super) fn stage(&self, number: usize) -> &Stage {
        &self.stages[number.min(self.stages.len() - 1)]
    }

    /// The number of own moves with which the stage of that number ends, counted from the start of
    /// the game.
    pub(super) fn ends_with(&self, number: usize) -> Option<u32> {
        let all = self.stages.iter().take(number + 1);
        let once = all.map(|stage| stage.moves).sum::<Option<u32>>()?;
        let repeated = (number + 1).saturating_sub(self.stages.len());
        let last = self.stage(number).moves?;
        let more = u32::try_from(repeated).unwrap_or(u32::MAX);
        Some(once.saturating_add(last.saturating_mul(more)))
    }
}

/// The time control of both sides, as the tag `TimeControl` has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeControl(Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Sides([SideControl; 2]),
    /// Time that one side uses goes to the other.
    Hourglass([Duration; 2]),
}

impl TimeControl {
    /// One control for both sides.
    pub fn both(control: SideControl) -> Self {
        Self::each(control.clone(), control)
    }

    /// A control for each side.
    pub const fn each(white: SideControl, black: SideControl) -> Self {
        Self(Kind::Sides([white, black]))
    }

    /// An hourglass with so much sand on White's and on Black's side: what one uses
    /// the other gains.
    ///
    /// # Errors
    ///
    /// [`ControlError`] if a side has nothing or far too much.
    pub fn hourglass(white: Duration, black: Duration) -> Result<Self, ControlError> {
        if white.min(black).is_zero() {
            return Err(ControlError::NoTime);
        }
        if white.max(black) > MOST_TIME {
            return Err(ControlError::TooLong);
        }
        Ok(Self(Kind::Hourglass([white, black])))
    }

    /// The stages of a side, unless it is an hourglass.
    pub const fn of(&self, side: Side) -> Option<&SideControl> {
        match &self.0 {
            Kind::Sides(sides) => Some(&sides[side.index()]),
            Kind::Hourglass(_) => None,
        }
    }

    /// The sand on either side, if it is an hourglass.
    pub const fn sand(&self) -> Option<[Duration; 2]> {
        match self.0 {
            Kind::Sides(_) => None,
            Kind::Hourglass(sand) => Some(sand),
        }
    }

    /// The time of a side before its first move.
    pub fn initial(&self, side: Side) -> Duration {
        match &self.0 {
            Kind::Sides(sides) => sides[side.index()].stage(0).initial(),
            Kind::Hourglass(sand) => sand[side.index()],
        }
    }

    /// The bonus of a side in the stage of that number, from 0.
    pub(super) fn bonus(&self, side: Side, stage: usize) -> Bonus {
        self.of(side)
            .map_or(Bonus::None, |control| control.stage(stage).bonus)
    }
}

/// The reason that something is no time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ControlError {
    /// Nobody could make a move.
    #[error("there is no time in it: expected more than 0 seconds")]
    NoTime,
    /// A stage for the rest of the game is not the last one.
    #[error("a stage follows one for the rest of the game: expected its number of moves")]
    Endless,
    /// There are too many stages.
    #[error("too many stages: expected at most {MOST_STAGES}")]
    Stages,
    /// A stage is for no move, or for too many.
    #[error("a stage is for 1 to {MOST_MOVES} moves")]
    Moves,
    /// Too much time.
    #[error("a time is too long: expected at most 100 hours")]
    TooLong,
    /// Byo-yomi without a period, or with too many.
    #[error("byo-yomi has 1 to {MOST_PERIODS} periods of more than 0 seconds")]
    Periods,
    /// One side has an hourglass and the other has not.
    #[error("an hourglass is for both sides")]
    OneHourglass,
    /// The text says nothing of this kind.
    #[error(
        "expected seconds as 300, 300+5, 300+5d (delay), 300+5b (Bronstein), 600+3x30 \
         (byo-yomi), 30/move, 40/9000:3600 or *60 (hourglass)"
    )]
    Text,
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn what_nobody_can_play_by_is_refused() {
        let stage = |moves, time, bonus| Stage {
            moves,
            time: seconds(time),
            bonus,
        };
        let refused = |stages: Vec<Stage>| SideControl::new(stages).unwrap_err();
        assert_eq!(refused(vec![]), ControlError::NoTime);
        assert_eq!(
            refused(vec![stage(None, 0, Bonus::None)]),
            ControlError::NoTime
        );
        assert_eq!(
            refused(vec![stage(None, 0, Bonus::PerMove)]),
            ControlError::NoTime
        );
        let two = vec![stage(None, 9, Bonus::None), stage(None, 9, Bonus::None)];
        assert_eq!(refused(two), ControlError::Endless);
        assert_eq!(
            refused(vec![stage(Some(0), 9, Bonus::None)]),
            ControlError::Moves
        );
        assert_eq!(
            refused(vec![stage(None, 1 << 40, Bonus::None)]),
            ControlError::TooLong
        );
        let period = Duration::ZERO;
        let byo_yomi = Bonus::ByoYomi { periods: 3, period };
        assert_eq!(
            refused(vec![stage(None, 9, byo_yomi)]),
            ControlError::Periods
        );
        assert!(TimeControl::hourglass(seconds(9), Duration::ZERO).is_err());
    }

    #[test]
    fn the_last_stage_repeats_if_it_is_for_some_moves() {
        let stage = |moves| Stage {
            moves,
            time: seconds(60),
            bonus: Bonus::None,
        };
        let control = SideControl::new(vec![stage(Some(40)), stage(Some(20))]).unwrap();
        let ends = (0..4).map(|number| control.ends_with(number));
        assert!(ends.eq([Some(40), Some(60), Some(80), Some(100)]));
        let control = SideControl::new(vec![stage(Some(40)), stage(None)]).unwrap();
        assert_eq!(control.ends_with(1), None);
    }
}
