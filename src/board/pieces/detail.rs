//! Detail by distance: a piece that takes little of every picture is drawn with fewer triangles.

use bevy::camera::visibility::VisibilitySystems;
use bevy::prelude::*;

use super::materials::{Detailed, PieceLooks};
use super::meshes::Detail;
use crate::board::stage::shape::BoardShape;

/// Pixels that a length of 1 of the pieces' measure, the radius of the ball, takes from which on a
/// piece has full and middle detail. Below that its foot strays from a circle by less than half
/// a pixel with the sides of middle detail, and by less than one with those of low detail.
const PIXELS: [f32; 2] = [560.0, 150.0];
/// A piece keeps its detail until it takes this part of the pixels, so that none changes to and
/// fro with a trembling head.
const KEPT: f32 = 0.9;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        choose
            .run_if(resource_exists::<PieceLooks>)
            .after(TransformSystems::Propagate)
            .before(VisibilitySystems::CheckVisibility),
    );
}

/// The detail for a piece of which a length of 1 takes so many pixels.
fn detail(pixels: f32, now: Detail) -> Detail {
    let is_met = |&(detail, least): &(Detail, f32)| {
        // What it has is lost later than it is gained.
        let kept = if now as usize <= detail as usize {
            KEPT
        } else {
            1.0
        };
        pixels >= least * kept
    };
    let mut steps = Detail::ALL.into_iter().zip(PIXELS);
    let met = steps.find(is_met);
    met.map_or(Detail::Low, |(detail, _)| detail)
}

/// Pixels that a length takes at a place, in the picture where it takes most.
fn pixels(length: f32, at: Vec3, eyes: &Query<(&Camera, &GlobalTransform), With<Camera3d>>) -> f32 {
    let seen = eyes.iter().filter(|(camera, _)| camera.is_active);
    let taken = seen.map(|(camera, eye)| {
        let size = camera.physical_viewport_size();
        let height = size.map_or(0.0, |size| size.y as f32);
        // What is 1 high at a distance of 1 takes this part of half the picture's height.
        let magnified = camera.clip_from_view().y_axis.y * height / 2.0;
        magnified * length / eye.translation().distance(at).max(f32::EPSILON)
    });
    taken.fold(0.0, f32::max)
}

fn choose(
    (looks, shape): (Res<PieceLooks>, Res<BoardShape>),
    eyes: Query<(&Camera, &GlobalTransform), With<Camera3d>>,
    mut pieces: Query<(&Detailed, &GlobalTransform, &mut Mesh3d)>,
) {
    for (&Detailed(kind), place, mut mesh) in &mut pieces {
        let is_shown = |detail: &Detail| mesh.0 == *looks.mesh(kind, *detail);
        let now = Detail::ALL.into_iter().find(is_shown);
        let length = shape.piece_scale * place.scale().max_element();
        let taken = pixels(length, place.translation(), &eyes);
        let wanted = looks.mesh(kind, detail(taken, now.unwrap_or(Detail::Low)));
        if mesh.0 != *wanted {
            mesh.0 = wanted.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::pieces::meshes::piece_meshes;
    use icochess_boards::Variant;
    use icochess_rules::{CellSet, Side};
    use icochess_shape::Seat;

    #[test]
    fn detail_is_lost_later_than_it_is_gained() {
        let mut now = Detail::Low;
        let seen = [100.0, 149.0, 151.0, 140.0, 130.0, 600.0, 520.0, 500.0, 10.0].map(|pixels| {
            now = detail(pixels, now);
            now
        });
        let (full, middle, low) = (Detail::Full, Detail::Middle, Detail::Low);
        let expected = [low, low, middle, middle, low, full, full, middle, low];
        assert_eq!(seen, expected);
    }

    /// Headsets show 20 to 25 pixels a degree (Quest 3: 25), the window of 1280×800 shows 18.
    #[test]
    fn from_the_usual_seat_pieces_have_about_half_of_their_triangles() {
        let triangles: Vec<[usize; 3]> = piece_meshes()
            .iter()
            .map(|all| all.each_ref().map(|mesh| mesh.indices().unwrap().len() / 3))
            .collect();
        for variant in Variant::ALL {
            let shape = variant.shape();
            let seat = Seat::default().with_stance(shape.stance);
            let lies = shape
                .hold
                .home_rotation(&shape.homes[Side::White.index()], &seat);
            let game = variant.board().new_game();
            let position = game.position();
            let count: usize = position
                .occupied()
                .cells()
                .filter_map(|cell| {
                    let kind = shape.model(position, position.piece_at(cell)?.role);
                    let distance = (seat.centre + lies * shape.centre(cell)).distance(seat.eye);
                    let pixels = shape.piece_scale * 25.0_f32.to_degrees() / distance;
                    Some(triangles[kind as usize][detail(pixels, Detail::Low) as usize])
                })
                .sum();
            // Of 92 pieces of OctHex 146 and 40 of Raumschach: fewer triangles would show.
            let most = (1_300 * position.occupied().len() as usize).max(40_000);
            assert!((5_000..=most).contains(&count), "{variant}: {count}");
        }
    }
}
