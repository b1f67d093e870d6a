//! Sounds and haptic pulses of a game: which ones, when, and for which hand.

use icochess::audio::cues::PlaySound;
use icochess::feedback::table::{Cue, FeedbackKind, Pulse};
use icochess::xr::haptics::Feel;

use super::opponent::SLOW;
use super::*;

/// Sounds and pulses of one frame.
#[derive(Debug, Default, PartialEq)]
struct Sensed {
    /// Number of frames since the start of the measurement.
    frame: usize,
    sounds: Vec<Cue>,
    pulses: Vec<(Hand, Pulse)>,
}

impl Table {
    /// Discards earlier sounds and pulses.
    fn forget_senses(&mut self) {
        self.facts::<PlaySound>();
        self.facts::<Feel>();
    }

    /// Returns the sounds and pulses of the last two frames.
    fn sensed(&mut self, frame: usize) -> Sensed {
        let sounds = self.facts::<PlaySound>();
        let pulses = self.facts::<Feel>();
        Sensed {
            frame,
            sounds: sounds.iter().map(|sound| sound.cue).collect(),
            pulses: pulses.iter().map(|feel| (feel.hand, feel.pulse)).collect(),
        }
    }

    /// Runs frames, and returns the sounds and pulses of each frame that has any.
    fn senses(&mut self, seconds: f32) -> Vec<Sensed> {
        let mut all = Vec::new();
        for frame in 1..=(seconds / FRAME.as_secs_f32()).ceil() as usize {
            self.frames(1);
            let sensed = self.sensed(frame);
            if !sensed.sounds.is_empty() || !sensed.pulses.is_empty() {
                all.push(sensed);
            }
        }
        all
    }

    /// Returns all sounds and pulses within `seconds`, in order.
    fn sequence(&mut self, seconds: f32) -> (Vec<Cue>, Vec<(Hand, Pulse)>) {
        let (mut sounds, mut pulses) = (Vec::new(), Vec::new());
        for sensed in self.senses(seconds) {
            sounds.extend(sensed.sounds);
            pulses.extend(sensed.pulses);
        }
        (sounds, pulses)
    }
}

fn pulse(kind: FeedbackKind) -> Pulse {
    kind.response().vibration.unwrap().pulse
}

/// Returns the pulse of `kind` for both hands.
fn both(kind: FeedbackKind) -> Vec<(Hand, Pulse)> {
    Hand::BOTH.map(|hand| (hand, pulse(kind))).to_vec()
}

#[test]
fn move_feedback_comes_when_the_piece_arrives() {
    for (from, to, kind, cue) in [
        ("a4", "g1", FeedbackKind::Moved, Cue::Move),
        ("b1", "n4", FeedbackKind::Captured, Cue::Capture),
    ] {
        for hand in Hand::BOTH {
            let mut table = Table::set(|it| it.auto_turn_flat = false);
            table.trigger(hand, from);
            table.aim_at(hand, to);
            table.pass(0.2);
            table.forget_senses();
            table.hand(hand, |input| input.select = true);
            table.frames(1);
            let tile = table.tile_place(to);
            let mut frame = 0;
            while table.place_of_piece_on(to).distance(tile) > 1e-4 {
                assert_eq!(table.sensed(0), Sensed::default());
                frame += 1;
                table.frames(1);
            }
            let sensed = table.sensed(frame);
            let expected = (vec![cue], vec![(hand, pulse(kind))]);
            assert_eq!((sensed.sounds, sensed.pulses), expected);
            let longest = (GLIDE_SECONDS / FRAME.as_secs_f32()) as usize;
            assert!((longest / 3..=longest).contains(&frame), "{frame}");
            assert_eq!(table.senses(1.0), []);
        }
    }
}

#[test]
fn move_taken_back_before_arrival_gives_no_feedback() {
    let back = vec![Cue::Move];
    let mut table = Table::new();
    table.request("b1n4");
    table.pass(GLIDE_SECONDS / 3.0);
    table.ask(GameRequest::Undo);
    assert_eq!(table.sequence(2.0).0, back);
    table.request("b1n4");
    table.ask(GameRequest::Load(new_game()));
    assert_eq!(table.sequence(2.0), (vec![], vec![]));
    // The end of a game is taken back before the piece arrives.
    table.play(&MATE);
    table.ask(GameRequest::Undo);
    // Two pieces of earlier moves are gliding as well.
    let (sounds, _) = table.sequence(2.0);
    assert_eq!(sounds.last(), Some(&Cue::Move));
    let announced = [Cue::Check, Cue::Mate];
    assert!(
        !sounds.iter().any(|cue| announced.contains(cue)),
        "{sounds:?}"
    );
}

