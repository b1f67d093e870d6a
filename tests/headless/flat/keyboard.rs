//! Keyboard shortcuts of the window.

use bevy::input::ButtonState;
use bevy::input::keyboard::Key;
use bevy::prelude::*;
use icochess::board::stage::switches::Learning;
use icochess::board::turning::spin::AutoTurn;
use icochess::display::Display;
use icochess::game::Match;
use icochess::ui::state::screen::{Question, Screen, Topic};
use icochess::ui::state::setup::Setup;

use super::picture::is_full_screen;
use super::views::outlook;
use super::{keys, keys_in_one_frame, settings, window};
use crate::asking::{focused, go_to, has_text, open, play, plies, rotation, shown_page};
use crate::headless;

#[test]
fn t_toggles_auto_turn_with_a_notice() {
    let mut app = window(Display::Flat);
    for (wanted, words) in [(false, "Auto-turn is off"), (true, "Auto-turn is on")] {
        keys(&mut app, "T");
        assert_eq!(app.world().resource::<AutoTurn>().0, wanted);
        assert_eq!(settings(&app).auto_turn_flat, wanted);
        assert!(has_text(&mut app, words), "{words}");
    }
    // Ctrl+T does nothing, and neither does T with a headset.
    for (display, chord) in [(Display::Flat, "Ctrl+T"), (Display::Headset, "T")] {
        let mut app = window(display);
        keys(&mut app, chord);
        assert!(app.world().resource::<AutoTurn>().0, "{chord}");
    }
}

