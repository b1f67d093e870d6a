//! The nearest target of a hand, and the carried piece.

use bevy::prelude::*;
use icochess_rules::Cell;

use super::config::Hand;

/// The nearest target of a hand, if any.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub struct Near(pub Option<NearTo>);

/// A target near a hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NearTo {
    /// A cell of the board, or another pickable entity near the board.
    Thing {
        /// Entity of the cell or of another target.
        entity: Entity,
        /// Nearest point in the world, in metres.
        at: Vec3,
        /// Normal at that point, away from the entity.
        normal: Vec3,
    },
    /// The panel.
    Panel {
        /// Position on the panel's picture, in logical pixels.
        pixel: Vec2,
        /// Whether the hand presses that position.
        is_poked: bool,
    },
    /// A plate of the wrist menu at the other hand.
    Plate {
        /// Entity of the plate.
        entity: Entity,
        /// Position on the plate in the world, in metres.
        at: Vec3,
        /// Normal of the plate, towards the player.
        normal: Vec3,
        /// Whether the hand presses the plate.
        is_poked: bool,
    },
    /// No target, but the hand is inside the board or at its surface, where it casts no ray.
    Inside,
    /// No target, but the hand carries a piece and therefore casts no ray.
    Carrying,
}

impl Near {
    /// Returns the entity near the hand, if any.
    pub const fn thing(self) -> Option<Entity> {
        match self.0 {
            Some(NearTo::Thing { entity, .. }) => Some(entity),
            _ => None,
        }
    }

    /// Returns whether the hand presses the panel or the plate near it; `None` if neither is near.
    pub const fn poked(self) -> Option<bool> {
        match self.0 {
            Some(NearTo::Panel { is_poked, .. } | NearTo::Plate { is_poked, .. }) => Some(is_poked),
            _ => None,
        }
    }
}

/// A carried piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Carried {
    /// Hand that carries the piece.
    pub hand: Hand,
    /// Cell that the piece came from.
    pub from: Cell,
    /// Position of the hand at the start, in metres.
    pub taken_at: Vec3,
    /// Half the width of the piece's cell, in metres. A smaller movement is a tap.
    pub tap: f32,
    /// Whether the piece was already selected.
    pub was_selected: bool,
}

/// The carried piece, if any.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct CarriedPiece(pub Option<Carried>);

impl CarriedPiece {
    /// Returns the piece that this hand carries.
    pub fn by(&self, hand: Hand) -> Option<&Carried> {
        self.0.as_ref().filter(|carried| carried.hand == hand)
    }
}
