//! Rules of every board: starts, UCI moves, and refused setups.

use icochess_boards::{Chess, Icochess, OctHex146, OnBoard, Raumschach, StarTrek3d, Variant};
use icochess_rules::{Board, CellSet, Move, Piece, Position, SetupError, Side};

use crate::testing::{changed, position_text_round_trips};

/// Runs a function that is generic over [`Board`] on every board.
macro_rules! on_every_board {
    ($test:ident) => {{
        struct Test;

        impl OnBoard for Test {
            type Output = ();

            fn run<B: Board>(self) {
                $test::<B>();
            }
        }

        for variant in Variant::ALL {
            variant.on_board(Test);
        }
    }};
}

fn starts_are_open<B: Board>() {
    assert_eq!(B::STARTS[0].text, B::START);
    assert_eq!(Position::<B>::start().to_string(), B::START);
    for start in B::STARTS {
        let position = position_text_round_trips::<B>(start.text);
        assert_eq!(position.turn(), Side::White, "{}", start.name);
        assert!(!position.is_check() && position.outcome().is_none());
        assert!(Side::ALL.into_iter().all(|side| position.can_win(side)));
    }
}

#[test]
fn every_start_round_trips_and_is_open() {
    on_every_board!(starts_are_open);
}

fn uci_round_trips<B: Board>() {
    let tables = B::tables();
    for from in tables.cells() {
        for to in tables.cells() {
            let mv = Move::new(from, to);
            let text = format!("{}{}", tables.name(from), tables.name(to));
            assert_eq!(tables.uci(mv), text);
            for text in [text.to_uppercase(), text] {
                assert_eq!(tables.parse_uci(&text), Ok(mv));
            }
        }
    }
}

#[test]
fn uci_moves_between_all_cells_round_trip() {
    on_every_board!(uci_round_trips);
}

fn uci_is_refused<B: Board>(texts: &[&str]) {
    for text in [&["", "0000"], texts].concat() {
        assert!(B::tables().parse_uci(text).is_err(), "{}: {text:?}", B::ID);
    }
}

#[test]
fn wrong_uci_moves_are_refused() {
    uci_is_refused::<Chess>(&["e7e8k", "e7e8p", "e7e8qq", "e7", "e7e8=q", "e7e9"]);
    uci_is_refused::<Icochess>(&["a1", "a1b", "a1b22", "a1 b2", "u1a1", "a5a1", "éa1"]);
    uci_is_refused::<OctHex146>(&["a11", "a11b1", "a11b113", "a11 b11", "l11a11", "a12b11"]);
    uci_is_refused::<OctHex146>(&["éa1b11", "a11b11k"]);
    uci_is_refused::<Raumschach>(&["aa1", "aa1b1", "aa1bb1k", "aa1 bb1", "fa1aa1", "aa6bb1"]);
    uci_is_refused::<Raumschach>(&["éa1bb1", "aa1bb1p", "aa0bb1"]);
    uci_is_refused::<StarTrek3d>(&["a17", "b26b46k", "A@b17", "A@b17b1", "A@b17b15q", "a16b26"]);
}

fn impossible_set_ups_are_refused<B: Board>() {
    let start = Position::<B>::start();
    assert_eq!(changed::<B>(|_| {}), Ok(start));
    let numbered = changed::<B>(|setup| setup.fullmove_number = 0);
    assert_eq!(numbered, Err(SetupError::MoveNumber));
    for (cell, piece) in start.setup().pieces {
        let twice = changed::<B>(|setup| setup.pieces.push((cell, piece)));
        let name = B::tables().name(cell).to_owned();
        assert_eq!(twice, Err(SetupError::TwoPieces(name)));
    }
    let Some(role) = B::ROYAL else { return };
    let mut cells = B::tables().cells();
    let is_free = |cell: &_| start.piece_at(*cell).is_none() && !start.absent().contains(*cell);
    let free = cells.find(is_free).expect("a free cell");
    for side in Side::ALL {
        let king = Piece { side, role };
        let count = |count| {
            let name = B::ROLES[role.index()].name;
            Err(SetupError::RoyalCount { side, name, count })
        };
        let none = changed::<B>(|setup| {
            setup.pieces.retain(|(_, piece)| *piece != king);
            setup.unmoved.clear();
        });
        assert_eq!(none, count(0), "{}", B::ID);
        let two = changed::<B>(|setup| {
            setup.pieces.push((free, king));
            setup.unmoved.clear();
        });
        assert_eq!(two, count(2), "{}", B::ID);
    }
}

#[test]
fn impossible_set_ups_are_refused_on_every_board() {
    on_every_board!(impossible_set_ups_are_refused);
}
