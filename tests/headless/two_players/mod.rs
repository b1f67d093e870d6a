//! Two people with one headset, or before one window, in the game, frame by frame.

mod around;
mod fair;

use std::time::Duration;

use bevy::prelude::*;
use icochess::audio::cues::Heard;
use icochess::board::pieces::piece::IsPiece;
use icochess::board::pieces::reserve::InReserve;
use icochess::board::tiles::veil::Veiled;
use icochess::board::turning::spin::FaceSide;
use icochess::clock::{Clock, Pause, TimeControl, set_clock};
use icochess::computer::{Computer, SidePlayer};
use icochess::display::Display;
use icochess::feedback::table::Cue;
use icochess::game::Match;
use icochess::game::clock::GameClock;
use icochess::game::facts::MatchFact;
use icochess::game::handover::{GameHandover, HandoverRequest, HandoverState};
use icochess::game::messages::{GameRequest, Step};
use icochess::game::play_through::{PlayThrough, PlayingThrough};
use icochess::game::seating::Seating;
use icochess::handover::Phase;
use icochess::save::settings::Settings;
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess::ui::state::screen::Screen;
use icochess::xr::config::Hand;
use icochess::xr::hands::HandInput;
use icochess_boards::Variant;
use icochess_rules::{IllegalReason, Record, Side};

use crate::asking::{ask, play, shown_page};
use crate::headless::{self, FRAME, pass};

/// A new game of chess of two people who sit so, five minutes each.
fn new_game(seating: Seating) -> Record {
    new_game_on(Variant::Chess, seating)
}

fn new_game_on(variant: Variant, seating: Seating) -> Record {
    let mut record = variant.board().new_game();
    let control: TimeControl = "300".parse().expect("a time control");
    set_clock(record.make_mut(), Some(&control));
    let tags = record.make_mut().tags_mut();
    tags.insert("White".to_owned(), "Ada".to_owned());
    tags.insert("Black".to_owned(), "Bo".to_owned());
    seating.write_to(&mut record);
    record
}

#[derive(Resource, Default)]
struct Told {
    rejected: Vec<IllegalReason>,
    chimes: usize,
}

fn note(
    mut facts: MessageReader<MatchFact>,
    mut heard: MessageReader<Heard>,
    mut told: ResMut<Told>,
) {
    let rejected = facts.read().filter_map(MatchFact::rejected);
    told.rejected.extend(rejected.map(|it| it.reason));
    told.chimes += heard.read().filter(|it| it.cue == Cue::Pass).count();
}

/// A game with both hands of a headset.
fn headset() -> App {
    let mut app = headless::app(Settings::default(), |app| {
        app.init_resource::<Told>().add_systems(PostUpdate, note);
    });
    app.insert_state(Display::Headset);
    app.update();
    for mut input in app
        .world_mut()
        .query::<&mut HandInput>()
        .iter_mut(app.world_mut())
    {
        input.active = true;
    }
    ask(&mut app, GameRequest::Load(new_game(Seating::Passing)));
    app
}

fn handover(app: &App) -> &GameHandover {
    app.world().resource::<GameHandover>()
}

fn phase(app: &App) -> &'static str {
    handover(app).phase().map_or("none", Phase::name)
}

fn clock(app: &App) -> &Clock {
    app.world().resource::<GameClock>().get().expect("a clock")
}

fn left(app: &App, side: Side) -> Duration {
    let now = app.world().resource::<Time<Real>>().elapsed();
    clock(app).remaining(side, now)
}

fn hold(app: &mut App, hand: Hand, is_held: bool) {
    for mut input in app
        .world_mut()
        .query::<&mut HandInput>()
        .iter_mut(app.world_mut())
    {
        if input.hand == hand {
            input.select = is_held;
        }
    }
}

/// Both say that they are there, whoever is next.
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

