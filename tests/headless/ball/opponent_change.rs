//! Changing a side's player during the game, with the buttons of a page.

use icochess::game::handover::HandoverRequest;
use icochess::game::seating::Seating;
use icochess::ui::state::ui_state::UiState;

use super::opponent::{SLOW, long};
use super::*;
use crate::asking::{play, timed};

/// Creates the game in a window, with `dir` as data folder.
fn window(dir: &Path, settings: Settings) -> App {
    let store = Store::open(Some(dir)).unwrap();
    headless::window_with(Display::Flat, settings, |app| {
        app.insert_resource(store);
    })
}

fn tag<'a>(app: &'a App, name: &str) -> &'a str {
    &the_match(app).record().tags()[name]
}

fn thinks(app: &App) -> bool {
    get::<Thinking>(app).0.is_some()
}

fn plays(app: &App, side: Side) -> bool {
    get::<Computer>(app).plays(side)
}

/// Returns the saved current game.
fn on_disk(app: &App) -> Record {
    let store = get::<Store>(app);
    store.queue().flush(FILE);
    read_file(&store.dir().join("current.pgn"))
}

/// Returns a new game of two people, with or without a clock.
fn of_two(control: Option<&str>) -> Record {
    let game = control.map_or_else(new_game, |control| timed(new_game(), control));
    asking::of_two(game, Seating::HotSeat)
}

/// Creates a window with that game after White's first move, and opens the page that changes
/// players.
fn at_sides(dir: &Path, record: Record) -> App {
    let mut app = window(dir, long(None, None));
    ask(&mut app, GameRequest::Load(record));
    take_over(&mut app);
    play(&mut app, "a4g1");
    take_over(&mut app);
    press(&mut app, "button menu");
    press(&mut app, "button person or computer");
    app
}

/// Takes over the headset as the next player, which skips the catch-up.
fn take_over(app: &mut App) {
    headless::pass(app, 1.0);
    for _ in 0..3 {
        app.world_mut().write_message(HandoverRequest::Ready);
        headless::pass(app, 0.1);
    }
}

#[test]
fn algorithm_and_level_apply_next_move_and_are_saved() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = window(dir.path(), long(None, Some(SLOW)));
    play(&mut app, "a4g1");
    until(&mut app, "a thought", thinks);
    press(&mut app, "button menu");
    press(&mut app, "button person or computer");
    assert_eq!(shown_page(&app), Screen::Sides);
    headless::ask(&mut app, "slider black's strength", Action::Decrement);
    press(&mut app, "choice black plays random");
    let algorithm = Algorithm::Random;
    let wanted = SidePlayer {
        algorithm,
        level: 17,
        ..SLOW
    };
    assert_eq!(get::<Computer>(&app).black, wanted);
    assert_eq!(tag(&app, "Black"), "Icochess, Random 17");
    // The running search still uses the old player; the random player would have moved by now.
    frames(&mut app, 50);
    assert!(thinks(&app) && plies(&app) == 1);
    ask(&mut app, ComputerRequest::MoveNow);
    until(&mut app, "the move", |app| plies(app) == 2);
    // The board can be used next to the page, and the new player answers.
    let mv = the_match(&app).position().legal_moves()[0];
    ask(&mut app, MoveRequested(mv));
    until(&mut app, "an answer at random", |app| plies(app) == 4);
    let saved = on_disk(&app);
    assert_eq!(saved.tags()["Black"], "Icochess, Random 17");
    assert!(!saved.tags().contains_key("White"));
}

#[test]
fn person_and_computer_can_replace_each_other() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = at_sides(dir.path(), of_two(None));
    // Without a clock no agreement is needed.
    press(&mut app, "choice black plays value");
    assert!(!plays(&app, Side::Black));
    press(&mut app, "choice black computer");
    assert!(plays(&app, Side::Black) && !plays(&app, Side::White));
    until(&mut app, "a thought", thinks);
    ask(&mut app, ComputerRequest::MoveNow);
    until(&mut app, "an answer", |app| plies(app) == 2);
    let name = "Icochess, Value 2";
    assert_eq!(tag(&app, "White"), "Ada");
    assert_eq!(tag(&app, "Black"), name);
    // When resumed, the saved game is still against the computer.
    let saved = on_disk(&app);
    assert_eq!(saved.tags()["Black"], name);
    assert_eq!(Seating::of(&saved), Seating::Alone);
    ask(&mut app, GameRequest::Load(saved));
    frames(&mut app, 3);
    assert!(plays(&app, Side::Black));
    // Changing back proposes the previous person.
    press(&mut app, "choice black person");
    frames(&mut app, 3);
    assert!(!plays(&app, Side::Black));
    assert_eq!(tag(&app, "Black"), "Bo");
    // A finished game keeps its players.
    ask(&mut app, GameRequest::Resign(Side::White));
    press(&mut app, "choice black computer");
    press(&mut app, "choice white computer");
    assert!(!plays(&app, Side::Black) && !plays(&app, Side::White));
    assert_eq!(tag(&app, "Black"), "Bo");
}

#[test]
fn computer_cannot_take_over_in_a_timed_game_of_two() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = at_sides(dir.path(), of_two(Some("300")));
    assert!(has_text(
        &mut app,
        "The computer can't take over a timed game"
    ));
    for side in Side::ALL {
        let choice = format!("choice {side} computer").to_lowercase();
        assert!(!is_shown(&mut app, &choice));
        command(&mut app, Command::TakeOver(side));
        app.update();
        assert_eq!(shown_page(&app), Screen::Sides, "{side}");
        assert!(!plays(&app, side), "{side}");
    }
    let record = the_match(&app).record();
    assert_eq!(Seating::of(record), Seating::HotSeat);
    // Takebacks therefore still need the other player's agreement.
    ask(&mut app, GameRequest::Undo);
    assert_eq!(plies(&app), 1);
    assert!(the_match(&app).takeback_offer().is_some());
    // Without a clock, the computer may take over.
    ask(&mut app, GameRequest::Load(of_two(None)));
    take_over(&mut app);
    assert!(is_shown(&mut app, "choice black computer"));
}

#[test]
fn players_cannot_change_in_a_handover_or_on_two_displays() {
    let is_offered = |app: &mut App| {
        let is = |state: UiState| Command::Open(Screen::Sides).is_enabled(&state);
        app.world_mut().run_system_cached(is).unwrap()
    };
    let headset = Side::White;
    for (seating, expected) in [
        (Seating::Alone, [true, true]),
        (Seating::Passing, [true, false]),
        (Seating::HeadsetAndWindow { headset }, [false, false]),
    ] {
        let mut app = headless::window(Display::Headset, long(None, None));
        let mut record = of_two(Some("300"));
        seating.write_to(&mut record);
        ask(&mut app, GameRequest::Load(record));
        headless::pass(&mut app, 0.2);
        take_over(&mut app);
        assert_eq!(is_offered(&mut app), expected[0], "{seating:?}");
        play(&mut app, "a4g1");
        headless::pass(&mut app, 2.0);
        assert_eq!(is_offered(&mut app), expected[1], "{seating:?}");
    }
}
