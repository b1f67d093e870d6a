//! Draws on each tile what it shows: what `marking` finds out, as
//! [`looks`](crate::stage::looks) says.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::render::render_resource::Face;

use super::focus::{Focus, FocusSystems};
use super::marking::{MarkState, along, frame_of_picture};
use super::threats::Threats;
use crate::stage::decals;
use crate::stage::drawing::{self, Drawable, unlit};
use crate::stage::grain;
use crate::stage::grain::Grains;
use crate::stage::looks::{FrameKind, Mark, Sign, TileLook, Tint};
use crate::stage::palette::{Colors, Palette};
use crate::stage::root::BuildSystems;
use crate::stage::shape::BoardShape;
use crate::stage::switches::Learning;
use crate::stage::switches::OnMap;
use crate::stage::taught::Pictured;
use crate::stage::taught::Taught;
use crate::tiles::veil::Veiled;
use icochess_base::schedule::AppSystems;
use icochess_base::watched;
use icochess_play::computer::Hint;
use icochess_play::game::{Match, OnCell};
use icochess_play::interaction::choice::Choice;
use icochess_play::interaction::{Hovered, Selection};
use icochess_rules::Cell;
use icochess_shape::{Hold, Shape};

/// Opacity of the tiles that are looked through, of 1.
const LOOKED_THROUGH: f32 = 0.05;

/// The child of a tile that shows its sign.
#[derive(Component, Clone, Copy)]
pub(super) struct SignOf(pub(super) Entity);

/// The child of a tile that shows its frame.
#[derive(Component)]
struct FrameOf(Entity);

/// The child of a tile that shows its mark.
#[derive(Component)]
struct MarkOf(Entity);

/// The meshes and materials of every look.
#[derive(Resource)]
struct HighlightLooks {
    /// Materials by tint, then by kind of tile: those of the board, and those of its map.
    tints: HashMap<Tint, Vec<[Handle<StandardMaterial>; 2]>>,
    /// Meshes by sign, then by kind of tile, with the material of the sign.
    signs: HashMap<Sign, (Vec<Handle<Mesh>>, Handle<StandardMaterial>)>,
    /// Meshes by kind of frame, then by kind of tile, with the material of the frame.
    frames: HashMap<FrameKind, (Vec<Handle<Mesh>>, Handle<StandardMaterial>)>,
    marks: HashMap<Mark, (Handle<Mesh>, Handle<StandardMaterial>)>,
}

watched! {
    /// The resources that the looks of tiles are read from.
    struct TileSources {
        game: Res<'w, Match>,
        shape: Res<'w, BoardShape>,
        selection: Res<'w, Selection>,
        choice: Res<'w, Choice>,
        taught: Res<'w, Taught>,
        hovered: Res<'w, Hovered>,
        hint: Res<'w, Hint>,
        pictured: Res<'w, Pictured>,
        threats: Res<'w, Threats>,
        veiled: Res<'w, Veiled>,
        learning: Res<'w, Learning>,
        focus: Res<'w, Focus>,
    }
}

/// The systems that find out what tiles show, and draw it.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HighlightSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            load.after(super::cells::spawn).in_set(BuildSystems),
            recolour
                .run_if(resource_exists::<HighlightLooks>.and_then(resource_changed::<Palette>))
                .in_set(AppSystems::Scene),
            repaint
                .run_if(TileSources::changed.or_else(any_match_filter::<Added<TileLook>>))
                .after(FocusSystems)
                .in_set(HighlightSystems)
                .in_set(AppSystems::Scene),
        ),
    );
}

