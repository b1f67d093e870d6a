//! Animates moving pieces: gliding, settling, vanishing and rising. A press ends all animations.

use std::time::Duration;

use bevy::prelude::*;

use super::animator::PieceAnimator;
use super::piece::{Arrived, Gliding, IsPiece, PieceOn, Rising, Settling, Vanishing};
use super::travel::{
    AFTER_LANDING, LEAVE_SECONDS, RISE_SECONDS, across, eased, lean, leaving, raised, risen, rock,
};
use crate::stage::motion::ReducedMotion;
use crate::stage::parts::Carried;
use crate::stage::shape::BoardShape;
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;

/// Systems that animate moving pieces.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct MovingSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(end_animations).add_systems(
        Update,
        (
            move_pieces.run_if(any_with_component::<Gliding>),
            rock_pieces.run_if(any_with_component::<Settling>),
            remove_captured_pieces.run_if(any_with_component::<Vanishing>),
            raise_pieces.run_if(any_with_component::<Rising>),
        )
            .chain()
            .in_set(MovingSystems)
            .in_set(AppSystems::Scene),
    );
}

/// Ends all animations at a press, so that everything is in place in the next frame.
fn end_animations(
    _: On<Pointer<Press>>,
    mut gliding: Query<&mut Gliding>,
    mut vanishing: Query<&mut Vanishing>,
    mut settling: Query<&mut Settling>,
    mut rising: Query<&mut Rising>,
    mut carried: Query<&mut Carried>,
) {
    for mut piece in &mut gliding {
        piece.elapsed = piece.seconds;
    }
    for mut piece in &mut vanishing {
        piece.elapsed = piece.delay + LEAVE_SECONDS;
    }
    for mut piece in &mut settling {
        piece.elapsed = AFTER_LANDING;
    }
    for mut piece in &mut rising {
        piece.elapsed = piece.delay + RISE_SECONDS;
    }
    for mut part in &mut carried {
        part.elapsed = part.seconds;
    }
}

/// Moves pieces along the board, and sets them down.
fn move_pieces(
    (time, motion): (Res<Time>, Res<ReducedMotion>),
    mut animator: PieceAnimator,
    mut pieces: Query<(Entity, &PieceOn, &IsPiece, &mut Gliding, &mut Transform)>,
    mut arrived: MessageWriter<Arrived>,
) {
    let is_game = !animator.taught.is_on();
    for (entity, on, is, mut gliding, mut transform) in &mut pieces {
        gliding.elapsed += time.delta_secs();
        let t = motion.part(gliding.elapsed, gliding.seconds);
        let legs = gliding.path.len() - 1;
        let along = eased(t) * legs as f32;
        let leg = (along as usize).min(legs - 1);
        let (a, b) = (gliding.path[leg], gliding.path[leg + 1]);
        if t >= 1.0 {
            *transform = animator.shape.on_cell(gliding.then, on.0);
            let axis = across(transform.rotation * Vec3::Y, b - a);
            let mut stands = animator.commands.entity(entity);
            stands.remove::<Gliding>();
            if let Some(axis) = axis.filter(|_| !motion.0) {
                let elapsed = 0.0;
                stands.insert(Settling { axis, elapsed });
            }
            if is.0 != gliding.then {
                animator.turn_into(entity, gliding.then, on.0);
            }
            // Lessons make no sound.
            if is_game {
                arrived.write(Arrived(on.0));
            }
            continue;
        }
        let above = raised(t) * gliding.lift;
        let shape = &animator.shape;
        let (place, up) = shape.hold.between(a, b, along - leg as f32, above);
        let [sets_out, arrives] = gliding.aside;
        let aside = sets_out + (arrives - sets_out) * eased(t);
        *transform = shape.standing(gliding.then.side, place, up, aside);
        if let Some(axis) = across(up, b - a) {
            transform.rotate(Quat::from_axis_angle(axis, lean(t)));
        }
    }
}

/// Rocks pieces that have just landed.
fn rock_pieces(
    mut commands: Commands,
    (time, motion): (Res<Time>, Res<ReducedMotion>),
    shape: Res<BoardShape>,
    mut pieces: Query<(Entity, &PieceOn, &IsPiece, &mut Settling, &mut Transform)>,
) {
    for (entity, on, is, mut settling, mut transform) in &mut pieces {
        settling.elapsed += time.delta_secs();
        let t = motion.part(settling.elapsed, AFTER_LANDING);
        let stands = shape.on_cell(is.0, on.0).rotation;
        if t >= 1.0 {
            transform.rotation = stands;
            commands.entity(entity).remove::<Settling>();
        } else {
            transform.rotation = Quat::from_axis_angle(settling.axis, rock(t)) * stands;
        }
    }
}

/// Moves captured pieces away as their captors arrive.
fn remove_captured_pieces(
    mut commands: Commands,
    (time, motion): (Res<Time>, Res<ReducedMotion>),
    mut pieces: Query<(Entity, &mut Vanishing, &mut Transform)>,
) {
    for (entity, mut vanishing, mut transform) in &mut pieces {
        vanishing.elapsed += time.delta_secs();
        let t = motion.part(vanishing.elapsed - vanishing.delay, LEAVE_SECONDS);
        if t >= 1.0 {
            commands.entity(entity).despawn();
        } else if t > 0.0 {
            let from = *vanishing.from.get_or_insert(*transform);
            *transform = leaving(from, vanishing.away, vanishing.sinks, t);
        }
    }
}

/// Raises the pieces of a new game, and pieces that return when a capture is taken back.
fn raise_pieces(
    mut commands: Commands,
    (time, motion): (Res<Time>, Res<ReducedMotion>),
    mut next: ResMut<NextFrame>,
    mut pieces: Query<(Entity, &mut Rising, &mut Transform)>,
) {
    for (entity, mut rising, mut transform) in &mut pieces {
        rising.elapsed += time.delta_secs();
        if motion.part(rising.elapsed, rising.delay + RISE_SECONDS) >= 1.0 {
            transform.scale = Vec3::ONE;
            commands.entity(entity).remove::<Rising>();
            continue;
        }
        // A piece that is still waiting needs no update.
        next.within(Duration::ZERO);
        let scale = Vec3::splat(risen(rising.elapsed, rising.delay));
        if transform.scale != scale {
            transform.scale = scale;
        }
    }
}
