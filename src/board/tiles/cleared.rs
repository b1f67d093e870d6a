//! The panes that are in the way: empty ones through which a free eye sees pieces of another level.
//! They are clearer than others, or dark pieces below were lost in their light.

use bevy::prelude::*;
use icochess_rules::{Cell, CellSet, WideSet, set_of};
use icochess_shape::{PieceKind, Shape, height};

use crate::board::pieces::contact;
use crate::board::pieces::contact::Shaded;
use crate::board::stage::root::BoardRoot;
use crate::board::stage::shape::BoardShape;
use crate::board::turning::spin::TurnSystems;
use crate::board::turning::viewing::FreeEye;
use crate::schedule::AppSystems;

/// The panes that are in the way. None are in a headset, where they would change with each movement
/// of the head, and one leans to see past them.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cleared(pub(super) WideSet);

/// The systems that find out which panes are in the way.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ClearSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Cleared>().add_systems(
        Update,
        find.run_if(
            resource_exists_and_changed::<FreeEye>
                .or_else(resource_changed::<BoardShape>)
                .or_else(resource_changed::<Shaded>)
                .or_else(any_match_filter::<(With<BoardRoot>, Changed<Transform>)>),
        )
        .after(contact::show)
        .after(TurnSystems)
        .in_set(ClearSystems)
        .in_set(AppSystems::Scene),
    );
}

fn find(
    (shape, shaded): (Res<BoardShape>, Res<Shaded>),
    eye: Option<Res<FreeEye>>,
    root: Single<&Transform, With<BoardRoot>>,
    mut cleared: ResMut<Cleared>,
) {
    let eye = eye.filter(|_| shape.is_glass());
    let now = eye.map_or(WideSet::EMPTY, |eye| {
        let eye = root.compute_affine().inverse().transform_point3(eye.0);
        in_the_way(&shape, shaded.0, eye)
    });
    cleared.set_if_neq(Cleared(now));
}

/// The panes without pieces through which an eye, in the frame of the board, sees pieces on these
/// cells: their middle, or their foot.
fn in_the_way(shape: &Shape, pieces: WideSet, eye: Vec3) -> WideSet {
    let middle = Vec3::Y * height(PieceKind::Pawn) * shape.piece_scale / 2.0;
    let seen = |cell: Cell| [Vec3::ZERO, middle].map(|point| shape.frame(cell) * point);
    let seen: Vec<Vec3> = pieces.cells().flat_map(seen).collect();
    let hides = |pane: Cell| {
        seen.iter()
            .any(|point| is_through(shape, pane, eye, *point))
    };
    let empty = shape.cells().filter(|cell| !pieces.contains(*cell));
    set_of(empty.filter(|cell| hides(*cell)))
}

/// Whether the line from one point to another, in the frame of the board, goes through a pane.
fn is_through(shape: &Shape, pane: Cell, from: Vec3, to: Vec3) -> bool {
    let back = shape.frame(pane).compute_affine().inverse();
    let [from, to] = [from, to].map(|point| back.transform_point3(point));
    // Both above it, or both below.
    if from.y * to.y >= 0.0 {
        return false;
    }
    let at = from.lerp(to, from.y / (from.y - to.y));
    let outline = &shape.kind(pane).outline;
    let next = outline.iter().cycle().skip(1);
    let side = |(corner, next): (&Vec3, &Vec3)| (*next - *corner).cross(at - *corner).y;
    let mut sides = outline.iter().zip(next).map(side);
    // Within a convex outline, whichever way round it goes.
    let first = sides.next().unwrap_or_default();
    sides.all(|side| side * first > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;
    use icochess_rules::Side;

    #[test]
    fn the_panes_before_black_at_home_are_clearer_and_none_with_a_piece() {
        let shape = Variant::StarTrek3d.shape();
        let game = Variant::StarTrek3d.board().new_game();
        let pieces = game.position().occupied();
        // As from 20° above the level, from White's side.
        let (sin, cos) = 20.0_f32.to_radians().sin_cos();
        let eye = Vec3::new(0.0, sin, cos);
        let cleared = in_the_way(&shape, pieces, eye);
        assert!(!cleared.is_empty() && cleared.and(pieces).is_empty());
        let king = game.position().royal(Side::Black).unwrap();
        let is_before = |cell: Cell| is_through(&shape, cell, eye, shape.centre(king));
        assert!(cleared.cells().any(is_before), "{cleared:?}");
        // From straight above, nothing is seen through panes but what stands below them.
        let above = in_the_way(&shape, WideSet::single(king), shape.centre(king) + Vec3::Y);
        for pane in above.cells() {
            let aside = (shape.centre(pane) - shape.centre(king)).with_y(0.0);
            assert!(aside.length() < 0.1, "{pane:?}");
            assert!(shape.centre(pane).y > shape.centre(king).y, "{pane:?}");
        }
    }

    #[test]
    fn a_line_goes_through_a_pane_within_its_outline_only() {
        let shape = Variant::StarTrek3d.shape();
        for pane in shape.cells() {
            let at = shape.frame(pane);
            let is_through = |from: Vec3, to: Vec3| is_through(&shape, pane, at * from, at * to);
            let corner = shape.kind(pane).outline[0];
            assert!(is_through(Vec3::Y, Vec3::NEG_Y));
            assert!(is_through(corner * 0.9 + Vec3::Y, corner * 0.9 - Vec3::Y));
            assert!(!is_through(corner * 1.1 + Vec3::Y, corner * 1.1 - Vec3::Y));
            assert!(!is_through(Vec3::Y, Vec3::Y * 0.1));
        }
    }
}
