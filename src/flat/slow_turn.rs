//! One slow turn of the board round a mated king, after the mate effect. The first press, key or
//! notch of the wheel stops it.

use std::f32::consts::TAU;

use bevy::input::mouse::AccumulatedMouseScroll;
use bevy::prelude::*;

use super::camera::CameraSystems;
use icochess_base::display::Display;
use icochess_base::schedule::AppSystems;
use icochess_board::effects::mate::MateEffect;
use icochess_board::stage::motion::ReducedMotion;
use icochess_board::stage::root::BoardRoot;
use icochess_board::stage::shape::BoardShape;
use icochess_board::turning::spin::{TurnSystems, Turning};
use icochess_play::game::Match;
use icochess_play::game::facts::MatchFact;
use icochess_rules::{Cell, Outcome};
use icochess_shape::Hold;
use icochess_store::effective::EffectiveSettings;

/// Duration of the turn, in seconds.
pub const SLOW_TURN_SECONDS: f32 = 20.0;

/// The turn, from the mate until it ends, or until the board turns otherwise or shows another
/// position.
#[derive(Resource, Debug)]
struct SlowTurn {
    king: Cell,
    /// Rotations of the board before the turn, and last set by it; `None` before it starts.
    rotations: Option<[Quat; 2]>,
    /// Seconds since the start.
    elapsed: f32,
    is_stopped: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(stop_at_press).add_systems(
        Update,
        (
            prepare_turn
                .run_if(on_message::<MatchFact>.and_then(in_state(Display::Flat)))
                .before(TurnSystems),
            animate_turn
                .run_if(resource_exists::<SlowTurn>)
                .after(TurnSystems)
                .before(CameraSystems),
        )
            .chain()
            .in_set(AppSystems::Scene),
    );
}

fn stop_at_press(_: On<Pointer<Press>>, turn: Option<ResMut<SlowTurn>>) {
    if let Some(mut turn) = turn {
        turn.is_stopped = true;
    }
}

/// Prepares the turn after a mate. When the board shows another position, turns it back at once.
fn prepare_turn(
    mut commands: Commands,
    mut facts: MessageReader<MatchFact>,
    (game, settings, motion): (Res<Match>, Res<EffectiveSettings>, Res<ReducedMotion>),
    turn: Option<Res<SlowTurn>>,
    mut root: Single<&mut Transform, With<BoardRoot>>,
) {
    let mut mated = None;
    let mut is_news = false;
    for fact in facts.read() {
        if fact.changes_board() {
            (mated, is_news) = (None, true);
        }
        if let Some(Outcome::Checkmate { winner }) = fact.ended() {
            mated = game.position().royal(!winner);
        }
    }
    if !is_news {
        return;
    }
    if let Some([from, last]) = turn.and_then(|turn| turn.rotations)
        && root.rotation == last
    {
        root.rotation = from;
    }
    commands.remove_resource::<SlowTurn>();
    if let Some(king) = mated.filter(|_| settings.show_moves && !motion.0) {
        commands.insert_resource(SlowTurn {
            king,
            rotations: None,
            elapsed: 0.0,
            is_stopped: false,
        });
    }
}

fn animate_turn(
    mut commands: Commands,
    (time, shape, motion): (Res<Time>, Res<BoardShape>, Res<ReducedMotion>),
    (keys, scroll): (Res<ButtonInput<KeyCode>>, Res<AccumulatedMouseScroll>),
    (effect, turning): (Option<Res<MateEffect>>, Option<Res<Turning>>),
    mut turn: ResMut<SlowTurn>,
    mut root: Single<&mut Transform, With<BoardRoot>>,
) {
    // The input of this frame may have made the move.
    if turn.is_added() {
        return;
    }
    let is_input = keys.get_just_pressed().len() > 0 || scroll.delta != Vec2::ZERO;
    if is_input || motion.0 {
        turn.is_stopped = true;
    }
    let is_turned = turn
        .rotations
        .is_some_and(|[_, last]| root.rotation != last);
    if is_turned || turn.is_stopped && turn.rotations.is_none() {
        commands.remove_resource::<SlowTurn>();
        return;
    }
    if turn.is_stopped || effect.is_some() || turning.is_some() {
        return;
    }
    let [from, _] = turn.rotations.unwrap_or([root.rotation; 2]);
    turn.elapsed += time.delta_secs();
    let part = turn.elapsed / SLOW_TURN_SECONDS;
    if part >= 1.0 {
        root.rotation = from;
        commands.remove_resource::<SlowTurn>();
        return;
    }
    let axis = match shape.hold {
        Hold::Ball => shape.centre(turn.king).normalize_or(Vec3::Y),
        Hold::Table { .. } => Vec3::Y,
    };
    let angle = TAU * part * part * (3.0 - 2.0 * part);
    root.rotation = (from * Quat::from_axis_angle(axis, angle)).normalize();
    turn.rotations = Some([from, root.rotation]);
}
