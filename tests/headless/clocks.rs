//! The clock in the game, frame by frame: flags, pauses, takebacks, files, and the
//! computer by the clock.

use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::window::{PrimaryWindow, WindowFocused};
use icochess::audio::cues::Heard;
use icochess::clock::{Pause, TimeControl, Urgency, set_clock};
use icochess::computer::{Computer, Paused, SidePlayer, takeback};
use icochess::engine::Algorithm;
use icochess::feedback::table::Cue;
use icochess::game::Match;
use icochess::game::clock::{ClockFaces, GameClock};
use icochess::game::messages::{
    ClockRequest, GameOver, GameRequest, LowTime, MoveRejected, MoveRequested, Offer,
    OfferDeclined, Step, TakebackOffered,
};
use icochess::rules::{
    AnyBoard, AnyGame, Chess, DrawReason, IllegalReason, Outcome, Record, Side, pgn,
};
use icochess::save::settings::Settings;
use icochess::save::store::{self, Store};
use icochess::schedule::Display;
use icochess::ui::panel::place::PanelShown;
use icochess::ui::screen::{Question, Screen, Screens};

use crate::headless;
use crate::headless::{FRAME, pass};

const WHITE: Side = Side::White;
const BLACK: Side = Side::Black;

/// A new game of chess with that time control.
fn new_game(control: &str) -> Record {
    game_from(None, control)
}

fn game_from(position: Option<&str>, control: &str) -> Record {
    let board = AnyBoard::of::<Chess>();
    let mut record = position.map_or_else(
        || board.new_game(),
        |text| board.read_position(text).expect("a position"),
    );
    let control: TimeControl = control.parse().expect("a time control");
    set_clock(record.make_mut(), Some(&control));
    record
}

/// What was told, from the beginning on.
#[derive(Resource, Default)]
struct Told {
    over: Vec<Outcome>,
    rejected: Vec<IllegalReason>,
    offered: Vec<Side>,
    declined: Vec<(Offer, Side)>,
    low: Vec<Side>,
    ticks: usize,
}

#[derive(bevy::ecs::system::SystemParam)]
struct Facts<'w, 's> {
    over: MessageReader<'w, 's, GameOver>,
    rejected: MessageReader<'w, 's, MoveRejected>,
    offered: MessageReader<'w, 's, TakebackOffered>,
    declined: MessageReader<'w, 's, OfferDeclined>,
    low: MessageReader<'w, 's, LowTime>,
    heard: MessageReader<'w, 's, Heard>,
}

fn note(mut facts: Facts, mut told: ResMut<Told>) {
    told.over.extend(facts.over.read().map(|over| over.0));
    let rejected = facts.rejected.read().map(|rejected| rejected.reason);
    told.rejected.extend(rejected);
    told.offered.extend(facts.offered.read().map(|by| by.0));
    let declined = facts.declined.read();
    told.declined
        .extend(declined.map(|told| (told.offer, told.by)));
    told.low.extend(facts.low.read().map(|low| low.0));
    let ticks = facts.heard.read().filter(|heard| heard.cue == Cue::Clock);
    told.ticks += ticks.count();
}

/// The game with a clock.
struct Table(App);

impl Table {
    fn new(record: Record) -> Self {
        Self::with(record, |_| {})
    }

    fn with(record: Record, prepare: impl FnOnce(&mut App)) -> Self {
        let mut app = headless::app(Settings::default(), |app| {
            app.insert_resource(Match::new(record))
                .init_resource::<Told>()
                .add_systems(Last, note);
            prepare(app);
        });
        app.update();
        Self(app)
    }

    fn ask<M: Message>(&mut self, message: M) {
        self.0.world_mut().write_message(message);
        self.0.update();
    }

    fn play(&mut self, text: &str) {
        let mv = self.game().position().parse_uci(text).expect("a move");
        self.ask(MoveRequested(mv));
    }

    /// So many seconds, and two frames.
    fn pass(&mut self, seconds: f32) {
        pass(&mut self.0, seconds);
    }

    /// Exactly so many frames.
    fn frames(&mut self, count: u32) {
        for _ in 0..count {
            self.0.update();
        }
    }

    fn game(&self) -> &Match {
        self.0.world().resource::<Match>()
    }

    fn clock(&self) -> &icochess::clock::Clock {
        let clock = self.0.world().resource::<GameClock>();
        clock.get().expect("the game has a clock")
    }

