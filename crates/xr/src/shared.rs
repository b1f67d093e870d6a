//! The player's head and hands, for a friend elsewhere.

use bevy::prelude::*;

use super::config::Hand;
use super::hands::{AimPose, HandInput};
use super::head::{Head, HeadTracking};
use super::near::CarriedPiece;
use super::tips::{Tip, Tips};
use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_board::friend::OwnSeat;
use icochess_play::game::Match;
use icochess_play::game::remote::{OwnPresence, Presence, Remote};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        share
            .run_if(in_state(Display::Headset).and_then(|remote: Res<Remote>| remote.is_on()))
            .in_set(AppSystems::Feedback),
    );
}

/// Shares tracked parts only. A hand's place is its fingertips, its direction the ray's.
fn share(
    head: Query<(&Transform, &HeadTracking), With<Head>>,
    hands: Query<&HandInput>,
    (aims, tips): (Query<(&AimPose, &Transform)>, Tips),
    (game, carried): (Res<Match>, Res<CarriedPiece>),
    seat: OwnSeat,
    mut own: ResMut<OwnPresence>,
) {
    let pose = |at: Vec3, rotation: Quat| seat.pose(Isometry3d::new(at, rotation));
    let mut heads = head.iter();
    let head =
        heads.find(|(_, tracking)| tracking.knows_rotation && tracking.is_position_tracked());
    let hand_of = |hand: Hand| {
        hands
            .iter()
            .find(|input| input.hand == hand && input.active)?;
        let (_, aim) = aims.iter().find(|(aim, _)| aim.0 == hand)?;
        Some(pose(tips.at(hand, Tip::Pinch)?, aim.rotation))
    };
    let carried = carried.0.filter(|_| !game.is_looking_back());
    own.set_if_neq(OwnPresence(Presence {
        head: head.map(|(head, _)| pose(head.translation, head.rotation)),
        hands: Hand::BOTH.map(hand_of),
        looks_at: None,
        holds: carried.map(|carried| game.position().cell_name(carried.from).to_owned()),
        hand: carried.map(|carried| carried.hand as u8),
    }));
}
