//! The keys of the window.

use bevy::input::ButtonState;
use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::window::WindowMode;
use icochess::board::stage::switches::Learning;
use icochess::board::turning::spin::AutoTurn;
use icochess::display::Display;
use icochess::game::Match;
use icochess::save::settings::Settings;
use icochess::ui::state::screen::{Question, Screen, Screens};
use icochess::ui::state::setup::Setup;

use super::picture::mode;
use super::views::outlook;
use super::window;
use crate::asking::{focused, frames, go_to, is_told, open, play, plies, rotation, shown_page};
use crate::headless;

#[test]
fn t_turns_auto_turn_on_and_off_and_says_so() {
    let mut app = window(Display::Flat);
    for wanted in [false, true] {
        headless::keys(&mut app, &[KeyCode::KeyT]);
        assert_eq!(app.world().resource::<AutoTurn>().0, wanted);
        assert_eq!(app.world().resource::<Settings>().auto_turn_flat, wanted);
        let words = ["Auto-turn is off", "Auto-turn is on"][usize::from(wanted)];
        assert!(is_told(&mut app, words), "{words}");
    }
    // With Ctrl it is another key, and the headset's players have buttons.
    headless::keys(&mut app, &[KeyCode::ControlLeft, KeyCode::KeyT]);
    assert!(app.world().resource::<AutoTurn>().0);
    let mut app = window(Display::Headset);
    headless::keys(&mut app, &[KeyCode::KeyT]);
    assert!(app.world().resource::<AutoTurn>().0);
}

#[test]
fn l_lets_the_board_explain_itself_when_tapped_and_as_long_as_it_is_held() {
    let mut app = window(Display::Flat);
    let is_on = |app: &App| app.world().resource::<Learning>().is_on();
    for wanted in [true, false] {
        headless::keys(&mut app, &[KeyCode::KeyL]);
        assert_eq!(is_on(&app), wanted);
    }
    for (state, wanted) in [(ButtonState::Pressed, true), (ButtonState::Released, false)] {
        let letter = (KeyCode::KeyL, Key::Character("l".into()), None);
        headless::send_key(&mut app, letter, state);
        headless::pass(&mut app, 0.8);
        assert_eq!(is_on(&app), wanted);
    }
}

#[test]
fn the_keys_of_the_help_give_its_commands() {
    let mut app = window(Display::Flat);
    play(&mut app, "a4g1");
    assert_eq!(plies(&app), 1);
    for control in [KeyCode::ControlLeft, KeyCode::SuperRight] {
        headless::keys(&mut app, &[control, KeyCode::KeyZ]);
        assert_eq!(plies(&app), 0);
        headless::keys(&mut app, &[control, KeyCode::KeyY]);
        assert_eq!(plies(&app), 1);
    }
    // The letter alone is nothing.
    headless::keys(&mut app, &[KeyCode::KeyZ]);
    assert_eq!(plies(&app), 1);
    headless::keys(&mut app, &[KeyCode::KeyN]);
    assert_eq!(plies(&app), 1);
    assert!(app.world().resource::<Settings>().tile_names);
}

/// Keys that go down and up in this order, all within one frame.
fn in_one_frame(app: &mut App, keys: &[(KeyCode, ButtonState)]) {
    for (key_code, state) in keys {
        headless::send_key(app, headless::unnamed(*key_code, None), *state);
    }
    app.update();
    frames(app, 2);
}

#[test]
fn in_a_long_frame_each_key_has_the_modifiers_that_were_held_at_it() {
    use ButtonState::{Pressed, Released};
    let mut app = window(Display::Flat);
    let has_names = |app: &App| app.world().resource::<Settings>().tile_names;
    // Ctrl was held from before, and is let go within the frame.
    in_one_frame(&mut app, &[(KeyCode::ControlLeft, Pressed)]);
    in_one_frame(
        &mut app,
        &[
            (KeyCode::KeyN, Pressed),
            (KeyCode::KeyN, Released),
            (KeyCode::ControlLeft, Released),
        ],
    );
    assert_eq!(shown_page(&app), Screen::NewGame);
    assert!(!has_names(&app));
    headless::keys(&mut app, &[KeyCode::Escape]);
    // It goes down only after the letter.
    in_one_frame(
        &mut app,
        &[
            (KeyCode::KeyN, Pressed),
            (KeyCode::KeyN, Released),
            (KeyCode::ControlLeft, Pressed),
            (KeyCode::ControlLeft, Released),
        ],
    );
    assert_eq!(shown_page(&app), Screen::Game);
    assert!(has_names(&app));
    // Shift counts for the first view only, so that the last one is the own.
    headless::keys(&mut app, &[KeyCode::Digit6]);
    let wanted = outlook(&mut app).1;
    headless::keys(&mut app, &[KeyCode::Digit1]);
    in_one_frame(
        &mut app,
        &[
            (KeyCode::ShiftLeft, Pressed),
            (KeyCode::Digit6, Pressed),
            (KeyCode::Digit6, Released),
            (KeyCode::ShiftLeft, Released),
            (KeyCode::Digit6, Pressed),
            (KeyCode::Digit6, Released),
        ],
    );
    assert!(outlook(&mut app).1.distance(wanted) < 1e-3);
}

