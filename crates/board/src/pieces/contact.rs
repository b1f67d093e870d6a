//! The soft shadow of a piece on its tile. Without it the piece would seem to float. All pieces
//! share one texture on a square. A lifted piece has no shadow. On glass, shadows are drawn with
//! the panes.

use bevy::prelude::*;
use icochess_rules::{WideSet, set_of};
use icochess_shape::{Shape, TriangleMesh};

use super::in_hand::{InFriendsHand, InHand, InHandSystems};
use super::materials::PieceLooks;
use super::piece::{Bowing, Fallen, Gliding, IsPiece, PieceOn, Rising, Vanishing};
use super::standing::PieceSystems;
use crate::stage::drawing::{seen_if, unlit};
use crate::stage::root::BuildSystems;
use crate::stage::shape::{BoardShape, mesh};
use crate::stage::texture::spot;
use icochess_base::schedule::AppSystems;

/// Radius of the shadow, in radii of the widest piece's foot.
const SHADOW_RADIUS: f32 = 1.75;
/// Radius of the narrowest piece's foot, in radii of the widest's.
const NARROWEST: f32 = 0.85;
/// Colour of a shadow at the foot.
pub(crate) const SHADOW: Color = Color::srgba(0.0, 0.0, 0.0, 0.62);
/// Height above the tile, in metres, below all marks.
const ABOVE: f32 = 0.0003;
/// Texture coordinates of a shadow's corners, in the order of the square's.
const CORNERS: [Vec2; 4] = [Vec2::ZERO, Vec2::Y, Vec2::ONE, Vec2::X];

/// Shadow of its parent piece.
#[derive(Component, Debug, Clone, Copy)]
pub struct ContactShadow;

/// Cells with the shadow of a piece.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Shaded(pub WideSet);

/// Appearance of all shadows on this board.
#[derive(Resource)]
pub(crate) struct ShadowLook {
    /// White, with the darkness as alpha, from 1 in the middle to 0 at the edge.
    pub(crate) picture: Handle<Image>,
    material: Handle<StandardMaterial>,
    /// `None` on glass, where shadows are drawn with the panes.
    mesh: Option<Handle<Mesh>>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shaded>()
        .add_observer(add_shadow)
        .add_systems(
            Update,
            (
                load_shadow_look.in_set(BuildSystems),
                update_shadows
                    .run_if(resource_exists::<PieceLooks>)
                    .after(PieceSystems)
                    .after(InHandSystems)
                    .in_set(AppSystems::Scene),
            ),
        );
}

/// Returns the darkness at a fraction of the shadow's radius, from 1 at the foot to 0 at the edge.
fn darkness(part: f32) -> f32 {
    let away = (part * SHADOW_RADIUS - 1.0).max(0.0) / (SHADOW_RADIUS - 1.0);
    (1.0 - away.min(1.0)).powi(2)
}

/// Returns half the side of a shadow's square, in metres. With gaps between tiles, a shadow ends at
/// the edge of its tile.
fn half(shape: &Shape) -> f32 {
    let reach = SHADOW_RADIUS * shape.foot();
    if shape.kinds.iter().any(|kind| kind.face < 1.0) {
        reach.min(shape.clear() / 2.0)
    } else {
        reach
    }
}

/// Returns whether every piece's foot hides its whole shadow, which is round.
pub(crate) fn is_under_foot(shape: &Shape) -> bool {
    half(shape) <= NARROWEST * shape.foot()
}

/// Returns a shadow in its tile's frame.
pub(crate) fn lying(shape: &Shape) -> TriangleMesh {
    let half = half(shape);
    let corners = CORNERS.map(|place| {
        let flat = (place * 2.0 - Vec2::ONE) * half;
        Vec3::new(flat.x, ABOVE, flat.y)
    });
    let mut square = TriangleMesh::default();
    square.polygon(&corners);
    square.uvs = CORNERS.to_vec();
    square
}

pub(crate) fn load_shadow_look(
    mut commands: Commands,
    shape: Res<BoardShape>,
    look: Option<Res<ShadowLook>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut images: ResMut<Assets<Image>>,
) {
    let mesh = (!shape.is_glass()).then(|| meshes.add(mesh(lying(&shape))));
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

/// Adds a shadow to a new piece.
fn add_shadow(added: On<Add, IsPiece>, look: Option<Res<ShadowLook>>, mut commands: Commands) {
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
        ChildOf(added.entity),
    ));
}

/// Pieces upright and at rest on their cells, with the components that determine their shadows.
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
    (
        Without<Gliding>,
        Without<Vanishing>,
        Without<Fallen>,
        Without<Bowing>,
        Without<ContactShadow>,
    ),
>;

/// Shows the shadows of solid pieces at rest on their tiles, and hides the others.
pub(crate) fn update_shadows(
    (in_hand, friends, looks): (Res<InHand>, Res<InFriendsHand>, Res<PieceLooks>),
    pieces: Pieces,
    mut shadows: Query<(&ChildOf, &mut Visibility), With<ContactShadow>>,
    mut shaded: ResMut<Shaded>,
) {
    let held = [in_hand.0, friends.0].map(|held| held.map(|held| held.cell));
    let has_shadow = |on: &PieceOn, is: &IsPiece, material: &MeshMaterial3d<StandardMaterial>| {
        let fades = material.0 == *looks.material(is.0.side, true);
        !fades && !held.contains(&Some(on.0))
    };
    for (of, mut seen) in &mut shadows {
        let piece = pieces.get(of.parent());
        let stands = piece.is_ok_and(|(on, is, material, ..)| has_shadow(on, is, material));
        seen.set_if_neq(seen_if(stands));
    }
    let cells = pieces.iter().filter_map(|piece| {
        let (on, is, material, visibility, is_rising) = piece;
        // A separate shadow can grow with its rising piece; a shadow in a pane appears only
        // afterwards.
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
    fn shadows_are_darkest_at_the_foot_and_end_softly() {
        assert_eq!(darkness(0.0), 1.0);
        assert!((darkness(1.0 / SHADOW_RADIUS) - 1.0).abs() < 1e-4);
        assert_eq!(darkness(1.0), 0.0);
        let steps: Vec<f32> = (0..=40).map(|step| darkness(step as f32 / 40.0)).collect();
        assert!(steps.is_sorted_by(|a, b| a >= b));
        assert!(steps[39] < 0.01);
    }

    #[test]
    fn shadows_exceed_the_foot_but_not_tiles_with_gaps() {
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
