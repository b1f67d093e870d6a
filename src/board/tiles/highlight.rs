//! Which tile shows what: hover, the selection and its targets, the last move, check, and what a
//! move was refused for; to learners also the neighbours of what is pointed at, and the pieces that
//! give check. What that looks like is in [`looks`](crate::board::stage::looks).

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy::render::render_resource::Face;

use super::focus::{Focus, FocusSystems};
use super::threats::Threats;
use crate::board::stage::decals;
use crate::board::stage::learning::Learning;
use crate::board::stage::looks::{FrameKind, Mark, Sign, TileLook, Tint};
use crate::board::stage::palette::Palette;
use crate::board::stage::pictured::Pictured;
use crate::board::stage::root::BuildSystems;
use crate::board::stage::shape::BoardShape;
use crate::board::stage::taught::Taught;
use crate::board::tiles::veil::Veiled;
use crate::computer::Hint;
use crate::game::{Match, OnCell};
use crate::interaction::choice::{Choice, Choosing};
use crate::interaction::{Hovered, Selection};
use crate::schedule::AppSystems;
use icochess_boards::Scene;
use icochess_rules::{AnyPosition, Cell, CellSet, Effect, Move, MoveKind, Target, WideSet};
use icochess_shape::{Shape, frame};

/// The state of marks that does not depend on where pointers are.
#[derive(Default)]
struct MarkState {
    last: Option<Move>,
    /// The king in check.
    checked: Option<Cell>,
    /// The pieces that are shown to give check.
    checkers: WideSet,
    selected: Option<Cell>,
    /// The place that was picked for a move which still waits.
    picked: Option<Cell>,
    /// The marks of what the selected piece can do, by the cell that is picked for it; over
    /// them the ways of what attacks the king after a move that was refused.
    marks: HashMap<Cell, Mark>,
    /// Whether the marks are of the game, not of a lesson.
    is_game: bool,
    /// Whether neighbours of what is pointed at have frames.
    is_learning: bool,
}

/// The marks of the cells that can be picked.
fn marks(position: &dyn AnyPosition, targets: Vec<Target>) -> HashMap<Cell, Mark> {
    let mark = |target: Target| {
        let effects = position.effects(target.mv);
        let takes = effects
            .iter()
            .any(|effect| matches!(effect, Effect::Taken { .. }));
        let mark = if takes {
            Mark::Capture
        } else if position.piece_at(target.cell).is_some() {
            Mark::Partner
        } else {
            Mark::Move
        };
        (target.cell, mark)
    };
    targets.into_iter().map(mark).collect()
}

impl MarkState {
    fn of(
        game: &Match,
        (selection, choice): (&Selection, &Choice),
        shape: &Shape,
        threats: &Threats,
        learning: Learning,
    ) -> Self {
        let position = game.position();
        // While it is told why a move was refused, only that counts. Else the sign of the king says
        // enough: one at a time.
        let is_told = !threats.all().is_empty();
        let checkers = match (is_told, learning.is_on()) {
            (true, _) => threats.attackers(),
            (false, true) => position.checkers(),
            (false, false) => WideSet::EMPTY,
        };
        let royal = position.royal(position.turn());
        let picked = choice.0.as_ref();
        let is_of_part = |choosing: &&Choosing| choosing.moves.iter().any(is_carriage);
        let selected = selection.0;
        // Where parts have handles, those show it.
        let has_handles = shape.has_handles();
        let is_part = has_handles && selected.part().is_some();
        let mut marks = if is_part {
            HashMap::default()
        } else {
            marks(position, selected.targets(game))
        };
        let ways = threats.ways().cells().filter(|cell| Some(*cell) != royal);
        marks.extend(ways.map(|cell| (cell, Mark::Threat)));
        Self {
            last: game
                .record()
                .last()
                .filter(|mv| !has_handles || !is_carriage(mv)),
            checked: royal.filter(|_| is_told || position.is_check()),
            checkers,
            selected: selected.cell().filter(|_| !is_part),
            picked: picked
                .filter(|it| !has_handles || !is_of_part(it))
                .map(|choosing| choosing.cell),
            marks,
            is_game: true,
            is_learning: learning.is_on(),
        }
    }

