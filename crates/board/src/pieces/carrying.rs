//! Animates a part of the board, and everything on it, to another dock.
//!
//! The part at the new dock is drawn at the old dock first, and glides to its own place. The part's
//! tiles, pieces and marks are its children and move with it.

use std::f32::consts::PI;

use bevy::prelude::*;

use crate::pieces::piece::{Arrived, REPLAY_SECONDS};
use crate::pieces::standing::{PieceSystems, Replay};
use crate::pieces::travel::eased;
use crate::stage::motion::ReducedMotion;
use crate::stage::parts::{BoardPart, Carried, Parts};
use crate::stage::shape::BoardShape;
use crate::stage::taught::Taught;
use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;
use icochess_play::game::facts::{MatchFact, Motion};
use icochess_rules::{Cell, Effect};
use icochess_shape::Shape;

/// Duration of the motion, in seconds.
const CARRY_SECONDS: f32 = 0.3;

/// Lift of a moving part, in metres.
const LIFT: f32 = 0.03;

/// Distance by which a moving part swings out past the board, in metres.
const ASIDE: f32 = 0.10;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            carry_parts.run_if(on_message::<MatchFact>),
            replay_carriage.run_if(on_message::<Replay>),
            move_parts.run_if(any_with_component::<Carried>),
        )
            .chain()
            .in_set(PieceSystems)
            .in_set(AppSystems::Scene),
    );
}

/// Starts moving parts, or resets all parts after a new setup.
fn carry_parts(
    mut commands: Commands,
    mut facts: MessageReader<MatchFact>,
    (shape, roots): (Res<BoardShape>, Res<Parts>),
    parts: Query<(Entity, &Transform, Has<Carried>), With<BoardPart>>,
) {
    let facts: Vec<&MatchFact> = facts.read().collect();
    if facts.iter().any(|fact| fact.sets_up()) {
        for (part, ..) in parts.iter().filter(|(_, _, is_carried)| *is_carried) {
            commands
                .entity(part)
                .remove::<Carried>()
                .insert(Transform::IDENTITY);
        }
        return;
    }
    // First cell and place of each part whose motion began in this frame.
    let mut begun: Vec<(Cell, Transform)> = Vec::new();
    let motions = facts.iter().filter_map(|fact| fact.motion());
    for Motion {
        to: end, effects, ..
    } in motions
    {
        let Some((from, cell)) = carried(effects) else {
            continue;
        };
        let leaves = roots.of(from, &shape);
        let is_here = |part: &Transform| *part * shape.frame(from);
        let place = begun
            .iter()
            .rev()
            .find(|(begun, _)| *begun == from)
            .map(|(_, place)| *place)
            .or_else(|| parts.get(leaves).ok().map(|(_, part, _)| is_here(part)))
            .unwrap_or_else(|| shape.frame(from));
        begun.push((cell, place));
        commands
            .entity(leaves)
            .remove::<Carried>()
            .insert(Transform::IDENTITY);
        commands.entity(roots.of(cell, &shape)).insert(Carried {
            from: place,
            cell,
            end,
            elapsed: 0.0,
            seconds: CARRY_SECONDS,
        });
    }
}

/// Replays the motion of the part in the last move.
fn replay_carriage(
    mut commands: Commands,
    mut asked: MessageReader<Replay>,
    (game, taught): (Res<Match>, Res<Taught>),
    (shape, roots): (Res<BoardShape>, Res<Parts>),
) {
    asked.clear();
    if taught.is_on() {
        return;
    }
    let (Some(mv), Some(before)) = (game.record().last(), game.before_last()) else {
        return;
    };
    if let Some((from, cell)) = carried(&before.effects(mv)) {
        commands.entity(roots.of(cell, &shape)).insert(Carried {
            from: shape.frame(from),
            cell,
            end: mv.to,
            elapsed: 0.0,
            seconds: REPLAY_SECONDS,
        });
    }
}

/// Returns the first cell of the carried part, before and after.
fn carried(effects: &[Effect]) -> Option<(Cell, Cell)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Carried { from, to } => Some((from[0], to[0])),
        _ => None,
    })
}

fn move_parts(
    mut commands: Commands,
    (time, motion): (Res<Time>, Res<ReducedMotion>),
    shape: Res<BoardShape>,
    mut parts: Query<(Entity, &mut Carried, &mut Transform)>,
    mut arrived: MessageWriter<Arrived>,
) {
    for (part, mut carried, mut transform) in &mut parts {
        carried.elapsed += time.delta_secs();
        let t = motion.part(carried.elapsed, carried.seconds);
        if t >= 1.0 {
            *transform = Transform::IDENTITY;
            commands.entity(part).remove::<Carried>();
            arrived.write(Arrived(carried.end));
            continue;
        }
        let eased = eased(t);
        let (from, to) = (carried.from, shape.frame(carried.cell));
        let above = (eased * PI).sin() * LIFT;
        let between = shape
            .hold
            .between(from.translation, to.translation, eased, above);
        let out = aside(&shape, from.translation, to.translation) * (eased * PI).sin();
        let rotation = from.rotation.slerp(to.rotation, eased) * to.rotation.inverse();
        *transform = Transform {
            translation: between.0 + out - rotation * to.translation,
            rotation,
            scale: Vec3::ONE,
        };
    }
}

/// Returns the outward offset of a part half-way along its path, in metres. Without the offset, a
/// part that changes levels would pass through the board.
fn aside(shape: &Shape, from: Vec3, to: Vec3) -> Vec3 {
    if !shape.has_handles() || (to.y - from.y).abs() < LIFT {
        return Vec3::ZERO;
    }
    let middle = from.midpoint(to).with_y(0.0);
    middle.normalize_or_zero() * ASIDE
}
