//! The plate on which the map lies: a sunk ground with a moulded rim, of what the frame of the board
//! is made of.

use bevy::prelude::*;

use crate::stage::drawing::unlit;
use crate::stage::shape::{mesh, without_grain};
use icochess_shape::{CORNERS, Material, Shape, Solid};

/// Width of the ground round the places, as a part of the clear width of one.
const EDGE: f32 = 0.14;
/// Width and height of the rim, as parts of the clear width of a place.
const RIM: (f32, f32) = (0.2, 0.1);
/// Distance of the ground behind the places, metres at scale 1: behind the grooves between them.
const SUNK: f32 = 0.004;
/// Depth of the plate below the ground, metres at scale 1.
const THICK: f32 = 0.006;
/// The part of black that the ground has more than the rim: places are told from it, whatever their
/// shade.
const SHADE: f32 = 0.65;
/// The part of black that the rim of a board without a frame has more than its dark places.
const OWN_SHADE: f32 = 0.3;

/// Names of the fixtures that are the frame of a board, or of a part of it.
const FRAMES: [&str; 2] = ["frame", "rim"];

/// Half the width and height of a plate for places that take so much room, metres at scale 1.
pub(super) fn half(places: Vec2, shape: &Shape) -> Vec2 {
    places + (EDGE + RIM.0) * shape.clear()
}

/// The material of the frame of a board; of one without a frame, something like its dark places.
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

/// The rim, from the inner edge outwards and round below.
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
    let mut body = Solid::default();
    body.frame(ground, &profile);
    let below = |at: usize| {
        let [x, z] = CORNERS[at];
        Vec3::new(ground.x * x, -SUNK - THICK, ground.y * z)
    };
    body.quad([3, 2, 1, 0].map(below));
    mesh(body.mesh())
}

fn ground(half: Vec2) -> Mesh {
    let mut body = Solid::default();
    body.quad(CORNERS.map(|[x, z]| Vec3::new(half.x * x, -SUNK, half.y * z)));
    mesh(body.mesh())
}

/// Makes the plate, which reaches so far from the middle, metres at scale 1. All of it has this
/// bundle, too.
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
            Pickable::IGNORE,
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
    fn the_plate_of_every_board_is_told_from_the_night_and_its_ground_from_its_rim() {
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
