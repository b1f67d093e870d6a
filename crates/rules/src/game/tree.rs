//! A game with undo, redo and variations.

use super::annotation::Annotation;
use crate::position::board::Board;
use crate::position::legality::{IllegalMove, IllegalReason};
use crate::position::moves::Move;
use crate::position::state::Position;

/// The moves of a game and its variations as a tree of positions.
///
/// The **line** is the path through the tree that is being played. Undone moves form its end and
/// can be redone. A new move in place of an undone one becomes the main continuation; the undone
/// moves remain as a variation.
///
/// ```
/// use icochess_boards::Chess;
/// use icochess_rules::{GameTree, san};
///
/// let mut game = GameTree::<Chess>::default();
/// for text in ["e4", "e5"] {
///     let mv = san::parse(game.position(), text)?;
///     game.play(mv).map_err(|illegal| illegal.reason)?;
/// }
/// game.undo();
/// game.play(san::parse(game.position(), "c5")?).map_err(|illegal| illegal.reason)?;
///
/// let replies = game.node(game.path()[1]).children();
/// let texts = replies.iter().map(|&reply| game.node(reply).mv().map(|mv| game.position().uci(mv)));
/// assert_eq!(texts.flatten().collect::<Vec<_>>(), ["c7c5", "e7e5"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`undo`](Self::undo) and [`redo`](Self::redo) step along the line,
/// [`go_to_ply`](Self::go_to_ply) jumps on it, and [`go_to`](Self::go_to) leaves it:
///
/// ```
/// use icochess_boards::Chess;
/// use icochess_rules::{Equipment, GameTree};
///
/// let mut game = GameTree::<Chess>::default();
/// let mv = |text| Chess::tables().parse_uci(text);
/// for text in ["e2e4", "e7e5", "g1f3"] {
///     game.play(mv(text)?).map_err(|illegal| illegal.reason)?;
/// }
/// assert_eq!(game.undo(), Some(mv("g1f3")?));
/// assert_eq!((game.ply(), game.line().len()), (2, 3));
/// assert_eq!(game.redo(), Some(mv("g1f3")?));
/// assert_eq!(game.redo(), None);
///
/// assert_eq!(game.go_to_ply(1), 1);
/// let reply = game.add_variation(game.current(), mv("c7c5")?);
/// game.go_to(reply.map_err(|illegal| illegal.reason)?);
/// assert_eq!(game.played(), [mv("e2e4")?, mv("c7c5")?]);
/// assert!(!game.is_in_main_line());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Game trees are equal if their moves, lines and current positions are. The order of entry doesn't
/// matter.
#[derive(Clone, Debug)]
pub struct GameTree<B: Board> {
    /// Nodes of the tree; the first is the root.
    pub(crate) nodes: Vec<Node<B>>,
    /// The line, including undone moves: a path from the root to a leaf.
    pub(crate) path: Vec<NodeId>,
    /// Moves of the line: `moves[n]` leads to `path[n + 1]`.
    pub(crate) moves: Vec<Move>,
    /// Plies played; the rest of the line is undone.
    pub(crate) ply: usize,
    /// Number of deleted nodes. They stay in `nodes`, so that the other ids remain valid.
    pub(crate) removed: usize,
}

/// The id of a node in a [`GameTree`] and its clones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) usize);

impl NodeId {
    /// Root of every game.
    pub const ROOT: Self = Self(0);
}

/// A position of a game and the move that led to it.
#[derive(Clone, Debug)]
pub struct Node<B: Board> {
    pub(crate) parent: Option<NodeId>,
    mv: Option<Move>,
    position: Position<B>,
    pub(crate) children: Vec<NodeId>,
    /// Annotation of the move; at the root, of the game.
    pub annotation: Annotation,
}

impl<B: Board> Node<B> {
    const fn new(parent: Option<NodeId>, mv: Option<Move>, position: Position<B>) -> Self {
        Self {
            parent,
            mv,
            position,
            children: Vec::new(),
            annotation: Annotation {
                before: Vec::new(),
                nags: Vec::new(),
                comments: Vec::new(),
            },
        }
    }

    /// Returns the node before the move; `None` at the start.
    pub const fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// Returns the move that led to this node; `None` at the start.
    pub const fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// Returns the position after the move.
    pub const fn position(&self) -> &Position<B> {
        &self.position
    }

