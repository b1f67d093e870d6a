//! Pictures of the screen, and how light their pixels are.

use std::path::Path;
use std::process::Command;

use bevy::math::Vec2;

/// A picture of the screen, which the window fills.
pub struct Picture {
    size: Vec2,
    /// Three bytes a pixel.
    rgb: Vec<u8>,
}

impl Picture {
    /// Reads a picture of a size, pixels.
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

    /// The relative luminance at a pixel, if it is in the picture (WCAG 2.2).
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
