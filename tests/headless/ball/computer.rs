//! The computer's moves, searches, hints and messages.

use icochess::computer::Evaluation;
use icochess::computer::HintReason;
use icochess::ui::state::status::StatusLine;

use super::opponent::{A_HUMAN, QUICK, SLOW, long};
use super::*;
use crate::table::RANDOM;

impl Table {
    /// Asserts that no move is played, although a quick computer would have moved.
    fn stays_as_it_is(&mut self) {
        let played = self.played();
        self.idle();
        assert_eq!(self.played(), played);
    }

    fn no_move_was_refused(&mut self) {
        assert_eq!(
            self.match_facts().iter().find_map(MatchFact::rejected),
            None
        );
    }
}

#[test]
fn computer_answers_every_move_legally() {
    for algorithm in Algorithm::ALL {
        let player = SidePlayer { algorithm, ..QUICK };
        let mut table = Table::playing(None, Some(player));
        table.idle();
        assert_eq!(table.played().len(), 0, "{algorithm} moves for White");
        for ply in [1, 3, 5] {
            table.play_on();
            table.until_played(ply + 1);
            table.idle();
            assert_eq!(table.played().len(), ply + 1, "{algorithm}");
            if table.game().outcome().is_some() {
                break;
            }
        }
        table.no_move_was_refused();
        assert_eq!(table.facts::<ComputerFact>(), []);
    }
}

#[test]
fn computer_plays_both_sides_with_pauses_and_delays() {
    let mut table = Table::quiet(RANDOM, QUICK, 0.0);
    table.until_played(6);
    table.tell_computer(ComputerRequest::Pause);
    table.frames(1);
    let paused = table.played();
    table.stays_as_it_is();
    assert!(!table.is_thinking());
    // A takeback during a pause is not answered.
    table.ask(GameRequest::Undo);
    table.idle();
    assert_eq!(table.played(), paused[..paused.len() - 1]);
    table.tell_computer(ComputerRequest::Resume);
    table.until_played(paused.len() + 4);
    // A takeback while the computer plays pauses it.
    table.ask(GameRequest::Undo);
    assert!(table.get::<Paused>().0);
    table.frames(1);
    table.stays_as_it_is();

    let mut table = Table::quiet(RANDOM, RANDOM, 1.0);
    table.until_played(1);
    for ply in 1..4 {
        assert_eq!(table.played().len(), ply);
        let frames = (1.0 / FRAME.as_secs_f32()) as usize;
        table.frames(frames - 10);
        assert_eq!(table.played().len(), ply, "before its time");
        table.until_played(ply + 1);
    }
    // Move now skips the delay.
    for _ in 0..5 {
        table.frames(1);
        std::thread::sleep(Duration::from_millis(50));
    }
    table.tell_computer(ComputerRequest::MoveNow);
    table.frames(2);
    assert_eq!(table.played().len(), 5);
}

#[test]
fn depth_reached_is_shown_when_time_cut_the_search() {
    for (algorithm, level, is_cut) in [
        (Algorithm::Value, 10, true),
        (Algorithm::Attack, 10, true),
        (Algorithm::Value, 1, false),
        (Algorithm::Random, 10, false),
    ] {
        let player = SidePlayer {
            algorithm,
            level,
            ..QUICK
        };
        let mut settings = long(None, Some(player));
        if is_cut {
            settings.computer.seconds = 0.3;
        }
        let mut table = Table::with(settings, |_| {});
        let line = (StatusLine::Thinking, Text::default(), TextColor::default());
        let line = table.app.world_mut().spawn(line).id();
        table.request("a4g1");
        table.until_played(2);
        table.frames(2);
        let text = table.words(line);
        if is_cut {
            let said = |depth| format!("Black had time to look only {depth} of 10 moves ahead");
            assert!((0..10).any(|depth| text == said(depth)), "{text}");
        } else {
            assert_eq!(text, "", "{algorithm}");
        }
    }
}

