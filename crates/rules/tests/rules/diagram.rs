//! Tests: positions as diagrams of plain text.

use icochess_boards::{Chess, Variant};
use icochess_rules::*;

/// The start of 8×8 chess, as the document that the game goes back to draws it.
const DOCUMENT: &str = "\
8 |♜|♞|♝|♛|♚|♝|♞|♜|
7 |♟|♟|♟|♟|♟|♟|♟|♟|
6
5
4
3
2 |♙|♙|♙|♙|♙|♙|♙|♙|
1 |♖|♘|♗|♕|♔|♗|♘|♖|";

/// The symbols of White and of Black, and the letter and name of the piece.
const SYMBOLS: [([char; 2], char, &str); 6] = [
    (['♔', '♚'], 'K', "king"),
    (['♕', '♛'], 'Q', "queen"),
    (['♖', '♜'], 'R', "rook"),
    (['♗', '♝'], 'B', "bishop"),
    (['♘', '♞'], 'N', "knight"),
    (['♙', '♟'], 'P', "pawn"),
];

fn letters(variant: Variant) -> String {
    let start = variant.board().new_game();
    start.position().diagram(Signs::Letters)
}

#[test]
fn a_chess_board_shows_ranks_and_files() {
    let shown = letters(Variant::Chess);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines.len(), 9);
    assert_eq!(lines[0], "  8  r n b q k b n r");
    assert_eq!(lines[4], "  4  . . . . . . . .");
    assert_eq!(lines[7], "  1  R N B Q K B N R");
    assert_eq!(lines[8], "     a b c d e f g h");
}

#[test]
fn the_ball_shows_its_faces() {
    let shown = letters(Variant::Icochess);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines.len(), 21);
    assert_eq!(lines[0], "  a  Q K P P");
    assert_eq!(lines[14], "  o  r b n .");
    assert_eq!(lines[20], "     1 2 3 4");
}

#[test]
fn boards_in_space_show_their_levels_and_parts() {
    let shown = letters(Variant::OctHex146);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(
        lines[..6],
        [" k1  b", "     1", "", " j2  p u", " j1  p n", "     1 2"]
    );
    let shown = letters(Variant::StarTrek3d);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[2..5], [" 26  P P P P", " 16  N B B N", ""]);
}

#[test]
fn the_start_is_as_the_document_draws_it() {
    let shown = diagram(&Position::<Chess>::start(), Signs::Figurines);
    let drawn = DOCUMENT.lines().map(|line| {
        let signs: String = line[1..].replace('|', "");
        (line[..1].to_owned(), signs.trim().to_owned())
    });
    let rows = shown.lines().take(8).map(|line| {
        let (rank, signs) = line.trim().split_once("  ").expect("a rank and its signs");
        (rank.to_owned(), signs.replace([' ', '.'], ""))
    });
    assert_eq!(rows.collect::<Vec<_>>(), drawn.collect::<Vec<_>>());
}

#[test]
fn symbols_stand_for_letters_on_every_board() {
    for variant in Variant::ALL {
        let game = variant.board().new_game();
        let start = game.position();
        let shown = start.diagram(Signs::Figurines);
        let letters = letters(variant);
        assert_eq!(shown.chars().count(), letters.chars().count());
        let mut symbols = 0;
        for (symbol, letter) in shown.chars().zip(letters.chars()) {
            let known = SYMBOLS.iter().find(|(both, ..)| both.contains(&symbol));
            let Some(([white, _], known, _)) = known else {
                assert_eq!(symbol, letter, "{shown}");
                continue;
            };
            symbols += 1;
            assert_eq!(symbol == *white, letter.is_uppercase(), "{shown}");
            // Star Trek's pawns that start on small boards have a letter of their own.
            let letter = letter.to_ascii_uppercase();
            assert_eq!(if letter == 'F' { 'P' } else { letter }, *known);
        }
        let has_symbol = |cell| {
            let piece = start.piece_at(cell).expect("an occupied cell");
            let name = start.rules_of(piece.role).name;
            SYMBOLS.iter().any(|(.., known)| *known == name)
        };
        let occupied = start.occupied().cells();
        assert_eq!(symbols, occupied.filter(|cell| has_symbol(*cell)).count());
    }
}
