//! Reads files of many games, one game at a time.

use std::borrow::Cow;
use std::io::{self, BufRead};
use std::marker::PhantomData;

use super::error::{PgnError, PgnProblem, place};
use super::game::Game;
use super::limits::MAX_BYTES;
use super::reader::read;
use super::scan::{EVENT, Scan, Step};
use crate::position::board::Board;

/// Byte order mark in UTF-8.
const MARK: [u8; 3] = [0xef, 0xbb, 0xbf];
/// Characters of the bytes 0x80 to 0x9f in Windows-1252.
const WINDOWS: [char; 32] = [
    '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž',
    '\u{fffd}', '\u{fffd}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{fffd}',
    'ž', 'Ÿ',
];

/// Maximum number of bytes searched for the end of a game: 256 MiB. Longer input without an end is
/// a disk image or an endless device.
const MAX_WITHOUT_END: u64 = 256 << 20;

/// The error for a game that can't be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file can't be read. The reader stops.
    #[error("the file cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A game is invalid. The next game can still be read.
    #[error("game {}, {_0}", .0.game)]
    Pgn(#[from] PgnError),
}

/// The games of a file, as an iterator.
///
/// ```
/// use icochess_boards::Chess;
/// use icochess_rules::pgn;
///
/// let file = "[Event \"One\"]\n\n1. e4 e5 1-0\n\n\
///             [Event \"Two\"]\n\n1. e4 Ke7 1-0\n\n\
///             [Event \"Three\"]\n\n1. d4 *\n";
/// let games: Vec<_> = pgn::Reader::<_, Chess>::new(file.as_bytes()).collect();
/// assert_eq!(games.len(), 3);
/// assert_eq!(games[2].as_ref().unwrap().tags["Event"], "Three");
/// let error = games[1].as_ref().unwrap_err().to_string();
/// assert!(error.starts_with("game 2, line 7, column 7: no legal move is written \"Ke7\""));
/// ```
///
/// After an error the iterator continues with the next game. A game ends with its result, or where
/// tags begin again. See [`Texts`] for details and for text that isn't UTF-8.
#[derive(Debug)]
pub struct Reader<R, B> {
    texts: Texts<R>,
    board: PhantomData<B>,
}

impl<R: BufRead, B: Board> Reader<R, B> {
    /// Reads from `input`, which should be buffered.
    pub const fn new(input: R) -> Self {
        Self {
            texts: Texts::new(input),
            board: PhantomData,
        }
    }
}

impl<R: BufRead, B: Board> Iterator for Reader<R, B> {
    type Item = Result<Game<B>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let text = self.texts.next()?;
        Some(text.map_err(Into::into).and_then(|t| Ok(t.parse()?)))
    }
}

/// The text of one game in a file.
///
/// ```
/// use icochess_boards::Chess;
/// use icochess_rules::pgn;
///
/// let file = "1. e4 e5 1-0\n\n[White \"Anna\"]\n\n1. e4 Ke7 *\n";
/// let texts = pgn::Texts::new(file.as_bytes()).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!((texts[0].number, texts[0].text().trim()), (1, "1. e4 e5 1-0"));
/// assert_eq!(texts[0].parse::<Chess>()?.tree.ply(), 2);
/// let error = texts[1].parse::<Chess>().unwrap_err();
/// assert_eq!((error.game, error.line, error.column), (2, 5, 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameText {
    /// Number of the game in the file, from 1.
    pub number: usize,
    start: Place,
    bytes: Vec<u8>,
    too_long: bool,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    offset: u64,
    line: usize,
    column: usize,
    /// Whether the last byte was `\r`.
    after_return: bool,
}

impl Place {
    const fn pass(&mut self, byte: u8) {
        self.offset += 1;
        match byte {
            b'\n' if self.after_return => {}
            b'\n' | b'\r' => {
                self.line += 1;
                self.column = 1;
            }
            // Continuation bytes of UTF-8.
            0x80..=0xbf => {}
            _ => self.column += 1,
        }
        self.after_return = byte == b'\r';
    }

    /// Goes back by n ASCII characters of the line.
    const fn back(&mut self, count: usize) {
        self.offset -= count as u64;
        self.column -= count;
    }
}

impl GameText {
    /// Reads the game on the board `B`.
    ///
    /// # Errors
    ///
    /// [`PgnError`] with the first problem and its place in the file.
    pub fn parse<B: Board>(&self) -> Result<Game<B>, PgnError> {
        if self.too_long {
            let (what, limit) = ("bytes", MAX_BYTES);
            return Err(self.error("", 0, PgnProblem::Limit { what, limit }));
        }
        let text = self.text();
        read(&text).map_err(|(offset, problem)| self.error(&text, offset, problem))
    }

