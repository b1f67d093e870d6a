//! Features the runtime offers: extensions, the system, blend modes and refresh rates.

use std::ffi::{CStr, c_char};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use openxr::sys::{
    BaseOutStructure, EnvironmentBlendMode, ExtensionProperties, Handle as _, Instance,
    InstanceCreateInfo, Result as XrResult, Session, SystemGetInfo, SystemId, SystemProperties,
    SystemUserPresencePropertiesEXT, Vector2f, ViewConfigurationType, VisibilityMaskKHR,
    VisibilityMaskTypeKHR,
};

use crate::common::{all, enumerate, text};
use crate::functions::{call, call_with};
use crate::protocol::Destroy;
use crate::state::{setup, with};

const USER_PRESENCE: &CStr = c"XR_EXT_user_presence";

const REFRESH_RATE: &CStr = c"XR_FB_display_refresh_rate";

const PASSTHROUGH: &CStr = c"XR_FB_passthrough";

const VISIBILITY_MASK: &CStr = c"XR_KHR_visibility_mask";

fn blend_mode(name: &str) -> Option<EnvironmentBlendMode> {
    [
        EnvironmentBlendMode::OPAQUE,
        EnvironmentBlendMode::ADDITIVE,
        EnvironmentBlendMode::ALPHA_BLEND,
    ]
    .into_iter()
    .find(|mode| format!("{mode:?}") == name)
}

fn added_extensions() -> Vec<&'static CStr> {
    let mut added = Vec::new();
    if setup().user_presence {
        added.push(USER_PRESENCE);
    }
    if !setup().refresh_rates.is_empty() {
        added.push(REFRESH_RATE);
    }
    if setup().passthrough_layer {
        added.push(PASSTHROUGH);
    }
    if !setup().hidden_area.is_empty() {
        added.push(VISIBILITY_MASK);
    }
    added
}

pub unsafe extern "system" fn extensions(
    layer: *const c_char,
    capacity: u32,
    count: *mut u32,
    out: *mut ExtensionProperties,
) -> XrResult {
    let empty = ExtensionProperties {
        ty: ExtensionProperties::TYPE,
        next: ptr::null_mut(),
        extension_name: [0; _],
        extension_version: 1,
    };
    let found = all(empty, |capacity, count, out| {
        call_with!(
            Instance::NULL,
            EnumerateInstanceExtensionProperties,
            layer,
            capacity,
            count,
            out
        )
    });
    let mut found = match found {
        Ok(found) => found,
        Err(error) => return error,
    };
    found.retain(|one| {
        !setup()
            .hidden_extensions
            .contains(&text(&one.extension_name))
    });
    for name in added_extensions() {
        let is_there =
            |one: &ExtensionProperties| text(&one.extension_name).as_bytes() == name.to_bytes();
        if !found.iter().any(is_there) {
            let mut one = empty;
            for (place, byte) in one.extension_name.iter_mut().zip(name.to_bytes()) {
                *place = byte.cast_signed();
            }
            found.push(one);
        }
    }
    // SAFETY: guaranteed by the caller.
    unsafe { enumerate(&found, capacity, count, out) }
}

pub unsafe extern "system" fn create_instance(
    info: *const InstanceCreateInfo,
    instance: *mut Instance,
) -> XrResult {
    // SAFETY: guaranteed by the caller. The names live as long as `info`.
    let (mut info, names) = unsafe {
        let info = *info;
        let count = info.enabled_extension_count as usize;
        let names = match count {
            0 => &[][..],
            _ => std::slice::from_raw_parts(info.enabled_extension_names, count),
        };
        (info, names)
    };
    // SAFETY: each is a zero-terminated text.
    let name = |name: &*const c_char| unsafe { CStr::from_ptr(*name) };
    let enabled: Vec<String> = names
        .iter()
        .map(|it| name(it).to_string_lossy().into_owned())
        .collect();
    if enabled
        .iter()
        .any(|name| setup().hidden_extensions.contains(name))
    {
        return XrResult::ERROR_EXTENSION_NOT_PRESENT;
    }
    // The runtime may lack the extensions added by the proxy.
    let added = added_extensions();
    let known: Vec<*const c_char> = names
        .iter()
        .filter(|it| !added.contains(&name(it)))
        .copied()
        .collect();
    info.enabled_extension_names = known.as_ptr();
    info.enabled_extension_count = u32::try_from(known.len()).unwrap_or(0);
    let result = call_with!(Instance::NULL, CreateInstance, &info, instance);
    if result == XrResult::SUCCESS {
        // SAFETY: the runtime has just written the instance.
        let made = unsafe { *instance };
        with(|state| {
            state.instance = made;
            state.records.instances += 1;
            state.records.extensions = enabled;
        });
    }
    result
}

