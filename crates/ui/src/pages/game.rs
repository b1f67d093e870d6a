//! The page of the game: the essentials at a glance.

use bevy::prelude::*;

use super::{buttons, compass, curve, kinds, learn, map, move_entry, moves, page, plates};
use crate::commands::command::Command;
use crate::kit::bind::{BoundText, DisplayedIf};
use crate::kit::build::Ui;
use crate::kit::control_style::ControlStyle;
use crate::state::screen::{Screen, Surface, Topic};
use crate::state::status::StatusLine;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_store::settings::MoveListStyle;

/// Margin of the page inside the window, in logical pixels.
const EDGE: f32 = 14.0;
/// Gap between neighbours in the top row, in logical pixels.
const GAP_ABOVE: f32 = 12.0;
/// Width of the evaluation bar with its number, in logical pixels.
const BAR_WIDTH: f32 = 44.0;
/// Width of the card with the state of the game, in logical pixels.
const STATUS_WIDTH: f32 = 300.0;
/// Minimum height of the move list card, in logical pixels. It fits the buttons and one and a half
/// rows, which shows that the list scrolls.
const MIN_LIST: f32 = 2.0 * theme::CARD_ENDS + 1.5 * moves::ROW_HEIGHT + LIST_GAP + theme::TARGET;
/// Gap between the moves and the buttons below them, in logical pixels.
const LIST_GAP: f32 = 6.0;
/// Share of the bottom row's width for the status line, in per cent. The question for beginners and
/// its buttons fit next to the compass in the smallest window. Long notices fit on one line in
/// wider windows.
const LINE_WIDTH: f32 = 50.0;

/// Vertical gap between the parts at the bottom, and between the board and the parts above and
/// below it, in logical pixels.
pub const GAP: f32 = 8.0;

/// Height of the status line, in logical pixels, with one line of text.
pub const LINE: f32 = 2.0 * theme::CARD_ENDS + 1.25 * Size::Body.pixels();

/// Marks a part of the page that takes space from the board in the window.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtEdge {
    /// A part at the left edge.
    Left,
    /// A part at the right edge.
    Right,
    /// The card with the state of the game: at the left, or above the board if there is no space at
    /// its sides.
    Words,
    /// The buttons at the top.
    TopButtons,
    /// The buttons at the bottom.
    FootButtons,
    /// The status line above the bottom buttons, as high as its text.
    Line,
    /// The temporary buttons in the row of the status line.
    Answers,
    /// The card of the result: at the right, or at the bottom of an upright window.
    Result,
}

/// The buttons at the top, which open pages or fields.
const TOP_BUTTONS: [Command; 4] = [
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

/// Adds the page for spectators, without buttons.
pub(super) fn watched(ui: &mut Ui) {
    let corner = Node {
        position_type: PositionType::Absolute,
        top: ui.px(EDGE),
        left: ui.px(EDGE),
        ..default()
    };
    ui.note(corner, |ui| game_state(ui, false));
}

/// Adds the page in the window. The state of the game and the moves are at the top left, the page
/// buttons at the top right, and the actions at the bottom. The top row takes the remaining height.
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
        // The buttons come first in tab order, before all moves of the list.
        let above = Node {
            flex_direction: FlexDirection::RowReverse,
            align_items: AlignItems::Start,
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

/// Adds the state of the game, and below it the moves, which take the remaining height.
fn at_left(ui: &mut Ui) {
    let column = Node {
        flex_direction: FlexDirection::Column,
        row_gap: ui.px(8.0),
        height: percent(100),
        ..default()
    };
    ui.node(column, |ui| {
        let note = Node {
            width: ui.px(STATUS_WIDTH),
            min_height: px(0),
            ..default()
        };
        let note = ui.note(note, |ui| game_state(ui, true));
        ui.also(note, AtEdge::Words);
        let room = Node {
            flex_direction: FlexDirection::Column,
            flex_grow: 1.0,
            flex_basis: px(0),
            min_height: ui.px(MIN_LIST),
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

/// Adds the evaluation bar, at the edge of the window.
fn bar(ui: &mut Ui) {
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
        evaluation_bar(ui, bar);
    });
    ui.also(bar, AtEdge::Right);
}

/// Adds the evaluation bar, with White's chance above.
fn evaluation_bar(ui: &mut Ui, node: Node) {
    let node = Node {
        position_type: PositionType::Absolute,
        flex_direction: FlexDirection::ColumnReverse,
        ..node
    };
    let name = Name::new("evaluation bar");
    let ground = BackgroundColor(theme::BAR_BLACK);
    let is_wanted = DisplayedIf::new(|state| state.computer.evaluation_bar);
    ui.spawn((name, node, ground, is_wanted, Pickable::IGNORE), |ui| {
        curve::white_part(ui, |state| state.evaluation.0);
        let above = Node {
            position_type: PositionType::Absolute,
            bottom: percent(100),
            right: px(0),
            ..default()
        };
        let says = BoundText::new(|state| curve::words(state, state.evaluation.0));
        let letters = ui.letters(Size::Small, theme::TEXT);
        // The bar is so narrow that each word has its own line.
        let layout = TextLayout::justify(Justify::Right);
        ui.spawn((Text::default(), says, above, letters, layout), |_| {});
    });
}

/// Adds the page buttons, and below them the evaluation bar and the map.
fn at_right(ui: &mut Ui) {
    let column = Node {
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::End,
        row_gap: ui.px(8.0),
        flex_grow: 1.0,
        min_width: px(0),
        height: percent(100),
        ..default()
    };
    ui.node(column, |ui| {
        let row = Node {
            // With a width fitted to the buttons, rounding would decide whether the row wraps.
            align_self: AlignSelf::Stretch,
            flex_wrap: FlexWrap::Wrap,
            justify_content: JustifyContent::End,
            column_gap: ui.px(8.0),
            row_gap: ui.px(8.0),
            flex_shrink: 0.0,
            ..default()
        };
        ui.node(row, |ui| {
            for command in TOP_BUTTONS {
                let button = ui.tool(command, ControlStyle::Button);
                ui.also(button, AtEdge::TopButtons);
            }
        });
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

/// Adds the actions of the game and the compass. The status line is above all rows of the buttons,
/// and the temporary buttons are in its row.
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
                let answers = buttons::beside_line(ui);
                ui.also(answers, AtEdge::Answers);
            });
            let buttons = buttons::build(ui);
            ui.also(buttons, AtEdge::FootButtons);
        });
        compass::build(ui);
    });
}

