//! Clock tests: single cases, then properties of every clock. Times are in seconds.

use std::time::Duration;

use icochess_boards::Variant;
use icochess_core::clock::{
    Bonus, Clock, FlagFell, Pause, Pressed, SideControl, Stage, TimeControl, Turn, annotate_move,
    clock_at_place, clock_of, keep, set_clock,
};
use icochess_rules::{Record, Side, pgn};

const WHITE: Side = Side::White;
const BLACK: Side = Side::Black;

fn s(seconds: f64) -> Duration {
    Duration::from_millis((seconds * 1000.0).round() as u64)
}

/// Returns a clock started at 0.
fn clock(control: &str) -> Clock {
    let mut clock = idle(control);
    clock.start(s(0.0));
    clock
}

fn idle(control: &str) -> Clock {
    Clock::new(control.parse().expect("a time control"), WHITE)
}

/// Returns the time left for White and Black, in seconds.
fn left(clock: &Clock, at: f64) -> [f64; 2] {
    [WHITE, BLACK].map(|side| clock.remaining(side, s(at)).as_secs_f64())
}

fn press(clock: &mut Clock, at: f64) -> Pressed {
    clock.press(s(at), false).expect("the flag fell")
}

#[test]
fn case_1_clock_does_not_run_before_the_start() {
    let mut clock = idle("300");
    assert_eq!(clock.tick(s(0.0), s(3.0)), Ok(()));
    assert!(!clock.is_in_progress() && !clock.is_over() && !clock.runs());
    assert_eq!(left(&clock, 3.0), [300.0, 300.0]);
}

#[test]
fn case_2_increment_is_added_after_the_move() {
    let mut clock = clock("300+2");
    press(&mut clock, 10.0);
    assert_eq!(left(&clock, 10.0), [292.0, 302.0 - 2.0]);
    assert!(clock.turn() == BLACK && clock.runs());
}

#[test]
fn case_3_fallen_flag_gets_no_increment() {
    let mut clock = clock("1+2");
    assert_eq!(clock.press(s(1.0), false), Err(FlagFell(WHITE)));
    assert_eq!(left(&clock, 9.0), [0.0, 1.0]);
    assert!(clock.is_over() && clock.fallen() == Some(WHITE));
    assert_eq!(clock.press(s(2.0), false), Err(FlagFell(WHITE)));
}

#[test]
fn case_4_final_move_earns_nothing_and_stops_the_clock() {
    let mut clock = clock("1+2");
    assert!(clock.press(s(0.9), true).is_ok());
    assert_eq!(left(&clock, 50.0), [0.1, 1.0]);
    assert!(clock.is_over() && !clock.runs() && clock.look(s(50.0)).is_ok());
}

#[test]
fn case_5_time_of_the_move_counts_not_of_the_poll() {
    let mut clock = clock("0.5");
    press(&mut clock, 0.4);
    assert_eq!(clock.tick(s(0.0), s(0.7)), Ok(()));
    assert_eq!(left(&clock, 0.4), [0.1, 0.5]);
}

#[test]
fn case_6_zero_base_time_becomes_the_increment() {
    assert_eq!(left(&clock("0+2"), 0.0), [2.0, 2.0]);
}

#[test]
fn case_7_countdown_starts_after_the_delay() {
    let mut clock = clock("60+5d");
    press(&mut clock, 4.0);
    for (at, black) in [(4.0, 60.0), (9.0, 60.0), (10.0, 59.0)] {
        assert_eq!(left(&clock, at), [60.0, black]);
    }
    press(&mut clock, 11.0);
    assert_eq!(left(&clock, 11.0), [60.0, 58.0]);
}

#[test]
fn case_8_pause_keeps_the_rest_of_the_delay() {
    let mut clock = clock("60+5d");
    clock.pause(s(3.0), Pause::Player);
    clock.resume(s(30.0));
    press(&mut clock, 31.0);
    assert_eq!(left(&clock, 31.0), [60.0, 60.0]);
}

