//! Looking back, playing on, and annotating the record.

use icochess::board::pieces::piece::{GLIDE_SECONDS, PieceOn};
use icochess::computer::Computer;
use icochess::computer::messages::ComputerRequest;
use icochess::game::facts::{MatchFact, Shown};
use icochess::game::messages::MoveRequested;
use icochess::game::play_through::{PlayThrough, PlayingThrough};
use icochess_rules::{CellSet, Outcome};

use super::*;
use crate::table::RANDOM;

/// Creates a game on the ball with `count` moves.
fn any_moves(count: usize) -> Table {
    let mut table = Table::new();
    for _ in 0..count {
        let mv = table.game().position().legal_moves()[3];
        table.ask(MoveRequested(mv));
    }
    table.match_facts();
    table
}

/// Returns whether the pieces match the position.
fn pieces_stand(table: &mut Table) -> bool {
    table.pass(GLIDE_SECONDS);
    let world = table.app.world_mut();
    let mut places = world.query::<&PieceOn>();
    let mut places: Vec<_> = places.iter(world).map(|on| on.0).collect();
    places.sort();
    let mut wanted: Vec<_> = table.game().position().occupied().cells().collect();
    wanted.sort();
    places == wanted
}

#[test]
fn board_shows_any_position_without_changing_the_game() {
    let mut table = any_moves(6);
    let standing = table.game().live_node();
    let text = table.game().position().text();
    table.ask(GameRequest::GoTo(NodeId::ROOT));
    assert_eq!(table.match_facts(), [MatchFact::Shown(Shown::Anew)]);
    assert!(table.game().is_looking_back());
    assert_eq!(table.game().live_node(), standing);
    assert_eq!(table.played().len(), 0);
    assert_eq!(table.game().as_played().position().text(), text);
    assert!(pieces_stand(&mut table));

    // Single steps animate the pieces.
    table.step(Step::Forward);
    let facts = table.match_facts();
    assert!(matches!(&facts[..], [MatchFact::Shown(Shown::Forward(made))] if made.redone));
    assert!(pieces_stand(&mut table));
    table.step(Step::Back);
    let facts = table.match_facts();
    assert!(matches!(&facts[..], [MatchFact::Shown(Shown::Back(_))]));
    table.step(Step::Back);
    assert_eq!(table.match_facts(), []);
    // Undo and redo also step, and take back nothing.
    table.ask(GameRequest::Redo);
    assert_eq!(table.played().len(), 1);
    table.ask(GameRequest::Undo);
    assert_eq!(table.played().len(), 0);

    table.step(Step::End);
    assert!(!table.game().is_looking_back());
    assert_eq!(table.game().position().text(), text);
    assert!(pieces_stand(&mut table));
    table.step(Step::Start);
    table.ask(GameRequest::ComeBack);
    assert!(!table.game().is_looking_back() && table.game().live_node() == standing);
    assert!(pieces_stand(&mut table));
}

#[test]
fn moving_while_looking_back_makes_the_old_line_a_variation() {
    let mut table = Table::new();
    table.load("1. e4 e5 2. Nf3 Nc6 *");
    let first = table.node(1);
    table.ask(GameRequest::GoTo(first));
    table.match_facts();
    // Repeating the recorded move only steps forward.
    table.request("e7e5");
    let facts = table.match_facts();
    assert!(matches!(&facts[..], [MatchFact::Shown(Shown::Forward(_))]));
    assert!(table.game().is_looking_back());
    table.step(Step::Back);

    // An illegal move changes nothing.
    table.match_facts();
    table.request("e7e4");
    assert!(matches!(&table.match_facts()[..], [MatchFact::Rejected(_)]));
    assert!(table.game().is_looking_back());
    assert_eq!(as_played(&table), "1. e4 e5 2. Nf3 Nc6 *");

    table.play(&["c7c5"]);
    let on = MatchFact::PlayedOn { was_over: false };
    let facts = table.match_facts();
    assert!(facts[0] == on && matches!(&facts[1..], [MatchFact::Moved(made)] if !made.redone));
    assert!(!table.game().is_looking_back());
    assert_eq!(as_played(&table), "1. e4 c5 (1... e5 2. Nf3 Nc6) *");
    // Playing in a variation makes it the main line.
    let old = table.game().record().children(first)[1];
    let old = table.game().record().children(old)[0];
    table.ask(GameRequest::GoTo(old));
    table.play(&["g8f6"]);
    let expected = "1. e4 e5 (1... c5) 2. Nf3 Nf6 (2... Nc6) *";
    assert_eq!(as_played(&table), expected);
}

