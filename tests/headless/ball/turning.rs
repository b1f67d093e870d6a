//! Automatic turns of the ball: when, and to which side.

use icochess::board::pieces::piece::Gliding;
use icochess::board::turning::follow::LOOK_SECONDS;
use icochess::board::turning::spin::{TURN_SECONDS, home_rotation};
use icochess::game::messages::Step;
use icochess::interaction::MouseMoved;
use icochess::interaction::move_entry::MoveEntryRequest;
use icochess_shape::{Seat, from_middle, is_in_sight};

use super::opponent::{QUICK, SLOW, long};
use super::*;

impl Table {
    fn is_seen(&mut self, at: Cell) -> bool {
        let (rotation, seat) = (self.rotation(), *self.get::<PlayerSeat>());
        is_in_sight(rotation, self.get::<BoardShape>().centre(at), &seat)
    }

    fn is_gliding(&mut self) -> bool {
        let world = self.app.world_mut();
        world.query::<&Gliding>().iter(world).count() > 0
    }

    /// Returns the rotation that puts a side's home in front of the player.
    fn home(&self, side: Side) -> Quat {
        home_rotation(side, self.get::<BoardShape>(), self.get::<PlayerSeat>())
    }

    fn lies(&mut self, rotation: Quat) -> bool {
        self.rotation().angle_between(rotation) < 1e-3
    }

    fn is_at_home(&mut self, side: Side) -> bool {
        let home = self.home(side);
        self.lies(home)
    }

    /// Turns the ball by hand until a tile is on the far side.
    fn hide(&mut self, at: Cell) {
        let seat = *self.get::<PlayerSeat>();
        let now = self.rotation() * self.get::<BoardShape>().centre(at).normalize();
        let away = (seat.centre - seat.eye).normalize();
        self.send(TurnBoard(Quat::from_rotation_arc(now, away)));
        self.frames(1);
        assert!(!self.is_seen(at));
    }

    /// Runs frames until the pieces have arrived and the ball has turned, and asserts that this is
    /// the order.
    fn settle(&mut self) {
        let frames = (2.0 * GLIDE_SECONDS + 2.0 * TURN_SECONDS) / FRAME.as_secs_f32();
        for _ in 0..frames as usize {
            let before = self.rotation();
            let was_gliding = self.is_gliding();
            self.frames(1);
            if was_gliding && self.is_gliding() {
                assert_eq!(self.rotation(), before, "it turns while a piece moves");
            }
        }
    }
}

#[test]
fn board_turns_to_next_side_only_if_set() {
    for wanted in [true, false] {
        let mut table = Table::set(|it| it.auto_turn_flat = wanted);
        let home = if wanted { Side::Black } else { Side::White };
        assert!(table.is_at_home(Side::White));
        table.play(&MATE[..1]);
        // First the piece arrives.
        assert!(table.is_at_home(Side::White));
        table.pass(GLIDE_SECONDS + TURN_SECONDS);
        assert!(table.is_at_home(home), "wanted: {wanted}");
        // On request, the ball turns either way.
        table.send(CommandRequested(Command::Flip));
        table.pass(TURN_SECONDS);
        assert!(table.is_at_home(Side::Black));
        // The setting can change during the game.
        table.send(CommandRequested(Command::AutoTurn));
        table.frames(1);
        table.play(&MATE[1..2]);
        table.pass(GLIDE_SECONDS + TURN_SECONDS);
        assert!(table.is_at_home(home), "no longer: {wanted}");
    }
}

/// Creates a game in which the test plays the thinking computer's move. Also returns the previous
/// rotation and that move.
fn answered(thinking: Settings) -> (Table, Quat, Move) {
    let mut table = Table::with(thinking, |_| {});
    let at_home = table.rotation();
    for uci in ["a4g1", "n4s1"] {
        table.request(uci);
        table.settle();
    }
    let answer = table.game().record().last().unwrap();
    (table, at_home, answer)
}

