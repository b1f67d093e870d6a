//! Information about the external engine in the settings. The engine is queried when a player is
//! about to choose it, not while its name is being typed.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use bevy::prelude::*;

use super::process::{Engine, EngineCommand, EngineError, knows};
use crate::computer::settings::{Computer, available_cores};
use icochess_base::frame::NextFrame;
use icochess_base::schedule::AppSystems;
use icochess_message::reason;
use icochess_rules::AnyBoard;

/// Program that acts as a guard of engines: see [`guard`](super::guard). By default this program.
#[derive(Resource, Debug, Clone, PartialEq, Eq)]
pub struct GuardProgram(pub PathBuf);

impl Default for GuardProgram {
    fn default() -> Self {
        // With an unknown path, starting an engine fails and reports an error.
        Self(std::env::current_exe().unwrap_or_default())
    }
}

impl GuardProgram {
    /// Returns the command that starts the engine named in the settings.
    pub(crate) fn command(&self, engine: &str, computer: &Computer) -> EngineCommand {
        EngineCommand {
            text: engine.to_owned(),
            guard: self.0.clone(),
            table: computer.table,
            threads: computer.threads(available_cores(), false),
        }
    }
}

/// Poll interval for the engine's answer.
const HEAR_EVERY: Duration = Duration::from_millis(50);

/// Request: query the engine in the settings.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct EngineAsked;

/// Engine in the settings, with its answer if known.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct KnownEngine {
    /// Name in the settings: a program with arguments.
    text: String,
    answer: Option<Result<About, EngineError>>,
}

/// Engine's answer to a query.
#[derive(Debug, Clone, PartialEq, Eq)]
struct About {
    name: String,
    /// Boards that it lists.
    variants: Vec<String>,
}

/// Reason that an engine can't be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineRefusal {
    /// Query still running.
    Asked,
    /// Engine unusable.
    Unusable(EngineError),
}

impl KnownEngine {
    /// Returns the engine's own name, if it has answered.
    pub fn name(&self) -> Option<&str> {
        let about = self.answer.as_ref()?.as_ref().ok()?;
        Some(&about.name)
    }

    /// Returns why it can't play on a board; `None` if it can.
    pub fn refusal(&self, board: AnyBoard) -> Option<EngineRefusal> {
        let why = match &self.answer {
            None => return Some(EngineRefusal::Asked),
            Some(Ok(about)) if knows(&about.variants, board.id()) => return None,
            Some(Ok(_)) => EngineError::UnknownBoard,
            Some(Err(error)) => error.clone(),
        };
        Some(EngineRefusal::Unusable(why))
    }
}

/// Pending answer of an engine.
#[derive(Resource, Default)]
struct Asking(Option<Mutex<Receiver<Result<About, EngineError>>>>);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<GuardProgram>()
        .init_resource::<KnownEngine>()
        .init_resource::<Asking>()
        .add_message::<EngineAsked>()
        .add_systems(
            Update,
            (
                ask.run_if(on_message::<EngineAsked>),
                hear.run_if(|asking: Res<Asking>| asking.0.is_some()),
            )
                .chain()
                .in_set(AppSystems::Input),
        );
}

/// Queries the engine on a thread, because starting it takes time. Does nothing after a
/// successful query, or while one is running.
fn ask(
    (computer, guard): (Res<Computer>, Res<GuardProgram>),
    mut known: ResMut<KnownEngine>,
    mut asking: ResMut<Asking>,
) {
    let text = computer.engine.trim();
    let has_failed = matches!(known.answer, Some(Err(_)));
    let is_same = known.text == text && (asking.0.is_some() || known.answer.is_some());
    if is_same && !has_failed {
        return;
    }
    if text.is_empty() {
        asking.0 = None;
        let answer = Some(Err(EngineError::Unnamed));
        known.set_if_neq(KnownEngine {
            text: String::new(),
            answer,
        });
        return;
    }
    let command = guard.command(text, &computer);
    let (tell, told) = channel();
    let asked = std::thread::Builder::new().name("engine".into());
    let asked = asked.spawn(move || {
        let about = Engine::start(&command).map(|engine| About {
            name: engine.name().to_owned(),
            variants: engine.variants().to_vec(),
        });
        // Fails if another engine was queried meanwhile.
        let _ = tell.send(about);
    });
    let failed = asked.err();
    asking.0 = failed.is_none().then(|| Mutex::new(told));
    let answer = failed.map(|error| Err(EngineError::Start(reason(&error))));
    let text = text.to_owned();
    known.set_if_neq(KnownEngine { text, answer });
}

fn hear(mut known: ResMut<KnownEngine>, mut asking: ResMut<Asking>, mut next: ResMut<NextFrame>) {
    next.within(HEAR_EVERY);
    let told = asking.0.as_mut().and_then(|told| told.get_mut().ok());
    let answer = match told.map(|told| told.try_recv()) {
        Some(Ok(answer)) => answer,
        Some(Err(TryRecvError::Empty)) => return,
        // The thread panicked.
        Some(Err(TryRecvError::Disconnected)) | None => Err(EngineError::Ended),
    };
    asking.0 = None;
    known.answer = Some(answer);
}
