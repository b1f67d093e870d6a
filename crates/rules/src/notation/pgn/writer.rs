//! Writes games in the export format.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::comment::clean_comment;
use super::game::Game;
use super::limits::{MAX_DEPTH, MAX_PLIES};
use super::tags::{
    DERIVED, ROSTER, TERMINATION, TIME_CONTROL, canonical, end_reason, is_name_char,
};
use crate::game::annotation::Annotation;
use crate::game::tree::{GameTree, NodeId};
use crate::piece::Side;
use crate::position::board::Board;
use crate::position::state::Position;
use crate::san;

/// Maximum width of a line of moves, in columns. The standard asks for fewer than 80.
const WIDTH: usize = 79;
/// Maximum bytes of a ply without a clock, `(65535... Nb1xn4# )`, with a space and the number of
/// the next move.
const BYTES_OF_PLY: usize = 32;
/// Additional bytes of a ply with a clock: `{[%clk 100:00:00.00] [%emt
/// 100:00:00.00]} `, and the number of Black's next move, `65535... `.
const BYTES_OF_CLOCK: usize = 52;
/// Maximum bytes of the derived tags and of the tags for date and place.
const BYTES_OF_OWN_TAGS: usize = 1024;

/// Writes a game as PGN.
///
/// This never fails. It omits tags with names other than letters, digits and `_`, and variations
/// deeper than [`MAX_DEPTH`]. Control characters in values become spaces.
/// [`parse`](crate::pgn::parse) reads the text back if it is within the limits of plies and bytes.
/// The file can only mark a current position in the main line. If the current position is
/// elsewhere, the end of the main line becomes current.
///
/// ```
/// use icochess_rules::{GameTree, pgn, san};
/// use icochess_boards::Icochess;
///
/// let mut tree = GameTree::<Icochess>::default();
/// for text in ["a4g1", "n4s1"] {
///     let mv = san::parse(tree.position(), text)?;
///     tree.play(mv).map_err(|illegal| illegal.reason)?;
/// }
/// let mut game = pgn::Game::new(tree);
/// game.tags.insert("White".into(), "Ada".into());
///
/// let text = pgn::write(&game);
/// assert!(text.contains("[White \"Ada\"]\n"));
/// assert!(text.ends_with("\n\n1. a4g1 n4s1 *\n"));
/// assert_eq!(pgn::parse(&text)?, game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write<B: Board>(game: &Game<B>) -> String {
    let mut game = Cow::Borrowed(game);
    if !game.tree.is_in_main_line() {
        game.to_mut().tree.go_to_main_end();
    } else if !rest_is_main(&game.tree) {
        game.to_mut().tree.follow_main();
    }
    let mut text = String::new();
    let mut tags = all_tags(&game);
    for (name, unknown) in ROSTER {
        let value = tags.remove(name);
        push_tag(&mut text, name, value.as_deref().unwrap_or(unknown));
    }
    for (name, value) in &tags {
        push_tag(&mut text, name, value);
    }
    text.push('\n');

    let mut words = Words::default();
    moves(&game.tree, &mut words);
    words.push(game.result());
    words.wrap(&mut text);
    text
}

/// Returns whether the line continues from the current position with the main continuations.
fn rest_is_main<B: Board>(tree: &GameTree<B>) -> bool {
    let mut rest = tree.path()[tree.ply()..].windows(2);
    rest.all(|step| tree.node(step[0]).children().first() == Some(&step[1]))
}

impl<B: Board> Game<B> {
    /// Returns the maximum size of the game's PGN after continuing it to [`MAX_PLIES`], in bytes.
    /// Below [`MAX_BYTES`](crate::pgn::MAX_BYTES), the game stays readable.
    ///
    /// ```
    /// use icochess_boards::Chess;
    /// use icochess_rules::pgn;
    ///
    /// assert!(pgn::Game::<Chess>::default().max_bytes() < pgn::MAX_BYTES / 2);
    /// ```
    pub fn max_bytes(&self) -> usize {
        let more = MAX_PLIES.saturating_sub(self.tree.size());
        let time_control = self.tags.get(TIME_CONTROL);
        let has_clock = time_control.is_some_and(|value| value != "-");
        let each = BYTES_OF_PLY + if has_clock { BYTES_OF_CLOCK } else { 0 };
        write(self).len() + more * each + BYTES_OF_OWN_TAGS
    }
}

