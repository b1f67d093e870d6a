//! A real `OpenXR` runtime without a headset: Monado with its remote driver.
//!
//! Monado is installed on this machine or, if the distribution has none, lives in the file tree of
//! a newer distribution (made by `scripts/test`). Programs of this machine can't load that tree's
//! libraries directly, because its C library is newer. So [`Monado::command`] runs a *copy* of the
//! program. The tree's `patchelf` sets the copy's ELF interpreter to the tree's dynamic loader, and
//! `LD_LIBRARY_PATH` names the tree's libraries. This needs no root, chroot or mount.
//! `/proc/self/exe`, and thus [`std::env::current_exe`], is the copy and not a loader, so a program
//! can restart itself and the new process inherits the environment. All games of a run share one
//! copy, which stays in the folder for logs and pictures.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{env, fs};

use tempfile::TempDir;

use super::process::Process;
use super::remote::RemoteDriver;
use super::xvfb::Xvfb;
use super::{
    PREFIXES, files_starting_with, free_port, installed, keep_shaders, out_dir, software_renderer,
    wait_for,
};

/// The source of Monado.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MonadoKind {
    /// Installed on this machine.
    Native,
    /// In this folder, with all dependencies.
    Root(PathBuf),
}

/// Returns the runtime that can be started here.
///
/// # Errors
///
/// Names the missing part.
pub fn available() -> Result<MonadoKind, String> {
    let kind = env::var_os("ICOCHESS_MONADO_ROOT")
        .filter(|root| !root.is_empty())
        .map_or(MonadoKind::Native, |root| MonadoKind::Root(root.into()));
    Tree::of(&kind)?;
    Ok(kind)
}

/// Files of Monado and its dependencies.
#[derive(Debug)]
struct Tree {
    service: PathBuf,
    runtime_manifest: PathBuf,
    /// Software renderer, so that pictures are the same on every machine.
    vulkan_drivers: OsString,
    /// `None` for this machine's own files.
    foreign: Option<Foreign>,
}

/// How to run a program with another tree's libraries.
#[derive(Debug)]
struct Foreign {
    elf_interpreter: PathBuf,
    libraries: Vec<PathBuf>,
    patchelf: PathBuf,
}

impl Tree {
    fn of(kind: &MonadoKind) -> Result<Self, String> {
        match kind {
            MonadoKind::Native => Self::native(),
            MonadoKind::Root(root) => Self::foreign(root),
        }
    }

    fn native() -> Result<Self, String> {
        let service = installed("monado-service").ok_or("monado-service is not installed")?;
        let prefixes = PREFIXES.map(Path::new);
        let mut libraries = Vec::new();
        for prefix in prefixes {
            libraries.extend(multiarch(prefix));
            libraries.extend([prefix.join("lib64"), prefix.join("lib")]);
        }
        Self::find(service, &prefixes, &libraries, None)
    }

    fn foreign(root: &Path) -> Result<Self, String> {
        let prefix = root.join("usr");
        let library =
            multiarch(&prefix).ok_or_else(|| format!("{} has no libraries", prefix.display()))?;
        let libraries = vec![
            library.clone(),
            // Folders outside the loader's default search path.
            library.join("pulseaudio"),
            library.join("lapack"),
            library.join("blas"),
            prefix.join("lib"),
        ];
        let programs = [prefix.join("bin")];
        let foreign = Foreign {
            elf_interpreter: first_file(&[&library], "ld-linux")?,
            libraries: libraries.clone(),
            patchelf: first_file(&programs, "patchelf")?,
        };
        let service = first_file(&programs, "monado-service")?;
        Self::find(service, &[&prefix], &libraries, Some(foreign))
    }

    fn find(
        service: PathBuf,
        prefixes: &[&Path],
        libraries: &[PathBuf],
        foreign: Option<Foreign>,
    ) -> Result<Self, String> {
        // The game opens the loader by this name.
        first_file(libraries, "libopenxr_loader.so.1")?;
        let manifests: Vec<_> = prefixes
            .iter()
            .map(|prefix| prefix.join("share/openxr/1"))
            .collect();
        Ok(Self {
            service,
            runtime_manifest: first_file(&manifests, "openxr_monado")?,
            vulkan_drivers: software_renderer(prefixes)?,
            foreign,
        })
    }
}

