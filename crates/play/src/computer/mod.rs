//! Computer player of the match.
//!
//! The computer plays through requests to the match, as humans do. On its turn, a search runs on a
//! separate thread (`thread`); frames only poll for replies. Any change of the match cancels the
//! search and its result.
//!
//! * [`settings`]: the player of each side, and the computer's settings.
//! * [`messages`]: requests to the computer, and facts about it.
//! * [`analysis`]: evaluation of each ply; [`judgement`]: inaccuracies, mistakes and blunders;
//!   [`accuracy`]: accuracy of each side.
//! * [`replies`]: the engine's reply in a position outside the match.
//! * [`endings`]: endings with few men, solved in the background.
//! * [`external`]: UCI engines for playing and analysis.
//! * [`series`]: series of games between two computer players.
//! * `play`: starts searches for the match and plays their moves; `state`: the current search and
//!   the chosen move; `pace`: time management.

pub mod accuracy;
pub mod analysis;
mod control;
pub mod endings;
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
pub mod replies;
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
    BestLines, Evaluation, Hint, HintMove, HintReason, LookAhead, Paused, Purpose, RankedLine,
    ShortenedSearch, Thinking, Thought, Why,
};

/// Adds the computer player.
pub fn plugin(app: &mut App) {
    app.init_resource::<Computer>()
        .init_resource::<Paused>()
        .init_resource::<Thinking>()
        .init_resource::<ShortenedSearch>()
        .init_resource::<Hint>()
        .init_resource::<HintReason>()
        .init_resource::<Evaluation>()
        .init_resource::<BestLines>()
        .add_message::<messages::ComputerRequest>()
        .add_message::<messages::ComputerFact>()
        .add_plugins((
            endings::plugin,
            play::plugin,
            analysis::plugin,
            replies::plugin,
            series::plugin,
            handover::plugin,
            external::known_engine::plugin,
        ));
}
