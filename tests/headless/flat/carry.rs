//! Pieces carried with the mouse or a finger.

use bevy::input::ButtonState::{Pressed, Released};
use bevy::input::touch::TouchPhase::{Ended, Moved, Started};
use bevy::prelude::*;
use bevy::window::WindowFocused;
use icochess::board::pieces::in_hand::{HeldPiece, InHand};
use icochess::game::messages::GameRequest;
use icochess::ui::state::screen::Screen;
use icochess_boards::Variant;

use super::touch::{BOARDS, on, place, selected, touch};
use super::{keys, seated};
use crate::asking::{all, frames, plies, rotation, shown_page, the_match};
use crate::beside::{point_at, press, press_button};
use crate::headless::{named, pass, the_window};

/// A point outside the board and all UI.
const OUTSIDE: Vec2 = Vec2::new(1200.0, 420.0);

fn held(app: &App) -> Option<HeldPiece> {
    app.world().resource::<InHand>().0
}

/// Presses the mouse on a cell and moves it in two steps.
pub(super) fn carry(app: &mut App, from: Vec2, to: Vec2) {
    point_at(app, from);
    press(app, Pressed);
    for at in [from.lerp(to, 0.5), to] {
        point_at(app, at);
        frames(app, 2);
    }
}

#[test]
fn drag_carries_a_piece_to_its_target() {
    for (variant, [from, to]) in BOARDS {
        let mut app = on(variant);
        let [from_at, to_at] = [from, to].map(|name| place(&mut app, name));
        let before = rotation(&mut app);
        carry(&mut app, from_at, to_at);
        let [from_cell, to_cell] =
            [from, to].map(|name| the_match(&app).position().cell_named(name));
        let piece = held(&app).expect("a carried piece");
        assert_eq!((Some(piece.cell), piece.target), (from_cell, to_cell));
        assert_eq!(selected(&app), Some(from));
        named(&mut app, "carried piece's ghost");
        assert_eq!(rotation(&mut app), before, "{variant}");
        press(&mut app, Released);
        frames(&mut app, 3);
        assert_eq!(plies(&app), 1, "{variant}");
        assert_eq!(held(&app), None);
        let names = all::<Name>(&mut app);
        assert!(!names.iter().any(|it| it.1.contains("ghost")));
    }
}

#[test]
fn piece_goes_back_unless_it_is_put_on_a_target() {
    for ending in [
        "outside",
        "illegal",
        "Esc",
        "focus",
        "right button",
        "own cell",
    ] {
        let mut app = on(Variant::Chess);
        let [e2, e4, e5] = ["e2", "e4", "e5"].map(|name| place(&mut app, name));
        let to = match ending {
            "outside" => OUTSIDE,
            "illegal" => e5,
            _ => e4,
        };
        carry(&mut app, e2, to);
        assert!(held(&app).is_some(), "{ending}");
        assert_eq!(held(&app).and_then(|it| it.target).is_some(), to == e4);
        match ending {
            "Esc" => keys(&mut app, "Esc"),
            "focus" => {
                let window = the_window(&mut app);
                let focused = false;
                app.world_mut()
                    .write_message(WindowFocused { window, focused });
                frames(&mut app, 2);
            }
            "right button" => {
                for state in [Pressed, Released] {
                    press_button(&mut app, MouseButton::Right, state);
                    frames(&mut app, 2);
                }
            }
            "own cell" => point_at(&mut app, e2),
            _ => {}
        }
        let is_back = ["Esc", "focus", "right button"].contains(&ending);
        assert_eq!(held(&app).is_none(), is_back, "{ending}");
        // The rest of the drag neither carries nor turns.
        let before = rotation(&mut app);
        point_at(&mut app, to + Vec2::new(15.0, 10.0));
        if ending == "own cell" {
            point_at(&mut app, e2);
        }
        press(&mut app, Released);
        frames(&mut app, 3);
        assert_eq!((plies(&app), held(&app)), (0, None), "{ending}");
        assert!(rotation(&mut app).angle_between(before) < 1e-4, "{ending}");
        // The next drag carries again.
        carry(&mut app, e2, e4);
        press(&mut app, Released);
        frames(&mut app, 3);
        assert_eq!(plies(&app), 1, "{ending}");
    }
}

