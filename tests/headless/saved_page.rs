//! The page of the saved games, as people use it: what they are told on it, and what takes long.

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
    self, LIMIT, focused, frames, get, get_mut, go_to, is_told, laid_out, plies, press, shown_page,
    texts, until,
};
use crate::headless::{self, named};

/// The facts about the saved games, since the start.
#[derive(Resource, Default)]
struct Facts(Vec<LibraryFact>);

fn note(mut told: MessageReader<LibraryFact>, mut facts: ResMut<Facts>) {
    facts.0.extend(told.read().cloned());
}

/// The game in a window that saves below `dir`, with what `prepare` adds.
fn window_with(dir: &Path, prepare: impl FnOnce(&mut App)) -> App {
    let store = Store::open(Some(dir)).unwrap();
    headless::window_with(Display::Flat, Settings::default(), |app| {
        prepare(app);
        app.insert_resource(store)
            .init_resource::<Facts>()
            .add_systems(Last, note);
    })
}

fn window(dir: &Path) -> App {
    window_with(dir, |_| {})
}

/// The page in such a window, with its list.
fn page(dir: &Path) -> App {
    let mut app = window(dir);
    open(&mut app, Screen::Saved);
    app
}

/// The page as it is laid out.
fn laid_out_page(dir: &Path) -> App {
    let mut app = window_with(dir, headless::lay_out);
    open(&mut app, Screen::Saved);
    app
}

/// The places of the controls whose names begin so, a few frames later.
fn places<const COUNT: usize>(app: &mut App, names: [&str; COUNT]) -> [Rect; COUNT] {
    frames(app, 3);
    names.map(|name| {
        let world = app.world_mut();
        let mut all = world.query::<(Entity, &Name)>();
        let found = all.iter(world).find(|(_, it)| it.starts_with(name));
        let control = found.unwrap_or_else(|| panic!("no {name}")).0;
        laid_out(app, control)
    })
}

/// Opens a page as its button does, and waits for the list of the games.
fn open(app: &mut App, screen: Screen) {
    let listed = |app: &App| {
        let facts = get::<Facts>(app).0.iter();
        facts.filter(|fact| **fact == LibraryFact::Listed).count()
    };
    let before = listed(app);
    asking::ask(app, CommandRequested(Command::Open(screen)));
    until(app, "the list", |app| listed(app) > before);
    assert_eq!(shown_page(app), screen);
}

/// Waits until that is written somewhere.
fn wait_for(app: &mut App, part: &str) {
    let end = Instant::now() + LIMIT;
    while !is_told(app, part) {
        assert!(Instant::now() < end, "no {part:?}: {:?}", texts(app));
        app.update();
        sleep(Duration::from_millis(2));
    }
}

/// Chooses the saved game in that file.
fn choose(app: &mut App, file: &str) {
    let mut games = get::<Library>(app).games.iter();
    let game = games.find(|game| game.file == file).unwrap().clone();
    get_mut::<SavedView>(app).choose(&game);
    frames(app, 2);
}

/// A folder with this saved game.
fn folder(game: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("games")).unwrap();
    fs::write(dir.path().join("games/game-1.pgn"), game).unwrap();
    dir
}

/// Whether the row of the list that is called so has a picture in it.
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
fn every_game_of_the_list_has_its_picture_and_board_and_is_called_by_it_without_other_names() {
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
            ("White – Strong 5", about),
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
        let told = texts(&mut app);
        for words in [title, about] {
            assert!(told.iter().any(|it| it == words), "{tags}: {told:?}");
        }
        until(&mut app, "the picture", |app| {
            has_picture(app.world(), title)
        });
    }
}

