//! The playable boards, one folder each: rules, engine values and tests. [`Variant`] selects one at
//! run time.
//!
//! ```
//! use icochess_boards::Variant;
//!
//! let game = Variant::Chess.board().new_game();
//! assert_eq!(game.position().legal_moves().len(), 20);
//! ```
//!
//! # Adding a board
//!
//! Create a folder with a type that implements [`Board`] and [`Registered`], and add a line to
//! `src/list.rs`. Its tests belong in the same folder; `src/tests.rs` finds them through the list.

mod demonstration;
pub mod puzzles;
mod registered;

pub use demonstration::{Demonstration, Scene};
pub use registered::{OnBoard, OnEvaluated, Registered, Registration};

use std::fmt;
use std::str::FromStr;

use icochess_engine::{AnyEngine, Evaluated, uci};
use icochess_rules::{AnyBoard, Board, UnknownBoard, board_named};

use icochess_shape::Shape;

/// Declares the modules of a list of boards, and [`Variant`] with its conversions to the boards.
macro_rules! boards {
    ($(pub mod $module:ident: $($(#[$about:meta])* $board:ident),+;)+) => {
        $(
            pub mod $module;
            pub use $module::{$($board),+};
        )+

        /// A board selectable at run time.
        ///
        /// [`Variant::on_board`] runs code that is generic over [`Board`](icochess_rules::Board).
        ///
        /// ```
        /// use icochess_boards::{OnBoard, Variant};
        /// use icochess_rules::{Board, Position, perft};
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
        /// # Ok::<(), icochess_rules::UnknownBoard>(())
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Variant {
            $($(
                #[doc = concat!("[`", stringify!($board), "`](crate::", stringify!($board), ").")]
                $(#[$about])*
                $board,
            )+)+
        }

        impl Variant {
            /// All variants, default first.
            pub const ALL: [Self; [$($(stringify!($board)),+),+].len()] = [$($(Self::$board),+),+];

            /// Runs code on the board of this variant.
            pub fn on_board<T: OnBoard>(self, task: T) -> T::Output {
                match self {
                    $($(Self::$board => task.run::<$board>(),)+)+
                }
            }

            /// Runs code that requires the engine on this variant's board. Returns `None` if the
            /// engine doesn't support it.
            pub fn on_evaluated<T: OnEvaluated>(self, task: T) -> Option<T::Output> {
                match self {
                    $($(Self::$board => <$board as Registered>::on_evaluated(task),)+)+
                }
            }

            /// Returns the name of the board's module and folder, which also holds its tests.
            pub const fn module(self) -> &'static str {
                match self {
                    $($(Self::$board => stringify!($module),)+)+
                }
            }

            /// Returns the small picture of the board, a PNG file. `scripts/make-pictures` takes it
            /// in the game.
            pub const fn portrait(self) -> &'static [u8] {
                match self {
                    $($(Self::$board => include_bytes!(concat!(
                        "../../../assets/portraits/",
                        stringify!($module),
                        ".png"
                    )),)+)+
                }
            }

            const fn shape_maker(self) -> fn() -> Shape {
                match self {
                    $($(Self::$board => <$board as Registered>::shape,)+)+
                }
            }

            /// Returns whether the board has [puzzles](crate::puzzles).
            pub const fn has_puzzles(self) -> bool {
                !self.puzzle_text().is_empty()
            }

            const fn puzzle_text(self) -> &'static str {
                match self {
                    $($(Self::$board => <$board as Registered>::PUZZLES,)+)+
                }
            }

            const fn likelihood(self) -> u8 {
                match self {
                    $($(Self::$board => <$board as Registered>::LIKELIHOOD,)+)+
                }
            }
        }
    };
}

include!("list.rs");

impl Variant {
    /// Returns all variants, most likely first, for games without a variant tag.
    pub fn by_likelihood() -> [Self; Self::ALL.len()] {
        let mut all = Self::ALL;
        all.sort_by_key(|variant| std::cmp::Reverse(variant.likelihood()));
        all
    }

    /// Returns everything that a program needs to play on the board.
    pub fn registration(self) -> Registration {
        struct Registering(Variant);
        impl OnBoard for Registering {
            type Output = Registration;

            fn run<B: Board>(self) -> Registration {
                Registration::of::<B>(self.0.shape_maker(), self.0.engine())
            }
        }
        self.on_board(Registering(self))
    }

    /// Creates the board's shape in space.
    pub fn shape(self) -> Shape {
        self.shape_maker()()
    }

    /// Returns the board as a value.
    pub fn board(self) -> AnyBoard {
        struct AsValue;
        impl OnBoard for AsValue {
            type Output = AnyBoard;

            fn run<B: Board>(self) -> AnyBoard {
                AnyBoard::of::<B>()
            }
        }
        self.on_board(AsValue)
    }

    /// Returns the board's engine, or `None` if the engine doesn't support the board.
    pub fn engine(self) -> Option<AnyEngine> {
        struct AsValue;
        impl OnEvaluated for AsValue {
            type Output = AnyEngine;

            fn run<B: Evaluated>(self) -> AnyEngine {
                AnyEngine::of::<B>()
            }
        }
        self.on_evaluated(AsValue)
    }

    /// Returns the boards for a UCI session, which are the boards with engine support.
    pub fn for_uci() -> Vec<uci::Variant> {
        struct AsValue;
        impl OnEvaluated for AsValue {
            type Output = uci::Variant;

            fn run<B: Evaluated>(self) -> uci::Variant {
                uci::Variant::of::<B>()
            }
        }
        let all = Self::ALL.into_iter();
        all.filter_map(|variant| variant.on_evaluated(AsValue))
            .collect()
    }

    /// Returns the board's [`Board::TITLE`], which players see when choosing.
    pub fn title(self) -> &'static str {
        self.board().title()
    }

    /// Returns the board's [`Board::ID`].
    pub fn id(self) -> &'static str {
        self.board().id()
    }

    /// Returns the board's [`Board::NAME`].
    pub fn name(self) -> &'static str {
        self.board().name()
    }
}

impl fmt::Display for Variant {
    /// Writes the identifier.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Variant {
    type Err = UnknownBoard;

    /// Parses the identifier or name, ignoring case.
    fn from_str(text: &str) -> Result<Self, UnknownBoard> {
        let index = board_named(&Self::ALL.map(Self::board), text)?;
        Ok(Self::ALL[index])
    }
}
