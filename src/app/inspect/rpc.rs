//! JSON-RPC: from the text of a request to a call of the game, and back.

use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Weak};

use bevy::remote::{BrpError, BrpResult, error_codes};
pub(super) use serde_json::Value as Json;

use icochess_base::frame::Waker;

/// Most news of a watch that wait to be sent. Whoever leaves more of them unread loses the
/// watch: they would use up the memory.
const MOST_UNREAD: usize = 64;

/// A method that a tool calls.
pub(super) struct Call {
    pub(super) method: String,
    pub(super) params: Option<Json>,
    answers: SyncSender<BrpResult>,
    listener: Weak<()>,
}

impl Call {
    /// A call and its answers.
    fn new(method: String, params: Option<Json>) -> (Self, Answers) {
        let (answers, received) = sync_channel(MOST_UNREAD);
        let listener = Arc::new(());
        let call = Self {
            method,
            params,
            answers,
            listener: Arc::downgrade(&listener),
        };
        let answers = Answers {
            received,
            _listener: listener,
        };
        (call, answers)
    }

    /// Sends an answer, without waiting. Returns whether another one may follow: not if
    /// nobody listens, or too many are unread.
    pub(super) fn answer(&self, result: BrpResult) -> bool {
        self.answers.try_send(result).is_ok()
    }

    /// Whether somebody listens.
    pub(super) fn is_heard(&self) -> bool {
        self.listener.strong_count() > 0
    }
}

/// The answers to a call; when they are dropped, nobody listens.
pub(super) struct Answers {
    pub(super) received: Receiver<BrpResult>,
    _listener: Arc<()>,
}

/// Hands calls to the game, which is woken for each.
#[derive(Clone)]
pub(super) struct Caller {
    calls: Sender<Call>,
    waker: Waker,
}

impl Caller {
    /// With the end where the calls arrive.
    pub(super) fn new(waker: Waker) -> (Self, Receiver<Call>) {
        let (calls, asked) = channel();
        (Self { calls, waker }, asked)
    }

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
    /// The whole text of the answer.
    Whole(String),
    /// News of a watch, one text after the other.
    Stream { id: Option<Json>, news: Answers },
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

/// The id of a request that is answered for as long as somebody listens, and its answers.
type Stream = (Option<Json>, Answers);

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
    let is_watch = method.contains("+watch");
    let params = request.get("params").filter(|it| !it.is_null()).cloned();
    let (call, news) = Call::new(method.to_owned(), params);
    if is_watch && !wanted {
        return Ok((id, news));
    }
    let asked = calls.call(call);
    if is_watch && asked {
        return Ok((id, news));
    }
    let over = || {
        Err(problem(
            error_codes::INTERNAL_ERROR,
            "the game is over".to_owned(),
        ))
    };
    let result = news.received.recv().unwrap_or_else(|_| over());
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
    fn an_answer_that_nobody_reads_is_the_last() {
        let (call, answers) = Call::new("x".to_owned(), None);
        let answered = (0..2 * MOST_UNREAD).take_while(|_| call.answer(Ok(Json::Null)));
        assert_eq!(answered.count(), MOST_UNREAD);
        assert!(call.is_heard());
        drop(answers);
        assert!(!call.is_heard() && !call.answer(Ok(Json::Null)));
    }

    #[test]
    fn bad_requests_are_answered_without_the_game() {
        let (calls, _asked) = Caller::new(Waker::default());
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
