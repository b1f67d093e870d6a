//! Reserve pieces wait next to the board until they enter, and return there when the entry is
//! undone.

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

/// Duration of the return to the reserve, in seconds.
const BACK_SECONDS: f32 = 0.35;
/// Lift of a returning piece, in metres.
const LIFT: f32 = 0.03;

/// Marks a reserve piece, which is next to the board.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct InReserve(pub Piece);

/// Marks a piece on its way back to the reserve.
#[derive(Component, Debug, Clone, Copy)]
pub(crate) struct GoingBack {
    /// Start of the motion, in the frame of the piece's part.
    from: Vec3,
    /// Seconds since the start.
    elapsed: f32,
}

/// Returns the components that send a piece on the board back to the reserve.
pub(crate) fn leaving(piece: Piece, from: Vec3) -> impl Bundle {
    (InReserve(piece), GoingBack { from, elapsed: 0.0 })
}

/// Returns whether a piece that appears on a cell enters from the reserve. Entering requires
/// another piece of the same side to leave the cell. A takeback, in contrast, restores a piece on a
/// cell that the other side leaves.
pub(crate) fn is_entry(effects: &[Effect], piece: Piece, cell: Cell) -> bool {
    effects.iter().any(|effect| match effect {
        Effect::Moved { piece: it, path } => it.side == piece.side && path[0] == cell,
        _ => false,
    })
}

/// Returns whether a piece that disappears from a cell returns to the reserve. In that case another
/// piece of the same side moves to its cell.
pub(crate) fn is_undone_entry(effects: &[Effect], piece: Piece, cell: Cell) -> bool {
    effects.iter().any(|effect| match effect {
        Effect::Moved { piece: it, .. } => it.side == piece.side && effect.cell() == cell,
        _ => false,
    })
}

/// Returns the place of a reserve piece with this number of pieces before it.
fn place(stand: &Stand, before: usize, shape: &Shape, piece: Piece) -> Transform {
    let at = stand.at + stand.step * before as f32;
    shape.standing(piece.side, at, Vec3::Y, shape.aside_at(piece, at))
}

/// Spawns and despawns reserve pieces to match the position shown.
pub(crate) fn update_reserves(
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
    // Removes pieces that have entered or are lost.
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

/// Moves pieces back to the reserve after an undone entry.
pub(crate) fn move_back_to_reserve(
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