    /// Returns the moves from this node: the main continuation, then its variations.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }
}

impl<B: Board> Default for GameTree<B> {
    fn default() -> Self {
        Self::new(Position::start())
    }
}

impl<B: Board> GameTree<B> {
    /// Creates a game that starts in `start`.
    pub fn new(start: Position<B>) -> Self {
        Self {
            nodes: vec![Node::new(None, None, start)],
            path: vec![Self::ROOT],
            moves: Vec::new(),
            ply: 0,
            removed: 0,
        }
    }

    /// Root of every game.
    pub const ROOT: NodeId = NodeId::ROOT;

    /// Returns the start position.
    pub fn start(&self) -> &Position<B> {
        &self.nodes[0].position
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position<B> {
        &self.node(self.current()).position
    }

    /// Returns the position of the line after `ply` plies (0 is the start), including undone moves.
    pub fn position_at(&self, ply: usize) -> Option<&Position<B>> {
        Some(&self.node(*self.path.get(ply)?).position)
    }

    /// Returns the moves played, without undone ones.
    pub fn played(&self) -> &[Move] {
        &self.moves[..self.ply]
    }

    /// Returns all moves of the line, including undone ones.
    pub fn line(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the number of plies played, without undone ones.
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// Returns the last move played.
    pub fn last(&self) -> Option<Move> {
        self.played().last().copied()
    }

    /// Plays a move and makes it the main continuation. Undone moves remain as a variation, or can
    /// still be redone if they begin with this move.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the move is illegal or the game is over. The game doesn't change then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            let reason = IllegalReason::GameOver;
            return Err(IllegalMove { mv, reason });
        }
        let current = self.current();
        let child = match self.child(current, mv) {
            Some(child) => child,
            None => {
                let position = self.position().play(mv)?;
                self.push(current, mv, position)
            }
        };
        // PGN lists the played move first.
        self.put_first(child);
        if self.path.get(self.ply + 1) != Some(&child) {
            self.follow(self.ply, child);
        }
        self.ply += 1;
        Ok(())
    }

