//! Information about the external engine in the settings. The engine is queried when a player is
//! about to choose it, not while its name is being typed.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
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

/// Pending answer of an engine.
#[derive(Resource, Default)]
struct PendingAnswer(Option<Mutex<Receiver<Result<EngineInfo, EngineError>>>>);

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
    if text.is_empty() {
        pending.0 = None;
        let answer = Some(Err(EngineError::Unnamed));
        known.set_if_neq(KnownEngine {
            text: String::new(),
            answer,
        });
        return;
    }
    let command = guard.command(text, computer.table, 1);
    let (sender, receiver) = channel();
    let asked = std::thread::Builder::new().name("engine".into());
    let asked = asked.spawn(move || {
        let info = Engine::start(&command).map(|engine| EngineInfo {
            name: engine.name().to_owned(),
            variants: engine.variants().to_vec(),
        });
        // Fails if another engine was queried meanwhile.
        let _ = sender.send(info);
    });
    let failed = asked.err();
    pending.0 = failed.is_none().then(|| Mutex::new(receiver));
    let answer = failed.map(|error| Err(EngineError::Start(reason(&error))));
    let text = text.to_owned();
    known.set_if_neq(KnownEngine { text, answer });
}

fn take_answer(
    mut known: ResMut<KnownEngine>,
    mut pending: ResMut<PendingAnswer>,
    mut next: ResMut<NextFrame>,
) {
    next.within(POLL_INTERVAL);
    let receiver = pending
        .0
        .as_mut()
        .and_then(|receiver| receiver.get_mut().ok());
    let answer = match receiver.map(|receiver| receiver.try_recv()) {
        Some(Ok(answer)) => answer,
        Some(Err(TryRecvError::Empty)) => return,
        // The thread panicked.
        Some(Err(TryRecvError::Disconnected)) | None => Err(EngineError::Ended),
    };
    pending.0 = None;
    known.answer = Some(answer);
}
