//! A game: the moves played from a start, with undo, redo and variations.

use super::annotation::Annotation;
use crate::position::board::Board;
use crate::position::legality::{IllegalMove, IllegalReason};
use crate::position::moves::Move;
use crate::position::state::Position;

/// The moves of a game, those that might have been played instead, and every
/// position between them: a tree.
///
/// One way through the tree is the **line** that is played: undone moves are
/// its rest and can be redone. A move played in place of an undone one becomes
/// the main continuation, and what was undone stays beside it as a variation.
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
/// [`undo`](Self::undo) and [`redo`](Self::redo) walk along the line,
/// [`go_to_ply`](Self::go_to_ply) jumps on it and [`go_to`](Self::go_to) off it:
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
/// Two game trees are equal when their moves, their lines and their places in
/// them are, in whatever order the moves were entered.
#[derive(Clone, Debug)]
pub struct GameTree<B: Board> {
    /// The tree; the first node is the start.
    pub(crate) nodes: Vec<Node<B>>,
    /// The line, undone moves included: from the start to a node without
    /// children, each the child of the one before.
    pub(crate) path: Vec<NodeId>,
    /// The moves of the line: `moves[n]` leads to `path[n + 1]`.
    pub(crate) moves: Vec<Move>,
    /// Plies played; those after it are undone.
    pub(crate) ply: usize,
    /// Nodes that were taken out of the tree; the others keep their names.
    pub(crate) removed: usize,
}

/// Names a node of one [`GameTree`], and of its clones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) usize);

impl NodeId {
    /// The start of every game.
    pub const ROOT: Self = Self(0);
}

/// A position of a game with the move that led to it.
#[derive(Clone, Debug)]
pub struct Node<B: Board> {
    pub(crate) parent: Option<NodeId>,
    mv: Option<Move>,
    position: Position<B>,
    pub(crate) children: Vec<NodeId>,
    /// The annotation of the move; at the start, of the game.
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

    /// The node before the move; `None` at the start.
    pub const fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The move that led here; `None` at the start.
    pub const fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// The position after the move.
    pub const fn position(&self) -> &Position<B> {
        &self.position
    }

    /// The moves from here: the main continuation, then its variations.
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
    /// A game that starts in `start`.
    pub fn new(start: Position<B>) -> Self {
        Self {
            nodes: vec![Node::new(None, None, start)],
            path: vec![Self::ROOT],
            moves: Vec::new(),
            ply: 0,
            removed: 0,
        }
    }

    /// The start of every game.
    pub const ROOT: NodeId = NodeId::ROOT;

    /// The position the game started from.
    pub fn start(&self) -> &Position<B> {
        &self.nodes[0].position
    }

    /// The current position.
    pub fn position(&self) -> &Position<B> {
        &self.node(self.current()).position
    }

    /// The position of the line before ply `ply` (0 is the start), undone ones
    /// included.
    pub fn position_at(&self, ply: usize) -> Option<&Position<B>> {
        Some(&self.node(*self.path.get(ply)?).position)
    }

    /// The moves played, without the undone ones.
    pub fn played(&self) -> &[Move] {
        &self.moves[..self.ply]
    }

    /// All moves of the line, undone ones included.
    pub fn line(&self) -> &[Move] {
        &self.moves
    }

    /// Plies played, without the undone ones.
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// The last move played.
    pub fn last(&self) -> Option<Move> {
        self.played().last().copied()
    }

