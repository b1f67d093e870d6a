//! Reads one game.

use std::collections::BTreeMap;

use super::comment::clean_comment;
use super::error::{Fault, PgnError, PgnProblem, check_limit, place, unexpected};
use super::game::Game;
use super::lexer::{Lexer, Token, Tokens, plain};
use super::limits::{MAX_BYTES, MAX_DEPTH, MAX_PLIES, MAX_TAGS};
use super::tags::{
    DECLARABLE, DERIVED, NO_RESULT, RESULTS, TERMINATION, canonical, end_reason, known_tag, result,
    says_something, termination_meant,
};
use crate::game::annotation::Annotation;
use crate::game::nag::nag_of_symbol;
use crate::game::tree::{GameTree, NodeId};
use crate::position::board::Board;
use crate::position::moves::Move;
use crate::position::outcome::Outcome;
use crate::position::state::Position;
use crate::position::text::PositionTextError;
use crate::quote::quoted;
use crate::san;

/// Reads a file of one game, skipping a leading byte order mark.
///
/// ```
/// use icochess_boards::Chess;
/// use icochess_rules::{Outcome, pgn};
///
/// let game = pgn::parse::<Chess>("1. e4 e5 2. Nf3 1/2-1/2")?;
/// assert_eq!(game.tree.ply(), 3);
/// assert_eq!(game.outcome(), Some(Outcome::Unstated { winner: None }));
/// assert!(pgn::parse::<Chess>("1. e4 e5 2. Ke3 *").is_err());
/// # Ok::<(), pgn::PgnError>(())
/// ```
///
/// # Errors
///
/// [`PgnError`] with the first problem and its place.
pub fn parse<B: Board>(text: &str) -> Result<Game<B>, PgnError> {
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    let game = check_limit(0, bare.len(), "bytes", MAX_BYTES).and_then(|()| read(bare));
    game.map_err(|(offset, problem)| {
        let (line, column) = place(bare, offset);
        PgnError {
            game: 1,
            line,
            column,
            offset: (text.len() - bare.len() + offset) as u64,
            problem,
        }
    })
}

pub(crate) fn read<B: Board>(text: &str) -> Result<Game<B>, Fault> {
    let mut tokens = Lexer::new(text).peekable();
    let mut about = Annotation::default();
    let tags = read_tags(&mut tokens, &mut about)?;
    let mut moves = Moves::new(text, GameTree::new(start_position::<B>(&tags)?), about);
    for token in tokens {
        let (at, token) = token?;
        moves.take(at, token)?;
    }
    let (mut tree, result) = moves.finish()?;
    let complete = result.is_some() || !tree.line().is_empty();
    if !complete || (result.is_none() && tags.known("PlyCount").is_some()) {
        return Err(unexpected(text, text.len(), "moves and a result"));
    }
    set_ply(&tags, &mut tree)?;
    let declared = declared_outcome(&tags, result, &tree)?;
    Ok(with_tags(
        Game {
            declared,
            ..Game::new(tree)
        },
        tags,
    ))
}

/// The tags by canonical name, with the offsets of their values.
#[derive(Default)]
struct Tags<'a>(BTreeMap<&'a str, (usize, String)>);

impl Tags<'_> {
    /// Returns the value of a tag, unless it is a placeholder.
    fn known(&self, name: &str) -> Option<(usize, &str)> {
        let (at, value) = self.0.get(name)?;
        says_something(value).then_some((*at, value))
    }

    fn number(&self, tag: &'static str) -> Result<Option<(usize, usize)>, Fault> {
        let Some((at, value)) = self.known(tag) else {
            return Ok(None);
        };
        match value.parse() {
            Ok(number) => Ok(Some((at, number))),
            Err(_) => Err(wrong_tag(at, tag, value, "a number of plies")),
        }
    }
}

fn wrong_tag(at: usize, tag: &'static str, found: &str, expected: impl Into<String>) -> Fault {
    let problem = PgnProblem::TagValue {
        tag,
        found: quoted(found),
        expected: expected.into(),
    };
    (at, problem)
}

