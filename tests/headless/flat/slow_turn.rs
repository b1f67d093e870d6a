//! The title at the start, and the slow turn after a mate.

use bevy::prelude::*;
use icochess::display::Display;
use icochess::flat::slow_turn::SLOW_TURN_SECONDS;
use icochess::flat::title::{TITLE_SECONDS, Title, TitleText};
use icochess::game::messages::GameRequest;
use icochess_boards::Variant;

use crate::asking::{ask, frames, play, rotation};
use crate::headless;

/// Creates a window with a mate on the board. Returns the board's rotation before the mate.
fn mated(reduced_motion: bool) -> (App, Quat) {
    let settings = headless::set(|it| it.reduced_motion = reduced_motion);
    let mut app = headless::window(Display::Flat, settings);
    let board = Variant::Chess.board();
    let game = board.read_position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    ask(&mut app, GameRequest::Load(game.expect("a position")));
    headless::pass(&mut app, 2.0);
    let before = rotation(&mut app);
    play(&mut app, "a1a8");
    (app, before)
}

/// Returns whether a board has about this rotation.
fn is_at(app: &mut App, wanted: Quat) -> bool {
    rotation(app).angle_between(wanted) < 1e-2
}

#[test]
fn board_turns_once_after_a_mate_and_stops_at_a_key() {
    let (mut app, before) = mated(false);
    headless::pass(&mut app, 6.0);
    assert!(!is_at(&mut app, before), "it doesn't turn");
    headless::pass(&mut app, SLOW_TURN_SECONDS);
    assert!(is_at(&mut app, before), "it doesn't turn back");

    let (mut app, before) = mated(false);
    headless::pass(&mut app, 6.0);
    headless::keys(&mut app, &[KeyCode::ShiftLeft]);
    let stopped = rotation(&mut app);
    headless::pass(&mut app, 1.0);
    assert_eq!(rotation(&mut app), stopped);
    assert!(!is_at(&mut app, before));
    // A takeback restores the view at once.
    ask(&mut app, GameRequest::Undo);
    assert!(is_at(&mut app, before));

    let (mut app, before) = mated(true);
    headless::pass(&mut app, 6.0);
    assert!(is_at(&mut app, before), "motion is reduced");
}

fn titles(app: &mut App) -> usize {
    let world = app.world_mut();
    world.query::<&TitleText>().iter(world).count()
}

#[test]
fn title_ends_after_two_seconds_or_soon_after_a_key() {
    let start = |reduced_motion| {
        let settings = headless::set(|it| it.reduced_motion = reduced_motion);
        let mut app = headless::window_with(Display::Flat, settings, |app| {
            app.init_resource::<Title>();
        });
        frames(&mut app, 6);
        app
    };
    let mut app = start(false);
    assert_eq!(titles(&mut app), 1);
    headless::pass(&mut app, TITLE_SECONDS - 0.5);
    assert_eq!(titles(&mut app), 1);
    headless::pass(&mut app, 1.0);
    assert_eq!(titles(&mut app), 0);
    assert!(!app.world().contains_resource::<Title>());

    let mut app = start(false);
    headless::pass(&mut app, 0.5);
    headless::keys(&mut app, &[KeyCode::ShiftLeft]);
    headless::pass(&mut app, 0.6);
    assert_eq!(titles(&mut app), 0);

    assert_eq!(titles(&mut start(true)), 0);
}
