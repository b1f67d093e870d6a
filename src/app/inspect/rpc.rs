//! JSON-RPC: passes calls to Bevy's queue, and returns the answers.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use async_channel::{Receiver, Sender, bounded};
use bevy::remote::{
    BrpBatch, BrpError, BrpMessage, BrpRequest, BrpResponse, BrpResult, error_codes,
};
use icochess_base::frame::Waker;
use serde_json::{Value as Json, json};

use super::methods::OURS;

/// Maximum number of unsent answers of a watch. A client that leaves more unread loses its watch.
const MAX_UNREAD: usize = 64;

/// Passes calls to the game, and wakes it for each.
#[derive(Clone)]
pub(super) struct Caller {
    calls: Sender<BrpMessage>,
    pub(super) waker: Waker,
    /// Number of the last call.
    count: Arc<Mutex<u64>>,
}

/// The answer to a request's body, which may contain a batch.
pub(super) enum Answer {
    /// The whole text of the answer.
    Whole(String),
    /// The news of a watch.
    Stream {
        id: Option<Json>,
        news: Receiver<BrpResult>,
    },
}

impl Caller {
    pub(super) fn new(calls: Sender<BrpMessage>, waker: Waker) -> Self {
        let count = Arc::default();
        Self {
            calls,
            waker,
            count,
        }
    }

    /// Answers the body of a request.
    pub(super) fn answer_body(&self, body: &[u8]) -> io::Result<Answer> {
        let answer = match serde_json::from_slice(body) {
            Ok(BrpBatch::Single(request)) => match read(request) {
                Ok(request) if is_watch(&request) => {
                    let id = request.id.clone();
                    let news = self.call(request);
                    return Ok(Answer::Stream { id, news });
                }
                request => serde_json::to_string(&self.answer(request)),
            },
            Ok(BrpBatch::Batch(requests)) => {
                let answers = requests.into_iter().map(|request| match read(request) {
                    Ok(BrpRequest { id, method, .. }) if method.contains(WATCH) => {
                        let why = "Streaming can not be used in batch requests";
                        BrpResponse::new(id, Err(problem(error_codes::INVALID_REQUEST, why)))
                    }
                    request => self.answer(request),
                });
                serde_json::to_string(&answers.collect::<Vec<_>>())
            }
            Err(error) => {
                let error = problem(error_codes::PARSE_ERROR, error);
                serde_json::to_string(&BrpResponse::new(None, Err(error)))
            }
        };
        Ok(Answer::Whole(answer?))
    }

    /// Answers a request; blocks until the game has answered.
    fn answer(&self, request: Result<BrpRequest, BrpResponse>) -> BrpResponse {
        let request = match request {
            Ok(request) => request,
            Err(refusal) => return refusal,
        };
        let id = request.id.clone();
        let answer = self.call(request).recv_blocking();
        let over = || Err(problem(error_codes::INTERNAL_ERROR, "the game is over"));
        BrpResponse::new(id, answer.unwrap_or_else(|_| over()))
    }

    /// Passes a call to the game. Returns a closed channel if the game has ended.
    fn call(&self, request: BrpRequest) -> Receiver<BrpResult> {
        let capacity = if is_watch(&request) { MAX_UNREAD } else { 1 };
        let (sender, answers) = bounded(capacity);
        let BrpRequest { method, params, .. } = request;
        {
            // Locked until the call is sent, so that calls arrive in the order of their numbers.
            let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
            *count += 1;
            let params = if method.starts_with(OURS) {
                Some(json!({"call": *count, "params": params}))
            } else {
                params
            };
            let _ = self.calls.send_blocking(BrpMessage {
                method,
                params,
                sender,
            });
        }
        self.waker.wake();
        answers
    }
}

/// Marks a watch in a method's name.
const WATCH: &str = "+watch";

fn is_watch(request: &BrpRequest) -> bool {
    request.method.contains(WATCH)
}

fn read(request: Json) -> Result<BrpRequest, BrpResponse> {
    let id = request.get("id").cloned();
    serde_json::from_value(request)
        .map_err(|error| BrpResponse::new(id, Err(problem(error_codes::INVALID_REQUEST, error))))
}

pub(super) fn problem(code: i16, message: impl ToString) -> BrpError {
    BrpError {
        code,
        message: message.to_string(),
        data: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_requests_are_answered_without_the_game() {
        let (calls, _asked) = bounded(1);
        let caller = Caller::new(calls, Waker::default());
        let text_of = |text: &str| match caller.answer_body(text.as_bytes()).unwrap() {
            Answer::Whole(text) => text,
            Answer::Stream { .. } => "a stream".to_owned(),
        };
        assert!(text_of("{").contains("-32700"));
        assert!(text_of("\u{e9}").contains("-32700"));
        assert!(text_of("{\"method\": \"x\", \"id\": 7}").contains("\"id\":7"));
        assert!(text_of("{\"method\": \"x\"}").contains("-32600"));
        let watch = "{\"jsonrpc\": \"2.0\", \"method\": \"x+watch\"}";
        // A second call would block, because the queue has space for one.
        for _ in 0..2 {
            assert!(text_of(&format!("[{watch}]")).starts_with("[{"));
            assert!(text_of(&format!("[{watch}]")).contains("Streaming"));
        }
        assert_eq!(text_of(watch), "a stream");
    }
}
