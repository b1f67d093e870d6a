//! The pieces on the board, and how they move.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use icochess_shape::height;

use super::reserve;
use crate::board::pieces::materials::PieceLooks;
use crate::board::stage::motion::ReducedMotion;
use crate::board::stage::names::role_name;
use crate::board::stage::parts::{Carried, Parts};
use crate::board::stage::shape::BoardShape;
use crate::board::stage::spread::Spread;
use crate::board::stage::taught::{Taught, TaughtMove};
use crate::game::Match;
use crate::game::facts::MatchFact;
use crate::schedule::AppSystems;
use icochess_rules::{AnyPosition, Cell, CellSet, Effect, Piece, Role, Side};
use icochess_shape::{PieceKind, Stand};

/// How long a piece takes to glide through a move, seconds.
pub const GLIDE_SECONDS: f32 = 0.25;
/// How high a piece is lifted on its way, metres.
const LIFT: f32 = 0.012;
/// How high a piece is lifted over others, in heights of the tallest of them.
const CLEARANCE: f32 = 1.15;
/// A piece is gone over if it stands this near to the way, in radii of its foot.
const IN_THE_WAY: f32 = 1.6;

/// Seconds that a move takes which is shown once more, or to teach it: its way is to be
/// followed.
pub(in crate::board) const REPLAY_SECONDS: f32 = 0.9;

/// Request: show the last move once more, from where its pieces stood before it.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replay;

/// The cell a piece stands on, or is on its way to.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceOn(pub Cell);

/// Fact: a piece has come to rest on that cell, at the end of its way, or a part of the
/// board with that for its first cell.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrived(pub Cell);

/// Marks the entity of a piece on the board.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct IsPiece(pub Piece);

/// A piece on its way: the places it comes by, and where it is.
#[derive(Component, Debug)]
pub struct Gliding {
    /// The middles of the places, from start to end.
    way: Vec<Vec3>,
    /// How high the piece is lifted on the way, metres.
    lift: f32,
    /// The piece that it is when it has arrived.
    then: Piece,
    elapsed: f32,
    /// How long the way takes, seconds.
    seconds: f32,
}

/// Marks a captured piece while it vanishes.
#[derive(Component, Debug, Default)]
pub struct Vanishing {
    elapsed: f32,
}

/// The model that goes by the name of a role; on the board itself see [`Shape::model`](icochess_shape::Shape::model).
pub fn piece_kind(position: &dyn AnyPosition, role: Role) -> PieceKind {
    PieceKind::named(role_name(position, role))
}

/// The fraction of its way that a piece has done after the fraction `time` of its time: it
/// sets out and arrives gently.
pub(in crate::board) fn eased(time: f32) -> f32 {
    time * time * (3.0 - 2.0 * time)
}

/// The systems that move pieces.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PieceSystems;

/// Run condition: whether a piece or a part of the board is moving.
pub fn is_any_moving(
    moving: Query<(), Or<(With<Gliding>, With<Vanishing>, With<Carried>)>>,
) -> bool {
    !moving.is_empty()
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Arrived>()
        .add_message::<Replay>()
        .add_systems(
            Update,
            (
                show_changes.run_if(resource_exists::<PieceLooks>),
                show_again.run_if(resource_exists::<PieceLooks>.and_then(on_message::<Replay>)),
                (glide, vanish),
                reserve::stand.run_if(
                    resource_exists::<PieceLooks>.and_then(
                        resource_changed::<Match>
                            .or_else(resource_changed::<Taught>)
                            .or_else(resource_exists_and_changed::<BoardShape>),
                    ),
                ),
                reserve::go_back.run_if(any_with_component::<reserve::GoingBack>),
            )
                .chain()
                .in_set(PieceSystems)
                .in_set(AppSystems::Scene),
        );
}

fn piece_name(position: &dyn AnyPosition, piece: Piece, cell: Cell) -> Name {
    let side = match piece.side {
        Side::White => "white",
        Side::Black => "black",
    };
    Name::new(format!(
        "{side} {} {}",
        role_name(position, piece.role),
        position.cell_name(cell)
    ))
}

/// What is needed to spawn pieces and to send them on their way.
#[derive(SystemParam)]
struct Workshop<'w, 's> {
    commands: Commands<'w, 's>,
    game: Res<'w, Match>,
    taught: Res<'w, Taught>,
    shape: Res<'w, BoardShape>,
    looks: Res<'w, PieceLooks>,
    parts: Res<'w, Parts>,
    spread: Res<'w, Spread>,
    pace: Local<'s, Pace>,
}

/// How long the next glides take, seconds.
struct Pace(f32);

