//! Hands at the board, without a runtime: they are driven pose by pose.

mod looks;
mod near;
mod one_hand;
mod puck;
mod simple;
mod slips;
mod turning;

use bevy::prelude::*;
use icochess::board::stage::root::BoardRoot;
use icochess::display::Display;
use icochess::save::settings::Settings;
use icochess::xr::config::Hand;
use icochess::xr::hands::{AimPose, GripPose};

use crate::flat::only;
use crate::table::Table;

/// The ray from one point to another.
fn ray(from: Vec3, to: Vec3) -> Ray3d {
    Ray3d::new(from, Dir3::new(to - from).unwrap())
}

impl Table {
    /// A table in the headset, a second on.
    fn in_headset(settings: Settings, prepare: impl FnOnce(&mut App)) -> Self {
        let mut table = Self::with(settings, |app| {
            app.insert_state(Display::Headset);
            prepare(app);
        });
        table.pass(1.0);
        table
    }

    /// The place of the board.
    fn root(&mut self) -> Transform {
        only::<Transform, BoardRoot>(&mut self.app)
    }

    /// A hand that is seen no more.
    fn lose(&mut self, hand: Hand) {
        self.hand(hand, |input| {
            input.active = false;
            input.select = false;
        });
    }

    /// Puts the grips of both hands there, by their sides, which are -0.5 and 0.5, and holds the
    /// board with them or not.
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

    /// Puts the grip pose of a hand there, before the frame.
    fn grip_to(&mut self, hand: Hand, pose: Transform) {
        self.hand(hand, |_| {});
        let world = self.app.world_mut();
        for (grip, mut place) in world.query::<(&GripPose, &mut Transform)>().iter_mut(world) {
            if grip.0 == hand {
                *place = pose;
            }
        }
    }

    /// Puts the aim pose of a hand there, which is its tip, before the frame.
    fn tip_to(&mut self, hand: Hand, pose: Transform) {
        self.hand(hand, |_| {});
        let world = self.app.world_mut();
        for (aim, mut place) in world.query::<(&AimPose, &mut Transform)>().iter_mut(world) {
            if aim.0 == hand {
                *place = pose;
            }
        }
    }

    /// The place of a thing of that name.
    fn place(&mut self, name: &str) -> Transform {
        let place = crate::headless::place(&mut self.app, name);
        let place = place.unwrap_or_else(|| panic!("{name} is nowhere"));
        place.compute_transform()
    }

    /// A point so far outside of the middle of a tile, metres.
    fn above(&mut self, tile: &str, by: f32) -> Vec3 {
        let tile = self.place(&format!("tile {tile}"));
        tile.translation + tile.up() * by
    }
}
