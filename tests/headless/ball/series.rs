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

/// The half points of the quick player and of the random one, as the program has them.
fn score(app: &App) -> [u16; 2] {
    let course = course(app).expect("a series");
    let is_quick = |side: &Side| *get::<Computer>(app).of(*side) == QUICK;
    let quick = Side::ALL.into_iter().find(is_quick);
    let quick = quick.expect("the quick player");
    [quick, !quick].map(|side| course.half_points(side))
}

/// Sets so many games of 8x8 chess up on the page, and begins them.
fn begin(app: &mut App, games: u16) {
    // By its command the page is filled in like the game that is played.
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
fn how_long_a_move_stays_in_sight_is_set_where_the_games_are() {
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
fn games_follow_one_another_with_the_sides_changed_and_the_score_is_that_of_their_files() {
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
    // Two games begin alike.
    let start = |game: &Record| game.line()[..4].to_vec();
    assert_eq!(start(&files[0]), start(&files[1]));
    assert_eq!(start(&files[2]), start(&files[3]));
}

/// A series of three games, of which the first is over: Black has resigned.
fn after_one() -> App {
    let mut app = headless::window(Display::Flat, Settings::default());
    get_mut::<Computer>(&mut app).delay = 60.0;
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
    for (language, told) in [
        ("en", "Game 1 of 3. Strong 2: 1 · Random 2: 0"),
        ("de", "Partie 1 von 3. Stark 2: 1 · Zufall 2: 0"),
    ] {
        get_mut::<Settings>(&mut app).language = language.to_owned();
        headless::pass(&mut app, 0.2);
        assert!(is_told(&mut app, told), "{:?}", texts(&mut app));
    }
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
    let points = Side::ALL.map(|side| course.half_points(side));
    assert_eq!(points, [0, 2], "it counts once");
    // A page that is filled in is not closed, and the series goes on after it.
    open(&mut app, Screen::NewGame);
    headless::pass(&mut app, 10.0);
    assert_eq!(number(&app), 1);
    open(&mut app, Screen::Moves);
    headless::pass(&mut app, 1.0);
    assert_eq!(number(&app), 2);
    assert_eq!(shown_page(&app), Screen::Moves);
    // Another game, a person, and the button end it.
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
    let next = CommandRequested(Command::NextGame);
    app.world_mut().write_message_batch([next; 2]);
    frames(&mut app, 3);
    assert_eq!(number(&app), 2, "Next game");
    let begin = CommandConfirmed(Command::Begin);
    app.world_mut().write_message_batch([begin; 2]);
    frames(&mut app, 3);
    assert_eq!(number(&app), 1, "Start");
}