    fn left(&self, side: Side) -> Duration {
        let at = self.0.world().resource::<Time<Real>>().elapsed();
        self.clock().remaining(side, at)
    }

    fn told(&self) -> &Told {
        self.0.world().resource::<Told>()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game().outcome()
    }
}

fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

impl Table {
    fn open(&mut self, screen: Screen) {
        self.0.world_mut().resource_mut::<Screens>().open(screen);
        self.0.update();
        self.0.update();
    }

    /// Does time pass for the one whose turn it is?
    fn runs(&mut self) -> bool {
        let before = self.left(self.clock().turn());
        self.pass(1.0);
        self.left(self.clock().turn()) < before
    }
}

#[test]
fn the_clock_stands_while_a_page_hides_the_game() {
    let mut table = Table::new(new_game("60"));
    table.play("e2e4");
    assert!(table.runs());
    for (screen, runs) in [
        (Screen::Home, false),
        (Screen::NewGame, false),
        // The board is in sight, and in use.
        (Screen::Moves, true),
        (Screen::Confirm(Question::Begin), false),
        (Screen::Game, true),
    ] {
        table.open(screen);
        assert_eq!(table.runs(), runs, "{screen:?}");
        assert_eq!(table.clock().pauses().contains(Pause::Menu), !runs);
    }
    // A game that begins behind a page waits as well.
    table.open(Screen::Home);
    table.ask(GameRequest::Load(new_game("30")));
    table.ask(ClockRequest::Resume);
    table.frames(2);
    assert!(!table.runs());
    table.open(Screen::Game);
    assert!(table.runs());
    // Other pauses are left alone.
    table.ask(ClockRequest::Pause(Pause::Player));
    table.open(Screen::Home);
    table.open(Screen::Game);
    assert!(!table.runs());
    table.ask(ClockRequest::Resume);
    // Who does not want it plays on.
    let world = table.0.world_mut();
    world.resource_mut::<Settings>().clock_stops_in_menus = false;
    table.open(Screen::Home);
    assert!(table.runs());
}

#[test]
fn in_the_headset_the_clock_stands_for_a_page_on_a_panel_that_is_there() {
    let mut table = Table::with(new_game("60"), |app| {
        app.insert_state(Display::Headset);
    });
    table.play("e2e4");
    table.open(Screen::Home);
    for shown in [true, false, true] {
        table.0.world_mut().insert_resource(PanelShown(shown));
        table.frames(2);
        assert_eq!(table.runs(), !shown);
    }
    table.open(Screen::Game);
    assert!(table.runs());
}

#[test]
fn a_flag_falls_with_its_frame_and_no_later_move_counts() {
    let mut table = Table::new(new_game("1"));
    table.pass(3.0);
    assert_eq!(table.left(WHITE), seconds(1.0));
    // The first move starts the clock.
    table.play("e2e4");
    assert_eq!(table.left(WHITE), seconds(1.0));
    table.frames(49);
    assert_eq!(table.left(BLACK), FRAME);
    assert_eq!(table.outcome(), None);
    // In the very frame in which the time is up.
    table.play("e7e5");
    let winner = WHITE;
    assert_eq!(table.outcome(), Some(Outcome::TimeForfeit { winner }));
    assert_eq!(table.told().over, [Outcome::TimeForfeit { winner }]);
    assert_eq!(table.told().rejected, [IllegalReason::GameOver]);
    assert_eq!(table.clock().fallen(), Some(BLACK));
    let faces = table.0.world().resource::<ClockFaces>().0.expect("faces");
    assert_eq!(faces[1].urgency, Urgency::Fallen);
    let text = table.game().record().to_pgn();
    for part in [
        "[TimeControl \"1\"]",
        "[Termination \"time forfeit\"]",
        "[EndReason \"time-forfeit\"]",
        "[Result \"1-0\"]",
        "{[%clk 0:00:01] [%emt 0:00:00]}",
    ] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    // Nothing runs any more.
    table.pass(2.0);
    assert_eq!(table.told().over.len(), 1);
    assert!(!table.clock().runs());
    // Taken back, the turn begins again when the players say so.
    table.ask(GameRequest::Undo);
    assert_eq!(table.outcome(), None);
    table.pass(2.0);
    assert_eq!(table.left(BLACK), seconds(1.0));
    table.ask(ClockRequest::Resume);
    table.frames(10);
    assert_eq!(table.left(BLACK), seconds(0.8));
}

