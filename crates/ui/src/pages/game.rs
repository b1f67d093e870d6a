//! The game: what one needs at a glance, and little else.

use bevy::prelude::*;

use super::{buttons, compass, kinds, learn, map, move_entry, moves, page, plates};
use crate::commands::command::Command;
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::screen::{Screen, Surface, Topic};
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use crate::text::evaluation;
use crate::text::status::StatusLine;
use icochess_store::settings::MoveListStyle;

/// Gap between what stands on the page and the edges of the window, logical pixels.
const EDGE: f32 = 14.0;
/// Gap between what stands side by side above, logical pixels.
const GAP_ABOVE: f32 = 12.0;
/// Width of the evaluation bar with its number, logical pixels.
const BAR_WIDTH: f32 = 44.0;
/// Width of the card that tells of the game, logical pixels.
const TOLD_WIDTH: f32 = 300.0;
/// Least height of the card of the moves, logical pixels: one and a half rows, so that players see that
/// the list goes further, and the buttons below.
const LEAST_LIST: f32 = 2.0 * theme::CARD_ENDS + 1.5 * moves::ROW_HEIGHT + LIST_GAP + theme::TARGET;
/// Gap between the moves and the buttons below them, logical pixels.
const LIST_GAP: f32 = 6.0;
/// The part of the width at the foot that the line has beside buttons, per cent: what newcomers are
/// asked, and the buttons for them, have room in the smallest window beside the compass, and long notices
/// one line in wider ones.
const LINE_WIDTH: f32 = 50.0;

/// Gap between what stands one above the other at the foot, and between the board and what stands
/// above it and at the foot, logical pixels.
pub const GAP: f32 = 8.0;

/// Height of the line at the foot, logical pixels, if it is one line of text.
pub const LINE: f32 = 2.0 * theme::CARD_ENDS + 1.25 * Size::Body.pixels();

/// Marks a part of the page that takes space from the board in the window.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtEdge {
    /// A part at the left edge.
    Left,
    /// A part at the right edge.
    Right,
    /// The words about the game: at the left, or above the board where nothing fits beside it.
    Words,
    /// The buttons at the top.
    TopButtons,
    /// The buttons at the foot.
    FootButtons,
    /// The line above these, which is as high as its text.
    Line,
    /// The card of the result: at the right, or at the foot of an upright window.
    Result,
}

/// The buttons above, which open something.
const ABOVE: [Command; 4] = [
    Command::TypeMove,
    Command::MoveList,
    Command::Open(Screen::Help(Topic::Pieces)),
    Command::Menu,
];

pub(super) fn build(ui: &mut Ui) {
    match ui.on {
        Surface::Window => window(ui),
        Surface::Panel | Surface::Plate => panel(ui),
    }
}

/// The page of a game that is only watched: nothing is there to press.
pub(super) fn watched(ui: &mut Ui) {
    let corner = Node {
        position_type: PositionType::Absolute,
        top: ui.px(EDGE),
        left: ui.px(EDGE),
        ..default()
    };
    ui.note(corner, |ui| told(ui, false));
}

/// The page in the window: above, the words about the game at the left with its moves under them,
/// and the buttons of the pages at the right; below, what one can do. What is above has what is
/// left of the height.
fn window(ui: &mut Ui) {
    let whole = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        flex_direction: FlexDirection::Column,
        padding: UiRect::all(ui.px(EDGE)),
        row_gap: ui.px(12.0),
        ..default()
    };
    ui.node(whole, |ui| {
        // The buttons come first for the keyboard, before all moves of the list.
        let above = Node {
            flex_direction: FlexDirection::RowReverse,
            align_items: AlignItems::Start,
            justify_content: JustifyContent::SpaceBetween,
            column_gap: ui.px(GAP_ABOVE),
            flex_grow: 1.0,
            flex_basis: px(0),
            min_height: px(0),
            ..default()
        };
        ui.node(above, |ui| {
            at_right(ui);
            at_left(ui);
        });
        foot(ui);
    });
}

