//! The search for the end of a game in a file of many, byte by byte.

use super::lexer::is_word_char;
use super::tags::result;

/// The beginning of a line that always begins a game after an empty line.
pub(super) const EVENT: &[u8] = b"[Event \"";

/// The meaning of a byte for the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The game goes on.
    On,
    /// The game ends with this byte.
    EndAfter,
    /// The byte belongs to the next game.
    EndBefore,
    /// The byte completes [`EVENT`], which belongs to the next game.
    EndBeforeEvent,
}

/// Looks for the end of a game, byte by byte, and keeps none of them.
#[derive(Debug)]
pub(super) struct Scan {
    state: State,
    /// Whether there have been tags.
    tags: bool,
    /// Whether there have been moves, or words in their place.
    moves: bool,
    /// Whether there has been a result.
    over: bool,
    /// Number of open variations.
    depth: usize,
    /// The word so far, as long as it can be a result.
    word: [u8; 7],
    word_length: usize,
    /// Whether the last byte of the word was not ASCII.
    in_character: bool,
    /// Whether the line has had only white space so far.
    blank: bool,
    /// Whether the line before was blank too, after the beginning of a game.
    after_blank: bool,
    /// Number of bytes of [`EVENT`] that the line consists of; `None` if it differs.
    event: Option<usize>,
    after_return: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Plain,
    /// In `{…}`.
    Braces,
    /// After `;`, or in a line that begins with `%`.
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

    /// Whether there is the beginning of a game.
    pub(super) fn is_game(&self) -> bool {
        self.tags || self.moves || self.state == State::Braces
    }

    /// Takes the next byte.
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

    /// Outside of tags and comments.
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

    /// Takes a byte of a word. What is not ASCII can only be a dash in a result.
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

    /// Ends the word so far: a result, or a move.
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

    /// Whether the byte completes [`EVENT`].
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

    /// Whether the byte ends a line; the second of `\r\n` does not.
    fn is_line_end(&mut self, byte: u8) -> bool {
        let second = byte == b'\n' && self.after_return;
        self.after_return = byte == b'\r';
        matches!(byte, b'\n' | b'\r') && !second
    }
}
