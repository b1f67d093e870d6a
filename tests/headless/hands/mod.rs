//! Tests of hands at the board, without a runtime: the tests set their poses.

mod bar;
mod depth;
mod looks;
mod near;
mod one_hand;
mod puck;
mod ray_labels;
mod simple;
mod slips;
mod turning;
mod wrist;

use bevy::prelude::*;
use icochess::board::stage::root::BoardRoot;
use icochess::display::Display;
use icochess::save::settings::Settings;
use icochess::xr::config::Hand;
use icochess::xr::hands::{AimPose, GripPose};

use crate::asking::only;
use crate::table::Table;

/// Returns the ray from one point to another.
fn ray(from: Vec3, to: Vec3) -> Ray3d {
    Ray3d::new(from, Dir3::new(to - from).unwrap())
}

impl Table {
    /// Creates a table in the headset, and runs it for a second.
    fn in_headset(settings: Settings, prepare: impl FnOnce(&mut App)) -> Self {
        let mut table = Self::with(settings, |app| {
            app.insert_state(Display::Headset);
            prepare(app);
        });
        table.pass(1.0);
        table
    }

    /// Returns the transform of the board.
    fn root(&mut self) -> Transform {
        only::<Transform, BoardRoot>(&mut self.app)
    }

    /// Makes a hand inactive.
    fn lose(&mut self, hand: Hand) {
        self.hand(hand, |input| {
            input.active = false;
            input.select = false;
        });
    }

    /// Moves the grips of both hands to `pose` of their sides, -0.5 and 0.5, and grabs or releases.
    fn grip_with_both(&mut self, pose: impl Fn(f32) -> Transform, is_held: bool) {
        for (hand, side) in Hand::BOTH.into_iter().zip([-0.5, 0.5]) {
            self.grip_to(hand, pose(side));
            self.hand(hand, |input| input.grab = is_held);
        }
    }

    fn let_go(&mut self) {
        for hand in Hand::BOTH {
            self.hand(hand, |input| input.grab = false);
        }
        self.frames(2);
    }

    /// Moves a hand's grip pose, without running a frame.
    fn grip_to(&mut self, hand: Hand, pose: Transform) {
        self.hand(hand, |_| {});
        let world = self.app.world_mut();
        for (grip, mut place) in world.query::<(&GripPose, &mut Transform)>().iter_mut(world) {
            if grip.0 == hand {
                *place = pose;
            }
        }
    }

    /// Moves a hand's aim pose, which is also its tip, without running a frame.
    fn tip_to(&mut self, hand: Hand, pose: Transform) {
        self.hand(hand, |_| {});
        let world = self.app.world_mut();
        for (aim, mut place) in world.query::<(&AimPose, &mut Transform)>().iter_mut(world) {
            if aim.0 == hand {
                *place = pose;
            }
        }
    }

    /// Returns the transform of a named entity.
    fn place(&mut self, name: &str) -> Transform {
        let place = crate::headless::place(&mut self.app, name);
        let place = place.unwrap_or_else(|| panic!("{name} is nowhere"));
        place.compute_transform()
    }

    /// Returns the point `by` metres above the centre of a tile.
    fn above(&mut self, tile: &str, by: f32) -> Vec3 {
        let tile = self.place(&format!("tile {tile}"));
        tile.translation + tile.up() * by
    }
}
