//! Cells behind one another on a pointer's ray, and the one that the player has stepped to.
//!
//! Rapier reports everything that a ray meets. Hits in front of the chosen cell are removed, so
//! that hovering, picks and the drawn ray all reach that cell.

use std::time::Duration;

use bevy::picking::PickingSystems;
use bevy::picking::backend::{HitData, PointerHits};
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;

use super::shape::BoardShape;
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_play::game::{OnCell, OnDock};
use icochess_play::interaction::Spot;

/// Request to step along a pointer's ray, from the hovered cell to another one.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct DepthRequested {
    /// Pointer of the ray.
    pub by: PointerId,
    /// Number of cells: positive away from the pointer, negative towards it. Clamped to the first
    /// and last cell.
    pub step: isize,
}

/// Time for which a ray may leave the chosen spot without losing it, in seconds. Hands tremble, and
/// pulling a trigger deflects the ray for up to 0.2 s before the press counts.
const GRACE: f32 = 0.25;

/// Spots on a pointer's ray.
#[derive(Debug)]
struct SpotsOnRay {
    by: PointerId,
    /// Spots that the ray meets, the nearest first, each once.
    spots: Vec<Spot>,
    /// Spot that the player has stepped to, which isn't the nearest; `None` for the nearest.
    chosen: Option<Spot>,
    /// Time since the ray left the chosen spot, in seconds.
    left: f32,
}

impl SpotsOnRay {
    const fn new(by: PointerId) -> Self {
        Self {
            by,
            spots: Vec::new(),
            chosen: None,
            left: 0.0,
        }
    }

    fn meet(&mut self, spots: impl Iterator<Item = Spot>) {
        self.spots.clear();
        for spot in spots {
            if !self.spots.contains(&spot) {
                self.spots.push(spot);
            }
        }
    }

    /// Forgets the chosen spot if the ray has left it, or if it is the nearest now. `passed` is the
    /// time since the last frame, in seconds.
    fn forget(&mut self, passed: f32) {
        let place = self.place();
        self.left = if place.is_some() {
            0.0
        } else {
            self.left + passed
        };
        if place == Some(0) || self.left > GRACE {
            self.chosen = None;
        }
    }

    /// Returns the index of the chosen spot, if the ray meets it.
    fn place(&self) -> Option<usize> {
        let chosen = self.chosen?;
        self.spots.iter().position(|spot| *spot == chosen)
    }

    /// Chooses the spot that is `by` spots farther than the chosen one.
    fn step(&mut self, by: isize) {
        let Some(last) = self.spots.len().checked_sub(1) else {
            return;
        };
        let now = self.place().unwrap_or(0);
        let to = now.saturating_add_signed(by).min(last);
        self.chosen = (to > 0).then_some(self.spots[to]);
        self.left = 0.0;
    }
}

/// Spots on the rays of all pointers, on a layered board.
#[derive(Resource, Debug, Default)]
pub struct Depths(Vec<SpotsOnRay>);

impl Depths {
    /// Returns whether a pointer's ray meets several cells, so that [`DepthRequested`] has an
    /// effect.
    pub fn can_step(&self, by: PointerId) -> bool {
        let mut all = self.0.iter();
        all.any(|along| along.by == by && along.spots.len() > 1)
    }
}

/// Removes the hits in front of the chosen spots.
fn remove_nearer_hits(
    (shape, time): (Res<BoardShape>, Res<Time>),
    spots: Query<(Option<&OnCell>, Option<&OnDock>)>,
    mut hits: MessageMutator<PointerHits>,
    mut depths: ResMut<Depths>,
) {
    let spot_of = |entity: Entity| match spots.get(entity).ok()? {
        (Some(OnCell(cell)), _) => Some(Spot::Cell(*cell)),
        (None, Some(OnDock(pin))) => Some(Spot::Dock(*pin)),
        (None, None) => None,
    };
    // No system runs on changes of the depths.
    let all = &mut depths.bypass_change_detection().0;
    if shape.is_changed() {
        all.clear();
    }
    for along in all.iter_mut() {
        along.spots.clear();
    }
    for hits in hits.read().filter(|_| shape.is_layered()) {
        let picks = &mut hits.picks;
        picks.sort_unstable_by(|(_, one), (_, other)| one.depth.total_cmp(&other.depth));
        let is_spot = |(entity, _): &&(Entity, HitData)| spot_of(*entity).is_some();
        // Anything else, such as the puck, stops the ray.
        let met = picks.iter().take_while(is_spot).count();
        if met == 0 {
            continue;
        }
        let known = all.iter().position(|along| along.by == hits.pointer);
        let index = known.unwrap_or(all.len());
        if known.is_none() {
            all.push(SpotsOnRay::new(hits.pointer));
        }
        let along = &mut all[index];
        along.meet(
            picks[..met]
                .iter()
                .filter_map(|(entity, _)| spot_of(*entity)),
        );
        let chosen = along.chosen;
        let is_chosen = |(entity, _): &(Entity, HitData)| spot_of(*entity) == chosen;
        if chosen.is_some()
            && let Some(nearer) = picks[..met].iter().position(is_chosen)
        {
            picks.drain(..nearer);
        }
    }
    for along in all.iter_mut() {
        along.forget(time.delta_secs());
    }
}

fn serve_requests(
    mut requests: MessageReader<DepthRequested>,
    mut depths: ResMut<Depths>,
    mut next: ResMut<NextFrame>,
) {
    for request in requests.read() {
        let mut all = depths.bypass_change_detection().0.iter_mut();
        if let Some(along) = all.find(|along| along.by == request.by) {
            along.step(request.step);
        }
    }
    // Picking follows in the next frame.
    next.within(Duration::ZERO);
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Depths>()
        .add_message::<DepthRequested>()
        .add_systems(
            PreUpdate,
            remove_nearer_hits
                .after(PickingSystems::Backend)
                .before(PickingSystems::Hover),
        )
        .add_systems(
            Update,
            serve_requests
                .run_if(on_message::<DepthRequested>)
                .in_set(AppSystems::Scene),
        );
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_rules::Cell;

    #[test]
    fn steps_stay_on_the_ray_and_end_when_it_leaves() {
        let spot = |cell: u8| Spot::Cell(Cell::new(cell));
        let mut along = SpotsOnRay::new(PointerId::Mouse);
        along.step(1);
        assert_eq!(along.chosen, None);
        // The map repeats the cells of the board.
        along.meet([4, 7, 4, 9].map(spot).into_iter());
        for (step, chosen) in [(1, Some(7)), (1, Some(9)), (1, Some(9)), (-5, None)] {
            along.step(step);
            assert_eq!(along.chosen, chosen.map(spot), "{step}");
        }
        along.step(1);
        for (cells, passed, chosen) in [
            // The ray moves, but still meets the chosen cell.
            ([5, 9, 7], 1.0, Some(7)),
            ([5, 9, 3], 0.2, Some(7)),
            ([5, 7, 3], 0.2, Some(7)),
            ([5, 9, 3], 0.2, Some(7)),
            ([5, 9, 3], 0.2, None),
        ] {
            along.meet(cells.map(spot).into_iter());
            along.forget(passed);
            assert_eq!(along.chosen, chosen.map(spot), "{cells:?}");
        }
        along.step(1);
        along.meet([9, 5].map(spot).into_iter());
        along.forget(0.0);
        assert_eq!(along.chosen, None, "the nearest");
    }
}
