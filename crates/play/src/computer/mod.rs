//! The computer as a player of the match.
//!
//! It plays like everybody else: by requests to the match. When it is its turn,
//! a search runs in a thread of its own (`thread`); frames only look whether
//! it has something to tell. Whatever happens to the match meanwhile ends the
//! search, and what it had found is not played.
//!
//! * [`settings`]: the player of each side, and the computer's settings.
//! * [`messages`]: requests to the computer, and facts about it.
//! * [`analysis`]: the evaluation of each ply; [`judgement`]: dubious moves, mistakes and blunders.
//! * [`external`]: engines of others, which play and evaluate as ours does.
//! * [`series`]: games that it plays against itself, one after the other.
//! * `play`: from the match to searches and back; `state`: the search under way and the move that
//!   was found; `pace`: by the clock.

pub mod analysis;
mod control;
pub mod external;
mod handover;
#[cfg_attr(
    target_arch = "wasm32",
    expect(dead_code, reason = "a worker is not told all that a thread is")
)]
mod job;
pub mod judgement;
pub mod messages;
mod pace;
mod play;
mod resign;
pub mod series;
pub mod settings;
mod state;
mod thoughts;
#[cfg(not(target_arch = "wasm32"))]
mod thread;
#[cfg(target_arch = "wasm32")]
mod worker;
#[cfg(target_arch = "wasm32")]
use worker as thread;

use bevy::prelude::*;

pub use settings::{Computer, SidePlayer};
pub use settings::{is_to_move, next_human};
pub use thoughts::{
    CutShort, Evaluation, Hint, HintMove, LookAhead, Paused, Purpose, Thinking, Thought,
};

/// Adds the computer as a player of the match.
pub fn plugin(app: &mut App) {
    app.init_resource::<Computer>()
        .init_resource::<Paused>()
        .init_resource::<Thinking>()
        .init_resource::<CutShort>()
        .init_resource::<Hint>()
        .init_resource::<Evaluation>()
        .add_message::<messages::ComputerRequest>()
        .add_message::<messages::ComputerFact>()
        .add_plugins((
            play::plugin,
            analysis::plugin,
            series::plugin,
            handover::plugin,
            external::known_engine::plugin,
        ));
}
