//! Mate: when its piece has landed, light gathers on the king, and all else is in the dark for a
//! second. The result is announced after it. Who loses the last piece of a kind loses in the same
//! light, which gathers where it was taken.

use std::f32::consts::PI;
use std::time::Duration;

use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::{EnvironmentMapLight, GlobalAmbientLight};
use bevy::prelude::*;

use super::glow::{self, MomentLooks, drawn, on_tile, set_opacity};
use super::landed::{Kings, MomentSystems, OngoingMotion};
use crate::board::pieces::travel::eased;
use crate::board::stage::parts::Parts;
use crate::board::stage::root::BoardRoot;
use crate::board::stage::shape::BoardShape;
use crate::frame::NextFrame;
use crate::game::facts::MatchFact;
use icochess_rules::Cell;
use icochess_shape::Shape;

/// Time from the beginning of the dark to its end, seconds.
pub const MATE_SECONDS: f32 = 1.0;

/// The part of that in which it gets dark, and in which it gets light again.
const FADES: f32 = 0.25;
/// How much of all light is taken away, 0 to 1.
const DIMMED: f32 = 0.75;
/// The opacity of the dark before what has no light from outside, as the sky.
const NIGHT: f32 = 0.6;
/// Height of the lamp above the king's tile, metres.
const LAMP: f32 = 0.35;
/// Angles from the lamp's axis up to which it shines fully and at all, radians: on a tile or two.
const CONE: (f32, f32) = (0.08, 0.20);
/// How much brighter than the key light the king is lit.
const BRIGHTER: f32 = 1.6;
/// The key light where there is none, lux.
const NO_KEY: f32 = 5_000.0;
/// How large the ring of light is at first and when it has gathered, of the king's tile.
const RING: (f32, f32) = (3.2, 1.0);
/// The opacity of the ring.
const RING_OPACITY: f32 = 0.8;

/// The moment of a mate, from the end of the game until it is light again.
#[derive(Resource, Debug, Default)]
pub struct MateMoment {
    /// Seconds since it has begun to get dark.
    elapsed: f32,
    /// The brightness of the ambient light before.
    ambient: Option<f32>,
    /// The illuminance of the brightest light from afar, lux.
    key: f32,
}

impl MateMoment {
    fn time(&self) -> f32 {
        (self.elapsed / MATE_SECONDS).clamp(0.0, 1.0)
    }

    /// How dark it is, 0 to 1.
    pub fn darkness(&self) -> f32 {
        let time = self.time();
        eased((time.min(1.0 - time) / FADES).min(1.0))
    }
}

/// What is there for the moment alone.
#[derive(Component, Debug, Clone, Copy)]
pub struct OfMate;

/// The ring of light that gathers on the king.
#[derive(Component)]
struct Gathering(Cell);

/// How bright a light is when it is not dimmed, in its own unit.
#[derive(Component)]
struct Undimmed(f32);

/// The lights of others.
type Lights<'w, 's> = Query<
    'w,
    's,
    (
        Entity,
        Option<&'static mut DirectionalLight>,
        Option<&'static mut PointLight>,
        Option<&'static mut SpotLight>,
        Option<&'static mut EnvironmentMapLight>,
        Option<&'static Undimmed>,
    ),
    (
        Or<(
            With<DirectionalLight>,
            With<PointLight>,
            With<SpotLight>,
            With<EnvironmentMapLight>,
        )>,
        Without<OfMate>,
    ),
>;

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
    board: Single<&Transform, With<BoardRoot>>,
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
        commands.spawn(dark(board.translation, &looks));
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
        drawn(&looks.ring, &looks.mate, on_tile(king, shape, RING.0)),
    )
}

fn dark(at: Vec3, looks: &MomentLooks) -> impl Bundle + use<> {
    (
        OfMate,
        Name::new("dark of mate"),
        drawn(&looks.ball, &looks.dark, Transform::from_translation(at)),
        NoFrustumCulling,
    )
}

/// How bright a light is, in its own unit.
fn level<'a>(
    sun: Option<Mut<'a, DirectionalLight>>,
    point: Option<Mut<'a, PointLight>>,
    spot: Option<Mut<'a, SpotLight>>,
    around: Option<Mut<'a, EnvironmentMapLight>>,
) -> Option<Mut<'a, f32>> {
    let sun = sun.map(|light| light.map_unchanged(|light| &mut light.illuminance));
    let point = point.map(|light| light.map_unchanged(|light| &mut light.intensity));
    let spot = spot.map(|light| light.map_unchanged(|light| &mut light.intensity));
    let around = around.map(|light| light.map_unchanged(|light| &mut light.intensity));
    sun.or(point).or(spot).or(around)
}

/// Takes the light away from all but the king, and gives it back.
fn shine(
    mut commands: Commands,
    (time, mut next): (Res<Time>, ResMut<NextFrame>),
    mut moment: ResMut<MateMoment>,
    ongoing: OngoingMotion,
    (shape, looks): (Res<BoardShape>, Res<MomentLooks>),
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut ambient: Option<ResMut<GlobalAmbientLight>>,
    mut lights: Lights,
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
    let left = 1.0 - DIMMED * darkness;
    for (entity, sun, point, spot, around, undimmed) in &mut lights {
        let Some(mut level) = level(sun, point, spot, around) else {
            continue;
        };
        let whole = undimmed.map_or(*level, |it| it.0);
        level.set_if_neq(if is_over { whole } else { whole * left });
        if is_over {
            commands.entity(entity).remove::<Undimmed>();
        } else if undimmed.is_none() {
            commands.entity(entity).insert(Undimmed(whole));
        }
    }
    if let Some(ambient) = &mut ambient {
        let whole = *moment.ambient.get_or_insert(ambient.brightness);
        ambient.brightness = if is_over { whole } else { whole * left };
    }
    for mut lamp in &mut lamps {
        // From candela to lumen as Bevy reckons them, for whatever shines that way.
        lamp.intensity = 4.0 * PI * LAMP * LAMP * BRIGHTER * moment.key * darkness;
    }
    let gathered = eased((moment.time() / FADES).min(1.0));
    for (&Gathering(king), mut place) in &mut rings {
        *place = on_tile(king, &shape, RING.0 + (RING.1 - RING.0) * gathered);
    }
    set_opacity(&mut materials, &looks.mate, RING_OPACITY * darkness);
    set_opacity(&mut materials, &looks.dark, NIGHT * darkness);
    if is_over {
        for entity in &of_mate {
            commands.entity(entity).despawn();
        }
        commands.remove_resource::<MateMoment>();
    } else {
        next.within(Duration::ZERO);
    }
}
