//! The methods by which programs play: what may be moved, a move, and the state of the match
//! whenever it changes.

use bevy::prelude::*;
use bevy::remote::builtin_methods::BRP_OBSERVE_METHOD;
use bevy::remote::{BrpError, BrpResult, RemotePlugin, error_codes};
use serde_json::json;

use super::rpc::{Json, problem};
use icochess_base::display::Display;
use icochess_base::language::Words;
use icochess_message::{Msg, msg};
use icochess_play::computer::Computer;
use icochess_play::game::clock::GameClock;
use icochess_play::game::facts::MatchFact;
use icochess_play::game::handover::GameHandover;
use icochess_play::game::messages::MoveRequested;
use icochess_play::game::{Match, MatchState};
use icochess_play::interaction::{self, at_window::AtWindow};
use icochess_rules::{IllegalMove, Move};
use icochess_ui::text::words::{refusal, unmovable};

/// The method that plays a move. It is answered when the move has been played: see [`played`].
pub(super) const PLAY: &str = "icochess.play";
/// The code of the error of a move that cannot be made now, whether or not it is legal.
const NOT_NOW: i16 = 1;

/// Adds the methods to Bevy's.
pub(super) fn add_to(plugin: RemotePlugin) -> RemotePlugin {
    plugin
        .with_method_main("icochess.moves", moves)
        .with_method_main(PLAY, play)
        .with_watching_method_main("icochess.state+watch", state)
        .with_watching_method_main(BRP_OBSERVE_METHOD, observe)
}

/// The move that a program plays, until the match has been asked for it.
#[derive(Resource, Default)]
pub(super) struct Requested(Option<Wish>);

/// A move that is wished for, as texts too, and the plies before it.
struct Wish {
    mv: Move,
    uci: String,
    san: String,
    ply: usize,
}

/// Whether a watch of the match has something to tell.
#[derive(Resource, Default)]
pub(super) struct StateNews {
    /// Whether the state has changed in this frame.
    has_changed: bool,
    /// Whether the watch that is asked has not told anything yet.
    pub(super) is_first: bool,
}

/// Notes whether the state has changed, for all watches alike.
pub(super) fn note_news(state: Res<MatchState>, mut news: ResMut<StateNews>) {
    news.has_changed = state.is_changed();
}

/// The legal moves; none if the game is over.
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

/// Asks the match for a move, if it may be made now.
fn play(
    In(params): In<Option<Json>>,
    game: Res<Match>,
    (handover, clock): (Res<GameHandover>, Res<GameClock>),
    (computer, at_window): (Res<Computer>, Res<AtWindow>),
    words: Res<Words>,
    mut requested: ResMut<Requested>,
    mut requests: MessageWriter<MoveRequested>,
) -> BrpResult {
    let not_now = |why: &Msg| Err(problem(NOT_NOW, words.english(why)));
    // A program sits where typed moves come from, at the window.
    let (held, players) = ((&*handover, &*clock), (&*computer, *at_window));
    if let Some(why) = interaction::refusal(&game, held, players, Display::Flat) {
        return not_now(&unmovable(&game, why));
    }
    if game.is_looking_back() {
        return not_now(&msg!("move-while-looking-back"));
    }
    if requested.0.is_some() {
        return not_now(&msg!("move-too-late"));
    }
    let text = params
        .as_ref()
        .and_then(|params| params.get("move")?.as_str());
    let Some(text) = text else {
        return Err(wrong(
            "expected \"params\": {\"move\": \"e2e4\"}".to_owned(),
        ));
    };
    let position = game.position();
    let read = position.parse_uci(text);
    let mv = match read.map_or_else(|_| position.parse_san(text), Ok) {
        Ok(mv) => mv,
        Err(unknown) => return Err(wrong(unknown.to_string())),
    };
    if let Some(reason) = position.why_illegal(mv) {
        let why = refusal(&game, &IllegalMove { mv, reason });
        return Err(wrong(words.english(&why)));
    }
    requested.0 = Some(Wish {
        mv,
        uci: position.uci(mv),
        san: position.san(mv),
        ply: game.record().ply(),
    });
    requests.write(MoveRequested(mv));
    Ok(Json::Null)
}

fn wrong(why: String) -> BrpError {
    problem(error_codes::INVALID_PARAMS, why)
}

/// The answer to [`PLAY`], after the frame in which the match was asked for the move.
pub(super) fn played(
    game: Res<Match>,
    words: Res<Words>,
    mut requested: ResMut<Requested>,
    mut facts: MessageReader<MatchFact>,
) -> BrpResult {
    let rejected = facts.read().filter_map(MatchFact::rejected).last().copied();
    let not_now = |why: &Msg| Err(problem(NOT_NOW, words.english(why)));
    let Some(Wish { mv, uci, san, ply }) = requested.0.take() else {
        return not_now(&msg!("move-too-late"));
    };
    if game.record().played().get(ply) == Some(&mv) {
        return Ok(json!({"uci": uci, "san": san, "text": game.position().text()}));
    }
    match rejected.filter(|rejected| rejected.mv == mv) {
        Some(rejected) => not_now(&refusal(&game, &rejected)),
        None => not_now(&msg!("move-too-late")),
    }
}

/// The state of the match: at first as it is, and then whenever it has changed.
fn state(
    In(_): In<Option<Json>>,
    state: Res<MatchState>,
    news: Res<StateNews>,
) -> BrpResult<Option<Json>> {
    if !news.is_first && !news.has_changed {
        return Ok(None);
    }
    let told = serde_json::to_value(&*state);
    told.map(Some)
        .map_err(|error| problem(error_codes::INTERNAL_ERROR, error.to_string()))
}

/// Refuses to observe: Bevy's method keeps what happens after nobody asks any more, without a
/// bound.
fn observe(In(_): In<Option<Json>>) -> BrpResult<Option<Json>> {
    let why = format!("{BRP_OBSERVE_METHOD} is not served: watch components instead");
    Err(problem(error_codes::METHOD_NOT_FOUND, why))
}
