//! The match: the one place where a game's moves are made.
//!
//! Works without rendering, window, sound or headset. Requests come in as
//! messages, facts go out as messages ([`messages`]); no other module changes
//! [`Match`].
//!
//! * [`messages`]: what the match is asked, and what it tells.
//! * [`clock`]: its clock, if it has one.
//! * `boards`: what can be played on.

mod boards;
pub mod clock;
pub mod messages;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::clock::{keep, note_move};
use crate::rules::{
    AnyPosition, CellSet, DrawReason, IllegalMove, IllegalReason, Move, Outcome, Record, Side,
    Variant, pgn, undone,
};
use crate::schedule::AppSystems;
pub use boards::Boards;
use clock::{ClockSystems, GameClock};
use messages::{
    ClockKept, DrawOffered, EndTakenBack, GameOver, GameRequest, GameReset, MoveMade, MoveRejected,
    MoveRequested, MoveUndone, Offer, OfferDeclined, TakebackOffered,
};

/// The game being played, on whatever board.
#[derive(Resource, Debug, Clone)]
pub struct Match {
    record: Record,
    /// Who has offered a draw that is not answered yet.
    draw_offer: Option<Side>,
    /// Who has asked to take its last move back and has no answer yet.
    takeback_offer: Option<Side>,
}

impl Default for Match {
    /// A new game on the board that comes first.
    fn default() -> Self {
        Self::new(Variant::default().board().new_game())
    }
}

impl Match {
    /// A match that goes on with the given game.
    #[must_use]
    pub fn new(record: impl Into<Record>) -> Self {
        Self {
            record: record.into(),
            draw_offer: None,
            takeback_offer: None,
        }
    }

    /// The game with all that a file holds of it. A clone takes no time and can
    /// be read in another thread.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &dyn AnyPosition {
        self.record.position()
    }

    /// The position before the last move, if there is one.
    #[must_use]
    pub fn before_last(&self) -> Option<&dyn AnyPosition> {
        self.record.position_at(self.record.ply().checked_sub(1)?)
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

    /// Who has asked to take its last move back and has no answer yet.
    #[must_use]
    pub const fn takeback_offer(&self) -> Option<Side> {
        self.takeback_offer
    }

    /// How many plies are undone when a side takes its last move back; `None` if it has
    /// made none, or the game is over.
    #[must_use]
    pub fn plies_to_take_back(&self, side: Side) -> Option<usize> {
        let plies = if self.position().turn() == side { 2 } else { 1 };
        (self.outcome().is_none() && self.record.ply() >= plies).then_some(plies)
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            let reason = IllegalReason::GameOver;
            return Err(IllegalMove { mv, reason });
        }
        let record = &self.record;
        let is_redone = record.line().get(record.ply()) == Some(&mv);
        if record.size() >= pgn::MAX_PLIES && !is_redone {
            let reason = IllegalReason::RecordFull {
                most: pgn::MAX_PLIES,
            };
            return Err(IllegalMove { mv, reason });
        }
        let mover = self.position().turn();
        self.record.make_mut().play(mv)?;
        // Who offers a draw may move; who is offered one declines by moving.
        self.draw_offer = self.draw_offer.filter(|side| *side == mover);
        Ok(())
    }

    /// Ends the game, if it goes on. Did it?
    fn declare(&mut self, outcome: Outcome) -> bool {
        let goes_on = self.outcome().is_none();
        if goes_on {
            self.record.make_mut().declare(Some(outcome));
            self.draw_offer = None;
        }
        goes_on
    }

    /// The draw by claim or by agreement that the next request for a draw
    /// makes; `None` if it is an offer.
    #[must_use]
    pub fn draw_on_request(&self) -> Option<DrawReason> {
        let claim = self.record.claims().into_iter().next();
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
    /// Identifier of the board.
    pub board: String,
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
        }
    }
}

/// What changes the match.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MatchSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Boards>()
        .init_resource::<Match>()
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
                .in_set(MatchSystems)
                .in_set(AppSystems::Rules),
        );
}

fn publish(game: Res<Match>, mut state: ResMut<MatchState>) {
    state.set_if_neq(MatchState::of(&game));
}