#[test]
fn case_9_bronstein_returns_the_time_used() {
    let mut clock = clock("60+5b");
    press(&mut clock, 3.0);
    assert_eq!(left(&clock, 3.0), [60.0, 60.0]);
    press(&mut clock, 11.0);
    assert_eq!(left(&clock, 11.0), [60.0, 57.0]);
}

#[test]
fn case_10_bronstein_does_not_save_a_fallen_flag() {
    let mut clock = clock("4+5b");
    assert_eq!(clock.look(s(4.0)), Err(FlagFell(WHITE)));
}

#[test]
fn case_11_time_per_move_is_reset_each_turn() {
    let mut clock = clock("30/move");
    press(&mut clock, 29.0);
    assert_eq!(left(&clock, 29.0), [30.0, 30.0]);
    press(&mut clock, 30.0);
    assert_eq!(left(&clock, 30.0), [30.0, 30.0]);
}

#[test]
fn case_12_hourglass_time_goes_to_the_opponent() {
    let mut clock = clock("*60");
    assert_eq!(left(&clock, 5.0), [55.0, 65.0]);
    press(&mut clock, 10.0);
    assert_eq!(left(&clock, 10.0), [50.0, 70.0]);
}

#[test]
fn byo_yomi_without_periods_is_refused() {
    assert!("0+0x30".parse::<TimeControl>().is_err());
}

#[test]
fn longest_hourglass_is_a_hundred_hours() {
    let is_ok = |hours: f64| TimeControl::hourglass(s(60.0), s(3600.0 * hours)).is_ok();
    assert_eq!([0.0, 100.0, 100.1].map(is_ok), [false, true, false]);
}

/// Returns a clock with 40 moves in 100 s and then an hour, after 39 instant moves of each side.
fn before_the_control() -> Clock {
    let mut clock = clock("40/100:3600");
    for _ in 0..78 {
        press(&mut clock, 0.0);
    }
    assert_eq!(clock.moves_to_go(WHITE), Some(1));
    clock
}

#[test]
fn case_13_next_stage_adds_its_time() {
    let mut clock = before_the_control();
    let turn = press(&mut clock, 0.0).turn;
    assert_eq!(left(&clock, 0.0), [3700.0, 100.0]);
    assert_eq!((clock.stage(WHITE), clock.stage(BLACK)), (2, 1));
    assert_eq!(clock.moves_to_go(WHITE), None);
    // The time is added only once, even after a takeback.
    clock.take_back(s(0.0), Some(turn));
    press(&mut clock, 0.0);
    assert_eq!(left(&clock, 0.0), [3700.0, 100.0]);
}

#[test]
fn case_14_stage_time_must_last_for_its_moves() {
    let mut clock = before_the_control();
    assert_eq!(clock.press(s(100.0), false), Err(FlagFell(WHITE)));
}

#[test]
fn case_15_only_a_full_period_is_lost() {
    let mut clock = clock("0+3x30");
    press(&mut clock, 29.0);
    assert_eq!(clock.periods(WHITE, s(29.0)), 3);
    press(&mut clock, 29.0);
    assert_eq!(clock.periods(WHITE, s(29.0 + 31.0)), 2);
    assert_eq!(left(&clock, 29.0 + 31.0), [29.0, 30.0]);
    press(&mut clock, 29.0 + 31.0);
    assert_eq!(clock.periods(WHITE, s(60.0)), 2);
    press(&mut clock, 60.0);
    assert_eq!(clock.flag_falls_at(), Some(s(120.0)));
    assert!(clock.look(s(119.9)).is_ok() && clock.look(s(120.0)).is_err());
    assert_eq!(clock.periods(WHITE, s(120.0)), 0);
}

#[test]
fn case_16_sides_may_have_different_controls() {
    let mut clock = clock("300,60");
    press(&mut clock, 10.0);
    assert_eq!(left(&clock, 10.0), [290.0, 60.0]);
}

