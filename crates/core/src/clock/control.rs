//! Time controls: stages, bonuses and hourglasses.

use std::time::Duration;

use icochess_rules::Side;

/// Upper limit of any single time: 100 hours.
const MAX_TIME: Duration = Duration::from_secs(360_000);
const MAX_STAGES: usize = 8;
const MAX_MOVES: u32 = 1000;
const MAX_PERIODS: u32 = 100;

/// Time that a stage adds to its base time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bonus {
    /// Base time only.
    None,
    /// Added after each move (Fischer).
    Increment(Duration),
    /// The time spent is returned after each move, up to this limit (Bronstein).
    Bronstein(Duration),
    /// The countdown starts only after this delay in each turn (US or simple delay).
    Delay(Duration),
    /// Periods that start when the base time is used up. Only a turn that takes a full period loses
    /// it.
    ByoYomi {
        /// Number of periods.
        periods: u32,
        /// Length of a period.
        period: Duration,
    },
    /// The base time is per move: it is reset each turn.
    PerMove,
}

/// Stage of a time control: a number of moves and their time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Number of moves; `None` for the rest of the game.
    pub moves: Option<u32>,
    /// Base time, added when the stage begins.
    pub time: Duration,
    /// Extra time in each turn of the stage.
    pub bonus: Bonus,
}

impl Stage {
    /// Returns the time on the clock at the start of the first stage. A base of zero would lose at
    /// once, so the first bonus replaces it.
    pub(super) const fn initial(&self) -> Duration {
        match self.bonus {
            Bonus::Increment(bonus) | Bonus::Bronstein(bonus) if self.time.is_zero() => bonus,
            _ => self.time,
        }
    }

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
                if !(1..=MAX_PERIODS).contains(&periods) || period.is_zero() {
                    return Err(ControlError::Periods);
                }
                period
            }
        };
        if self.moves.is_some_and(|n| !(1..=MAX_MOVES).contains(&n)) {
            return Err(ControlError::Moves);
        }
        if self.time.max(bonus) > MAX_TIME {
            return Err(ControlError::TooLong);
        }
        Ok(())
    }
}

/// Time control of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideControl {
    /// Stages of the game, never empty. The last stage repeats if it has a number of moves.
    stages: Vec<Stage>,
}

impl SideControl {
    /// Creates a time control from consecutive stages. The last stage repeats if it has a number of
    /// moves; otherwise it lasts for the rest of the game.
    ///
    /// # Errors
    ///
    /// [`ControlError`] if a stage is out of range or the first one has no time.
    pub fn new(stages: Vec<Stage>) -> Result<Self, ControlError> {
        let Some((last, others)) = stages.split_last() else {
            return Err(ControlError::NoTime);
        };
        if others.len() >= MAX_STAGES {
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

    /// Creates a time control with a single stage for the whole game.
    ///
    /// # Errors
    ///
    /// As [`SideControl::new`].
    pub fn game(time: Duration, bonus: Bonus) -> Result<Self, ControlError> {
        let moves = None;
        Self::new(vec![Stage { moves, time, bonus }])
    }

    /// Returns the stages in order.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// Returns stage `number`, from 0. The last stage repeats.
    pub(super) fn stage(&self, number: usize) -> &Stage {
        &self.stages[number.min(self.stages.len() - 1)]
    }

    /// Returns the side's move count at the end of stage `number`, from the start of the game.
    /// `None` if the stage lasts for the rest of the game.
    pub(super) fn ends_with(&self, number: usize) -> Option<u32> {
        let all = self.stages.iter().take(number + 1);
        let once = all.map(|stage| stage.moves).sum::<Option<u32>>()?;
        let repeated = (number + 1).saturating_sub(self.stages.len());
        let last = self.stage(number).moves?;
        let more = u32::try_from(repeated).unwrap_or(u32::MAX);
        Some(once.saturating_add(last.saturating_mul(more)))
    }
}

/// Time control of both sides, as in PGN's `TimeControl` tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeControl(Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Sides([SideControl; 2]),
    /// Hourglass with the sand of White and Black. Time that one side uses goes to the other.
    Hourglass([Duration; 2]),
}

impl TimeControl {
    /// Creates a time control that both sides share.
    pub fn both(control: SideControl) -> Self {
        Self::each(control.clone(), control)
    }

    /// Creates a time control from one for each side.
    pub const fn each(white: SideControl, black: SideControl) -> Self {
        Self(Kind::Sides([white, black]))
    }

    /// Creates an hourglass with this sand for White and Black. Time that one side uses goes to the
    /// other.
    ///
    /// # Errors
    ///
    /// [`ControlError`] if a side has no time or more than 100 hours.
    pub fn hourglass(white: Duration, black: Duration) -> Result<Self, ControlError> {
        if white.min(black).is_zero() {
            return Err(ControlError::NoTime);
        }
        if white.max(black) > MAX_TIME {
            return Err(ControlError::TooLong);
        }
        Ok(Self(Kind::Hourglass([white, black])))
    }

    /// Returns a side's stages; `None` for an hourglass.
    pub const fn of(&self, side: Side) -> Option<&SideControl> {
        match &self.0 {
            Kind::Sides(sides) => Some(&sides[side.index()]),
            Kind::Hourglass(_) => None,
        }
    }

    /// Returns both sides' sand; `None` unless this is an hourglass.
    pub const fn sand(&self) -> Option<[Duration; 2]> {
        match self.0 {
            Kind::Sides(_) => None,
            Kind::Hourglass(sand) => Some(sand),
        }
    }

    /// Returns a side's time before its first move.
    pub fn initial(&self, side: Side) -> Duration {
        match &self.0 {
            Kind::Sides(sides) => sides[side.index()].stage(0).initial(),
            Kind::Hourglass(sand) => sand[side.index()],
        }
    }

    /// Returns a side's bonus in stage `stage`, from 0.
    pub(super) fn bonus(&self, side: Side, stage: usize) -> Bonus {
        self.of(side)
            .map_or(Bonus::None, |control| control.stage(stage).bonus)
    }
}

/// Reason for rejecting a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ControlError {
    /// The first stage has no time.
    #[error("there is no time in it: expected more than 0 seconds")]
    NoTime,
    /// A stage without a number of moves is followed by another.
    #[error("a stage follows one for the rest of the game: expected its number of moves")]
    Endless,
    /// Too many stages.
    #[error("too many stages: expected at most {MAX_STAGES}")]
    Stages,
    /// A stage has no moves, or too many.
    #[error("a stage is for 1 to {MAX_MOVES} moves")]
    Moves,
    /// A time exceeds 100 hours.
    #[error("a time is too long: expected at most 100 hours")]
    TooLong,
    /// Byo-yomi has no periods or too many, or its period is zero.
    #[error("byo-yomi has 1 to {MAX_PERIODS} periods of more than 0 seconds")]
    Periods,
    /// Only one side has an hourglass.
    #[error("an hourglass is for both sides")]
    OneHourglass,
    /// The text is no time control.
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
    fn unplayable_controls_are_rejected() {
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
    fn last_stage_repeats_if_it_has_a_move_count() {
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
