//! The views of the board, relative to a side, each with a button and a small picture.

use bevy::prelude::*;
use bevy::ui_widgets::Button;

use super::{learn, map, page};
use crate::kit::act::Act;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::screen::Surface;
use crate::state::ui_state::UiState;
use crate::state::window::InputUsed;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::terms;
use icochess_board::stage::shape::{BoardShape, PlayerSeat};
use icochess_board::turning::spin::{TurnTo, side_in_front};
use icochess_board::turning::viewing::ViewRequested;
use icochess_message::{Msg, msg};
use icochess_play::game::Match;
use icochess_play::interaction::at_window::AtWindow;
use icochess_rules::Side;
use icochess_shape::{Hold, Shape, View, Viewpoint, axes};

/// Gap between buttons, and between picture and label, in logical pixels of the window.
const GAP: f32 = 8.0;
/// Width and height of a picture, in logical pixels of the window.
const PICTURE: f32 = 28.0;
/// Width of the board in a picture, in logical pixels of the window.
const BOARD: f32 = 13.0;
/// Width of the eye in a picture, in logical pixels of the window.
const EYE: f32 = 8.0;
/// Place of an eye that looks down on a table from its seat.
const SEATED: f32 = 0.75;
/// Factor of the place of an eye that is nearer than usual.
const NEAR: f32 = 0.55;

pub(super) fn build(ui: &mut Ui) {
    page::page_beside(
        ui,
        msg!("views"),
        |ui| {
            if ui.on == Surface::Window {
                let has_keys = |state: &UiState| *state.input_used != InputUsed::Fingers;
                ui.shown_if(has_keys, |ui| {
                    ui.text(Size::Small, theme::FAINT, msg!("views-text"));
                });
            }
            let node = Node {
                flex_direction: FlexDirection::Column,
                row_gap: ui.px(10.0),
                ..default()
            };
            ui.filled(node, key, fill);
            match ui.on {
                Surface::Window => map::buttons(ui),
                // The page of the game has no space for this button.
                Surface::Panel | Surface::Plate => learn::button(ui),
            }
        },
        |_| {},
    );
}

fn key(state: &UiState) -> u64 {
    page::key((state.game.record().board().id(), front(state)))
}

fn front(state: &UiState) -> Side {
    side_in_front(*state.at_window, &state.computer, &state.game)
}

fn fill(state: &UiState, ui: &mut Ui) {
    let Some(shape) = state.shape.as_ref() else {
        return;
    };
    let first = front(state);
    for side in [first, !first] {
        ui.text(Size::Heading, theme::TEXT, msg!("views-of", side = side));
        ui.narrow(|ui| {
            ui.row(GAP, |ui| {
                for (number, view) in shape.views.iter().enumerate() {
                    let label = named(view.title);
                    let name = if side == first {
                        label.clone()
                    } else {
                        msg!("view-of-other", view = label.clone(), side = side)
                    };
                    let picture = Picture::of(shape, view, side);
                    button(
                        ui,
                        (&name, label),
                        ViewRequested { view: number, side },
                        picture,
                    );
                }
            });
        });
    }
}

/// Adds the button of a view, with its picture before the label. In the window, two columns keep
/// opposite views side by side.
fn button(ui: &mut Ui, (name, label): (&Msg, Msg), request: ViewRequested, picture: Picture) {
    let on = ui.on;
    let act = Act::new(move |world| go(world, request, on));
    let control = ui.control("button", name, ControlStyle::Button);
    let node = Node {
        width: match on {
            Surface::Window => percent(48),
            Surface::Panel | Surface::Plate => auto(),
        },
        padding: UiRect::axes(ui.px(8.0), ui.px(2.0)),
        column_gap: ui.px(GAP),
        justify_content: JustifyContent::Start,
        ..ui.control_node()
    };
    ui.spawn((control, node, Button, act), |ui| {
        picture.build(ui);
        ui.text(ui.control_letters(), theme::TEXT, label);
    });
}

/// A plan of the board with the eye of a view, whose side is at the bottom.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Picture {
    side: Side,
    /// Whether the board is round.
    is_ball: bool,
    /// Whether the board is taken apart.
    is_apart: bool,
    /// Whether a king is in the middle.
    is_royal: bool,
    /// Place of the eye, from -1 at the left and top to 1.
    eye: Vec2,
    /// Whether the eye is below the board.
    is_below: bool,
}

