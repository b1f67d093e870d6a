//! Tests of plain text diagrams.

use icochess_boards::{Chess, Variant};
use icochess_rules::*;

/// The start position of 8×8 chess, as drawn in the document that started this project.
const DOCUMENT: &str = "\
8 |♜|♞|♝|♛|♚|♝|♞|♜|
7 |♟|♟|♟|♟|♟|♟|♟|♟|
6
5
4
3
2 |♙|♙|♙|♙|♙|♙|♙|♙|
1 |♖|♘|♗|♕|♔|♗|♘|♖|";

/// The symbols of White's and Black's pieces of a role, and its name.
const SYMBOLS: [([char; 2], &str); 6] = [
    (['♔', '♚'], "king"),
    (['♕', '♛'], "queen"),
    (['♖', '♜'], "rook"),
    (['♗', '♝'], "bishop"),
    (['♘', '♞'], "knight"),
    (['♙', '♟'], "pawn"),
];

fn letters(variant: Variant) -> String {
    let start = variant.board().new_game();
    start.position().diagram(PieceSymbols::Letters)
}

#[test]
fn start_position_matches_the_document() {
    let shown = diagram(&Position::<Chess>::start(), PieceSymbols::Figurines);
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
fn figurines_replace_letters_on_every_board() {
    for variant in Variant::ALL {
        let game = variant.board().new_game();
        let start = game.position();
        let shown = start.diagram(PieceSymbols::Figurines);
        let letters = letters(variant);
        assert_eq!(shown.chars().count(), letters.chars().count());
        let mut symbols = 0;
        for (symbol, letter) in shown.chars().zip(letters.chars()) {
            let known = SYMBOLS.iter().find(|(both, _)| both.contains(&symbol));
            let Some(([white, _], name)) = known else {
                assert_eq!(symbol, letter, "{shown}");
                continue;
            };
            symbols += 1;
            assert_eq!(symbol == *white, letter.is_uppercase(), "{shown}");
            // Some roles share a name but have their own letters.
            let letter = letter.to_ascii_uppercase();
            let is_its = |rules: &RoleRules| rules.name == *name && rules.letter == letter;
            let mut roles = variant.board().roles().iter();
            assert!(roles.any(is_its), "{letter} is no {name}");
        }
        let has_symbol = |cell| {
            let piece = start.piece_at(cell).expect("an occupied cell");
            let name = start.rules_of(piece.role).name;
            SYMBOLS.iter().any(|(_, known)| *known == name)
        };
        let occupied = start.occupied().cells();
        assert_eq!(symbols, occupied.filter(|cell| has_symbol(*cell)).count());
    }
}
