//! The soft shadow of a piece on the tile that it stands on: without it a piece seems glued on, or
//! afloat. It is a picture on a square, the same for all pieces; a piece that is lifted has none.
//! On panes of glass shadows are drawn with the panes.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use icochess_rules::{WideSet, set_of};
use icochess_shape::{Flat, Shape, TriangleMesh};

use super::in_hand::{InHand, InHandSystems};
use super::materials::PieceLooks;
use super::piece::{Gliding, IsPiece, PieceOn, Rising, Vanishing};
use super::standing::PieceSystems;
use crate::stage::drawing::{seen_if, unlit};
use crate::stage::root::BuildSystems;
use crate::stage::shape::{BoardShape, mesh};
use crate::stage::texture::spot;
use icochess_base::schedule::AppSystems;

/// Radius of the shadow, in radii of the foot of the widest piece.
const REACH: f32 = 1.75;
/// The colour of a shadow, as dark as it is at the foot.
pub(crate) const SHADOW: Color = Color::srgba(0.0, 0.0, 0.0, 0.62);
/// Height above the tile, metres: below all that is marked on it.
const ABOVE: f32 = 0.0003;
/// The corners of the picture of a shadow, in the order of those of its square.
const CORNERS: [Vec2; 4] = [Vec2::ZERO, Vec2::Y, Vec2::ONE, Vec2::X];

/// The shadow of the piece that it is a child of.
#[derive(Component, Debug, Clone, Copy)]
pub struct ContactShadow;

/// The cells on which the shadow of a piece lies.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Shaded(pub WideSet);

/// The look of all shadows on this board.
#[derive(Resource)]
pub(crate) struct ShadowLook {
    /// White, and as opaque as a shadow is dark, from 1 in its middle to 0 at its edge.
    pub(crate) picture: Handle<Image>,
    material: Handle<StandardMaterial>,
    /// `None` where panes are drawn with their shadows.
    mesh: Option<Handle<Mesh>>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shaded>()
        .add_observer(stand)
        .add_systems(
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

/// The darkness of a shadow at a part of its radius: 1 at the foot, and 0 at its edge.
fn darkness(part: f32) -> f32 {
    let away = (part * REACH - 1.0).max(0.0) / (REACH - 1.0);
    (1.0 - away.min(1.0)).powi(2)
}

/// Half the side of the square on which a shadow is seen, metres. Where there is nothing between the
/// tiles, it ends with its tile.
fn half(shape: &Shape) -> f32 {
    let reach = REACH * shape.foot();
    if shape.kinds.iter().any(|kind| kind.face < 1.0) {
        reach.min(shape.clear() / 2.0)
    } else {
        reach
    }
}

/// A shadow in the frame of its tile, and the places of its corners in the picture.
pub(crate) fn lying(shape: &Shape) -> (TriangleMesh, [Vec2; 4]) {
    let half = half(shape);
    let corners = CORNERS.map(|place| {
        let flat = (place * 2.0 - Vec2::ONE) * half;
        Vec3::new(flat.x, ABOVE, flat.y)
    });
    let mut square = Flat::default();
    square.polygon(&corners);
    (square.mesh(), CORNERS)
}

pub(crate) fn load(
    mut commands: Commands,
    shape: Res<BoardShape>,
    look: Option<Res<ShadowLook>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut images: ResMut<Assets<Image>>,
) {
    let mesh = (!shape.is_glass()).then(|| {
        let (square, places) = lying(&shape);
        let square = mesh(square);
        meshes.add(square.with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, places.to_vec()))
    });
    let (picture, material) = match look {
        Some(look) => (look.picture.clone(), look.material.clone()),
        None => {
            let picture = images.add(spot(darkness));
            let material = materials.add(StandardMaterial {
                base_color_texture: Some(picture.clone()),
                alpha_mode: AlphaMode::Blend,
                ..unlit(SHADOW)
            });
            (picture, material)
        }
    };
    commands.insert_resource(ShadowLook {
        picture,
        material,
        mesh,
    });
}

/// Lays the shadow of a piece that has come to the board.
fn stand(added: On<Add, IsPiece>, look: Option<Res<ShadowLook>>, mut commands: Commands) {
    let Some(look) = look else {
        return;
    };
    let Some(mesh) = &look.mesh else {
        return;
    };
    commands.spawn((
        ContactShadow,
        Mesh3d(mesh.clone()),
        MeshMaterial3d(look.material.clone()),
        Transform::default(),
        Visibility::Inherited,
        NotShadowCaster,
        Pickable::IGNORE,
        ChildOf(added.entity),
    ));
}

/// The pieces that stand on their cells, with the components that say whether their shadows are
/// seen.
type Pieces<'w, 's> = Query<
    'w,
    's,
    (
        &'static PieceOn,
        &'static IsPiece,
        &'static MeshMaterial3d<StandardMaterial>,
        &'static Visibility,
        Has<Rising>,
    ),
    (Without<Gliding>, Without<Vanishing>, Without<ContactShadow>),
>;

/// Shows the shadows of the pieces that stand on their tiles and do not fade, and hides the others.
pub(crate) fn show(
    (in_hand, looks): (Res<InHand>, Res<PieceLooks>),
    pieces: Pieces,
    mut shadows: Query<(&ChildOf, &mut Visibility), With<ContactShadow>>,
    mut shaded: ResMut<Shaded>,
) {
    let held = in_hand.0.map(|held| held.cell);
    let has_shadow = |on: &PieceOn, is: &IsPiece, material: &MeshMaterial3d<StandardMaterial>| {
        let fades = material.0 == *looks.material(is.0.side, true);
        !fades && held != Some(on.0)
    };
    for (of, mut seen) in &mut shadows {
        let piece = pieces.get(of.parent());
        let stands = piece.is_ok_and(|(on, is, material, ..)| has_shadow(on, is, material));
        seen.set_if_neq(seen_if(stands));
    }
    let cells = pieces.iter().filter_map(|piece| {
        let (on, is, material, visibility, is_rising) = piece;
        // A shadow of one's own grows with its piece; one that is drawn with a pane waits for it.
        let is_there = *visibility != Visibility::Hidden && !is_rising;
        (is_there && has_shadow(on, is, material)).then_some(on.0)
    });
    shaded.set_if_neq(Shaded(set_of(cells)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn a_shadow_is_darkest_at_the_foot_and_ends_softly() {
        assert_eq!(darkness(0.0), 1.0);
        assert!((darkness(1.0 / REACH) - 1.0).abs() < 1e-4);
        assert_eq!(darkness(1.0), 0.0);
        let steps: Vec<f32> = (0..=40).map(|step| darkness(step as f32 / 40.0)).collect();
        assert!(steps.is_sorted_by(|a, b| a >= b));
        assert!(steps[39] < 0.01);
    }

    #[test]
    fn a_shadow_is_wider_than_the_foot_and_falls_on_nothing_that_is_not_there() {
        for variant in Variant::ALL {
            let shape = variant.shape();
            let foot = shape.foot();
            if shape.kinds.iter().all(|kind| kind.face >= 1.0) {
                assert!(half(&shape) > 1.5 * foot, "{variant}");
            } else {
                assert!(half(&shape) <= shape.clear() / 2.0, "{variant}");
            }
        }
    }
}
