//! Messages to players, before translation.
//!
//! ```
//! use icochess_message::{Content, Msg, msg};
//!
//! let number = msg!("moves-count", count = 1);
//! assert!(matches!(number.content(), Content::Message { id: "moves-count", .. }));
//! let name = Msg::verbatim("Ada");
//! assert!(matches!(name.content(), Content::Verbatim(_)));
//! ```

mod printable;
mod system;

use std::borrow::Cow;

pub use printable::{one_line, printable};
pub use system::reason;

use icochess_rules::{Side, beginning};

/// Maximum length of an external text in a message, in characters. The layout of longer text stalls
/// the game.
const MAX_TEXT: usize = 2_000;

/// A message to players: an entry of `en.ftl` with its arguments, or text that needs no
/// translation. Use [`msg!`](crate::msg) to create one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Msg(Content);

/// The content of a message.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Content {
    /// A message of a language file.
    Message {
        /// The identifier in the language file.
        id: &'static str,
        /// The arguments, by name.
        args: Vec<(&'static str, Arg)>,
    },
    /// Text that is the same in every language.
    Verbatim(Cow<'static, str>),
    /// A number with a decimal point, which the language's own decimal separator replaces.
    Decimal(String),
}

/// An argument of a message.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Arg {
    /// Literal text, or a keyword that selects a variant of the message.
    Text(String),
    /// A whole number, which may select a plural form.
    Number(i64),
    /// Another message.
    Said(Msg),
}

impl Msg {
    /// Creates a message without arguments. Call [`msg!`](crate::msg) instead: a test searches the
    /// code for calls to find unused messages.
    pub const fn new(id: &'static str) -> Self {
        Self(Content::Message {
            id,
            args: Vec::new(),
        })
    }

    /// Returns the content, for translation.
    pub const fn content(&self) -> &Content {
        &self.0
    }

    /// Adds an argument. Does nothing to a message that isn't from a language file.
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        if let Content::Message { args, .. } = &mut self.0 {
            args.push((name, value.into()));
        }
        self
    }

    /// Creates text that is the same in every language, such as names, whole numbers, notation or
    /// system errors. Truncates the text to 2,000 characters.
    pub fn verbatim(text: impl Into<Cow<'static, str>>) -> Self {
        Self(Content::Verbatim(shortened(text.into())))
    }

    /// Creates a number from its digits with a decimal point; the language replaces the point.
    pub const fn decimal(number: String) -> Self {
        Self(Content::Decimal(number))
    }

    /// Returns an empty message.
    pub const fn nothing() -> Self {
        Self(Content::Verbatim(Cow::Borrowed("")))
    }

    /// Joins messages into a list, with the separators of the language.
    pub fn list(all: impl IntoIterator<Item = Self>) -> Self {
        let joined = all
            .into_iter()
            .reduce(|first, next| crate::msg!("list", first = first, next = next));
        joined.unwrap_or(Self::nothing())
    }
}

/// Truncates a text to its first [`MAX_TEXT`] characters.
fn shortened(text: Cow<'static, str>) -> Cow<'static, str> {
    match beginning(&text, MAX_TEXT) {
        Cow::Borrowed(_) => text,
        Cow::Owned(short) => short.into(),
    }
}

/// Makes a [`Msg`] with this id of `assets/language/en.ftl` and these arguments.
///
/// ```
/// use icochess_message::{Content, msg};
///
/// let moves = msg!("moves-count", count = 1);
/// assert!(matches!(moves.content(), Content::Message { id: "moves-count", .. }));
/// ```
#[macro_export]
macro_rules! msg {
    ($id:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::Msg::new($id)$(.with(stringify!($name), $value))*
    };
}

impl From<Msg> for Arg {
    fn from(message: Msg) -> Self {
        Self::Said(message)
    }
}

impl From<Side> for Arg {
    /// Returns a keyword for selectors, also printed by `{ side }`.
    fn from(side: Side) -> Self {
        Self::Text(
            match side {
                Side::White => "white",
                Side::Black => "black",
            }
            .to_owned(),
        )
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(beginning(text, MAX_TEXT).into_owned())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(shortened(text.into()).into_owned())
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Arg {
            fn from(number: $number) -> Self {
                Self::Number(number.into())
            }
        }
    )*};
}

numbers!(u8, u16, u32, i32, i64);

impl From<usize> for Arg {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_from_outside_is_cut_off() {
        let long = "ä".repeat(MAX_TEXT + 1);
        let short = "ä".repeat(MAX_TEXT) + "…";
        let verbatim = Msg::verbatim(long.clone());
        assert_eq!(verbatim.content(), &Content::Verbatim(short.clone().into()));
        for arg in [Arg::from(&*long), Arg::from(long.clone())] {
            assert_eq!(arg, Arg::Text(short.clone()));
        }
        let whole = Msg::verbatim("ä".repeat(MAX_TEXT));
        assert_eq!(
            whole.content(),
            &Content::Verbatim("ä".repeat(MAX_TEXT).into())
        );
    }
}
