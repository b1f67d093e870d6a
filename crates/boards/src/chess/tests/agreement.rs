//! The crate compared with cozy-chess, and with its own slow implementations.

use std::collections::BTreeMap;

use cozy_chess::{Board as Cozy, File, GameStatus, Rank, Square};
use icochess_boards::Chess;
use icochess_rules::{
    Cell, CellSet, DrawReason, Move, MoveKind, Outcome, Role, Setup, Side, perft,
};
use proptest::prelude::*;

use crate::chess::tests::chance::{self, Flavour, KIWIPETE, of_setup, set_up};
use crate::chess::tests::{Position, fen};
use crate::testing::{
    Seen, another_order_gives_the_same_hash, cases, hashes_tell_apart, lists_agree, plain_perft,
    rebuilt, sorted, undo_and_redo_restore,
};

/// Converts a setup for cozy-chess. An en passant square is kept even if no capture is possible
/// there; the crate drops such squares.
fn cozy_of(setup: &Setup) -> Cozy {
    let text = of_setup(setup).to_string();
    let mut fields: Vec<&str> = text.split(' ').collect();
    let en_passant = setup.en_passant.map(|cell| Square::index(cell.index()));
    let en_passant = en_passant.map_or("-".into(), |square| square.to_string());
    fields[3] = &en_passant;
    let text = fields.join(" ");
    Cozy::from_fen(&text, false).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn cell(square: Square) -> Cell {
    Cell::new(square as u8)
}

/// Converts a move of cozy-chess, which castles by moving the king onto its own rook.
fn of_cozy(board: &Cozy, mv: cozy_chess::Move) -> Move {
    let mut to = mv.to;
    if board.color_on(mv.to) == Some(board.side_to_move()) {
        let file = if mv.to.file() > mv.from.file() {
            File::G
        } else {
            File::C
        };
        to = Square::new(file, mv.from.rank());
    }
    Move {
        from: cell(mv.from),
        to: cell(to),
        kind: mv.promotion.map_or(MoveKind::Plain, |piece| {
            // Both number the orthodox roles from pawn to king.
            MoveKind::Promotion(Role::new(piece as u8))
        }),
    }
}

/// Returns the legal moves of cozy-chess, converted and sorted.
fn cozy_moves(board: &Cozy) -> BTreeMap<Move, cozy_chess::Move> {
    let mut moves = BTreeMap::new();
    board.generate_moves(|some| {
        moves.extend(some.into_iter().map(|mv| (of_cozy(board, mv), mv)));
        false
    });
    moves
}

/// Returns cozy-chess's FEN with the crate's fourth field: an en passant square only if it allows a
/// legal capture. cozy-chess caps the fifth field at 100.
fn cozy_text(board: &Cozy) -> String {
    let en_passant = board
        .en_passant()
        .map(|file| Square::new(file, Rank::Sixth.relative_to(board.side_to_move())));
    let taken = en_passant.filter(|en_passant| {
        cozy_moves(board).values().any(|mv| {
            mv.to == *en_passant && board.piece_on(mv.from) == Some(cozy_chess::Piece::Pawn)
        })
    });
    let text = board.to_string();
    let mut fields: Vec<&str> = text.split(' ').collect();
    let en_passant = taken.map_or("-".into(), |square| square.to_string());
    fields[3] = &en_passant;
    fields.join(" ")
}

/// Compares everything that both libraries report about a position.
fn compare(position: &Position, cozy: &Cozy) {
    let legal: Vec<Move> = cozy_moves(cozy).into_keys().collect();
    assert_eq!(sorted(position.legal_moves()), legal, "{position}");
    lists_agree(position);
    assert_eq!(position.checkers(), cozy.checkers().0, "{position}");
    assert_eq!(position.is_check(), cozy.checkers().0 != 0, "{position}");
    let end = match position.outcome() {
        Some(Outcome::Checkmate { winner }) => {
            assert_eq!(winner, !position.turn());
            GameStatus::Won
        }
        Some(Outcome::Draw(DrawReason::Stalemate)) => GameStatus::Drawn,
        _ => GameStatus::Ongoing,
    };
    if cozy.halfmove_clock() < 100 {
        assert_eq!(end, cozy.status(), "{position}");
        assert_eq!(position.to_string(), cozy_text(cozy));
    }
    assert_eq!(rebuilt(position), *position, "{position}");
}

/// Checks the legality of the move between every pair of squares.
fn compare_every_pair(position: &Position, cozy: &Cozy) {
    let legal = cozy_moves(cozy);
    for from in (0..64).map(Cell::new) {
        let targets = position.legal_targets(from);
        for to in (0..64).map(Cell::new) {
            let plain = Move::new(from, to);
            let promotions =
                [Role::PAWN, Role::QUEEN, Role::KNIGHT, Role::KING].map(MoveKind::Promotion);
            let mut any = false;
            for kind in promotions.into_iter().chain([MoveKind::Plain]) {
                let mv = Move { kind, ..plain };
                let is_legal = legal.contains_key(&mv);
                assert_eq!(position.is_legal(mv), is_legal, "{mv:?} in {position}");
                match position.play(mv) {
                    Ok(next) => assert_eq!(next, position.play_unchecked(mv)),
                    Err(refused) => assert_eq!(Some(refused.reason), position.why_illegal(mv)),
                }
                any |= is_legal;
            }
            assert_eq!(targets.contains(to), any, "{plain:?} in {position}");
        }
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn random_games_agree_at_every_ply((start, moves) in chance::games(200)) {
        let mut position = start;
        let mut cozy = Cozy::from_fen(&start.to_string(), false).unwrap();
        compare(&position, &cozy);
        for mv in moves {
            cozy.play_unchecked(cozy_moves(&cozy)[&mv]);
            position = position.play_unchecked(mv);
            compare(&position, &cozy);
        }
    }

    #[test]
    fn legality_of_every_pair_of_squares_agrees(setup in chance::set_ups()) {
        compare_every_pair(&of_setup(&setup), &cozy_of(&setup));
    }

    #[test]
    fn undo_and_redo_restore_every_position((start, moves) in chance::games(80)) {
        undo_and_redo_restore(&start, &moves);
    }
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn random_set_ups_and_their_children_agree(setup in chance::set_ups()) {
        let (position, cozy) = (of_setup(&setup), cozy_of(&setup));
        compare(&position, &cozy);
        let moves = cozy_moves(&cozy);
        position.each_child(|mv, child| {
            assert_eq!(child, &position.play_unchecked(mv));
            let mut after = cozy.clone();
            after.play_unchecked(moves[&mv]);
            compare(child, &after);
        });
    }

    #[test]
    fn perft_of_two_plies_is_the_sum_of_the_replies(position in chance::positions()) {
        prop_assert_eq!(perft(&position, 2), plain_perft(&position, 2), "{}", position);
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn perft_of_three_plies_is_the_sum_of_the_replies(setup in chance::set_ups()) {
        let position = of_setup(&setup);
        prop_assert_eq!(perft(&position, 3), plain_perft(&position, 3), "{}", position);
    }
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn moves_in_another_order_give_the_same_hash(position in chance::positions(), seed: u64) {
        another_order_gives_the_same_hash(&position, seed);
    }

    #[test]
    fn hash_covers_rights_turn_and_en_passant_but_not_counters(
        setup in chance::set_ups(),
    ) {
        let position = of_setup(&setup);
        let setup = position.setup();
        let same = |change: &dyn Fn(&mut Setup)| {
            let mut changed = setup.clone();
            change(&mut changed);
            let changed = Position::try_from_setup(&changed).ok()?;
            let same_hash = changed.hash() == position.hash();
            assert_eq!(changed.repeats(&position), same_hash, "{position} {changed}");
            Some(same_hash)
        };
        let counters = same(&|s| (s.halfmove_clock, s.fullmove_number) = (s.halfmove_clock + 1, s.fullmove_number + 1));
        prop_assert_eq!(counters, Some(true));
        prop_assert_ne!(same(&|s| (s.turn, s.en_passant) = (!s.turn, None)), Some(true));
        for right in 0..setup.unmoved.len() {
            let lost = same(&|s| {
                s.unmoved.remove(right);
            });
            prop_assert_eq!(lost, Some(false));
        }
        if setup.en_passant.is_some() {
            prop_assert_eq!(same(&|s| s.en_passant = None), Some(false));
        }
    }
}

#[test]
fn positions_with_different_texts_have_different_hashes() {
    let (leaves, _) = hashes_tell_apart(&fen(KIWIPETE));
    assert_eq!(leaves, 97_862);
}

#[test]
fn random_set_ups_meet_what_is_rare() {
    let mut seen = Seen::default();
    let mut record = |case, happened| seen.record(case, happened);
    for (flavour, seed) in Flavour::ALL
        .iter()
        .flat_map(|f| (0..400).map(move |s| (f, s)))
    {
        let setup = set_up(seed, *flavour);
        let position = of_setup(&setup);
        let legal = position.legal_moves();
        let in_check = position.is_check();
        let has = |test: &dyn Fn(Move) -> bool| legal.iter().any(|mv| test(*mv));
        record("mate", in_check && legal.is_empty());
        record("stalemate", !in_check && legal.is_empty());
        record("double check", position.checkers().len() == 2);
        for castling in ["O-O", "O-O-O"] {
            let done = has(&|mv| position.castling(mv).is_some_and(|c| c.text == castling));
            record(castling, done);
        }
        let home = position.royal(position.turn());
        let rights = setup
            .unmoved
            .iter()
            .any(|c| position.by_side(position.turn()).contains(*c));
        let castles = has(&|mv| position.castling(mv).is_some());
        record("castling only out of check", rights && in_check);
        let forbidden = ["e1g1", "e1c1", "e8g8", "e8c8"].iter().any(|text| {
            let mv = crate::chess::tests::mv(text);
            let between = position
                .castling(mv)
                .is_some_and(|c| position.occupied().and(c.empty).is_empty());
            home == Some(mv.from) && between && !position.is_legal(mv)
        });
        record("castling into or through check", forbidden && !in_check);
        record(
            "castling with pieces between",
            rights && !castles && !forbidden,
        );

        record("taken en passant", position.en_passant().is_some());
        record(
            "taken en passant out of check",
            position.en_passant().is_some() && in_check,
        );
        let beside = setup.en_passant.is_some_and(|en_passant| {
            let tables = <Chess as icochess_rules::Equipment>::tables();
            let pawns = position.pieces(position.turn(), Role::PAWN);
            let takes = if position.turn() == Side::White { 2 } else { 3 };
            !tables.leaps_to(takes, en_passant).and(pawns).is_empty()
        });
        record(
            "en passant, but pinned",
            beside && position.en_passant().is_none(),
        );
        record("promotion", has(&|mv| mv.promotion().is_some()));
        record(
            "promotion by capture",
            has(&|mv| mv.promotion().is_some() && position.captured_cell(mv).is_some()),
        );
        let pinned = position.by_side(position.turn()).cells().any(|from| {
            Some(from) != home
                && position.legal_targets(from).is_empty()
                && !position
                    .attacks_from(from, position.piece_at(from).unwrap())
                    .without(position.occupied())
                    .is_empty()
        });
        record("pinned", pinned && !in_check);
    }
    seen.each_at_least(10);
}
