//! Mate: when its piece has landed, light gathers on the king, and all else is in the dark for a
//! second. The result is announced after it. Who loses the last piece of a kind loses in the same
//! light, which gathers where it was taken.

use std::f32::consts::PI;
use std::time::Duration;

use bevy::prelude::*;

use super::glow::{self, MomentLooks, drawn, on_tile, set_opacity};
use super::landed::{Kings, MomentSystems, OngoingMotion};
use crate::pieces::travel::eased;
use crate::stage::drawing::RoomLight;
use crate::stage::parts::Parts;
use crate::stage::shape::BoardShape;
use icochess_base::frame::NextFrame;
use icochess_play::game::facts::MatchFact;
use icochess_rules::Cell;
use icochess_shape::{Hold, Shape};

/// Time from the beginning of the dark to its end, seconds.
pub const MATE_SECONDS: f32 = 1.0;

/// The part of that in which it gets dark, and in which it gets light again.
const FADES: f32 = 0.25;
/// The part of the light of the room that is taken away, 0 to 1.
const DIMMED: f32 = 0.75;
/// Height of the lamp above the king's tile, metres.
const LAMP: f32 = 0.35;
/// Angles from the lamp's axis up to which it shines fully and at all, radians: on a tile or two.
const CONE: (f32, f32) = (0.08, 0.20);
/// Illuminance of the king by the lamp, as a multiple of that by the key light.
const BRIGHTER: f32 = 1.6;
/// The key light where there is none, lux.
const NO_KEY: f32 = 5_000.0;
/// The opacity of the ring.
const RING_OPACITY: f32 = 0.8;

/// The moment of a mate, from the end of the game until it is light again.
#[derive(Resource, Debug, Default)]
pub struct MateMoment {
    /// Seconds since it has begun to get dark.
    elapsed: f32,
    /// The illuminance of the brightest light from afar, lux.
    key: f32,
}

impl MateMoment {
    fn time(&self) -> f32 {
        (self.elapsed / MATE_SECONDS).clamp(0.0, 1.0)
    }

    /// The darkness of all but the king, from 0, as light as usual, to 1, the darkest.
    pub fn darkness(&self) -> f32 {
        let time = self.time();
        eased((time.min(1.0 - time) / FADES).min(1.0))
    }
}

/// Marks what is there for the moment alone.
#[derive(Component, Debug, Clone, Copy)]
pub struct OfMate;

/// The ring of light that gathers on the king.
#[derive(Component)]
struct Gathering(Cell);

pub(super) fn plugin(app: &mut App) {
    app.add_observer(end_by_press).add_systems(
        Update,
        (
            follow.run_if(on_message::<MatchFact>),
            shine.run_if(resource_exists::<MateMoment>),
        )
            .chain()
            .in_set(MomentSystems),
    );
}

/// Whoever presses something has seen enough, if it has begun.
fn end_by_press(_: On<Pointer<Press>>, moment: Option<ResMut<MateMoment>>) {
    if let Some(mut moment) = moment.filter(|moment| moment.elapsed > 0.0) {
        moment.elapsed = MATE_SECONDS;
    }
}

/// Has all ready for the moment when the game is decided, and ends it when the game goes on.
fn follow(
    mut commands: Commands,
    kings: Kings,
    (shape, parts, looks): (Res<BoardShape>, Res<Parts>, Res<MomentLooks>),
    mut facts: MessageReader<MatchFact>,
    moment: Option<ResMut<MateMoment>>,
    suns: Query<&DirectionalLight>,
    before: Query<Entity, With<OfMate>>,
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
        (Some(_), Some(mut moment)) => moment.elapsed = 0.0,
        (Some(_), None) => {
            let key = suns.iter().map(|sun| sun.illuminance);
            let key = key.reduce(f32::max).unwrap_or(NO_KEY);
            commands.insert_resource(MateMoment { key, ..default() });
        }
        (None, Some(mut moment)) => moment.elapsed = MATE_SECONDS,
        (None, None) => {}
    }
}

/// A lamp above the king that is still dark.
fn lamp(king: Cell, shape: &Shape) -> impl Bundle + use<> {
    let above = Transform::from_xyz(0.0, LAMP, 0.0).looking_at(Vec3::ZERO, Vec3::Z);
    (
        OfMate,
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

fn ring(king: Cell, shape: &Shape, looks: &MomentLooks) -> impl Bundle + use<> {
    (
        OfMate,
        Gathering(king),
        Name::new("light of mate"),
        drawn(
            &looks.ring,
            &looks.mate,
            on_tile(king, shape, begins(shape.hold)),
        ),
    )
}

/// The size of the ring of light at first, in sizes of the king's tile. On a ball a larger one would hang
/// in the air, as it is flat.
const fn begins(hold: Hold) -> f32 {
    match hold {
        Hold::Ball => 1.6,
        Hold::Table { .. } => 3.2,
    }
}

/// Takes the light away from all but the king, and gives it back.
fn shine(
    mut commands: Commands,
    (time, mut next): (Res<Time>, ResMut<NextFrame>),
    mut moment: ResMut<MateMoment>,
    ongoing: OngoingMotion,
    (shape, looks): (Res<BoardShape>, Res<MomentLooks>),
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut light: ResMut<RoomLight>,
    mut lamps: Query<&mut SpotLight, With<OfMate>>,
    mut rings: Query<(&Gathering, &mut Transform)>,
    of_mate: Query<Entity, With<OfMate>>,
) {
    if moment.elapsed == 0.0 && !ongoing.is_empty() {
        return;
    }
    moment.elapsed += time.delta_secs();
    let is_over = moment.elapsed >= MATE_SECONDS;
    let darkness = moment.darkness();
    light.set_if_neq(RoomLight(1.0 - DIMMED * darkness));
    for mut lamp in &mut lamps {
        // From candela to lumen as Bevy reckons them, for whatever shines that way.
        lamp.intensity = 4.0 * PI * LAMP * LAMP * BRIGHTER * moment.key * darkness;
    }
    let gathered = eased((moment.time() / FADES).min(1.0));
    for (&Gathering(king), mut place) in &mut rings {
        // At last it is as large as the tile.
        let size = begins(shape.hold) * (1.0 - gathered) + gathered;
        *place = on_tile(king, &shape, size);
    }
    set_opacity(&mut materials, &looks.mate, RING_OPACITY * darkness);
    if is_over {
        for entity in &of_mate {
            commands.entity(entity).despawn();
        }
        commands.remove_resource::<MateMoment>();
    } else {
        next.within(Duration::ZERO);
    }
}