#[test]
fn ball_turns_to_hidden_moves() {
    for wanted in [true, false] {
        let against = |black| Settings {
            show_moves: wanted,
            ..long(None, Some(black))
        };
        let (mut table, at_home, answer) = answered(against(SLOW));
        // Black's pieces are on the far side.
        assert_eq!(table.lies(at_home), !wanted);
        assert_eq!(table.is_seen(answer.to), wanted);

        // The moves are taken back and replayed.
        table.hide(answer.from);
        table.ask(GameRequest::Undo);
        table.settle();
        let first = mv("a4g1");
        assert_eq!(table.played(), [""; 0]);
        assert!(!wanted || table.is_seen(first.from) && table.is_seen(first.to));
        table.hide(first.to);
        table.ask(GameRequest::Redo);
        table.settle();
        assert!(!wanted || table.is_seen(answer.to));

        // A hint.
        let mut table = Table::with(against(QUICK), |_| {});
        table.asks_for_a_hint();
        let hint = table.until_hint();
        for _ in 0..2 {
            table.asks_for_a_hint();
        }
        table.hide(hint.mv.from);
        table.asks_for_a_hint();
        let hint = table.until_hint();
        table.settle();
        assert!(!wanted || table.is_seen(hint.mv.from));

        // Shows the mated king. Moves by hand don't turn the ball before the mate.
        let mut table = Table::set(|it| {
            it.show_moves = wanted;
            it.auto_turn_flat = false;
        });
        let king = |table: &Table| table.game().position().royal(Side::Black).unwrap();
        table.play(&MATE[..1]);
        table.settle();
        let at = king(&table);
        table.hide(at);
        let before = table.rotation();
        table.play(&MATE[1..2]);
        table.settle();
        assert_eq!(table.rotation(), before);
        table.play(&MATE[2..]);
        table.settle();
        let at = king(&table);
        assert_eq!(table.is_seen(at), wanted);
    }
}

#[test]
fn my_side_turns_to_the_king() {
    // White's king is on a tile that is hidden from White's home.
    let (shape, seat) = (Variant::Icochess.shape(), Seat::default());
    let at_home = home_rotation(Side::White, &shape, &seat);
    let start = Position::<Game>::start();
    let position = tables()
        .cells()
        .filter(|at| is_turned_away(at_home, &shape.frame(*at), &seat))
        .find_map(|at| {
            let mut setup = start.setup();
            let king = start.royal(Side::White)?;
            let place = setup.pieces.iter_mut().find(|(cell, _)| *cell == king)?;
            place.0 = at;
            Position::<Game>::try_from_setup(&setup).ok()
        })
        .unwrap();
    let king = position.royal(Side::White).unwrap();
    let mut table = Table::of(position);
    assert!(table.is_seen(king), "at the start");
    table.hide(king);
    table.send(CommandRequested(Command::Flip));
    table.pass(TURN_SECONDS);
    assert!(table.is_seen(king));
}

#[test]
fn board_never_turns_to_the_computers_side() {
    let turning = |white, black| Settings {
        auto_turn_flat: true,
        show_moves: false,
        ..long(white, black)
    };
    // When the computer answers, the human's home stays in front.
    let mut table = Table::with(turning(None, Some(SLOW)), |_| {});
    table.request("a4g1");
    let mut frames = 0;
    while table.played().len() < 2 || frames < 60 {
        if frames == 40 {
            table.tell_computer(ComputerRequest::MoveNow);
        }
        assert!(table.is_at_home(Side::White), "turned in {frames}");
        table.frames(1);
        std::thread::sleep(Duration::from_millis(1));
        frames += 1;
        assert!(frames < 20_000);
    }
    // After the player has turned the ball away, it returns on the human's turn.
    table.send(TurnBoard(Quat::from_rotation_y(1.5)));
    table.play_on();
    table.pass(GLIDE_SECONDS + TURN_SECONDS);
    assert!(!table.is_at_home(Side::White));
    table.until_depth(1);
    table.tell_computer(ComputerRequest::MoveNow);
    table.until_played(4);
    table.pass(GLIDE_SECONDS + LOOK_SECONDS + TURN_SECONDS);
    assert!(table.is_at_home(Side::White));

    // The human plays Black: at the start, in a new game, and after "My side".
    let mut table = Table::with(turning(Some(SLOW), None), |_| {});
    assert!(table.is_at_home(Side::Black));
    for ask in [true, false] {
        table.ask(TurnBoard(Quat::from_rotation_y(0.5)));
        if ask {
            table.send(CommandRequested(Command::Flip));
        } else {
            table.send(GameRequest::Load(new_game()));
        }
        table.pass(TURN_SECONDS);
        assert!(table.is_at_home(Side::Black), "by My side: {ask}");
    }

    // With two computers, the ball doesn't turn to either home.
    let mut table = Table::with(turning(Some(QUICK), Some(QUICK)), |_| {});
    table.until_played(3);
    table.pass(GLIDE_SECONDS + TURN_SECONDS);
    assert!(table.is_at_home(Side::White));
}