    /// The marks of a lesson that is shown in place of the game.
    fn taught(scene: &Scene) -> Self {
        let position = scene.position();
        Self {
            selected: Some(scene.cell),
            marks: marks(position, position.targets(scene.cell)),
            ..Self::default()
        }
    }

    /// What the tile of `cell` shows now.
    fn look(
        &self,
        cell: Cell,
        (shape, focus): (&Shape, &Focus),
        (hovered, pictured): (&Hovered, &Pictured),
        hint: &Hint,
    ) -> TileLook {
        let hint = hint
            .0
            .as_ref()
            .filter(|hint| self.is_game && !(shape.has_handles() && is_carriage(&hint.mv)));
        let sign = Sign::of(
            self.last.is_some_and(|mv| mv.from == cell),
            self.last.is_some_and(|mv| mv.to == cell),
            self.checked == Some(cell),
            self.checkers.contains(cell),
        );
        let frame = if pictured.middle().is_some() {
            frame_of_picture(pictured, cell, shape)
        } else if self.selected == Some(cell) || self.picked == Some(cell) {
            Some(FrameKind::Selected)
        } else if hovered.contains(cell) {
            Some(FrameKind::Hovered)
        } else if hint.is_some_and(|shown| shown.mv.from == cell || shown.mv.to == cell) {
            Some(FrameKind::Hint)
        } else {
            // Of what fades, nothing is shown.
            let is_shown = self.is_learning && !focus.fades(cell);
            let pointed = hovered.first().filter(|_| is_shown);
            pointed
                .and_then(|pointed| shape.relation(pointed, cell))
                .map(FrameKind::from)
        };
        let plain = if focus.fades(cell) {
            Tint::Faded
        } else {
            Tint::Plain
        };
        let is_on_way = hint.is_some_and(|shown| shown.way.contains(&cell));
        let mark = self.marks.get(&cell).copied();
        TileLook {
            tint: sign.map_or(plain, Sign::tint),
            sign,
            frame,
            mark: mark.or(is_on_way.then_some(Mark::Hint)),
        }
    }
}

/// The frame that a cell has in the picture of a cell and its neighbours.
fn frame_of_picture(pictured: &Pictured, cell: Cell, shape: &Shape) -> Option<FrameKind> {
    if pictured.middle() == Some(cell) {
        return Some(FrameKind::Hovered);
    }
    pictured.shows(cell, shape).map(FrameKind::from)
}

/// Whether a move carries a part of the board.
fn is_carriage(mv: &Move) -> bool {
    mv.kind == MoveKind::Carriage
}

/// The rotation of the arrow on the tile that the last move left, in the tile's frame.
fn along(game: &Match, shape: &Shape) -> Option<Quat> {
    let mv = game.record().last()?;
    let effects = game.before_last()?.effects(mv);
    let next = effects.iter().find_map(|effect| match effect {
        Effect::Moved { way, .. } if way[0] == mv.from => way.get(1).copied(),
        _ => None,
    })?;
    let tile = shape.frame(mv.from);
    let way = shape.centre(next) - tile.translation;
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
    /// By tint, then by kind of tile.
    tints: HashMap<Tint, Vec<Handle<StandardMaterial>>>,
    /// By sign, then by kind of tile.
    signs: HashMap<Sign, (Vec<Handle<Mesh>>, Handle<StandardMaterial>)>,
    /// By kind of frame, then by kind of tile.
    frames: HashMap<FrameKind, (Vec<Handle<Mesh>>, Handle<StandardMaterial>)>,
    marks: HashMap<Mark, (Handle<Mesh>, Handle<StandardMaterial>)>,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            load.after(super::cells::spawn).in_set(BuildSystems),
            recolour
                .run_if(resource_exists::<Looks>.and_then(resource_changed::<Palette>))
                .in_set(AppSystems::Scene),
            repaint
                .run_if(
                    resource_changed::<Match>
                        .or_else(resource_changed::<Selection>)
                        .or_else(resource_changed::<Choice>)
                        .or_else(resource_changed::<Taught>)
                        .or_else(resource_changed::<Hovered>)
                        .or_else(resource_changed::<Hint>)
                        .or_else(resource_changed::<Pictured>)
                        .or_else(resource_changed::<Threats>)
                        .or_else(resource_changed::<Veiled>)
                        .or_else(resource_changed::<Learning>)
                        .or_else(resource_changed::<Focus>),
                )
                .after(FocusSystems)
                .in_set(AppSystems::Scene),
        ),
    );
}

