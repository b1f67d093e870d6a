//! Players: their files, their page, whose settings apply, and the setup of games for two; without
//! window, device and sound.

use std::fs;
use std::path::Path;

use accesskit::Action;
use bevy::prelude::*;
use icochess::board::stage::fit::Fit;
use icochess::board::stage::motion::ReducedMotion;
use icochess::board::stage::shape::PlayerSeat;
use icochess::display::Display;
use icochess::game::handover::HandoverRequest;
use icochess::game::messages::{GameRequest, Step};
use icochess::game::pairing::GamePairings;
use icochess::game::seating::Seating;
use icochess::language::Words;
use icochess::pairing::Order;
use icochess::save::effective::EffectiveSettings;
use icochess::save::player::PlayerProfile;
use icochess::save::players::Players;
use icochess::save::setting::Value;
use icochess::save::settings::Settings;
use icochess::save::store::Store;
use icochess::save::{Report, ResumeOffer};
use icochess::ui::commands::command::Command;
use icochess::ui::state::people::PeopleView;
use icochess::ui::state::screen::{Screen, Subject};
use icochess::ui::state::setup::Setup;
use icochess_message::msg;
use icochess_rules::Side;

use crate::asking::{self, LIMIT, command, get, get_mut, press, shown_page, the_match, until};
use crate::headless::{self, ask};

/// Creates the game in a window, with `dir` as data folder.
fn window(dir: &Path) -> App {
    let store = Store::open(Some(dir)).unwrap();
    let (settings, _) = store.read_settings().unwrap();
    let mut app = headless::window(Display::Flat, settings);
    app.insert_resource(store);
    app
}

/// Like `window`, after loading the players. Also returns the reports about them.
fn window_with_players(dir: &Path) -> (App, String) {
    let mut app = window(dir);
    until(&mut app, "the players", |app| !names(app).is_empty());
    let reports = get::<Messages<Report>>(&app).iter_current_update_messages();
    let messages: Vec<String> = reports.map(|it| Words::default().say(&it.0)).collect();
    (app, messages.join("\n"))
}

/// Creates the game in a headset, without files.
fn headset(settings: Settings) -> App {
    let mut app = headless::app(settings, |app| {
        app.insert_state(Display::Headset);
    });
    headless::pass(&mut app, 0.1);
    app
}

fn play(app: &mut App, text: &str) {
    asking::play(app, text);
    headless::pass(app, 0.1);
}

/// Takes over the headset as the next player, which skips the catch-up.
fn take_over(app: &mut App) {
    for _ in 0..3 {
        asking::ask(app, HandoverRequest::Ready);
        headless::pass(app, 0.1);
    }
}

/// Waits until all changes are on disk.
fn flush(app: &App) {
    get::<Store>(app).queue().flush(LIMIT);
}

/// Returns a player with these personal settings.
fn player(name: &str, own: &[(&str, Value)]) -> PlayerProfile {
    let mut player = PlayerProfile::named(name);
    for (name, value) in own {
        player.set_own(name, Some(value.clone()));
    }
    player
}

fn names(app: &App) -> Vec<String> {
    let players = get::<Players>(app).all().iter();
    players.map(|it| it.name.clone()).collect()
}

fn tag<'a>(app: &'a App, name: &str) -> Option<&'a str> {
    let tags = the_match(app).record().tags();
    tags.get(name).map(String::as_str)
}

fn seating(app: &App) -> Option<&str> {
    tag(app, Seating::TAG)
}

/// Starts a game of two people.
fn start(app: &mut App, seating: Seating, white: &str, black: &str) {
    command(app, Command::TwoPlayers);
    let mut setup = get_mut::<Setup>(app);
    setup.seat_people(seating);
    setup.put_name(Side::White, white);
    setup.put_name(Side::Black, black);
    command(app, Command::Begin);
}

