//! Requests to the match.

use bevy::prelude::Message;

pub use icochess_core::game::requests::{ClockRequest, Edit, GameRequest, PlyReview, Step};
use icochess_rules::Move;

/// Request: play this move for the side to move.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveRequested(pub Move);
