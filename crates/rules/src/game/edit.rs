//! Reorders and deletes variations.

use crate::game::tree::{GameTree, NodeId};
use crate::position::board::Board;

impl<B: Board> GameTree<B> {
    /// Returns whether the node belongs to this tree and hasn't been deleted.
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

    /// Moves the variation with this node one step towards the main line, at its last branch.
    /// Returns `false` if the node is already in the main line.
    ///
    /// # Panics
    ///
    /// See [`GameTree::node`].
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

    /// Makes the path to a node part of the main line.
    ///
    /// # Panics
    ///
    /// See [`GameTree::node`].
    pub fn make_main(&mut self, id: NodeId) {
        let mut at = Some(id);
        while let Some(id) = at {
            self.put_first(id);
            at = self.node(id).parent;
        }
    }

    /// Makes the line continue from the current position with the main continuations.
    pub fn follow_main(&mut self) {
        self.path.truncate(self.ply + 1);
        self.moves.truncate(self.ply);
        self.extend();
    }

    /// Deletes a move and everything after it. If the current position is deleted, the position
    /// before the move becomes current. Returns `false` for the root and for deleted nodes.
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
