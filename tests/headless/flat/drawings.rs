//! Arrows and circles drawn with the mouse's right button.

use bevy::input::ButtonState::{Pressed, Released};
use bevy::prelude::*;
use icochess::board::tiles::drawn::Drawn;
use icochess::interaction::Drawings;
use icochess::ui::state::screen::Screen;

use super::keys;
use super::touch::{BOARDS, on, place};
use crate::asking::{frames, get, play, plies, shown_page, the_match};
use crate::beside::{point_at, press_button};

/// Drags with the right button from one cell to another, or clicks if they are the same.
fn draw(app: &mut App, from: &str, to: &str) {
    let [from, to] = [from, to].map(|name| place(app, name));
    point_at(app, from);
    press_button(app, MouseButton::Right, Pressed);
    if from != to {
        for at in [from.lerp(to, 0.5), to] {
            point_at(app, at);
            frames(app, 2);
        }
    }
    press_button(app, MouseButton::Right, Released);
    frames(app, 3);
}

/// Returns the number of arrows, circles and visible parts.
fn drawn(app: &mut App) -> (usize, usize, usize) {
    let world = app.world_mut();
    let parts = world.query::<&Drawn>().iter(world).count();
    let drawings = get::<Drawings>(app);
    (drawings.arrows().len(), drawings.circles().len(), parts)
}

#[test]
fn arrows_and_circles_last_until_erased_or_the_next_move() {
    for (variant, [from, to]) in BOARDS {
        let mut app = on(variant);
        let cells = [from, to].map(|name| the_match(&app).position().cell_named(name));
        draw(&mut app, from, to);
        let arrows = get::<Drawings>(&app).arrows();
        assert_eq!(arrows, [(cells[0].unwrap(), cells[1].unwrap())]);
        draw(&mut app, to, to);
        let (arrows, circles, parts) = drawn(&mut app);
        assert_eq!((arrows, circles), (1, 1), "{variant}");
        // A shaft, a head and a circle.
        assert!(parts >= 3, "{variant}: {parts}");
        // Drawn again, both disappear.
        draw(&mut app, from, to);
        draw(&mut app, to, to);
        assert_eq!(drawn(&mut app), (0, 0, 0), "{variant}");
        draw(&mut app, from, to);
        keys(&mut app, "Esc");
        frames(&mut app, 2);
        assert_eq!(drawn(&mut app), (0, 0, 0), "{variant}");
        assert_eq!(shown_page(&app), Screen::Game);
        draw(&mut app, from, to);
        play(&mut app, &format!("{from}{to}"));
        frames(&mut app, 2);
        assert_eq!((plies(&app), drawn(&mut app)), (1, (0, 0, 0)), "{variant}");
    }
}
