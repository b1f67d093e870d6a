//! Tests with two people who share a headset or a window, stepped frame by frame.

mod around;
mod fair;

use std::time::Duration;

use bevy::prelude::*;
use icochess::audio::cues::PlaySound;
use icochess::board::pieces::piece::IsPiece;
use icochess::board::pieces::reserve::InReserve;
use icochess::board::stage::switches::MapRoot;
use icochess::board::tiles::cover::Covered;
use icochess::board::turning::spin::FaceSide;
use icochess::clock::{Clock, Pause};
use icochess::computer::Computer;
use icochess::display::Display;
use icochess::feedback::table::Cue;
use icochess::game::clock::GameClock;
use icochess::game::facts::MatchFact;
use icochess::game::handover::{GameHandover, HandoverRequest, HandoverState};
use icochess::game::messages::{GameRequest, Step};
use icochess::game::play_through::{PlayThrough, PlayingThrough};
use icochess::game::seating::Seating;
use icochess::handover::Phase;
use icochess::language::Words;
use icochess::save::settings::Settings;
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess::ui::state::screen::Screen;
use icochess::ui::state::status;
use icochess::xr::config::Hand;
use icochess::xr::hands::HandInput;
use icochess_boards::Variant;
use icochess_message::Msg;
use icochess_rules::{IllegalReason, Outcome, Record, Side};

use crate::asking::{
    after, ask, command, get, get_mut, of_two, play, plies, record, recorded, shown_page,
    the_match, timed,
};
use crate::headless;
use crate::headless::pass;

/// Returns a new chess game of two people with a seating, five minutes each.
fn new_game(seating: Seating) -> Record {
    new_game_on(Variant::Chess, seating)
}

fn new_game_on(variant: Variant, seating: Seating) -> Record {
    of_two(timed(variant.board().new_game(), "300"), seating)
}

/// Creates a game with both hands of a headset.
fn headset() -> App {
    let settings = Settings {
        map: true,
        ..Settings::default()
    };
    let mut app = headless::app(settings, |app| {
        record::<MatchFact>(app);
        record::<PlaySound>(app);
    });
    app.insert_state(Display::Headset);
    app.update();
    each_hand(&mut app, |input| input.active = true);
    ask(&mut app, GameRequest::Load(new_game(Seating::Passing)));
    app
}

/// Creates a game in which White has moved and passes the headset.
fn whites_move_made() -> App {
    let mut app = headset();
    take_over(&mut app);
    play(&mut app, "e2e4");
    pass(&mut app, 1.2);
    assert_eq!(at(&app), ("pass", Screen::Handover));
    app
}

/// Creates a game in which Black has the headset and the turn.
fn blacks_turn() -> App {
    let mut app = whites_move_made();
    take_over(&mut app);
    app
}

/// Creates a game at one window.
fn at_window() -> App {
    let mut app = headless::window(Display::Flat, Settings::default());
    ask(&mut app, GameRequest::Load(new_game(Seating::HotSeat)));
    app
}

fn handover(app: &App) -> &GameHandover {
    get(app)
}

fn phase(app: &App) -> &'static str {
    handover(app).phase().map_or("none", Phase::name)
}

/// Returns the phase and the page.
fn at(app: &App) -> (&'static str, Screen) {
    (phase(app), shown_page(app))
}

/// Returns the phase and its player.
fn phase_and_player(app: &App) -> (&'static str, Option<Side>) {
    (phase(app), handover(app).player())
}

fn clock(app: &App) -> &Clock {
    get::<GameClock>(app).get().expect("a clock")
}

fn left(app: &App, side: Side) -> Duration {
    clock(app).remaining(side, get::<Time<Real>>(app).elapsed())
}

fn each_hand(app: &mut App, change: impl Fn(&mut HandInput)) {
    let world = app.world_mut();
    for mut input in world.query::<&mut HandInput>().iter_mut(world) {
        change(&mut input);
    }
}

fn hold(app: &mut App, hand: Hand, is_held: bool) {
    each_hand(app, |input| {
        if input.hand == hand {
            input.select = is_held;
        }
    });
}

/// Signals readiness until the turn starts.
fn take_over(app: &mut App) {
    for _ in 0..3 {
        if phase(app) != "turn" {
            ask(app, HandoverRequest::Ready);
        }
    }
    assert_eq!(phase(app), "turn");
}

fn seen_pieces(app: &mut App) -> usize {
    let world = app.world_mut();
    let mut pieces = world.query_filtered::<&Visibility, With<IsPiece>>();
    let seen = pieces.iter(world);
    seen.filter(|visibility| **visibility != Visibility::Hidden)
        .count()
}

/// Returns the English text of a message.
fn said(message: Msg) -> String {
    Words::default().say(&message)
}

