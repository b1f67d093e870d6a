//! The files on disk, when they are written, and what is told of a disk that takes nothing.

use bevy::prelude::*;
use icochess::computer::Computer;
use icochess::computer::messages::ComputerRequest;
use icochess::game::messages::GameRequest;
use icochess::save::entries::Read;
use icochess::save::settings::Settings;
use icochess::save::store::Store;
use icochess::save::{OnDisk, ResumeOffer, Unsaved, entries};
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess_rules::{Side, pgn};

use super::opponent::{QUICK, long};
use super::{new_game, read_file, saved, saved_moves, tree};
use crate::table::{FILE, MATE, NOTICE, Table};

#[test]
fn what_a_loaded_game_says_of_itself_is_saved_again() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    let mut loaded = pgn::Game::new(tree(&MATE[..1]));
    loaded.tags.insert("White".into(), "Ada".into());
    table.ask(GameRequest::Load(loaded.into()));
    table.play(&MATE[1..2]);
    table.flush();
    assert_eq!(saved(&table).tags["White"], "Ada");
}

#[test]
fn every_ply_is_on_disk_before_the_next() {
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

    // A new game puts the old one away.
    table.ask(GameRequest::Load(new_game()));
    table.request("a4g1");
    assert_eq!(saved_moves(&table), ["a4g1"]);
    let kept = read_file(&dir.path().join("games/game-1.pgn"));
    assert_eq!(kept.ply(), 3);
    assert!(!dir.path().join("games/game-2.pgn").exists());
}

#[test]
fn settings_are_on_disk_when_changed_and_not_before() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    let file = dir.path().join("settings.ron");
    table.flush();
    assert!(!file.exists());
    table.send(CommandRequested(Command::TileNames));
    table.frames(1);
    table.flush();
    let written: Read<Settings> = entries::read(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert!(written.values.tile_names);
}

#[test]
fn a_saved_game_that_cannot_be_put_away_is_not_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    let line = table.notice_line();
    table.play(&MATE[..2]);
    let in_the_way = dir.path().join("games");
    std::fs::write(&in_the_way, "mine").unwrap();
    table.press(Command::Begin);
    table.press(Command::Confirm);
    for more in ["", "a4g1", "n4s1"] {
        if !more.is_empty() {
            table.play(&[more]);
        }
        table.saved();
        assert_eq!(saved_moves(&table), MATE[..2]);
        // The players are told at once, and as long as it is so.
        let told = table.words(line);
        for part in ["The game is not saved", "games", "move it away"] {
            assert!(told.contains(part), "{more}: no {part}: {told}");
        }
        table.pass(2.0 * NOTICE);
        assert_eq!(table.words(line), told);
    }
    assert_eq!(std::fs::read_to_string(&in_the_way).unwrap(), "mine");

    std::fs::remove_file(&in_the_way).unwrap();
    table.play(&["b1o3"]);
    table.saved();
    assert_eq!(table.words(line), "The game is being saved again.");
    assert_eq!(saved_moves(&table), ["a4g1", "n4s1", "b1o3"]);
    let kept = read_file(&in_the_way.join("game-1.pgn"));
    assert_eq!(kept.ply(), 2);
    assert_eq!(*table.get::<Unsaved>(), Unsaved::default());
}

#[test]
fn a_folder_that_is_gone_is_told_until_it_is_back() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let mut table = Table::saving(&data);
    let line = table.notice_line();
    std::fs::remove_dir_all(&data).unwrap();
    table.play(&["a4g1"]);
    table.send(CommandRequested(Command::TileNames));
    table.frames(1);
    table.saved();
    let told = table.words(line);
    let why = format!("the folder {} is gone", data.display());
    assert!(told.contains(&why), "{told}");
    std::fs::create_dir(&data).unwrap();
    table.play(&["n4s1"]);
    table.saved();
    assert_eq!(saved_moves(&table), ["a4g1", "n4s1"]);
    let text = std::fs::read_to_string(data.join("settings.ron")).unwrap();
    assert!(text.contains("tile_names: true"), "{text}");
    assert_eq!(*table.get::<Unsaved>(), Unsaved::default());
}

#[test]
fn a_saved_game_is_gone_on_with_or_kept() {
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
            table.send(CommandRequested(Command::Resume));
            table.frames(2);
            assert_eq!(table.played(), MATE[..2]);
            assert_eq!(table.pieces(), table.expected_pieces());
            table.play(&MATE[2..]);
            assert_eq!(saved_moves(&table), MATE);
            // It is over: one of the saved games.
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
fn who_plays_is_kept_on_disk_and_a_saved_game_comes_first() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    table.tell_computer(ComputerRequest::SetSide(Side::Black, QUICK));
    table.app.world_mut().resource_mut::<Computer>().seconds = 5.0;
    table.frames(1);
    table.flush();
    let text = std::fs::read_to_string(dir.path().join("settings.ron")).unwrap();
    let read: Read<Settings> = entries::read(&text).unwrap();
    assert_eq!(read.values.computer, *table.get::<Computer>());
    assert_eq!(read.values.computer.black, QUICK);

    // Without a move of the computer before the players have decided.
    let offer = || ResumeOffer(tree(&MATE[..2]).into());
    let mut table = Table::with(long(Some(QUICK), None), |app| {
        app.insert_resource(offer());
    });
    table.idle();
    assert_eq!(table.played(), [""; 0]);
    table.send(CommandRequested(Command::Resume));
    table.until_played(3);
    assert_eq!(table.played()[..2], MATE[..2]);
}
