//! The start positions, and invalid setups.

use icochess_boards::{StarTrek3d, StarTrek3dAdjacent};
use icochess_rules::{Board, Position, SetupError, Side, perft};

use crate::startrek3d::tests::slow::{State, at};
use crate::startrek3d::tests::{adjacent_only, cell, of_slow, to_setup, to_slow};

const PINS: &str = "b17 e17 b35 b63 b81 e81";

fn starts_are_fair<B: Board>() {
    for start in B::STARTS {
        let position: Position<B> = start.text.parse().unwrap();
        let state = to_slow(&position);
        // Black's position mirrors White's, except that five boards can't be symmetric.
        if start.name == "standard-5" {
            let mut alike = state.clone();
            assert!(alike.pins.remove(&at("b63")));
            assert_eq!(alike.exchanged().turned(), alike);
        } else {
            assert_eq!(state.exchanged().turned(), state, "{}", start.name);
        }
        assert_eq!(state.men.len(), 32);
        let unmoved = state.men.values().filter(|man| man.unmoved);
        assert_eq!(unmoved.count(), 16);
    }
}

#[test]
fn both_sides_have_equal_starts() {
    starts_are_fair::<StarTrek3d>();
    starts_are_fair::<StarTrek3dAdjacent>();
    assert_eq!(StarTrek3d::START, StarTrek3dAdjacent::START);
}

#[test]
fn smaller_starts_lack_only_free_hanging_boards() {
    let start = |name: &str| {
        let mut all = StarTrek3d::STARTS.iter();
        let found = all.find(|start| start.name == name);
        let position: Position<StarTrek3d> = found.unwrap().text.parse().unwrap();
        to_slow(&position)
    };
    for (few, six, without, squares) in [
        ("standard-4", "standard", "b35 b63", 64),
        ("poster-4", "poster", "b35 b63", 64),
        ("standard-5", "standard", "b35", 68),
    ] {
        let mut expected = start(six);
        for pin in without.split(' ') {
            assert!(expected.pins.remove(&at(pin)), "{pin}");
        }
        assert_eq!(start(few), expected);
        assert_eq!(expected.squares().len(), squares);
    }
}

#[test]
fn impossible_set_ups_are_refused_with_the_reason() {
    let why = |state: &State| of_slow::<StarTrek3d>(state).unwrap_err();
    let on = |pins: &str, men: &str| why(&State::empty(pins).with(men));
    let kings = "Ke07 ke91";
    let (minimum, maximum) = (4, 6);
    let parts = |found| SetupError::PartCount {
        found,
        minimum,
        maximum,
    };
    assert_eq!(on("b17 e17 e81", kings), parts(3));
    assert_eq!(on("b17 e17 b35 b33 b63 b81 e81", kings), parts(7));
    for pins in ["b17 e17 b35 e81", "b17 e17 b35 b63 e81"] {
        assert!(of_slow::<StarTrek3d>(&State::empty(pins).with(kings)).is_ok());
    }
    let message = "7 parts of the board are attached, expected 4 to 6";
    assert_eq!(parts(7).to_string(), message);
    for (pawn, square) in [
        ("P", "c82"),
        ("P", "a91"),
        ("F", "c72"),
        ("F", "c82"),
        ("p", "c16"),
        ("p", "a07"),
        ("f", "c26"),
        ("f", "b17"),
    ] {
        let message = on(PINS, &format!("{kings} {pawn}{square}")).to_string();
        assert_eq!(
            message,
            format!("a pawn stands on {square}, where it cannot get")
        );
    }
    for (pawn, square) in [("P", "c72"), ("F", "c62"), ("p", "c26"), ("f", "c36")] {
        let state = State::empty(PINS).with(&format!("{kings} {pawn}{square}"));
        assert!(of_slow::<StarTrek3d>(&state).is_ok(), "{pawn}{square}");
    }
    let waiting = SetupError::WaitingSideInCheck(Side::Black);
    assert_eq!(on(PINS, "Ke07 ke91 Re81"), waiting);
    assert_eq!(
        on(PINS, "Ke07 ke91 Nb16*"),
        SetupError::NotUnmoved("b16".into())
    );
}

#[test]
fn men_off_the_board_and_partial_boards_are_refused() {
    let mut setup = to_setup::<StarTrek3d>(&State::empty(PINS).with("Ke07 ke91"));
    let beside = cell::<StarTrek3d>(at("b33"));
    setup.pieces[0].0 = beside;
    let refused = Position::<StarTrek3d>::try_from_setup(&setup);
    assert_eq!(refused, Err(SetupError::InvalidAbsent("b33".into())));
    let mut setup = to_setup::<StarTrek3d>(&State::empty(PINS).with("Ke07 ke91"));
    setup.absent.retain(|absent| *absent != beside);
    let refused = Position::<StarTrek3d>::try_from_setup(&setup).unwrap_err();
    assert!(matches!(refused, SetupError::InvalidAbsent(_)), "{refused}");
}

/// `agreement` also checks these counts with the slow rules.
#[test]
fn perft_of_the_other_starts() {
    fn agrees<B: Board>() {
        for start in B::STARTS {
            let position: Position<B> = start.text.parse().unwrap();
            let state = to_slow(&position);
            for depth in [1, 2] {
                let slow = state.perft(adjacent_only::<B>(), depth);
                assert_eq!(perft(&position, depth), slow, "{}", start.name);
            }
        }
    }
    agrees::<StarTrek3d>();
    agrees::<StarTrek3dAdjacent>();
}
