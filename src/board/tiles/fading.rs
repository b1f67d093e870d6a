//! Fades the pieces that do not stand out.

use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::focus::{Focus, FocusSystems};
use crate::board::pieces::materials::PieceLooks;
use crate::board::pieces::meshes::Detail;
use crate::board::pieces::piece::{IsPiece, PieceOn};
use crate::board::pieces::standing::PieceSystems;
use crate::board::stage::root::{BoardRoot, BuildSystems};
use crate::board::stage::shape::BoardShape;
use crate::schedule::AppSystems;
use icochess_rules::Side;
use icochess_shape::PieceKind;

/// Scale of the invisibly small piece that warms up the pipeline of faded pieces.
const TINY: f32 = 1e-4;

/// Pieces that have come to another cell or turned into something else.
type Changed = Or<(
    bevy::prelude::Changed<PieceOn>,
    bevy::prelude::Changed<IsPiece>,
)>;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            prepare
                .after(crate::board::pieces::materials::load)
                .in_set(BuildSystems),
            fade.run_if(
                resource_exists::<PieceLooks>
                    .and_then(resource_changed::<Focus>.or_else(any_match_filter::<Changed>)),
            )
            .after(FocusSystems)
            .after(PieceSystems)
            .in_set(AppSystems::Scene),
        ),
    );
}

/// Draws one tiny faded piece from the start. The render pipeline of faded pieces is made when
/// the first is drawn; without this all pieces would vanish until it is ready.
fn prepare(
    mut commands: Commands,
    (shape, looks): (Res<BoardShape>, Res<PieceLooks>),
    root: Single<Entity, With<BoardRoot>>,
) {
    if shape.inside.is_none() {
        return;
    }
    let mesh = Mesh3d(looks.mesh(PieceKind::Pawn, Detail::Low).clone());
    commands.spawn((
        Name::new("faded piece, not seen"),
        mesh,
        MeshMaterial3d(looks.material(Side::White, true).clone()),
        Transform::from_scale(Vec3::splat(TINY)),
        NoFrustumCulling,
        NotShadowCaster,
        ChildOf(*root),
    ));
}

fn fade(
    (focus, looks): (Res<Focus>, Res<PieceLooks>),
    mut pieces: Query<(&PieceOn, &IsPiece, &mut MeshMaterial3d<StandardMaterial>)>,
) {
    for (on, is, mut material) in &mut pieces {
        let wanted = looks.material(is.0.side, focus.fades(on.0));
        if material.0 != *wanted {
            material.0 = wanted.clone();
        }
    }
}