#[test]
fn game_for_two_takes_two_presses_and_is_remembered() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = window(dir.path());
    command(&mut app, Command::Menu);
    press(&mut app, "button game for two");
    assert_eq!(shown_page(&app), Screen::NewGame);
    press(&mut app, "button start");
    assert_eq!(shown_page(&app), Screen::Game);
    assert_eq!(seating(&app), Some("hot-seat"));
    assert_eq!(get::<Settings>(&app).seating, Seating::HotSeat);
    play(&mut app, "b1n4");
    flush(&app);
    drop(app);
    // The saved game is resumed, and the next game uses the same seating.
    let store = Store::open(Some(dir.path())).unwrap();
    let (settings, problems) = store.read_settings().unwrap();
    assert_eq!((settings.seating, problems), (Seating::HotSeat, vec![]));
    let game = store.read_game(&icochess::game::Boards::default());
    let game = game.unwrap().unwrap();
    assert_eq!(Seating::of(&game), Seating::HotSeat);
    drop(store);
    let mut app = window(dir.path());
    app.insert_resource(ResumeOffer(game));
    app.update();
    command(&mut app, Command::Resume);
    assert_eq!(seating(&app), Some("hot-seat"));
    command(&mut app, Command::Open(Screen::NewGame));
    assert_eq!(get::<Setup>(&app).seating, Seating::HotSeat);
    // Against the computer, there is no seating.
    press(&mut app, "choice who plays against the computer");
    let setup = get::<Setup>(&app);
    assert!(setup.seating == Seating::Alone && setup.black.computer);
    press(&mut app, "choice who plays one for both sides");
    let setup = get::<Setup>(&app);
    assert!(setup.seating == Seating::Alone && !setup.has_computer());
    command(&mut app, Command::Begin);
    command(&mut app, Command::Confirm);
    assert_eq!(seating(&app), None);
}

#[test]
fn seating_defaults_to_passing_and_alternates_colours() {
    let mut app = headset(Settings::default());
    command(&mut app, Command::TwoPlayers);
    assert_eq!(get::<Setup>(&app).seating, Seating::Passing);
    let headset = Side::White;
    start(&mut app, Seating::HeadsetAndWindow { headset }, "Ada", "Bo");
    assert_eq!(seating(&app), Some("headset-white"));
    command(&mut app, Command::Rematch);
    assert_eq!(seating(&app), Some("headset-black"));
    assert_eq!(tag(&app, "Black"), Some("Ada"));
    // The next game keeps the seating and changes sides.
    command(&mut app, Command::TwoPlayers);
    let headset = Side::Black;
    let last = Seating::HeadsetAndWindow { headset };
    assert_eq!(get::<Setup>(&app).seating, last);
    // Without a headset, both sit at the window.
    let settings = get::<Settings>(&app).clone();
    let mut app = headless::window(Display::Flat, settings);
    command(&mut app, Command::Open(Screen::NewGame));
    assert_eq!(get::<Setup>(&app).seating, Seating::HotSeat);
}

#[test]
fn named_players_are_added_when_a_game_starts() {
    let dir = tempfile::tempdir().unwrap();
    let people = dir.path().join("players");
    fs::create_dir(&people).unwrap();
    let file = people.join("ada.ron");
    fs::write(&file, "(name: \"Ada\", shoe: 38, volume: 99.0)").unwrap();
    let (mut app, messages) = window_with_players(dir.path());
    let why = "players/ada.ron, line 1: volume is 99.0";
    assert!(messages.contains(why), "{messages}");
    start(&mut app, Seating::HotSeat, " ada", "Bo");
    assert_eq!(names(&app), ["Ada", "Bo"]);
    assert_eq!(tag(&app, "White"), Some("Ada"));
    flush(&app);
    assert!(people.join("Bo.ron").exists());
    // Ada's file is unchanged, and the computer is not added.
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text, "(name: \"Ada\", shoe: 38, volume: 99.0)");
    command(&mut app, Command::Open(Screen::NewGame));
    press(&mut app, "choice black is ada");
    press(&mut app, "choice who plays against the computer");
    let setup = get::<Setup>(&app);
    assert_eq!(setup.names, ["Ada", "Ada"]);
    command(&mut app, Command::Begin);
    assert_eq!(names(&app), ["Ada", "Bo"]);
}

#[test]
fn player_files_are_stripped_of_control_characters() {
    let steering = "x\u{202e}\u{1b}[2J";
    let dir = tempfile::tempdir().unwrap();
    let people = dir.path().join("players");
    fs::create_dir(&people).unwrap();
    let text = format!("(name: \"Ada{steering}\", volume: \"{steering}\")");
    fs::write(people.join("ada.ron"), text).unwrap();
    let (app, messages) = window_with_players(dir.path());
    assert_eq!(names(&app), ["Adax[2J"]);
    assert!(messages.contains("players/ada.ron"), "{messages:?}");
    assert!(!messages.contains(['\u{202e}', '\u{1b}']), "{messages:?}");
}

