//! Helpers shared by the proxy's functions.

use std::ffi::c_char;
use std::ptr;

use openxr::sys::{Instance, Path, Result as XrResult};

use crate::functions::call;
use crate::state::with;

/// Answers an enumeration call: always writes the count, and the items if all of them fit.
///
/// # Safety
///
/// `count` and, for `capacity` items, `out` can be written to.
pub unsafe fn enumerate<T: Copy>(
    items: &[T],
    capacity: u32,
    count: *mut u32,
    out: *mut T,
) -> XrResult {
    // SAFETY: see this function's contract.
    unsafe {
        *count = u32::try_from(items.len()).unwrap_or(u32::MAX);
        if capacity == 0 {
            return XrResult::SUCCESS;
        }
        if (capacity as usize) < items.len() {
            return XrResult::ERROR_SIZE_INSUFFICIENT;
        }
        ptr::copy_nonoverlapping(items.as_ptr(), out, items.len());
    }
    XrResult::SUCCESS
}

/// Returns all items of one of the runtime's enumeration calls.
pub fn all<T: Copy>(
    empty: T,
    mut ask: impl FnMut(u32, *mut u32, *mut T) -> XrResult,
) -> Result<Vec<T>, XrResult> {
    let mut count = 0;
    match ask(0, &mut count, ptr::null_mut()) {
        XrResult::SUCCESS => {}
        error => return Err(error),
    }
    let mut items = vec![empty; count as usize];
    match ask(count, &mut count, items.as_mut_ptr()) {
        XrResult::SUCCESS => {
            items.truncate(count as usize);
            Ok(items)
        }
        error => Err(error),
    }
}

pub fn instance() -> Instance {
    with(|state| state.instance)
}

/// Returns the result of every call after instance loss.
pub fn lost() -> Option<XrResult> {
    with(|state| state.is_lost).then_some(XrResult::ERROR_INSTANCE_LOST)
}

/// Converts a zero-terminated text in a fixed-size array.
pub fn text(chars: &[c_char]) -> String {
    let bytes: Vec<u8> = chars
        .iter()
        .map(|c| c.cast_unsigned())
        .take_while(|c| *c != 0)
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

pub fn path_text(path: Path) -> String {
    let chars = all(0, |capacity, count, out| {
        let instance = instance();
        call!(PathToString, instance, path, capacity, count, out)
    });
    text(&chars.unwrap_or_default())
}