impl Default for Pace {
    fn default() -> Self {
        Self(GLIDE_SECONDS)
    }
}

/// A piece that stands on a cell, or will when it has arrived there.
#[derive(Clone, Copy)]
struct Stood {
    entity: Entity,
    piece: Piece,
    cell: Cell,
}

impl Workshop<'_, '_> {
    /// The position that the board shows.
    fn position(&self) -> &dyn AnyPosition {
        self.taught.position(&self.game)
    }

    /// The mesh and the material of a piece.
    fn look(&self, piece: Piece) -> (Mesh3d, MeshMaterial3d<StandardMaterial>) {
        let kind = self.shape.model(self.position(), piece.role);
        self.looks.look(kind, piece.side)
    }

    fn place(&mut self, piece: Piece, cell: Cell) -> Entity {
        let bundle = (
            piece_name(self.position(), piece, cell),
            PieceOn(cell),
            IsPiece(piece),
            self.look(piece),
            self.shape.on_cell(piece, cell),
            Visibility::Inherited,
            ChildOf(self.parts.of(cell, &self.shape)),
        );
        self.commands.spawn(bundle).id()
    }

    /// Gives a piece another look, and the name that goes with it.
    fn turn_into(&mut self, entity: Entity, piece: Piece, cell: Cell) {
        let bundle = (
            piece_name(self.position(), piece, cell),
            IsPiece(piece),
            self.look(piece),
        );
        self.commands.entity(entity).insert(bundle);
    }

    /// Starts a piece along the cells of `way`, lifted by `lift` metres.
    fn send(&mut self, entity: Entity, piece: Piece, way: &[Cell], lift: f32) {
        let Some(&to) = way.last() else {
            return;
        };
        let name = piece_name(self.position(), piece, to);
        let part = self.shape.places[to.index()].part;
        let seen = |cell: &Cell| self.spread.centre_from(part, *cell, &self.shape);
        let way = way.iter().map(seen).collect();
        self.commands.entity(entity).insert((
            PieceOn(to),
            name,
            ChildOf(self.parts.of(to, &self.shape)),
            Gliding {
                way,
                lift,
                then: piece,
                elapsed: 0.0,
                seconds: self.pace.0,
            },
        ));
    }

    /// The stand of a side's pieces in reserve, if the board has one.
    fn stand(&self, side: Side) -> Option<Stand> {
        self.shape.stands.map(|stands| stands[side.index()])
    }

    /// Starts a piece that enters on its way from where it stood in reserve.
    fn enter(&mut self, entity: Entity, piece: Piece, cell: Cell) {
        let Some(stand) = self.stand(piece.side) else {
            return;
        };
        let part = self.shape.places[cell.index()].part;
        let from = self.spread.stand_from(part, &stand, &self.shape);
        let lift = self.over_all();
        self.commands.entity(entity).insert(Gliding {
            way: vec![from, self.spread.centre_from(part, cell, &self.shape)],
            lift,
            then: piece,
            elapsed: 0.0,
            seconds: self.pace.0,
        });
    }

    /// Puts a piece down on a part of the board that comes with it.
    fn ride(&mut self, entity: Entity, piece: Piece, cell: Cell) {
        self.turn_into(entity, piece, cell);
        self.commands.entity(entity).remove::<Gliding>().insert((
            PieceOn(cell),
            self.shape.on_cell(piece, cell),
            ChildOf(self.parts.of(cell, &self.shape)),
        ));
    }

    /// How high a piece must be lifted on its way, metres: over the pieces that stand there, save
    /// those in `moving`.
    fn lift(&self, way: &[Cell], moving: &[Cell]) -> f32 {
        let foot = 0.1 * self.shape.piece_scale;
        let position = self.position();
        let ends = [way.first(), way.last()];
        let others = position
            .occupied()
            .cells()
            .filter(|cell| !ends.contains(&Some(cell)) && !moving.contains(cell))
            .map(|cell| self.shape.centre(cell));
        let is_near = |place: Vec3, leg: &[Cell]| {
            let (a, b) = (self.shape.centre(leg[0]), self.shape.centre(leg[1]));
            let along = (place - a).dot(b - a) / (b - a).length_squared().max(f32::EPSILON);
            let nearest = a.lerp(b, along.clamp(0.0, 1.0));
            nearest.distance(place) < foot * IN_THE_WAY
        };
        if others
            .into_iter()
            .any(|place| way.windows(2).any(|leg| is_near(place, leg)))
        {
            self.over_all()
        } else {
            LIFT
        }
    }

    /// A lift that clears any piece, metres.
    fn over_all(&self) -> f32 {
        height(PieceKind::King) * self.shape.piece_scale * CLEARANCE
    }