#[test]
fn case_17_bare_king_cannot_win_on_time() {
    let can_win = |text: &str| {
        let game = Variant::Chess.board().read_position(text);
        let game = game.expect("a position");
        [WHITE, BLACK].map(|side| game.position().can_win(side))
    };
    assert_eq!(can_win("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"), [true, false]);
    // A knight against a queen, and against other pieces.
    assert_eq!(can_win("4k1n1/8/8/8/8/8/Q7/4K3 w - - 0 1"), [true, false]);
    assert_eq!(can_win("4k1n1/8/8/8/8/8/R7/4K3 w - - 0 1"), [true, true]);
    assert_eq!(can_win("4knn1/8/8/8/8/8/Q7/4K3 w - - 0 1"), [true, true]);
    // Bishops of one colour against a rook, a knight, and a bishop of the other colour.
    assert_eq!(can_win("4kb2/8/8/8/8/8/R7/4K3 w - - 0 1"), [true, false]);
    assert_eq!(can_win("4kb2/8/8/8/8/8/8/N3K3 w - - 0 1"), [true, true]);
    assert_eq!(can_win("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1"), [true, true]);
}

#[test]
fn case_18_unclear_material_counts_as_a_win() {
    let ball = Variant::Icochess.board();
    let can_win = |game: &Record| [WHITE, BLACK].map(|side| game.position().can_win(side));
    assert_eq!(can_win(&ball.new_game()), [true, true]);
    // Two knights on the ball against a king.
    let text = "1k2/K3/4/4/1N2/4/1N2/4/4/4/4/4/4/4/4/4/4/4/4/4 w - - 0 1";
    let ending = ball.read_position(text).expect("a position");
    assert_eq!(can_win(&ending), [true, false]);
}

#[test]
fn cases_20_to_22_passing_the_headset_costs_no_time() {
    let mut clock = clock("60");
    press(&mut clock, 10.0);
    clock.pause(s(10.0), Pause::Passing);
    assert!(!clock.runs() && clock.turn() == BLACK && clock.refuses_moves());
    clock.pause(s(12.0), Pause::Absent);
    clock.release(s(20.0), Pause::Absent);
    assert!(clock.pauses().contains(Pause::Passing) && !clock.runs());
    for at in [30.0, 30.5] {
        clock.resume(s(at));
        assert!(clock.runs() && clock.pauses().is_empty());
    }
    assert_eq!(left(&clock, 30.5), [50.0, 59.5]);
}

#[test]
fn case_23_first_of_two_pauses_stops_the_clock() {
    for reasons in [
        [Pause::Unfocused, Pause::Absent],
        [Pause::Absent, Pause::Unfocused],
    ] {
        let mut clock = clock("60");
        clock.pause(s(5.0), reasons[0]);
        clock.pause(s(7.0), reasons[1]);
        assert_eq!(left(&clock, 99.0), [55.0, 60.0]);
        clock.release(s(100.0), Pause::Unfocused);
        assert!(!clock.runs());
        clock.resume(s(100.0));
        assert_eq!(left(&clock, 101.0), [54.0, 60.0]);
    }
}

#[test]
fn case_24_takeback_restores_the_start_of_the_turn() {
    let mut clock = clock("100+2");
    press(&mut clock, 10.0);
    press(&mut clock, 20.0);
    let turn = press(&mut clock, 30.0).turn;
    let before = left(&clock, 30.0);
    assert_eq!(left(&clock, 50.0)[1], before[1] - 20.0);
    clock.take_back(s(50.0), Some(turn));
    assert!(clock.turn() == WHITE && clock.runs());
    // The increment is withheld until the next move.
    assert_eq!(left(&clock, 50.0), [before[0] - 2.0, before[1]]);
    press(&mut clock, 50.0);
    assert_eq!(left(&clock, 50.0), before);
}

#[test]
fn takeback_on_a_stopped_clock_costs_the_time_since() {
    let mut clock = clock("10+2");
    let turn = press(&mut clock, 4.0).turn;
    clock.pause(s(4.0), Pause::Passing);
    clock.take_back(s(7.0), Some(turn.lasting_until(s(7.0))));
    clock.release(s(7.0), Pause::Passing);
    assert_eq!(left(&clock, 7.0), [3.0, 10.0]);
    // Thinking too long after the move loses on time.
    let turn = press(&mut clock, 8.0).turn;
    clock.pause(s(8.0), Pause::Passing);
    clock.take_back(s(11.0), Some(turn.lasting_until(s(11.0))));
    assert!(clock.look(s(11.0)).is_ok(), "it stands");
    clock.release(s(11.0), Pause::Passing);
    assert_eq!(clock.look(s(11.0)), Err(FlagFell(WHITE)));
}

