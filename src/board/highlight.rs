//! What the tiles show: hover and its neighbours, the selection and its
//! targets, the last move, check.
//!
//! Every kind differs in shape as well as in colour: neighbours by the style
//! of their frame, targets by disc and ring, the rest by the tile's tint.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::shapes::FrameStyle;
use super::{cell_corners, shapes};
use crate::computer::Hint;
use crate::game::{Match, OnCell};
use crate::interaction::{Hovered, Selection};
use crate::rules::icochess::NEIGHBOURS;
use crate::rules::{Cell, CellSet};
use crate::schedule::AppSystems;

/// Colours of the board, sRGB.
pub mod palette {
    use bevy::prelude::Color;

    /// Tiles in the middle of a face: slate.
    pub const MIDDLE: Color = Color::srgb(0.33, 0.37, 0.43);
    /// Tiles at the corners of a face: pale birch.
    pub const CORNER: Color = Color::srgb(0.60, 0.57, 0.52);
    /// The last move.
    pub const LAST: Color = Color::srgb(0.72, 0.66, 0.30);
    /// The king in check.
    pub const CHECKED: Color = Color::srgb(0.85, 0.16, 0.12);
    /// A piece that gives check.
    pub const CHECKER: Color = Color::srgb(0.92, 0.48, 0.10);
    /// The hovered tile.
    pub const HOVER: Color = Color::srgb(1.0, 0.98, 0.90);
    /// The selected tile.
    pub const SELECTED: Color = Color::srgb(1.0, 0.80, 0.16);
    /// Edge neighbours, as in the original: blue.
    pub const EDGE: Color = Color::srgb(0.16, 0.50, 1.0);
    /// Side corners, as in the original: red.
    pub const SIDE_CORNER: Color = Color::srgb(0.95, 0.22, 0.26);
    /// Direct corners, as in the original: green.
    pub const DIRECT_CORNER: Color = Color::srgb(0.20, 0.82, 0.35);
    /// A tile that can be moved to.
    pub const MOVE: Color = Color::srgb(0.25, 0.95, 0.85);
    /// A piece that can be taken.
    pub const CAPTURE: Color = Color::srgb(1.0, 0.45, 0.85);
    /// The move that is hinted at: violet.
    pub const HINT: Color = Color::srgb(0.72, 0.52, 1.0);
}

/// The tint of a tile's face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Reflect)]
pub enum Tint {
    /// As the board is.
    #[default]
    Plain,
    /// Start or end of the last move.
    LastMove,
    /// The king in check.
    Checked,
    /// A piece that gives check.
    Checker,
}

/// What the frame of a tile says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Reflect)]
pub enum FrameKind {
    /// The pointer is here.
    Hovered,
    /// This tile is selected.
    Selected,
    /// Shares an edge with the hovered tile.
    Edge,
    /// Touches the hovered tile from the side.
    SideCorner,
    /// Lies straight across a corner of the hovered tile.
    DirectCorner,
    /// Start or end of the move that is hinted at.
    Hint,
}

impl FrameKind {
    const fn style(self) -> FrameStyle {
        match self {
            Self::Hovered | Self::Selected | Self::Hint => FrameStyle::Wide,
            Self::Edge => FrameStyle::Solid,
            Self::SideCorner => FrameStyle::Dashed,
            Self::DirectCorner => FrameStyle::Corners,
        }
    }

    const fn color(self) -> Color {
        match self {
            Self::Hovered => palette::HOVER,
            Self::Selected => palette::SELECTED,
            Self::Edge => palette::EDGE,
            Self::SideCorner => palette::SIDE_CORNER,
            Self::DirectCorner => palette::DIRECT_CORNER,
            Self::Hint => palette::HINT,
        }
    }

    const ALL: [Self; 6] = [
        Self::Hovered,
        Self::Selected,
        Self::Edge,
        Self::SideCorner,
        Self::DirectCorner,
        Self::Hint,
    ];
}

/// What the mark on a tile says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Reflect)]
pub enum Mark {
    /// The selected piece may go here: a disc.
    Move,
    /// The selected piece may take what is here: a ring.
    Capture,
    /// The move that is hinted at passes here or ends here: a triangle.
    Hint,
}