#[test]
fn play_on_continues_from_the_shown_position_once() {
    let mut table = any_moves(4);
    let place = table.node(2);
    table.ask(GameRequest::GoTo(place));
    table.match_facts();
    for _ in 0..2 {
        table.ask(GameRequest::PlayOn);
        assert_eq!(table.game().live_node(), place);
        assert!(!table.game().is_looking_back() && table.game().can_redo());
    }
    assert_eq!(
        table.match_facts(),
        [MatchFact::PlayedOn { was_over: false }]
    );
}

#[test]
fn finished_game_can_be_reviewed_and_continued() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    table.play(&MATE);
    assert_eq!(
        table
            .match_facts()
            .iter()
            .filter_map(MatchFact::ended)
            .count(),
        1
    );
    table.flush();
    let kept = dir.path().join("games/game-1.pgn");
    let finished = fs::read_to_string(&kept).unwrap();
    assert!(finished.contains("1-0"));

    table.step(Step::Back);
    assert_eq!(table.game().outcome(), None);
    let winner = Side::White;
    assert_eq!(table.game().end(), Some(Outcome::Checkmate { winner }));
    // The end is not reported again.
    table.step(Step::Forward);
    assert_eq!(table.match_facts().iter().find_map(MatchFact::ended), None);
    assert!(table.game().position().legal_moves().is_empty());

    table.step(Step::Back);
    table.step(Step::Back);
    let other = table.game().position().legal_moves();
    let known = table.game().record().line()[1];
    let other = other.into_iter().find(|mv| *mv != known).unwrap();
    table.match_facts();
    table.ask(MoveRequested(other));
    let facts = table.match_facts();
    assert_eq!(facts[0], MatchFact::PlayedOn { was_over: true });
    assert!(matches!(&facts[1..], [MatchFact::Moved(_)]));
    assert_eq!((table.game().outcome(), table.game().end()), (None, None));
    table.flush();
    // The finished game is archived unchanged; this is another game.
    assert_eq!(fs::read_to_string(&kept).unwrap(), finished);
    let current = read(&dir.path().join("current.pgn"));
    let facts = (current.ply(), current.size(), current.outcome());
    assert_eq!(facts, (2, 4, None));
}

#[test]
fn declared_end_is_recorded_at_the_last_move() {
    let mut table = Table::new();
    table.load("1. e4 e5 2. Nf3 *");
    table.ask(GameRequest::Resign(Side::Black));
    assert!(table.game().end().is_some());
    table.step(Step::Start);
    assert_eq!(table.game().outcome(), None);
    // A request about the game finds it still over.
    table.ask(GameRequest::Draw(Side::Black));
    assert!(!table.game().is_looking_back());
    let outcome = table.game().outcome();
    assert!(matches!(outcome, Some(Outcome::Resignation { .. })));
    table.step(Step::Start);
    table.match_facts();
    table.play(&["d2d4"]);
    let on = [
        MatchFact::EndTakenBack,
        MatchFact::PlayedOn { was_over: true },
    ];
    assert_eq!(table.match_facts()[..2], on);
    let text = "1. d4 (1. e4 e5 2. Nf3 {White wins: Black resigned.}) *";
    assert_eq!(as_played(&table), text);
}

#[test]
fn computer_waits_while_players_look_back() {
    let mut table = Table::set(|it| it.computer.black = RANDOM);
    let mv = table.game().position().legal_moves()[0];
    table.ask(MoveRequested(mv));
    let answered = |table: &mut Table| (table.played().len() == 2).then_some(());
    table.wait(answered);

    // In that position it is Black's turn, and Black is the computer.
    table.step(Step::Back);
    table.match_facts();
    table.pass(2.0);
    assert_eq!(table.match_facts(), []);
    table.ask(GameRequest::ComeBack);
    table.pass(2.0);
    assert_eq!(table.played().len(), 2);
    // The computer moves only when the players continue from that position.
    table.step(Step::Back);
    table.ask(GameRequest::PlayOn);
    table.wait(answered);
    assert!(!table.game().is_looking_back());
}

