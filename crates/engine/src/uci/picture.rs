//! A board as plain text, for the command `d`.

use std::fmt::Write;

use icochess_rules::{Board, Cell, CellSet, Position, Side, perft, rules_of};

/// The answer to `d`: the picture, the position text, its key, the cells of the checking pieces
/// and the number of legal moves.
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
        perft(position, 1)
    )
}

/// A row for each group of the placement: a rank of a chess board, a face of the ball.
///
/// What the names of its cells have in common stands before the row, what is left of them
/// below the columns. Between sections, and the parts of the board that are attached, is
/// an empty line.
fn picture<B: Board>(position: &Position<B>) -> String {
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
            let pieces: Vec<String> = group.iter().map(|&cell| letter(position, cell)).collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use icochess_boards::{Chess, Icochess, OctHex146, StarTrek3d};

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
    fn boards_in_space_show_their_levels_and_parts() {
        let shown = picture(&Position::<OctHex146>::start());
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(
            lines[..6],
            [" k1  b", "     1", "", " j2  p u", " j1  p n", "     1 2"]
        );
        let shown = picture(&Position::<StarTrek3d>::start());
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[2..5], [" 26  P P P P", " 16  N B B N", ""]);
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
