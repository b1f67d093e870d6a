//! Bulk perft, which counts the last ply as set sizes, compared with playing and counting every
//! move.

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

/// Returns a position with a White king and `pieces` random rooks and pawns. Black's king is behind
/// its three pawns, and Black is to move.
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
    // Retry if a Black pawn gives check on Black's turn.
    Position::try_from_setup(&setup).unwrap_or_else(|_| crowd(pieces, rng))
}

/// Crowded boards have the most pins and blocked pieces.
#[test]
fn perft_agrees_on_crowded_boards() {
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
fn positions_store_only_data_of_their_board() {
    // Boards without reserve or missing cells pay no bytes for them.
    assert_eq!(size_of::<icochess_rules::Position<Chess>>(), 120);
    assert_eq!(size_of::<icochess_rules::Position<Icochess>>(), 224);
}
