//! The keyboard's cursor on the board.

use std::collections::HashMap;

use bevy::prelude::*;
use icochess::board::stage::switches::OnMap;
use icochess::board::stage::taught::{Taught, Teach};
use icochess::board::tutorial::TutorialRequest;
use icochess::display::Display;
use icochess::flat::camera::WindowCamera;
use icochess::game::OnCell;
use icochess::interaction::choice::Choice;
use icochess::interaction::move_entry::MoveEntry;
use icochess::interaction::{Hovered, Selection, Spot};
use icochess::ui::state::screen::Screen;
use icochess_boards::Variant;
use icochess_rules::{Cell, Move, MoveKind};
use icochess_shape::Hold;

use super::{keys, keys_in_one_frame, load_new, window};
use crate::asking::{
    ask, focused, frames, has_text, only, open, plies, rotation, shown_page, the_match,
};
use crate::headless;

/// Arrow keys with their directions on screen.
const ARROWS: [(KeyCode, Vec2); 4] = [
    (KeyCode::ArrowRight, Vec2::X),
    (KeyCode::ArrowLeft, Vec2::NEG_X),
    (KeyCode::ArrowUp, Vec2::Y),
    (KeyCode::ArrowDown, Vec2::NEG_Y),
];

fn on(variant: Variant) -> App {
    let mut app = window(Display::Flat);
    load_new(&mut app, variant);
    headless::pass(&mut app, 1.0);
    app
}

fn press(app: &mut App, arrow: KeyCode) {
    headless::keys(app, &[KeyCode::ControlLeft, arrow]);
}

/// Returns the cell under the cursor.
fn ring(app: &App) -> Option<Cell> {
    match app.world().resource::<Hovered>().cursor() {
        Some(Spot::Cell(cell)) => Some(cell),
        _ => None,
    }
}

/// Returns the screen position of a cell, and whether its upper side faces the camera.
pub fn seen(app: &mut App, cell: Cell) -> (Vec2, bool) {
    let camera = only::<GlobalTransform, WindowCamera>(app);
    let world = app.world_mut();
    let mut places = world.query_filtered::<(&GlobalTransform, &OnCell), Without<OnMap>>();
    let place = places.iter(world).find(|(_, on)| on.0 == cell);
    let place = place.expect("a place").0;
    let at = camera
        .affine()
        .inverse()
        .transform_point3(place.translation());
    let is_faced = place.up().dot(camera.translation() - place.translation()) > 0.0;
    (at.truncate() / -at.z, is_faced)
}

/// Moves the cursor to a cell. Prefers arrows towards the cell, and tries a different arrow on
/// cells that the cursor has visited before.
pub fn lead(app: &mut App, to: Cell) {
    let mut tried: HashMap<(Option<Cell>, KeyCode), usize> = HashMap::new();
    for _ in 0..120 {
        let at = ring(app);
        if at == Some(to) {
            return;
        }
        let goal = seen(app, to).0;
        let direction = at.map_or(Vec2::X, |at| goal - seen(app, at).0);
        let (arrow, _) = ARROWS
            .into_iter()
            .min_by(|(one, its), (other, others)| {
                let count = |key| tried.get(&(at, key)).copied().unwrap_or(0);
                let by_count = count(*one).cmp(&count(*other));
                by_count.then(others.dot(direction).total_cmp(&its.dot(direction)))
            })
            .expect("an arrow");
        *tried.entry((at, arrow)).or_default() += 1;
        press(app, arrow);
    }
    panic!("the ring does not come to {to:?}");
}

/// Returns a plain move between visible cells.
fn a_move(app: &mut App) -> Move {
    let all = the_match(app).position().legal_moves();
    let mut plain = all.into_iter().filter(|mv| mv.kind == MoveKind::Plain);
    let found = plain.find(|mv| seen(app, mv.from).1 && seen(app, mv.to).1);
    found.expect("a move in sight")
}

#[test]
fn moves_are_made_with_ctrl_arrows_and_enter_on_every_board() {
    for variant in Variant::ALL {
        for picks in ["Enter", "Space"] {
            let mut app = on(variant);
            assert_eq!(ring(&app), None, "{variant}");
            let before = rotation(&mut app);
            press(&mut app, KeyCode::ArrowRight);
            // The cursor starts on a piece that can move.
            let first = ring(&app).expect("a ring");
            let position = the_match(&app).position();
            let piece = position.piece_at(first).expect("a piece");
            assert_eq!(piece.side, position.turn(), "{variant}");
            let mv = a_move(&mut app);
            lead(&mut app, mv.from);
            keys(&mut app, picks);
            let selected = app.world().resource::<Selection>().0;
            assert_eq!(selected.cell(), Some(mv.from), "{variant}");
            lead(&mut app, mv.to);
            if variant.shape().hold != Hold::Ball {
                assert_eq!(rotation(&mut app), before, "{variant}");
            }
            keys(&mut app, picks);
            headless::pass(&mut app, 0.2);
            // Some boards ask for confirmation of each move by default.
            if app.world().resource::<Choice>().0.is_some() {
                keys(&mut app, "Enter");
                headless::pass(&mut app, 0.2);
            }
            assert_eq!(plies(&app), 1, "{variant}");
            assert_eq!(the_match(&app).record().last(), Some(mv), "{variant}");
            assert!(!app.world().resource::<MoveEntry>().is_open());
        }
    }
}

