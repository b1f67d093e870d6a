//! The computer plays a series of games against itself.

use std::fs;

use accesskit::Action;
use bevy::prelude::*;
use icochess::computer::series::{Course, Series};
use icochess::computer::{Computer, SidePlayer};
use icochess::display::Display;
use icochess::game::messages::GameRequest;
use icochess::save::settings::Settings;
use icochess::save::store::Store;
use icochess::ui::commands::command::{Command, CommandConfirmed, CommandRequested};
use icochess::ui::state::screen::Screen;
use icochess::ui::state::setup::Setup;
use icochess_boards::Variant;
use icochess_rules::{Outcome, Record, Side};

use super::opponent::{QUICK, long};
use super::read_file;
use crate::asking::{ask, frames, is_shown, is_told, open, plies, texts, the_match, until};
use crate::headless;
use crate::table::FILE;

fn press(app: &mut App, name: &str) {
    headless::ask(app, name, Action::Click);
}

fn course(app: &App) -> Option<Course> {
    app.world().resource::<Series>().course().cloned()
}

fn number(app: &App) -> u16 {
    course(app).map_or(0, |course| course.number())
}

/// The half points of the quick player and of the random one, as the program has them.
fn score(app: &App) -> [u16; 2] {
    let course = course(app).expect("a series");
    let computer = app.world().resource::<Computer>();
    let quick = Side::ALL
        .into_iter()
        .find(|side| *computer.of(*side) == QUICK)
        .expect("the quick player");
    [quick, !quick].map(|side| course.half_points(side))
}

/// Sets so many games of 8x8 chess up on the page, and begins them.
fn begin(app: &mut App, games: u16) {
    // By its command the page is filled in like the game that is played.
    ask(app, CommandRequested(Command::Open(Screen::NewGame)));
    frames(app, 3);
    press(app, "choice board 8×8 chess");
    press(app, "choice who plays the computer against itself");
    press(app, "choice black plays random");
    for _ in 1..games {
        headless::ask(app, "slider games", Action::Increment);
    }
    assert_eq!(app.world().resource::<Setup>().games, games);
    press(app, "button start");
}

#[test]
fn how_long_a_move_stays_in_sight_is_set_where_the_games_are() {
    let mut app = headless::window(Display::Flat, Settings::default());
    ask(&mut app, CommandRequested(Command::Open(Screen::NewGame)));
    frames(&mut app, 3);
    let slider = "slider pause between computer moves";
    assert!(!is_shown(&mut app, slider));
    press(&mut app, "choice who plays the computer against itself");
    assert!(is_shown(&mut app, slider));
    headless::ask(&mut app, slider, Action::Increment);
    assert_eq!(app.world().resource::<Computer>().delay, 2.0);
    assert_eq!(app.world().resource::<Settings>().computer.delay, 2.0);
}

fn until_over(app: &mut App, game: u16) {
    until(app, &format!("the end of game {game}"), |app| {
        number(app) == game && the_match(app).outcome().is_some()
    });
    frames(app, 1);
}

#[test]
fn games_follow_one_another_with_the_sides_changed_and_the_score_is_that_of_their_files() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(Some(dir.path())).unwrap();
    let settings = long(
        Some(SidePlayer {
            computer: false,
            ..QUICK
        }),
        Some(QUICK),
    );
    let mut app = headless::window_with(Display::Flat, settings, |app| {
        app.insert_resource(store);
    });
    begin(&mut app, 4);
    for game in 1..=4 {
        until_over(&mut app, game);
        // Four random plies, of which none ended the game.
        assert!(plies(&app) > 4);
        assert_eq!(score(&app).iter().sum::<u16>(), 2 * game);
        if game == 2 {
            // The next one waits as long as somebody wants it to.
            press(&mut app, "button pause");
            headless::pass(&mut app, 10.0);
            assert!(number(&app) == 2 && is_told(&mut app, "Go on"));
            press(&mut app, "button pause");
        }
        // The result is announced meanwhile, and closed by the next game.
        headless::pass(&mut app, 2.0);
        if game < 4 {
            assert!(is_told(&mut app, &format!("Game {game} of 4. ")));
        }
        headless::pass(&mut app, 2.0);
    }
    headless::pass(&mut app, 10.0);
    assert_eq!(number(&app), 4, "no more than that");
    app.world().resource::<Store>().queue().flush(FILE);
    let mut files: Vec<Record> = fs::read_dir(dir.path().join("games"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "pgn"))
        .map(|path| read_file(&path))
        .collect();
    files.sort_by_key(|game| game.tags()["Round"].clone());
    assert_eq!(files.len(), 4);
    let (quick, random) = ("Icochess, Strong 1", "Icochess, Random 1");
    let mut expected = [0, 0];
    for (number, game) in files.iter().enumerate() {
        let [white, black] = if number % 2 == 0 {
            [quick, random]
        } else {
            [random, quick]
        };
        assert_eq!(game.tags()["White"], white);
        assert_eq!(game.tags()["Black"], black);
        match game.outcome().and_then(Outcome::winner) {
            None => expected = expected.map(|points| points + 1),
            Some(side) => {
                let name = &game.tags()[&side.to_string()];
                expected[usize::from(name != quick)] += 2;
            }
        }
    }
    assert_eq!(score(&app), expected);
    // Two games begin alike.
    let start = |game: &Record| game.line()[..4].to_vec();
    assert_eq!(start(&files[0]), start(&files[1]));
    assert_eq!(start(&files[2]), start(&files[3]));
}

