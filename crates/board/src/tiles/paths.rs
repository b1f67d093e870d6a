//! A slider's paths over a ball, and the number of hidden targets where each path vanishes. Also
//! the path to the hovered target and the trail of the last move, on every board.

use bevy::platform::collections::HashSet;
use bevy::prelude::*;

use super::counts::{GROUND, word};
use super::cover::Covered;
use super::marking::last_path;
use super::round::{BallView, OccupiedArc, Spacing, heads, move_apart};
use super::threats::{ThreatSystems, Threats};
use crate::pieces::standing::PieceSystems;
use crate::stage::decals;
use crate::stage::drawing::{OVER_GLASS, seen_if, unlit};
use crate::stage::looks::{Mark, palette as colours};
use crate::stage::palette::{Colors, Palette};
use crate::stage::parts;
use crate::stage::root::{BoardRoot, BuildSystems};
use crate::stage::shape::{BoardShape, PlayerSeat};
use crate::stage::spread::Spread;
use crate::stage::taught::Taught;
use crate::turning::spin::TurnSystems;
use icochess_base::schedule::AppSystems;
use icochess_base::watched;
use icochess_play::game::Match;
use icochess_play::interaction::{Hovered, Selection};
use icochess_rules::{AnyPosition, Cell, CellSet, Effect, Target, WideSet, set_of};
use icochess_shape::{Hold, Seat, Shape, frame, is_turned_away};

/// Width of a path, in metres.
const WIDTH: f32 = 0.0035;
/// Width of the path to the hovered target, as a multiple of the others' width.
const POINTED_WIDTH_FACTOR: f32 = 2.2;
/// Width of the last move's trail on the ball, in widths of a path.
const TRAIL: f32 = 0.45;
/// Distance of the trail below paths, in metres.
const TRAIL_BELOW: f32 = 0.0003;
/// Thickness of a path, in metres.
const THIN: f32 = 0.0004;
/// Height of a path above the tiles, in metres, below the marks.
const ABOVE: f32 = 0.0008;
/// Height of a number's digits, in metres.
const DIGITS: f32 = 0.015;
/// Radius of the disc behind a number, in metres.
const DISC: f32 = 0.0155;
/// Distance of a number from the middle of the ball, as a multiple of the radius. It is just
/// outside the ball.
const BESIDE: f32 = 1.1;
/// Spacing of numbers, and the maximum shift at which a number is still clearly at its path.
const SPACING: Spacing = Spacing {
    apart: 0.15,
    farthest: 0.35,
    lowest: f32::NEG_INFINITY,
};

/// Paths of the selected or taught piece.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct SliderPaths {
    /// Cells of each path over a ball, from the piece to the farthest target. No path is a prefix
    /// of another.
    pub all: Vec<Vec<Cell>>,
    /// Cells of the path to the hovered target, on any board. Empty if there is none.
    pub pointed: Vec<Cell>,
    /// Targets of the piece.
    pub targets: WideSet,
}

/// Point where paths vanish behind the rim.
#[derive(Debug, Clone, Copy, PartialEq)]
struct VanishingPoint {
    /// Angle around the ball as the eye sees it, in radians.
    angle: f32,
    /// Number of hidden targets on these paths.
    behind: usize,
}

/// Returns the cells from a piece to one of its targets, if this piece is the one that moves there.
fn path_to(position: &dyn AnyPosition, from: Cell, target: &Target) -> Option<Vec<Cell>> {
    let effects = position.effects(target.mv).into_iter();
    let mut paths = effects.filter_map(|effect| match effect {
        Effect::Moved { path, .. } if path.first() == Some(&from) => Some(path),
        _ => None,
    });
    paths.next()
}

impl SliderPaths {
    /// Returns the paths over a ball to the targets of the piece on `from`. A step to a
    /// neighbouring tile has no path.
    fn of(position: &dyn AnyPosition, from: Cell, targets: &[Target]) -> Self {
        let paths = targets.iter();
        let paths = paths.filter_map(|target| path_to(position, from, target));
        let mut paths: Vec<Vec<Cell>> = paths.filter(|path| path.len() > 2).collect();
        paths.sort_by_key(|path| std::cmp::Reverse(path.len()));
        let mut all: Vec<Vec<Cell>> = Vec::new();
        for path in paths {
            if !all.iter().any(|other| other.starts_with(&path)) {
                all.push(path);
            }
        }
        Self {
            all,
            pointed: Vec::new(),
            targets: set_of(targets.iter().map(|target| target.cell)),
        }
    }

