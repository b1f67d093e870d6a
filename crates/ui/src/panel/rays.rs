//! Rays that meet the panel.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_rapier3d::prelude::{QueryFilter, ReadRapierContext};

use super::plane::{PanelHit, is_inside, meet};
use super::screen::Panel;
use crate::state::screen::PanelShown;

/// Tells where rays meet the panel. Where there is none, or it has been put away,
/// they do not.
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

    /// The point at which a ray meets the panel's plane, on the picture or beside it, whatever
    /// is before it.
    pub fn on_plane(&self, ray: Ray3d) -> Option<PanelHit> {
        meet(self.panel()?.1, ray)
    }

    /// The point at which a ray ends, if that is on the picture: nothing is before it.
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

    /// The place of the panel, where it is shown.
    pub fn place(&self) -> Option<&GlobalTransform> {
        self.panel().map(|(_, place)| place)
    }

    /// The panel's face, along which the normal points to the player.
    pub fn normal(&self) -> Option<Dir3> {
        self.panel().map(|(_, place)| place.back())
    }
}