fn load(
    mut commands: Commands,
    (shape, palette): (Res<BoardShape>, Res<Palette>),
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    (mut grains, mut images): (ResMut<Grains>, ResMut<Assets<Image>>),
    tiles: Query<Entity, With<OnCell>>,
) {
    let mut faces = |tint: Tint| -> Vec<_> {
        let kinds = shape.kinds.iter().enumerate();
        kinds
            .map(|(index, kind)| {
                let is_glass = kind.is_glass();
                let base_color = under_grain(*palette, &shape, tint, index);
                let texture = kind.grain.map(|grain| grains.of(grain, &mut images));
                // The map is read in any light.
                [false, true].map(|unlit| {
                    materials.add(StandardMaterial {
                        base_color,
                        base_color_texture: texture.clone(),
                        unlit,
                        alpha_mode: alpha_mode(base_color),
                        perceptual_roughness: kind.roughness,
                        reflectance: 0.25,
                        // Glass is seen from below, too.
                        double_sided: is_glass,
                        cull_mode: (!is_glass).then_some(Face::Back),
                        ..default()
                    })
                })
            })
            .collect()
    };
    let tints = Tint::ALL
        .into_iter()
        .map(|tint| (tint, faces(tint)))
        .collect();
    // Marks glow: they must read in the shade of the far side too.
    let mut glow = |base_color| {
        materials.add(StandardMaterial {
            // A ball of glass is seen from within, too.
            cull_mode: (shape.hold != Hold::Ball).then_some(Face::Back),
            ..unlit(base_color)
        })
    };
    let scale = shape.mark_scale;
    let mut by_kind = |mesh: &dyn Fn(&[Vec3]) -> Mesh| -> Vec<Handle<Mesh>> {
        let kinds = shape.kinds.iter();
        kinds.map(|kind| meshes.add(mesh(&kind.outline))).collect()
    };
    let signs = Sign::ALL
        .into_iter()
        .map(|sign| {
            let shapes = by_kind(&|outline| sign.mesh(outline, scale));
            (sign, (shapes, glow(sign.color())))
        })
        .collect();
    let frames = FrameKind::ALL
        .into_iter()
        .map(|kind| {
            let shapes = by_kind(&|outline| decals::frame(outline, kind.style(), shape.foot()));
            (kind, (shapes, glow(palette.frame(kind))))
        })
        .collect();
    let marks = Mark::ALL
        .into_iter()
        .map(|mark| {
            let shape = meshes.add(mark.mesh(scale));
            (mark, (shape, glow(palette.mark(mark))))
        })
        .collect();
    commands.insert_resource(HighlightLooks {
        tints,
        signs,
        frames,
        marks,
    });
    for tile in &tiles {
        dress(&mut commands, tile, ());
    }
}

/// Has a tile show from the next frame on what tiles show: those of the board, and those on its map.
/// All that is shown has this bundle, too.
pub(crate) fn dress(commands: &mut Commands, tile: Entity, more: impl Bundle + Clone) {
    commands.entity(tile).insert(TileLook::default());
    // A little above the face, frames above signs and marks above frames,
    // so that nothing flickers at arm's length.
    let layer = |height: f32| {
        (
            Mesh3d::default(),
            MeshMaterial3d::<StandardMaterial>::default(),
            Transform::from_translation(Vec3::Y * height),
            Visibility::Hidden,
            ChildOf(tile),
            more.clone(),
        )
    };
    commands.spawn((SignOf(tile), layer(0.0006)));
    commands.spawn((FrameOf(tile), layer(0.0011)));
    commands.spawn((MarkOf(tile), layer(0.0016)));
}

/// The base colour of a face's material: with its grain the face has its colour on average.
fn under_grain(palette: Palette, shape: &Shape, tint: Tint, kind: usize) -> Color {
    let color = face(palette, shape, tint, kind);
    match shape.kinds[kind].grain {
        Some(_) => grain::under(color),
        None => color,
    }
}

/// The colour of a face of this kind. Of a ball nothing fades but what is looked through.
pub(super) fn face(palette: Palette, shape: &Shape, tint: Tint, kind: usize) -> Color {
    let color = palette.face(tint, kind, shape.kinds[kind].shade);
    if tint == Tint::Faded && shape.hold == Hold::Ball {
        color.with_alpha(LOOKED_THROUGH)
    } else {
        color
    }
}

/// The alpha mode of a material with this colour: blended unless it is opaque.
fn alpha_mode(color: Color) -> AlphaMode {
    if color.alpha() < 1.0 {
        AlphaMode::Blend
    } else {
        AlphaMode::Opaque
    }
}

/// Gives the materials the colours of the palette.
fn recolour(
    (shape, palette): (Res<BoardShape>, Res<Palette>),
    looks: Res<HighlightLooks>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let mut paint = |material: &Handle<StandardMaterial>, color| {
        if let Some(mut material) = materials.get_mut(material) {
            material.base_color = color;
            material.alpha_mode = alpha_mode(color);
        }
    };
    for (tint, faces) in &looks.tints {
        for (index, materials) in faces.iter().enumerate() {
            let color = under_grain(*palette, &shape, *tint, index);
            materials.iter().for_each(|it| paint(it, color));
        }
    }
    for (kind, (_, material)) in &looks.frames {
        paint(material, palette.frame(*kind));
    }
    for (mark, (_, material)) in &looks.marks {
        paint(material, palette.mark(*mark));
    }
}