#[test]
fn players_page_adds_changes_renames_and_deletes() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = window(dir.path());
    command(&mut app, Command::Open(Screen::Players));
    let type_new = |app: &mut App, name: &str| {
        get_mut::<PeopleView>(app).new_name = name.to_owned();
        press(app, "button add");
    };
    type_new(&mut app, "  ");
    let problem = get::<PeopleView>(&app).problem.clone();
    assert_eq!(problem, Some(msg!("name-missing")));
    type_new(&mut app, "Ada");
    type_new(&mut app, "Bo");
    assert_eq!(names(&app), ["Ada", "Bo"]);
    press(&mut app, "item ada");
    press(&mut app, "choice main hand left");
    press(&mut app, "choice reduced motion on");
    ask(&mut app, "slider board height", Action::Increment);
    let own = [
        ("hand", "Left".into()),
        ("board_height", 0.05.into()),
        ("reduced_motion", true.into()),
    ];
    let ada = player("Ada", &own);
    let of = |app: &App, name: &str| get::<Players>(app).get(name).cloned();
    assert_eq!(of(&app, "Ada"), Some(ada.clone()));
    let rename = |app: &mut App, to: &str| {
        get_mut::<PeopleView>(app).name = to.to_owned();
        press(app, "button rename");
    };
    rename(&mut app, "BO");
    assert_eq!(of(&app, "Ada"), Some(ada.clone()));
    rename(&mut app, "Ada Lovelace");
    let mut renamed = ada;
    renamed.name = "Ada Lovelace".to_owned();
    assert_eq!(of(&app, "Ada Lovelace"), Some(renamed.clone()));
    flush(&app);
    let people = dir.path().join("players");
    let file = people.join("Ada_Lovelace.ron");
    assert!(!people.join("Ada.ron").exists());
    let text = fs::read_to_string(&file).unwrap();
    let read = icochess::save::entries::read(&text);
    assert_eq!(read.map(|read| read.values), Ok(renamed));
    press(&mut app, "button all as in the settings");
    let plain = Some(PlayerProfile::named("Ada Lovelace"));
    assert_eq!(of(&app, "Ada Lovelace"), plain);
    press(&mut app, "button delete");
    press(&mut app, "button keep player");
    assert_eq!(names(&app).len(), 2);
    press(&mut app, "button delete");
    press(&mut app, "button delete player");
    assert_eq!(names(&app), ["Bo"]);
    assert_eq!(get::<PeopleView>(&app).chosen, None);
    flush(&app);
    assert!(!file.exists() && people.join("bin/Ada_Lovelace.ron").exists());
}

/// Adds Ada (low and near board, large text) and Bo (reduced motion).
fn ada_and_bo(app: &mut App) {
    let mut players = get_mut::<Players>(app);
    for name in ["Ada", "Bo"] {
        players.add(name).unwrap();
    }
    let ada = [
        ("board_height", (-0.1).into()),
        ("board_distance", (-0.2).into()),
        ("text_size", 1.5.into()),
    ];
    players.change("Ada", |it| *it = player("Ada", &ada));
    let bo = [("board_size", 1.2.into()), ("reduced_motion", true.into())];
    players.change("Bo", |it| *it = player("Bo", &bo));
}

#[test]
fn movers_settings_apply_and_are_not_saved_globally() {
    let defaults = headless::set(|it| it.board_distance = 0.1);
    let mut app = headset(defaults.clone());
    ada_and_bo(&mut app);
    let fit = |app: &App| {
        let fit = *get::<Fit>(app);
        (fit.size, fit.farther, fit.higher)
    };
    let motion = |app: &App| get::<ReducedMotion>(app).0;
    let (ada, bo) = ((1.0, -0.2, -0.1), (1.2, 0.1, 0.0));
    start(&mut app, Seating::Alone, "Ada", "Bo");
    assert_eq!((fit(&app), motion(&app)), (ada, false));
    assert_eq!(get::<EffectiveSettings>(&app).text_size, 1.5);
    let low = get::<PlayerSeat>(&app).centre;
    take_over(&mut app);
    play(&mut app, "b1n4");
    headless::pass(&mut app, 1.5);
    assert_eq!((fit(&app), motion(&app)), (bo, true));
    assert_eq!(get::<EffectiveSettings>(&app).text_size, 1.0);
    let high = get::<PlayerSeat>(&app).centre;
    assert!((high.y - low.y - 0.1).abs() < 1e-4, "{low} {high}");
    // Looking back does not change the mover.
    take_over(&mut app);
    asking::ask(&mut app, GameRequest::Step(Step::Start));
    headless::pass(&mut app, 0.1);
    assert_eq!(fit(&app), bo);
    asking::ask(&mut app, GameRequest::ComeBack);
    headless::pass(&mut app, 0.1);
    play(&mut app, "o1b3");
    headless::pass(&mut app, 1.5);
    assert_eq!(fit(&app), ada);
    // Against the computer, the human's settings always apply.
    let mut setup = get_mut::<Setup>(&mut app);
    setup.black.computer = true;
    setup.seat_alone();
    assert_eq!(app.world().resource::<Settings>(), &defaults);
    command(&mut app, Command::Begin);
    command(&mut app, Command::Confirm);
    assert_eq!(fit(&app), ada);
}

