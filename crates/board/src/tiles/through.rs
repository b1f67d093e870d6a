//! Finds the cells that are pickable through a glass ball, and the panes to make clearer because
//! they cover pieces.

use bevy::prelude::*;

use crate::pieces::contact;
use crate::pieces::contact::Shaded;
use crate::stage::root::BoardRoot;
use crate::stage::shape::BoardShape;
use crate::stage::switches::ring_radius;
use crate::stage::taught::Taught;
use crate::turning::spin::TurnSystems;
use crate::turning::viewing::FreeEye;
use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;
use icochess_rules::{AnyPosition, Cell, CellSet, WideSet, set_of};
use icochess_shape::{Shape, height};

/// Returns a disc about a cell's middle as seen from the eye: its direction and half its angular
/// size, in radians.
fn seen(cell: Cell, radius: f32, shape: &Shape, eye: Vec3) -> (Vec3, f32) {
    let away = shape.centre(cell) - eye;
    (away.normalize_or_zero(), (radius / away.length()).atan())
}

/// Returns the cells of `near` whose rings hide no cell of `far` from an eye in the ball's frame.
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

/// Fractions of a piece's height to check for visibility.
const CHECKED_HEIGHTS: [f32; 3] = [0.0, 0.5, 0.9];

/// Panes to make clearer. Empty in a headset: players can lean to look past a pane, and panes would
/// change with each head movement.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cleared(pub(super) WideSet);

/// Systems that find the panes to make clearer.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ClearSystems;

fn find_panes(
    (game, taught): (Res<Match>, Res<Taught>),
    (shape, shaded): (Res<BoardShape>, Res<Shaded>),
    eye: Option<Res<FreeEye>>,
    root: Single<&Transform, With<BoardRoot>>,
    mut cleared: ResMut<Cleared>,
) {
    let eye = eye.filter(|_| shape.is_glass());
    let now = eye.map_or(WideSet::EMPTY, |eye| {
        let eye = root.compute_affine().inverse().transform_point3(eye.0);
        in_the_way(&shape, taught.position(&game), shaded.0, eye)
    });
    cleared.set_if_neq(Cleared(now));
}

/// Returns the empty panes that hide the foot, middle or head of these pieces. The eye is in the
/// board's frame.
fn in_the_way(shape: &Shape, position: &dyn AnyPosition, pieces: WideSet, eye: Vec3) -> WideSet {
    let seen = |cell: Cell| {
        let piece = position.piece_at(cell)?;
        let tall = height(shape.model(position, piece.role)) * shape.piece_scale;
        Some(CHECKED_HEIGHTS.map(|part| shape.frame(cell) * (Vec3::Y * tall * part)))
    };
    let seen: Vec<Vec3> = pieces.cells().filter_map(seen).flatten().collect();
    let hides = |pane: Cell| seen.iter().copied().any(through(shape, pane, eye));
    let empty = shape.cells().filter(|cell| !pieces.contains(*cell));
    set_of(empty.filter(|cell| hides(*cell)))
}

/// Returns a predicate for whether the line from `from` to a point passes through a pane. Points
/// are in the board's frame.
fn through(shape: &Shape, pane: Cell, from: Vec3) -> impl Fn(Vec3) -> bool {
    let to_pane = shape.frame(pane).compute_affine().inverse();
    let from = to_pane.transform_point3(from);
    let outline = &shape.kind(pane).outline;
    move |to| {
        let to = to_pane.transform_point3(to);
        // Both points are on the same side of the pane.
        if from.y * to.y >= 0.0 {
            return false;
        }
        let at = from.lerp(to, from.y / (from.y - to.y));
        let next = outline.iter().cycle().skip(1);
        let side = |(corner, next): (&Vec3, &Vec3)| (*next - *corner).cross(at - *corner).y;
        let mut sides = outline.iter().zip(next).map(side);
        // Inside a convex outline of either winding.
        let first = sides.next().unwrap_or_default();
        sides.all(|side| side * first > 0.0)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Cleared>().add_systems(
        Update,
        find_panes
            .run_if(
                resource_exists_and_changed::<FreeEye>
                    .or_else(resource_changed::<BoardShape>)
                    .or_else(resource_changed::<Shaded>)
                    .or_else(any_match_filter::<(With<BoardRoot>, Changed<Transform>)>),
            )
            .after(contact::update_shadows)
            .after(TurnSystems)
            .in_set(ClearSystems)
            .in_set(AppSystems::Scene),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;
    use icochess_rules::Side;
    use icochess_shape::{Seat, is_turned_away};

    #[test]
    fn near_rings_yield_only_to_cells_behind_them() {
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
                // No pickable ring covers the middle of the far cell.
                let to = shape.centre(cell) - eye;
                let aside = to.reject_from(ahead).length();
                let is_through = aside < ring_radius(&shape);
                assert!(!(is_through && clear.contains(cell)), "{behind:?} {cell:?}");
            }
            assert!(clear.len() + 8 > near.len(), "{behind:?}");
        }
    }

    #[test]
    fn empty_panes_in_front_of_black_become_clearer() {
        let shape = Variant::StarTrek3d.shape();
        let game = Variant::StarTrek3d.board().new_game();
        let position = game.position();
        let pieces = position.occupied();
        // From White's side, 20° above the level.
        let (sin, cos) = 20.0_f32.to_radians().sin_cos();
        let eye = Vec3::new(0.0, sin, cos);
        let cleared = in_the_way(&shape, position, pieces, eye);
        assert!(!cleared.is_empty() && cleared.and(pieces).is_empty());
        let king = position.royal(Side::Black).unwrap();
        let is_before = |cell: Cell| through(&shape, cell, eye)(shape.centre(king));
        assert!(cleared.cells().any(is_before), "{cleared:?}");
        // From straight above, only panes above a piece hide it.
        let above = in_the_way(
            &shape,
            position,
            WideSet::single(king),
            shape.centre(king) + Vec3::Y,
        );
        for pane in above.cells() {
            let aside = (shape.centre(pane) - shape.centre(king)).with_y(0.0);
            assert!(aside.length() < 0.1, "{pane:?}");
            assert!(shape.centre(pane).y > shape.centre(king).y, "{pane:?}");
        }
    }

    #[test]
    fn lines_pass_through_a_pane_only_inside_its_outline() {
        let shape = Variant::StarTrek3d.shape();
        for pane in shape.cells() {
            let at = shape.frame(pane);
            let is_through = |from: Vec3, to: Vec3| through(&shape, pane, at * from)(at * to);
            let corner = shape.kind(pane).outline[0];
            assert!(is_through(Vec3::Y, Vec3::NEG_Y));
            assert!(is_through(corner * 0.9 + Vec3::Y, corner * 0.9 - Vec3::Y));
            assert!(!is_through(corner * 1.1 + Vec3::Y, corner * 1.1 - Vec3::Y));
            assert!(!is_through(Vec3::Y, Vec3::Y * 0.1));
        }
    }
}
