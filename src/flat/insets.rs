//! Insets of the page, measured from its layout.

use std::mem;

use bevy::prelude::*;
use bevy::ui::{UiGlobalTransform, UiSystems};
use bevy::window::PrimaryWindow;

use icochess_base::display::Display;
use icochess_board::stage::shape::BoardShape;
use icochess_ui::pages::AtEdge;
use icochess_ui::state::pointed::Pointed;

/// Insets of the page at each edge of the window, in physical pixels; zero at an edge without UI.
///
/// `sides` is the current inset. The other fields contain the maximum since the page, the board or
/// the window last changed, so that the board doesn't jump with each message.
#[derive(Resource, Debug, Default, Clone, Copy, PartialEq)]
pub(super) struct Insets {
    /// Insets of the cards at the left and the right.
    pub(super) sides: [f32; 2],
    /// Insets of the buttons at the top and the bottom, without text.
    pub(super) buttons: Ends,
    /// Inset of the temporary buttons in the row of the status line. For fingers, they are higher
    /// than the line.
    pub(super) answers: f32,
    /// Insets of the buttons and the text.
    pub(super) all: Ends,
    /// Distance from the window's right edge to the left end of the top buttons.
    pub(super) row: f32,
}

/// Insets at the top and the bottom edge, in physical pixels.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(super) struct Ends {
    pub(super) top: f32,
    pub(super) foot: f32,
}

impl Ends {
    fn max(self, other: Self) -> Self {
        Self {
            top: self.top.max(other.top),
            foot: self.foot.max(other.foot),
        }
    }
}

impl Insets {
    /// Returns the insets of one part of the page, from its bounds in a window of this size.
    fn of(edge: AtEdge, part: Rect, window: Vec2) -> Self {
        let mut insets = Self::default();
        let (left, right) = (part.max.x, window.x - part.min.x);
        let (top, foot) = (part.max.y, window.y - part.min.y);
        match edge {
            AtEdge::Left => insets.sides[0] = left,
            AtEdge::Right => insets.sides[1] = right,
            AtEdge::Words => (insets.sides[0], insets.all.top) = (left, top),
            AtEdge::TopButtons => {
                insets.row = right;
                (insets.buttons.top, insets.all.top) = (top, top);
            }
            AtEdge::FootButtons => (insets.buttons.foot, insets.all.foot) = (foot, foot),
            AtEdge::Line => {
                insets.buttons.foot = window.y - part.max.y;
                insets.all.foot = foot;
            }
            AtEdge::Answers => insets.answers = foot,
            AtEdge::Result => (insets.sides[1], insets.all.foot) = (right, foot),
        }
        insets
    }

    fn max(self, other: Self) -> Self {
        let [left, right] = self.sides;
        Self {
            sides: [left.max(other.sides[0]), right.max(other.sides[1])],
            buttons: self.buttons.max(other.buttons),
            answers: self.answers.max(other.answers),
            all: self.all.max(other.all),
            row: self.row.max(other.row),
        }
    }
}

/// Systems that measure the insets of the current page.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct InsetSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Insets>().add_systems(
        PostUpdate,
        measure_insets
            .after(UiSystems::Layout)
            .in_set(InsetSystems)
            .run_if(in_state(Display::Flat)),
    );
}

fn measure_insets(
    window: Single<&Window, With<PrimaryWindow>>,
    (scale, shape): (Res<UiScale>, Option<Res<BoardShape>>),
    parts: Query<(&ComputedNode, &UiGlobalTransform, Ref<AtEdge>)>,
    pointed: Query<(), With<Pointed>>,
    (mut before, mut is_other): (Local<(UVec2, f32)>, Local<bool>),
    mut insets: ResMut<Insets>,
) {
    let size = window.physical_size();
    let now = (size, scale.0);
    *is_other |= mem::replace(&mut *before, now) != now
        || shape.is_some_and(|shape| shape.is_changed())
        || parts.iter().any(|(.., edge)| edge.is_added());
    let found = parts
        .iter()
        .filter(|(node, ..)| !node.is_empty())
        .map(|(node, at, edge)| {
            let part = Rect::from_center_size(at.translation, node.size());
            Insets::of(*edge, part, size.as_vec2())
        })
        .reduce(Insets::max);
    let Some(found) = found else {
        insets.set_if_neq(Insets::default());
        return;
    };
    // A tooltip disappears when the pointer leaves, so its size must not raise the maximum.
    let is_pointed = !pointed.is_empty();
    let sides = found.sides;
    insets.set_if_neq(if *is_other {
        found
    } else if is_pointed {
        Insets { sides, ..*insets }
    } else {
        Insets {
            sides,
            ..insets.max(found)
        }
    });
    *is_other &= is_pointed;
}
