//! The ways of a rider over a ball, along its surface; and where they go out of sight, how many
//! of its targets are behind.

use bevy::platform::collections::{HashMap, HashSet};
use bevy::prelude::*;

use super::threats::{ThreatSystems, Threats};
use super::veil::Veiled;
use crate::board::pieces::standing::PieceSystems;
use crate::board::stage::decals;
use crate::board::stage::looks::Mark;
use crate::board::stage::palette::Palette;
use crate::board::stage::parts;
use crate::board::stage::root::{BoardRoot, BuildSystems};
use crate::board::stage::shape::{BoardShape, PlayerSeat, mesh};
use crate::board::stage::taught::Taught;
use crate::board::turning::spin::TurnSystems;
use crate::game::Match;
use crate::interaction::Selection;
use crate::schedule::AppSystems;
use icochess_rules::{AnyPosition, Cell, CellSet, Effect, Target, WideSet, set_of};
use icochess_shape::{Flat, Hold, Seat, Shape, frame, is_turned_away, lettering};

/// Width of a way, metres.
const WIDTH: f32 = 0.0035;
/// Thickness of a way, metres.
const THIN: f32 = 0.0004;
/// Height of a way above the tiles, metres: below the marks.
const ABOVE: f32 = 0.0008;
/// Height of the digits of a number, metres.
const DIGITS: f32 = 0.015;
/// Radius of the disc behind a number, metres.
const DISC: f32 = 0.0155;
/// The ground of a number: dark before whatever is behind the ball.
const GROUND: Color = Color::srgb(0.05, 0.055, 0.08);
/// Distance of a number from the middle of the ball, as a multiple of the radius: just beside it.
const BESIDE: f32 = 1.1;

/// The ways of the piece that is selected on a ball, or taught.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct Ways {
    /// The cells of each from the piece on, as far as it can go; none is the beginning of another.
    pub all: Vec<Vec<Cell>>,
    /// The targets of the piece.
    pub targets: WideSet,
}

/// A place where a way goes out of sight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vanishing {
    /// Its direction in the frame of the board.
    pub towards: Vec3,
    /// How many targets of this way are out of sight.
    pub behind: usize,
}

impl Ways {
    /// The ways to the targets of the piece on `from`. A step to the next tile is none.
    fn of(position: &dyn AnyPosition, from: Cell, targets: &[Target]) -> Self {
        let ways = targets.iter().filter_map(|target| {
            let effects = position.effects(target.mv).into_iter();
            let mut ways = effects.filter_map(|effect| match effect {
                Effect::Moved { way, .. } if way.first() == Some(&from) => Some(way),
                _ => None,
            });
            ways.next()
        });
        let mut ways: Vec<Vec<Cell>> = ways.filter(|way| way.len() > 2).collect();
        ways.sort_by_key(|way| std::cmp::Reverse(way.len()));
        let mut all: Vec<Vec<Cell>> = Vec::new();
        for way in ways {
            if !all.iter().any(|other| other.starts_with(&way)) {
                all.push(way);
            }
        }
        Self {
            all,
            targets: set_of(targets.iter().map(|target| target.cell)),
        }
    }

    /// The pairs of cells that follow one another on a way, each once.
    fn steps(&self) -> Vec<(Cell, Cell)> {
        let mut seen = HashSet::new();
        let pairs = self.all.iter().flat_map(|way| way.windows(2));
        let pairs = pairs.map(|pair| (pair[0], pair[1]));
        pairs
            .filter(|(a, b)| seen.insert((a.index().min(b.index()), a.index().max(b.index()))))
            .collect()
    }

    /// Where they go out of sight with targets behind, as the board lies.
    pub fn vanishing(&self, rotation: Quat, shape: &Shape, seat: &Seat) -> Vec<Vanishing> {
        let is_hidden = |cell: Cell| is_turned_away(rotation, &shape.frame(cell), seat);
        let found = self.all.iter().filter_map(|way| {
            let first = way.iter().position(|cell| is_hidden(*cell))?;
            let hidden = way[first..].iter().filter(|cell| is_hidden(**cell));
            let behind = hidden.filter(|cell| self.targets.contains(**cell)).count();
            let last = way[first.saturating_sub(1)];
            let towards = rim(shape.centre(last), shape.centre(way[first]), rotation, seat);
            (behind > 0).then_some(Vanishing { towards, behind })
        });
        found.collect()
    }
}

