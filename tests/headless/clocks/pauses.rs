//! Pauses of the clock: their causes and ends.

use bevy::input_focus::{FocusCause, InputFocus};
use bevy::window::WindowFocused;
use icochess::computer::Paused;
use icochess::display::Display;
use icochess::interaction::move_entry::MoveEntryRequest;
use icochess::ui::state::screen::{PanelShown, Question};

use super::*;
use crate::asking::{get_mut, is_shown, open};

#[test]
fn clock_pauses_while_a_page_hides_the_game() {
    let mut table = Table::clocked(new_game("60"));
    table.request("e2e4");
    assert!(table.runs());
    let line = (StatusLine::Answer, Text::default(), TextColor::default());
    let line = table.app.world_mut().spawn(line).id();
    for (screen, runs) in [
        (Screen::Home, false),
        (Screen::NewGame, false),
        // The board is visible and can be used.
        (Screen::Moves, true),
        (Screen::Confirm(Question::Begin), false),
        (Screen::Game, true),
    ] {
        table.open(screen);
        assert_eq!(table.runs(), runs, "{screen:?}");
        assert_eq!(table.clock().pauses().contains(Pause::Menu), !runs);
        table.frames(1);
        let text = table.words(line);
        assert_eq!(text.contains("hidden while the clock"), !runs, "{text}");
    }
    // A game started behind a page waits as well.
    table.open(Screen::Home);
    table.ask(GameRequest::Load(new_game("30")));
    table.ask(ClockRequest::Resume);
    table.frames(2);
    assert!(!table.runs());
    table.open(Screen::Game);
    assert!(table.runs());
    // Closing a page doesn't end other pauses.
    table.ask(ClockRequest::Pause(Pause::Player));
    table.open(Screen::Home);
    table.open(Screen::Game);
    assert!(!table.runs());
    table.ask(ClockRequest::Resume);
    // The setting disables this pause.
    table.get_mut::<Settings>().clock_stops_in_menus = false;
    table.open(Screen::Home);
    assert!(table.runs());
}

#[test]
fn panel_pages_do_not_pause_the_clock() {
    let mut table = Table::clocked_with(new_game("60"), |app| {
        app.insert_state(Display::Headset);
    });
    table.request("e2e4");
    table.open(Screen::Home);
    for shown in [true, false, true] {
        table.app.insert_resource(PanelShown(shown));
        table.frames(2);
        assert!(table.runs() && !table.is_covered());
    }
    table.request("e7e5");
    assert_eq!(table.ply(), 2);
}

#[test]
fn paused_clock_hides_the_board_and_blocks_moves() {
    let mut table = Table::clocked(new_game("60"));
    table.request("e2e4");
    for why in [Pause::Menu, Pause::Player, Pause::Unfocused] {
        match why {
            Pause::Menu => table.open(Screen::Home),
            _ => table.ask(ClockRequest::Pause(why)),
        }
        assert!(table.is_covered(), "{why:?}");
        table.request("e7e5");
        let rejected = table.rejected().pop();
        assert_eq!(rejected, Some(IllegalReason::ClockStopped), "{why:?}");
        assert_eq!(table.ply(), 1, "{why:?}");
        match why {
            Pause::Menu => table.open(Screen::Game),
            _ => table.ask(ClockRequest::Release(why)),
        }
        assert!(!table.is_covered() && table.runs(), "{why:?}");
    }
    // Without a clock, the board stays visible.
    table.ask(GameRequest::Load(Variant::Chess.board().new_game()));
    table.request("e2e4");
    table.open(Screen::Home);
    table.frames(2);
    assert!(!table.is_covered());
}

/// Creates a game for two at one window, in which White has moved and Black's clock runs.
fn at_one_window() -> Table {
    let mut table = Table::clocked(new_game("60"));
    table.ask(GameRequest::Load(seated(Seating::HotSeat)));
    table.request("e2e4");
    table.pass(3.0);
    assert!(table.runs());
    table
}

#[test]
fn pause_of_two_players_ends_only_explicitly() {
    let mut table = at_one_window();
    for request in [GameRequest::Undo, GameRequest::AcceptTakeback] {
        table.ask(request);
        table.pass(3.0);
    }
    table.ask(ClockRequest::Pause(Pause::Player));
    table.ask(GameRequest::Redo);
    table.pass(3.0);
    assert_eq!(table.rejected(), [IllegalReason::ClockStopped]);
    assert!(table.ply() == 0 && !table.runs());

    // A pause starts while the board turns to the other player.
    for why in [Pause::Player, Pause::Stall] {
        let mut table = at_one_window();
        table.request("e7e5");
        table.ask(ClockRequest::Pause(why));
        table.pass(3.0);
        assert!(!table.runs(), "{why:?}");
        table.ask(ClockRequest::Resume);
        assert!(table.runs(), "{why:?}");
    }
}

