//! Functions of the real runtime, by name.

use std::ffi::CStr;
use std::sync::OnceLock;

use openxr::sys::{self, Instance, pfn};

static RUNTIME: OnceLock<pfn::GetInstanceProcAddr> = OnceLock::new();

/// Stores the runtime's `xrGetInstanceProcAddr`.
pub fn set_runtime(get: pfn::GetInstanceProcAddr) {
    let _ = RUNTIME.set(get);
}

/// Returns the runtime's function called `name`, if it has one.
pub fn find(instance: Instance, name: &CStr) -> Result<Option<pfn::VoidFunction>, sys::Result> {
    let get = RUNTIME.get().ok_or(sys::Result::ERROR_RUNTIME_FAILURE)?;
    let mut function = None;
    // SAFETY: the runtime's own function, with its own instance and a valid output pointer.
    match unsafe { get(instance, name.as_ptr(), &mut function) } {
        sys::Result::SUCCESS => Ok(function),
        error => Err(error),
    }
}

/// Like `find`, for a name that ends with a zero byte.
pub fn find_named(
    instance: Instance,
    name: &str,
) -> Result<Option<pfn::VoidFunction>, sys::Result> {
    let name = CStr::from_bytes_with_nul(name.as_bytes());
    find(
        instance,
        name.map_err(|_| sys::Result::ERROR_VALIDATION_FAILURE)?,
    )
}

/// Calls a function of the runtime: `call!(EndFrame, session, info)`.
macro_rules! call {
    ($kind:ident $(, $argument:expr)* $(,)?) => {
        $crate::functions::call_with!($crate::common::instance(), $kind $(, $argument)*)
    };
}

/// Calls a function of the runtime that belongs to a given instance.
macro_rules! call_with {
    ($instance:expr, $kind:ident $(, $argument:expr)* $(,)?) => {{
        const NAME: &str = concat!("xr", stringify!($kind), "\0");
        match $crate::functions::find_named($instance, NAME) {
            // SAFETY: a function with this name has this type.
            Ok(Some(function)) => unsafe {
                std::mem::transmute::<
                    ::openxr::sys::pfn::VoidFunction,
                    ::openxr::sys::pfn::$kind,
                >(function)($($argument),*)
            },
            Ok(None) => ::openxr::sys::Result::ERROR_FUNCTION_UNSUPPORTED,
            Err(error) => error,
        }
    }};
}

pub(crate) use {call, call_with};
