//! The clock of a game.

use std::time::Duration;

use super::control::{Bonus, TimeControl};
use super::face::{self, Face, Urgency};
use super::pause::{Pause, Pauses};
use super::turn::{Bank, Pressed, Turn};
use icochess_rules::Side;

/// The longest time between two looks at a clock that counts. A program that has stood
/// still for longer has let nobody move. A frame of a loaded machine takes seconds, and counts:
/// where each were a pause, nobody's time would run there.
const MOST_GAP: Duration = Duration::from_secs(10);
/// Nobody reads more than twenty faces a second.
const LEAST_STAY: Duration = Duration::from_millis(50);

/// A side's time is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the time of {0} is used up")]
pub struct FlagFell(pub Side);

/// The phase of the game, as the clock has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Not begun: time runs for nobody.
    Idle,
    /// Under way.
    Going,
    /// Ended: the times are kept as they are.
    Over,
}

/// A chess clock.
///
/// It is [started](Clock::start), or begins with the first move, which costs nothing;
/// [`press`](Clock::press) is a move. Everything is told with the time at which it
/// happened: see [the module](super).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    banks: [Bank; 2],
    turn: Side,
    phase: Phase,
    pauses: Pauses,
    /// The side whose flag has fallen.
    fallen: Option<Side>,
    /// The time that this turn took, up to `since`.
    used: Duration,
    /// The moment since which it runs; `None` while it stands.
    since: Option<Duration>,
}

