//! Spawns pieces and animates them according to the effects of moves.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use icochess_rules::{AnyPosition, Cell, CellSet, Effect, Piece, Side};
use icochess_shape::{PieceKind, Stand, height};

use super::piece::{Gliding, IsPiece, PieceOn, Rising, Settling, Vanishing, piece_name};
use super::reserve;
use super::travel::{AFTER_LANDING, LEAVE_SECONDS, RETURN_DELAY, seconds};
use crate::pieces::materials::{PieceLook, PieceLooks};
use crate::stage::parts::Parts;
use crate::stage::shape::BoardShape;
use crate::stage::spread::Spread;
use crate::stage::taught::Taught;
use icochess_play::game::Match;

/// Lift of a moving piece, in metres, and the additional lift per metre.
const LIFT: f32 = 0.012;
const LIFT_FARTHER: f32 = 0.08;
/// Lift of a jumping piece, in heights of the tallest piece.
const JUMP: f32 = 0.6;
/// Lift of a piece that crosses others, in heights of the tallest piece.
const CLEARANCE: f32 = 1.15;
/// Distance from the path within which a piece is in the way and must be crossed, in radii of its
/// foot.
const IN_THE_WAY: f32 = 1.6;
/// Distance by which a captured piece is pushed, and depth to which it sinks, in radii of its foot.
/// The piece ends up next to its captor, which lands half-way through the motion.
const PUSH_DISTANCE: f32 = 2.6;
const SINK_DEPTH: f32 = 1.5;

/// Spawns and animates pieces.
#[derive(SystemParam)]
pub(super) struct PieceAnimator<'w, 's> {
    pub(super) commands: Commands<'w, 's>,
    pub(super) game: Res<'w, Match>,
    pub(super) taught: Res<'w, Taught>,
    pub(super) shape: Res<'w, BoardShape>,
    looks: Res<'w, PieceLooks>,
    parts: Res<'w, Parts>,
    spread: Res<'w, Spread>,
    pub(super) pace: Local<'s, Pace>,
}

/// Duration of the next glides, in seconds; `None` derives it from the path's length.
#[derive(Default)]
pub(super) struct Pace(pub(super) Option<f32>);

/// Push on a captured piece.
#[derive(Default)]
struct Push {
    /// Delay before the push, in seconds.
    delay: f32,
    /// Direction and distance, in metres.
    away: Vec3,
}

/// Piece on a cell, or on its way there.
#[derive(Clone, Copy)]
pub(super) struct PlacedPiece {
    pub(super) entity: Entity,
    pub(super) piece: Piece,
    pub(super) cell: Cell,
}

impl PieceAnimator<'_, '_> {
    /// Returns the position on the board.
    pub(super) fn position(&self) -> &dyn AnyPosition {
        self.taught.position(&self.game)
    }

    fn look(&self, piece: Piece) -> PieceLook {
        let kind = self.shape.model(self.position(), piece.role);
        self.looks.look(kind, piece.side)
    }