#[test]
fn case_25_frozen_program_costs_no_time() {
    let mut clock = clock("60");
    assert_eq!(clock.tick(s(4.99), s(5.0)), Ok(()));
    assert_eq!(clock.tick(s(5.0), s(3605.0)), Ok(()));
    assert!(clock.pauses().contains(Pause::Stall));
    assert_eq!(left(&clock, 9999.0), [55.0, 60.0]);
    assert_eq!(clock.tick(s(3605.0), s(9999.0)), Ok(()));
    // A move ends the pause.
    press(&mut clock, 9999.0);
    assert!(clock.runs());
}

#[test]
fn slow_frames_cost_their_time() {
    let mut clock = clock("60");
    for at in 0..3 {
        let at = f64::from(at) * 8.0;
        assert_eq!(clock.tick(s(at), s(at + 8.0)), Ok(()));
    }
    assert!(clock.runs() && clock.pauses().is_empty());
    assert_eq!(left(&clock, 24.0), [36.0, 60.0]);
}

#[test]
fn first_move_starts_the_clock_and_costs_nothing() {
    let mut clock = idle("60+2");
    let pressed = press(&mut clock, 50.0);
    assert_eq!((pressed.left, pressed.used), (s(60.0), s(0.0)));
    assert!(clock.runs() && clock.turn() == BLACK);
    assert_eq!(left(&clock, 51.0), [60.0, 59.0]);
}

#[test]
fn reopened_game_runs_but_waits_after_a_fallen_flag() {
    let mut clock = clock("60");
    clock.finish(s(10.0));
    clock.reopen(s(20.0));
    assert!(clock.runs());
    assert_eq!(left(&clock, 20.0), [50.0, 60.0]);
    assert!(clock.look(s(70.0)).is_err());
    clock.reopen(s(80.0));
    assert!(clock.fallen().is_none() && !clock.runs() && clock.is_in_progress());
    assert_eq!(left(&clock, 99.0), [60.0, 60.0]);
}

/// Deterministic pseudo-random numbers.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u64) -> u64 {
        // Knuth's multiplier.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % most
    }
}

const CONTROLS: [&str; 10] = [
    "30",
    "30+2",
    "0+2",
    "30+2d",
    "30+2b",
    "10+3x5",
    "5/move",
    "*30",
    "3/20+1:30+2d",
    "30,10+5",
];

/// Applies a random event to the clock.
fn happen(clock: &mut Clock, turns: &mut Vec<Turn>, chance: &mut Chance, at: Duration) {
    let pause = Pause::ALL[chance.below(8) as usize];
    match chance.below(12) {
        0 => clock.pause(at, pause),
        1..=3 => clock.resume(at),
        4 | 5 => clock.release(at, pause),
        6 => clock.take_back(at, turns.pop()),
        7 => {
            turns.pop();
            clock.take_back(at, None);
        }
        8 => clock.finish(at),
        9 => clock.reopen(at),
        _ => turns.extend(clock.press(at, false).map(|pressed| pressed.turn)),
    }
}