#[test]
fn a_move_passes_the_headset_and_time_stands_until_the_other_one_plays() {
    let mut app = headset();
    app.update();
    assert_eq!((phase(&app), shown_page(&app)), ("pass", Screen::Handover));
    assert_eq!(seen_pieces(&mut app), 0);
    take_over(&mut app);
    app.update();
    assert_eq!(shown_page(&app), Screen::Game);
    assert_eq!(seen_pieces(&mut app), 32);
    play(&mut app, "e2e4");
    assert_eq!(phase(&app), "landed");
    assert!(clock(&app).pauses().contains(Pause::Passing));
    // A quarter of a second of gliding, and 0.6 s to take it back.
    pass(&mut app, 0.6);
    assert_eq!(phase(&app), "landed");
    pass(&mut app, 0.4);
    assert_eq!((phase(&app), shown_page(&app)), ("pass", Screen::Handover));
    assert_eq!(handover(&app).player(), Some(Side::Black));
    assert_eq!(seen_pieces(&mut app), 0);
    assert!(app.world().resource::<Veiled>().0);
    assert_eq!(app.world().resource::<Told>().chimes, 2);
    let before = left(&app, Side::Black);
    // Nobody plays, whatever is asked.
    play(&mut app, "e7e5");
    assert_eq!(
        app.world().resource::<Told>().rejected,
        [IllegalReason::HandedOver]
    );
    for command in [Command::Undo, Command::Draw, Command::Hint] {
        ask(&mut app, CommandRequested(command));
    }
    pass(&mut app, 5.0);
    assert_eq!(app.world().resource::<Match>().record().ply(), 1);
    assert_eq!(phase(&app), "pass");
    take_over(&mut app);
    assert_eq!(left(&app, Side::Black), before);
    pass(&mut app, 1.0);
    assert!(left(&app, Side::Black) < before - Duration::from_millis(900));
    assert_eq!(seen_pieces(&mut app), 32);
    play(&mut app, "e7e5");
    assert_eq!(app.world().resource::<Match>().record().ply(), 2);
    let state = app.world().resource::<HandoverState>();
    assert_eq!((&*state.phase, &*state.player), ("landed", "Black"));
    assert_eq!((state.clocks.len(), &*state.running), (2, ""));
}

#[test]
fn pieces_beside_the_board_are_hidden_like_those_on_it() {
    let mut app = headset();
    let octhex = new_game_on(Variant::OctHex146, Seating::Passing);
    ask(&mut app, GameRequest::Load(octhex));
    app.update();
    let reserve = |app: &mut App| {
        let world = app.world_mut();
        let mut pieces = world.query_filtered::<&Visibility, With<InReserve>>();
        let all: Vec<Visibility> = pieces.iter(world).copied().collect();
        all
    };
    assert_eq!(reserve(&mut app), [Visibility::Hidden; 2]);
    take_over(&mut app);
    app.update();
    assert_eq!(reserve(&mut app), [Visibility::Inherited; 2]);
}

#[test]
fn undo_means_just_that_while_the_piece_has_only_landed() {
    let mut app = headset();
    take_over(&mut app);
    play(&mut app, "e2e4");
    pass(&mut app, 0.4);
    ask(&mut app, CommandRequested(Command::Undo));
    pass(&mut app, 0.1);
    assert_eq!(phase(&app), "turn");
    assert_eq!(handover(&app).player(), Some(Side::White));
    let game = app.world().resource::<Match>();
    assert_eq!((game.record().ply(), game.takeback_offer()), (0, None));
    assert_eq!(seen_pieces(&mut app), 32);
}

#[test]
fn what_is_played_through_does_not_go_on_for_the_other_one() {
    let mut app = headset();
    take_over(&mut app);
    play(&mut app, "e2e4");
    assert_eq!(phase(&app), "landed");
    ask(&mut app, PlayThrough::Begin);
    app.update();
    assert!(app.world().resource::<PlayingThrough>().is_on());
    pass(&mut app, 1.0);
    assert_eq!(phase(&app), "pass");
    assert!(!app.world().resource::<PlayingThrough>().is_on());
    take_over(&mut app);
    let ply = |app: &App| app.world().resource::<Match>().record().ply();
    let before = ply(&app);
    pass(&mut app, 3.0);
    assert_eq!(ply(&app), before);
}

