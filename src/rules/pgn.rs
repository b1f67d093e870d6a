//! Game files: portable game notation (PGN) of one game.
//!
//! As in the PGN standard of 1994, with the cells, pieces and move text of any
//! [`Board`]:
//!
//! ```text
//! [Event "?"]                the seven tags every file has, in this order
//! …
//! [Result "1-0"]
//! [PlyCount "3"]             then the others in ASCII order
//! [Termination "normal"]
//! [Variant "Icochess"]
//!
//! 1. a4g1 n4s1 2. Rxo3 1-0
//! ```
//!
//! Two tags are our own. `CurrentPly`: the moves after that many plies are
//! undone and wait to be redone. `EndReason`: how the game ended, an
//! [`Outcome::keyword`].
//!
//! Written strictly, read leniently: tags in any order or missing, move numbers
//! missing or wrong, every form of move that [`san::parse`] takes, any line
//! ends. Comments, annotations (`$1`, `!?`) and variations are passed over. What
//! a reader must not overlook is an error: a move that is not legal, a move
//! after the end, a result that the moves refute, and a file cut short.

use std::collections::BTreeMap;
use std::iter::Peekable;

use super::board::Board;
use super::history::History;
use super::outcome::{DrawReason, Outcome};
use super::piece::Side;
use super::position::Position;
use super::position_text::{PositionTextError, PositionTextProblem};
use super::quoted;
use super::san::{self, SanError};

/// Longest text that [`parse`] reads, in bytes: 1 MiB.
pub const MAX_BYTES: usize = 1 << 20;
/// Most plies that [`parse`] reads, undone ones included.
pub const MAX_PLIES: usize = 10_000;
/// Most tags that [`parse`] reads, beside those of the roster and those that
/// [`write()`] makes.
pub const MAX_TAGS: usize = 256;

/// The seven tag roster in its order, with the values for "not known".
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", NO_RESULT),
];
/// Tags that follow from the moves and the outcome.
const DERIVED: [&str; 7] = [
    "CurrentPly",
    "EndReason",
    "FEN",
    "PlyCount",
    "Result",
    "SetUp",
    "Variant",
];
/// Derived, unless the game has one of its own.
const TERMINATION: &str = "Termination";
/// The result of a game that goes on.
const NO_RESULT: &str = "*";
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", NO_RESULT];
/// Values of a tag that say nothing.
const UNKNOWN: [&str; 3] = ["", "?", "-"];
/// Columns of a line of moves: the standard asks for fewer than 80.
const WIDTH: usize = 79;
/// What players, not positions, decide. The first with a result is the one
/// meant when no reason is given.
const DECLARABLE: [Outcome; 5] = [
    Outcome::Resignation {
        winner: Side::White,
    },
    Outcome::Resignation {
        winner: Side::Black,
    },
    Outcome::Draw(DrawReason::Agreement),
    Outcome::Draw(DrawReason::ThreefoldRepetition {
        claimed_by: Side::White,
    }),
    Outcome::Draw(DrawReason::FiftyMoves {
        claimed_by: Side::White,
    }),
];

/// A game as a file holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<B: Board> {
    /// Tags by name (`White`, `Date`, `WhiteType`, …), without those that
    /// follow from the rest: `Result`, `PlyCount`, `SetUp`, `FEN`, `Variant`,
    /// `CurrentPly` and `EndReason`, which [`write()`] passes over here.
    ///
    /// `Termination` is `normal` or `unterminated` by itself. One that is given
    /// here (`time forfeit`) takes its place and should go when play goes on.
    pub tags: BTreeMap<String, String>,
    /// The moves, undone ones included.
    pub history: History<B>,
    /// An end by resignation, agreement or claim, which the position does not
    /// tell. See [`Game::outcome`].
    pub declared: Option<Outcome>,
}

impl<B: Board> Default for Game<B> {
    fn default() -> Self {
        Self::new(History::default())
    }
}

impl<B: Board> Game<B> {
    /// A game without tags that nobody has ended.
    #[must_use]
    pub const fn new(history: History<B>) -> Self {
        Self {
            tags: BTreeMap::new(),
            history,
            declared: None,
        }
    }

    /// How the game has ended, if it has: as its position tells, or else as
    /// declared. An outcome that nobody can declare (checkmate) counts only if
    /// the position tells it.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.history
            .outcome()
            .or_else(|| self.declared.filter(|end| DECLARABLE.contains(end)))
    }

    /// The result as PGN writes it: `1-0`, `0-1`, `1/2-1/2`, or `*` for a game
    /// that goes on.
    #[must_use]
    pub fn result(&self) -> &'static str {
        self.outcome().map_or(NO_RESULT, Outcome::pgn_result)
    }

    /// The value that goes without saying for a tag of this name.
    fn default_tag(&self, name: &str) -> Option<&'static str> {
        if name == TERMINATION {
            let over = self.outcome().is_some();
            return Some(if over { "normal" } else { "unterminated" });
        }
        let (_, value) = ROSTER.iter().find(|(known, _)| *known == name)?;
        Some(value)
    }
}

/// What is wrong with a game file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct PgnError {
    /// Line of the problem, from 1.
    pub line: usize,
    /// Column of the problem in characters, from 1.
    pub column: usize,
    /// The problem and what was expected.
    pub problem: PgnProblem,
}

