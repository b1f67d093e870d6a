//! The holder of the headset, and the event that everybody waits for.

use std::time::Duration;

use crate::clock::{Clock, Pause};
use icochess_rules::Side;

/// The longest that the view may take to turn to the next player before a screen. It takes
/// 0.35 s; whoever turns it elsewhere meanwhile does not stop the clock with that.
const MOST_SETTLE: Duration = Duration::from_secs(1);

/// The lengths of the phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The time for which a move may be taken back before the display is passed on.
    pub landed: Duration,
    /// The time for which the opponent's move is shown.
    pub catch_up: Duration,
    /// Whether a headset is passed on, through which only one can look. Before a screen nobody has
    /// to say that they are there.
    pub passes: bool,
}

impl Timing {
    /// The times with a headset. 0.6 s and 1.2 s are guesses that felt right in a driven headset.
    pub const HEADSET: Self = Self {
        landed: Duration::from_millis(600),
        catch_up: Duration::from_millis(1200),
        passes: true,
    };
}

/// A phase of the handover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nobody has to do anything: there is no game that goes on.
    Open,
    /// A player plays.
    Turn,
    /// A move was made.
    Landed {
        /// The time from which it cannot be taken back any more; `None` before the piece has
        /// arrived.
        until: Option<Duration>,
    },
    /// The headset is on its way.
    Pass {
        /// Whether it was seen to be taken off.
        is_off: bool,
    },
    /// Somebody has the headset, or sits before the screen; the board is about to be put before
    /// them.
    Settle {
        /// The time at which it ends at the latest; `None` where a head has to be still first.
        until: Option<Duration>,
    },
    /// The opponent's move is shown.
    CatchUp {
        /// The time at which it ends.
        until: Duration,
    },
}

impl Phase {
    /// The name of the phase, for tools that look in from outside.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Turn => "turn",
            Self::Landed { .. } => "landed",
            Self::Pass { .. } => "pass",
            Self::Settle { .. } => "settle",
            Self::CatchUp { .. } => "catch-up",
        }
    }
}

/// An event that may change the phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Another game is on the board, or the same one was taken up again.
    Begun {
        /// The side that has to act first; `None` in a game that is over.
        due: Option<Side>,
        /// Whether this player is known to be there and to look, as they have just set the game up
        /// before a screen.
        is_there: bool,
    },
    /// The player has moved, and this side has to act now; `None` if the game is over with it.
    Moved(Option<Side>),
    /// This side has to act now, to move or to answer an offer; `None` if the game is over.
    Due(Option<Side>),
    /// The headset was taken off, or does not show the program any more.
    TakenOff,
    /// Somebody has put the headset on.
    PutOn,
    /// A player says to be there, and by that who it is.
    Ready,
    /// The board lies before the player's eyes.
    Settled {
        /// Whether there is a move of the opponent to show.
        has_news: bool,
    },
    /// The wrong person has taken the headset: it is passed on.
    PassedOn,
    /// The pieces that were moved have arrived.
    Arrived,
    /// Time has passed.
    Tick,
}

impl Event {
    /// Whether this event ends `pause`. A player who says to be ready ends all pauses that wait for
    /// a word; putting the headset on ends those that a move would end, too.
    pub const fn ends(self, pause: Pause) -> bool {
        match self {
            Self::Ready => pause.ends_with_word() && !matches!(pause, Pause::Passing),
            Self::PutOn => pause.ends_with_move(),
            _ => false,
        }
    }
}

/// The handover of the headset, or of the place before the screen: whose turn it is to have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handover {
    timing: Timing,
    phase: Phase,
    player: Side,
    next: Side,
    /// Whether the player's move is what has landed, not an answer of theirs.
    has_moved: bool,
    /// Whether the opponent's move was shown in this turn. Who takes the headset off and puts it on
    /// again does not see the board again while the clock stands.
    is_shown: bool,
}

impl Handover {
    /// The state before a game has begun.
    pub const fn new(timing: Timing) -> Self {
        Self {
            timing,
            phase: Phase::Open,
            player: Side::White,
            next: Side::White,
            has_moved: false,
            is_shown: false,
        }
    }

    /// Sets the time for which a move may be taken back before the display is passed on.
    pub const fn set_landed(&mut self, landed: Duration) {
        self.timing.landed = landed;
    }

    /// Whether a headset is passed on, through which only one can look.
    pub const fn passes(&self) -> bool {
        self.timing.passes
    }

    /// The phase at the moment.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The side for whose eyes everything is shown: who plays, or who gets the headset; the mover,
    /// as long as the move may be taken back.
    pub const fn player(&self) -> Side {
        match self.phase {
            Phase::Pass { .. } | Phase::Settle { .. } | Phase::CatchUp { .. } => self.next,
            Phase::Open | Phase::Turn | Phase::Landed { .. } => self.player,
        }
    }

    /// Whether the clock runs and moves are made.
    pub const fn is_turn(&self) -> bool {
        matches!(self.phase, Phase::Open | Phase::Turn)
    }

