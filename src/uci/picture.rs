//! A board as plain text, for the command `d`.

use std::fmt::Write;

use crate::rules::{Board, Cell, CellSet, Position, Side, rules_of};

/// What `d` says: the picture, the position text, its key, the cells of the
/// checking pieces and the number of legal moves.
pub(super) fn describe<B: Board>(position: &Position<B>) -> String {
    let names: Vec<&str> = position
        .checkers()
        .cells()
        .map(|cell| B::tables().name(cell))
        .collect();
    let checkers = if names.is_empty() {
        "-".into()
    } else {
        names.join(" ")
    };
    format!(
        "{}\nFen: {position}\nKey: {:016X}\nCheckers: {checkers}\nLegal moves: {}",
        picture(position),
        position.hash(),
        position.count_moves()
    )
}

/// A row for each group of the placement: a rank of a chess board, a face of
/// the ball.
///
/// What the names of its cells have in common stands before the row, what is
/// left of them below the columns.
fn picture<B: Board>(position: &Position<B>) -> String {
    let groups = &B::tables().groups;
    let mut text = String::new();
    let mut row = |label: &str, places: &mut dyn Iterator<Item = &str>| {
        let _ = write!(text, "{label:>3} ");
        for place in places {
            let _ = write!(text, " {place}");
        }
        text.push('\n');
    };
    for group in groups {
        let pieces: Vec<String> = group.iter().map(|&cell| letter(position, cell)).collect();
        row(
            in_common::<B>(group),
            &mut pieces.iter().map(String::as_str),
        );
    }
    let columns = groups.first().map_or(&[][..], Vec::as_slice);
    let label = in_common::<B>(columns);
    let mut left = columns
        .iter()
        .map(|&cell| B::tables().name(cell))
        .map(|name| name.strip_prefix(label).unwrap_or(name))
        .map(|name| name.strip_suffix(label).unwrap_or(name));
    row("", &mut left);
    text
}

/// The letter in position text of what stands on a cell, `.` for nothing.
fn letter<B: Board>(position: &Position<B>, cell: Cell) -> String {
    position.piece_at(cell).map_or(".".into(), |piece| {
        let letter = rules_of::<B>(piece.role).letter;
        match piece.side {
            Side::White => letter.to_string(),
            Side::Black => letter.to_lowercase().to_string(),
        }
    })
}

/// How the names of all these cells begin, or else how they end.
fn in_common<B: Board>(group: &[Cell]) -> &'static str {
    let tables = B::tables();
    let Some((&first, others)) = group.split_first() else {
        return "";
    };
    let first = tables.name(first);
    let all = |test: &dyn Fn(&str) -> bool| others.iter().all(|&cell| test(tables.name(cell)));
    // Longest first.
    let places = || (1..first.len()).filter(|&at| first.is_char_boundary(at));
    let mut begins = places().map(|at| &first[..at]).rev();
    let mut ends = places().map(|at| &first[at..]);
    begins
        .find(|part| all(&|name| name.starts_with(part)))
        .or_else(|| ends.find(|part| all(&|name| name.ends_with(part))))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chess, Icochess};

    #[test]
    fn a_chess_board_shows_ranks_and_files() {
        let shown = picture(&Position::<Chess>::start());
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines.len(), 9);
        assert_eq!(lines[0], "  8  r n b q k b n r");
        assert_eq!(lines[4], "  4  . . . . . . . .");
        assert_eq!(lines[7], "  1  R N B Q K B N R");
        assert_eq!(lines[8], "     a b c d e f g h");
    }

    #[test]
    fn the_ball_shows_its_faces() {
        let shown = picture(&Position::<Icochess>::start());
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines.len(), 21);
        assert_eq!(lines[0], "  a  Q K P P");
        assert_eq!(lines[14], "  o  r b n .");
        assert_eq!(lines[20], "     1 2 3 4");
    }

    #[test]
    fn a_description_tells_what_hangs_on_the_position() {
        let text = "4k3/8/8/8/8/8/4r3/4K3 w - - 3 40";
        let told = describe::<Chess>(&text.parse().unwrap());
        let last: Vec<&str> = told.lines().rev().take(4).collect();
        assert_eq!(last[0], "Legal moves: 3");
        assert_eq!(last[1], "Checkers: e2");
        assert!(last[2].starts_with("Key: ") && last[2].len() == 21);
        assert_eq!(last[3], format!("Fen: {text}"));
    }
}
