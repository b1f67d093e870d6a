//! The pieces on the ball, and how they move.

use bevy::prelude::*;

use super::piece_mesh::{PieceKind, piece_meshes};
use super::spin::up_for;
use super::{BoardRoot, RADIUS, cell_frame, frame, role_name};
use crate::game::messages::{GameReset, MoveMade, MoveUndone};
use crate::game::{Match, tables};
use crate::rules::{Cell, CellSet, Move, Piece, Role, Side};
use crate::schedule::AppSystems;

/// Seconds that a move takes on the board.
pub const GLIDE_SECONDS: f32 = 0.25;
/// How high a piece is lifted on its way, metres.
const LIFT: f32 = 0.012;

/// The cell a piece stands on, or is on its way to.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceOn(pub Cell);

/// Fact: a piece has come to rest on that cell, at the end of its way.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrived(pub Cell);

/// A piece on its way: the cells it comes by, and where it is.
#[derive(Component, Debug)]
pub struct Gliding {
    /// Directions from the ball's centre with heights, from start to end.
    way: Vec<Vec3>,
    side: Side,
    elapsed: f32,
}

/// A captured piece on its way out.
#[derive(Component, Debug, Default)]
pub struct Vanishing {
    elapsed: f32,
}

/// Meshes by kind of piece and materials by side.
#[derive(Resource, Debug)]
struct PieceLooks {
    meshes: Vec<Handle<Mesh>>,
    materials: [Handle<StandardMaterial>; 2],
}

/// The model of a role.
#[must_use]
pub fn piece_kind(role: Role) -> PieceKind {
    match role {
        Role::PAWN => PieceKind::Pawn,
        Role::KNIGHT => PieceKind::Knight,
        Role::BISHOP => PieceKind::Bishop,
        Role::ROOK => PieceKind::Rook,
        Role::QUEEN => PieceKind::Queen,
        _ => PieceKind::King,
    }
}

/// Everything that moves pieces.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PieceSystems;

/// Is any piece on its way, to a tile or off the board?
pub fn is_any_moving(moving: Query<(), Or<(With<Gliding>, With<Vanishing>)>>) -> bool {
    !moving.is_empty()
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Arrived>()
        .add_systems(Startup, (load, stand_anew).chain())
        .add_systems(
            Update,
            (
                stand_anew.run_if(on_message::<GameReset>),
                make_moves.run_if(on_message::<MoveMade>),
                take_back.run_if(on_message::<MoveUndone>),
                (glide, vanish),
            )
                .chain()
                .in_set(PieceSystems)
                .in_set(AppSystems::Scene),
        );
}

fn load(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let meshes = piece_meshes()
        .into_iter()
        .map(|mesh| meshes.add(mesh.scaled_by(Vec3::splat(RADIUS))))
        .collect();
    let mut material = |base_color, reflectance| {
        materials.add(StandardMaterial {
            base_color,
            perceptual_roughness: 0.42,
            reflectance,
            ..default()
        })
    };
    commands.insert_resource(PieceLooks {
        meshes,
        // Ivory and ebony: far apart in lightness, so that the sides differ
        // without colour vision.
        materials: [
            material(Color::srgb(0.93, 0.87, 0.74), 0.45),
            material(Color::srgb(0.085, 0.065, 0.06), 0.6),
        ],
    });
}

/// Where a piece of `side` stands at `place`, a point in the board's frame.
fn standing(side: Side, place: Vec3, up: Vec3) -> Transform {
    Transform {
        translation: place,
        rotation: frame(up, up_for(side, place)),
        scale: Vec3::ONE,
    }
}

fn on_cell(side: Side, cell: Cell) -> Transform {
    let tile = cell_frame(cell);
    standing(side, tile.translation, tile.rotation * Vec3::Y)
}

fn piece_name(piece: Piece, cell: Cell) -> Name {
    let side = match piece.side {
        Side::White => "white",
        Side::Black => "black",
    };
    Name::new(format!(
        "{side} {} {}",
        role_name(piece.role),
        tables().name(cell)
    ))
}

fn spawn_piece(
    commands: &mut Commands,
    looks: &PieceLooks,
    root: Entity,
    piece: Piece,
    cell: Cell,
) {
    commands.spawn((
        piece_name(piece, cell),
        PieceOn(cell),
        Mesh3d(looks.meshes[piece_kind(piece.role) as usize].clone()),
        MeshMaterial3d(looks.materials[piece.side.index()].clone()),
        on_cell(piece.side, cell),
        ChildOf(root),
    ));
}

