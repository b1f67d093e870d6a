//! Touching the panel with a hand, and presses that count where the ray rested.

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

use super::{EYE, ONE, TWO, activated, aim_at, app, change, hovers, named, panel_place, pull};

/// Moves the tip of the right hand to `depth` metres in front of a pixel of the panel, and runs a
/// frame.
fn tip(app: &mut App, pixel: Vec2, depth: f32) {
    let panel = panel_place(app);
    let point = point_of(&panel, pixel);
    let from = point + *panel.back() * depth;
    aim_at(app, Hand::Right, from, from - *panel.back());
    pull(app, false);
}

#[test]
fn poked_button_acts_when_the_hand_draws_back() {
    let mut app = app();
    let is_pressed = |app: &mut App| named::<Pressed>(app, "one").is_some();
    for depth in [0.10, 0.04, 0.02, 0.002] {
        tip(&mut app, ONE, depth);
    }
    assert_eq!(hovers(&mut app), ["one"]);
    let mut rays = app.world().resource::<RayMap>().iter();
    let points = rays.any(|(id, _)| id.pointer == pointer_of(Hand::Right));
    assert!(!points, "a hand that pokes points at nothing");
    // A shallow touch is no press.
    for (depth, pressed) in [(-0.007, false), (-0.009, true), (-0.004, true)] {
        tip(&mut app, ONE, depth);
        assert_eq!(is_pressed(&mut app), pressed, "{depth}");
        assert!(activated(&app).is_empty());
    }
    for depth in [0.002, 0.02] {
        tip(&mut app, ONE, depth);
    }
    assert!(!is_pressed(&mut app));
    assert_eq!(activated(&app), ["one"]);
    // Sliding off the button cancels the press.
    for (pixel, depth) in [(TWO, -0.010), (ONE, -0.010), (ONE, 0.01), (ONE, 0.08)] {
        tip(&mut app, pixel, depth);
    }
    assert_eq!(activated(&app), ["one"]);
}

#[test]
fn bare_hand_pokes_with_its_fingertip() {
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
        // The ray starts a hand's length in front, and points elsewhere.
        tip(&mut app, TWO, 0.15 + depth);
    }
    assert!(is_pressed(&mut app), "the fingertip has gone through it");
    assert_eq!(hovers(&mut app), ["one"]);
}

#[test]
fn poking_hand_drags_a_slider() {
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

#[test]
fn press_that_deflects_the_ray_counts_where_it_rested() {
    let mut app = app();
    let frame = Duration::from_secs_f32(1.0 / 90.0);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    // The ray moves from near the edge of one button to the other, four degrees away, and back.
    let [edge, beyond] =
        [-2.0, 2.0].map(|degrees| Vec2::new(245.0 + degrees * PIXELS_A_DEGREE, 50.0));
    let panel = panel_place(&mut app);
    for (hand, is_bare) in [
        (Hand::Left, false),
        (Hand::Right, false),
        (Hand::Right, true),
    ] {
        let hold = |app: &mut App, pixel: Vec2, is_pulled: bool| {
            let at = EYE + Vec3::new(0.25, -0.3, -0.2);
            aim_at(app, hand, at, point_of(&panel, pixel));
            change(app, hand, |input| {
                input.active = true;
                input.is_bare = is_bare;
                input.select = is_pulled;
            });
            app.update();
        };
        for (from, to, name) in [(edge, beyond, "one"), (beyond, edge, "two")] {
            for _ in 0..24 {
                hold(&mut app, from, false);
            }
            let before = activated(&app).len();
            // The ray is deflected a few frames before the press.
            hold(&mut app, from.lerp(to, 0.5), false);
            hold(&mut app, to, false);
            hold(&mut app, to, true);
            let what = format!("{name}, {hand:?}, {is_bare}");
            assert!(named::<Pressed>(&mut app, name).is_some(), "{what}");
            for is_pulled in [true, false, false] {
                hold(&mut app, to, is_pulled);
            }
            assert_eq!(activated(&app)[before..], [name], "{what}");
        }
        change(&mut app, hand, |input| input.active = false);
    }
}
