//! Detects an unmapped window, which winit doesn't report. Such a window gets no frames, and some
//! drivers waste CPU time waiting for one.

use raw_window_handle::{HasWindowHandle, RawWindowHandle};
use x11rb::protocol::xproto::{ConnectionExt, MapState};
use x11rb::rust_connection::RustConnection;

/// A connection to the X server, opened on first use; none on other systems.
#[derive(Debug, Default)]
pub(super) struct XServer(Option<Option<RustConnection>>);

impl XServer {
    /// Returns whether the window's X server has unmapped it. Blocks for a round trip to the
    /// server.
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
        let cookie = connection.get_window_attributes(id).ok();
        let answer = cookie.and_then(|cookie| cookie.reply().ok());
        answer.is_some_and(|window| window.map_state == MapState::UNMAPPED)
    }
}
