//! A game as the rows of a numbered move list.

use crate::game::annotation::Annotation;
use crate::game::nag::nag_sign;
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
    /// A move of each side, or of one of them: where something stands between the
    /// two, each has a row.
    Moves {
        /// Variations around it: 0 in the main line.
        depth: usize,
        /// Number of the move.
        number: u16,
        /// White's move.
        white: Option<ListedMove>,
        /// Black's move.
        black: Option<ListedMove>,
    },
    /// The comment on a move, or at the start on the game.
    Comment {
        /// The depth of its move.
        depth: usize,
        /// The node that it is noted at.
        node: NodeId,
        /// The first [`MOST_TEXT`](Self::MOST_TEXT) characters, without commands for programs.
        text: String,
        /// Whether it stands before its move.
        before: bool,
    },
}

/// A move in a move list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedMove {
    /// The node after the move.
    pub node: NodeId,
    /// The move in SAN, with `+` for check and `#` for mate.
    pub san: String,
    /// Its annotation glyphs as signs, such as `!?`, one after the other.
    pub signs: String,
}

impl MoveRow {
    /// Most characters of a comment in the list, which is made anew after each move.
    pub const MOST_TEXT: usize = 2_000;

    /// Variations around it: 0 in the main line.
    pub const fn depth(&self) -> usize {
        match self {
            Self::Moves { depth, .. } | Self::Comment { depth, .. } => *depth,
        }
    }

    /// The moves in the row.
    pub fn entries(&self) -> impl Iterator<Item = &ListedMove> {
        let both = match self {
            Self::Moves { white, black, .. } => [white.as_ref(), black.as_ref()],
            Self::Comment { .. } => [None, None],
        };
        both.into_iter().flatten()
    }

    /// The row in which the move to a node stands.
    pub fn find(rows: &[Self], node: NodeId) -> Option<usize> {
        rows.iter()
            .position(|row| row.entries().any(|entry| entry.node == node))
    }
}

impl std::fmt::Display for MoveRow {
    /// Writes the row as text, indented by two spaces for each variation around it; comments by two
    /// more.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", "  ".repeat(self.depth()))?;
        match self {
            Self::Comment { text, .. } => write!(f, "  {text}"),
            Self::Moves { number, white, .. } => {
                write!(f, "{number}{}", if white.is_some() { "." } else { "..." })?;
                self.entries()
                    .try_for_each(|entry| write!(f, " {}{}", entry.san, entry.signs))
            }
        }
    }
}

/// The next thing to list.
struct Step {
    node: NodeId,
    depth: usize,
}

/// The moves of a game as rows, variations after the move that they take the place
/// of.
pub fn move_rows<B: Board>(tree: &GameTree<B>) -> Vec<MoveRow> {
    let mut rows = Vec::new();
    let root = tree.node(NodeId::ROOT);
    add_comments(&mut rows, 0, NodeId::ROOT, &root.annotation);
    // A stack of our own: variations may be deep.
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
            signs: node.annotation.nags.iter().copied().map(nag_sign).collect(),
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

/// Adds a move: beside that of the other side, if nothing stands between.
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
    let text = Annotation::words(comments, MoveRow::MOST_TEXT);
    if !text.is_empty() {
        rows.push(MoveRow::Comment {
            depth,
            node,
            text,
            before,
        });
    }
}
