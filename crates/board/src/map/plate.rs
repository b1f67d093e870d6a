//! The plate of the map: a sunken ground with a moulded rim, in the material of the board's frame.

use bevy::prelude::*;

use crate::stage::drawing::unlit;
use crate::stage::shape::{mesh, without_grain};
use icochess_shape::{CORNERS, Material, Shape, TriangleMesh};

/// Margin of the ground around the places, as a fraction of a place's clear width.
const EDGE: f32 = 0.14;
/// Width and height of the rim, as fractions of a place's clear width.
const RIM: (f32, f32) = (0.2, 0.1);
/// Depth of the ground below the places, in metres at scale 1. The ground is lower than the grooves
/// between the places.
const SUNK: f32 = 0.004;
/// Thickness of the plate below the ground, in metres at scale 1.
const THICK: f32 = 0.006;
/// Fraction of black mixed into the ground relative to the rim, to contrast with places of any
/// shade.
const SHADE: f32 = 0.65;
/// Fraction of black mixed into a frameless board's dark places for the rim.
const OWN_SHADE: f32 = 0.3;

/// Names of fixtures that form the frame of a board or part.
const FRAMES: [&str; 2] = ["frame", "rim"];

/// Returns half the size of a plate for places of this half size, in metres at scale 1.
pub(super) fn half(places: Vec2, shape: &Shape) -> Vec2 {
    places + (EDGE + RIM.0) * shape.clear()
}

/// Returns the material of the board's frame or, without one, a darker shade of its dark places.
fn framed(shape: &Shape) -> Material {
    let mut fixtures = shape.fixtures.iter();
    let frame = fixtures.find(|fixture| FRAMES.contains(&fixture.name));
    if let Some(frame) = frame {
        return frame.material;
    }
    let dark = shape.kinds.first();
    let shade = dark.map_or(Color::BLACK, |kind| kind.shade.with_alpha(1.0));
    Material {
        base_color: shade.mix(&Color::BLACK, OWN_SHADE),
        ..Material::default()
    }
}

/// Returns the rim, from the inner edge outwards and underneath.
fn rim(ground: Vec2, clear: f32) -> Mesh {
    let (wide, high) = (RIM.0 * clear, RIM.1 * clear);
    let profile = [
        (0.0, -SUNK),
        (wide * 0.25, high - SUNK),
        (wide * 0.75, high - SUNK),
        (wide, high * 0.4 - SUNK),
        (wide, -SUNK - THICK),
        (0.0, -SUNK - THICK),
    ];
    let mut body = TriangleMesh::default();
    body.frame(ground, &profile);
    let below = |at: usize| {
        let [x, z] = CORNERS[at];
        Vec3::new(ground.x * x, -SUNK - THICK, ground.y * z)
    };
    body.quad([3, 2, 1, 0].map(below));
    mesh(body)
}

fn ground(half: Vec2) -> Mesh {
    let mut body = TriangleMesh::default();
    body.quad(CORNERS.map(|[x, z]| Vec3::new(half.x * x, -SUNK, half.y * z)));
    mesh(body)
}

/// Spawns the plate with this half size, in metres at scale 1. Each part also gets the bundle
/// `more`.
pub(super) fn spawn(
    commands: &mut Commands,
    (root, half): (Entity, Vec2),
    shape: &Shape,
    (meshes, materials): (&mut Assets<Mesh>, &mut Assets<StandardMaterial>),
    more: impl Bundle + Clone,
) {
    let frame = framed(shape);
    let inner = half - RIM.0 * shape.clear();
    let dark = frame.base_color.mix(&Color::BLACK, SHADE);
    for (name, of, paint) in [
        (
            "rim of the map",
            rim(inner, shape.clear()),
            without_grain(frame),
        ),
        ("ground of the map", ground(inner), unlit(dark)),
    ] {
        commands.spawn((
            Name::new(name),
            Mesh3d(meshes.add(of)),
            MeshMaterial3d(materials.add(paint)),
            Transform::default(),
            more.clone(),
            ChildOf(root),
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::palette::contrast;
    use icochess_boards::Variant;
    use icochess_shape::Map;

    #[test]
    fn plates_contrast_with_night_and_grounds_with_rims() {
        for variant in Variant::ALL {
            let shape = variant.shape();
            if !Map::is_of(&shape) {
                continue;
            }
            let frame = framed(&shape).base_color;
            let ground = frame.mix(&Color::BLACK, SHADE);
            assert!(contrast(frame, ground) > 1.3, "{variant}");
            assert!(contrast(frame, Color::BLACK) > 1.5, "{variant}");
        }
    }
}
