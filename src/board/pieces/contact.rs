//! The soft shadow of a piece on the tile that it stands on: without it a piece seems glued on, or
//! afloat. It is a picture on a square, the same for all pieces; a piece that is lifted has none.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use icochess_shape::Shape;

use super::in_hand::{InHand, InHandSystems};
use super::materials::PieceLooks;
use super::piece::{Gliding, IsPiece, PieceOn, Vanishing};
use super::standing::PieceSystems;
use crate::board::stage::root::BuildSystems;
use crate::board::stage::shape::BoardShape;
use crate::board::stage::texture::spot;
use crate::schedule::AppSystems;

/// Radius of the foot of the widest piece, in units of the meshes of pieces.
const FOOT: f32 = 0.1;
/// Radius of the shadow, in radii of that foot.
const REACH: f32 = 1.75;
/// How dark it is at the foot, 0 to 1.
const DARKNESS: f32 = 0.62;
/// Height above the tile, metres: below all that is marked on it.
const ABOVE: f32 = 0.0003;

/// The shadow of the piece that it is a child of.
#[derive(Component, Debug, Clone, Copy)]
pub struct ContactShadow;

/// What all shadows look like on this board.
#[derive(Resource)]
struct ShadowLook {
    mesh: Handle<Mesh>,
    material: Handle<StandardMaterial>,
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(stand).add_systems(
        Update,
        (
            load.in_set(BuildSystems),
            show.run_if(resource_exists::<PieceLooks>)
                .after(PieceSystems)
                .after(InHandSystems)
                .in_set(AppSystems::Scene),
        ),
    );
}

/// How dark a shadow is at a part of its radius: darkest at the foot, and nothing at its edge.
fn darkness(part: f32) -> f32 {
    let away = (part * REACH - 1.0).max(0.0) / (REACH - 1.0);
    DARKNESS * (1.0 - away.min(1.0)).powi(2)
}

/// Half the side of the square on which a shadow is seen, metres. Where there is nothing between the
/// tiles, it ends with its tile.
fn half(shape: &Shape) -> f32 {
    let reach = FOOT * REACH * shape.piece_scale;
    if shape.kinds.iter().any(|kind| kind.face < 1.0) {
        reach.min(shape.clear() / 2.0)
    } else {
        reach
    }
}

fn load(
    mut commands: Commands,
    shape: Res<BoardShape>,
    look: Option<Res<ShadowLook>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut images: ResMut<Assets<Image>>,
) {
    let mesh = meshes.add(Plane3d::new(Vec3::Y, Vec2::splat(half(&shape))));
    let material = match look {
        Some(look) => look.material.clone(),
        None => materials.add(StandardMaterial {
            base_color: Color::BLACK,
            base_color_texture: Some(images.add(spot(darkness))),
            alpha_mode: AlphaMode::Blend,
            unlit: true,
            // Drawn after the glass that it lies on; by metres.
            depth_bias: 0.01,
            ..default()
        }),
    };
    commands.insert_resource(ShadowLook { mesh, material });
}

/// Lays the shadow of a piece that has come to the board.
fn stand(added: On<Add, IsPiece>, look: Option<Res<ShadowLook>>, mut commands: Commands) {
    let Some(look) = look else {
        return;
    };
    commands.spawn((
        ContactShadow,
        Mesh3d(look.mesh.clone()),
        MeshMaterial3d(look.material.clone()),
        Transform::from_translation(Vec3::Y * ABOVE),
        Visibility::Inherited,
        NotShadowCaster,
        Pickable::IGNORE,
        ChildOf(added.entity),
    ));
}

/// The pieces, and what of them says whether they stand.
type Pieces<'w, 's> = Query<
    'w,
    's,
    (
        Option<&'static PieceOn>,
        Option<&'static IsPiece>,
        &'static MeshMaterial3d<StandardMaterial>,
        Has<Gliding>,
        Has<Vanishing>,
    ),
>;

/// Only what stands on its tile and does not fade has a shadow there.
fn show(
    (in_hand, looks): (Res<InHand>, Res<PieceLooks>),
    pieces: Pieces,
    mut shadows: Query<(&ChildOf, &mut Visibility), With<ContactShadow>>,
) {
    let held = in_hand.0.map(|held| held.cell);
    for (of, mut seen) in &mut shadows {
        let stands = pieces.get(of.parent()).is_ok_and(|piece| {
            let (Some(on), Some(is), material, is_gliding, is_vanishing) = piece else {
                return false;
            };
            let fades = material.0 == *looks.material(is.0.side, true);
            !is_gliding && !is_vanishing && !fades && held != Some(on.0)
        });
        seen.set_if_neq(if stands {
            Visibility::Inherited
        } else {
            Visibility::Hidden
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn a_shadow_is_darkest_at_the_foot_and_ends_softly() {
        assert_eq!(darkness(0.0), DARKNESS);
        assert!((darkness(1.0 / REACH) - DARKNESS).abs() < 1e-4);
        assert_eq!(darkness(1.0), 0.0);
        let steps: Vec<f32> = (0..=40).map(|step| darkness(step as f32 / 40.0)).collect();
        assert!(steps.is_sorted_by(|a, b| a >= b));
        assert!(steps[39] < 0.01);
    }

    #[test]
    fn a_shadow_is_wider_than_the_foot_and_falls_on_nothing_that_is_not_there() {
        for variant in Variant::ALL {
            let shape = variant.shape();
            let foot = FOOT * shape.piece_scale;
            if shape.kinds.iter().all(|kind| kind.face >= 1.0) {
                assert!(half(&shape) > 1.5 * foot, "{variant}");
            } else {
                assert!(half(&shape) <= shape.clear() / 2.0, "{variant}");
            }
        }
    }
}
