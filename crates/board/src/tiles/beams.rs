//! Beams through a board with an inside. They run from a slider to the end of each line and, after
//! a refused move, from the attackers to the king.

use bevy::prelude::*;

use super::focus::{Focus, FocusSystems};
use super::threats::Threats;
use crate::pieces::standing::PieceSystems;
use crate::stage::drawing::{OVER_GLASS, unlit};
use crate::stage::palette::{Colors, Palette};
use crate::stage::parts;
use crate::stage::root::{BoardRoot, BuildSystems};
use crate::stage::shape::BoardShape;
use crate::stage::spread::Spread;
use crate::stage::taught::Taught;
use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;
use icochess_rules::CellSet;

/// Thickness of a beam, as a fraction of a piece's foot.
const THICKNESS: f32 = 0.14;
/// Height of a beam above the tiles, as a fraction of a piece's foot.
const ABOVE: f32 = 0.5;

/// Marker for a beam. Unused beams are hidden and reused.
#[derive(Component, Debug, Clone, Copy)]
pub struct Beam;

#[derive(Resource)]
struct BeamLook {
    mesh: Mesh3d,
    material: MeshMaterial3d<StandardMaterial>,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            load_look.after(parts::spawn_parts).in_set(BuildSystems),
            (
                recolour_beams.run_if(resource_exists_and_changed::<Palette>),
                show_beams.run_if(
                    resource_changed::<Focus>
                        .or_else(resource_changed::<Threats>)
                        .or_else(resource_changed::<Match>)
                        .or_else(resource_changed::<Taught>)
                        .or_else(resource_changed::<Spread>),
                ),
            )
                .run_if(resource_exists::<BeamLook>)
                .after(FocusSystems)
                .after(PieceSystems)
                .in_set(AppSystems::Scene),
        ),
    );
}

fn load_look(
    mut commands: Commands,
    (shape, palette): (Res<BoardShape>, Res<Palette>),
    look: Option<Res<BeamLook>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    if shape.inside.is_none() {
        commands.remove_resource::<BeamLook>();
    } else if look.is_none() {
        let material = materials.add(StandardMaterial {
            alpha_mode: AlphaMode::Blend,
            depth_bias: OVER_GLASS,
            ..unlit(palette.beam())
        });
        commands.insert_resource(BeamLook {
            mesh: Mesh3d(meshes.add(Cuboid::from_length(1.0))),
            material: MeshMaterial3d(material),
        });
    }
}

fn recolour_beams(
    (look, palette): (Res<BeamLook>, Res<Palette>),
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    if let Some(mut material) = materials.get_mut(&look.material.0) {
        material.base_color = palette.beam();
    }
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
    (spread, look): (Res<Spread>, Res<BeamLook>),
    root: Single<Entity, With<BoardRoot>>,
    mut beams: Query<(&mut Transform, &mut Visibility), With<Beam>>,
) {
    let position = taught.position(&game);
    let from = focus.beams.filter(|_| shape.inside.is_some());
    let ends = from.map_or_else(Vec::new, |from| position.line_ends(from));
    let foot = 0.1 * shape.piece_scale;
    let place = |cell| spread.centre(cell, &shape) + Vec3::Y * (foot * ABOVE);
    let lines = from.into_iter().flat_map(|from| {
        let ends = ends.iter();
        ends.map(move |end| (from, *end))
    });
    // An attacker that leaps, or is next to the king, has no beam.
    let is_game = !taught.is_on();
    let attacks = threats.all().iter();
    let attacks = attacks.filter(|threat| is_game && !threat.path.is_empty());
    let attacks = attacks.map(|threat| (threat.attacker, threat.king));
    let mut wanted = lines.chain(attacks);
    for (mut transform, mut visibility) in &mut beams {
        let Some((from, to)) = wanted.next() else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        transform.set_if_neq(between(place(from), place(to), foot * THICKNESS));
        visibility.set_if_neq(Visibility::Inherited);
    }
    // Beams stay in the pool for the next piece.
    for (from, to) in wanted {
        commands.spawn((
            Beam,
            Name::new("beam"),
            look.mesh.clone(),
            look.material.clone(),
            between(place(from), place(to), foot * THICKNESS),
            Visibility::Inherited,
            Pickable::IGNORE,
            ChildOf(*root),
        ));
    }
}