    /// Takes back the last move; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        self.ply = self.ply.checked_sub(1)?;
        Some(self.moves[self.ply])
    }

    /// Replays the move last undone; `None` if there is none.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = *self.moves.get(self.ply)?;
        self.ply += 1;
        Some(mv)
    }

    /// Undoes or redoes moves until `ply` plies of the line are played, or all if there are fewer.
    /// Returns the number of plies played.
    pub fn go_to_ply(&mut self, ply: usize) -> usize {
        self.ply = ply.min(self.moves.len());
        self.ply
    }

    /// Returns the node of the current position.
    pub fn current(&self) -> NodeId {
        self.path[self.ply]
    }

    /// Returns the nodes of the line from the start, including undone moves.
    pub fn path(&self) -> &[NodeId] {
        &self.path
    }

    /// Returns a node of this tree.
    ///
    /// # Panics
    ///
    /// If `id` belongs to another, larger tree.
    pub fn node(&self, id: NodeId) -> &Node<B> {
        &self.nodes[id.0]
    }

    /// Returns the annotation of a node, mutably.
    ///
    /// # Panics
    ///
    /// See [`GameTree::node`].
    pub fn annotation_mut(&mut self, id: NodeId) -> &mut Annotation {
        &mut self.nodes[id.0].annotation
    }

    /// Adds a legal move as the last variation of a node, or finds the existing one. Doesn't play
    /// the move, but extends the line if the line ended at this node.
    ///
    /// Unlike [`GameTree::play`], this also works after an automatic draw, as in records of real
    /// games.
    ///
    /// # Errors
    ///
    /// See [`Position::play_on`]; the game doesn't change.
    ///
    /// # Panics
    ///
    /// See [`GameTree::node`].
    pub fn add_variation(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        if let Some(child) = self.child(parent, mv) {
            return Ok(child);
        }
        let position = self.node(parent).position.play_on(mv)?;
        Ok(self.append(parent, mv, position))
    }

    /// Goes to a node. The line leads there and continues with the main continuations.
    ///
    /// # Panics
    ///
    /// See [`GameTree::node`].
    pub fn go_to(&mut self, id: NodeId) {
        // Collects the nodes back to the root.
        let mut path = Vec::new();
        let mut at = id;
        while let Some(parent) = self.node(at).parent {
            path.push(at);
            at = parent;
        }
        let on_line = path.iter().rev().zip(&self.path[1..]);
        let shared = on_line.take_while(|(one, other)| one == other).count();
        self.ply = path.len();
        if shared < path.len() {
            self.path.truncate(shared + 1);
            self.moves.truncate(shared);
            for &id in path.iter().rev().skip(shared) {
                self.step(id);
            }
            self.extend();
        }
    }

    /// Goes to the end of the main line.
    pub fn go_to_main_end(&mut self) {
        self.path.truncate(1);
        self.moves.clear();
        self.extend();
        self.ply = self.moves.len();
    }

    /// Returns whether the current position is in the main line.
    pub fn is_in_main_line(&self) -> bool {
        let steps = self.path.windows(2).take(self.ply);
        steps
            .into_iter()
            .all(|step| self.node(step[0]).children.first() == Some(&step[1]))
    }

    /// Returns the number of moves in the tree.
    pub const fn size(&self) -> usize {
        self.nodes.len() - 1 - self.removed
    }

    fn child(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        let children = self.node(parent).children.iter();
        children.copied().find(|id| self.nodes[id.0].mv == Some(mv))
    }

    /// Adds a move with the known resulting `position`, even if the move exists: files may repeat a
    /// move in several variations.
    pub(crate) fn append(&mut self, parent: NodeId, mv: Move, position: Position<B>) -> NodeId {
        let child = self.push(parent, mv, position);
        if self.path.last() == Some(&parent) {
            self.step(child);
        }
        child
    }

    /// Makes a node the main continuation of its parent. Returns whether this changed the order.
    pub(crate) fn put_first(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.node(id).parent else {
            return false;
        };
        let children = &mut self.nodes[parent.0].children;
        match children.iter().position(|child| *child == id) {
            Some(place @ 1..) => {
                children[..=place].rotate_right(1);
                true
            }
            _ => false,
        }
    }

    fn push(&mut self, parent: NodeId, mv: Move, position: Position<B>) -> NodeId {
        let child = NodeId(self.nodes.len());
        self.nodes.push(Node::new(Some(parent), Some(mv), position));
        self.nodes[parent.0].children.push(child);
        child
    }

    /// Makes the line continue after `ply` plies with `child` and its main continuations.
    fn follow(&mut self, ply: usize, child: NodeId) {
        self.path.truncate(ply + 1);
        self.moves.truncate(ply);
        self.step(child);
        self.extend();
    }

    fn step(&mut self, child: NodeId) {
        self.path.push(child);
        self.moves.extend(self.nodes[child.0].mv);
    }

    pub(crate) fn extend(&mut self) {
        let mut at = self.path.last().copied();
        while let Some(child) = at.and_then(|id| self.nodes[id.0].children.first().copied()) {
            self.step(child);
            at = Some(child);
        }
    }
}

impl<B: Board> PartialEq for GameTree<B> {
    fn eq(&self, other: &Self) -> bool {
        // Index of the line's next node among the children.
        let turning = |tree: &Self, ply: usize| {
            let next = tree.path.get(ply + 1)?;
            let children = &tree.node(tree.path[ply]).children;
            children.iter().position(|child| child == next)
        };
        if self.start() != other.start()
            || self.size() != other.size()
            || (self.ply, &self.moves) != (other.ply, &other.moves)
            || (0..self.moves.len()).any(|ply| turning(self, ply) != turning(other, ply))
        {
            return false;
        }
        // This isn't recursive, because a long line would overflow the stack.
        let mut pairs = vec![(Self::ROOT, Self::ROOT)];
        while let Some((one, another)) = pairs.pop() {
            let (one, another) = (self.node(one), other.node(another));
            if one.mv != another.mv
                || one.annotation != another.annotation
                || one.children.len() != another.children.len()
            {
                return false;
            }
            let children = one.children.iter().zip(&another.children);
            pairs.extend(children.map(|(a, b)| (*a, *b)));
        }
        true
    }
}

impl<B: Board> Eq for GameTree<B> {}
