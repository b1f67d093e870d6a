//! Handover tests: properties under any order of events, then single cases.

use std::time::Duration;

use icochess_core::clock::{Clock, Pause, Turn};
use icochess_core::handover::{Event, Handover, Phase, Timing};
use icochess_rules::Side;
use proptest::prelude::*;

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// Two people with one headset and one clock, as the game manages them.
#[derive(Debug)]
struct Room {
    handover: Handover,
    clock: Clock,
    now: Duration,
    turn: Side,
    moves: usize,
    asked: Option<Side>,
    is_over: bool,
    /// Both sides' total thinking time, measured independently.
    spent: [Duration; 2],
    /// Turns that the moves ended, with the times of their ends, for takebacks.
    turns: Vec<(Turn, Duration)>,
}

impl Room {
    fn new(timing: Timing) -> Self {
        let mut room = Self {
            handover: Handover::new(timing),
            clock: Clock::new("3600".parse().unwrap(), Side::White),
            now: ms(1000),
            turn: Side::White,
            moves: 0,
            asked: None,
            is_over: false,
            spent: [Duration::ZERO; 2],
            turns: vec![],
        };
        // The first move would cost no time, so this starts the clock explicitly.
        room.clock.start(room.now);
        let due = room.due();
        let is_there = false;
        room.send(Event::Begun { due, is_there });
        room
    }

    fn due(&self) -> Option<Side> {
        let turn = (!self.is_over).then_some(self.turn);
        self.asked.map(|by| !by).or(turn)
    }

    fn send(&mut self, event: Event) {
        self.handover.update(self.now, event);
        self.handover.hold(self.now, &mut self.clock);
    }

    fn pass_time(&mut self, time: Duration) {
        if self.handover.phase() == Phase::Turn && !self.is_over {
            self.spent[self.turn.index()] += time;
        }
        self.now += time;
        self.clock.look(self.now).unwrap();
        self.send(Event::Tick);
    }

    /// Makes a move, if moves are accepted.
    fn make_move(&mut self) -> bool {
        if !self.handover.is_turn() || self.is_over || self.asked.is_some() {
            return false;
        }
        let pressed = self.clock.press(self.now, false).unwrap();
        self.turns.push((pressed.turn, self.now));
        self.moves += 1;
        self.turn = !self.turn;
        self.send(Event::Moved(self.due()));
        true
    }

    /// Takes back the move that just landed. The player has seen the board since the move, so that
    /// time counts.
    fn take_back(&mut self) -> bool {
        if !self.handover.is_landed() || self.asked.is_some() {
            return false;
        }
        let (turn, ended) = self.turns.pop().expect("who has moved takes a move back");
        self.moves -= 1;
        self.turn = !self.turn;
        self.spent[self.turn.index()] += self.now - ended;
        let turn = turn.lasting_until(self.now);
        self.clock.take_back(self.now, Some(turn));
        self.send(Event::Due(self.due()));
        true
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Wait(time) => self.pass_time(ms(time)),
            Step::Move => {
                self.make_move();
            }
            Step::TakeBack => {
                self.take_back();
            }
            Step::Ask if self.handover.is_turn() && self.asked.is_none() => {
                self.asked = Some(self.turn);
                self.send(Event::Due(self.due()));
            }
            Step::Answer if self.handover.is_turn() => {
                self.asked = None;
                self.send(Event::Due(self.due()));
            }
            Step::Ask | Step::Answer => {}
            Step::End => {
                self.is_over ^= true;
                if self.is_over {
                    self.clock.finish(self.now);
                } else {
                    self.clock.reopen(self.now);
                }
                self.send(Event::Due(self.due()));
            }
            Step::Device(event) => self.send(event),
        }
    }
}

/// Action of a person or a device.
#[derive(Clone, Copy, Debug)]
enum Step {
    Wait(u64),
    Move,
    TakeBack,
    Ask,
    Answer,
    End,
    Device(Event),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let device = prop_oneof![
        Just(Event::TakenOff),
        Just(Event::PutOn),
        Just(Event::Ready),
        Just(Event::PassedOn),
        Just(Event::Arrived),
        any::<bool>().prop_map(|has_news| Event::Settled { has_news }),
    ];
    let step = prop_oneof![
        3 => (0u64..2000).prop_map(Step::Wait),
        3 => Just(Step::Move),
        1 => Just(Step::TakeBack),
        1 => Just(Step::Ask),
        1 => Just(Step::Answer),
        1 => Just(Step::End),
        8 => device.prop_map(Step::Device),
    ];
    prop::collection::vec(step, 0..120)
}

fn timings() -> impl Strategy<Value = Timing> {
    (0u64..3000, 0u64..3000, any::<bool>()).prop_map(|(landed, catch_up, passes)| Timing {
        landed: ms(landed),
        catch_up: ms(catch_up),
        passes,
    })
}

