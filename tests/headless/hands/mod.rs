//! Hands at the board, without a runtime: they are driven pose by pose.

mod looks;
mod near;
mod one_hand;
mod puck;
mod simple;
pub mod slips;
mod turning;

use bevy::prelude::*;
use icochess::board::stage::root::BoardRoot;
use icochess::xr::config::Hand;
use icochess::xr::hands::{AimPose, GripPose};

use crate::table::Table;

impl Table {
    /// The place of the board.
    fn root(&mut self) -> Transform {
        let world = self.app.world_mut();
        let mut root = world.query_filtered::<&Transform, With<BoardRoot>>();
        *root.single(world).unwrap()
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
