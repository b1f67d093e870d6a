//! Draws each tile's state, which `marking` decides, in the style that
//! [`looks`](crate::stage::looks) defines.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::render::render_resource::Face;

use super::focus::{Focus, FocusSystems};
use super::marking::{MarkState, along, frame_of_picture};
use super::threats::Threats;
use crate::stage::drawing::{self, Drawable, OVER_GLASS, unlit};
use crate::stage::grain;
use crate::stage::grain::Grains;
use crate::stage::looks::{FrameKind, Mark, Sign, TileLook, Tint};
use crate::stage::palette::{Colors, Palette};
use crate::stage::root::BuildSystems;
use crate::stage::shape::BoardShape;
use crate::stage::switches::Learning;
use crate::stage::switches::OnMap;
use crate::stage::taught::Pictured;
use crate::stage::taught::StepMarks;
use crate::stage::taught::Taught;
use crate::tiles::cover::Covered;
use icochess_base::schedule::AppSystems;
use icochess_base::watched;
use icochess_play::computer::Hint;
use icochess_play::game::{Match, OnCell};
use icochess_play::interaction::choice::Choice;
use icochess_play::interaction::{Hovered, Premove, Selection};
use icochess_rules::Cell;
use icochess_shape::{Hold, Shape};
use icochess_store::setting::Named;

/// Opacity of see-through tiles, 0 to 1.
const SEE_THROUGH_OPACITY: f32 = 0.05;

/// Icon on the given tile, as a child entity.
#[derive(Component)]
struct IconOf(Entity);

/// Frame on the given tile, as a child entity.
#[derive(Component)]
struct FrameOf(Entity);

/// Mark on the given tile, as a child entity.
#[derive(Component)]
struct MarkOf(Entity);

/// Meshes and materials of all tile styles.
#[derive(Resource)]
struct HighlightLooks {
    /// Materials by tint, then by kind of tile: one for the board and one for its map.
    tints: HashMap<Tint, Vec<[Handle<StandardMaterial>; 2]>>,
    /// Meshes by palette and icon, then by kind of tile, with the icon's material.
    signs: HashMap<(Palette, Sign), (Vec<Handle<Mesh>>, Handle<StandardMaterial>)>,
    /// Meshes by palette and kind of frame, then by kind of tile, with the frame's material.
    frames: HashMap<(Palette, FrameKind), (Vec<Handle<Mesh>>, Handle<StandardMaterial>)>,
    marks: HashMap<Mark, (Handle<Mesh>, Handle<StandardMaterial>)>,
}

watched! {
    /// Resources that determine the appearance of tiles.
    struct TileSources {
        game: Res<'w, Match>,
        shape: Res<'w, BoardShape>,
        palette: Res<'w, Palette>,
        selection: Res<'w, Selection>,
        choice: Res<'w, Choice>,
        premove: Res<'w, Premove>,
        taught: Res<'w, Taught>,
        hovered: Res<'w, Hovered>,
        hint: Res<'w, Hint>,
        pictured: Res<'w, Pictured>,
        step: Res<'w, StepMarks>,
        threats: Res<'w, Threats>,
        covered: Res<'w, Covered>,
        learning: Res<'w, Learning>,
        focus: Res<'w, Focus>,
    }
}

/// Systems that update and draw the appearance of tiles.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HighlightSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            load_looks
                .after(super::cells::spawn_tiles)
                .in_set(BuildSystems),
            recolour_tiles
                .run_if(resource_exists::<HighlightLooks>.and_then(resource_changed::<Palette>))
                .in_set(AppSystems::Scene),
            update_highlights
                .run_if(TileSources::changed.or_else(any_match_filter::<Added<TileLook>>))
                .after(FocusSystems)
                .in_set(HighlightSystems)
                .in_set(AppSystems::Scene),
        ),
    );
}

