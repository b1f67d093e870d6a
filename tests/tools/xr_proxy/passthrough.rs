//! `XR_FB_passthrough` for a runtime that has none: what is made is counted, and what is shown is
//! taken out of the frame.

use std::sync::atomic::{AtomicU64, Ordering};

use openxr::sys::{
    GeometryInstanceCreateInfoFB, GeometryInstanceFB, GeometryInstanceTransformFB, Handle as _,
    PassthroughCreateInfoFB, PassthroughFB, PassthroughLayerCreateInfoFB, PassthroughLayerFB,
    PassthroughStyleFB, Result as XrResult, Session,
};

use crate::state::with;

/// A handle that no other has.
fn handle() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// Counts what is there: passthroughs, and layers.
fn count(of: usize, made: bool) -> XrResult {
    with(|state| {
        let count = &mut state.records.passthroughs[of];
        *count = if made {
            *count + 1
        } else {
            count.saturating_sub(1)
        };
    });
    XrResult::SUCCESS
}

pub unsafe extern "system" fn create(
    _: Session,
    _: *const PassthroughCreateInfoFB,
    out: *mut PassthroughFB,
) -> XrResult {
    // SAFETY: a place to write to, says the specification.
    unsafe { *out = PassthroughFB::from_raw(handle()) };
    count(0, true)
}

pub unsafe extern "system" fn destroy(_: PassthroughFB) -> XrResult {
    count(0, false)
}

pub unsafe extern "system" fn start(_: PassthroughFB) -> XrResult {
    XrResult::SUCCESS
}

pub unsafe extern "system" fn pause(_: PassthroughFB) -> XrResult {
    XrResult::SUCCESS
}

pub unsafe extern "system" fn create_layer(
    _: Session,
    _: *const PassthroughLayerCreateInfoFB,
    out: *mut PassthroughLayerFB,
) -> XrResult {
    // SAFETY: as above.
    unsafe { *out = PassthroughLayerFB::from_raw(handle()) };
    count(1, true)
}

pub unsafe extern "system" fn destroy_layer(_: PassthroughLayerFB) -> XrResult {
    count(1, false)
}

pub unsafe extern "system" fn pause_layer(_: PassthroughLayerFB) -> XrResult {
    XrResult::SUCCESS
}

pub unsafe extern "system" fn resume_layer(_: PassthroughLayerFB) -> XrResult {
    XrResult::SUCCESS
}

pub unsafe extern "system" fn set_style(
    _: PassthroughLayerFB,
    _: *const PassthroughStyleFB,
) -> XrResult {
    XrResult::SUCCESS
}

pub unsafe extern "system" fn create_geometry(
    _: Session,
    _: *const GeometryInstanceCreateInfoFB,
    _: *mut GeometryInstanceFB,
) -> XrResult {
    XrResult::ERROR_FEATURE_UNSUPPORTED
}

pub unsafe extern "system" fn destroy_geometry(_: GeometryInstanceFB) -> XrResult {
    XrResult::ERROR_HANDLE_INVALID
}

pub unsafe extern "system" fn place_geometry(
    _: GeometryInstanceFB,
    _: *const GeometryInstanceTransformFB,
) -> XrResult {
    XrResult::ERROR_HANDLE_INVALID
}