#[test]
fn move_passes_the_headset_and_stops_the_clock() {
    let mut app = headset();
    app.update();
    assert_eq!(at(&app), ("pass", Screen::Handover));
    assert_eq!(seen_pieces(&mut app), 0);
    take_over(&mut app);
    app.update();
    assert_eq!(shown_page(&app), Screen::Game);
    assert_eq!(seen_pieces(&mut app), 32);
    play(&mut app, "e2e4");
    assert_eq!(phase(&app), "landed");
    assert!(clock(&app).pauses().contains(Pause::Passing));
    // 0.25 s of gliding, then 0.6 s for a takeback.
    pass(&mut app, 0.6);
    assert_eq!(phase(&app), "landed");
    pass(&mut app, 0.4);
    assert_eq!(at(&app), ("pass", Screen::Handover));
    assert_eq!(handover(&app).player(), Some(Side::Black));
    assert!(seen_pieces(&mut app) == 0 && get::<Covered>(&app).0);
    let sounds = recorded::<PlaySound>(&mut app).into_iter();
    assert_eq!(sounds.filter(|it| it.cue == Cue::Pass).count(), 2);
    let before = left(&app, Side::Black);
    // No move is accepted.
    play(&mut app, "e7e5");
    let facts = recorded::<MatchFact>(&mut app);
    let mut rejected = facts.iter().filter_map(MatchFact::rejected);
    let reasons = [rejected.next(), rejected.next()].map(|it| it.map(|it| it.reason));
    assert_eq!(reasons, [Some(IllegalReason::HandedOver), None]);
    for command in [Command::Undo, Command::Draw, Command::Hint] {
        ask(&mut app, CommandRequested(command));
    }
    pass(&mut app, 5.0);
    assert_eq!((phase(&app), plies(&app)), ("pass", 1));
    take_over(&mut app);
    assert_eq!(left(&app, Side::Black), before);
    pass(&mut app, 1.0);
    assert!(left(&app, Side::Black) < before - Duration::from_millis(900));
    assert_eq!(seen_pieces(&mut app), 32);
    play(&mut app, "e7e5");
    assert_eq!(plies(&app), 2);
    let state = get::<HandoverState>(&app);
    assert_eq!((&*state.phase, &*state.player), ("landed", "Black"));
    assert_eq!((state.clocks.len(), &*state.running), (2, ""));
}

#[test]
fn map_and_pieces_in_reserve_are_hidden_like_the_others() {
    let mut app = headset();
    let octhex = new_game_on(Variant::OctHex146, Seating::Passing);
    ask(&mut app, GameRequest::Load(octhex));
    for seen in [Visibility::Hidden, Visibility::Inherited] {
        app.update();
        let world = app.world_mut();
        let mut pieces = world.query_filtered::<&Visibility, With<InReserve>>();
        let reserve: Vec<Visibility> = pieces.iter(world).copied().collect();
        assert_eq!(reserve, [seen; 2]);
        let world = app.world_mut();
        let mut maps = world.query_filtered::<&Visibility, With<MapRoot>>();
        assert_eq!(maps.single(world).ok(), Some(&seen));
        take_over(&mut app);
    }
}

#[test]
fn undo_takes_back_at_once_after_landing() {
    let mut app = headset();
    take_over(&mut app);
    play(&mut app, "e2e4");
    pass(&mut app, 0.4);
    ask(&mut app, CommandRequested(Command::Undo));
    pass(&mut app, 0.1);
    assert_eq!(phase_and_player(&app), ("turn", Some(Side::White)));
    assert_eq!(plies(&app), 0);
    assert_eq!(the_match(&app).takeback_offer(), None);
    assert_eq!(seen_pieces(&mut app), 32);
}

#[test]
fn playback_stops_at_a_handover() {
    let mut app = headset();
    take_over(&mut app);
    play(&mut app, "e2e4");
    ask(&mut app, PlayThrough::Begin);
    app.update();
    assert!(get::<PlayingThrough>(&app).is_on());
    pass(&mut app, 1.0);
    assert_eq!(phase(&app), "pass");
    assert!(!get::<PlayingThrough>(&app).is_on());
    take_over(&mut app);
    let before = plies(&app);
    pass(&mut app, 3.0);
    assert_eq!(plies(&app), before);
}

#[test]
fn holding_either_trigger_signals_ready() {
    for hand in Hand::BOTH {
        let mut app = headset();
        for (is_held, seconds, expected) in [
            // A trigger that is already held doesn't count.
            (true, 2.0, "pass"),
            (false, 0.1, "pass"),
            (true, 0.4, "pass"),
            (false, 1.0, "pass"),
            (true, 0.7, "settle"),
            // Without a tracked head, settling ends only by hand.
            (true, 2.0, "settle"),
        ] {
            hold(&mut app, hand, is_held);
            pass(&mut app, seconds);
            assert_eq!(phase(&app), expected, "held: {is_held}, {seconds} s");
        }
        take_over(&mut app);
    }
}

