//! FEN: strict writing, lenient reading, and errors.

use icochess_boards::Chess;
use proptest::prelude::*;

use crate::chess::tests::chance::{self, KIWIPETE};
use crate::chess::tests::fen;
use crate::testing::{
    cases, damaged, position_text_is_refused_or_read, position_text_round_trips,
    position_texts_are_refused, read_and_write,
};

#[test]
fn fen_round_trips() {
    for text in [
        KIWIPETE,
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "8/8/8/8/3k4/8/8/4K2R w K - 99 65535",
        "r3k3/8/8/8/8/8/8/4K3 b q - 12 34",
    ] {
        assert_eq!(fen(text).to_string(), text);
    }
}

#[test]
fn reading_is_lenient() {
    let strict = fen("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1");
    for text in [
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6",
        "  r3k2r/8/8/3pP3/8/8/8/R3K2R\tw   qkQK  D6 0 1\n",
        "r111k2r/44/8/111pP111/8/17/71/R3K2R w kKqQ d6 00 01",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R W KQkq d6 0 0",
    ] {
        assert_eq!(text.parse(), Ok(strict), "{text}");
    }
}

#[test]
fn en_passant_cell_without_a_legal_capture_is_dropped() {
    for text in [
        "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        // Pinned.
        "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
    ] {
        let position = fen(text);
        assert_eq!(position.en_passant(), None);
        let without = text.replace(" d6 ", " - ").replace(" e3 ", " - ");
        assert_eq!(position.to_string(), without);
        assert_eq!(position.hash(), fen(&without).hash());
    }
}

#[test]
fn every_problem_of_the_text_is_named_with_its_place() {
    position_texts_are_refused::<Chess>(
        r#"
        ^ => 0 fields, expected 6
        4k3/8/8/8/8/8/8/4K3 w -^ => 3 fields
        4k3/8/8/8/8/8/8/4K3 w - - 0^ => 5 fields
        4k3/8/8/8/8/8/8/4K3 w - - 0 1 x^ => 7 fields
        ^4k3/8/8/8/8/8/4K3 w - - 0 1 => 7 groups in the placement, expected 8
        4k3/8/^9/8/8/8/8/4K3 w - - 0 1 => group 3 of the placement has 9 cells, expected 8
        4k3/8/8/8/8/8/8/^4K2 w - - 0 1 => group 8 of the placement has 7 cells, expected 8
        4k3/8/8/3^x4/8/8/8/4K3 w - - 0 1 => "x" is no piece, expected one of PNBRQK
        4k3/8/8/^07/8/8/8/4K3 w - - 0 1 => "0" is no piece
        4k3/8/8/8^é/8/8/8/4K3 w - - 0 1 => "é" is no piece
        4k3/8/8/8/8/8/8/4K3 ^x - - 0 1 => "x" is no side to move
        r3k3/8/8/8/8/8/8/4K2R w K^Aq - 0 1 => "KAq" are no rights to castle, expected letters of KQkq
        4k3/8/8/8/8/8/8/4K3 w - ^e9 0 1 => "e9" is no cell on which a pawn can be taken
        4k3/8/8/8/8/8/8/4K3 w - - ^-1 1 => "-1" is no number
        4k3/8/8/8/8/8/8/4K3 w - - ^+0 1 => "+0" is no number
        4k3/8/8/8/8/8/8/4K3 w - - 0 ^65536 => "65536" is no number
        "#,
    );
}

