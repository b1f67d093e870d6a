//! The headset's sound device (`XR_OCULUS_audio_device_guid`). Only runtimes on Windows name it.

use bevy::prelude::debug;
use bevy_mod_openxr::resources::OxrInstance;
use openxr::sys::{MAX_AUDIO_DEVICE_STR_SIZE_OCULUS, Result as XrResult};

/// Returns the system's ID of the headset's output device; `None` if the runtime doesn't name one.
pub(super) fn output(instance: &OxrInstance) -> Option<String> {
    let functions = instance.exts().oculus_audio_device_guid.as_ref()?;
    let mut id = [0; MAX_AUDIO_DEVICE_STR_SIZE_OCULUS];
    #[expect(unsafe_code, reason = "the openxr crate has no safe function for it")]
    // SAFETY: the function belongs to this instance, and the buffer has the extension's fixed size.
    let result =
        unsafe { (functions.get_audio_output_device_guid)(instance.as_raw(), id.as_mut_ptr()) };
    if result != XrResult::SUCCESS {
        debug!("The headset's sound device is unknown: {result}");
        return None;
    }
    // UTF-16 on Windows. Elsewhere the type is wider.
    let units = id.iter().take_while(|unit| **unit != 0);
    let text: Result<String, _> = char::decode_utf16(units.map(|unit| *unit as u16)).collect();
    let id = text.ok().filter(|id| !id.is_empty())?;
    debug!("The headset's sound device: {id}");
    Some(id)
}