/// Reads the tags. Any comments among them go into `about`.
fn read_tags<'a>(tokens: &mut Tokens<'a>, about: &mut Annotation) -> Result<Tags<'a>, Fault> {
    let mut tags = Tags::default();
    let mut others = 0;
    let belongs = |item: &_| {
        matches!(
            item,
            Err(_) | Ok((_, Token::Tag { .. } | Token::Comment(_)))
        )
    };
    while let Some(item) = tokens.next_if(belongs) {
        let (start, name, value, at) = match item? {
            (start, Token::Tag { name, value, at }) => (start, name, value, at),
            (_, Token::Comment(text)) => {
                push_comment(&mut about.comments, text);
                continue;
            }
            _ => continue,
        };
        let known = tags.0.get(canonical(name));
        if known.is_some_and(|(_, known)| *known == value) {
            continue;
        }
        if tags.0.insert(canonical(name), (at, value)).is_some() {
            return Err((start, PgnProblem::DuplicateTag(quoted(name))));
        }
        others += usize::from(known_tag(name).is_none());
        check_limit(start, others, "tags", MAX_TAGS)?;
    }
    Ok(tags)
}

fn push_comment(comments: &mut Vec<String>, text: &str) {
    let text = clean_comment(text);
    if !text.is_empty() {
        comments.push(text);
    }
}

/// Returns the start position, after checking the board.
fn start_position<B: Board>(tags: &Tags) -> Result<Position<B>, Fault> {
    if let Some((at, name)) = tags.known("Variant")
        && ![B::NAME, B::ID]
            .iter()
            .chain(B::ALIASES)
            .any(|own| own.eq_ignore_ascii_case(name))
    {
        return Err(wrong_tag(at, "Variant", name, format!("\"{}\"", B::NAME)));
    }
    if let Some((at, fen)) = tags.known("FEN") {
        return fen.parse().map_err(|error: PositionTextError| {
            (at + error.offset, PgnProblem::StartPosition(error.problem))
        });
    }
    match tags.known("SetUp") {
        Some((at, "1")) => Err(wrong_tag(at, "SetUp", "1", "a tag FEN beside it")),
        _ => Ok(Position::start()),
    }
}

/// A line of moves under construction.
struct Line {
    /// Node of the variation's last move, or of the position before its first move.
    last: NodeId,
    /// Offset of the opening parenthesis; `None` for the main line.
    opened: Option<usize>,
    /// Annotation before a variation's first move; `None` after the first move.
    before: Option<Annotation>,
}

/// The unreadable end of a variation, from a null move or illegal move.
struct Rest {
    /// Offset of the unreadable move.
    start: usize,
    /// Number of variations that are open within the unreadable text.
    depth: usize,
}

/// Reads the moves into a tree, without recursion.
struct Moves<'a, B: Board> {
    text: &'a str,
    tree: GameTree<B>,
    line: Line,
    /// Enclosing lines of the current variation.
    outer: Vec<Line>,
    rest: Option<Rest>,
    /// Unreadable moves, which count as plies towards the limit.
    unread: usize,
    result: Option<(usize, &'static str)>,
}

impl<'a, B: Board> Moves<'a, B> {
    fn new(text: &'a str, mut tree: GameTree<B>, about: Annotation) -> Self {
        let last = GameTree::<B>::ROOT;
        *tree.annotation_mut(last) = about;
        Self {
            text,
            tree,
            line: Line {
                last,
                opened: None,
                before: None,
            },
            outer: Vec::new(),
            rest: None,
            unread: 0,
            result: None,
        }
    }

    fn take(&mut self, at: usize, token: Token) -> Result<(), Fault> {
        if let Some(rest) = &mut self.rest {
            match token {
                Token::Open => rest.depth += 1,
                Token::Close if rest.depth > 0 => rest.depth -= 1,
                Token::Close => {
                    let text = &self.text[rest.start..at];
                    self.rest = None;
                    self.comment(text);
                    return self.close(at);
                }
                _ => {}
            }
            return Ok(());
        }
        match token {
            Token::Comment(text) => {
                self.comment(text);
                Ok(())
            }
            _ if self.result.is_some() => {
                let expected = "the end of the text, for a file holds one game";
                Err(unexpected(self.text, at, expected))
            }
            Token::Nag(nag) => {
                if let Some(nag) = nag {
                    self.annotation().add_nag(nag);
                }
                Ok(())
            }
            Token::Open => self.open(at),
            Token::Close => self.close(at),
            Token::Tag { .. } => Err(unexpected(self.text, at, "a move or a result")),
            Token::Word(word) => self.word(at, &plain(word)),
        }
    }

    fn comment(&mut self, text: &str) {
        let comments = match &mut self.line.before {
            Some(before) => &mut before.before,
            None => &mut self.tree.annotation_mut(self.line.last).comments,
        };
        push_comment(comments, text);
    }

