//! Rays that press, drag and scroll on the panel, and obstacles in front of it.

use bevy::prelude::*;
use bevy::ui::{Checked, Pressed, ScrollPosition};
use bevy::ui_widgets::{Activate, SliderValue};
use icochess::board::stage::switches::PointedMove;
use icochess::computer::Computer;
use icochess::feedback::table::FeedbackKind;
use icochess::feedback::{Feedback, FeedbackLocation};
use icochess::interaction::InteractionState;
use icochess::ui::kit::hold::HoldBar;
use icochess::ui::panel::plane::{PIXELS, point_of};
use icochess::ui::state::pointed::{Pointed, RowOf};
use icochess::ui::state::screen::{Question, Screen, Subject};
use icochess::xr::config::Hand;
use icochess::xr::hands::{HandInput, OnPanel};
use icochess_rules::{Outcome, Side};

use super::{
    BARE, EYE, ONE, TWO, activated, aim, aim_at, aim_at_control, app, change, click, hovers, named,
    panel_place, point, pull, with_named, with_pages,
};
use crate::asking::{self, frames, recorded};
use crate::headless;
use crate::headless::pass;

#[test]
fn ray_presses_on_release_and_leaving_cancels() {
    let mut app = app();
    let is_pressed = |app: &mut App| named::<Pressed>(app, "one").is_some();
    point(&mut app, ONE);
    assert_eq!(hovers(&mut app), ["one"]);
    pull(&mut app, true);
    assert!(is_pressed(&mut app), "it is held");
    assert!(activated(&app).is_empty(), "it acts when it is let go");
    pull(&mut app, false);
    assert_eq!(activated(&app), ["one"]);
    assert!(!is_pressed(&mut app));

    // To another button, off the panel, and to a lost hand.
    for to in [TWO, BARE, Vec2::new(-300.0, 50.0), PIXELS * 3.0] {
        aim(&mut app, ONE);
        pull(&mut app, false);
        pull(&mut app, true);
        aim(&mut app, to);
        pull(&mut app, true);
        pull(&mut app, false);
        pull(&mut app, false);
        assert_eq!(activated(&app), ["one"], "left to {to}");
        assert!(!is_pressed(&mut app), "left to {to}");
    }
    aim(&mut app, ONE);
    pull(&mut app, false);
    pull(&mut app, true);
    change(&mut app, Hand::Right, |input| {
        *input = HandInput::at_rest(Hand::Right);
    });
    frames(&mut app, 3);
    assert_eq!(activated(&app), ["one"], "lost");
    assert!(!is_pressed(&mut app));
    assert!(hovers(&mut app).is_empty());
    // A trigger that is still pulled when the hand returns doesn't count as a press.
    click(&mut app);
    assert_eq!(activated(&app), ["one"], "it came back pulled");
    // Afterwards the trigger works again, with either hand.
    for hand in Hand::BOTH {
        let panel = panel_place(&mut app);
        aim_at(&mut app, hand, EYE, point_of(&panel, TWO));
        for pulled in [false, true, false] {
            change(&mut app, hand, |input| {
                input.active = true;
                input.select = pulled;
            });
            app.update();
        }
    }
    let pressed = activated(&app);
    assert_eq!(pressed[pressed.len() - 2..], ["two", "two"]);
}

#[test]
fn slider_is_dragged_and_keeps_its_value_if_hand_is_lost() {
    let mut app = app();
    let value = |app: &mut App| named::<SliderValue>(app, "slider").unwrap().0;
    let drag = |app: &mut App, from: f32, to: f32| {
        aim(app, Vec2::new(from, 140.0));
        pull(app, false);
        pull(app, true);
        aim(app, Vec2::new(to, 140.0));
        pull(app, true);
        app.update();
    };
    drag(&mut app, 220.0, 300.0);
    let dragged = value(&mut app);
    assert!(dragged > 60.0, "{dragged}");
    change(&mut app, Hand::Right, |input| input.active = false);
    frames(&mut app, 3);
    assert_eq!(value(&mut app), dragged);
    // Beyond the panel, the slider is at its end.
    drag(&mut app, 300.0, 1400.0);
    pull(&mut app, false);
    app.update();
    assert_eq!(value(&mut app), 100.0);
}

#[test]
fn thumbstick_scrolls_the_panel_or_turns_the_board() {
    let mut app = app();
    let lies = |app: &mut App| headless::place(app, "tile a4").unwrap().translation();
    let scrolled = |app: &mut App| named::<ScrollPosition>(app, "list").unwrap().0.y;
    let before = lies(&mut app);
    aim(&mut app, Vec2::new(200.0, 300.0));
    change(&mut app, Hand::Right, |input| input.turn = Vec2::NEG_Y);
    pull(&mut app, false);
    pass(&mut app, 0.2);
    assert!(scrolled(&mut app) > 50.0);
    assert!(lies(&mut app).distance(before) < 1e-5);
    let stays = scrolled(&mut app);
    aim(&mut app, Vec2::new(-400.0, 300.0));
    pass(&mut app, 0.2);
    assert!((scrolled(&mut app) - stays).abs() < 40.0);
    assert!(lies(&mut app).distance(before) > 0.01);
}