#[test]
fn arrows_move_the_cursor_in_their_direction_on_screen() {
    for variant in Variant::ALL {
        let mut app = on(variant);
        press(&mut app, KeyCode::ArrowUp);
        let mut moved = 0;
        for step in 0..24 {
            let (arrow, direction) = ARROWS[step * 7 % 4];
            let (before, lay) = (ring(&app), rotation(&mut app));
            let from = before.map(|cell| seen(&mut app, cell).0);
            press(&mut app, arrow);
            let (now, lies) = (ring(&app), rotation(&mut app));
            // If the ball turns, screen positions can't be compared.
            let (Some(from), Some(now)) = (from, now) else {
                continue;
            };
            if Some(now) != before && lay == lies {
                let to = seen(&mut app, now).0;
                assert!((to - from).dot(direction) > 0.0, "{variant}, step {step}");
                moved += 1;
            }
        }
        assert!(moved > 6, "{variant}: {moved}");
    }
}

#[test]
fn cursor_continues_past_the_balls_edge_and_turns_it() {
    let mut app = on(Variant::Icochess);
    let before = rotation(&mut app);
    let mut all = Vec::new();
    for _ in 0..24 {
        press(&mut app, KeyCode::ArrowRight);
        headless::pass(&mut app, 0.6);
        let cell = ring(&app).expect("a ring");
        assert!(seen(&mut app, cell).1, "after {}", all.len());
        all.push(cell);
    }
    assert!(rotation(&mut app).angle_between(before) > 1.0);
    all.sort();
    all.dedup();
    assert!(all.len() > 8, "{}", all.len());
}

#[test]
fn escape_deselects_then_leaves_board_then_opens_menu() {
    let mut app = on(Variant::Chess);
    press(&mut app, KeyCode::ArrowUp);
    keys(&mut app, "Enter");
    let is_selected = |app: &App| app.world().resource::<Selection>().0.cell().is_some();
    assert!(is_selected(&app) && ring(&app).is_some());
    keys(&mut app, "Esc");
    assert!(!is_selected(&app) && ring(&app).is_some());
    keys(&mut app, "Esc");
    assert_eq!((ring(&app), shown_page(&app)), (None, Screen::Game));
    keys(&mut app, "Esc");
    assert_eq!(shown_page(&app), Screen::Home);
}

#[test]
fn picking_an_empty_cell_explains_that_it_is_empty() {
    let mut app = on(Variant::Chess);
    let empty = the_match(&app).position().cell_named("e4").expect("e4");
    lead(&mut app, empty);
    keys(&mut app, "Enter");
    frames(&mut app, 3);
    assert!(has_text(&mut app, "There is no piece there"));
    assert_eq!(ring(&app), Some(empty));
}

#[test]
fn cursor_leaves_a_board_that_shows_other_pieces() {
    let mut app = on(Variant::Chess);
    let led = |app: &mut App| {
        press(app, KeyCode::ArrowUp);
        assert!(ring(app).is_some());
    };
    led(&mut app);
    // A lesson starts, and ends.
    let role = the_match(&app).position().piece_at(Cell::new(0));
    let role = role.expect("a piece").role;
    ask(&mut app, Teach(Some(role)));
    frames(&mut app, 2);
    assert!(app.world().resource::<Taught>().is_on());
    assert_eq!(ring(&app), None);
    ask(&mut app, Teach(None));
    frames(&mut app, 2);
    // Starts the tutorial, and tries each of its steps.
    led(&mut app);
    open(&mut app, Screen::Tutorial);
    headless::pass(&mut app, 1.0);
    assert_eq!(ring(&app), None);
    led(&mut app);
    ask(&mut app, TutorialRequest::Skip);
    frames(&mut app, 2);
    assert_eq!(ring(&app), None);
}

#[test]
fn enter_picks_the_cell_reached_in_the_same_frame() {
    let mut app = on(Variant::Chess);
    keys_in_one_frame(&mut app, "Ctrl+Up Enter");
    let at = ring(&app);
    assert!(at.is_some());
    assert_eq!(app.world().resource::<Selection>().0.cell(), at);
    assert!(!app.world().resource::<MoveEntry>().is_open());
}

#[test]
fn cursor_leaves_arrows_and_enter_to_their_other_uses() {
    let mut app = on(Variant::Icochess);
    // Without the cursor, Enter opens the move field.
    keys(&mut app, "Enter");
    assert!(app.world().resource::<MoveEntry>().is_open());
    keys(&mut app, "Esc");
    headless::pass(&mut app, 0.2);
    // Arrows without Ctrl turn the board, and the cursor stays on its tile.
    press(&mut app, KeyCode::ArrowUp);
    let (at, lay) = (ring(&app), rotation(&mut app));
    assert!(at.is_some());
    keys(&mut app, "Right");
    assert!(rotation(&mut app).angle_between(lay) > 0.01);
    assert_eq!(ring(&app), at);
    // Moving the cursor clears the focus of a button.
    keys(&mut app, "F6");
    assert!(focused(&app).is_some());
    press(&mut app, KeyCode::ArrowUp);
    assert_eq!(focused(&app), None);
    // On a page that hides the board, the cursor doesn't move.
    open(&mut app, Screen::NewGame);
    let at = ring(&app);
    press(&mut app, KeyCode::ArrowUp);
    assert_eq!(ring(&app), at);
}
