//! The window, without a screen: keys, views and picture.

mod carry;
pub mod cursor;
mod drawings;
mod keyboard;
mod photo;
mod picture;
mod premoves;
mod slow_turn;
mod touch;
mod views;

use bevy::input::ButtonState::{Pressed, Released};
use bevy::prelude::*;
use bevy::reflect::FromReflect;
use bevy::reflect::enums::DynamicEnum;
use icochess::display::Display;
use icochess::game::messages::GameRequest;
use icochess::save::settings::Settings;
use icochess_boards::Variant;

use crate::asking::frames;
use crate::headless::{self, TypedKey};

fn window(display: Display) -> App {
    headless::window(display, Settings::default())
}

/// Creates a window of this size with a new game, and waits until nothing moves.
fn seated(variant: Variant, (width, height): (u32, u32)) -> App {
    let mut app = headless::sized_window(width, height, headless::set(|it| it.variant = variant));
    load_new(&mut app, variant);
    headless::pass(&mut app, 1.5);
    app
}

/// Requests a new game of a board for the next frame.
pub fn load_new(app: &mut App, variant: Variant) {
    let game = variant.board().new_game();
    app.world_mut().write_message(GameRequest::Load(game));
}

pub fn settings(app: &App) -> &Settings {
    app.world().resource::<Settings>()
}

/// Returns the key with Bevy's name, or a shorter one: `Ctrl`, `Shift`, `Esc`, `Left`, `Z`, `1`.
pub fn key_named(name: &str) -> KeyCode {
    let name = match name {
        "Ctrl" => "ControlLeft".to_owned(),
        "Shift" => "ShiftLeft".to_owned(),
        "Esc" => "Escape".to_owned(),
        "Left" | "Right" | "Up" | "Down" => format!("Arrow{name}"),
        one if one.len() > 1 => one.to_owned(),
        digit if digit.parse::<u8>().is_ok() => format!("Digit{digit}"),
        letter => format!("Key{letter}"),
    };
    KeyCode::from_reflect(&DynamicEnum::new(name, ())).expect("a key")
}

/// Presses chords one after another, as in `Ctrl+N 2 Esc`.
pub fn keys(app: &mut App, chords: &str) {
    for chord in chords.split(' ') {
        let chord: Vec<KeyCode> = chord.split('+').map(key_named).collect();
        headless::keys(app, &chord);
    }
}

/// Presses chords one after another within one frame. `+Ctrl` only presses a key, `-Ctrl` only
/// releases it.
pub fn keys_in_one_frame(app: &mut App, chords: &str) {
    in_one_frame(app, chords, |name| headless::unnamed(key_named(name), None));
}

/// Like `keys_in_one_frame`, with keys whose meaning and text `key` returns.
pub fn in_one_frame<'a>(app: &mut App, chords: &'a str, key: impl Fn(&'a str) -> TypedKey<'a>) {
    let mut send = |name: &'a str, state| headless::send_key(app, key(name), state);
    for chord in chords.split(' ') {
        if let Some(name) = chord.strip_prefix('+') {
            send(name, Pressed);
        } else if let Some(name) = chord.strip_prefix('-') {
            send(name, Released);
        } else {
            chord.split('+').for_each(|name| send(name, Pressed));
            chord.split('+').rev().for_each(|name| send(name, Released));
        }
    }
    frames(app, 3);
}
