//! Table of the proxy's functions that replace the runtime's, by name.

use std::ffi::{CStr, c_char};
use std::mem::transmute;

use openxr::sys::{Instance, Result as XrResult, pfn};

use crate::state::setup;
use crate::{actions, functions, inputs, offers, passthrough, session, spaces};

/// `xrGetInstanceProcAddr`: returns the proxy's function of that name, or else the runtime's.
pub unsafe extern "system" fn get_instance_proc_addr(
    instance: Instance,
    name: *const c_char,
    function: *mut Option<pfn::VoidFunction>,
) -> XrResult {
    // SAFETY: by specification, a zero-terminated text and a valid output pointer.
    let (name, function) = unsafe { (CStr::from_ptr(name), &mut *function) };
    let added = || of_passthrough(name).or_else(|| of_mask(name));
    if let Some(ours) = ours(name).or_else(added) {
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

/// Looks up a function by name: `"xrName" => module::function as Kind`.
macro_rules! by_name {
    ($wanted:expr; $($name:literal => $module:ident::$function:ident as $kind:ident,)*) => {
        match $wanted.to_str().ok()? {
            $($name => {
                let function: pfn::$kind = $module::$function;
                // SAFETY: all function pointers have the same layout; the caller casts back to this
                // type.
                Some(unsafe { transmute::<pfn::$kind, pfn::VoidFunction>(function) })
            })*
            _ => None,
        }
    };
}

/// Returns the `XR_FB_passthrough` function called `name`, if the proxy emulates the extension.
fn of_passthrough(name: &CStr) -> Option<pfn::VoidFunction> {
    if !setup().passthrough_layer {
        return None;
    }
    by_name! { name;
        "xrCreatePassthroughFB" => passthrough::create as CreatePassthroughFB,
        "xrDestroyPassthroughFB" => passthrough::destroy as DestroyPassthroughFB,
        "xrPassthroughStartFB" => passthrough::start as PassthroughStartFB,
        "xrPassthroughPauseFB" => passthrough::pause as PassthroughPauseFB,
        "xrCreatePassthroughLayerFB" => passthrough::create_layer as CreatePassthroughLayerFB,
        "xrDestroyPassthroughLayerFB" => passthrough::destroy_layer as DestroyPassthroughLayerFB,
        "xrPassthroughLayerPauseFB" => passthrough::pause_layer as PassthroughLayerPauseFB,
        "xrPassthroughLayerResumeFB" => passthrough::resume_layer as PassthroughLayerResumeFB,
        "xrPassthroughLayerSetStyleFB" => passthrough::set_style as PassthroughLayerSetStyleFB,
        "xrCreateGeometryInstanceFB" => passthrough::create_geometry as CreateGeometryInstanceFB,
        "xrDestroyGeometryInstanceFB" => passthrough::destroy_geometry as DestroyGeometryInstanceFB,
        "xrGeometryInstanceSetTransformFB" => passthrough::place_geometry as GeometryInstanceSetTransformFB,
    }
}

/// Returns the `XR_KHR_visibility_mask` function called `name`, if the proxy provides a mask.
fn of_mask(name: &CStr) -> Option<pfn::VoidFunction> {
    if setup().hidden_area.is_empty() {
        return None;
    }
    by_name! { name;
        "xrGetVisibilityMaskKHR" => offers::visibility_mask as GetVisibilityMaskKHR,
    }
}

fn ours(name: &CStr) -> Option<pfn::VoidFunction> {
    by_name! { name;
        "xrEnumerateInstanceExtensionProperties" => offers::extensions as EnumerateInstanceExtensionProperties,
        "xrCreateInstance" => offers::create_instance as CreateInstance,
        "xrDestroyInstance" => offers::destroy_instance as DestroyInstance,
        "xrGetSystem" => offers::system as GetSystem,
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
        "xrCreateActionSpace" => spaces::create_action_space as CreateActionSpace,
        "xrLocateSpace" => spaces::locate_space as LocateSpace,
        "xrLocateViews" => spaces::locate_views as LocateViews,
        "xrLocateHandJointsEXT" => spaces::locate_hand_joints as LocateHandJointsEXT,
        "xrWaitFrame" => session::wait_frame as WaitFrame,
        "xrBeginFrame" => session::begin_frame as BeginFrame,
        "xrEndFrame" => session::end_frame as EndFrame,
        "xrCreateAction" => actions::create_action as CreateAction,
        "xrGetCurrentInteractionProfile" => inputs::current_profile as GetCurrentInteractionProfile,
        "xrSuggestInteractionProfileBindings" => actions::suggest_bindings as SuggestInteractionProfileBindings,
        "xrSyncActions" => actions::sync_actions as SyncActions,
        "xrGetActionStateBoolean" => actions::boolean_state as GetActionStateBoolean,
        "xrGetActionStateFloat" => actions::float_state as GetActionStateFloat,
        "xrGetActionStateVector2f" => actions::vector_state as GetActionStateVector2f,
        "xrApplyHapticFeedback" => actions::apply_haptic_feedback as ApplyHapticFeedback,
    }
}
