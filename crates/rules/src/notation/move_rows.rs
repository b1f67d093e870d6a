//! The rows of a numbered move list.

use crate::game::annotation::Annotation;
use crate::game::nag::nag_symbol;
use crate::game::tree::{GameTree, NodeId};
use crate::piece::Side;
use crate::position::board::Board;
use crate::san;

/// A row of a move list.
///
/// ```
/// use icochess_boards::Chess;
/// use icochess_rules::{MoveRow, move_rows, pgn};
///
/// let game = pgn::parse::<Chess>("1. e4 e5 $1 {As ever.} (1... c5) 2. Nf3 *")?;
/// let rows = move_rows(&game.tree);
/// let text = rows.iter().map(ToString::to_string).collect::<Vec<_>>();
/// assert_eq!(text, ["1. e4 e5!", "  As ever.", "  1... c5", "2. Nf3"]);
/// assert_eq!(rows[2].depth(), 1);
/// # Ok::<(), pgn::PgnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveRow {
    /// One or two moves. A comment or variation between White's and Black's move gives each its own
    /// row.
    Moves {
        /// Nesting depth of variations: 0 in the main line.
        depth: usize,
        /// Move number.
        number: u16,
        /// White's move.
        white: Option<ListedMove>,
        /// Black's move.
        black: Option<ListedMove>,
    },
    /// A comment on a move, or on the game.
    Comment {
        /// Nesting depth of the move.
        depth: usize,
        /// Node of the comment.
        node: NodeId,
        /// First [`MAX_TEXT`](Self::MAX_TEXT) characters, without commands.
        text: String,
        /// Whether the comment precedes its move.
        before: bool,
    },
}

/// A move in a move list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedMove {
    /// Node after the move.
    pub node: NodeId,
    /// Move in SAN, with `+` for check and `#` for mate.
    pub san: String,
    /// Annotation symbols such as `!?`, concatenated.
    pub symbols: String,
}

impl MoveRow {
    /// Maximum length of a comment in characters. The limit exists because the list is rebuilt
    /// after each move.
    pub const MAX_TEXT: usize = 2_000;

    /// Returns the nesting depth of variations: 0 in the main line.
    pub const fn depth(&self) -> usize {
        match self {
            Self::Moves { depth, .. } | Self::Comment { depth, .. } => *depth,
        }
    }

    /// Returns the moves in the row.
    pub fn entries(&self) -> impl Iterator<Item = &ListedMove> {
        let both = match self {
            Self::Moves { white, black, .. } => [white.as_ref(), black.as_ref()],
            Self::Comment { .. } => [None, None],
        };
        both.into_iter().flatten()
    }

    /// Returns the row with the move to a node.
    pub fn find(rows: &[Self], node: NodeId) -> Option<usize> {
        rows.iter()
            .position(|row| row.entries().any(|entry| entry.node == node))
    }
}

impl std::fmt::Display for MoveRow {
    /// Writes the row as text, indented by two spaces per depth; comments by two more.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", "  ".repeat(self.depth()))?;
        match self {
            Self::Comment { text, .. } => write!(f, "  {text}"),
            Self::Moves { number, white, .. } => {
                write!(f, "{number}{}", if white.is_some() { "." } else { "..." })?;
                self.entries()
                    .try_for_each(|entry| write!(f, " {}{}", entry.san, entry.symbols))
            }
        }
    }
}

/// A pending move.
struct Step {
    node: NodeId,
    depth: usize,
}

/// Lists the moves of a game as rows. A variation follows the move that it replaces.
pub fn move_rows<B: Board>(tree: &GameTree<B>) -> Vec<MoveRow> {
    let mut rows = Vec::new();
    let root = tree.node(NodeId::ROOT);
    add_comments(&mut rows, 0, NodeId::ROOT, &root.annotation);
    // Uses an explicit stack, because variations may be deep.
    let mut steps: Vec<Step> = Vec::new();
    let first = |id: NodeId, depth| {
        let child = tree.node(id).children().first();
        child.map(|&node| Step { node, depth })
    };
    steps.extend(first(NodeId::ROOT, 0));
    while let Some(Step { node: id, depth }) = steps.pop() {
        let node = tree.node(id);
        let Some((before, mv)) = node.parent().zip(node.mv()) else {
            continue;
        };
        let parent = tree.node(before);
        add_comment(&mut rows, depth, id, true, &node.annotation.before);
        let entry = ListedMove {
            node: id,
            san: san::write(parent.position(), mv),
            symbols: node
                .annotation
                .nags
                .iter()
                .copied()
                .map(nag_symbol)
                .collect(),
        };
        add_move(
            &mut rows,
            depth,
            (before, parent.position().fullmove_number()),
            parent.position().turn(),
            entry,
        );
        add_comments(&mut rows, depth, id, &node.annotation);
        steps.extend(first(id, depth));
        if parent.children().first() == Some(&id) {
            let others = parent.children()[1..].iter().rev();
            steps.extend(others.map(|&node| Step {
                node,
                depth: depth + 1,
            }));
        }
    }
    rows
}

/// Adds a move, on the row of White's move if it directly follows that.
fn add_move(
    rows: &mut Vec<MoveRow>,
    depth: usize,
    (before, number): (NodeId, u16),
    side: Side,
    entry: ListedMove,
) {
    if let Some(MoveRow::Moves {
        white: Some(white),
        black: black @ None,
        ..
    }) = rows.last_mut()
        && white.node == before
        && side == Side::Black
    {
        *black = Some(entry);
        return;
    }
    let (white, black) = match side {
        Side::White => (Some(entry), None),
        Side::Black => (None, Some(entry)),
    };
    rows.push(MoveRow::Moves {
        depth,
        number,
        white,
        black,
    });
}

fn add_comments(rows: &mut Vec<MoveRow>, depth: usize, node: NodeId, annotation: &Annotation) {
    add_comment(rows, depth, node, false, &annotation.comments);
}

fn add_comment(
    rows: &mut Vec<MoveRow>,
    depth: usize,
    node: NodeId,
    before: bool,
    comments: &[String],
) {
    let text = Annotation::words(comments, MoveRow::MAX_TEXT);
    if !text.is_empty() {
        rows.push(MoveRow::Comment {
            depth,
            node,
            text,
            before,
        });
    }
}