#[test]
fn waiting_gains_nothing_and_polling_changes_nothing() {
    for (seed, control) in CONTROLS.iter().enumerate() {
        let mut chance = Chance(seed as u64);
        let (mut clock, mut turns) = (idle(control), vec![]);
        let mut at = Duration::ZERO;
        for _ in 0..2000 {
            let wait = Duration::from_millis(chance.below(3000));
            let before = [WHITE, BLACK].map(|side| clock.remaining(side, at));
            let mut watched = clock.clone();
            for part in 1..=4 {
                let _ = watched.look(at + wait * part / 4);
            }
            at += wait;
            let _ = clock.look(at);
            // Extra polls make no difference.
            assert_eq!(watched, clock, "{control}");
            let after = [WHITE, BLACK].map(|side| clock.remaining(side, at));
            let turn = clock.turn();
            let is_byo_yomi = matches!(clock.bonus(turn), Bonus::ByoYomi { .. });
            assert!(
                after[turn.index()] <= before[turn.index()] || is_byo_yomi,
                "{control}"
            );
            if control.starts_with('*') {
                assert_eq!(after[0] + after[1], s(60.0));
            } else {
                let other = (!turn).index();
                assert_eq!(after[other], before[other], "{control}");
            }
            if !clock.pauses().is_empty() || !clock.is_in_progress() {
                assert!(!clock.runs());
            } else {
                assert!(
                    clock.runs() && clock.until_flag(at) > Duration::ZERO,
                    "{control} {clock:?} {at:?}"
                );
                assert_eq!(clock.flag_falls_at(), Some(at + clock.until_flag(at)));
            }
            let turn = clock.turn();
            let was_over = clock.is_over();
            happen(&mut clock, &mut turns, &mut chance, at);
            if clock.turn() == turn && !clock.is_over() && !was_over && !control.starts_with('*') {
                assert!(clock.remaining(!turn, at) == after[(!turn).index()]);
            }
        }
    }
}

#[test]
fn repeated_takebacks_cost_and_earn_the_same_as_none() {
    for control in CONTROLS {
        for plies in 0..8 {
            let mut once = clock(control);
            for ply in 1..=plies {
                press(&mut once, f64::from(ply));
            }
            let mut often = once.clone();
            let begun = f64::from(plies);
            for n in 1..=4 {
                let at = begun + f64::from(n) / 4.0;
                let turn = press(&mut often, at).turn;
                often.take_back(s(at), Some(turn));
            }
            let last = begun + 1.25;
            let (once_made, often_made) = (press(&mut once, last), press(&mut often, last));
            assert_eq!(once, often, "{control} after {plies} plies");
            assert_eq!(once_made, often_made, "{control} after {plies} plies");
        }
    }
}

/// Returns a chess game with this control and number of plies, each of which took a second.
fn game(control: &str, plies: usize) -> (Record, Clock) {
    let mut record = Variant::Chess.board().new_game();
    let control: TimeControl = control.parse().expect("a time control");
    set_clock(record.make_mut(), Some(&control));
    let mut clock = clock_of(&*record).expect("it has a clock");
    clock.start(Duration::ZERO);
    for ply in 0..plies {
        let mv = record.position().legal_moves()[0];
        record.make_mut().play(mv).expect("a legal move");
        let pressed = press(&mut clock, ply as f64 + 1.0);
        annotate_move(record.make_mut(), pressed);
    }
    (record, clock)
}

#[test]
fn saved_game_restores_its_clock_paused() {
    for control in CONTROLS {
        for plies in [0, 1, 2, 9, 10] {
            let (mut record, mut clock) = game(control, plies);
            // In the middle of a turn.
            let at = plies as f64 + 1.25;
            keep(&clock, record.make_mut(), s(at));
            let read = Variant::Chess.board().read_pgn(&record.to_pgn());
            let read = read.expect("a game");
            assert_eq!(read, record, "{control}");
            let again = clock_of(&*read).expect("it has a clock");
            clock.pause(s(at), Pause::Restored);
            assert_eq!(again, clock, "{control} after {plies} plies");
            assert!(!again.runs() && !again.refuses_moves());
            assert!(read.max_bytes() < pgn::MAX_BYTES);
        }
    }
}

#[test]
fn earlier_position_restores_its_clock() {
    for control in CONTROLS.into_iter().chain(["1+9x0.5"]) {
        let (mut record, last) = game(control, 10);
        keep(&last, record.make_mut(), s(10.0));
        for ply in 1..=10 {
            let node = record.path()[ply];
            record.make_mut().go_to(node);
            let (_, mut expected) = game(control, ply);
            expected.pause(s(ply as f64), Pause::Restored);
            let found = clock_at_place(&*record);
            assert_eq!(found, Some(expected), "{control} at ply {ply}");
            record.make_mut().follow_main();
        }
    }
}