/// The words about the game, and under them the moves, which have what these leave of the height.
fn at_left(ui: &mut Ui) {
    let column = Node {
        flex_direction: FlexDirection::Column,
        row_gap: ui.px(8.0),
        height: percent(100),
        ..default()
    };
    ui.node(column, |ui| {
        let note = Node {
            width: ui.px(TOLD_WIDTH),
            min_height: px(0),
            ..default()
        };
        let note = ui.note(note, |ui| told(ui, true));
        ui.also(note, AtEdge::Words);
        let room = Node {
            flex_direction: FlexDirection::Column,
            flex_grow: 1.0,
            flex_basis: px(0),
            min_height: ui.px(LEAST_LIST),
            ..default()
        };
        ui.hidden_unless(room, shows_moves, |ui| {
            let place = Node {
                flex_direction: FlexDirection::Column,
                min_height: px(0),
                max_height: percent(100),
                ..default()
            };
            ui.filled(
                place,
                |state| {
                    let tip = state.fingertip.0.map(f32::to_bits);
                    page::key((shows_moves(state), state.effective.move_list_style, tip))
                },
                |state, ui| {
                    if shows_moves(state) {
                        move_list(ui, state.effective.move_list_style, state.fingertip.0);
                    }
                },
            );
        });
    });
}

fn shows_moves(state: &UiState) -> bool {
    state.small_window.shows_moves(&state.settings)
}

/// The evaluation bar, at the edge of the window.
fn bar(ui: &mut Ui) {
    // As wide as its number.
    let place = Node {
        width: ui.px(BAR_WIDTH),
        align_self: AlignSelf::Stretch,
        flex_shrink: 0.0,
        ..default()
    };
    let is_wanted = |state: &UiState| state.computer.evaluation_bar;
    let bar = ui.hidden_unless(place, is_wanted, |ui| {
        let bar = Node {
            top: percent(20),
            right: px(0),
            width: ui.px(14.0),
            height: percent(60),
            ..default()
        };
        let size = ui.font_size(Size::Small);
        ui.spawn(evaluation::bar(bar, size), |_| {});
    });
    ui.also(bar, AtEdge::Right);
}

/// The buttons of the pages, and below them the evaluation bar and the map.
fn at_right(ui: &mut Ui) {
    let column = Node {
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::End,
        row_gap: ui.px(8.0),
        min_width: px(0),
        height: percent(100),
        ..default()
    };
    ui.node(column, |ui| {
        let row = Node {
            flex_wrap: FlexWrap::Wrap,
            justify_content: JustifyContent::End,
            column_gap: ui.px(8.0),
            row_gap: ui.px(8.0),
            flex_shrink: 0.0,
            ..default()
        };
        let row = ui.node(row, |ui| {
            for command in ABOVE {
                ui.tool(command, ControlStyle::Button);
            }
        });
        ui.also(row, AtEdge::TopButtons);
        let below = Node {
            min_height: px(0),
            flex_grow: 1.0,
            flex_basis: px(0),
            ..default()
        };
        ui.node(below, bar);
        map::build(ui);
    });
}

/// The actions of the game, and the compass. The line stands on the buttons, in however many rows a
/// narrow window makes, and beside it what comes and goes.
fn foot(ui: &mut Ui) {
    let foot = Node {
        align_items: AlignItems::End,
        column_gap: ui.px(12.0),
        flex_shrink: 0.0,
        ..default()
    };
    ui.node(foot, |ui| {
        let column = Node {
            flex_direction: FlexDirection::Column,
            row_gap: ui.px(GAP),
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            ..default()
        };
        ui.node(column, |ui| {
            move_entry::build(ui);
            let row = Node {
                flex_wrap: FlexWrap::Wrap,
                align_items: AlignItems::End,
                column_gap: ui.px(8.0),
                row_gap: ui.px(GAP),
                ..default()
            };
            ui.node(row, |ui| {
                let place = Node {
                    flex_direction: FlexDirection::Column,
                    flex_grow: 1.0,
                    flex_basis: percent(LINE_WIDTH),
                    min_width: px(0),
                    ..default()
                };
                ui.node(place, line);
                buttons::beside_line(ui);
            });
            let buttons = buttons::build(ui);
            ui.also(buttons, AtEdge::FootButtons);
        });
        compass::build(ui);
    });
}

/// Width of the card of the moves, logical pixels: it has room for the buttons below them, which are
/// so wide where fingers press them.
fn list_width(style: MoveListStyle, tip: Option<f32>) -> f32 {
    let list = match style {
        MoveListStyle::Columns => 344.0,
        MoveListStyle::Notation | MoveListStyle::ByBoard => TOLD_WIDTH,
    };
    let steps = tip.map_or(0.0, |tip| moves::steps_width(tip) + 2.0 * theme::CARD_SIDES);
    list.max(steps)
}

