//! The functions that the proxy puts in the place of the runtime's, by name.

use std::ffi::{CStr, c_char};
use std::mem::transmute;

use openxr::sys::{Instance, Result as XrResult, pfn};

use crate::{actions, functions, offers, session, spaces};

/// `xrGetInstanceProcAddr`: our function of that name, else the runtime's.
pub unsafe extern "system" fn get_instance_proc_addr(
    instance: Instance,
    name: *const c_char,
    function: *mut Option<pfn::VoidFunction>,
) -> XrResult {
    // SAFETY: a text that ends with a zero and a place to write to, says the specification.
    let (name, function) = unsafe { (CStr::from_ptr(name), &mut *function) };
    if let Some(ours) = ours(name) {
        *function = Some(ours);
        return XrResult::SUCCESS;
    }
    match functions::find(instance, name) {
        Ok(found) => {
            *function = found;
            XrResult::SUCCESS
        }
        Err(error) => error,
    }
}

fn ours(name: &CStr) -> Option<pfn::VoidFunction> {
    macro_rules! by_name {
        ($($name:literal => $module:ident::$function:ident as $kind:ident,)*) => {
            match name.to_str().ok()? {
                $($name => {
                    let function: pfn::$kind = $module::$function;
                    // SAFETY: all pointers to functions are alike; the caller knows the type.
                    Some(unsafe { transmute::<pfn::$kind, pfn::VoidFunction>(function) })
                })*
                _ => None,
            }
        };
    }
    by_name! {
        "xrEnumerateInstanceExtensionProperties" => offers::extensions as EnumerateInstanceExtensionProperties,
        "xrCreateInstance" => offers::create_instance as CreateInstance,
        "xrGetSystemProperties" => offers::system_properties as GetSystemProperties,
        "xrEnumerateEnvironmentBlendModes" => offers::blend_modes as EnumerateEnvironmentBlendModes,
        "xrEnumerateDisplayRefreshRatesFB" => offers::refresh_rates as EnumerateDisplayRefreshRatesFB,
        "xrGetDisplayRefreshRateFB" => offers::refresh_rate as GetDisplayRefreshRateFB,
        "xrRequestDisplayRefreshRateFB" => offers::request_refresh_rate as RequestDisplayRefreshRateFB,
        "xrCreateSession" => session::create_session as CreateSession,
        "xrBeginSession" => session::begin_session as BeginSession,
        "xrEndSession" => session::end_session as EndSession,
        "xrPollEvent" => session::poll_event as PollEvent,
        "xrEnumerateReferenceSpaces" => spaces::reference_spaces as EnumerateReferenceSpaces,
        "xrCreateReferenceSpace" => spaces::create_reference_space as CreateReferenceSpace,
        "xrLocateSpace" => spaces::locate_space as LocateSpace,
        "xrLocateViews" => spaces::locate_views as LocateViews,
        "xrWaitFrame" => session::wait_frame as WaitFrame,
        "xrBeginFrame" => session::begin_frame as BeginFrame,
        "xrEndFrame" => session::end_frame as EndFrame,
        "xrSuggestInteractionProfileBindings" => actions::suggest_bindings as SuggestInteractionProfileBindings,
        "xrSyncActions" => actions::sync_actions as SyncActions,
        "xrGetActionStateBoolean" => actions::boolean_state as GetActionStateBoolean,
        "xrGetActionStateFloat" => actions::float_state as GetActionStateFloat,
        "xrGetActionStateVector2f" => actions::vector_state as GetActionStateVector2f,
        "xrApplyHapticFeedback" => actions::apply_haptic_feedback as ApplyHapticFeedback,
    }
}