#[test]
fn a_key_that_is_pressed_twice_in_a_long_frame_counts_twice() {
    use ButtonState::{Pressed, Released};
    let mut app = window(Display::Flat);
    let twice = |key| {
        [
            (key, Pressed),
            (key, Released),
            (key, Pressed),
            (key, Released),
        ]
    };
    let before = app.world().resource::<Settings>().clone();
    for key in [KeyCode::KeyT, KeyCode::KeyN, KeyCode::F3, KeyCode::KeyH] {
        in_one_frame(&mut app, &twice(key));
        assert_eq!(*app.world().resource::<Settings>(), before, "{key:?}");
        assert_eq!(shown_page(&app), Screen::Game, "{key:?}");
    }
    assert!(app.world().resource::<AutoTurn>().0);
    in_one_frame(&mut app, &twice(KeyCode::F11));
    assert_eq!(mode(&mut app), WindowMode::Windowed);
    // Each arrow goes one control on.
    let mut app = headless::laid_out_window();
    open(&mut app, Screen::Home);
    let after = |app: &mut App, steps: &[&[(KeyCode, ButtonState)]]| {
        headless::keys(app, &[KeyCode::F6]);
        if focused(app).is_none() {
            headless::keys(app, &[KeyCode::F6]);
        }
        for step in steps {
            in_one_frame(app, step);
        }
        let at = focused(app);
        headless::keys(app, &[KeyCode::F6]);
        at
    };
    let once = [
        (KeyCode::ArrowDown, Pressed),
        (KeyCode::ArrowDown, Released),
    ];
    let one_by_one = after(&mut app, &[&once, &once]);
    assert!(one_by_one.is_some());
    assert_ne!(after(&mut app, &[&once]), one_by_one);
    assert_eq!(after(&mut app, &[&twice(KeyCode::ArrowDown)]), one_by_one);
    // Two controls back by Shift+Tab, and one on by Tab.
    let there_and_back = [
        (KeyCode::ShiftLeft, Pressed),
        (KeyCode::Tab, Pressed),
        (KeyCode::Tab, Released),
        (KeyCode::ShiftLeft, Released),
        (KeyCode::Tab, Pressed),
        (KeyCode::Tab, Released),
    ];
    assert_eq!(after(&mut app, &[&there_and_back]), after(&mut app, &[]));
}

#[test]
fn letters_are_the_keys_that_they_are_printed_on() {
    let mut app = window(Display::Flat);
    play(&mut app, "a4g1");
    // As on a German keyboard: Z and Y have changed places, and what is held is let go as it was
    // pressed.
    let press = |app: &mut App, code: KeyCode, letters: [&str; 2]| {
        let states = [ButtonState::Pressed, ButtonState::Released];
        for (state, letter) in states.into_iter().zip(letters) {
            let key = (code, Key::Character(letter.into()), None);
            headless::send_key(app, key, state);
            app.update();
        }
    };
    let control = |app: &mut App, state: ButtonState| {
        headless::send_key(app, (KeyCode::ControlLeft, Key::Control, None), state);
    };
    control(&mut app, ButtonState::Pressed);
    press(&mut app, KeyCode::KeyY, ["z", "Z"]);
    app.update();
    assert_eq!(plies(&app), 0);
    press(&mut app, KeyCode::KeyZ, ["y", "<"]);
    app.update();
    assert_eq!(plies(&app), 1);
    control(&mut app, ButtonState::Released);
    app.update();
    assert_eq!(
        app.world()
            .resource::<ButtonInput<KeyCode>>()
            .get_pressed()
            .count(),
        0
    );
    // A layout without Latin letters has them where they lie.
    press(&mut app, KeyCode::KeyN, ["т", "т"]);
    assert!(app.world().resource::<Settings>().tile_names);
}

#[test]
fn ctrl_n_opens_the_page_of_the_new_game_and_escape_leads_back() {
    let mut app = window(Display::Flat);
    let shown = |app: &App| app.world().resource::<Screens>().shown();
    play(&mut app, "a4g1");
    headless::keys(&mut app, &[KeyCode::ControlLeft, KeyCode::KeyN]);
    assert_eq!(shown(&app), Screen::NewGame);
    // Arrows are the page's.
    let before = rotation(&mut app);
    headless::keys(&mut app, &[KeyCode::ArrowRight]);
    assert_eq!(rotation(&mut app), before);
    headless::keys(&mut app, &[KeyCode::Escape]);
    assert_eq!(shown(&app), Screen::Game);
    headless::keys(&mut app, &[KeyCode::Escape]);
    assert_eq!(shown(&app), Screen::Home);
    headless::keys(&mut app, &[KeyCode::Escape]);
    assert_eq!(shown(&app), Screen::Game);
}