/// Everything a tile shows.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Reflect)]
#[reflect(Component, Default)]
pub struct TileLook {
    /// Tint of the face.
    pub tint: Tint,
    /// Frame, if any.
    pub frame: Option<FrameKind>,
    /// Mark, if any.
    pub mark: Option<Mark>,
}

/// What the tile of `cell` shows now.
#[must_use]
pub fn look(
    cell: Cell,
    game: &Match,
    selected: Option<Cell>,
    hovered: &Hovered,
    hint: &Hint,
) -> TileLook {
    let position = game.position();
    let checkers = position.checkers();
    let last = game.history().last();
    let hint = hint.0.as_ref();
    let tint = if checkers.contains(cell) {
        Tint::Checker
    } else if !checkers.is_empty() && position.royal(position.turn()) == Some(cell) {
        Tint::Checked
    } else if last.is_some_and(|mv| mv.from == cell || mv.to == cell) {
        Tint::LastMove
    } else {
        Tint::Plain
    };
    let neighbour = |centre: Cell| {
        let around = &NEIGHBOURS[centre.index()];
        if around.edges.contains(&cell) {
            Some(FrameKind::Edge)
        } else if around.side_corners.contains(&cell) {
            Some(FrameKind::SideCorner)
        } else if around.direct_corners.contains(&cell) {
            Some(FrameKind::DirectCorner)
        } else {
            None
        }
    };
    let frame = if selected == Some(cell) {
        Some(FrameKind::Selected)
    } else if hovered.contains(cell) {
        Some(FrameKind::Hovered)
    } else if hint.is_some_and(|shown| shown.mv.from == cell || shown.mv.to == cell) {
        Some(FrameKind::Hint)
    } else {
        hovered.first().and_then(neighbour)
    };
    let is_on_way = hint.is_some_and(|shown| shown.way.contains(&cell));
    TileLook {
        tint,
        frame,
        mark: is_on_way.then_some(Mark::Hint),
    }
}

/// The child of a tile that shows its frame.
#[derive(Component)]
struct FrameOf(Entity);

/// The child of a tile that shows its mark.
#[derive(Component)]
struct MarkOf(Entity);

/// The meshes and materials of every look.
#[derive(Resource)]
struct Looks {
    /// By tint, then by kind of tile (middle, corner).
    tints: HashMap<Tint, [Handle<StandardMaterial>; 2]>,
    /// By kind of frame, then by kind of tile.
    frames: HashMap<FrameKind, ([Handle<Mesh>; 2], Handle<StandardMaterial>)>,
    marks: HashMap<Mark, (Handle<Mesh>, Handle<StandardMaterial>)>,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, (load, repaint).chain())
        .add_systems(
            Update,
            repaint
                .run_if(
                    resource_changed::<Match>
                        .or_else(resource_changed::<Selection>)
                        .or_else(resource_changed::<Hovered>)
                        .or_else(resource_changed::<Hint>),
                )
                .in_set(AppSystems::Scene),
        );
}

/// Index into pairs by kind of tile: middle of a face 0, corner 1.
fn shape_of(cell: Cell) -> usize {
    usize::from(!cell.index().is_multiple_of(4))
}

