//! Check effect: a ring of light leaves the king's base after the checking piece has landed and the
//! board has turned towards it.

use std::time::Duration;

use bevy::prelude::*;

use super::glow::{EffectLooks, around_foot, drawn, set_opacity};
use super::landed::{EffectSystems, Kings, OngoingMotion};
use crate::pieces::travel::eased;
use crate::stage::parts::Parts;
use crate::stage::shape::BoardShape;
use icochess_base::frame::NextFrame;
use icochess_play::game::facts::{MatchFact, Shown};
use icochess_rules::Outcome;

/// Duration of the light, in seconds.
pub const PULSE_SECONDS: f32 = 0.5;

/// Fraction of the effect's duration in which the light grows.
const GROWTH: f32 = 0.3;
/// Maximum opacity.
const BRIGHTEST: f32 = 0.9;
/// Initial and final size of the light, in radii of the widest foot.
const SIZES: (f32, f32) = (1.05, 1.6);

/// Light on the tile of a king in check.
#[derive(Component, Debug, Default)]
pub struct CheckPulse {
    /// Seconds since the light began to grow; 0 while the checking piece is moving.
    elapsed: f32,
}

impl CheckPulse {
    /// Returns the brightness of the light, 0 to 1.
    pub fn brightness(&self) -> f32 {
        let time = (self.elapsed / PULSE_SECONDS).min(1.0);
        if time < GROWTH {
            eased(time / GROWTH)
        } else {
            eased((1.0 - time) / (1.0 - GROWTH))
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(end_effect).add_systems(
        Update,
        (
            prepare_effect.run_if(on_message::<MatchFact>),
            update_pulse.run_if(any_with_component::<CheckPulse>),
        )
            .chain()
            .in_set(EffectSystems),
    );
}

/// Ends a running effect on any press.
fn end_effect(_: On<Pointer<Press>>, mut pulses: Query<&mut CheckPulse>) {
    for mut pulse in &mut pulses {
        if pulse.elapsed > 0.0 {
            pulse.elapsed = PULSE_SECONDS;
        }
    }
}

/// Prepares the light for the last move, and removes older ones.
fn prepare_effect(
    mut commands: Commands,
    kings: Kings,
    (shape, parts, looks): (Res<BoardShape>, Res<Parts>, Res<EffectLooks>),
    mut facts: MessageReader<MatchFact>,
    before: Query<Entity, With<CheckPulse>>,
) {
    let mut checked = None;
    let mut is_news = false;
    for fact in facts.read() {
        is_news |= fact.changes_board();
        checked = match fact {
            MatchFact::Moved(made) | MatchFact::Shown(Shown::Forward(made)) => {
                made.check.then_some(!made.side)
            }
            // Mate has its own effect.
            MatchFact::Ended(Outcome::Checkmate { .. }) => None,
            fact if fact.changes_board() => None,
            _ => checked,
        };
    }
    if !is_news {
        return;
    }
    for pulse in &before {
        commands.entity(pulse).despawn();
    }
    let Some(king) = checked.and_then(|side| kings.in_view(side)) else {
        return;
    };
    commands.spawn((
        CheckPulse::default(),
        Name::new("light of check"),
        drawn(
            &looks.ring,
            &looks.check,
            around_foot(king, &shape, SIZES.0),
        ),
        ChildOf(parts.of(king, &shape)),
    ));
}

fn update_pulse(
    mut commands: Commands,
    (time, mut next): (Res<Time>, ResMut<NextFrame>),
    ongoing: OngoingMotion,
    looks: Res<EffectLooks>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut pulses: Query<(Entity, &mut CheckPulse, &mut Transform)>,
) {
    for (entity, mut pulse, mut place) in &mut pulses {
        if pulse.elapsed == 0.0 && !ongoing.is_empty() {
            continue;
        }
        let size = |elapsed: f32| {
            let time = (elapsed / PULSE_SECONDS).min(1.0);
            SIZES.0 + (SIZES.1 - SIZES.0) * time
        };
        let before = size(pulse.elapsed);
        pulse.elapsed += time.delta_secs();
        place.scale *= size(pulse.elapsed) / before;
        let opacity = BRIGHTEST * pulse.brightness();
        set_opacity(&mut materials, &looks.check, opacity);
        if pulse.elapsed < PULSE_SECONDS {
            next.within(Duration::ZERO);
        } else {
            commands.entity(entity).despawn();
        }
    }
}
