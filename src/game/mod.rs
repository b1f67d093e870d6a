//! The match: the one place where a game's moves are made.
//!
//! Works without rendering, window, sound or headset. Requests come in as
//! messages, facts go out as messages ([`messages`]); no other module changes
//! [`Match`].

pub mod messages;

use std::sync::Arc;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::rules::{
    CellSet, DrawReason, Equipment, GameTree, Icochess, IllegalMove, IllegalReason, Move, Outcome,
    Position, Side, Tables, pgn,
};
use crate::schedule::AppSystems;
use messages::{
    DrawOffered, EndTakenBack, GameOver, GameRequest, GameReset, MoveMade, MoveRejected,
    MoveRequested, MoveUndone,
};

/// The board that the match is played on.
pub type Game = Icochess;

/// The game being played.
#[derive(Resource, Debug, Default, Clone)]
pub struct Match {
    /// Shared with whoever writes it down meanwhile: a copy is made only when a
    /// move comes before that is done.
    record: Arc<pgn::Game<Game>>,
    /// Who has offered a draw that is not answered yet.
    draw_offer: Option<Side>,
}

impl Match {
    /// A match that goes on with the given game.
    #[must_use]
    pub fn new(record: pgn::Game<Game>) -> Self {
        Self {
            record: Arc::new(record),
            draw_offer: None,
        }
    }

    /// The game with all that a file holds of it.
    #[must_use]
    pub fn record(&self) -> &pgn::Game<Game> {
        &self.record
    }

    /// The game as it is now, for another thread: this takes no time.
    #[must_use]
    pub fn shared_record(&self) -> Arc<pgn::Game<Game>> {
        Arc::clone(&self.record)
    }

    /// The game, to change.
    fn record_mut(&mut self) -> &mut pgn::Game<Game> {
        Arc::make_mut(&mut self.record)
    }

    /// The moves of the game and the positions between them.
    #[must_use]
    pub fn tree(&self) -> &GameTree<Game> {
        &self.record.tree
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position<Game> {
        self.tree().position()
    }

    /// How the game has ended, on the board or by what a player declared.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    /// Who has offered a draw that is not answered yet.
    #[must_use]
    pub const fn draw_offer(&self) -> Option<Side> {
        self.draw_offer
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            let reason = IllegalReason::GameOver;
            return Err(IllegalMove { mv, reason });
        }
        let is_redone = self.tree().line().get(self.tree().ply()) == Some(&mv);
        if self.tree().size() >= pgn::MAX_PLIES && !is_redone {
            let reason = IllegalReason::RecordFull {
                most: pgn::MAX_PLIES,
            };
            return Err(IllegalMove { mv, reason });
        }
        let mover = self.position().turn();
        self.record_mut().tree.play(mv)?;
        // Who offers a draw may move; who is offered one declines by moving.
        self.draw_offer = self.draw_offer.filter(|side| *side == mover);
        Ok(())
    }

    /// Ends the game, if it goes on. Did it?
    fn declare(&mut self, outcome: Outcome) -> bool {
        let goes_on = self.outcome().is_none();
        if goes_on {
            self.record_mut().declared = Some(outcome);
            self.draw_offer = None;
        }
        goes_on
    }

    /// The draw by claim or by agreement that the next request for a draw
    /// makes; `None` if it is an offer.
    #[must_use]
    pub fn draw_on_request(&self) -> Option<DrawReason> {
        let claim = self.tree().claims().into_iter().next();
        claim.or_else(|| self.draw_offer.map(|_| DrawReason::Agreement))
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
        let tree = game.tree();
        Self {
            position: position.to_string(),
            turn: position.turn().to_string(),
            checkers: position
                .checkers()
                .cells()
                .map(|cell| tables.name(cell).to_owned())
                .collect(),
            moves: tree.played().iter().map(|mv| tables().uci(*mv)).collect(),
            undone: (tree.line().len() - tree.ply()) as u32,
            outcome: game
                .outcome()
                .map_or("ongoing", Outcome::keyword)
                .to_owned(),
        }
    }
}

