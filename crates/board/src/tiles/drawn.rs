//! The arrows and circles that a player draws, and the arrows of the best lines.

use bevy::prelude::*;

use super::cover::{CoverSystems, Covered};
use crate::stage::decals;
use crate::stage::drawing::unlit;
use crate::stage::looks::Mark;
use crate::stage::palette::{Colors, Palette};
use crate::stage::root::BoardRoot;
use crate::stage::shape::{BoardShape, mesh};
use crate::stage::spread::Spread;
use crate::stage::taught::Taught;
use icochess_base::schedule::AppSystems;
use icochess_base::watched;
use icochess_play::computer::BestLines;
use icochess_play::computer::settings::MAX_LINES;
use icochess_play::interaction::Drawings;
use icochess_rules::Cell;
use icochess_shape::{Hold, TriangleMesh, frame};

/// Width of an arrow's shaft, in metres; this and the next four scale with the board's marks.
const WIDTH: f32 = 0.009;
/// Thickness of a shaft, in metres.
const THIN: f32 = 0.0004;
/// Length of an arrowhead, in metres.
const HEAD: f32 = 0.024;
/// Half the width of an arrowhead, in metres.
const HALF_HEAD: f32 = 0.013;
/// Sizes of the best lines' arrows by rank, relative to a player's. The rank shows without colour,
/// and a head is wider than a better line's shaft.
const BY_RANK: [f32; MAX_LINES] = [1.5, 1.0, 0.65];
/// Outer and inner radius of a circle, in metres, outside a capture's ring.
const CIRCLE: (f32, f32) = (0.0340, 0.0300);
/// Height above the tiles, in metres, above their marks.
const ABOVE: f32 = 0.0022;
/// Distance of an arrow from the middle of a ball, as a multiple of the radius. It clears the
/// corners of the tiles.
const CLEAR: f32 = 1.05;
/// Largest angle of a straight piece of an arrow over a ball, in radians.
const BEND: f32 = 0.12;

/// Marker for an arrow's part or a circle.
#[derive(Component, Debug, Clone, Copy)]
pub struct Drawn;

/// First and last cell of each best line's first move, the best first. They change less often than
/// the scores.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
struct LineArrows(Vec<(Cell, Cell)>);