#[test]
fn pages_are_gone_through_and_controls_used_with_the_keyboard_alone() {
    let mut app = window(Display::Flat);
    let shown = |app: &App| app.world().resource::<Screens>().shown();
    play(&mut app, "a4g1");
    headless::keys(&mut app, &[KeyCode::ControlLeft, KeyCode::KeyN]);
    go_to(&mut app, "choice board 8×8 chess");
    headless::keys(&mut app, &[KeyCode::Enter]);
    let board = app.world().resource::<Setup>().board;
    assert_eq!(board.id(), "chess");
    go_to(&mut app, "choice who plays two players, this screen");
    headless::keys(&mut app, &[KeyCode::Enter]);
    go_to(&mut app, "switch chance decides who has white");
    headless::keys(&mut app, &[KeyCode::Space]);
    assert!(app.world().resource::<Setup>().drawn);
    go_to(&mut app, "button start");
    headless::keys(&mut app, &[KeyCode::Enter]);
    assert_eq!(shown(&app), Screen::Confirm(Question::Begin));
    go_to(&mut app, "button start new game");
    headless::keys(&mut app, &[KeyCode::Enter]);
    assert_eq!(shown(&app), Screen::Game);
    let game = app.world().resource::<Match>();
    assert_eq!((game.record().board().id(), plies(&app)), ("chess", 0));
    // A slider, with the arrow keys.
    headless::keys(&mut app, &[KeyCode::Escape]);
    go_to(&mut app, "button settings");
    headless::keys(&mut app, &[KeyCode::Enter]);
    go_to(&mut app, "button display");
    headless::keys(&mut app, &[KeyCode::Enter]);
    go_to(&mut app, "slider text size");
    headless::keys(&mut app, &[KeyCode::ArrowRight]);
    assert_eq!(app.world().resource::<Settings>().text_size, 1.05);
}

#[test]
fn tab_shows_the_names_of_tiles_until_f6_or_shift_leads_to_the_buttons() {
    let mut app = window(Display::Flat);
    let names = |app: &App| app.world().resource::<Settings>().tile_names;
    for wanted in [true, false] {
        headless::keys(&mut app, &[KeyCode::Tab]);
        assert_eq!((names(&app), focused(&app)), (wanted, None));
        // How to get to the buttons is said.
        assert!(is_told(&mut app, "F6: go to the buttons"));
    }
    let mut go = |keys: &[KeyCode]| {
        headless::keys(&mut app, keys);
        assert!(!names(&app), "{keys:?} shows the names");
        focused(&app)
    };
    let first = go(&[KeyCode::F6]);
    let second = go(&[KeyCode::Tab]);
    assert!(first.is_some() && second.is_some() && first != second);
    assert_eq!(go(&[KeyCode::ShiftLeft, KeyCode::Tab]), first);
    assert_eq!(go(&[KeyCode::F6]), None);
    // Backwards one comes to the last one.
    let last = go(&[KeyCode::ShiftRight, KeyCode::Tab]);
    assert!(last.is_some() && last != first);
    assert_eq!(go(&[KeyCode::Tab]), first);
    // Who goes by keyboard does so on the next page, and on the board again.
    let on_page = go(&[KeyCode::Escape]);
    assert!(on_page.is_some() && on_page != first, "{on_page:?}");
    assert_eq!(go(&[KeyCode::Escape]), first);
    assert_eq!(go(&[KeyCode::Tab]), second);
    go(&[KeyCode::F6]);
    // In pages Tab needs no F6, and in a field it leads on.
    open(&mut app, Screen::Players);
    headless::keys(&mut app, &[KeyCode::Tab]);
    assert!(focused(&app).is_some());
    go_to(&mut app, "field new player");
    headless::keys(&mut app, &[KeyCode::Tab]);
    assert_eq!(focused(&app).as_deref(), Some("button add"));
    assert!(!names(&app) && shown_page(&app) == Screen::Players);
    // Beside a headset it is no key of who watches.
    let mut app = window(Display::Headset);
    headless::keys(&mut app, &[KeyCode::Tab]);
    assert!(!names(&app));
}

#[test]
fn help_is_shown_by_f1_and_h_and_hidden_by_esc() {
    let mut app = window(Display::Flat);
    let is_shown = |app: &App| matches!(app.world().resource::<Screens>().shown(), Screen::Help(_));
    for key in [KeyCode::F1, KeyCode::KeyH] {
        headless::keys(&mut app, &[key]);
        assert!(is_shown(&app));
        headless::keys(&mut app, &[key]);
        assert!(!is_shown(&app));
        headless::keys(&mut app, &[key]);
        headless::keys(&mut app, &[KeyCode::Escape]);
        assert!(!is_shown(&app));
    }
}