fn load(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    tiles: Query<(Entity, &OnCell)>,
) {
    let mut face = |base_color: Color| {
        materials.add(StandardMaterial {
            base_color,
            perceptual_roughness: 0.75,
            reflectance: 0.25,
            ..default()
        })
    };
    let tinted = |color: Color| [color, color.mix(&Color::WHITE, 0.12)];
    let tints = [
        (Tint::Plain, [palette::MIDDLE, palette::CORNER]),
        (Tint::LastMove, tinted(palette::LAST)),
        (Tint::Checked, tinted(palette::CHECKED)),
        (Tint::Checker, tinted(palette::CHECKER)),
    ]
    .into_iter()
    .map(|(tint, colors)| (tint, colors.map(&mut face)))
    .collect();
    // Marks glow: they must read in the shade of the far side too.
    let mut glow = |base_color| {
        materials.add(StandardMaterial {
            base_color,
            unlit: true,
            ..default()
        })
    };
    let corners = [0, 1].map(|tile| cell_corners(Cell::new(tile)));
    let frames = FrameKind::ALL
        .into_iter()
        .map(|kind| {
            let shapes = corners.map(|c| meshes.add(shapes::frame(c, kind.style())));
            (kind, (shapes, glow(kind.color())))
        })
        .collect();
    let marks = [
        (Mark::Move, shapes::disc(0.0125), palette::MOVE),
        (
            Mark::Capture,
            shapes::ring(0.0285, 0.0225),
            palette::CAPTURE,
        ),
        (Mark::Hint, shapes::triangle(0.0145), palette::HINT),
    ]
    .into_iter()
    .map(|(mark, mesh, color)| (mark, (meshes.add(mesh), glow(color))))
    .collect();
    commands.insert_resource(Looks {
        tints,
        frames,
        marks,
    });
    for (tile, _) in &tiles {
        commands.entity(tile).insert(TileLook::default());
        // A little above the face, and marks above frames, so that nothing
        // flickers at arm's length.
        commands.spawn((
            FrameOf(tile),
            Mesh3d::default(),
            MeshMaterial3d::<StandardMaterial>::default(),
            Transform::from_translation(Vec3::Y * 0.0008),
            Visibility::Hidden,
            ChildOf(tile),
        ));
        commands.spawn((
            MarkOf(tile),
            Mesh3d::default(),
            MeshMaterial3d::<StandardMaterial>::default(),
            Transform::from_translation(Vec3::Y * 0.0014),
            Visibility::Hidden,
            ChildOf(tile),
        ));
    }
}

fn repaint(
    game: Res<Match>,
    selection: Res<Selection>,
    hovered: Res<Hovered>,
    hint: Res<Hint>,
    looks: Res<Looks>,
    mut commands: Commands,
    mut tiles: Query<(
        Entity,
        &OnCell,
        &mut TileLook,
        Option<&MeshMaterial3d<StandardMaterial>>,
    )>,
    mut frames: Query<
        (
            &FrameOf,
            &mut Mesh3d,
            &mut MeshMaterial3d<StandardMaterial>,
            &mut Visibility,
        ),
        (Without<MarkOf>, Without<OnCell>),
    >,
    mut marks: Query<
        (
            &MarkOf,
            &mut Mesh3d,
            &mut MeshMaterial3d<StandardMaterial>,
            &mut Visibility,
        ),
        (Without<FrameOf>, Without<OnCell>),
    >,
) {
    let position = game.position();
    let selected = selection.0.cell();
    let targets = selected.map_or(0, |cell| {
        if game.outcome().is_some() {
            0
        } else {
            position.legal_targets(cell)
        }
    });
    let mut repainted: HashMap<Entity, (Cell, TileLook)> = HashMap::default();
    for (entity, &OnCell(cell), mut shown, material) in &mut tiles {
        let mut now = look(cell, &game, selected, &hovered, &hint);
        let target = targets.contains(cell).then(|| {
            if position.occupied().contains(cell) {
                Mark::Capture
            } else {
                Mark::Move
            }
        });
        now.mark = target.or(now.mark);
        if material.is_some() && *shown == now {
            continue;
        }
        if (material.is_none() || shown.tint != now.tint)
            && let Some(tints) = looks.tints.get(&now.tint)
        {
            let tint = tints[shape_of(cell)].clone();
            commands.entity(entity).insert(MeshMaterial3d(tint));
        }
        *shown = now;
        repainted.insert(entity, (cell, now));
    }
    for (FrameOf(tile), mut mesh, mut material, mut visibility) in &mut frames {
        let Some((cell, look)) = repainted.get(tile) else {
            continue;
        };
        let frame = look.frame.and_then(|kind| looks.frames.get(&kind));
        if let Some((shapes, color)) = frame {
            mesh.0 = shapes[shape_of(*cell)].clone();
            material.0 = color.clone();
        }
        visibility.set_if_neq(if frame.is_some() {
            Visibility::Inherited
        } else {
            Visibility::Hidden
        });
    }
    for (MarkOf(tile), mut mesh, mut material, mut visibility) in &mut marks {
        let Some((_, look)) = repainted.get(tile) else {
            continue;
        };
        let mark = look.mark.and_then(|mark| looks.marks.get(&mark));
        if let Some((shape, color)) = mark {
            mesh.0 = shape.clone();
            material.0 = color.clone();
        }
        visibility.set_if_neq(if mark.is_some() {
            Visibility::Inherited
        } else {
            Visibility::Hidden
        });
    }
}
