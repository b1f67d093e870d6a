//! Places the pieces of a position, and animates moves, replays and lessons.

use bevy::prelude::*;

use super::animator::{PieceAnimator, PlacedPiece};
use super::moving::MovingSystems;
use super::piece::{Arrived, Gliding, IsPiece, PieceOn, REPLAY_SECONDS, Rising, Vanishing};
use super::reserve;
use super::travel::{RISE_SECONDS, SET_UP_SECONDS};
use crate::pieces::materials::PieceLooks;
use crate::stage::shape::BoardShape;
use crate::stage::taught::{Taught, TaughtMove};
use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;
use icochess_play::game::facts::MatchFact;
use icochess_rules::{AnyPosition, Cell, CellSet, Piece, Side};

/// Request to replay the last move from the previous position.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replay;

/// Systems that move pieces.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PieceSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Arrived>()
        .add_message::<Replay>()
        .add_systems(
            Update,
            (
                show_changes.run_if(resource_exists::<PieceLooks>),
                replay_last_move
                    .run_if(resource_exists::<PieceLooks>.and_then(on_message::<Replay>)),
            )
                .chain()
                .before(MovingSystems)
                .in_set(PieceSystems)
                .in_set(AppSystems::Scene),
        )
        .add_systems(
            Update,
            (
                reserve::update_reserves.run_if(
                    resource_exists::<PieceLooks>.and_then(
                        resource_changed::<Match>
                            .or_else(resource_changed::<Taught>)
                            .or_else(resource_exists_and_changed::<BoardShape>),
                    ),
                ),
                reserve::move_back_to_reserve.run_if(any_with_component::<reserve::GoingBack>),
            )
                .chain()
                .after(MovingSystems)
                .in_set(PieceSystems)
                .in_set(AppSystems::Scene),
        )
        .configure_sets(Update, MovingSystems.in_set(PieceSystems));
}

/// Pieces on the board, without vanishing ones.
type StandingPieces<'w, 's> = Query<
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

/// Entities of all pieces, including vanishing ones.
type AllPieces<'w, 's> = Query<'w, 's, Entity, Or<(With<PieceOn>, With<Vanishing>)>>;

/// Replaces all pieces, without animation.
fn replace_pieces(
    animator: &mut PieceAnimator,
    pieces: Vec<(Piece, Cell)>,
    there: &AllPieces,
) -> Vec<PlacedPiece> {
    for entity in there {
        animator.commands.entity(entity).despawn();
    }
    let stood = pieces.into_iter().map(|(piece, cell)| PlacedPiece {
        entity: animator.place(piece, cell),
        piece,
        cell,
    });
    stood.collect()
}

fn pieces_of(position: &dyn AnyPosition) -> Vec<(Piece, Cell)> {
    let cells = position.occupied().cells();
    let pieces = cells.filter_map(|cell| Some((position.piece_at(cell)?, cell)));
    pieces.collect()
}

/// Replays the last move.
fn replay_last_move(mut asked: MessageReader<Replay>, mut animator: PieceAnimator, all: AllPieces) {
    asked.clear();
    if animator.taught.is_on() {
        return;
    }
    let (Some(mv), Some(before)) = (animator.game.record().last(), animator.game.before_last())
    else {
        return;
    };
    let effects = before.effects(mv);
    let pieces = pieces_of(before);
    let mut now = replace_pieces(&mut animator, pieces, &all);
    animator.pace.0 = Some(REPLAY_SECONDS);
    animator.animate(&effects, &mut now);
}

/// Starts raising the pieces of a new game, those closest to their king first.
fn raise_new_pieces(animator: &mut PieceAnimator, pieces: &[PlacedPiece]) {
    let kings = Side::ALL.map(|side| animator.position().royal(side));
    let far: Vec<f32> = pieces
        .iter()
        .map(|it| {
            let place = animator.shape.centre(it.cell);
            let king = kings[it.piece.side.index()].map(|king| animator.shape.centre(king));
            king.map_or(0.0, |king| king.distance(place))
        })
        .collect();
    let farthest = far.iter().copied().fold(f32::EPSILON, f32::max);
    for (it, far) in pieces.iter().zip(far) {
        animator.commands.entity(it.entity).insert(Rising {
            delay: far / farthest * (SET_UP_SECONDS - RISE_SECONDS),
            elapsed: 0.0,
        });
    }
}

/// Shows a new setup, or animates moves made and taken back in order.
fn show_changes(
    mut facts: MessageReader<MatchFact>,
    (mut taught, mut is_taught): (MessageReader<TaughtMove>, Local<bool>),
    mut animator: PieceAnimator,
    standing: StandingPieces,
    all: AllPieces,
    mut arrived: MessageWriter<Arrived>,
) {
    let facts: Vec<&MatchFact> = facts.read().collect();
    // A new setup makes all earlier moves irrelevant.
    let set_up = facts.iter().rposition(|fact| fact.sets_up());
    let since = &facts[set_up.map_or(0, |index| index + 1)..];
    let mut motions = since.iter().filter_map(|fact| fact.motion()).peekable();
    // Practice hides the moves of the game.
    let is_unseen = animator.taught.is_practice() && motions.peek().is_some();
    let is_another = set_up.is_some() || is_unseen || animator.shape.is_changed();
    let was_taught = std::mem::replace(&mut *is_taught, animator.taught.is_on());
    if is_another || animator.taught.is_changed() {
        // Reports pieces in motion as arrived, including moves that started in this frame.
        let gliding = standing.iter();
        let gliding = gliding.filter(|(.., gliding)| gliding.is_some());
        let gliding = gliding.filter(|_| !is_another && !was_taught);
        let ends = gliding.map(|(_, on, ..)| on.0);
        let ends = ends.chain(motions.map(|motion| motion.to));
        arrived.write_batch(ends.map(Arrived));
        taught.clear();
        let pieces = pieces_of(animator.position());
        let stand = replace_pieces(&mut animator, pieces, &all);
        if facts.iter().any(|fact| fact.is_begun()) && !animator.taught.is_on() {
            raise_new_pieces(&mut animator, &stand);
        }
        return;
    }
    if motions.peek().is_none() && taught.is_empty() {
        return;
    }
    let stood = |(entity, on, is, gliding): (Entity, &PieceOn, &IsPiece, Option<&Gliding>)| {
        let piece = gliding.map_or(is.0, |gliding| gliding.then);
        let cell = on.0;
        PlacedPiece {
            entity,
            piece,
            cell,
        }
    };
    let mut now: Vec<PlacedPiece> = standing.iter().map(stood).collect();
    for motion in motions {
        animator.animate(motion.effects, &mut now);
    }
    for TaughtMove(effects) in taught.read() {
        animator.pace.0 = Some(REPLAY_SECONDS);
        animator.animate(effects, &mut now);
    }
    animator.pace.0 = None;
}
