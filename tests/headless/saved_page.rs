//! The Saved games page: its messages, and operations that take long.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::text::EditableText;
use icochess::display::Display;
use icochess::language::Words;
use icochess::save::Notice;
use icochess::save::library::Library;
use icochess::save::library::messages::{Import, LibraryFact, LibraryRequest, Progress, Rest};
use icochess::save::settings::Settings;
use icochess::save::store::Store;
use icochess::ui::commands::command::{Command, CommandRequested};
use icochess::ui::state::saved::SavedView;
use icochess::ui::state::screen::Screen;
use icochess_message::Msg;

use crate::asking::{
    self, LIMIT, Recorded, all, focused, frames, get, get_mut, go_to, has_text, laid_out, plies,
    press, record, shown_page, texts, until,
};
use crate::headless::{self, named};

/// Creates the game in a window with `dir` as data folder, with additions by `prepare`.
fn window_with(dir: &Path, prepare: impl FnOnce(&mut App)) -> App {
    let store = Store::open(Some(dir)).unwrap();
    headless::window_with(Display::Flat, Settings::default(), |app| {
        prepare(app);
        app.insert_resource(store);
        record::<LibraryFact>(app);
    })
}

fn window(dir: &Path) -> App {
    window_with(dir, |_| {})
}

/// Opens the page in a window and waits for its list.
fn page(dir: &Path) -> App {
    let mut app = window(dir);
    open(&mut app, Screen::Saved);
    app
}

/// Opens the page in a window with UI layout.
fn laid_out_page(dir: &Path) -> App {
    let mut app = window_with(dir, headless::lay_out);
    open(&mut app, Screen::Saved);
    app
}

/// Returns the rectangles of the controls whose names start with `names`, a few frames later.
fn places<const COUNT: usize>(app: &mut App, names: [&str; COUNT]) -> [Rect; COUNT] {
    frames(app, 3);
    names.map(|name| {
        let mut names = all::<Name>(app).into_iter();
        let found = names.find(|(_, it)| it.starts_with(name));
        let control = found.unwrap_or_else(|| panic!("no {name}")).0;
        laid_out(app, control)
    })
}

/// Opens a page as its button does, and waits for the list of games.
fn open(app: &mut App, screen: Screen) {
    let listed = |app: &App| {
        let facts = get::<Recorded<LibraryFact>>(app).0.iter();
        facts.filter(|fact| **fact == LibraryFact::Listed).count()
    };
    let before = listed(app);
    asking::ask(app, CommandRequested(Command::Open(screen)));
    until(app, "the list", |app| listed(app) > before);
    assert_eq!(shown_page(app), screen);
}

/// Waits until a text contains `part`.
fn wait_for(app: &mut App, part: &str) {
    let end = Instant::now() + LIMIT;
    while !has_text(app, part) {
        assert!(Instant::now() < end, "no {part:?}: {:?}", texts(app));
        app.update();
        sleep(Duration::from_millis(2));
    }
}

/// Selects the saved game in `file`.
fn choose(app: &mut App, file: &str) {
    let mut games = get::<Library>(app).games.iter();
    let game = games.find(|game| game.file == file).unwrap().clone();
    get_mut::<SavedView>(app).choose(&game);
    frames(app, 2);
}

/// Creates a folder with this saved game.
fn folder(game: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("games")).unwrap();
    fs::write(dir.path().join("games/game-1.pgn"), game).unwrap();
    dir
}

/// Returns whether the list row called `title` contains a picture.
fn has_picture(world: &World, title: &str) -> bool {
    let title = title.to_lowercase();
    world.iter_entities().any(|it| {
        let name = it.get::<Name>().map_or("", Name::as_str);
        let children = it.get::<Children>().into_iter().flatten();
        let mut pictures = children.filter(|child| world.get::<ImageNode>(**child).is_some());
        name.starts_with("item ") && name.contains(&title) && pictures.next().is_some()
    })
}

