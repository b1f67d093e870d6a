//! Texts get the room that their lines need. Bevy measures a text in the width that it has, and
//! breaks its lines in that width rounded to whole pixels: there they may be one more than it has
//! room for, which would lie over what comes after.

use std::time::Duration;

use bevy::prelude::*;
use bevy::text::TextLayoutInfo;
use bevy::ui::UiSystems;

use icochess_base::frame::NextFrame;

/// The text was given room for its lines.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
struct Room {
    /// The height of the lines, logical pixels.
    lines: f32,
    /// Least height of the text before.
    before: Val,
}

/// Height that rounding to whole pixels may add, physical pixels.
const SLACK: f32 = 1.0;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, give_room.after(UiSystems::PostLayout));
}

fn give_room(
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
        // A text that is not displayed has no width.
        if computed.is_empty() {
            continue;
        }
        let scale = computed.inverse_scale_factor;
        let beyond = lines.size.y - computed.content_box().height() * scale;
        match given {
            // In another width, or of another text.
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

/// Whether a text is as high as its lines, or higher.
fn is_as_high_as_its_lines(node: &Node) -> bool {
    [node.height, node.max_height] == [Val::Auto; 2]
}
