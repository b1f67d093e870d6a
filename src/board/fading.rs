//! Pieces that do not stand out fade.

use bevy::prelude::*;

use super::focus::{Focus, FocusSystems};
use super::piece_looks::PieceLooks;
use super::pieces::{IsPiece, PieceOn, PieceSystems};
use crate::schedule::AppSystems;

/// Pieces that have come to another cell or turned into something else.
type Changed = Or<(
    bevy::prelude::Changed<PieceOn>,
    bevy::prelude::Changed<IsPiece>,
)>;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        fade.run_if(
            resource_exists::<PieceLooks>
                .and_then(resource_changed::<Focus>.or_else(any_match_filter::<Changed>)),
        )
        .after(FocusSystems)
        .after(PieceSystems)
        .in_set(AppSystems::Scene),
    );
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
