//! Plates for choosing between moves, next to the picked cell. Each shows the resulting piece. A
//! move that awaits confirmation has one plate, which shows the moving piece.

use bevy::prelude::*;
use bevy_rapier3d::prelude::Collider;

use crate::pieces::materials::PieceLooks;
use crate::stage::drawing::unlit;
use crate::stage::root::BoardRoot;
use crate::stage::shape::{BoardShape, PlayerSeat, mesh};
use crate::stage::spread::Spread;
use crate::stage::taught::Taught;
use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;
use icochess_play::interaction::choice::{Choice, MoveOption};
use icochess_rules::{AnyPosition, Cell, Effect, Move, Piece};
use icochess_shape::{Hold, Seat, Shape, TriangleMesh, frame, lettering};

/// Width and height of a plate, in metres: 3.6° at 0.8 m (Meta asks for 2.8°).
const PLATE: Vec2 = Vec2::new(0.050, 0.064);
/// Gap between two plates, in metres.
const GAP: f32 = 0.006;
/// Distance of the plates from the picked cell, away from the board, in metres. It leaves room for
/// a queen.
const ABOVE: f32 = 0.11;
/// Distance between the board and the plate for confirmation, in metres.
const CLEAR: f32 = 0.03;
/// Distance from a layer's outermost cells to the plate for confirmation, in metres. It leaves room
/// for half a cell and the rim.
const BESIDE: f32 = 0.045;
/// Largest shift of the plates towards the middle of the board, in metres. At a table's far edge
/// the plates move towards the player, at its near edge away.
const INWARDS: f32 = 0.09;
/// Scale of the pieces on the plates, in metres per unit of their meshes.
const PIECES: f32 = 0.10;
/// Height of the letters, in metres.
const LETTER: f32 = 0.009;

/// Colour of a plate, on which the pieces of both sides are visible.
const PLAIN: Color = Color::srgb(0.34, 0.37, 0.43);
/// Colour of a hovered plate: dark gold.
const POINTED: Color = Color::srgb(0.55, 0.38, 0.12);
/// Colour of the letters on plates. Their contrast is at least 4.5:1 on either plate.
const INK: Color = Color::srgb(0.95, 0.92, 0.85);

/// Parent of the visible plates.
#[derive(Component)]
struct Plates;

#[derive(Resource)]
struct PlateLooks {
    plain: Handle<StandardMaterial>,
    pointed: Handle<StandardMaterial>,
    ink: Handle<StandardMaterial>,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, load_looks)
        .add_systems(
            Update,
            (
                show_plates.run_if(resource_changed::<Choice>.or_else(resource_changed::<Taught>)),
                face_player.run_if(any_with_component::<Plates>),
            )
                .chain()
                .in_set(AppSystems::Scene),
        )
        .add_observer(on_over)
        .add_observer(on_out);
}

fn load_looks(mut commands: Commands, mut materials: ResMut<Assets<StandardMaterial>>) {
    let mut glow = |color| materials.add(unlit(color));
    commands.insert_resource(PlateLooks {
        plain: glow(PLAIN),
        pointed: glow(POINTED),
        ink: glow(INK),
    });
}

/// Returns the piece that the move promotes to, if it promotes.
fn becomes(position: &dyn AnyPosition, mv: Move) -> Option<Piece> {
    let mut effects = position.effects(mv).into_iter();
    effects.find_map(|effect| match effect {
        Effect::Became { to, .. } => Some(to),
        _ => None,
    })
}

/// Returns the frame of the plates in the world, with +y towards the player's eyes and -z upwards.
fn facing(place: Vec3, eye: Vec3) -> Transform {
    Transform {
        translation: place,
        rotation: frame(eye - place, Vec3::NEG_Y),
        scale: Vec3::ONE,
    }
}

/// Returns the place of the plates in the world; `None` without a choice.
fn hanging(
    choice: &Choice,
    (shape, spread): (&Shape, &Spread),
    root: &Transform,
    seat: &Seat,
) -> Option<Transform> {
    let choosing = choice.0.as_ref()?;
    let place = shape.frame(choosing.cell);
    let place = place.with_translation(spread.centre(choosing.cell, shape));
    let up = place.rotation * Vec3::Y;
    if choosing.to_confirm().is_some() && shape.is_layered() {
        let at = beside_layer(choosing.cell, (shape, spread), root, seat);
        return Some(facing(at, seat.eye));
    }
    if choosing.to_confirm().is_some() {
        // Above the cell on screen, so that the cell stays visible and can be picked again.
        let foot = root.transform_point(place.translation + up * CLEAR);
        let mut away = foot + Vec3::Y * ABOVE - root.translation;
        if shape.hold == Hold::Ball {
            away = away.clamp_length_min(foot.distance(root.translation) + CLEAR);
        }
        return Some(facing(root.translation + away, seat.eye));
    }
    let inwards = (-place.translation).reject_from(up);
    let at = place.translation + up * ABOVE + inwards.clamp_length_max(INWARDS);
    let at = root.transform_point(at);
    Some(facing(at, seat.eye))
}