/// The kinds of problem in a game file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnProblem {
    /// More of something than is read: see [`MAX_BYTES`], [`MAX_PLIES`] and
    /// [`MAX_TAGS`].
    #[error("too many {what}: expected at most {limit}")]
    Limit {
        /// What there is too much of.
        what: &'static str,
        /// How much is read.
        limit: usize,
    },
    /// Something stands where it does not belong.
    #[error("found {found:?}: expected {expected}")]
    Unexpected {
        /// Its first character.
        found: char,
        /// What belongs there.
        expected: &'static str,
    },
    /// The text ends before the game does.
    #[error("the text ends too early: expected {expected}")]
    CutShort {
        /// What should follow.
        expected: &'static str,
    },
    /// Two tags of one name.
    #[error("a second tag {0}: expected each tag once")]
    DuplicateTag(String),
    /// The value of a tag is not one it may have, or is refuted by the moves.
    #[error("tag {tag} is \"{found}\": expected {expected}")]
    TagValue {
        /// Name of the tag.
        tag: &'static str,
        /// Its value.
        found: String,
        /// What it may be.
        expected: String,
    },
    /// The start position in the tag `FEN` is wrong.
    #[error("tag FEN: {0}")]
    StartPosition(PositionTextProblem),
    /// A text among the moves names no legal move.
    #[error("{reason} (expected move {number} of {side})")]
    Move {
        /// Number of the move.
        number: u16,
        /// Who is to make it.
        side: Side,
        /// What is wrong with it.
        reason: SanError,
    },
    /// A move after the end of the game.
    #[error("\"{found}\" follows the end of the game ({outcome}): expected the result")]
    GameOver {
        /// The text of the move.
        found: String,
        /// How the game had ended.
        outcome: Outcome,
    },
    /// The result is not that of the moves, or the two results differ.
    #[error("the result is {found}: expected {expected} ({because})")]
    Result {
        /// The result found.
        found: String,
        /// The result of the game.
        expected: &'static str,
        /// How that is known.
        because: String,
    },
}

/// A problem with its byte offset in the text.
type Fault = (usize, PgnProblem);

/// The fault that something at `at`, or the end there, is not what was expected.
fn unexpected(text: &str, at: usize, expected: &'static str) -> Fault {
    let problem = match text[at..].chars().next() {
        Some(found) => PgnProblem::Unexpected { found, expected },
        None => PgnProblem::CutShort { expected },
    };
    (at, problem)
}

/// Line and column of a byte offset, both from 1. Lines end with `\n`, `\r\n`
/// or `\r`.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(offset)];
    let feeds = before.matches('\n').count();
    let returns = before.matches('\r').count() - before.matches("\r\n").count();
    let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    (1 + feeds + returns, 1 + before[start..].chars().count())
}

/// The tag that this module knows by that name, in any case.
fn known_tag(name: &str) -> Option<&'static str> {
    let roster = ROSTER.iter().map(|(known, _)| *known);
    roster
        .chain(DERIVED)
        .chain([TERMINATION])
        .find(|known| known.eq_ignore_ascii_case(name))
}

/// The name of a tag, with the spelling of the standard for those known here.
fn canonical(name: &str) -> &str {
    known_tag(name).unwrap_or(name)
}

const fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

// Writing.

/// The text of a game file.
///
/// Nothing is refused: tags whose names are not letters, digits and `_` are
/// left out, control characters in values become spaces. [`parse`] reads every
/// text written, as long as it keeps to the limits.
///
/// ```
/// use icochess::rules::{History, Icochess, pgn, san};
///
/// let mut history = History::<Icochess>::default();
/// for text in ["a4g1", "n4s1"] {
///     let mv = san::parse(history.position(), text)?;
///     history.play(mv).map_err(|illegal| illegal.reason)?;
/// }
/// let mut game = pgn::Game::new(history);
/// game.tags.insert("White".into(), "Ada".into());
///
/// let text = pgn::write(&game);
/// assert!(text.contains("[White \"Ada\"]\n"));
/// assert!(text.ends_with("\n\n1. a4g1 n4s1 *\n"));
/// assert_eq!(pgn::parse(&text)?, game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn write<B: Board>(game: &Game<B>) -> String {
    let mut text = String::new();
    let mut tags = all_tags(game);
    for (name, unknown) in ROSTER {
        let value = tags.remove(name);
        push_tag(&mut text, name, value.as_deref().unwrap_or(unknown));
    }
    for (name, value) in &tags {
        push_tag(&mut text, name, value);
    }
    text.push('\n');
    push_words(&mut text, &move_words(game));
    text
}

/// Every tag of the file except roster tags that are not known.
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

    let plies = game.history.line().len();
    tags.insert("PlyCount", plies.to_string());
    tags.insert("Result", game.result().into());
    tags.insert("Variant", B::NAME.into());
    if game.history.ply() < plies {
        tags.insert("CurrentPly", game.history.ply().to_string());
    }
    if let Some(outcome) = game.outcome() {
        tags.insert("EndReason", outcome.keyword().into());
    }
    let start = game.history.start();
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

/// Move numbers, moves and the result.
fn move_words<B: Board>(game: &Game<B>) -> Vec<String> {
    let history = &game.history;
    let mut words = Vec::new();
    for (ply, &mv) in history.line().iter().enumerate() {
        let Some(position) = history.position_at(ply) else {
            break;
        };
        match position.turn() {
            Side::White => words.push(format!("{}.", position.number())),
            Side::Black if ply == 0 => words.push(format!("{}...", position.number())),
            Side::Black => {}
        }
        words.push(san::write(position, mv));
    }
    words.push(game.result().into());
    words
}

