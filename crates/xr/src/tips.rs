//! The tips of hands: where they touch, take and poke.
//!
//! A controller does all of that where its ray begins. The ray of a bare hand begins elsewhere, and
//! is steadied; where the runtime knows its fingertips (`XR_EXT_hand_interaction`), these count.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_mod_xr::spaces::XrSpaceLocationFlags;

use super::config::Hand;
use super::hands::AimPose;

/// A tip of a bare hand, by its use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tip {
    /// It takes pieces, between thumb and index finger.
    Pinch,
    /// It pokes buttons, with the index finger.
    Poke,
}

/// The entity at a tip of a bare hand.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[require(Transform, XrSpaceLocationFlags)]
pub struct TipPose(pub Hand, pub Tip);

/// Tells where the tips of hands are.
#[derive(SystemParam)]
pub struct Tips<'w, 's> {
    aims: Query<'w, 's, (&'static AimPose, &'static Transform)>,
    tips: Query<
        'w,
        's,
        (
            &'static TipPose,
            &'static Transform,
            &'static XrSpaceLocationFlags,
        ),
    >,
}

impl Tips<'_, '_> {
    /// The place of a tip in the world, metres.
    pub fn at(&self, hand: Hand, tip: Tip) -> Option<Vec3> {
        let mut tips = self.tips.iter();
        let own = tips.find(|(of, _, flags)| **of == TipPose(hand, tip) && flags.position_tracked);
        let place = own.map(|(_, place, _)| place).or_else(|| {
            let mut aims = self.aims.iter();
            aims.find(|(aim, _)| aim.0 == hand).map(|(_, place)| place)
        });
        place.map(|place| place.translation)
    }
}

/// Makes the tips of bare hands, which nobody knows the place of yet.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn);
}

fn spawn(mut commands: Commands) {
    for hand in Hand::BOTH {
        for tip in [Tip::Pinch, Tip::Poke] {
            commands.spawn(TipPose(hand, tip));
        }
    }
}
