//! Thin lines of at least one physical pixel. In a small window, rounding would hide some of them.

use bevy::prelude::*;
use bevy::ui::{ComputedUiRenderTargetInfo, UiSystems};

/// Thickness of a line that would be thinner than one pixel, in physical pixels. It is slightly
/// more than one, so that rounding never hides the line.
const MIN_PIXELS: f32 = 1.01;

/// A thin line with its nominal thickness, in logical pixels.
#[derive(Component, Debug, Clone, Copy)]
pub(super) enum Hairline {
    /// The node is the line.
    Line(f32),
    /// The line is the border of the node.
    Border(f32),
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        resize_hairlines
            .after(UiSystems::Propagate)
            .before(UiSystems::Content),
    );
}

/// Returns the thickness of a line in logical pixels. `scale` is the number of physical pixels per
/// logical pixel.
fn thickness(nominal: f32, scale: f32) -> f32 {
    if nominal * scale < 1.0 {
        MIN_PIXELS / scale
    } else {
        nominal
    }
}

fn resize_hairlines(
    mut lines: Query<
        (&Hairline, &ComputedUiRenderTargetInfo, &mut Node),
        Or<(Added<Hairline>, Changed<ComputedUiRenderTargetInfo>)>,
    >,
) {
    for (line, target, mut node) in &mut lines {
        let thick = |nominal| px(thickness(nominal, target.scale_factor()));
        match *line {
            Hairline::Line(nominal) => node.height = thick(nominal),
            Hairline::Border(nominal) => node.border = UiRect::all(thick(nominal)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_one_pixel_and_their_nominal_thickness() {
        for scale in [0.4875, 0.65, 0.8, 0.99] {
            let pixels = thickness(1.0, scale) * scale;
            assert!((1.0..1.1).contains(&pixels), "{scale}: {pixels}");
        }
        for scale in [1.0, 1.35, 3.0] {
            assert_eq!(thickness(1.0, scale), 1.0, "{scale}");
        }
        assert_eq!(thickness(1.75, 0.75), 1.75);
    }
}