/// Returns the library folder for this architecture in a Debian-like tree.
fn multiarch(prefix: &Path) -> Option<PathBuf> {
    let name = format!("{}-linux-gnu", env::consts::ARCH);
    files_starting_with(&prefix.join("lib"), &name).pop()
}

/// Returns the first file whose name starts with `prefix`, from the first folder that has one.
fn first_file(dirs: &[impl AsRef<Path>], prefix: &str) -> Result<PathBuf, String> {
    dirs.iter()
        .find_map(|dir| files_starting_with(dir.as_ref(), prefix).into_iter().next())
        .ok_or_else(|| format!("no {prefix}* in any of the folders where one belongs"))
}

/// Output of the compositor.
#[derive(Clone, Copy, Debug)]
pub enum Compositor<'a> {
    /// Draws nothing: 320×240 pixels per eye; fast.
    Null,
    /// Shows both eyes' views in a window, for pictures of the player's view; slow.
    Window {
        /// The screen that the window fills.
        screen: &'a Xvfb,
        /// Render scale of each eye, in per cent. At 100 an eye is 960 pixels wide, its share of
        /// the display.
        eye_scale: u32,
    },
}

/// A running runtime with private folders. Dropping it stops the runtime and removes the folders.
#[derive(Debug)]
pub struct Monado {
    tree: Tree,
    port: u16,
    // Dropped first: the service must stop before its folders are removed.
    service: Process,
    dir: TempDir,
}

impl Monado {
    /// Starts the runtime and waits until it is ready. The log is `<name>.log`.
    ///
    /// # Panics
    ///
    /// If the runtime doesn't become ready.
    pub fn start(kind: &MonadoKind, name: &str, compositor: Compositor) -> Self {
        let tree = Tree::of(kind).unwrap_or_else(|why| panic!("no runtime: {why}"));
        let port = free_port();
        let dir = prepare_dir(port);
        let service = Process::start(service_command(&tree, &dir, compositor), name);
        let mut monado = Self {
            tree,
            port,
            service,
            dir,
        };
        monado.wait_until_ready();
        monado
    }

    /// Restarts the runtime in its old folders after it has stopped, with the null compositor.
    ///
    /// # Panics
    ///
    /// If the runtime doesn't become ready.
    pub fn restart(&mut self, name: &str) {
        // The stopped runtime leaves its socket behind.
        let _ = fs::remove_file(self.dir.path().join(SOCKET));
        let command = service_command(&self.tree, &self.dir, Compositor::Null);
        self.service = Process::start(command, name);
        self.wait_until_ready();
    }

    fn wait_until_ready(&mut self) {
        let socket = self.dir.path().join(SOCKET);
        let ready = wait_for(Duration::from_secs(60), || {
            let ended = self.service.exit_status().is_some();
            (ended || socket.exists()).then_some(!ended)
        });
        assert!(
            ready == Some(true),
            "Monado did not get ready; its log:\n{}",
            self.service.log()
        );
    }

    /// Returns a command that runs `program` against this runtime, under its own name.
    ///
    /// # Panics
    ///
    /// If `program` cannot be copied for a foreign tree.
    pub fn command(&self, program: &Path) -> Command {
        command_for(&self.tree, self.dir.path(), program)
    }

    /// Returns the path of a program shipped with the runtime or with OpenXR, such as `hello_xr`.
    pub fn tool(&self, name: &str) -> Option<PathBuf> {
        let beside = self.tree.service.with_file_name(name);
        if beside.is_file() {
            Some(beside)
        } else {
            installed(name)
        }
    }

    /// Returns the folder of Vulkan's validation layers, if they are installed like the runtime.
    pub fn vulkan_layers(&self) -> Option<PathBuf> {
        let share = self.tree.runtime_manifest.ancestors().nth(3)?;
        let layers = share.join("vulkan/explicit_layer.d");
        let files = files_starting_with(&layers, "VkLayer_khronos_validation");
        (!files.is_empty()).then_some(layers)
    }

    /// Connects to the player's head and hands. Only one driver may exist at a time.
    pub fn driver(&self) -> RemoteDriver {
        RemoteDriver::connect(self.port)
    }

    /// Returns the process of the runtime.
    pub fn service(&mut self) -> &mut Process {
        &mut self.service
    }

