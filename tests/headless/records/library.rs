//! The library of saved games.

use std::fs::File;

use bevy::window::FileDragAndDrop;
use icochess::display::Display;
use icochess::language::Words;
use icochess::library::{Entry, Names};
use icochess::link::WebPage;
use icochess::save::OnDisk;
use icochess::save::library::Library;
use icochess::save::library::messages::{Form, Import, LibraryFact, LibraryRequest, Rest, Source};
use icochess::save::store::Store;
use icochess_rules::PieceSymbols;

use super::*;
use crate::headless;

/// Sends a request, and returns all facts until it is answered, including the updated list.
fn ask(table: &mut Table, request: LibraryRequest) -> Vec<LibraryFact> {
    let lists = matches!(
        request,
        LibraryRequest::Rename(..) | LibraryRequest::Delete(_) | LibraryRequest::Import(_)
    );
    table.facts::<LibraryFact>();
    table.ask(request);
    let mut all = Vec::new();
    table.wait(|table| {
        all.extend(table.facts::<LibraryFact>());
        let is_failed = matches!(all[..], [LibraryFact::Failed(_), ..]);
        let enough = if lists && !is_failed { 2 } else { 1 };
        (all.len() >= enough).then_some(())
    });
    // Waits for the requests to the match, and for pending writes.
    table.frames(3);
    table.flush();
    all
}

fn list(table: &mut Table) -> Vec<Entry> {
    assert_eq!(ask(table, LibraryRequest::List), [LibraryFact::Listed]);
    table.get::<Library>().games.to_vec()
}

fn failure(facts: &[LibraryFact]) -> &str {
    match facts {
        [LibraryFact::Failed(why)] => why,
        other => panic!("{other:?}"),
    }
}

fn names(event: &str, white: &str, black: &str) -> Names {
    Names {
        event: event.into(),
        white: white.into(),
        black: black.into(),
    }
}

fn one_game() -> LibraryRequest {
    LibraryRequest::Import(Import::Text("1. d4 *".into()))
}

const GAME: &str = "[Event \"Club\"]\n[Date \"2026.01.02\"]\n[White \"Ada\"]\n[Black \"Bert\"]\n\n\
                    1. e4 e5 2. Nf3 1-0\n";

/// Creates a folder with these saved games.
fn folder(games: &[&str]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("games");
    fs::create_dir(&folder).unwrap();
    for (number, game) in games.iter().enumerate() {
        fs::write(folder.join(format!("game-{}.pgn", number + 1)), game).unwrap();
    }
    dir
}

fn files(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn ended_and_abandoned_games_are_listed_once() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    assert_eq!(list(&mut table), []);
    // A finished game is listed at once.
    table.load("1. e4 e5 *");
    table.resign(Side::White);
    let games = list(&mut table);
    assert_eq!(games.len(), 1);
    let about = (&*games[0].board, &*games[0].result, games[0].plies);
    assert_eq!(about, ("chess", "0-1", 2));
    assert!(games[0].position.starts_with("rnbqkbnr/pppp1ppp/"));
    // Later edits are also saved to that file.
    let node = table.node(1);
    table.ask(GameRequest::Edit(Edit::Comment(node, "Hm".into())));
    table.flush();
    let kept = dir.path().join("games/game-1.pgn");
    assert!(fs::read_to_string(&kept).unwrap().contains("{Hm}"));
    // An unfinished game is listed when another one starts.
    table.load("1. d4 *");
    assert_eq!(list(&mut table).len(), 1);
    table.load("1. c4 *");
    assert_eq!(list(&mut table).len(), 2);
    // After a restart, the last game is listed as well.
    table.resign(Side::Black);
    drop(table);
    let mut table = Table::saving(dir.path());
    table.load("1. f4 *");
    assert_eq!(list(&mut table).len(), 3);
    let files = files(&dir.path().join("games"));
    assert_eq!(files.len(), 4, "three and the index");
}

