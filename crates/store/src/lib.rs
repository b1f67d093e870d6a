//! The saved game, the settings and the library. The data on disk is up to date after every ply.
//!
//! * [`store`]: the data folder and its content.
//! * [`queue`]: pending writes; `task`: the thread that performs them; `files`, `lock`: safe
//!   writing; `data_dir`: the data folder and its lock.
//! * `kept`: saves the match, its clock and the settings; `replies`: the results.
//! * `resuming`: continuing a saved game; `first_start`: the offer of the tutorial;
//!   `computer_player`: the computer according to the settings; `agreed`: settings that two people
//!   agree on.
//! * [`library`]: the list of saved games and its operations; [`pictures`]: pictures and films.
//! * [`settings`]: the settings; [`table`]: their definitions, each a [`setting`]; [`by_board`]:
//!   settings per board; [`entries`]: the file format.
//! * [`choices`]: display settings; [`models`]: the user's own piece models.
//! * [`players`]: the list of players; [`player`]: a single one; `player_files`: their files;
//!   [`effective`]: the settings for the current player; [`matching`]: the computer's level that
//!   matches a player; [`puzzle_scores`]: scores in puzzles.
//! * [`seats`]: seats in games over a network.
//!
//! Systems react to the match and queue writes; none blocks a frame.
//!
//! ```
//! use icochess_store::entries;
//! use icochess_store::settings::Settings;
//!
//! let read = entries::read::<Settings>("(language: \"de\", volume_of_the_moon: 3.0)")?;
//! assert_eq!(read.values.language, "de");
//! // Entries of other versions are kept.
//! assert_ne!(read.unknown, entries::Unknown::default());
//! # Ok::<(), String>(())
//! ```

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
pub mod matching;
pub mod models;
mod notices;
pub mod pictures;
pub mod player;
mod player_files;
pub mod players;
mod problem;
pub mod puzzle_scores;
pub mod queue;
mod replies;
mod resuming;
pub mod seats;
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
pub use replies::{DamagedFiles, SaveReplySystems, Unsaved};
pub use resuming::RestoredGame;
pub use resuming::{ResumeOffer, ResumeRequested};

/// Adds saving, settings and the library.
pub fn plugin(app: &mut App) {
    app.add_plugins((
        library::plugin,
        players::plugin,
        effective::plugin,
        agreed::plugin,
        notices::plugin,
        resuming::plugin,
        computer_player::plugin,
        matching::plugin,
        kept::plugin,
        first_start::plugin,
        replies::plugin,
        seats::plugin,
    ));
}
