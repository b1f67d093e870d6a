//! Texts for players, in the language that they choose.
//!
//! * [`Msg`](icochess_message::Msg), made with [`msg!`](icochess_message::msg): a message, in no
//!   language yet.
//! * [`Words`]: says it in the language that is chosen, and where that does not know how,
//!   in English.
//! * `translation`: the file of a language.
//!
//! Files are in the format of [Project Fluent](https://projectfluent.org). English is
//! `assets/language/en.ftl`; `de.ftl` beside it comes with the program, too, and
//! `docs/translating.md` says how others are made. The command line, the log and game files are
//! English in every language.

mod translation;
mod words;

pub use translation::{NotALanguage, is_code};
pub use words::{ENGLISH, SYSTEM, Words};
