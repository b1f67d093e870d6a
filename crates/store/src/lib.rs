//! The saved game and the settings: what is on disk after every ply.
//!
//! * [`store`]: the folder, and what is read from it.
//! * [`queue`]: what is to be written; `task`: the thread that writes it; `files`,
//!   `lock`: how; `data_dir`: the right to.
//! * `kept`: the match, its clock and the settings go to disk; `replies`: what became of that.
//! * `resuming`: going on with the game that is found on disk; `first_start`: the offer of the first
//!   steps; `computer_player`: the computer as the settings have it; `agreed`: what two people have
//!   agreed on.
//! * [`library`]: the list of the saved games, and what can be done with them.
//! * [`settings`]: what players have chosen; [`table`]: all there is to be known of each
//!   setting, as [`setting`] puts it; [`by_board`]: what is chosen for single boards; [`entries`]: the
//!   file.
//! * [`choices`]: what they choose of what they see; [`models`]: models of pieces that they bring.
//! * [`players`]: the people who play; [`player`]: one of them; `player_files`: theirs;
//!   [`effective`]: the settings as they are for who is at the game.
//!
//! The systems here listen to the match and write; none blocks a frame.

mod agreed;
pub mod by_board;
pub mod choices;
mod computer_player;
mod data_dir;
pub mod effective;
pub mod entries;
mod files;
mod first_start;
mod kept;
pub mod library;
mod lock;
pub mod models;
mod notices;
pub mod player;
mod player_files;
pub mod players;
mod problem;
pub mod queue;
mod replies;
mod resuming;
pub mod setting;
pub mod settings;
pub mod store;
pub mod table;
mod task;

use bevy::prelude::*;

pub use by_board::KnownBoards;
pub use first_start::{FIRST_PLIES, FirstStart};
pub use kept::{OnDisk, SaveRequested};
pub use notices::{Notice, Report};
pub use replies::{SaveReplySystems, Unsaved, Unusable};
pub use resuming::TakenUp;
pub use resuming::{ResumeOffer, ResumeRequested};

/// Adds the saved game, the settings and the saved games.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        library::plugin,
        players::plugin,
        effective::plugin,
        agreed::plugin,
        notices::plugin,
        resuming::plugin,
        computer_player::plugin,
        kept::plugin,
        first_start::plugin,
        replies::plugin,
    ));
}
