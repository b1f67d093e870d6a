//! Capture: as the captor lands, a ring of dust spreads from under it.

use std::time::Duration;

use bevy::prelude::*;
use icochess_rules::Cell;
use icochess_shape::Hold;

use super::glow::{EffectLooks, drawn, on_tile, set_opacity};
use super::landed::{EffectSystems, Kings};
use crate::pieces::piece::Arrived;
use crate::stage::parts::Parts;
use crate::stage::shape::BoardShape;
use icochess_base::frame::NextFrame;
use icochess_play::game::facts::{MatchFact, Shown};

/// Duration of the ring, in seconds.
pub const DUST_SECONDS: f32 = 0.5;
/// Initial opacity.
const THICKEST: f32 = 0.6;
/// Initial size, as a multiple of the tile's.
const NARROWEST: f32 = 0.7;

/// Ring of dust on a tile.
#[derive(Component, Debug)]
pub struct Dust {
    cell: Cell,
    /// Seconds since the captor landed.
    elapsed: f32,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            raise_dust.run_if(on_message::<MatchFact>.or_else(on_message::<Arrived>)),
            spread_dust.run_if(any_with_component::<Dust>),
        )
            .chain()
            .in_set(EffectSystems),
    );
}

/// Raises dust when the captor arrives, and removes it when the board changes.
fn raise_dust(
    mut commands: Commands,
    kings: Kings,
    (shape, parts, looks): (Res<BoardShape>, Res<Parts>, Res<EffectLooks>),
    mut facts: MessageReader<MatchFact>,
    mut arrived: MessageReader<Arrived>,
    mut target: Local<Option<Cell>>,
    before: Query<Entity, With<Dust>>,
) {
    let mut is_news = false;
    for fact in facts.read().filter(|fact| fact.changes_board()) {
        is_news = true;
        *target = match fact {
            MatchFact::Moved(made) | MatchFact::Shown(Shown::Forward(made)) => {
                made.captured().map(|_| made.mv.to)
            }
            _ => None,
        };
    }
    for entity in before.iter().filter(|_| is_news) {
        commands.entity(entity).despawn();
    }
    for &Arrived(cell) in arrived.read() {
        if target.take_if(|target| *target == cell).is_some() && kings.are_shown() {
            commands.spawn((
                Dust { cell, elapsed: 0.0 },
                Name::new("dust of capture"),
                drawn(&looks.ring, &looks.dust, on_tile(cell, &shape, NARROWEST)),
                ChildOf(parts.of(cell, &shape)),
            ));
        }
    }
}

fn spread_dust(
    mut commands: Commands,
    (time, mut next): (Res<Time>, ResMut<NextFrame>),
    (shape, looks): (Res<BoardShape>, Res<EffectLooks>),
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut rings: Query<(Entity, &mut Dust, &mut Transform)>,
) {
    // On a ball, a larger flat ring would float in the air.
    let widest = match shape.hold {
        Hold::Ball => 1.3,
        Hold::Table { .. } => 1.8,
    };
    for (entity, mut dust, mut place) in &mut rings {
        dust.elapsed += time.delta_secs();
        let left = 1.0 - (dust.elapsed / DUST_SECONDS).min(1.0);
        let size = widest + (NARROWEST - widest) * left * left;
        *place = on_tile(dust.cell, &shape, size);
        set_opacity(&mut materials, &looks.dust, THICKEST * left);
        if left > 0.0 {
            next.within(Duration::ZERO);
        } else {
            commands.entity(entity).despawn();
        }
    }
}