/// A series of three games, of which the first is over: Black has resigned.
fn after_one() -> App {
    let mut app = headless::window(Display::Flat, Settings::default());
    app.world_mut().resource_mut::<Computer>().delay = 60.0;
    begin(&mut app, 3);
    assert_eq!(number(&app), 1);
    // The plates have the points.
    assert!(is_told(&mut app, "White: computer, level 2 (0)"));
    ask(&mut app, GameRequest::Resign(Side::Black));
    frames(&mut app, 2);
    assert!(is_told(&mut app, "White: computer, level 2 (1)"));
    app
}

#[test]
fn points_are_told_apart_from_the_levels_in_the_names() {
    let mut app = after_one();
    headless::pass(&mut app, 2.0);
    let told = "Game 1 of 3. Strong 2: 1 · Random 2: 0";
    assert!(is_told(&mut app, told), "{:?}", texts(&mut app));
    app.world_mut().resource_mut::<Settings>().language = "de".to_owned();
    headless::pass(&mut app, 0.2);
    let told = "Partie 1 von 3. Stark 2: 1 · Zufall 2: 0";
    assert!(is_told(&mut app, told), "{:?}", texts(&mut app));
}

#[test]
fn undo_another_game_and_a_person_stop_the_series_from_going_on() {
    let mut app = after_one();
    headless::pass(&mut app, 4.0);
    assert_eq!(number(&app), 2);
    assert_eq!(the_match(&app).outcome(), None);
    // Who takes the end back plays that game on.
    let mut app = after_one();
    ask(&mut app, GameRequest::Undo);
    headless::pass(&mut app, 10.0);
    assert!(number(&app) == 1 && the_match(&app).outcome().is_none());
    ask(&mut app, GameRequest::Resign(Side::White));
    frames(&mut app, 2);
    let course = course(&app).unwrap();
    assert_eq!(course.half_points(Side::White), 0, "it counts once");
    assert_eq!(course.half_points(Side::Black), 2);
    // A page that is filled in is not closed, and the series goes on after it.
    open(&mut app, Screen::NewGame);
    headless::pass(&mut app, 10.0);
    assert_eq!(number(&app), 1);
    open(&mut app, Screen::Moves);
    headless::pass(&mut app, 1.0);
    assert_eq!(number(&app), 2);
    assert_eq!(crate::asking::shown_page(&app), Screen::Moves);
    // Another game, a person, and the button end it.
    let mut app = after_one();
    ask(
        &mut app,
        GameRequest::Load(Variant::Chess.board().new_game()),
    );
    headless::pass(&mut app, 5.0);
    assert_eq!((number(&app), plies(&app)), (0, 0));
    let mut app = after_one();
    press(&mut app, "button pause");
    app.world_mut()
        .resource_mut::<Computer>()
        .of_mut(Side::White)
        .computer = false;
    frames(&mut app, 2);
    assert_eq!(number(&app), 0);
    let mut app = after_one();
    headless::pass(&mut app, 1.5);
    press(&mut app, "button end the series");
    headless::pass(&mut app, 5.0);
    assert_eq!(number(&app), 0);
    assert!(the_match(&app).outcome().is_some());
}

#[test]
fn a_series_by_the_clock_starts_it_again_in_every_game() {
    let mut app = headless::window(Display::Flat, long(None, None));
    open(&mut app, Screen::NewGame);
    press(&mut app, "choice clock 5+0");
    begin(&mut app, 2);
    for game in [1, 2] {
        until(&mut app, "a move after the random ones", |app| {
            number(app) == game && plies(app) > 4
        });
        ask(&mut app, GameRequest::Resign(Side::White));
        headless::pass(&mut app, 4.0);
    }
}

#[test]
fn double_presses_keep_the_series() {
    let mut app = after_one();
    for _ in 0..2 {
        app.world_mut()
            .write_message(CommandRequested(Command::NextGame));
    }
    frames(&mut app, 3);
    assert_eq!(number(&app), 2, "Next game");
    for _ in 0..2 {
        app.world_mut()
            .write_message(CommandConfirmed(Command::Begin));
    }
    frames(&mut app, 3);
    assert_eq!(number(&app), 1, "Start");
}
