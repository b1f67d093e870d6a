//! The test's side of the proxy between the game and the `OpenXR` runtime. See
//! `tests/tools/xr_proxy/main.rs`, and [`xr_protocol`](super::xr_protocol) for its abilities.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;
use std::{env, fs};

use serde_json::Value;
use tempfile::TempDir;

use super::wait_for;
use super::xr_protocol::{Event, InputValue, Records, Reply, Request, SETUP, Setup, Times};

/// Returns the proxy's library, built on the first call with the test's own profile.
///
/// # Panics
///
/// If it cannot be built.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        // <target>/<profile>/deps/<test>
        let test = env::current_exe().expect("a test knows its own program");
        let profile = test.ancestors().nth(2).expect("cargo's layout");
        let target = profile.parent().expect("cargo's layout");
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        // Cargo sets these for a test. They would make it build ring again, and the game with it.
        for (name, _) in env::vars_os() {
            let of_test = ["CARGO_PKG_", "CARGO_MANIFEST_", "OUT_DIR"];
            let name = name.to_string_lossy();
            if of_test.iter().any(|start| name.starts_with(start)) {
                build.env_remove(&*name);
            }
        }
        let output = build
            .args(["build", "--locked", "--quiet", "--example", "xr_proxy"])
            .arg("--target-dir")
            .arg(target)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap_or_else(|error| panic!("cannot start cargo: {error}"));
        assert!(
            output.status.success(),
            "the proxy cannot be built: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        profile.join("examples/libxr_proxy.so")
    })
}

/// The proxy of one game.
#[derive(Debug)]
pub struct Proxy {
    dir: TempDir,
    stream: Option<BufReader<UnixStream>>,
}

impl Proxy {
    /// Puts the proxy between the game that `command` starts and the runtime that `command` names.
    ///
    /// # Panics
    ///
    /// If `command` names no runtime, or files cannot be written.
    pub fn attach(command: &mut Command, mut setup: Setup) -> Self {
        let manifest = command
            .get_envs()
            .find(|(name, _)| *name == "XR_RUNTIME_JSON")
            .and_then(|(_, path)| path.map(PathBuf::from))
            .expect("the command names a runtime");
        let dir = tempfile::tempdir().expect("no temporary folder");
        setup.runtime = library_of(&manifest);
        setup.socket = dir.path().join("socket").to_string_lossy().into_owned();
        let ours = serde_json::json!({
            "file_format_version": "1.0.0",
            "runtime": {"name": "proxy", "library_path": library()},
        });
        let file = dir.path().join("proxy.json");
        fs::write(&file, ours.to_string()).expect("a temporary folder can be written to");
        let setup = serde_json::to_string(&setup).expect("a setup is JSON");
        command.env("XR_RUNTIME_JSON", file).env(SETUP, setup);
        Self { dir, stream: None }
    }

    /// Connects to the proxy of a restarted game, at the same socket.
    pub fn reconnect(&mut self) {
        self.stream = None;
    }

    fn call(&mut self, request: &Request) -> Reply {
        let socket = self.dir.path().join("socket");
        let stream = self.stream.get_or_insert_with(|| {
            let stream = wait_for(Duration::from_secs(20), || {
                UnixStream::connect(&socket).ok()
            })
            .expect("the game does not load the proxy");
            stream
                .set_read_timeout(Some(Duration::from_secs(20)))
                .expect("a fresh socket takes its options");
            BufReader::new(stream)
        });
        let mut line = serde_json::to_string(request).expect("a request is JSON");
        line.push('\n');
        stream
            .get_mut()
            .write_all(line.as_bytes())
            .expect("the game has gone");
        line.clear();
        stream.read_line(&mut line).expect("the game has gone");
        match serde_json::from_str(&line) {
            Ok(Reply::Refused(why)) => panic!("{request:?}: {why}"),
            Ok(reply) => reply,
            Err(error) => panic!("{request:?}: {line:?}: {error}"),
        }
    }

    /// Delivers these events, in this order, at the game's next poll.
    pub fn inject(&mut self, events: &[Event]) {
        self.call(&Request::Inject(events.to_vec()));
    }

    /// Makes the session enter these states, all at the game's next poll.
    pub fn enter(&mut self, states: &[&str]) {
        let events = states.iter().map(|state| Event::State((*state).to_owned()));
        self.inject(&events.collect::<Vec<_>>());
    }

    /// Sets whether the head's position is known.
    pub fn head_located(&mut self, is_located: bool) {
        self.call(&Request::HeadLocated(is_located));
    }

    /// Sets whether STAGE can be located.
    pub fn stage_located(&mut self, is_located: bool) {
        self.call(&Request::StageLocated(is_located));
    }

    /// Delays the next frame wait by `time`.
    pub fn hold_frame(&mut self, time: Duration) {
        self.call(&Request::HoldFrame(time.as_secs_f32()));
    }

    /// Makes the runtime ask the game not to render, or restores the runtime's own behaviour.
    pub fn blind(&mut self, is_blind: bool) {
        self.call(&Request::Blind(is_blind));
    }

    /// Sets the frame rate, in hertz, with nothing rendered; `None` restores the runtime's pacing.
    pub fn pace(&mut self, rate: Option<f32>) {
        self.call(&Request::Pace(rate));
    }

    /// Makes every later call return instance loss.
    pub fn lose_instance(&mut self) {
        self.call(&Request::LoseInstance);
    }

    /// Overrides the input at `path` with `value` from the game's next sync.
    pub fn give(&mut self, path: &str, value: InputValue) {
        self.call(&Request::Input(path.to_owned(), value));
    }

    /// Puts controllers of this profile in both hands; `None` restores the runtime's.
    pub fn profile(&mut self, profile: Option<&str>) {
        self.call(&Request::Profile(profile.map(str::to_owned)));
    }

    /// Returns the times of located spaces and ended frames since the previous call.
    pub fn times(&mut self) -> Times {
        match self.call(&Request::Times) {
            Reply::Times(times) => times,
            other => panic!("not times: {other:?}"),
        }
    }

    /// Returns the game's requests since it started.
    pub fn records(&mut self) -> Records {
        match self.call(&Request::Records) {
            Reply::Records(records) => records,
            other => panic!("not records: {other:?}"),
        }
    }
}

/// Returns the library named by a runtime's manifest, resolved as the loader does.
fn library_of(manifest: &Path) -> String {
    let text = fs::read_to_string(manifest)
        .unwrap_or_else(|error| panic!("{}: {error}", manifest.display()));
    let value: Value = serde_json::from_str(&text)
        .unwrap_or_else(|error| panic!("{}: {error}", manifest.display()));
    let library = value["runtime"]["library_path"]
        .as_str()
        .expect("a runtime's manifest names its library");
    let folder = manifest.parent().unwrap_or(Path::new("/"));
    if library.contains('/') {
        folder.join(library).to_string_lossy().into_owned()
    } else {
        // A bare file name is searched for in the library path.
        library.to_owned()
    }
}
