//! A proxy of the `OpenXR` runtime for tests. The `OpenXR` loader treats this library as the
//! runtime, and the library forwards every call to the real runtime.
//!
//! It also injects events, hides and adds features, and records the game's requests.
//! `tests/support/xr_protocol.rs` lists all of this; `tests/support/xr_proxy.rs` is the test's end.
//! It is not an API layer, because the loader asks the runtime itself for its extensions, so a
//! layer could not hide one.
//!
//! An injected session state persists: unless it is FOCUSED, no action is active and no hand
//! vibrates, as the specification requires. After an injected stop, the game may end its session
//! and begin another. For the runtime, the session runs all the time.
#![allow(
    unsafe_code,
    clippy::missing_safety_doc,
    reason = "a runtime is a table of foreign functions; the OpenXR specification is their contract"
)]

#[path = "../../support/xr_protocol.rs"]
#[allow(dead_code, reason = "a part of it is for the tests alone")]
mod protocol;

mod actions;
mod at_exit;
mod common;
mod functions;
mod hooks;
mod inputs;
mod offers;
mod pace;
mod passthrough;
mod session;
mod spaces;
mod state;
mod times;

use std::ffi::{CStr, CString, c_char, c_int, c_void};

use openxr::sys;
use openxr::sys::loader::{XrNegotiateLoaderInfo, XrNegotiateRuntimeRequest};

unsafe extern "C" {
    fn dlopen(file: *const c_char, mode: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn dlerror() -> *const c_char;
}
/// Resolves all symbols at once (dlopen(3), Linux).
const RTLD_NOW: c_int = 2;

type Negotiate = unsafe extern "system" fn(
    *const XrNegotiateLoaderInfo,
    *mut XrNegotiateRuntimeRequest,
) -> sys::Result;

/// Entry point for the loader.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn xrNegotiateLoaderRuntimeInterface(
    info: *const XrNegotiateLoaderInfo,
    request: *mut XrNegotiateRuntimeRequest,
) -> sys::Result {
    let setup = match state::start() {
        Ok(setup) => setup,
        Err(problem) => return fail(&problem),
    };
    let Ok(file) = CString::new(setup.runtime) else {
        return fail("the runtime's path holds a zero byte");
    };
    // SAFETY: forwards the loader's `info` and `request` unchanged, under its contract.
    unsafe {
        let library = dlopen(file.as_ptr(), RTLD_NOW);
        if library.is_null() {
            return fail(&CStr::from_ptr(dlerror()).to_string_lossy());
        }
        let symbol = dlsym(library, c"xrNegotiateLoaderRuntimeInterface".as_ptr());
        if symbol.is_null() {
            return fail("the runtime does not negotiate");
        }
        let negotiate: Negotiate = std::mem::transmute(symbol);
        let result = negotiate(info, request);
        if result == sys::Result::SUCCESS
            && let Some(real) = (*request).get_instance_proc_addr
        {
            functions::set_runtime(real);
            (*request).get_instance_proc_addr = Some(hooks::get_instance_proc_addr);
        }
        result
    }
}

fn fail(problem: &str) -> sys::Result {
    eprintln!("xr_proxy: {problem}");
    sys::Result::ERROR_INITIALIZATION_FAILED
}
