//! The match: the only module that makes moves. Its rules are in [`icochess_core::game`]; this
//! module adds messages, systems and the time.
//!
//! The module works without rendering, window, sound or headset. Requests come in as messages
//! ([`messages`]) and facts go out as messages ([`facts`]). No other module changes [`Match`].
//!
//! * [`messages`]: requests to the match; [`facts`]: its facts.
//! * `serve`: runs the referee.
//! * [`clock`]: its clock, if any.
//! * [`handover`]: passing a shared display; [`seating`]: whether players share one.
//! * [`pairing`]: the next pair of three or more people.
//! * [`remote`]: a game whose referee is a server.
//! * [`play_through`]: replays the record ply by ply; `boards`: the registered boards.

mod boards;
pub mod clock;
pub mod facts;
pub mod handover;
pub mod messages;
pub mod pairing;
pub mod play_through;
pub mod remote;
mod serve;

use bevy::prelude::*;
use serde::Serialize;

pub use boards::{BoardShape, Boards};
use clock::{ClockFaces, ClockSystems, GameClock};
use facts::MatchFact;
use handover::{GameHandover, HandoverOptions};
use icochess_base::schedule::AppSystems;
pub use icochess_core::game::seating;
pub use icochess_core::game::{Match, Takeback, TakebackOffer};
use icochess_rules::{CellSet, Outcome};
use messages::{GameRequest, MoveRequested};
use serve::serve_requests;

/// Whether a takeback needs the opponent's consent: see
/// [`Referee::asks`](icochess_core::game::Referee::asks).
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AskBeforeTakeback(pub bool);

/// Systems that change the match.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MatchSystems;

/// Links an entity to a cell. Pointing at the entity means pointing at the cell.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnCell(pub icochess_rules::Cell);

/// Links an entity to a dock, by its pin. Pointing at the entity means pointing at the attack board
/// on the dock, or at the free dock.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnDock(pub icochess_rules::Cell);

/// State of the match as text, for external tools (Bevy's remote protocol).
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq, Reflect, Serialize)]
#[type_path = "icochess::game"]
#[reflect(Resource, Default)]
pub struct MatchState {
    /// Identifier of the board.
    pub board: String,
    /// Position text.
    pub position: String,
    /// `White` or `Black`.
    pub turn: String,
    /// Tiles of the checking pieces.
    pub checkers: Vec<String>,
    /// Moves played, in UCI notation.
    pub moves: Vec<String>,
    /// Number of moves that can be redone.
    pub undone: u32,
    /// `ongoing`, or the keyword of the outcome.
    pub outcome: String,
    /// Whether the board shows a position other than the live one.
    pub looking_back: bool,
}

impl MatchState {
    fn of(game: &Match) -> Self {
        let (record, position) = (game.record(), game.position());
        let name = |cell| position.cell_name(cell).to_owned();
        Self {
            board: record.board().id().to_owned(),
            position: position.text(),
            turn: position.turn().to_string(),
            checkers: position.checkers().cells().map(name).collect(),
            moves: record.played().iter().map(|mv| position.uci(*mv)).collect(),
            undone: (record.line().len() - record.ply()) as u32,
            outcome: game
                .outcome()
                .map_or("ongoing", Outcome::keyword)
                .to_owned(),
            looking_back: game.is_looking_back(),
        }
    }
}

/// Adds the match with its clock and handover.
pub fn plugin(app: &mut App) {
    app.add_plugins((pairing::plugin, play_through::plugin, remote::plugin))
        .init_resource::<Boards>()
        .init_resource::<Match>()
        .init_resource::<AskBeforeTakeback>()
        .init_resource::<MatchState>()
        .add_message::<MoveRequested>()
        .add_message::<GameRequest>()
        .add_message::<MatchFact>()
        .add_plugins((clock::plugin, handover::plugin))
        .add_systems(Startup, (publish_state, set_up_clock))
        .add_systems(
            Update,
            (
                // Handover requests of a frame take effect before its moves.
                handover::serve_requests,
                serve_requests.run_if(
                    on_message::<MoveRequested>
                        .or_else(on_message::<GameRequest>)
                        .or_else(remote::has_messages),
                ),
                publish_state.run_if(resource_changed::<Match>),
                clock::update_faces,
                handover::publish_phase.run_if(
                    resource_changed::<GameHandover>
                        .or_else(resource_changed::<GameClock>)
                        .or_else(resource_changed::<ClockFaces>),
                ),
            )
                .chain()
                .in_set(MatchSystems)
                .in_set(AppSystems::Rules),
        )
        .configure_sets(
            Update,
            ClockSystems.before(MatchSystems).in_set(AppSystems::Rules),
        );
}

/// Sets up the clock and handover of the initial game, which may be a resumed one.
fn set_up_clock(
    game: Res<Match>,
    options: Res<HandoverOptions>,
    mut clock: ResMut<GameClock>,
    mut handover: ResMut<GameHandover>,
) {
    clock.set_if_neq(GameClock::of(game.record()));
    handover.start(&game, &options, &mut clock);
}

fn publish_state(game: Res<Match>, mut state: ResMut<MatchState>) {
    state.set_if_neq(MatchState::of(&game));
}
