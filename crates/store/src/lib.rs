//! The saved game and the settings: what is on disk after every ply.
//!
//! * [`store`]: the folder, and what is read from it.
//! * [`queue`]: what is to be written; `task`: the thread that writes it; `files`,
//!   `lock`: how; `data_dir`: the right to.
//! * `kept_game`: the game on disk, which is that of the match; `kept_clock`: its clock at the end;
//!   `kept_settings`: the settings on disk; `replies`: what became of all that.
//! * `resuming`: going on with the game that is found on disk; `taken_up`: such a game that is there at the
//!   start, until something happens in it; `first_start`: the offer of the first steps;
//!   `computer_player`: the computer as the settings have it.
//! * [`library`]: the list of the saved games, and what can be done with them.
//! * [`settings`]: what players have chosen; [`table`]: all there is to be known of each
//!   setting, as [`setting`] puts it; [`starts`]: where new games begin; [`rooms`]: where single
//!   boards are; `by_board`: both in a file; [`entries`]: the file.
//! * [`choices`]: what they choose of what they see; [`models`]: models of pieces that they bring.
//! * [`players`]: the people who play; [`player`]: one of them; `player_files`: theirs;
//!   [`effective`]: the settings as they are for who is at the game.
//!
//! The systems here listen to the match and write; none blocks a frame.

mod by_board;
pub mod choices;
mod computer_player;
mod data_dir;
pub mod effective;
pub mod entries;
mod files;
mod first_start;
mod kept_clock;
mod kept_game;
mod kept_settings;
mod known_boards;
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
pub mod rooms;
pub mod setting;
pub mod settings;
mod slot;
pub mod starts;
pub mod store;
pub mod table;
mod taken_up;
mod task;

use bevy::prelude::*;

pub use first_start::{FIRST_PLIES, FirstStart};
pub use kept_game::{OnDisk, SaveRequested};
pub use known_boards::KnownBoards;
pub use notices::{Notice, Report};
pub use replies::{SaveReplySystems, Unsaved, Unusable};
pub use resuming::{ResumeOffer, ResumeRequested};
pub use taken_up::TakenUp;

/// Adds the saved game, the settings and the saved games.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        library::plugin,
        players::plugin,
        effective::plugin,
        notices::plugin,
        resuming::plugin,
        computer_player::plugin,
        kept_game::plugin,
        taken_up::plugin,
        first_start::plugin,
        replies::plugin,
        kept_settings::plugin,
        kept_clock::plugin,
    ));
}
