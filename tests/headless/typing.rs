//! Typed moves in the window, without a screen. The board shows a typed move, the field explains
//! it, and the same requests play it as for a picked move.

use bevy::input::ButtonState;
use bevy::input::keyboard::Key;
use bevy::input_focus::{AcquireFocus, FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::Activate;
use icochess::board::stage::looks::{FrameKind, TileLook};
use icochess::computer::{Computer, SidePlayer};
use icochess::game::messages::{GameRequest, MoveRequested, Step};
use icochess::game::{Match, OnCell};
use icochess::interaction::move_entry::{MOVE_ENTRY, MoveEntry};
use icochess::interaction::{Hovered, Selection};
use icochess::ui::kit::move_field::MoveTyped;
use icochess::ui::state::screen::{Screen, Screens, Topic};
use icochess_boards::Variant;
use icochess_rules::{Cell, Side};

use crate::asking::{self, all, frames, go_to, has_text, plies, rotation, shown_page};
use crate::flat::{in_one_frame, key_named, settings};
use crate::headless::{self, TypedKey, key, unnamed};

/// Creates a window with UI layout and a game of a board.
fn window(variant: Variant) -> App {
    let mut app = headless::laid_out_window();
    load(&mut app, variant, None);
    app
}

fn load(app: &mut App, variant: Variant, text: Option<&str>) {
    let record = match text {
        None => variant.board().new_game(),
        Some(text) => variant.board().read_position(text).unwrap(),
    };
    app.world_mut().write_message(GameRequest::Load(record));
    headless::pass(app, 0.2);
}

/// Returns the key of a letter or digit; an arbitrary key for other characters.
fn key_of(letter: char) -> KeyCode {
    match letter.to_ascii_uppercase() {
        '/' => KeyCode::Slash,
        one if one.is_ascii_alphanumeric() => key_named(&one.to_string()),
        _ => KeyCode::KeyA,
    }
}

/// Returns a key with its meaning and text.
fn typed(name: &str) -> TypedKey<'_> {
    match name {
        "Ctrl" => (KeyCode::ControlLeft, Key::Control, None),
        "Shift" => (KeyCode::ShiftLeft, Key::Shift, None),
        "Space" => (KeyCode::Space, Key::Space, Some(" ")),
        "Enter" => unnamed(KeyCode::Enter, Some("\r")),
        "Esc" => unnamed(KeyCode::Escape, Some("\u{1b}")),
        "Backspace" => (KeyCode::Backspace, Key::Backspace, Some("\u{8}")),
        letter => {
            let code = letter.chars().next().map_or(KeyCode::KeyA, key_of);
            (code, Key::Character(letter.into()), Some(letter))
        }
    }
}

fn type_text(app: &mut App, text: &str) {
    for letter in text.chars() {
        key(app, key_of(letter), Some(&letter.to_string()));
    }
}

fn open(app: &mut App) {
    key(app, KeyCode::Slash, Some("/"));
}

/// Returns the text in the field; `None` if there is no field.
fn field(app: &mut App) -> Option<String> {
    let world = app.world_mut();
    let mut fields = world.query::<(&Name, &EditableText)>();
    let mut fields = fields.iter(world);
    let field = fields.find(|(name, _)| name.as_str() == "field move");
    field.map(|(_, text)| text.value().to_string())
}

fn has_keyboard(app: &App) -> bool {
    let focus = app.world().resource::<InputFocus>().get();
    focus.is_some_and(|entity| app.world().get::<EditableText>(entity).is_some())
}

fn offered(app: &mut App) -> Vec<String> {
    let names = all::<Name>(app).into_iter();
    let offered = names.filter_map(|it| Some(it.1.strip_prefix("completion ")?.to_owned()));
    let mut offered: Vec<String> = offered.collect();
    offered.sort();
    offered
}

fn cell(app: &App, name: &str) -> Option<Cell> {
    app.world().resource::<Match>().position().cell_named(name)
}

/// Returns the selected cell, and the cell hovered by move entry.
fn shown(app: &App) -> (Option<Cell>, Option<Cell>) {
    let selected = app.world().resource::<Selection>().0.cell();
    (selected, app.world().resource::<Hovered>().by(MOVE_ENTRY))
}

