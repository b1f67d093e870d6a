//! Intersections of rays with the panel.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_rapier3d::prelude::{QueryFilter, ReadRapierContext};

use super::plane::{PanelHit, is_inside, meet};
use super::screen::Panel;
use crate::state::screen::PanelShown;

/// Ray tests against the panel. A hidden panel is never hit.
#[derive(SystemParam)]
pub struct PanelRays<'w, 's> {
    panel: Query<'w, 's, (Entity, &'static GlobalTransform), With<Panel>>,
    shown: Option<Res<'w, PanelShown>>,
    colliders: ReadRapierContext<'w, 's>,
}

impl PanelRays<'_, '_> {
    fn panel(&self) -> Option<(Entity, &GlobalTransform)> {
        let is_shown = self.shown.as_ref().is_some_and(|shown| shown.0);
        self.panel.single().ok().filter(|_| is_shown)
    }

    /// Returns where a ray meets the panel's plane, even outside the picture or behind an obstacle.
    pub fn on_plane(&self, ray: Ray3d) -> Option<PanelHit> {
        meet(self.panel()?.1, ray)
    }

    /// Returns where a ray hits the picture, unless an obstacle stops it.
    pub fn first(&self, ray: Ray3d) -> Option<PanelHit> {
        let (panel, place) = self.panel()?;
        let met = meet(place, ray).filter(|met| is_inside(met.pixel))?;
        let others = QueryFilter::default().exclude_collider(panel);
        let is_hidden = self.colliders.single().is_ok_and(|colliders| {
            let direction = ray.direction.into();
            colliders
                .cast_ray(ray.origin, direction, met.depth, true, others)
                .is_some()
        });
        (!is_hidden).then_some(met)
    }

    /// Returns the position of the panel, while it is shown.
    pub fn place(&self) -> Option<&GlobalTransform> {
        self.panel().map(|(_, place)| place)
    }

    /// Returns the panel's normal, which points towards the player.
    pub fn normal(&self) -> Option<Dir3> {
        self.panel().map(|(_, place)| place.back())
    }
}