/// Adds words in lines of at most [`WIDTH`] columns.
fn push_words(text: &mut String, words: &[String]) {
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text.push('\n');
}

// Tokens.

/// A piece of a game file.
#[derive(Debug)]
enum Token<'a> {
    /// `[Name "value"]`, with the offset of the value.
    Tag {
        name: &'a str,
        value: String,
        at: usize,
    },
    /// `{…}`, `;…` or a line that starts with `%`.
    Comment,
    /// `$n`.
    Nag,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// A move number, a move, a suffix such as `!?`, or a result.
    Word(&'a str),
}

/// Takes a text apart. Each token comes with its offset.
struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

type Tokens<'a> = Peekable<Lexer<'a>>;

impl<'a> Iterator for Lexer<'a> {
    type Item = Result<(usize, Token<'a>), Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        self.take_while(|c| c.is_whitespace() || c == '.');
        let at = self.at;
        let first = self.peek()?;
        Some(self.token(first).map(|token| (at, token)))
    }
}

impl<'a> Lexer<'a> {
    fn token(&mut self, first: char) -> Result<Token<'a>, Fault> {
        let line_start = self.text[..self.at].ends_with(['\n', '\r']) || self.at == 0;
        match first {
            '[' => self.tag(),
            '{' => self.comment(),
            ';' => Ok(self.line_comment()),
            '%' if line_start => Ok(self.line_comment()),
            '$' => self.nag(),
            '(' => Ok(self.single(Token::Open)),
            ')' => Ok(self.single(Token::Close)),
            '*' => Ok(self.single(Token::Word(NO_RESULT))),
            c if is_word_char(c) => Ok(Token::Word(self.take_while(is_word_char))),
            _ => Err(self.unexpected("a tag, a move or a result")),
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Passes over the characters that fit, and returns them.
    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let end = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// A token of one ASCII character.
    fn single(&mut self, token: Token<'a>) -> Token<'a> {
        self.at += 1;
        token
    }

    /// Passes over `wanted`, which may have space before it.
    fn expect(&mut self, wanted: char, expected: &'static str) -> Result<(), Fault> {
        self.take_while(char::is_whitespace);
        if self.peek() != Some(wanted) {
            return Err(self.unexpected(expected));
        }
        self.at += wanted.len_utf8();
        Ok(())
    }

    fn unexpected(&self, expected: &'static str) -> Fault {
        unexpected(self.text, self.at, expected)
    }

    fn comment(&mut self) -> Result<Token<'a>, Fault> {
        let start = self.at;
        self.take_while(|c| c != '}');
        if self.peek().is_none() {
            let expected = "\"}\" after the comment that begins here";
            return Err((start, PgnProblem::CutShort { expected }));
        }
        Ok(self.single(Token::Comment))
    }

    fn line_comment(&mut self) -> Token<'a> {
        self.take_while(|c| !matches!(c, '\n' | '\r'));
        Token::Comment
    }

    fn nag(&mut self) -> Result<Token<'a>, Fault> {
        self.at += 1;
        if self.take_while(|c| c.is_ascii_digit()).is_empty() {
            return Err(self.unexpected("the number of an annotation"));
        }
        Ok(Token::Nag)
    }

    fn tag(&mut self) -> Result<Token<'a>, Fault> {
        self.at += 1;
        self.take_while(char::is_whitespace);
        let name = self.take_while(is_name_char);
        if name.is_empty() {
            return Err(self.unexpected("the name of a tag"));
        }
        self.expect('"', "the value of a tag in quotes")?;
        let at = self.at;
        let value = self.tag_value()?;
        self.expect(']', "\"]\" after the value of a tag")?;
        Ok(Token::Tag { name, value, at })
    }

    /// What stands before the closing quote. Tabs become spaces.
    fn tag_value(&mut self) -> Result<String, Fault> {
        let mut value = String::new();
        loop {
            value.push_str(self.take_while(|c| !c.is_control() && !matches!(c, '"' | '\\')));
            match self.peek() {
                Some('\\') => {
                    self.at += 1;
                    let escaped = self.peek().filter(|c| matches!(c, '"' | '\\'));
                    self.at += escaped.map_or(0, char::len_utf8);
                    value.push(escaped.unwrap_or('\\'));
                }
                Some('\t') => {
                    self.at += 1;
                    value.push(' ');
                }
                Some('"') => {
                    self.at += 1;
                    return Ok(value);
                }
                _ => return Err(self.unexpected("a quote after the value of a tag")),
            }
        }
    }
}

const fn is_word_char(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c, '+' | '#' | '=' | ':' | '-' | '/' | '_' | '@' | '!' | '?')
}

// Reading.

/// Reads a game file.
///
/// A leading byte order mark is passed over. A result at the end may be missing
/// only when there are moves, and no tag tells the result or the number of
/// plies: else the file may be cut.
///
/// # Errors
///
/// [`PgnError`] with the first problem and its place.
pub fn parse<B: Board>(text: &str) -> Result<Game<B>, PgnError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    read(text).map_err(|(offset, problem)| {
        let (line, column) = place(text, offset);
        PgnError {
            line,
            column,
            problem,
        }
    })
}

