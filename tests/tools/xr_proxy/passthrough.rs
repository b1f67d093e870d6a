//! Emulation of `XR_FB_passthrough` for a runtime without it. Counts passthroughs and layers,
//! tracks which ones run, and removes the layers from each frame.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use openxr::sys::{
    GeometryInstanceCreateInfoFB, GeometryInstanceFB, GeometryInstanceTransformFB, Handle as _,
    PassthroughCreateInfoFB, PassthroughFB, PassthroughFlagsFB, PassthroughLayerCreateInfoFB,
    PassthroughLayerFB, PassthroughStyleFB, Result as XrResult, Session,
};

use crate::state::with;

/// Existing passthroughs and layers.
#[derive(Default)]
pub struct Passthroughs {
    /// Whether each passthrough runs.
    running: HashMap<PassthroughFB, bool>,
    layers: HashMap<PassthroughLayerFB, Layer>,
}

struct Layer {
    passthrough: PassthroughFB,
    is_running: bool,
}

impl Passthroughs {
    /// Returns whether a layer shows the real room: both it and its passthrough run.
    pub fn is_shown(&self, layer: PassthroughLayerFB) -> bool {
        let layer = self.layers.get(&layer);
        layer.is_some_and(|it| it.is_running && self.running.get(&it.passthrough) == Some(&true))
    }
}

/// Returns a new handle.
fn handle() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

/// Applies `change`, which returns whether the handle is known, and records the new counts.
fn keep(change: impl FnOnce(&mut Passthroughs) -> bool) -> XrResult {
    with(|state| {
        if !change(&mut state.passthroughs) {
            return XrResult::ERROR_HANDLE_INVALID;
        }
        let Passthroughs { running, layers } = &state.passthroughs;
        let counts = [running.len(), layers.len()];
        state.records.passthroughs = counts.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        XrResult::SUCCESS
    })
}

/// Returns whether an object with these creation flags starts running immediately.
fn runs(flags: PassthroughFlagsFB) -> bool {
    flags.contains(PassthroughFlagsFB::IS_RUNNING_AT_CREATION)
}

/// Starts or pauses a passthrough.
fn run(passthrough: PassthroughFB, is_running: bool) -> XrResult {
    keep(|there| {
        let known = there.running.get_mut(&passthrough);
        known.map(|it| *it = is_running).is_some()
    })
}

/// Resumes or pauses a layer.
fn run_layer(layer: PassthroughLayerFB, is_running: bool) -> XrResult {
    keep(|there| {
        let known = there.layers.get_mut(&layer);
        known.map(|it| it.is_running = is_running).is_some()
    })
}

pub unsafe extern "system" fn create(
    _: Session,
    info: *const PassthroughCreateInfoFB,
    out: *mut PassthroughFB,
) -> XrResult {
    let made = PassthroughFB::from_raw(handle());
    // SAFETY: by specification, a valid input and a valid output pointer.
    let flags = unsafe {
        *out = made;
        (*info).flags
    };
    keep(|there| there.running.insert(made, runs(flags)).is_none())
}

pub unsafe extern "system" fn destroy(passthrough: PassthroughFB) -> XrResult {
    keep(|there| there.running.remove(&passthrough).is_some())
}

pub unsafe extern "system" fn start(passthrough: PassthroughFB) -> XrResult {
    run(passthrough, true)
}

pub unsafe extern "system" fn pause(passthrough: PassthroughFB) -> XrResult {
    run(passthrough, false)
}

pub unsafe extern "system" fn create_layer(
    _: Session,
    info: *const PassthroughLayerCreateInfoFB,
    out: *mut PassthroughLayerFB,
) -> XrResult {
    let made = PassthroughLayerFB::from_raw(handle());
    // SAFETY: as in `create`.
    let layer = unsafe {
        *out = made;
        Layer {
            passthrough: (*info).passthrough,
            is_running: runs((*info).flags),
        }
    };
    keep(|there| there.layers.insert(made, layer).is_none())
}

pub unsafe extern "system" fn destroy_layer(layer: PassthroughLayerFB) -> XrResult {
    keep(|there| there.layers.remove(&layer).is_some())
}

pub unsafe extern "system" fn pause_layer(layer: PassthroughLayerFB) -> XrResult {
    run_layer(layer, false)
}

pub unsafe extern "system" fn resume_layer(layer: PassthroughLayerFB) -> XrResult {
    run_layer(layer, true)
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