#[test]
fn the_keyboard_begins_at_the_first_game_of_the_list_also_when_that_comes_later() {
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
fn a_game_that_is_mended_while_the_page_is_open_is_opened() {
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
fn what_was_done_and_what_failed_is_told_on_the_page() {
    let dir = folder("1. d4 d5 *");
    // As long as names can be, of letters of three bytes.
    let name = "\u{9ce5}".repeat(40);
    let people = format!("[White \"{name}\"]\n[Black \"{name}\"]");
    let named = format!("[Date \"2026.07.01\"]\n{people}\n\n1. d4 d5 *");
    fs::write(dir.path().join("games/game-2.pgn"), named).unwrap();
    let mut app = page(dir.path());
    choose(&mut app, "game-1.pgn");
    press(&mut app, "button export pgn");
    wait_for(&mut app, "The game was saved as ");
    assert!(is_told(&mut app, "exports/game-1.pgn"));
    // Who goes to another page still sees it.
    open(&mut app, Screen::Players);
    assert!(is_told(&mut app, "The game was saved as "));
    headless::pass(&mut app, 9.0);
    assert!(!is_told(&mut app, "The game was saved as "));
    open(&mut app, Screen::Saved);
    choose(&mut app, "game-2.pgn");
    press(&mut app, "button export pgn");
    wait_for(&mut app, "The game was saved as ");
    let exports = fs::read_dir(dir.path().join("exports")).unwrap();
    let exports: Vec<_> = exports.map(|it| it.unwrap().file_name()).collect();
    let is_named = |file: &OsString| file.to_string_lossy().contains('\u{9ce5}');
    assert_eq!(exports.len(), 2);
    assert!(exports.iter().any(is_named), "{exports:?}");
    // And what fails.
    open(&mut app, Screen::Saved);
    choose(&mut app, "game-1.pgn");
    fs::remove_dir_all(dir.path().join("exports")).unwrap();
    fs::write(dir.path().join("exports"), "in the way").unwrap();
    press(&mut app, "button export pgn");
    wait_for(&mut app, "exports cannot be written");
    open(&mut app, Screen::Players);
    assert!(is_told(&mut app, "exports cannot be written"));
}

#[test]
fn nothing_on_the_page_moves_when_a_message_or_the_progress_of_a_task_comes_and_goes() {
    let dir = folder("1. d4 d5 *");
    let mut app = laid_out_page(dir.path());
    choose(&mut app, "game-1.pgn");
    // Listing them has ended, too.
    sleep(Duration::from_millis(200));
    let places = |app: &mut App| places(app, ["item 8×8 chess", "button open", "button back"]);
    let before = places(&mut app);
    assert!(before.iter().all(|place| place.width() > 10.0));
    asking::ask(&mut app, Notice(Msg::verbatim("It is done.")));
    assert_eq!(places(&mut app), before);
    assert!(is_told(&mut app, "It is done."));
    headless::pass(&mut app, 9.0);
    assert!(!is_told(&mut app, "It is done."));
    assert_eq!(places(&mut app), before);
    let progress = Progress::Listed { done: 3, of: 120 };
    get_mut::<Library>(&mut app).progress = Some(progress);
    assert_eq!(places(&mut app), before);
    assert!(is_told(&mut app, "3 of 120 games"));
    named(&mut app, "button stop");
    get_mut::<Library>(&mut app).progress = None;
    assert_eq!(places(&mut app), before);
}

/// Waits for the end of an import; gives the number of games, of those left out, and the rest.
fn imported(app: &mut App) -> (usize, usize, Rest) {
    let found = |app: &App| {
        get::<Facts>(app).0.iter().find_map(|fact| match fact {
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
fn an_import_is_seen_as_it_goes_on_and_stopped() {
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
    assert!(is_told(&mut app, " MB read"));
    press(&mut app, "button stop");
    let (files, _, rest) = imported(&mut app);
    assert_eq!(rest, Rest::Stopped);
    assert!((1..GAMES).contains(&files), "{files}");
    wait_for(&mut app, "imported. The rest was not read");
    // What there is of it is listed.
    until(&mut app, "the list", |app| {
        let library = get::<Library>(app);
        library.games.len() == files + 1 && library.progress.is_none()
    });
}

#[test]
fn games_beyond_the_most_of_one_file_are_counted() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = window(dir.path());
    let text = "1. e4 *\n\n".repeat(10_000) + &"1. d4 *\n\n".repeat(3) + "1. e4 Ke7 *\n\n";
    asking::ask(&mut app, LibraryRequest::Import(Import::Text(text)));
    assert_eq!(imported(&mut app), (10_000, 0, Rest::TooMany(4)));
    let facts = &get::<Facts>(&app).0;
    let told = Words::default().say(&facts[0].notice().unwrap());
    let wanted = "10000 games imported. 4 more games were left out: at most 10000 are taken \
                  from one file.";
    assert_eq!(told, wanted);
}

#[test]
fn a_file_without_an_end_is_no_file_of_games() {
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
        let told = all.iter().find(|text| text.contains(why)).unwrap();
        assert_eq!(told.matches("cannot be read").count(), 1, "{told}");
        assert!(!told.contains("imported"), "{told}");
        // Numbers of the system help nobody.
        assert!(!told.contains("os error"), "{told}");
    }
    assert!(!dir.path().join("games/game-1.pgn").exists());
}

#[test]
fn what_a_tag_says_is_typed_on_without_what_steers() {
    let dir = folder("[White \"A\u{202e}da\u{2028}\"]\n\n1. d4 d5 *");
    let mut app = page(dir.path());
    choose(&mut app, "game-1.pgn");
    let field = named(&mut app, "field white player");
    let text = app.world().get::<EditableText>(field).unwrap();
    assert_eq!(text.value().to_string(), "Ada");
}

#[test]
fn long_names_do_not_hold_up_the_page_and_stay_in_the_file() {
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
    assert!(is_told(&mut app, "xxx… – xxx"));
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(1), "{took:?}");
    get_mut::<SavedView>(&mut app).names.black = "Ada".to_owned();
    press(&mut app, "button rename");
    wait_for(&mut app, "xxx… – Ada");
    let kept = fs::read_to_string(dir.path().join("games/game-1.pgn")).unwrap();
    assert!(kept.contains(&format!("[White \"{long}\"]")) && kept.contains("[Black \"Ada\"]"));
}

#[test]
fn pages_are_turned_only_where_there_are_more_than_one() {
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
        assert_eq!(is_told(&mut app, "page 1 of"), is_turned);
    }
}