#[test]
fn illegal_positions_are_refused() {
    position_texts_are_refused::<Chess>(
        "
        ^8/8/8/8/8/8/8/4K3 w - - 0 1 => Black has 0 pieces of the kind king
        ^4k3/8/8/8/8/8/8/8 w - - 0 1 => White has 0 pieces of the kind king
        ^4k3/8/8/8/8/8/8/K3K3 w - - 0 1 => White has 2 pieces of the kind king
        ^4k3/8/8/8/8/8/8/P3K3 w - - 0 1 => a pawn stands on a1
        ^4k2P/8/8/8/8/8/8/4K3 w - - 0 1 => a pawn stands on h8
        ^4k3/8/8/8/8/8/8/3pK3 w - - 0 1 => a pawn stands on d1
        ^p3k3/8/8/8/8/8/8/4K3 w - - 0 1 => a pawn stands on a8
        # More than promotions can make: nine pawns, eight and a second queen,
        # seven and two more knights, eight and two bishops on light squares.
        ^4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1 => White has more pieces than
        ^q2qk3/pppppppp/8/8/8/8/8/4K3 w - - 0 1 => Black has more pieces than
        ^4k3/8/8/8/8/8/PPPPPPP1/NNNNK3 w - - 0 1 => White has more pieces than
        ^4k3/8/8/8/8/8/PPPPPPPP/3BKB2 w - - 0 1 => White has more pieces than
        ^4k3/8/8/8/8/8/PPPPPPPP/RR2K2R w - - 0 1 => White has more pieces than
        # The side that has moved is in check.
        4kR2/8/8/8/8/8/8/4K3 ^w - - 0 1 => Black is in check, but it is the other
        4k3/8/8/8/8/8/3p4/4K3 ^b - - 0 1 => White is in check, but it is the other
        8/8/8/8/8/8/8/3kK3 ^w - - 0 1 => Black is in check, but it is the other
        # Checks that no move can give: three, and two along one line.
        4k3/8/8/8/1b6/8/2n5/r3K3 ^w - - 0 1 => White is in check by pieces that cannot all
        4k3/8/8/8/8/8/8/r3K2r ^w - - 0 1 => White is in check by pieces that cannot all
        # Two, and neither is along a line that the other piece has left.
        4k3/8/8/8/8/3n1n2/8/4K3 ^w - - 0 1 => White is in check by pieces that cannot all
        4k3/8/8/8/8/8/3p1p2/4K3 ^w - - 0 1 => White is in check by pieces that cannot all
        4k3/3P4/5N2/8/8/8/8/4K3 ^b - - 0 1 => Black is in check by pieces that cannot all
        # Rights without king or rook in place, of the wrong side, and twice.
        4k3/8/8/8/8/8/8/4K2R w ^Q - 0 1 => the right to castle on a1
        4k3/8/8/8/8/8/8/4K2R w ^KQ - 0 1 => the right to castle on a1
        4k3/8/8/8/8/8/8/3K3R w ^K - 0 1 => the right to castle on h1
        r3k3/8/8/8/8/8/8/4K3 b ^k - 0 1 => the right to castle on h8
        4k3/8/8/8/8/8/8/4K2r w ^K - 0 1 => the right to castle on h1
        4k3/8/8/8/8/8/8/4K2R w K^K - 0 1 => the right to castle on h1
        4k3/8/8/8/8/8/8/R3K2R w KQ^KQ - 0 1 => the right to castle on h1
        # Passed on the wrong rank for the side, without a pawn, with a piece
        # on the en passant cell or on the start.
        4k3/8/8/8/4P3/8/8/4K3 w - ^e3 0 1 => e3 is given as the en passant cell
        4k3/8/8/3pP3/8/8/8/4K3 w - ^d5 0 1 => d5 is given as the en passant cell
        4k3/8/8/4P3/8/8/8/4K3 w - ^d6 0 1 => d6 is given as the en passant cell
        4k3/8/8/3nP3/8/8/8/4K3 w - ^d6 0 1 => d6 is given as the en passant cell
        4k3/8/8/3PP3/8/8/8/4K3 w - ^d6 0 1 => d6 is given as the en passant cell
        4k3/8/3n4/3pP3/8/8/8/4K3 w - ^d6 0 1 => d6 is given as the en passant cell
        4k3/3n4/8/3pP3/8/8/8/4K3 w - ^d6 0 1 => d6 is given as the en passant cell
        # White was in check before the pawn passed, and it was Black's turn.
        4k1b1/8/8/3pP3/8/1K6/8/8 w - ^d6 0 1 => d6 is given as the en passant cell
        4k3/8/8/3pP3/8/8/8/r3K3 w - ^d6 0 1 => d6 is given as the en passant cell
        ",
    );
}

#[test]
fn double_checks_that_one_move_can_give_are_accepted() {
    // By a promoted pawn or a pawn that made way, and the piece behind it.
    for text in [
        "4k3/8/8/8/8/5n2/8/r3K3 w - - 0 1",
        "4k3/8/8/8/7b/8/8/3rK3 w - - 0 1",
    ] {
        assert_eq!(fen(text).checkers().count_ones(), 2);
    }
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn every_position_round_trips(position in chance::positions()) {
        prop_assert_eq!(position_text_round_trips(&position.to_string()), position);
    }

    #[test]
    fn damaged_text_is_refused_or_read(position in chance::positions(), seed: u64) {
        let text = damaged(&position.to_string(), "kqrbnpKQRBNP0123456789/ -wbahé+\u{0}", seed);
        position_text_is_refused_or_read::<Chess>(&text);
    }

    #[test]
    fn garbage_is_no_position(
        text in any::<String>(),
        fields in prop::array::uniform6("\\S{0,9}"),
        placement in "[kqrbnpKQRBNP1-8/]{0,40}",
    ) {
        prop_assert!(read_and_write::<Chess>(&text).is_err());
        prop_assert!(read_and_write::<Chess>(&fields.join(" ")).is_err());
        let _ = read_and_write::<Chess>(&format!("{placement} w KQkq e3 0 1"));
    }
}
