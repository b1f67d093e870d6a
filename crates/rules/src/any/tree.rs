//! Games on any board as trees of variations.

use super::position::AnyPosition;
use crate::game::annotation::Annotation;
use crate::game::material::Material;
use crate::game::tree::NodeId;
use crate::notation::move_rows::{MoveRow, move_rows};
use crate::pgn;
use crate::position::board::Board;
use crate::position::legality::IllegalMove;
use crate::position::moves::Move;
use crate::position::outcome::Outcome;

/// The tree of a recorded game on some board: a [`GameTree`] for code that doesn't know the board.
///
/// Methods panic if a node isn't [contained](AnyTree::contains) in this tree but belongs to a
/// larger one.
///
/// [`GameTree`]: crate::GameTree
pub trait AnyTree {
    /// Returns the node of the current position.
    fn current(&self) -> NodeId;
    /// Returns the nodes of the line from the start, including undone moves.
    fn path(&self) -> &[NodeId];
    /// Returns whether the node belongs to this game and hasn't been deleted.
    fn contains(&self, id: NodeId) -> bool;
    /// Returns the node before a move; `None` at the start.
    fn parent(&self, id: NodeId) -> Option<NodeId>;
    /// Returns the moves from a node: the main continuation, then its variations.
    fn children(&self, id: NodeId) -> &[NodeId];
    /// Returns the move that led to a node; `None` at the start.
    fn move_to(&self, id: NodeId) -> Option<Move>;
    /// Returns the position at a node.
    fn position_of(&self, id: NodeId) -> &dyn AnyPosition;
    /// Returns the annotation of a node.
    fn annotation(&self, id: NodeId) -> &Annotation;
    /// Returns the outcome by the current position and its history, ignoring declared ends.
    fn outcome_here(&self) -> Option<Outcome>;

    /// Adds a move as the last variation of a node, without playing it: see
    /// [`GameTree::add_variation`](crate::GameTree::add_variation).
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if it is not legal; the game doesn't change.
    fn add_variation(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, IllegalMove>;
    /// Goes to a node: see [`GameTree::go_to`](crate::GameTree::go_to).
    fn go_to(&mut self, id: NodeId);
    /// Makes the line continue from the current position with the main continuations.
    fn follow_main(&mut self);
    /// Returns the annotation of a node, mutably.
    fn annotation_mut(&mut self, id: NodeId) -> &mut Annotation;
    /// Moves a variation towards the main line: see
    /// [`GameTree::promote`](crate::GameTree::promote).
    fn promote(&mut self, id: NodeId) -> bool;
    /// Makes the path to a node part of the main line.
    fn make_main(&mut self, id: NodeId);
    /// Deletes a move and everything after it: see [`GameTree::delete`](crate::GameTree::delete).
    fn delete(&mut self, id: NodeId) -> bool;

    /// Returns the rows of the move list.
    fn move_rows(&self) -> Vec<MoveRow>;
    /// Returns the captured pieces and the material balance at the current position.
    fn material(&self) -> Material;
}

impl<B: Board> AnyTree for pgn::Game<B> {
    fn current(&self) -> NodeId {
        self.tree.current()
    }

    fn path(&self) -> &[NodeId] {
        self.tree.path()
    }

    fn contains(&self, id: NodeId) -> bool {
        self.tree.contains(id)
    }

    fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.tree.node(id).parent()
    }

    fn children(&self, id: NodeId) -> &[NodeId] {
        self.tree.node(id).children()
    }

    fn move_to(&self, id: NodeId) -> Option<Move> {
        self.tree.node(id).mv()
    }

    fn position_of(&self, id: NodeId) -> &dyn AnyPosition {
        self.tree.node(id).position()
    }

    fn annotation(&self, id: NodeId) -> &Annotation {
        &self.tree.node(id).annotation
    }

    fn outcome_here(&self) -> Option<Outcome> {
        self.tree.outcome()
    }

    fn add_variation(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        self.tree.add_variation(parent, mv)
    }

    fn go_to(&mut self, id: NodeId) {
        self.tree.go_to(id);
    }

    fn follow_main(&mut self) {
        self.tree.follow_main();
    }

    fn annotation_mut(&mut self, id: NodeId) -> &mut Annotation {
        self.tree.annotation_mut(id)
    }

    fn promote(&mut self, id: NodeId) -> bool {
        self.tree.promote(id)
    }

    fn make_main(&mut self, id: NodeId) {
        self.tree.make_main(id);
    }

    fn delete(&mut self, id: NodeId) -> bool {
        self.tree.delete(id)
    }

    fn move_rows(&self) -> Vec<MoveRow> {
        move_rows(&self.tree)
    }

    fn material(&self) -> Material {
        Material::of(self.tree.start(), self.tree.position())
    }
}
