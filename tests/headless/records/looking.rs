//! Looking back, playing on, and what is noted in the record.

use icochess::board::pieces::piece::{GLIDE_SECONDS, PieceOn};
use icochess::computer::Computer;
use icochess::computer::messages::ComputerRequest;
use icochess::game::facts::{MatchFact, Shown};
use icochess::game::messages::MoveRequested;
use icochess::game::play_through::{PlayThrough, PlayingThrough};
use icochess_rules::{CellSet, Outcome};

use super::*;
use crate::table::RANDOM;

/// Some legal moves of the ball, so many.
fn any_moves(count: usize) -> Table {
    let mut table = Table::new();
    for _ in 0..count {
        let mv = table.game().position().legal_moves()[3];
        table.ask(MoveRequested(mv));
    }
    table.told();
    table
}

/// Do the pieces stand as the position says?
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
fn the_board_shows_any_place_and_the_game_stays_where_it_is() {
    let mut table = any_moves(6);
    let standing = table.game().standing();
    let text = table.game().position().text();
    table.ask(GameRequest::GoTo(NodeId::ROOT));
    assert_eq!(table.told(), [MatchFact::Shown(Shown::Anew)]);
    assert!(table.game().is_looking_back());
    assert_eq!(table.game().standing(), standing);
    assert_eq!(table.played().len(), 0);
    assert_eq!(table.game().as_played().position().text(), text);
    assert!(pieces_stand(&mut table));

    // Step by step they move.
    table.step(Step::Forward);
    let told = table.told();
    assert!(matches!(&told[..], [MatchFact::Shown(Shown::Forward(made))] if made.redone));
    assert!(pieces_stand(&mut table));
    table.step(Step::Back);
    let told = table.told();
    assert!(matches!(&told[..], [MatchFact::Shown(Shown::Back(_))]));
    table.step(Step::Back);
    assert_eq!(table.told(), []);
    // Undo and redo step too: nothing is taken back.
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
    assert!(!table.game().is_looking_back() && table.game().standing() == standing);
    assert!(pieces_stand(&mut table));
}

#[test]
fn whoever_moves_there_plays_on_and_the_line_before_is_a_variation() {
    let mut table = Table::new();
    table.load("1. e4 e5 2. Nf3 Nc6 *");
    let first = table.node(1);
    table.ask(GameRequest::GoTo(first));
    table.told();
    // The move that was made there is only looked at.
    table.request("e7e5");
    let told = table.told();
    assert!(matches!(&told[..], [MatchFact::Shown(Shown::Forward(_))]));
    assert!(table.game().is_looking_back());
    table.step(Step::Back);

    // One that cannot be made changes nothing.
    table.told();
    table.request("e7e4");
    assert!(matches!(&table.told()[..], [MatchFact::Rejected(_)]));
    assert!(table.game().is_looking_back());
    assert_eq!(as_played(&table), "1. e4 e5 2. Nf3 Nc6 *");

    table.play(&["c7c5"]);
    let on = MatchFact::PlayedOn { was_over: false };
    let told = table.told();
    assert!(told[0] == on && matches!(&told[1..], [MatchFact::Moved(made)] if !made.redone));
    assert!(!table.game().is_looking_back());
    assert_eq!(as_played(&table), "1. e4 c5 (1... e5 2. Nf3 Nc6) *");
    // In a variation as well: what is played is the main line.
    let old = table.game().record().children(first)[1];
    let old = table.game().record().children(old)[0];
    table.ask(GameRequest::GoTo(old));
    table.play(&["g8f6"]);
    let expected = "1. e4 e5 (1... c5) 2. Nf3 Nf6 (2... Nc6) *";
    assert_eq!(as_played(&table), expected);
}

#[test]
fn without_a_move_the_game_goes_on_from_there_once() {
    let mut table = any_moves(4);
    let place = table.node(2);
    table.ask(GameRequest::GoTo(place));
    table.told();
    for _ in 0..2 {
        table.ask(GameRequest::PlayOn);
        assert_eq!(table.game().standing(), place);
        assert!(!table.game().is_looking_back() && table.game().can_redo());
    }
    assert_eq!(table.told(), [MatchFact::PlayedOn { was_over: false }]);
}

#[test]
fn a_finished_game_is_looked_through_and_played_on_from() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    table.play(&MATE);
    assert_eq!(table.told().iter().filter_map(MatchFact::ended).count(), 1);
    table.flush();
    let kept = dir.path().join("games/game-1.pgn");
    let finished = fs::read_to_string(&kept).unwrap();
    assert!(finished.contains("1-0"));

    table.step(Step::Back);
    assert_eq!(table.game().outcome(), None);
    let winner = Side::White;
    assert_eq!(table.game().end(), Some(Outcome::Checkmate { winner }));
    // The end is told once.
    table.step(Step::Forward);
    assert_eq!(table.told().iter().find_map(MatchFact::ended), None);
    assert!(table.game().position().legal_moves().is_empty());

    table.step(Step::Back);
    table.step(Step::Back);
    let other = table.game().position().legal_moves();
    let known = table.game().record().line()[1];
    let other = other.into_iter().find(|mv| *mv != known).unwrap();
    table.told();
    table.ask(MoveRequested(other));
    let told = table.told();
    assert_eq!(told[0], MatchFact::PlayedOn { was_over: true });
    assert!(matches!(&told[1..], [MatchFact::Moved(_)]));
    assert_eq!((table.game().outcome(), table.game().end()), (None, None));
    table.flush();
    // The finished game is kept as it was; this is another one.
    assert_eq!(fs::read_to_string(&kept).unwrap(), finished);
    let current = read(&dir.path().join("current.pgn"));
    let facts = (current.ply(), current.size(), current.outcome());
    assert_eq!(facts, (2, 4, None));
}