/// The tables of the match's board.
#[must_use]
pub fn tables() -> &'static Tables<<Game as Equipment>::Set, <Game as Equipment>::Lines> {
    Game::tables()
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
        .add_message::<DrawOffered>()
        .add_message::<EndTakenBack>()
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

/// What has happened, to be told.
#[derive(SystemParam)]
struct Facts<'w> {
    made: MessageWriter<'w, MoveMade>,
    undone: MessageWriter<'w, MoveUndone>,
    rejected: MessageWriter<'w, MoveRejected>,
    reset: MessageWriter<'w, GameReset>,
    offered: MessageWriter<'w, DrawOffered>,
    taken_back: MessageWriter<'w, EndTakenBack>,
    over: MessageWriter<'w, GameOver>,
}

/// The only system that changes the match.
fn serve(
    mut game: ResMut<Match>,
    mut moves: MessageReader<MoveRequested>,
    mut requests: MessageReader<GameRequest>,
    mut facts: Facts,
) {
    // Requests that change nothing must not mark the match as changed.
    let mut changed = false;
    let now = game.bypass_change_detection();
    for &MoveRequested(mv) in moves.read() {
        let before = *now.position();
        match now.play(mv) {
            Ok(()) => {
                changed = true;
                facts.tell_move(now, mv, &before, false);
            }
            Err(IllegalMove { mv, reason }) => {
                // Nobody could go on; a computer would try for ever.
                let full = matches!(reason, IllegalReason::RecordFull { .. });
                if full && now.declare(Outcome::Draw(DrawReason::Adjudication)) {
                    changed = true;
                    facts.tell_end(now);
                }
                facts.rejected.write(MoveRejected { mv, reason });
            }
        }
    }
    for request in requests.read() {
        changed |= answer(now, request, &mut facts);
    }
    if changed {
        game.set_changed();
    }
}

/// Does what is asked. Has it changed anything?
fn answer(game: &mut Match, request: &GameRequest, facts: &mut Facts) -> bool {
    match request {
        GameRequest::Undo if game.record.declared.is_some() => {
            game.record_mut().declared = None;
            facts.taken_back.write(EndTakenBack);
        }
        GameRequest::Undo => {
            let Some(mv) = game.record_mut().tree.undo() else {
                return false;
            };
            game.draw_offer = None;
            facts.undone.write(MoveUndone {
                mv,
                restored: game.position().piece_at(mv.to),
            });
        }
        GameRequest::Redo => {
            if game.record.declared.is_some() {
                return false;
            }
            let before = *game.position();
            let Some(mv) = game.record_mut().tree.redo() else {
                return false;
            };
            game.draw_offer = None;
            facts.tell_move(game, mv, &before, true);
        }
        GameRequest::Resign(side) => {
            if !game.declare(Outcome::Resignation { winner: !*side }) {
                return false;
            }
            facts.tell_end(game);
        }
        GameRequest::Draw => match game.draw_on_request() {
            _ if game.outcome().is_some() => return false,
            Some(reason) => {
                game.declare(Outcome::Draw(reason));
                facts.tell_end(game);
            }
            None => {
                let by = game.position().turn();
                game.draw_offer = Some(by);
                facts.offered.write(DrawOffered(by));
            }
        },
        GameRequest::DeclineDraw => return game.draw_offer.take().is_some(),
        GameRequest::New => {
            *game = Match::default();
            facts.reset.write(GameReset);
        }
        GameRequest::Load(loaded) => {
            *game = Match::new((**loaded).clone());
            facts.reset.write(GameReset);
        }
    }
    true
}

impl Facts<'_> {
    fn tell_move(&mut self, game: &Match, mv: Move, before: &Position<Game>, redone: bool) {
        let Some(piece) = before.piece_at(mv.from) else {
            return;
        };
        self.made.write(MoveMade {
            mv,
            piece,
            captured: before.piece_at(mv.to),
            check: game.position().is_check(),
            redone,
        });
        self.tell_end(game);
    }

    fn tell_end(&mut self, game: &Match) {
        if let Some(outcome) = game.outcome() {
            self.over.write(GameOver(outcome));
        }
    }
}