    /// Returns whether a path contains a cell.
    pub fn contains(&self, cell: Cell) -> bool {
        self.all.iter().any(|path| path.contains(&cell))
    }

    /// Returns the pairs of successive cells on all paths, each pair once.
    fn steps(&self) -> Vec<(Cell, Cell)> {
        let mut seen = HashSet::new();
        let pairs = self.all.iter().flat_map(|path| path.windows(2));
        let pairs = pairs.map(|pair| (pair[0], pair[1]));
        pairs
            .filter(|(a, b)| seen.insert((a.index().min(b.index()), a.index().max(b.index()))))
            .collect()
    }

    /// Returns the points where paths with hidden targets vanish. A hidden piece has one point for
    /// all its paths.
    fn vanishing_points(
        &self,
        (view, rotation): (&BallView, Quat),
        (shape, seat): (&Shape, &Seat),
    ) -> Vec<VanishingPoint> {
        let is_hidden = |cell: &Cell| is_turned_away(rotation, &shape.frame(*cell), seat);
        let behind = |cells: &[Cell]| {
            let cells = cells.iter().copied();
            let cells = cells.filter(|cell| is_hidden(cell) && self.targets.contains(*cell));
            set_of::<WideSet>(cells).len() as usize
        };
        let point = |angle, behind| (behind > 0).then_some(VanishingPoint { angle, behind });
        let start = self.all.first().map(|path| path[0]);
        if let Some(start) = start.filter(is_hidden) {
            let angle = view.angle(shape.centre(start));
            let all = point(angle, behind(&self.all.concat()));
            return all.into_iter().collect();
        }
        let found = self.all.iter().filter_map(|path| {
            let first = path.iter().position(is_hidden)?;
            let [seen, hidden] = [first - 1, first].map(|at| shape.centre(path[at]));
            point(view.angle(rim(seen, hidden, view)), behind(&path[first..]))
        });
        found.collect()
    }
}

/// Returns the direction in which the ball's rim separates a visible and a hidden place, in the
/// ball's frame.
fn rim(seen: Vec3, hidden: Vec3, view: &BallView) -> Vec3 {
    let (mut near, mut far) = (seen.normalize(), hidden.normalize());
    for _ in 0..12 {
        let middle = near.midpoint(far).normalize();
        if view.eye().dot(middle) > 1.0 {
            near = middle;
        } else {
            far = middle;
        }
    }
    far
}

/// Marker for a strip of a path. Unused strips are hidden and reused.
#[derive(Component, Debug, Clone, Copy)]
pub struct PathPart;

/// Marker for a strip of the last move's trail. Unused strips are hidden and reused.
#[derive(Component, Debug, Clone, Copy)]
pub struct TrailPart;

/// Number of hidden targets at the rim. Unused numbers are hidden and reused.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Behind(pub usize);

/// Meshes and materials of paths, inner paths and numbers.
#[derive(Resource)]
pub(super) struct PathLook {
    /// Unit cuboid of a part of a path or an inner path.
    pub(super) part: Handle<Mesh>,
    pub(super) inner_path: Handle<StandardMaterial>,
    disc: Handle<Mesh>,
    ink: Handle<StandardMaterial>,
    brass: Handle<StandardMaterial>,
    ground: Handle<StandardMaterial>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SliderPaths>().add_systems(
        Update,
        (
            load_look.after(parts::spawn_parts).in_set(BuildSystems),
            (
                recolour_paths.run_if(resource_exists_and_changed::<Palette>),
                find_paths.run_if(PathSources::changed),
                draw_paths
                    .run_if(resource_changed::<SliderPaths>.or_else(resource_changed::<Spread>)),
                show_counts,
                draw_trail.run_if(TrailSources::changed),
            )
                .chain()
                .run_if(resource_exists::<PathLook>)
                .after(ThreatSystems)
                .after(PieceSystems)
                .after(TurnSystems)
                .in_set(AppSystems::Scene),
        ),
    );
}

watched! {
    /// Resources that determine [`SliderPaths`].
    struct PathSources {
        game: Res<'w, Match>,
        shape: Res<'w, BoardShape>,
        selection: Res<'w, Selection>,
        taught: Res<'w, Taught>,
        threats: Res<'w, Threats>,
        hovered: Res<'w, Hovered>,
        covered: Res<'w, Covered>,
    }
}

