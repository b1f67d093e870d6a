//! JSON-RPC: from the text of a request to a call of the game, and back.

use std::sync::mpsc::{Receiver, Sender, channel};

use bevy::remote::{BrpError, BrpResult, error_codes};

use crate::schedule::Waker;

/// A JSON value, as the protocol has them.
pub(super) type Json = <BrpResult as IntoIterator>::Item;

/// A method that a tool calls.
pub(super) struct Call {
    pub(super) method: String,
    pub(super) params: Option<Json>,
    pub(super) answer: Sender<BrpResult>,
}

/// Hands calls to the game, which is woken for each.
#[derive(Clone)]
pub(super) struct Caller {
    pub(super) calls: Sender<Call>,
    pub(super) waker: Waker,
}

impl Caller {
    /// Hands a call over. Returns whether the game still runs.
    fn call(&self, call: Call) -> bool {
        let is_heard = self.calls.send(call).is_ok();
        self.waker.wake();
        is_heard
    }
}

pub(super) fn problem(code: i16, message: String) -> BrpError {
    BrpError {
        code,
        message,
        data: None,
    }
}

pub(super) enum Answer {
    /// The whole text.
    Whole(String),
    /// One text after the other.
    Stream {
        id: Option<Json>,
        news: Receiver<BrpResult>,
    },
}

/// The answer to the text of a request, which may hold several.
pub(super) fn answer_body(body: &[u8], calls: &Caller) -> Answer {
    let parsed = str::from_utf8(body).map_err(|error| error.to_string());
    let parsed = parsed.and_then(|text| text.parse::<Json>().map_err(|error| error.to_string()));
    let request = match parsed {
        Ok(request) => request,
        Err(error) => {
            let error = problem(error_codes::PARSE_ERROR, error);
            return Answer::Whole(response(None, Err(error)).to_string());
        }
    };
    let Some(batch) = request.as_array() else {
        return match ask(&request, calls, true) {
            Ok((id, news)) => Answer::Stream { id, news },
            Err(whole) => Answer::Whole(whole.to_string()),
        };
    };
    let answers = batch
        .iter()
        .map(|request| match ask(request, calls, false) {
            Ok((id, _)) => {
                let message = "Streaming can not be used in batch requests".to_owned();
                let error = problem(error_codes::INVALID_REQUEST, message);
                response(id.as_ref(), Err(error))
            }
            Err(whole) => whole,
        });
    Answer::Whole(answers.collect::<Json>().to_string())
}

/// What is not answered at once, but for as long as somebody listens.
type Stream = (Option<Json>, Receiver<BrpResult>);

/// Hands a request to the game. Gives the answer as an error, or the news of a
/// watch; one that is not `wanted` is not begun.
fn ask(request: &Json, calls: &Caller, wanted: bool) -> Result<Stream, Json> {
    let id = request.get("id").filter(|id| !id.is_null()).cloned();
    let method = request.get("method").and_then(|method| method.as_str());
    let version = request.get("jsonrpc").and_then(|version| version.as_str());
    let (Some(method), Some("2.0")) = (method, version) else {
        let message = "expected \"jsonrpc\": \"2.0\" and a \"method\"".to_owned();
        let error = problem(error_codes::INVALID_REQUEST, message);
        return Err(response(id.as_ref(), Err(error)));
    };
    let (answer, news) = channel();
    let is_watch = method.contains("+watch");
    if is_watch && !wanted {
        return Ok((id, news));
    }
    let params = request.get("params").filter(|it| !it.is_null()).cloned();
    let method = method.to_owned();
    let asked = calls.call(Call {
        method,
        params,
        answer,
    });
    if is_watch && asked {
        return Ok((id, news));
    }
    let over = || {
        Err(problem(
            error_codes::INTERNAL_ERROR,
            "the game is over".to_owned(),
        ))
    };
    let result = news.recv().unwrap_or_else(|_| over());
    Err(response(id.as_ref(), result))
}

/// A response of JSON-RPC.
pub(super) fn response(id: Option<&Json>, result: BrpResult) -> Json {
    let (name, value) = match result {
        Ok(value) => ("result", value),
        Err(BrpError {
            code,
            message,
            data,
        }) => {
            let data = data.map(|data| ("data", data));
            let fields = [("code", Json::from(code)), ("message", Json::from(message))];
            ("error", fields.into_iter().chain(data).collect())
        }
    };
    let id = id.map(|id| ("id", id.clone()));
    let fields = [("jsonrpc", Json::from("2.0")), (name, value)];
    fields.into_iter().chain(id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_requests_are_answered_without_the_game() {
        let (calls, _asked) = channel();
        let calls = Caller {
            calls,
            waker: Waker::default(),
        };
        let told = |text: &str| match answer_body(text.as_bytes(), &calls) {
            Answer::Whole(text) => text,
            Answer::Stream { .. } => "a stream".to_owned(),
        };
        assert!(told("{").contains("-32700"));
        assert!(told("\u{e9}").contains("-32700"));
        assert!(told("{\"method\": \"x\", \"id\": 7}").contains("\"id\":7"));
        assert!(told("{\"method\": \"x\"}").contains("-32600"));
        let watch = "{\"jsonrpc\": \"2.0\", \"method\": \"x+watch\"}";
        assert_eq!(told(watch), "a stream");
        assert!(told(&format!("[{watch}]")).starts_with("[{"));
        assert!(told(&format!("[{watch}]")).contains("Streaming"));
    }
}