#[test]
fn end_taken_back_removes_the_result_until_the_next_end() {
    let dir = tempfile::tempdir().unwrap();
    let mut table = Table::saving(dir.path());
    table.load("1. e4 e5 *");
    table.resign(Side::White);
    let kept = dir.path().join("games/game-1.pgn");
    let result = |expected: &str| {
        let text = fs::read_to_string(&kept).unwrap();
        assert!(text.contains(&format!("[Result \"{expected}\"]")), "{text}");
    };
    result("0-1");
    table.ask(GameRequest::Undo);
    table.flush();
    result("*");
    table.play(&["g1f3"]);
    table.flush();
    result("*");
    table.resign(Side::Black);
    result("1-0");
    // The game stays one game throughout.
    assert_eq!(read(&kept).ply(), 3);
    assert_eq!(list(&mut table).len(), 1);
}

#[test]
fn changes_of_an_opened_game_are_saved_to_its_file() {
    let dir = folder(&[GAME, "1. d4 d5 *"]);
    let mut table = Table::saving(dir.path());
    let facts = ask(&mut table, LibraryRequest::Open("game-2.pgn".into()));
    assert_eq!(facts, [LibraryFact::Opened("game-2.pgn".into())]);
    assert_eq!(as_played(&table), "1. d4 d5 *");
    assert_eq!(*table.get::<OnDisk>(), OnDisk::ThisGame);
    table.play(&["c2c4"]);
    table.flush();
    let second = dir.path().join("games/game-2.pgn");
    assert_eq!(read(&second).ply(), 3);
    // Opening the next game archives nothing, since the file exists.
    ask(&mut table, LibraryRequest::Open("game-1.pgn".into()));
    assert_eq!(list(&mut table).len(), 2);
    assert_eq!(read(&second).ply(), 3);
    // After playing on from before its end, the game becomes another game.
    table.ask(GameRequest::Step(Step::Back));
    table.play(&["d2d4"]);
    table.flush();
    assert_eq!(read(&dir.path().join("games/game-1.pgn")).ply(), 3);
    assert!(table.game().end().is_none());
    table.load("1. g4 *");
    assert_eq!(list(&mut table).len(), 3);

    // A timed game.
    let game = "[TimeControl \"300+2\"]\n\n1. e4 {[%clk 0:04:50]} e5 {[%clk 0:04:40]} *\n";
    fs::write(&second, game).unwrap();
    ask(&mut table, LibraryRequest::Open("game-2.pgn".into()));
    table.resign(Side::Black);
    assert!(fs::read_to_string(&second).unwrap().contains("1-0"));
    assert_eq!(list(&mut table).len(), 4);

    for file in ["game-9.pgn", "../current.pgn", "index.ron"] {
        let facts = ask(&mut table, LibraryRequest::Open(file.into()));
        assert!(failure(&facts).contains(file), "{facts:?}");
    }
}

#[test]
fn actions_while_opening_keep_the_game_with_its_file() {
    let dir = folder(&["1. d4 d5 *"]);
    let mut table = Table::saving(dir.path());
    table.send(LibraryRequest::Open("game-1.pgn".into()));
    let begun = Instant::now();
    while table.game().record().ply() < 2 {
        assert!(begun.elapsed() < Duration::from_secs(20));
        let note = format!("{:?}", begun.elapsed());
        table.ask(GameRequest::Edit(Edit::Comment(NodeId::ROOT, note)));
    }
    table.play(&["c2c4"]);
    table.flush();
    assert_eq!(read(&dir.path().join("games/game-1.pgn")).ply(), 3);
}

#[test]
fn fixed_file_is_read_again_despite_same_time_and_length() {
    let dir = folder(&["1. d4 d9 *"]);
    let path = dir.path().join("games/game-1.pgn");
    let mut table = Table::saving(dir.path());
    assert!(list(&mut table)[0].problem.is_some());
    let about = fs::metadata(&path).unwrap();
    let changed = about.modified().unwrap();
    fs::write(&path, "1. d4 d5 *").unwrap();
    let file = File::options().append(true).open(&path).unwrap();
    file.set_modified(changed).unwrap();
    assert_eq!(list(&mut table)[0].problem, None);
    // A restart without the index reads the file again.
    drop(table);
    fs::write(&path, "1. d4 d9 *").unwrap();
    file.set_modified(changed).unwrap();
    fs::remove_file(dir.path().join("games/index.ron")).unwrap();
    assert!(list(&mut Table::saving(dir.path()))[0].problem.is_some());
    fs::write(&path, "1. d4 d5 *").unwrap();
    file.set_modified(changed).unwrap();
    assert_eq!(list(&mut Table::saving(dir.path()))[0].problem, None);
}

