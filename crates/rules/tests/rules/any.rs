//! Tests of boards, positions and games whose board is known only at run time.

use icochess_boards::{Chess, Icochess, Variant};
use icochess_rules::{Cell, Move, MoveKind};

#[test]
fn a_shared_game_is_copied_before_it_changes() {
    let mut one = Variant::Chess.board().new_game();
    let other = one.clone();
    assert_eq!(one, other);
    let mv = one.position().legal_moves()[0];
    one.make_mut().play(mv).unwrap();
    assert_ne!(one, other);
    assert_eq!((one.ply(), other.ply()), (1, 0));
    assert_ne!(other, Variant::Icochess.board().new_game());
    assert!(one.on::<Chess>().is_some() && one.on::<Icochess>().is_none());
}

#[test]
fn targets_can_share_a_cell_or_a_move() {
    let text = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1";
    let game = Variant::Chess.board().read_position(text).unwrap();
    let position = game.position();
    let cell = |name| position.cell_named(name).unwrap();
    let pawn = position.targets(cell("a7"));
    assert_eq!(pawn.len(), 4);
    assert!(pawn.iter().all(|target| target.cell == cell("a8")));
    let short = Move {
        from: cell("e1"),
        to: cell("g1"),
        kind: MoveKind::Plain,
    };
    let king = position.targets(cell("e1"));
    let cells = king.iter().filter(|target| target.mv == short);
    let cells: Vec<Cell> = cells.map(|target| target.cell).collect();
    assert_eq!(cells, [cell("g1"), cell("h1")]);
}
