//! What the tiles show: hover and its neighbours, the selection and its
//! targets, the last move, check.
//!
//! Every kind differs in shape as well as in colour: neighbours by the style
//! of their frame, targets by disc and ring, the last move and check by a sign
//! on the tinted tile.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::shapes::{Around, FrameStyle};
use super::{cell_corners, cell_frame, frame, shapes};
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
    /// What lies on the tiles of the last move and of pieces that give check:
    /// far darker than their tints.
    pub const INK: Color = Color::srgb(0.05, 0.045, 0.04);
    /// What lies round the king in check: far lighter than its tint.
    pub const CHALK: Color = Color::srgb(1.0, 0.96, 0.92);
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

/// What lies on a tile, so that nobody has to tell its tint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Reflect)]
pub enum Sign {
    /// The last move began here: an arrow that points along its way.
    Start,
    /// The last move ended here: three arrowheads that point to the piece.
    End,
    /// The king in check: a ring of spikes.
    Checked,
    /// A piece that gives check: the edge of a saw.
    Checker,
    /// A piece that gives check where the last move ended: both.
    CheckerAtEnd,
}

impl Sign {
    const ALL: [Self; 5] = [
        Self::Start,
        Self::End,
        Self::Checked,
        Self::Checker,
        Self::CheckerAtEnd,
    ];

    /// The sign of a tile by what is so of it.
    const fn of(start: bool, end: bool, checked: bool, checker: bool) -> Option<Self> {
        Some(match (checker, checked) {
            (true, _) if end => Self::CheckerAtEnd,
            (true, _) => Self::Checker,
            (false, true) => Self::Checked,
            (false, false) if end => Self::End,
            (false, false) if start => Self::Start,
            (false, false) => return None,
        })
    }

    /// The tint that goes with it.
    const fn tint(self) -> Tint {
        match self {
            Self::Start | Self::End => Tint::LastMove,
            Self::Checked => Tint::Checked,
            Self::Checker | Self::CheckerAtEnd => Tint::Checker,
        }
    }

    const fn color(self) -> Color {
        match self {
            Self::Checked => palette::CHALK,
            _ => palette::INK,
        }
    }

    fn mesh(self, corners: [Vec3; 3]) -> Mesh {
        let around = |heads, saw| shapes::around(corners, Around { heads, saw });
        match self {
            Self::Start => shapes::arrow(0.046),
            Self::End => around(true, false),
            Self::Checked => shapes::burst(0.0300, 0.0250, 0.0215),
            Self::Checker => around(false, true),
            Self::CheckerAtEnd => around(true, true),
        }
    }
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
    /// What the tint means, by shape.
    pub sign: Option<Sign>,
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
    let last = game.tree().last();
    let hint = hint.0.as_ref();
    let sign = Sign::of(
        last.is_some_and(|mv| mv.from == cell),
        last.is_some_and(|mv| mv.to == cell),
        !checkers.is_empty() && position.royal(position.turn()) == Some(cell),
        checkers.contains(cell),
    );
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
        tint: sign.map_or(Tint::Plain, Sign::tint),
        sign,
        frame,
        mark: is_on_way.then_some(Mark::Hint),
    }
}

/// How the arrow on the tile that the last move left is turned, in the tile's
/// frame.
fn along(game: &Match) -> Option<Quat> {
    let tree = game.tree();
    let mv = tree.last()?;
    let before = tree.position_at(tree.ply().checked_sub(1)?)?;
    let next = before.path(mv).first().copied()?;
    let tile = cell_frame(mv.from);
    let way = cell_frame(next).translation - tile.translation;
    Some(frame(Vec3::Y, tile.rotation.inverse() * way))
}

/// The child of a tile that shows its sign.
#[derive(Component)]
struct SignOf(Entity);

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
    /// By sign, then by kind of tile.
    signs: HashMap<Sign, ([Handle<Mesh>; 2], Handle<StandardMaterial>)>,
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
    let signs = Sign::ALL
        .into_iter()
        .map(|sign| {
            let shapes = corners.map(|c| meshes.add(sign.mesh(c)));
            (sign, (shapes, glow(sign.color())))
        })
        .collect();
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
        signs,
        frames,
        marks,
    });
    for (tile, _) in &tiles {
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
            )
        };
        commands.spawn((SignOf(tile), layer(0.0006)));
        commands.spawn((FrameOf(tile), layer(0.0011)));
        commands.spawn((MarkOf(tile), layer(0.0016)));
    }
}

/// What shows a layer of a tile.
type Layer = (
    &'static mut Mesh3d,
    &'static mut MeshMaterial3d<StandardMaterial>,
    &'static mut Visibility,
);

