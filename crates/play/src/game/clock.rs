//! The clock of the match: time passes, flags fall, pauses begin and end.
//!
//! The time is asked for once, when a frame begins, and counts for everything in that frame. Moves
//! press the clock where the match is changed; here is what happens without a move. A flag that
//! falls ends the game by a request to the match.

use std::time::Duration;

use bevy::platform::time::Instant;
use bevy::prelude::*;

use super::facts::{FactReader, MatchFact};
use super::messages::{ClockRequest, GameRequest};
use super::seating::Seating;
use icochess_base::frame::NextFrame;
use icochess_base::platform;
pub use icochess_core::clock::set_clock;
use icochess_core::clock::{Clock, Face, Pause, Pauses, Pressed, Turn, clock_at_place, clock_of};
use icochess_rules::{Record, Side};

/// The time between two saves of a running clock; a crash gives back at most this much.
const KEEP_EVERY: Duration = Duration::from_secs(5);
/// Least time between two warnings of one side (lichess).
const WARN_EVERY: Duration = Duration::from_secs(20);
/// The clock and one that goes on in sleep may differ by this much in one frame, as the time of day
/// is set a little. More, and the machine has slept; on some systems the clock sleeps with it.
const MOST_SLEEP: Duration = Duration::from_secs(2);

/// The clock of the match, if it has one. It changes when something happens to it,
/// not as time passes: see [`ClockFaces`] for what it shows.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct GameClock {
    pub(super) clock: Option<Clock>,
    /// The turns that the moves since the game was begun or loaded have ended; `None` for a
    /// move that came as the flag fell.
    turns: Vec<Option<Turn>>,
    /// Whether the game is one of two people, of whom neither may think while no time runs.
    is_for_two: bool,
}

impl GameClock {
    fn new(clock: Option<Clock>, record: &Record) -> Self {
        Self {
            clock,
            turns: Vec::new(),
            is_for_two: Seating::of(record).is_for_two(),
        }
    }

    /// The clock of a game.
    pub fn of(record: &Record) -> Self {
        Self::new(clock_of(&**record), record)
    }

    /// The clock of a game that goes on from another place of its record.
    pub(super) fn at_place(record: &Record) -> Self {
        Self::new(clock_at_place(&**record), record)
    }

    /// The clock, paused for as long as the surroundings ask for that.
    pub(super) fn within(mut self, surroundings: Surroundings, at: Duration) -> Self {
        if let Some(clock) = &mut self.clock {
            for why in surroundings.0.iter() {
                clock.pause(at, why);
            }
        }
        self
    }

