//! Chess clock of a game.

use std::time::Duration;

use super::control::{Bonus, TimeControl};
use super::face::{self, Face, Urgency};
use super::pause::{Pause, Pauses};
use super::turn::{Bank, Pressed, Turn};
use icochess_rules::Side;

/// Longest gap between two ticks that still counts as thinking time. After a longer gap, the
/// program itself was frozen and players couldn't move. The limit must exceed a slow frame, which
/// takes seconds on a loaded machine. Otherwise the clock would never run on such a machine.
const MAX_GAP: Duration = Duration::from_secs(10);
/// Shortest time between two display updates; players can't read more than 20 a second.
const MIN_STAY: Duration = Duration::from_millis(50);

/// Error of a side that ran out of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the time of {0} is used up")]
pub struct FlagFell(pub Side);

/// Phase of the game, from the clock's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Not started; neither side's time runs.
    Idle,
    /// In progress.
    Going,
    /// Finished; times no longer change.
    Over,
}

/// Chess clock.
///
/// [`start`](Clock::start) starts it, or else the first move, which costs no time. Each move is a
/// [`press`](Clock::press). Every event carries its time: see [the module](super).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    banks: [Bank; 2],
    turn: Side,
    phase: Phase,
    pauses: Pauses,
    fallen: Option<Side>,
    /// Whether time may run out without a consequence, because somebody else decides.
    has_no_flag: bool,
    /// Time that this turn has used, up to `since`.
    used: Duration,
    /// When the clock last started running; `None` while it's stopped.
    since: Option<Duration>,
}

impl Clock {
    /// Creates the clock of a new game in which `first` moves first.
    pub fn new(control: TimeControl, first: Side) -> Self {
        let bank = |side| Bank {
            left: control.initial(side),
            periods: match control.bonus(side, 0) {
                Bonus::ByoYomi { periods, .. } => periods,
                _ => 0,
            },
            ..Bank::default()
        };
        Self {
            banks: Side::ALL.map(bank),
            control,
            turn: first,
            phase: Phase::Idle,
            pauses: Pauses::default(),
            fallen: None,
            has_no_flag: false,
            used: Duration::ZERO,
            since: None,
        }
    }

    /// Returns the clock without a flag, for a game whose time somebody else keeps.
    pub(crate) const fn without_flag(mut self) -> Self {
        self.has_no_flag = true;
        self
    }

    /// Restores the clock of a loaded game. The clock stays paused until the players continue;
    /// after the end of the game it stays stopped.
    pub(super) fn restored(
        mut self,
        banks: [Bank; 2],
        used: Duration,
        is_over: bool,
        by_time: bool,
    ) -> Self {
        self.banks = banks;
        self.used = used;
        self.phase = if is_over { Phase::Over } else { Phase::Going };
        self.fallen = by_time.then_some(self.turn);
        self.pauses.insert(Pause::Restored);
        self
    }

    /// Returns the time control.
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Returns the side to move.
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// Returns the reasons for a pause. The clock also stops before and after the game, without a
    /// reason here.
    pub const fn pauses(&self) -> Pauses {
        self.pauses
    }