#[test]
fn games_are_renamed_deleted_and_exported() {
    let dir = folder(&[GAME, "1. d4 d5 *"]);
    let mut table = Table::saving(dir.path());
    ask(&mut table, LibraryRequest::Open("game-1.pgn".into()));
    let new = names("Final", "Ada L.", "");
    let rename = LibraryRequest::Rename("game-1.pgn".into(), new.clone());
    let renamed = LibraryFact::Renamed("game-1.pgn".into());
    assert_eq!(ask(&mut table, rename), [renamed, LibraryFact::Listed]);
    let mut games = table.get::<Library>().games.iter();
    let game = games.find(|game| game.file == "game-1.pgn").unwrap();
    assert_eq!(game.names, new);
    // The renamed game is the current one, and its record keeps the new names.
    assert_eq!(table.game().record().tags()["White"], "Ada L.");
    table.ask(GameRequest::Undo);
    table.flush();
    let path = dir.path().join("games/game-1.pgn");
    assert_eq!(read(&path).tags()["Event"], "Final");

    let saved = || Source::Saved("game-1.pgn".into());
    let facts = ask(&mut table, LibraryRequest::Export(saved(), Form::Pgn));
    let exported = dir.path().join("exports/Ada_L-2026.01.02-1.pgn");
    assert_eq!(facts, [LibraryFact::Exported(exported.clone())]);
    assert_eq!(read(&exported).tags()["White"], "Ada L.");
    let this = Source::Game(table.game().as_played());
    let facts = ask(&mut table, LibraryRequest::Text(this, Form::Position));
    let [LibraryFact::Text(text)] = &facts[..] else {
        panic!("{facts:?}");
    };
    assert_eq!(text.trim(), table.game().position().text());
    let facts = ask(&mut table, LibraryRequest::Text(saved(), Form::Diagram));
    let shown = read(&path);
    let diagram = shown.position().diagram(PieceSymbols::Figurines);
    assert!(diagram.contains('♚') && diagram.contains('♔'));
    assert_eq!(facts, [LibraryFact::Text(diagram)]);
    let page = WebPage("https://play.invalid/".to_owned());
    let link = page.link_to(&shown);
    let facts = ask(&mut table, LibraryRequest::Text(saved(), Form::Link(page)));
    assert_eq!(facts, [LibraryFact::Text(link)]);

    // The current game is a saved one, and so it is exported once.
    let exported = |number: u32| dir.path().join(format!("exports/icochess-{number}.pgn"));
    let facts = ask(&mut table, LibraryRequest::ExportAll);
    assert_eq!(facts, [LibraryFact::Exported(exported(1))]);
    let text = fs::read_to_string(exported(1)).unwrap();
    let counts = ["Ada L.", "1. d4 d5 *"].map(|part| text.matches(part).count());
    assert_eq!(counts, [1, 1], "{text}");

    // A second export under the same name keeps the first.
    let second = dir.path().join("games/game-2.pgn");
    for _ in 0..2 {
        let facts = ask(&mut table, LibraryRequest::Delete("game-2.pgn".into()));
        let deleted = LibraryFact::Deleted("game-2.pgn".into());
        assert_eq!(facts, [deleted, LibraryFact::Listed]);
        assert!(!second.exists());
        fs::write(&second, "1. d4 *").unwrap();
    }
    let bin = files(&dir.path().join("games/bin"));
    assert_eq!(bin, ["game-2-1.pgn", "game-2.pgn"]);
    // The deleted current game does not reappear when another starts.
    ask(&mut table, LibraryRequest::Delete("game-1.pgn".into()));
    table.load("1. a4 *");
    assert_eq!(list(&mut table).len(), 1);
    ask(&mut table, LibraryRequest::ExportAll);
    let text = fs::read_to_string(exported(2)).unwrap();
    assert!(text.contains("1. d4 *") && text.contains("1. a4"), "{text}");
}