    /// Whether the player has just moved, and may take that back without asking.
    pub const fn is_landed(&self) -> bool {
        matches!(self.phase, Phase::Landed { .. }) && self.has_moved
    }

    /// Whether the headset is on its way, or not known to be with the right player.
    pub const fn is_passing(&self) -> bool {
        matches!(self.phase, Phase::Pass { .. } | Phase::Settle { .. })
    }

    /// Whether the board is not for anybody's eyes: nobody is known to look, or the headset is
    /// still to be put before the next player's. Before a screen the view turns in sight.
    pub const fn hides_board(&self) -> bool {
        match self.phase {
            Phase::Pass { .. } => true,
            Phase::Settle { .. } => self.timing.passes,
            Phase::Open | Phase::Turn | Phase::Landed { .. } | Phase::CatchUp { .. } => false,
        }
    }

    /// Keeps the clock stopped outside turns. A turn that begins ends no other pause: a player's
    /// word does.
    pub fn hold(&self, at: Duration, clock: &mut Clock) {
        let is_held = clock.pauses().contains(Pause::Passing);
        if self.is_turn() && is_held {
            clock.release(at, Pause::Passing);
        } else if !self.is_turn() && !is_held {
            clock.pause(at, Pause::Passing);
        }
    }

    /// Handles an event. Returns whether anything has changed.
    pub fn update(&mut self, at: Duration, event: Event) -> bool {
        let before = *self;
        match event {
            Event::Begun { due, is_there } => self.begin(due, is_there),
            Event::Moved(due) => self.due(due, true),
            Event::Due(due) => self.due(due, false),
            Event::TakenOff => self.take_off(),
            Event::PutOn => {
                if self.phase == (Phase::Pass { is_off: true }) {
                    self.settle(at);
                }
            }
            Event::Ready => self.ready(at),
            Event::Settled { has_news } => {
                if let Phase::Settle { .. } = self.phase {
                    self.settled(at, has_news);
                }
            }
            Event::PassedOn => {
                if let Phase::Turn | Phase::Settle { .. } | Phase::CatchUp { .. } = self.phase {
                    self.pass(false);
                }
            }
            Event::Arrived => {
                if self.phase == (Phase::Landed { until: None }) {
                    let until = Some(at + self.timing.landed);
                    self.phase = Phase::Landed { until };
                }
            }
            Event::Tick => self.tick(at),
        }
        before != *self
    }

    const fn begin(&mut self, due: Option<Side>, is_there: bool) {
        let Some(side) = due else {
            self.phase = Phase::Open;
            return;
        };
        self.next = side;
        self.is_shown = false;
        if is_there {
            self.play();
        } else {
            self.phase = Phase::Pass { is_off: false };
        }
    }

    fn due(&mut self, due: Option<Side>, has_moved: bool) {
        let Some(side) = due else {
            self.phase = Phase::Open;
            return;
        };
        self.next = side;
        let is_players = side == self.player;
        match self.phase {
            // Also who is asked about a game that is over gets the display to answer.
            Phase::Turn | Phase::Open if !is_players => {
                self.phase = Phase::Landed { until: None };
                self.has_moved = has_moved;
                self.is_shown = false;
            }
            // The move was taken back, or a game that was over goes on.
            Phase::Landed { .. } | Phase::Open if is_players => self.phase = Phase::Turn,
            // On its way it goes to whom it is for now.
            _ => {}
        }
    }

    const fn take_off(&mut self) {
        match self.phase {
            Phase::Open => {}
            _ => self.pass(true),
        }
    }

    const fn pass(&mut self, is_off: bool) {
        self.phase = Phase::Pass { is_off };
    }

    fn ready(&mut self, at: Duration) {
        match self.phase {
            Phase::Open | Phase::Turn => {}
            Phase::Landed { .. } => self.leave(at),
            Phase::Pass { .. } => self.settle(at),
            // A player who does not want to wait need not.
            Phase::Settle { .. } => self.settled(at, true),
            Phase::CatchUp { .. } => self.play(),
        }
    }

    fn settled(&mut self, at: Duration, has_news: bool) {
        let is_new = has_news && self.timing.passes && !self.is_shown;
        if is_new && !self.timing.catch_up.is_zero() {
            self.is_shown = true;
            let until = at + self.timing.catch_up;
            self.phase = Phase::CatchUp { until };
        } else {
            self.play();
        }
    }

    fn tick(&mut self, at: Duration) {
        match self.phase {
            Phase::Landed { until: Some(until) } if at >= until => self.leave(at),
            Phase::Settle { until: Some(until) } if at >= until => self.settled(at, false),
            Phase::CatchUp { until } if at >= until => self.play(),
            _ => {}
        }
    }

    /// Passes the display on, as the move stands.
    fn leave(&mut self, at: Duration) {
        if self.timing.passes {
            self.pass(false);
        } else {
            self.settle(at);
        }
    }

    fn settle(&mut self, at: Duration) {
        let until = (!self.timing.passes).then_some(at + MOST_SETTLE);
        self.phase = Phase::Settle { until };
    }

    const fn play(&mut self) {
        self.player = self.next;
        self.phase = Phase::Turn;
    }
}