/// Shows a shape in its colour, or nothing.
fn show(
    (mesh, material, visibility): (
        &mut Mesh3d,
        &mut MeshMaterial3d<StandardMaterial>,
        &mut Mut<Visibility>,
    ),
    shown: Option<(&Handle<Mesh>, &Handle<StandardMaterial>)>,
) {
    if let Some((shape, color)) = shown {
        mesh.0 = shape.clone();
        material.0 = color.clone();
    }
    visibility.set_if_neq(if shown.is_some() {
        Visibility::Inherited
    } else {
        Visibility::Hidden
    });
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
    mut signs: Query<
        (&SignOf, Layer, &mut Transform),
        (Without<FrameOf>, Without<MarkOf>, Without<OnCell>),
    >,
    mut frames: Query<(&FrameOf, Layer), (Without<MarkOf>, Without<OnCell>)>,
    mut marks: Query<(&MarkOf, Layer), (Without<FrameOf>, Without<OnCell>)>,
) {
    let position = game.position();
    let selected = selection.0.cell();
    let targets = selection.0.targets(&game);
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
        // Two moves may begin on the same tile and go different ways.
        let may_turn = now.sign == Some(Sign::Start) && game.is_changed();
        if material.is_some() && *shown == now && !may_turn {
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
    for (SignOf(tile), (mut mesh, mut material, mut visibility), mut place) in &mut signs {
        let Some((cell, look)) = repainted.get(tile) else {
            continue;
        };
        let sign = look.sign.and_then(|sign| looks.signs.get(&sign));
        let shown = sign.map(|(shapes, color)| (&shapes[shape_of(*cell)], color));
        show((&mut mesh, &mut material, &mut visibility), shown);
        let turned = if look.sign == Some(Sign::Start) {
            along(&game)
        } else {
            None
        };
        let rotation = turned.unwrap_or(Quat::IDENTITY);
        if place.rotation != rotation {
            place.rotation = rotation;
        }
    }
    for (FrameOf(tile), (mut mesh, mut material, mut visibility)) in &mut frames {
        let Some((cell, look)) = repainted.get(tile) else {
            continue;
        };
        let frame = look.frame.and_then(|kind| looks.frames.get(&kind));
        let shown = frame.map(|(shapes, color)| (&shapes[shape_of(*cell)], color));
        show((&mut mesh, &mut material, &mut visibility), shown);
    }
    for (MarkOf(tile), (mut mesh, mut material, mut visibility)) in &mut marks {
        let Some((_, look)) = repainted.get(tile) else {
            continue;
        };
        let mark = look.mark.and_then(|mark| looks.marks.get(&mark));
        let shown = mark.map(|(shape, color)| (shape, color));
        show((&mut mesh, &mut material, &mut visibility), shown);
    }
}

#[cfg(test)]
mod tests {
    use bevy::mesh::VertexAttributeValues;

    use super::*;
    use crate::board::RADIUS;
    use crate::board::cells::BEVEL;

    /// Radius of the foot of the widest piece, metres.
    const FOOT: f32 = 0.1 * RADIUS;
    /// Between two points of the tile that are looked at, metres.
    const STEP: f32 = 0.0005;

    fn triangles(mesh: &Mesh) -> Vec<[Vec2; 3]> {
        let Some(VertexAttributeValues::Float32x3(points)) =
            mesh.attribute(Mesh::ATTRIBUTE_POSITION)
        else {
            panic!("no points");
        };
        let at = |i: usize| Vec2::new(points[i][0], points[i][2]);
        let corners: Vec<usize> = mesh.indices().unwrap().iter().collect();
        let triangles = corners.chunks(3);
        triangles.map(|c| [at(c[0]), at(c[1]), at(c[2])]).collect()
    }

    fn holds([a, b, c]: [Vec2; 3], point: Vec2) -> bool {
        let side = |from: Vec2, to: Vec2| (to - from).perp_dot(point - from);
        let sides = [side(a, b), side(b, c), side(c, a)];
        sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0)
    }

    /// Which points of the square round a tile a shape covers.
    fn covered(mesh: &Mesh) -> Vec<bool> {
        let triangles = triangles(mesh);
        let reach = (0.08 / STEP) as i32;
        let at = |i: i32| i as f32 * STEP;
        (-reach..reach)
            .flat_map(|x| (-reach..reach).map(move |y| Vec2::new(at(x), at(y))))
            .map(|point| triangles.iter().any(|triangle| holds(*triangle, point)))
            .collect()
    }

    fn corners() -> [[Vec3; 3]; 2] {
        [0, 1].map(|tile| cell_corners(Cell::new(tile)))
    }

    #[test]
    fn signs_lie_on_their_tiles_and_clear_of_the_pieces_on_them() {
        for corners in corners() {
            let tile = shapes::inset(corners, BEVEL).map(|corner| Vec2::new(corner.x, corner.z));
            for sign in Sign::ALL {
                let triangles = triangles(&sign.mesh(corners));
                for point in triangles.iter().flatten() {
                    assert!(holds(tile, *point), "{sign:?} at {point}");
                    let is_clear = point.length() >= FOOT;
                    // Nothing stands where the last move began.
                    assert!(is_clear || sign == Sign::Start, "{sign:?} at {point}");
                }
            }
        }
    }

    #[test]
    fn no_two_signs_or_frames_look_alike_without_colour() {
        for corners in corners() {
            let styles = FrameStyle::ALL.map(|style| shapes::frame(corners, style));
            let signs = Sign::ALL.map(|sign| sign.mesh(corners));
            let shapes: Vec<_> = signs.iter().chain(&styles).map(covered).collect();
            for (i, one) in shapes.iter().enumerate() {
                for other in &shapes[..i] {
                    let count = |is: fn(bool, bool) -> bool| {
                        let both = one.iter().zip(other);
                        both.filter(|(a, b)| is(**a, **b)).count() as f32
                    };
                    let alike = count(|a, b| a && b) / count(|a, b| a || b);
                    assert!(alike < 0.8, "{i} is like another: {alike}");
                }
            }
        }
    }

    #[test]
    fn what_lies_on_a_tint_is_far_from_it_in_lightness() {
        let lightness = |color: Color| color.to_linear().luminance();
        for (tint, ink) in [
            (palette::LAST, palette::INK),
            (palette::CHECKER, palette::INK),
            (palette::CHECKED, palette::CHALK),
        ] {
            let (a, b) = (lightness(tint), lightness(ink));
            // The contrast of WCAG 2.2, which asks for 3 of what is no text.
            let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
            assert!(contrast > 4.0, "{tint:?} and {ink:?}: {contrast}");
        }
    }
}
