//! A hand at the panel pokes what is on it, and a press with the ray means what it rested on.

use std::f32::consts::TAU;
use std::time::Duration;

use bevy::picking::backend::ray::RayMap;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::ui::Pressed;
use bevy::ui_widgets::SliderValue;
use bevy_mod_xr::spaces::XrSpaceLocationFlags;
use icochess::ui::panel::plane::{PIXELS_A_DEGREE, point_of};
use icochess::xr::config::Hand;
use icochess::xr::hands::pointer_of;
use icochess::xr::tips::{Tip, TipPose};

use super::{Activated, EYE, ONE, TWO, aim_at, app, change, hovers, named, panel_place, pull};
use crate::hands::slips::random;

/// Holds the tip of the right hand so far before a pixel of the panel, metres, and lets a frame
/// pass.
fn tip(app: &mut App, pixel: Vec2, depth: f32) {
    let panel = panel_place(app);
    let point = point_of(&panel, pixel);
    let from = point + *panel.back() * depth;
    aim_at(app, Hand::Right, from, from - *panel.back());
    pull(app, false);
}

fn activated(app: &App) -> Vec<String> {
    app.world().resource::<Activated>().0.clone()
}

#[test]
fn a_button_that_is_pushed_in_by_a_hand_acts_when_it_is_let_go_outside() {
    let mut app = app();
    let is_pressed = |app: &mut App| named::<Pressed>(app, "one").is_some();
    for depth in [0.10, 0.04, 0.02, 0.004] {
        tip(&mut app, ONE, depth);
    }
    tip(&mut app, ONE, 0.002);
    assert_eq!(hovers(&mut app), ["one"]);
    let rays = app.world().resource::<RayMap>();
    let points = rays
        .iter()
        .any(|(id, _)| id.pointer == pointer_of(Hand::Right));
    assert!(!points, "a hand that pokes points at nothing");
    // A touch is no press, but eight millimetres are.
    for depth in [-0.002, -0.007] {
        tip(&mut app, ONE, depth);
        assert!(!is_pressed(&mut app), "{depth}");
    }
    for depth in [-0.009, -0.015, -0.004] {
        tip(&mut app, ONE, depth);
        assert!(is_pressed(&mut app), "{depth}");
        assert!(activated(&app).is_empty());
    }
    for depth in [0.002, 0.02] {
        tip(&mut app, ONE, depth);
    }
    assert!(!is_pressed(&mut app));
    assert_eq!(activated(&app), ["one"]);
    // Who slides off it presses nothing, nor does who comes from behind.
    for (pixel, depth) in [(TWO, -0.010), (ONE, -0.010), (ONE, 0.01), (ONE, 0.08)] {
        tip(&mut app, pixel, depth);
    }
    for depth in [-0.03, -0.01] {
        tip(&mut app, TWO, depth);
    }
    assert_eq!(activated(&app), ["one"]);
}

#[test]
fn a_bare_hand_pokes_with_its_fingertip_and_not_where_its_ray_begins() {
    let mut app = app();
    let panel = panel_place(&mut app);
    let is_pressed = |app: &mut App| named::<Pressed>(app, "one").is_some();
    for depth in [0.10, 0.03, 0.01, -0.010] {
        let world = app.world_mut();
        let mut tips = world.query::<(&TipPose, &mut Transform, &mut XrSpaceLocationFlags)>();
        for (tip, mut place, mut flags) in tips.iter_mut(world) {
            if *tip == TipPose(Hand::Right, Tip::Poke) {
                place.translation = point_of(&panel, ONE) + *panel.back() * depth;
                flags.position_tracked = true;
            }
        }
        // The ray begins a hand's length before it, and points elsewhere.
        tip(&mut app, TWO, 0.15 + depth);
    }
    assert!(is_pressed(&mut app), "the fingertip has gone through it");
    assert_eq!(hovers(&mut app), ["one"]);
}

#[test]
fn a_slider_is_dragged_by_a_hand_in_it() {
    let mut app = app();
    let at = |x: f32| Vec2::new(x, 140.0);
    for depth in [0.03, 0.01, -0.010] {
        tip(&mut app, at(220.0), depth);
    }
    for x in [240.0, 270.0, 300.0, 320.0] {
        tip(&mut app, at(x), -0.012);
    }
    tip(&mut app, at(320.0), 0.03);
    let value = named::<SliderValue>(&mut app, "slider").unwrap().0;
    assert!(value > 60.0, "{value}");
}

