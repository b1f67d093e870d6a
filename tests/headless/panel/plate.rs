//! The plate at the board, which shows turn and clock while the panel is hidden, and next to the
//! panel in timed games.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy::ui::ComputedUiTargetCamera;
use icochess::board::stage::shape::Unseated;
use icochess::display::Display;
use icochess::game::handover::{GameHandover, HandoverRequest};
use icochess::game::messages::{ClockRequest, GameRequest};
use icochess::game::seating::Seating;
use icochess::save::settings::Settings;
use icochess::ui::panel::plate::{Plate, PlateCamera};
use icochess::ui::state::screen::{PanelShown, Screen};
use icochess_boards::Variant;
use icochess_rules::{Record, Side};
use icochess_shape::{Hold, Map};

use super::{drawn_by, with_pages};
use crate::asking::{self, ask, frames, only, open, play, the};
use crate::headless::pass;

/// Returns the texts on the plate, line by line.
fn plate_texts(app: &mut App) -> Vec<String> {
    let camera = the::<PlateCamera>(app);
    let world = app.world_mut();
    let mut texts = world.query::<(&Text, &ComputedUiTargetCamera, &ComputedNode)>();
    let on_plate = texts.iter(world).filter(|(text, on, node)| {
        on.get() == Some(camera) && !node.is_empty() && !text.0.is_empty()
    });
    on_plate.map(|(text, ..)| text.0.clone()).collect()
}

/// Returns whether the plate is visible.
fn is_there(app: &mut App) -> bool {
    only::<InheritedVisibility, Plate>(app).get()
}

/// Asserts that these lines are on the plate.
#[track_caller]
fn assert_told(app: &mut App, lines: &[&str]) {
    let shown = plate_texts(app);
    for line in lines {
        assert!(shown.iter().any(|it| it == line), "no {line}: {shown:?}");
    }
}

/// Returns a new game of a board with five minutes each.
fn timed(variant: Variant) -> Record {
    asking::timed(variant.board().new_game(), "300")
}

#[test]
fn plate_is_a_card_until_the_headset_player_is_seated() {
    let mut app = with_pages();
    for unseated in [true, false] {
        app.insert_resource(Unseated(unseated));
        frames(&mut app, 3);
        assert_eq!(is_there(&mut app), unseated);
        let words = "Sit comfortably and look ahead: the board will come to you.";
        let is_card = plate_texts(&mut app) == [words];
        assert_eq!(is_card, unseated);
    }
}

#[test]
fn plate_shows_turn_and_clock_while_panel_is_hidden() {
    let mut app = with_pages();
    assert!(!is_there(&mut app));
    assert_eq!(drawn_by::<PlateCamera>(&mut app, 60), 0, "nobody sees it");
    app.world_mut().insert_resource(PanelShown(false));
    assert!(drawn_by::<PlateCamera>(&mut app, 60) > 0);
    assert!(is_there(&mut app));
    assert_eq!(drawn_by::<PlateCamera>(&mut app, 20), 0, "nothing changes");
    assert_eq!(plate_texts(&mut app), ["White to move"]);
    // Other pages don't appear on the plate.
    open(&mut app, Screen::Home);
    assert_eq!(plate_texts(&mut app), ["White to move"]);
    open(&mut app, Screen::Game);

    // A game with a low clock, in check.
    let board = Variant::Chess.board();
    let position = "4k3/8/8/8/8/8/4q3/4K2R w - - 0 1";
    let low = asking::timed(board.read_position(position).unwrap(), "300,5");
    ask(&mut app, GameRequest::Load(low));
    ask(&mut app, ClockRequest::Resume);
    frames(&mut app, 2);
    let check = "Check by queen\u{a0}E2";
    assert_told(
        &mut app,
        &["White to move", check, "♔", "4:59", "♚", "0:05.0"],
    );
    // The plate is drawn only once per second.
    frames(&mut app, 50);
    let frames = drawn_by::<PlateCamera>(&mut app, 200);
    assert!((3..=5).contains(&frames), "{frames} frames in 4 seconds");
    play(&mut app, "e1e2");
    pass(&mut app, 3.2);
    assert_told(&mut app, &["Black to move", "!! "]);
    // With captions on, a sound is described when the piece has arrived.
    app.world_mut().resource_mut::<Settings>().captions = true;
    app.update();
    play(&mut app, "e8d8");
    pass(&mut app, 1.0);
    assert_told(&mut app, &["Move"]);
    // The panel shows everything itself.
    ask(&mut app, GameRequest::Load(board.new_game()));
    app.world_mut().insert_resource(PanelShown(true));
    pass(&mut app, 0.1);
    assert!(!is_there(&mut app));
}