#[test]
fn empty_list_offers_no_game_to_choose() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = page(dir.path());
    until(&mut app, "the list", |app| get::<Library>(app).is_listed);
    frames(&mut app, 2);
    assert!(has_text(&mut app, "No games yet"));
    assert!(!has_text(&mut app, "Choose a game"));
}

#[test]
fn games_are_listed_with_picture_and_names_or_board() {
    let about = "unfinished · 1 move · 8×8 chess";
    let unnamed = ("8×8 chess", "unfinished · 1 move");
    let icochess = "[Event \"Icochess\"]";
    let strong = "[Black \"Icochess, Strong 5\"]";
    for (tags, (title, about)) in [
        ("", unnamed),
        (icochess, unnamed),
        ("[Event \"?\"]", unnamed),
        (
            &*format!("{icochess}\n[White \"Ada\"]"),
            ("Ada – Black", about),
        ),
        (
            &*format!("{icochess}\n{strong}"),
            ("White – computer, level 5", about),
        ),
        (
            "[Event \"Club\"]\n[White \"Ada\"]\n[Black \"Bob\"]",
            ("Club: Ada – Bob", about),
        ),
        ("[Event \"Club\"]", ("Club", about)),
    ] {
        let dir = folder(&format!("{tags}\n\n1. d4 d5 *"));
        let mut app = page(dir.path());
        frames(&mut app, 2);
        let shown = texts(&mut app);
        for words in [title, about] {
            assert!(shown.iter().any(|it| it == words), "{tags}: {shown:?}");
        }
        until(&mut app, "the picture", |app| {
            has_picture(app.world(), title)
        });
    }
}

#[test]
fn keyboard_focus_starts_at_the_first_game_of_the_list() {
    let dir = folder("1. d4 d5 *");
    let mut app = window(dir.path());
    for _ in 0..2 {
        asking::open(&mut app, Screen::Home);
        go_to(&mut app, "button saved games");
        headless::keys(&mut app, &[KeyCode::Enter]);
        until(&mut app, "the first game", |app| {
            focused(app).is_some_and(|it| it.starts_with("item 8×8 chess"))
        });
        assert_eq!(shown_page(&app), Screen::Saved);
    }
}

#[test]
fn game_fixed_while_page_is_open_can_be_opened() {
    let dir = folder("1. d4 d9 *");
    let mut app = page(dir.path());
    choose(&mut app, "game-1.pgn");
    press(&mut app, "button open");
    wait_for(&mut app, "game-1.pgn cannot be read");
    assert_eq!(shown_page(&app), Screen::Saved);
    fs::write(dir.path().join("games/game-1.pgn"), "1. d4 d5 *").unwrap();
    press(&mut app, "button open");
    until(&mut app, "the board", |app| shown_page(app) == Screen::Game);
    app.update();
    assert_eq!(plies(&app), 2);
}

#[test]
fn page_reports_successes_and_failures() {
    let dir = folder("1. d4 d5 *");
    // Names of maximum length, in characters of three bytes.
    let name = "\u{9ce5}".repeat(40);
    let people = format!("[White \"{name}\"]\n[Black \"{name}\"]");
    let named = format!("[Date \"2026.07.01\"]\n{people}\n\n1. d4 d5 *");
    fs::write(dir.path().join("games/game-2.pgn"), named).unwrap();
    let mut app = page(dir.path());
    choose(&mut app, "game-1.pgn");
    press(&mut app, "button export pgn");
    wait_for(&mut app, "Saved the game as ");
    assert!(has_text(&mut app, "exports/game-1.pgn"));
    // The message stays when another page is opened.
    open(&mut app, Screen::Players);
    assert!(has_text(&mut app, "Saved the game as "));
    headless::pass(&mut app, 9.0);
    assert!(!has_text(&mut app, "Saved the game as "));
    open(&mut app, Screen::Saved);
    choose(&mut app, "game-2.pgn");
    press(&mut app, "button export pgn");
    wait_for(&mut app, "Saved the game as ");
    let exports = fs::read_dir(dir.path().join("exports")).unwrap();
    let exports: Vec<_> = exports.map(|it| it.unwrap().file_name()).collect();
    let is_named = |file: &OsString| file.to_string_lossy().contains('\u{9ce5}');
    assert_eq!(exports.len(), 2);
    assert!(exports.iter().any(is_named), "{exports:?}");
    // Failures.
    open(&mut app, Screen::Saved);
    choose(&mut app, "game-1.pgn");
    fs::remove_dir_all(dir.path().join("exports")).unwrap();
    fs::write(dir.path().join("exports"), "in the way").unwrap();
    press(&mut app, "button export pgn");
    wait_for(&mut app, "exports cannot be written");
    open(&mut app, Screen::Players);
    assert!(has_text(&mut app, "exports cannot be written"));
}