fn load_looks(
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
                // The map is unlit, to be readable in any light.
                [false, true].map(|unlit| {
                    materials.add(StandardMaterial {
                        base_color,
                        base_color_texture: texture.clone(),
                        unlit,
                        alpha_mode: alpha_mode(base_color),
                        perceptual_roughness: kind.roughness,
                        reflectance: 0.25,
                        // Glass is visible from below too.
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
    // Inlays have colours of their own, and glow through panes.
    let inlay = materials.add(StandardMaterial {
        alpha_mode: AlphaMode::Blend,
        cull_mode: None,
        depth_bias: OVER_GLASS,
        ..unlit(Color::WHITE)
    });
    // Marks are unlit, so that they are readable on the shaded far side.
    let mut glow = |base_color| {
        materials.add(StandardMaterial {
            // A glass ball is visible from inside too.
            cull_mode: (shape.hold != Hold::Ball).then_some(Face::Back),
            ..unlit(base_color)
        })
    };
    let scale = shape.mark_scale;
    let mut by_kind = |mesh: &dyn Fn(&[Vec3]) -> Mesh| -> Vec<Handle<Mesh>> {
        let kinds = shape.kinds.iter();
        kinds.map(|kind| meshes.add(mesh(&kind.outline))).collect()
    };
    let size = (scale, shape.foot());
    let mut signs: HashMap<_, _> = HashMap::default();
    let mut frames: HashMap<_, _> = HashMap::default();
    for &palette in Palette::ALL {
        for sign in Sign::ALL {
            let shapes = by_kind(&|outline| sign.mesh(palette, outline, size));
            let ink = match palette {
                Palette::Standard => inlay.clone(),
                Palette::HighContrast => glow(sign.color()),
            };
            signs.insert((palette, sign), (shapes, ink));
        }
        for kind in FrameKind::ALL {
            let shapes = by_kind(&|outline| kind.mesh(palette, outline, size));
            let ink = if kind.is_inlaid(palette) {
                inlay.clone()
            } else {
                glow(palette.frame(kind))
            };
            frames.insert((palette, kind), (shapes, ink));
        }
    }
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
        add_look(&mut commands, tile, ());
    }
}

/// Adds the child entities that show the state of a tile on the board or its map, from the next
/// frame on. Each child also gets the bundle `more`.
pub(crate) fn add_look(commands: &mut Commands, tile: Entity, more: impl Bundle + Clone) {
    commands.entity(tile).insert(TileLook::default());
    // Icons are slightly above the face, frames above icons, and marks above frames. This avoids
    // z-fighting at arm's length.
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
    commands.spawn((IconOf(tile), layer(0.0006)));
    commands.spawn((FrameOf(tile), layer(0.0011)));
    commands.spawn((MarkOf(tile), layer(0.0016)));
}

/// Returns the base colour of a face's material, chosen to give the face the right mean colour
/// under its grain.
fn under_grain(palette: Palette, shape: &Shape, tint: Tint, kind: usize) -> Color {
    let color = face(palette, shape, tint, kind);
    match shape.kinds[kind].grain {
        Some(_) => grain::under(color),
        None => color,
    }
}

/// Returns the colour of a face of this kind. On a ball, only see-through tiles fade.
pub(super) fn face(palette: Palette, shape: &Shape, tint: Tint, kind: usize) -> Color {
    let color = palette.face(tint, kind, shape.kinds[kind].shade);
    if tint == Tint::Faded && shape.hold == Hold::Ball {
        color.with_alpha(SEE_THROUGH_OPACITY)
    } else {
        color
    }
}

/// Returns the alpha mode for this colour, blended unless it is opaque.
fn alpha_mode(color: Color) -> AlphaMode {
    if color.alpha() < 1.0 {
        AlphaMode::Blend
    } else {
        AlphaMode::Opaque
    }
}

fn recolour_tiles(
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
    for (mark, (_, material)) in &looks.marks {
        paint(material, palette.mark(*mark));
    }
}

fn update_highlights(
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
        (&IconOf, Drawable, &mut Transform),
        (Without<FrameOf>, Without<MarkOf>, Without<OnCell>),
    >,
    mut frames: Query<(&FrameOf, Drawable), (Without<MarkOf>, Without<OnCell>)>,
    mut marks: Query<(&MarkOf, Drawable), (Without<FrameOf>, Without<OnCell>)>,
) {
    let (game, shape, taught) = (&*from.game, &*from.shape, &*from.taught);
    let palette = *from.palette;
    let is_changed = from.game.is_changed()
        || from.selection.is_changed()
        || from.choice.is_changed()
        || from.premove.is_changed()
        || from.threats.is_changed()
        || from.taught.is_changed();
    let is_hidden = from.covered.hides(taught);
    if is_hidden {
        *standing = MarkState::default();
    } else if is_changed || from.covered.is_changed() || from.learning.is_changed() {
        *standing = match taught.scene() {
            Some(scene) => MarkState::taught(scene),
            None => {
                let picks = (&*from.selection, &*from.choice, *from.premove);
                let how = (*from.learning, !taught.is_on());
                MarkState::of(taught.game(game), picks, shape, &from.threats, how)
            }
        };
    }
    let kind_of = |cell: Cell| shape.places[cell.index()].kind;
    let mut repainted: HashMap<Entity, (Cell, TileLook, Visibility)> = HashMap::default();
    let hint = from.step.shown_hint(taught, &from.hint);
    // The map has no hidden cells.
    let unfaded = Focus::default();
    for (entity, &OnCell(cell), mut shown, material, (is_on_map, is_drawn)) in &mut tiles {
        let focus = if is_on_map { &unfaded } else { &*from.focus };
        let now = if is_hidden {
            // A covered game shows no marks, except in pictures of the rules.
            TileLook {
                frame: frame_of_picture(&from.pictured, cell, shape),
                ..TileLook::default()
            }
        } else {
            let pointed = (&*from.hovered, &*from.pictured, &from.step.named);
            standing.look(cell, (shape, focus), pointed, hint)
        };
        // Two moves may start on the same tile in different directions. Another palette has other
        // shapes.
        let may_turn = now.sign == Some(Sign::Start) && from.game.is_changed();
        let may_differ = may_turn || from.palette.is_changed();
        // Batched tiles have no material of their own.
        let is_bare = is_drawn && material.is_none();
        if !is_bare && *shown == now && !may_differ {
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
        // Marks are visible even on a missing cell, because a part of the board may move there. The
        // map hides its tiles as a whole.
        let as_seen = if is_on_map {
            Visibility::Inherited
        } else {
            Visibility::Visible
        };
        repainted.insert(entity, (cell, now, as_seen));
    }
    for (IconOf(tile), drawn, mut place) in &mut signs {
        let Some((cell, look, _)) = repainted.get(tile) else {
            continue;
        };
        let sign = look.sign.and_then(|sign| looks.signs.get(&(palette, sign)));
        let shown = sign.map(|(shapes, color)| (&shapes[kind_of(*cell)], color));
        drawing::show(drawn, shown);
        // Only the arrow has a direction.
        let turned = if (palette, look.sign) == (Palette::HighContrast, Some(Sign::Start)) {
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
        let frame = look
            .frame
            .and_then(|kind| looks.frames.get(&(palette, kind)));
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
