//! The functions of the real runtime, found by name.

use std::ffi::CStr;
use std::sync::OnceLock;

use openxr::sys::{self, Instance, pfn};

static RUNTIME: OnceLock<pfn::GetInstanceProcAddr> = OnceLock::new();

/// Keeps the door to the runtime's functions.
pub fn set_runtime(get: pfn::GetInstanceProcAddr) {
    let _ = RUNTIME.set(get);
}

/// The runtime's function of that name, if it has one.
pub fn find(instance: Instance, name: &CStr) -> Result<Option<pfn::VoidFunction>, sys::Result> {
    let get = RUNTIME.get().ok_or(sys::Result::ERROR_RUNTIME_FAILURE)?;
    let mut function = None;
    // SAFETY: the runtime's own function, with an instance of its own and a place to write to.
    match unsafe { get(instance, name.as_ptr(), &mut function) } {
        sys::Result::SUCCESS => Ok(function),
        error => Err(error),
    }
}

/// Calls a function of the runtime: `call!(instance, c"xrEndFrame", EndFrame, session, info)`.
macro_rules! call {
    ($instance:expr, $name:literal, $kind:ident $(, $argument:expr)* $(,)?) => {
        match $crate::functions::find($instance, $name) {
            // SAFETY: the name's function has the type of that name.
            Ok(Some(function)) => unsafe {
                std::mem::transmute::<
                    ::openxr::sys::pfn::VoidFunction,
                    ::openxr::sys::pfn::$kind,
                >(function)($($argument),*)
            },
            Ok(None) => ::openxr::sys::Result::ERROR_FUNCTION_UNSUPPORTED,
            Err(error) => error,
        }
    };
}
pub(crate) use call;
