//! Texts of positions with movable parts. Moves of parts are tested on Star Trek's boards.
//!
//! The board has six files and six ranks. The files b and e consist of docks of two squares, three
//! on each file; the middle ones are empty at the start.

use icochess_rules::{CellSet, Position};

use super::docks_board::Docks;
use crate::shared::rows;

fn position(text: &str) -> Position<Docks> {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn errors_in_texts_with_parts_name_their_place() {
    // `^` marks the position of the problem.
    for [marked, message] in rows(
        r#"^n1k1/4/4/4/N3/2K1 w - - 0 1 => 1 sections in the placement
        ^n1k1/4/4/4/N3/2K1|-|- w - - 0 1 => 3 sections in the placement
        ^n1k1/4/4/N3/2K1|- w - - 0 1 => 5 groups in section 1 of the placement
        n1k1/4/^5/4/N3/2K1|- w - - 0 1 => group 3 of section 1 of the placement
        n1k1/4/4/4/N3/2K1|^ w - - 0 1 => "" is no part
        n1k1/4/4/4/N3/2K1|^b1 w - - 0 1 => "b1" is no part
        n1k1/4/4/4/N3/2K1|^b2:1/1 w - - 0 1 => "b2:1/1" is no part
        n1k1/4/4/4/N3/2K1|^z9:1/1 w - - 0 1 => "z9:1/1" is no part
        n1k1/4/4/4/N3/2K1|b1:^1 w - - 0 1 => 1 groups in the part at b1
        n1k1/4/4/4/N3/2K1|b1:1/^2 w - - 0 1 => group 2 of the part at b1 has 2
        n1k1/4/4/4/N3/2K1|b1:1/^x w - - 0 1 => "x" is no piece
        n1k1/4/4/4/N3/2K1|b1:1/^* w - - 0 1 => "*" is no piece
        n1k1/4/4/4/N3/2K1|b1:1/1,^b1:1/1 w - - 0 1 => two parts of the board are at b1
        n1k1/4/4/4/N3/2K1|b1:1/1,^ w - - 0 1 => "" is no part"#,
    ) {
        let error = marked
            .replace('^', "")
            .parse::<Position<Docks>>()
            .unwrap_err();
        let message = format!(
            "position text, character {}: {message}",
            marked.find('^').unwrap_or_default() + 1
        );
        assert!(error.to_string().starts_with(&message), "{marked}: {error}");
    }
}

#[test]
fn parts_are_read_in_any_order_and_written_in_dock_order() {
    let strict = "n1k1/4/4/4/N3/2K1|b1:1/N,e1:R/1 w - - 0 1";
    let loose = "n1k1/4/4/4/N3/2K1|E1:R/1,b1:1/N w - - 0 1";
    assert_eq!(position(loose).to_string(), strict);
    let without = "n1k1/4/4/4/N3/2K1|- w - - 0 1";
    assert_eq!(position(without).to_string(), without);
    assert_eq!(position(without).absent().len(), 12);
}