    /// Returns the annotation that the next comment or glyph belongs to.
    fn annotation(&mut self) -> &mut Annotation {
        match &mut self.line.before {
            Some(before) => before,
            None => self.tree.annotation_mut(self.line.last),
        }
    }

    fn open(&mut self, at: usize) -> Result<(), Fault> {
        let parent = match &self.line.before {
            None => self.tree.node(self.line.last).parent(),
            Some(_) => None,
        };
        let Some(last) = parent else {
            return Err(unexpected(self.text, at, "a move before its variation"));
        };
        let depth = self.outer.len() + 1;
        check_limit(at, depth, "variations within variations", MAX_DEPTH)?;
        let variation = Line {
            last,
            opened: Some(at),
            before: Some(Annotation::default()),
        };
        self.outer
            .push(std::mem::replace(&mut self.line, variation));
        Ok(())
    }

    fn close(&mut self, at: usize) -> Result<(), Fault> {
        let Some(outer) = self.outer.pop() else {
            return Err(unexpected(self.text, at, "a move or a result"));
        };
        let variation = std::mem::replace(&mut self.line, outer);
        // The notes of a variation without moves belong to the previous move.
        if let Some(orphan) = variation.before {
            let annotation = self.annotation();
            annotation.comments.extend(orphan.before);
            orphan.nags.iter().for_each(|nag| annotation.add_nag(*nag));
        }
        Ok(())
    }

    fn word(&mut self, at: usize, word: &str) -> Result<(), Fault> {
        if let Some(result) = result(word) {
            // A result in a variation isn't the game's.
            if self.outer.is_empty() {
                self.result = Some((at, result));
            }
            return Ok(());
        }
        // "0000" is a null move.
        let number = word != "0000" && word.bytes().all(|b| b.is_ascii_digit());
        if number || matches!(word, "e.p." | "ep") {
            return Ok(());
        }
        if let Some(nag) = nag_of_symbol(word) {
            self.annotation().add_nag(nag);
            return Ok(());
        }
        let (bare, sign) = word.split_at(word.trim_end_matches(['!', '?']).len());
        if !bare.is_empty() {
            self.play(at, bare)?;
        }
        if self.rest.is_some() {
            return Ok(());
        }
        // Treats "!!!" as "!!".
        if let Some(nag) = nag_of_symbol(&sign[..sign.len().min(2)]) {
            self.annotation().add_nag(nag);
        }
        Ok(())
    }

    fn play(&mut self, at: usize, word: &str) -> Result<(), Fault> {
        let plies = self.tree.size() + self.unread + 1;
        check_limit(at, plies, "plies, variations included", MAX_PLIES)?;
        let position = self.tree.node(self.line.last).position();
        let (mv, after) = match parse_move(position, word) {
            Ok(read) => read,
            Err(_) if !self.outer.is_empty() => {
                self.unread += 1;
                let (start, depth) = (at, 0);
                self.rest = Some(Rest { start, depth });
                return Ok(());
            }
            Err(problem) => return Err((at, problem)),
        };
        self.line.last = self.tree.append(self.line.last, mv, after);
        if let Some(before) = self.line.before.take() {
            *self.tree.annotation_mut(self.line.last) = before;
        }
        Ok(())
    }

