//! Handles in the world, such as the puck: a hand holds one by grip or trigger, directly or by ray.

use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::PointerInteraction;
use bevy::prelude::*;

use super::switch::Grips;
use crate::config::Hand;
use crate::hands::{AimPose, HandInput, OnPanel, Towards, pointer_of, ray_of};
use crate::near::Near;
use crate::tips::{Tip, Tips};
use icochess_board::feedback::table::FeedbackKind;
use icochess_board::feedback::{FeedbackEvent, FeedbackLocation, FeedbackRequested};

/// How a hand reaches a handle.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Through {
    /// With the hand's tip.
    Tip,
    /// With a ray of this length, in metres.
    Ray(f32),
}

/// The control that holds a handle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Control {
    /// The grip, as for the board.
    Grip,
    /// The trigger or a pinch, for controllers without a grip.
    Trigger,
}

impl Control {
    const ALL: [Self; 2] = [Self::Grip, Self::Trigger];
}

/// Whether each hand presses each control.
pub(super) type Presses = [[bool; 2]; 2];

/// A hand that holds a handle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Hold {
    pub(super) hand: Hand,
    with: Control,
    through: Through,
    /// Position of the tip or the ray's end at the start, in metres.
    pub(super) from: Vec3,
}

type HandParts = (
    &'static HandInput,
    &'static Near,
    &'static OnPanel,
    &'static Towards,
    &'static PointerInteraction,
);

/// Queries for hands at the handle with component `T`.
#[derive(SystemParam)]
pub(super) struct AtHandle<'w, 's, T: Component> {
    hands: Query<'w, 's, HandParts>,
    aims: Query<'w, 's, (&'static AimPose, &'static Transform)>,
    tips: Tips<'w, 's>,
    handles: Query<'w, 's, (Entity, &'static GlobalTransform), With<T>>,
}

impl<T: Component> AtHandle<'_, '_, T> {
    /// Returns the way in which a hand reaches the handle, if it does.
    fn hit(&self, hand: Hand) -> Option<Through> {
        let (handle, _) = self.handles.iter().next()?;
        let mut hands = self.hands.iter();
        let (input, near, on_panel, _, met) = hands.find(|(input, ..)| input.hand == hand)?;
        if !input.active || on_panel.0.is_some() {
            return None;
        }
        if near.thing() == Some(handle) {
            return Some(Through::Tip);
        }
        let (thing, hit) = met.get_nearest_hit()?;
        (near.0.is_none() && *thing == handle).then_some(Through::Ray(hit.depth))
    }

    /// Returns the position of a hand's tip or its ray's end, in metres; `None` if the hand is
    /// lost.
    fn point(&self, hand: Hand, through: Through) -> Option<Vec3> {
        let mut hands = self.hands.iter();
        let (input, .., towards, _) = hands.find(|(input, ..)| input.hand == hand)?;
        match through {
            _ if !input.active => None,
            Through::Tip => self.tips.at(hand, Tip::Pinch),
            Through::Ray(length) => {
                let ray = ray_of(hand, towards, &self.aims)?;
                Some(ray.get_point(length))
            }
        }
    }

    /// Returns whether a hand presses this control.
    fn presses(&self, hand: Hand, with: Control, grips: &Grips) -> bool {
        match with {
            Control::Grip => grips.0[hand as usize],
            Control::Trigger => self
                .hands
                .iter()
                .any(|(input, ..)| input.hand == hand && input.active && input.select),
        }
    }

    /// Returns the hold that begins in this frame, if any. Needs a call in each frame.
    pub(super) fn begun(&self, grips: &Grips, before: &mut Presses) -> Option<Hold> {
        let now = Hand::BOTH.map(|hand| Control::ALL.map(|with| self.presses(hand, with, grips)));
        let was = std::mem::replace(before, now);
        Hand::BOTH.into_iter().find_map(|hand| {
            let with = Control::ALL.into_iter().find(|with| {
                let [was, now] = [was, now].map(|all| all[hand as usize][*with as usize]);
                now && !was
            })?;
            let through = self.hit(hand)?;
            let from = self.point(hand, through)?;
            Some(Hold {
                hand,
                with,
                through,
                from,
            })
        })
    }

    /// Returns the current position of the tip or the ray's end, in metres; `None` if the hold is
    /// over.
    pub(super) fn held(&self, hold: &Hold, grips: &Grips) -> Option<Vec3> {
        let is_held = self.presses(hold.hand, hold.with, grips);
        self.point(hold.hand, hold.through).filter(|_| is_held)
    }

    /// Returns whether the tip of a hand is at most `within` metres from the handle.
    pub(super) fn is_near(&self, within: f32) -> bool {
        let Some((_, handle)) = self.handles.iter().next() else {
            return false;
        };
        self.hands.iter().any(|(input, ..)| {
            let tip = self.tips.at(input.hand, Tip::Pinch);
            let tip = tip.filter(|_| input.active);
            tip.is_some_and(|tip| tip.distance(handle.translation()) < within)
        })
    }

    /// Returns whether a hand reaches the handle. The hand feels it begin if the handle is free.
    pub(super) fn is_reached(
        &self,
        is_free: bool,
        before: &mut [bool; 2],
        requested: &mut MessageWriter<FeedbackRequested>,
    ) -> bool {
        let Some((_, handle)) = self.handles.iter().next() else {
            return false;
        };
        let now = Hand::BOTH.map(|hand| self.hit(hand).is_some());
        let was = std::mem::replace(before, now);
        let begins = |hand: &Hand| now[*hand as usize] && !was[*hand as usize];
        for hand in Hand::BOTH.into_iter().filter(begins).filter(|_| is_free) {
            requested.write(FeedbackRequested(FeedbackEvent {
                kind: FeedbackKind::Hovered,
                by: Some(pointer_of(hand)),
                at: FeedbackLocation::Point(handle.translation()),
            }));
        }
        now.contains(&true)
    }
}