    /// Plays a move. It becomes the main continuation; what was undone stays
    /// beside it, or can still be redone if it went on with this very move.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] when it is not legal or the game is over; nothing
    /// changes then.
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
        // The move played is the one that a record tells first.
        self.put_first(child);
        if self.path.get(self.ply + 1) != Some(&child) {
            self.follow(self.ply, child);
        }
        self.ply += 1;
        Ok(())
    }

    /// Takes the last move back; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        self.ply = self.ply.checked_sub(1)?;
        Some(self.moves[self.ply])
    }

    /// Plays the move last undone; `None` if there is none.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = *self.moves.get(self.ply)?;
        self.ply += 1;
        Some(mv)
    }

    /// Undoes or redoes moves until `ply` plies of the line are played, or all
    /// of them if there are fewer. Returns how many are played now.
    pub fn go_to_ply(&mut self, ply: usize) -> usize {
        self.ply = ply.min(self.moves.len());
        self.ply
    }

    // The tree.

    /// The node of the current position.
    pub fn current(&self) -> NodeId {
        self.path[self.ply]
    }

    /// The nodes of the line, from the start on, undone ones included.
    pub fn path(&self) -> &[NodeId] {
        &self.path
    }

    /// A node of this tree.
    ///
    /// # Panics
    ///
    /// If `id` is of another, larger tree.
    pub fn node(&self, id: NodeId) -> &Node<B> {
        &self.nodes[id.0]
    }

    /// The annotation of a node, for changing.
    ///
    /// # Panics
    ///
    /// As [`GameTree::node`].
    pub fn annotation_mut(&mut self, id: NodeId) -> &mut Annotation {
        &mut self.nodes[id.0].annotation
    }

    /// Adds a legal move after a node, behind those that are there, or finds it
    /// among them. The line goes on with it if it ended at this node; nothing
    /// is played.
    ///
    /// Unlike [`GameTree::play`] it goes on after a draw that the rules declare
    /// by themselves, as records of real games do.
    ///
    /// # Errors
    ///
    /// As [`Position::play_on`]; nothing changes then.
    ///
    /// # Panics
    ///
    /// As [`GameTree::node`].
    pub fn add_variation(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        if let Some(child) = self.child(parent, mv) {
            return Ok(child);
        }
        let position = self.node(parent).position.play_on(mv)?;
        Ok(self.append(parent, mv, position))
    }

    /// Goes to a node. The line leads there and on by the main continuations.
    ///
    /// # Panics
    ///
    /// As [`GameTree::node`].
    pub fn go_to(&mut self, id: NodeId) {
        // Back to where the way there leaves the line.
        let mut way = Vec::new();
        let mut at = id;
        while let Some(parent) = self.node(at).parent {
            way.push(at);
            at = parent;
        }
        let on_line = way.iter().rev().zip(&self.path[1..]);
        let shared = on_line.take_while(|(one, other)| one == other).count();
        self.ply = way.len();
        if shared < way.len() {
            self.path.truncate(shared + 1);
            self.moves.truncate(shared);
            for &id in way.iter().rev().skip(shared) {
                self.step(id);
            }
            self.extend();
        }
    }

    /// Goes to the end of the main line: at each move the first continuation.
    pub fn go_to_main_end(&mut self) {
        self.path.truncate(1);
        self.moves.clear();
        self.extend();
        self.ply = self.moves.len();
    }

    /// Whether the current position is in the main line.
    pub fn is_in_main_line(&self) -> bool {
        let steps = self.path.windows(2).take(self.ply);
        steps
            .into_iter()
            .all(|step| self.node(step[0]).children.first() == Some(&step[1]))
    }

    /// Number of moves in the tree.
    pub const fn size(&self) -> usize {
        self.nodes.len() - 1 - self.removed
    }

    fn child(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        let children = self.node(parent).children.iter();
        children.copied().find(|id| self.nodes[id.0].mv == Some(mv))
    }

    /// Adds a move that is known to lead to `position`, even a second time:
    /// records may give one move in several variations.
    pub(crate) fn append(&mut self, parent: NodeId, mv: Move, position: Position<B>) -> NodeId {
        let child = self.push(parent, mv, position);
        if self.path.last() == Some(&parent) {
            self.step(child);
        }
        child
    }

    /// Makes a node the main continuation of its parent. Returns whether it was not already.
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

    /// Lets the line go on after `ply` plies with `child` and its main
    /// continuations.
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
        // The index of the child by which the line goes on at a node.
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
        // No recursion: lines may be longer than the stack is deep.
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
