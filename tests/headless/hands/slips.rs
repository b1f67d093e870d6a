//! A press counts where the ray was before the trigger deflected it.

use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use icochess::board::stage::shape::{BoardShape, PlayerSeat};
use icochess::xr::config::Hand;

use super::ray;
use crate::table::Table;

/// Angle to the centre of the next tile, as seen from a distance, in degrees.
const NEXT: f32 = 4.0;

/// Returns the next pseudo-random number, 0 to 1, from `state`.
fn random(state: &mut u32) -> f32 {
    *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    (*state >> 8) as f32 / (1 << 24) as f32
}

/// Returns rays from one point to two adjacent tiles with pieces of the player, [`NEXT`] apart.
fn two_rays(table: &mut Table) -> [(String, Ray3d); 2] {
    let centre = table.get::<PlayerSeat>().centre;
    let root = table.root();
    let own = |name: &str| {
        let cell = table.game().position().cell_named(name).unwrap();
        let place = table.get::<BoardShape>().centre(cell);
        (name.to_owned(), root.transform_point(place))
    };
    let [(first, at), (second, other)] = ["a4", "b1"].map(own);
    let out = (at.midpoint(other) - centre).normalize();
    let apart = at.distance(other);
    let from = at.midpoint(other) + out * (apart / 2.0 / (NEXT / 2.0).to_radians().tan());
    [(first, ray(from, at)), (second, ray(from, other))]
}

fn step(table: &mut Table, hand: Hand, ray: Ray3d) {
    let pose = Transform::from_translation(ray.origin)
        .looking_to(ray.direction, ray.direction.any_orthonormal_vector());
    table.tip_to(hand, pose);
    table.frames(1);
}

/// Returns the hand of a trial. It changes every two trials; the other hand is inactive.
fn hand_of(table: &mut Table, trial: usize) -> Hand {
    let mut hands = Hand::BOTH;
    hands.rotate_left(trial / 2 % 2);
    table.lose(hands[1]);
    hands[0]
}

fn between(from: Ray3d, to: Ray3d, part: f32) -> Ray3d {
    let direction = from.direction.slerp(to.direction, part);
    Ray3d { direction, ..from }
}

/// Creates a table with this frame rate and steadiness.
fn table(hertz: f32, steadiness: f32) -> Table {
    let mut table = Table::set(|it| it.steadiness = steadiness);
    let frame = Duration::from_secs_f32(1.0 / hertz);
    table
        .app
        .insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    table
}

/// Pulls and releases the trigger in two frames, and asserts that it selects the tile `name`.
fn pull_selects(name: &str, table: &mut Table, (trial, hand): (usize, Hand), ray: Ray3d) {
    table.hand(hand, |input| input.select = true);
    step(table, hand, ray);
    let selected = table.selected();
    assert_eq!(selected.as_deref(), Some(name), "trial {trial}, {hand:?}");
    table.hand(hand, |input| input.select = false);
    step(table, hand, ray);
}

/// Rests on the selected tile and presses again.
fn deselect(table: &mut Table, hand: Hand, ray: Ray3d) {
    for _ in 0..24 {
        step(table, hand, ray);
    }
    for pulled in [true, false] {
        table.hand(hand, |input| input.select = pulled);
        step(table, hand, ray);
    }
    assert_eq!(table.selected(), None, "{hand:?}");
}

#[test]
fn press_that_deflects_the_ray_selects_the_earlier_tile() {
    let mut state = 11;
    for (index, hertz) in [72.0, 90.0].into_iter().enumerate() {
        let mut table = table(hertz, if index == 0 { 0.5 } else { 0.0 });
        let rays = two_rays(&mut table);
        for trial in 0..50 {
            let mut rays = rays.clone();
            rays.rotate_left(trial % 2);
            let [(name, from), (_, to)] = rays;
            let hand = hand_of(&mut table, trial);
            table.hand(hand, |input| input.is_bare = trial % 3 == 0);
            for _ in 0..24 {
                step(&mut table, hand, from);
            }
            // The deflection takes one or a few frames, and ends with the press.
            let frames = (0.08 * random(&mut state) * hertz) as usize;
            let lasts = 1 + (3.0 * random(&mut state)) as usize;
            for frame in 0..frames {
                let part = ((frame + 1) as f32 / lasts as f32).min(1.0);
                step(&mut table, hand, between(from, to, part));
            }
            pull_selects(&name, &mut table, (trial, hand), to);
            deselect(&mut table, hand, from);
        }
    }
}

#[test]
fn deliberate_sweep_selects_the_tile_it_reaches() {
    let mut state = 5;
    let mut table = table(90.0, 0.5);
    let [(_, from), (name, to)] = two_rays(&mut table);
    // Sweeps from before the first tile, across it, to the second.
    let back = between(from, to, -4.0);
    for trial in 0..50 {
        let hand = hand_of(&mut table, trial);
        for _ in 0..24 {
            step(&mut table, hand, back);
        }
        // 40 to 150°/s.
        let frames = 12 + (30.0 * random(&mut state)) as usize;
        for frame in 0..frames {
            let part = frame as f32 / frames as f32;
            step(&mut table, hand, between(back, to, part));
        }
        for _ in 0..(5.0 * random(&mut state)) as usize {
            step(&mut table, hand, to);
        }
        pull_selects(&name, &mut table, (trial, hand), to);
        deselect(&mut table, hand, to);
    }
}
