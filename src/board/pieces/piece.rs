//! What a piece on the board is, and that it is on its way or vanishes.

use bevy::prelude::*;
use icochess_rules::{AnyPosition, Cell, Piece, Role, Side};
use icochess_shape::PieceKind;

use crate::board::stage::names::role_name;
use crate::board::stage::parts::Carried;

/// How long a piece takes to glide through a move, seconds.
pub const GLIDE_SECONDS: f32 = 0.25;
/// Seconds that a move takes which is shown once more, or to teach it: its way is to be
/// followed.
pub(in crate::board) const REPLAY_SECONDS: f32 = 0.9;

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
    /// How high the piece is lifted on the way, metres.
    pub(super) lift: f32,
    /// The piece that it is when it has arrived.
    pub(super) then: Piece,
    pub(super) elapsed: f32,
    /// How long the way takes, seconds.
    pub(super) seconds: f32,
}

/// Marks a captured piece while it vanishes.
#[derive(Component, Debug, Default)]
pub struct Vanishing {
    pub(super) elapsed: f32,
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
