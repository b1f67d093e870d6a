//! Thin lines, which are one physical pixel thick at least: in a small window rounding would leave
//! some of them out.

use bevy::prelude::*;
use bevy::ui::{ComputedUiRenderTargetInfo, UiSystems};

/// Thickness of a line that would be thinner than one pixel, physical pixels. A bit more than one,
/// of which rounding might leave none.
const LEAST: f32 = 1.01;

/// A thin line with its usual thickness, logical pixels.
#[derive(Component, Debug, Clone, Copy)]
pub(super) enum Hairline {
    /// The node is the line, from left to right.
    Line(f32),
    /// The line is the border round the node.
    Border(f32),
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        draw_all
            .after(UiSystems::Propagate)
            .before(UiSystems::Content),
    );
}

/// The thickness of a line of that usual one, logical pixels, where one has so many physical ones.
fn thickness(usual: f32, scale: f32) -> f32 {
    if usual * scale < 1.0 {
        LEAST / scale
    } else {
        usual
    }
}

fn draw_all(
    mut lines: Query<
        (&Hairline, &ComputedUiRenderTargetInfo, &mut Node),
        Or<(Added<Hairline>, Changed<ComputedUiRenderTargetInfo>)>,
    >,
) {
    for (line, target, mut node) in &mut lines {
        let thick = |usual| px(thickness(usual, target.scale_factor()));
        match *line {
            Hairline::Line(usual) => node.height = thick(usual),
            Hairline::Border(usual) => node.border = UiRect::all(thick(usual)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_pixel_thick_at_least_and_no_thicker_than_usual_where_it_has_room() {
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
