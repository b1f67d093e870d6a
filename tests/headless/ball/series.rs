//! The computer plays a series of games against itself.

use icochess::computer::series::{Course, Series};
use icochess::ui::commands::command::CommandConfirmed;

use super::opponent::{QUICK, long};
use super::*;
use crate::asking::{get_mut, open, texts};

fn course(app: &App) -> Option<Course> {
    get::<Series>(app).course().cloned()
}

fn number(app: &App) -> u16 {
    course(app).map_or(0, |course| course.number())
}

/// Returns the half points of the quick player and of the random one.
fn score(app: &App) -> [u16; 2] {
    let course = course(app).expect("a series");
    let is_quick = |side: &Side| *get::<Computer>(app).of(*side) == QUICK;
    let quick = Side::ALL.into_iter().find(is_quick);
    let quick = quick.expect("the quick player");
    [quick, !quick].map(|side| course.half_points(side))
}

/// Sets up `games` games of 8×8 chess on the page and starts them.
fn start_series(app: &mut App, games: u16) {
    // When the command opens the page, it starts with the current game's setup.
    command(app, Command::Open(Screen::NewGame));
    app.update();
    press(app, "choice board 8×8 chess");
    press(app, "choice who plays the computer against itself");
    press(app, "choice black plays random");
    for _ in 1..games {
        headless::ask(app, "slider games", Action::Increment);
    }
    assert_eq!(get::<Setup>(app).games, games);
    press(app, "button start");
}

#[test]
fn series_page_sets_the_pause_between_moves() {
    let mut app = headless::window(Display::Flat, Settings::default());
    command(&mut app, Command::Open(Screen::NewGame));
    app.update();
    let slider = "slider pause between computer moves";
    assert!(!is_shown(&mut app, slider));
    press(&mut app, "choice who plays the computer against itself");
    assert!(is_shown(&mut app, slider));
    headless::ask(&mut app, slider, Action::Increment);
    assert_eq!(get::<Computer>(&app).delay, 2.0);
    assert_eq!(get::<Settings>(&app).computer.delay, 2.0);
}

fn until_over(app: &mut App, game: u16) {
    until(app, &format!("the end of game {game}"), |app| {
        number(app) == game && the_match(app).outcome().is_some()
    });
    frames(app, 1);
}

#[test]
fn series_alternates_sides_and_score_matches_saved_games() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(Some(dir.path())).unwrap();
    let person = SidePlayer {
        computer: false,
        ..QUICK
    };
    let settings = long(Some(person), Some(QUICK));
    let mut app = headless::window_with(Display::Flat, settings, |app| {
        app.insert_resource(store);
    });
    start_series(&mut app, 4);
    for game in 1..=4 {
        until_over(&mut app, game);
        // The four random opening plies did not end the game.
        assert!(plies(&app) > 4);
        assert_eq!(score(&app).iter().sum::<u16>(), 2 * game);
        if game == 2 {
            // During a pause, the next game doesn't start.
            press(&mut app, "button pause");
            headless::pass(&mut app, 10.0);
            assert!(number(&app) == 2 && has_text(&mut app, "Continue"));
            press(&mut app, "button pause");
        }
        // The result is shown in between, and closed by the next game.
        headless::pass(&mut app, 2.0);
        if game < 4 {
            assert!(has_text(&mut app, &format!("Game {game} of 4. ")));
        }
        headless::pass(&mut app, 2.0);
    }
    headless::pass(&mut app, 10.0);
    assert_eq!(number(&app), 4, "no more than that");
    get::<Store>(&app).queue().flush(FILE);
    let file = |number| dir.path().join(format!("games/game-{number}.pgn"));
    assert!(!file(5).exists());
    let mut files = [1, 2, 3, 4].map(|number| read_file(&file(number)));
    files.sort_by_key(|game| game.tags()["Round"].clone());
    let (quick, random) = ("Icochess, Strong 1", "Icochess, Random 1");
    let mut expected = [0, 0];
    for (number, game) in files.iter().enumerate() {
        let mut players = [quick, random];
        if number % 2 > 0 {
            players.reverse();
        }
        let tags = ["White", "Black"].map(|side| &*game.tags()[side]);
        assert_eq!(tags, players);
        match game.outcome().and_then(Outcome::winner) {
            None => expected = expected.map(|points| points + 1),
            Some(side) => {
                let name = &game.tags()[&side.to_string()];
                expected[usize::from(name != quick)] += 2;
            }
        }
    }
    assert_eq!(score(&app), expected);
    // Games come in pairs with the same opening.
    let start = |game: &Record| game.line()[..4].to_vec();
    assert_eq!(start(&files[0]), start(&files[1]));
    assert_eq!(start(&files[2]), start(&files[3]));
}