#[test]
fn messages_and_progress_do_not_move_the_page() {
    let dir = folder("1. d4 d5 *");
    let mut app = laid_out_page(dir.path());
    choose(&mut app, "game-1.pgn");
    // Waits for the end of the listing as well.
    sleep(Duration::from_millis(200));
    let places = |app: &mut App| places(app, ["item 8×8 chess", "button open", "button back"]);
    let before = places(&mut app);
    assert!(before.iter().all(|place| place.width() > 10.0));
    asking::ask(&mut app, Notice(Msg::verbatim("It is done.")));
    assert_eq!(places(&mut app), before);
    assert!(has_text(&mut app, "It is done."));
    headless::pass(&mut app, 9.0);
    assert!(!has_text(&mut app, "It is done."));
    assert_eq!(places(&mut app), before);
    let progress = Progress::Listed { done: 3, of: 120 };
    get_mut::<Library>(&mut app).progress = Some(progress);
    assert_eq!(places(&mut app), before);
    assert!(has_text(&mut app, "3 of 120 games"));
    named(&mut app, "button stop");
    get_mut::<Library>(&mut app).progress = None;
    assert_eq!(places(&mut app), before);
}

/// Waits for the end of an import. Returns the number of files, the number of games left out, and
/// the rest.
fn imported(app: &mut App) -> (usize, usize, Rest) {
    let found = |app: &App| {
        let facts = &get::<Recorded<LibraryFact>>(app).0;
        facts.iter().find_map(|fact| match fact {
            LibraryFact::Imported {
                files,
                left_out,
                rest,
                ..
            } => Some((files.len(), *left_out, rest.clone())),
            _ => None,
        })
    };
    until(app, "the end", |app| found(app).is_some());
    found(app).unwrap()
}

#[test]
fn import_shows_progress_and_can_be_stopped() {
    const GAMES: usize = 9_000;
    let dir = folder("1. d4 d5 *");
    let mut app = page(dir.path());
    let many = dir.path().join("many.pgn");
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n\n";
    fs::write(&many, game.repeat(GAMES)).unwrap();
    asking::ask(&mut app, LibraryRequest::Import(Import::File(many)));
    until(&mut app, "games", |app| {
        let progress = get::<Library>(app).progress;
        matches!(progress, Some(Progress::Read { games: 1.., .. }))
    });
    app.update();
    assert!(has_text(&mut app, " MB read"));
    press(&mut app, "button stop");
    let (files, _, rest) = imported(&mut app);
    assert_eq!(rest, Rest::Stopped);
    assert!((1..GAMES).contains(&files), "{files}");
    wait_for(&mut app, "imported. The rest wasn't read");
    // The games imported before the stop are listed.
    until(&mut app, "the list", |app| {
        let library = get::<Library>(app);
        library.games.len() == files + 1 && library.progress.is_none()
    });
}

#[test]
fn second_import_waits_for_the_first() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = window(dir.path());
    for games in [300, 2] {
        let text = "1. e4 *\n\n".repeat(games);
        asking::ask(&mut app, LibraryRequest::Import(Import::Text(text)));
    }
    until(&mut app, "both", |app| {
        get::<Library>(app).games.len() == 302
    });
    let facts = get::<Recorded<LibraryFact>>(&app)
        .0
        .iter()
        .filter_map(|fact| match fact {
            LibraryFact::Imported { files, .. } => Some(files.len()),
            _ => None,
        });
    assert_eq!(facts.collect::<Vec<_>>(), [300, 2]);
}

