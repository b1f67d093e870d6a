//! The moves of the game as a table, one row per ply, as in *Star Trek 3D Chess*
//! (mjollnir.com/Chess.html).

use bevy::prelude::*;

use crate::kit::build::{Ui, Unread};
use crate::state::ui_state::UiState;
use crate::style::theme;
use crate::style::theme::Size;
use icochess_board::cell_label;
use icochess_board::pieces::piece::piece_kind;
use icochess_message::{Msg, msg};
use icochess_rules::{Effect, ListedMove, MoveKind, NodeId, Piece, Record, Side};

/// The columns with their widths, in logical pixels. Each column fits its heading and its longest
/// content: a three-digit number, a pawn that becomes a queen, or a cell name.
static COLUMNS: [(Msg, f32); 6] = [
    (msg!("column-number"), 28.0),
    (msg!("column-side"), 28.0),
    (msg!("column-piece"), 41.0),
    (msg!("column-from"), 40.0),
    (msg!("column-to"), 44.0),
    (msg!("column-capture"), 66.0),
];
/// Width of the last column below its heading, in logical pixels. A longer heading takes no space
/// away from the moves of a variation.
const LAST: f32 = 48.0;
/// Gap between two columns, in logical pixels.
const GAP: f32 = 4.0;
/// Left padding of the headings, in logical pixels: the padding of the list and of an entry.
const INSET: f32 = 5.0 + 8.0;
/// The letter of an attack board in its moves.
const CARRIAGE: &str = "A";

/// The table row of a move.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    side: Side,
    /// The moving piece, followed by the piece that it promotes to or that enters by gating.
    pieces: Vec<&'static str>,
    /// The names of the move's start and end cells.
    ends: [String; 2],
    captured: Option<&'static str>,
}

impl Row {
    /// Returns the row of the move that led to a node; `None` at the start.
    fn of(record: &Record, node: NodeId) -> Option<Self> {
        let (before, mv) = record.parent(node).zip(record.move_to(node))?;
        let position = record.position_of(before);
        let mut row = Self {
            side: position.turn(),
            pieces: Vec::new(),
            ends: [mv.from, mv.to].map(|cell| cell_label(position, cell)),
            captured: None,
        };
        if mv.kind == MoveKind::Carriage {
            row.pieces.push(CARRIAGE);
        }
        let symbol = |piece: Piece| piece_kind(position, piece.role).symbol();
        for effect in position.effects(mv) {
            match effect {
                Effect::Taken { piece, .. } => row.captured = Some(symbol(piece)),
                // Castling is listed as a move of the king; the rook follows.
                Effect::Moved { piece, .. } if row.pieces.is_empty() => {
                    row.pieces.push(symbol(piece));
                }
                Effect::Became { to: piece, .. } | Effect::Placed { piece, .. } => {
                    row.pieces.push(symbol(piece));
                }
                Effect::Moved { .. } | Effect::Carried { .. } => {}
            }
        }
        Some(row)
    }
}

pub(super) fn headings(ui: &mut Ui) {
    let node = Node {
        padding: UiRect::left(ui.px(INSET)),
        column_gap: ui.px(GAP),
        flex_shrink: 0.0,
        ..default()
    };
    ui.node(node, |ui| {
        for (heading, width) in &COLUMNS {
            cell(ui, *width, |ui| {
                let letters = ui.letters(Size::Small, theme::FAINT);
                let words = ui.words.say(heading);
                // Screen readers read an entry as the move's notation.
                ui.spawn((Text::new(words), letters, Unread), |_| {});
            });
        }
    });
}

/// Adds a move in columns. The rest of the notation, such as `+` and `!`, and the evaluation mark
/// follow the captured piece.
pub(super) fn cells(ui: &mut Ui, state: &UiState, number: u16, played: &ListedMove, mark: &str) {
    let Some(row) = Row::of(state.game.record(), played.node) else {
        return;
    };
    let text = |words: String| {
        move |ui: &mut Ui| {
            ui.text(Size::Body, theme::TEXT, Msg::verbatim(words));
        }
    };
    let [from, to] = row.ends;
    let widths = COLUMNS.each_ref().map(|(_, width)| *width);
    let gap = ui.px(GAP);
    let node = Node {
        align_items: AlignItems::Center,
        column_gap: gap,
        ..default()
    };
    ui.node(node, |ui| {
        cell(ui, widths[0], |ui| {
            let number = Msg::verbatim(number.to_string());
            ui.text(Size::Small, theme::FAINT, number);
        });
        cell(ui, widths[1], |ui| {
            let side = msg!("column-side-of", side = row.side);
            ui.text(Size::Body, theme::TEXT, side);
        });
        cell(ui, widths[2], |ui| {
            for symbol in row.pieces {
                ui.symbols(Size::Body, theme::TEXT, symbol);
            }
        });
        cell(ui, widths[3], text(from));
        cell(ui, widths[4], text(to));
        cell(ui, LAST, |ui| {
            if let Some(symbol) = row.captured {
                ui.symbols(Size::Body, theme::TEXT, symbol);
            }
            let bare = played.san.trim_end_matches(['+', '#']);
            let beside = format!("{}{}", &played.san[bare.len()..], played.symbols);
            if !beside.is_empty() {
                ui.text(Size::Body, theme::TEXT, Msg::verbatim(beside));
            }
            if !mark.is_empty() {
                ui.text(Size::Small, theme::WARNING, Msg::verbatim(mark.to_owned()));
            }
        });
    });
}

/// Adds a table cell of a width in logical pixels.
fn cell(ui: &mut Ui, width: f32, fill: impl FnOnce(&mut Ui)) {
    let node = Node {
        width: ui.px(width),
        flex_shrink: 0.0,
        align_items: AlignItems::Center,
        ..default()
    };
    ui.node(node, fill);
}