#[test]
fn either_hand_takes_it_over_by_holding_on() {
    for hand in Hand::BOTH {
        let mut app = headset();
        // Held from before: it was for something else.
        hold(&mut app, hand, true);
        pass(&mut app, 2.0);
        assert_eq!(phase(&app), "pass");
        hold(&mut app, hand, false);
        pass(&mut app, 0.1);
        hold(&mut app, hand, true);
        pass(&mut app, 0.4);
        assert_eq!(phase(&app), "pass");
        hold(&mut app, hand, false);
        pass(&mut app, 1.0);
        assert_eq!(phase(&app), "pass");
        hold(&mut app, hand, true);
        pass(&mut app, 0.7);
        assert_eq!(phase(&app), "settle");
        // Without a head that could settle, by hand.
        pass(&mut app, 2.0);
        assert_eq!(phase(&app), "settle");
        take_over(&mut app);
    }
}

#[test]
fn what_the_other_one_did_is_shown_once_with_its_way() {
    let mut app = headset();
    take_over(&mut app);
    play(&mut app, "g1f3");
    pass(&mut app, 1.2);
    ask(&mut app, HandoverRequest::TakenOff);
    pass(&mut app, 1.0);
    ask(&mut app, HandoverRequest::PutOn);
    assert_eq!(phase(&app), "settle");
    // The board is put before Bo.
    ask(&mut app, FaceSide(Side::Black));
    pass(&mut app, 0.8);
    ask(&mut app, HandoverRequest::Settled);
    assert_eq!(phase(&app), "catch-up");
    app.update();
    let place = |app: &mut App| {
        let place = headless::place(app, "white knight f3").expect("the knight");
        place.translation()
    };
    let start = place(&mut app);
    pass(&mut app, 0.4);
    let middle = place(&mut app);
    pass(&mut app, 0.6);
    let end = place(&mut app);
    assert!(start.distance(end) > 0.05 && middle.distance(end) > 0.01);
    assert!(middle.distance(start) > 0.01);
    assert_eq!(seen_pieces(&mut app), 32);
    pass(&mut app, 0.3);
    assert_eq!(phase(&app), "turn");
    let after = place(&mut app);
    assert!(after.distance(end) < 1e-4, "{end} {after}");
}

#[test]
fn a_game_that_is_gone_on_with_waits_for_who_is_next() {
    let mut app = headset();
    take_over(&mut app);
    play(&mut app, "e2e4");
    pass(&mut app, 1.2);
    take_over(&mut app);
    pass(&mut app, 3.0);
    let spent = left(&app, Side::Black);
    ask(&mut app, GameRequest::KeepClock);
    let record = app.world().resource::<Match>().as_played();
    let text = record.to_pgn();
    // Whatever happens to the program, this is what it finds.
    let read = Variant::Chess
        .board()
        .read_pgn(&text)
        .expect("its own text");
    let mut app = headset();
    ask(&mut app, GameRequest::Load(read));
    app.update();
    assert_eq!(phase(&app), "pass");
    assert_eq!(handover(&app).player(), Some(Side::Black));
    pass(&mut app, 10.0);
    assert!(left(&app, Side::Black).abs_diff(spent) < Duration::from_millis(50));
    take_over(&mut app);
    assert!(clock(&app).runs());
}

#[test]
fn before_one_window_the_view_turns_and_nobody_has_to_say_anything() {
    let mut app = headless::window(Display::Flat, Settings::default());
    ask(&mut app, GameRequest::Load(new_game(Seating::HotSeat)));
    pass(&mut app, 0.5);
    assert_eq!((phase(&app), shown_page(&app)), ("turn", Screen::Game));
    let board = |app: &mut App| headless::place(app, "board").expect("the board").rotation();
    let white = board(&mut app);
    play(&mut app, "e2e4");
    // Not before the piece stands and the move does.
    pass(&mut app, 0.7);
    assert!(board(&mut app).angle_between(white) < 1e-3);
    let seconds = 1.0;
    pass(&mut app, seconds);
    assert_eq!((phase(&app), shown_page(&app)), ("turn", Screen::Game));
    assert_eq!(handover(&app).player(), Some(Side::Black));
    let turned = board(&mut app).angle_between(white).to_degrees();
    assert!((turned - 180.0).abs() < 1.0, "{turned}");
    assert_eq!(seen_pieces(&mut app), 32);
    assert!(clock(&app).runs());
    assert!(left(&app, Side::Black) > Duration::from_secs(299));
}

