//! Star Trek 3D chess against a slow second implementation of the rules, with board moves to any
//! pin and to adjacent pins only.
//!
//! * `slow`: the second implementation, which shares nothing with the crate.
//! * `chance`: random games and setups.
//! * `agreement`: legal moves and their consequences, compared with `slow`.
//! * `by_hand`: each rule alone, on hand-made positions.
//! * `properties`: invariants of all positions: exchanged sides, texts, game files.
//! * `set_ups`: the start positions, and invalid setups.
//! * `shape`: the boards in space, and their visible part.
//! * `stand`: the physical supports and the small boards' pins.
//! * `computer`: the computer's reports and moves.

mod agreement;
mod by_hand;
mod chance;
mod computer;
mod properties;
mod set_ups;
mod shape;
mod slow;
mod stand;

use crate::testing::{side, uci};
use icochess_boards::{StarTrek3d, StarTrek3dAdjacent};
use icochess_rules::{
    Board, Cell, CellSet, Equipment, Piece, Position, Role, Setup, SetupError, Side, rules_of,
};
use slow::{Man, State, all_pins, at, name, small};

/// Returns whether the board's rules restrict board moves to adjacent pins.
fn adjacent_only<B: Board>() -> bool {
    let id = StarTrek3dAdjacent::ID;
    assert!([StarTrek3d::ID, id].contains(&B::ID));
    B::ID == id
}

fn cell<B: Equipment>(square: slow::At) -> Cell {
    let name = name(square);
    B::tables().cell(&name).expect("a square of the board")
}

fn square<B: Equipment>(cell: Cell) -> slow::At {
    at(B::tables().name(cell))
}

fn to_slow<B: Board>(position: &Position<B>) -> State {
    let setup = position.setup();
    let man = |(cell, piece): &(Cell, Piece)| {
        let man = Man {
            white: piece.side == Side::White,
            kind: rules_of::<B>(piece.role).letter,
            unmoved: setup.unmoved.contains(cell),
        };
        (square::<B>(*cell), man)
    };
    let mut pins = all_pins();
    pins.retain(|pin| !position.absent().contains(cell::<B>(*pin)));
    State {
        men: setup.pieces.iter().map(man).collect(),
        pins: pins.into_iter().collect(),
        white_to_move: setup.turn == Side::White,
        clock: setup.halfmove_clock.into(),
        number: setup.fullmove_number.into(),
    }
}

fn to_setup<B: Board>(state: &State) -> Setup {
    let of_letter = |letter: char| {
        let role = B::ROLES.iter().position(|rules| rules.letter == letter);
        Role::new(role.expect("the letter of a role") as u8)
    };
    let pins = all_pins().into_iter();
    let free = pins.filter(|pin| !state.pins.contains(pin));
    let piece = |man: &Man| Piece {
        side: side(man.white),
        role: of_letter(man.kind),
    };
    let men = state.men.iter();
    let unmoved = men.clone().filter(|(_, man)| man.unmoved);
    Setup {
        pieces: men.map(|(at, man)| (cell::<B>(*at), piece(man))).collect(),
        absent: free.flat_map(small).map(cell::<B>).collect(),
        unmoved: unmoved.map(|(at, _)| cell::<B>(*at)).collect(),
        turn: side(state.white_to_move),
        halfmove_clock: state.clock as u16,
        fullmove_number: state.number as u16,
        ..Setup::default()
    }
}

fn of_slow<B: Board>(state: &State) -> Result<Position<B>, SetupError> {
    Position::try_from_setup(&to_setup::<B>(state))
}

/// Returns the legal moves of a position as UCI text, in order.
fn texts<B: Board>(position: &Position<B>) -> Vec<String> {
    uci(position, position.legal_moves())
}
