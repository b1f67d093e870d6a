//! Information about the external engine in the settings. The engine is queried when a player is
//! about to choose it, not while its name is being typed.

use std::path::PathBuf;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use bevy::prelude::*;

use super::process::{Engine, EngineCommand, EngineError, knows};
use crate::computer::settings::Computer;
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_message::reason;
use icochess_rules::AnyBoard;

/// Program that acts as a guard of engines: see [`guard`](super::guard). The default is this
/// program.
#[derive(Resource, Debug, Clone, PartialEq, Eq)]
pub struct GuardProgram(pub PathBuf);

impl Default for GuardProgram {
    fn default() -> Self {
        // With an unknown path, starting an engine fails and reports an error.
        Self(std::env::current_exe().unwrap_or_default())
    }
}

impl GuardProgram {
    /// Returns the command that starts an engine, with its memory in mebibytes.
    pub(crate) fn command(&self, engine: &str, table: usize, threads: usize) -> EngineCommand {
        EngineCommand {
            text: engine.to_owned(),
            guard: self.0.clone(),
            table,
            threads,
        }
    }
}

/// Poll interval for the engine's answer.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Request: query the engine in the settings.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct EngineAsked;

/// Engine in the settings, with its answer to the query if known.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct KnownEngine {
    /// Name in the settings: a program with arguments.
    text: String,
    answer: Option<Result<EngineInfo, EngineError>>,
}

/// Engine's answer to a query.
#[derive(Debug, Clone, PartialEq, Eq)]
struct EngineInfo {
    name: String,
    /// Boards that the engine lists.
    variants: Vec<String>,
}

/// Reason why an engine can't be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineRefusal {
    /// The query is still running.
    Asked,
    /// Engine unusable.
    Unusable(EngineError),
}

impl KnownEngine {
    /// Returns the engine's own name, if it has answered.
    pub fn name(&self) -> Option<&str> {
        let info = self.answer.as_ref()?.as_ref().ok()?;
        Some(&info.name)
    }

    /// Returns why the engine can't play on a board; `None` if it can.
    pub fn refusal(&self, board: AnyBoard) -> Option<EngineRefusal> {
        let why = match &self.answer {
            None => return Some(EngineRefusal::Asked),
            Some(Ok(info)) if knows(&info.variants, board.id()) => return None,
            Some(Ok(_)) => EngineError::UnknownBoard,
            Some(Err(error)) => error.clone(),
        };
        Some(EngineRefusal::Unusable(why))
    }
}

/// Thread that queries an engine.
#[derive(Resource, Default)]
struct PendingAnswer(Option<JoinHandle<Result<EngineInfo, EngineError>>>);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<GuardProgram>()
        .init_resource::<KnownEngine>()
        .init_resource::<PendingAnswer>()
        .add_message::<EngineAsked>()
        .add_systems(
            Update,
            (
                query_engine.run_if(on_message::<EngineAsked>),
                take_answer.run_if(|pending: Res<PendingAnswer>| pending.0.is_some()),
            )
                .chain()
                .in_set(AppSystems::Input),
        );
}

/// Queries the engine on a thread, because starting it takes time. Does nothing after a
/// successful query, or while one is running.
fn query_engine(
    (computer, guard): (Res<Computer>, Res<GuardProgram>),
    mut known: ResMut<KnownEngine>,
    mut pending: ResMut<PendingAnswer>,
) {
    let text = computer.engine.trim();
    let has_failed = matches!(known.answer, Some(Err(_)));
    let is_same = known.text == text && (pending.0.is_some() || known.answer.is_some());
    if is_same && !has_failed {
        return;
    }
    let asked = if text.is_empty() {
        Err(EngineError::Unnamed)
    } else {
        let command = guard.command(text, computer.table, 1);
        let asked = thread::Builder::new().name("engine".into()).spawn(move || {
            Engine::start(&command).map(|engine| EngineInfo {
                name: engine.name().to_owned(),
                variants: engine.variants().to_vec(),
            })
        });
        asked.map_err(|error| EngineError::Start(reason(&error)))
    };
    let text = text.to_owned();
    let answer = asked.as_ref().err().map(|error| Err(error.clone()));
    known.set_if_neq(KnownEngine { text, answer });
    pending.0 = asked.ok();
}

fn take_answer(
    mut known: ResMut<KnownEngine>,
    mut pending: ResMut<PendingAnswer>,
    mut next: ResMut<NextFrame>,
) {
    next.within(POLL_INTERVAL);
    if let Some(asked) = pending.0.take_if(|asked| asked.is_finished()) {
        // A panic counts as an engine that has ended.
        known.answer = Some(asked.join().unwrap_or(Err(EngineError::Ended)));
    }
}