#[test]
fn undo_goes_back_to_the_humans_turn() {
    let mut table = Table::playing(None, Some(QUICK));
    table.request("a4g1");
    table.until_played(2);
    let played = table.played();
    table.ask(GameRequest::Undo);
    table.frames(2);
    assert_eq!(table.played(), [""; 0]);
    table.stays_as_it_is();
    // Redo replays both moves.
    table.ask(GameRequest::Redo);
    table.frames(2);
    assert_eq!(table.played(), played);
    table.stays_as_it_is();

    // While the computer thinks, one ply is taken back.
    let mut table = Table::playing(None, Some(SLOW));
    table.request("a4g1");
    table.until_depth(2);
    table.ask(GameRequest::Undo);
    assert!(!table.is_thinking());
    table.idle();
    assert_eq!(table.played(), [""; 0]);
    assert_eq!(table.state().turn, "White");
    // The cancelled search has no later effect.
    table.request("b1n4");
    table.until_depth(1);
    table.tell_computer(ComputerRequest::MoveNow);
    table.until_played(2);
    table.no_move_was_refused();

    // A computer with the first move has to move again.
    let mut table = Table::playing(Some(QUICK), None);
    table.until_played(1);
    table.ask(GameRequest::Undo);
    table.until_played(1);
}

#[test]
fn settings_changed_during_search_apply_after_the_move() {
    let mut table = Table::playing(None, Some(SLOW));
    table.request("a4g1");
    table.until_depth(2);
    table.tell_computer(ComputerRequest::SetSide(Side::Black, QUICK));
    table.idle();
    assert!(table.is_thinking());
    assert_eq!(table.played().len(), 1);
    table.tell_computer(ComputerRequest::MoveNow);
    table.until_played(2);
    // From now on the quick player moves.
    table.play_on();
    table.until_played(4);

    // A human takes over at once.
    let mut table = Table::playing(Some(SLOW), Some(QUICK));
    table.until_depth(1);
    table.tell_computer(ComputerRequest::SetSide(Side::White, A_HUMAN));
    assert!(!table.is_thinking());
    table.idle();
    assert_eq!(table.played(), [""; 0]);
    table.request("a4g1");
    table.until_played(2);
}

#[test]
fn hint_is_shown_without_playing_it() {
    let mut table = Table::playing(None, Some(QUICK));
    let before = table.state().clone();
    table.asks_for_a_hint();
    assert!(table.is_thinking());
    let hint = table.until_hint();
    assert_eq!(*table.state(), before);
    let position = position(&table);
    assert_eq!(position.why_illegal(hint.mv), None);
    assert_eq!(hint.path, position.path(hint.mv));
    // The board shows the hint's path.
    table.frames(1);
    for (at, look) in table.on_cells::<TileLook>() {
        let is_on_way = hint.path.contains(&at);
        assert_eq!(look.mark, is_on_way.then_some(Mark::Hint));
        let is_end = at == hint.mv.from || at == hint.mv.to;
        assert_eq!(look.frame, is_end.then_some(FrameKind::Hint));
    }
    // The hint ends on request, after its reason, or with the next move.
    table.asks_for_a_hint();
    assert!(table.get::<HintReason>().0.is_some());
    assert_eq!(table.get::<Hint>().0, Some(hint.clone()));
    table.asks_for_a_hint();
    assert_eq!(table.get::<Hint>().0, None);
    assert_eq!(table.get::<HintReason>().0, None);
    table.asks_for_a_hint();
    table.until_hint();
    table.send(MoveRequested(hint.mv));
    table.frames(1);
    assert_eq!(table.get::<Hint>().0, None);
    // A move also cancels a pending hint.
    table.until_played(2);
    table.asks_for_a_hint();
    assert!(table.is_thinking());
    table.play_on();
    table.until_played(4);
    assert_eq!(table.get::<Hint>().0, None);
    table.get_mut::<Computer>().hints = false;
    table.asks_for_a_hint();
    assert!(!table.is_thinking());
}

