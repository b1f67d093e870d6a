//! The numbered move list, for going to any position of the game.

use bevy::prelude::*;
use bevy::ui::Checked;

use super::{columns, judged, page};
use crate::commands::command::Command;
use crate::kit::act::Act;
use crate::kit::build::{Current, Ui};
use crate::state::pointed::RowOf;
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_message::{Msg, msg};
use icochess_play::game::messages::{GameRequest, Step};
use icochess_rules::{ListedMove, MoveRow, NodeId, nag_symbol};
use icochess_store::settings::MoveListStyle;

/// Rows shown before and after the current position. The limit keeps the layout fast in long games,
/// because each move rebuilds the list.
const AROUND: usize = 60;
/// Maximum size of the comments shown before and after the current position, in bytes, for the same
/// reason.
const MAX_TEXT: usize = 10_000;

/// Minimum height of a row, in logical pixels.
pub(super) const ROW_HEIGHT: f32 = 28.0;
const STEPS: [Step; 4] = [Step::Start, Step::Back, Step::Forward, Step::End];
/// Gap between two step buttons, in logical pixels.
const STEP_GAP: f32 = 6.0;

/// Adds the scrolling list, below the column headings if the list has columns.
pub(super) fn list(ui: &mut Ui) {
    ui.filled(
        Node::default(),
        |state| page::key(style(state)),
        |state, ui| {
            if style(state) == MoveListStyle::Columns {
                columns::headings(ui);
            }
        },
    );
    ui.list("Moves", 0.0, |ui| {
        let node = Node {
            flex_direction: FlexDirection::Column,
            ..default()
        };
        ui.filled(node, key, rows);
    });
}

/// Adds the step buttons to the current row.
pub(super) fn steps(ui: &mut Ui) {
    for step in STEPS {
        ui.icon(Command::Step(step));
    }
}

/// Adds the step buttons in a separate row.
pub(super) fn row_of_steps(ui: &mut Ui) {
    let row = Node {
        column_gap: ui.px(STEP_GAP),
        flex_shrink: 0.0,
        ..default()
    };
    ui.node(row, steps);
}

/// Returns the width of the row of step buttons, in logical pixels. Each button is `each` wide.
pub(super) fn steps_width(each: f32) -> f32 {
    let count = STEPS.len() as f32;
    count * each + (count - 1.0) * STEP_GAP
}

/// Returns a position of the record in words: "After 12… Nf6", or "Beginning".
pub(super) fn place(state: &UiState, node: NodeId) -> Msg {
    let rows = &state.rows.0;
    let row = MoveRow::find(rows, node).map(|at| &rows[at]);
    let Some(MoveRow::Moves { number, white, .. }) = row else {
        return msg!("place-start");
    };
    let is_whites = white.as_ref().is_some_and(|played| played.node == node);
    let dots = if is_whites { "." } else { "…" };
    let played = row.and_then(|row| row.entries().find(|played| played.node == node));
    let words = played.map_or("", |played| played.san.as_str());
    msg!("place-after", move = format!("{number}{dots} {words}"))
}

fn style(state: &UiState) -> MoveListStyle {
    state.effective.move_list_style
}

/// Returns the key of the list, computed from its rows, the current position, the judgements and
/// the style.
fn key(state: &UiState) -> u64 {
    let current = state.game.record().current();
    let rows = state.rows.last_changed().get();
    page::key((current, rows, judged::key(state), style(state)))
}