/// Frames a second.
const HERTZ: f32 = 90.0;

/// Points a hand at a pixel of the panel, its trigger pulled or not, and lets a frame pass.
fn step(app: &mut App, hand: Hand, pixel: Vec2, is_pulled: bool) {
    let panel = panel_place(app);
    let at = EYE + Vec3::new(0.25, -0.3, -0.2);
    aim_at(app, hand, at, point_of(&panel, pixel));
    change(app, hand, |input| {
        input.active = true;
        input.select = is_pulled;
    });
    app.update();
}

/// The panel with frames of this rate.
fn steady_app() -> App {
    let mut app = app();
    let frame = Duration::from_secs_f32(1.0 / HERTZ);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    app
}

#[test]
fn a_press_that_throws_the_ray_presses_the_button_that_it_rested_on() {
    let mut app = steady_app();
    let degree = Vec2::X * PIXELS_A_DEGREE;
    // From near the edge of one button to the other, and back.
    let (edge, beyond) = (Vec2::new(205.0, 50.0), Vec2::new(285.0, 50.0));
    assert!((beyond - edge).distance(degree * 4.0) < 1.0);
    let (mut state, mut passed) = (13, 0.0);
    for trial in 0..100 {
        let hand = Hand::BOTH[trial / 2 % 2];
        let (from, to, name) = if trial % 2 == 0 {
            (edge, beyond, "one")
        } else {
            (beyond, edge, "two")
        };
        change(&mut app, hand, |input| input.is_bare = trial % 3 == 0);
        let mut hold = |app: &mut App, pixel: Vec2, is_pulled: bool| {
            // The hand trembles by 0.3°, nine times a second.
            passed += 9.0 * TAU / HERTZ;
            let trembling = pixel + degree * 0.3 * f32::sin(passed);
            step(app, hand, trembling, is_pulled);
        };
        for _ in 0..24 {
            hold(&mut app, from, false);
        }
        let before = activated(&app).len();
        // In one frame or in a few, which end with the press or up to 80 ms before it.
        let frames = (0.08 * random(&mut state) * HERTZ) as usize;
        let lasts = 1 + (3.0 * random(&mut state)) as usize;
        for frame in 1..=frames {
            let part = (frame as f32 / lasts as f32).min(1.0);
            hold(&mut app, from.lerp(to, part), false);
        }
        hold(&mut app, to, true);
        let what = format!("trial {trial}, {hand:?}");
        assert!(named::<Pressed>(&mut app, name).is_some(), "{what}");
        for is_pulled in [true, false, false] {
            hold(&mut app, to, is_pulled);
        }
        assert_eq!(activated(&app)[before..], [name], "{what}");
        change(&mut app, hand, |input| input.active = false);
    }
}

#[test]
fn a_deliberate_sweep_presses_the_button_that_it_reaches() {
    let mut app = steady_app();
    let mut state = 17;
    // From 20° away, over the other button.
    let far = Vec2::X * 20.0 * PIXELS_A_DEGREE;
    for trial in 0..50 {
        let hand = Hand::BOTH[trial / 2 % 2];
        let (from, to, name) = if trial % 2 == 0 {
            (TWO - far, TWO, "two")
        } else {
            (ONE + far, ONE, "one")
        };
        change(&mut app, hand, |input| input.is_bare = trial % 3 == 0);
        for _ in 0..24 {
            step(&mut app, hand, from, false);
        }
        let before = activated(&app).len();
        // 40 to 150° a second, and a press at once or up to 50 ms later.
        let frames = 12 + (30.0 * random(&mut state)) as usize;
        for frame in 1..=frames {
            let part = frame as f32 / frames as f32;
            step(&mut app, hand, from.lerp(to, part), false);
        }
        for _ in 0..(5.0 * random(&mut state)) as usize {
            step(&mut app, hand, to, false);
        }
        step(&mut app, hand, to, true);
        let what = format!("trial {trial}, {hand:?}");
        assert!(named::<Pressed>(&mut app, name).is_some(), "{what}");
        for is_pulled in [true, false, false] {
            step(&mut app, hand, to, is_pulled);
        }
        assert_eq!(activated(&app)[before..], [name], "{what}");
        change(&mut app, hand, |input| input.active = false);
    }
}
