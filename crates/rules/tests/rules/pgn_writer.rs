//! Tests of the size estimates of the PGN writer.

use icochess_boards::Chess;
use icochess_rules::GameTree;
use icochess_rules::pgn::{Game, write};

#[test]
fn no_ply_takes_more_bytes_than_estimated() {
    // One of several queens captures, each in a numbered variation.
    let start = "k7/8/1q1q4/2R5/1q1q4/8/8/7K b - - 0 65000";
    let mut game = Game::<Chess>::new(GameTree::new(start.parse().unwrap()));
    let (most, empty) = (game.max_bytes(), write(&game).len());
    let captures = |tree: &GameTree<Chess>| {
        let is_capture = |mv: &icochess_rules::Move| tree.position().piece_at(mv.to).is_some();
        let moves = tree.position().legal_moves();
        moves.into_iter().filter(is_capture).collect::<Vec<_>>()
    };
    for mv in captures(&game.tree) {
        game.tree.play(mv).unwrap();
        game.tree.undo();
    }
    let (text, plies) = (write(&game), game.tree.size());
    assert!(text.contains("(65000... Qb6xc5)") && plies == 4, "{plies}");
    let written = text.len() - empty;
    assert!(game.max_bytes() < most, "too little is reckoned");
    assert!(most - game.max_bytes() < written, "too much is reckoned");
}