/// Returns all tags of the file except unknown roster tags.
fn all_tags<B: Board>(game: &Game<B>) -> BTreeMap<&str, String> {
    let mut tags = BTreeMap::new();
    for (name, value) in &game.tags {
        let name = canonical(name);
        if !name.is_empty() && name.chars().all(is_name_char) && !DERIVED.contains(&name) {
            tags.entry(name).or_insert_with(|| value.clone());
        }
    }
    if let Some(termination) = game.default_tag(TERMINATION) {
        tags.entry(TERMINATION)
            .or_insert_with(|| termination.into());
    }

    let plies = game.tree.line().len();
    tags.insert("PlyCount", plies.to_string());
    tags.insert("Result", game.result().into());
    tags.insert("Variant", B::NAME.into());
    if game.tree.ply() < plies {
        tags.insert("CurrentPly", game.tree.ply().to_string());
    }
    if let Some(outcome) = game.outcome()
        && Game::has_reason(&game.tree, outcome)
    {
        tags.insert("EndReason", end_reason(outcome));
    }
    let start = game.tree.start();
    if *start != Position::start() {
        tags.insert("FEN", start.to_string());
        tags.insert("SetUp", "1".into());
    }
    tags
}

fn push_tag(text: &mut String, name: &str, value: &str) {
    text.push('[');
    text.push_str(name);
    text.push_str(" \"");
    for c in value.chars() {
        if matches!(c, '"' | '\\') {
            text.push('\\');
        }
        text.push(if c.is_control() { ' ' } else { c });
    }
    text.push_str("\"]\n");
}

/// A pending item.
enum Step {
    /// A move and its continuation. With `numbered`, a move of Black also gets its number.
    Move { node: NodeId, numbered: bool },
    /// Start of a variation.
    Open,
    /// End of a variation.
    Close,
}

fn moves<B: Board>(tree: &GameTree<B>, words: &mut Words) {
    let root = tree.node(GameTree::<B>::ROOT);
    annotation(&root.annotation, words);
    // Uses an explicit stack, because variations may be deep.
    let mut steps = Vec::new();
    let mut depth = 0;
    let first = root.children().first();
    steps.extend(first.map(|&node| Step::Move {
        node,
        numbered: true,
    }));
    while let Some(step) = steps.pop() {
        match step {
            Step::Open => {
                depth += 1;
                words.open();
            }
            Step::Close => {
                depth -= 1;
                words.close();
            }
            Step::Move { node: id, numbered } => {
                let node = tree.node(id);
                let (Some(parent), Some(mv)) = (node.parent(), node.mv()) else {
                    continue;
                };
                let parent = tree.node(parent);
                let before = &node.annotation.before;
                before.iter().for_each(|comment| words.comment(comment));
                let number = parent.position().fullmove_number();
                match parent.position().turn() {
                    Side::White => words.push(&format!("{number}.")),
                    Side::Black if numbered || !before.is_empty() => {
                        words.push(&format!("{number}..."));
                    }
                    Side::Black => {}
                }
                words.push(&san::write(parent.position(), mv));
                annotation(&node.annotation, words);

                let has_variations = depth < MAX_DEPTH && parent.children().first() == Some(&id);
                let others = parent.children().get(1..).filter(|_| has_variations);
                let others = others.unwrap_or_default();
                let interrupted = !others.is_empty() || !node.annotation.comments.is_empty();
                steps.extend(node.children().first().map(|&node| Step::Move {
                    node,
                    numbered: interrupted,
                }));
                for &node in others.iter().rev() {
                    let first = Step::Move {
                        node,
                        numbered: true,
                    };
                    steps.extend([Step::Close, first, Step::Open]);
                }
            }
        }
    }
}

/// Writes the glyphs and comments after a move.
fn annotation(annotation: &Annotation, words: &mut Words) {
    for nag in &annotation.nags {
        words.push(&format!("${nag}"));
    }
    for comment in &annotation.comments {
        words.comment(comment);
    }
}

/// Words that are never split between lines.
#[derive(Default)]
struct Words {
    words: Vec<String>,
    /// Number of parentheses before the next word.
    open: usize,
}

impl Words {
    fn push(&mut self, word: &str) {
        let open = "(".repeat(std::mem::take(&mut self.open));
        self.words.push(open + word);
    }

    fn open(&mut self) {
        self.open += 1;
    }

    fn close(&mut self) {
        if let Some(last) = self.words.last_mut() {
            last.push(')');
        }
    }

    fn comment(&mut self, text: &str) {
        let text = clean_comment(text);
        if text.is_empty() {
            return;
        }
        // Doesn't break a line within a short command, which some programs fail to read.
        let text = format!("{{{text}}}");
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let word = |from: usize| rest[from..].find(' ').map_or(rest.len(), |at| from + at);
            let command = rest[..word(0)].find("[%");
            let closed = command.and_then(|at| {
                let mut near = rest.as_bytes()[at..].iter().take(WIDTH);
                Some(at + near.position(|byte| *byte == b']')?)
            });
            let end = closed.map(word).filter(|end| *end < WIDTH);
            let end = end.unwrap_or_else(|| word(0));
            self.push(&rest[..end]);
            rest = rest[end..].trim_start();
        }
    }

    /// Wraps the words into lines of at most [`WIDTH`] columns.
    fn wrap(&self, text: &mut String) {
        let mut column = 0;
        for word in &self.words {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > WIDTH {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            text.push_str(word);
            column += width;
        }
        text.push('\n');
    }
}