#[test]
fn ball_turns_back_after_computers_move_unless_touched() {
    for (wanted, is_turned) in [(true, false), (false, false), (true, true)] {
        let settings = Settings {
            turn_back: wanted,
            ..long(None, Some(SLOW))
        };
        // The computer's move is on the far side.
        let (mut table, at_home, answer) = answered(settings);
        assert!(table.is_seen(answer.to), "first it is looked at");
        if is_turned {
            table.ask(TurnBoard(Quat::from_rotation_y(0.2)));
        }
        table.pass(LOOK_SECONDS + TURN_SECONDS);
        let is_back = wanted && !is_turned;
        assert_eq!(table.lies(at_home), is_back, "{wanted} {is_turned}");
    }
}

#[test]
fn ball_turns_back_after_a_look_at_earlier_moves() {
    let (mut table, at_home, _) = answered(long(None, Some(SLOW)));
    for back in [Step::Back, Step::Start] {
        table.send(GameRequest::Step(back));
        table.settle();
        table.ask(TurnBoard(Quat::from_rotation_y(2.0)));
        table.pass(LOOK_SECONDS + TURN_SECONDS);
        assert!(!table.lies(at_home), "an earlier move is looked at");
        table.send(GameRequest::ComeBack);
        table.settle();
        table.pass(LOOK_SECONDS + TURN_SECONDS);
        assert!(table.lies(at_home), "{back:?}");
    }
}

#[test]
fn mouse_movement_turns_the_ball_back_at_once() {
    let (mut table, at_home, answer) = answered(long(None, Some(SLOW)));
    let line = table.notice_line();
    let before = table.rotation();
    table.frames(3);
    assert!(table.rotation() == before && table.is_seen(answer.to));
    let text = table.words(line);
    assert!(text.ends_with("The board turns back to your side."));
    table.send(MouseMoved);
    table.frames(3);
    assert!(table.rotation().angle_between(before) > 1e-4);
    assert!(table.words(line).starts_with("White to move"));
    table.pass(TURN_SECONDS);
    assert!(table.lies(at_home));
}

#[test]
fn undo_against_computer_turns_ball_to_own_side() {
    let mut table = Table::with(long(None, Some(SLOW)), |_| {});
    let at_home = table.rotation();
    table.request("a4g1");
    table.settle();
    // The test plays the thinking computer's move on the far side, and takes it back before the
    // ball turns back.
    let (shape, seat) = (Variant::Icochess.shape(), Seat::default());
    let far = |mv: &Move| from_middle(at_home, shape.centre(mv.to), &seat);
    let moves = table.game().position().legal_moves().into_iter();
    let farthest = moves.max_by(|one, other| far(one).total_cmp(&far(other)));
    let farthest = table.game().position().uci(farthest.expect("a move"));
    table.request(&farthest);
    table.settle();
    assert!(!table.lies(at_home), "it is looked at");
    table.send(GameRequest::Undo);
    table.settle();
    assert_eq!(table.played(), [""; 0], "the human's move as well");
    table.pass(LOOK_SECONDS + TURN_SECONDS);
    assert!(table.lies(at_home));
}

#[test]
fn typed_target_turns_into_view_and_hovered_tile_stays() {
    for wanted in [true, false] {
        let mut table = Table::set(|it| it.show_moves = wanted);
        let to = mv(MATE[0]).to;
        table.trigger(Hand::Right, "b1");
        table.hide(to);
        let lies = table.rotation();
        table.aim_at(Hand::Right, "n4");
        table.settle();
        assert_eq!(table.hovered().as_deref(), Some("n4"));
        assert_eq!(table.rotation(), lies);
        table.send(MoveEntryRequest::Open);
        table.send(MoveEntryRequest::Text(MATE[0].to_owned()));
        table.settle();
        assert_eq!(table.is_seen(to), wanted);
    }
}

#[test]
fn shared_window_faces_the_mover_and_stays_at_the_end() {
    let settings = Settings {
        // This setting also prevents the turn to the mated king.
        show_moves: false,
        ..Settings::default()
    };
    let mut table = Table::with(settings, |_| {});
    for (ply, side) in [Side::Black, Side::White, Side::White]
        .into_iter()
        .enumerate()
    {
        table.play(&MATE[ply..=ply]);
        table.settle();
        assert!(table.is_at_home(side), "after {}", MATE[ply]);
    }
    assert!(table.game().outcome().is_some());
}
