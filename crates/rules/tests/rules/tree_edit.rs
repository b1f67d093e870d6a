//! Tests of reordering and deleting variations.

use icochess_boards::Chess;
use icochess_rules::{pgn, san, *};

/// Returns 1. e4 e5 (1... c5 2. Nf3 (2. c3) 2... d6) 2. f4, at its start.
fn tree() -> GameTree<Chess> {
    let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3) 2... d6) 2. f4 *";
    let mut tree = pgn::parse::<Chess>(text).unwrap().tree;
    tree.go_to_ply(0);
    tree
}

fn find(tree: &GameTree<Chess>, moves: &[&str]) -> NodeId {
    moves.iter().fold(NodeId::ROOT, |at, text| {
        let mv = san::parse(tree.node(at).position(), text).unwrap();
        let mut children = tree.node(at).children().iter();
        *children
            .find(|id| tree.node(**id).mv() == Some(mv))
            .unwrap()
    })
}

fn text(tree: &GameTree<Chess>) -> String {
    let text = pgn::write(&pgn::Game::new(tree.clone()));
    text.lines().last().unwrap().to_owned()
}

#[test]
fn variation_is_promoted_step_by_step() {
    let mut tree = tree();
    let node = find(&tree, &["e4", "c5", "c3"]);
    let whole = tree.size();
    assert!(tree.promote(node));
    let once = "1. e4 e5 (1... c5 2. c3 (2. Nf3 d6)) 2. f4 *";
    assert_eq!(text(&tree), once);
    assert!(tree.promote(node));
    let twice = "1. e4 c5 (1... e5 2. f4) 2. c3 (2. Nf3 d6) *";
    assert_eq!(text(&tree), twice);
    assert!(!tree.promote(node) && !tree.promote(NodeId::ROOT));
    assert_eq!(tree.size(), whole);
}

#[test]
fn path_to_a_node_becomes_the_main_line_at_once() {
    let mut tree = tree();
    let node = find(&tree, &["e4", "c5", "c3"]);
    tree.go_to(node);
    assert!(!tree.is_in_main_line());
    tree.make_main(node);
    assert!(tree.is_in_main_line());
    assert_eq!(text(&tree), "1. e4 c5 (1... e5 2. f4) 2. c3 (2. Nf3 d6) *");
}

#[test]
fn main_line_is_written_while_a_variation_is_current() {
    let mut tree = tree();
    let node = find(&tree, &["e4", "c5", "Nf3", "d6"]);
    tree.go_to(node);
    tree.go_to_ply(1);
    assert_eq!((tree.line().len(), tree.is_in_main_line()), (4, true));
    let written = pgn::write(&pgn::Game::new(tree.clone()));
    assert!(written.contains("[PlyCount \"3\"]"), "{written}");
    let read = pgn::parse::<Chess>(&written).unwrap().tree;
    assert_ne!(read, tree);
    tree.follow_main();
    assert_eq!(read, tree);
}

#[test]
fn deletion_moves_back_to_the_position_before() {
    let mut tree = tree();
    let [knight, last] =
        [&["e4", "c5", "Nf3"][..], &["e4", "c5", "Nf3", "d6"]].map(|moves| find(&tree, moves));
    tree.go_to(last);
    let size = tree.size();
    assert!(tree.delete(knight));
    assert_eq!(tree.size(), size - 2);
    assert_eq!(tree.current(), find(&tree, &["e4", "c5"]));
    // The line continues with the move that is now first.
    assert_eq!(tree.path().last(), Some(&find(&tree, &["e4", "c5", "c3"])));
    assert_eq!(tree.line().len() + 1, tree.path().len());
    assert!(!tree.contains(knight) && !tree.contains(last));
    assert!(!tree.delete(last) && !tree.delete(knight) && !tree.delete(NodeId::ROOT));
    let read = pgn::parse::<Chess>("1. e4 e5 (1... c5 2. c3) 2. f4 *").unwrap();
    let mut same = read.tree;
    same.go_to(find(&same, &["e4", "c5"]));
    assert_eq!(tree, same);
}
