//! Turning, moving and scaling the board by hands, thumbsticks and trackpads.
//!
//! One hand at the surface holds a point of the board. One hand at a distance turns the board with
//! its own rotation or with a sweep, like a globe. Two hands turn, move and scale the board. A
//! board released while turning continues for a moment. The [`puck`] in front of the board moves it
//! with one hand. The [`bar`] below the panel moves the panel.
//!
//! Controllers without a grip use the trigger, pulled in empty space (`air`).

mod air;
pub mod bar;
mod coast;
mod gesture;
mod handle;
pub mod puck;
mod sticks;
mod switch;

use bevy::prelude::*;

use super::config::Hand;
use super::hands::{Grabbed, GripPose, HandInput};
use super::head::{Head, HeadTracking};
pub use air::TriggerGrab;
use bar::BarHeld;
use coast::Turns;
use gesture::{Change, Grip, HandMotion, HeldBoard, TwoHands};
use icochess_base::schedule::AppSystems;
use icochess_board::stage::fit::Fit;
use icochess_board::stage::motion::ReducedMotion;
use icochess_board::stage::reach::NearQuery;
use icochess_board::stage::shape::{BoardShape, PlayerSeat, Viewpoint};
use icochess_board::turning::placing::{BoardMoved, MoveBoard};
use icochess_board::turning::spin::{TurnBoard, Turning};
use icochess_store::effective::EffectiveSettings;
use icochess_ui::commands::command::{Command, CommandRequested};
use icochess_ui::panel::bar::PanelBar;
use puck::PuckHeld;
pub use sticks::{DEAD_ZONE, TURN_RATE, stick};
pub(super) use switch::Grips;

/// Maximum distance from the surface at which a hand holds a point, in metres.
const NEAR: f32 = 0.12;

/// The hold on the board.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
enum Holding {
    /// By neither hand.
    #[default]
    Nothing,
    /// By one hand, with its last pose.
    One(Hand, Grip, Transform),
    /// By both hands, with their last poses.
    Both(TwoHands, [Transform; 2]),
}

/// The hands that hold the board.
#[derive(Resource, Debug, Default)]
pub struct GrabbedBy {
    holding: Holding,
    /// Recent turns.
    turns: Turns,
    /// Speed of the released board as a scaled axis, in radians per second.
    speed: Option<Vec3>,
}

pub(super) fn plugin(app: &mut App) {
    app.register_required_components::<HandInput, TriggerGrab>()
        .init_resource::<GrabbedBy>()
        .init_resource::<Grips>()
        .init_resource::<PuckHeld>()
        .init_resource::<BarHeld>()
        .add_message::<Grabbed>()
        .add_systems(
            Update,
            (
                (
                    air::update_trigger_grab,
                    switch::update_grips,
                    puck::update_puck_hold,
                    bar::update_bar_hold.run_if(any_with_component::<PanelBar>),
                    move_held_board,
                    coast_board,
                )
                    .chain(),
                puck::update_puck_visibility.after(puck::update_puck_hold),
                bar::update_bar_look
                    .run_if(any_with_component::<PanelBar>)
                    .after(bar::update_bar_hold),
                sticks::turn,
                request_my_side,
            )
                .in_set(AppSystems::Input),
        )
        .add_systems(
            Update,
            update_viewpoint
                .run_if(on_message::<CommandRequested>)
                .in_set(AppSystems::Rules),
        );
}

impl Holding {
    fn has(self, hand: Hand) -> bool {
        match self {
            Self::Nothing => false,
            Self::One(one, ..) => one == hand,
            Self::Both(..) => true,
        }
    }

    /// Returns the next hold and the change of the board for the poses of the holding hands, left
    /// and right.
    fn advance(
        self,
        poses: [Option<Transform>; 2],
        board: &HeldBoard,
        is_near: impl Fn(&Transform) -> bool,
    ) -> (Self, Change) {
        match (poses, self) {
            ([None, None], _) => (Self::Nothing, Change::NONE),
            ([Some(left), Some(right)], Self::Both(mut two, before)) => {
                let now = [left, right];
                let [left, right] = [0, 1].map(|hand| HandMotion {
                    before: before[hand],
                    now: now[hand],
                });
                let change = two.step([left, right], board);
                (Self::Both(two, now), change)
            }
            ([Some(left), Some(right)], _) => {
                let at = [left.translation, right.translation];
                let two = TwoHands::new(at, is_near(&left) && is_near(&right), board);
                (Self::Both(two, [left, right]), Change::NONE)
            }
            ([Some(now), None], had) => had.advance_one(Hand::Left, now, board, is_near),
            ([None, Some(now)], had) => had.advance_one(Hand::Right, now, board, is_near),
        }
    }

