//! The pieces of the game bow to a player who has completed the tutorial, when the board shows them
//! again. A press ends the bow.

use std::f32::consts::PI;

use bevy::prelude::*;

use super::landed::{EffectSystems, OngoingMotion};
use crate::pieces::piece::{Bowing, Gliding, IsPiece, PieceOn};
use crate::pieces::travel::tipped;
use crate::stage::motion::ReducedMotion;
use crate::stage::root::BoardRoot;
use crate::stage::shape::{BoardShape, PlayerSeat, Viewpoint};
use crate::tutorial::{StepDone, Tutorial};

/// Duration of the bow, in seconds.
pub const BOW_SECONDS: f32 = 1.6;
/// Largest angle of the bow, in radians.
const DEPTH: f32 = 0.4;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(end_bow).add_systems(
        Update,
        (
            start_bow.run_if(on_message::<StepDone>.or_else(resource_changed::<Tutorial>)),
            animate_bow.run_if(any_with_component::<Bowing>),
        )
            .chain()
            .in_set(EffectSystems),
    );
}

fn end_bow(_: On<Pointer<Press>>, mut pieces: Query<&mut Bowing>) {
    for mut bowing in &mut pieces {
        bowing.elapsed = BOW_SECONDS;
    }
}

fn start_bow(
    mut commands: Commands,
    mut done: MessageReader<StepDone>,
    (tutorial, motion): (Res<Tutorial>, Res<ReducedMotion>),
    mut is_last_done: Local<bool>,
    pieces: Query<Entity, With<PieceOn>>,
) {
    if let Some(step) = done.read().last() {
        *is_last_done = step.is_last;
    }
    if tutorial.is_on() || !std::mem::take(&mut *is_last_done) {
        return;
    }
    for piece in pieces.iter().filter(|_| tutorial.is_over() && !motion.0) {
        commands.entity(piece).insert(Bowing::default());
    }
}

/// Bows towards the player once the board has come to rest.
fn animate_bow(
    mut commands: Commands,
    (time, shape): (Res<Time>, Res<BoardShape>),
    (seat, viewpoint): (Res<PlayerSeat>, Res<Viewpoint>),
    ongoing: OngoingMotion,
    root: Single<&Transform, (With<BoardRoot>, Without<PieceOn>)>,
    mut pieces: Query<(
        Entity,
        &PieceOn,
        &IsPiece,
        Has<Gliding>,
        &mut Bowing,
        &mut Transform,
    )>,
) {
    let eye = viewpoint.seat(&seat).eye - root.translation;
    let eye = root.rotation.inverse() * eye / root.scale.x;
    for (entity, on, is, is_gliding, mut bowing, mut place) in &mut pieces {
        if bowing.elapsed == 0.0 && !ongoing.is_empty() {
            continue;
        }
        bowing.elapsed += time.delta_secs();
        let part = bowing.elapsed / BOW_SECONDS;
        if is_gliding || part >= 1.0 {
            commands.entity(entity).remove::<Bowing>();
        }
        if is_gliding {
            continue;
        }
        let stands = shape.on_cell(is.0, on.0);
        *place = if part < 1.0 {
            let angle = DEPTH * (part * PI).sin().powi(2);
            tipped(stands, eye - stands.translation, shape.foot(), angle)
        } else {
            stands
        };
    }
}