proptest! {
    /// The clock runs only in turns, for the side to move, and for their whole length.
    #[test]
    fn clock_runs_only_in_turns(timing in timings(), steps in steps()) {
        let mut room = Room::new(timing);
        let mut ended = false;
        for step in steps {
            room.step(step);
            ended |= matches!(step, Step::End);
            let is_turn = room.handover.phase() == Phase::Turn && !room.is_over;
            prop_assert!(!room.clock.runs() || is_turn, "{room:?}");
            if is_turn && !ended {
                prop_assert!(room.clock.runs(), "{room:?}");
            }
            prop_assert_eq!(room.clock.turn(), room.turn);
            if !ended {
                for side in Side::ALL {
                    let used = Duration::from_secs(3600) - room.clock.remaining(side, room.now);
                    prop_assert_eq!(used, room.spent[side.index()], "{:?}", side);
                }
            }
        }
    }

    /// From any state, players can continue without device events.
    #[test]
    fn players_can_always_continue(timing in timings(), steps in steps()) {
        let mut room = Room::new(timing);
        for step in steps {
            room.step(step);
        }
        if room.is_over {
            room.step(Step::End);
        }
        let due = room.due().unwrap();
        for _ in 0..4 {
            if room.handover.phase() == Phase::Turn && room.handover.player() == due {
                break;
            }
            room.send(Event::Ready);
        }
        prop_assert_eq!(room.handover.phase(), Phase::Turn);
        prop_assert_eq!(room.handover.player(), due);
        prop_assert!(!room.clock.pauses().contains(Pause::Passing));
        if room.asked.is_some() {
            room.step(Step::Answer);
            for _ in 0..4 {
                room.send(Event::Ready);
            }
        }
        let moves = room.moves;
        prop_assert!(room.make_move());
        prop_assert_eq!(room.moves, moves + 1);
    }

    /// The player is the side to move or answer; moves are impossible in other phases.
    #[test]
    fn player_is_the_side_to_act(timing in timings(), steps in steps()) {
        let mut room = Room::new(timing);
        for step in steps {
            let before = room.moves;
            room.step(step);
            if let Some(due) = room.due()
                && room.handover.phase() == Phase::Turn
            {
                prop_assert_eq!(room.handover.player(), due, "{:?}", room);
            }
            // Only a takeback removes a move.
            let is_takeback = matches!(step, Step::TakeBack);
            prop_assert!(room.moves >= before || is_takeback);
        }
    }
}

fn in_turn(timing: Timing) -> Room {
    let mut room = Room::new(timing);
    room.send(Event::Ready);
    room.send(Event::Settled { has_news: false });
    assert_eq!(room.handover.phase(), Phase::Turn);
    room
}

#[test]
fn answer_cannot_be_taken_back_as_a_move() {
    let mut room = in_turn(Timing::HEADSET);
    room.make_move();
    for _ in 0..4 {
        room.send(Event::Ready);
    }
    // Black makes an offer; White, the side that moved earlier, must answer it.
    room.step(Step::Ask);
    assert_eq!(room.handover.phase(), Phase::Landed { until: None });
    assert!(!room.handover.is_landed());
    for _ in 0..4 {
        room.send(Event::Ready);
    }
    assert_eq!(room.handover.player(), Side::White);
    room.step(Step::Answer);
    assert_eq!(room.handover.phase(), Phase::Landed { until: None });
    assert!(!room.handover.is_landed() && !room.take_back());
}

#[test]
fn headset_passes_for_an_offer_after_the_game() {
    let mut room = in_turn(Timing::HEADSET);
    room.step(Step::End);
    assert_eq!(room.handover.phase(), Phase::Open);
    room.step(Step::Ask);
    room.send(Event::Arrived);
    room.pass_time(ms(600));
    assert_eq!(room.handover.phase(), Phase::Pass { is_off: false });
    assert_eq!(room.handover.player(), Side::Black);
    for _ in 0..3 {
        room.send(Event::Ready);
    }
    assert_eq!(room.handover.phase(), Phase::Turn);
    assert!(!room.clock.runs() && !room.make_move());
    room.step(Step::Answer);
    assert_eq!(room.handover.phase(), Phase::Open);
}

#[test]
fn taking_the_headset_off_keeps_the_turn() {
    let mut room = in_turn(Timing::HEADSET);
    room.pass_time(ms(1000));
    room.send(Event::TakenOff);
    room.pass_time(ms(60_000));
    room.send(Event::PutOn);
    room.pass_time(ms(500));
    room.send(Event::Settled { has_news: false });
    assert_eq!(room.handover.phase(), Phase::Turn);
    assert_eq!(room.spent[0], ms(1000));
    room.send(Event::PassedOn);
    assert_eq!(room.handover.phase(), Phase::Pass { is_off: false });
    assert_eq!(room.handover.player(), Side::White);
}

#[test]
fn opponents_move_is_shown_once_per_turn() {
    let mut room = in_turn(Timing::HEADSET);
    room.make_move();
    room.send(Event::Ready);
    for round in 0..3 {
        room.send(Event::TakenOff);
        room.send(Event::PutOn);
        room.send(Event::Settled { has_news: true });
        let is_shown = matches!(room.handover.phase(), Phase::CatchUp { .. });
        assert_eq!(is_shown, round == 0, "{round}");
        room.pass_time(ms(1200));
        assert_eq!(room.handover.phase(), Phase::Turn);
    }
    room.make_move();
    for _ in 0..3 {
        room.send(Event::Ready);
    }
    assert!(matches!(room.handover.phase(), Phase::CatchUp { .. }));
}