#[test]
fn settings_mention_overrides_only_for_a_player_who_has_some() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = window(dir.path());
    let mentions = |app: &mut App| {
        command(app, Command::Open(Screen::Settings(Subject::Board)));
        asking::is_displayed_text(app, "own settings override these")
    };
    assert!(!mentions(&mut app));
    ada_and_bo(&mut app);
    start(&mut app, Seating::HotSeat, "Cy", "Ada");
    assert!(!mentions(&mut app));
    start(&mut app, Seating::HotSeat, "Ada", "Cy");
    assert!(mentions(&mut app));
}

#[test]
fn headset_player_keeps_their_settings_on_every_turn() {
    let mut app = headset(Settings::default());
    ada_and_bo(&mut app);
    let headset = Side::Black;
    start(&mut app, Seating::HeadsetAndWindow { headset }, "Ada", "Bo");
    for text in ["b1n4", "o1b3"] {
        assert_eq!(get::<Fit>(&app).size, 1.2, "{text}");
        play(&mut app, text);
    }
    assert_eq!(get::<Fit>(&app).size, 1.2);
    // An unknown player uses the default settings.
    start(&mut app, Seating::Passing, "", "");
    command(&mut app, Command::Confirm);
    assert_eq!(get::<Fit>(&app).size, 1.0);
}

#[test]
fn next_pairing_takes_one_press() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = window(dir.path());
    for name in ["Ada", "Bo", "Cy"] {
        let mut players = get_mut::<Players>(&mut app);
        players.add(name).unwrap();
    }
    command(&mut app, Command::TwoPlayers);
    press(&mut app, "choice more than two winner stays");
    for name in ["cy", "ada", "bo", "bo", "bo"] {
        press(&mut app, &format!("toggle {name} plays"));
    }
    press(&mut app, "button start");
    let playing = |app: &App| ["White", "Black"].map(|side| tag(app, side).unwrap().to_owned());
    assert_eq!(playing(&app), ["Cy", "Ada"]);
    // During a game, the next pairing is not started.
    command(&mut app, Command::NextPairing);
    assert_eq!(playing(&app), ["Cy", "Ada"]);
    let resign = GameRequest::Resign(Side::White);
    // A taken-back end doesn't count.
    for (request, next) in [
        (resign.clone(), ["Ada", "Bo"]),
        (GameRequest::Undo, ["Cy", "Ada"]),
        (resign, ["Ada", "Bo"]),
    ] {
        asking::ask(&mut app, request);
        headless::pass(&mut app, 0.1);
        assert_eq!(get::<GamePairings>(&app).next_pairing(), Some(next));
    }
    command(&mut app, Command::Open(Screen::Result));
    press(&mut app, "button next pairing");
    assert_eq!(playing(&app), ["Ada", "Bo"]);
    assert_eq!(seating(&app), Some("hot-seat"));
    command(&mut app, Command::Open(Screen::Players));
    let messages = asking::texts(&mut app);
    let heading = messages.iter().position(|it| it == "This session");
    let heading = heading.expect("the tally of the evening");
    let tally = &messages[heading + 1..heading + 3];
    assert_eq!(tally, ["Cy", "0 won, 1 lost, 0 drawn"]);
    press(&mut app, "button end the evening");
    assert_eq!(get::<GamePairings>(&app).next_pairing(), None);
}

#[test]
fn series_needs_at_least_three_names() {
    let dir = tempfile::tempdir().unwrap();
    let mut app = window(dir.path());
    command(&mut app, Command::TwoPlayers);
    for count in 0..3 {
        let mut setup = get_mut::<Setup>(&mut app);
        setup.order = Some(Order::WinnerStays);
        setup.people = ["Ada", "Bo"].map(str::to_owned)[..count].to_vec();
        command(&mut app, Command::Begin);
        assert_eq!(shown_page(&app), Screen::NewGame);
        let why = "choose at least three players";
        assert!(asking::has_text(&mut app, why), "{count}");
        assert_eq!(seating(&app), None);
    }
    get_mut::<Setup>(&mut app).people.push("Cy".to_owned());
    command(&mut app, Command::Begin);
    assert_eq!(shown_page(&app), Screen::Game);
    assert_eq!(tag(&app, "White"), Some("Ada"));
    // Two players need no order.
    command(&mut app, Command::TwoPlayers);
    let mut setup = get_mut::<Setup>(&mut app);
    (setup.order, setup.people) = (None, Vec::new());
    command(&mut app, Command::Begin);
    assert_eq!(shown_page(&app), Screen::Game);
}