#[test]
fn catch_up_shows_the_opponents_move_with_its_path_once() {
    let mut app = headset();
    take_over(&mut app);
    play(&mut app, "g1f3");
    pass(&mut app, 1.2);
    ask(&mut app, HandoverRequest::TakenOff);
    pass(&mut app, 1.0);
    ask(&mut app, HandoverRequest::PutOn);
    assert_eq!(phase(&app), "settle");
    // The board is placed in front of Bo.
    ask(&mut app, FaceSide(Side::Black));
    pass(&mut app, 0.8);
    ask(&mut app, HandoverRequest::Settled);
    assert_eq!(phase(&app), "catch-up");
    app.update();
    let [start, middle, end, after] = [0.4, 0.6, 0.3, 0.0].map(|seconds| {
        let place = headless::place(&mut app, "white knight f3").expect("the knight");
        pass(&mut app, seconds);
        place.translation()
    });
    assert!(start.distance(end) > 0.05 && middle.distance(end) > 0.01);
    assert!(middle.distance(start) > 0.01);
    assert!(after.distance(end) < 1e-4, "{end} {after}");
    assert_eq!(seen_pieces(&mut app), 32);
    assert_eq!(phase(&app), "turn");
}

#[test]
fn resumed_game_waits_for_the_next_player() {
    let mut app = blacks_turn();
    pass(&mut app, 3.0);
    let spent = left(&app, Side::Black);
    ask(&mut app, GameRequest::KeepClock);
    // After a crash, the program finds this record.
    let text = the_match(&app).as_played().to_pgn();
    let read = Variant::Chess.board().read_pgn(&text);
    let mut app = headset();
    ask(&mut app, GameRequest::Load(read.expect("its own text")));
    app.update();
    assert_eq!(phase_and_player(&app), ("pass", Some(Side::Black)));
    pass(&mut app, 10.0);
    assert!(left(&app, Side::Black).abs_diff(spent) < Duration::from_millis(50));
    take_over(&mut app);
    assert!(clock(&app).runs());
}

#[test]
fn shared_window_turns_the_view_without_confirmation() {
    let mut app = at_window();
    pass(&mut app, 0.5);
    assert_eq!(at(&app), ("turn", Screen::Game));
    let board = |app: &mut App| headless::place(app, "board").expect("the board").rotation();
    let white = board(&mut app);
    play(&mut app, "e2e4");
    // Not before the piece has landed and the takeback time is over.
    pass(&mut app, 0.7);
    assert!(board(&mut app).angle_between(white) < 1e-3);
    pass(&mut app, 1.0);
    assert_eq!(at(&app), ("turn", Screen::Game));
    assert_eq!(handover(&app).player(), Some(Side::Black));
    let turned = board(&mut app).angle_between(white).to_degrees();
    assert!((turned - 180.0).abs() < 1.0, "{turned}");
    assert_eq!(seen_pieces(&mut app), 32);
    assert!(clock(&app).runs() && left(&app, Side::Black) > Duration::from_secs(299));
}

#[test]
fn player_cannot_answer_their_own_request_to_play_on() {
    let mut app = blacks_turn();
    // Bo wears the headset, and asks to play on from before Ada's move.
    ask(&mut app, GameRequest::Step(Step::Start));
    ask(&mut app, GameRequest::PlayOn);
    let offer = the_match(&app).takeback_offer();
    assert_eq!(offer.map(|offer| offer.by), Some(Side::Black));
    assert_eq!(plies(&app), 1);
    pass(&mut app, 1.2);
    assert_eq!(phase_and_player(&app), ("pass", Some(Side::White)));
    ask(&mut app, GameRequest::AcceptTakeback);
    assert_eq!(plies(&app), 1);
    take_over(&mut app);
    ask(&mut app, CommandRequested(Command::AllowTakeback));
    pass(&mut app, 0.1);
    assert_eq!(plies(&app), 0);
    assert_eq!(phase_and_player(&app), ("turn", Some(Side::White)));
}

#[test]
fn computer_gets_no_handover() {
    let mut app = headset();
    get_mut::<Computer>(&mut app).black.computer = true;
    app.update();
    app.update();
    assert_eq!(handover(&app).phase(), None);
    assert!(!clock(&app).pauses().contains(Pause::Passing));
    play(&mut app, "e2e4");
    assert_eq!(plies(&app), 1);
}

#[test]
fn takeback_request_is_answered_in_the_askees_turn() {
    let mut app = blacks_turn();
    // Bo wears the headset, and lets Ada ask.
    for answer in [Command::Decline, Command::AllowTakeback] {
        command(&mut app, Command::Undo);
        let shown = said(status::takeback_offer(the_match(&app)));
        assert_eq!(shown, "Ada asks to take back the last move. Bo decides.");
        assert_eq!((phase(&app), plies(&app)), ("turn", 1));
        command(&mut app, answer);
        assert_eq!(the_match(&app).takeback_offer(), None);
    }
    // After Bo agrees, the headset goes back.
    pass(&mut app, 1.2);
    assert_eq!(plies(&app), 0);
    assert_eq!(phase_and_player(&app), ("pass", Some(Side::White)));
}
