//! Turning the board: with a squeezed hand, or with a thumbstick.

use bevy::prelude::*;

use super::config::Hand;
use super::hands::{GripPose, HandInput, OnPanel};
use crate::board::stage::shape::PlayerSeat;
use crate::board::turning::opening::{OpenRequested, Opened};
use crate::board::turning::spin::TurnBoard;
use crate::schedule::AppSystems;
use crate::ui::commands::command::{Command, CommandRequested};

/// Part of the thumbstick's way in which nothing happens (as Jocly has it).
pub const DEAD_ZONE: f32 = 0.2;
/// Fastest turn by thumbstick, radians per second: 90° (Meta: smooth turns of
/// 60 to 90° a second).
pub const TURN_RATE: f32 = std::f32::consts::FRAC_PI_2;

/// The hand that holds the board, and how it was turned a frame ago.
#[derive(Resource, Debug, Default)]
pub struct GrabbedBy(Option<(Hand, Quat)>);

/// Fact: a hand took hold of the board.
#[derive(Message, Debug, Clone, Copy)]
pub struct Grabbed(pub Hand);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<GrabbedBy>()
        .add_message::<Grabbed>()
        .add_systems(
            Update,
            (grab, turn_by_stick, my_side).in_set(AppSystems::Input),
        );
}

/// The board turns as the grip pose turns. Not the aim pose: that is steadied
/// and not rigid with the hand (OpenXR, `XR_EXT_hand_interaction`, "Aim pose").
fn grab(
    hands: Query<&HandInput>,
    grips: Query<(&GripPose, &Transform)>,
    mut held: ResMut<GrabbedBy>,
    mut turn: MessageWriter<TurnBoard>,
    mut grabbed: MessageWriter<Grabbed>,
) {
    let holds = |hand| {
        hands
            .iter()
            .any(|input| input.hand == hand && input.active && input.grab)
    };
    let rotation_of = |hand| {
        grips
            .iter()
            .find(|(grip, _)| grip.0 == hand)
            .map(|(_, pose)| pose.rotation)
    };
    match held.0 {
        Some((hand, before)) if holds(hand) => {
            if let Some(now) = rotation_of(hand) {
                let delta = now * before.inverse();
                if delta.angle_between(Quat::IDENTITY) > 1e-5 {
                    turn.write(TurnBoard(delta));
                    held.0 = Some((hand, now));
                }
            }
        }
        Some(_) => held.0 = None,
        None => {
            let taker = Hand::BOTH.into_iter().find(|hand| holds(*hand));
            if let Some((hand, rotation)) = taker.and_then(|hand| Some((hand, rotation_of(hand)?)))
            {
                held.0 = Some((hand, rotation));
                grabbed.write(Grabbed(hand));
            }
        }
    }
}

/// The deflection of a stick beyond the dead zone, of length 0 to 1, squared for fine control.
pub fn stick(raw: Vec2) -> Vec2 {
    let length = raw.length();
    let beyond = ((length - DEAD_ZONE) / (1.0 - DEAD_ZONE)).clamp(0.0, 1.0);
    raw.normalize_or_zero() * beyond * beyond
}

/// A stick that is pushed this far up or down shows another plane of a board that is cut,
/// and this far back it may do so again.
const FLICK: [f32; 2] = [0.7, 0.4];

/// The request of a stick that is pushed up or down to show another plane; it must have rested
/// before.
fn flick(pushed: f32, was_pushed: &mut bool) -> Option<OpenRequested> {
    let [begins, ends] = FLICK;
    let is_pushed = pushed.abs() > if *was_pushed { ends } else { begins };
    let begun = is_pushed && !*was_pushed;
    *was_pushed = is_pushed;
    begun.then_some(OpenRequested::Plane(if pushed > 0.0 { 1 } else { -1 }))
}

/// Turns the board by the sticks. Where it is cut, up and down go from plane to plane instead.
fn turn_by_stick(
    hands: Query<(&HandInput, &OnPanel)>,
    (seat, opened): (Res<PlayerSeat>, Res<Opened>),
    time: Res<Time>,
    mut was_pushed: Local<bool>,
    mut open: MessageWriter<OpenRequested>,
    mut turn: MessageWriter<TurnBoard>,
) {
    let sticks = hands
        .iter()
        // What is on the panel is scrolled. Where the pad is both stick and button, a
        // press must not turn.
        .filter(|(input, on_panel)| input.active && !input.home_view && on_panel.0.is_none())
        .map(|(input, _)| input.turn);
    let (mut pushed, raw) = sticks.fold((Vec2::ZERO, Vec2::ZERO), |(pushed, raw), it| {
        (pushed + stick(it), raw + it)
    });
    if opened.cut.is_some() {
        pushed.y = 0.0;
        if let Some(request) = flick(raw.y, &mut was_pushed) {
            open.write(request);
        }
    }
    if pushed != Vec2::ZERO {
        let angle = pushed.clamp_length_max(1.0) * TURN_RATE * time.delta_secs();
        let right = (seat.centre - seat.eye)
            .cross(Vec3::Y)
            .try_normalize()
            .unwrap_or(Vec3::X);
        turn.write(TurnBoard(
            Quat::from_axis_angle(Vec3::Y, angle.x) * Quat::from_axis_angle(right, -angle.y),
        ));
    }
}

fn my_side(
    hands: Query<&HandInput>,
    mut held: Local<bool>,
    mut commands: MessageWriter<CommandRequested>,
) {
    let now = hands.iter().any(|input| input.active && input.home_view);
    if now && !*held {
        commands.write(CommandRequested(Command::Flip));
    }
    *held = now;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stick_goes_one_plane_on_for_each_push() {
        let mut was_pushed = false;
        let pushes = [0.1, 0.65, 0.8, 1.0, 0.6, 0.3, 0.9, 0.0, -0.8, -1.0, 0.0];
        let asked = pushes.map(|pushed| flick(pushed, &mut was_pushed));
        let planes: Vec<_> = asked.into_iter().flatten().collect();
        let [up, down] = [1, -1].map(OpenRequested::Plane);
        assert_eq!(planes, [up, up, down]);
    }

    #[test]
    fn the_stick_does_nothing_in_its_dead_zone_and_all_at_its_end() {
        assert_eq!(stick(Vec2::new(0.19, 0.0)), Vec2::ZERO);
        assert_eq!(stick(Vec2::ZERO), Vec2::ZERO);
        assert!((stick(Vec2::NEG_Y) - Vec2::NEG_Y).length() < 1e-6);
        assert!(stick(Vec2::new(0.6, 0.0)).x < 0.5);
    }
}
