//! Changing the order of variations, and taking them out.

use crate::game::tree::{GameTree, NodeId};
use crate::position::board::Board;

impl<B: Board> GameTree<B> {
    /// Whether the node belongs to this tree and was not deleted.
    ///
    /// ```
    /// use icochess_boards::Chess;
    /// use icochess_rules::{Equipment, GameTree, NodeId};
    ///
    /// let mut game = GameTree::<Chess>::default();
    /// let mv = Chess::tables().parse_uci("e2e4")?;
    /// game.play(mv).map_err(|illegal| illegal.reason)?;
    /// let node = game.current();
    /// assert!(game.contains(node));
    /// assert!(game.delete(node));
    /// assert!(!game.contains(node) && game.contains(NodeId::ROOT));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contains(&self, id: NodeId) -> bool {
        let mut at = id;
        while at != Self::ROOT {
            match self.nodes.get(at.0).and_then(|node| node.parent) {
                Some(parent) => at = parent,
                None => return false,
            }
        }
        true
    }

    /// Puts the variation that a node is part of before the others, where it leaves
    /// a line that comes before it: one step towards the main line. `false` if there
    /// is none, as the node is of the main line.
    ///
    /// # Panics
    ///
    /// As [`GameTree::node`].
    pub fn promote(&mut self, id: NodeId) -> bool {
        let mut at = id;
        loop {
            if self.put_first(at) {
                return true;
            }
            match self.node(at).parent {
                Some(parent) => at = parent,
                None => return false,
            }
        }
    }

    /// Makes the way to a node part of the main line.
    ///
    /// # Panics
    ///
    /// As [`GameTree::node`].
    pub fn make_main(&mut self, id: NodeId) {
        let mut at = Some(id);
        while let Some(id) = at {
            self.put_first(id);
            at = self.node(id).parent;
        }
    }

    /// Lets the line go on from the present position by the main continuations.
    pub fn follow_main(&mut self) {
        self.path.truncate(self.ply + 1);
        self.moves.truncate(self.ply);
        self.extend();
    }

    /// Takes a move out with all that follows it. Who stood there stands before it
    /// then. `false` for the start, which stays, and for what is out already.
    pub fn delete(&mut self, id: NodeId) -> bool {
        if !self.contains(id) {
            return false;
        }
        let Some(parent) = self.nodes[id.0].parent.take() else {
            return false;
        };
        self.nodes[parent.0].children.retain(|child| *child != id);
        let mut subtree = vec![id];
        while let Some(id) = subtree.pop() {
            self.removed += 1;
            subtree.extend_from_slice(&self.nodes[id.0].children);
        }
        if let Some(place) = self.path.iter().position(|on_line| *on_line == id) {
            self.path.truncate(place);
            self.moves.truncate(place - 1);
            self.ply = self.ply.min(place - 1);
            self.extend();
        }
        true
    }
}