#[test]
fn a_flag_that_falls_against_a_bare_king_is_a_draw() {
    let position = "4k3/8/8/8/8/8/q7/4K3 b - - 0 1";
    let mut table = Table::new(game_from(Some(position), "1"));
    table.ask(ClockRequest::Resume);
    table.frames(50);
    let draw = Outcome::Draw(DrawReason::TimeForfeit);
    assert_eq!(table.outcome(), Some(draw));
    assert_eq!(table.told().over, [draw]);
    let text = table.game().record().to_pgn();
    assert!(text.contains("[Termination \"time forfeit\"]") && text.ends_with("1/2-1/2\n"));
}

#[test]
fn an_increment_comes_with_the_move_and_is_noted() {
    let mut table = Table::new(new_game("10+2"));
    table.ask(ClockRequest::Resume);
    table.frames(49);
    table.play("e2e4");
    assert_eq!(table.left(WHITE), seconds(11.0));
    table.frames(24);
    table.play("e7e5");
    assert_eq!(table.left(BLACK), seconds(11.5));
    let record = table.game().record();
    let notes = [1, 2].map(|ply| record.annotation(record.path()[ply]));
    assert_eq!(notes[0].clock(), Some(seconds(11.0)));
    assert_eq!(notes[0].elapsed(), Some(seconds(1.0)));
    assert_eq!(notes[1].clock(), Some(seconds(11.5)));
    assert_eq!(notes[1].elapsed(), Some(seconds(0.5)));
}

#[test]
fn mate_and_resignation_stop_the_clock_at_once() {
    let mut table = Table::new(new_game("10"));
    for text in ["f2f3", "e7e5", "g2g4"] {
        table.play(text);
    }
    table.frames(49);
    table.play("d8h4");
    assert!(table.outcome().is_some() && table.clock().is_over());
    let left = [WHITE, BLACK].map(|side| table.left(side));
    assert_eq!(left[1], seconds(10.0) - FRAME - seconds(1.0));
    table.pass(30.0);
    assert_eq!([WHITE, BLACK].map(|side| table.left(side)), left);
    // The mate taken back: the turn goes on.
    table.ask(GameRequest::Undo);
    assert!(table.clock().runs() && table.clock().turn() == BLACK);
    table.ask(GameRequest::Resign(BLACK));
    let left = table.left(BLACK);
    table.pass(1.0);
    assert_eq!(table.left(BLACK), left);
}

#[test]
fn while_a_player_makes_a_pause_no_time_passes_and_no_move_is_played() {
    let mut table = Table::new(new_game("60"));
    table.play("e2e4");
    table.frames(10);
    table.ask(ClockRequest::Pause(Pause::Player));
    let left = table.left(BLACK);
    assert_eq!(left, seconds(60.0) - 11 * FRAME);
    table.pass(5.0);
    table.play("e7e5");
    assert_eq!(table.told().rejected, [IllegalReason::ClockStopped]);
    assert_eq!((table.game().record().ply(), table.left(BLACK)), (1, left));
    table.ask(ClockRequest::Resume);
    table.play("e7e5");
    assert_eq!(table.game().record().ply(), 2);
    assert_eq!(table.left(BLACK), left - FRAME);
}

#[test]
fn the_headset_stops_the_clock_for_as_long_as_it_says() {
    let mut table = Table::new(new_game("60"));
    table.play("e2e4");
    table.ask(ClockRequest::Pause(Pause::Unfocused));
    let left = table.left(BLACK);
    // Nobody's word ends what somebody else has to.
    table.ask(ClockRequest::Resume);
    table.pass(1.0);
    assert_eq!(table.left(BLACK), left);
    table.ask(ClockRequest::Release(Pause::Unfocused));
    assert!(table.clock().runs());
    // Who was away goes on with a move.
    table.ask(ClockRequest::Pause(Pause::Absent));
    table.play("e7e5");
    assert!(table.clock().runs() && table.game().record().ply() == 2);
}

