//! A look into the running game: a client of Bevy's remote protocol (JSON-RPC over HTTP).
//!
//! Components and resources are named by their full type path, for example
//! `bevy_transform::components::transform::Transform`, and come as the JSON that reflection makes
//! of them. Only reflected types with registered `Component` or `Resource` data are seen.

use std::thread;
use std::time::Duration;

use serde_json::{Map, Value, json};
use ureq::Agent;

use super::wait_for;

/// An entity that a query found.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub entity: u64,
    /// The values of the components that were asked for, by type path.
    pub components: Map<String, Value>,
}

/// The connection to one running game.
#[derive(Debug)]
pub struct Inspector {
    url: String,
    agent: Agent,
}

impl Inspector {
    /// Looks at the game that serves the protocol on this port of this machine.
    pub fn new(port: u16) -> Self {
        let agent = Agent::config_builder()
            .timeout_global(Some(Duration::from_secs(30)))
            // The machine's proxy is not for a server on the same machine.
            .proxy(None)
            .build()
            .into();
        Self {
            url: format!("http://127.0.0.1:{port}/"),
            agent,
        }
    }

    /// Calls any method of the protocol.
    ///
    /// # Errors
    ///
    /// An error if the game does not answer, or answers that something is wrong.
    pub fn call(&self, method: &str, params: Value) -> Result<Value, String> {
        let request = json!({"jsonrpc": "2.0", "id": 0, "method": method, "params": params});
        let answer = self.batch(request);
        let mut answer = answer.map_err(|error| format!("{method}: {error}"))?;
        match answer.get("error") {
            Some(error) => Err(format!("{method}: {error}")),
            None => Ok(answer["result"].take()),
        }
    }

    /// The answer to a request, or to a list of them.
    ///
    /// # Errors
    ///
    /// An error if the game does not answer.
    pub fn batch(&self, request: Value) -> Result<Value, String> {
        let sent = self.agent.post(&self.url).send_json(request);
        sent.and_then(|mut response| response.body_mut().read_json())
            .map_err(|error| error.to_string())
    }

    /// Finds the entities that have all of `components` and all of `with`, and reads the former.
    ///
    /// # Errors
    ///
    /// See [`Inspector::call`]; and when a type is not known to the game.
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

    /// Reads one component of an entity.
    ///
    /// # Errors
    ///
    /// See [`Inspector::call`]; and when the entity has no such component.
    pub fn component(&self, entity: u64, type_path: &str) -> Result<Value, String> {
        let params = json!({"entity": entity, "components": [type_path], "strict": true});
        let mut answer = self.call("world.get_components", params)?;
        Ok(answer[type_path].take())
    }

    /// Reads a resource.
    ///
    /// # Errors
    ///
    /// See [`Inspector::call`]; and when the game has no such resource.
    pub fn resource(&self, type_path: &str) -> Result<Value, String> {
        let mut answer = self.call("world.get_resources", json!({"resource": type_path}))?;
        Ok(answer["value"].take())
    }

    /// Asks for two things at once. The game answers at the end of a frame, whatever it has been
    /// asked by then; one after the other, each would take a frame. (It takes a [`batch`](Self::batch)
    /// one by one, too.)
    ///
    /// # Panics
    ///
    /// If one of the two does.
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

    /// Asks again and again until `ask` has an answer.
    ///
    /// `ask` returns `Ok(None)` while the answer is not there yet. Errors count as "not yet"
    /// too, since the game answers only once it has started; the last one is told at the end.
    ///
    /// # Panics
    ///
    /// If there is no answer within `timeout`; `what` says what was waited for.
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