#[test]
fn pages_pause_the_clock_only_if_they_hide_the_board() {
    let apart = Seating::HeadsetAndWindow { headset: WHITE };
    for (display, seating) in [
        (Display::Flat, Seating::Alone),
        (Display::Flat, Seating::HotSeat),
        (Display::Headset, apart),
    ] {
        let mut table = Table::clocked_with(new_game("60"), |app| {
            app.insert_state(display);
        });
        table.ask(GameRequest::Load(seated(seating)));
        table.request("e2e4");
        // Waits until it is the other player's turn.
        table.pass(3.0);
        let mut stood = 0;
        for screen in headless::all_pages() {
            table.open(Screen::Game);
            assert!(table.clock().runs(), "{seating:?}: before {screen:?}");
            table.open(screen);
            let runs = table.clock().runs();
            stood += usize::from(!runs);
            assert_eq!(table.is_covered(), !runs, "{seating:?}: {screen:?}");
        }
        assert_eq!(stood > 0, display == Display::Flat, "{seating:?}");
    }
}

#[test]
fn played_on_game_waits_for_an_absent_player() {
    let mut table = Table::clocked(new_game("60"));
    table.request_all(&["e2e4", "e7e5", "g1f3"]);
    table.ask(ClockRequest::Pause(Pause::Unfocused));
    table.ask(GameRequest::Step(Step::Back));
    table.ask(GameRequest::PlayOn);
    table.ask(GameRequest::AcceptTakeback);
    assert_eq!(table.game().as_played().ply(), 2);
    table.ask(ClockRequest::Resume);
    assert!(!table.runs());
    table.ask(ClockRequest::Release(Pause::Unfocused));
    assert!(table.runs());
}

#[test]
fn new_games_clock_waits_for_an_absent_player() {
    for before in [None, Some("60")] {
        let board = Variant::Chess.board();
        let first = before.map_or_else(|| board.new_game(), new_game);
        let mut table = Table::clocked(first);
        table.ask(ClockRequest::Pause(Pause::Unfocused));
        table.ask(ClockRequest::Pause(Pause::Absent));
        table.ask(GameRequest::Load(new_game("30")));
        table.ask(ClockRequest::Resume);
        assert!(!table.runs(), "{before:?}");
        table.ask(ClockRequest::Release(Pause::Unfocused));
        assert!(table.runs(), "{before:?}");
        // Once the player is back, the next game doesn't wait.
        table.ask(GameRequest::Load(new_game("30")));
        table.ask(ClockRequest::Resume);
        assert!(table.runs(), "{before:?}");
    }
}

/// Focuses the field called `field`.
fn type_in(app: &mut App, field: &str) {
    let field = headless::named(app, field);
    get_mut::<InputFocus>(app).set(field, FocusCause::Navigated);
    app.update();
}

#[test]
fn window_focus_loss_pauses_the_clock_even_while_typing() {
    for field in [None, Some("field move"), Some("field new player")] {
        let mut app = headless::laid_out_window();
        ask(&mut app, GameRequest::Load(new_game("60")));
        ask(&mut app, ClockRequest::Resume);
        match field {
            None => {}
            Some("field move") => ask(&mut app, MoveEntryRequest::Open),
            Some(_) => open(&mut app, Screen::Players),
        }
        frames(&mut app, 3);
        if let Some(field) = field {
            type_in(&mut app, field);
        }
        let window = headless::the_window(&mut app);
        let is_away = |app: &App| {
            let clock = get::<GameClock>(app).get().expect("a clock");
            clock.pauses().contains(Pause::Unfocused)
        };
        for focused in [false, true, false] {
            ask(&mut app, WindowFocused { window, focused });
            assert_eq!(is_away(&app), !focused, "{field:?}");
            let has_keyboard = get::<InputFocus>(&app).get().is_some();
            assert_eq!(has_keyboard, field.is_some());
        }
        // The pause continues after typing ends.
        open(&mut app, Screen::Game);
        get_mut::<InputFocus>(&mut app).clear();
        frames(&mut app, 2);
        assert!(is_away(&app), "{field:?}");
    }
}

#[test]
fn pause_is_offered_once_the_clock_has_started() {
    let mut app = headless::window(Display::Flat, Settings::default());
    ask(&mut app, GameRequest::Load(new_game("60")));
    frames(&mut app, 3);
    assert!(!is_shown(&mut app, "button pause"));
    play(&mut app, "e2e4");
    frames(&mut app, 3);
    assert!(is_shown(&mut app, "button pause"));
}

#[test]
fn clock_pauses_while_the_computer_is_paused() {
    let settings = headless::set(|it| it.computer.black = RANDOM);
    let mut table = Table::clocked_with(new_game("60"), |app| {
        app.insert_resource(settings);
    });
    table.get_mut::<Paused>().0 = true;
    table.request("e2e4");
    table.frames(2);
    assert!(table.clock().pauses().contains(Pause::Computer));
    let left = table.left(BLACK);
    table.pass(2.0);
    assert_eq!((table.left(BLACK), table.ply()), (left, 1));
    table.get_mut::<Paused>().0 = false;
    table.frames(2);
    assert!(table.clock().runs());
}
