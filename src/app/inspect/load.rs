//! Draw load per view, for tools.

use std::any::TypeId;
use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use bevy::camera::visibility::VisibleEntities;
use bevy::prelude::*;
use bevy::time::common_conditions::on_timer;

use super::targets::{self, TargetLoad, TargetLoads};

/// Interval between counts.
const EVERY: Duration = Duration::from_millis(500);

/// Draw load of the world's views. Some views are active only in every second or third frame, so
/// each keeps its last count.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq, Reflect)]
#[reflect(Resource)]
pub struct DrawLoad {
    /// Views, sorted by name.
    pub views: Vec<ViewLoad>,
}

/// Draw load of a view.
#[derive(Debug, Clone, Default, PartialEq, Eq, Reflect)]
pub struct ViewLoad {
    /// Name of the view's camera.
    pub name: String,
    /// Whether the view was active at its last count.
    pub is_active: bool,
    /// Size of the view's target, in pixels.
    pub size: UVec2,
    /// Samples per pixel.
    pub samples: u32,
    /// Meshes in view.
    pub meshes: usize,
    /// Number of distinct pairs of mesh and material in view. This is the minimum number of draw
    /// calls.
    pub batches: usize,
    /// Triangles of the meshes in view.
    pub triangles: usize,
    /// Number of render passes of the view, including the copy to its target.
    pub passes: usize,
    /// Size of all textures written in a frame, in bytes.
    pub bytes: u64,
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(targets::plugin)
        .init_resource::<DrawLoad>()
        .init_resource::<Triangles>()
        .add_systems(
            Last,
            (
                // Mesh data is dropped at the end of the frame that added it.
                count_triangles,
                count.run_if(on_timer(EVERY)),
            )
                .chain()
                // Without 3D, there are no meshes.
                .run_if(resource_exists::<Assets<Mesh>>),
        );
}

/// The number of triangles of each mesh.
#[derive(Resource, Debug, Default)]
struct Triangles(HashMap<AssetId<Mesh>, usize>);

/// Counts the triangles of new meshes before their data moves to the graphics card.
fn count_triangles(
    mut events: MessageReader<AssetEvent<Mesh>>,
    meshes: Res<Assets<Mesh>>,
    mut counted: ResMut<Triangles>,
) {
    for event in events.read() {
        match event {
            AssetEvent::Added { id } | AssetEvent::Modified { id } => {
                if let Some(count) = meshes.get(*id).and_then(triangles) {
                    counted.0.insert(*id, count);
                }
            }
            AssetEvent::Unused { id } | AssetEvent::Removed { id } => {
                counted.0.remove(id);
            }
            AssetEvent::LoadedWithDependencies { .. } => {}
        }
    }
}

fn count(
    cameras: Query<(Entity, &Name, &Camera, &Msaa, &VisibleEntities), With<Camera3d>>,
    things: Query<(&Mesh3d, Option<&MeshMaterial3d<StandardMaterial>>)>,
    (counted, targets): (Res<Triangles>, Res<TargetLoads>),
    mut load: ResMut<DrawLoad>,
) {
    let views = cameras.iter().map(|(entity, name, camera, msaa, visible)| {
        let TargetLoad { passes, bytes } = targets.of(entity);
        let in_sight = visible.get(TypeId::of::<Mesh3d>()).iter();
        let in_sight = in_sight.filter_map(|thing| things.get(*thing).ok());
        let mut view = ViewLoad {
            name: name.to_string(),
            is_active: camera.is_active,
            size: camera.physical_target_size().unwrap_or_default(),
            samples: msaa.samples(),
            passes,
            bytes,
            ..ViewLoad::default()
        };
        let mut batches = BTreeSet::new();
        for (mesh, material) in in_sight {
            view.meshes += 1;
            view.triangles += counted.0.get(&mesh.id()).copied().unwrap_or_default();
            batches.insert((mesh.id(), material.map(|material| material.id())));
        }
        view.batches = batches.len();
        view
    });
    let mut views: Vec<_> = views.collect();
    views.sort_by(|a, b| a.name.cmp(&b.name));
    load.set_if_neq(DrawLoad { views });
}

/// Returns the number of triangles of a mesh whose data is still in memory.
fn triangles(mesh: &Mesh) -> Option<usize> {
    match mesh.try_indices_option().ok()? {
        Some(indices) => Some(indices.len() / 3),
        None => Some(mesh.count_vertices() / 3),
    }
}
