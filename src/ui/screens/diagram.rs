//! A small picture of a position: any board as its shape says, a table from above, a
//! ball from the homes of both sides.

use bevy::prelude::*;

use super::super::bind::Facts;
use super::super::build::Ui;
use super::super::theme::{self, Size};
use crate::board::hold::Hold;
use crate::board::pieces::piece_kind;
use crate::board::shape::Shape;
use crate::rules::{CellSet, Side};

/// Width and height of a view, logical pixels.
const VIEW: f32 = 150.0;

/// The picture of a position text; nothing of a board that is not known.
pub(super) fn build(facts: &Facts, ui: &mut Ui, board: &str, position: &str) {
    let Some(shape) = facts.shapes.get(board) else {
        return;
    };
    let record = facts.boards.get(board).map(|it| it.read_position(position));
    let Some(Ok(record)) = record else {
        return;
    };
    let position = record.position();
    // Of each view: what points at the eye, and what is up.
    let views: &[(Vec3, Vec3)] = &match shape.hold {
        Hold::Table { .. } => vec![(Vec3::Y, Vec3::NEG_Z)],
        Hold::Ball => shape
            .homes
            .iter()
            .map(|home| (home.outwards, home.ahead))
            .collect(),
    };
    ui.row(8.0, |ui| {
        for (towards, up) in views {
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
                for cell in position.occupied().cells() {
                    let Some(piece) = position.piece_at(cell) else {
                        continue;
                    };
                    let Some(at) = seen(&shape, shape.centre(cell), *towards, *up) else {
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

/// Where a point of the board is in a view, 0 to 1 from its upper left corner; `None` if
/// it is behind.
fn seen(shape: &Shape, point: Vec3, towards: Vec3, up: Vec3) -> Option<Vec2> {
    let (towards, up) = (towards.normalize(), up.reject_from(towards).normalize());
    let right = up.cross(towards);
    let extent = shape.extent * 1.05;
    let is_behind = matches!(shape.hold, Hold::Ball) && point.dot(towards) < 0.0;
    (!is_behind).then(|| {
        let place = Vec2::new(point.dot(right), -point.dot(up)) / extent;
        place / 2.0 * reach(shape) + 0.5
    })
}

/// How far out places lie, compared with the reach of the whole board.
fn reach(shape: &Shape) -> f32 {
    match shape.hold {
        // Pieces stand out from the ball.
        Hold::Ball => 1.35,
        // The reach of a square board is half its diagonal.
        Hold::Table { .. } => std::f32::consts::SQRT_2,
    }
}
