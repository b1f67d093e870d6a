//! Components of the pieces on the board: what each is, and whether it is on its way or vanishes.

use bevy::prelude::*;
use icochess_rules::{AnyPosition, Cell, Piece, Role, Side};
use icochess_shape::PieceKind;

use crate::role_name;
use crate::stage::parts::Carried;

/// Time in which a move has been shown on the board, seconds: its pieces have come and stand still, and
/// what it takes is gone. Short ways take less.
pub const GLIDE_SECONDS: f32 = 0.4;
/// Seconds that a move takes which is shown once more, or to teach it: its way is to be
/// followed.
pub(crate) const REPLAY_SECONDS: f32 = 0.9;

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
    pub(super) way: Vec<Vec3>,
    /// Height to which the piece is lifted on the way, metres.
    pub(super) lift: f32,
    /// The angles by which it is turned to its left where it sets out and where it arrives, radians.
    pub(super) aside: [f32; 2],
    /// The piece that it is when it has arrived.
    pub(super) then: Piece,
    /// Seconds since it set out.
    pub(super) elapsed: f32,
    /// Duration of the way, seconds.
    pub(super) seconds: f32,
}

/// A captured piece, which is pushed aside and vanishes.
#[derive(Component, Debug)]
pub struct Vanishing {
    /// Its place when it began to go; `None` before.
    pub(super) from: Option<Transform>,
    /// The way that it is pushed, metres.
    pub(super) away: Vec3,
    /// Depth to which it sinks, metres.
    pub(super) sinks: f32,
    /// Time that it still stands, until its captor is about to land, seconds.
    pub(super) delay: f32,
    /// Seconds since it was taken.
    pub(super) elapsed: f32,
}

/// A piece that has landed, and rocks a little on its foot.
#[derive(Component, Debug)]
pub struct Settling {
    /// The axis about which it rocks: across the way that it came.
    pub(super) axis: Vec3,
    /// Seconds since it landed.
    pub(super) elapsed: f32,
}

/// A piece that appears where it stands, from its foot upwards.
#[derive(Component, Debug)]
pub struct Rising {
    /// Time before anything is seen of it, seconds.
    pub(super) delay: f32,
    /// Seconds since it was put there, unseen at first.
    pub(super) elapsed: f32,
}

/// The model that goes by the name of a role; on the board itself see [`Shape::model`](icochess_shape::Shape::model).
pub fn piece_kind(position: &dyn AnyPosition, role: Role) -> PieceKind {
    PieceKind::named(role_name(position, role))
}

/// Run condition: whether a piece or a part of the board is moving.
pub fn is_any_moving(
    moving: Query<(), Or<(With<Gliding>, With<Vanishing>, With<Carried>)>>,
) -> bool {
    !moving.is_empty()
}

/// The name of a piece's entity: side, role and cell.
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