#[test]
fn two_computers_wait_while_looking_back_and_stay_paused() {
    let mut table = any_moves(4);
    table.step(Step::Start);
    for side in Side::ALL {
        table.ask(ComputerRequest::SetSide(side, RANDOM));
    }
    assert!(table.get::<Computer>().plays_both());
    table.pass(3.0);
    assert_eq!(table.game().record().size(), 4);
    table.ask(ComputerRequest::Pause);
    for _ in 0..4 {
        table.step(Step::Forward);
    }
    assert!(!table.game().is_looking_back());
    table.pass(3.0);
    assert_eq!(table.game().record().size(), 4);
    table.ask(ComputerRequest::Resume);
    table.wait(|table| (table.game().record().size() > 4).then_some(()));
}

#[test]
fn annotations_are_saved_and_the_main_line_stays() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    let game = "1. e4 e5 (1... c5 2. Nf3 (2. c3) 2... d6) 2. Bc4 {[%clk 0:01:00]} *";
    table.load(game);
    table.match_facts();
    let (first, last) = (table.node(1), table.node(3));
    let edit = |table: &mut Table, edit: Edit| {
        table.ask(GameRequest::Edit(edit));
        table.match_facts()
    };
    let sicilian = table.game().record().children(first)[1];
    let alapin = table.game().record().children(sicilian)[1];
    for (change, is_one) in [
        (Edit::Comment(last, "Italian} ".into()), true),
        (Edit::Comment(last, "Italian}".into()), false),
        (Edit::ToggleNag(last, 1), true),
        (Edit::ToggleNag(last, 5), true),
        (Edit::Comment(NodeId::ROOT, "Club".into()), true),
        // A variation is never promoted above the main line, only above another variation.
        (Edit::Promote(alapin), true),
        (Edit::Promote(alapin), false),
        (Edit::Delete(first), false),
    ] {
        let facts = edit(&mut table, change.clone());
        let expected = vec![MatchFact::Edited; usize::from(is_one)];
        assert_eq!(facts, expected, "{change:?}");
    }
    table.flush();
    let saved = read(&dir.path().join("current.pgn"));
    let expected =
        "{Club} 1. e4 e5 (1... c5 2. c3 (2. Nf3 d6)) 2. Bc4 $5 {Italian) [%clk 0:01:00]} *";
    assert_eq!(moves_of(&saved), expected);

    // Deleting the shown move shows the move before it.
    table.ask(GameRequest::GoTo(alapin));
    table.match_facts();
    let facts = edit(&mut table, Edit::Delete(alapin));
    assert_eq!(facts, [MatchFact::Edited, MatchFact::Shown(Shown::Anew)]);
    assert_eq!(table.game().record().current(), sicilian);
    // A stale node has no effect.
    assert_eq!(edit(&mut table, Edit::Comment(alapin, "x".into())), []);
    table.ask(GameRequest::GoTo(alapin));
    assert_eq!(table.game().record().current(), sicilian);
    table.flush();
    let saved = read(&dir.path().join("current.pgn"));
    assert!(moves_of(&saved).contains("(1... c5 2. Nf3 d6)"));
    // The file has the game's latest position, and not the one on the board.
    assert_eq!(saved.ply(), 3);
}

#[test]
fn playback_runs_until_another_action() {
    let mut table = any_moves(4);
    // From the end, playback restarts at the beginning.
    table.ask(PlayThrough::Begin);
    table.frames(1);
    assert_eq!(table.played().len(), 0);
    for plies in 1..=4 {
        table.pass(1.0);
        assert_eq!(table.played().len(), plies);
    }
    table.pass(1.0);
    assert!(!table.get::<PlayingThrough>().is_on() && !table.game().is_looking_back());

    let requests = [
        GameRequest::Step(Step::Start),
        GameRequest::Step(Step::Back),
        GameRequest::Load(chess("1. e4 *")),
    ];
    for request in requests {
        let second = table.node(2);
        table.ask(GameRequest::GoTo(second));
        table.ask(PlayThrough::Begin);
        table.frames(2);
        assert_eq!(table.played().len(), 3);
        assert!(table.get::<PlayingThrough>().is_on());
        table.ask(request);
        table.frames(2);
        assert!(!table.get::<PlayingThrough>().is_on());
        let plies = table.played().len();
        table.pass(2.0);
        assert_eq!(table.played().len(), plies);
    }
    // A game without moves has no playback.
    table.load("*");
    table.ask(PlayThrough::Begin);
    assert!(!table.get::<PlayingThrough>().is_on());
}

#[test]
fn stepping_does_not_write_the_file() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    table.play(&["a4g1"]);
    table.flush();
    let file = dir.path().join("current.pgn");
    fs::remove_file(&file).unwrap();
    table.step(Step::Start);
    table.step(Step::End);
    table.flush();
    assert!(!file.exists());
}
