//! The places that can be picked through a ball of glass: all of the far half, and of the near one
//! those where something is and through which nothing is seen that could be meant instead.

use bevy::prelude::*;

use crate::stage::glass::ring_radius;
use icochess_rules::{Cell, CellSet, WideSet, set_of};
use icochess_shape::Shape;

/// The view of a disc round the middle of a cell: its direction, and half the angle that it takes,
/// radians.
fn seen(cell: Cell, radius: f32, shape: &Shape, eye: Vec3) -> (Vec3, f32) {
    let away = shape.centre(cell) - eye;
    (away.normalize_or_zero(), (radius / away.length()).atan())
}

/// Those of the cells `near` whose rings lie before none of the cells `far`, for an eye in the frame
/// of the ball.
pub(super) fn clear(near: WideSet, far: WideSet, shape: &Shape, eye: Vec3) -> WideSet {
    let is_before = |ring: (Vec3, f32), cell: Cell| {
        let place = seen(cell, shape.clear() / 2.0, shape, eye);
        ring.0.angle_between(place.0) < ring.1 + place.1
    };
    set_of(near.cells().filter(|cell| {
        let ring = seen(*cell, ring_radius(shape), shape, eye);
        !far.cells().any(|behind| is_before(ring, behind))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;
    use icochess_shape::{Seat, is_turned_away};

    #[test]
    fn a_near_ring_gives_way_to_what_is_behind_it_and_to_nothing_else() {
        let (shape, seat) = (Variant::Icochess.shape(), Seat::default());
        let eye = seat.eye - seat.centre;
        let is_far = |cell: &Cell| is_turned_away(Quat::IDENTITY, &shape.frame(*cell), &seat);
        let (far, near): (Vec<Cell>, Vec<Cell>) = shape.cells().partition(is_far);
        let near = set_of(near);
        assert_eq!(clear(near, WideSet::EMPTY, &shape, eye), near);
        for behind in far {
            let clear = clear(near, WideSet::single(behind), &shape, eye);
            let ahead = (shape.centre(behind) - eye).normalize();
            for cell in near.cells() {
                // The middle of the far place is seen through no ring that is met.
                let to = shape.centre(cell) - eye;
                let aside = to.reject_from(ahead).length();
                let is_through = aside < ring_radius(&shape);
                assert!(!(is_through && clear.contains(cell)), "{behind:?} {cell:?}");
            }
            assert!(clear.len() + 8 > near.len(), "{behind:?}");
        }
    }
}
