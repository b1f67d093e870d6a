//! The match: the one place where a game's moves are made.
//!
//! Works without rendering, window, sound or headset. Requests come in as
//! messages, facts go out as messages ([`messages`]); no other module changes
//! [`Match`].

pub mod messages;

use bevy::prelude::*;

use crate::rules::{CellSet, History, Icochess, Outcome, Position, Tables};
use crate::schedule::AppSystems;
use messages::{
    GameOver, GameRequest, GameReset, MoveMade, MoveRejected, MoveRequested, MoveUndone,
};

/// The board that the match is played on.
pub type Game = Icochess;

/// The game being played.
#[derive(Resource, Debug, Default, Clone)]
pub struct Match(History<Game>);

impl Match {
    /// A match that goes on with the given game.
    #[must_use]
    pub const fn new(history: History<Game>) -> Self {
        Self(history)
    }

    /// The moves of the game and the positions between them.
    #[must_use]
    pub const fn history(&self) -> &History<Game> {
        &self.0
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position<Game> {
        self.0.position()
    }
}

/// Ties an entity to a cell of the board: whatever points at the entity means
/// the cell.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct OnCell(pub crate::rules::Cell);

/// The state of the match in words, for tools that look in from outside
/// (Bevy's remote protocol).
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq, Reflect)]
#[reflect(Resource, Default)]
pub struct MatchState {
    /// Position text.
    pub position: String,
    /// `White` or `Black`.
    pub turn: String,
    /// Tiles of the pieces that give check.
    pub checkers: Vec<String>,
    /// Moves played, in UCI text.
    pub moves: Vec<String>,
    /// Moves that can be redone.
    pub undone: u32,
    /// `ongoing`, or the keyword of the outcome.
    pub outcome: String,
}

impl MatchState {
    fn of(game: &Match) -> Self {
        let tables = tables();
        let position = game.position();
        let history = game.history();
        Self {
            position: position.to_string(),
            turn: position.turn().to_string(),
            checkers: position
                .checkers()
                .cells()
                .map(|cell| tables.name(cell).to_owned())
                .collect(),
            moves: history.played().iter().map(|mv| mv.uci::<Game>()).collect(),
            undone: (history.line().len() - history.ply()) as u32,
            outcome: history
                .outcome()
                .map_or("ongoing", Outcome::keyword)
                .to_owned(),
        }
    }
}

/// The tables of the match's board.
#[must_use]
pub fn tables() -> &'static Tables<Game> {
    <Game as crate::rules::Board>::tables()
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Match>()
        .init_resource::<MatchState>()
        .add_message::<MoveRequested>()
        .add_message::<GameRequest>()
        .add_message::<MoveMade>()
        .add_message::<MoveUndone>()
        .add_message::<MoveRejected>()
        .add_message::<GameReset>()
        .add_message::<GameOver>()
        .add_systems(Startup, publish)
        .add_systems(
            Update,
            (
                serve.run_if(on_message::<MoveRequested>.or_else(on_message::<GameRequest>)),
                publish.run_if(resource_changed::<Match>),
            )
                .chain()
                .in_set(AppSystems::Rules),
        );
}

fn publish(game: Res<Match>, mut state: ResMut<MatchState>) {
    state.set_if_neq(MatchState::of(&game));
}

/// The only system that changes the match.
fn serve(
    mut game: ResMut<Match>,
    mut moves: MessageReader<MoveRequested>,
    mut requests: MessageReader<GameRequest>,
    mut made: MessageWriter<MoveMade>,
    mut undone: MessageWriter<MoveUndone>,
    mut rejected: MessageWriter<MoveRejected>,
    mut reset: MessageWriter<GameReset>,
    mut over: MessageWriter<GameOver>,
) {
    // Requests that change nothing must not mark the match as changed.
    let mut history = game.0.clone();
    let mut changed = false;
    for &MoveRequested(mv) in moves.read() {
        let before = *history.position();
        match history.play(mv) {
            Ok(()) => {
                changed = true;
                announce(&history, mv, &before, false, &mut made);
                if let Some(outcome) = history.outcome() {
                    over.write(GameOver(outcome));
                }
            }
            Err(illegal) => {
                rejected.write(MoveRejected {
                    mv,
                    reason: illegal.reason,
                });
            }
        }
    }
    for request in requests.read() {
        match request {
            GameRequest::Undo => {
                if let Some(mv) = history.undo() {
                    changed = true;
                    undone.write(MoveUndone {
                        mv,
                        restored: history.position().piece_at(mv.to),
                    });
                }
            }
            GameRequest::Redo => {
                let before = *history.position();
                if let Some(mv) = history.redo() {
                    changed = true;
                    announce(&history, mv, &before, true, &mut made);
                    if let Some(outcome) = history.outcome() {
                        over.write(GameOver(outcome));
                    }
                }
            }
            GameRequest::New => {
                history = History::default();
                changed = true;
                reset.write(GameReset);
            }
            GameRequest::Load(loaded) => {
                history = (**loaded).clone();
                changed = true;
                reset.write(GameReset);
            }
        }
    }
    if changed {
        game.0 = history;
    }
}

fn announce(
    history: &History<Game>,
    mv: crate::rules::Move,
    before: &Position<Game>,
    redone: bool,
    made: &mut MessageWriter<MoveMade>,
) {
    let Some(piece) = before.piece_at(mv.from) else {
        return;
    };
    made.write(MoveMade {
        mv,
        piece,
        captured: before.piece_at(mv.to),
        check: history.position().is_check(),
        redone,
    });
}