#[test]
fn a_window_that_loses_the_focus_stops_the_clock() {
    let mut app = headless::window(Display::Flat, Settings::default());
    app.world_mut()
        .write_message(GameRequest::Load(new_game("60")));
    app.update();
    app.world_mut().write_message(ClockRequest::Resume);
    app.update();
    let windows = &mut app
        .world_mut()
        .query_filtered::<Entity, With<PrimaryWindow>>();
    let window = windows.single(app.world()).expect("a window");
    let runs = |app: &App| app.world().resource::<GameClock>().get().unwrap().runs();
    assert!(runs(&app));
    for focused in [false, true] {
        let change = WindowFocused { window, focused };
        app.world_mut().write_message(change);
        app.update();
        assert_eq!(runs(&app), focused);
    }
}

#[test]
fn a_takeback_between_two_people_is_asked_for_and_answered() {
    let mut table = Table::new(new_game("60+2"));
    table.play("e2e4");
    table.frames(9);
    table.play("e7e5");
    table.frames(9);
    table.play("g1f3");
    let left = [WHITE, BLACK].map(|side| table.left(side));
    let world = table.0.world();
    let (computer, game) = (world.resource::<Computer>(), world.resource::<Match>());
    let request = takeback(computer, game, false);
    assert_eq!(request, GameRequest::OfferTakeback(WHITE));
    assert_eq!(takeback(computer, game, true), GameRequest::Undo);

    table.ask(request.clone());
    assert_eq!(table.game().takeback_offer(), Some(WHITE));
    table.ask(GameRequest::DeclineTakeback);
    assert_eq!(table.game().takeback_offer(), None);
    assert_eq!(table.told().declined, [(Offer::Takeback, WHITE)]);

    table.ask(request.clone());
    table.frames(20);
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!(table.game().record().ply(), 2);
    assert!(table.clock().turn() == WHITE && table.clock().runs());
    assert_eq!([WHITE, BLACK].map(|side| table.left(side)), left);

    // Black's, with the move of White after it.
    table.play("b1c3");
    table.ask(GameRequest::OfferTakeback(BLACK));
    assert_eq!(table.told().offered, [WHITE, WHITE, BLACK]);
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!(
        (table.game().record().ply(), table.clock().turn()),
        (1, BLACK)
    );
    // White has no answer to give by a move of its own; Black's declines.
    table.ask(GameRequest::OfferTakeback(WHITE));
    table.play("d7d5");
    assert_eq!(
        table.told().declined.last(),
        Some(&(Offer::Takeback, WHITE))
    );
    // An offer that nobody made is no answer.
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!(table.game().record().ply(), 2);
}

#[test]
fn a_draw_that_is_offered_is_gone_with_the_other_sides_move() {
    let mut table = Table::new(new_game("60"));
    table.ask(GameRequest::Draw);
    table.play("e2e4");
    assert_eq!(table.game().draw_offer(), Some(WHITE));
    table.play("e7e5");
    assert_eq!(table.game().draw_offer(), None);
    assert_eq!(table.told().declined, [(Offer::Draw, WHITE)]);
}

#[test]
fn little_time_is_told_and_heard_once() {
    let mut table = Table::new(new_game("10"));
    table.ask(ClockRequest::Resume);
    table.pass(7.5);
    assert_eq!(table.told().low, []);
    table.pass(1.5);
    assert_eq!(
        (&table.told().low[..], table.told().ticks),
        (&[WHITE][..], 1)
    );
    let faces = table.0.world().resource::<ClockFaces>().0.expect("faces");
    assert!(faces[0].urgency > Urgency::Calm && faces[1].urgency == Urgency::Calm);
    assert!(faces[0].runs && !faces[1].runs);
}

#[test]
fn what_is_shown_changes_only_when_it_reads_differently() {
    #[derive(Resource, Default)]
    struct Changes(usize);
    let mut table = Table::with(new_game("600"), |app| {
        app.init_resource::<Changes>().add_systems(
            Last,
            (|mut changes: ResMut<Changes>| changes.0 += 1).run_if(resource_changed::<ClockFaces>),
        );
    });
    table.ask(ClockRequest::Resume);
    let before = table.0.world().resource::<Changes>().0;
    table.pass(10.0);
    let changes = table.0.world().resource::<Changes>().0 - before;
    assert!((10..=11).contains(&changes), "{changes}");
}