#[test]
fn moves_after_deletion_make_a_new_saved_game() {
    let dir = folder(&["1. d4 d5 *"]);
    let games = dir.path().join("games");
    let mut table = Table::saving(dir.path());
    // An unchanged deleted game stays deleted. With another move, it is a new game.
    ask(&mut table, LibraryRequest::Open("game-1.pgn".into()));
    ask(&mut table, LibraryRequest::Delete("game-1.pgn".into()));
    table.play(&["c2c4"]);
    table.flush();
    assert_eq!(list(&mut table).len(), 0);
    table.load("1. a4 *");
    let kept = list(&mut table);
    assert_eq!((kept.len(), kept[0].plies), (1, 3));
    assert_eq!(read(&games.join("bin/game-1.pgn")).ply(), 2);
    // A finished game is listed at once.
    ask(&mut table, LibraryRequest::Open(kept[0].file.clone()));
    ask(&mut table, LibraryRequest::Delete(kept[0].file.clone()));
    table.resign(Side::Black);
    let kept = list(&mut table);
    let mut results: Vec<&str> = kept.iter().map(|game| game.result.as_str()).collect();
    results.sort_unstable();
    assert_eq!(results, ["*", "1-0"], "the game of one move was put away");
}

#[test]
fn import_reports_bad_games_with_their_line() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("many.pgn");
    let cut = "[Event \"Cut\"]\n[PlyCount \"40\"]\n\n1. e4 e5 2. Nf";
    let text = format!("{GAME}\n[Event \"Bad\"]\n\n1. e4 Ke7 *\n\n1. a4g1 n4s1 *\n\n{cut}");
    fs::write(&file, text).unwrap();
    let data = dir.path().join("data");
    let mut table = Table::saving(&data);
    let facts = ask(&mut table, LibraryRequest::Import(Import::File(file)));
    let rest = Rest::None;
    let LibraryFact::Imported {
        files,
        problems,
        left_out,
        rest: found,
    } = &facts[0]
    else {
        panic!("{facts:?}");
    };
    assert_eq!(
        (files.len(), *left_out, problems.len(), found),
        (2, 2, 2, &rest)
    );
    for (problem, part) in [(0, "game 2"), (0, "line 10"), (1, "game 4")] {
        assert!(problems[problem].contains(part), "{problems:?}");
    }
    let notice = Words::default().say(&facts[0].notice().unwrap());
    let begins = "2 games imported. 2 games couldn't be read: ";
    assert!(notice.starts_with(begins), "{notice}");
    let games = table.get::<Library>().games.iter();
    let mut boards: Vec<&str> = games.map(|game| &*game.board).collect();
    boards.sort_unstable();
    assert_eq!(boards, ["chess", "icochess"]);

    let facts = ask(&mut table, one_game());
    assert!(matches!(&facts[0], LibraryFact::Imported { files, .. } if files.len() == 1));
    for (bad, part) in [
        (Import::Text(String::new()), ""),
        (Import::File(dir.path().to_owned()), ""),
        (Import::File(dir.path().join("none.pgn")), "none.pgn"),
    ] {
        let facts = ask(&mut table, LibraryRequest::Import(bad));
        let why = failure(&facts);
        assert!(!why.is_empty() && why.contains(part), "{why}");
    }
}

#[test]
fn mismatching_index_is_rebuilt() {
    let dir = folder(&[GAME, "1. d4 d5 *", "no game"]);
    let mut table = Table::saving(dir.path());
    let games = list(&mut table);
    assert_eq!(games.len(), 3);
    let bad = games.iter().find(|game| game.problem.is_some()).unwrap();
    assert_eq!(bad.file, "game-3.pgn");
    let index = dir.path().join("games/index.ron");
    let text = fs::read_to_string(&index).unwrap();
    let (_, entries) = text.split_once(',').unwrap();
    for wrong in [
        format!("(0,{entries}"),
        text[..text.len() / 2].to_owned(),
        String::new(),
    ] {
        fs::write(&index, &wrong).unwrap();
        drop(table);
        table = Table::saving(dir.path());
        assert_eq!(list(&mut table), games);
        assert_eq!(fs::read_to_string(&index).unwrap(), text);
    }
    // A folder in place of the index only costs time.
    fs::remove_file(&index).unwrap();
    fs::create_dir(&index).unwrap();
    drop(table);
    table = Table::saving(dir.path());
    assert_eq!(list(&mut table), games);
    // Changed files are read again, and removed files are not listed.
    fs::write(dir.path().join("games/game-2.pgn"), "1. d4 d5 2. c4 *").unwrap();
    fs::remove_file(dir.path().join("games/game-3.pgn")).unwrap();
    let mut plies: Vec<u32> = list(&mut table).iter().map(|game| game.plies).collect();
    plies.sort_unstable();
    assert_eq!(plies, [3, 3]);
}