watched! {
    /// Resources that determine the trail of the last move.
    struct TrailSources {
        game: Res<'w, Match>,
        shape: Res<'w, BoardShape>,
        taught: Res<'w, Taught>,
        covered: Res<'w, Covered>,
        palette: Res<'w, Palette>,
        spread: Res<'w, Spread>,
    }
}

fn load_look(
    mut commands: Commands,
    palette: Res<Palette>,
    mut paths: ResMut<SliderPaths>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    paths.set_if_neq(SliderPaths::default());
    let mut flat = |color| materials.add(unlit(color));
    commands.insert_resource(PathLook {
        part: meshes.add(Cuboid::from_length(1.0)),
        disc: meshes.add(decals::disc(DISC)),
        ink: flat(palette.mark(Mark::Move)),
        brass: flat(colours::POLISHED),
        ground: flat(GROUND),
        inner_path: materials.add(StandardMaterial {
            alpha_mode: AlphaMode::Blend,
            depth_bias: OVER_GLASS,
            ..unlit(palette.inner_path())
        }),
    });
}

fn recolour_paths(
    (look, palette): (Res<PathLook>, Res<Palette>),
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let colors = [palette.mark(Mark::Move), palette.inner_path()];
    for (material, color) in [&look.ink, &look.inner_path].into_iter().zip(colors) {
        if let Some(mut material) = materials.get_mut(material) {
            material.base_color = color;
        }
    }
}

fn find_paths(from: PathSources, mut paths: ResMut<SliderPaths>) {
    let is_ball = from.shape.hold == Hold::Ball;
    let now = match (from.taught.scene(), from.selection.0.cell()) {
        (Some(scene), _) if is_ball => {
            let targets = scene.position().targets(scene.cell);
            SliderPaths::of(scene.position(), scene.cell, &targets)
        }
        // The explanation of a refused move hides the paths.
        (None, Some(cell)) if !from.covered.0 && from.threats.all().is_empty() => {
            let game = from.taught.game(&from.game);
            let (position, targets) = (game.position(), from.selection.0.targets(game));
            let pointed = from.hovered.first();
            let pointed = targets.iter().find(|it| Some(it.cell) == pointed);
            let pointed = pointed.and_then(|target| path_to(position, cell, target));
            let pointed = pointed.unwrap_or_default();
            let all: &[Target] = if is_ball { &targets } else { &[] };
            SliderPaths {
                pointed,
                ..SliderPaths::of(position, cell, all)
            }
        }
        _ => SliderPaths::default(),
    };
    paths.set_if_neq(now);
}

/// Returns a strip from one place to another, with `up` away from the surface.
fn strip(from: Vec3, to: Vec3, up: Vec3) -> Transform {
    Transform {
        translation: from.midpoint(to),
        rotation: frame(up, to - from),
        scale: Vec3::new(WIDTH, THIN, from.distance(to)),
    }
}

/// Returns two strips from a cell's middle to the next one's. The strips follow the surface of a
/// ball, and are straight on other boards.
fn leads(shape: &Shape, spread: &Spread, from: Cell, to: Cell) -> [Transform; 2] {
    if shape.hold == Hold::Ball {
        return over(shape, from, to);
    }
    let [a, b] = [from, to].map(|cell| spread.centre(cell, shape) + Vec3::Y * ABOVE);
    let along = (b - a).normalize_or(Vec3::Z);
    let up = Vec3::Y.reject_from(along).normalize_or(Vec3::X);
    let middle = a.midpoint(b);
    [strip(a, middle, up), strip(middle, b, up)]
}

/// Returns two strips between the middles of neighbouring tiles of a ball, folded over their common
/// edge or corner.
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

fn draw_paths(
    mut commands: Commands,
    (paths, shape, look): (Res<SliderPaths>, Res<BoardShape>, Res<PathLook>),
    spread: Res<Spread>,
    root: Single<Entity, With<BoardRoot>>,
    mut parts: Query<(&mut Transform, &mut Visibility), With<PathPart>>,
) {
    let steps = paths.steps();
    let thin = steps
        .iter()
        .flat_map(|(from, to)| leads(&shape, &spread, *from, *to));
    let pointed = paths.pointed.windows(2);
    let wide = pointed.flat_map(|pair| {
        leads(&shape, &spread, pair[0], pair[1]).map(|strip| Transform {
            scale: strip.scale * Vec3::new(POINTED_WIDTH_FACTOR, 1.0, 1.0),
            ..strip
        })
    });
    let part = (
        PathPart,
        Name::new("way"),
        Mesh3d(look.part.clone()),
        MeshMaterial3d(look.ink.clone()),
    );
    show_strips(&mut commands, *root, &mut parts, thin.chain(wide), part);
}