watched! {
    /// Resources that determine the drawings.
    struct DrawnSources {
        drawings: Res<'w, Drawings>,
        lines: Res<'w, LineArrows>,
        shape: Res<'w, BoardShape>,
        spread: Res<'w, Spread>,
        palette: Res<'w, Palette>,
        covered: Res<'w, Covered>,
        taught: Res<'w, Taught>,
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LineArrows>().add_systems(
        Update,
        (
            take_lines.run_if(resource_changed::<BestLines>),
            draw.run_if(DrawnSources::changed).after(CoverSystems),
        )
            .chain()
            .in_set(AppSystems::Scene),
    );
}

fn take_lines(lines: Res<BestLines>, mut arrows: ResMut<LineArrows>) {
    let moves = lines.0.iter().filter_map(|line| line.moves.first());
    let moves = moves.filter(|mv| mv.from != mv.to);
    arrows.set_if_neq(LineArrows(moves.map(|mv| (mv.from, mv.to)).collect()));
}

/// Returns the shaft of an arrow of this size, as transforms of a unit cube, and the place of its
/// head.
fn arrow(
    shape: &BoardShape,
    spread: &Spread,
    (from, to): (Cell, Cell),
    size: f32,
) -> (Vec<Transform>, Transform) {
    let size = size * shape.mark_scale;
    let [a, b] = [from, to].map(|cell| spread.centre(cell, shape));
    let is_ball = shape.hold == Hold::Ball;
    let turn = Quat::from_rotation_arc(a.normalize_or(Vec3::Y), b.normalize_or(Vec3::Y));
    let (axis, angle) = turn.to_axis_angle();
    let height = shape.radius() * CLEAR;
    let (length, pieces) = if is_ball {
        (angle * height, (angle / BEND).ceil().max(1.0))
    } else {
        (a.distance(b), 1.0)
    };
    let at = |far: f32| {
        if is_ball {
            Quat::from_axis_angle(axis, far / height) * a.normalize_or(Vec3::Y) * height
        } else {
            a + (b - a).normalize_or_zero() * far + Vec3::Y * ABOVE
        }
    };
    let lie = |at: Vec3, ahead: Vec3| {
        let up = if is_ball { at } else { Vec3::Y };
        let up = up.reject_from(ahead.normalize_or(Vec3::Z));
        frame(up.normalize_or(Vec3::X), ahead)
    };
    // The point stops at the piece's foot.
    let point = length - shape.foot();
    let neck = (point - HEAD * size).max(0.0);
    let shaft = (0..pieces as usize).map(|piece| {
        let [start, end] = [piece, piece + 1].map(|it| at(neck * it as f32 / pieces));
        let middle = start.midpoint(end);
        let scale = Vec3::new(WIDTH * size, THIN, start.distance(end));
        Transform::from_translation(middle)
            .with_rotation(lie(middle, end - start))
            .with_scale(scale)
    });
    let head = Transform::from_translation(at(point))
        .with_rotation(lie(at(point), at(point) - at(neck)))
        .with_scale(Vec3::splat(size));
    (shaft.collect(), head)
}

/// Returns an arrowhead that points along +z to the origin.
fn head() -> Mesh {
    let (back, side) = (Vec3::NEG_Z * HEAD, Vec3::X * HALF_HEAD);
    let mut shape = TriangleMesh::default();
    shape.polygon(&[Vec3::ZERO, back - side, back + side]);
    mesh(shape)
}

/// Redraws everything after a change of the drawings, the board or its view.
fn draw(
    mut commands: Commands,
    from: DrawnSources,
    root: Single<Entity, With<BoardRoot>>,
    shown: Query<Entity, With<Drawn>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    for entity in &shown {
        commands.entity(entity).despawn();
    }
    let is_empty = from.drawings.is_empty() && from.lines.0.is_empty();
    if is_empty || from.covered.0 || from.taught.is_on() {
        return;
    }
    let (shape, spread) = (&*from.shape, &*from.spread);
    let ink = materials.add(StandardMaterial {
        // Visible from below, too.
        cull_mode: None,
        ..unlit(from.palette.mark(Mark::Hint))
    });
    let shaft = meshes.add(Cuboid::from_length(1.0));
    let head = meshes.add(head());
    let (outer, inner) = CIRCLE;
    let scale = shape.mark_scale;
    let ring = meshes.add(decals::ring(outer * scale, inner * scale));
    let mut spawn = |name: &'static str, mesh: &Handle<Mesh>, place: Transform| {
        commands.spawn((
            Drawn,
            Name::new(name),
            Mesh3d(mesh.clone()),
            MeshMaterial3d(ink.clone()),
            place,
            ChildOf(*root),
        ));
    };
    let drawn = from.drawings.arrows().iter();
    let drawn = drawn.map(|ends| (["drawn shaft", "drawn arrow"], *ends, 1.0_f32));
    let lines = from.lines.0.iter().zip(BY_RANK);
    let lines = lines.map(|(ends, size)| (["line shaft", "line arrow"], *ends, size));
    for ([of_shaft, of_head], ends, size) in drawn.chain(lines) {
        let (parts, point) = arrow(shape, spread, ends, size);
        for part in parts {
            spawn(of_shaft, &shaft, part);
        }
        spawn(of_head, &head, point);
    }
    for &cell in from.drawings.circles() {
        let rotation = shape.frame(cell).rotation;
        let at = spread.centre(cell, shape) + rotation * Vec3::Y * ABOVE;
        let place = Transform::from_translation(at).with_rotation(rotation);
        spawn("drawn circle", &ring, place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn arrows_end_at_their_cell_and_clear_a_ball() {
        for variant in Variant::ALL {
            let shape = BoardShape(variant.shape());
            let spread = Spread::default();
            let first = shape.cells().next().expect("a cell");
            for to in shape.cells().skip(1) {
                let (shaft, point) = arrow(&shape, &spread, (first, to), 1.0);
                let all = shaft.iter().chain([&point]);
                assert!(all.clone().all(Transform::is_finite), "{variant}: {to:?}");
                if shape.hold == Hold::Ball {
                    let highest = shape.radius() * CLEAR;
                    let lowest = shape.radius() * 1.04;
                    let mut heights = all.map(|part| part.translation.length());
                    let is_clear = |height: f32| height > lowest && height < highest + 1e-4;
                    assert!(heights.all(is_clear), "{to:?}");
                } else {
                    let rest = point.translation.distance(shape.centre(to));
                    assert!(rest < shape.foot() + ABOVE + 1e-4, "{variant}: {to:?}");
                }
            }
        }
    }
}
