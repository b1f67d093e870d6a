//! Looks for a headset before anything is set up, so that the answer can be one plain line.

use std::path::PathBuf;

use bevy_mod_openxr::exts::OxrExtensions;
use openxr::sys::Result as XrResult;

use super::config::XrConfig;

/// Why the game cannot be played in a headset, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum NoHeadset {
    /// The OpenXR loader is not installed.
    #[error(
        "no headset: the OpenXR loader (libopenxr_loader.so) is missing; install it \
         (Debian, Ubuntu: libopenxr-dev; Fedora: openxr-devel; Arch: openxr)"
    )]
    NoLoader,
    /// No runtime is active.
    #[error(
        "no headset: no OpenXR runtime is active ({0}); start SteamVR, Monado, WiVRn or the \
         runtime of your headset and make it the active one"
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
        /// What is wrong with it.
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
    #[error("no headset: {0} does not support Vulkan applications")]
    NoVulkan(String),
}

/// Names the file of the runtime to use, in place of the active one (OpenXR
/// loader specification, "Runtime Discovery").
const RUNTIME: &str = "XR_RUNTIME_JSON";

/// Why there is no runtime, when the loader has not found one.
fn no_runtime(error: XrResult) -> NoHeadset {
    let Some(path) = std::env::var_os(RUNTIME).map(PathBuf::from) else {
        return NoHeadset::NoRuntime(error);
    };
    let why = match std::fs::metadata(&path) {
        Ok(about) if about.is_file() => format!("no runtime can be loaded from it: {error}"),
        Ok(_) => "which is no file".to_owned(),
        Err(error) => error.to_string(),
    };
    NoHeadset::BadRuntime { path, why }
}

/// The features that the runtime offers, of those the game wants.
pub struct Found {
    /// Extensions to enable.
    pub extensions: OxrExtensions,
}

/// The wanted extensions that `config` and the game itself name.
pub fn wanted(config: &XrConfig) -> OxrExtensions {
    let mut wanted = OxrExtensions::default();
    let set = wanted.raw_mut();
    set.ext_local_floor = true;
    set.ext_user_presence = true;
    for name in config.extensions() {
        enable(set, name);
    }
    wanted
}

/// Enables an extension of controllers by its name; one that the bindings of
/// the `openxr` crate do not know is left out, as is its profile.
fn enable(set: &mut openxr::ExtensionSet, name: &str) {
    match name {
        "XR_KHR_generic_controller" => set.khr_generic_controller = true,
        "XR_EXT_hand_interaction" => set.ext_hand_interaction = true,
        "XR_META_touch_controller_plus" => set.meta_touch_controller_plus = true,
        "XR_FB_touch_controller_pro" => set.fb_touch_controller_pro = true,
        "XR_EXT_hp_mixed_reality_controller" => set.ext_hp_mixed_reality_controller = true,
        "XR_EXT_samsung_odyssey_controller" => set.ext_samsung_odyssey_controller = true,
        "XR_HTC_vive_cosmos_controller_interaction" => {
            set.htc_vive_cosmos_controller_interaction = true;
        }
        "XR_HTC_vive_focus3_controller_interaction" => {
            set.htc_vive_focus3_controller_interaction = true;
        }
        "XR_BD_controller_interaction" => set.bd_controller_interaction = true,
        "XR_BD_ultra_controller_interaction" => set.bd_ultra_controller_interaction = true,
        "XR_ML_ml2_controller_interaction" => set.ml_ml2_controller_interaction = true,
        "XR_MSFT_hand_interaction" => set.msft_hand_interaction = true,
        _ => bevy::log::warn!("The extension {name} is not known; its controllers are left out."),
    }
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

/// Looks for a runtime and a headset. To be called before the program starts
/// threads.
///
/// # Errors
///
/// [`NoHeadset`] with the first thing that is missing.
pub fn find(config: &XrConfig) -> Result<Found, NoHeadset> {
    quiet_loader();
    #[expect(
        unsafe_code,
        reason = "opens the system's OpenXR loader; whoever can replace it owns the session anyway"
    )]
    // SAFETY: the library of that name is the OpenXR loader, whose functions
    // have the signatures that the `openxr` crate declares.
    let entry = unsafe { openxr::Entry::load() }.map_err(|_| NoHeadset::NoLoader)?;
    let available = entry.enumerate_extensions().map_err(no_runtime)?;
    let info = openxr::ApplicationInfo {
        application_name: "Icochess",
        application_version: 1,
        engine_name: "Bevy",
        engine_version: 1,
        api_version: openxr::Version::new(1, 0, 34),
    };
    let instance = entry
        .create_instance(&info, &openxr::ExtensionSet::default(), &[])
        .map_err(no_runtime)?;
    let runtime = instance
        .properties()
        .map_or_else(|_| "the OpenXR runtime".to_owned(), |p| p.runtime_name);
    if !(available.khr_vulkan_enable2 || available.khr_vulkan_enable) {
        return Err(NoHeadset::NoVulkan(runtime));
    }
    instance
        .system(openxr::FormFactor::HEAD_MOUNTED_DISPLAY)
        .map_err(|error| NoHeadset::NoSystem { runtime, error })?;
    let available = OxrExtensions::from(available);
    Ok(Found {
        extensions: wanted(config) & available,
    })
}
