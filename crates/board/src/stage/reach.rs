//! Hand proximity queries: the distance of a point from the board, the map and their pickable
//! entities.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_rapier3d::prelude::{Collider, ColliderDisabled, QueryFilter, ReadRapierContext};
use icochess_shape::Hold;

use super::root::BoardRoot;
use super::shape::BoardShape;
use super::switches::MapRoot;
use icochess_play::game::{OnCell, OnDock};
use icochess_play::interaction::choice::MoveOption;

/// Depth below a surface down to which a point touches the surface, in metres.
const BELOW: f32 = 0.015;

/// Marks a pickable entity other than a place, dock or choice.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reachable;

/// Pickable entity near a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NearEntity {
    /// Pickable entity.
    pub entity: Entity,
    /// The entity's nearest point in the world, in metres.
    pub at: Vec3,
    /// Distance to the nearest point, in metres.
    pub distance: f32,
}

/// Queries for entities near a point.
#[derive(SystemParam)]
pub struct NearQuery<'w, 's> {
    shape: Res<'w, BoardShape>,
    root: Query<'w, 's, &'static Transform, With<BoardRoot>>,
    maps: Query<'w, 's, (), With<MapRoot>>,
    parents: Query<'w, 's, &'static ChildOf>,
    things: Query<
        'w,
        's,
        &'static GlobalTransform,
        Or<(
            With<OnCell>,
            With<OnDock>,
            With<MoveOption>,
            With<Reachable>,
        )>,
    >,
    places: Query<'w, 's, (), With<OnCell>>,
    beside: Query<'w, 's, (), With<Reachable>>,
    cells: Query<
        'w,
        's,
        (Entity, &'static GlobalTransform),
        (With<OnCell>, With<Collider>, Without<ColliderDisabled>),
    >,
    colliders: ReadRapierContext<'w, 's>,
}

impl NearQuery<'_, '_> {
    /// Returns the transform of the board; `None` without a board.
    pub fn board(&self) -> Option<&Transform> {
        self.root.single().ok()
    }

    /// Returns the radius that contains all places of the board, in metres.
    pub fn radius(&self) -> f32 {
        self.shape.radius() * self.board().map_or(1.0, |root| root.scale.x)
    }

    /// Returns whether a point is inside a ball or at most `within` metres above its surface. Other
    /// boards have no inside.
    pub fn is_inside(&self, point: Vec3, within: f32) -> bool {
        let Some(root) = self.board().filter(|_| self.shape.hold == Hold::Ball) else {
            return false;
        };
        root.translation.distance(point) < self.radius() + within
    }

    /// Returns whether an entity is on the map, which duplicates the board's places.
    fn is_on_map(&self, thing: Entity) -> bool {
        let parent = self.parents.get(thing);
        parent.is_ok_and(|parent| self.maps.contains(parent.parent()))
    }

    /// Returns the nearest entity at most `within` metres away that satisfies `is_meant` and has
    /// the point in front of it.
    pub fn nearest(
        &self,
        point: Vec3,
        within: f32,
        is_meant: impl Fn(Entity) -> bool,
    ) -> Option<NearEntity> {
        let is_hidden = self.is_inside(point, -BELOW);
        let colliders = self.colliders.single().ok().filter(|_| !is_hidden)?;
        let is_in_front = |entity: Entity| {
            let place = self.things.get(entity).ok();
            place.is_some_and(|place| (point - place.translation()).dot(*place.up()) > -BELOW)
        };
        let is_it = |entity: Entity| is_in_front(entity) && is_meant(entity);
        let filter = QueryFilter::default().predicate(&is_it);
        let found = colliders.with_query_pipeline(filter, |pipeline| {
            pipeline.project_point(point, within, true)
        });
        let (entity, hit) = found?;
        let at = hit.point;
        Some(NearEntity {
            entity,
            at,
            distance: at.distance(point),
        })
    }

    /// Returns half the distance from a cell to its nearest neighbour, in metres.
    pub fn half_cell(&self, cell: Entity) -> Option<f32> {
        let (_, place) = self.cells.get(cell).ok()?;
        let others = self.cells.iter().filter(|(other, _)| *other != cell);
        let distance =
            |(_, other): (_, &GlobalTransform)| other.translation().distance(place.translation());
        Some(others.map(distance).min_by(f32::total_cmp)? / 2.0)
    }

    /// Returns the cell of the board or its map for a piece put down with this foot. The foot must
    /// be within half a cell of the nearest cell's middle, and less than a cell above it.
    pub fn cell_under(&self, foot: Vec3) -> Option<NearEntity> {
        let things = self.cells.iter().map(|(entity, place)| {
            let at = place.translation();
            let distance = at.distance(foot);
            (
                NearEntity {
                    entity,
                    at,
                    distance,
                },
                place.up(),
            )
        });
        let (cell, up) = things.min_by(|a, b| a.0.distance.total_cmp(&b.0.distance))?;
        let half = self.half_cell(cell.entity)?;
        let off = foot - cell.at;
        let height = off.dot(*up);
        let is_over = off.distance(up * height) <= half && (-half..2.0 * half).contains(&height);
        is_over.then_some(cell)
    }

    /// Returns whether a point is at most `within` metres from the board's surface, on either side.
    /// The map and entities next to the board don't count, because they can't be grabbed.
    pub fn is_at_board(&self, point: Vec3, within: f32) -> bool {
        let is_its = |thing: Entity| !self.is_on_map(thing) && !self.beside.contains(thing);
        !self.is_inside(point, -within)
            && (self.is_inside(point, within) || self.is_near_any(point, within, is_its))
    }

    /// Returns whether a point is inside the board, or at most `clear` metres from the board or
    /// map. A hand in that range doesn't point at anything.
    pub fn is_within(&self, point: Vec3, clear: f32) -> bool {
        self.is_inside(point, clear)
            || self.is_near_any(point, clear, |_| true)
            || self.is_between(point)
    }

    /// Returns whether any entity that satisfies `is_meant` is at most `within` metres away.
    fn is_near_any(&self, point: Vec3, within: f32, is_meant: impl Fn(Entity) -> bool) -> bool {
        let is_it = |entity: Entity| self.things.contains(entity) && is_meant(entity);
        let filter = QueryFilter::default().predicate(&is_it);
        self.colliders.single().is_ok_and(|colliders| {
            colliders.with_query_pipeline(filter, |pipeline| {
                pipeline.project_point(point, within, true).is_some()
            })
        })
    }

    /// Returns whether a point is between the levels of a board, with places above and below.
    fn is_between(&self, point: Vec3) -> bool {
        let Some(root) = self.board().filter(|_| self.shape.hold != Hold::Ball) else {
            return false;
        };
        let Ok(colliders) = self.colliders.single() else {
            return false;
        };
        let is_place = |entity: Entity| self.places.contains(entity) && !self.is_on_map(entity);
        let filter = QueryFilter::default().predicate(&is_place);
        let (up, far) = (*root.up(), 2.0 * self.radius());
        colliders.with_query_pipeline(filter, |pipeline| {
            let meets = |direction: Vec3| pipeline.cast_ray(point, direction, far, true).is_some();
            meets(up) && meets(-up)
        })
    }
}
