//! The move that is pointed at elsewhere than on the board.

use bevy::prelude::*;
use icochess_rules::Move;

/// The move of the game whose row in a list is pointed at, if one is.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct PointedMove(pub Option<Move>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PointedMove>();
}