#[test]
fn who_asks_to_play_on_from_before_does_not_answer() {
    let mut app = headset();
    take_over(&mut app);
    play(&mut app, "e2e4");
    pass(&mut app, 1.2);
    take_over(&mut app);
    // Bo, who wears it, would like to go on from before Ada's move.
    ask(&mut app, GameRequest::Step(Step::Start));
    ask(&mut app, GameRequest::PlayOn);
    let offer = app.world().resource::<Match>().takeback_offer();
    assert_eq!(offer.map(|offer| offer.by), Some(Side::Black));
    assert_eq!(app.world().resource::<Match>().record().ply(), 1);
    pass(&mut app, 1.2);
    assert_eq!(
        (phase(&app), handover(&app).player()),
        ("pass", Some(Side::White))
    );
    ask(&mut app, GameRequest::AcceptTakeback);
    assert_eq!(app.world().resource::<Match>().record().ply(), 1);
    take_over(&mut app);
    ask(&mut app, CommandRequested(Command::AllowTakeback));
    pass(&mut app, 0.1);
    assert_eq!(app.world().resource::<Match>().record().ply(), 0);
    assert_eq!(
        (phase(&app), handover(&app).player()),
        ("turn", Some(Side::White))
    );
}

#[test]
fn a_game_of_two_people_is_not_taken_over_by_the_computer_of_the_game_before() {
    let mut app = headset();
    let two = app.world().resource::<Match>().record().clone();
    let other = Variant::Chess.board().new_game();
    ask(&mut app, GameRequest::Load(other));
    let mut computer = Computer::default();
    computer.black.computer = true;
    app.insert_resource(computer);
    pass(&mut app, 0.1);
    ask(&mut app, GameRequest::Load(two));
    pass(&mut app, 0.1);
    let computer = app.world().resource::<Computer>();
    assert!(!computer.plays(Side::White) && !computer.plays(Side::Black));
    assert_eq!(phase(&app), "pass");
    take_over(&mut app);
    play(&mut app, "e2e4");
    pass(&mut app, 1.2);
    assert_eq!(
        (phase(&app), handover(&app).player()),
        ("pass", Some(Side::Black))
    );
}

#[test]
fn nothing_is_handed_over_to_a_computer() {
    let mut app = headset();
    let computer = Computer {
        black: SidePlayer {
            computer: true,
            ..SidePlayer::default()
        },
        ..Computer::default()
    };
    app.insert_resource(computer);
    app.update();
    app.update();
    assert_eq!(handover(&app).phase(), None);
    assert!(!clock(&app).pauses().contains(Pause::Passing));
    play(&mut app, "e2e4");
    assert_eq!(app.world().resource::<Match>().record().ply(), 1);
}

#[test]
fn who_is_asked_for_a_takeback_answers_in_the_own_turn() {
    let mut app = headset();
    take_over(&mut app);
    play(&mut app, "e2e4");
    pass(&mut app, 1.2);
    take_over(&mut app);
    // Bo, who wears it, lets Ada ask, and grants it: the headset goes back.
    ask(&mut app, CommandRequested(Command::Undo));
    app.update();
    let offer = app.world().resource::<Match>().takeback_offer();
    let by = offer.map(|offer| offer.by);
    assert_eq!((by, phase(&app)), (Some(Side::White), "turn"));
    ask(&mut app, CommandRequested(Command::AllowTakeback));
    pass(&mut app, 1.2);
    assert_eq!(app.world().resource::<Match>().record().ply(), 0);
    assert_eq!(phase(&app), "pass");
    assert_eq!(handover(&app).player(), Some(Side::White));
    let frames = FRAME.as_secs_f32();
    pass(&mut app, frames);
}