fn rows(state: &UiState, ui: &mut Ui) {
    let rows = &state.rows.0;
    if rows.is_empty() {
        ui.text(Size::Small, theme::FAINT, msg!("no-move-yet"));
        return;
    }
    let current = state.game.record().current();
    let judged = judged::judged(state);
    // A glyph in the record takes precedence.
    let is_noted = |node| {
        let nags = &state.game.record().annotation(node).nags;
        nags.iter().any(|nag| (1..10).contains(nag))
    };
    let mark = |node| {
        let nag = judged.get(&node).filter(|_| !is_noted(node));
        nag.map_or_else(String::new, |nag| nag_symbol(*nag))
    };
    let at = MoveRow::find(rows, current).unwrap_or(0);
    let around = match style(state) {
        // A row has a line for each side.
        MoveListStyle::Columns => AROUND / 2,
        MoveListStyle::Notation | MoveListStyle::ByBoard => AROUND,
    };
    let (before, after) = rows.split_at(at);
    let first = at - fitting(before.iter().rev(), around);
    let shown = &rows[first..at + fitting(after.iter(), around)];
    if first > 0 {
        ui.text(Size::Small, theme::FAINT, Msg::verbatim("…"));
    }
    for row in shown {
        match row {
            MoveRow::Moves { depth, number, .. } => match style(state) {
                MoveListStyle::Columns => {
                    for played in row.entries() {
                        let mark = mark(played.node);
                        let fill = |ui: &mut Ui| columns::cells(ui, state, *number, played, &mark);
                        indented(ui, *depth, |ui| {
                            entry(ui, *number, played, current, &mark, fill);
                        });
                    }
                }
                MoveListStyle::Notation | MoveListStyle::ByBoard => {
                    moves(ui, (*depth, *number), row, current, &mark);
                }
            },
            MoveRow::Comment { depth, text, .. } => {
                let node = Node {
                    padding: UiRect::left(ui.px(10.0 * (*depth as f32 + 1.0))),
                    ..default()
                };
                ui.node(node, |ui| {
                    ui.text(Size::Small, theme::FAINT, Msg::verbatim(text.clone()));
                });
            }
        }
    }
    if first + shown.len() < rows.len() {
        ui.text(Size::Small, theme::FAINT, Msg::verbatim("…"));
    }
}

/// Returns the number of rows to show, limited by `limit` and by the length of their comments.
fn fitting<'a>(rows: impl Iterator<Item = &'a MoveRow>, limit: usize) -> usize {
    let mut length = 0;
    let fits = |row: &&MoveRow| {
        if let MoveRow::Comment { text, .. } = row {
            length += text.len();
        }
        length <= MAX_TEXT
    };
    rows.take(limit).take_while(fits).count()
}

fn moves(
    ui: &mut Ui,
    (depth, number): (usize, u16),
    row: &MoveRow,
    current: NodeId,
    mark: &dyn Fn(NodeId) -> String,
) {
    let MoveRow::Moves { white, black, .. } = row else {
        return;
    };
    indented(ui, depth, |ui| {
        let width = Node {
            width: ui.px(40.0),
            flex_shrink: 0.0,
            ..default()
        };
        ui.node(width, |ui| {
            let dots = if white.is_some() { "." } else { "…" };
            let number = Msg::verbatim(format!("{number}{dots}"));
            ui.text(Size::Small, theme::FAINT, number);
        });
        for played in [white, black].into_iter().flatten() {
            let mark = mark(played.node);
            let fill = |ui: &mut Ui| {
                let words = format!("{}{}", played.san, played.symbols);
                ui.text(Size::Body, theme::TEXT, Msg::verbatim(words));
                if !mark.is_empty() {
                    ui.text(Size::Small, theme::WARNING, Msg::verbatim(mark.clone()));
                }
            };
            entry(ui, number, played, current, &mark, fill);
        }
    });
}

/// Adds a line of the list, indented by the depth of its variation.
fn indented(ui: &mut Ui, depth: usize, fill: impl FnOnce(&mut Ui)) {
    let node = Node {
        align_items: AlignItems::Center,
        padding: UiRect::left(ui.px(10.0 * depth as f32)),
        column_gap: ui.px(4.0),
        ..default()
    };
    ui.node(node, fill);
}

/// Adds a move with the mark of its evaluation. Screen readers read its notation, regardless of the
/// content that `fill` adds.
fn entry(
    ui: &mut Ui,
    number: u16,
    played: &ListedMove,
    current: NodeId,
    mark: &str,
    fill: impl FnOnce(&mut Ui),
) {
    let node = Node {
        min_width: ui.px(86.0),
        min_height: ui.px(ROW_HEIGHT),
        ..default()
    };
    let to = played.node;
    let goes = Act::new(move |world| {
        world.write_message(GameRequest::GoTo(to));
    });
    let name = format!("{number} {}{}{mark}", played.san, played.symbols);
    let name = Msg::verbatim(name);
    if to == current {
        ui.item(name, node, (goes, RowOf(to), Checked, Current), fill);
    } else {
        ui.item(name, node, (goes, RowOf(to)), fill);
    }
}