    /// Shows what a move does to the pieces; `now` says where they stand, and is updated.
    fn show(&mut self, effects: &[Effect], now: &mut Vec<Stood>) {
        let moving: Vec<Cell> = effects
            .iter()
            .filter(|effect| matches!(effect, Effect::Moved { .. }))
            .map(Effect::cell)
            .collect();
        let is_promoted = |cell: Cell| {
            effects.iter().find_map(|effect| match effect {
                Effect::Became { to, cell: at, .. } if *at == cell => Some(*to),
                _ => None,
            })
        };
        let mut sent: Vec<Cell> = Vec::new();
        for effect in effects {
            let cell = effect.cell();
            let at = |now: &[Stood], cell| now.iter().position(|stood| stood.cell == cell);
            match effect {
                Effect::Taken { piece, .. } => {
                    if let Some(index) = at(now, cell) {
                        let Stood { entity, .. } = now.swap_remove(index);
                        let is_entry = reserve::is_undone_entry(effects, *piece, cell);
                        let stand = self.stand(piece.side).filter(|_| is_entry);
                        let mut entity = self.commands.entity(entity);
                        match stand {
                            Some(stand) => {
                                let from = self.spread.centre_from(stand.part, cell, &self.shape);
                                let part = self.parts.part(stand.part);
                                entity.insert((reserve::leaving(*piece, from), ChildOf(part)));
                            }
                            None => {
                                entity.insert(Vanishing::default());
                            }
                        }
                        entity.remove::<(PieceOn, IsPiece, Gliding, Name)>();
                    }
                }
                Effect::Placed { piece, .. } => {
                    let entity = self.place(*piece, cell);
                    if reserve::is_entry(effects, *piece, cell) {
                        self.enter(entity, *piece, cell);
                    }
                    now.push(Stood {
                        entity,
                        piece: *piece,
                        cell,
                    });
                }
                Effect::Moved { piece, way } => {
                    let Some(index) = at(now, way[0]) else {
                        continue;
                    };
                    now[index].cell = cell;
                    // What goes with another piece goes over it.
                    let lift = if sent.is_empty() {
                        self.lift(way, &moving)
                    } else {
                        self.over_all()
                    };
                    sent.push(cell);
                    // It becomes something else when it has arrived.
                    let then = is_promoted(cell).unwrap_or(*piece);
                    now[index].piece = then;
                    self.send(now[index].entity, then, way, lift);
                }
                Effect::Carried { from, to } => {
                    for (from, to) in from.iter().zip(to) {
                        if let Some(index) = at(now, *from) {
                            now[index].cell = *to;
                            let Stood { entity, piece, .. } = now[index];
                            self.ride(entity, piece, *to);
                        }
                    }
                }
                Effect::Became { to, .. } => {
                    if !sent.contains(&cell)
                        && let Some(index) = at(now, cell)
                    {
                        now[index].piece = *to;
                        self.turn_into(now[index].entity, *to, cell);
                    }
                }
            }
        }
    }
}

/// The pieces on the board; not those on their way out.
type Standing<'w, 's> = Query<
    'w,
    's,
    (
        Entity,
        &'static PieceOn,
        &'static IsPiece,
        Option<&'static Gliding>,
    ),
    Without<Vanishing>,
>;

/// The entities of all pieces, also of vanishing ones.
type AllPieces<'w, 's> = Query<'w, 's, Entity, Or<(With<PieceOn>, With<Vanishing>)>>;

impl Workshop<'_, '_> {
    /// Puts pieces down in place of those that are there, without motion.
    fn stand_anew(&mut self, pieces: Vec<(Piece, Cell)>, there: &AllPieces) -> Vec<Stood> {
        for entity in there {
            self.commands.entity(entity).despawn();
        }
        let stood = pieces.into_iter().map(|(piece, cell)| Stood {
            entity: self.place(piece, cell),
            piece,
            cell,
        });
        stood.collect()
    }
}

/// The pieces of a position and their cells.
fn pieces_of(position: &dyn AnyPosition) -> Vec<(Piece, Cell)> {
    let cells = position.occupied().cells();
    let pieces = cells.filter_map(|cell| Some((position.piece_at(cell)?, cell)));
    pieces.collect()
}

/// Plays the motion of the last move once more.
fn show_again(mut asked: MessageReader<Replay>, mut workshop: Workshop, all: AllPieces) {
    asked.clear();
    if workshop.taught.scene().is_some() {
        return;
    }
    let (Some(mv), Some(before)) = (workshop.game.record().last(), workshop.game.before_last())
    else {
        return;
    };
    let effects = before.effects(mv);
    let mut now = workshop.stand_anew(pieces_of(before), &all);
    workshop.pace.0 = REPLAY_SECONDS;
    workshop.show(&effects, &mut now);
}