    /// Spawns a piece on a cell.
    pub(super) fn place(&mut self, piece: Piece, cell: Cell) -> Entity {
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

    /// Changes a piece's kind and name.
    pub(super) fn turn_into(&mut self, entity: Entity, piece: Piece, cell: Cell) {
        let bundle = (
            piece_name(self.position(), piece, cell),
            IsPiece(piece),
            self.look(piece),
        );
        self.commands.entity(entity).insert(bundle);
    }

    /// Returns the duration of a path of this length in metres, in seconds.
    fn seconds(&self, length: f32) -> f32 {
        let by_length = || seconds(length, self.shape.extent);
        self.pace.0.unwrap_or_else(by_length)
    }

    /// Returns the duration of a path along cells, in seconds.
    fn seconds_along(&self, path: &[Cell]) -> f32 {
        let leg = |leg: &[Cell]| {
            self.shape
                .centre(leg[0])
                .distance(self.shape.centre(leg[1]))
        };
        self.seconds(path.windows(2).map(leg).sum())
    }

    /// Returns the push on a captured piece, in its captor's direction.
    fn push(&self, effects: &[Effect]) -> Push {
        let captor = effects.iter().find_map(|effect| match effect {
            Effect::Moved { path, .. } => Some(path),
            _ => None,
        });
        let Some([.., before, last]) = captor.map(Vec::as_slice) else {
            return Push::default();
        };
        let end = self.shape.frame(*last);
        let comes = end.translation - self.shape.centre(*before);
        let along = comes.reject_from(end.rotation * Vec3::Y);
        let lands = captor.map_or(0.0, |path| self.seconds_along(path));
        Push {
            delay: (lands + AFTER_LANDING - LEAVE_SECONDS).max(0.0),
            away: along.normalize_or_zero() * (PUSH_DISTANCE * self.shape.foot()),
        }
    }

    /// Starts a piece along the cells of `path`, lifted by `lift` metres.
    fn send(&mut self, entity: Entity, piece: Piece, path: &[Cell], lift: f32) {
        let Some(&to) = path.last() else {
            return;
        };
        let name = piece_name(self.position(), piece, to);
        let part = self.shape.places[to.index()].part;
        let seen = |cell: &Cell| self.spread.centre_from(part, *cell, &self.shape);
        let seconds = self.seconds_along(path);
        let aside = self.turn_angles(piece, [path[0], to].map(|cell| self.shape.centre(cell)));
        let path = path.iter().map(seen).collect();
        let parent = ChildOf(self.parts.of(to, &self.shape));
        let mut entity = self.commands.entity(entity);
        entity.remove::<(Settling, Rising)>().insert((
            PieceOn(to),
            name,
            parent,
            Gliding {
                path,
                lift,
                aside,
                then: piece,
                elapsed: 0.0,
                seconds,
            },
        ));
    }

    /// Returns the angles by which a piece is turned left at both ends of a path, in radians.
    fn turn_angles(&self, piece: Piece, ends: [Vec3; 2]) -> [f32; 2] {
        ends.map(|at| self.shape.aside_at(piece, at))
    }

    /// Returns where a side's reserve is placed, if the board has one.
    fn stand(&self, side: Side) -> Option<Stand> {
        self.shape.stands.map(|stands| stands[side.index()])
    }

    /// Animates an entering piece from its place in the reserve.
    fn enter(&mut self, entity: Entity, piece: Piece, cell: Cell) {
        let Some(stand) = self.stand(piece.side) else {
            return;
        };
        let part = self.shape.places[cell.index()].part;
        let from = self.spread.stand_from(part, &stand, &self.shape);
        let to = self.spread.centre_from(part, cell, &self.shape);
        let lift = self.full_lift();
        let seconds = self.seconds(from.distance(to));
        let aside = self.turn_angles(piece, [stand.at, self.shape.centre(cell)]);
        self.commands.entity(entity).insert(Gliding {
            path: vec![from, to],
            lift,
            aside,
            then: piece,
            elapsed: 0.0,
            seconds,
        });
    }

    /// Puts a piece down on a moved part of the board.
    fn move_with_part(&mut self, entity: Entity, piece: Piece, cell: Cell) {
        self.turn_into(entity, piece, cell);
        let stands = (
            PieceOn(cell),
            self.shape.on_cell(piece, cell),
            ChildOf(self.parts.of(cell, &self.shape)),
        );
        let mut entity = self.commands.entity(entity);
        entity
            .remove::<(Gliding, Settling, Rising)>()
            .insert(stands);
    }

    /// Returns the lift of a piece along a path, in metres. It clears the pieces near the path,
    /// except on cells in `moving`.
    fn lift(&self, piece: Piece, path: &[Cell], moving: &[Cell]) -> f32 {
        let foot = self.shape.foot();
        let position = self.position();
        let ends = [path.first(), path.last()];
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
            .any(|place| path.windows(2).any(|leg| is_near(place, leg)))
        {
            return self.full_lift();
        }
        let ends = path.first().zip(path.last());
        let far = ends.map_or(0.0, |(from, to)| {
            self.shape.centre(*from).distance(self.shape.centre(*to))
        });
        let slid = LIFT + LIFT_FARTHER * far;
        let rules = position.rules_of(piece.role);
        let jumps = rules.slides == 0 && !rules.royal && !rules.is_pawn;
        if jumps {
            slid.max(self.tallest() * JUMP)
        } else {
            slid.min(self.full_lift())
        }
    }

    /// Returns a lift that clears any piece, in metres.
    fn full_lift(&self) -> f32 {
        self.tallest() * CLEARANCE
    }

    /// Returns the height of the tallest piece, in metres.
    fn tallest(&self) -> f32 {
        height(PieceKind::King) * self.shape.piece_scale
    }

    /// Removes a piece from a cell: it returns to the reserve after an undone entry, and otherwise
    /// leaves its captor's path.
    fn remove_piece(
        &mut self,
        entity: Entity,
        piece: Piece,
        cell: Cell,
        effects: &[Effect],
        push: &Push,
    ) {
        let is_entry = reserve::is_undone_entry(effects, piece, cell);
        let stand = self.stand(piece.side).filter(|_| is_entry);
        let mut entity = self.commands.entity(entity);
        match stand {
            Some(stand) => {
                let from = self.spread.centre_from(stand.part, cell, &self.shape);
                let part = self.parts.part(stand.part);
                entity.insert((reserve::leaving(piece, from), ChildOf(part)));
            }
            None => {
                entity.insert(Vanishing {
                    from: None,
                    away: push.away,
                    sinks: SINK_DEPTH * self.shape.foot(),
                    delay: push.delay,
                    elapsed: 0.0,
                });
            }
        }
        entity.remove::<(PieceOn, IsPiece, Gliding, Settling, Rising, Name)>();
    }

    /// Animates the effects of a move. `now` holds the placed pieces and is updated.
    pub(super) fn animate(&mut self, effects: &[Effect], now: &mut Vec<PlacedPiece>) {
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
        let push = self.push(effects);
        let mut sent: Vec<Cell> = Vec::new();
        for effect in effects {
            let cell = effect.cell();
            let at = |now: &[PlacedPiece], cell| now.iter().position(|stood| stood.cell == cell);
            match effect {
                Effect::Taken { piece, .. } => {
                    if let Some(index) = at(now, cell) {
                        let PlacedPiece { entity, .. } = now.swap_remove(index);
                        self.remove_piece(entity, *piece, cell, effects, &push);
                    }
                }
                Effect::Placed { piece, .. } => {
                    let entity = self.place(*piece, cell);
                    if reserve::is_entry(effects, *piece, cell) {
                        self.enter(entity, *piece, cell);
                    } else {
                        self.commands.entity(entity).insert(Rising {
                            delay: RETURN_DELAY,
                            elapsed: 0.0,
                        });
                    }
                    now.push(PlacedPiece {
                        entity,
                        piece: *piece,
                        cell,
                    });
                }
                Effect::Moved { piece, path } => {
                    let Some(index) = at(now, path[0]) else {
                        continue;
                    };
                    now[index].cell = cell;
                    // The second piece of a move passes over the first.
                    let lift = if sent.is_empty() {
                        self.lift(*piece, path, &moving)
                    } else {
                        self.full_lift()
                    };
                    sent.push(cell);
                    // A promotion happens on arrival.
                    let then = is_promoted(cell).unwrap_or(*piece);
                    now[index].piece = then;
                    self.send(now[index].entity, then, path, lift);
                }
                Effect::Carried { from, to } => {
                    for (from, to) in from.iter().zip(to) {
                        if let Some(index) = at(now, *from) {
                            now[index].cell = *to;
                            let PlacedPiece { entity, piece, .. } = now[index];
                            self.move_with_part(entity, piece, *to);
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