fn repaint(
    from: TileSources,
    looks: Res<HighlightLooks>,
    mut standing: Local<MarkState>,
    mut commands: Commands,
    mut tiles: Query<(
        Entity,
        &OnCell,
        &mut TileLook,
        Option<&mut MeshMaterial3d<StandardMaterial>>,
        (Has<OnMap>, Has<Mesh3d>),
    )>,
    mut signs: Query<
        (&SignOf, Drawable, &mut Transform),
        (Without<FrameOf>, Without<MarkOf>, Without<OnCell>),
    >,
    mut frames: Query<(&FrameOf, Drawable), (Without<MarkOf>, Without<OnCell>)>,
    mut marks: Query<(&MarkOf, Drawable), (Without<FrameOf>, Without<OnCell>)>,
) {
    let (game, shape, taught) = (&*from.game, &*from.shape, &*from.taught);
    let is_changed = from.game.is_changed()
        || from.selection.is_changed()
        || from.choice.is_changed()
        || from.threats.is_changed()
        || from.taught.is_changed();
    let is_hidden = from.veiled.hides(taught);
    if is_hidden {
        *standing = MarkState::default();
    } else if is_changed || from.veiled.is_changed() || from.learning.is_changed() {
        *standing = match taught.scene() {
            Some(scene) => MarkState::taught(scene),
            None => {
                let picks = (&*from.selection, &*from.choice);
                let how = (*from.learning, !taught.is_on());
                MarkState::of(taught.game(game), picks, shape, &from.threats, how)
            }
        };
    }
    let kind_of = |cell: Cell| shape.places[cell.index()].kind;
    let mut repainted: HashMap<Entity, (Cell, TileLook, Visibility)> = HashMap::default();
    // On the map nothing lies before anything else.
    let unfaded = Focus::default();
    for (entity, &OnCell(cell), mut shown, material, (is_on_map, is_drawn)) in &mut tiles {
        let focus = if is_on_map { &unfaded } else { &*from.focus };
        let now = if is_hidden {
            // Of the game nothing is shown; the rules are no secret.
            TileLook {
                frame: frame_of_picture(&from.pictured, cell, shape),
                ..TileLook::default()
            }
        } else {
            let pointed = (&*from.hovered, &*from.pictured);
            standing.look(cell, (shape, focus), pointed, &from.hint)
        };
        // Two moves may begin on the same tile and go different ways.
        let may_turn = now.sign == Some(Sign::Start) && from.game.is_changed();
        // What is drawn with others has no material of its own.
        let is_bare = is_drawn && material.is_none();
        if !is_bare && *shown == now && !may_turn {
            continue;
        }
        if (is_bare || is_drawn && shown.tint != now.tint)
            && let Some(tints) = looks.tints.get(&now.tint)
        {
            let tint = tints[kind_of(cell)][usize::from(is_on_map)].clone();
            match material {
                Some(mut material) => material.0 = tint,
                None => {
                    commands.entity(entity).insert(MeshMaterial3d(tint));
                }
            }
        }
        *shown = now;
        // Marks are seen also where the cell is missing: a part of the board may be put there. The
        // map is hidden as a whole.
        let as_seen = if is_on_map {
            Visibility::Inherited
        } else {
            Visibility::Visible
        };
        repainted.insert(entity, (cell, now, as_seen));
    }
    for (SignOf(tile), drawn, mut place) in &mut signs {
        let Some((cell, look, _)) = repainted.get(tile) else {
            continue;
        };
        let sign = look.sign.and_then(|sign| looks.signs.get(&sign));
        let shown = sign.map(|(shapes, color)| (&shapes[kind_of(*cell)], color));
        drawing::show(drawn, shown);
        let turned = if look.sign == Some(Sign::Start) {
            along(taught.game(game), shape)
        } else {
            None
        };
        let rotation = turned.unwrap_or(Quat::IDENTITY);
        if place.rotation != rotation {
            place.rotation = rotation;
        }
    }
    for (FrameOf(tile), drawn) in &mut frames {
        let Some((cell, look, as_seen)) = repainted.get(tile) else {
            continue;
        };
        let frame = look.frame.and_then(|kind| looks.frames.get(&kind));
        let shown = frame.map(|(shapes, color)| (&shapes[kind_of(*cell)], color));
        let as_seen = match look.frame {
            Some(FrameKind::Hovered | FrameKind::Selected | FrameKind::Hint) => *as_seen,
            _ => Visibility::Inherited,
        };
        drawing::show_as(drawn, shown, as_seen);
    }
    for (MarkOf(tile), drawn) in &mut marks {
        let Some((_, look, as_seen)) = repainted.get(tile) else {
            continue;
        };
        let mark = look.mark.and_then(|mark| looks.marks.get(&mark));
        let shown = mark.map(|(shape, color)| (shape, color));
        drawing::show_as(drawn, shown, *as_seen);
    }
}