#[test]
fn who_looks_back_comes_back_when_the_flag_falls() {
    let mut table = Table::new(new_game("2"));
    table.play("e2e4");
    table.play("e7e5");
    table.frames(10);
    table.ask(GameRequest::Step(Step::Start));
    assert!(table.game().is_looking_back() && table.clock().runs());
    table.pass(2.0);
    assert!(!table.game().is_looking_back());
    let winner = BLACK;
    assert_eq!(table.outcome(), Some(Outcome::TimeForfeit { winner }));
    // Another game from the first move on, with the time that was left there.
    table.ask(GameRequest::Step(Step::Back));
    table.play("c7c5");
    assert_eq!(table.outcome(), None);
    assert!(table.clock().runs() && table.clock().turn() == WHITE);
    table.frames(5);
    assert_eq!(table.left(WHITE), seconds(2.0) - 5 * FRAME);
}

/// Waits until the file has what was written last.
fn saved(dir: &std::path::Path) -> Record {
    store::flush(Duration::from_secs(20));
    let text = std::fs::read_to_string(dir.join("current.pgn")).expect("a file");
    Record::from(pgn::parse::<Chess>(&text).expect("a game"))
}

#[test]
fn a_game_that_is_taken_up_again_has_its_clock_and_waits() {
    let dir = tempfile::tempdir().expect("a folder");
    let open = |app: &mut App| {
        let store = Store::open(Some(dir.path())).expect("a store");
        app.insert_resource(store);
    };
    let mut table = Table::with(new_game("60+2"), open);
    table.play("e2e4");
    table.frames(49);
    table.play("e7e5");
    // Long enough for a running clock to be kept without a move.
    table.pass(6.0);
    let record = saved(dir.path());
    assert_eq!(record.ply(), 2);
    let kept = clock_left(&record);
    let now = [WHITE, BLACK].map(|side| table.left(side));
    assert_eq!(kept[1], now[1]);
    assert!(
        kept[0] >= now[0] && kept[0] <= now[0] + seconds(5.2),
        "{kept:?}"
    );
    // A pause is kept at once.
    table.ask(ClockRequest::Pause(Pause::Player));
    table.frames(2);
    let left = [WHITE, BLACK].map(|side| table.left(side));
    let record = saved(dir.path());
    assert_eq!(clock_left(&record), left);
    drop(table);

    let mut table = Table::new(record);
    table.pass(10.0);
    assert_eq!([WHITE, BLACK].map(|side| table.left(side)), left);
    assert!(table.clock().pauses().contains(Pause::Restored));
    table.play("g1f3");
    assert_eq!(table.left(WHITE), left[0] + seconds(2.0));
    assert!(table.clock().runs());
}

fn clock_left(record: &Record) -> [Duration; 2] {
    let clock = icochess::clock::clock_of(&**record as &dyn AnyGame).expect("a clock");
    [WHITE, BLACK].map(|side| clock.remaining(side, Duration::ZERO))
}

const fn random() -> SidePlayer {
    SidePlayer {
        computer: true,
        algorithm: Algorithm::Random,
        level: 1,
    }
}

#[test]
fn the_computer_loses_no_game_on_time() {
    let mut settings = Settings::default();
    settings.computer.white = random();
    settings.computer.black = SidePlayer {
        algorithm: Algorithm::Strong,
        level: 10,
        ..random()
    };
    (settings.computer.delay, settings.computer.table) = (1.0, 1);
    let mut app = headless::app(settings, |app| {
        app.insert_resource(Match::new(new_game("4+0.5")));
    });
    // The clock runs at most as fast as the thread's.
    let frame = Duration::from_millis(4);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    for _ in 0..3000 {
        app.update();
        std::thread::sleep(frame);
        let game = app.world().resource::<Match>();
        assert!(
            !matches!(game.outcome(), Some(Outcome::TimeForfeit { .. })),
            "{}",
            game.record().to_pgn()
        );
        if game.record().ply() >= 10 || game.outcome().is_some() {
            return;
        }
    }
    panic!("the computer does not play");
}

#[test]
fn the_clock_stands_while_the_computer_makes_a_pause() {
    let mut settings = Settings::default();
    settings.computer.black = random();
    let mut table = Table::with(new_game("60"), |app| {
        app.insert_resource(settings.clone());
    });
    table.0.world_mut().resource_mut::<Paused>().0 = true;
    table.play("e2e4");
    table.frames(2);
    assert!(table.clock().pauses().contains(Pause::Computer));
    let left = table.left(BLACK);
    table.pass(2.0);
    assert_eq!((table.left(BLACK), table.game().record().ply()), (left, 1));
    table.0.world_mut().resource_mut::<Paused>().0 = false;
    table.frames(2);
    assert!(table.clock().runs());
}
