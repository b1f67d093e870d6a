//! Pieces in reserve: they stand beside the board until they enter, and go back there when
//! that is taken back.

use std::f32::consts::PI;

use bevy::prelude::*;

use crate::pieces::materials::PieceLooks;
use crate::stage::motion::ReducedMotion;
use crate::stage::parts::Parts;
use crate::stage::shape::BoardShape;
use crate::stage::taught::Taught;
use icochess_play::game::Match;
use icochess_rules::{Cell, Effect, Piece, Side};
use icochess_shape::{Shape, Stand};

/// Duration of the way back to the reserve, seconds.
const BACK_SECONDS: f32 = 0.35;
/// Height to which a piece is lifted on its way back, metres.
const LIFT: f32 = 0.03;

/// Marks a piece in reserve, which stands beside the board.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct InReserve(pub Piece);

/// Marks a piece that is on its way back to the reserve.
#[derive(Component, Debug, Clone, Copy)]
pub(crate) struct GoingBack {
    /// The point from which the piece set out, in the frame of its part.
    from: Vec3,
    /// Seconds since it set out.
    elapsed: f32,
}

/// The components that turn a piece on the board into one on its way back to the reserve.
pub(crate) fn leaving(piece: Piece, from: Vec3) -> impl Bundle {
    (InReserve(piece), GoingBack { from, elapsed: 0.0 })
}

/// Whether a piece that appears on a cell enters from the reserve: then another of its side
/// has left that cell. What a takeback puts back appears where the other side has left.
pub(crate) fn is_entry(effects: &[Effect], piece: Piece, cell: Cell) -> bool {
    effects.iter().any(|effect| match effect {
        Effect::Moved { piece: it, way } => it.side == piece.side && way[0] == cell,
        _ => false,
    })
}

/// Whether a piece that disappears from a cell goes back to the reserve: then another of its
/// side comes there.
pub(crate) fn is_undone_entry(effects: &[Effect], piece: Piece, cell: Cell) -> bool {
    effects.iter().any(|effect| match effect {
        Effect::Moved { piece: it, .. } => it.side == piece.side && effect.cell() == cell,
        _ => false,
    })
}

/// The place of one in reserve, by how many stand before it.
fn place(stand: &Stand, before: usize, shape: &Shape, piece: Piece) -> Transform {
    let at = stand.at + stand.step * before as f32;
    shape.standing(piece.side, at, Vec3::Y, shape.aside_at(piece, at))
}

/// Puts as many pieces in reserve beside the board as the shown position has.
pub(crate) fn stand(
    mut commands: Commands,
    (game, taught): (Res<Match>, Res<Taught>),
    (shape, looks, parts): (Res<BoardShape>, Res<PieceLooks>, Res<Parts>),
    there: Query<(Entity, &InReserve)>,
) {
    let Some(stands) = shape.stands else {
        return;
    };
    let position = taught.position(&game);
    let sides = Side::ALL.into_iter();
    let reserve: Vec<_> = sides.flat_map(|side| position.in_reserve(side)).collect();
    let count_of = |piece: Piece| {
        let found = reserve.iter().find(|(kind, _)| *kind == piece);
        found.map_or(0, |(_, count)| usize::from(*count))
    };
    // Pieces that have entered or are lost.
    for (entity, &InReserve(piece)) in &there {
        let before = there.iter().take_while(|(other, _)| *other != entity);
        if before.filter(|(_, other)| other.0 == piece).count() >= count_of(piece) {
            commands.entity(entity).despawn();
        }
    }
    let mut before = [0; 2];
    for &(piece, count) in &reserve {
        let stand = &stands[piece.side.index()];
        let standing = there.iter().filter(|(_, it)| it.0 == piece).count();
        for number in 0..usize::from(count) {
            let place = place(stand, before[piece.side.index()], &shape, piece);
            before[piece.side.index()] += 1;
            if number >= standing {
                let kind = shape.model(position, piece.role);
                commands.spawn((
                    InReserve(piece),
                    Name::new("reserve"),
                    looks.look(kind, piece.side),
                    place,
                    Visibility::Inherited,
                    ChildOf(parts.part(stand.part)),
                ));
            }
        }
    }
}

/// Moves pieces whose entry was taken back to their places beside the board.
pub(crate) fn go_back(
    mut commands: Commands,
    (time, motion, shape): (Res<Time>, Res<ReducedMotion>, Res<BoardShape>),
    mut pieces: Query<(Entity, &InReserve, &mut GoingBack, &mut Transform)>,
) {
    for (entity, &InReserve(piece), mut back, mut transform) in &mut pieces {
        let Some(stand) = shape.stands.map(|stands| stands[piece.side.index()]) else {
            continue;
        };
        back.elapsed += time.delta_secs();
        let part = motion.part(back.elapsed, BACK_SECONDS);
        *transform = place(&stand, 0, &shape, piece);
        if part < 1.0 {
            let above = (part * PI).sin() * LIFT;
            let at = back.from.lerp(transform.translation, part);
            transform.translation = at + Vec3::Y * above;
        } else {
            commands.entity(entity).remove::<GoingBack>();
        }
    }
}
