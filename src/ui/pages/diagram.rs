//! A small picture of a position: any board as its shape says, a table from above, levels over
//! one another at a slant, a ball from the homes of both sides.

use bevy::prelude::*;

use crate::board::pieces::piece::piece_kind;
use crate::ui::kit::build::Ui;
use crate::ui::state::ui_state::UiState;
use crate::ui::style::theme;
use crate::ui::style::theme::Size;
use icochess_rules::{Cell, CellSet, Side};
use icochess_shape::{Hold, Home, Place, Shape, axes};

/// Width and height of a view, logical pixels.
const VIEW: f32 = 150.0;

/// Places that differ in height by less than this lie level, metres.
const LEVEL: f32 = 1e-3;

/// How far above the level the eye is that sees boards over one another, radians.
const SLANT: f32 = 0.6;

/// The part of a view that is between the middles of the outermost places.
const USED: f32 = 0.84;

/// The picture of a position text; nothing of a board that is not known.
pub(super) fn build(state: &UiState, ui: &mut Ui, board: &str, position: &str) {
    let Some(board) = state.boards.get(board) else {
        return;
    };
    let (Some(shape), Ok(record)) = (state.boards.shape(board), board.read_position(position))
    else {
        return;
    };
    let position = record.position();
    let projections: &[Projection] = &match shape.hold {
        Hold::Table { .. } => vec![Projection::of_table(&shape)],
        Hold::Ball => shape
            .homes
            .iter()
            .map(|home| Projection::of_ball(&shape, home))
            .collect(),
    };
    ui.row(8.0, |ui| {
        for projection in projections {
            let node = Node {
                width: ui.px(VIEW),
                height: ui.px(VIEW),
                flex_shrink: 0.0,
                border_radius: match shape.hold {
                    Hold::Ball => BorderRadius::MAX,
                    Hold::Table { .. } => BorderRadius::all(ui.px(4.0)),
                },
                ..default()
            };
            let ground = BackgroundColor(theme::BUTTON);
            ui.spawn((node, ground, Pickable::IGNORE), |ui| {
                let seen = |cell| projection.seen(shape.centre(cell));
                let mut cells: Vec<(Vec3, Cell)> = position
                    .occupied()
                    .cells()
                    .filter_map(|cell| Some((seen(cell)?, cell)))
                    .collect();
                // What is nearer comes before what is behind it.
                cells.sort_by(|(one, _), (other, _)| one.z.total_cmp(&other.z));
                for (at, cell) in cells {
                    let Some(piece) = position.piece_at(cell) else {
                        continue;
                    };
                    let ink = match piece.side {
                        Side::White => theme::TEXT,
                        Side::Black => theme::SWITCH_ON,
                    };
                    let sign = Node {
                        position_type: PositionType::Absolute,
                        left: percent(100.0 * at.x - 6.0),
                        top: percent(100.0 * at.y - 8.0),
                        ..default()
                    };
                    let kind = piece_kind(position, piece.role);
                    ui.node(sign, |ui| ui.signs(Size::Body, ink, kind.sign()));
                }
            });
        }
    });
}

/// From where a board is shown.
struct Projection {
    /// Right, up and towards the eye, at right angles.
    axes: Mat3,
    /// The middle of what is seen, and its reach from there, metres.
    middle: Vec2,
    reach: f32,
    /// Only what is on this side is seen.
    is_ball: bool,
}

impl Projection {
    /// From above, where nothing stands over anything else; else slanting down, from where
    /// White sits.
    fn of_table(shape: &Shape) -> Self {
        let [outwards, above, _] = axes(shape.hold, &shape.homes[0]);
        let height = |at: &Place| at.frame.translation.y;
        let low = shape.places.iter().map(height).fold(f32::MAX, f32::min);
        let is_level = shape.places.iter().all(|at| height(at) - low < LEVEL);
        if is_level {
            Self::new(shape, above, -outwards)
        } else {
            let (sin, cos) = SLANT.sin_cos();
            Self::new(shape, outwards * cos + above * sin, above)
        }
    }

    fn of_ball(shape: &Shape, home: &Home) -> Self {
        Self::new(shape, home.outwards, home.ahead)
    }

    fn new(shape: &Shape, towards: Vec3, up: Vec3) -> Self {
        let towards = towards.normalize();
        let up = up.reject_from(towards).normalize();
        let axes = Mat3::from_cols(up.cross(towards), up, towards);
        let flat = |at: &Place| (axes.transpose() * at.frame.translation).truncate();
        let places = shape.places.iter().map(flat);
        let (low, high) = places.fold((Vec2::MAX, Vec2::MIN), |(low, high), at| {
            (low.min(at), high.max(at))
        });
        Self {
            axes,
            middle: low.midpoint(high),
            reach: (high - low).max_element() / 2.0,
            is_ball: matches!(shape.hold, Hold::Ball),
        }
    }

    /// Where a point of the board is seen: 0 to 1 from the left and from the top, and how
    /// near it is, metres; `None` if it is behind the ball.
    fn seen(&self, point: Vec3) -> Option<Vec3> {
        let point = self.axes.transpose() * point;
        let from_middle = (point.truncate() - self.middle) / self.reach * USED / 2.0;
        (!self.is_ball || point.z >= 0.0)
            .then(|| Vec3::new(0.5 + from_middle.x, 0.5 - from_middle.y, point.z))
    }
}
