//! The start of each board as a diagram.

use std::fs;

use icochess_boards::Variant;
use icochess_rules::PieceSymbols;

use crate::testing::data_file;

#[test]
fn every_board_starts_as_in_its_diagram() {
    for variant in Variant::ALL {
        let file = data_file(variant.module(), "diagram.txt");
        let drawn = fs::read_to_string(&file);
        let drawn = drawn.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let start = variant.board().new_game();
        let shown = start.position().diagram(PieceSymbols::Letters);
        assert_eq!(shown, drawn, "{variant}:\n{shown}");
    }
}
