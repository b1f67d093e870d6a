//! The hand that shows the wrist menu: the one whose palm faces the player's eyes for a moment.

use bevy::prelude::*;

use super::labels::ViewCone;
use crate::config::Hand;
use crate::grab::Grips;
use crate::grab::bar::BarHeld;
use crate::grab::puck::PuckHeld;
use crate::hands::{GripPose, HandInput, pointer_of};
use crate::head::Head;
use crate::near::CarriedPiece;
use icochess_base::schedule::AppSystems;
use icochess_play::game::handover::GameHandover;
use icochess_ui::panel::wrist::{MenuHand, WristMenu};

/// Limits for a raised palm to begin to count.
const BEGINS: PalmLimits = PalmLimits {
    palm: 0.61,
    view: ViewCone {
        angle: 0.52,
        distance: 0.7,
    },
};
/// Limits for a raised palm to keep counting.
const ENDS: PalmLimits = PalmLimits {
    palm: 0.79,
    view: ViewCone {
        angle: 0.65,
        distance: 0.8,
    },
};
/// Time that the palm must face the eyes before the menu appears, in seconds.
const MOMENT: f32 = 0.2;
/// Distance from the grip to the middle of the menu, on the side of the little finger, in metres.
/// There, the hands don't hide each other from the headset's cameras.
const ASIDE: f32 = 0.11;
/// Distance of the menu in front of the palm, in metres.
const BEFORE: f32 = 0.03;

/// Limits for a raised palm: angle between its normal and the direction to the eyes (radians), and
/// position in view.
struct PalmLimits {
    palm: f32,
    view: ViewCone,
}

impl PalmLimits {
    fn contain(&self, head: &Transform, hand: Hand, grip: &Transform) -> bool {
        let to_eyes = head.translation - grip.translation;
        let angle = palm(hand, grip).angle_between(to_eyes);
        angle < self.palm && self.view.contains(head, grip.translation)
    }
}

/// The hand with a raised palm, and the time since it was raised, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Raised {
    hand: Option<Hand>,
    seconds: f32,
}

impl Raised {
    /// Advances by `seconds`. Returns the hand that shows the menu, if any.
    fn step(
        &mut self,
        is_raised: impl Fn(Hand, &PalmLimits) -> bool,
        seconds: f32,
    ) -> Option<Hand> {
        let stays = self.hand.filter(|hand| is_raised(*hand, &ENDS));
        let mut hands = Hand::BOTH.into_iter();
        let hand = stays.or_else(|| hands.find(|hand| is_raised(*hand, &BEGINS)));
        self.seconds = if hand == self.hand {
            self.seconds + seconds
        } else {
            0.0
        };
        self.hand = hand;
        hand.filter(|_| self.seconds >= MOMENT)
    }
}

/// Returns the direction out of the palm of a hand (OpenXR, "grip pose").
fn palm(hand: Hand, grip: &Transform) -> Vec3 {
    match hand {
        Hand::Left => *grip.right(),
        Hand::Right => *grip.left(),
    }
}

/// Returns the transform of the menu beside a hand, facing the eyes.
fn beside(hand: Hand, grip: &Transform, head: &Transform) -> Transform {
    let at = grip.translation + palm(hand, grip) * BEFORE + grip.back() * ASIDE;
    // The menu faces +z, and `looking_to` aims -z.
    Transform::from_translation(at).looking_to(at - head.translation, Vec3::Y)
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<WristMenu>()
        .add_systems(Update, update_menu_hand.in_set(AppSystems::Input));
}

/// Shows the wrist menu at a hand with a raised palm. While a hand holds something, or the headset
/// changes hands, there is no menu. Before the player is seated, no hand is active.
fn update_menu_hand(
    time: Res<Time>,
    (grips, puck, bar): (Res<Grips>, Res<PuckHeld>, Res<BarHeld>),
    (carried, handover): (Res<CarriedPiece>, Res<GameHandover>),
    head: Query<&Transform, With<Head>>,
    (hands, poses): (Query<&HandInput>, Query<(&GripPose, &Transform)>),
    mut raised: Local<Raised>,
    mut menu: ResMut<WristMenu>,
) {
    let is_full = |hand: Hand| {
        let is_carried = puck.is_by(hand) || bar.is_by(hand) || carried.by(hand).is_some();
        grips.0[hand as usize] || is_carried
    };
    let is_handed_over = handover.refuses_moves() && !handover.is_landed();
    let is_free = !is_handed_over && !Hand::BOTH.into_iter().any(is_full);
    let head = head.iter().next().filter(|_| is_free);
    let at = |hand: Hand| {
        let mut poses = poses.iter();
        let (_, grip) = poses.find(|(grip, _)| grip.0 == hand)?;
        Some((head?, grip))
    };
    let is_raised = |hand: Hand, limits: &PalmLimits| {
        let mut hands = hands.iter();
        let is_idle = hands.any(|it| it.hand == hand && it.active && !it.select);
        is_idle && at(hand).is_some_and(|(head, grip)| limits.contain(head, hand, grip))
    };
    let shown = raised.step(is_raised, time.delta_secs());
    let shown = shown.and_then(|hand| {
        let (head, grip) = at(hand)?;
        Some(MenuHand {
            pointer: pointer_of(hand),
            place: beside(hand, grip, head),
        })
    });
    menu.set_if_neq(WristMenu(shown));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn palm_counts_in_view_towards_the_eyes_after_a_moment() {
        let head = Transform::from_xyz(0.0, 1.5, 0.0);
        for hand in Hand::BOTH {
            let grip = |aside: f32, turned: f32, distance: f32| {
                let view = Quat::from_rotation_y(aside.to_radians());
                let at = head.translation + view * Vec3::NEG_Z * distance;
                let out = match hand {
                    Hand::Left => Vec3::X,
                    Hand::Right => Vec3::NEG_X,
                };
                let turn = Quat::from_rotation_y(turned.to_radians());
                let rotation = turn * view * Quat::from_rotation_arc(out, Vec3::Z);
                Transform::from_translation(at).with_rotation(rotation)
            };
            for (aside, turned, distance, begins, stays) in [
                // Degrees off the middle of the view and off the eyes, and metres.
                (0.0, 0.0, 0.4, true, true),
                (25.0, -30.0, 0.65, true, true),
                (0.0, 40.0, 0.4, false, true),
                (35.0, 0.0, 0.4, false, true),
                (0.0, 0.0, 0.75, false, true),
                (0.0, 50.0, 0.4, false, false),
                (40.0, 0.0, 0.4, false, false),
                (0.0, 180.0, 0.4, false, false),
            ] {
                let grip = grip(aside, turned, distance);
                let contain = |limits: &PalmLimits| limits.contain(&head, hand, &grip);
                let found = (contain(&BEGINS), contain(&ENDS));
                assert_eq!(found, (begins, stays), "{hand:?}: {aside}, {turned}");
            }
        }
        let mut raised = Raised::default();
        let step = |hand: Option<Hand>| raised.step(|it, _| Some(it) == hand, 0.15);
        let (left, right) = (Some(Hand::Left), Some(Hand::Right));
        let hands = [left, left, left, right, right, right, None, right];
        let expected = [None, None, left, None, None, right, None, None];
        assert_eq!(hands.map(step), expected);
    }
}