    /// The clock, if the game has one.
    pub const fn get(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Presses the clock, as the side to move has moved. Gives the cost of the move, unless the
    /// flag had fallen.
    pub(super) fn press(&mut self, at: Duration, ends: bool) -> Option<Pressed> {
        let pressed = self.clock.as_mut()?.press(at, ends).ok();
        self.turns.push(pressed.map(|pressed| pressed.turn));
        pressed
    }

    /// Takes the last move back. If `has_waited`, its player could go on thinking since then while
    /// the clock stood: that is time of their turn.
    pub(super) fn take_back(&mut self, at: Duration, has_waited: bool) {
        let mut turn = self.turns.pop().flatten();
        if has_waited {
            turn = turn.map(|turn| turn.lasting_until(at));
        }
        if let Some(clock) = &mut self.clock {
            clock.take_back(at, turn);
        }
    }

    /// Whether the clock is stopped, in a game that is neither over nor waits for its first move.
    pub fn is_paused(&self) -> bool {
        let clock = self.clock.as_ref().filter(|clock| clock.is_going());
        clock.is_some_and(|clock| !clock.runs())
    }

    /// Whether the clock is stopped because the display is being handed over.
    pub fn is_handed_over(&self) -> bool {
        let clock = self.clock.as_ref();
        clock.is_some_and(|clock| clock.pauses().contains(Pause::Passing))
    }

    /// Whether the board is hidden, in a game under way, until the clock may run again.
    pub fn hides_board(&self) -> bool {
        self.is_kept_from(Pause::hides_board)
    }

    /// Whether moves are refused because of a pause.
    pub fn refuses_moves(&self) -> bool {
        let clock = self.clock.as_ref().filter(|clock| !clock.is_over());
        clock.is_some_and(Clock::refuses_moves) || self.is_kept_from(Pause::refuses_moves)
    }

    /// Whether the clock stands until somebody is at window or headset again, whatever the players
    /// say.
    pub fn waits_for_somebody(&self) -> bool {
        let clock = self.clock.as_ref();
        clock.is_some_and(|clock| clock.pauses().contains(Pause::Unfocused))
    }

    /// Whether a game under way has a pause of that kind. Of two people both say first that they go
    /// on, where one alone goes on with a move and cheats nobody.
    fn is_kept_from(&self, is_kind: fn(Pause) -> bool) -> bool {
        let clock = self.clock.as_ref().filter(|clock| clock.is_going());
        clock.is_some_and(|clock| {
            let is_agreed = |pause: Pause| self.is_for_two && pause.ends_with_move();
            let mut pauses = clock.pauses().iter();
            pauses.any(|pause| is_kind(pause) || is_agreed(pause))
        })
    }
}

/// The pauses that the surroundings of the game ask for now, whether or not it has a clock: a
/// clock that begins gets them too.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Surroundings(Pauses);

impl Surroundings {
    fn note(&mut self, request: ClockRequest) {
        match request {
            ClockRequest::Pause(why) if why.is_of_surroundings() => self.0.insert(why),
            // Players who were absent are there again when anybody listens.
            ClockRequest::Release(Pause::Unfocused) => self.0 = Pauses::default(),
            ClockRequest::Release(why) => self.0.retain(|pause| pause != why),
            ClockRequest::Pause(_) | ClockRequest::Resume => {}
        }
    }
}

/// The faces of the clock, White's first; `None` in a game without one. It changes only when
/// what can be read does.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct ClockFaces(pub Option<[Face; 2]>);

/// Fact: that side has little time left. Told again only when it had much more in
/// between. It comes of time that passes, before the match serves its requests, and so is
/// no [`MatchFact`].
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct LowTime(pub Side);

/// The systems that let the clock's time pass; they run before the match serves its requests.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ClockSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<GameClock>()
        .init_resource::<ClockFaces>()
        .init_resource::<Surroundings>()
        .add_message::<ClockRequest>()
        .add_message::<LowTime>()
        .add_systems(
            Update,
            (tick, obey.run_if(on_message::<ClockRequest>), warn, keep)
                .chain()
                .in_set(ClockSystems),
        );
}

/// Pauses when the machine has slept, which the clock may not notice.
pub fn sleep_plugin(app: &mut App) {
    app.add_systems(First, note_sleep);
}

/// A look at both clocks, of which only the second surely goes on while the machine sleeps. They are
/// read at one time: that of the frame was another one, by as much as a slow frame takes.
type Looked = (Instant, Duration);

fn note_sleep(mut before: Local<Option<Looked>>, mut requests: MessageWriter<ClockRequest>) {
    let now = (Instant::now(), platform::time_with_sleep());
    let slept = before.map(|before| slept(before, now));
    *before = Some(now);
    if slept.is_some_and(|slept| slept > MOST_SLEEP) {
        requests.write(ClockRequest::Pause(Pause::Stall));
    }
}

/// The time that the machine slept between two looks without the clock of the game.
fn slept((awake_before, before): Looked, (awake, now): Looked) -> Duration {
    let counted = awake.saturating_duration_since(awake_before);
    now.saturating_sub(before).saturating_sub(counted)
}

