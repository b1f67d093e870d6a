//! Mate: when the mating piece has landed, light gathers on the king, and the room darkens for a
//! second. The result is announced afterwards. Extinction has the same effect, at the last capture.

use std::f32::consts::PI;
use std::time::Duration;

use bevy::prelude::*;

use super::glow::{self, EffectLooks, drawn, on_tile, set_opacity};
use super::landed::{EffectSystems, Kings, OngoingMotion};
use crate::pieces::travel::eased;
use crate::stage::drawing::RoomLight;
use crate::stage::parts::Parts;
use crate::stage::shape::BoardShape;
use icochess_base::frame::NextFrame;
use icochess_play::game::facts::MatchFact;
use icochess_rules::Cell;
use icochess_shape::{Hold, Shape};

/// Duration of the effect, in seconds.
pub const MATE_SECONDS: f32 = 1.0;

/// Fraction of the duration for darkening, and for brightening again.
const FADES: f32 = 0.25;
/// Fraction of the room's light that is removed, 0 to 1.
const DIMMING: f32 = 0.75;
/// Height of the lamp above the king's tile, in metres.
const LAMP: f32 = 0.35;
/// Inner and outer angle of the lamp's cone, in radians. It covers a tile or two.
const CONE: (f32, f32) = (0.08, 0.20);
/// Illuminance of the king, in lux, about 1.6 times the key light's.
const ILLUMINANCE: f32 = 8_500.0;
/// Opacity of the ring.
const RING_OPACITY: f32 = 0.8;

/// Running mate effect, from the end of the game until the room is bright again.
#[derive(Resource, Debug, Default)]
pub struct MateEffect {
    /// Seconds since the room began to darken.
    elapsed: f32,
}

impl MateEffect {
    fn time(&self) -> f32 {
        (self.elapsed / MATE_SECONDS).clamp(0.0, 1.0)
    }

    /// Returns the darkness of everything but the king, from 0 (normal) to 1 (darkest).
    pub fn darkness(&self) -> f32 {
        let time = self.time();
        eased((time.min(1.0 - time) / FADES).min(1.0))
    }
}

/// Marker for entities of the mate effect.
#[derive(Component, Debug, Clone, Copy)]
pub struct MateEffectPart;

/// Ring of light that gathers on the king.
#[derive(Component)]
struct MateRing(Cell);

pub(super) fn plugin(app: &mut App) {
    app.add_observer(end_effect).add_systems(
        Update,
        (
            prepare_effect.run_if(on_message::<MatchFact>),
            update_effect.run_if(resource_exists::<MateEffect>),
        )
            .chain()
            .in_set(EffectSystems),
    );
}

/// Ends a running effect on any press.
fn end_effect(_: On<Pointer<Press>>, moment: Option<ResMut<MateEffect>>) {
    if let Some(mut moment) = moment.filter(|moment| moment.elapsed > 0.0) {
        moment.elapsed = MATE_SECONDS;
    }
}

/// Prepares the effect when the game ends, and ends it when the game continues.
fn prepare_effect(
    mut commands: Commands,
    kings: Kings,
    (shape, parts, looks): (Res<BoardShape>, Res<Parts>, Res<EffectLooks>),
    mut facts: MessageReader<MatchFact>,
    moment: Option<ResMut<MateEffect>>,
    before: Query<Entity, With<MateEffectPart>>,
) {
    let mut end = None;
    let mut is_news = false;
    for fact in facts.read() {
        if fact.changes_board() || matches!(fact, MatchFact::EndTakenBack) {
            (end, is_news) = (None, true);
        }
        if let Some(outcome) = fact.ended() {
            (end, is_news) = (Some(outcome), true);
        }
    }
    if !is_news {
        return;
    }
    for entity in &before {
        commands.entity(entity).despawn();
    }
    let king = end.and_then(|outcome| kings.decided(outcome));
    if let Some(king) = king {
        let part = parts.of(king, &shape);
        commands.spawn((lamp(king, &shape), ChildOf(part)));
        commands.spawn((ring(king, &shape, &looks), ChildOf(part)));
    }
    match (king, moment) {
        (Some(_), _) => commands.insert_resource(MateEffect::default()),
        (None, Some(mut moment)) => moment.elapsed = MATE_SECONDS,
        (None, None) => {}
    }
}

/// Returns a lamp above the king, switched off.
fn lamp(king: Cell, shape: &Shape) -> impl Bundle + use<> {
    let above = Transform::from_xyz(0.0, LAMP, 0.0).looking_at(Vec3::ZERO, Vec3::Z);
    (
        MateEffectPart,
        Name::new("lamp of mate"),
        SpotLight {
            color: glow::MATE,
            intensity: 0.0,
            range: 2.0 * LAMP,
            inner_angle: CONE.0,
            outer_angle: CONE.1,
            ..default()
        },
        shape.frame(king) * above,
    )
}

fn ring(king: Cell, shape: &Shape, looks: &EffectLooks) -> impl Bundle + use<> {
    (
        MateEffectPart,
        MateRing(king),
        Name::new("light of mate"),
        drawn(
            &looks.ring,
            &looks.mate,
            on_tile(king, shape, initial_size(shape.hold)),
        ),
    )
}

/// Returns the initial size of the ring, as a multiple of the king's tile. On a ball, a larger flat
/// ring would float in the air.
const fn initial_size(hold: Hold) -> f32 {
    match hold {
        Hold::Ball => 1.6,
        Hold::Table { .. } => 3.2,
    }
}

/// Dims everything but the king, and restores the light.
fn update_effect(
    mut commands: Commands,
    (time, mut next): (Res<Time>, ResMut<NextFrame>),
    mut moment: ResMut<MateEffect>,
    ongoing: OngoingMotion,
    (shape, looks): (Res<BoardShape>, Res<EffectLooks>),
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut light: ResMut<RoomLight>,
    mut lamps: Query<&mut SpotLight, With<MateEffectPart>>,
    mut rings: Query<(&MateRing, &mut Transform)>,
    of_mate: Query<Entity, With<MateEffectPart>>,
) {
    if moment.elapsed == 0.0 && !ongoing.is_empty() {
        return;
    }
    moment.elapsed += time.delta_secs();
    let is_over = moment.elapsed >= MATE_SECONDS;
    let darkness = moment.darkness();
    light.set_if_neq(RoomLight(1.0 - DIMMING * darkness));
    for mut lamp in &mut lamps {
        // Converts from candela to lumens with Bevy's factor, which ignores the cone.
        lamp.intensity = 4.0 * PI * LAMP * LAMP * ILLUMINANCE * darkness;
    }
    let gathered = eased((moment.time() / FADES).min(1.0));
    for (&MateRing(king), mut place) in &mut rings {
        // The final size is the tile's.
        let size = initial_size(shape.hold) * (1.0 - gathered) + gathered;
        *place = on_tile(king, &shape, size);
    }
    set_opacity(&mut materials, &looks.mate, RING_OPACITY * darkness);
    if is_over {
        for entity in &of_mate {
            commands.entity(entity).despawn();
        }
        commands.remove_resource::<MateEffect>();
    } else {
        next.within(Duration::ZERO);
    }
}
