//! Splits PGN text into tokens.

use std::borrow::Cow;
use std::iter::Peekable;

use super::error::{Fault, PgnProblem, unexpected};
use super::tags::{NO_RESULT, is_name_char};

/// Typographic characters for `x` and `-` in a move or a result.
const TIMES: char = '×';
const DASH: char = '–';

/// Returns whether a game has neither moves nor a result, on any board. Text that can't be split
/// into tokens is not blank.
///
/// ```
/// use icochess_rules::pgn::is_blank;
///
/// assert!(is_blank("[White \"Anna\"]\n\n{Not begun} *"));
/// assert!(!is_blank("1. e4 *") && !is_blank("1-0") && !is_blank("[White"));
/// ```
pub fn is_blank(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    Lexer::new(text).all(|token| match token {
        Ok((_, Token::Word(word))) => word == NO_RESULT,
        Ok(_) => true,
        Err(_) => false,
    })
}

/// A token of a PGN file.
#[derive(Debug)]
pub(crate) enum Token<'a> {
    /// `[Name "value"]`, with the offset of the value.
    Tag {
        name: &'a str,
        value: String,
        at: usize,
    },
    /// Text in `{…}`, or after `;`.
    Comment(&'a str),
    /// `$n`; `None` if n is out of range.
    Nag(Option<u8>),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// A move number, a move, a symbol such as `!?`, or a result.
    Word(&'a str),
}

/// Splits text into tokens with their offsets.
pub(crate) struct Lexer<'a> {
    pub text: &'a str,
    at: usize,
}

pub(crate) type Tokens<'a> = Peekable<Lexer<'a>>;

impl<'a> Iterator for Lexer<'a> {
    type Item = Result<(usize, Token<'a>), Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.take_while(|c| c.is_whitespace() || matches!(c, '.' | '…' | ','));
            let at = self.at;
            let first = self.peek()?;
            let line_start = self.text[..at].ends_with(['\n', '\r']) || at == 0;
            if first == '%' && line_start {
                self.rest_of_line();
                continue;
            }
            return Some(self.token(first).map(|token| (at, token)));
        }
    }
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn token(&mut self, first: char) -> Result<Token<'a>, Fault> {
        match first {
            '[' => self.tag(),
            '{' => self.comment(),
            ';' => {
                self.at += 1;
                Ok(Token::Comment(self.rest_of_line()))
            }
            '$' => self.nag(),
            '(' => Ok(self.single(Token::Open)),
            ')' => Ok(self.single(Token::Close)),
            '*' => Ok(self.single(Token::Word(NO_RESULT))),
            c if is_word_char(c) => Ok(Token::Word(self.word())),
            _ => Err(self.unexpected("a tag, a move or a result")),
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Consumes and returns characters while `fits` returns true.
    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let end = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn rest_of_line(&mut self) -> &'a str {
        self.take_while(|c| !matches!(c, '\n' | '\r'))
    }

    /// Consumes one ASCII character as a token.
    fn single(&mut self, token: Token<'a>) -> Token<'a> {
        self.at += 1;
        token
    }

    /// Consumes `wanted` and white space before it.
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
        self.at += 1;
        let comment = self.take_while(|c| c != '}');
        if self.peek().is_none() {
            let expected = "\"}\" after the comment that begins here";
            return Err((start, PgnProblem::CutShort { expected }));
        }
        Ok(self.single(Token::Comment(comment)))
    }

    fn nag(&mut self) -> Result<Token<'a>, Fault> {
        self.at += 1;
        let number = self.take_while(|c| c.is_ascii_digit());
        if number.is_empty() {
            return Err(self.unexpected("the number of an annotation"));
        }
        Ok(Token::Nag(number.parse().ok()))
    }

    /// Consumes a word. A word includes the rest of "e.p.", alone or after a move, and a promotion
    /// such as "(Q)".
    fn word(&mut self) -> &'a str {
        let start = self.at;
        let word = self.take_while(is_word_char);
        let after = &self.text.as_bytes()[self.at..];
        if (word.ends_with('e') && after.starts_with(b".p."))
            || matches!(after, [b'(', letter, b')', ..] if letter.is_ascii_uppercase())
        {
            self.at += 3;
        }
        &self.text[start..self.at]
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

    /// Consumes the text up to the closing quote, with tabs as spaces.
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

pub(crate) const fn is_word_char(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c, '+' | '#' | '=' | ':' | '-' | '/' | '_' | '@' | '!' | '?')
        || matches!(c, TIMES | DASH)
}

/// Replaces typographic characters by the standard's.
pub(crate) fn plain(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return word.into();
    }
    word.replace(TIMES, "x").replace(DASH, "-").into()
}
