//! Entities for the parts of the board; each is the parent of its tiles, fixtures and pieces. A
//! part whose cells are missing is hidden.

use bevy::prelude::*;

use super::drawing::seen_if;
use super::grain::Grains;
use super::root::{BoardRoot, BuildSystems};
use super::shape::{BoardShape, grained_mesh, material, mesh};
use super::taught::Taught;
use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;
use icochess_rules::{Cell, Side};
use icochess_shape::Shape;

/// Part of the board, by index in [`Shape::parts`]. The part's own transform is the identity at
/// rest, so its children are placed in the board's frame.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[require(Transform, Visibility)]
pub struct BoardPart(pub usize);

/// Motion of a part from its previous place to rest.
#[derive(Component, Debug, Clone, Copy)]
pub struct Carried {
    /// Previous place: the frame of the part's first cell, in the board's frame.
    pub(crate) from: Transform,
    /// First cell of the part.
    pub(crate) cell: Cell,
    /// End of the move that carries the part.
    pub(crate) end: Cell,
    /// Seconds since the start.
    pub(crate) elapsed: f32,
    /// Duration of the motion, in seconds.
    pub(crate) seconds: f32,
}

/// Fixture with text that only one side reads.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[require(Visibility)]
pub struct ReadBy(pub Side);

/// Entities of the parts, in the order of [`Shape::parts`].
#[derive(Resource, Debug)]
pub(crate) struct Parts(Vec<Entity>);

impl Parts {
    pub(crate) fn of(&self, cell: Cell, shape: &Shape) -> Entity {
        self.part(shape.places[cell.index()].part)
    }

    /// Returns the part with this index in [`Shape::parts`].
    pub(crate) fn part(&self, index: usize) -> Entity {
        self.0[index]
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            spawn_parts.in_set(BuildSystems),
            show_parts
                .run_if(resource_changed::<Match>.or_else(resource_changed::<Taught>))
                .in_set(AppSystems::Scene),
        ),
    );
}

pub(crate) fn spawn_parts(
    mut commands: Commands,
    root: Single<Entity, With<BoardRoot>>,
    shape: Res<BoardShape>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    (mut grains, mut images): (ResMut<Grains>, ResMut<Assets<Image>>),
) {
    let fixtures = shape.fixtures.iter();
    let fixtures: Vec<_> = fixtures
        .map(|fixture| {
            let mesh = match fixture.material.grain {
                Some(_) => grained_mesh(fixture.mesh.clone()),
                None => mesh(fixture.mesh.clone()),
            };
            let mesh = Mesh3d(meshes.add(mesh));
            let material = material(fixture.material, &mut grains, &mut images);
            let material = MeshMaterial3d(materials.add(material));
            (Name::new(fixture.name), mesh, material)
        })
        .collect();
    let mut parts = Vec::new();
    for (index, part) in shape.parts.iter().enumerate() {
        let name = Name::new(part.name);
        let entity = commands.spawn((BoardPart(index), name, ChildOf(*root)));
        let entity = entity.id();
        for &(fixture, place) in &part.fixtures {
            let mut fixed = commands.spawn((fixtures[fixture].clone(), place, ChildOf(entity)));
            if let Some(side) = shape.reader(fixture) {
                fixed.insert(ReadBy(side));
            }
        }
        parts.push(entity);
    }
    commands.insert_resource(Parts(parts));
}

fn show_parts(
    (game, taught): (Res<Match>, Res<Taught>),
    shape: Res<BoardShape>,
    mut parts: Query<(&BoardPart, &mut Visibility)>,
) {
    let absent = taught.position(&game).absent();
    for (&BoardPart(part), mut visibility) in &mut parts {
        visibility.set_if_neq(seen_if(shape.is_there(part, absent)));
    }
}