fn frame(app: &mut App, wanted: Option<Cell>) -> Option<FrameKind> {
    let world = app.world_mut();
    let mut tiles = world.query::<(&OnCell, &TileLook)>();
    let found = tiles.iter(world).find(|(on, _)| Some(on.0) == wanted);
    found.and_then(|(_, look)| look.frame)
}

#[test]
fn typed_moves_are_shown_explained_and_played() {
    let mut app = window(Variant::Icochess);
    assert_eq!(field(&mut app), None);
    open(&mut app);
    // The key that opens the field types nothing.
    assert_eq!(field(&mut app).as_deref(), Some(""));
    assert!(has_keyboard(&app) && has_text(&mut app, "Type a move like"));
    type_text(&mut app, "b1");
    let [b1, n4] = ["b1", "n4"].map(|name| cell(&app, name));
    assert_eq!(shown(&app), (b1, None), "the piece is known");
    type_text(&mut app, "n4");
    assert_eq!(field(&mut app).as_deref(), Some("b1n4"));
    assert_eq!(shown(&app), (b1, n4));
    assert_eq!(frame(&mut app, n4), Some(FrameKind::Hovered));
    assert!(has_text(&mut app, "Enter: rook B1 takes pawn N4"));
    assert_eq!(plies(&app), 0);
    key(&mut app, KeyCode::Enter, None);
    assert_eq!((plies(&app), shown(&app)), (1, (None, None)));
    assert_eq!(field(&mut app).as_deref(), Some(""));
    assert!(has_keyboard(&app));
    type_text(&mut app, "o1-b3");
    key(&mut app, KeyCode::Enter, None);
    assert_eq!(plies(&app), 2);
    // Escape closes the field first, then opens the menu.
    type_text(&mut app, "a");
    key(&mut app, KeyCode::Escape, None);
    assert_eq!((field(&mut app), shown_page(&app)), (None, Screen::Game));
    assert!(!has_keyboard(&app) && shown(&app) == (None, None));
    key(&mut app, KeyCode::Escape, None);
    assert_eq!(shown_page(&app), Screen::Home);
}

#[test]
fn notation_is_played_on_every_board_and_pages_close_field() {
    for variant in Variant::ALL {
        let mut app = window(variant);
        // Enter also opens the field if nothing has the focus.
        key(&mut app, KeyCode::Enter, None);
        for ply in 0..3 {
            let position = app.world().resource::<Match>().position();
            let moves = position.legal_moves();
            let mv = moves[moves.len() * (ply + 1) / 4];
            let text = match ply % 3 {
                0 => position.san(mv),
                1 => position.uci(mv),
                _ => position.long_san(mv),
            };
            type_text(&mut app, &text);
            assert_eq!(
                app.world().resource::<MoveEntry>().meant(),
                Some(mv),
                "{text}"
            );
            key(&mut app, KeyCode::Enter, None);
            assert_eq!(plies(&app), ply + 1, "{text} on {variant}");
        }
        asking::open(&mut app, Screen::Home);
        assert!(!app.world().resource::<MoveEntry>().is_open());
        asking::open(&mut app, Screen::Game);
        assert_eq!(field(&mut app), None);
    }
}

#[test]
fn field_takes_letters_digits_and_arrows_but_not_f1() {
    let mut app = window(Variant::Icochess);
    let before = settings(&app).clone();
    let lay = rotation(&mut app);
    open(&mut app);
    // The key that opens the field types nothing into it.
    type_text(&mut app, "nthm43/");
    for arrow in [KeyCode::ArrowLeft, KeyCode::ArrowRight, KeyCode::ArrowUp] {
        key(&mut app, arrow, None);
    }
    headless::pass(&mut app, 0.6);
    assert_eq!(field(&mut app).as_deref(), Some("nthm43"));
    assert_eq!(*settings(&app), before);
    assert_eq!((rotation(&mut app), shown_page(&app)), (lay, Screen::Game));
    assert!(has_text(&mut app, "No legal move starts like this"));
    key(&mut app, KeyCode::Enter, None);
    assert_eq!(plies(&app), 0);
    key(&mut app, KeyCode::F1, None);
    assert_eq!(shown_page(&app), Screen::Help(Topic::Pieces));
    assert_eq!(field(&mut app), None);
    key(&mut app, KeyCode::F1, None);
    assert_eq!(shown_page(&app), Screen::Game);
}