#[test]
fn an_end_that_was_declared_is_noted_where_the_game_stood() {
    let mut table = Table::new();
    table.load("1. e4 e5 2. Nf3 *");
    table.ask(GameRequest::Resign(Side::Black));
    assert!(table.game().end().is_some());
    table.step(Step::Start);
    assert_eq!(table.game().outcome(), None);
    // It stays over for who asks for the game.
    table.ask(GameRequest::Draw(Side::Black));
    assert!(!table.game().is_looking_back());
    let outcome = table.game().outcome();
    assert!(matches!(outcome, Some(Outcome::Resignation { .. })));
    table.step(Step::Start);
    table.told();
    table.play(&["d2d4"]);
    let on = [
        MatchFact::EndTakenBack,
        MatchFact::PlayedOn { was_over: true },
    ];
    assert_eq!(table.told()[..2], on);
    let text = "1. d4 (1. e4 e5 2. Nf3 {White wins: Black resigned.}) *";
    assert_eq!(as_played(&table), text);
}

#[test]
fn nobody_moves_while_players_look_back() {
    let mut settings = Settings::default();
    settings.computer.black = RANDOM;
    let mut table = Table::with(settings, |_| {});
    let mv = table.game().position().legal_moves()[0];
    table.ask(MoveRequested(mv));
    let answered = |table: &mut Table| (table.played().len() == 2).then_some(());
    table.wait(answered);

    // It is Black's turn there, and Black is the computer.
    table.step(Step::Back);
    table.told();
    table.pass(2.0);
    assert_eq!(table.told(), []);
    table.ask(GameRequest::ComeBack);
    table.pass(2.0);
    assert_eq!(table.played().len(), 2);
    // Only when the players go on from there it moves again.
    table.step(Step::Back);
    table.ask(GameRequest::PlayOn);
    table.wait(answered);
    assert!(!table.game().is_looking_back());
}

#[test]
fn two_computers_wait_for_who_looks_back_and_a_pause_stays_one() {
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
fn what_is_noted_is_saved_and_the_line_of_the_game_stays() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    let game = "1. e4 e5 (1... c5 2. Nf3 (2. c3) 2... d6) 2. Bc4 {[%clk 0:01:00]} *";
    table.load(game);
    table.told();
    let (first, last) = (table.node(1), table.node(3));
    let edit = |table: &mut Table, edit: Edit| {
        table.ask(GameRequest::Edit(edit));
        table.told()
    };
    let sicilian = table.game().record().children(first)[1];
    let alapin = table.game().record().children(sicilian)[1];
    for (change, is_one) in [
        (Edit::Comment(last, "Italian} ".into()), true),
        (Edit::Comment(last, "Italian}".into()), false),
        (Edit::ToggleNag(last, 1), true),
        (Edit::ToggleNag(last, 5), true),
        (Edit::Comment(NodeId::ROOT, "Club".into()), true),
        // Not before the game itself, but before the other.
        (Edit::Promote(alapin), true),
        (Edit::Promote(alapin), false),
        (Edit::Delete(first), false),
    ] {
        let told = edit(&mut table, change.clone());
        let expected = vec![MatchFact::Edited; usize::from(is_one)];
        assert_eq!(told, expected, "{change:?}");
    }
    table.flush();
    let saved = read(&dir.path().join("current.pgn"));
    let expected =
        "{Club} 1. e4 e5 (1... c5 2. c3 (2. Nf3 d6)) 2. Bc4 $5 {Italian) [%clk 0:01:00]} *";
    assert_eq!(moves_of(&saved), expected);

    // Who looks at what is deleted looks at the move before it.
    table.ask(GameRequest::GoTo(alapin));
    table.told();
    let told = edit(&mut table, Edit::Delete(alapin));
    assert_eq!(told, [MatchFact::Edited, MatchFact::Shown(Shown::Anew)]);
    assert_eq!(table.game().record().current(), sicilian);
    // A name of what is gone means nothing.
    assert_eq!(edit(&mut table, Edit::Comment(alapin, "x".into())), []);
    table.ask(GameRequest::GoTo(alapin));
    assert_eq!(table.game().record().current(), sicilian);
    table.flush();
    let saved = read(&dir.path().join("current.pgn"));
    assert!(moves_of(&saved).contains("(1... c5 2. Nf3 d6)"));
    // The place of the game is written, not the one that is looked at.
    assert_eq!(saved.ply(), 3);
}

#[test]
fn a_record_is_played_through_until_somebody_does_something_else() {
    let mut table = any_moves(4);
    // From the end it begins at the start.
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
    // Nor is there anything to play through in a game without moves.
    table.load("*");
    table.ask(PlayThrough::Begin);
    assert!(!table.get::<PlayingThrough>().is_on());
}

#[test]
fn steps_are_not_written() {
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