/// The direction between a place in sight and one that is not, in the frame of a ball, where the
/// ball ends for the eye.
fn rim(seen: Vec3, hidden: Vec3, rotation: Quat, seat: &Seat) -> Vec3 {
    let eye = rotation.inverse() * (seat.eye - seat.centre);
    let (mut near, mut far) = (seen, hidden);
    for _ in 0..12 {
        let middle = near.lerp(far, 0.5).normalize() * seen.length();
        if (eye - middle).dot(middle) > 0.0 {
            near = middle;
        } else {
            far = middle;
        }
    }
    far.normalize()
}

/// A piece of a way that is shown, or waits to be.
#[derive(Component, Debug, Clone, Copy)]
pub struct WayPart;

/// The number of the targets that are behind, or one that waits to be shown.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Behind(pub usize);

/// The meshes and materials of ways and numbers.
#[derive(Resource)]
struct WayLook {
    part: Handle<Mesh>,
    disc: Handle<Mesh>,
    ink: Handle<StandardMaterial>,
    ground: Handle<StandardMaterial>,
    /// The numbers that were written so far.
    numbers: HashMap<usize, Handle<Mesh>>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Ways>().add_systems(
        Update,
        (
            load.after(parts::spawn).in_set(BuildSystems),
            (
                recolour.run_if(resource_exists_and_changed::<Palette>),
                find.run_if(
                    resource_changed::<Match>
                        .or_else(resource_changed::<Selection>)
                        .or_else(resource_changed::<Taught>)
                        .or_else(resource_changed::<Threats>)
                        .or_else(resource_changed::<Veiled>),
                ),
                draw.run_if(resource_changed::<Ways>),
                count,
            )
                .chain()
                .run_if(resource_exists::<WayLook>)
                .after(ThreatSystems)
                .after(PieceSystems)
                .after(TurnSystems)
                .in_set(AppSystems::Scene),
        ),
    );
}

fn load(
    mut commands: Commands,
    (shape, palette): (Res<BoardShape>, Res<Palette>),
    mut ways: ResMut<Ways>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    ways.set_if_neq(Ways::default());
    if shape.hold != Hold::Ball {
        commands.remove_resource::<WayLook>();
        return;
    }
    let mut flat = |base_color| {
        materials.add(StandardMaterial {
            base_color,
            unlit: true,
            ..default()
        })
    };
    commands.insert_resource(WayLook {
        part: meshes.add(Cuboid::from_length(1.0)),
        disc: meshes.add(decals::disc(DISC)),
        ink: flat(palette.mark(Mark::Move)),
        ground: flat(GROUND),
        numbers: HashMap::default(),
    });
}

fn recolour(
    (look, palette): (Res<WayLook>, Res<Palette>),
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    if let Some(mut material) = materials.get_mut(&look.ink) {
        material.base_color = palette.mark(Mark::Move);
    }
}

fn find(
    (game, selection, taught): (Res<Match>, Res<Selection>, Res<Taught>),
    (threats, veiled): (Res<Threats>, Res<Veiled>),
    mut ways: ResMut<Ways>,
) {
    let now = match (taught.scene(), selection.0.cell()) {
        (Some(scene), _) => {
            let targets = scene.position().targets(scene.cell);
            Ways::of(scene.position(), scene.cell, &targets)
        }
        // While it is told why a move was refused, only that counts.
        (None, Some(cell)) if !veiled.0 && threats.all().is_empty() => {
            Ways::of(game.position(), cell, &selection.0.targets(&game))
        }
        _ => Ways::default(),
    };
    ways.set_if_neq(now);
}

/// A strip from one place to another, with `up` away from the surface.
fn strip(from: Vec3, to: Vec3, up: Vec3) -> Transform {
    Transform {
        translation: from.midpoint(to),
        rotation: frame(up, to - from),
        scale: Vec3::new(WIDTH, THIN, from.distance(to)),
    }
}