#[test]
fn search_result_of_a_replaced_game_is_discarded() {
    let mut table = Table::playing(None, Some(SLOW));
    for _ in 0..3 {
        table.request("a4g1");
        table.until_depth(1);
        table.ask(GameRequest::Load(new_game()));
        assert!(!table.is_thinking());
        table.idle();
        assert_eq!(table.played(), [""; 0]);
    }
    // In a loaded game with the computer to move, it moves.
    table.tell_computer(ComputerRequest::SetSide(Side::Black, QUICK));
    let loaded = pgn::Game::new(tree(&["b1n4"]));
    table.ask(GameRequest::Load(loaded.into()));
    table.until_played(2);
    assert_eq!(table.played()[0], "b1n4");
    table.no_move_was_refused();
}

#[test]
fn pointers_cannot_move_for_the_computer() {
    let mut table = Table::playing(Some(SLOW), None);
    table.until_depth(1);
    table.trigger(Hand::Right, "b1");
    table.click(PointerButton::Primary, "a4");
    assert_eq!(table.selected(), None);
    table.trigger(Hand::Right, "n4");
    table.click(PointerButton::Secondary, "g1");
    assert_eq!(table.facts::<MoveRequested>(), []);
    assert_eq!(table.played(), [""; 0]);
    // Players can still turn the ball.
    let before = table.rotation();
    table.send(TurnBoard(Quat::from_rotation_y(0.5)));
    table.frames(2);
    assert!(table.rotation().angle_between(before) > 0.4);
    // The computer doesn't move during a pause either, until a human takes over.
    table.tell_computer(ComputerRequest::Pause);
    table.trigger(Hand::Right, "b1");
    assert_eq!(table.selected(), None);
    table.tell_computer(ComputerRequest::SetSide(Side::White, A_HUMAN));
    table.trigger(Hand::Right, "b1");
    assert_eq!(table.selected().as_deref(), Some("b1"));
    table.tell_computer(ComputerRequest::SetSide(Side::White, SLOW));
    table.frames(1);
    assert_eq!(table.selected(), None);
}

#[test]
fn evaluation_resumes_after_a_cancelled_hint() {
    let mut settings = long(None, None);
    settings.computer.evaluation_bar = true;
    let mut table = Table::with(settings, |_| {});
    table.asks_for_a_hint();
    assert!(table.is_thinking());
    table.asks_for_a_hint();
    assert!(!table.is_thinking());
    assert_eq!(table.get::<Evaluation>().0, None);
    let is_known = |table: &Table| table.get::<Evaluation>().0.is_some();
    table.until("who stands better", is_known);
    assert_eq!(table.get::<Hint>().0, None);
}

#[test]
fn commands_are_enabled_only_if_applicable() {
    let mut table = Table::playing(None, Some(SLOW));
    let commands = [Command::Hint, Command::MoveNow, Command::LastMove];
    let enabled = |table: &mut Table| commands.map(|it| table.is_enabled(it));
    assert_eq!(enabled(&mut table), [true, false, false]);
    table.request("a4g1");
    table.frames(1);
    assert_eq!(enabled(&mut table), [false, true, true]);
    // The human may resign at any time, but may not offer a draw for the computer.
    assert!(table.is_enabled(Command::Resign) && !table.is_enabled(Command::Draw));
    table.press(Command::Pause);
    assert!(table.get::<Paused>().0);
    table.press(Command::Draw);
    assert_eq!(table.state().outcome, "ongoing");
    assert_eq!(table.game().draw_offer(), None);
    table.press(Command::Pause);
    assert!(!table.get::<Paused>().0);
    table.until_depth(1);
    table.press(Command::MoveNow);
    table.until_played(2);
    table.press(Command::TileNames);
    assert!(table.get::<Settings>().tile_names);
}
