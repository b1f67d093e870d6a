//! Running clocks: flags, increments, low time, and the computer's time management.

use bevy::time::TimeUpdateStrategy;
use icochess::audio::cues::PlaySound;
use icochess::clock::Urgency;
use icochess::computer::SidePlayer;
use icochess::feedback::table::Cue;
use icochess::frame::NextFrame;
use icochess::game::clock::{ClockFaces, LowTime};
use icochess_engine::Algorithm;
use icochess_rules::DrawReason;

use super::*;
use crate::asking::{record, recorded};
use crate::headless::FRAME;

#[test]
fn running_clock_requests_frames_when_its_display_changes() {
    let mut table = Table::clocked(new_game("22"));
    assert_eq!(table.get::<NextFrame>().wait(), None, "it stands");
    table.request("e2e4");
    for second in 0..30 {
        let before = table.get::<ClockFaces>().0;
        let wait = table.get::<NextFrame>().wait().expect("it runs");
        assert!(wait <= seconds(1.01), "{wait:?}");
        let strategy = TimeUpdateStrategy::ManualDuration(wait);
        table.app.insert_resource(strategy);
        table.frames(1);
        let now = table.get::<ClockFaces>().0;
        assert_ne!(now, before, "{second}: a frame for nothing");
    }
    // Two whole seconds, then tenths: no display change was missed.
    let left = table.left(BLACK);
    assert!(left > seconds(17.0) && left < seconds(17.5), "{left:?}");
}

#[test]
fn flag_falls_on_time_and_later_moves_are_refused() {
    let mut table = Table::clocked(new_game("1"));
    table.pass(3.0);
    assert_eq!(table.left(WHITE), seconds(1.0));
    // The first move starts the clock.
    table.request("e2e4");
    assert_eq!(table.left(WHITE), seconds(1.0));
    table.frames(49);
    assert_eq!(table.left(BLACK), FRAME);
    assert_eq!(table.outcome(), None);
    // This happens in the very frame in which the time is up.
    table.request("e7e5");
    let lost = Outcome::TimeForfeit { winner: WHITE };
    assert_eq!(table.outcome(), Some(lost));
    assert_eq!(table.find_facts(MatchFact::ended), [lost]);
    assert_eq!(table.rejected(), [IllegalReason::GameOver]);
    assert_eq!(table.clock().fallen(), Some(BLACK));
    let faces = table.get::<ClockFaces>().0.expect("faces");
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
    // The clock has stopped.
    table.pass(2.0);
    assert_eq!(table.find_facts(MatchFact::ended).len(), 1);
    assert!(!table.clock().runs());
    // After a takeback, the turn resumes only when the players continue.
    table.ask(GameRequest::Undo);
    assert!(table.outcome().is_some(), "the winner is asked first");
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!(table.outcome(), None);
    table.pass(2.0);
    assert_eq!(table.left(BLACK), seconds(1.0));
    table.ask(ClockRequest::Resume);
    table.frames(10);
    assert_eq!(table.left(BLACK), seconds(0.8));
}

#[test]
fn flag_fall_against_a_bare_king_is_a_draw() {
    let position = "4k3/8/8/8/8/8/q7/4K3 b - - 0 1";
    let mut table = Table::clocked(game_from(Some(position), "1"));
    table.ask(ClockRequest::Resume);
    table.frames(50);
    let draw = Outcome::Draw(DrawReason::TimeForfeit);
    assert_eq!(table.outcome(), Some(draw));
    assert_eq!(table.find_facts(MatchFact::ended), [draw]);
    let text = table.game().record().to_pgn();
    assert!(text.contains("[Termination \"time forfeit\"]") && text.ends_with("1/2-1/2\n"));
}

#[test]
fn mate_and_resignation_stop_the_clock() {
    let mut table = Table::clocked(new_game("10"));
    table.request_all(&["f2f3", "e7e5", "g2g4"]);
    table.frames(49);
    table.request("d8h4");
    assert!(table.outcome().is_some() && table.clock().is_over());
    let left = table.both_left();
    assert_eq!(left[1], seconds(10.0) - FRAME - seconds(1.0));
    table.pass(30.0);
    assert_eq!(table.both_left(), left);
    // After taking back the mate, the turn continues.
    table.ask(GameRequest::Undo);
    table.ask(GameRequest::AcceptTakeback);
    assert!(table.clock().runs() && table.clock().turn() == BLACK);
    table.ask(GameRequest::Resign(BLACK));
    let left = table.left(BLACK);
    table.pass(1.0);
    assert_eq!(table.left(BLACK), left);
}

#[test]
fn low_time_is_reported_once() {
    let mut table = Table::clocked(new_game("10"));
    record::<LowTime>(&mut table.app);
    record::<PlaySound>(&mut table.app);
    table.ask(ClockRequest::Resume);
    table.pass(7.5);
    assert_eq!(recorded::<LowTime>(&mut table.app), []);
    table.pass(1.5);
    assert_eq!(recorded::<LowTime>(&mut table.app), [LowTime(WHITE)]);
    let sounds = recorded::<PlaySound>(&mut table.app).into_iter();
    assert_eq!(sounds.filter(|sound| sound.cue == Cue::Clock).count(), 1);
    let faces = table.get::<ClockFaces>().0.expect("faces");
    assert!(faces[0].urgency > Urgency::Calm && faces[1].urgency == Urgency::Calm);
    assert!(faces[0].runs && !faces[1].runs);
}

#[test]
fn clock_display_changes_only_with_its_text() {
    #[derive(Resource, Default)]
    struct Changes(usize);
    let mut table = Table::clocked_with(new_game("600"), |app| {
        app.init_resource::<Changes>().add_systems(
            Last,
            (|mut changes: ResMut<Changes>| changes.0 += 1).run_if(resource_changed::<ClockFaces>),
        );
    });
    table.ask(ClockRequest::Resume);
    let before = table.get::<Changes>().0;
    table.pass(10.0);
    let changes = table.get::<Changes>().0 - before;
    assert!((10..=11).contains(&changes), "{changes}");
}

#[test]
fn flag_fall_ends_looking_back() {
    let mut table = Table::clocked(new_game("2"));
    table.request_all(&["e2e4", "e7e5"]);
    table.frames(10);
    table.ask(GameRequest::Step(Step::Start));
    assert!(table.game().is_looking_back() && table.clock().runs());
    table.pass(2.0);
    assert!(!table.game().is_looking_back());
    let winner = BLACK;
    assert_eq!(table.outcome(), Some(Outcome::TimeForfeit { winner }));
    // A variation starts from the first move, with the time left at that point.
    table.ask(GameRequest::Step(Step::Back));
    table.request("c7c5");
    assert!(table.outcome().is_some(), "the winner is asked first");
    table.ask(GameRequest::AcceptTakeback);
    table.request("c7c5");
    assert_eq!(table.outcome(), None);
    assert!(table.clock().runs() && table.clock().turn() == WHITE);
    table.frames(5);
    assert_eq!(table.left(WHITE), seconds(2.0) - 5 * FRAME);
}

#[test]
fn computer_never_loses_on_time() {
    let mut settings = Settings::default();
    settings.computer.white = RANDOM;
    settings.computer.black = SidePlayer {
        algorithm: Algorithm::Strong,
        level: 18,
        ..RANDOM
    };
    (settings.computer.delay, settings.computer.table) = (1.0, 1);
    let mut app = headless::app(settings, |app| {
        app.insert_resource(Match::new(new_game("4+0.5")));
    });
    // The game's clock runs no faster than the search thread's.
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