impl Clock {
    /// The clock of a new game in which that side moves first.
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
            used: Duration::ZERO,
            since: None,
        }
    }

    /// The clock of a game that is taken up again: it waits for the players. One of a
    /// game that is over stands.
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

    /// The time control of the game.
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The side whose turn it is.
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// The reasons that it stands, beside that the game has not begun or is over.
    pub const fn pauses(&self) -> Pauses {
        self.pauses
    }

    /// Whether the game has begun and is not over.
    pub fn is_going(&self) -> bool {
        self.phase == Phase::Going
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// Whether somebody's time runs.
    pub const fn runs(&self) -> bool {
        self.since.is_some()
    }

    /// The side whose flag has fallen.
    pub const fn fallen(&self) -> Option<Side> {
        self.fallen
    }

    /// Whether a move is refused now, as long as a pause lasts that lets nobody think.
    pub fn refuses_moves(&self) -> bool {
        self.pauses.iter().any(Pause::refuses_moves)
    }

    // Reading it.

    /// The time that this turn took so far.
    pub fn used(&self, at: Duration) -> Duration {
        let now = self.since.map(|since| at.saturating_sub(since));
        self.used + now.unwrap_or_default()
    }

    /// The time that a side has left. In byo-yomi this is the rest of its period.
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

    /// Periods of byo-yomi that a side has left, the present one included.
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

    /// The time that the side to move may still think before its flag falls: what is left, with
    /// delay and periods.
    pub fn until_flag(&self, at: Duration) -> Duration {
        self.allowance().saturating_sub(self.used(at))
    }

    /// The moment in which the flag of the side to move falls if nothing happens; `None` while the
    /// clock stands.
    pub fn flag_falls_at(&self) -> Option<Duration> {
        Some(self.since? + self.allowance().saturating_sub(self.used))
    }

    /// The bonus of a side in its present stage.
    pub fn bonus(&self, side: Side) -> Bonus {
        self.control.bonus(side, self.banks[side.index()].stage)
    }

    /// Own moves of a side to the end of its stage; `None`: to the end of the game.
    pub fn moves_to_go(&self, side: Side) -> Option<u32> {
        let bank = &self.banks[side.index()];
        let end = self.control.of(side)?.ends_with(bank.stage)?;
        Some(end.saturating_sub(bank.moves).max(1))
    }

    /// Number of a side's stage, from 1.
    pub const fn stage(&self, side: Side) -> usize {
        self.banks[side.index()].stage + 1
    }

    /// The time that is little for a side: as on lichess a fifth of less than a minute, 2 seconds
    /// at least; else an eighth, 10 seconds to a minute.
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

    /// The face of a side: all that the clock shows of it.
    pub fn face(&self, side: Side, at: Duration) -> Face {
        let left = self.remaining(side, at);
        let urgency = match self.fallen {
            Some(fallen) if fallen == side => Urgency::Fallen,
            // With a delay alone, nothing left is no fallen flag yet.
            _ => face::urgency(left.max(Duration::from_nanos(1)), self.little(side)),
        };
        Face {
            left: face::shown(left),
            periods: self.periods(side, at),
            urgency,
            runs: self.runs() && side == self.turn,
        }
    }

    /// The time that the faces stay as they are while the clock runs, a second at most. During a
    /// delay, when they stand, and at a change of urgency this is a guess on the early side.
    pub fn faces_stay(&self, at: Duration) -> Duration {
        let falls = face::shown_for(self.remaining(self.turn, at));
        // Time that runs through an hourglass is more for the other side.
        let rises =
            (self.control.sand()).map(|_| face::shown_for_rising(self.remaining(!self.turn, at)));
        rises
            .map_or(falls, |rises| rises.min(falls))
            .max(LEAST_STAY)
    }

    // Events of the game, each with its time.

    /// Begins the game: the time of the side to move runs from now on.
    pub fn start(&mut self, at: Duration) {
        if self.phase == Phase::Idle {
            self.phase = Phase::Going;
            self.run(at);
        }
    }

    /// Presses the clock, as the side to move has moved; `ends` if the game ends with it, which
    /// brings nothing more. The first move begins the game and costs nothing.
    ///
    /// # Errors
    ///
    /// [`FlagFell`] when the time was used up before: the game is over then, and the
    /// turn has not passed.
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

    /// Looks whether the flag has fallen. If so, the game is over.
    ///
    /// # Errors
    ///
    /// [`FlagFell`] with the side whose flag it is, each time from then on.
    pub fn look(&mut self, at: Duration) -> Result<(), FlagFell> {
        if let Some(fallen) = self.fallen {
            return Err(FlagFell(fallen));
        }
        if self.flag_falls_at().is_none_or(|falls| at < falls) {
            return Ok(());
        }
        self.used = self.allowance();
        self.since = None;
        self.phase = Phase::Over;
        self.fallen = Some(self.turn);
        Err(FlagFell(self.turn))
    }

    /// Stops the clock, as the game has ended otherwise: nobody's time runs any more.
    pub fn finish(&mut self, at: Duration) {
        self.stop(at);
        self.phase = Phase::Over;
    }

    /// Takes the end of the game back. The side whose flag had fallen has the time that the turn
    /// began with, and the clock waits for the players.
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

    /// Takes a move back. Its turn goes on as if it had not been made: what it took is still taken,
    /// and what it brought is brought by the next one, so that nobody gains by taking back. The
    /// other side has what its turn had begun with.
    ///
    /// `turn` is the [turn](Pressed::turn) that the move ended. Without it, in a game that
    /// was read from a file, the mover has what it had after the move, less the increment.
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

    /// Stops the clock from now on, for this reason beside others.
    pub fn pause(&mut self, at: Duration, why: Pause) {
        self.stop(at);
        self.pauses.insert(why);
    }

    /// Removes a reason. Without another one the clock runs.
    pub fn release(&mut self, at: Duration, why: Pause) {
        self.pauses.retain(|pause| pause != why);
        self.run(at);
    }

    /// The players go on: all pauses end that wait for their word. A game that has not
    /// begun begins.
    pub fn resume(&mut self, at: Duration) {
        self.pauses.retain(|pause| !pause.ends_with_word());
        self.start(at);
        self.run(at);
    }

    /// Looks at the clock after it was looked at last at `before`. If that is too long
    /// ago, nothing counts since then, and it waits for the players.
    ///
    /// # Errors
    ///
    /// As [`Clock::look`].
    pub fn tick(&mut self, before: Duration, at: Duration) -> Result<(), FlagFell> {
        if self.runs() && at.saturating_sub(before) > MOST_GAP {
            self.pause(before, Pause::Stall);
        }
        self.look(at)
    }

    /// Counts a move of a game in a file: the mover took `used` and had `left` after it, as far as the
    /// file tells.
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
                // In byo-yomi a move leaves a whole period, and nothing of the time before it.
                Bonus::ByoYomi { .. } if used.is_some() => left.min(bank.left),
                Bonus::ByoYomi { period, .. } if left == period => Duration::ZERO,
                _ => left,
            };
        }
        self.turn = !mover;
    }

    /// The time of a side at the beginning of its turn.
    fn before_turn(&self, side: Side) -> Duration {
        let bank = &self.banks[side.index()];
        match self.bonus(side) {
            Bonus::ByoYomi { period, .. } if bank.left.is_zero() && bank.periods > 0 => period,
            _ => bank.left,
        }
    }

    /// The longest that the turn may take as a whole.
    fn allowance(&self) -> Duration {
        let bank = &self.banks[self.turn.index()];
        match self.bonus(self.turn) {
            Bonus::Delay(delay) => bank.left + delay,
            Bonus::ByoYomi { period, .. } => bank.left + period * bank.periods,
            _ => bank.left,
        }
    }

    /// Takes what the turn took from the mover, and gives what it brings.
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

    /// Counts a move of a side, and begins the next stage if it was the last one of the
    /// present.
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

    /// Passes the turn; in it nothing is used yet.
    fn pass(&mut self, at: Duration, phase: Phase) {
        self.turn = !self.turn;
        self.phase = phase;
        self.fallen = None;
        self.used = Duration::ZERO;
        self.since = None;
        self.run(at);
    }

    /// Runs from now on, if it may and does not yet.
    fn run(&mut self, at: Duration) {
        if self.phase == Phase::Going && self.pauses.is_empty() {
            self.since.get_or_insert(at);
        }
    }

    /// Stands from now on.
    fn stop(&mut self, at: Duration) {
        self.used = self.used(at);
        self.since = None;
    }

    /// The state that a file keeps: both sides' times at the beginning of the turn, and the time
    /// that the turn took so far.
    pub(super) fn kept(&self, at: Duration) -> ([Bank; 2], Duration) {
        (self.banks, self.used(at))
    }
}

/// The number of whole periods in a time.
fn whole(time: Duration, period: Duration) -> u32 {
    let times = time.as_nanos().checked_div(period.as_nanos());
    times.unwrap_or(0).try_into().unwrap_or(u32::MAX)
}