#[test]
fn keys_typed_before_the_field_opens_go_to_the_field() {
    let mut app = window(Variant::Chess);
    let before = settings(&app).clone();
    let lay = rotation(&mut app);
    let press = |app: &mut App, name: &str| {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            headless::send_key(app, typed(name), state);
        }
    };
    // Tries increasing delays, and the letters in one frame or one per frame.
    for opener in ["/", "Enter"] {
        for (wait, apart) in (0..6).flat_map(|wait| [(wait, 0), (wait, 1), (wait, 2)]) {
            press(&mut app, opener);
            frames(&mut app, wait);
            for letter in ["n", "t", "h", "m", "3", "/", "n"] {
                press(&mut app, letter);
                frames(&mut app, apart);
            }
            frames(&mut app, 6);
            let when = format!("{opener}, after {wait} frames, every {apart}");
            assert_eq!(field(&mut app).as_deref(), Some("nthm3n"), "{when}");
            let entry = app.world().resource::<MoveEntry>();
            assert_eq!(entry.text(), "nthm3n", "{when}");
            assert!(has_keyboard(&app), "{when}");
            assert_eq!(*settings(&app), before, "{when}");
            assert_eq!(shown_page(&app), Screen::Game, "{when}");
            assert_eq!(rotation(&mut app), lay, "{when}");
            key(&mut app, KeyCode::Escape, None);
            assert_eq!(field(&mut app), None, "{when}");
        }
    }
    // Types a whole move in one frame, with a correction, and then another move while the field is
    // open.
    for (played, chords) in [(1, "/ e 5 Backspace 4 Enter"), (2, "/ e 5 Enter")] {
        in_one_frame(&mut app, chords, typed);
        frames(&mut app, 3);
        assert_eq!(plies(&app), played);
        assert_eq!(field(&mut app).as_deref(), Some(""));
    }
    key(&mut app, KeyCode::Escape, None);
    // Closing at once works, and the keys are shortcuts again.
    in_one_frame(&mut app, "/ Esc", typed);
    frames(&mut app, 3);
    assert_eq!((field(&mut app), shown_page(&app)), (None, Screen::Game));
    key(&mut app, KeyCode::KeyN, Some("n"));
    assert_ne!(settings(&app).tile_names, before.tile_names);
    // Input doesn't wait for a field that another page has prevented.
    press(&mut app, "/");
    asking::open(&mut app, Screen::Home);
    frames(&mut app, 3);
    key(&mut app, KeyCode::KeyN, Some("n"));
    assert_eq!(settings(&app).tile_names, before.tile_names);
}

#[test]
fn keys_typed_with_the_button_press_go_to_the_field() {
    let mut app = window(Variant::Chess);
    let before = settings(&app).clone();
    go_to(&mut app, "button type a move");
    in_one_frame(&mut app, "Enter n h 3", typed);
    frames(&mut app, 5);
    assert_eq!(field(&mut app).as_deref(), Some("nh3"));
    assert!(has_keyboard(&app));
    assert_eq!(*settings(&app), before);
    assert_eq!(shown_page(&app), Screen::Game);
}

#[test]
fn moves_typed_on_the_web_page_are_played_on_every_page() {
    let mut app = window(Variant::Chess);
    let enter = |app: &mut App, text: &str| {
        app.world_mut().write_message(MoveTyped(text.into()));
        frames(app, 5);
    };
    let screens = [Screen::Game, Screen::Home, Screen::Saved, Screen::Moves];
    let moves = ["e4", "e7e5", "g1-f3", "Nc6"];
    for (number, (screen, text)) in screens.into_iter().zip(moves).enumerate() {
        app.world_mut().resource_mut::<Screens>().open(screen);
        frames(&mut app, 5);
        enter(&mut app, text);
        assert_eq!(plies(&app), number + 1, "{text}");
        assert_eq!(shown_page(&app), Screen::Game);
    }
    // Only an unclear move opens the field.
    enter(&mut app, "Qh5");
    assert_eq!(field(&mut app), None);
    for text in ["x", "N"] {
        enter(&mut app, text);
        assert_eq!(field(&mut app).as_deref(), Some(text));
    }
    assert!(has_text(&mut app, "moves start like this"));
    assert_eq!(plies(&app), 4);
    enter(&mut app, "Bb5");
    assert_eq!((field(&mut app), plies(&app)), (None, 5));
}