/// Draws a hairline along the last move. In high contrast, its start has an arrow instead.
fn draw_trail(
    mut commands: Commands,
    from: TrailSources,
    look: Res<PathLook>,
    root: Single<Entity, With<BoardRoot>>,
    mut parts: Query<(&mut Transform, &mut Visibility), With<TrailPart>>,
) {
    let (shape, taught) = (&*from.shape, &*from.taught);
    let is_shown = *from.palette == Palette::Standard
        && !from.covered.hides(taught)
        && taught.scene().is_none();
    let game = Some(taught.game(&from.game)).filter(|_| is_shown);
    let path = game.and_then(|game| last_path(game, shape));
    let path = path.unwrap_or_default();
    let width = Vec3::new(TRAIL * shape.mark_scale, 1.0, 1.0);
    let strips = path.windows(2).flat_map(|pair| {
        leads(shape, &from.spread, pair[0], pair[1]).map(|strip| Transform {
            translation: strip.translation - strip.rotation * Vec3::Y * TRAIL_BELOW,
            scale: strip.scale * width,
            ..strip
        })
    });
    let part = (
        TrailPart,
        Name::new("trail"),
        Mesh3d(look.part.clone()),
        MeshMaterial3d(look.brass.clone()),
    );
    show_strips(&mut commands, *root, &mut parts, strips, part);
}

/// Shows strips of one kind at these places, as children of the board. Surplus strips are hidden
/// and reused.
pub(super) fn show_strips<M: Component>(
    commands: &mut Commands,
    root: Entity,
    pool: &mut Query<(&mut Transform, &mut Visibility), With<M>>,
    mut places: impl Iterator<Item = Transform>,
    strip: impl Bundle + Clone,
) {
    for (mut transform, mut visibility) in pool {
        let place = places.next();
        visibility.set_if_neq(seen_if(place.is_some()));
        if let Some(place) = place {
            transform.set_if_neq(place);
        }
    }
    for place in places {
        commands.spawn((strip.clone(), place, Visibility::Inherited, ChildOf(root)));
    }
}

/// Returns the angles around the ball at which a number would overlap a piece's head.
fn occupied(
    view: &BallView,
    shape: &BoardShape,
    position: &dyn AnyPosition,
) -> impl Iterator<Item = OccupiedArc> {
    heads(view, shape, position, (view.rim(0.0) * BESIDE, DISC))
}

/// Returns the directions of the numbers in the ball's frame. The numbers are at the vanishing
/// points, moved clear of heads and of one another.
fn directions(
    points: &[VanishingPoint],
    (view, shape): (&BallView, &BoardShape),
    position: &dyn AnyPosition,
) -> Vec<Vec3> {
    let occupied: Vec<OccupiedArc> = occupied(view, shape, position).collect();
    let mut angles: Vec<f32> = points.iter().map(|it| it.angle).collect();
    move_apart(&mut angles, &occupied, SPACING);
    angles.into_iter().map(|angle| view.rim(angle)).collect()
}