#[test]
fn computer_moves_are_felt_only_if_they_capture() {
    // The test plays the computer's moves while it keeps thinking.
    let computer = Some(SLOW);
    for (white, by_hand, answer, cue, felt) in [
        (None, &["a4", "g1"][..], "n4s1", Cue::Move, vec![]),
        (
            None,
            &["b1", "n4"],
            "o1b3",
            Cue::Capture,
            both(FeedbackKind::Lost),
        ),
        // If the computer plays both sides, hands get no feedback.
        (computer, &["b1"], "b1n4", Cue::Capture, vec![]),
    ] {
        let mut table = Table::playing(white, computer);
        for tile in by_hand {
            table.trigger(Hand::Left, tile);
        }
        table.pass(1.0);
        table.forget_senses();
        table.request(answer);
        assert_eq!(table.sequence(1.0), (vec![cue], felt), "{answer}");
    }
}

#[test]
fn check_pulses_the_checked_player_and_the_end_pulses_all() {
    let check = vec![Cue::Capture, Cue::Check, Cue::Mate];
    for against_computer in [false, true] {
        let black = against_computer.then_some(SLOW);
        let mut table = Table::playing(None, black);
        table.play(&MATE[..2]);
        table.pass(1.0);
        table.trigger(Hand::Right, "b2");
        table.pass(1.0);
        table.aim_and_pull("o3");
        table.forget_senses();
        let all = table.senses(2.0);
        let sounds = all.iter().flat_map(|sensed| &sensed.sounds);
        assert!(sounds.eq(&check), "{all:?}");
        // Expects two pulses, one after the other.
        let right = |kind| vec![(Hand::Right, pulse(kind))];
        let checked = if against_computer {
            right(FeedbackKind::CheckGiven)
        } else {
            both(FeedbackKind::Checked)
        };
        let mated = both(FeedbackKind::Mated);
        let pulses = [right(FeedbackKind::Captured), checked, mated];
        let felt: Vec<_> = all.into_iter().map(|sensed| sensed.pulses).collect();
        assert_eq!(felt, pulses, "against the computer: {against_computer}");
    }
    // Without a move, there is no delay for a piece.
    let mut table = Table::new();
    table.ask(GameRequest::Resign(Side::White));
    assert_eq!(table.sequence(1.0).0, [Cue::GameOver]);
}

#[test]
fn refusal_feedback_is_not_cut_off_by_a_hover() {
    let mut table = Table::new();
    table.trigger(Hand::Right, "b1");
    table.pass(1.0);
    table.aim_and_pull("g1");
    let (sounds, pulses) = (table.facts::<PlaySound>(), table.facts::<Feel>());
    assert_eq!(sounds.last().unwrap().cue, Cue::Refusal);
    let felt = pulses.last().unwrap();
    let refused = (Hand::Right, pulse(FeedbackKind::Refused));
    assert_eq!((felt.hand, felt.pulse), refused);
    // The hand moves on during the pulse. 80 ms are four frames.
    table.aim_at(Hand::Right, "a4");
    assert_eq!(table.hovered().as_deref(), Some("a4"));
    assert_eq!(table.facts::<Feel>(), []);
    table.frames(4);
    table.aim_at(Hand::Right, "a3");
    let felt = table.facts::<Feel>();
    assert_eq!(felt.last().unwrap().pulse, pulse(FeedbackKind::Hovered));
}

#[test]
fn hands_get_feedback_from_tiles() {
    let mut table = Table::new();
    let ray = table.ray_to("a4");
    table.forget_senses();
    table.aim(Hand::Right, ray);
    let sensed = table.sensed(0);
    let hovered = vec![(Hand::Right, pulse(FeedbackKind::Hovered))];
    assert_eq!((sensed.sounds, sensed.pulses), (vec![Cue::Hover], hovered));
    for (kind, cue) in [
        (FeedbackKind::Selected, Cue::Select),
        (FeedbackKind::Deselected, Cue::Hover),
    ] {
        table.pass(0.2);
        table.hand(Hand::Right, |input| input.select = true);
        let times = kind.response().vibration.unwrap().times as usize;
        let felt = vec![(Hand::Right, pulse(kind)); times];
        assert_eq!(table.sequence(0.5), (vec![cue], felt));
        table.hand(Hand::Right, |input| input.select = false);
    }
    // Picking an immovable piece gives a refusal, not a selection.
    table.aim_at(Hand::Right, "b3");
    table.pass(0.2);
    table.forget_senses();
    table.hand(Hand::Right, |input| input.select = true);
    let refused = vec![(Hand::Right, pulse(FeedbackKind::Refused))];
    assert_eq!(table.sequence(0.5), (vec![Cue::Refusal], refused));
    // Grabbing the ball gives a pulse.
    table.pass(0.2);
    table.hand(Hand::Left, |input| input.grab = true);
    let grabbed = vec![(Hand::Left, pulse(FeedbackKind::Grabbed))];
    assert_eq!(table.sequence(0.5), (vec![], grabbed));
}

#[test]
fn haptics_setting_zero_disables_pulses() {
    let mut table = Table::set(|it| it.haptics = 0.0);
    table.trigger(Hand::Right, "a4");
    table.pass(0.2);
    assert_eq!(table.facts::<Feel>(), []);
}