#[test]
fn tab_cycles_completions_and_enter_plays_one() {
    let mut app = window(Variant::Chess);
    open(&mut app);
    type_text(&mut app, "n");
    assert_eq!(offered(&mut app), ["na3", "nc3", "nf3", "nh3"]);
    assert!(has_text(&mut app, "4 moves start like this"));
    for text in ["Na3", "Nc3", "Nf3"] {
        key(&mut app, KeyCode::Tab, None);
        assert_eq!(field(&mut app).as_deref(), Some(text));
        // The other completions are still offered.
        assert_eq!(offered(&mut app).len(), 4);
    }
    key(&mut app, KeyCode::ArrowUp, None);
    assert_eq!(field(&mut app).as_deref(), Some("Nc3"));
    assert!(has_keyboard(&app) && has_text(&mut app, "Enter: knight B1 to C3"));
    key(&mut app, KeyCode::Enter, None);
    let position = app.world().resource::<Match>().position();
    assert!(position.text().contains("/2N5/"), "{}", position.text());
    // A long list is truncated.
    load(&mut app, Variant::OctHex146, None);
    type_text(&mut app, "u");
    assert_eq!(offered(&mut app).len(), 8);
    assert!(has_text(&mut app, "and 12 more"));
    load(&mut app, Variant::Chess, Some(TWO_KNIGHTS));
    type_text(&mut app, "Nc3");
    key(&mut app, KeyCode::Tab, None);
    key(&mut app, KeyCode::Enter, None);
    assert_eq!(plies(&app), 1);
}

/// Two knights with a common target, but one of them is pinned.
const PINNED: &str = "4k3/8/8/8/4r3/8/4N3/1N2K3 w - - 0 1";
const TWO_KNIGHTS: &str = "4k3/8/8/8/8/8/4N3/1N2K3 w - - 0 1";
const ATTACK: &str = "6k1/5ppp/8/8/8/8/8/R3K2Q w - - 0 1";
const MATED: &str = "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1";

#[test]
fn field_explains_what_enter_would_do() {
    for (position, text, expected, played) in [
        (
            PINNED,
            "e2d4",
            "E2: White knight can't go to D4. Pinned: it would expose your king (rook\u{a0}E4)",
            0,
        ),
        (TWO_KNIGHTS, "Nc3", "Which one: Nbc3, Nec3?", 0),
        (MATED, "a8", "The game is over", 0),
        (ATTACK, "Qd5", "Enter: queen H1 to D5", 1),
        (ATTACK, "Qa8", "Enter: queen H1 to A8, winning", 1),
        (ATTACK, "Ra8", "Enter: rook A1 to A8, winning", 1),
        (ATTACK, "Qxh7", "Enter: queen H1 takes pawn H7, check", 1),
    ] {
        let mut app = window(Variant::Chess);
        load(&mut app, Variant::Chess, Some(position));
        open(&mut app);
        type_text(&mut app, text);
        assert!(has_text(&mut app, expected), "{expected}");
        if position == PINNED {
            assert_eq!(shown(&app), (cell(&app, "e2"), None));
        }
        key(&mut app, KeyCode::Enter, None);
        assert_eq!(plies(&app), played, "{expected}");
        if played == 0 {
            assert_eq!(field(&mut app).as_deref(), Some(text));
        }
    }
}

#[test]
fn typed_moves_cannot_move_for_the_computer() {
    let mut app = window(Variant::Chess);
    let player = SidePlayer {
        computer: true,
        ..SidePlayer::default()
    };
    *app.world_mut()
        .resource_mut::<Computer>()
        .of_mut(Side::Black) = player;
    app.insert_resource(icochess::computer::Paused(true));
    open(&mut app);
    type_text(&mut app, "e4");
    key(&mut app, KeyCode::Enter, None);
    assert_eq!(plies(&app), 1);
    type_text(&mut app, "e7e5");
    assert!(has_text(
        &mut app,
        "The computer plays Black, and it is Black's turn"
    ));
    assert_eq!(shown(&app), (None, None));
    key(&mut app, KeyCode::Enter, None);
    assert_eq!(plies(&app), 1);
}

