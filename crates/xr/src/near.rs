//! The things that hands are near to, and the pieces that they carry there.

use bevy::prelude::*;
use icochess_rules::Cell;

use super::config::Hand;

/// The thing that a hand is near to.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub struct Near(pub Option<NearTo>);

/// A thing that a hand is near to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NearTo {
    /// A place of the board, or what can be picked beside it.
    Thing {
        /// The entity of the thing.
        entity: Entity,
        /// Its nearest point, in the world, metres.
        at: Vec3,
        /// The direction away from it.
        normal: Vec3,
    },
    /// The panel.
    Panel {
        /// The position on its picture, logical pixels.
        pixel: Vec2,
        /// Whether the hand pushes in what is there.
        is_poked: bool,
    },
    /// Nothing, but within the board or right at it: no ray leads out of it.
    Inside,
    /// Nothing, with a piece in the hand, which means places and points at none.
    Carrying,
}

impl Near {
    /// The entity of the thing that the hand is near to, if it is near to one.
    pub const fn thing(self) -> Option<Entity> {
        match self.0 {
            Some(NearTo::Thing { entity, .. }) => Some(entity),
            _ => None,
        }
    }
}

/// A piece in a hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Carried {
    /// The hand.
    pub hand: Hand,
    /// The cell from which it was taken.
    pub from: Cell,
    /// The position of the hand when it took it, metres.
    pub taken_at: Vec3,
    /// Half the width of that cell, metres. A hand that moves less has only tapped.
    pub tap: f32,
    /// Whether it was selected before.
    pub was_selected: bool,
}

/// The piece that a hand carries, if one does.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct CarriedPiece(pub Option<Carried>);

impl CarriedPiece {
    /// The piece that this hand carries.
    pub fn by(&self, hand: Hand) -> Option<&Carried> {
        self.0.as_ref().filter(|carried| carried.hand == hand)
    }
}
