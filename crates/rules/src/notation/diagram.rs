//! A position as a diagram of plain text.

use std::fmt::Write;

use crate::cell::{Cell, CellSet};
use crate::piece::{RoleRules, Side};
use crate::position::board::Board;
use crate::position::state::Position;
use crate::tables::equipment::rules_of;

/// The signs of the pieces in a [`diagram`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signs {
    /// The letters of position text: upper case for White.
    Letters,
    /// The chess symbols of Unicode, `♔` to `♙` for White and `♚` to `♟` for Black; letters where
    /// there is no such symbol.
    Figurines,
}

/// A position as plain text, with a row for each group of the placement: a rank of a chess
/// board, a face of the ball. Each row ends with a newline.
///
/// The part that the names of its cells have in common stands before the row, the rest of them
/// below the columns. Between sections, and the parts of the board that are attached, is an empty
/// line. Pieces in reserve are not shown.
///
/// ```
/// use icochess_boards::Chess;
/// use icochess_rules::{Position, Signs, diagram};
///
/// let shown = diagram(&Position::<Chess>::start(), Signs::Figurines);
/// assert_eq!(shown.lines().next(), Some("  8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"));
/// ```
pub fn diagram<B: Board>(position: &Position<B>, signs: Signs) -> String {
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
                .map(|&cell| sign(position, cell, signs))
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

/// The parts of the names of the first group that differ.
fn columns<B: Board>(section: &[&[Cell]]) -> Vec<String> {
    let cells = section.first().copied().unwrap_or_default();
    let [begins, ends] = in_common::<B>(cells);
    let left = |&cell: &Cell| {
        let name = B::tables().name(cell);
        name[begins.len()..name.len() - ends.len()].to_owned()
    };
    cells.iter().map(left).collect()
}

/// The sign of what stands on a cell, `.` for nothing.
fn sign<B: Board>(position: &Position<B>, cell: Cell, signs: Signs) -> String {
    position.piece_at(cell).map_or(".".into(), |piece| {
        let rules = rules_of::<B>(piece.role);
        let symbol = symbols(rules).filter(|_| signs == Signs::Figurines);
        match piece.side {
            Side::White => symbol.map_or(rules.letter, |[white, _]| white).to_string(),
            Side::Black => symbol.map_or_else(
                || rules.letter.to_lowercase().to_string(),
                |[_, black]| black.to_string(),
            ),
        }
    })
}

/// The symbols of Unicode for White's and Black's piece of a role, if there are any.
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

/// The common beginning and the common end of the names of these cells; of a single cell, its
/// name without the last character.
fn in_common<B: Board>(group: &[Cell]) -> [&'static str; 2] {
    let tables = B::tables();
    let Some((&first, others)) = group.split_first() else {
        return [""; 2];
    };
    let first = tables.name(first);
    let all = |test: &dyn Fn(&str) -> bool| others.iter().all(|&cell| test(tables.name(cell)));
    let places = || (0..first.len()).filter(|&at| first.is_char_boundary(at));
    // Longest first.
    let mut begins = places().rev();
    let begins = begins
        .find(|&at| all(&|name| name.starts_with(&first[..at])))
        .unwrap_or(0);
    let mut ends = places().filter(|&at| at > begins);
    let ends = ends.find(|&at| all(&|name| name.ends_with(&first[at..])));
    [&first[..begins], ends.map_or("", |at| &first[at..])]
}
