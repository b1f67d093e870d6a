//! Looks for a headset before anything is set up, so that the answer can be one plain line.

use std::path::PathBuf;
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
use icochess_message::reason;

/// The reason that the game cannot be played in a headset, and what to do about it.
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
    /// The runtime that the environment names cannot be used.
    #[error(
        "no headset: the variable {RUNTIME} names {} ({why}); unset it, or name the file of the \
         runtime of your headset",
        .path.display()
    )]
    BadRuntime {
        /// The file that is named.
        path: PathBuf,
        /// The fault of the file.
        why: String,
    },
    /// The runtime has no headset.
    #[error("no headset: {runtime} finds none ({error}); connect it and switch it on")]
    NoSystem {
        /// Name of the runtime.
        runtime: String,
        /// The error that it returns.
        error: XrResult,
    },
    /// The runtime cannot draw what we draw.
    #[error(
        "no headset: the OpenXR runtime does not support Vulkan applications \
         (XR_KHR_vulkan_enable2)"
    )]
    NoVulkan,
    /// The graphics card and its driver are not what the runtime needs.
    #[error("no headset: the graphics card cannot be used with the OpenXR runtime: {0}")]
    NoGraphics(OxrError),
}

/// Environment variable that names the manifest of the runtime to use in place of the active one
/// (OpenXR loader specification, "Runtime Discovery").
pub(super) const RUNTIME: &str = "XR_RUNTIME_JSON";

/// The reason that there is no runtime, when the loader has not found one.
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

/// The headset that was found.
pub struct FoundHeadset {
    /// The instance through which the runtime is spoken to.
    pub(super) instance: OxrInstance,
    /// The headset, for the runtime.
    pub(super) system: OxrSystemId,
    /// The extensions that are enabled: those the runtime offers, of those the game wants.
    pub(super) extensions: OxrExtensions,
}

/// The wanted extensions that `config` and the game itself name.
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
    set.into()
}

/// Whether the extension of this name is enabled in `set`.
pub fn is_enabled(set: &openxr::ExtensionSet, name: &str) -> bool {
    set.names().iter().any(|enabled| {
        std::ffi::CStr::from_bytes_until_nul(enabled)
            .is_ok_and(|enabled| enabled.to_bytes() == name.as_bytes())
    })
}

/// Keeps the loader from printing five lines of its own where one of ours says
/// it all; whoever sets the variable gets them.
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

/// The name and the version that the runtime is told.
fn app_info() -> AppInfo {
    AppInfo {
        name: "Icochess".into(),
        version: Version(0, 1, 0),
    }
}

/// Looks for a runtime and a headset. To be called before the program starts
/// threads, and once: the instance that it makes is the only one of the process.
///
/// # Errors
///
/// [`NoHeadset`] with the first thing that is missing.
pub fn find(config: &XrConfig) -> Result<FoundHeadset, NoHeadset> {
    quiet_loader();
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
    match instance.system(FormFactor::HEAD_MOUNTED_DISPLAY) {
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

/// Leaves the instance to the end of the process: to destroy one may take for ever (SteamVR on
/// Linux, <https://github.com/ValveSoftware/SteamVR-for-Linux/issues/422>), and nothing is to wait
/// for that, nor at the end for the destructors of its library (`may_be_loaded` in `mod.rs`).
fn keep(instance: &OxrInstance) {
    mem::forget(instance.clone());
}