fn read<B: Board>(text: &str) -> Result<Game<B>, Fault> {
    check_limit(0, text.len(), "bytes", MAX_BYTES)?;
    let mut tokens = Lexer { text, at: 0 }.peekable();
    let tags = read_tags(&mut tokens)?;
    let mut history = History::new(start_position::<B>(&tags)?);
    let result = read_moves(text, &mut tokens, &mut history)?;
    let may_lack_result = !history.line().is_empty()
        && tags.known("Result").is_none()
        && tags.known("PlyCount").is_none();
    if result.is_none() && !may_lack_result {
        return Err(unexpected(text, text.len(), "moves and a result"));
    }
    set_ply(&tags, &mut history)?;
    let declared = declared_outcome(&tags, result, history.outcome())?;
    Ok(with_tags(
        Game {
            declared,
            ..Game::new(history)
        },
        tags,
    ))
}

fn check_limit(at: usize, found: usize, what: &'static str, limit: usize) -> Result<(), Fault> {
    if found > limit {
        return Err((at, PgnProblem::Limit { what, limit }));
    }
    Ok(())
}

/// The tags read, by canonical name, each with the offset of its value.
#[derive(Default)]
struct Tags<'a>(BTreeMap<&'a str, (usize, String)>);

impl Tags<'_> {
    /// The value of a tag that says something.
    fn known(&self, name: &str) -> Option<(usize, &str)> {
        let (at, value) = self.0.get(name)?;
        (!UNKNOWN.contains(&value.as_str())).then_some((*at, value))
    }

    /// The value of a tag that holds a number.
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

fn read_tags<'a>(tokens: &mut Tokens<'a>) -> Result<Tags<'a>, Fault> {
    let mut tags = Tags::default();
    let mut others = 0;
    let belongs = |item: &_| matches!(item, Err(_) | Ok((_, Token::Tag { .. } | Token::Comment)));
    while let Some(item) = tokens.next_if(belongs) {
        let (start, Token::Tag { name, value, at }) = item? else {
            continue;
        };
        if tags.0.insert(canonical(name), (at, value)).is_some() {
            return Err((start, PgnProblem::DuplicateTag(quoted(name))));
        }
        others += usize::from(known_tag(name).is_none());
        check_limit(start, others, "tags", MAX_TAGS)?;
    }
    Ok(tags)
}

/// The position the moves start from, on the right board.
fn start_position<B: Board>(tags: &Tags) -> Result<Position<B>, Fault> {
    if let Some((at, name)) = tags.known("Variant")
        && ![B::NAME, B::ID]
            .iter()
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

/// Plays the moves and returns the result, if there is one, with its offset.
fn read_moves<'a, B: Board>(
    text: &'a str,
    tokens: &mut Tokens<'a>,
    history: &mut History<B>,
) -> Result<Option<(usize, &'a str)>, Fault> {
    let mut result = None;
    // Variations open, and where the outermost begins.
    let (mut depth, mut opened) = (0_usize, 0);
    for item in tokens {
        let (at, token) = item?;
        match token {
            Token::Comment | Token::Nag => {}
            Token::Open => {
                if depth == 0 {
                    opened = at;
                }
                depth += 1;
            }
            Token::Close if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            _ if result.is_some() => {
                let expected = "the end of the text, for a file holds one game";
                return Err(unexpected(text, at, expected));
            }
            Token::Close | Token::Tag { .. } => {
                return Err(unexpected(text, at, "a move or a result"));
            }
            Token::Word(word) if RESULTS.contains(&word) => result = Some((at, word)),
            Token::Word(word) if is_no_move(word) => {}
            Token::Word(word) => play(history, at, word)?,
        }
    }
    if depth > 0 {
        let expected = "\")\" after the variation that begins here";
        return Err((opened, PgnProblem::CutShort { expected }));
    }
    Ok(result)
}

/// Is this a move number, or a suffix that stands alone?
fn is_no_move(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit()) || word.bytes().all(|b| matches!(b, b'!' | b'?'))
}

fn play<B: Board>(history: &mut History<B>, at: usize, word: &str) -> Result<(), Fault> {
    check_limit(at, history.line().len() + 1, "plies", MAX_PLIES)?;
    let found = quoted(word);
    if let Some(outcome) = history.outcome() {
        return Err((at, PgnProblem::GameOver { found, outcome }));
    }
    let position = history.position();
    let (number, side) = (position.number(), position.turn());
    san::parse(position, word)
        .and_then(|mv| history.play(mv).map_err(|_| SanError::Illegal(found)))
        .map_err(|reason| {
            let problem = PgnProblem::Move {
                number,
                side,
                reason,
            };
            (at, problem)
        })
}

/// Compares the number of plies with the tags, and undoes what they say.
fn set_ply<B: Board>(tags: &Tags, history: &mut History<B>) -> Result<(), Fault> {
    let plies = history.line().len();
    if let Some((at, count)) = tags.number("PlyCount")?
        && count != plies
    {
        let expected = format!("{plies}, the number of moves that follow");
        return Err(wrong_tag(at, "PlyCount", &count.to_string(), expected));
    }
    if let Some((at, ply)) = tags.number("CurrentPly")? {
        if ply > plies {
            let expected = format!("at most {plies}, the number of moves that follow");
            return Err(wrong_tag(at, "CurrentPly", &ply.to_string(), expected));
        }
        for _ in ply..plies {
            history.undo();
        }
    }
    Ok(())
}

