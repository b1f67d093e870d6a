//! State machine of the handover.

use std::time::Duration;

use crate::clock::{Clock, Pause};
use icochess_rules::Side;

/// Maximum time for the view in a window to turn to the next player. The turn itself takes 0.35 s.
/// The limit ensures that the clock doesn't wait for a player who turns the view meanwhile.
const MAX_SETTLE: Duration = Duration::from_secs(1);

/// Durations of the phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Time to take back a move before the display is passed on.
    pub landed: Duration,
    /// Time to show the opponent's move.
    pub catch_up: Duration,
    /// Whether the display is a headset, which only one person can look through. At a window
    /// players needn't confirm that they are ready.
    pub passes: bool,
}

impl Timing {
    /// Timing for a headset. 0.6 s and 1.2 s are guesses that felt right in a simulated headset.
    pub const HEADSET: Self = Self {
        landed: Duration::from_millis(600),
        catch_up: Duration::from_millis(1200),
        passes: true,
    };
}

/// Phase of the handover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// No game in progress, so either player may act.
    Open,
    /// A player's turn.
    Turn,
    /// A move was just made.
    Landed {
        /// When the move becomes final; `None` until the piece has arrived.
        until: Option<Duration>,
    },
    /// The headset is being passed on.
    Pass {
        /// Whether the headset reported being taken off.
        is_off: bool,
    },
    /// The next player has the display, and the board is about to be placed in front of them.
    Settle {
        /// Latest end of the phase; `None` for a headset, which waits for the head to be still.
        until: Option<Duration>,
    },
    /// The opponent's move is being shown.
    CatchUp {
        /// End of the phase.
        until: Duration,
    },
}

impl Phase {
    /// Returns the phase's name, for external tools.
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

/// Event that may change the phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A game was started or resumed.
    Begun {
        /// Side that must act first; `None` if the game is over.
        due: Option<Side>,
        /// Whether the player is present, having just set up the game in a window.
        is_there: bool,
    },
    /// The player moved, and this side must act next; `None` if the move ended the game.
    Moved(Option<Side>),
    /// This side must act, by a move or an answer to an offer; `None` if the game is over.
    Due(Option<Side>),
    /// The headset was taken off, or no longer shows the app.
    TakenOff,
    /// The headset was put on.
    PutOn,
    /// The next player confirmed that they are ready.
    Ready,
    /// The board is in place in front of the player.
    Settled {
        /// Whether there is an opponent's move to show.
        has_news: bool,
    },
    /// The wrong person has the headset and passes it on.
    PassedOn,
    /// Animations of moved pieces have finished.
    Arrived,
    /// Time has passed.
    Tick,
}

impl Event {
    /// Returns whether this event ends `pause`. Ready ends the pauses that Continue would end,
    /// except the handover's own. Putting the headset on ends pauses that a move would end.
    pub const fn ends(self, pause: Pause) -> bool {
        match self {
            Self::Ready => pause.ends_with_continue() && !matches!(pause, Pause::Passing),
            Self::PutOn => pause.ends_with_move(),
            _ => false,
        }
    }
}

/// Handover of the headset or window between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handover {
    timing: Timing,
    phase: Phase,
    player: Side,
    next: Side,
    /// Whether the action that has landed is a move, not an answer to an offer.
    has_moved: bool,
    /// Whether the opponent's move was already shown in this turn. Otherwise players could take the
    /// headset off and on again to study the board on a stopped clock.
    is_shown: bool,
}

impl Handover {
    /// Creates the state before a game.
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

    /// Sets the time to take back a move before the display is passed on.
    pub const fn set_landed(&mut self, landed: Duration) {
        self.timing.landed = landed;
    }

    /// Returns whether the display is a headset, which only one person can look through.
    pub const fn passes(&self) -> bool {
        self.timing.passes
    }

    /// Returns the current phase.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the side that has the display or is about to get it. Until a move becomes final,
    /// this is the mover.
    pub const fn player(&self) -> Side {
        match self.phase {
            Phase::Pass { .. } | Phase::Settle { .. } | Phase::CatchUp { .. } => self.next,
            Phase::Open | Phase::Turn | Phase::Landed { .. } => self.player,
        }
    }

    /// Returns whether the clock may run and moves are accepted.
    pub const fn is_turn(&self) -> bool {
        matches!(self.phase, Phase::Open | Phase::Turn)
    }

    /// Returns whether the player may still take back the last move without asking.
    pub const fn is_landed(&self) -> bool {
        matches!(self.phase, Phase::Landed { .. }) && self.has_moved
    }

    /// Returns whether the display is being passed on, or not yet in place for the next player.
    pub const fn is_passing(&self) -> bool {
        matches!(self.phase, Phase::Pass { .. } | Phase::Settle { .. })
    }

    /// Returns whether to hide the board: because the next player may not be present yet, or the
    /// headset may not be in place. A window stays visible while its view turns.
    pub const fn hides_board(&self) -> bool {
        match self.phase {
            Phase::Pass { .. } => true,
            Phase::Settle { .. } => self.timing.passes,
            Phase::Open | Phase::Turn | Phase::Landed { .. } | Phase::CatchUp { .. } => false,
        }
    }

    /// Pauses the clock outside turns. A new turn ends only the handover's own pause.
    pub fn hold(&self, at: Duration, clock: &mut Clock) {
        let is_held = clock.pauses().contains(Pause::Passing);
        if self.is_turn() && is_held {
            clock.release(at, Pause::Passing);
        } else if !self.is_turn() && !is_held {
            clock.pause(at, Pause::Passing);
        }
    }

    /// Handles an event. Returns whether the state changed.
    pub fn update(&mut self, at: Duration, event: Event) -> bool {
        let before = *self;
        match event {
            Event::Begun { due, is_there } => self.start(due, is_there),
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

    const fn start(&mut self, due: Option<Side>, is_there: bool) {
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
            // A player with an offer to answer gets the display, even after the game.
            Phase::Turn | Phase::Open if !is_players => {
                self.phase = Phase::Landed { until: None };
                self.has_moved = has_moved;
                self.is_shown = false;
            }
            // The player took the move back, or a finished game continues.
            Phase::Landed { .. } | Phase::Open if is_players => self.phase = Phase::Turn,
            // A display that is already being passed on goes to the new `next` side.
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
            // Players may skip the wait.
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

    /// Passes the display on once the move is final.
    fn leave(&mut self, at: Duration) {
        if self.timing.passes {
            self.pass(false);
        } else {
            self.settle(at);
        }
    }

    fn settle(&mut self, at: Duration) {
        let until = (!self.timing.passes).then_some(at + MAX_SETTLE);
        self.phase = Phase::Settle { until };
    }

    const fn play(&mut self) {
        self.player = self.next;
        self.phase = Phase::Turn;
    }
}
