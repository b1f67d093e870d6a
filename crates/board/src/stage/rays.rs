//! The colliders of tiles and buttons, for ray casts.
//!
//! Rapier only answers ray queries; it simulates no physics. It updates after transform
//! propagation, and only if a collider was added, removed, changed or moved. Rays therefore hit
//! exactly the drawn objects.

use bevy::prelude::*;
use bevy::transform::TransformSystems;
use bevy_rapier3d::picking_backend::{RapierCastVisibility, RapierPickingSettings};
use bevy_rapier3d::plugin::{RapierBevyComponentApply, RapierTransformPropagateSet};
use bevy_rapier3d::prelude::*;

type Rapier = RapierPhysicsPlugin<NoUserData>;

/// Systems that update the ray-cast scene from the colliders.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RaySystems;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        Rapier::default().with_default_system_setup(false),
        RapierPickingPlugin,
    ))
    .insert_resource(RapierPickingSettings {
        // Tiles are never hidden, and the first frame has no computed visibility yet.
        ray_cast_visibility: RapierCastVisibility::Any,
        ..default()
    })
    .insert_resource(TimestepMode::Fixed {
        dt: 1.0 / 90.0,
        substeps: 1,
    })
    .configure_sets(
        PostUpdate,
        (
            (PhysicsSet::SyncBackend, PhysicsSet::StepSimulation).chain(),
            RapierBevyComponentApply.in_set(PhysicsSet::SyncBackend),
            // Bevy has propagated transforms already.
            RapierTransformPropagateSet
                .in_set(PhysicsSet::SyncBackend)
                .run_if(|| false),
        ),
    )
    .configure_sets(
        PostUpdate,
        (PhysicsSet::SyncBackend, PhysicsSet::StepSimulation).in_set(RaySystems),
    )
    .configure_sets(
        PostUpdate,
        RaySystems
            .after(TransformSystems::Propagate)
            .run_if(has_any_changed),
    )
    .add_systems(
        PostUpdate,
        (
            Rapier::get_systems(PhysicsSet::SyncBackend),
            Rapier::get_systems(PhysicsSet::StepSimulation),
        ),
    );
}

/// Run condition: a collider was added, removed, changed or moved.
fn has_any_changed(
    changed: Query<
        (),
        (
            With<Collider>,
            Or<(
                Changed<Collider>,
                Changed<GlobalTransform>,
                Changed<ColliderDisabled>,
            )>,
        ),
    >,
    mut gone: RemovedComponents<Collider>,
    mut enabled: RemovedComponents<ColliderDisabled>,
) -> bool {
    // Reads all messages, so that none triggers another update.
    let left = gone.read().count() + enabled.read().count();
    left > 0 || !changed.is_empty()
}
