//! Fades the pieces outside the focus, or hides them in see-through mode. Hides all pieces of a
//! covered game.

use bevy::camera::visibility::NoFrustumCulling;
use bevy::prelude::*;

use super::cover::{CoverSystems, Covered};
use super::focus::{Focus, FocusSystems};
use crate::pieces::contact;
use crate::pieces::in_hand::InHand;
use crate::pieces::materials::PieceLooks;
use crate::pieces::piece::{IsPiece, PieceOn};
use crate::pieces::standing::PieceSystems;
use crate::stage::drawing::seen_if;
use crate::stage::palette::{FADED_PIECE, GHOST};
use crate::stage::root::{BoardRoot, BuildSystems};
use crate::stage::shape::BoardShape;
use crate::stage::taught::Taught;
use icochess_base::schedule::AppSystems;
use icochess_rules::Side;
use icochess_shape::{Detail, Hold, PieceKind};

/// Scale of the invisibly small piece that warms up the pipeline of faded pieces.
const TINY: f32 = 1e-4;
/// Alpha at which Bevy covers half the samples of a pixel for a textured material. Bevy sharpens
/// the alpha around this cutoff (`pbr_fragment.wgsl` of `bevy_pbr` 0.19). A uniform alpha equal to
/// the cutoff avoids that.
const CUTOFF: f32 = 0.5;
/// Alpha range around the cutoff between no samples and all.
const SHARPENED: f32 = 1e-4;

/// Filter for pieces on a new cell or with a new role.
type Changed = Or<(
    bevy::prelude::Changed<PieceOn>,
    bevy::prelude::Changed<IsPiece>,
)>;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            prepare_pipeline
                .after(crate::pieces::materials::load_looks)
                .in_set(BuildSystems),
            fade_pieces
                .run_if(
                    resource_exists::<PieceLooks>.and_then(
                        resource_changed::<Focus>
                            .or_else(resource_changed::<InHand>)
                            .or_else(resource_changed::<Covered>)
                            .or_else(resource_changed::<Taught>)
                            .or_else(any_match_filter::<Changed>),
                    ),
                )
                .after(FocusSystems)
                .after(CoverSystems)
                .after(PieceSystems)
                // Faded pieces have no shadow.
                .before(contact::update_shadows)
                .in_set(AppSystems::Scene),
            update_fading
                .run_if(
                    resource_exists::<PieceLooks>.and_then(
                        resource_exists_and_changed::<PieceLooks>
                            .or_else(resource_changed::<Focus>)
                            .or_else(any_match_filter::<bevy::prelude::Changed<Msaa>>),
                    ),
                )
                .after(FocusSystems)
                .in_set(AppSystems::Scene),
        ),
    );
}

/// Spawns a tiny faded piece to compile the render pipeline early. Otherwise all pieces would
/// vanish until the pipeline is ready.
fn prepare_pipeline(
    mut commands: Commands,
    (shape, looks): (Res<BoardShape>, Res<PieceLooks>),
    root: Single<Entity, With<BoardRoot>>,
) {
    if shape.inside.is_none() {
        return;
    }
    let mesh = Mesh3d(
        looks
            .mesh(PieceKind::Pawn, Side::White, Detail::Low)
            .clone(),
    );
    commands.spawn((
        Name::new("faded piece, not seen"),
        mesh,
        MeshMaterial3d(looks.material(Side::White, true).clone()),
        Transform::from_scale(Vec3::splat(TINY)),
        NoFrustumCulling,
        ChildOf(*root),
    ));
}

fn fade_pieces(
    (focus, looks, shape): (Res<Focus>, Res<PieceLooks>, Res<BoardShape>),
    in_hand: Res<InHand>,
    (covered, taught): (Res<Covered>, Res<Taught>),
    mut pieces: Query<(
        &PieceOn,
        &IsPiece,
        &mut MeshMaterial3d<StandardMaterial>,
        &mut Visibility,
    )>,
) {
    // On a see-through ball, rings replace the near pieces, so that they don't hide the far ones.
    let vanish = shape.hold == Hold::Ball;
    let is_covered = covered.hides(&taught);
    for (on, is, mut material, mut visibility) in &mut pieces {
        // A held piece always stays opaque.
        let is_held = in_hand.0.is_some_and(|held| held.cell == on.0);
        let fades = focus.fades(on.0) && !is_held;
        visibility.set_if_neq(seen_if(!(is_covered || fades && vanish)));
        let wanted = looks.material(is.0.side, fades);
        if material.0 != *wanted {
            material.0 = wanted.clone();
        }
    }
}

/// Fades pieces with alpha to coverage. A piece becomes one silhouette, even with its own back or
/// another piece behind it. Without multisampling, pieces are blended instead, part by part. So are
/// the ghosts next to a slice, because their opacity is less than one sample.
fn update_fading(
    (looks, focus): (Res<PieceLooks>, Res<Focus>),
    cameras: Query<&Msaa, With<Camera3d>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let has_samples = cameras.iter().any(|samples| *samples != Msaa::Off);
    let (alpha, mode) = if focus.ghosts {
        (GHOST, AlphaMode::Blend)
    } else if has_samples {
        (
            CUTOFF + (FADED_PIECE - 0.5) * SHARPENED,
            AlphaMode::AlphaToCoverage,
        )
    } else {
        (FADED_PIECE, AlphaMode::Blend)
    };
    let color = Color::WHITE.with_alpha(alpha);
    let is_painted = |it: &StandardMaterial| it.base_color == color && it.alpha_mode == mode;
    for side in Side::ALL {
        let faded = looks.material(side, true);
        if materials.get(faded).is_some_and(is_painted) {
            continue;
        }
        if let Some(mut faded) = materials.get_mut(faded) {
            faded.base_color = color;
            faded.alpha_mode = mode;
        }
    }
}