#[test]
fn timed_game_shows_plate_and_panel() {
    let mut app = with_pages();
    for variant in [Variant::Icochess, Variant::Chess] {
        ask(&mut app, GameRequest::Load(timed(variant)));
        pass(&mut app, 0.2);
        assert!(app.world().resource::<PanelShown>().0 && is_there(&mut app));
        let shown = plate_texts(&mut app);
        let clocks = shown.iter().filter(|it| *it == "5:00").count();
        assert_eq!(clocks, 2, "{variant}: {shown:?}");
        // The panel shows the result.
        ask(&mut app, GameRequest::Resign(Side::White));
        pass(&mut app, 0.2);
        assert!(!is_there(&mut app), "{variant}");
    }
}

#[test]
fn plate_is_hidden_if_map_and_panel_use_both_sides() {
    let mut app = with_pages();
    app.insert_state(Display::Headset);
    app.world_mut().resource_mut::<Settings>().map = true;
    let mut seen = BTreeSet::new();
    for variant in Variant::ALL {
        // A ball has space for the plate below, and some boards have no map.
        let shape = variant.shape();
        let has_room = shape.hold == Hold::Ball || !Map::is_of(&shape);
        seen.insert((has_room, Map::is_of(&shape)));
        ask(&mut app, GameRequest::Load(timed(variant)));
        for is_shown in [true, false] {
            app.world_mut().insert_resource(PanelShown(is_shown));
            pass(&mut app, 0.2);
            assert_eq!(is_there(&mut app), has_room || !is_shown, "{variant}");
        }
    }
    assert_eq!(seen.len(), 3, "balls, flat boards and others: {seen:?}");
}

#[test]
fn plate_does_not_cover_the_panel_during_a_handover() {
    let mut app = with_pages();
    app.insert_state(Display::Headset);
    let mut record = timed(Variant::Icochess);
    Seating::Passing.write_to(&mut record);
    ask(&mut app, GameRequest::Load(record));
    pass(&mut app, 0.2);
    assert!(!is_there(&mut app), "the headset is passed on");
    while app.world().resource::<GameHandover>().is_passing() {
        ask(&mut app, HandoverRequest::Ready);
    }
    pass(&mut app, 0.1);
    assert!(is_there(&mut app), "somebody plays");
}

#[test]
fn plate_size_follows_the_text_size() {
    let mut app = with_pages();
    app.world_mut().insert_resource(PanelShown(false));
    pass(&mut app, 0.1);
    let measure = |app: &mut App| {
        let size = only::<Transform, Plate>(app).scale.x;
        let camera = only::<Camera, PlateCamera>(app);
        (size, camera.logical_target_size().unwrap().x)
    };
    let (default_size, pixels) = measure(&mut app);
    app.world_mut().resource_mut::<UiScale>().0 = 1.5;
    pass(&mut app, 0.1);
    let (larger, of_layout) = measure(&mut app);
    // The plate moves, and its size is adjusted to its distance.
    assert!(
        larger > 1.3 * default_size,
        "{default_size} m became {larger} m"
    );
    assert_eq!(of_layout, pixels * 1.5);
}
