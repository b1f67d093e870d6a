//! Whether the runtime that would be used runs, found out without starting or disturbing it: from
//! files, processes and sockets alone. To make an instance starts SteamVR, which nobody has asked
//! for, and tells one that runs of a program that comes and goes.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::probe::RUNTIME;

/// What there is to see of a runtime that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Signs {
    /// Processes of SteamVR: its server, and what draws for a headset, which runs with one alone.
    SteamVr,
    /// A process of this name, and a socket of that name in the folder of the user's sockets.
    Service(&'static str, &'static str),
    /// Nothing that is known. To ask it starts nothing: others come with a service of their own.
    None,
}

/// SteamVR's server.
const SERVER: &str = "vrserver";
/// What draws for it.
const COMPOSITOR: &str = "vrcompositor";

/// A runtime that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    /// When its process was started, in the system's ticks; `None` if it has none that is known.
    pub(super) started: Option<u64>,
    /// Whether it is seen that it has a headset. If not, only the runtime itself can tell.
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
    signs(&manifest()?).run()
}

/// When the process of the active runtime was started, in the system's ticks.
pub(super) fn started() -> Option<u64> {
    match signs(&manifest()?) {
        Signs::SteamVr => newest(SERVER),
        Signs::Service(name, _) => newest(name),
        Signs::None => None,
    }
}

/// The text of the active runtime's manifest, found as the loader finds it (OpenXR loader
/// specification, "Runtime Discovery").
fn manifest() -> Option<String> {
    if let Some(path) = env::var_os(RUNTIME) {
        return fs::read_to_string(path).ok();
    }
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let own = folder("XDG_CONFIG_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(Path::new(&folder("HOME")?).join(".config")));
    let others = folder("XDG_CONFIG_DIRS").unwrap_or_else(|| "/etc/xdg".into());
    let others = env::split_paths(&others).chain([PathBuf::from("/etc")]);
    let folders = own.into_iter().chain(others);
    let names = [
        format!("active_runtime.{}.json", env::consts::ARCH),
        "active_runtime.json".to_owned(),
    ];
    let mut files = folders.flat_map(|folder| {
        names
            .each_ref()
            .map(|name| folder.join("openxr/1").join(name))
    });
    files.find_map(|file| fs::read_to_string(file).ok())
}

/// The signs of the runtime with this manifest, told by the name of its library.
fn signs(manifest: &str) -> Signs {
    if manifest.contains("vrclient") {
        Signs::SteamVr
    } else if manifest.contains("libopenxr_monado") {
        Signs::Service("monado-service", "monado_comp_ipc")
    } else {
        Signs::None
    }
}

impl Signs {
    fn run(self) -> Option<Run> {
        match self {
            Self::SteamVr => newest(COMPOSITOR).and(newest(SERVER)).map(|started| Run {
                started: Some(started),
                has_headset: true,
            }),
            Self::Service(name, socket) => {
                let folder = env::var_os("XDG_RUNTIME_DIR")?;
                // It may be left over, and the process may be somebody else's.
                let has_socket = Path::new(&folder).join(socket).exists();
                newest(name).filter(|_| has_socket).map(|started| Run {
                    started: Some(started),
                    has_headset: false,
                })
            }
            Self::None => Some(Run {
                started: None,
                has_headset: false,
            }),
        }
    }
}

/// When the newest process of that name was started, in ticks, as Linux tells; nowhere else.
fn newest(name: &str) -> Option<u64> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let of_name = processes.filter(|process| {
        let known = fs::read_to_string(process.path().join("comm"));
        known.is_ok_and(|known| known.trim_end() == name)
    });
    let about = of_name.filter_map(|it| fs::read_to_string(it.path().join("stat")).ok());
    about.filter_map(|about| start_of(&about)).max()
}

/// The start of a process by what `/proc/[pid]/stat` says of it (`proc_pid_stat(5)`): the 22nd field.
/// The second is its name in brackets, which may have spaces and brackets itself.
fn start_of(about: &str) -> Option<u64> {
    let (_, rest) = about.rsplit_once(')')?;
    rest.split_whitespace().nth(19)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runtimes_are_known_by_their_libraries() {
        let manifest = |library: &str| {
            format!(r#"{{"runtime": {{"name": "it", "library_path": "{library}"}}}}"#)
        };
        for (library, expected) in [
            ("bin/linux64/vrclient.so", Signs::SteamVr),
            (
                "../../../lib/x86_64-linux-gnu/libopenxr_monado.so.25",
                Signs::Service("monado-service", "monado_comp_ipc"),
            ),
            ("/opt/other/libopenxr_other.so", Signs::None),
        ] {
            assert_eq!(signs(&manifest(library)), expected, "{library}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_is_found_by_its_name_and_a_later_one_is_told_from_it() {
        let own = fs::read_to_string("/proc/self/comm").unwrap();
        assert!(newest(own.trim_end()).is_some());
        assert_eq!(newest("nothing of that name"), None);
        let about = "77 (a) b (c)) S 1 77 77 0 -1 4194560 9 0 0 0 1 2 0 0 20 0 3 0 8765 9 9";
        assert_eq!(start_of(about), Some(8765));
        assert_eq!(start_of("77 (half"), None);
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
