//! Tests of fair handovers: no player gains by holding the other's trigger, by taking back, or by
//! answering their own request.

use bevy::time::TimeUpdateStrategy;
use icochess::game::{Match, Takeback, TakebackOffer};
use icochess::ui::state::handover::ReadyHeld;
use icochess::xr::head::{Head, HeadPosition, HeadTracking};

use super::*;
use crate::asking::frames;
use crate::headless::FRAME;

fn command(app: &mut App, command: Command) {
    ask(app, CommandRequested(command));
    pass(app, 0.1);
}

/// Creates a game in which White has moved and passes the headset.
fn passed() -> App {
    let mut app = headset();
    let known = HeadTracking {
        position: HeadPosition::Tracked,
        ..default()
    };
    let eyes = Transform::from_xyz(0.1, 1.2, 0.0);
    app.world_mut().spawn((Head, eyes, known));
    take_over(&mut app);
    play(&mut app, "e2e4");
    pass(&mut app, 1.2);
    assert_eq!(phase(&app), "pass");
    app
}

/// Holds a trigger for `seconds` after a release, and returns the phase.
fn after_hold(app: &mut App, seconds: f32) -> &'static str {
    hold(app, Hand::Right, false);
    pass(app, 0.1);
    hold(app, Hand::Right, true);
    pass(app, seconds);
    let now = phase(app);
    hold(app, Hand::Right, false);
    pass(app, 0.1);
    now
}

fn is_long(app: &App) -> bool {
    get::<ReadyHeld>(app).is_long
}

#[test]
fn passing_player_cannot_signal_ready_for_the_other() {
    let mut app = passed();
    assert!(is_long(&app));
    assert_eq!(after_hold(&mut app, 0.8), "pass");
    // The headset moves to another head.
    let world = app.world_mut();
    let mut heads = world.query_filtered::<&mut Transform, With<Head>>();
    let mut head = heads.single_mut(world).expect("a head");
    head.translation += Vec3::new(-0.3, -0.2, 0.1);
    pass(&mut app, 0.1);
    assert!(!is_long(&app));
    assert_eq!(after_hold(&mut app, 0.8), "settle");

    // Without position tracking, a long hold is enough.
    let mut app = passed();
    assert_eq!(after_hold(&mut app, 2.0), "pass");
    assert_eq!(after_hold(&mut app, 2.8), "settle");

    // Both controllers were put down.
    let mut app = passed();
    each_hand(&mut app, |input| input.active = false);
    pass(&mut app, 0.7);
    each_hand(&mut app, |input| input.active = true);
    assert_eq!(after_hold(&mut app, 0.8), "settle");

    // The runtime has reported that the headset was taken off.
    let mut app = passed();
    ask(&mut app, HandoverRequest::TakenOff);
    assert_eq!(after_hold(&mut app, 0.8), "settle");

    // Declining to be the right player also passes the headset on.
    let mut app = passed();
    ask(&mut app, HandoverRequest::Ready);
    ask(&mut app, HandoverRequest::PassOn);
    assert_eq!(after_hold(&mut app, 0.8), "pass");
}

#[test]
fn instant_takeback_gains_no_time() {
    let mut app = passed();
    take_over(&mut app);
    let now = |app: &App| get::<Time<Real>>(app).elapsed();
    let (start, before) = (now(&app), left(&app, Side::Black));
    for _ in 0..20 {
        play(&mut app, "e7e5");
        pass(&mut app, 0.4);
        assert_eq!((phase(&app), plies(&app)), ("landed", 2));
        ask(&mut app, CommandRequested(Command::Undo));
        pass(&mut app, 0.1);
        assert_eq!((phase(&app), plies(&app)), ("turn", 1));
    }
    let used = before - left(&app, Side::Black);
    let passed = now(&app) - start;
    assert!(passed.abs_diff(used) <= FRAME, "{used:?} of {passed:?}");
}

