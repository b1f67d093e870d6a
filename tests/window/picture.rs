//! Screenshots and the luminance of their pixels.

use std::path::Path;
use std::process::Command;

use bevy::math::Vec2;

/// A screenshot of the screen, which the window fills.
pub struct Picture {
    size: Vec2,
    /// Three bytes per pixel.
    rgb: Vec<u8>,
}

impl Picture {
    /// Reads a picture of `size` pixels.
    pub fn read(path: &Path, size: Vec2) -> Self {
        let mut command = Command::new("convert");
        command.arg(path).args(["-depth", "8", "rgb:-"]);
        let output = command.output().expect("convert cannot be started");
        assert!(output.status.success(), "{}", path.display());
        assert_eq!(output.stdout.len(), 3 * size.element_product() as usize);
        Self {
            size,
            rgb: output.stdout,
        }
    }

    /// Returns the relative luminance (WCAG 2.2) of a pixel, or `None` outside the picture.
    pub fn luminance(&self, at: Vec2) -> Option<f32> {
        let is_within = at.cmpge(Vec2::ZERO).all() && at.cmplt(self.size).all();
        let first =
            is_within.then(|| 3 * (at.y as usize * self.size.x as usize + at.x as usize))?;
        let linear = |byte: u8| {
            let part = f32::from(byte) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        };
        let [red, green, blue] = [0, 1, 2].map(|i| linear(self.rgb[first + i]));
        Some(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    }
}