/// Returns the width of the move list card, in logical pixels. The card fits the buttons below the
/// list, which touch input widens.
fn list_width(style: MoveListStyle, tip: Option<f32>) -> f32 {
    let list = match style {
        MoveListStyle::Columns => 344.0,
        MoveListStyle::Notation | MoveListStyle::ByBoard => STATUS_WIDTH,
    };
    let steps = tip.map_or(0.0, |tip| moves::steps_width(tip) + 2.0 * theme::CARD_SIDES);
    list.max(steps)
}

/// Adds the moves, on a card that grows with the list up to the available space.
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
        // In German the buttons of a board with an inside need three rows.
        row_gap: ui.px(4.0),
        ..default()
    };
    ui.node(whole, |ui| {
        ui.ends(|ui| {
            ui.status(StatusLine::Headline, Size::Headline);
            // Stays in one row, regardless of the text above.
            let buttons = Node {
                column_gap: ui.px(8.0),
                flex_shrink: 0.0,
                ..default()
            };
            ui.node(buttons, |ui| {
                ui.command(Command::Open(Screen::Moves));
                let help = Command::Open(Screen::Help(Topic::Pieces));
                ui.symbol_button("?", help);
                ui.icon_button(Command::Menu);
            });
        });
        plates::plates(ui);
        let room = Node {
            flex_grow: 1.0,
            ..default()
        };
        ui.fitting_column(room, 4.0, |ui| {
            below_headline(ui, true);
            ui.status_in(whole_line(ui), StatusLine::Hovered, Size::Small);
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
        evaluation_bar(ui, bar);
    });
}

/// The status lines below the headline.
const STATUS_LINES: [(StatusLine, Size); 6] = [
    (StatusLine::Detail, Size::Body),
    (StatusLine::LastMove, Size::Small),
    (StatusLine::Thinking, Size::Small),
    (StatusLine::BestLine(0), Size::Small),
    (StatusLine::BestLine(1), Size::Small),
    (StatusLine::BestLine(2), Size::Small),
];

/// Adds the state of the game, the most important lines first. With `teaches`, it includes the
/// legend of the pieces.
fn game_state(ui: &mut Ui, teaches: bool) {
    // Widens the column by the padding of the plates, so that they aren't clipped.
    let node = Node {
        margin: UiRect::horizontal(ui.px(-plates::SIDES)),
        ..default()
    };
    ui.fitting_column(node, 6.0, |ui| {
        plates::plates(ui);
        ui.status_in(whole_line(ui), StatusLine::Headline, Size::Headline);
        below_headline(ui, teaches);
        // Reserves a line, because hovered names come and go. At the end of the card, this line
        // would be empty. In a small window, it has the height of other lines.
        let node = Node {
            min_height: ui.px(1.25 * Size::Body.pixels()),
            ..whole_line(ui)
        };
        ui.node(node, |ui| {
            ui.status(StatusLine::Hovered, Size::Small);
            if teaches {
                ui.status(StatusLine::Kinds, Size::Small);
            }
        });
        if teaches {
            kinds::legend(ui);
            // Below the legend, whose symbols stay under the pointer. On a telephone, the card is
            // above the board.
            let is_taught =
                |state: &UiState| state.taught.role().is_some() && !state.small_window.is_small;
            ui.hidden_unless(whole_line(ui), is_taught, |ui| {
                ui.bound_text(Size::Small, theme::FAINT, kinds::how_taught_moves);
            });
        }
    });
}

/// Adds the lines below the headline. With `teaches`, the learner's legend follows the check line.
fn below_headline(ui: &mut Ui, teaches: bool) {
    for (line, size) in STATUS_LINES {
        ui.status_in(whole_line(ui), line, size);
        if teaches && line == StatusLine::Detail {
            learn::legend(ui);
        }
    }
}

/// Returns the node of a full-width line, which is hidden if it doesn't fit.
fn whole_line(ui: &Ui) -> Node {
    Node {
        width: percent(100),
        padding: plates::beside_line(ui),
        ..default()
    }
}

/// Adds the status line, with hints, answers and questions.
fn line(ui: &mut Ui) {
    let node = Node {
        max_width: percent(100),
        align_self: AlignSelf::Start,
        ..default()
    };
    let notice = |ui: &mut Ui| ui.status(StatusLine::Notice, Size::Body);
    match ui.on {
        // Above the buttons. The field for a move appears above this line, over the board.
        Surface::Window => {
            let line = ui.note(node, notice);
            ui.also(line, AtEdge::Line);
        }
        // The panel itself is the background, and the panel is low.
        Surface::Panel | Surface::Plate => {
            ui.node(node, notice);
        }
    }
}
