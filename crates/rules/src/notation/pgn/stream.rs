//! Files of many games, one at a time.

use std::borrow::Cow;
use std::io::{self, BufRead};
use std::marker::PhantomData;

use super::error::{PgnError, PgnProblem, place};
use super::game::Game;
use super::limits::MAX_BYTES;
use super::reader::read;
use super::scan::{EVENT, Scan, Step};
use crate::position::board::Board;

/// A byte order mark in UTF-8.
const MARK: [u8; 3] = [0xef, 0xbb, 0xbf];
/// The characters of bytes 0x80 to 0x9f in Windows-1252.
const WINDOWS: [char; 32] = [
    '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž',
    '\u{fffd}', '\u{fffd}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{fffd}',
    'ž', 'Ÿ',
];

/// Most bytes that are looked through for the end of a game: 256 MiB. What goes on for longer
/// is no file of games, but a disk image or a device without an end.
const MOST_WITHOUT_END: u64 = 256 << 20;

/// The reason why a game could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read. Nothing comes after this.
    #[error("the file cannot be read: {0}")]
    Io(#[from] io::Error),
    /// An error in a game; the next one can still be read.
    #[error("game {}, {_0}", .0.game)]
    Pgn(#[from] PgnError),
}

/// The games of a file, one after the other.
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
/// After an error the next game follows: games end with their result, or where
/// tags begin again. See [`Texts`] for that and for text that is not UTF-8.
#[derive(Debug)]
pub struct Reader<R, B> {
    texts: Texts<R>,
    board: PhantomData<B>,
}

impl<R: BufRead, B: Board> Reader<R, B> {
    /// Reads from `input`. It should hold a buffer of some KiB.
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
    /// The place where it begins.
    start: Place,
    bytes: Vec<u8>,
    /// Whether it is longer than the reader accepts.
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
    /// Passes over a byte.
    const fn pass(&mut self, byte: u8) {
        self.offset += 1;
        match byte {
            b'\n' if self.after_return => {}
            b'\n' | b'\r' => {
                self.line += 1;
                self.column = 1;
            }
            // The second and further bytes of a character in UTF-8.
            0x80..=0xbf => {}
            _ => self.column += 1,
        }
        self.after_return = byte == b'\r';
    }

    /// Goes back over so many ASCII characters of the line.
    const fn back(&mut self, count: usize) {
        self.offset -= count as u64;
        self.column -= count;
    }
}

impl GameText {
    /// Reads the game as one on the board `B`.
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

    /// The text of the game, decoded.
    pub fn text(&self) -> Cow<'_, str> {
        str::from_utf8(&self.bytes).map_or_else(
            |_| Cow::Owned(self.bytes.iter().map(|byte| windows(*byte)).collect()),
            Cow::Borrowed,
        )
    }

    fn error(&self, text: &str, at: usize, problem: PgnProblem) -> PgnError {
        let (line, column) = place(text, at);
        // Bytes that are not UTF-8 were decoded one by one.
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

/// The texts of the games of a file, not yet read as games: for files whose
/// games may be on different boards.
///
/// A game ends with the result after its moves, or where a tag begins a line
/// after moves. A line `[Event "…` after an empty one always begins a game, also
/// within a comment, so that a comment without its end spoils one game only.
/// No more than [`MAX_BYTES`] of a game is kept, however long it is; but where none ends
/// within 256 MiB, nothing more is read, and that is an error. A result without tags and moves
/// is passed over.
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
/// A game that is not UTF-8 is taken for Windows-1252, which contains the
/// printed characters of Latin-1: the character sets of older programs.
#[derive(Debug)]
pub struct Texts<R> {
    input: R,
    /// Bytes that were read already, the beginning of the next game.
    ahead: &'static [u8],
    /// The place of the next byte.
    place: Place,
    number: usize,
    failed: bool,
}

impl<R: BufRead> Texts<R> {
    /// Reads from `input`. It should hold a buffer of some KiB.
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
            if self.place.offset - begun.offset > MOST_WITHOUT_END {
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

/// The error for input in which no game ends that begins at that line.
fn no_games(line: usize) -> io::Error {
    let most = MOST_WITHOUT_END >> 20;
    let message = format!("line {line}: no game ends within {most} MiB: expected games in PGN");
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
    /// Takes bytes until the game ends. Returns how many, and whether and how it ended.
    fn fill(&mut self, buffer: &[u8], place: &mut Place, scan: &mut Scan) -> (usize, Step) {
        for (index, &byte) in buffer.iter().enumerate() {
            let mark = MARK.get(place.offset as usize) == Some(&byte);
            let step = if mark { Step::On } else { scan.step(byte) };
            if step == Step::EndBefore {
                return (index, step);
            }
            place.pass(byte);
            // The white space between games, however much it is, is of none.
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
