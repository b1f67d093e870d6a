//! Whether the runtime that would be used runs, found out without starting or disturbing it: by its
//! manifest, processes, sockets and events alone. To make an instance starts SteamVR, which nobody has
//! asked for, and tells one that runs of a program that comes and goes.

use std::env;
use std::fs;
use std::path::Path;

use super::probe::RUNTIME;
use icochess_base::platform::{self, Process};

/// A runtime, and what there is to see of it while it runs.
#[derive(Debug)]
struct Runtime {
    /// A part of the name of its library, which its manifest has.
    library: &'static str,
    /// Its server, the program that others speak to, without the `.exe` of Windows.
    server: &'static str,
    /// The sign that is there with a server that runs.
    sign: Sign,
    /// Whether that is there with a headset alone. If not, only the runtime itself can tell.
    has_headset: bool,
}

/// A sign beside a server, by which its runtime is seen to run.
#[derive(Debug, Clone, Copy)]
enum Sign {
    /// A process of this program.
    Process(&'static str),
    /// Another process of the server, which the first one has started.
    Child,
    /// A socket of this name in the folder of the user's sockets: it may be left over, and the process
    /// may be somebody else's.
    Socket(&'static str),
    /// An event of this name, of Windows, which is signalled.
    Event(&'static str),
}

/// The runtimes that are known.
static KNOWN: [Runtime; 4] = [
    // SteamVR, on Linux and Windows: the process that draws for a headset runs with one alone.
    Runtime {
        library: "vrclient",
        server: "vrserver",
        sign: Sign::Process("vrcompositor"),
        has_headset: true,
    },
    Runtime {
        library: "libopenxr_monado",
        server: "monado-service",
        sign: Sign::Socket("monado_comp_ipc"),
        has_headset: false,
    },
    // WiVRn: a headset that connects gets a process of its own (`start_server` in `server/main.cpp`,
    // <https://github.com/WiVRn/WiVRn>). Until then nobody answers at its socket, not even that there is
    // no headset.
    Runtime {
        library: "libopenxr_wivrn",
        server: "wivrn-server",
        sign: Sign::Child,
        has_headset: true,
    },
    // Meta's on Windows, whose server is a service: the event is what `ovr_Detect` looks at, by which
    // programs made with its SDK learn of a headset (`OVR_HMD_CONNECTED_EVENT_NAME`).
    Runtime {
        library: "LibOVRRT",
        server: "OVRServer_x64",
        sign: Sign::Event("OculusHMDConnected"),
        has_headset: true,
    },
];

/// All that is seen of a runtime that is not known. If it may not be asked, the players know best whether
/// it has a headset.
const UNKNOWN: Run = Run {
    started: None,
    has_headset: !platform::ASKS_ANY_RUNTIME,
};

/// A runtime that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    /// The time at which its server was started, in the system's ticks; `None` if that is not
    /// known.
    pub(super) started: Option<u64>,
    /// Whether it need not be asked for a headset: it is seen that it has one, or it may not be asked.
    pub(super) has_headset: bool,
}

impl Run {
    /// Whether the runtime was started anew after another run of it.
    pub(super) fn is_after(self, other: Self) -> bool {
        let starts = self.started.zip(other.started);
        starts.is_some_and(|(now, before)| now > before)
    }
}

/// The active runtime, if it runs.
pub(super) fn now() -> Option<Run> {
    match known(&manifest()?) {
        Some(runtime) => runtime.run(&platform::processes(runtime.server)),
        None => Some(UNKNOWN),
    }
}

/// The time at which the server of the active runtime was started, in the system's ticks.
pub(super) fn started() -> Option<u64> {
    let runtime = known(&manifest()?)?;
    newest(&platform::processes(runtime.server))
}

/// The text of the active runtime's manifest.
fn manifest() -> Option<String> {
    let files = platform::runtime_files(env::var_os(RUNTIME));
    files
        .into_iter()
        .find_map(|file| fs::read_to_string(file).ok())
}

/// The runtime with this manifest, if it is known.
fn known(manifest: &str) -> Option<&'static Runtime> {
    KNOWN.iter().find(|it| manifest.contains(it.library))
}

/// The time at which the last of these processes was started.
fn newest(processes: &[Process]) -> Option<u64> {
    processes.iter().filter_map(|it| it.started).max()
}

impl Runtime {
    /// Its run while its server has these processes.
    fn run(&self, servers: &[Process]) -> Option<Run> {
        let runs = !servers.is_empty() && self.sign.is_there(servers);
        runs.then(|| Run {
            started: newest(servers),
            has_headset: self.has_headset,
        })
    }
}

impl Sign {
    /// Whether it is there, beside these processes of the server.
    fn is_there(self, servers: &[Process]) -> bool {
        match self {
            Self::Process(program) => !platform::processes(program).is_empty(),
            Self::Child => {
                let is_server = |id: u32| servers.iter().any(|it| it.id == id);
                servers.iter().any(|it| is_server(it.parent))
            }
            Self::Socket(name) => env::var_os("XDG_RUNTIME_DIR")
                .is_some_and(|folder| Path::new(&folder).join(name).exists()),
            Self::Event(name) => platform::is_signalled(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The server of the runtime with that library.
    fn server(library: &str) -> Option<&'static str> {
        let manifest = format!(
            r#"{{"runtime": {{"name": "it", "library_path": "{library}", "MND_libmonado_path": "libmonado.so"}}}}"#
        );
        known(&manifest).map(|it| it.server)
    }

    #[test]
    fn runtimes_are_known_by_their_libraries() {
        for (library, expected) in [
            ("bin/linux64/vrclient.so", Some("vrserver")),
            (r"bin\\vrclient_x64.dll", Some("vrserver")),
            (
                "../../../lib/x86_64-linux-gnu/libopenxr_monado.so.25",
                Some("monado-service"),
            ),
            (
                "../../../lib64/wivrn/libopenxr_wivrn.so",
                Some("wivrn-server"),
            ),
            (r".\\LibOVRRTImpl64_1.dll", Some("OVRServer_x64")),
            (r".\\virtualdesktop-openxr.dll", None),
            ("/opt/other/libopenxr_other.so", None),
        ] {
            assert_eq!(server(library), expected, "{library}");
        }
    }

    fn process(id: u32, parent: u32, started: u64) -> Process {
        Process {
            id,
            parent,
            started: Some(started),
        }
    }

    #[test]
    fn wivrn_has_a_headset_while_its_server_has_a_child_and_another_one_with_another_child() {
        let wivrn = known("libopenxr_wivrn.so").unwrap();
        let server = process(40, 1, 100);
        assert_eq!(wivrn.run(&[]), None);
        assert_eq!(wivrn.run(&[server]), None);
        assert_eq!(wivrn.run(&[server, process(41, 1, 200)]), None);
        let run = |child| wivrn.run(&[child, server]).unwrap();
        let first = run(process(57, 40, 300));
        assert_eq!((first.started, first.has_headset), (Some(300), true));
        // Numbers of processes begin anew at some time.
        assert!(run(process(9, 40, 301)).is_after(first));
    }

    #[test]
    fn a_run_is_after_another_one_if_it_is_known_to_have_begun_later() {
        let run = |started| Run {
            started,
            has_headset: false,
        };
        assert!(run(Some(3)).is_after(run(Some(2))));
        for (now, before) in [(Some(2), Some(2)), (None, Some(2)), (Some(2), None)] {
            assert!(!run(now).is_after(run(before)), "{now:?} and {before:?}");
        }
    }
}
