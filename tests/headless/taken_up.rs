//! The status line about check, and about a game resumed at startup.

use bevy::prelude::*;
use icochess::computer::{Computer, Paused};
use icochess::display::Display;
use icochess::game::Match;
use icochess::game::clock::GameClock;
use icochess::game::messages::{GameRequest, MoveRequested};
use icochess::save::RestoredGame;
use icochess::save::settings::Settings;
use icochess::ui::commands::command::Command;
use icochess::ui::state::screen::Screen;
use icochess_boards::Variant;
use icochess_rules::{Record, Side};

use crate::asking::{
    add_panel, after, ask, command, frames, get, has_text, is_shown, plies, shown_page, texts,
    the_match, timed,
};
use crate::headless::{pass, set, window, window_with};

/// Returns a chess game with one move of each side, with a clock if `is_timed`.
fn begun(is_timed: bool) -> Record {
    let mut game = Variant::Chess.board().new_game();
    if is_timed {
        game = timed(game, "300");
    }
    after(game, ["e2e4", "e7e5"])
}

/// Creates the program as it starts with that game, in a window and on a panel.
fn start(record: Record, settings: Settings) -> App {
    start_on(Display::Flat, record, settings)
}

fn start_on(display: Display, record: Record, settings: Settings) -> App {
    let mut app = window_with(display, settings, |app| {
        app.insert_resource(Match::new(record))
            .insert_resource(RestoredGame);
    });
    add_panel(&mut app);
    frames(&mut app, 3);
    app
}

fn move_somewhere(app: &mut App) {
    let mv = the_match(app).position().legal_moves()[0];
    ask(app, MoveRequested(mv));
    pass(app, 0.2);
}

fn count_shown(app: &mut App, part: &str) -> usize {
    texts(app).iter().filter(|text| text.contains(part)).count()
}

fn runs(app: &App) -> bool {
    get::<GameClock>(app).get().expect("a clock").runs()
}

#[test]
fn resumed_game_is_shown_with_a_new_game_button() {
    let mut app = start(begun(false), Settings::default());
    assert_eq!(plies(&app), 2);
    let continues = "Welcome back. White to move";
    assert_eq!(count_shown(&mut app, continues), 2);
    for (button, is_there) in [("new game", true), ("resume", false)] {
        for surface in ["", "panel "] {
            let name = format!("{surface}button {button}");
            assert_eq!(is_shown(&mut app, &name), is_there, "{name}");
        }
    }
    move_somewhere(&mut app);
    assert_eq!((plies(&app), count_shown(&mut app, "Welcome back")), (3, 0));
    assert!(!is_shown(&mut app, "button new game"));
    let mut app = start(begun(false), Settings::default());
    command(&mut app, Command::Open(Screen::NewGame));
    assert_eq!(shown_page(&app), Screen::NewGame);
}

#[test]
fn clock_and_computer_wait_in_a_resumed_game() {
    let mut app = start(begun(true), Settings::default());
    pass(&mut app, 3.0);
    assert!(!runs(&app));
    assert_eq!(count_shown(&mut app, "Your move starts the clock again"), 2);
    move_somewhere(&mut app);
    assert!(runs(&app));
    // The computer is to move.
    let mut app = start(begun(true), set(|it| it.computer.white.computer = true));
    pass(&mut app, 2.0);
    assert!(get::<Computer>(&app).plays(Side::White));
    assert!(get::<Paused>(&app).0 && plies(&app) == 2 && !runs(&app));
    assert_eq!(count_shown(&mut app, "Welcome back. Press Continue"), 2);
    command(&mut app, Command::Pause);
    assert!(!get::<Paused>(&app).0 && runs(&app));
    assert_eq!(count_shown(&mut app, "Welcome back"), 0);
}

#[test]
fn resumed_game_keeps_its_level_when_levels_match() {
    let settings = set(|it| {
        it.match_strength = true;
        it.matched_levels.set(Variant::Chess.board(), 5);
        it.computer.black.computer = true;
    });
    let mut app = start(begun(false), settings);
    command(&mut app, Command::Open(Screen::NewGame));
    frames(&mut app, 2);
    assert_eq!(get::<Computer>(&app).black.level, 2);
    assert!(has_text(&mut app, "5: casual player, about "));
}

#[test]
fn headset_resumes_game_against_computer_with_paused_clock() {
    let settings = set(|it| it.computer.black.computer = true);
    let mut app = start_on(Display::Headset, begun(true), settings);
    pass(&mut app, 3.0);
    assert!(get::<Computer>(&app).plays(Side::Black));
    assert_eq!(plies(&app), 2);
    assert!(!runs(&app));
    // Shown on the panel, since the window is for spectators.
    assert!(has_text(&mut app, "Your move starts the clock again"));
    assert!(is_shown(&mut app, "panel button new game"));
    assert!(!is_shown(&mut app, "panel button resume"));
    move_somewhere(&mut app);
    assert!(plies(&app) > 2 && runs(&app));
    assert!(!has_text(&mut app, "Welcome back"));
    assert!(!is_shown(&mut app, "panel button new game"));
}

#[test]
fn status_line_reports_every_check() {
    let mut app = window(Display::Flat, Settings::default());
    let mut checks = 0;
    for variant in Variant::ALL {
        let mut record = variant.board().new_game();
        for ply in 0..60 {
            let moves = record.position().legal_moves();
            if record.outcome().is_some() || moves.is_empty() {
                break;
            }
            // Prefers checking moves.
            let san = |mv: &icochess_rules::Move| record.position().san(*mv);
            let check = moves.iter().find(|mv| san(mv).ends_with('+')).copied();
            let mv = check.unwrap_or(moves[(ply * 11 + 5) % moves.len()]);
            record.make_mut().play(mv).expect("legal");
            let position = record.position();
            if record.outcome().is_some() || (!position.is_check() && ply % 10 > 0) {
                continue;
            }
            ask(&mut app, GameRequest::Load(record.clone()));
            frames(&mut app, 2);
            let is_check = position.is_check();
            checks += usize::from(is_check);
            let side = position.turn();
            let in_check = format!("{side} is in check: choose a move that ends it.");
            let shown = [&*in_check, "select a piece"].map(|it| has_text(&mut app, it));
            assert_eq!(shown, [is_check, !is_check], "{variant}, ply {ply}");
        }
    }
    assert!(checks > 5, "{checks}");
}