    /// Returns the decoded text of the game.
    pub fn text(&self) -> Cow<'_, str> {
        str::from_utf8(&self.bytes).map_or_else(
            |_| Cow::Owned(self.bytes.iter().map(|byte| windows(*byte)).collect()),
            Cow::Borrowed,
        )
    }

    fn error(&self, text: &str, at: usize, problem: PgnProblem) -> PgnError {
        let (line, column) = place(text, at);
        // Windows-1252 has one byte per character.
        let decoded = at > 0 && str::from_utf8(&self.bytes).is_err();
        let bytes = if decoded {
            text[..text.floor_char_boundary(at)].chars().count()
        } else {
            at
        };
        PgnError {
            game: self.number,
            line: self.start.line + line - 1,
            column: if line == 1 {
                self.start.column + column - 1
            } else {
                column
            },
            offset: self.start.offset + bytes as u64,
            problem,
        }
    }
}

fn windows(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        byte => byte.into(),
    }
}

/// The texts of the games in a file, unparsed, for files with games on different boards.
///
/// A game ends with the result after its moves, or where a tag begins a line after moves. After an
/// empty line, `[Event "…` always begins a game, even in a comment, so that an unclosed comment
/// spoils only one game. At most [`MAX_BYTES`] of a game are kept. If no game ends within 256 MiB,
/// reading stops with an error. A result without tags and moves is skipped.
///
/// ```
/// use icochess_rules::pgn;
///
/// let file = "1. e4 e5 1-0\n\n*\n\n[Variant \"Icochess\"]\n\n1. a4g1 *\n";
/// let texts = pgn::Texts::new(file.as_bytes()).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(texts.len(), 2);
/// assert!(texts[1].text().starts_with("[Variant \"Icochess\"]"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// A game that isn't valid UTF-8 is decoded as Windows-1252, a superset of printable Latin-1, which
/// older programs use.
#[derive(Debug)]
pub struct Texts<R> {
    input: R,
    /// Bytes already read from `input` that belong to the next game.
    ahead: &'static [u8],
    place: Place,
    number: usize,
    failed: bool,
}

impl<R: BufRead> Texts<R> {
    /// Reads from `input`, which should be buffered.
    pub const fn new(input: R) -> Self {
        Self {
            input,
            ahead: &[],
            place: Place {
                offset: 0,
                line: 1,
                column: 1,
                after_return: false,
            },
            number: 0,
            failed: false,
        }
    }

    fn read_text(&mut self) -> io::Result<Option<GameText>> {
        let mut scan = Scan::new();
        let begun = self.place;
        let mut text = GameText {
            number: self.number + 1,
            start: self.place,
            bytes: Vec::new(),
            too_long: false,
        };
        loop {
            let is_ahead = !self.ahead.is_empty();
            let buffer = if is_ahead {
                self.ahead
            } else {
                match self.input.fill_buf() {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    buffer => buffer?,
                }
            };
            let at_end = buffer.is_empty();
            let (used, step) = text.fill(buffer, &mut self.place, &mut scan);
            if is_ahead {
                self.ahead = &self.ahead[used..];
            } else {
                self.input.consume(used);
            }
            if step == Step::EndBeforeEvent {
                self.ahead = EVENT;
                self.place.back(EVENT.len());
                let kept = text.bytes.len().saturating_sub(EVENT.len());
                text.bytes.truncate(kept);
            }
            if self.place.offset - begun.offset > MAX_WITHOUT_END {
                return Err(no_games(begun.line));
            }
            if !at_end && step == Step::On {
                continue;
            }
            scan.end_word();
            let found = scan.is_game();
            if found || at_end {
                self.number += usize::from(found);
                return Ok(found.then_some(text));
            }
            scan = Scan::new();
            text.start = self.place;
            text.bytes.clear();
            text.too_long = false;
        }
    }
}

/// Returns the error for input in which the game that begins at `line` has no end.
fn no_games(line: usize) -> io::Error {
    let mebibytes = MAX_WITHOUT_END >> 20;
    let message =
        format!("line {line}: no game ends within {mebibytes} MiB: expected games in PGN");
    io::Error::new(io::ErrorKind::InvalidData, message)
}

impl<R: BufRead> Iterator for Texts<R> {
    type Item = io::Result<GameText>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let text = self.read_text();
        self.failed = text.is_err();
        text.transpose()
    }
}

impl GameText {
    /// Adds bytes until the game ends. Returns their number, and how the game ended.
    fn fill(&mut self, buffer: &[u8], place: &mut Place, scan: &mut Scan) -> (usize, Step) {
        for (index, &byte) in buffer.iter().enumerate() {
            let mark = MARK.get(place.offset as usize) == Some(&byte);
            let step = if mark { Step::On } else { scan.step(byte) };
            if step == Step::EndBefore {
                return (index, step);
            }
            place.pass(byte);
            // White space between games belongs to no game.
            if mark || (self.bytes.is_empty() && byte.is_ascii_whitespace()) {
                place.column -= usize::from(mark && byte == MARK[0]);
                self.start = *place;
            } else if self.bytes.len() < MAX_BYTES {
                self.bytes.push(byte);
            } else {
                self.too_long = true;
            }
            if step != Step::On {
                return (index + 1, step);
            }
        }
        (buffer.len(), Step::On)
    }
}
