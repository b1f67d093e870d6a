//! Runs the referee on the requests of a frame.

use bevy::prelude::*;

use super::clock::{GameClock, Surroundings};
use super::facts::MatchFact;
use super::handover::{GameHandover, HandoverOptions};
use super::messages::{GameRequest, MoveRequested};
use super::remote::{Diverted, Remote, Request, divert};
use super::seating::Seating;
use super::{AskBeforeTakeback, Match};
use icochess_core::game::{Referee, Served};
use icochess_remote::apply::apply;
use icochess_rules::{Move, Record};

/// Serves requests. Only this system changes the match.
pub(super) fn serve_requests(
    time: Res<Time<Real>>,
    mut game: ResMut<Match>,
    mut clock: ResMut<GameClock>,
    (mut handover, options): (ResMut<GameHandover>, Res<HandoverOptions>),
    (ask, surroundings): (Res<AskBeforeTakeback>, Res<Surroundings>),
    mut remote: ResMut<Remote>,
    mut moves: MessageReader<MoveRequested>,
    mut requests: MessageReader<GameRequest>,
    mut to: MessageWriter<MatchFact>,
) {
    let before = *handover;
    let remote = remote.bypass_change_detection();
    // Requests without effect must not trigger change detection.
    let mut serving = Serving {
        referee: Referee {
            game: game.bypass_change_detection(),
            clock: clock.bypass_change_detection(),
            handover: handover.bypass_change_detection(),
            options: &options,
            asks: ask.0 && !remote.is_on(),
            surroundings: *surroundings,
            at: time.elapsed(),
        },
        facts: Vec::new(),
        is_changed: false,
    };
    serving.take_messages(remote);
    let moves = moves.read().map(|asked| asked.0);
    if serving.referee.game.is_remote() && remote.is_on() {
        serving.ask_server(remote, moves, requests.read());
    } else {
        let requests: Vec<GameRequest> = requests.read().map(local).collect();
        let served = serving
            .referee
            .serve(moves, &requests.iter().collect::<Vec<_>>());
        serving.add(served);
    }
    let Serving {
        facts, is_changed, ..
    } = serving;
    if *handover != before {
        handover.set_changed();
    }
    if is_changed {
        game.set_changed();
        clock.set_changed();
    }
    to.write_batch(facts);
}

/// The referee with its results so far.
struct Serving<'a> {
    referee: Referee<'a>,
    facts: Vec<MatchFact>,
    is_changed: bool,
}

impl Serving<'_> {
    fn add(&mut self, served: Served) {
        // Facts about the previous game are dropped.
        if served.facts.first().is_some_and(MatchFact::is_begun) {
            self.facts.clear();
        }
        self.facts.extend(served.facts);
        self.is_changed |= served.is_changed;
    }

    /// Applies the server's messages.
    fn take_messages(&mut self, remote: &mut Remote) {
        for message in remote.take_messages() {
            let Some(session) = remote.session_mut() else {
                return;
            };
            let Some(seating) = session.seating() else {
                continue;
            };
            match apply(&mut self.referee, &message, seating, session.unconfirmed()) {
                Ok(applied) => {
                    if !applied.is_in_step {
                        session.ask_for_game();
                    }
                    self.add(applied.served);
                }
                Err(problem) => {
                    warn!("the server's game can't be shown: {problem}");
                    session.give_up_as_outdated();
                }
            }
        }
    }

    /// Makes the moves of the player here, and sends them with the requests that aren't served here.
    fn ask_server<'a>(
        &mut self,
        remote: &mut Remote,
        moves: impl Iterator<Item = Move>,
        requests: impl Iterator<Item = &'a GameRequest>,
    ) {
        let (side, may_move) = (self.referee.game.remote_side(), remote.may_move());
        for mv in moves {
            let (game, live) = (&*self.referee.game, self.referee.game.live_node());
            let is_turn = game.may_act(game.position().turn()) && may_move;
            if game.trying_from().is_none() && !is_turn {
                continue;
            }
            let (ply, uci) = (game.record().ply(), game.position().uci(mv));
            let served = self.referee.serve([mv], &[]);
            self.add(served);
            let is_made = self.referee.game.live_node() != live;
            if let (Some(session), true) = (remote.session_mut(), is_made) {
                session.send_move(ply.try_into().unwrap_or(u32::MAX), uci);
            }
        }
        for request in requests {
            match divert(request, self.referee.game, side) {
                Diverted::Here => {
                    let served = self.referee.serve([], &[&local(request)]);
                    self.add(served);
                }
                Diverted::There(request) => {
                    if let Some(session) = remote.session_mut() {
                        session.request(Request::Seat(request));
                    }
                }
                Diverted::Nowhere => {}
            }
        }
    }
}

/// Returns the request as it is served here: an unfinished game over a network, loaded from a file,
/// continues with one person for both sides.
fn local(request: &GameRequest) -> GameRequest {
    let here = |record: &Record| {
        let mut record = record.clone();
        if Seating::of(&record).is_remote() && record.outcome().is_none() {
            Seating::Alone.write_to(&mut record);
        }
        record
    };
    match request {
        GameRequest::Load(record) => GameRequest::Load(here(record)),
        GameRequest::Open { record, file } => GameRequest::Open {
            record: here(record),
            file: file.clone(),
        },
        other => other.clone(),
    }
}