/// Moves the numbers to the vanishing points for the board's current rotation.
fn show_counts(
    mut commands: Commands,
    (paths, shape, seat): (Res<SliderPaths>, Res<BoardShape>, Res<PlayerSeat>),
    (game, taught): (Res<Match>, Res<Taught>),
    look: Res<PathLook>,
    root: Single<(Entity, Ref<Transform>), (With<BoardRoot>, Without<Behind>)>,
    mut numbers: Query<(&mut Behind, &mut Transform, &mut Visibility, &mut Mesh3d)>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let (root, board_transform) = &*root;
    let has_turned = board_transform.is_changed() || seat.is_changed();
    if !(paths.is_changed() || has_turned && !paths.all.is_empty()) {
        return;
    }
    let view = BallView::of(&seat, board_transform, shape.radius());
    // Empty on boards other than balls.
    let found = paths.vanishing_points((&view, board_transform.rotation), (&shape, &seat));
    let position = taught.game(&game).position();
    let towards = directions(&found, (&view, &shape), position);
    let mut found = found.iter().map(|it| it.behind).zip(towards);
    let place = |towards: Vec3| {
        let at = towards * shape.radius() * BESIDE;
        let eye = board_transform.rotation.inverse() * (seat.eye - seat.centre);
        let down = board_transform.rotation.inverse() * Vec3::NEG_Y;
        Transform::from_translation(at).with_rotation(frame(eye - at, down))
    };
    let mut written = |of: usize| meshes.add(word(&of.to_string(), DIGITS));
    for (mut behind, mut transform, mut visibility, mut mesh) in &mut numbers {
        let Some((of, towards)) = found.next() else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        if behind.set_if_neq(Behind(of)) {
            mesh.0 = written(of);
        }
        transform.set_if_neq(place(towards));
        visibility.set_if_neq(Visibility::Inherited);
    }
    for (of, towards) in found {
        let mesh = written(of);
        let disc = (
            Mesh3d(look.disc.clone()),
            MeshMaterial3d(look.ground.clone()),
            Transform::default(),
        );
        commands.spawn((
            Behind(of),
            Name::new("targets behind"),
            Mesh3d(mesh),
            MeshMaterial3d(look.ink.clone()),
            place(towards),
            Visibility::Inherited,
            ChildOf(*root),
            children![disc],
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::round::between;
    use icochess_boards::Variant;

    #[test]
    fn numbers_move_only_off_heads_and_to_the_nearest_free_angle() {
        let shape = BoardShape(Variant::Icochess.shape());
        let game = Variant::Icochess.board().new_game();
        let board_transform = Transform::from_rotation(Quat::from_rotation_y(0.5));
        let view = BallView::of(&Seat::default(), &board_transform, shape.radius());
        let heads: Vec<OccupiedArc> = occupied(&view, &shape, game.position()).collect();
        let is_free = |angle: f32| heads.iter().all(|head| head.leaves(angle));
        let (mut moved, mut stays) = (0, 0);
        for step in 0..126_u8 {
            let angle = f32::from(step) * 0.05;
            let wanted = VanishingPoint { angle, behind: 2 };
            let at = directions(&[wanted], (&view, &shape), game.position())[0];
            let now = view.angle(at);
            assert!(at.distance(view.rim(now)) < 1e-4, "{angle}: not at the rim");
            let aside = between(now, angle);
            assert!(aside <= SPACING.farthest + 1e-3, "{angle}: {aside}");
            // Angular distance within which no angle is free.
            let occupied = if aside > 5e-5 {
                assert!(is_free(now), "{angle}: before a head");
                moved += 1;
                aside
            } else if is_free(angle) {
                stays += 1;
                0.0
            } else {
                SPACING.farthest
            };
            let nearer = (0..100_u8).map(|step| f32::from(step) * 0.01);
            for it in nearer.take_while(|it| *it < occupied - 0.01) {
                let is_taken = !is_free(angle + it) && !is_free(angle - it);
                assert!(is_taken, "{angle}: {it} aside is free");
            }
        }
        assert!(moved > 0 && stays > 0, "{moved} moved, {stays} did not");
    }

    #[test]
    fn paths_of_a_hidden_piece_share_one_number_at_the_rim() {
        let (shape, seat) = (Variant::Icochess.shape(), Seat::default());
        let board_transform = Transform::default();
        let view = BallView::of(&seat, &board_transform, 0.2);
        let (mut hidden, mut seen) = (0, 0);
        for start in shape.cells() {
            // Two paths from the start cover all other cells and share their end.
            let others: Vec<Cell> = shape.cells().filter(|cell| *cell != start).collect();
            let end = others[0];
            let path = |half: &[Cell]| [&[start][..], half, &[end]].concat();
            let (one, other) = others[1..].split_at(39);
            let paths = SliderPaths {
                all: vec![path(one), path(other)],
                targets: set_of(others.iter().copied()),
                ..SliderPaths::default()
            };
            let is_hidden =
                |cell: Cell| is_turned_away(board_transform.rotation, &shape.frame(cell), &seat);
            let behind = others.iter().filter(|cell| is_hidden(**cell)).count();
            let points = paths.vanishing_points((&view, board_transform.rotation), (&shape, &seat));
            if is_hidden(start) {
                hidden += 1;
                let angle = view.angle(shape.centre(start));
                assert_eq!(points, [VanishingPoint { angle, behind }]);
            } else {
                seen += 1;
                assert_eq!(points.len(), 2);
            }
        }
        assert!(hidden > 0 && seen > 0);
    }
}
