//! Fingertips of hands for touching, pinching and poking.
//!
//! A controller uses the origin of its ray. A bare hand's ray starts elsewhere and is smoothed, so
//! its fingertips are used if the runtime provides them (`XR_EXT_hand_interaction`).

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_mod_xr::spaces::XrSpaceLocationFlags;

use super::config::Hand;
use super::hands::AimPose;

/// A tip of a bare hand, by purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tip {
    /// Between thumb and index finger, for picking up pieces.
    Pinch,
    /// At the index finger, for poking buttons.
    Poke,
}

/// Entity at a tip of a bare hand.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[require(Transform, XrSpaceLocationFlags)]
pub struct TipPose(pub Hand, pub Tip);

/// Looks up the positions of tips.
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
    /// Returns the position of a tip in the world, in metres.
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

/// Spawns the tips of bare hands, at first without a known position.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_tips);
}

fn spawn_tips(mut commands: Commands) {
    for hand in Hand::BOTH {
        for tip in [Tip::Pinch, Tip::Poke] {
            commands.spawn(TipPose(hand, tip));
        }
    }
}
