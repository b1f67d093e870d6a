//! Files on disk: when they are written, and the messages about write failures.

use icochess::save::entries::Read;
use icochess::save::{OnDisk, ResumeOffer, Unsaved, entries};

use super::opponent::{QUICK, long};
use super::*;

#[test]
fn every_ply_is_saved_before_the_next() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    for ply in 1..=MATE.len() {
        table.request(MATE[ply - 1]);
        assert_eq!(saved_moves(&table), MATE[..ply]);
    }
    let text = std::fs::read_to_string(dir.path().join("current.pgn")).unwrap();
    assert!(text.contains("[Result \"1-0\"]"), "{text}");

    table.ask(GameRequest::Undo);
    let game = saved(&table);
    assert_eq!((game.tree.ply(), game.tree.line().len()), (2, 3));
    table.ask(GameRequest::Redo);
    assert_eq!(saved_moves(&table), MATE);

    // A new game archives the previous one.
    table.ask(GameRequest::Load(new_game()));
    table.request("a4g1");
    assert_eq!(saved_moves(&table), ["a4g1"]);
    assert_eq!(read_file(&dir.path().join("games/game-1.pgn")).ply(), 3);
    assert!(!dir.path().join("games/game-2.pgn").exists());
}

#[test]
fn settings_are_saved_only_when_changed() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    let file = dir.path().join("settings.ron");
    table.flush();
    assert!(!file.exists());
    table.press(Command::TileNames);
    table.tell_computer(ComputerRequest::SetSide(Side::Black, QUICK));
    table.get_mut::<Computer>().seconds = 5.0;
    table.frames(1);
    table.flush();
    let text = std::fs::read_to_string(file).unwrap();
    let written: Read<Settings> = entries::read(&text).unwrap();
    assert!(written.values.tile_names);
    assert_eq!(written.values.computer, *table.get::<Computer>());
    assert_eq!(written.values.computer.black, QUICK);
}

#[test]
fn saved_game_that_cannot_be_archived_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    let line = table.notice_line();
    table.play(&MATE[..2]);
    let in_the_way = dir.path().join("games");
    std::fs::write(&in_the_way, "mine").unwrap();
    table.press(Command::Begin);
    table.press(Command::Confirm);
    for more in [&[][..], &["a4g1"], &["n4s1"]] {
        table.play(more);
        table.saved();
        assert_eq!(saved_moves(&table), MATE[..2]);
        // The warning appears at once, and stays while the problem persists.
        let text = table.words(line);
        for part in ["Couldn't save", "games", "move it away"] {
            assert!(text.contains(part), "{more:?}: no {part}: {text}");
        }
        table.pass(2.0 * NOTICE);
        assert_eq!(table.words(line), text);
    }
    assert_eq!(std::fs::read_to_string(&in_the_way).unwrap(), "mine");

    std::fs::remove_file(&in_the_way).unwrap();
    table.play(&["b1o3"]);
    table.saved();
    assert_eq!(table.words(line), "Your game is saved again.");
    assert_eq!(saved_moves(&table), ["a4g1", "n4s1", "b1o3"]);
    assert_eq!(read_file(&in_the_way.join("game-1.pgn")).ply(), 2);
    assert_eq!(*table.get::<Unsaved>(), Unsaved::default());
}

#[test]
fn saved_game_is_resumed_or_archived() {
    for resumed in [true, false] {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(Some(dir.path())).unwrap();
        store.write_game(tree(&MATE[..2]).into(), false);
        store.queue().flush(FILE);
        let mut table = Table::with(Settings::default(), |app| {
            app.insert_resource(store)
                .insert_resource(OnDisk::AnotherGame)
                .insert_resource(ResumeOffer(tree(&MATE[..2]).into()));
        });
        assert!(table.is_enabled(Command::Resume));
        assert!(table.played().is_empty());
        let put_away = dir.path().join("games/game-1.pgn");
        if resumed {
            table.press(Command::Resume);
            assert_eq!(table.played(), MATE[..2]);
            assert_eq!(table.pieces(), table.expected_pieces());
            table.play(&MATE[2..]);
            assert_eq!(saved_moves(&table), MATE);
            // The game is over, so it is archived.
            assert_eq!(read_file(&put_away).ply(), 3);
        } else {
            table.play(&["a4g1"]);
            assert_eq!(saved_moves(&table), ["a4g1"]);
            assert_eq!(read_file(&put_away).ply(), 2);
        }
        table.frames(1);
        assert!(!table.is_enabled(Command::Resume), "resumed: {resumed}");
    }
}

#[test]
fn computer_waits_for_the_decision_about_a_saved_game() {
    let offer = ResumeOffer(tree(&MATE[..2]).into());
    let mut table = Table::with(long(Some(QUICK), None), |app| {
        app.insert_resource(offer);
    });
    table.idle();
    assert_eq!(table.played(), [""; 0]);
    table.press(Command::Resume);
    table.until_played(3);
    assert_eq!(table.played()[..2], MATE[..2]);
}
