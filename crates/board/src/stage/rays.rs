//! The colliders of tiles and buttons, which rays meet.
//!
//! Nothing here falls or bumps, so of Rapier only the questions that rays ask
//! are of use. It looks at the colliders in those frames alone in which one has
//! come, gone, changed or moved, and after the places of all things are known:
//! rays then meet what was drawn.

use bevy::prelude::*;
use bevy::transform::TransformSystems;
use bevy_rapier3d::picking_backend::{RapierCastVisibility, RapierPickingSettings};
use bevy_rapier3d::plugin::{RapierBevyComponentApply, RapierTransformPropagateSet};
use bevy_rapier3d::prelude::*;

type Rapier = RapierPhysicsPlugin<NoUserData>;

/// The systems that keep what rays meet in step with the colliders.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RaySystems;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        Rapier::default().with_default_system_setup(false),
        RapierPickingPlugin,
    ))
    .insert_resource(RapierPickingSettings {
        // Tiles are never hidden, and the first frame has no visibility yet.
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
            // Bevy has worked the places out already.
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

/// Run condition: whether a collider was added, removed, changed or moved.
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
    // All are asked, so that none tells of it again.
    let left = gone.read().count() + enabled.read().count();
    left > 0 || !changed.is_empty()
}