pub unsafe extern "system" fn destroy_instance(instance: Instance) -> XrResult {
    with(|state| state.records.destroyed += 1);
    match setup().destroy {
        Destroy::Runtime => {}
        Destroy::Never => loop {
            thread::park();
        },
    }
    call!(DestroyInstance, instance)
}

pub unsafe extern "system" fn system(
    instance: Instance,
    info: *const SystemGetInfo,
    system: *mut SystemId,
) -> XrResult {
    static WAS_ASKED: AtomicBool = AtomicBool::new(false);
    let is_late = setup().late_headset && !WAS_ASKED.swap(true, Ordering::Relaxed);
    if setup().no_headset || is_late {
        return XrResult::ERROR_FORM_FACTOR_UNAVAILABLE;
    }
    call!(GetSystem, instance, info, system)
}

pub unsafe extern "system" fn system_properties(
    instance: Instance,
    system: SystemId,
    properties: *mut SystemProperties,
) -> XrResult {
    let result = call!(GetSystemProperties, instance, system, properties);
    if setup().user_presence && result == XrResult::SUCCESS {
        // SAFETY: a chain of structures, each of which starts with its type and the next pointer.
        unsafe {
            let mut next = (*properties).next.cast::<BaseOutStructure>();
            while !next.is_null() {
                if (*next).ty == SystemUserPresencePropertiesEXT::TYPE {
                    let presence = next.cast::<SystemUserPresencePropertiesEXT>();
                    (*presence).supports_user_presence = true.into();
                }
                next = (*next).next;
            }
        }
    }
    result
}

pub unsafe extern "system" fn blend_modes(
    instance: Instance,
    system: SystemId,
    views: ViewConfigurationType,
    capacity: u32,
    count: *mut u32,
    out: *mut EnvironmentBlendMode,
) -> XrResult {
    let found = all(EnvironmentBlendMode::OPAQUE, |capacity, count, out| {
        call!(
            EnumerateEnvironmentBlendModes,
            instance,
            system,
            views,
            capacity,
            count,
            out
        )
    });
    match found {
        Ok(mut modes) => {
            for mode in setup()
                .blend_modes
                .iter()
                .filter_map(|name| blend_mode(name))
            {
                if !modes.contains(&mode) {
                    modes.push(mode);
                }
            }
            // SAFETY: guaranteed by the caller.
            unsafe { enumerate(&modes, capacity, count, out) }
        }
        Err(error) => error,
    }
}

pub unsafe extern "system" fn refresh_rates(
    session: Session,
    capacity: u32,
    count: *mut u32,
    out: *mut f32,
) -> XrResult {
    if setup().refresh_rates.is_empty() {
        return call!(
            EnumerateDisplayRefreshRatesFB,
            session,
            capacity,
            count,
            out
        );
    }
    // SAFETY: guaranteed by the caller.
    unsafe { enumerate(&setup().refresh_rates, capacity, count, out) }
}

pub unsafe extern "system" fn refresh_rate(session: Session, rate: *mut f32) -> XrResult {
    let asked = with(|state| state.records.refresh_rates.last().copied());
    match asked.or(setup().refresh_rates.first().copied()) {
        Some(now) => {
            // SAFETY: guaranteed by the caller.
            unsafe { *rate = now };
            XrResult::SUCCESS
        }
        None => call!(GetDisplayRefreshRateFB, session, rate),
    }
}

pub unsafe extern "system" fn request_refresh_rate(session: Session, rate: f32) -> XrResult {
    with(|state| state.records.refresh_rates.push(rate));
    if setup().refresh_rates.is_empty() {
        return call!(RequestDisplayRefreshRateFB, session, rate);
    }
    XrResult::SUCCESS
}

pub unsafe extern "system" fn visibility_mask(
    _: Session,
    _: ViewConfigurationType,
    eye: u32,
    kind: VisibilityMaskTypeKHR,
    mask: *mut VisibilityMaskKHR,
) -> XrResult {
    if kind != VisibilityMaskTypeKHR::HIDDEN_TRIANGLE_MESH {
        return XrResult::ERROR_VALIDATION_FAILURE;
    }
    with(|state| {
        if !state.records.masked_eyes.contains(&eye) {
            state.records.masked_eyes.push(eye);
        }
    });
    let corners = setup().hidden_area.iter();
    let corners: Vec<Vector2f> = corners.map(|&[x, y]| Vector2f { x, y }).collect();
    let indices: Vec<u32> = (0..).take(corners.len()).collect();
    // SAFETY: guaranteed by the caller.
    unsafe {
        let mask = &mut *mask;
        let (room, count) = (mask.vertex_capacity_input, &mut mask.vertex_count_output);
        let result = enumerate(&corners, room, count, mask.vertices);
        if result != XrResult::SUCCESS {
            return result;
        }
        let (room, count) = (mask.index_capacity_input, &mut mask.index_count_output);
        enumerate(&indices, room, count, mask.indices)
    }
}