fn stand_anew(
    mut commands: Commands,
    game: Res<Match>,
    looks: Res<PieceLooks>,
    root: Single<Entity, With<BoardRoot>>,
    standing: Query<Entity, Or<(With<PieceOn>, With<Vanishing>)>>,
) {
    for entity in &standing {
        commands.entity(entity).despawn();
    }
    let position = game.position();
    for cell in position.occupied().cells() {
        if let Some(piece) = position.piece_at(cell) {
            spawn_piece(&mut commands, &looks, *root, piece, cell);
        }
    }
}

/// Starts a piece on its way through the centres of `cells`.
fn send(
    commands: &mut Commands,
    entity: Entity,
    piece: Piece,
    from: Cell,
    cells: impl IntoIterator<Item = Cell>,
) {
    let mut to = from;
    let way = std::iter::once(from)
        .chain(cells)
        .inspect(|cell| to = *cell)
        .map(|cell| cell_frame(cell).translation)
        .collect();
    commands.entity(entity).insert((
        PieceOn(to),
        piece_name(piece, to),
        Gliding {
            way,
            side: piece.side,
            elapsed: 0.0,
        },
    ));
}

fn make_moves(
    mut commands: Commands,
    game: Res<Match>,
    mut moves: MessageReader<MoveMade>,
    pieces: Query<(Entity, &PieceOn), Without<Vanishing>>,
) {
    let find = |cell| pieces.iter().find(|(_, on)| on.0 == cell).map(|(e, _)| e);
    for made in moves.read() {
        let Move { from, to, .. } = made.mv;
        if made.captured.is_some()
            && let Some(entity) = find(to)
        {
            commands
                .entity(entity)
                .insert(Vanishing::default())
                .remove::<(PieceOn, Gliding, Name)>();
        }
        if let Some(entity) = find(from) {
            let tree = game.tree();
            let before = tree
                .ply()
                .checked_sub(1)
                .and_then(|ply| tree.position_at(ply));
            let way = before.map_or_else(|| vec![to], |position| position.path(made.mv));
            send(&mut commands, entity, made.piece, from, way);
        }
    }
}

fn take_back(
    mut commands: Commands,
    game: Res<Match>,
    looks: Res<PieceLooks>,
    root: Single<Entity, With<BoardRoot>>,
    mut undone: MessageReader<MoveUndone>,
    pieces: Query<(Entity, &PieceOn), Without<Vanishing>>,
) {
    for undo in undone.read() {
        let Move { from, to, .. } = undo.mv;
        let position = game.position();
        if let Some((entity, _)) = pieces.iter().find(|(_, on)| on.0 == to)
            && let Some(piece) = position.piece_at(from)
        {
            let mut way = position.path(undo.mv);
            way.reverse();
            way.remove(0);
            way.push(from);
            send(&mut commands, entity, piece, to, way);
        }
        if let Some(restored) = undo.restored {
            spawn_piece(&mut commands, &looks, *root, restored, to);
        }
    }
}

fn glide(
    mut commands: Commands,
    time: Res<Time>,
    mut pieces: Query<(Entity, &PieceOn, &mut Gliding, &mut Transform)>,
    mut arrived: MessageWriter<Arrived>,
) {
    for (entity, on, mut gliding, mut transform) in &mut pieces {
        gliding.elapsed += time.delta_secs();
        let t = gliding.elapsed / GLIDE_SECONDS;
        if t >= 1.0 {
            *transform = on_cell(gliding.side, on.0);
            commands.entity(entity).remove::<Gliding>();
            arrived.write(Arrived(on.0));
            continue;
        }
        // Ease in and out.
        let eased = t * t * (3.0 - 2.0 * t);
        let legs = gliding.way.len() - 1;
        let along = eased * legs as f32;
        let leg = (along as usize).min(legs - 1);
        let (a, b) = (gliding.way[leg], gliding.way[leg + 1]);
        let part = along - leg as f32;
        // Round the ball, not through it.
        let direction = a.lerp(b, part).normalize();
        let height = a.length() + (b.length() - a.length()) * part;
        let lift = (eased * std::f32::consts::PI).sin() * LIFT;
        *transform = standing(gliding.side, direction * (height + lift), direction);
    }
}

/// A captured piece rises and shrinks away.
fn vanish(
    mut commands: Commands,
    time: Res<Time>,
    mut pieces: Query<(Entity, &mut Vanishing, &mut Transform)>,
) {
    for (entity, mut vanishing, mut transform) in &mut pieces {
        vanishing.elapsed += time.delta_secs();
        let t = vanishing.elapsed / GLIDE_SECONDS;
        if t >= 1.0 {
            commands.entity(entity).despawn();
            continue;
        }
        let up = transform.rotation * Vec3::Y;
        transform.translation += up * (0.15 * time.delta_secs());
        transform.scale = Vec3::splat(1.0 - t * t);
    }
}