#[test]
fn ray_hits_the_nearer_of_board_and_panel() {
    let mut app = app();
    let hovered = |app: &App| app.world().resource::<InteractionState>().hovered.clone();
    let on_panel = |app: &mut App| {
        let world = app.world_mut();
        let mut hands = world.query::<(&HandInput, &OnPanel)>();
        let mut right = hands
            .iter(world)
            .filter(|(input, _)| input.hand == Hand::Right);
        right.next().unwrap().1.0
    };
    let panel = panel_place(&mut app);
    let ball = headless::place(&mut app, "board").unwrap().translation();
    let middle = point_of(&panel, PIXELS / 2.0);
    // The ray comes from behind the ball, as seen from the panel.
    let from = ball + (ball - middle).normalize() * 0.6;
    aim_at(&mut app, Hand::Right, from, middle);
    pull(&mut app, false);
    pull(&mut app, false);
    assert!(hovered(&app).is_some() && on_panel(&mut app).is_none());
    let before = middle + *panel.back() * 0.5;
    aim_at(&mut app, Hand::Right, before, middle);
    pull(&mut app, false);
    pull(&mut app, false);
    let end = on_panel(&mut app).expect("the ray ends on the panel");
    assert!((end.depth - 0.5).abs() < 1e-3 && end.point.distance(middle) < 1e-3);
    assert_eq!(hovered(&app), None);
}

#[test]
fn press_started_on_the_board_does_nothing_on_the_panel() {
    let mut app = app();
    let selected = |app: &App| app.world().resource::<InteractionState>().selected.clone();
    let tile = headless::place(&mut app, "tile a4").unwrap();
    let (at, up) = (tile.translation(), tile.up());
    aim_at(&mut app, Hand::Right, at + up * 0.4, at);
    pull(&mut app, false);
    pull(&mut app, false);
    pull(&mut app, true);
    app.update();
    assert_eq!(selected(&app).as_deref(), Some("a4"));
    aim(&mut app, ONE);
    pull(&mut app, true);
    assert!(hovers(&mut app).is_empty());
    pull(&mut app, false);
    pull(&mut app, false);
    assert!(activated(&app).is_empty());
    assert!(!hovers(&mut app).is_empty());
    // Conversely, an empty part of the panel deselects nothing.
    aim(&mut app, BARE);
    pull(&mut app, false);
    click(&mut app);
    assert_eq!(selected(&app).as_deref(), Some("a4"));
    aim(&mut app, ONE);
    pull(&mut app, false);
    pull(&mut app, true);
    aim_at(&mut app, Hand::Right, at + up * 0.4, at);
    pull(&mut app, true);
    pull(&mut app, false);
    pull(&mut app, false);
    assert_eq!(selected(&app).as_deref(), Some("a4"));
}

#[test]
fn controls_give_feedback_at_their_position() {
    let mut app = app();
    let received = |app: &mut App| {
        let feedback = recorded::<Feedback>(app).into_iter();
        let feedback = feedback.map(|it| (it.0.kind, it.0.at));
        feedback.collect::<Vec<_>>()
    };
    aim(&mut app, BARE);
    pull(&mut app, false);
    received(&mut app);
    let panel = panel_place(&mut app);
    let is_at = |location: &FeedbackLocation, pixel: Vec2| {
        let expected = point_of(&panel, pixel);
        matches!(location, FeedbackLocation::Point(at) if at.distance(expected) < 0.02)
    };
    for (pixel, other) in [(ONE, TWO), (TWO, ONE)] {
        aim(&mut app, pixel);
        pull(&mut app, false);
        pass(&mut app, 0.1);
        let feedback = received(&mut app);
        assert!(
            matches!(&feedback[..], [(FeedbackKind::Hovered, place)] if is_at(place, pixel)),
            "{feedback:?}, not at {other}"
        );
    }
    click(&mut app);
    pass(&mut app, 0.1);
    let feedback = received(&mut app);
    assert!(
        matches!(&feedback[..], [(FeedbackKind::Pressed, place)] if is_at(place, TWO)),
        "{feedback:?}"
    );
}

