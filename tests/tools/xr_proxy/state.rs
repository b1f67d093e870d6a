//! State of the proxy, and the socket that serves a test.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use openxr::sys::SessionState;

use crate::inputs::{Bound, Inputs};
use crate::pace::Pace;
use crate::passthrough::Passthroughs;
use crate::protocol::{Event, Records, Reply, Request, SETUP, Setup};
use crate::session::session_state;
use crate::spaces::reference_space;
use crate::times::Clock;

/// All mutable state.
#[derive(Default)]
pub struct State {
    pub instance: openxr::sys::Instance,
    pub session: openxr::sys::Session,
    /// Injected events that the game hasn't polled yet.
    pub injected: VecDeque<Event>,
    /// Injected session state that overrides the runtime's, if any.
    pub reported: Option<SessionState>,
    /// Whether the game has ended its session without the runtime's knowledge.
    pub is_ended: bool,
    pub is_head_lost: bool,
    /// Spaces that follow the head.
    pub view_spaces: Vec<openxr::sys::Space>,
    /// Spaces of type STAGE.
    pub stage_spaces: Vec<openxr::sys::Space>,
    /// Whether STAGE spaces cannot be located.
    pub is_stage_lost: bool,
    pub clock: Clock,
    pub pace: Pace,
    /// Names of spaces by handle: the type of a reference space, or hand and action.
    pub space_names: HashMap<u64, String>,
    /// Names of actions by handle.
    pub action_names: HashMap<u64, String>,
    /// Bindings suggested by the game.
    pub bound: Vec<Bound>,
    pub inputs: Inputs,
    pub passthroughs: Passthroughs,
    /// Extra delay of the next frame wait.
    pub hold: Duration,
    /// Whether the game is asked not to render.
    pub is_blind: bool,
    pub is_lost: bool,
    pub records: Records,
}

impl State {
    /// Returns whether the session gets input, by its injected or real state.
    pub fn is_listening(&self) -> bool {
        self.reported
            .is_none_or(|reported| reported == SessionState::FOCUSED)
    }
}

static STATE: Mutex<Option<State>> = Mutex::new(None);
static SETUP_READ: OnceLock<Result<Setup, String>> = OnceLock::new();
static BEGUN: OnceLock<Instant> = OnceLock::new();

/// Gives access to the state. `use_it` must not call the runtime, because it holds the lock.
pub fn with<T>(use_it: impl FnOnce(&mut State) -> T) -> T {
    let mut guard: MutexGuard<Option<State>> = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    use_it(guard.get_or_insert_default())
}

/// Returns the setup given by the test.
pub fn setup() -> &'static Setup {
    static NONE: OnceLock<Setup> = OnceLock::new();
    match SETUP_READ.get() {
        Some(Ok(setup)) => setup,
        _ => NONE.get_or_init(Setup::default),
    }
}

/// Returns the seconds since the proxy started.
pub fn now() -> f64 {
    BEGUN.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// Reads the setup and starts to listen. Only the first call has an effect.
pub fn start() -> Result<Setup, String> {
    SETUP_READ
        .get_or_init(|| {
            now();
            let text = std::env::var(SETUP).map_err(|error| format!("{SETUP}: {error}"))?;
            let setup: Setup =
                serde_json::from_str(&text).map_err(|error| format!("{SETUP}: {error}"))?;
            // The socket may be left over from a previous process of the game.
            let _ = std::fs::remove_file(&setup.socket);
            let listener = UnixListener::bind(&setup.socket)
                .map_err(|error| format!("{}: {error}", setup.socket))?;
            thread::spawn(move || {
                for stream in listener.incoming().flatten() {
                    thread::spawn(move || serve(stream));
                }
            });
            Ok(setup)
        })
        .clone()
}

fn serve(stream: UnixStream) {
    let Ok(mut out) = stream.try_clone() else {
        return;
    };
    for line in BufReader::new(stream).lines() {
        let reply = match line.map(|line| serde_json::from_str(&line)) {
            Ok(Ok(request)) => answer(request),
            Ok(Err(error)) => Reply::Refused(error.to_string()),
            Err(_) => return,
        };
        let Ok(mut text) = serde_json::to_string(&reply) else {
            return;
        };
        text.push('\n');
        if out.write_all(text.as_bytes()).is_err() {
            return;
        }
    }
}

fn answer(request: Request) -> Reply {
    with(|state| {
        match request {
            Request::Inject(events) => {
                let bad = events.iter().find_map(|event| match event {
                    Event::State(name) => session_state(name).is_none().then_some(name),
                    Event::Recentred(name) => reference_space(name).is_none().then_some(name),
                    _ => None,
                });
                if let Some(bad) = bad {
                    return Reply::Refused(format!("there is no {bad}"));
                }
                state.injected.extend(events);
            }
            Request::HeadLocated(is_located) => state.is_head_lost = !is_located,
            Request::StageLocated(is_located) => state.is_stage_lost = !is_located,
            Request::HoldFrame(seconds) => match Duration::try_from_secs_f32(seconds) {
                Ok(hold) => state.hold = hold,
                Err(error) => return Reply::Refused(error.to_string()),
            },
            Request::Blind(is_blind) => state.is_blind = is_blind,
            Request::Pace(rate) => {
                let period = rate.map(|rate| Duration::try_from_secs_f32(rate.recip()));
                match period.transpose() {
                    Ok(period) => state.pace.period = period,
                    Err(error) => return Reply::Refused(error.to_string()),
                }
            }
            Request::LoseInstance => state.is_lost = true,
            Request::Input(path, input) => state.inputs.set(path, input),
            Request::Profile(profile) => {
                state.inputs.profile = profile;
                state.injected.push_back(Event::InteractionProfileChanged);
            }
            Request::Times => return Reply::Times(state.clock.take()),
            Request::Records => return Reply::Records(state.records.clone()),
        }
        Reply::Done
    })
}
