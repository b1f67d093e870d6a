//! A piece held in a hand or by the mouse. It follows them, and its move starts from there.

use bevy::prelude::*;
use icochess_rules::{AnyPosition, Cell, Piece};
use icochess_shape::{Hold, Shape, height};

use super::piece::{Gliding, IsPiece, PieceOn, Vanishing};
use super::standing::PieceSystems;
use super::travel::seconds;
use crate::stage::parts::BoardPart;
use crate::stage::root::BoardRoot;
use crate::stage::shape::BoardShape;
use icochess_base::schedule::AppSystems;
use icochess_play::game::Match;

/// Piece in a hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeldPiece {
    /// Cell that the piece was taken from.
    pub cell: Cell,
    /// Position of the piece's middle in the world, in metres.
    pub at: Vec3,
    /// Cell where the piece would be played, if that is legal.
    pub target: Option<Cell>,
}

/// Piece held in a hand or by the mouse, if any.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct InHand(pub Option<HeldPiece>);

/// Piece in the hand of a friend elsewhere, if any.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub struct InFriendsHand(pub Option<HeldPiece>);

/// Systems that move a held piece with its hand, after all other motion.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct InHandSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<InHand>()
        .init_resource::<InFriendsHand>()
        .add_systems(
            Update,
            move_held_pieces
                .in_set(InHandSystems)
                .after(PieceSystems)
                .in_set(AppSystems::Scene),
        );
}

type Pieces<'w, 's> = Query<
    'w,
    's,
    (
        Entity,
        &'static PieceOn,
        &'static IsPiece,
        &'static ChildOf,
        &'static mut Transform,
        Option<&'static mut Gliding>,
    ),
    (Without<Vanishing>, Without<BoardRoot>, Without<BoardPart>),
>;

/// Returns the foot of a piece held by its middle, and its upward direction there. Points are in
/// the board's frame, in metres.
pub fn foot(shape: &Shape, position: &dyn AnyPosition, piece: Piece, middle: Vec3) -> (Vec3, Vec3) {
    let up = match shape.hold {
        Hold::Ball => middle.normalize_or(Vec3::Y),
        Hold::Table { .. } => Vec3::Y,
    };
    let height = height(shape.model(position, piece.role)) * shape.piece_scale;
    (middle - up * (height / 2.0), up)
}

/// Piece held in the previous frame, and its position.
#[derive(Debug, Clone, Copy)]
struct WasHeld {
    piece: Entity,
    at: Vec3,
}

fn move_held_pieces(
    mut commands: Commands,
    (in_hand, friends): (Res<InHand>, Res<InFriendsHand>),
    mut were_held: Local<[Option<WasHeld>; 2]>,
    (game, shape): (Res<Match>, Res<BoardShape>),
    root: Single<&Transform, With<BoardRoot>>,
    parts: Query<&Transform, (With<BoardPart>, Without<BoardRoot>)>,
    mut pieces: Pieces,
) {
    let before = std::mem::take(&mut *were_held);
    let held = [in_hand.0, friends.0].map(|held| {
        let held = held?;
        let mut all = pieces.iter();
        // Once its move starts, the piece is no longer held.
        let found = all.find(|(_, on, .., gliding)| on.0 == held.cell && gliding.is_none());
        let piece = found?.0;
        let at = held.at;
        Some(WasHeld { piece, at })
    });
    let is_held = |piece| held.iter().flatten().any(|held| held.piece == piece);
    let dropped = before.into_iter().flatten();
    let dropped = dropped.filter(|before| !is_held(before.piece));
    for (WasHeld { piece, at }, is_held) in held
        .into_iter()
        .flatten()
        .map(|held| (held, true))
        .chain(dropped.map(|dropped| (dropped, false)))
    {
        let Ok((_, on, is, part, mut place, gliding)) = pieces.get_mut(piece) else {
            continue;
        };
        let part = parts.get(part.parent()).copied().unwrap_or_default();
        let frame = (**root * part).to_matrix().inverse();
        let middle = frame.transform_point3(at);
        let (foot, up) = foot(&shape, game.position(), is.0, middle);
        // The piece keeps its heading while held.
        let turned = |aside: f32| shape.standing(is.0.side, foot, up, aside);
        match gliding {
            // A move starts from the hand.
            Some(mut gliding) => {
                let end = gliding.path.last().copied().unwrap_or(foot);
                gliding.path.clear();
                gliding.path.extend([foot, end]);
                gliding.lift = 0.0;
                *place = turned(gliding.aside[0]);
            }
            None if is_held => {
                place.set_if_neq(turned(shape.aside_at(is.0, shape.centre(on.0))));
            }
            // A piece that the player puts back glides to its cell.
            None => {
                let end = shape.centre(on.0);
                commands.entity(piece).insert(Gliding {
                    path: vec![foot, end],
                    lift: 0.0,
                    aside: [shape.aside_at(is.0, end); 2],
                    then: is.0,
                    elapsed: 0.0,
                    seconds: seconds(foot.distance(end), shape.extent),
                });
            }
        }
    }
    *were_held = held;
}
