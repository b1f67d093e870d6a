//! Messages to players, in no language yet.

mod printable;
mod system;

use std::borrow::Cow;

pub use printable::{one_line, printable};
pub use system::reason;

use icochess_rules::{Side, beginning};

/// Most characters of a text from outside in a message: laying out longer text stops the game.
const MOST_TEXT: usize = 2_000;

/// Something to be said to players: a message of `en.ftl` with its arguments, or a text
/// that is the same in every language. Made with [`msg!`](crate::msg).
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
    /// A text that is the same in every language.
    Verbatim(Cow<'static, str>),
    /// A number with a point before its decimals, where languages have signs of their own.
    Decimal(String),
}

/// An argument of a message.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Arg {
    /// A text as it stands, or a word by which a message selects what it says.
    Text(String),
    /// A whole number, by which a message may select the plural.
    Number(i64),
    /// Another message.
    Said(Msg),
}

impl Msg {
    /// A message without arguments. Write [`msg!`](crate::msg) instead: a test looks for
    /// that, to know which messages are in use.
    pub const fn new(id: &'static str) -> Self {
        Self(Content::Message {
            id,
            args: Vec::new(),
        })
    }

    /// The content of the message, for whoever puts it into words.
    pub const fn content(&self) -> &Content {
        &self.0
    }

    /// Adds an argument. It has none if it is verbatim.
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        if let Content::Message { args, .. } = &mut self.0 {
            args.push((name, value.into()));
        }
        self
    }

    /// A text that is the same in every language: a name of a person or a file, a whole number,
    /// notation, what the system says. Cuts off text after 2,000 characters.
    pub fn verbatim(text: impl Into<Cow<'static, str>>) -> Self {
        Self(Content::Verbatim(shortened(text.into())))
    }

    /// A number that is written with a point before its decimals: a language has its own sign there.
    pub const fn decimal(number: String) -> Self {
        Self(Content::Decimal(number))
    }

    /// A text of no letters.
    pub const fn nothing() -> Self {
        Self(Content::Verbatim(Cow::Borrowed("")))
    }

    /// Messages one after the other, with what the language puts between them.
    pub fn list(all: impl IntoIterator<Item = Self>) -> Self {
        let joined = all
            .into_iter()
            .reduce(|first, next| crate::msg!("list", first = first, next = next));
        joined.unwrap_or(Self::nothing())
    }
}

/// Returns the first [`MOST_TEXT`] characters of a text.
fn shortened(text: Cow<'static, str>) -> Cow<'static, str> {
    match beginning(&text, MOST_TEXT) {
        Cow::Borrowed(_) => text,
        Cow::Owned(short) => short.into(),
    }
}

/// Makes a [`Msg`]: the message with that id in `assets/language/en.ftl`, and its arguments.
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
    /// A message selects by it, or says it with `{ side }`.
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
        Self::Text(beginning(text, MOST_TEXT).into_owned())
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
        let long = "ä".repeat(MOST_TEXT + 1);
        let short = "ä".repeat(MOST_TEXT) + "…";
        let verbatim = Msg::verbatim(long.clone());
        assert_eq!(verbatim.content(), &Content::Verbatim(short.clone().into()));
        for arg in [Arg::from(&*long), Arg::from(long.clone())] {
            assert_eq!(arg, Arg::Text(short.clone()));
        }
        let whole = Msg::verbatim("ä".repeat(MOST_TEXT));
        assert_eq!(
            whole.content(),
            &Content::Verbatim("ä".repeat(MOST_TEXT).into())
        );
    }
}
