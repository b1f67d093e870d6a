//! Positions as plain text diagrams.

use std::fmt::Write;

use crate::cell::{Cell, CellSet};
use crate::piece::{RoleRules, Side};
use crate::position::board::Board;
use crate::position::state::Position;
use crate::tables::equipment::rules_of;

/// The symbols of the pieces in a [`diagram`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieceSymbols {
    /// Letters of position text: upper case for White.
    Letters,
    /// Unicode chess symbols, `♔` to `♙` for White and `♚` to `♟` for Black. Other pieces are
    /// letters.
    Figurines,
}

/// Draws a position as plain text. Each group of the placement has a row, such as a rank or a face
/// of the ball. Each row ends with a newline.
///
/// The common part of a row's cell names labels the row; the rest labels the columns. An empty line
/// separates sections and attached parts of the board. Pieces in reserve aren't shown.
///
/// ```
/// use icochess_boards::Chess;
/// use icochess_rules::{Position, PieceSymbols, diagram};
///
/// let shown = diagram(&Position::<Chess>::start(), PieceSymbols::Figurines);
/// assert_eq!(shown.lines().next(), Some("  8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"));
/// ```
pub fn diagram<B: Board>(position: &Position<B>, style: PieceSymbols) -> String {
    let tables = B::tables();
    let docks = tables.docks.iter();
    let attached = docks.filter(|dock| !position.absent().contains(dock.pin));
    let sections: Vec<Vec<&[Cell]>> = tables
        .sections
        .iter()
        .map(|section| section.iter().map(Vec::as_slice).collect())
        .chain(attached.map(|dock| dock.groups().collect()))
        .collect();
    let mut text = String::new();
    let mut row = |label: &str, places: &[String]| {
        let line = format!("{label:>3}  {}", places.join(" "));
        let _ = writeln!(text, "{}", line.trim_end());
    };
    for (number, section) in sections.iter().enumerate() {
        if number > 0 {
            row("", &[]);
        }
        for group in section {
            let pieces: Vec<String> = group
                .iter()
                .map(|&cell| symbol_at(position, cell, style))
                .collect();
            row(&in_common::<B>(group).concat(), &pieces);
        }
        let left = columns::<B>(section);
        let next = sections.get(number + 1);
        if next.is_none_or(|next| columns::<B>(next) != left) {
            row("", &left);
        }
    }
    text
}

/// Returns the differing parts of the cell names in the first group.
fn columns<B: Board>(section: &[&[Cell]]) -> Vec<String> {
    let cells = section.first().copied().unwrap_or_default();
    let [begins, ends] = in_common::<B>(cells);
    let left = |&cell: &Cell| {
        let name = B::tables().name(cell);
        name[begins.len()..name.len() - ends.len()].to_owned()
    };
    cells.iter().map(left).collect()
}

/// Returns the symbol of the piece on a cell; `.` for an empty cell.
fn symbol_at<B: Board>(position: &Position<B>, cell: Cell, style: PieceSymbols) -> String {
    position.piece_at(cell).map_or(".".into(), |piece| {
        let rules = rules_of::<B>(piece.role);
        let symbol = symbols(rules).filter(|_| style == PieceSymbols::Figurines);
        match piece.side {
            Side::White => symbol.map_or(rules.letter, |[white, _]| white).to_string(),
            Side::Black => symbol.map_or_else(
                || rules.letter.to_lowercase().to_string(),
                |[_, black]| black.to_string(),
            ),
        }
    })
}

/// Returns the Unicode symbols of White's and Black's pieces of a role, if there are any.
fn symbols(rules: &RoleRules) -> Option<[char; 2]> {
    Some(match rules.name {
        "king" => ['♔', '♚'],
        "queen" => ['♕', '♛'],
        "rook" => ['♖', '♜'],
        "bishop" => ['♗', '♝'],
        "knight" => ['♘', '♞'],
        "pawn" => ['♙', '♟'],
        _ => return None,
    })
}

/// Returns the common prefix and suffix of these cells' names. For a single cell, the prefix is its
/// name without the last character.
fn in_common<B: Board>(group: &[Cell]) -> [&'static str; 2] {
    let tables = B::tables();
    let Some((&first, others)) = group.split_first() else {
        return [""; 2];
    };
    let first = tables.name(first);
    let all = |test: &dyn Fn(&str) -> bool| others.iter().all(|&cell| test(tables.name(cell)));
    let places = || (0..first.len()).filter(|&at| first.is_char_boundary(at));
    // Tries the longest prefix first.
    let mut begins = places().rev();
    let begins = begins
        .find(|&at| all(&|name| name.starts_with(&first[..at])))
        .unwrap_or(0);
    let mut ends = places().filter(|&at| at > begins);
    let ends = ends.find(|&at| all(&|name| name.ends_with(&first[at..])));
    [&first[..begins], ends.map_or("", |at| &first[at..])]
}
