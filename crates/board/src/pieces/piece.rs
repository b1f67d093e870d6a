//! Components of pieces: identity, cell and motion.

use bevy::prelude::*;
use icochess_rules::{AnyPosition, Cell, Piece, Role, Side};
use icochess_shape::PieceKind;

use crate::role_name;
use crate::stage::parts::Carried;

/// Longest duration of a move on the board, in seconds, including landing and the exit of captured
/// pieces. Short paths take less.
pub const GLIDE_SECONDS: f32 = 0.4;
/// Duration of a replayed or taught move, in seconds, slow enough to follow.
pub(crate) const REPLAY_SECONDS: f32 = 0.9;

/// Cell of a piece, or its destination while it moves.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceOn(pub Cell);

/// Sent when a piece has come to rest on this cell. Also sent for a part of the board, with the end
/// cell of its move.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrived(pub Cell);

/// Identifies a piece on the board.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct IsPiece(pub Piece);

/// Motion of a piece along a path.
#[derive(Component, Debug)]
pub struct Gliding {
    /// Points of the path, from start to end.
    pub(super) path: Vec<Vec3>,
    /// Lift of the piece on its path, in metres.
    pub(super) lift: f32,
    /// Angles by which the piece is turned left at the start and the end, in radians.
    pub(super) aside: [f32; 2],
    /// The piece after its arrival, which may be promoted.
    pub(super) then: Piece,
    /// Seconds since the start.
    pub(super) elapsed: f32,
    /// Duration of the motion, in seconds.
    pub(super) seconds: f32,
}

/// Captured piece, which is pushed aside and vanishes.
#[derive(Component, Debug)]
pub struct Vanishing {
    /// Transform at the start of the motion; `None` before it starts.
    pub(super) from: Option<Transform>,
    /// Direction and distance of the push, in metres.
    pub(super) away: Vec3,
    /// Depth to which the piece sinks, in metres.
    pub(super) sinks: f32,
    /// Delay until the captor is about to land, in seconds.
    pub(super) delay: f32,
    /// Seconds since the capture.
    pub(super) elapsed: f32,
}

/// Piece that has just landed and rocks on its foot.
#[derive(Component, Debug)]
pub struct Settling {
    /// Axis of the rocking, across the direction of arrival.
    pub(super) axis: Vec3,
    /// Seconds since the landing.
    pub(super) elapsed: f32,
}

/// Piece that grows from its foot upwards.
#[derive(Component, Debug)]
pub struct Rising {
    /// Delay while the piece is invisible, in seconds.
    pub(super) delay: f32,
    /// Seconds since the piece was spawned, including the delay.
    pub(super) elapsed: f32,
}

/// King of the loser, which lies down.
#[derive(Component, Debug)]
pub struct Fallen {
    /// Direction of the fall, in the frame of the piece's part.
    pub(crate) towards: Vec3,
    /// Angle at the end of the fall, in radians.
    pub(crate) angle: f32,
    /// Seconds since the start of the fall.
    pub(crate) elapsed: f32,
}

/// Piece that bows to the player.
#[derive(Component, Debug, Default, Clone, Copy)]
pub struct Bowing {
    /// Seconds since the start of the bow.
    pub(crate) elapsed: f32,
}

/// Returns the model for the name of a role; for pieces on a board see
/// [`Shape::model`](icochess_shape::Shape::model).
pub fn piece_kind(position: &dyn AnyPosition, role: Role) -> PieceKind {
    PieceKind::named(role_name(position, role))
}

/// Run condition: a piece or a part of the board is moving.
pub fn is_any_moving(
    moving: Query<(), Or<(With<Gliding>, With<Vanishing>, With<Carried>)>>,
) -> bool {
    !moving.is_empty()
}

/// Returns the entity name of a piece: side, role and cell.
pub(super) fn piece_name(position: &dyn AnyPosition, piece: Piece, cell: Cell) -> Name {
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
