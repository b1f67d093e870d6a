//! Methods with which programs play: list the legal moves, make a move, and watch the state of the
//! match.

use bevy::diagnostic::FrameCount;
use bevy::prelude::*;
use bevy::remote::builtin_methods::BRP_OBSERVE_METHOD;
use bevy::remote::{BrpError, BrpResult, RemotePlugin, error_codes};
use serde_json::{Value as Json, json};

use super::rpc::problem;
use icochess_base::display::Display;
use icochess_base::frame::Waker;
use icochess_base::language::Words;
use icochess_message::{Msg, msg};
use icochess_play::computer::Computer;
use icochess_play::game::clock::GameClock;
use icochess_play::game::facts::MatchFact;
use icochess_play::game::handover::GameHandover;
use icochess_play::game::messages::MoveRequested;
use icochess_play::game::remote::RemoteView;
use icochess_play::game::{Match, MatchState};
use icochess_play::interaction::{self, at_window::AtWindow};
use icochess_rules::{IllegalMove, Move};
use icochess_ui::text::words::{refusal, unmovable};

/// Prefix of the game's methods. They receive `call`, an increasing number, and the client's
/// `params`. The number identifies a watch, because Bevy runs watches every frame without an id.
pub(super) const OURS: &str = "icochess.";
/// Error code of a move that can't be made now, whether or not it is legal.
const NOT_NOW: i16 = 1;

/// Adds the methods to Bevy's.
pub(super) fn add_to(plugin: RemotePlugin) -> RemotePlugin {
    plugin
        .with_method_main("icochess.moves", moves)
        // Answered in the next frame, after the move.
        .with_watching_method_main("icochess.play", play)
        .with_watching_method_main("icochess.state+watch", state)
        .with_watching_method_main(BRP_OBSERVE_METHOD, observe)
}

/// A requested move that hasn't been answered.
struct Wish {
    call: u64,
    /// The frame of the request.
    frame: u32,
    mv: Move,
    uci: String,
    san: String,
    /// The number of plies before the move.
    ply: usize,
}

/// Returns whether a call runs for the first time.
fn is_new(call: u64, newest: &mut u64) -> bool {
    let is_new = call > *newest;
    *newest = call.max(*newest);
    is_new
}

/// Returns the number of a call.
fn number(request: &Json) -> u64 {
    request["call"].as_u64().unwrap_or_default()
}

/// Returns the legal moves; none if the game is over.
fn moves(In(_): In<Option<Json>>, game: Res<Match>) -> BrpResult {
    if game.outcome().is_some() {
        return Ok(json!([]));
    }
    let position = game.position();
    let moves = position.legal_moves().into_iter();
    Ok(moves
        .map(|mv| json!({"uci": position.uci(mv), "san": position.san(mv)}))
        .collect())
}

/// Requests a move if it is allowed now, and answers in the next frame whether it was played.
fn play(
    In(request): In<Option<Json>>,
    game: Res<Match>,
    (handover, clock): (Res<GameHandover>, Res<GameClock>),
    (computer, at_window, remote): (Res<Computer>, Res<AtWindow>, Res<RemoteView>),
    words: Res<Words>,
    (frames, waker): (Res<FrameCount>, Res<Waker>),
    (mut newest, mut wished): (Local<u64>, Local<Option<Wish>>),
    mut requests: MessageWriter<MoveRequested>,
    mut facts: MessageReader<MatchFact>,
) -> BrpResult<Option<Json>> {
    let not_now = |why: &Msg| Err(problem(NOT_NOW, words.english(why)));
    let request = request.unwrap_or_default();
    let call = number(&request);
    if !is_new(call, &mut newest) {
        let Some(wish) = wished.take_if(|wish| wish.call == call) else {
            // Answered already.
            return Ok(None);
        };
        if game.record().played().get(wish.ply) == Some(&wish.mv) {
            let text = game.position().text();
            return Ok(Some(
                json!({"uci": wish.uci, "san": wish.san, "text": text}),
            ));
        }
        let rejected = facts.read().filter_map(MatchFact::rejected).last();
        return match rejected.filter(|rejected| rejected.mv == wish.mv) {
            Some(rejected) => not_now(&refusal(&game, rejected)),
            None => not_now(&msg!("move-too-late")),
        };
    }
    // A program counts as the player at the window, like typed moves.
    let (held, players) = ((&*handover, &*clock), (&*computer, *at_window, &*remote));
    if let Some(why) = interaction::refusal(&game, held, players, Display::Flat) {
        return not_now(&unmovable(&game, why));
    }
    if game.is_looking_back() {
        return not_now(&msg!("move-while-looking-back"));
    }
    // A disconnected program leaves its request behind, so only this frame's request counts.
    if wished.as_ref().is_some_and(|wish| wish.frame == frames.0) {
        return not_now(&msg!("move-too-late"));
    }
    let Some(text) = request["params"]["move"].as_str() else {
        return Err(wrong("expected \"params\": {\"move\": \"e2e4\"}"));
    };
    let position = game.position();
    let read = position.parse_uci(text);
    let mv = match read.map_or_else(|_| position.parse_san(text), Ok) {
        Ok(mv) => mv,
        Err(unknown) => return Err(wrong(unknown)),
    };
    if let Some(reason) = position.why_illegal(mv) {
        let why = refusal(&game, &IllegalMove { mv, reason });
        return Err(wrong(words.english(&why)));
    }
    *wished = Some(Wish {
        call,
        frame: frames.0,
        mv,
        uci: position.uci(mv),
        san: position.san(mv),
        ply: game.record().ply(),
    });
    facts.clear();
    requests.write(MoveRequested(mv));
    // A request for the next frame would be too late for this one.
    waker.wake();
    Ok(None)
}

fn wrong(why: impl ToString) -> BrpError {
    problem(error_codes::INVALID_PARAMS, why)
}

/// Reports the state of the match, first the current state and then the state after each change.
fn state(
    In(request): In<Option<Json>>,
    state: Res<MatchState>,
    frames: Res<FrameCount>,
    (mut newest, mut changed): (Local<u64>, Local<u32>),
) -> BrpResult<Option<Json>> {
    // Only the first watch of a frame sees the change; the others read the frame number.
    if state.is_changed() {
        *changed = frames.0;
    }
    let is_first = is_new(number(&request.unwrap_or_default()), &mut newest);
    if !is_first && *changed != frames.0 {
        return Ok(None);
    }
    let value = serde_json::to_value(&*state);
    value
        .map(Some)
        .map_err(|error| problem(error_codes::INTERNAL_ERROR, error))
}

/// Rejects observers. Bevy's method queues events without a bound after the client has gone.
fn observe(In(_): In<Option<Json>>) -> BrpResult<Option<Json>> {
    let why = format!("{BRP_OBSERVE_METHOD} is not served: watch components instead");
    Err(problem(error_codes::METHOD_NOT_FOUND, why))
}
