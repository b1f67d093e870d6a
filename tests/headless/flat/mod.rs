//! The window, without a screen: its keys, its views and its picture.

pub mod cursor;
mod keys;
mod picture;
mod touch;
mod views;

use bevy::prelude::*;
use icochess::display::Display;
use icochess::save::settings::Settings;

use crate::headless;

fn window(display: Display) -> App {
    headless::window(display, Settings::default())
}