#[test]
fn letters_use_the_modifiers_held_when_they_were_typed() {
    for (each_frame, text) in [
        // However short Ctrl+A is, the next letter replaces everything.
        (&["n t", "Ctrl+a", "h", "Ctrl+a", "n"][..], "n"),
        // Ctrl is released in the frame of its letter.
        (&["n t", "+Ctrl", "a -Ctrl", "h"], "h"),
        (&["n t Ctrl+a h"], "h"),
        // Ctrl pressed after a letter doesn't affect it.
        (&["h", "3 +Ctrl"], "h3"),
        // A space counts while Shift is held for the next letter.
        (&["N +Shift Space +N"], "N N"),
    ] {
        let mut app = window(Variant::Chess);
        open(&mut app);
        for chords in each_frame {
            in_one_frame(&mut app, chords, typed);
        }
        frames(&mut app, 3);
        assert_eq!(field(&mut app).as_deref(), Some(text), "{each_frame:?}");
    }
}

#[test]
fn field_closes_when_it_loses_the_focus() {
    for how in 0..3 {
        let mut app = window(Variant::Icochess);
        open(&mut app);
        type_text(&mut app, "b1");
        match how {
            0 => headless::keys(&mut app, &[KeyCode::F6]),
            // As after a press on the background.
            1 => app.world_mut().resource_mut::<InputFocus>().clear(),
            _ => {
                let undo = headless::named(&mut app, "button undo");
                let mut focus = app.world_mut().resource_mut::<InputFocus>();
                focus.set(undo, FocusCause::Navigated);
            }
        }
        frames(&mut app, 3);
        assert_eq!(field(&mut app), None, "{how}");
        assert_eq!(shown(&app), (None, None));
        // The keys are shortcuts again: digits choose views, letters commands.
        let names = settings(&app).tile_names;
        key(&mut app, KeyCode::KeyN, Some("n"));
        assert_ne!(settings(&app).tile_names, names);
        let lay = rotation(&mut app);
        key(&mut app, KeyCode::Digit3, Some("3"));
        headless::pass(&mut app, 0.6);
        assert_ne!(rotation(&mut app), lay, "{how}");
        key(&mut app, KeyCode::F1, None);
        assert_eq!(shown_page(&app), Screen::Help(Topic::Pieces));
    }
}

#[test]
fn pressing_a_completion_keeps_the_focus_in_the_field() {
    let mut app = window(Variant::Chess);
    open(&mut app);
    type_text(&mut app, "n");
    let focused_entity = headless::named(&mut app, "completion nf3");
    let window = headless::the_window(&mut app);
    app.world_mut().trigger(AcquireFocus {
        focused_entity,
        window,
    });
    frames(&mut app, 3);
    assert!(has_keyboard(&app));
    app.world_mut().trigger(Activate {
        entity: focused_entity,
    });
    frames(&mut app, 3);
    assert_eq!((plies(&app), has_keyboard(&app)), (1, true));
}

#[test]
fn example_in_the_field_is_a_legal_move_in_every_position() {
    for variant in Variant::ALL {
        let mut app = window(variant);
        open(&mut app);
        for ply in 0..14 {
            let position = app.world().resource::<Match>().position();
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let entry = app.world().resource::<MoveEntry>();
            let example = entry.example().expect("an example").to_owned();
            let mv = position.parse_san(&example);
            let mv = mv.unwrap_or_else(|error| panic!("{variant}, ply {ply}: {error}"));
            assert_eq!(position.why_illegal(mv), None, "{variant}, {example}");
            assert!(
                has_text(&mut app, &format!("Type a move like {example}")),
                "{variant}"
            );
            // Typing the example produces that move.
            type_text(&mut app, &example);
            assert_eq!(
                app.world().resource::<MoveEntry>().meant(),
                Some(mv),
                "{example}"
            );
            for _ in example.chars() {
                key(&mut app, KeyCode::Backspace, None);
            }
            let world = app.world_mut();
            match ply % 5 {
                3 => {
                    world.write_message(GameRequest::Undo);
                }
                4 => {
                    world.write_message(GameRequest::Step(Step::Back));
                }
                _ => {
                    let mv = moves[(ply * 7 + 3) % moves.len()];
                    world.write_message(MoveRequested(mv));
                }
            }
            frames(&mut app, 3);
        }
    }
}