#[test]
fn l_toggles_learning_when_tapped_and_enables_it_while_held() {
    let mut app = window(Display::Flat);
    let is_on = |app: &App| app.world().resource::<Learning>().is_on();
    for wanted in [true, false] {
        keys(&mut app, "L");
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
fn keys_in_the_help_send_their_commands() {
    let mut app = window(Display::Flat);
    play(&mut app, "a4g1");
    for (chord, count) in [
        ("Ctrl+Z", 0),
        ("Ctrl+Y", 1),
        ("SuperRight+Z", 0),
        ("SuperRight+Y", 1),
        ("Z", 1),
        ("N", 1),
    ] {
        keys(&mut app, chord);
        assert_eq!(plies(&app), count, "{chord}");
    }
    assert!(settings(&app).tile_names);
}

#[test]
fn keys_use_the_modifiers_held_when_they_were_pressed() {
    let mut app = window(Display::Flat);
    // Ctrl is already held, and released within the frame.
    keys_in_one_frame(&mut app, "+Ctrl");
    keys_in_one_frame(&mut app, "N -Ctrl");
    assert_eq!(shown_page(&app), Screen::NewGame);
    assert!(!settings(&app).tile_names);
    keys(&mut app, "Esc");
    // Ctrl is pressed only after the letter.
    keys_in_one_frame(&mut app, "N Ctrl");
    assert_eq!(shown_page(&app), Screen::Game);
    assert!(settings(&app).tile_names);
    // Shift affects only the first view, so the last view is the player's own side's.
    keys(&mut app, "6");
    let wanted = outlook(&mut app).1;
    keys(&mut app, "1");
    keys_in_one_frame(&mut app, "Shift+6 6");
    assert!(outlook(&mut app).1.distance(wanted) < 1e-3);
}

#[test]
fn key_pressed_twice_in_one_frame_counts_twice() {
    let mut app = window(Display::Flat);
    let before = settings(&app).clone();
    for twice in ["T T", "N N", "F3 F3", "H H", "F11 F11"] {
        keys_in_one_frame(&mut app, twice);
        assert_eq!(*settings(&app), before, "{twice}");
        assert_eq!(shown_page(&app), Screen::Game, "{twice}");
        assert!(!is_full_screen(&mut app), "{twice}");
    }
    assert!(app.world().resource::<AutoTurn>().0);
    // Each arrow moves the focus one control on, Shift+Tab two controls back, and Tab one on.
    let mut app = headless::laid_out_window();
    open(&mut app, Screen::Home);
    let mut after = |steps: &[&str]| {
        keys(&mut app, "F6");
        if focused(&app).is_none() {
            keys(&mut app, "F6");
        }
        for step in steps {
            keys_in_one_frame(&mut app, step);
        }
        let at = focused(&app);
        keys(&mut app, "F6");
        at
    };
    let one_by_one = after(&["Down", "Down"]);
    assert!(one_by_one.is_some());
    assert_ne!(after(&["Down"]), one_by_one);
    assert_eq!(after(&["Down Down"]), one_by_one);
    assert_eq!(after(&["Shift+Tab Tab"]), after(&[]));
}

#[test]
fn letter_shortcuts_follow_the_keyboard_layout() {
    let mut app = window(Display::Flat);
    play(&mut app, "a4g1");
    // As on a German keyboard, Z and Y are swapped. A held key is released with the letter that it
    // was pressed with.
    let press = |app: &mut App, code: KeyCode, letters: [&str; 2]| {
        let states = [ButtonState::Pressed, ButtonState::Released];
        for (state, letter) in states.into_iter().zip(letters) {
            let key = (code, Key::Character(letter.into()), None);
            headless::send_key(app, key, state);
            app.update();
        }
        app.update();
    };
    let control = |app: &mut App, state: ButtonState| {
        headless::send_key(app, (KeyCode::ControlLeft, Key::Control, None), state);
    };
    control(&mut app, ButtonState::Pressed);
    press(&mut app, KeyCode::KeyY, ["z", "Z"]);
    assert_eq!(plies(&app), 0);
    press(&mut app, KeyCode::KeyZ, ["y", "<"]);
    assert_eq!(plies(&app), 1);
    control(&mut app, ButtonState::Released);
    app.update();
    let held = app.world().resource::<ButtonInput<KeyCode>>();
    assert_eq!(held.get_pressed().count(), 0);
    // A layout without Latin letters uses the physical keys.
    press(&mut app, KeyCode::KeyN, ["т", "т"]);
    assert!(settings(&app).tile_names);
}

#[test]
fn keys_open_and_close_pages_and_arrows_act_on_pages() {
    let help = Screen::Help(Topic::Pieces);
    for (chords, page) in [
        ("Ctrl+N", Screen::NewGame),
        ("Ctrl+N Right", Screen::NewGame),
        ("Ctrl+N Esc", Screen::Game),
        ("Esc", Screen::Home),
        ("Esc Esc", Screen::Game),
        ("F1", help),
        ("F1 F1", Screen::Game),
        ("F1 Esc", Screen::Game),
        ("H", help),
        ("H H", Screen::Game),
        ("H Esc", Screen::Game),
    ] {
        let mut app = window(Display::Flat);
        let before = rotation(&mut app);
        keys(&mut app, chords);
        assert_eq!(shown_page(&app), page, "{chords}");
        assert_eq!(rotation(&mut app), before, "{chords}");
    }
}

#[test]
fn pages_and_controls_work_with_keyboard_alone() {
    let mut app = window(Display::Flat);
    play(&mut app, "a4g1");
    keys(&mut app, "Ctrl+N");
    let reach = |app: &mut App, control: &str, key: &str| {
        go_to(app, control);
        keys(app, key);
    };
    reach(&mut app, "choice board 8×8 chess", "Enter");
    reach(
        &mut app,
        "choice who plays two players, this screen",
        "Enter",
    );
    reach(&mut app, "switch chance decides who has white", "Space");
    assert!(app.world().resource::<Setup>().drawn);
    reach(&mut app, "button start", "Enter");
    assert_eq!(shown_page(&app), Screen::Confirm(Question::Begin));
    reach(&mut app, "button start new game", "Enter");
    assert_eq!(shown_page(&app), Screen::Game);
    let game = app.world().resource::<Match>();
    assert_eq!((game.record().board().id(), plies(&app)), ("chess", 0));
    // A slider, moved with the arrow keys.
    keys(&mut app, "Esc");
    reach(&mut app, "button settings", "Enter");
    reach(&mut app, "button display", "Enter");
    reach(&mut app, "slider text size", "Right");
    assert_eq!(settings(&app).text_size, 1.05);
}

#[test]
fn tab_toggles_tile_names_until_a_button_has_the_focus() {
    let mut app = window(Display::Flat);
    for wanted in [true, false] {
        keys(&mut app, "Tab");
        assert_eq!((settings(&app).tile_names, focused(&app)), (wanted, None));
        assert!(has_text(&mut app, "F6 reaches the buttons"));
    }
    let mut go = |chord: &str| {
        keys(&mut app, chord);
        assert!(!settings(&app).tile_names, "{chord} shows the names");
        focused(&app)
    };
    let first = go("F6");
    let second = go("Tab");
    assert!(first.is_some() && second.is_some() && first != second);
    assert_eq!(go("Shift+Tab"), first);
    assert_eq!(go("F6"), None);
    // Shift+Tab goes to the last button.
    let last = go("ShiftRight+Tab");
    assert!(last.is_some() && last != first);
    assert_eq!(go("Tab"), first);
    // Keyboard navigation stays active on the next page, and back on the board.
    let on_page = go("Esc");
    assert!(on_page.is_some() && on_page != first, "{on_page:?}");
    assert_eq!(go("Esc"), first);
    assert_eq!(go("Tab"), second);
    go("F6");
    // On pages, Tab needs no F6, and Tab leaves a field.
    open(&mut app, Screen::Players);
    keys(&mut app, "Tab");
    assert!(focused(&app).is_some());
    go_to(&mut app, "field new player");
    keys(&mut app, "Tab");
    assert_eq!(focused(&app).as_deref(), Some("button add"));
    assert!(!settings(&app).tile_names && shown_page(&app) == Screen::Players);
    // Spectators of a headset can't use Tab.
    let mut app = window(Display::Headset);
    keys(&mut app, "Tab");
    assert!(!settings(&app).tile_names);
}
