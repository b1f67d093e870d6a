//! Level of detail by distance: a piece that is small in every view gets fewer triangles.

use bevy::camera::visibility::VisibilitySystems;
use bevy::prelude::*;

use super::materials::{Detailed, PieceLooks};
use crate::stage::shape::BoardShape;
use icochess_shape::Detail;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        choose_details
            .run_if(resource_exists::<PieceLooks>)
            .after(TransformSystems::Propagate)
            .before(VisibilitySystems::CheckVisibility),
    );
}

/// Returns the size in pixels of a length at a place, in the view where it is largest.
fn pixels(length: f32, at: Vec3, eyes: &Query<(&Camera, &GlobalTransform), With<Camera3d>>) -> f32 {
    let seen = eyes.iter().filter(|(camera, _)| camera.is_active);
    let taken = seen.map(|(camera, eye)| {
        let size = camera.physical_viewport_size();
        let height = size.map_or(0.0, |size| size.y as f32);
        // Pixels for a size of 1 at distance 1.
        let magnified = camera.clip_from_view().y_axis.y * height / 2.0;
        magnified * length / eye.translation().distance(at).max(f32::EPSILON)
    });
    taken.fold(0.0, f32::max)
}

fn choose_details(
    (looks, shape): (Res<PieceLooks>, Res<BoardShape>),
    eyes: Query<(&Camera, &GlobalTransform), With<Camera3d>>,
    mut pieces: Query<(&Detailed, &GlobalTransform, &mut Mesh3d)>,
) {
    let count = pieces.iter().len();
    for (&Detailed(kind, side), place, mut mesh) in &mut pieces {
        let is_shown = |detail: &Detail| mesh.0 == *looks.mesh(kind, side, *detail);
        let now = Detail::ALL.into_iter().find(is_shown);
        let length = shape.piece_scale * place.scale().max_element();
        let taken = pixels(length, place.translation(), &eyes);
        let wanted = looks.mesh(
            kind,
            side,
            Detail::seen(taken, count, now.unwrap_or(Detail::Low)),
        );
        if mesh.0 != *wanted {
            mesh.0 = wanted.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::meshes::piece_meshes;
    use icochess_boards::Variant;
    use icochess_rules::{CellSet, Side};
    use icochess_shape::Seat;

    /// Headsets show 20 to 25 pixels per degree (Quest 3: 25), a window of 1280×800 shows 18.
    #[test]
    fn pieces_of_every_board_have_at_most_40_000_triangles() {
        let triangles: Vec<[usize; 3]> = piece_meshes()
            .iter()
            .map(|all| all.each_ref().map(|mesh| mesh.indices().unwrap().len() / 3))
            .collect();
        for variant in Variant::ALL {
            let shape = variant.shape();
            let seat = Seat::default().with_stance(shape.worn_stance());
            let board_rotation = shape
                .hold
                .home_rotation(&shape.homes[Side::White.index()], &seat);
            let game = variant.board().new_game();
            let position = game.position();
            let pieces = position.occupied().cells().count();
            let count: usize = position
                .occupied()
                .cells()
                .filter_map(|cell| {
                    let kind = shape.model(position, position.piece_at(cell)?.role);
                    let place = board_rotation * shape.centre(cell) * shape.worn_scale;
                    let distance = (seat.centre + place).distance(seat.eye);
                    let size = shape.piece_scale * shape.worn_scale;
                    let pixels = size * 25.0_f32.to_degrees() / distance;
                    Some(
                        triangles[kind as usize]
                            [Detail::seen(pixels, pieces, Detail::Low) as usize],
                    )
                })
                .sum();
            assert!((5_000..=40_000).contains(&count), "{variant}: {count}");
        }
    }
}