#[test]
fn unreadable_folder_is_reported() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("games"), "mine").unwrap();
    let mut table = Table::saving(dir.path());
    let facts = ask(&mut table, LibraryRequest::List);
    let why = failure(&facts);
    assert!(why.contains("games cannot be read"), "{why}");
    assert!(!failure(&ask(&mut table, one_game())).is_empty());
    let kept = fs::read_to_string(dir.path().join("games"));
    assert_eq!(kept.unwrap(), "mine");
    // Without a data folder.
    let mut table = Table::new();
    let facts = ask(&mut table, LibraryRequest::List);
    assert!(failure(&facts).contains("no folder"), "{facts:?}");
}

#[test]
fn only_one_of_two_programs_writes_the_library() {
    let dir = folder(&[GAME]);
    let mut first = Table::saving(dir.path());
    let mut second = Table::saving(dir.path());
    assert_eq!(list(&mut second).len(), 1);
    assert!(!dir.path().join("games/index.ron").exists());
    for request in [
        LibraryRequest::Delete("game-1.pgn".into()),
        LibraryRequest::Rename("game-1.pgn".into(), names("", "X", "")),
        one_game(),
    ] {
        let facts = ask(&mut second, request);
        assert!(failure(&facts).contains("another Icochess"), "{facts:?}");
    }
    assert_eq!(files(&dir.path().join("games")), ["game-1.pgn"]);
    assert_eq!(list(&mut first).len(), 1);
    drop(first);
    ask(&mut second, one_game());
    assert_eq!(second.get::<Library>().games.len(), 2);
}

#[test]
fn dropped_file_is_imported() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("dropped.pgn");
    fs::write(&file, GAME).unwrap();
    let mut app = headless::window(Display::Flat, Settings::default());
    app.insert_resource(Store::open(Some(&dir.path().join("data"))).unwrap());
    let mut table = Table { app };
    table.ask(FileDragAndDrop::DroppedFile {
        window: Entity::PLACEHOLDER,
        path_buf: file,
    });
    table.wait(|table| (table.get::<Library>().games.len() == 1).then_some(()));
    let names = table.get::<Library>().games[0].names.clone();
    assert_eq!(names, self::names("Club", "Ada", "Bert"));
}

#[test]
fn ten_thousand_games_are_listed_quickly() {
    let dir = folder(&[]);
    let games = dir.path().join("games");
    for number in 1..=10_000 {
        let game = format!("[White \"Player {number}\"]\n\n1. e4 e5 *\n");
        fs::write(games.join(format!("game-{number}.pgn")), game).unwrap();
    }
    let mut table = Table::saving(dir.path());
    let begun = Instant::now();
    assert_eq!(list(&mut table).len(), 10_000);
    let anew = begun.elapsed();
    drop(table);
    let mut table = Table::saving(dir.path());
    let begun = Instant::now();
    table.facts::<LibraryFact>();
    table.ask(LibraryRequest::List);
    table.wait(|table| (!table.facts::<LibraryFact>().is_empty()).then_some(()));
    let indexed = begun.elapsed();
    println!("10 000 games: read anew in {anew:.2?}, listed by the index in {indexed:.3?}");
    assert_eq!(table.get::<Library>().games.len(), 10_000);
    // The target is 0.3 s; a busy machine takes longer.
    assert!(indexed < Duration::from_secs(3), "{indexed:?}");
}
