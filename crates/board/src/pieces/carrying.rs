//! The motion of a part of the board that is carried elsewhere, with what is on it.
//!
//! The part that has come is drawn at once, where the one that went away was, and
//! glides to its own place; its tiles, its pieces and all marks on it are its children
//! and come along.

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

/// Duration of the way to another dock, seconds.
const CARRY_SECONDS: f32 = 0.3;

/// Height to which a part is lifted on its way, metres.
const LIFT: f32 = 0.03;

/// Distance by which a part swings outwards to get past the board, metres.
const ASIDE: f32 = 0.10;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            carry.run_if(on_message::<MatchFact>),
            carry_again.run_if(on_message::<Replay>),
            glide.run_if(any_with_component::<Carried>),
        )
            .chain()
            .in_set(PieceSystems)
            .in_set(AppSystems::Scene),
    );
}

/// Sends parts on their way, or sets all down at once.
fn carry(
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
    // The first cells of those that have set out in this frame, and their places.
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

/// Sends the part on its way again that the last move carried.
fn carry_again(
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

/// The first cells of the part that is carried, before and after.
fn carried(effects: &[Effect]) -> Option<(Cell, Cell)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Carried { from, to } => Some((from[0], to[0])),
        _ => None,
    })
}

fn glide(
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

/// Offset of a part outwards in the middle of its way, metres. Without this, one that changes its
/// level would go through the board.
fn aside(shape: &Shape, from: Vec3, to: Vec3) -> Vec3 {
    if !shape.has_handles() || (to.y - from.y).abs() < LIFT {
        return Vec3::ZERO;
    }
    let middle = from.midpoint(to).with_y(0.0);
    middle.normalize_or_zero() * ASIDE
}