/// Creates a series of three games after the first game, in which Black has resigned.
fn after_one() -> App {
    let mut app = headless::window(Display::Flat, Settings::default());
    get_mut::<Computer>(&mut app).delay = 60.0;
    start_series(&mut app, 3);
    assert_eq!(number(&app), 1);
    // The plates show the points.
    assert!(has_text(&mut app, "White: computer, level 2 (0)"));
    ask(&mut app, GameRequest::Resign(Side::Black));
    frames(&mut app, 2);
    assert!(has_text(&mut app, "White: computer, level 2 (1)"));
    app
}

#[test]
fn scores_are_distinct_from_levels_in_names() {
    let mut app = after_one();
    headless::pass(&mut app, 2.0);
    for (language, expected) in [
        ("en", "Game 1 of 3. Strong 2: 1 · Random 2: 0"),
        ("de", "Partie 1 von 3. Stark 2: 1 · Zufall 2: 0"),
    ] {
        get_mut::<Settings>(&mut app).language = language.to_owned();
        headless::pass(&mut app, 0.2);
        assert!(has_text(&mut app, expected), "{:?}", texts(&mut app));
    }
}

#[test]
fn undo_new_game_or_person_stops_the_series() {
    let mut app = after_one();
    headless::pass(&mut app, 4.0);
    assert_eq!(number(&app), 2);
    assert_eq!(the_match(&app).outcome(), None);
    // Taking back the end continues that game.
    let mut app = after_one();
    ask(&mut app, GameRequest::Undo);
    headless::pass(&mut app, 10.0);
    assert!(number(&app) == 1 && the_match(&app).outcome().is_none());
    ask(&mut app, GameRequest::Resign(Side::White));
    frames(&mut app, 2);
    let course = course(&app).unwrap();
    let points = Side::ALL.map(|side| course.half_points(side));
    assert_eq!(points, [0, 2], "it counts once");
    // A page being filled in is not closed, and the series continues afterwards.
    open(&mut app, Screen::NewGame);
    headless::pass(&mut app, 10.0);
    assert_eq!(number(&app), 1);
    open(&mut app, Screen::Moves);
    headless::pass(&mut app, 1.0);
    assert_eq!(number(&app), 2);
    assert_eq!(shown_page(&app), Screen::Moves);
    // A new game, a person or the button end the series.
    let mut app = after_one();
    let other = Variant::Chess.board().new_game();
    ask(&mut app, GameRequest::Load(other));
    headless::pass(&mut app, 5.0);
    assert_eq!((number(&app), plies(&app)), (0, 0));
    let mut app = after_one();
    press(&mut app, "button pause");
    get_mut::<Computer>(&mut app).white.computer = false;
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
fn timed_series_restarts_the_clock_each_game() {
    let mut app = headless::window(Display::Flat, long(None, None));
    open(&mut app, Screen::NewGame);
    press(&mut app, "choice clock 5+0");
    start_series(&mut app, 2);
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
    let next = CommandRequested(Command::NextGame);
    app.world_mut().write_message_batch([next; 2]);
    frames(&mut app, 3);
    assert_eq!(number(&app), 2, "Next game");
    let begin = CommandConfirmed(Command::Begin);
    app.world_mut().write_message_batch([begin; 2]);
    frames(&mut app, 3);
    assert_eq!(number(&app), 1, "Start");
}
