//! Reserves the height that texts need for their lines. Bevy measures a text at its exact width,
//! but breaks lines at that width rounded to whole pixels. The rounding can add a line, which would
//! overlap the next node.

use std::time::Duration;

use bevy::prelude::*;
use bevy::text::TextLayoutInfo;
use bevy::ui::UiSystems;

use icochess_base::frame::NextFrame;

/// Marks a text whose height was adjusted to its lines.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
struct Room {
    /// The height of the lines, in logical pixels.
    lines: f32,
    /// Minimum height of the text before the adjustment.
    before: Val,
}

/// Height that rounding to whole pixels may add, in physical pixels.
const SLACK: f32 = 1.0;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, add_line_space.after(UiSystems::PostLayout));
}

fn add_line_space(
    mut commands: Commands,
    mut texts: Query<
        (
            Entity,
            &TextLayoutInfo,
            &ComputedNode,
            &mut Node,
            Option<&Room>,
        ),
        (
            With<Text>,
            Or<(Changed<TextLayoutInfo>, Changed<ComputedNode>)>,
        ),
    >,
    mut next: ResMut<NextFrame>,
) {
    for (entity, lines, computed, mut node, given) in &mut texts {
        // A hidden text has no size.
        if computed.is_empty() {
            continue;
        }
        let scale = computed.inverse_scale_factor;
        let beyond = lines.size.y - computed.content_box().height() * scale;
        match given {
            // The width or the text has changed.
            Some(room) if (lines.size.y - room.lines).abs() > SLACK * scale => {
                node.min_height = room.before;
                commands.entity(entity).remove::<Room>();
            }
            None if beyond > SLACK * scale && is_as_high_as_its_lines(&node) => {
                let room = Room {
                    lines: lines.size.y,
                    before: node.min_height,
                };
                node.min_height = px(computed.size().y * scale + beyond);
                commands.entity(entity).insert(room);
            }
            _ => continue,
        }
        next.within(Duration::ZERO);
    }
}

/// Returns whether the text's height follows its lines.
fn is_as_high_as_its_lines(node: &Node) -> bool {
    [node.height, node.max_height] == [Val::Auto; 2]
}