    fn advance_one(
        self,
        hand: Hand,
        now: Transform,
        board: &HeldBoard,
        is_near: impl Fn(&Transform) -> bool,
    ) -> (Self, Change) {
        match self {
            Self::One(before, grip, was) if before == hand => {
                let turn = grip.turn(&HandMotion { before: was, now }, board);
                let change = Change {
                    turn,
                    ..Change::NONE
                };
                (Self::One(hand, grip, now), change)
            }
            _ => {
                let grip = if is_near(&now) {
                    Grip::near(now.translation, board)
                } else {
                    Grip::Far
                };
                (Self::One(hand, grip, now), Change::NONE)
            }
        }
    }
}

/// Turns, moves and scales the board by the hands that hold it.
///
/// The board follows the grip pose, because the aim pose is smoothed and not rigid with the hand
/// (OpenXR, `XR_EXT_hand_interaction`, "Aim pose").
fn move_held_board(
    (grips, puck, bar, time): (Res<Grips>, Res<PuckHeld>, Res<BarHeld>, Res<Time>),
    poses: Query<(&GripPose, &Transform)>,
    (reach, shape, fit, seat): (NearQuery, Res<BoardShape>, Res<Fit>, Res<PlayerSeat>),
    mut by: ResMut<GrabbedBy>,
    (mut turn, mut place): (MessageWriter<TurnBoard>, MessageWriter<MoveBoard>),
    (mut grabbed, mut moved): (MessageWriter<Grabbed>, MessageWriter<BoardMoved>),
) {
    let by = by.bypass_change_detection();
    // A hand on the puck or the bar can't hold the board as well.
    let is_free = |hand: Hand| !puck.is_by(hand) && !bar.is_by(hand);
    let holds = Hand::BOTH.map(|hand| grips.0[hand as usize] && is_free(hand));
    let Some(root) = reach.board() else {
        return;
    };
    if holds == [false; 2] && by.holding == Holding::Nothing {
        return;
    }
    let board = HeldBoard {
        hold: shape.hold,
        centre: root.translation,
        wanted: seat.with_stance(fit.wanted(&shape)).centre,
        rotation: root.rotation,
        radius: reach.radius(),
        factors: fit.factors(),
    };
    let poses = Hand::BOTH.map(|hand| {
        let mut poses = poses.iter();
        let pose = poses.find(|(grip, _)| grip.0 == hand);
        pose.map(|(_, pose)| *pose).filter(|_| holds[hand as usize])
    });
    let had = by.holding;
    let is_near = |pose: &Transform| reach.is_at_board(pose.translation, NEAR);
    let (now, change) = had.advance(poses, &board, is_near);
    by.holding = now;
    let grabs = Hand::BOTH.into_iter();
    let grabs = grabs.filter(|hand| now.has(*hand) && !had.has(*hand));
    grabbed.write_batch(grabs.map(Grabbed));
    if change.turn.angle_between(Quat::IDENTITY) > 1e-5 {
        turn.write(TurnBoard(change.turn));
    }
    match (had, now) {
        (Holding::Both(..), Holding::Both(..)) => {
            let Change { by, scale, .. } = change;
            place.write(MoveBoard { by, scale });
        }
        (Holding::Both(..), _) => {
            moved.write(BoardMoved);
        }
        _ => {}
    }
    if now == Holding::Nothing {
        by.speed = by.turns.speed(time.elapsed());
        by.turns = Turns::default();
    } else {
        by.speed = None;
        by.turns
            .push(time.elapsed(), time.delta_secs(), change.turn);
    }
}

/// Lets a released board coast until it stops or another turn begins.
fn coast_board(
    time: Res<Time>,
    (settings, motion): (Res<EffectiveSettings>, Res<ReducedMotion>),
    turning: Option<Res<Turning>>,
    mut by: ResMut<GrabbedBy>,
    mut turn: MessageWriter<TurnBoard>,
) {
    let by = by.bypass_change_detection();
    if !settings.inertia || motion.0 || turning.is_some() {
        by.speed = None;
    }
    if let Some(speed) = by.speed {
        let (went, after) = coast::step(speed, time.delta_secs());
        turn.write(TurnBoard(went));
        by.speed = after;
    }
}

fn request_my_side(
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

/// Moves the viewpoint for "my side" to the current eyes: a standing player has a steeper view.
fn update_viewpoint(
    mut requests: MessageReader<CommandRequested>,
    head: Query<(&Transform, &HeadTracking), With<Head>>,
    mut viewpoint: ResMut<Viewpoint>,
) {
    let is_my_side = requests.read().any(|requests| requests.0 == Command::Flip);
    let head = head.iter().next();
    if is_my_side
        && let Some((head, _)) = head.filter(|(_, tracking)| tracking.is_position_tracked())
    {
        viewpoint.0 = Some(head.translation);
    }
}