#[test]
fn games_beyond_the_import_limit_are_counted() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = window(dir.path());
    let text = "1. e4 *\n\n".repeat(10_000) + &"1. d4 *\n\n".repeat(3) + "1. e4 Ke7 *\n\n";
    asking::ask(&mut app, LibraryRequest::Import(Import::Text(text)));
    assert_eq!(imported(&mut app), (10_000, 0, Rest::TooMany(4)));
    let facts = &get::<Recorded<LibraryFact>>(&app).0;
    let message = Words::default().say(&facts[0].notice().unwrap());
    let wanted = "10000 games imported. 4 more games were left out (limit per file: 10000).";
    assert_eq!(message, wanted);
}

#[test]
fn huge_or_missing_file_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = window(dir.path());
    let [vast, missing] = ["vast.pgn", "missing.pgn"].map(|name| dir.path().join(name));
    File::create(&vast).unwrap().set_len(1 << 40).unwrap();
    for (path, why) in [
        (vast.as_path(), "no game ends within 256 MiB"),
        (Path::new("/dev/zero"), "expected a file"),
        (missing.as_path(), "No such file"),
    ] {
        asking::ask(
            &mut app,
            LibraryRequest::Import(Import::File(path.to_owned())),
        );
        wait_for(&mut app, why);
        let all = texts(&mut app);
        let message = all.iter().find(|text| text.contains(why)).unwrap();
        assert_eq!(message.matches("cannot be read").count(), 1, "{message}");
        assert!(!message.contains("imported"), "{message}");
        // OS error numbers don't help users.
        assert!(!message.contains("os error"), "{message}");
    }
    assert!(!dir.path().join("games/game-1.pgn").exists());
}

#[test]
fn tag_values_are_edited_without_control_characters() {
    let dir = folder("[White \"A\u{202e}da\u{2028}\"]\n\n1. d4 d5 *");
    let mut app = page(dir.path());
    choose(&mut app, "game-1.pgn");
    let field = named(&mut app, "field white player");
    let text = app.world().get::<EditableText>(field).unwrap();
    assert_eq!(text.value().to_string(), "Ada");
}

#[test]
fn long_names_do_not_slow_the_page_and_stay_in_the_file() {
    let long = "x".repeat(1_000_000);
    let game = format!("[White \"{long}\"]\n[Black \"{long}\"]\n\n1. d4 d5 *");
    let dir = folder(&game);
    for number in 2..=8 {
        let file = dir.path().join(format!("games/game-{number}.pgn"));
        fs::write(file, &game).unwrap();
    }
    let mut app = laid_out_page(dir.path());
    let begun = Instant::now();
    choose(&mut app, "game-1.pgn");
    assert!(has_text(&mut app, "xxx… – xxx"));
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(1), "{took:?}");
    get_mut::<SavedView>(&mut app).names.black = "Ada".to_owned();
    press(&mut app, "button rename");
    wait_for(&mut app, "xxx… – Ada");
    let kept = fs::read_to_string(dir.path().join("games/game-1.pgn")).unwrap();
    assert!(kept.contains(&format!("[White \"{long}\"]")) && kept.contains("[Black \"Ada\"]"));
}

#[test]
fn paging_buttons_appear_only_with_several_pages() {
    let dir = folder("1. d4 d5 *");
    for (games, is_turned) in [(1, false), (9, true)] {
        for number in 2..=games {
            let file = dir.path().join(format!("games/game-{number}.pgn"));
            fs::write(file, "1. d4 d5 *").unwrap();
        }
        let mut app = laid_out_page(dir.path());
        for name in ["button newer", "button older"] {
            let [place] = places(&mut app, [name]);
            assert_eq!(place.height() > 0.0, is_turned, "{name} of {games}");
        }
        assert_eq!(has_text(&mut app, "page 1 of"), is_turned);
    }
}