#[test]
fn unannotated_moves_return_no_period() {
    for note in ["{[%clk 0:00:30]}", ""] {
        let text = format!(
            "[WhiteTimeControl \"600+3x30\"]\n[BlackTimeControl \"600+3x30\"]\n\
             [WhiteClock \"0:00:00 periods 1\"]\n[BlackClock \"0:00:00 periods 2\"]\n\n\
             1. e4 {note} e5 {note} 2. Nf3 {note} Nc6 {note} *"
        );
        let mut game = Variant::Chess.board().read_pgn(&text).expect("a game");
        let node = game.path()[2];
        game.make_mut().go_to(node);
        let clock = clock_at_place(&*game).expect("it has a clock");
        let periods = [WHITE, BLACK].map(|side| clock.periods(side, s(0.0)));
        assert_eq!((left(&clock, 0.0), periods), ([30.0, 30.0], [1, 2]));
    }
}

#[test]
fn foreign_game_takes_its_clock_from_annotations() {
    let text = "[TimeControl \"300+3\"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} \
                2. Nf3 {[%clk 0:04:31.5]} *";
    let board = Variant::Chess.board();
    let game = board.read_pgn(text).expect("a game");
    let clock = clock_of(&*game).expect("it has a clock");
    assert_eq!(left(&clock, 7.0), [271.5, 298.0]);
    assert!(clock.turn() == BLACK && clock.pauses().contains(Pause::Restored));
    for tag in ["-", "?", "5 minutes", ""] {
        let text = text.replace("300+3", tag);
        let game = board.read_pgn(&text).expect("a game");
        assert!(clock_of(&*game).is_none(), "{tag}");
    }
}

#[test]
fn tags_use_the_standard_code_if_there_is_one() {
    let tags = |control: &str| {
        let (game, _) = game(control, 0);
        let tag = |name: &str| game.tags().get(name).cloned().unwrap_or_default();
        ["TimeControl", "WhiteTimeControl", "BlackTimeControl"].map(tag)
    };
    assert_eq!(tags("300+3"), ["300+3", "", ""]);
    assert_eq!(tags("40/9000:3600"), ["40/9000:3600", "", ""]);
    assert_eq!(tags("*60"), ["*60", "", ""]);
    assert_eq!(tags("60+5d"), ["?", "60+5d", "60+5d"]);
    assert_eq!(tags("300,60"), ["?", "300", "60"]);
    let (mut game, clock) = game("60+5d", 1);
    keep(&clock, game.make_mut(), s(9.0));
    set_clock(game.make_mut(), None);
    assert_eq!(game.tags().len(), 1);
    assert!(game.tags()["TimeControl"] == "-" && clock_of(&*game).is_none());
}

#[test]
fn longest_timed_game_stays_within_the_size_limit() {
    // Uses the longest possible annotations.
    let stage = Stage {
        moves: None,
        time: s(360_000.0),
        bonus: Bonus::Increment(s(0.01)),
    };
    let control = TimeControl::both(SideControl::new(vec![stage]).expect("a control"));
    let mut record = Variant::Chess.board().new_game();
    set_clock(record.make_mut(), Some(&control));
    let empty = record.to_pgn().len();
    let most = record.max_bytes();
    let turn = press(&mut clock("60"), 1.0).turn;
    let pressed = Pressed {
        left: s(360_000.99),
        used: s(359_999.99),
        turn,
    };
    let texts = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for text in texts.into_iter().cycle().take(16) {
        let mv = record.position().parse_uci(text).expect("a move");
        record.make_mut().play(mv).expect("a legal move");
        annotate_move(record.make_mut(), pressed);
    }
    let each = (record.to_pgn().len() - empty) / 16;
    assert!(each * pgn::MAX_PLIES < most && most < pgn::MAX_BYTES);
    assert!(record.max_bytes() <= most + 1024);
}
