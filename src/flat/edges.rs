//! The reach into the window of what stands above the board and at the foot, on the page of the
//! game, and on that of its result in an upright one.

use std::mem;
use std::time::Duration;

use bevy::prelude::*;
use bevy::ui::{UiGlobalTransform, UiSystems};
use bevy::window::PrimaryWindow;

use icochess_base::display::Display;
use icochess_base::frame::NextFrame;
use icochess_board::stage::shape::BoardShape;
use icochess_ui::pages::AtEdge;
use icochess_ui::state::pointed::Pointed;

/// The reach of that from the edges: the farthest since the page was built, or the board or the
/// window became another (if something was pointed at then, since that was left). So the board does
/// not come and go with each line.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub(super) struct Reach {
    /// The reach of all of it.
    pub(super) all: Edges,
    /// The reach of the buttons above, and of what is below the line at the foot: no words change it.
    pub(super) buttons: Edges,
    /// The reach of the buttons above from the right edge, physical pixels.
    pub(super) row: f32,
}

/// A reach into the window from its edges, physical pixels.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(super) struct Edges {
    /// Its reach down from the upper edge.
    pub(super) head: f32,
    /// Its reach up from the lower edge.
    pub(super) foot: f32,
}

impl Edges {
    fn max(self, other: Self) -> Self {
        Self {
            head: self.head.max(other.head),
            foot: self.foot.max(other.foot),
        }
    }
}

impl Reach {
    fn max(self, other: Self) -> Self {
        Self {
            all: self.all.max(other.all),
            buttons: self.buttons.max(other.buttons),
            row: self.row.max(other.row),
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Reach>().add_systems(
        PostUpdate,
        measure
            .after(UiSystems::Layout)
            .run_if(in_state(Display::Flat)),
    );
}

fn measure(
    window: Query<&Window, With<PrimaryWindow>>,
    (scale, shape): (Res<UiScale>, Option<Res<BoardShape>>),
    boxes: Query<(&ComputedNode, &UiGlobalTransform, Ref<AtEdge>)>,
    pointed: Query<(), With<Pointed>>,
    (mut before, mut is_other): (Local<(UVec2, f32)>, Local<bool>),
    mut reach: ResMut<Reach>,
    mut next: ResMut<NextFrame>,
) {
    let Ok(window) = window.single() else {
        return;
    };
    let size = window.physical_size();
    let now = (size, scale.0);
    *is_other |= mem::replace(&mut *before, now) != now
        || shape.is_some_and(|shape| shape.is_changed())
        || boxes.iter().any(|(.., edge)| edge.is_added());
    // Explanations of what is pointed at stand there no longer than that: a page, board or window
    // that has become another is measured in each frame until nothing is pointed at.
    let is_pointed = !pointed.is_empty();
    if is_pointed && !*is_other {
        return;
    }
    let found = boxes.iter().filter(|(node, ..)| !node.is_empty());
    let found = found.map(|(node, at, edge)| {
        let (middle, half) = (at.translation.y, node.size().y / 2.0);
        let down = Edges {
            head: middle + half,
            foot: 0.0,
        };
        let from_foot = |y: f32| Edges {
            head: 0.0,
            foot: size.y as f32 - y,
        };
        let up = from_foot(middle - half);
        let (all, buttons) = match *edge {
            AtEdge::Told => (down, Edges::default()),
            AtEdge::HeadButtons => (down, down),
            AtEdge::Line => (up, from_foot(middle + half)),
            AtEdge::Result => (up, Edges::default()),
        };
        let row = match *edge {
            AtEdge::HeadButtons => size.x as f32 - (at.translation.x - node.size().x / 2.0),
            _ => 0.0,
        };
        Reach { all, buttons, row }
    });
    // Another page has none.
    let Some(found) = found.reduce(Reach::max) else {
        return;
    };
    let now = if mem::replace(&mut *is_other, is_pointed) {
        found
    } else {
        reach.max(found)
    };
    if reach.set_if_neq(now) {
        // The camera was placed before that was known.
        next.within(Duration::ZERO);
    }
}
