//! The browser's sound output.

use kira::DefaultBackend;

use super::output::Device;

pub(super) type SystemDevice = DefaultBackend;

impl Device for SystemDevice {
    fn channels(&self) -> u16 {
        // cpal's choice in every browser.
        2
    }
}