#[test]
fn loser_on_time_cannot_grant_their_own_takeback() {
    let mut app = passed();
    take_over(&mut app);
    // Short of a stall.
    let long = TimeUpdateStrategy::ManualDuration(Duration::from_secs_f32(1.9));
    app.insert_resource(long);
    frames(&mut app, 160);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
    let winner = Side::White;
    let lost = Outcome::TimeForfeit { winner };
    assert_eq!(the_match(&app).outcome(), Some(lost));
    assert_eq!(phase(&app), "open");
    // Bo still wears the headset.
    command(&mut app, Command::Undo);
    let offer = TakebackOffer {
        by: Side::Black,
        of: Takeback::End,
    };
    for _ in 0..3 {
        assert_eq!(the_match(&app).takeback_offer(), Some(offer));
        command(&mut app, Command::AllowTakeback);
        ask(&mut app, GameRequest::AcceptTakeback);
        assert_eq!(the_match(&app).outcome(), Some(lost), "{}", phase(&app));
        pass(&mut app, 0.6);
    }
    assert_eq!(phase_and_player(&app), ("pass", Some(Side::White)));
    take_over(&mut app);
    assert_eq!(the_match(&app).outcome(), Some(lost));
    command(&mut app, Command::AllowTakeback);
    assert_eq!(the_match(&app).outcome(), None);
    // After the move has been shown, Bo gets the headset with the time left at the start of the
    // turn.
    pass(&mut app, 3.0);
    assert_eq!(phase_and_player(&app), ("pass", Some(Side::Black)));
    assert!(!clock(&app).runs());
    take_over(&mut app);
    assert!(clock(&app).runs());
}

#[test]
fn resumed_game_at_a_window_hides_the_pieces_until_ready() {
    let mut app = headless::window(Display::Flat, Settings::default());
    let game = after(new_game(Seating::HotSeat), ["e2e4"]);
    ask(&mut app, GameRequest::Load(game));
    pass(&mut app, 0.5);
    assert_eq!(phase(&app), "pass");
    assert!(get::<Covered>(&app).0 && !clock(&app).runs());
    assert_eq!(seen_pieces(&mut app), 0);
    command(&mut app, Command::Ready);
    // The view may turn with the pieces visible.
    assert_eq!(seen_pieces(&mut app), 32);
    pass(&mut app, 0.5);
    assert!(phase(&app) == "turn" && clock(&app).runs());
}

#[test]
fn turning_the_view_does_not_stop_the_clock() {
    let mut app = at_window();
    pass(&mut app, 0.5);
    play(&mut app, "e2e4");
    let mut settling = 0;
    for step in 0..250 {
        if step % 15 == 0 {
            let digits = [KeyCode::Digit3, KeyCode::Digit4];
            headless::keys(&mut app, &[digits[step / 15 % 2]]);
        }
        app.update();
        settling += usize::from(phase(&app) == "settle");
    }
    assert_eq!(phase(&app), "turn");
    assert!(clock(&app).runs() && settling < 80, "{settling} frames");
}

#[test]
fn game_of_two_people_suspends_the_computer_player() {
    let settings = headless::set(|it| it.computer.black.computer = true);
    let mut app = headless::app(settings, |app| {
        app.insert_resource(Match::new(new_game(Seating::HotSeat)));
    });
    app.update();
    let plays = |app: &App| Side::ALL.map(|side| get::<Computer>(app).plays(side));
    assert_eq!(plays(&app), [false; 2]);
    assert!(handover(&app).phase().is_some());
    pass(&mut app, 0.2);
    let kept = &get::<Settings>(&app).computer;
    assert!(kept.black.computer, "it is no choice of theirs");
    // Alternates between games against the computer and games of two people.
    for (seating, is_played) in [
        (Seating::Alone, true),
        (Seating::Passing, false),
        (Seating::Alone, true),
    ] {
        ask(&mut app, GameRequest::Load(new_game(seating)));
        pass(&mut app, 0.1);
        assert_eq!(plays(&app), [false, is_played], "{seating:?}");
    }
}