/// Shows another game or place, or the moves that were made and taken back, one after the
/// other.
fn show_changes(
    mut facts: MessageReader<MatchFact>,
    (mut taught, mut is_taught): (MessageReader<TaughtMove>, Local<bool>),
    mut workshop: Workshop,
    standing: Standing,
    all: AllPieces,
    mut arrived: MessageWriter<Arrived>,
) {
    let facts: Vec<&MatchFact> = facts.read().collect();
    // What moved before the pieces are set up anew is not seen any more.
    let set_up = facts.iter().rposition(|fact| fact.sets_up());
    let since = &facts[set_up.map_or(0, |index| index + 1)..];
    let mut motions = since.iter().filter_map(|fact| fact.motion()).peekable();
    let is_another = set_up.is_some() || workshop.shape.is_changed();
    let was_taught = std::mem::replace(&mut *is_taught, workshop.taught.scene().is_some());
    if is_another || workshop.taught.is_changed() {
        // What is on its way in the game is at its end, and so is what has set out
        // meanwhile.
        let gliding = standing.iter();
        let gliding = gliding.filter(|(.., gliding)| gliding.is_some());
        let gliding = gliding.filter(|_| !is_another && !was_taught);
        let ends = gliding.map(|(_, on, ..)| on.0);
        let ends = ends.chain(motions.map(|motion| motion.to));
        arrived.write_batch(ends.map(Arrived));
        taught.clear();
        let pieces = pieces_of(workshop.position());
        workshop.stand_anew(pieces, &all);
        return;
    }
    if motions.peek().is_none() && taught.is_empty() {
        return;
    }
    let stood = |(entity, on, is, gliding): (Entity, &PieceOn, &IsPiece, Option<&Gliding>)| {
        let piece = gliding.map_or(is.0, |gliding| gliding.then);
        let cell = on.0;
        Stood {
            entity,
            piece,
            cell,
        }
    };
    let mut now: Vec<Stood> = standing.iter().map(stood).collect();
    for motion in motions {
        workshop.show(motion.effects, &mut now);
    }
    for TaughtMove(effects) in taught.read() {
        workshop.pace.0 = REPLAY_SECONDS;
        workshop.show(effects, &mut now);
    }
    workshop.pace.0 = GLIDE_SECONDS;
}

fn glide(
    (time, motion): (Res<Time>, Res<ReducedMotion>),
    mut workshop: Workshop,
    mut pieces: Query<(Entity, &PieceOn, &IsPiece, &mut Gliding, &mut Transform)>,
    mut arrived: MessageWriter<Arrived>,
) {
    let is_game = workshop.taught.scene().is_none();
    for (entity, on, is, mut gliding, mut transform) in &mut pieces {
        gliding.elapsed += time.delta_secs();
        let t = motion.part(gliding.elapsed, gliding.seconds);
        if t >= 1.0 {
            *transform = workshop.shape.on_cell(gliding.then, on.0);
            workshop.commands.entity(entity).remove::<Gliding>();
            if is.0 != gliding.then {
                workshop.turn_into(entity, gliding.then, on.0);
            }
            // What teaches makes no sound.
            if is_game {
                arrived.write(Arrived(on.0));
            }
            continue;
        }
        let eased = eased(t);
        let legs = gliding.way.len() - 1;
        let along = eased * legs as f32;
        let leg = (along as usize).min(legs - 1);
        let (a, b) = (gliding.way[leg], gliding.way[leg + 1]);
        let above = (eased * std::f32::consts::PI).sin() * gliding.lift;
        let shape = &workshop.shape;
        let (place, up) = shape.hold.between(a, b, along - leg as f32, above);
        *transform = shape.standing(gliding.then.side, place, up);
    }
}

/// Lets captured pieces rise and shrink away.
fn vanish(
    mut commands: Commands,
    (time, motion): (Res<Time>, Res<ReducedMotion>),
    mut pieces: Query<(Entity, &mut Vanishing, &mut Transform)>,
) {
    for (entity, mut vanishing, mut transform) in &mut pieces {
        vanishing.elapsed += time.delta_secs();
        let t = motion.part(vanishing.elapsed, GLIDE_SECONDS);
        if t >= 1.0 {
            commands.entity(entity).despawn();
            continue;
        }
        let up = transform.rotation * Vec3::Y;
        transform.translation += up * (0.15 * time.delta_secs());
        transform.scale = Vec3::splat(1.0 - t * t);
    }
}
