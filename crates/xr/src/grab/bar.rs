//! The bar below the panel: a hand that grabs it, directly or by ray, moves the panel.

use bevy::prelude::*;

use super::handle::{AtHandle, Hold, Presses};
use super::switch::Grips;
use crate::config::Hand;
use crate::hands::{AimPose, Grabbed};
use crate::tips::TipPose;
use icochess_board::feedback::FeedbackRequested;
use icochess_board::stage::shape::PlayerSeat;
use icochess_play::game::handover::GameHandover;
use icochess_store::effective::OwnSettings;
use icochess_ui::panel::bar::PanelBar;
use icochess_ui::panel::bulk::BoardBulk;
use icochess_ui::panel::place::{ChosenPlace, Gaze, is_clear};
use icochess_ui::panel::screen::Panel;

/// Movement of a hand that moves the panel, in metres (MRTK: less is a tap).
const TAP: f32 = 0.02;

/// A move of the panel by its bar.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Move {
    hold: Hold,
    /// The held point in the panel's axes, relative to its centre, in metres.
    held: Vec3,
    /// The place of the panel, once it has moved.
    to: Option<ChosenPlace>,
}

/// The hand that holds the panel's bar, if any.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct BarHeld(Option<Move>);

impl BarHeld {
    /// Returns whether this hand holds the bar.
    pub fn is_by(&self, hand: Hand) -> bool {
        self.0.is_some_and(|it| it.hold.hand == hand)
    }
}

/// Moves the panel with the hand that holds its bar, and saves its place for the player. The panel
/// waits at the board's edge until the hand has passed the board.
pub(super) fn update_bar_hold(
    at: AtHandle<PanelBar>,
    (grips, handover): (Res<Grips>, Res<GameHandover>),
    (seat, board): (Res<PlayerSeat>, BoardBulk),
    mut before: Local<Presses>,
    mut panel: Single<&mut Transform, (With<Panel>, Without<AimPose>, Without<TipPose>)>,
    (mut held, mut gaze): (ResMut<BarHeld>, ResMut<Gaze>),
    mut own: OwnSettings,
    mut grabbed: MessageWriter<Grabbed>,
) {
    let is_there = !handover.is_passing();
    let begun = at.begun(&grips, &mut before).filter(|_| is_there);
    let Some(by) = held.0 else {
        if let Some(hold) = begun {
            held.0 = Some(Move {
                hold,
                held: panel.rotation.inverse() * (hold.from - panel.translation),
                to: None,
            });
            grabbed.write(Grabbed(hold.hand));
        }
        return;
    };
    let Some(point) = at.held(&by.hold, &grips).filter(|_| is_there) else {
        held.0 = None;
        // During a handover, the settings are the next player's.
        if let Some(place) = by.to.filter(|_| is_there) {
            gaze.set_if_neq(Gaze(None));
            own.save(place.settings());
        }
        return;
    };
    if by.to.is_none() && point.distance(by.hold.from) < TAP {
        return;
    }
    let place = ChosenPlace::holding(by.held, point, &seat);
    let now = place.transform(&seat).with_scale(panel.scale);
    if is_clear(&now, &seat, board.get()) {
        panel.set_if_neq(now);
        held.0 = Some(Move {
            to: Some(place),
            ..by
        });
    }
}

/// Highlights the bar while a hand reaches or holds it.
pub(super) fn update_bar_look(
    at: AtHandle<PanelBar>,
    (held, handover): (Res<BarHeld>, Res<GameHandover>),
    mut reached: Local<[bool; 2]>,
    mut bar: Single<&mut PanelBar>,
    mut requested: MessageWriter<FeedbackRequested>,
) {
    let is_free = held.0.is_none() && !handover.is_passing();
    let is_reached = at.is_reached(is_free, &mut reached, &mut requested);
    bar.set_if_neq(if held.0.is_some() {
        PanelBar::Held
    } else if is_reached && is_free {
        PanelBar::Pointed
    } else {
        PanelBar::Free
    });
}