    /// Kills the runtime (`kill -9`), to simulate a crash.
    pub fn kill9(&mut self) {
        self.service.kill9();
    }
}

/// Name of the IPC socket in the runtime's folder.
const SOCKET: &str = "monado_comp_ipc";

fn service_command(tree: &Tree, dir: &TempDir, compositor: Compositor) -> Command {
    let mut command = command_for(tree, dir.path(), &tree.service);
    command
        .env("HOME", dir.path())
        .env_remove("XDG_CONFIG_HOME")
        .env_remove("WAYLAND_DISPLAY")
        // Monado polls its standard input, and exits if that is a file or /dev/null.
        .stdin(Stdio::piped());
    match compositor {
        Compositor::Null => {
            command
                .env("XRT_COMPOSITOR_NULL", "1")
                .env_remove("DISPLAY");
        }
        Compositor::Window { screen, eye_scale } => {
            command
                .env("XRT_COMPOSITOR_FORCE_XCB", "1")
                .env("XRT_COMPOSITOR_XCB_FULLSCREEN", "1")
                .env("XRT_COMPOSITOR_SCALE_PERCENTAGE", eye_scale.to_string());
            screen.attach(&mut command);
        }
    }
    command
}

/// Creates the private folder of a runtime, which serves as runtime directory (with the IPC socket)
/// and as home (with the configuration).
fn prepare_dir(port: u16) -> TempDir {
    let prepare = || -> std::io::Result<TempDir> {
        // A runtime directory must be readable only by its owner; `tempdir` ensures that.
        let dir = tempfile::tempdir()?;
        let config = dir.path().join(".config/monado");
        fs::create_dir_all(&config)?;
        // Without `view_count`, Monado 25.1 ignores the port.
        let text = format!(
            r#"{{"active":"remote","remote":{{"version":0,"port":{port},"view_count":2}}}}"#
        );
        fs::write(config.join("config_v0.json"), text)?;
        Ok(dir)
    };
    prepare().unwrap_or_else(|error| panic!("cannot prepare the runtime's folder: {error}"))
}

fn command_for(tree: &Tree, dir: &Path, program: &Path) -> Command {
    let mut command = if let Some(foreign) = &tree.foreign {
        let mut command = Command::new(copy_of(program, foreign));
        command.env("LD_LIBRARY_PATH", joined(&foreign.libraries));
        command
    } else {
        let mut command = Command::new(program);
        command.env(
            "LD_LIBRARY_PATH",
            env::var_os("LD_LIBRARY_PATH").unwrap_or_default(),
        );
        command
    };
    command
        .env("XDG_RUNTIME_DIR", dir)
        .env("XR_RUNTIME_JSON", &tree.runtime_manifest)
        .env("VK_DRIVER_FILES", &tree.vulkan_drivers)
        .env_remove("VK_ICD_FILENAMES");
    keep_shaders(&mut command);
    command
}

fn joined(libraries: &[PathBuf]) -> OsString {
    env::join_paths(libraries).expect("the path of a library holds no colon")
}

/// Returns the copy of `program` that runs with a foreign tree's libraries. The first call creates
/// the copy, because copying takes a second and as much disk space as the program.
fn copy_of(program: &Path, foreign: &Foreign) -> PathBuf {
    static MADE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let dir = out_dir().join("foreign");
    let copy = dir.join(program.file_name().expect("a program has a name"));
    if !made.contains(program) {
        fs::create_dir_all(&dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
        // Doesn't overwrite a copy that may still be running.
        let new = copy.with_extension("new");
        let output = Command::new(&foreign.elf_interpreter)
            // `patchelf` is also part of the tree, so the tree's loader has to start it.
            .arg("--library-path")
            .arg(joined(&foreign.libraries))
            .arg(&foreign.patchelf)
            .arg("--set-interpreter")
            .arg(&foreign.elf_interpreter)
            .arg("--output")
            .args([&new, program])
            .output()
            .unwrap_or_else(|error| panic!("cannot start patchelf: {error}"));
        assert!(
            output.status.success(),
            "cannot prepare {}: {}",
            program.display(),
            String::from_utf8_lossy(&output.stderr)
        );
        fs::rename(&new, &copy).expect("a file beside it");
        made.insert(program.to_owned());
    }
    copy
}
