//! Tests of the effects of moves on pieces.

use icochess_boards::{Chess, Icochess};
use icochess_rules::{Equipment, *};

fn pieces<B: Board>(position: &Position<B>) -> Vec<Option<Piece>> {
    let cells = B::tables().cells();
    cells.map(|cell| position.piece_at(cell)).collect()
}

fn apply(pieces: &mut [Option<Piece>], effects: &[Effect]) {
    for effect in effects {
        match effect {
            Effect::Taken { piece, cell } => {
                assert_eq!(pieces[cell.index()].take(), Some(*piece));
            }
            Effect::Moved { piece, path } => {
                assert_eq!(pieces[path[0].index()].take(), Some(*piece));
                let end = path[path.len() - 1];
                assert_eq!(pieces[end.index()].replace(*piece), None);
            }
            Effect::Placed { piece, cell } => {
                assert_eq!(pieces[cell.index()].replace(*piece), None);
            }
            Effect::Became { from, to, cell } => {
                assert_eq!(pieces[cell.index()].replace(*to), Some(*from));
            }
            Effect::Carried { from, to } => {
                for (from, to) in from.iter().zip(to) {
                    let piece = pieces[from.index()].take();
                    assert_eq!(std::mem::replace(&mut pieces[to.index()], piece), None);
                }
            }
        }
    }
}

/// Tests every move of a position, recursively to a depth.
fn check<B: Board>(position: &Position<B>, depth: u32) {
    let before = pieces(position);
    for mv in position.legal_moves() {
        let next = position.play_unchecked(mv);
        let effects = position.effects(mv);
        let mut now = before.clone();
        apply(&mut now, &effects);
        assert_eq!(now, pieces(&next), "{position} {}", B::tables().uci(mv));
        apply(&mut now, &undone(&effects));
        assert_eq!(now, before, "{position} {}", B::tables().uci(mv));
        if depth > 1 {
            check(&next, depth - 1);
        }
    }
}

#[test]
fn effects_and_their_inverses_match_the_moves() {
    check(&Position::<Icochess>::start(), 2);
    for text in [
        // "Kiwipete", and positions with promotions and en passant.
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ] {
        check(&text.parse::<Position<Chess>>().unwrap(), 3);
    }
}

#[test]
fn empty_cell_has_no_effects() {
    let start = Position::<Chess>::start();
    let e4 = Chess::tables().cell("e4").unwrap();
    assert!(start.effects(Move::new(e4, Cell::new(0))).is_empty());
}