fn load(
    mut commands: Commands,
    (shape, palette): (Res<BoardShape>, Res<Palette>),
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    tiles: Query<Entity, With<OnCell>>,
) {
    let mut faces = |tint: Tint| -> Vec<_> {
        let kinds = shape.kinds.iter().enumerate();
        kinds
            .map(|(index, kind)| {
                let is_glass = kind.shade.alpha() < 1.0;
                let base_color = palette.face(tint, index, kind.shade);
                materials.add(StandardMaterial {
                    base_color,
                    alpha_mode: alpha_mode(base_color),
                    perceptual_roughness: kind.roughness,
                    reflectance: 0.25,
                    // Glass is seen from below, too.
                    double_sided: is_glass,
                    cull_mode: (!is_glass).then_some(Face::Back),
                    ..default()
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
            base_color,
            unlit: true,
            ..default()
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
            let shapes = by_kind(&|outline| decals::frame(outline, kind.style()));
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
    commands.insert_resource(Looks {
        tints,
        signs,
        frames,
        marks,
    });
    for tile in &tiles {
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
    looks: Res<Looks>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let mut paint = |material: &Handle<StandardMaterial>, color| {
        if let Some(mut material) = materials.get_mut(material) {
            material.base_color = color;
            material.alpha_mode = alpha_mode(color);
        }
    };
    for (tint, faces) in &looks.tints {
        for (index, face) in faces.iter().enumerate() {
            paint(face, palette.face(*tint, index, shape.kinds[index].shade));
        }
    }
    for (kind, (_, material)) in &looks.frames {
        paint(material, palette.frame(*kind));
    }
    for (mark, (_, material)) in &looks.marks {
        paint(material, palette.mark(*mark));
    }
}

/// The components by which a layer of a tile is shown.
type Layer = (
    &'static mut Mesh3d,
    &'static mut MeshMaterial3d<StandardMaterial>,
    &'static mut Visibility,
);

/// Shows a shape in its colour, or nothing. What is there for whoever points is seen
/// also where the cell is missing: a part of the board may be put there.
fn show(
    (mesh, material, visibility): (
        &mut Mesh3d,
        &mut MeshMaterial3d<StandardMaterial>,
        &mut Mut<Visibility>,
    ),
    shown: Option<(&Handle<Mesh>, &Handle<StandardMaterial>)>,
    as_seen: Visibility,
) {
    if let Some((shape, color)) = shown {
        mesh.0 = shape.clone();
        material.0 = color.clone();
    }
    visibility.set_if_neq(if shown.is_some() {
        as_seen
    } else {
        Visibility::Hidden
    });
}

fn repaint(
    (game, shape, taught): (Res<Match>, Res<BoardShape>, Res<Taught>),
    focus: Res<Focus>,
    (selection, choice): (Res<Selection>, Res<Choice>),
    (hovered, pictured, threats): (Res<Hovered>, Res<Pictured>, Res<Threats>),
    (hint, veiled, learning): (Res<Hint>, Res<Veiled>, Res<Learning>),
    looks: Res<Looks>,
    mut standing: Local<MarkState>,
    mut commands: Commands,
    mut tiles: Query<(
        Entity,
        &OnCell,
        &mut TileLook,
        Option<&mut MeshMaterial3d<StandardMaterial>>,
    )>,
    mut signs: Query<
        (&SignOf, Layer, &mut Transform),
        (Without<FrameOf>, Without<MarkOf>, Without<OnCell>),
    >,
    mut frames: Query<(&FrameOf, Layer), (Without<MarkOf>, Without<OnCell>)>,
    mut marks: Query<(&MarkOf, Layer), (Without<FrameOf>, Without<OnCell>)>,
) {
    let is_changed = game.is_changed()
        || selection.is_changed()
        || choice.is_changed()
        || threats.is_changed()
        || taught.is_changed();
    let is_hidden = veiled.0 && !taught.is_on();
    if is_hidden {
        *standing = MarkState::default();
    } else if is_changed || veiled.is_changed() || learning.is_changed() {
        *standing = match taught.scene() {
            Some(scene) => MarkState::taught(scene),
            None => {
                let game = taught.game(&game);
                MarkState {
                    is_game: !taught.is_on(),
                    ..MarkState::of(game, (&selection, &choice), &shape, &threats, *learning)
                }
            }
        };
    }
    let kind_of = |cell: Cell| shape.places[cell.index()].kind;
    let mut repainted: HashMap<Entity, (Cell, TileLook)> = HashMap::default();
    for (entity, &OnCell(cell), mut shown, material) in &mut tiles {
        let now = if is_hidden {
            // Of the game nothing is shown; the rules are no secret.
            TileLook {
                frame: frame_of_picture(&pictured, cell, &shape),
                ..TileLook::default()
            }
        } else {
            let pointed = (&*hovered, &*pictured);
            standing.look(cell, (&shape, &focus), pointed, &hint)
        };
        // Two moves may begin on the same tile and go different ways.
        let may_turn = now.sign == Some(Sign::Start) && game.is_changed();
        if material.is_some() && *shown == now && !may_turn {
            continue;
        }
        if (material.is_none() || shown.tint != now.tint)
            && let Some(tints) = looks.tints.get(&now.tint)
        {
            let tint = tints[kind_of(cell)].clone();
            match material {
                Some(mut material) => material.0 = tint,
                None => {
                    commands.entity(entity).insert(MeshMaterial3d(tint));
                }
            }
        }
        *shown = now;
        repainted.insert(entity, (cell, now));
    }
    for (SignOf(tile), (mut mesh, mut material, mut visibility), mut place) in &mut signs {
        let Some((cell, look)) = repainted.get(tile) else {
            continue;
        };
        let sign = look.sign.and_then(|sign| looks.signs.get(&sign));
        let shown = sign.map(|(shapes, color)| (&shapes[kind_of(*cell)], color));
        let as_seen = Visibility::Inherited;
        show((&mut mesh, &mut material, &mut visibility), shown, as_seen);
        let turned = if look.sign == Some(Sign::Start) {
            along(taught.game(&game), &shape)
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
        let shown = frame.map(|(shapes, color)| (&shapes[kind_of(*cell)], color));
        let as_seen = match look.frame {
            Some(FrameKind::Hovered | FrameKind::Selected | FrameKind::Hint) => Visibility::Visible,
            _ => Visibility::Inherited,
        };
        show((&mut mesh, &mut material, &mut visibility), shown, as_seen);
    }
    for (MarkOf(tile), (mut mesh, mut material, mut visibility)) in &mut marks {
        let Some((_, look)) = repainted.get(tile) else {
            continue;
        };
        let mark = look.mark.and_then(|mark| looks.marks.get(&mark));
        let shown = mark.map(|(shape, color)| (shape, color));
        let as_seen = Visibility::Visible;
        show((&mut mesh, &mut material, &mut visibility), shown, as_seen);
    }
}
