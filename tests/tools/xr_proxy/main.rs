//! A proxy of the `OpenXR` runtime for the tests: a library that the `OpenXR` loader takes for the
//! runtime and that passes every call on to the real one.
//!
//! Beside that it injects events, hides and adds what the runtime offers, and records what the
//! game asks for; `tests/support/xr_protocol.rs` lists all of it, `tests/support/xr_proxy.rs`
//! is the test's end. It stands in the runtime's place and not in the chain of API layers since
//! the loader asks the runtime itself which extensions there are: a layer could not hide one.
//!
//! An injected state of the session is kept up: unless it is FOCUSED, no action is active and no
//! hand vibrates, as the specification has it for the real state. A session that is told to stop
//! may be ended and begun again without the runtime's knowledge, for which it runs all the time.
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
/// Resolve all symbols at once (dlopen(3), Linux).
const RTLD_NOW: c_int = 2;

type Negotiate = unsafe extern "system" fn(
    *const XrNegotiateLoaderInfo,
    *mut XrNegotiateRuntimeRequest,
) -> sys::Result;

/// The door through which the loader comes in.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn xrNegotiateLoaderRuntimeInterface(
    info: *const XrNegotiateLoaderInfo,
    request: *mut XrNegotiateRuntimeRequest,
) -> sys::Result {
    let setup = match state::begin() {
        Ok(setup) => setup,
        Err(problem) => return fail(&problem),
    };
    let Ok(file) = CString::new(setup.runtime) else {
        return fail("the runtime's path holds a zero byte");
    };
    // SAFETY: the loader's contract for `info` and `request` is passed on as it is.
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