/// The moves, on a card that is as long as they are, and no longer than there is room.
fn move_list(ui: &mut Ui, style: MoveListStyle, tip: Option<f32>) {
    let card = Node {
        width: ui.px(list_width(style, tip)),
        min_height: px(0),
        row_gap: ui.px(LIST_GAP),
        ..default()
    };
    let card = ui.card(card, theme::CARD, |ui| {
        moves::list(ui);
        moves::row_of_steps(ui);
    });
    ui.also(card, AtEdge::Left);
}

fn panel(ui: &mut Ui) {
    let whole = Node {
        flex_direction: FlexDirection::Column,
        width: percent(100),
        height: percent(100),
        padding: UiRect::all(ui.px(12.0)),
        // In German the buttons of a board that can be looked into need three rows.
        row_gap: ui.px(4.0),
        ..default()
    };
    ui.node(whole, |ui| {
        ui.ends(|ui| {
            ui.status(StatusLine::Headline, Size::Heading, theme::TEXT);
            // In one row, whatever is told beside them.
            let buttons = Node {
                column_gap: ui.px(8.0),
                flex_shrink: 0.0,
                ..default()
            };
            ui.node(buttons, |ui| {
                ui.command(Command::Open(Screen::Moves));
                let help = Command::Open(Screen::Help(Topic::Pieces));
                ui.sign_for("?", help);
                ui.icon_button(Command::Menu);
            });
        });
        plates::plates(ui);
        let room = Node {
            flex_grow: 1.0,
            ..default()
        };
        ui.as_has_room(room, 4.0, |ui| {
            below_headline(ui, true);
            ui.status_in(
                whole_line(ui),
                StatusLine::Hovered,
                Size::Small,
                theme::FAINT,
            );
        });
        line(ui);
        buttons::build(ui);
        let bar = Node {
            top: percent(22),
            right: ui.px(10.0),
            width: ui.px(12.0),
            height: percent(38),
            ..default()
        };
        let size = ui.font_size(Size::Small);
        ui.spawn(evaluation::bar(bar, size), |_| {});
    });
}

/// The lines about the game below whose turn it is.
const TOLD: [(StatusLine, Size, Color); 3] = [
    (StatusLine::Detail, Size::Body, theme::WARNING),
    (StatusLine::LastMove, Size::Small, theme::FAINT),
    (StatusLine::Thinking, Size::Small, theme::TEXT),
];

/// The words about the game, those first that matter most, with the pieces of the board if they are
/// to teach.
fn told(ui: &mut Ui, teaches: bool) {
    // Nothing is cut off a plate that reaches out by what is beside its words.
    let node = Node {
        margin: UiRect::horizontal(ui.px(-plates::SIDES)),
        ..default()
    };
    ui.as_has_room(node, 6.0, |ui| {
        plates::plates(ui);
        ui.status_in(
            whole_line(ui),
            StatusLine::Headline,
            Size::Heading,
            theme::TEXT,
        );
        below_headline(ui, teaches);
        // It comes and goes while one points: the card keeps its size. At its end this would be empty.
        // In a small window it is as high as other lines.
        let node = Node {
            min_height: ui.px(1.25 * Size::Body.pixels()),
            ..whole_line(ui)
        };
        ui.node(node, |ui| {
            ui.status(StatusLine::Hovered, Size::Small, theme::FAINT);
            if teaches {
                ui.status(StatusLine::Kinds, Size::Small, theme::FAINT);
            }
        });
        if teaches {
            kinds::legend(ui);
        }
    });
}

/// The lines below whose turn it is, and after check the words for those who learn if they are to
/// teach: who learns has asked for them.
fn below_headline(ui: &mut Ui, teaches: bool) {
    for (line, size, color) in TOLD {
        ui.status_in(whole_line(ui), line, size, color);
        if teaches && line == StatusLine::Detail {
            learn::legend(ui);
        }
    }
}

/// A line of its own where what has no room is left out.
fn whole_line(ui: &Ui) -> Node {
    Node {
        width: percent(100),
        padding: plates::beside_line(ui),
        ..default()
    }
}

/// The line at the foot: what one can do now, the answer to the last thing done, and what is asked.
fn line(ui: &mut Ui) {
    let node = Node {
        max_width: percent(100),
        align_self: AlignSelf::Start,
        ..default()
    };
    let told = |ui: &mut Ui| ui.status(StatusLine::Notice, Size::Body, theme::TEXT);
    match ui.on {
        // It stands on the buttons. The field for a move, above it, comes and goes, and lies over the board.
        Surface::Window => {
            let line = ui.note(node, told);
            ui.also(line, AtEdge::Line);
        }
        // The panel is its ground, and is low.
        Surface::Panel | Surface::Plate => {
            ui.node(node, told);
        }
    }
}
