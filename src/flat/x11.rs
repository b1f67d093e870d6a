//! Whether the window is mapped at all, which the X server knows and winit does not tell. A
//! window that is not has no pictures, and drivers spend the processor on waiting for one.

use raw_window_handle::{HasWindowHandle, RawWindowHandle};
use x11rb::protocol::xproto::{ConnectionExt, MapState};
use x11rb::rust_connection::RustConnection;

/// A connection to the X server that is opened when it is first needed; none on other systems.
#[derive(Debug, Default)]
pub(super) struct XServer(Option<Option<RustConnection>>);

impl XServer {
    /// Whether the window is one of an X server that does not show it. Asks the server, and waits
    /// for its answer.
    pub(super) fn has_unmapped(&mut self, window: &impl HasWindowHandle) -> bool {
        let id = match window.window_handle().map(|handle| handle.as_raw()) {
            Ok(RawWindowHandle::Xlib(handle)) => u32::try_from(handle.window).ok(),
            Ok(RawWindowHandle::Xcb(handle)) => Some(handle.window.get()),
            _ => None,
        };
        let Some(id) = id else {
            return false;
        };
        let open = || x11rb::connect(None).ok().map(|(connection, _)| connection);
        let Some(connection) = self.0.get_or_insert_with(open) else {
            return false;
        };
        let asked = connection.get_window_attributes(id).ok();
        let answer = asked.and_then(|asked| asked.reply().ok());
        answer.is_some_and(|window| window.map_state == MapState::UNMAPPED)
    }
}
