//! Knowledge of the engine that the settings name: it is asked when players are about to choose it,
//! and not while its name is being typed.

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

/// The program that guards engines: see [`guard`](super::guard). It is this one.
#[derive(Resource, Debug, Clone, PartialEq, Eq)]
pub struct GuardProgram(pub PathBuf);

impl Default for GuardProgram {
    fn default() -> Self {
        // A path that is not known means that no engine can be started, which is told.
        Self(std::env::current_exe().unwrap_or_default())
    }
}

impl GuardProgram {
    /// The command that starts the engine of this name in the settings.
    pub(crate) fn command(&self, engine: &str, computer: &Computer) -> EngineCommand {
        EngineCommand {
            text: engine.to_owned(),
            guard: self.0.clone(),
            table: computer.table,
            threads: computer.threads(available_cores(), false),
        }
    }
}

/// The time between two looks for its answer.
const HEAR_EVERY: Duration = Duration::from_millis(50);

/// Request: ask the engine that the settings name who it is.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct EngineAsked;

/// The engine that the settings name, as far as it is known.
#[derive(Resource, Debug, Default, Clone, PartialEq, Eq)]
pub struct KnownEngine {
    /// The engine's name in the settings: its program, with arguments.
    text: String,
    answer: Option<Result<About, EngineError>>,
}

/// An engine's answer about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
struct About {
    name: String,
    /// The boards that it lists.
    variants: Vec<String>,
}

/// The reason that an engine cannot be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineRefusal {
    /// It is being asked who it is.
    Asked,
    /// It cannot be used.
    Unusable(EngineError),
}

impl KnownEngine {
    /// The name that it gives itself, if it has answered.
    pub fn name(&self) -> Option<&str> {
        let about = self.answer.as_ref()?.as_ref().ok()?;
        Some(&about.name)
    }

    /// The reason that it cannot play on a board; `None` if it can.
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

/// The answer of an engine that is being asked.
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

/// Asks the engine, unless it is asked already or has answered. Starting it takes time, so a
/// thread does.
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
        // A game that has asked another engine meanwhile does not listen.
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
        // Its thread has panicked.
        Some(Err(TryRecvError::Disconnected)) | None => Err(EngineError::Ended),
    };
    asking.0 = None;
    known.answer = Some(answer);
}
