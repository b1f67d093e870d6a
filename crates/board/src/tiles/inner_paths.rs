//! Paths through a board with an inside. They run from a slider to the end of each line and, after
//! a refused move, from the attackers to the king.

use bevy::prelude::*;

use super::focus::{Focus, FocusSystems};
use super::paths::{PathLook, show_strips};
use super::threats::Threats;
use crate::pieces::standing::PieceSystems;
use crate::stage::root::BoardRoot;
use crate::stage::shape::BoardShape;
use crate::stage::spread::Spread;
use crate::stage::taught::Taught;
use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;
use icochess_rules::CellSet;

/// Thickness of an inner path, as a fraction of a piece's foot.
const THICKNESS: f32 = 0.14;
/// Height of an inner path above the tiles, as a fraction of a piece's foot.
const ABOVE: f32 = 0.5;

/// Marker for an inner path. Unused ones are hidden and reused.
#[derive(Component, Debug, Clone, Copy)]
pub struct InnerPath;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show_beams
            .run_if(
                resource_changed::<Focus>
                    .or_else(resource_changed::<Threats>)
                    .or_else(resource_changed::<Match>)
                    .or_else(resource_changed::<Taught>)
                    .or_else(resource_changed::<Spread>),
            )
            .run_if(resource_exists::<PathLook>)
            .after(FocusSystems)
            .after(PieceSystems)
            .in_set(AppSystems::Scene),
    );
}

/// Returns the transform that stretches a unit cuboid along +z from one point to another.
fn between(from: Vec3, to: Vec3, thickness: f32) -> Transform {
    Transform {
        translation: from.midpoint(to),
        rotation: Quat::from_rotation_arc(Vec3::Z, (to - from).normalize_or(Vec3::Z)),
        scale: Vec3::new(thickness, thickness, from.distance(to)),
    }
}

fn show_beams(
    mut commands: Commands,
    (game, taught, shape): (Res<Match>, Res<Taught>, Res<BoardShape>),
    (focus, threats): (Res<Focus>, Res<Threats>),
    (spread, look): (Res<Spread>, Res<PathLook>),
    root: Single<Entity, With<BoardRoot>>,
    mut inner_paths: Query<(&mut Transform, &mut Visibility), With<InnerPath>>,
) {
    let position = taught.position(&game);
    let has_inside = shape.inside.is_some();
    let from = focus.inner_paths.filter(|_| has_inside);
    let ends = from.map_or_else(Vec::new, |from| position.line_ends(from));
    let foot = 0.1 * shape.piece_scale;
    let place = |cell| spread.centre(cell, &shape) + Vec3::Y * (foot * ABOVE);
    let lines = from.into_iter().flat_map(|from| {
        let ends = ends.iter();
        ends.map(move |end| (from, *end))
    });
    // An attacker that leaps, or is next to the king, has none.
    let has_attacks = has_inside && !taught.is_on();
    let attacks = threats.all().iter();
    let attacks = attacks.filter(|threat| has_attacks && !threat.path.is_empty());
    let attacks = attacks.map(|threat| (threat.attacker, threat.king));
    let lines = lines.chain(attacks);
    let places = lines.map(|(from, to)| between(place(from), place(to), foot * THICKNESS));
    let inner_path = (
        InnerPath,
        Name::new("beam"),
        Mesh3d(look.part.clone()),
        MeshMaterial3d(look.inner_path.clone()),
    );
    show_strips(&mut commands, *root, &mut inner_paths, places, inner_path);
}
