//! Perft counts the last ply as sizes of sets, without playing it: against
//! playing and counting every move.

use icochess_boards::{Chess, Icochess};
use icochess_rules::{Piece, Role, Setup, Side, perft};
use proptest::prelude::*;

use crate::icochess::tests::chance;
use crate::icochess::tests::slow::{SOLID, TILES};
use crate::icochess::tests::{Position, cell, of_slow};
use crate::testing::{Rng, cases, plain_perft};

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn two_plies_are_the_sum_of_the_replies(slow in chance::positions()) {
        let position = of_slow(&slow);
        prop_assert_eq!(perft(&position, 2), plain_perft(&position, 2), "{}", position);
    }
}

proptest! {
    #![proptest_config(cases(8))]

    #[test]
    fn three_plies_are_the_sum_of_the_replies(slow in chance::positions()) {
        let position = of_slow(&slow);
        prop_assert_eq!(perft(&position, 3), plain_perft(&position, 3), "{}", position);
    }
}

/// White with a king and so many rooks and pawns, Black to move with a king
/// behind its three pawns.
fn crowd(pieces: usize, rng: &mut Rng) -> Position {
    let king = rng.below(TILES);
    let guard = &SOLID.edges[king];
    let mut free: Vec<usize> = (0..TILES)
        .filter(|tile| *tile != king && !guard.contains(tile))
        .collect();
    let mut men = vec![(king, Side::Black, Role::KING)];
    men.extend(guard.iter().map(|&tile| (tile, Side::Black, Role::PAWN)));
    for n in 0..=pieces {
        let tile = free.swap_remove(rng.below(free.len()));
        let role = match n {
            0 => Role::KING,
            _ => rng.pick(&[Role::PAWN, Role::PAWN, Role::ROOK]),
        };
        men.push((tile, Side::White, role));
    }
    let mut setup = Setup {
        pieces: vec![],
        turn: Side::Black,
        ..Setup::default()
    };
    for (tile, side, role) in men {
        setup.pieces.push((cell(tile), Piece { side, role }));
        if role == Role::PAWN && rng.one_in(2) {
            setup.unmoved.push(cell(tile));
        }
    }
    // A pawn of Black may give check, though it is Black's turn.
    Position::try_from_setup(&setup).unwrap_or_else(|_| crowd(pieces, rng))
}

/// Most pins and hindered pieces there can be.
#[test]
fn crowded_boards_are_counted_too() {
    let rng = &mut Rng::new(1);
    for pieces in [20, 63, 64, 65, 72] {
        let mut moves = 0;
        for _ in 0..20 {
            let position = crowd(pieces, rng);
            moves += position.count_moves();
            for depth in [2, 3] {
                let count = plain_perft(&position, depth);
                assert_eq!(perft(&position, depth), count, "{position}");
            }
        }
        assert!(moves > 20, "Black can hardly move: {moves}");
    }
}

#[test]
fn a_position_has_no_room_for_what_its_board_does_not_know() {
    // Neither a reserve nor missing cells: as many bytes as before there were such.
    assert_eq!(size_of::<icochess_rules::Position<Chess>>(), 120);
    assert_eq!(size_of::<icochess_rules::Position<Icochess>>(), 224);
}