/// The outcome that tags and result declare, where the moves tell none (`told`).
fn declared_outcome(
    tags: &Tags,
    result: Option<(usize, &str)>,
    told: Option<Outcome>,
) -> Result<Option<Outcome>, Fault> {
    let result = agreed_result(tags, result, told)?;
    let possible: Vec<Outcome> = match told {
        Some(outcome) => vec![outcome],
        None => DECLARABLE
            .into_iter()
            .filter(|outcome| outcome.pgn_result() == result)
            .collect(),
    };
    let end = match tags.known("EndReason") {
        None => possible.first(),
        Some((at, reason)) => {
            let meant = possible.iter().find(|end| end.keyword() == reason);
            if meant.is_none() {
                let keywords: Vec<_> = possible.iter().map(|end| end.keyword()).collect();
                let expected = match keywords.as_slice() {
                    [] => "no such tag while the game goes on".into(),
                    keywords => keywords.join(" or "),
                };
                return Err(wrong_tag(at, "EndReason", reason, expected));
            }
            meant
        }
    };
    Ok(end.copied().filter(|_| told.is_none()))
}

/// The one result that tag, moves and the result after them tell.
fn agreed_result(
    tags: &Tags,
    result: Option<(usize, &str)>,
    told: Option<Outcome>,
) -> Result<&'static str, Fault> {
    let mut agreed = told.map(|outcome| (outcome.pgn_result(), outcome.to_string()));
    for (at, found) in tags.known("Result").into_iter().chain(result) {
        let Some(known) = RESULTS.into_iter().find(|known| *known == found) else {
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

/// The game with those of the tags that do not follow from the rest.
fn with_tags<B: Board>(mut game: Game<B>, tags: Tags) -> Game<B> {
    for (name, (_, value)) in tags.0 {
        if !DERIVED.contains(&name) && game.default_tag(name) != Some(&value) {
            game.tags.insert(name.into(), value);
        }
    }
    game
}

#[cfg(test)]
mod tests {
    use super::super::{CellSet, Icochess, Role};
    use super::PgnProblem as Problem;
    use super::*;

    type G = Game<Icochess>;

    /// Black mates with `Rr1#`.
    const MATE_IN_ONE: &str = "QKPP/1Br1/1P2/1P2/3N/4/4/4/4/4/1p2/1p2/rb1p/1k1p/1bRq/4/4/4/4/4 \
                               b a3a4c2d2k2l2n4 - 0 1";

    /// A generator of numbers that look random (Knuth's MMIX constants).
    struct Lcg(u64);

    impl Lcg {
        fn below(&mut self, limit: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % limit
        }
    }

    /// Random moves from `history` on, at most `plies` of them.
    fn play_on(history: &mut History<Icochess>, random: &mut Lcg, plies: usize) {
        for _ in 0..plies {
            if history.outcome().is_some() {
                return;
            }
            let moves = history.position().legal_moves();
            history.play(moves[random.below(moves.len())]).unwrap();
        }
    }

    fn random_game(seed: u64, plies: usize) -> G {
        let mut history = History::default();
        play_on(&mut history, &mut Lcg(seed), plies);
        Game::new(history)
    }

    /// Quiet moves, with a pawn move in time before the game is drawn; some
    /// steps back where it gets stuck.
    fn long_game(plies: usize) -> G {
        let mut random = Lcg(1);
        let mut history = History::<Icochess>::default();
        while history.ply() < plies {
            let position = history.position();
            let pawns = position.pieces(position.turn(), Role::PAWN);
            let mut moves = position.legal_moves();
            moves.retain(|mv| {
                position.piece_at(mv.to).is_none()
                    && (pawns.contains(mv.from) || position.clock() < 40)
            });
            if !moves.is_empty() {
                history.play(moves[random.below(moves.len())]).unwrap();
            }
            if moves.is_empty() || history.outcome().is_some() {
                for _ in 0..10 {
                    history.undo();
                }
            }
        }
        Game::new(history)
    }

    fn with_mate() -> G {
        let mut history = History::new(MATE_IN_ONE.parse().unwrap());
        let mv = san::parse(history.position(), "Rr1").unwrap();
        history.play(mv).unwrap();
        Game::new(history)
    }

    fn read(text: &str) -> G {
        parse(text).unwrap_or_else(|error| panic!("{error} in\n{text:.2000}"))
    }

    /// Line, column and problem of a text that is wrong.
    fn wrong(text: &str) -> (usize, usize, Problem) {
        let error = parse::<Icochess>(text).expect_err(text);
        (error.line, error.column, error.problem)
    }

    fn round_trip(game: &G) -> String {
        let text = write(game);
        let again = read(&text);
        assert_eq!(&again, game, "{text}");
        assert_eq!(write(&again), text);
        text
    }

    #[test]
    fn a_new_game_is_written_with_its_roster() {
        assert_eq!(
            round_trip(&G::default()),
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
             [White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n[PlyCount \"0\"]\n\
             [Termination \"unterminated\"]\n[Variant \"Icochess\"]\n\n*\n"
        );
    }

    #[test]
    fn random_games_round_trip_with_undone_moves_and_other_starts() {
        for seed in 0..40 {
            let mut game = random_game(seed, 150);
            let mut random = Lcg(seed);
            if seed % 2 == 1 {
                let start = game.history.position_at(random.below(20)).unwrap();
                game.history = History::new(*start);
                play_on(&mut game.history, &mut random, 60);
            }
            for _ in 0..random.below(5) {
                game.history.undo();
            }
            let text = round_trip(&game);
            let (_, moves) = text.split_once("\n\n").unwrap();
            assert!(moves.lines().all(|line| line.len() < 80), "{text}");
            let undone = game.history.ply() < game.history.line().len();
            assert_eq!(text.contains("[CurrentPly "), undone);
        }
    }

    #[test]
    fn mate_is_told_by_the_moves() {
        let game = with_mate();
        let text = round_trip(&game);
        assert!(
            text.ends_with(
                "[EndReason \"checkmate\"]\n\
                 [FEN \"QKPP/1Br1/1P2/1P2/3N/4/4/4/4/4/1p2/1p2/rb1p/1k1p/1bRq/4/4/4/4/4 \
                 b a3a4c2d2k2l2n4 - 0 1\"]\n\
                 [PlyCount \"1\"]\n[SetUp \"1\"]\n[Termination \"normal\"]\n\
                 [Variant \"Icochess\"]\n\n1... Rr1# 0-1\n"
            ),
            "{text}"
        );
        assert_eq!(read(&text.replace("0-1", "*")), game);

        let mut undone = game;
        undone.history.undo();
        assert!(round_trip(&undone).ends_with("\n\n1... Rr1# *\n"));
    }

    #[test]
    fn every_declared_outcome_round_trips() {
        for outcome in DECLARABLE {
            let mut game = random_game(7, 9);
            game.declared = Some(outcome);
            let text = round_trip(&game);
            assert!(text.ends_with(&format!(" {}\n", outcome.pgn_result())));
            assert_eq!(game.outcome(), Some(outcome));
        }
        let plain = |text| read(text).declared;
        let white = Side::White;
        assert_eq!(plain("a4g1 *"), None);
        assert_eq!(
            plain("a4g1 1-0"),
            Some(Outcome::Resignation { winner: white })
        );
        assert_eq!(
            plain("a4g1 1/2-1/2"),
            Some(Outcome::Draw(DrawReason::Agreement))
        );
        // A mate cannot be declared.
        let mut game = random_game(1, 0);
        game.declared = Some(Outcome::Checkmate { winner: white });
        assert!(write(&game).ends_with("\n\n*\n"));
    }

    #[test]
    fn tags_are_escaped_and_sorted() {
        let mut game = random_game(3, 4);
        let mut tag = |name: &str, value: &str| game.tags.insert(name.into(), value.into());
        tag("White", r#"A "quoted" \ name"#);
        tag("WhiteType", "human");
        tag("Annotator", "Zoë");
        tag("Termination", "abandoned");
        let text = round_trip(&game);
        assert!(text.contains("[White \"A \\\"quoted\\\" \\\\ name\"]\n"));
        let names: Vec<_> = text
            .lines()
            .filter_map(|line| line.strip_prefix('[')?.split(' ').next())
            .collect();
        let others = [
            "Annotator",
            "PlyCount",
            "Termination",
            "Variant",
            "WhiteType",
        ];
        assert_eq!(names[..7], ROSTER.map(|(name, _)| name));
        assert_eq!(names[7..], others);
    }

    #[test]
    fn what_tags_may_not_hold_is_not_written() {
        let mut game = random_game(3, 4);
        let clean = write(&game);
        for name in ["", "a b", "é", "x\"]", "Result", "plycount", "FEN", "setup"] {
            game.tags.insert(name.into(), "1".into());
        }
        assert_eq!(write(&game), clean);
        game.tags = [("White".into(), "a\n[b\0\u{1b}]".into())].into();
        assert_eq!(read(&write(&game)).tags["White"], "a [b  ]");
        game.tags = [("white", "2"), ("White", "1")]
            .map(|(name, value)| (name.into(), value.into()))
            .into();
        assert_eq!(read(&write(&game)).tags["White"], "1");
    }

    #[test]
    fn no_truncation_is_mistaken_for_a_game() {
        let mut finished = random_game(5, 30);
        finished.declared = Some(Outcome::Draw(DrawReason::Agreement));
        let mut undone = random_game(6, 30);
        undone.history.undo();
        undone.tags.insert("White".into(), "\"é\\".into());
        let mut lost = random_game(8, 3);
        lost.declared = Some(Outcome::Resignation {
            winner: Side::White,
        });
        for game in [finished, undone, lost, with_mate(), G::default()] {
            let text = write(&game);
            let cuts = (0..text.len()).filter(|cut| text.is_char_boundary(*cut));
            for cut in cuts {
                match parse(&text[..cut]) {
                    Ok(read) => assert_eq!((read, &text[cut..]), (game.clone(), "\n")),
                    Err(error) => assert!(error.line <= text.lines().count() + 1),
                }
            }
        }
    }

    #[test]
    fn a_missing_line_is_noticed() {
        let text = write(&random_game(9, 60));
        let lines: Vec<&str> = text.lines().collect();
        let moves = text.lines().position(str::is_empty).unwrap() + 1;
        for gone in moves..lines.len() {
            let mut lines = lines.clone();
            lines.remove(gone);
            assert!(parse::<Icochess>(&lines.join("\n")).is_err());
        }
    }

    #[test]
    fn reading_is_lenient() {
        let game = read("a4g1 n4s1 *");
        assert_eq!(game.history.line().len(), 2);
        for text in [
            "a4g1 n4s1",
            "1.a4g1 n4s1*",
            "1. A4-G1 1... Pn4-s1 *",
            "7 a4g1!? n4s1 ?! $1 $139 *",
            "{a} 1. a4g1 {[%clk 0:04:58] (} (1. b1o3 (1. g1?? ) xyz) n4s1 ; note {\n*",
            "% escaped [\r\n1. a4g1\r\n% ( {\r\nn4s1\r\n*\r\n\r\n",
            "% escaped\r1. a4g1 ; note\rn4s1\r*\r",
            "\u{feff}[variant \"ICOCHESS\"]\n[Result \"?\"] {x}\n[Setup \"0\"]\na4g1 n4s1",
            "[Termination \"unterminated\"][PlyCount \"2\"]\n\n[Variant\"Icochess\" ]a4g1 n4s1 *",
            "[Result \"*\"] a4g1 n4s1 *",
        ] {
            assert_eq!(read(text), game, "{text}");
        }
        let fen = format!("[FEN \"{MATE_IN_ONE}\"] Rr1 0-1");
        assert_eq!(read(&fen), with_mate());
        assert_eq!(read("[White \"a\\b\tc\"] *").tags["White"], "a\\b c");
    }

    #[test]
    fn each_problem_is_named_with_its_place() {
        let fen = format!("[FEN \"{MATE_IN_ONE}\"]\n");
        assert!(matches!(
            wrong("\n1. a4g1 n4s1\n2. a4g1 *"),
            (
                3,
                4,
                Problem::Move {
                    number: 2,
                    side: Side::White,
                    reason: SanError::Illegal(_)
                }
            )
        ));
        assert!(matches!(
            wrong("1. a4g1\r\nhello *"),
            (
                2,
                1,
                Problem::Move {
                    reason: SanError::Syntax(_),
                    ..
                }
            )
        ));
        assert!(matches!(
            wrong("g1 *"),
            (
                1,
                1,
                Problem::Move {
                    reason: SanError::Ambiguous { .. },
                    ..
                }
            )
        ));
        for (text, line, column) in [
            ("a4g1 é", 1, 6),
            ("é", 1, 1),
            ("{é} \0", 1, 5),
            ("a4g1 )", 1, 6),
            ("a4g1 ]", 1, 6),
            ("\ra4g1 }", 2, 6),
            ("a4g1 $ *", 1, 7),
            ("a4g1 % *", 1, 6),
            ("\na4g1\n[White \"x\"] *", 3, 1),
            ("a4g1 *\n\n[White \"x\"] *", 3, 1),
            ("a4g1 * n4s1", 1, 8),
            ("[\"x\"] *", 1, 2),
            ("[White x] *", 1, 8),
            ("[White \"x\n\"] *", 1, 10),
            ("[White \"x\0\"] *", 1, 10),
            ("[White \"x\" \"y\"] *", 1, 12),
        ] {
            let found = wrong(text);
            assert!(
                matches!(found, (l, c, Problem::Unexpected { .. }) if (l, c) == (line, column)),
                "{text:?}: {found:?}"
            );
        }
        for (text, line, column) in [
            ("", 1, 1),
            ("\n\n", 3, 1),
            ("[White \"x\"]\n", 2, 1),
            ("[Result \"*\"]\na4g1", 2, 5),
            ("[PlyCount \"1\"]\na4g1", 2, 5),
            ("\n{ a4g1 *\n", 2, 1),
            ("\n(\n(\na4g1 *\n)", 2, 1),
            ("[White \"x", 1, 10),
            ("[White \"x\\", 1, 11),
            ("[White", 1, 7),
        ] {
            let found = wrong(text);
            assert!(
                matches!(found, (l, c, Problem::CutShort { .. }) if (l, c) == (line, column)),
                "{text:?}: {found:?}"
            );
        }
        for (text, line, column, name) in [
            ("\n[Variant \"Standard\"] *", 2, 11, "Variant"),
            ("[PlyCount \"2\"] a4g1 *", 1, 12, "PlyCount"),
            ("[PlyCount \"-1\"] *", 1, 12, "PlyCount"),
            ("\n[CurrentPly \"2\"] a4g1 *", 2, 14, "CurrentPly"),
            (
                "[CurrentPly \"99999999999999999999\"] *",
                1,
                14,
                "CurrentPly",
            ),
            ("[Result \"won\"] *", 1, 10, "Result"),
            ("[SetUp \"1\"] *", 1, 9, "SetUp"),
            ("[EndReason \"agreement\"] *", 1, 13, "EndReason"),
            ("[EndReason \"checkmate\"] a4g1 1-0", 1, 13, "EndReason"),
        ] {
            let found = wrong(text);
            assert!(
                matches!(found, (l, c, Problem::TagValue { tag, .. })
                    if (l, c, tag) == (line, column, name)),
                "{text:?}: {found:?}"
            );
        }
        assert!(matches!(
            wrong("[White \"x\"]\n[white \"x\"] *"),
            (2, 1, Problem::DuplicateTag(_))
        ));
        assert!(matches!(
            wrong("[FEN \"K w - - 0 1\"] *"),
            (1, 7, Problem::StartPosition(_))
        ));
        assert!(matches!(
            wrong("[FEN \"\\\\é\"] *"),
            (1, _, Problem::StartPosition(_))
        ));
        assert!(matches!(
            wrong(&format!("{fen}1... Rr1# 2. a4g1 0-1")),
            (2, 14, Problem::GameOver { .. })
        ));
        for (text, line, column) in [
            (format!("{fen}1... Rr1# 1-0"), 2, 11),
            (format!("{fen}[Result \"1/2-1/2\"]1... Rr1# 0-1"), 2, 10),
            ("[Result \"1-0\"]\na4g1 0-1".into(), 2, 6),
        ] {
            let found = wrong(&text);
            assert!(
                matches!(found, (l, c, Problem::Result { .. }) if (l, c) == (line, column)),
                "{text:?}: {found:?}"
            );
        }
    }

    #[test]
    fn messages_say_what_was_found_and_what_was_expected() {
        let message = |text: &str| parse::<Icochess>(text).unwrap_err().to_string();
        assert_eq!(
            message("a4g1\n\u{1b}[31m"),
            "line 2, column 1: found '\\u{1b}': expected a tag, a move or a result"
        );
        assert_eq!(
            message("[Variant \"Standard\"]"),
            "line 1, column 11: tag Variant is \"Standard\": expected \"Icochess\""
        );
        assert_eq!(
            message("[Result \"123456789012345678\u{202e}\\\"34\"] *"),
            "line 1, column 10: tag Result is \"123456789012345678\\u{202e}\\\"…\": \
             expected 1-0 or 0-1 or 1/2-1/2 or *"
        );
        assert_eq!(
            message("1. Ng1 *"),
            "line 1, column 4: no legal move is written \"Ng1\" (expected move 1 of White)"
        );
        assert_eq!(
            message("[Result \"1-0\"]\na4g1 n4s1"),
            "line 2, column 10: the text ends too early: expected moves and a result"
        );
        assert_eq!(
            message(&format!("[FEN \"{MATE_IN_ONE}\"] Rr1 1-0")),
            format!(
                "line 1, column {}: the result is 1-0: expected 0-1 (Black wins by checkmate)",
                MATE_IN_ONE.len() + 14
            )
        );
        assert_eq!(
            message(&format!("[FEN \"{MATE_IN_ONE}\"]\nRr1 a4g1 *")),
            "line 2, column 5: \"a4g1\" follows the end of the game \
             (Black wins by checkmate): expected the result"
        );
    }

    #[test]
    fn limits_hold() {
        let limit = |text: &str| match wrong(text) {
            (_, _, Problem::Limit { what, .. }) => what,
            other => panic!("{other:?}"),
        };
        assert_eq!(limit(&" ".repeat(MAX_BYTES + 1)), "bytes");
        let tags = |count| -> String { (0..count).map(|n| format!("[T{n} \"\"]")).collect() };
        assert_eq!(limit(&(tags(MAX_TAGS + 1) + "*")), "tags");
        round_trip(&read(&(tags(MAX_TAGS) + "[White \"x\"]*")));
        let game = long_game(MAX_PLIES + 1);
        assert_eq!(limit(&write(&game)), "plies");
    }

    #[test]
    fn hostile_texts_are_read_to_their_end_or_refused() {
        let many = 100_000;
        let nested = |n| format!("{}{} a4g1 *", "(".repeat(n), ")".repeat(n));
        read(&nested(many));
        read(&nested(MAX_BYTES / 2 - 10));
        read(&format!("{}a4g1 *", "{}".repeat(many)));
        read(&format!("{}a4g1 *", ";\n".repeat(many)));
        read(&format!("{}a4g1 *", "$1".repeat(many)));
        read(&format!("{}. a4g1 *", "1".repeat(many)));
        read(&format!("[White \"{}\"] *", "\\\\".repeat(many)));
        for one in [
            "\0", "(", ")", "{", "}", "[", "]", "\"", "\\", "$", "<", "a", "/", "-", "é",
        ] {
            assert!(parse::<Icochess>(&one.repeat(many)).is_err(), "{one}");
        }
        for start in ["[", "[White \"", "[White \"x\"", "(", "{", "a4g1 "] {
            assert!(parse::<Icochess>(&format!("{start}{}", "\0".repeat(many))).is_err());
        }
    }

    #[test]
    fn damaged_texts_are_refused_or_make_a_game_that_round_trips() {
        let mut texts = [with_mate(), random_game(2, 20)].map(|game| write(&game));
        texts[1] = texts[1].replace("2.", "{note} $1 (2. a4g1) ; x\n% y\n2.");
        read(&texts[1]);
        let spare: Vec<char> = "[]{}()\"\\;%$*.!-019aK \n\r\t\0é🏁".chars().collect();
        let mut random = Lcg(3);
        for round in 0..4_000 {
            let mut chars: Vec<char> = texts[round % 2].chars().collect();
            for _ in 0..=random.below(3) {
                let at = random.below(chars.len());
                chars[at] = spare[random.below(spare.len())];
            }
            if random.below(4) == 0 {
                chars.truncate(random.below(chars.len()));
            }
            match parse(&chars.into_iter().collect::<String>()) {
                Ok(game) => drop(round_trip(&game)),
                Err(error) => assert!(error.to_string().chars().all(|c| !c.is_control())),
            }
        }
    }

    #[test]
    fn long_games_are_read_quickly() {
        let text = write(&long_game(5_000));
        let start = std::time::Instant::now();
        assert_eq!(read(&text).history.ply(), 5_000);
        let seconds = start.elapsed().as_secs_f64();
        assert!(seconds < 1.0, "{seconds} s");
    }
}