    /// Returns whether the game is in progress.
    pub fn is_in_progress(&self) -> bool {
        self.phase == Phase::Going
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// Returns whether the clock is running.
    pub const fn runs(&self) -> bool {
        self.since.is_some()
    }

    /// Returns the side whose flag has fallen.
    pub const fn fallen(&self) -> Option<Side> {
        self.fallen
    }

    /// Returns whether a pause forbids moves at the moment.
    pub fn refuses_moves(&self) -> bool {
        self.pauses.iter().any(Pause::refuses_moves)
    }

    // Queries.

    /// Returns the time this turn has used.
    pub fn used(&self, at: Duration) -> Duration {
        let now = self.since.map(|since| at.saturating_sub(since));
        self.used + now.unwrap_or_default()
    }

    /// Returns a side's remaining time. In byo-yomi, this is the rest of the current period.
    pub fn remaining(&self, side: Side, at: Duration) -> Duration {
        let bank = &self.banks[side.index()];
        let used = self.used(at);
        if side != self.turn {
            return match self.control.sand() {
                Some(_) => bank.left + used,
                None => self.before_turn(side),
            };
        }
        match self.bonus(side) {
            Bonus::Delay(delay) => bank.left.saturating_sub(used.saturating_sub(delay)),
            Bonus::ByoYomi { periods: _, period } if used >= bank.left => {
                let over = used - bank.left;
                match bank.periods.checked_sub(whole(over, period)) {
                    None | Some(0) => Duration::ZERO,
                    Some(_) => period - over.saturating_sub(period * whole(over, period)),
                }
            }
            _ => bank.left.saturating_sub(used),
        }
    }

    /// Returns a side's remaining byo-yomi periods, including the current one.
    pub fn periods(&self, side: Side, at: Duration) -> u32 {
        let bank = &self.banks[side.index()];
        match self.bonus(side) {
            Bonus::ByoYomi { period, .. } if side == self.turn => {
                let over = self.used(at).saturating_sub(bank.left);
                bank.periods.saturating_sub(whole(over, period))
            }
            _ => bank.periods,
        }
    }

    /// Returns the time until the mover's flag falls, including delay and byo-yomi periods.
    pub fn until_flag(&self, at: Duration) -> Duration {
        self.allowance().saturating_sub(self.used(at))
    }

    /// Returns when the mover's flag will fall; `None` while the clock is stopped.
    pub fn flag_falls_at(&self) -> Option<Duration> {
        Some(self.since? + self.allowance().saturating_sub(self.used))
    }

    /// Returns a side's bonus in its current stage.
    pub fn bonus(&self, side: Side) -> Bonus {
        self.control.bonus(side, self.banks[side.index()].stage)
    }

    /// Returns a side's moves until the end of its stage; `None` if the stage lasts for the rest of
    /// the game.
    pub fn moves_to_go(&self, side: Side) -> Option<u32> {
        let bank = &self.banks[side.index()];
        let end = self.control.of(side)?.ends_with(bank.stage)?;
        Some(end.saturating_sub(bank.moves).max(1))
    }

    /// Returns the number of a side's stage, from 1.
    pub const fn stage(&self, side: Side) -> usize {
        self.banks[side.index()].stage + 1
    }

    /// Returns a side's low-time threshold. For initial times below a minute, it is a fifth of that
    /// time, but at least 2 seconds, as on lichess. Otherwise it is an eighth, between 10 seconds
    /// and a minute.
    pub fn little(&self, side: Side) -> Duration {
        let seconds = Duration::from_secs;
        let bank = &self.banks[side.index()];
        let all = match self.bonus(side) {
            Bonus::ByoYomi { period, .. } if bank.left.is_zero() => period,
            Bonus::Delay(delay) => self.control.initial(side).max(delay),
            _ => self.control.initial(side),
        };
        if all < seconds(60) {
            (all / 5).max(seconds(2))
        } else {
            (all / 8).clamp(seconds(10), seconds(60))
        }
    }

    /// Returns a side's display.
    pub fn face(&self, side: Side, at: Duration) -> Face {
        let left = self.remaining(side, at);
        let urgency = match self.fallen {
            Some(fallen) if fallen == side => Urgency::Fallen,
            // With a delay, a time of zero doesn't mean a fallen flag yet.
            _ => face::urgency(left.max(Duration::from_nanos(1)), self.little(side)),
        };
        Face {
            left: face::shown(left),
            periods: self.periods(side, at),
            urgency,
            runs: self.runs() && side == self.turn,
        }
    }

    /// Returns for how long both displays stay the same while the clock runs, at most about a
    /// second. The estimate is too short during a delay and near a change of urgency.
    pub fn until_next_face(&self, at: Duration) -> Duration {
        let falls = face::shown_for(self.remaining(self.turn, at));
        // In an hourglass the other side's time rises.
        let rises =
            (self.control.sand()).map(|_| face::shown_for_rising(self.remaining(!self.turn, at)));
        rises.map_or(falls, |rises| rises.min(falls)).max(MIN_STAY)
    }

    /// Starts the game and the mover's time.
    pub fn start(&mut self, at: Duration) {
        if self.phase == Phase::Idle {
            self.phase = Phase::Going;
            self.run(at);
        }
    }

    /// Presses the clock after a move. The first move starts the game and costs no time. A move
    /// that ends the game (`ends`) earns no bonus.
    ///
    /// # Errors
    ///
    /// [`FlagFell`] if the mover ran out of time before the move. The game is then over and the
    /// turn doesn't pass.
    pub fn press(&mut self, at: Duration, ends: bool) -> Result<Pressed, FlagFell> {
        self.look(at)?;
        let (mover, used) = (self.turn, self.used(at));
        let turn = Turn {
            banks: self.banks,
            used,
            ended: at,
        };
        if self.phase != Phase::Idle {
            self.charge(used, ends);
        }
        self.count_move(mover);
        self.pauses.retain(|pause| !pause.ends_with_move());
        self.pass(at, if ends { Phase::Over } else { Phase::Going });
        let left = self.before_turn(mover);
        Ok(Pressed { left, used, turn })
    }

    /// Checks for a fallen flag, which ends the game.
    ///
    /// # Errors
    ///
    /// [`FlagFell`] with the side that ran out of time, on every call after the flag fell.
    pub fn look(&mut self, at: Duration) -> Result<(), FlagFell> {
        if let Some(fallen) = self.fallen {
            return Err(FlagFell(fallen));
        }
        if self.has_no_flag || self.flag_falls_at().is_none_or(|falls| at < falls) {
            return Ok(());
        }
        self.used = self.allowance();
        self.since = None;
        self.phase = Phase::Over;
        self.fallen = Some(self.turn);
        Err(FlagFell(self.turn))
    }

    /// Stops the clock for good, for a game that didn't end on time.
    pub fn finish(&mut self, at: Duration) {
        self.stop(at);
        self.phase = Phase::Over;
    }

    /// Takes back the end of the game. A side whose flag had fallen gets its time from the start of
    /// the turn. The clock stays paused until the players continue.
    pub fn reopen(&mut self, at: Duration) {
        if self.phase != Phase::Over {
            return;
        }
        if self.fallen.take().is_some() {
            self.used = Duration::ZERO;
            self.pauses.insert(Pause::Restored);
        }
        self.phase = Phase::Going;
        self.run(at);
    }

    /// Takes back a move. The mover's turn continues with the time that it had used. The bonus is
    /// withheld until the next move, so a takeback gains no time. The opponent gets its time from
    /// the start of its turn.
    ///
    /// `turn` is the [turn](Pressed::turn) that the move ended. Without it (a game loaded from a
    /// file) the mover keeps the time after the move, minus the increment.
    pub fn take_back(&mut self, at: Duration, turn: Option<Turn>) {
        let mover = !self.turn;
        self.pass(at, Phase::Going);
        if let Some(turn) = turn {
            self.banks = turn.banks;
            self.used = turn.used;
            return;
        }
        let brought = match self.bonus(mover) {
            Bonus::Increment(increment) => increment,
            _ => Duration::ZERO,
        };
        let bank = &mut self.banks[mover.index()];
        bank.moves = bank.moves.saturating_sub(1);
        bank.left = bank.left.saturating_sub(brought);
    }

    /// Adds a reason for a pause and stops the clock.
    pub fn pause(&mut self, at: Duration, why: Pause) {
        self.stop(at);
        self.pauses.insert(why);
    }

    /// Removes a reason for a pause. The clock runs again if none is left.
    pub fn release(&mut self, at: Duration, why: Pause) {
        self.pauses.retain(|pause| pause != why);
        self.run(at);
    }

    /// Ends all pauses that players can end, and starts a game that hasn't started.
    pub fn resume(&mut self, at: Duration) {
        self.pauses.retain(|pause| !pause.ends_with_continue());
        self.start(at);
        self.run(at);
    }

    /// Checks the flag at `at`, when the last check was at `before`. After too long a gap, pauses
    /// the clock from `before`, so the gap doesn't count.
    ///
    /// # Errors
    ///
    /// As [`Clock::look`].
    pub fn tick(&mut self, before: Duration, at: Duration) -> Result<(), FlagFell> {
        if self.runs() && at.saturating_sub(before) > MAX_GAP {
            self.pause(before, Pause::Stall);
        }
        self.look(at)
    }

    /// Replays a move of a loaded game. `used` is the time of the turn and `left` the time after
    /// it, both from the file if present.
    pub(super) fn replay(&mut self, used: Option<Duration>, left: Option<Duration>) {
        let mover = self.turn;
        if let Some(used) = used {
            self.charge(used, false);
        }
        self.count_move(mover);
        if let Some(left) = left {
            let bonus = self.bonus(mover);
            let bank = &mut self.banks[mover.index()];
            bank.left = match bonus {
                // After a byo-yomi move, a remaining time of exactly one period means that the base
                // time is used up.
                Bonus::ByoYomi { .. } if used.is_some() => left.min(bank.left),
                Bonus::ByoYomi { period, .. } if left == period => Duration::ZERO,
                _ => left,
            };
        }
        self.turn = !mover;
    }

    /// Returns a side's time at the start of its turn.
    fn before_turn(&self, side: Side) -> Duration {
        let bank = &self.banks[side.index()];
        match self.bonus(side) {
            Bonus::ByoYomi { period, .. } if bank.left.is_zero() && bank.periods > 0 => period,
            _ => bank.left,
        }
    }

    /// Returns the maximum time that the current turn may take.
    fn allowance(&self) -> Duration {
        let bank = &self.banks[self.turn.index()];
        match self.bonus(self.turn) {
            Bonus::Delay(delay) => bank.left + delay,
            Bonus::ByoYomi { period, .. } => bank.left + period * bank.periods,
            _ => bank.left,
        }
    }

    /// Deducts the turn's time from the mover and adds the bonus.
    fn charge(&mut self, used: Duration, ends: bool) {
        let turn = self.turn;
        let bonus = self.bonus(turn);
        if self.control.sand().is_some() {
            self.banks[(!turn).index()].left += used;
        }
        let bank = &mut self.banks[turn.index()];
        match bonus {
            Bonus::Delay(delay) => {
                bank.left = bank.left.saturating_sub(used.saturating_sub(delay));
                return;
            }
            Bonus::ByoYomi { period, .. } => {
                let over = used.saturating_sub(bank.left);
                bank.periods = bank.periods.saturating_sub(whole(over, period));
            }
            _ => {}
        }
        let before = bank.left;
        bank.left = bank.left.saturating_sub(used);
        match bonus {
            _ if ends => {}
            Bonus::Increment(increment) => bank.left += increment,
            Bonus::Bronstein(delay) => bank.left += used.min(delay),
            Bonus::PerMove => bank.left = before,
            Bonus::None | Bonus::Delay(_) | Bonus::ByoYomi { .. } => {}
        }
    }

    /// Counts a move, and starts the next stage after the last move of the current one.
    fn count_move(&mut self, side: Side) {
        let bank = &mut self.banks[side.index()];
        bank.moves += 1;
        let Some(control) = self.control.of(side) else {
            return;
        };
        if control
            .ends_with(bank.stage)
            .is_none_or(|end| bank.moves < end)
        {
            return;
        }
        bank.stage += 1;
        let stage = control.stage(bank.stage);
        match stage.bonus {
            Bonus::PerMove => bank.left = stage.time,
            Bonus::ByoYomi { periods, .. } => {
                bank.left += stage.time;
                bank.periods = periods;
            }
            _ => bank.left += stage.time,
        }
    }

    /// Passes the turn with no time used yet.
    fn pass(&mut self, at: Duration, phase: Phase) {
        self.turn = !self.turn;
        self.phase = phase;
        self.fallen = None;
        self.used = Duration::ZERO;
        self.since = None;
        self.run(at);
    }

    /// Starts the clock unless it's running, paused or outside a game.
    fn run(&mut self, at: Duration) {
        if self.phase == Phase::Going && self.pauses.is_empty() {
            self.since.get_or_insert(at);
        }
    }

    fn stop(&mut self, at: Duration) {
        self.used = self.used(at);
        self.since = None;
    }

    /// Returns the state to save: both banks at the start of the turn, and the time used since.
    pub(super) fn kept(&self, at: Duration) -> ([Bank; 2], Duration) {
        (self.banks, self.used(at))
    }
}

/// Returns how many whole periods fit into a time.
fn whole(time: Duration, period: Duration) -> u32 {
    let times = time.as_nanos().checked_div(period.as_nanos());
    times.unwrap_or(0).try_into().unwrap_or(u32::MAX)
}
