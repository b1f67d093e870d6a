//! Inspects the running game: a client of Bevy's remote protocol (JSON-RPC over HTTP).
//!
//! Components and resources are named by their full type path, for example
//! `bevy_transform::components::transform::Transform`, and are returned as reflected JSON. Only
//! reflected types with registered `Component` or `Resource` data are visible.

use std::thread;
use std::time::Duration;

use serde_json::{Map, Value, json};
use ureq::Agent;

use super::wait_for;

/// An entity found by a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub entity: u64,
    /// Values of the requested components, by type path.
    pub components: Map<String, Value>,
}

/// A connection to one running game.
#[derive(Debug)]
pub struct Inspector {
    url: String,
    agent: Agent,
}

impl Inspector {
    /// Creates an inspector for the game that serves the protocol on `port` of this machine.
    pub fn new(port: u16) -> Self {
        let agent = Agent::config_builder()
            .timeout_global(Some(Duration::from_secs(30)))
            // A configured HTTP proxy must not be used for localhost.
            .proxy(None)
            .build()
            .into();
        Self {
            url: format!("http://127.0.0.1:{port}/"),
            agent,
        }
    }

    /// Calls a method of the protocol.
    ///
    /// # Errors
    ///
    /// If the game doesn't answer, or answers with an error.
    pub fn call(&self, method: &str, params: Value) -> Result<Value, String> {
        let request = json!({"jsonrpc": "2.0", "id": 0, "method": method, "params": params});
        let answer = self.batch(request);
        let mut answer = answer.map_err(|error| format!("{method}: {error}"))?;
        match answer.get("error") {
            Some(error) => Err(format!("{method}: {error}")),
            None => Ok(answer["result"].take()),
        }
    }

    /// Sends a request or a list of requests and returns the answer.
    ///
    /// # Errors
    ///
    /// If the game doesn't answer.
    pub fn batch(&self, request: Value) -> Result<Value, String> {
        let sent = self.agent.post(&self.url).send_json(request);
        sent.and_then(|mut response| response.body_mut().read_json())
            .map_err(|error| error.to_string())
    }

    /// Finds the entities that have all of `components` and `with`, and reads `components`.
    ///
    /// # Errors
    ///
    /// See [`Inspector::call`]; also if the game doesn't know a type.
    pub fn query(&self, components: &[&str], with: &[&str]) -> Result<Vec<Row>, String> {
        let rows = self.call(
            "world.query",
            json!({"data": {"components": components}, "filter": {"with": with}, "strict": true}),
        )?;
        let row = |row: &Value| {
            Some(Row {
                entity: row["entity"].as_u64()?,
                components: row["components"].as_object()?.clone(),
            })
        };
        rows.as_array()
            .and_then(|rows| rows.iter().map(row).collect())
            .ok_or_else(|| format!("not the answer to a query: {rows}"))
    }

    /// Reads a resource.
    ///
    /// # Errors
    ///
    /// See [`Inspector::call`]; also if the game has no such resource.
    pub fn resource(&self, type_path: &str) -> Result<Value, String> {
        let mut answer = self.call("world.get_resources", json!({"resource": type_path}))?;
        Ok(answer["value"].take())
    }

    /// Runs two requests in parallel. The game answers all pending requests at the end of a frame,
    /// so sequential requests would take a frame each. It handles the requests of a
    /// [`batch`](Self::batch) one by one.
    ///
    /// # Panics
    ///
    /// If `first` or `second` panics.
    pub fn both<A: Send, B>(
        &self,
        first: impl FnOnce(&Self) -> A + Send,
        second: impl FnOnce(&Self) -> B,
    ) -> (A, B) {
        thread::scope(|scope| {
            let first = scope.spawn(|| first(self));
            let second = second(self);
            (first.join().expect("an answer, or an error"), second)
        })
    }

    /// Polls `ask` until it has an answer.
    ///
    /// `ask` returns `Ok(None)` while there is no answer yet. Errors also count as "not yet",
    /// because the game answers only once it has started. The panic message contains the last
    /// error.
    ///
    /// # Panics
    ///
    /// If there is no answer within `timeout`. The message contains `what`.
    pub fn wait_until<T>(
        &self,
        what: &str,
        timeout: Duration,
        mut ask: impl FnMut(&Self) -> Result<Option<T>, String>,
    ) -> T {
        let mut last = String::from("no error");
        wait_for(timeout, || {
            ask(self).unwrap_or_else(|error| {
                last = error;
                None
            })
        })
        .unwrap_or_else(|| panic!("waited {timeout:?} for {what}; last error: {last}"))
    }
}
