//! The boards by name, for a choice at run time.

use std::fmt;
use std::str::FromStr;

use super::any::AnyBoard;
use super::board::Board;
use super::quote::quoted;

/// Makes the list of the boards, the default first: the type of the names, and the one way
/// from them to the boards. A board is added by one line.
macro_rules! variants {
    // The sign, so that a macro can be made with it.
    ($sign:tt $(#[$about:meta])* $variants:ident: $($(#[$of:meta])* $board:ident,)+) => {
        $(#[$about])*
        pub enum $variants {
            $($(#[$of])* $board,)+
        }

        impl $variants {
            /// All of them, the default first.
            pub const ALL: [Self; [$(stringify!($board)),+].len()] = [$(Self::$board),+];
        }

        /// Runs code with the board of a variant as the type of that name. What else than
        /// [`Board`] the code asks of the type, such as that the engine plays on it, every
        /// board of the list must have.
        macro_rules! on_variant {
            ($sign variant:expr, $sign name:ident => $sign code:expr) => {
                match $sign variant {
                    $($crate::rules::Variant::$board => {
                        type $sign name = $crate::rules::$board;
                        $sign code
                    })+
                }
            };
        }
        pub(crate) use on_variant;
    };
}

variants! {
    $
    /// A board that a user can choose, known at run time.
    ///
    /// [`Variant::on_board`] leads from here to code for [`Board`].
    ///
    /// ```
    /// use icochess::rules::{Board, OnBoard, Position, Variant, perft};
    ///
    /// /// Counts from the start position.
    /// struct FromStart(u32);
    ///
    /// impl OnBoard for FromStart {
    ///     type Output = u64;
    ///     fn run<B: Board>(self) -> u64 {
    ///         perft(&Position::<B>::start(), self.0)
    ///     }
    /// }
    ///
    /// let variant: Variant = "chess".parse()?;
    /// assert_eq!(variant.on_board(FromStart(2)), 400);
    /// assert_eq!(Variant::Icochess.on_board(FromStart(2)), 2050);
    /// # Ok::<(), icochess::rules::ParseVariantError>(())
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    Variant:
    /// [`Icochess`](super::Icochess).
    #[default]
    Icochess,
    /// [`Chess`](super::Chess).
    Chess,
    /// [`OctHex146`](super::OctHex146).
    OctHex146,
    /// [`StarTrek3d`](super::StarTrek3d).
    StarTrek3d,
    /// [`StarTrek3dAdjacent`](super::StarTrek3dAdjacent).
    StarTrek3dAdjacent,
}

/// What is to be done on a board that is chosen at run time: code for any
/// [`Board`], with what it needs in `self`.
pub trait OnBoard {
    /// What comes of it, the same type for every board.
    type Output;

    /// Does it on board `B`.
    fn run<B: Board>(self) -> Self::Output;
}

impl Variant {
    /// All of them, that first which a game most likely is of that does not say:
    /// most games in the world are of 8×8 chess.
    pub const BY_LIKELIHOOD: [Self; Self::ALL.len()] = [
        Self::Chess,
        Self::Icochess,
        Self::OctHex146,
        Self::StarTrek3d,
        Self::StarTrek3dAdjacent,
    ];

    /// What players choose it by.
    #[must_use]
    pub const fn title(self) -> &'static str {
        on_variant!(self, B => B::TITLE)
    }

    /// Runs code on the board of this variant.
    pub fn on_board<T: OnBoard>(self, task: T) -> T::Output {
        on_variant!(self, B => task.run::<B>())
    }

    /// The board as a value.
    #[must_use]
    pub fn board(self) -> AnyBoard {
        self.on_board(AsValue)
    }

    /// The board's [`Board::ID`].
    #[must_use]
    pub fn id(self) -> &'static str {
        self.board().id()
    }

    /// The board's [`Board::NAME`].
    #[must_use]
    pub fn name(self) -> &'static str {
        self.board().name()
    }
}

/// The board as a value.
struct AsValue;

impl OnBoard for AsValue {
    type Output = AnyBoard;

    fn run<B: Board>(self) -> Self::Output {
        AnyBoard::of::<B>()
    }
}

impl fmt::Display for Variant {
    /// Writes the identifier.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Variant {
    type Err = ParseVariantError;

    /// Reads the identifier or the name, in either case.
    fn from_str(text: &str) -> Result<Self, ParseVariantError> {
        Self::ALL
            .into_iter()
            .find(|variant| {
                [variant.id(), variant.name()]
                    .iter()
                    .any(|name| name.eq_ignore_ascii_case(text))
            })
            .ok_or_else(|| ParseVariantError(quoted(text)))
    }
}

/// The text names no variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseVariantError(String);

impl fmt::Display for ParseVariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is no variant, expected", self.0)?;
        for (place, variant) in Variant::ALL.into_iter().enumerate() {
            let (id, name) = (variant.id(), variant.name());
            let before = match place {
                0 => "",
                _ if place + 1 == Variant::ALL.len() => " or",
                _ => ",",
            };
            write!(f, "{before} {id}")?;
            if !name.eq_ignore_ascii_case(id) {
                write!(f, " ({name})")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for ParseVariantError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_is_read_back_by_identifier_and_by_name() {
        for variant in Variant::ALL {
            assert_eq!(variant.to_string().parse(), Ok(variant));
            assert_eq!(variant.name().parse(), Ok(variant));
            assert_eq!(variant.id().to_uppercase().parse(), Ok(variant));
        }
        assert_eq!("standard".parse(), Ok(Variant::Chess));
        assert_eq!(Variant::ALL[0], Variant::default());
    }

    #[test]
    fn what_is_no_variant_is_told_what_is() {
        let told = |text: &str| text.parse::<Variant>().map_err(|e| e.to_string());
        let expected = "\"go\" is no variant, expected icochess, chess (Standard), octhex146 \
                        (OctHex 146), startrek3d (Star Trek 3D) or startrek3d-adjacent (Star Trek \
                        3D, adjacent pins)";
        assert_eq!(told("go"), Err(expected.into()));
        for text in ["", " chess", "chess\n", "chess960", "шах\0\u{1b}"] {
            assert!(
                told(text).is_err_and(|e| !e.contains(char::is_control)),
                "{text:?}"
            );
        }
    }
}