#[test]
fn switch_on_a_scrolled_page_can_be_pressed() {
    let mut app = with_pages();
    asking::open(&mut app, Screen::Settings(Subject::Board));
    frames(&mut app, 2);
    aim(&mut app, PIXELS / 2.0);
    change(&mut app, Hand::Right, |input| input.turn = Vec2::NEG_Y);
    pull(&mut app, false);
    // The list is scrolled to its end.
    pass(&mut app, 1.5);
    change(&mut app, Hand::Right, |input| input.turn = Vec2::ZERO);
    let name = "panel switch hints";
    aim_at_control(&mut app, name);
    let before = app.world().resource::<Computer>().hints;
    click(&mut app);
    assert_ne!(app.world().resource::<Computer>().hints, before);
    assert_eq!(named::<Checked>(&mut app, name).is_some(), !before);
}

#[test]
fn board_shows_the_move_of_the_hovered_row() {
    let mut app = with_pages();
    for uci in ["b1n4", "o1b3"] {
        asking::play(&mut app, uci);
    }
    asking::open(&mut app, Screen::Moves);
    pass(&mut app, 0.3);
    let record = asking::the_match(&app).record();
    let first = record.parent(record.current()).expect("a move before");
    let mv = record.move_to(first).expect("it has led there");
    let world = app.world_mut();
    let mut rows = world.query::<(&Name, &RowOf)>();
    let mut rows = rows.iter(world);
    let row = rows.find(|(name, row)| row.0 == first && name.starts_with("panel "));
    let row = row.expect("a row on the panel").0.to_string();
    let shown = |app: &App| app.world().resource::<PointedMove>().0;
    assert_eq!(shown(&app), None);
    aim_at_control(&mut app, &row);
    assert!(named::<Pointed>(&mut app, &row).is_some());
    assert_eq!(shown(&app), Some(mv));
    point(&mut app, Vec2::splat(-900.0));
    app.update();
    assert!(named::<Pointed>(&mut app, &row).is_none());
    assert_eq!(shown(&app), None);
}

fn bar_of(app: &mut App, name: &str) -> Val {
    let world = app.world_mut();
    let mut bars = world.query_filtered::<(&Node, &ChildOf), With<HoldBar>>();
    let mut bars = bars.iter(world);
    let is_of = |of: &ChildOf| world.get::<Name>(of.parent()).unwrap().as_str() == name;
    bars.find(|(_, of)| is_of(of)).unwrap().0.width
}

#[test]
fn hold_replaces_confirmation_on_the_panel() {
    let mut app = with_pages();
    let now = |app: &App| (asking::shown_page(app), asking::plies(app));
    let open = |app: &mut App, screen| {
        asking::open(app, screen);
        pass(app, 0.1);
    };
    let play = |app: &mut App, uci: &str| {
        asking::play(app, uci);
        pass(app, 0.1);
    };
    // Before the first move a press starts another game.
    let start = "panel button start";
    open(&mut app, Screen::NewGame);
    aim_at_control(&mut app, start);
    click(&mut app);
    assert_eq!(now(&app), (Screen::Game, 0));

    play(&mut app, "a4g1");
    open(&mut app, Screen::NewGame);
    aim_at_control(&mut app, start);
    // The button is released too early, and then held elsewhere.
    pull(&mut app, true);
    pass(&mut app, 0.3);
    assert!(matches!(bar_of(&mut app, start), Val::Percent(part) if (40.0..80.0).contains(&part)));
    pull(&mut app, false);
    pass(&mut app, 0.1);
    assert_eq!(bar_of(&mut app, start), Val::Percent(0.0));
    pull(&mut app, true);
    aim(&mut app, BARE);
    pass(&mut app, 1.0);
    assert_eq!(bar_of(&mut app, start), Val::Percent(0.0));
    pull(&mut app, false);
    pass(&mut app, 0.1);
    assert_eq!(now(&app), (Screen::NewGame, 1));
    // The button is held long enough: one new game starts, even if the release is later.
    aim_at_control(&mut app, start);
    pull(&mut app, true);
    pass(&mut app, 0.7);
    assert_eq!(now(&app), (Screen::Game, 0));
    play(&mut app, "a4g1");
    pull(&mut app, false);
    pass(&mut app, 0.2);
    assert_eq!(now(&app), (Screen::Game, 1));

    // Without a pointer, the page asks a question.
    open(&mut app, Screen::NewGame);
    with_named(&mut app, start, |mut button| {
        let entity = button.id();
        button.world_scope(|world| world.trigger(Activate { entity }));
    });
    pass(&mut app, 0.1);
    assert_eq!(now(&app).0, Screen::Confirm(Question::Begin));

    open(&mut app, Screen::Home);
    aim_at_control(&mut app, "panel button resign");
    pull(&mut app, true);
    pass(&mut app, 0.7);
    let winner = Side::White;
    let resigned = Outcome::Resignation { winner };
    assert_eq!(asking::the_match(&app).outcome(), Some(resigned));
}
