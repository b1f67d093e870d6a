//! Looks for a headset before anything is set up, so that a failure is reported in a single line.

use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use std::{mem, thread};

use bevy_mod_openxr::error::OxrError;
use bevy_mod_openxr::exts::OxrExtensions;
use bevy_mod_openxr::graphics::GraphicsBackend;
use bevy_mod_openxr::resources::{OxrEntry, OxrInstance, OxrSystemId};
use bevy_mod_openxr::types::{AppInfo, Version};
use openxr::FormFactor;
use openxr::sys::Result as XrResult;

use super::loader;
use crate::config::XrConfig;
use icochess_base::platform::RUNTIMES;
use icochess_cli::print_report;
use icochess_message::reason;

/// Why the game can't be played in a headset, with advice.
#[derive(Debug, thiserror::Error)]
pub enum NoHeadset {
    /// The OpenXR loader is not installed.
    #[error(
        "no headset: the OpenXR loader (libopenxr_loader.so.1) is missing; install it \
         (Debian, Ubuntu: libopenxr-loader1; Fedora: openxr-libs; Arch: openxr)"
    )]
    NoLoader,
    /// No runtime is active.
    #[error(
        "no headset: no OpenXR runtime is active ({0}); start {RUNTIMES} or the runtime of your \
         headset and make it the active one"
    )]
    NoRuntime(XrResult),
    /// The runtime from the environment variable can't be used.
    #[error(
        "no headset: the variable {RUNTIME} names {} ({why}); unset it, or name the file of the \
         runtime of your headset",
        .path.display()
    )]
    BadRuntime {
        /// File named by the variable.
        path: PathBuf,
        /// Problem with the file.
        why: String,
    },
    /// The runtime has no headset.
    #[error("no headset: {runtime} finds none ({error}); connect it and switch it on")]
    NoSystem {
        /// Name of the runtime.
        runtime: String,
        /// Error from the runtime.
        error: XrResult,
    },
    /// The runtime doesn't support Vulkan.
    #[error(
        "no headset: the OpenXR runtime does not support Vulkan applications \
         (XR_KHR_vulkan_enable2)"
    )]
    NoVulkan,
    /// The graphics card or its driver doesn't meet the runtime's requirements.
    #[error("no headset: the graphics card cannot be used with the OpenXR runtime: {0}")]
    NoGraphics(OxrError),
}

/// Environment variable with the manifest of the runtime to use instead of the active one (OpenXR
/// loader specification, "Runtime Discovery").
pub(super) const RUNTIME: &str = "XR_RUNTIME_JSON";

/// Returns why the loader found no runtime.
fn no_runtime(error: XrResult) -> NoHeadset {
    let Some(path) = std::env::var_os(RUNTIME).map(PathBuf::from) else {
        return NoHeadset::NoRuntime(error);
    };
    let why = match std::fs::metadata(&path) {
        Ok(about) if about.is_file() => format!("no runtime can be loaded from it: {error}"),
        Ok(_) => "which is no file".to_owned(),
        Err(error) => reason(&error),
    };
    NoHeadset::BadRuntime { path, why }
}

/// A headset that was found.
pub struct FoundHeadset {
    /// OpenXR instance.
    pub(super) instance: OxrInstance,
    /// OpenXR system of the headset.
    pub(super) system: OxrSystemId,
    /// Enabled extensions, which are requested and offered by the runtime.
    pub(super) extensions: OxrExtensions,
}

/// Returns the extensions that `config` and the game request.
pub fn wanted(config: &XrConfig) -> OxrExtensions {
    let names = config.extensions().into_iter();
    let names: Vec<String> = names.map(|name| format!("{name}\0")).collect();
    let mut set: openxr::ExtensionSet = names.iter().map(String::as_bytes).collect();
    set.ext_local_floor = true;
    set.ext_hand_tracking = true;
    set.ext_user_presence = true;
    set.fb_display_refresh_rate = true;
    set.fb_passthrough = true;
    set.khr_visibility_mask = true;
    set.oculus_audio_device_guid = true;
    set.into()
}