/// Those who are told what has happened.
#[derive(SystemParam)]
struct Listeners<'w> {
    made: MessageWriter<'w, MoveMade>,
    undone: MessageWriter<'w, MoveUndone>,
    rejected: MessageWriter<'w, MoveRejected>,
    reset: MessageWriter<'w, GameReset>,
    offered: MessageWriter<'w, DrawOffered>,
    taken_back: MessageWriter<'w, EndTakenBack>,
    over: MessageWriter<'w, GameOver>,
}

/// What has happened in a frame. Of a game that another one took the place of, nothing
/// is told: its cells may not be there any more.
#[derive(Default)]
struct Facts {
    made: Vec<MoveMade>,
    undone: Vec<MoveUndone>,
    rejected: Vec<MoveRejected>,
    is_reset: bool,
    offered: Vec<DrawOffered>,
    taken_back: bool,
    over: Vec<GameOver>,
}

/// The only system that changes the match.
fn serve(
    mut game: ResMut<Match>,
    mut moves: MessageReader<MoveRequested>,
    mut requests: MessageReader<GameRequest>,
    listeners: Listeners,
) {
    let mut facts = Facts::default();
    // Requests that change nothing must not mark the match as changed.
    let mut changed = false;
    let now = game.bypass_change_detection();
    for &MoveRequested(mv) in moves.read() {
        match now.play(mv) {
            Ok(()) => {
                changed = true;
                facts.tell_move(now, false);
            }
            Err(IllegalMove { mv, reason }) => {
                // Nobody could go on; a computer would try for ever.
                let full = matches!(reason, IllegalReason::RecordFull { .. });
                if full && now.declare(Outcome::Draw(DrawReason::Adjudication)) {
                    changed = true;
                    facts.tell_end(now);
                }
                facts.rejected.push(MoveRejected { mv, reason });
            }
        }
    }
    for request in requests.read() {
        changed |= answer(now, request, &mut facts);
    }
    if changed {
        game.set_changed();
    }
    facts.tell(listeners);
}

/// Does what is asked. Has it changed anything?
fn answer(game: &mut Match, request: &GameRequest, facts: &mut Facts) -> bool {
    match request {
        GameRequest::Undo if game.record.declared().is_some() => {
            game.record.make_mut().declare(None);
            facts.taken_back = true;
        }
        GameRequest::Undo => {
            if game.record.ply() == 0 {
                return false;
            }
            let Some(mv) = game.record.make_mut().undo() else {
                return false;
            };
            game.draw_offer = None;
            let position = game.position();
            facts.undone.push(MoveUndone {
                mv,
                side: position.turn(),
                effects: undone(&position.effects(mv)),
            });
        }
        GameRequest::Redo => {
            let record = &game.record;
            if record.declared().is_some() || record.ply() == record.line().len() {
                return false;
            }
            game.record.make_mut().redo();
            game.draw_offer = None;
            facts.tell_move(game, true);
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
                facts.offered.push(DrawOffered(by));
            }
        },
        GameRequest::DeclineDraw => return game.draw_offer.take().is_some(),
        GameRequest::Load(loaded) => {
            *game = Match::new(loaded.clone());
            *facts = Facts {
                is_reset: true,
                ..Facts::default()
            };
        }
    }
    true
}

impl Facts {
    /// Tells of the move that has just been played.
    fn tell_move(&mut self, game: &Match, redone: bool) {
        let (Some(mv), Some(before)) = (game.record.last(), game.before_last()) else {
            return;
        };
        self.made.push(MoveMade {
            mv,
            side: before.turn(),
            effects: before.effects(mv),
            check: game.position().is_check(),
            redone,
        });
        self.tell_end(game);
    }

    fn tell(self, mut to: Listeners) {
        if self.is_reset {
            to.reset.write(GameReset);
        }
        if self.taken_back {
            to.taken_back.write(EndTakenBack);
        }
        to.made.write_batch(self.made);
        to.undone.write_batch(self.undone);
        to.rejected.write_batch(self.rejected);
        to.offered.write_batch(self.offered);
        to.over.write_batch(self.over);
    }

    fn tell_end(&mut self, game: &Match) {
        if let Some(outcome) = game.outcome() {
            self.over.push(GameOver(outcome));
        }
    }
}