/// Two strips from the middle of a cell over the edge, or corner, to that of the next.
fn over(shape: &Shape, from: Cell, to: Cell) -> [Transform; 2] {
    let [a, b] = [from, to].map(|cell| shape.frame(cell));
    let [up_a, up_b] = [a, b].map(|place| place.rotation * Vec3::Y);
    let between = (a.translation + b.translation).normalize();
    let height = |up: Vec3, at: Vec3| up.dot(at) / up.dot(between);
    let height = height(up_a, a.translation).max(height(up_b, b.translation));
    let fold = between * (height + ABOVE);
    [
        strip(a.translation + up_a * ABOVE, fold, up_a),
        strip(fold, b.translation + up_b * ABOVE, up_b),
    ]
}

fn draw(
    mut commands: Commands,
    (ways, shape, look): (Res<Ways>, Res<BoardShape>, Res<WayLook>),
    root: Single<Entity, With<BoardRoot>>,
    mut parts: Query<(&mut Transform, &mut Visibility), With<WayPart>>,
) {
    let steps = ways.steps();
    let mut wanted = steps
        .iter()
        .flat_map(|(from, to)| over(&shape, *from, *to))
        .collect::<Vec<_>>()
        .into_iter();
    for (mut transform, mut visibility) in &mut parts {
        let Some(place) = wanted.next() else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        transform.set_if_neq(place);
        visibility.set_if_neq(Visibility::Inherited);
    }
    // They are kept for the next piece.
    for place in wanted {
        commands.spawn((
            WayPart,
            Name::new("way"),
            Mesh3d(look.part.clone()),
            MeshMaterial3d(look.ink.clone()),
            place,
            Visibility::Inherited,
            Pickable::IGNORE,
            ChildOf(*root),
        ));
    }
}

/// The mesh of a number, upright in its plane.
fn number(of: usize) -> Mesh {
    let mut digits = Flat::default();
    let above = Transform::from_translation(Vec3::Y * THIN);
    lettering::write(&mut digits, &of.to_string(), DIGITS, above);
    mesh(digits.mesh())
}

/// Puts the numbers where the ways vanish, as the board lies now.
fn count(
    mut commands: Commands,
    (ways, shape, seat): (Res<Ways>, Res<BoardShape>, Res<PlayerSeat>),
    mut look: ResMut<WayLook>,
    root: Single<(Entity, Ref<Transform>), (With<BoardRoot>, Without<Behind>)>,
    mut numbers: Query<(&mut Behind, &mut Transform, &mut Visibility, &mut Mesh3d)>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let (root, lies) = &*root;
    let has_turned = lies.is_changed() || seat.is_changed();
    if !(ways.is_changed() || has_turned && !ways.all.is_empty()) {
        return;
    }
    let found = ways.vanishing(lies.rotation, &shape, &seat);
    let mut found = found.into_iter();
    let place = |vanishing: &Vanishing| {
        let radius = shape.places[0].frame.translation.length();
        let at = vanishing.towards * radius * BESIDE;
        let eye = lies.rotation.inverse() * (seat.eye - seat.centre);
        let down = lies.rotation.inverse() * Vec3::NEG_Y;
        Transform::from_translation(at).with_rotation(frame(eye - at, down))
    };
    let look = look.bypass_change_detection();
    let mut written = |of: usize| {
        let number_of = look.numbers.entry(of);
        number_of.or_insert_with(|| meshes.add(number(of))).clone()
    };
    for (mut behind, mut transform, mut visibility, mut mesh) in &mut numbers {
        let Some(vanishing) = found.next() else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        if behind.set_if_neq(Behind(vanishing.behind)) {
            mesh.0 = written(vanishing.behind);
        }
        transform.set_if_neq(place(&vanishing));
        visibility.set_if_neq(Visibility::Inherited);
    }
    let rest: Vec<_> = found.map(|it| (it, written(it.behind))).collect();
    for (vanishing, mesh) in rest {
        let disc = (
            Mesh3d(look.disc.clone()),
            MeshMaterial3d(look.ground.clone()),
            Transform::default(),
            Pickable::IGNORE,
        );
        commands.spawn((
            Behind(vanishing.behind),
            Name::new("targets behind"),
            Mesh3d(mesh),
            MeshMaterial3d(look.ink.clone()),
            place(&vanishing),
            Visibility::Inherited,
            Pickable::IGNORE,
            ChildOf(*root),
            children![disc],
        ));
    }
}