/// Returns whether an extension is enabled in `set`.
pub fn is_enabled(set: &openxr::ExtensionSet, name: &str) -> bool {
    set.names().iter().any(|enabled| {
        std::ffi::CStr::from_bytes_until_nul(enabled)
            .is_ok_and(|enabled| enabled.to_bytes() == name.as_bytes())
    })
}

/// Silences the loader, which would print five lines in addition to the game's own. An existing
/// value of the variable is kept.
fn quiet_loader() {
    const VARIABLE: &str = "XR_LOADER_DEBUG";
    if std::env::var_os(VARIABLE).is_none() {
        #[expect(unsafe_code, reason = "the only way to tell the loader")]
        // SAFETY: called at the start of the program, before it has threads.
        unsafe {
            std::env::set_var(VARIABLE, "none");
        }
    }
}

/// Returns the application's name and version for the runtime.
fn app_info() -> AppInfo {
    AppInfo {
        name: "Icochess".into(),
        version: Version(0, 1, 0),
    }
}

/// Time after which the game tells players that it waits for the runtime.
const SLOW: Duration = Duration::from_secs(1);
/// Time after which a runtime that has only just started is asked again.
const RETRY: Duration = Duration::from_secs(2);

/// Looks for a runtime and a headset. Call it once, before the program starts threads, as its
/// instance is the only one in the process. Prints a line if the runtime takes long.
///
/// A runtime that took long to start, or one whose headset is expected (`insists`), is asked a
/// second time if it has no headset yet.
///
/// # Errors
///
/// [`NoHeadset`] with the first missing requirement.
pub fn find(config: &XrConfig, insists: bool) -> Result<FoundHeadset, NoHeadset> {
    quiet_loader();
    let (end, ended) = channel::<()>();
    let waiting = thread::Builder::new();
    // Without the thread, only its line is missing.
    let _ = waiting.spawn(move || {
        if ended.recv_timeout(SLOW) == Err(RecvTimeoutError::Timeout) {
            print_report("looking for a headset; its runtime may take a while to start");
        }
    });
    let found = ask(config, insists);
    drop(end);
    found
}

fn ask(config: &XrConfig, insists: bool) -> Result<FoundHeadset, NoHeadset> {
    let start = Instant::now();
    let entry = OxrEntry(loader::entry().map_err(|_| NoHeadset::NoLoader)?);
    let available = entry.0.enumerate_extensions().map_err(no_runtime)?;
    let available = OxrExtensions::from(available);
    let vulkan = GraphicsBackend::Vulkan(());
    if !vulkan.is_available(&available) {
        return Err(NoHeadset::NoVulkan);
    }
    let extensions = wanted(config) & available;
    let instance = entry
        .create_instance(app_info(), extensions.clone(), &[], vulkan)
        .map_err(|error| match error {
            OxrError::OpenXrError(error) => no_runtime(error),
            error => NoHeadset::NoGraphics(error),
        })?;
    let mut system = instance.system(FormFactor::HEAD_MOUNTED_DISPLAY);
    let may_be_late = insists || start.elapsed() >= SLOW;
    if may_be_late && matches!(system, Err(XrResult::ERROR_FORM_FACTOR_UNAVAILABLE)) {
        thread::sleep(RETRY);
        system = instance.system(FormFactor::HEAD_MOUNTED_DISPLAY);
    }
    match system {
        Ok(system) => {
            keep(&instance);
            Ok(FoundHeadset {
                instance,
                system: OxrSystemId(system),
                extensions,
            })
        }
        Err(error) => {
            let properties = instance.properties();
            let runtime =
                properties.map_or_else(|_| "the OpenXR runtime".to_owned(), |p| p.runtime_name);
            thread::spawn(move || drop(instance));
            Err(NoHeadset::NoSystem { runtime, error })
        }
    }
}

/// Keeps the instance until the process ends, because destroying it may hang (SteamVR on Linux,
/// <https://github.com/ValveSoftware/SteamVR-for-Linux/issues/422>). The exit also skips the
/// library's destructors (`may_be_loaded` in `mod.rs`).
fn keep(instance: &OxrInstance) {
    mem::forget(instance.clone());
}
