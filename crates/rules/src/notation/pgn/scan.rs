//! Finds the end of a game in a file of many, byte by byte.

use super::lexer::is_word_char;
use super::tags::result;

/// Start of a line that always begins a game if it follows an empty line.
pub(super) const EVENT: &[u8] = b"[Event \"";

/// The effect of a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The game continues.
    On,
    /// The game ends with this byte.
    EndAfter,
    /// The byte belongs to the next game.
    EndBefore,
    /// The byte completes [`EVENT`], which belongs to the next game.
    EndBeforeEvent,
}

/// Finds the end of a game without storing its bytes.
#[derive(Debug)]
pub(super) struct Scan {
    state: State,
    /// Whether a tag was found.
    tags: bool,
    /// Whether a move, or another word, was found.
    moves: bool,
    /// Whether a result was found.
    over: bool,
    /// Number of open variations.
    depth: usize,
    /// Start of the current word, with room for a result.
    word: [u8; 7],
    word_length: usize,
    /// Whether the last byte of the word wasn't ASCII.
    in_character: bool,
    /// Whether the line has been white space up to now.
    blank: bool,
    /// Whether the previous line was blank, within a game.
    after_blank: bool,
    /// Number of bytes of [`EVENT`] that the line has matched; `None` if it differs.
    event: Option<usize>,
    after_return: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Plain,
    /// In `{…}`.
    Braces,
    /// In a comment after `;`, or in a line that begins with `%`.
    Line,
    /// In `[…]`.
    Tag,
    /// In the value of a tag.
    Quotes,
    /// After a backslash in the value of a tag.
    Escape,
}

impl Scan {
    pub(super) const fn new() -> Self {
        Self {
            state: State::Plain,
            tags: false,
            moves: false,
            over: false,
            depth: 0,
            word: [0; 7],
            word_length: 0,
            in_character: false,
            blank: true,
            after_blank: false,
            event: Some(0),
            after_return: false,
        }
    }

    /// Returns whether a game has begun.
    pub(super) fn is_game(&self) -> bool {
        self.tags || self.moves || self.state == State::Braces
    }

    pub(super) fn step(&mut self, byte: u8) -> Step {
        let line_start = self.event == Some(0);
        if self.is_event(byte) {
            return Step::EndBeforeEvent;
        }
        let (line_end, blank) = (self.is_line_end(byte), self.blank);
        self.blank &= byte.is_ascii_whitespace();
        match (self.state, byte) {
            (State::Plain, _) => {
                let step = self.plain(byte, line_start, blank, line_end);
                if step != Step::On {
                    return step;
                }
            }
            (State::Braces, b'}') | (State::Tag, b']') => self.state = State::Plain,
            (State::Tag, b'"') => self.state = State::Quotes,
            (State::Quotes, b'"') => self.state = State::Tag,
            (State::Quotes, b'\\') => self.state = State::Escape,
            (State::Line | State::Quotes | State::Escape, _) if line_end => {
                self.state = State::Plain;
            }
            (State::Escape, _) => self.state = State::Quotes,
            _ => {}
        }
        if !line_end {
            return Step::On;
        }
        self.after_blank = self.blank && self.is_game();
        self.blank = true;
        self.event = Some(0);
        if self.over && self.state == State::Plain {
            Step::EndAfter
        } else {
            Step::On
        }
    }

    /// Processes a byte outside tags and comments.
    fn plain(&mut self, byte: u8, line_start: bool, blank: bool, line_end: bool) -> Step {
        if is_word_char(byte.into()) || !byte.is_ascii() {
            if self.over {
                return Step::EndBefore;
            }
            self.push(byte);
            return Step::On;
        }
        self.end_word();
        match byte {
            _ if line_end || byte.is_ascii_whitespace() => {}
            b'{' => self.state = State::Braces,
            b';' => self.state = State::Line,
            b'%' if line_start => self.state = State::Line,
            _ if self.over => return Step::EndBefore,
            b'[' if blank && self.moves => return Step::EndBefore,
            b'[' => {
                self.state = State::Tag;
                self.tags = true;
            }
            b'*' if self.depth == 0 => self.over = true,
            _ => {
                self.moves = true;
                match byte {
                    b'(' => self.depth += 1,
                    b')' => self.depth = self.depth.saturating_sub(1),
                    _ => {}
                }
            }
        }
        Step::On
    }

    /// Adds a byte to the word. Any non-ASCII character becomes a dash, as in a result.
    fn push(&mut self, byte: u8) {
        let first = byte.is_ascii() || !self.in_character;
        self.in_character = !byte.is_ascii();
        if !first {
            return;
        }
        if let Some(place) = self.word.get_mut(self.word_length) {
            *place = if byte.is_ascii() { byte } else { b'-' };
        }
        self.word_length += 1;
    }

    /// Ends the current word, which is a result or a move.
    pub(super) fn end_word(&mut self) {
        if self.word_length > 0 {
            let word = self.word.get(..self.word_length);
            let is_result = word
                .is_some_and(|word| str::from_utf8(word).is_ok_and(|word| result(word).is_some()));
            self.over |= is_result && self.depth == 0;
            self.moves |= !is_result || self.depth > 0;
        }
        self.word_length = 0;
        self.in_character = false;
    }

    /// Returns whether the byte completes [`EVENT`] after a blank line.
    fn is_event(&mut self, byte: u8) -> bool {
        let Some(known) = self.event else {
            return false;
        };
        let fits = EVENT[known] == byte;
        self.event = fits.then_some(known + 1);
        let complete = known + 1 == EVENT.len();
        if complete {
            self.event = None;
        }
        fits && complete && self.after_blank
    }

    /// Returns whether the byte ends a line; the second byte of `\r\n` doesn't.
    fn is_line_end(&mut self, byte: u8) -> bool {
        let second = byte == b'\n' && self.after_return;
        self.after_return = byte == b'\r';
        matches!(byte, b'\n' | b'\r') && !second
    }
}
