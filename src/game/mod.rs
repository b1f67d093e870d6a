//! The match: the one place where a game's moves are made.
//!
//! Works without rendering, window, sound or headset. Requests come in as
//! messages, facts go out as messages ([`messages`]); no other module changes
//! [`Match`].

mod boards;
mod looking;
pub mod messages;
pub mod play_through;
mod state;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::rules::{CellSet, DrawReason, IllegalMove, IllegalReason, Move, Outcome, undone};
use crate::schedule::AppSystems;
pub use boards::Boards;
use looking::Way;
use messages::{
    DrawOffered, EndTakenBack, GameOver, GameRequest, GameReset, MoveMade, MoveRejected,
    MoveRequested, MoveUndone, PlaceShown, PlayedOn, RecordEdited, Step,
};
pub use state::Match;

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
    /// Does the board show another place than the one where the game stands?
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

/// What changes the match.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MatchSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(play_through::plugin)
        .init_resource::<Boards>()
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
        .add_message::<PlaceShown>()
        .add_message::<PlayedOn>()
        .add_message::<RecordEdited>()
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
    shown: MessageWriter<'w, PlaceShown>,
    played_on: MessageWriter<'w, PlayedOn>,
    edited: MessageWriter<'w, RecordEdited>,
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
    shown: bool,
    played_on: Vec<PlayedOn>,
    edited: bool,
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
        // Whoever looks back and makes the move that was made looks on.
        if let Some(node) = now.known_move(mv) {
            changed |= facts.tell_way(now, |game| game.look_at(node));
            continue;
        }
        if now.is_looking_back() && now.may_play_on_with(mv) {
            play_on(now, &mut facts);
        }
        match now.play(mv) {
            Ok(()) => {
                changed = true;
                facts.tell_move(now, false);
                facts.tell_end(now);
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
        GameRequest::Undo if game.is_looking_back() => {
            return facts.tell_way(game, |game| game.step(Step::Back));
        }
        GameRequest::Redo if game.is_looking_back() => {
            return facts.tell_way(game, |game| game.step(Step::Forward));
        }
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
            facts.tell_undone(game, mv, false);
        }
        GameRequest::Redo => {
            if !game.can_redo() {
                return false;
            }
            game.record.make_mut().redo();
            game.draw_offer = None;
            facts.tell_move(game, true);
            facts.tell_end(game);
        }
        GameRequest::Resign(side) => {
            let came_back = facts.tell_way(game, Match::come_back);
            if !game.declare(Outcome::Resignation { winner: !*side }) {
                return came_back;
            }
            facts.tell_end(game);
        }
        GameRequest::Draw => {
            let came_back = facts.tell_way(game, Match::come_back);
            match game.draw_on_request() {
                _ if game.outcome().is_some() => return came_back,
                Some(reason) => {
                    game.declare(Outcome::Draw(reason));
                    facts.tell_end(game);
                }
                None => {
                    let by = game.position().turn();
                    game.draw_offer = Some(by);
                    facts.offered.push(DrawOffered(by));
                }
            }
        }
        GameRequest::DeclineDraw => return game.draw_offer.take().is_some(),
        GameRequest::Load(loaded) => {
            *game = Match::new(loaded.clone());
            *facts = Facts {
                is_reset: true,
                ..Facts::default()
            };
        }
        GameRequest::GoTo(node) => return facts.tell_way(game, |game| game.look_at(*node)),
        GameRequest::Step(step) => return facts.tell_way(game, |game| game.step(*step)),
        GameRequest::ComeBack => return facts.tell_way(game, Match::come_back),
        GameRequest::PlayOn => return play_on(game, facts),
        GameRequest::Edit(edit) => {
            let before = game.record.current();
            if !game.edit(edit) {
                return false;
            }
            facts.edited = true;
            facts.shown |= game.record.current() != before;
        }
    }
    true
}

/// Lets the game go on from the place that is shown. Does it?
fn play_on(game: &mut Match, facts: &mut Facts) -> bool {
    let Some(from) = game.play_on() else {
        return false;
    };
    facts.taken_back |= from.declared;
    let was_over = from.was_over;
    facts.played_on.push(PlayedOn { was_over });
    true
}

impl Facts {
    /// Tells of the move that has just been played.
    fn tell_move(&mut self, game: &Match, redone: bool) {
        self.made.extend(made(game, redone, false));
    }

    /// Tells of a move that was taken back.
    fn tell_undone(&mut self, game: &Match, mv: Move, looking: bool) {
        let position = game.position();
        self.undone.push(MoveUndone {
            mv,
            side: position.turn(),
            effects: undone(&position.effects(mv)),
            looking,
        });
    }

    /// Shows another place of the record, and tells how it came to be shown. Has
    /// anything changed?
    fn tell_way(&mut self, game: &mut Match, go: impl FnOnce(&mut Match) -> Option<Way>) -> bool {
        let Some(way) = go(game) else {
            return false;
        };
        match way {
            Way::Forth => self.made.extend(made(game, true, true)),
            Way::Back(mv) => self.tell_undone(game, mv, true),
            Way::Anew => self.shown = true,
        }
        true
    }

    fn tell(self, mut to: Listeners) {
        if self.is_reset {
            to.reset.write(GameReset);
        }
        if self.taken_back {
            to.taken_back.write(EndTakenBack);
        }
        if self.shown {
            to.shown.write(PlaceShown);
        }
        if self.edited {
            to.edited.write(RecordEdited);
        }
        to.played_on.write_batch(self.played_on);
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

/// The fact that the move was made which led to the position on the board.
fn made(game: &Match, redone: bool, looking: bool) -> Option<MoveMade> {
    let (mv, before) = (game.record.last()?, game.before_last()?);
    Some(MoveMade {
        mv,
        side: before.turn(),
        effects: before.effects(mv),
        check: game.position().is_check(),
        redone,
        looking,
    })
}