impl Picture {
    fn of(shape: &Shape, view: &View, side: Side) -> Self {
        let is_ball = shape.hold == Hold::Ball;
        let [outwards, up, right] = axes(shape.hold, &shape.homes[side.index()]);
        let look = view.looks[side.index()];
        let (eye, height) = match look {
            Viewpoint::From { towards, .. } => {
                let towards = towards.normalize();
                let eye = Vec2::new(towards.dot(right), towards.dot(outwards));
                (eye, towards.dot(up))
            }
            Viewpoint::Home | Viewpoint::Royal if is_ball => (Vec2::Y, 0.0),
            Viewpoint::Home | Viewpoint::Royal => (Vec2::Y * SEATED, 0.0),
        };
        let part = if view.distance < 1.0 { NEAR } else { 1.0 };
        Self {
            side,
            is_ball,
            is_apart: view.is_apart,
            is_royal: look == Viewpoint::Royal,
            eye: eye * part,
            is_below: height < -0.5,
        }
    }

    /// Adds the picture.
    fn build(self, ui: &mut Ui) {
        let whole = Node {
            width: ui.px(PICTURE),
            height: ui.px(PICTURE),
            flex_shrink: 0.0,
            ..default()
        };
        ui.node(whole, |ui| {
            let (layers, thickness): (&[f32], f32) = if self.is_apart {
                (&[-5.0, 0.0, 5.0], 3.0)
            } else {
                (&[0.0], BOARD)
            };
            for layer in layers {
                let board = Node {
                    border_radius: if self.is_ball {
                        BorderRadius::MAX
                    } else {
                        BorderRadius::ZERO
                    },
                    ..placed(ui, Vec2::new(BOARD, thickness), Vec2::Y * *layer)
                };
                ui.spawn(
                    (board, BorderColor::all(theme::FAINT), Pickable::IGNORE),
                    |_| {},
                );
            }
            let (ink, rim) = match self.side {
                Side::White => (theme::COMPASS_WHITE, theme::COMPASS_WHITE),
                Side::Black => (theme::COMPASS_BLACK, theme::FAINT),
            };
            if self.is_royal {
                dot(ui, Vec2::ZERO, (theme::FAINT, theme::FAINT));
            }
            let ink = if self.is_below { Color::NONE } else { ink };
            let reach = (PICTURE - EYE) / 2.0;
            dot(ui, self.eye * reach, (ink, rim));
        });
    }
}

/// Adds a round dot, `from_middle` away from the middle of a picture.
fn dot(ui: &mut Ui, from_middle: Vec2, (ink, rim): (Color, Color)) {
    let node = Node {
        border_radius: BorderRadius::MAX,
        ..placed(ui, Vec2::splat(EYE), from_middle)
    };
    let look = (BackgroundColor(ink), BorderColor::all(rim));
    ui.spawn((node, look, Pickable::IGNORE), |_| {});
}

/// Returns a node of this size, `from_middle` away from the middle of a picture, in logical pixels
/// of the window.
fn placed(ui: &Ui, size: Vec2, from_middle: Vec2) -> Node {
    let corner = (Vec2::splat(PICTURE) - size) / 2.0 + from_middle;
    Node {
        position_type: PositionType::Absolute,
        left: ui.px(corner.x),
        top: ui.px(corner.y),
        width: ui.px(size.x),
        height: ui.px(size.y),
        border: UiRect::all(ui.px(1.5)),
        ..default()
    }
}

/// Returns the label of a view's button.
fn named(title: &'static str) -> Msg {
    msg!("view-title", view = terms::key(title), title = title)
}

/// Shows the board in this view. While the window has its own view, the headset only turns the
/// board.
fn go(world: &mut World, request: ViewRequested, on: Surface) {
    let is_beside = world.resource::<AtWindow>().0.is_some();
    if on == Surface::Window || !is_beside {
        world.write_message(request);
        return;
    }
    let ViewRequested { view, side } = request;
    let (shape, seat) = (
        world.resource::<BoardShape>(),
        world.resource::<PlayerSeat>(),
    );
    let position = world.resource::<Match>().position();
    if let Some(view) = shape.views.get(view) {
        let look = view.looks[side.index()];
        let (rotation, _) = shape.rotation_for(look, side, position, seat, false);
        world.write_message(TurnTo(rotation));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::Variant;

    #[test]
    fn views_of_a_board_have_different_pictures() {
        for variant in Variant::ALL {
            let shape = variant.shape();
            for side in Side::ALL {
                let mut seen: Vec<Picture> = Vec::new();
                for view in &shape.views {
                    let picture = Picture::of(&shape, view, side);
                    let is_same = |other: &Picture| {
                        let eye = other.eye;
                        eye.distance(picture.eye) < 0.1 && *other == Picture { eye, ..picture }
                    };
                    assert!(!seen.iter().any(is_same), "{variant}: {}", view.title);
                    seen.push(picture);
                }
            }
        }
    }
}