    /// Returns the moves, and the result with its offset.
    fn finish(self) -> Result<(GameTree<B>, Option<(usize, &'static str)>), Fault> {
        let mut lines = self.outer.iter().chain([&self.line]);
        if let Some(opened) = lines.find_map(|line| line.opened) {
            let expected = "\")\" after the variation that begins here";
            return Err((opened, PgnProblem::CutShort { expected }));
        }
        let mut tree = self.tree;
        tree.go_to_main_end();
        Ok((tree, self.result))
    }
}

/// Reads a move, and returns it with the position after it. Continues after automatic draws.
fn parse_move<B: Board>(
    position: &Position<B>,
    word: &str,
) -> Result<(Move, Position<B>), PgnProblem> {
    let over = |outcome| PgnProblem::GameOver {
        found: quoted(word),
        outcome,
    };
    if let Some(outcome) = position.variant_outcome() {
        return Err(over(outcome));
    }
    let mv = san::parse(position, word).map_err(|reason| {
        let outcome = position.outcome().filter(|end| !end.is_automatic_draw());
        outcome.map_or_else(
            || PgnProblem::Move {
                number: position.fullmove_number(),
                side: position.turn(),
                reason,
            },
            over,
        )
    })?;
    Ok((mv, position.play_unchecked(mv)))
}

/// Undoes the moves after `CurrentPly`. `PlyCount` is ignored.
fn set_ply<B: Board>(tags: &Tags, tree: &mut GameTree<B>) -> Result<(), Fault> {
    let plies = tree.line().len();
    if let Some((at, ply)) = tags.number("CurrentPly")? {
        if ply > plies {
            let expected = format!("at most {plies}, the number of moves that follow");
            return Err(wrong_tag(at, "CurrentPly", &ply.to_string(), expected));
        }
        tree.go_to_ply(ply);
    }
    Ok(())
}

/// Returns the outcome declared by the tags and the result, unless the moves decide the game.
fn declared_outcome<B: Board>(
    tags: &Tags,
    result: Option<(usize, &str)>,
    tree: &GameTree<B>,
) -> Result<Option<Outcome>, Fault> {
    let reached = tree.outcome();
    let decided = reached.filter(|end| !end.is_automatic_draw());
    let mut result = agreed_result(tags, result, decided)?;
    if let Some(reached) = reached
        && result == NO_RESULT
    {
        result = reached.pgn_result();
    }
    let possible: Vec<Outcome> = match decided {
        Some(outcome) => vec![outcome],
        None => reached
            .into_iter()
            .chain(DECLARABLE)
            .filter(|outcome| outcome.pgn_result() == result)
            .collect(),
    };
    let end = match tags.known("EndReason") {
        None => reached
            .filter(|reached| reached.pgn_result() == result)
            .or_else(|| {
                let (_, termination) = tags.known(TERMINATION).unwrap_or_default();
                let keyword = termination_meant(termination);
                let fits =
                    |end: &&Outcome| end.keyword() == keyword && Game::has_reason(tree, **end);
                let unstated = |end: &&Outcome| matches!(end, Outcome::Unstated { .. });
                let named = possible.iter().find(fits);
                named.or_else(|| possible.iter().find(unstated)).copied()
            }),
        Some((at, reason)) => Some(meant_by(reason, &possible, tree).ok_or_else(|| {
            let expected = choice(&possible, tree);
            wrong_tag(at, "EndReason", reason, expected)
        })?),
    };
    Ok(end.filter(|_| reached != end))
}

/// Returns the outcome that a value of `EndReason` represents. A claim without a claimant belongs
/// to the side to move.
fn meant_by<B: Board>(reason: &str, possible: &[Outcome], tree: &GameTree<B>) -> Option<Outcome> {
    let turn = tree.position().turn();
    let fits = |end: &&Outcome| {
        (end_reason(**end) == reason
            || (end.keyword() == reason && end.claimed_by().is_none_or(|side| side == turn)))
            && Game::has_reason(tree, **end)
    };
    possible.iter().find(fits).copied()
}

/// Lists the possible values of `EndReason`.
fn choice<B: Board>(possible: &[Outcome], tree: &GameTree<B>) -> String {
    if possible.is_empty() {
        return "no such tag while the game goes on".into();
    }
    let reasons: Vec<String> = possible
        .iter()
        .filter(|end| Game::has_reason(tree, **end))
        .map(|end| end_reason(*end))
        .collect();
    reasons.join(" or ")
}

/// Returns the result that the tag, the moves and the final result agree on.
fn agreed_result(
    tags: &Tags,
    result: Option<(usize, &str)>,
    reached: Option<Outcome>,
) -> Result<&'static str, Fault> {
    let mut agreed = reached.map(|outcome| (outcome.pgn_result(), outcome.to_string()));
    for (at, found) in tags.known("Result").into_iter().chain(result) {
        let Some(known) = self::result(&plain(found)) else {
            return Err(wrong_tag(at, "Result", found, RESULTS.join(" or ")));
        };
        if known == NO_RESULT {
            continue;
        }
        let (expected, because) = agreed.get_or_insert_with(|| (known, "the tag Result".into()));
        if *expected != known {
            let problem = PgnProblem::Result {
                found: quoted(found),
                expected,
                because: because.clone(),
            };
            return Err((at, problem));
        }
    }
    Ok(agreed.map_or(NO_RESULT, |(known, _)| known))
}

/// Adds the tags that aren't derived.
fn with_tags<B: Board>(mut game: Game<B>, tags: Tags) -> Game<B> {
    for (name, (_, value)) in tags.0 {
        if !DERIVED.contains(&name) && game.default_tag(name) != Some(&value) {
            game.tags.insert(name.into(), value);
        }
    }
    game
}
