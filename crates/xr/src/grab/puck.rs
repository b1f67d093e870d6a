//! The puck in front of the board: a hand that grabs it, directly or by ray, moves the board and
//! sets its height.

use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::PointerInteraction;
use bevy::prelude::*;

use super::switch::Grips;
use crate::config::Hand;
use crate::hands::{AimPose, Grabbed, HandInput, OnPanel, Towards, pointer_of, ray_of};
use crate::near::Near;
use crate::tips::{Tip, Tips};
use icochess_board::feedback::table::FeedbackKind;
use icochess_board::feedback::{FeedbackEvent, FeedbackLocation, FeedbackRequested};
use icochess_board::room::puck::Puck;
use icochess_board::stage::shape::PlayerSeat;
use icochess_board::turning::placing::{BoardMoved, MoveBoard};
use icochess_play::game::handover::GameHandover;
use icochess_ui::state::screen::PanelShown;

/// Distance of a hand at which the puck appears, in metres.
const COMES: f32 = 0.30;
/// Smallest movement of the board, in metres.
const MIN_TURN: f32 = 1e-5;

/// How a hand reaches the puck.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Through {
    /// With the hand's tip.
    Tip,
    /// With a ray of this length, in metres.
    Ray(f32),
}

/// The control that holds the puck.
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

/// A hand that holds the puck.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Hold {
    hand: Hand,
    with: Control,
    through: Through,
    /// Position of the tip or the ray's end at the start, in metres.
    from: Vec3,
    /// Position of the board's origin at the start, in metres.
    board: Vec3,
    /// Position of the player's eyes, in metres. If the player is seated again, the hold restarts.
    eye: Vec3,
}

/// The hand that holds the puck, if any.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct PuckHeld(Option<Hold>);

impl PuckHeld {
    /// Returns whether this hand holds the puck.
    pub fn is_by(&self, hand: Hand) -> bool {
        self.0.is_some_and(|hold| hold.hand == hand)
    }
}

type HandParts = (
    &'static HandInput,
    &'static Near,
    &'static OnPanel,
    &'static Towards,
    &'static PointerInteraction,
);

/// Queries for hands at the puck.
#[derive(SystemParam)]
pub(super) struct AtPuck<'w, 's> {
    hands: Query<'w, 's, HandParts>,
    aims: Query<'w, 's, (&'static AimPose, &'static Transform)>,
    tips: Tips<'w, 's>,
    pucks: Query<'w, 's, (Entity, &'static Transform), With<Puck>>,
}

impl AtPuck<'_, '_> {
    /// Returns the way in which a hand reaches the puck, if it does.
    fn hit(&self, hand: Hand) -> Option<Through> {
        let (puck, _) = self.pucks.iter().next()?;
        let mut hands = self.hands.iter();
        let (input, near, on_panel, _, met) = hands.find(|(input, ..)| input.hand == hand)?;
        if !input.active || on_panel.0.is_some() {
            return None;
        }
        if near.thing() == Some(puck) {
            return Some(Through::Tip);
        }
        let (thing, hit) = met.get_nearest_hit()?;
        (near.0.is_none() && *thing == puck).then_some(Through::Ray(hit.depth))
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

    /// Returns whether a hand is near enough to show the puck.
    fn is_near(&self) -> bool {
        let Some((_, puck)) = self.pucks.iter().next() else {
            return false;
        };
        self.hands.iter().any(|(input, ..)| {
            let tip = self.tips.at(input.hand, Tip::Pinch);
            let tip = tip.filter(|_| input.active);
            tip.is_some_and(|tip| tip.distance(puck.translation) < COMES)
        })
    }
}

/// Moves the board with the hand that holds the puck. The board follows the whole movement since
/// the start, so a blocked board waits until the hand comes back.
pub(super) fn update_puck_hold(
    at: AtPuck,
    (grips, seat, handover): (Res<Grips>, Res<PlayerSeat>, Res<GameHandover>),
    mut before: Local<[[bool; 2]; 2]>,
    mut held: ResMut<PuckHeld>,
    (mut place, mut moved): (MessageWriter<MoveBoard>, MessageWriter<BoardMoved>),
    mut grabbed: MessageWriter<Grabbed>,
) {
    let now = Hand::BOTH.map(|hand| Control::ALL.map(|with| at.presses(hand, with, &grips)));
    let was = std::mem::replace(&mut *before, now);
    let is_there = !handover.is_passing();
    if let Some(mut hold) = held.0 {
        let is_held = now[hold.hand as usize][hold.with as usize] && is_there;
        let point = at.point(hold.hand, hold.through).filter(|_| is_held);
        let Some(point) = point else {
            held.0 = None;
            moved.write(BoardMoved);
            return;
        };
        if hold.eye != seat.eye {
            hold = Hold {
                from: point,
                board: seat.centre,
                eye: seat.eye,
                ..hold
            };
            held.0 = Some(hold);
        }
        let by = hold.board + (point - hold.from) - seat.centre;
        if by.length() > MIN_TURN {
            place.write(MoveBoard { by, scale: 1.0 });
        }
        return;
    }
    for hand in Hand::BOTH.into_iter().filter(|_| is_there) {
        let begins = |with: &Control| {
            let [was, now] = [was, now].map(|all| all[hand as usize][*with as usize]);
            now && !was
        };
        let with = Control::ALL.into_iter().find(begins);
        let reached = with.and_then(|with| {
            let through = at.hit(hand)?;
            Some((with, through, at.point(hand, through)?))
        });
        if let Some((with, through, from)) = reached {
            held.0 = Some(Hold {
                hand,
                with,
                through,
                from,
                board: seat.centre,
                eye: seat.eye,
            });
            grabbed.write(Grabbed(hand));
            return;
        }
    }
}

/// Shows the puck while a hand is near it or points at it, and while the panel is open.
pub(super) fn update_puck_visibility(
    at: AtPuck,
    (held, panel): (Res<PuckHeld>, Res<PanelShown>),
    handover: Res<GameHandover>,
    mut reached: Local<[bool; 2]>,
    mut pucks: Query<(&mut Puck, &GlobalTransform)>,
    mut requested: MessageWriter<FeedbackRequested>,
) {
    let Some((mut puck, place)) = pucks.iter_mut().next() else {
        return;
    };
    let now = Hand::BOTH.map(|hand| at.hit(hand).is_some());
    let was = std::mem::replace(&mut *reached, now);
    let begins = |hand: &Hand| now[*hand as usize] && !was[*hand as usize];
    let is_free = held.0.is_none() && !handover.is_passing();
    for hand in Hand::BOTH.into_iter().filter(begins).filter(|_| is_free) {
        requested.write(FeedbackRequested(FeedbackEvent {
            kind: FeedbackKind::Hovered,
            by: Some(pointer_of(hand)),
            at: FeedbackLocation::Point(place.translation()),
        }));
    }
    puck.set_if_neq(if handover.is_passing() {
        Puck::Away
    } else if held.0.is_some() {
        Puck::Held
    } else if now.contains(&true) {
        Puck::Pointed
    } else if panel.0 || at.is_near() {
        Puck::Seen
    } else {
        Puck::Hidden
    });
}