/// Returns the place of a plate in the world, next to the layer of a cell. Above the cell, it would
/// cover the next layer.
fn beside_layer(
    cell: Cell,
    (shape, spread): (&Shape, &Spread),
    root: &Transform,
    seat: &Seat,
) -> Vec3 {
    let right = (seat.centre - seat.eye)
        .cross(Vec3::Y)
        .normalize_or(Vec3::X);
    let along = root.rotation.inverse() * right;
    let own = shape.centre(cell).dot(along);
    let out = own.signum();
    let is_beside = |other: &Cell| {
        let offset = shape.centre(*other) - shape.centre(cell);
        let parts = [cell, *other].map(|it| shape.places[it.index()].part);
        parts[0] == parts[1] && offset.y.abs() < CLEAR
    };
    let layer = shape.cells().filter(is_beside);
    let edge = layer.map(|it| shape.centre(it).dot(along) * out);
    let edge = edge.fold(own * out, f32::max);
    let at = spread.centre(cell, shape) + along * (out * (edge + BESIDE) - own);
    root.transform_point(at) + (right * out * PLATE.x + Vec3::Y * PLATE.y) / 2.0
}

fn show_plates(
    mut commands: Commands,
    (choice, taught): (Res<Choice>, Res<Taught>),
    (game, shape, seat): (Res<Match>, Res<BoardShape>, Res<PlayerSeat>),
    spread: Res<Spread>,
    root: Single<&Transform, With<BoardRoot>>,
    shown: Query<Entity, With<Plates>>,
    looks: Res<PlateLooks>,
    pieces: Res<PieceLooks>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    for plates in &shown {
        commands.entity(plates).despawn();
    }
    // The choice belongs to the game, not to a lesson.
    if taught.is_on() {
        return;
    }
    let (Some(choosing), Some(place)) =
        (&choice.0, hanging(&choice, (&shape, &spread), &root, &seat))
    else {
        return;
    };
    let position = game.position();
    let plates = (Plates, Name::new("choices"), place, Visibility::default());
    let plates = commands.spawn(plates).id();
    let half = PLATE / 2.0;
    let mut face = TriangleMesh::default();
    face.polygon(&[
        Vec3::new(-half.x, 0.0, half.y),
        Vec3::new(half.x, 0.0, half.y),
        Vec3::new(half.x, 0.0, -half.y),
        Vec3::new(-half.x, 0.0, -half.y),
    ]);
    let face = meshes.add(mesh(face));
    let middle = (choosing.moves.len() - 1) as f32 / 2.0;
    for (number, &mv) in choosing.moves.iter().enumerate() {
        let is_asked = choosing.to_confirm().is_some();
        let becomes = becomes(position, mv);
        let rules = becomes.map(|piece| position.rules_of(piece.role));
        let name = match rules {
            _ if is_asked => "play".to_owned(),
            Some(rules) => rules.name.to_owned(),
            None => position.uci(mv),
        };
        let text = match rules {
            Some(rules) if !is_asked => rules.letter.to_string(),
            _ => name.to_uppercase(),
        };
        let moved = position.piece_at(mv.from).filter(|_| is_asked);
        let across = (number as f32 - middle) * (PLATE.x + GAP);
        let below = Transform::from_xyz(0.0, 0.0006, half.y - LETTER);
        let letter = meshes.add(mesh(lettering::written(&text, LETTER, below)));
        commands
            .spawn((
                MoveOption(mv),
                Name::new(format!("choice {name}")),
                Mesh3d(face.clone()),
                MeshMaterial3d(looks.plain.clone()),
                Transform::from_xyz(across, 0.0, 0.0),
                // Thick enough to cover the piece in front of the plate.
                Collider::cuboid(half.x, 0.006, half.y),
                ChildOf(plates),
            ))
            .with_children(|plate| {
                plate.spawn((
                    Mesh3d(letter),
                    MeshMaterial3d(looks.ink.clone()),
                    Transform::default(),
                ));
                if let Some(piece) = becomes.or(moved) {
                    plate.spawn((
                        pieces.look(shape.model(position, piece.role), piece.side),
                        Transform {
                            translation: Vec3::new(0.0, 0.012, half.y - LETTER * 2.0),
                            rotation: frame(Vec3::NEG_Z, Vec3::Y),
                            scale: Vec3::splat(PIECES / shape.piece_scale),
                        },
                    ));
                }
            });
    }
}

fn face_player(
    choice: Res<Choice>,
    (shape, seat, spread): (Res<BoardShape>, Res<PlayerSeat>, Res<Spread>),
    root: Single<&Transform, (With<BoardRoot>, Without<Plates>)>,
    mut plates: Single<&mut Transform, With<Plates>>,
) {
    if let Some(place) = hanging(&choice, (&shape, &spread), &root, &seat) {
        plates.set_if_neq(place);
    }
}

fn on_over(
    over: On<Pointer<Over>>,
    looks: Res<PlateLooks>,
    mut plates: Query<&mut MeshMaterial3d<StandardMaterial>, With<MoveOption>>,
) {
    if let Ok(mut plate) = plates.get_mut(over.entity) {
        plate.0 = looks.pointed.clone();
    }
}

fn on_out(
    out: On<Pointer<Out>>,
    looks: Res<PlateLooks>,
    mut plates: Query<&mut MeshMaterial3d<StandardMaterial>, With<MoveOption>>,
) {
    if let Ok(mut plate) = plates.get_mut(out.entity) {
        plate.0 = looks.plain.clone();
    }
}