/// Lets time pass up to the beginning of the frame.
fn tick(
    time: Res<Time<Real>>,
    mut clock: ResMut<GameClock>,
    mut requests: MessageWriter<GameRequest>,
) {
    let at = time.elapsed();
    let Some(now) = &mut clock.bypass_change_detection().clock else {
        return;
    };
    if !now.runs() {
        return;
    }
    if let Err(fell) = now.tick(at.saturating_sub(time.delta()), at) {
        requests.write(GameRequest::TimeOut(fell.0));
    }
    if !now.runs() {
        clock.set_changed();
    }
}

fn obey(
    time: Res<Time<Real>>,
    (mut clock, mut surroundings): (ResMut<GameClock>, ResMut<Surroundings>),
    mut asked: MessageReader<ClockRequest>,
    mut requests: MessageWriter<GameRequest>,
) {
    let at = time.elapsed();
    let asked: Vec<ClockRequest> = asked.read().copied().collect();
    for &request in &asked {
        surroundings.note(request);
    }
    let Some(now) = &mut clock.bypass_change_detection().clock else {
        return;
    };
    let before = (now.pauses(), now.runs());
    for request in asked {
        match request {
            ClockRequest::Pause(why) => now.pause(at, why),
            ClockRequest::Release(why) => now.release(at, why),
            ClockRequest::Resume => now.resume(at),
        }
    }
    let runs = now.runs();
    if before != (now.pauses(), runs) {
        if before.1 && !runs {
            requests.write(GameRequest::KeepClock);
        }
        clock.set_changed();
    }
}

/// The last warning of a side that its time is low, and whether another may follow.
#[derive(Debug, Default)]
struct Warned {
    told: Option<Duration>,
    is_low: bool,
}

fn warn(
    time: Res<Time<Real>>,
    clock: Res<GameClock>,
    mut facts: FactReader,
    mut warned: Local<[Warned; 2]>,
    mut low: MessageWriter<LowTime>,
) {
    if facts.any(MatchFact::is_begun) {
        *warned = Default::default();
    }
    let Some(clock) = clock.get().filter(|clock| clock.runs()) else {
        return;
    };
    let (side, at) = (clock.turn(), time.elapsed());
    let (left, little) = (clock.remaining(side, at), clock.little(side));
    let warned = &mut warned[side.index()];
    if left > little * 3 / 2 {
        warned.is_low = false;
    } else if left <= little && !warned.is_low {
        warned.is_low = true;
        if warned.told.is_none_or(|told| at >= told + WARN_EVERY) {
            warned.told = Some(at);
            low.write(LowTime(side));
        }
    }
}

fn keep(
    time: Res<Time<Real>>,
    clock: Res<GameClock>,
    mut kept: Local<Duration>,
    mut requests: MessageWriter<GameRequest>,
) {
    let at = time.elapsed();
    let is_due = at.saturating_sub(*kept) >= KEEP_EVERY;
    if is_due && clock.get().is_some_and(Clock::runs) {
        *kept = at;
        requests.write(GameRequest::KeepClock);
    }
}

/// Updates the faces of the clock.
pub(super) fn show(
    time: Res<Time<Real>>,
    clock: Res<GameClock>,
    mut faces: ResMut<ClockFaces>,
    mut next: ResMut<NextFrame>,
) {
    let at = time.elapsed();
    let now = clock
        .get()
        .map(|clock| Side::ALL.map(|side| clock.face(side, at)));
    faces.set_if_neq(ClockFaces(now));
    if let Some(clock) = clock.get().filter(|clock| clock.runs()) {
        next.within(clock.faces_stay(at).min(clock.until_flag(at)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_frame_is_no_sleep_of_the_machine() {
        let begun = Instant::now();
        let look = |awake, all| {
            let awake = begun + Duration::from_secs(awake);
            (awake, Duration::from_secs(all))
        };
        for (awake, all, expected) in [
            // A frame of eight seconds, an hour of sleep, and the time of day set back.
            (8, 108, 0),
            (1, 3701, 3600),
            (1, 50, 0),
        ] {
            let found = slept(look(0, 100), look(awake, all));
            assert_eq!(found, Duration::from_secs(expected), "{awake} {all}");
        }
    }
}
