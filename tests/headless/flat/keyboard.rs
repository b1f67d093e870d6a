//! The keys of the window.

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
use crate::asking::{focused, go_to, is_told, open, play, plies, rotation, shown_page};
use crate::headless;

#[test]
fn t_turns_auto_turn_on_and_off_and_says_so() {
    let mut app = window(Display::Flat);
    for (wanted, words) in [(false, "Auto-turn is off"), (true, "Auto-turn is on")] {
        keys(&mut app, "T");
        assert_eq!(app.world().resource::<AutoTurn>().0, wanted);
        assert_eq!(settings(&app).auto_turn_flat, wanted);
        assert!(is_told(&mut app, words), "{words}");
    }
    // With Ctrl it is another key, and the headset's players have buttons.
    for (display, chord) in [(Display::Flat, "Ctrl+T"), (Display::Headset, "T")] {
        let mut app = window(display);
        keys(&mut app, chord);
        assert!(app.world().resource::<AutoTurn>().0, "{chord}");
    }
}

#[test]
fn l_lets_the_board_explain_itself_when_tapped_and_as_long_as_it_is_held() {
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
fn the_keys_of_the_help_give_its_commands() {
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
fn in_a_long_frame_each_key_has_the_modifiers_that_were_held_at_it() {
    let mut app = window(Display::Flat);
    // Ctrl was held from before, and is let go within the frame.
    keys_in_one_frame(&mut app, "+Ctrl");
    keys_in_one_frame(&mut app, "N -Ctrl");
    assert_eq!(shown_page(&app), Screen::NewGame);
    assert!(!settings(&app).tile_names);
    keys(&mut app, "Esc");
    // It goes down only after the letter.
    keys_in_one_frame(&mut app, "N Ctrl");
    assert_eq!(shown_page(&app), Screen::Game);
    assert!(settings(&app).tile_names);
    // Shift counts for the first view only, so that the last one is the own.
    keys(&mut app, "6");
    let wanted = outlook(&mut app).1;
    keys(&mut app, "1");
    keys_in_one_frame(&mut app, "Shift+6 6");
    assert!(outlook(&mut app).1.distance(wanted) < 1e-3);
}

#[test]
fn a_key_that_is_pressed_twice_in_a_long_frame_counts_twice() {
    let mut app = window(Display::Flat);
    let before = settings(&app).clone();
    for twice in ["T T", "N N", "F3 F3", "H H", "F11 F11"] {
        keys_in_one_frame(&mut app, twice);
        assert_eq!(*settings(&app), before, "{twice}");
        assert_eq!(shown_page(&app), Screen::Game, "{twice}");
        assert!(!is_full_screen(&mut app), "{twice}");
    }
    assert!(app.world().resource::<AutoTurn>().0);
    // Each arrow goes one control on, two controls back by Shift+Tab and one on by Tab.
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
    // A layout without Latin letters has them where they lie.
    press(&mut app, KeyCode::KeyN, ["т", "т"]);
    assert!(settings(&app).tile_names);
}

#[test]
fn keys_open_pages_and_lead_back_and_arrows_are_the_pages_there() {
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
fn pages_are_gone_through_and_controls_used_with_the_keyboard_alone() {
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
    // A slider, with the arrow keys.
    keys(&mut app, "Esc");
    reach(&mut app, "button settings", "Enter");
    reach(&mut app, "button display", "Enter");
    reach(&mut app, "slider text size", "Right");
    assert_eq!(settings(&app).text_size, 1.05);
}

#[test]
fn tab_shows_the_names_of_tiles_until_f6_or_shift_leads_to_the_buttons() {
    let mut app = window(Display::Flat);
    for wanted in [true, false] {
        keys(&mut app, "Tab");
        assert_eq!((settings(&app).tile_names, focused(&app)), (wanted, None));
        assert!(is_told(&mut app, "F6: go to the buttons"));
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
    // Backwards one comes to the last one.
    let last = go("ShiftRight+Tab");
    assert!(last.is_some() && last != first);
    assert_eq!(go("Tab"), first);
    // Who goes by keyboard does so on the next page, and on the board again.
    let on_page = go("Esc");
    assert!(on_page.is_some() && on_page != first, "{on_page:?}");
    assert_eq!(go("Esc"), first);
    assert_eq!(go("Tab"), second);
    go("F6");
    // In pages Tab needs no F6, and in a field it leads on.
    open(&mut app, Screen::Players);
    keys(&mut app, "Tab");
    assert!(focused(&app).is_some());
    go_to(&mut app, "field new player");
    keys(&mut app, "Tab");
    assert_eq!(focused(&app).as_deref(), Some("button add"));
    assert!(!settings(&app).tile_names && shown_page(&app) == Screen::Players);
    // Beside a headset it is no key of who watches.
    let mut app = window(Display::Headset);
    keys(&mut app, "Tab");
    assert!(!settings(&app).tile_names);
}
