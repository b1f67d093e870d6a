//! Controls that grow to fingertip size for touch input. The controls aren't rebuilt, so typed text
//! and scroll positions are kept.

use bevy::prelude::*;
use bevy::ui::UiSystems;

use crate::state::window::Fingertip;

/// A control that grows to at least fingertip size, unless it is positioned absolutely on a
/// picture.
#[derive(Component, Debug, Default, Clone, Copy)]
pub(crate) struct Pressable {
    /// Size of the control for a mouse; `None` before the first layout.
    own: Option<MouseSize>,
}

#[derive(Debug, Clone, Copy)]
struct MouseSize {
    /// Minimum width and height.
    least: [Val; 2],
    padding: UiRect,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        enlarge_controls
            .run_if(resource_changed::<Fingertip>.or_else(any_match_filter::<Added<Pressable>>))
            .before(UiSystems::Content),
    );
}

fn enlarge_controls(tip: Res<Fingertip>, mut controls: Query<(&mut Node, &mut Pressable)>) {
    for (mut node, mut pressable) in &mut controls {
        if node.position_type == PositionType::Absolute {
            continue;
        }
        let own = pressable.own.unwrap_or(MouseSize {
            least: [node.min_width, node.min_height],
            padding: node.padding,
        });
        if pressable.own.is_none() {
            pressable.own = Some(own);
        }
        let least = own.least.map(|least| min_length(least, tip.0));
        // A node of fixed height, such as a field, keeps its content centred.
        let padding = match (node.height, tip.0) {
            (Val::Px(height), Some(tip)) => raised(own.padding, (tip - height).max(0.0) / 2.0),
            _ => own.padding,
        };
        if [node.min_width, node.min_height] != least || node.padding != padding {
            [node.min_width, node.min_height] = least;
            node.padding = padding;
        }
    }
}

/// Returns the padding with `by` logical pixels more above and below.
fn raised(padding: UiRect, by: f32) -> UiRect {
    let more = |side: Val| match side {
        Val::Px(side) => px(side + by),
        _ => side,
    };
    UiRect {
        top: more(padding.top),
        bottom: more(padding.bottom),
        ..padding
    }
}

/// Returns the minimum length of a control of length `own`, for a fingertip of `tip`.
fn min_length(own: Val, tip: Option<f32>) -> Val {
    match (own, tip) {
        (Val::Auto, Some(tip)) => px(tip),
        (Val::Px(own), Some(tip)) => px(own.max(tip)),
        _ => own,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn field_content_stays_centred() {
        let mut app = App::new();
        app.insert_resource(Fingertip(Some(68.0)))
            .add_plugins(plugin);
        let field = Node {
            height: px(40),
            padding: UiRect::axes(px(10), px(8)),
            ..default()
        };
        let field = app.world_mut().spawn((field, Pressable::default())).id();
        for (tip, padding) in [
            (Some(68.0), UiRect::axes(px(10), px(22))),
            (Some(30.0), UiRect::axes(px(10), px(8))),
            (None, UiRect::axes(px(10), px(8))),
        ] {
            app.insert_resource(Fingertip(tip));
            app.update();
            let node = app.world().get::<Node>(field).unwrap();
            assert_eq!(node.padding, padding, "{tip:?}");
        }
    }
}