#[test]
fn escape_deselects_a_clicked_piece_then_opens_the_menu() {
    let mut app = on(Variant::Chess);
    let e2 = place(&mut app, "e2");
    point_at(&mut app, e2);
    press(&mut app, Pressed);
    press(&mut app, Released);
    frames(&mut app, 3);
    assert_eq!(selected(&app), Some("e2"));
    keys(&mut app, "Esc");
    assert_eq!((selected(&app), shown_page(&app)), (None, Screen::Game));
    keys(&mut app, "Esc");
    assert_ne!(shown_page(&app), Screen::Game);
}

#[test]
fn rook_is_carried_although_the_selected_king_could_castle_there() {
    let game = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let mut app = on(Variant::Chess);
    let position = Variant::Chess
        .board()
        .read_position(game)
        .expect("a position");
    app.world_mut().write_message(GameRequest::Load(position));
    pass(&mut app, 1.5);
    let [e1, h1, h4] = ["e1", "h1", "h4"].map(|name| place(&mut app, name));
    point_at(&mut app, e1);
    press(&mut app, Pressed);
    press(&mut app, Released);
    frames(&mut app, 3);
    assert_eq!(selected(&app), Some("e1"));
    carry(&mut app, h1, h4);
    assert_eq!(plies(&app), 0);
    press(&mut app, Released);
    frames(&mut app, 3);
    assert_eq!(plies(&app), 1);
    let position = the_match(&app).position();
    let at = |name| position.piece_at(position.cell_named(name)?);
    assert!(at("h4").is_some() && at("e1").is_some());
}

#[test]
fn drag_from_a_piece_that_cannot_move_turns_the_board() {
    let mut app = on(Variant::Chess);
    for name in ["e7", "a1", "e4"] {
        let at = place(&mut app, name);
        let before = rotation(&mut app);
        carry(&mut app, at, at + Vec2::X * 80.0);
        assert_eq!(held(&app), None, "{name}");
        press(&mut app, Released);
        pass(&mut app, 1.0);
        assert!(rotation(&mut app).angle_between(before) > 0.1, "{name}");
        app = on(Variant::Chess);
    }
}

#[test]
fn finger_carries_only_the_selected_piece() {
    let mut app = on(Variant::Chess);
    let [e2, e4] = ["e2", "e4"].map(|name| place(&mut app, name));
    let before = rotation(&mut app);
    touch(&mut app, 7, Started, e2);
    touch(&mut app, 7, Moved, e4);
    touch(&mut app, 7, Ended, e4);
    pass(&mut app, 1.0);
    assert_eq!(plies(&app), 0);
    assert!(rotation(&mut app).angle_between(before) > 0.05);

    let mut app = on(Variant::Chess);
    touch(&mut app, 7, Started, e2);
    touch(&mut app, 7, Ended, e2);
    assert_eq!(selected(&app), Some("e2"));
    touch(&mut app, 7, Started, e2);
    touch(&mut app, 7, Moved, e2.lerp(e4, 0.5));
    touch(&mut app, 7, Moved, e4);
    assert!(held(&app).is_some());
    touch(&mut app, 7, Ended, e4);
    frames(&mut app, 3);
    assert_eq!(plies(&app), 1);
}

#[test]
fn ball_turns_while_a_piece_is_carried_to_the_edge() {
    let mut app = seated(Variant::Icochess, (1280, 800));
    let from = place(&mut app, "a4");
    carry(&mut app, from, Vec2::new(640.0, 795.0));
    let before = rotation(&mut app);
    pass(&mut app, 0.5);
    assert!(held(&app).is_some());
    assert!(rotation(&mut app).angle_between(before) > 0.2);
    press(&mut app, Released);
}
